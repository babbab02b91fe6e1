"""Markup in whatever people write is text wherever it is shown: nothing runs, and no policy is violated.

Every way in for a text (names, titles, chat, requests, notes, own data, records) meets every place that shows it. A
look counts where the text is really there to be read.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import khyber
from khyber.games.enduring_freedom import box as freedom_box
from khyber.games.zurmat import box as zurmat_box
from khyber.lab.report.frames import read_run
from khyber.lab.report.numbers import numbers
from khyber.lab.report.page import page as report_page
from khyber.lab.study.plan import make_study
from khyber.lab.study.run import here, run_study
from khyber.lab.study.store import RunFolder
from tests.e2e.browsing import PATIENCE, Serving
from tests.server.serving import Player

#: As short as a name must be. Whatever of them becomes an element is found by its attribute.
MARKUP = (
    "<img src=x data-evil onerror=ran()>",
    '"><svg data-evil onload=ran()>',
    "'><a data-evil href=javascript:ran()>x",
    "</title><script data-evil>ran()//",
    "</text><g data-evil onclick=ran()>",
    "&lt;img src data-evil onerror=ran()&gt;",
    "{{ran()}}${ran()}<%=ran()%>",
    "]]><b data-evil onfocus=ran() autofocus>",
    "<style data-evil>@import'//evil.invalid",
    "<iframe data-evil srcdoc=<script>ran()>",
)
WATCH = """
  window.ran = () => { window.evil = (window.evil || 0) + 1 };
  window.broken = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""
#: What came of markup: elements with the attribute, code that ran, violations of the policy.
FOUND = "() => [document.querySelectorAll('[data-evil]').length, window.evil || 0, window.broken || []]"
#: All that can be read, in texts and in attributes.
READ = """() => {
  const texts = [document.documentElement.textContent];
  for (const one of document.querySelectorAll("*")) {
    for (const { value } of one.attributes) texts.push(value);
    if ("value" in one && typeof one.value === "string") texts.push(one.value);
  }
  return texts.join("\\n");
}"""
SIDES = ("coalition", "taliban")


