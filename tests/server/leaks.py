"""Everything that somebody can ask about a running game, asked in two worlds; the answers are the same to the byte.

Both worlds are put into the database under the same id, one after the other, so that nothing in an answer has to be
left out of the comparison: texts, errors and sizes, packed or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete

from khyber.agents.driver import PERSON
from khyber.server.storage import schema, table_store
from khyber.server.storage.changes import insert_table, step_rows
from khyber.server.study import study
from khyber.server.tables import seats as table_seats
from khyber.server.tables.jobs import ready_table
from tests.server.serving import PATIENCE, Player, Running, Socket
from tests.server.worlds import AnyTable, Pair

T = TypeVar("T")
KEY = "paired-world"
#: Finished steps, counted from the last, whose moments are asked for.
STEPS = 6


@contextmanager
def the_same_worlds_imagined() -> Iterator[None]:
    """Chance of the server's own (for the worlds it imagines) is held fast, so that answers can be compared."""
    before = [(module, module.new_seed) for module in (study, table_seats)]
    try:
        for module, _ in before:
            module.new_seed = lambda: 11  # type: ignore[attr-defined]
        yield
    finally:
        for module, drawn in before:
            module.new_seed = drawn  # type: ignore[attr-defined]


def in_server(server: Running, work: Callable[[], Awaitable[T]]) -> T:
    """Do something in the server's event loop."""

    async def done() -> T:
        return await work()

    return asyncio.run_coroutine_threadsafe(done(), server.loop).result(PATIENCE)


def place(server: Running, table: AnyTable, owner: str, watcher: str, key: str = KEY) -> None:
    """Store a table for anybody to watch: one seat is the owner's, the others are bots' or empty."""
    ready = ready_table(table)
    assert ready.now is not None
    row = table_store.TableRow(
        id=key,
        game=ready.game,
        header=ready.header,
        name="",
        host=owner,
        sandbox=False,
        imported=False,
        public=True,
        help="all",
        created=1e9,
        changed=1e9,
        **msgspec.structs.asdict(ready.now),
    )
    seats = [(seat, owner if seat == watcher else None, agent, None) for seat, agent in table.seats.items()]
    assert table.seats[watcher] == PERSON

    def work(connection: Connection) -> None:
        insert_table(connection, row, seats, step_rows(key, 0, ready.steps))

    in_server(server, lambda: server.server.database.run(work))


def remove(server: Running) -> None:
    """Forget every table."""

    def work(connection: Connection) -> None:
        connection.execute(delete(schema.tables))

    async def gone() -> None:
        for key in list(server.server.tables.lives):
            server.server.tables.drop(key)
        await server.server.database.run(work)

    in_server(server, gone)


# -- what can be asked ----------------------------------------------------------------------------------------


@dataclass
class Asking:
    """Somebody asks about a table, and keeps every answer: status, size as sent, and text."""

    player: Player
    table: str
    answers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **body: Any) -> Any:
        """Ask over HTTP (post, where there is a body)."""
        where = f"/api/tables/{self.table}{path}"
        answer = self.player.http.post(where, json=body) if body else self.player.http.get(where)
        name = f"{path} {body}" if body else path
        self.answers[name] = f"{answer.status_code} {answer.num_bytes_downloaded} {answer.text}"
        return answer.json() if answer.headers["content-type"] == "application/json" else None

    def say(self, socket: Socket, kind: str, *answers: str, **fields: Any) -> None:
        """Say something at the table, and keep what is answered."""
        number = socket.say(kind, **fields)
        while True:
            message = socket.next()
            if message["type"] in (*answers, "error") and message.get("id", number) == number:
                break
        self.answers[f"{kind} {fields}"] = socket.heard[-1]

    def branch(self, **at: int) -> None:
        """Branch off a sandbox, and keep its whole record: what its host can know of it."""
        made = self.player.http.post(f"/api/tables/{self.table}/branch", json=at)
        answer = made.text
        if made.status_code == 200:
            record = self.player.http.get(f"/api/tables/{made.json()['id']}/record")
            answer = f"{record.num_bytes_downloaded} {record.text}"
        self.answers[f"branch {at}"] = f"{made.status_code} {answer}"


