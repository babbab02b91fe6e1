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


@contextmanager
def cluster(*, safe: bool = True) -> Iterator[str]:
    """A cluster that runs while it is needed: the URL of its first database. `safe`: with writes through to disk."""
    if reason := why_not():
        raise NoPostgreSQL(reason)
    programs = binaries()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="khyber-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OWNER)
        data, port = folder / "data", free_port()
        _run([str(programs / "initdb"), "-D", str(data), "-U", "khyber", "-A", "trust", "-E", "UTF8", "--locale=C"],
             folder)
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c max_connections=200"
        if not safe:
            settings += " -c fsync=off -c synchronous_commit=off"
        _run([str(programs / "pg_ctl"), "-D", str(data), "-l", str(folder / "log"), "-w", "-o", settings, "start"],
             folder)
        try:
            yield f"postgresql://khyber@127.0.0.1:{port}/postgres"
        finally:
            _run([str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
