"""A PostgreSQL of one's own, started from Debian's packages in a folder of its own: for measurements and tests."""

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

#: Whose cluster it is when we are root, as which PostgreSQL does not run.
OWNER = "postgres"


class NoPostgreSQL(Error):
    """There is no PostgreSQL to start on this machine."""


def binaries() -> Path | None:
    """Where `initdb` is: on the path, or where Debian puts it, the newest first."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    return folders[-1].parent if folders else None


def why_not() -> str:
    """Why no PostgreSQL can be started here, in a line; empty if one can."""
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
    """A PostgreSQL in a folder of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path, *, safe: bool) -> None:
        self._folder = folder
        self._control = [str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w"]
        self._port = free_port()
        self._settings = f"-p {self._port} -c listen_addresses=127.0.0.1 -k {folder} -c max_connections=200"
        if not safe:
            self._settings += " -c fsync=off -c synchronous_commit=off"
        _run([str(programs / "initdb"), "-D", str(folder / "data"), "-U", "khyber", "-A", "trust", "-E", "UTF8",
              "--locale=C"], folder)

    @property
    def url(self) -> str:
        return f"postgresql://khyber@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        _run([*self._control, "-l", str(self._folder / "log"), "-o", self._settings, "start"], self._folder)

    def stop(self) -> None:
        _run([*self._control, "-m", "immediate", "stop"], self._folder)


@contextmanager
def own_cluster(*, safe: bool = True) -> Iterator[Cluster]:
    """A cluster that runs while it is needed. `safe`: with writes through to disk."""
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
    """The URL of the first database of a cluster that runs while it is needed."""
    with own_cluster(safe=safe) as made:
        yield made.url