def all_answers(player: Player, pair: Pair, seat: str, table: str = KEY) -> dict[str, str]:
    """All that somebody can ask, in the watcher's seat or in none."""
    asking = Asking(player, table)
    steps = asking.get("")["steps"]
    for path in (
        "?lang=it",
        "/timeline",
        "/timeline?lang=it",
        "/record",
        "/position",
        "/svg",
        "/svg?lang=it",
        "/notes",
    ):
        asking.get(path)
    for query in ("mine", "watch"):
        listed = player.http.get(f"/api/tables?{query}")
        asking.answers[query] = f"{listed.num_bytes_downloaded} {listed.text}"
    _at_the_table(asking, pair, seat)
    for step in range(max(0, steps - STEPS), steps + 2):
        moment = asking.get(f"/replay?step={step}")
        for choice in range(moment["choices"]):
            asking.get(f"/replay?step={step}&choice={choice}&lang=it")
        for path in ("why", "position", "svg"):
            asking.get(f"/{path}?step={step}")
    _what_is_refused(asking, steps)
    for at in ({}, {"step": steps}, {"step": steps + 1, "choice": 0}, {"step": max(1, steps - 1)}):
        asking.branch(**at)
    return asking.answers


def _at_the_table(asking: Asking, pair: Pair, seat: str) -> None:
    """Frames, previews, asides and hints."""
    for lang in ("en", "it"):
        with asking.player.watch(asking.table, lang=lang, asides=1) as socket:
            asking.answers[f"frame {lang}"] = socket.heard[0]
            if lang == "it":
                continue
            version = socket.frame["version"]
            other = next((one for one in pair.one.seats if one != seat), "nobody")
            for mine in filter(None, (seat, other)):
                for kind in ("choose", "preview"):
                    asking.say(socket, kind, "ack", "preview", seat=mine, key="no such thing", version=version)
                    asking.say(socket, kind, "ack", "preview", seat=mine, key="no such thing", version=version - 1)
                asking.say(socket, "undo", "ack", seat=mine, version=version - 1)
            asking.say(socket, "agree", "ack", agree=True, version=version)
            asking.say(socket, "asides", "asides")
            asking.say(socket, "state", "frame")
            if socket.asked == seat:
                offered = [*socket.keys, *(one["key"] for one in socket.frame["asides"].get(seat, ()))]
                for key in offered[:40]:
                    asking.say(socket, "preview", "preview", seat=seat, key=key, version=version)
    for wanted in filter(None, (seat, *pair.one.seats, "nobody")):
        asking.get(f"/hint?seat={wanted}")


def _what_is_refused(asking: Asking, steps: int) -> None:
    for path in ("replay", "why", "position", "svg"):
        for step in (steps + 2, 10**6, -1, "x"):
            asking.get(f"/{path}?step={step}")
    asking.get(f"/replay?step={max(1, steps)}&choice=999")
    asking.get(f"/replay?step={steps + 1}&choice=999")
    asking.get("/join", token="x" * 22)
    asking.get("/branch", step=10**6)
    asking.get("/branch", choice=1)
    asking.get("/seat", seat="nobody", agent=PERSON)
    asking.get("/invite", seat="nobody")


# -- compared -------------------------------------------------------------------------------------------------


@dataclass
class Compared:
    """How many answers were compared, and where they differed."""

    answers: int = 0
    differing: list[str] = field(default_factory=list)


class Comparer:
    """A player and a spectator at one server, who ask about worlds in turn."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.ann, self.eve = server.player("Ann"), server.player("Eve")
        self.owner: str = self.ann.get("/api/me")["user"]["id"]

    def compare(self, pair: Pair) -> Compared:
        """Everything that both can ask, in both worlds."""
        told: list[dict[str, str]] = []
        with the_same_worlds_imagined():
            for world in pair.worlds:
                remove(self.server)
                place(self.server, world, self.owner, pair.watcher)
                told.append(
                    {
                        f"{who} {what}": answer
                        for who, player, seat in (("spectator", self.eve, ""), (pair.watcher, self.ann, pair.watcher))
                        for what, answer in all_answers(player, pair, seat).items()
                    }
                )
        one, other = told
        assert list(one) == list(other), "other things could be asked"
        return Compared(
            len(one),
            [
                f"{pair.kind}: {what}: {_parted(answer, other[what])}"
                for what, answer in one.items()
                if answer != other[what]
            ],
        )


def _parted(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 40) : at + 40]!r} but {other[max(0, at - 40) : at + 40]!r}"
