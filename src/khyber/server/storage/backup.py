"""A hot copy of a server's database: taken while it serves, whole and consistent."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from khyber.engine.errors import BadSetup, Error


def backup(url: str, to: Path) -> int:
    """Copy the database to a file that is not there yet; returns its size. Raises Error."""
    if to.exists():
        raise Error(f"{to} is there already: name another file")
    if not to.parent.is_dir():
        raise Error(f"there is no folder {to.parent}")
    try:
        parsed = make_url(url)
    except ArgumentError as problem:
        raise BadSetup(f"{url!r} is no database: use sqlite:///FILE or postgresql://USER@HOST/NAME") from problem
    beside = to.with_name(f"{to.name}.part")
    try:
        if parsed.get_backend_name() == "sqlite":
            _copy_sqlite(Path(parsed.database or ""), beside)
        else:
            _dump_postgres(parsed.set(drivername="postgresql").render_as_string(False), beside)
        with beside.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(beside, to)
    finally:
        beside.unlink(missing_ok=True)
    return to.stat().st_size


def _copy_sqlite(path: Path, to: Path) -> None:
    if not path.is_file():
        raise Error(f"there is no database {path}")
    os.close(os.open(to, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds secrets: for its owner only
    try:
        source = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
        copy = sqlite3.connect(to)
        try:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            checked = copy.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            source.close()
            copy.close()
    except sqlite3.Error as problem:
        raise Error(f"{path} cannot be copied: {problem}") from problem
    if checked != "ok":
        raise Error(f"{path} is damaged: {checked}")


def _dump_postgres(url: str, to: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise Error("pg_dump is not installed (Debian: apt-get install postgresql-client)")
    os.close(os.open(to, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    done = subprocess.run([program, "--format=custom", f"--file={to}", url], capture_output=True, text=True)
    if done.returncode:
        raise Error(f"pg_dump failed: {done.stderr.strip()}")
