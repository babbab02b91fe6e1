"""Servers in processes of their own and visitors in real browsers, who keep every frame that they get."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect
from tools.postgres import free_port

from khyber.server.library import PRINTED_GAMES, AnyTable, restore
from khyber.server.serve import is_up
from khyber.server.storage import table_store
from khyber.server.storage.sqlite import sqlite_engine
from tests.e2e.words import words

CHROMIUM = next(
    (
        path
        for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        if Path(path).exists()
    ),
    "",
)
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "khyber" / "server" / "page" / "index.html"
#: Headless, and silent towards the rest of the world.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-extensions",
    "--disable-domain-reliability",
)
#: Milliseconds that a visitor waits for what must come.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
#: The bot that plays against visitors here, and the one in games that do not have it.
BOT, OTHER_BOT = "bot:3rd", "bot:standard"
#: More choices than the longest turn asks of a person: Train in ten spaces, each piece from the map, is 86.
LONG_TURN = 200

#: Questions of Zurmat that are answered on the map alone.
ON_MAP = ("tile-place", "tile-turn", "roadblock")

#: Settings with which the page answers nothing for a visitor, and asks for no confirmation.
ASK_EVERYTHING = """
  for (const name of ["quick", "confirm-end"])
    try {
      if (!localStorage.getItem(`khyber.${name}`)) localStorage.setItem(`khyber.${name}`, "off");
    } catch {}  // a document without storage, such as a blank one
