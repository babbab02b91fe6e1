"""`khyber think` runs a server's searches in processes of its own, and may come, go and die as it likes."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select, text, update
from sqlalchemy.engine import make_url

from khyber.engine.errors import BadSetup
from khyber.server.serve import serve
from khyber.server.settings import Settings
from khyber.server.storage import migrations, schema
from khyber.server.storage.database import Database, Work
from khyber.server.workers.shared import THINKING
from tests.server.conftest import Fresh
from tests.server.games import WHERE
from tests.server.killing import ROOT
from tests.server.serving import PATIENCE, Player, Running, until
from tests.server.test_schema import inside, make_as_of, raw

SEATS = ("taliban", "coalition", "government", "warlords")


class Thinker:
    """A `khyber think` in processes of its own."""

    def __init__(self, url: str, *more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "khyber", "think", "--database", url, "--jobs", "1", *more],
            env={**os.environ, "KHYBER_GAMES": WHERE, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            start_new_session=True,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.said += iter(self.process.stderr.readline, "")

    def until_said(self, what: str) -> None:
        until(lambda: any(what in line for line in self.said) or self.process.poll() is not None)
        assert any(what in line for line in self.said), self.said

    def ask_to_stop(self) -> int:
        """Send SIGTERM; return the exit status, once all it has said is read."""
        self.process.send_signal(signal.SIGTERM)
        found = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return found

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def thinker(url: str, *more: str) -> Iterator[Thinker]:
    made = Thinker(url, *more)
    try:
        made.until_said("thinking for postgresql://")
        yield made
    finally:
        made.kill()


def rows(server: Running) -> list[Any]:
    found: list[Any] = in_database(server, lambda connection: list(connection.execute(select(schema.jobs))))
    return found


def in_database(server: Running, work: Work[Any]) -> Any:
    database: Database = server.server.database

    async def run() -> Any:
        return await database.run(work)

    return asyncio.run_coroutine_threadsafe(run(), server.loop).result(PATIENCE)


def lease_is_over(server: Running) -> None:
    """What happens 15 seconds after a process was killed."""

    def work(connection: Connection) -> None:
        connection.execute(update(schema.jobs).where(schema.jobs.c.runner.is_not(None)).values(lease=1.0))

    in_database(server, work)


def searching(player: Player) -> str:
    """A table at which agents search, one turn after another."""
    return str(player.table("distant-plain", seats=dict.fromkeys(SEATS, "agent:strong"))["id"])


def is_running(server: Running, *but: str) -> str | None:
    """The process that runs a search."""
    return next((str(row.runner) for row in rows(server) if row.runner not in (None, *but)), None)


def test_searches_of_a_server_are_run_elsewhere(fresh_postgres: Fresh) -> None:
    url = fresh_postgres()
    with Running(url, thinkers=-1) as server, server.player("Ann") as ann:
        with thinker(url) as other:
            table = searching(ann)
            until(lambda: ann.get(f"/api/tables/{table}")["version"] > 0)
            assert not server.server.thinking_pool._started
            status = other.ask_to_stop()
        assert status == 0
        assert not any("Traceback" in line for line in other.said)
        assert any("stopped; searches given back" in line for line in other.said)
        assert not any(url.rpartition("@")[0].rpartition(":")[2] + "@" in line for line in other.said if ":@" in line)


@pytest.mark.parametrize("how", ["killed", "asked to stop"])
def test_a_search_goes_on_elsewhere_when_a_thinker_ends(fresh_postgres: Fresh, how: str) -> None:
    url = fresh_postgres()
    with Running(url, thinkers=-1) as server, server.player("Ann") as ann, thinker(url) as first:
        table = searching(ann)
        until(lambda: is_running(server))
        runner = is_running(server)
        if how == "killed":
            first.kill()
            assert is_running(server) == runner, "nobody can know yet"
            lease_is_over(server)
        else:
            assert first.ask_to_stop() == 0
            assert not is_running(server)
        version = ann.get(f"/api/tables/{table}")["version"]
        with thinker(url):
            until(lambda: ann.get(f"/api/tables/{table}")["version"] > version)


def test_a_thinker_outlives_a_restart_of_its_server(fresh_postgres: Fresh) -> None:
    url = fresh_postgres()
    with Running(url, thinkers=-1) as server, server.player("Ann") as ann, thinker(url):
        table = searching(ann)
        until(lambda: is_running(server))
        server.__exit__()
        with Running(url, thinkers=-1) as again, again.player() as same:
            same.http.cookies.update(dict(ann.http.cookies))
            version = same.get(f"/api/tables/{table}")["version"]
            until(lambda: same.get(f"/api/tables/{table}")["version"] > version)


def test_a_hint_and_why_come_from_elsewhere_too(fresh_postgres: Fresh) -> None:
    url = fresh_postgres()
    with Running(url, thinkers=-1) as server, server.player("Ann") as ann, thinker(url):
        table = ann.table("distant-plain", seats=dict.fromkeys(SEATS, "me"))["id"]
        with ann.watch(table) as socket:
            hint = ann.get(f"/api/tables/{table}/hint?seat={socket.asked}&level=strong")
            assert hint["key"] in socket.keys and hint["bot"] == "agent:strong"
        assert not server.server.thinking_pool._started


def test_a_thinker_needs_to_read_and_write_nothing_but_the_queue(fresh_postgres: Fresh) -> None:
    url = fresh_postgres()
    role = f"thinker_{secrets.token_hex(4)}"
    with Running(url, thinkers=-1) as server, server.player("Ann") as ann:
        for statement in (
            f"CREATE ROLE {role} LOGIN",
            f"GRANT SELECT ON settings TO {role}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON jobs, thinkers, shares TO {role}",
        ):
            in_database(server, partial(Connection.execute, statement=text(statement)))
        with thinker(make_url(url).set(username=role).render_as_string(False)):
            table = searching(ann)
            until(lambda: ann.get(f"/api/tables/{table}")["version"] > 0)


def test_a_server_without_thinkers_says_so(fresh_postgres: Fresh, caplog: pytest.LogCaptureFixture) -> None:
    with Running(fresh_postgres(), thinkers=-1) as server, server.player("Ann") as ann:
        searching(ann)
        until(lambda: "start `khyber think`" in caplog.text)
        assert [row.lane for row in rows(server)] == [THINKING]


def refusal(*arguments: str, **environment: str) -> str:
    """What `khyber think` says when it refuses."""
    found = subprocess.run(
        [sys.executable, "-m", "khyber", "think", *arguments],
        env={**{k: v for k, v in os.environ.items() if not k.startswith("KHYBER_")}, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert found.returncode not in (0, None) and "Traceback" not in found.stderr
    return found.stderr


def test_a_thinker_says_what_is_wrong_with_its_database(
    fresh_postgres: Fresh, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    assert "which server? Give its --database" in refusal()
    assert "needs a server's PostgreSQL database" in refusal("--database", f"sqlite:///{tmp_path}/new.db")
    assert not (tmp_path / "new.db").exists()
    assert "does not answer" in refusal("--database", "postgresql://khyber@127.0.0.1:1/khyber")
    url = fresh_postgres()
    assert "there is no database 'nobodys'" in refusal("--database", url.rpartition("/")[0] + "/nobodys")
    assert "no server has used this database yet" in refusal(KHYBER_DATABASE=url)
    raw(url, make_as_of(6, "postgresql"), monkeypatch)
    assert f"has schema 6, and this release needs {migrations.newest()}" in refusal("--database", url)
    number = schema.settings.c.value
    read = select(number).where(schema.settings.c.name == "schema")
    assert raw(url, lambda connection: connection.execute(read).scalar(), monkeypatch) == "6", "nothing is migrated"
    inside(url, lambda connection: None)
    later = update(schema.settings).where(schema.settings.c.name == "schema").values(value="99")
    inside(url, lambda connection: connection.execute(later))
    assert "belongs to a later release" in refusal("--database", url)


def test_one_machine_with_sqlite_thinks_itself(tmp_path: Any) -> None:
    with pytest.raises(BadSetup, match="thinkers elsewhere need a PostgreSQL"):
        serve(Settings(database=f"sqlite:///{tmp_path}/khyber.db", thinkers=-1), "127.0.0.1", 0)
