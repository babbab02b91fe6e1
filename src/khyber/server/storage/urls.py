"""Databases by their URLs."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from khyber.engine.errors import BadSetup
from khyber.server.storage.database import Database
from khyber.server.storage.postgresql import PostgreSQL
from khyber.server.storage.sqlite import SQLite


def parse_url(url: str) -> URL:
    """Return the parsed URL. Raises BadSetup."""
    try:
        return make_url(url)
    except ArgumentError as problem:
        raise BadSetup(f"{url!r} is not a database URL: use sqlite:///FILE or postgresql://USER@HOST/NAME") from problem


def open_database(url: str, *, sync: bool = False) -> Database:
    """Return the database of that URL; `sync` is for SQLite. Raises BadSetup."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadSetup("a server needs a database in a file: sqlite:///FILE")
        return SQLite(Path(parsed.database), sync=sync)
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return PostgreSQL(parsed)
    raise BadSetup(f"unsupported database {parsed.get_backend_name()!r}: use sqlite:/// or postgresql://")