"""

#: Resolves once nothing on the page changes or moves any more; the tests in Firefox use it, too.
QUIET = (Path(__file__).parent / "quiet.mjs").read_text(encoding="utf-8").partition("export default ")[2]

#: Whether the page shows this version of the table or a later one; or it shows no table.
SHOWN = """(version) => {
  const at = document.querySelector("[data-version]");
  return !at || Number(at.dataset.version) >= version;
}"""

Message = dict[str, Any]


class Serving:
    """A server; it can be killed, and started again at the same address. `command`: as people start it, else all its
    tables are dealt alike."""

    def __init__(self, folder: Path, *, command: bool = False) -> None:
        self.database = folder / "khyber.db"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        url = f"sqlite:///{self.database}"
        if self._command:
            words = [
                str(Path(sys.executable).parent / "khyber"),
                "serve",
                "--no-browser",
                "--port",
                str(self.port),
                "--database",
                url,
            ]
        else:
            words = [sys.executable, "-m", "tests.e2e.alike"]
        settings = {
            "KHYBER_DATABASE": url,
            "KHYBER_PORT": str(self.port),
            "KHYBER_LIMITS": "False",
            "KHYBER_PICK_UP": "0.5",
        }
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(words, env={**os.environ, **settings}, stdout=log, stderr=log, cwd=ROOT)
        assert is_up(self.address, 120), self._log.read_text()

    def kill(self) -> None:
        """No farewell."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def table(self, key: str) -> AnyTable:
        """The table as it is stored, secrets and all: to know what must not be found elsewhere."""
        engine = sqlite_engine(self.database)
        try:
            with engine.connect() as connection:
                loaded = table_store.load_table(connection, key)
        finally:
            engine.dispose()
        assert loaded is not None
        return restore(PRINTED_GAMES, table_store.record_of(loaded.row, loaded.steps))


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        width: int = 1280,
        height: int = 900,
        locale: str = "en-GB",
        theme: Literal["light", "dark"] = "light",
        motion: bool = False,
        quick: bool = False,
    ) -> None:
        """`quick`: the page answers and confirms as it does for people; else every question waits for the test."""
        self.address = address
        self._words = words(locale[:2])
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        if not quick:
            self.context.add_init_script(ASK_EVERYTHING)
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.said: list[Message] = []
        self.sockets: list[str] = []
        self.errors: list[str] = []
        #: How many messages had come when the last socket was opened.
        self._before = 0
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _listen(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)
        self._before = len(self.heard)
        socket.on("framesent", lambda text: self.said.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.heard.append(text if isinstance(text, str) else text.decode()))

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors

    # -- what came ------------------------------------------------------------------------------------

    def messages(self, kind: str = "frame") -> Iterator[Message]:
        return (message for text in self.heard if (message := json.loads(text))["type"] == kind)

    @property
    def frame(self) -> Message:
        """The last frame."""
        for text in reversed(self.heard):
            message: Message = json.loads(text)
            if message["type"] == "frame":
                return message
        return {}

    def _heard_here(self) -> Message | None:
        """The last frame that came over the socket that is open now."""
        for text in reversed(self.heard[min(self._before, len(self.heard)) :]):
            message: Message = json.loads(text)
            if message["type"] == "frame":
                return message
        return None

    @property
    def options(self) -> list[str]:
        """What this visitor may choose now."""
        decision = self.frame.get("decision") or {}
        return [option["key"] for option in decision.get("options", ())]

    @property
    def awaiting(self) -> bool:
        """Whether the server has yet to answer the last choice, or to say what one would change."""
        sent = next((message for message in reversed(self.said) if message["type"] == "choose"), None)
        asked = next((message["id"] for message in reversed(self.said) if message["type"] == "preview"), None)
        answered = {reply.get("id") for kind in ("preview", "error") for reply in self.messages(kind)}
        return (sent is not None and sent["version"] >= self.frame["version"]) or (
            asked is not None and asked not in answered
        )

    def until(self, what: Callable[[], Any], why: str = "") -> None:
        """Wait for something to be so, and for the page to show it; the browser's news are heard meanwhile."""
        waited = 0
        while not what():
            assert waited < PATIENCE, f"{why or 'it never came'}; the last word was {self.heard[-1][:300]}"
            self.page.wait_for_timeout(25)
            waited += 25
        self.shown()

    def shown(self) -> None:
        """Wait until the page shows the last frame: only then are keys and clicks about its options."""
        frame = self._heard_here()
        if frame is not None:
            self.page.wait_for_function(SHOWN, arg=frame["version"], polling=25)

    def settle(self) -> None:
        """Wait until the page has drawn what it knows: nothing on it changes or moves any more."""
        self.page.evaluate(QUIET)

    def catch_up(self, version: int) -> None:
        """Wait for that version of the table."""
        self.until(lambda: self.frame["version"] >= version, f"version {version} never came")

    # -- how they see it ------------------------------------------------------------------------------

    def say(self, key: str, **params: object) -> str:
        """Return a text of the page in the language of the visitor's browser."""
        text = self._words[key]
        for name, value in params.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    @property
    def on_phone(self) -> bool:
        """Whether the window is as narrow as a phone, which shows one part of a table at a time."""
        size = self.page.viewport_size
        return size is not None and size["width"] <= 900

    def turn_to(self, part: str) -> None:
        """On a phone, show this part of the table: decide, board or log."""
        if self.on_phone:
            panes = self.page.locator("nav.panes")
            panes.get_by_role("button", name=self.say(f"table.{part}"), exact=True).click()

    # -- what they do ---------------------------------------------------------------------------------

    def come(self, name: str, path: str = "") -> None:
        """Open the page and play as a guest."""
        self.page.goto(f"{self.address}/{path}")
        self.page.get_by_label(self.say("me.name")).fill(name)
        self.page.get_by_role("button", name=self.say("me.guest")).click()
        self.page.get_by_role("button", name=self.say("me.recovery-done")).click()

    def new_table(
        self, game: str = "A Distant Plain", *, scenario: str = "", options: Sequence[str] = (), **seats: str
    ) -> None:
        """Start a public game in three steps; `seats` says who plays what, where it is not the first bot."""
        page = self.page
        page.get_by_role("link", name=self.say("home.new")).click()
        page.get_by_role("radio", name=game).check()
        if scenario:
            page.locator(f"input[name=scenario][value={scenario}]").check()
        if options:
            page.get_by_text(self.say("new.options")).click()
            for option in options:
                page.get_by_label(option).check()
        page.get_by_role("button", name=self.say("app.next")).click()
        for choice in page.locator("select[name^=seat-]").all():
            bot = BOT if choice.locator(f'option[value="{BOT}"]').count() else OTHER_BOT
            choice.select_option(seats.get((choice.get_attribute("name") or "").removeprefix("seat-"), bot))
        page.get_by_role("button", name=self.say("app.next")).click()
        page.locator("input[name=public]").check()
        page.get_by_role("button", name=self.say("new.start")).click()

    def imported(self, text: str, **more: object) -> str:
        """Import a record or a position as a table; return its address."""
        made = self.page.request.post(
            f"{self.address}/api/tables/import", headers={"origin": self.address}, data={"text": text, **more}
        )
        assert made.ok, made.text()
        return f"{self.address}/#/table/{made.json()['id']}"

    def import_position(self, text: str, game: str, seat: str) -> None:
        """Import a position and sit down in that seat."""
        self.page.goto(self.imported(text, game=game, seats={seat: "me"}))
        self.at_table()

    @property
    def table(self) -> str:
        """The id of the table in the address."""
        return self.page.url.rpartition("/")[2]

    def at_table(self) -> None:
        """Wait until the table of the address is open and shown."""
        self.page.wait_for_url(re.compile("#/table/"))
        expect(self.page.locator("[data-connection=open]")).to_be_visible()
        key = self.page.url.partition("#/table/")[2].partition("/")[0].partition("?")[0]
        self.until(
            lambda: f"/tables/{key}/" in self.sockets[-1] and self._heard_here(), f"no frame of table {key} came"
        )

    def _choose_on_map(self, key: str) -> None:
        """Take an option that only the map shows: the place of a tile as it lies in the hand, an edge."""
        version, page = self.frame["version"], self.page
        if self.frame["decision"]["ask"] == "tile-turn":
            for _ in range(self.options.index(key)):
                page.locator("[data-rotate]").click()
        else:
            page.locator(f'[data-cell="{key}"], [data-edge="{key}"]').click()
        lay = page.locator("[data-lay]")
        if lay.count():
            lay.click()

        def taken() -> bool:
            decision = self.frame["decision"] or {}
            return bool(self.frame["version"] > version and (decision.get("ask") != "tile-turn" or not self.options))

        self.until(taken, f"{key!r} was not taken")

    def choose(self, key: str, by: str = "click") -> None:
        """Take an option: with the mouse, by its digit, or with Enter."""
        self.shown()
        if self.frame["decision"]["ask"] in ON_MAP:
            self._choose_on_map(key)
            return
        version, place = self.frame["version"], self.options.index(key)
        warned = "warning" in self.frame["decision"]["options"][place]
        button = self.page.locator(f'[data-option="{key}"]').first
        digit = button.locator("kbd")
        if by == "number" and digit.count():
            self.page.locator("body").press(digit.inner_text())
        elif by == "enter":
            button.press("Enter")
        else:
            button.click()
        if warned:
            self.page.locator("[data-confirm]").click()
        self.until(lambda: self.frame["version"] > version, f"{key!r} was not taken")


