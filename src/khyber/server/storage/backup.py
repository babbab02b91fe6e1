"""A consistent copy of a server's database, taken while it serves."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from khyber.engine.errors import Error
from khyber.server.storage.urls import parse_url


def backup(url: str, to: Path) -> int:
    """Copy the database to a new file; return its size. Raises Error."""
    if to.exists():
        raise Error(f"{to} already exists: choose another file")
    if not to.parent.is_dir():
        raise Error(f"there is no folder {to.parent}")
    parsed = parse_url(url)
    partial = to.with_name(f"{to.name}.part")
    try:
        if parsed.get_backend_name() == "sqlite":
            _copy_sqlite(Path(parsed.database or ""), partial)
        else:
            _dump_postgres(parsed.set(drivername="postgresql").render_as_string(False), partial)
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(partial, to)
    finally:
        partial.unlink(missing_ok=True)
    return to.stat().st_size


def _copy_sqlite(path: Path, to: Path) -> None:
    if not path.is_file():
        raise Error(f"there is no database {path}")
    os.close(os.open(to, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds secrets: readable by its owner only
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
