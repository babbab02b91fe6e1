"""A temporary PostgreSQL for benchmarks and tests, started from Debian's packages in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from khyber.engine.errors import Error

#: The user to run PostgreSQL as when we are root: it refuses to run as root.
OWNER = "postgres"


class NoPostgreSQL(Error):
    """PostgreSQL cannot be started on this machine."""


def binaries() -> Path | None:
    """Return the folder of `initdb`: on the path, or the newest where Debian puts it."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    return folders[-1].parent if folders else None


def why_not() -> str:
    """Return why PostgreSQL cannot be started here; empty if it can."""
    if binaries() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(OWNER)
        except KeyError:
            return f"there is no user {OWNER!r} to run PostgreSQL as"
    return ""


def _run(command: Sequence[str], folder: Path) -> None:
    as_owner = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*as_owner, *command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise NoPostgreSQL(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-500:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A PostgreSQL that can be stopped and restarted."""

    def __init__(self, folder: Path, programs: Path, *, safe: bool) -> None:
        self._folder = folder
        self._control = [str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w"]
        self._port = free_port()
        self._settings = f"-p {self._port} -c listen_addresses=127.0.0.1 -k {folder} -c max_connections=200"
        if not safe:
            self._settings += " -c fsync=off -c synchronous_commit=off"
        _run(
            [
                str(programs / "initdb"),
                "-D",
                str(folder / "data"),
                "-U",
                "khyber",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
            ],
            folder,
        )

    @property
    def url(self) -> str:
        return f"postgresql://khyber@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        _run([*self._control, "-l", str(self._folder / "log"), "-o", self._settings, "start"], self._folder)

    def stop(self) -> None:
        _run([*self._control, "-m", "immediate", "stop"], self._folder)


@contextmanager
def own_cluster(*, safe: bool = True) -> Iterator[Cluster]:
    """Run a cluster; `safe`: with writes flushed to disk."""
    if reason := why_not():
        raise NoPostgreSQL(reason)
    programs = binaries()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="khyber-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OWNER)
        made = Cluster(folder, programs, safe=safe)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster(*, safe: bool = True) -> Iterator[str]:
    """Run a cluster; return the URL of its first database."""
    with own_cluster(safe=safe) as made:
        yield made.url