def play_on(
    visitors: tuple[Visitor, ...],
    most: int,
    enough: Callable[[], bool] = lambda: False,
    pick: Callable[[list[str]], str] = lambda options: options[0],
) -> int:
    """Whoever is asked takes the first option (or what `pick` says), by turns with mouse and keys."""
    made = waited = 0
    while made < most and not enough():
        asked = next((visitor for visitor in visitors if visitor.options), None)
        if asked is None:
            visitors[0].page.wait_for_timeout(25)
            visitors[-1].page.wait_for_timeout(25)
            waited += 50
            assert waited < PATIENCE, "nobody is asked"
            continue
        asked.choose(pick(asked.options), ("click", "number", "enter")[made % 3])
        for other in visitors:
            other.catch_up(asked.frame["version"])
        made, waited = made + 1, 0
    return made


#: The node of a flowchart, which no sentence begins with.
_NODE = re.compile(r"[A-Z]\w*(?:\.\w+)+ ")


def assert_plain_reason(visitor: Visitor, dialog: Locator) -> None:
    """A bot's reasons open with one sentence, and no more than that is unfolded."""
    said = dialog.locator("[data-in-short]").first
    before, _, after = visitor.say("play.in-short").partition("{why}")
    expect(said).to_have_text(re.compile(f"^{re.escape(before)}.*{re.escape(after)}$", re.DOTALL))
    why = (said.text_content() or "").strip()[len(before) :].removesuffix(after)
    assert len(why.split()) > 2 and why[0].isupper() and not _NODE.match(why), f"no plain sentence: {why!r}"
    expect(dialog.locator("[data-trace] li").first).to_be_hidden()


# -- what must not be found ---------------------------------------------------------------------------


def lists(json_: Any) -> Iterator[list[Any]]:
    if isinstance(json_, dict):
        for inner in json_.values():
            yield from lists(inner)
    elif isinstance(json_, list):
        yield json_
        for inner in json_:
            yield from lists(inner)


def cards_mentioned(message: Message) -> set[int]:
    """The numbers of all cards that a frame of A Distant Plain mentions."""
    view, found = message["view"], set()
    for event in message["events"]:
        found |= {event["told"][name] for name in ("card", "next") if name in event["told"]}
    found |= {view["card"], view["next"], *view["played"], *view["removed"]}
    found |= {card for card, _ in (*view["capabilities"], *view["momentum"])}
    return cast(set[int], {card for card in found if isinstance(card, int)})


def assert_no_secrets(visitor: Visitor, table: AnyTable, *seats: str) -> None:
    """Nothing that these seats may not know came to the visitor: seed, deck, hidden markers, others' options."""
    seed, state = table.header.seed, table.state
    to_come = list(state.deck)[1:]
    assert visitor.heard, "nothing came at all"
    assert len(to_come) > 5, "too few cards are left to tell"
    for text in visitor.heard:
        for secret in (str(seed), f"{seed:x}", '"seed"', '"start"', '"states"', '"order"'):
            assert secret not in text, f"{secret} came to {seats or 'a spectator'}"
    for message in visitor.messages():
        assert not cards_mentioned(message) & set(to_come), "a card that is still in the deck was mentioned"
        assert isinstance(message["view"]["deck"], int)
        for found in lists(message):
            assert not any(
                found[at : at + 3] == to_come[there : there + 3]
                for at in range(len(found) - 2)
                for there in range(len(to_come) - 2)
            ), "the deck's order"
        decision = message["decision"]
        if decision is not None and decision["seat"] not in seats:
            assert set(decision) == {"seat"}, "another seat's question came"
        assert set(message["asides"]) <= set(seats)
        for player, held in enumerate(message["view"]["deception"]):
            own = any(seat in message["view"]["players"][player] for seat in seats)
            assert own or held["own"] is None, "another player's Deception markers came"
