"""Databases of earlier releases are migrated with all they hold, or left untouched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select, text
from sqlalchemy.engine import make_url

from khyber.engine.errors import BadSetup
from khyber.server.storage import migrations, schema
from khyber.server.storage.urls import open_database
from tests.server.serving import Running, play_on

#: The tables as releases made them, by number of schema and kind of database.
MADE = Path(__file__).parent / "schemas"
Shape = dict[str, list[tuple[str, bool]]]


def inside(url: str, work: Callable[[Connection], Any]) -> Any:
    """Work in a database, opened as a server does."""

    async def run() -> Any:
        database = open_database(url)
        try:
            await database.start(lambda notification: None)
            return await database.run(work)
        finally:
            await database.close()

    return asyncio.run(run())


def raw(url: str, work: Callable[[Connection], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Work in a database in which nothing is made or changed at its opening."""
    with monkeypatch.context() as patched:
        for kind in ("sqlite", "postgresql"):
            patched.setattr(f"khyber.server.storage.{kind}.prepare", lambda connection: None)
        return inside(url, work)


def shape(connection: Connection) -> Shape:
    """All tables with their columns, and whether these may be empty."""
    looked = inspect(connection)
    return {
        name: sorted((column["name"], bool(column["nullable"])) for column in looked.get_columns(name))
        for name in looked.get_table_names()
    }


def make_as_of(number: int, kind: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        for statement in (MADE / f"{number}.{kind}.sql").read_text(encoding="utf-8").split(";"):
            if statement.strip():
                connection.execute(text(statement))
        connection.execute(schema.settings.insert().values(name="schema", value=str(number)))

    return work


def number_of(connection: Connection) -> str:
    return str(connection.execute(select(schema.settings.c.value).where(schema.settings.c.name == "schema")).scalar())


def test_what_the_first_release_made_is_brought_to_the_tables_of_today(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = make_url(database).get_backend_name()
    made = sorted(int(path.name.partition(".")[0]) for path in MADE.glob(f"*.{kind}.sql"))
    assert made == list(range(1, migrations.newest() + 1)), "schema.py has changed: add a step, and what it makes"
    raw(database, make_as_of(made[0], kind), monkeypatch)
    assert inside(database, shape) == {
        table.name: sorted((column.name, column.nullable) for column in table.columns)
        for table in schema.metadata.sorted_tables
    }
    assert inside(database, number_of) == str(migrations.newest())
    with Running(database) as server:
        ann = server.player("Ann")
        with ann.watch(ann.table(seats={"north": "me", "south": "me"})["id"]) as both:
            play_on(both)
            assert both.frame["outcome"]


def add_a_motto(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE tables ADD COLUMN motto VARCHAR NOT NULL DEFAULT 'onward'"))


def fail(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE users ADD COLUMN shoe_size INTEGER"))
    connection.execute(text("SELECT * FROM no_such_table"))


def test_a_table_in_mid_game_outlives_a_change_of_schema(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(database) as earlier:
        ann = earlier.player("Ann")
        table = ann.table(seats={"north": "me", "south": "me"}, scenario="long")["id"]
        with ann.watch(table) as both:
            both.choose(0)
            both.choose(0)
            log = both.log
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, add_a_motto))
    with Running(database) as later:
        again = later.player()
        again.http.cookies.update(dict(ann.http.cookies))
        with again.watch(table) as both:
            assert (both.frame["version"], both.log) == (2, log)
            play_on(both)
            assert both.frame["outcome"]
    mottos = Table("tables", MetaData(), Column("motto", String))
    assert inside(database, lambda connection: connection.execute(select(mottos)).scalars().all()) == ["onward"]
    assert inside(database, number_of) == str(migrations.newest())  # and it is made once


def test_a_step_that_fails_leaves_all_as_it_was(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, number = inside(database, shape), inside(database, number_of)
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "STEPS", (*migrations.STEPS, add_a_motto, fail))
        with pytest.raises(Exception, match="does not answer"):
            inside(database, shape)
    assert (inside(database, shape), inside(database, number_of)) == (before, number)


def test_a_database_of_a_later_release_is_not_touched(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "STEPS", (*migrations.STEPS, add_a_motto))
        inside(database, number_of)
    with pytest.raises(BadSetup, match="later release"):
        inside(database, number_of)


def test_tables_of_earlier_releases_keep_their_engine_help(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw(database, make_as_of(8, make_url(database).get_backend_name()), monkeypatch)
    values = {
        column.name: "" if isinstance(column.type, String) else 0
        for column in schema.tables.columns
        if not column.nullable and column.name != "help"
    }
    flags = dict.fromkeys(("sandbox", "imported", "public", "bot"), False)

    def insert(connection: Connection) -> None:
        names, slots = ", ".join(values), ", ".join(f":{name}" for name in values)
        connection.execute(text(f"INSERT INTO tables ({names}) VALUES ({slots})"), {**values, **flags, "id": "old"})

    raw(database, insert, monkeypatch)
    helps = select(schema.tables.c.help)
    assert inside(database, lambda connection: connection.execute(helps).scalars().all()) == ["all"]