class Reader:
    """Somebody who looks at what others wrote."""

    def __init__(self, browser: Browser, server: Serving) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(WATCH)
        self.page: Page = self.context.new_page()
        self.server = server
        #: Texts that were there to be read, over all places.
        self.looks = 0
        self.away: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self._note(request.url))
        self.page.on("dialog", lambda dialog: self.errors.append(dialog.message))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, url: str) -> None:
        if not url.startswith((self.server.address, "data:", "blob:", "file:", "about:")):
            self.away.append(url)

    def sign_in(self, player: Player) -> None:
        cookies = [
            {"name": name, "value": value, "url": self.server.address} for name, value in player.http.cookies.items()
        ]
        self.context.add_cookies(cookies)  # type: ignore[arg-type]

    def open(self, path: str) -> None:
        """Open a page of the server, even if only what is behind the # differs."""
        self.page.goto("about:blank")
        self.page.goto(path if ":" in path else f"{self.server.address}/{path}")

    def look(self, texts: tuple[str, ...], *, least: int) -> None:
        """Wait until at least so many of the texts are there, and see that nothing came of them."""
        page, there = self.page, 0
        for _ in range(PATIENCE // 50):
            read = re.sub(r"\s+", " ", str(page.evaluate(READ)))
            there = sum(text in read for text in texts)
            if there >= least:
                break
            page.wait_for_timeout(50)
        assert there >= least, f"{there} of {least} texts at {page.url}"
        elements, ran, broken = page.evaluate(FOUND)
        assert (elements, ran, broken, self.away, self.errors) == (0, 0, [], [], []), page.url
        self.looks += there

    def tabs(self, texts: tuple[str, ...], least: int) -> None:
        """Look at every tab beside the board."""
        tabs = self.page.get_by_role("tab")
        tabs.first.wait_for()
        for number in range(tabs.count()):
            tabs.nth(number).click()
            self.look(texts, least=least)


@pytest.fixture
def reader(browser: Browser, serving: Serving) -> Iterator[Reader]:
    made = Reader(browser, serving)
    yield made
    made.context.close()
    print(f"{made.looks} texts looked at")


def hosts(server: Serving) -> list[tuple[Player, str, str]]:
    """For each text somebody of that name, with a table of that title, chat and requests; and its invitation."""
    found = []
    for text in MARKUP:
        host = Player(server.address, text)
        seats = {"taliban": "me", "warlords": "open", "coalition": "bot:3rd", "government": "bot:3rd"}
        made = host.table("distant-plain", "short", name=text, seats=seats, public=True)
        with host.watch(made["id"]) as socket:
            socket.say("chat", text=f"chat {text}")
            socket.until("chat")
            for to in ("coalition", "warlords"):  # a bot, who answers, and a person
                socket.say("wish", seat="taliban", to=to, what="resources", amount=1, text=f"{to} {text}")
                socket.until("chat")
        host.http.put(f"/api/tables/{made['id']}/notes", json={"text": f"note {text}"}).raise_for_status()
        found.append((host, made["id"], made["invites"]["warlords"]))
    return found


def test_names_titles_chat_and_requests_are_text_wherever_others_read_them(serving: Serving, reader: Reader) -> None:
    found = hosts(serving)
    reader.open("")
    reader.look(MARKUP, least=4)  # the lobby of a stranger shows the latest
    with Player(serving.address, "Victim") as victim:
        reader.sign_in(victim)
        for text, (host, table, token) in zip(MARKUP, found, strict=True):
            texts = (text, f"chat {text}", f"coalition {text}", f"warlords {text}")
            reader.open(f"#/join/{table}/{token}")
            reader.look((text,), least=1)
            victim.post(f"/api/tables/{table}/join", token=token)
            reader.open(f"#/table/{table}")
            reader.look((text,), least=1)
            reader.tabs(texts, least=1)
            reader.open(f"#/table/{table}/study")
            reader.look((text,), least=1)
            for path in ("", "/svg", "/timeline", "/position"):  # a record is downloaded, never shown
                reader.open(f"api/tables/{table}{path}")
                reader.look((json.dumps(text)[1:-1],), least=int(path == ""))
            host.post(f"/api/tables/{table}/seat", seat="warlords", agent="bot:3rd")  # the victim is told who did it
            reader.open(f"#/table/{table}")
            reader.look((text,), least=1)
        reader.open("")
        reader.look(MARKUP, least=len(MARKUP))
    assert reader.looks > 120


def test_what_runs_would_be_noticed(reader: Reader) -> None:
    reader.open("")
    for text in MARKUP[:2]:
        reader.page.evaluate("(text) => document.body.insertAdjacentHTML('beforeend', text)", text)
    reader.page.wait_for_function("() => window.broken.length > 0")
    elements, ran, broken = reader.page.evaluate(FOUND)
    assert elements >= 1 and not ran and broken  # the policy stops it, and says so


def test_a_name_and_a_note_of_ones_own_are_text(serving: Serving, reader: Reader) -> None:
    for text in MARKUP:
        with Player(serving.address, text) as host:
            table = host.table("zurmat", "standard", name=text, seats=dict.fromkeys(SIDES, "me"), sandbox=True)["id"]
            host.http.put(f"/api/tables/{table}/notes", json={"text": f"note {text}"}).raise_for_status()
            reader.context.clear_cookies()
            reader.sign_in(host)
            reader.open("")
            reader.look((text,), least=1)
            reader.open(f"#/table/{table}")
            reader.tabs((text, f"note {text}"), least=1)
            reader.open("api/me")
            reader.look((json.dumps(text)[1:-1],), least=1)
    assert reader.looks >= 5 * len(MARKUP)


# -- own data, and records ------------------------------------------------------------------------------


def in_events(fields: dict[str, Any]) -> dict[str, Any]:
    """The record with markup after every text in its log."""
    logs = zlib.decompress(base64.b64decode(fields["events"])).split(b"\n")
    count = 0
    for number, log in enumerate(logs):
        events = json.loads(log)
        for event in events:
            for place, value in enumerate(event[2:], 2):
                if isinstance(value, str):
                    event[place] = MARKUP[count % len(MARKUP)]
                    count += 1
        logs[number] = json.dumps(events).encode()
    return {**fields, "events": base64.b64encode(zlib.compress(b"\n".join(logs))).decode()}


def zurmat_names() -> dict[str, Any]:
    """Own data of Zurmat in which every tile, Event and Objective has markup for a name and a source."""
    printed = zurmat_box.printed()
    named: dict[str, Any] = {}
    rows: Any
    for section in ("tiles", "events", "objectives"):
        rows = printed[section]
        named[section] = {
            key: {**row, "name": MARKUP[number % len(MARKUP)], "provenance": MARKUP[-1 - number % len(MARKUP)]}
            for number, (key, row) in enumerate(rows.items())
        }
    return named


def test_names_of_tiles_cards_and_zones_are_text_at_the_table_and_in_pictures(serving: Serving, reader: Reader) -> None:
    zurmat = json.loads(khyber.play("zurmat", seed=4, seats="random").save())
    zones: Any = freedom_box.printed()["map"]["zones"]
    rows = {
        key: {**row, "name": MARKUP[number % len(MARKUP)]}
        for number, (key, row) in enumerate(zones.items())
        if isinstance(row, dict)
    }
    freedom = json.loads(khyber.play("enduring-freedom", seed=4, seats="random").save())
    with Player(serving.address, "Mallory") as mallory:
        for game, fields, own in (("zurmat", zurmat, zurmat_names()), ("enduring-freedom", freedom, {"zones": rows})):
            text = json.dumps({**fields, "replaced": own})
            made = mallory.post("/api/tables/import", text=text, game=game, public=True, sandbox=False, name=MARKUP[0])
            look_at(reader, made["id"], steps=len(fields["steps"]))
    assert reader.looks > 50


def look_at(reader: Reader, table: str, steps: int) -> None:
    """Look at a table, its study at some moments, and its picture as a page of its own."""
    reader.open(f"#/table/{table}")
    reader.look(MARKUP, least=1)
    reader.tabs(MARKUP, least=1)
    for step in (1, steps // 2, steps):
        reader.open(f"#/table/{table}/study?step={step}")
        reader.look(MARKUP, least=1)
        for path in (f"svg?step={step}", f"svg?step={step}&lang=it", f"replay?step={step}", f"why?step={step}"):
            reader.open(f"api/tables/{table}/{path}")
            reader.look(MARKUP, least=0)


def test_texts_in_somebodys_record_are_text_in_its_log(serving: Serving, reader: Reader) -> None:
    with Player(serving.address, "Mallory") as mallory:
        for game in ("zurmat", "distant-plain", "enduring-freedom"):
            fields = json.loads(khyber.play(game, seed=4, seats="random").save())
            text = json.dumps(in_events(fields))
            made = mallory.post("/api/tables/import", text=text, game=game, public=True, sandbox=False, name=MARKUP[1])
            look_at(reader, made["id"], steps=len(fields["steps"]))
    assert reader.looks > 90


def test_what_a_study_is_called_is_text_in_its_report(reader: Reader, tmp_path: Path) -> None:
    plan = {
        "name": "markup",
        "title": MARKUP[0],
        "seed": 5,
        "setups": [{"game": "zurmat", "seats": "random", "games": 2}],
    }
    run_study(RunFolder(tmp_path / "run", make_study(plan)), here(1))
    found = numbers(read_run(tmp_path / "run"))
    for number, text in enumerate(MARKUP):
        file = tmp_path / f"report-{number}.html"
        file.write_text(report_page(found, title=text, findings=f"{text}\n\n{text}"), encoding="utf-8")
        reader.open(file.as_uri())
        reader.look((text,), least=1)
