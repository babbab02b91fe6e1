"""Servers and players for tests: a real server in a thread, real HTTP, real sockets."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import httpx
import uvicorn
import uvloop
from tools.postgres import free_port
from websockets.sync.client import ClientConnection, connect

from khyber.server.api.app import Server, make_app
from khyber.server.serve import options
from khyber.server.settings import Settings
from tests.server.games import WHERE

Message = dict[str, Any]
#: Seconds that a test waits for what must come: never a measure of anything, so long enough for a busy machine.
PATIENCE = 90.0


class Running:
    """A server that runs in a thread of this process."""

    def __init__(self, database: str, **settings: Any) -> None:
        given: dict[str, Any] = {"database": database, "games": WHERE, "limits": False, "pick_up": 0.5, **settings}
        self.settings = Settings(**given)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        app = make_app(self.settings)
        self.server: Server = app.state.server
        config = {
            name: value
            for name, value in options("127.0.0.1", self.port).items()
            if name not in ("app", "factory", "workers", "log_config")
        }
        self._uvicorn = uvicorn.Server(uvicorn.Config(app, **config))
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            self.loop = runner.get_loop()
            runner.run(self._uvicorn.serve())

    def __enter__(self) -> Running:
        self.thread.start()
        until(lambda: self._uvicorn.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._uvicorn.should_exit = True
        self.thread.join(PATIENCE)

    def player(self, name: str = "", source: str = "") -> Player:
        """Somebody with a browser; with a name, signed in as a guest. `source`: the address they call from."""
        return Player(self.address, name, source)


def until(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait for something to be so."""
    over = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < over, "it never came"
        time.sleep(0.01)
    return found


class Player:
    """A browser, as far as a server can tell."""

    def __init__(self, address: str, name: str = "", source: str = "") -> None:
        self.source = source
        transport = httpx.HTTPTransport(local_address=source) if source else None
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, transport=transport)
        self.code = ""
        if name:
            self.code = self.post("/api/guests", name=name)["recovery_code"]

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200) -> Any:
        return self._told(self.http.get(path), status)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self._told(self.http.post(path, json=body), status)

    def delete(self, path: str, status: int = 200) -> Any:
        return self._told(self.http.delete(path), status)

    @staticmethod
    def _told(answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        """The status and the code of a refusal."""
        answer = self.http.request(method, path, json=body or None)
        return answer.status_code, answer.json()["error"]["code"]

    def table(self, game: str = "tiny", scenario: str = "short", **more: Any) -> Any:
        return self.post("/api/tables", game=game, scenario=scenario, **more)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def watch(self, table: str, **query: Any) -> Socket:
        return Socket(str(self.http.base_url), table, self.cookie, query, source=self.source)


class Socket:
    """A live table. Every frame that ever came is kept, for searching."""

    def __init__(
        self, address: str, table: str, cookie: str, query: dict[str, Any], origin: str = "", source: str = ""
    ) -> None:
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        self._opened = connect(
            f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live?{asked}",
            compression=None,
            max_size=2**24,
            source_address=(source, 0) if source else None,
            additional_headers={**({"Cookie": cookie} if cookie else {}), **({"Origin": origin} if origin else {})},
        )
        self.socket: ClientConnection = self._opened.__enter__()
        self.heard: list[str] = []
        self.frame: Message = {}
        self.log: list[Message] = []
        self.ids = 0
        self.until("frame")

    def __enter__(self) -> Socket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.__exit__(kind, value, trace)

    def next(self, patience: float = PATIENCE) -> Message:
        text = self.socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Message = json.loads(text)
        if message["type"] == "frame":
            self.frame = message
            self.log = [*self.log[: message["since"]], *message["events"]]
            numbers = [event["n"] for event in message["events"]]
            assert numbers == list(range(message["since"], message["since"] + len(numbers)))
        return message

    def until(self, kind: str, when: Callable[[Message], bool] = lambda message: True) -> Message:
        """The next message of that kind for which it is so."""
        while True:
            message = self.next()
            if message["type"] == kind and when(message):
                return message

    def say(self, kind: str, **fields: Any) -> int:
        self.ids += 1
        self.socket.send(json.dumps({"type": kind, "id": self.ids, **fields}))
        return self.ids

    @property
    def asked(self) -> str | None:
        decision = self.frame["decision"]
        return decision["seat"] if decision else None

    @property
    def keys(self) -> list[str]:
        return [option["key"] for option in self.frame["decision"]["options"]]

    def choose(self, key: str | int, seat: str | None = None, version: int | None = None) -> Message:
        """Choose, and wait for the ack or the error; after an ack also for the frame that follows."""
        if isinstance(key, int):
            key = self.keys[key]
        number = self.say(
            "choose",
            version=self.frame["version"] if version is None else version,
            seat=seat or self.frame["decision"]["seat"],
            key=key,
        )
        return self._settled(number)

    def undo(self, seat: str) -> Message:
        return self._settled(self.say("undo", version=self.frame["version"], seat=seat))

    def scope(self, seat: str) -> Message:
        """What an undo would take back, or the problem."""
        number = self.say("undo-scope", version=self.frame["version"], seat=seat)
        while True:
            message = self.next()
            if message.get("id") == number:
                found: Message = message.get("scope") or message["error"]
                return found

    def agree(self, agree: bool) -> Message:
        return self._settled(self.say("agree", version=self.frame["version"], agree=agree))

    def _settled(self, number: int) -> Message:
        answer = self.until_settled(number)
        self.until("frame")
        return answer

    def until_settled(self, number: int) -> Message:
        """The answer to what was said under that number."""
        while True:
            message = self.next()
            if message["type"] in ("ack", "error") and message.get("id") == number:
                return message

    def catch_up(self, version: int) -> None:
        """Wait for the state of that version."""
        while self.frame["version"] < version:
            self.until("frame")

    def until_asked(self, *seats: str) -> None:
        """Wait until one of the seats is asked, or the game is over."""
        while self.asked is not None and self.asked not in seats:
            self.until("frame")


def play_on(*sockets: Socket, choices: int = 10_000) -> None:
    """Choose the first option for every seat until the game is over, or `most` times."""
    while choices and sockets[0].asked is not None:
        asked = sockets[0].asked
        next(socket for socket in sockets if asked in socket.frame["seats"]).choose(0)
        newest = max(socket.frame["version"] for socket in sockets)
        for socket in sockets:
            socket.catch_up(newest)
        choices -= 1
