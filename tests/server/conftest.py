"""What the server's tests share: databases of both kinds, and a server on each."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from tools.postgres import cluster, why_not

from khyber import api
from khyber.server import library
from tests.server.serving import Running

Fresh = Callable[[], str]


@pytest.fixture(autouse=True)
def dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in this process are dealt by the same seeds in every run: a test fails always or never."""
    seeds = random.Random(1)
    for module in (api, library):
        monkeypatch.setattr(module, "new_seed", lambda: seeds.getrandbits(48))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, as its own user; skipped with a reason where there is none."""
    if reason := why_not():
        pytest.skip(reason)
    with cluster(safe=False) as url:
        yield url


@pytest.fixture
def fresh_postgres(postgres: str) -> Fresh:
    def fresh() -> str:
        name = f"khyber_{secrets.token_hex(6)}"
        asyncio.run(make(name))
        return make_url(postgres).set(database=name).render_as_string(False)

    async def make(name: str) -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    return fresh


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'khyber.db'}"
    fresh: Fresh = request.getfixturevalue("fresh_postgres")
    return fresh()


@pytest.fixture
def running(database: str) -> Iterator[Running]:
    with Running(database) as server:
        yield server


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Running]:
    """A server on SQLite, for what no database has to do with."""
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}") as server:
        yield server
