"""A later release with other rules resumes the tables of an earlier one."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import khyber
from khyber.engine.record import loads
from khyber.games.distant_plain.board import CARDS
from khyber.server.storage.schema import steps
from tests.server.games import LATER, WHERE
from tests.server.serving import Player, Running, play_on
from tests.server.test_bots import ask, changes

#: A game saved by version 0.2.0, when the Propaganda cards of A Distant Plain were 73 to 78.
FORMER = Path(__file__).parents[1] / "records" / "first-card-numbers" / "bots.json"


def same_person(player: Player, server: Running) -> Player:
    other = server.player()
    other.http.cookies.update(dict(player.http.cookies))
    return other


def test_tables_in_mid_game_continue_under_a_rule_that_changed(database: str) -> None:
    stood = {}
    with Running(database, games=WHERE) as earlier:
        ann = earlier.player("Ann")
        for choice in ("trade", "raid", ""):
            table = ann.table(seats={"north": "me", "south": "me"}, options=["rich"])["id"]
            with ann.watch(table) as both:
                both.choose(0)
                both.choose(0)
                if choice:
                    both.choose(choice)
                stood[choice] = (table, both.frame["version"], both.log, both.asked)
    with Running(database, games=LATER) as later:
        ann = same_person(ann, later)
        # what is still offered is kept
        table, version, log, asked = stood["raid"]
        with ann.watch(table) as both:
            assert (both.frame["version"], both.log, both.asked) == (version, log, asked)
        # what is no longer offered is dropped, and that is a change of its own
        table, version, log, _ = stood["trade"]
        with ann.watch(table, since=len(log), epoch=0) as both:
            assert (both.frame["version"], both.frame["epoch"], both.frame["since"]) == (version + 1, 1, 0)
            assert both.keys == ["rest", "raid"]
        assert [row.kind for row in changes(later, table)][-1] == "rules"
        # and all of them can be played to the end
        for table, *_ in stood.values():
            with ann.watch(table) as both:
                play_on(both)
                assert both.frame["outcome"]
    with Running(database, games=LATER) as again:
        ann = same_person(ann, again)
        for table, *_ in stood.values():
            assert ann.get(f"/api/tables/{table}")["status"] == "over"


def test_under_the_same_rules_nothing_is_written_at_the_start(database: str) -> None:
    with Running(database) as server:
        ann = server.player("Ann")
        table = ann.table(seats={"north": "me", "south": "me"})["id"]
        with ann.watch(table) as both:
            both.choose(0)
    with Running(database) as server, same_person(ann, server).watch(table) as both:
        assert both.frame["version"] == 1
        assert [row.kind for row in changes(server, table)] == ["choose"]


def test_a_table_stored_with_the_former_numbers_continues(database: str) -> None:
    """An update of the server finds the steps as the release before it wrote them."""
    text = FORMER.read_text(encoding="utf-8")
    old = loads(text)
    with Running(database) as earlier:
        ann = earlier.player("Ann")
        seats = dict.fromkeys(khyber.load(text).game.seats, "me")
        table = ann.post("/api/tables/import", text=text, seats=seats)["id"]

        def as_before(connection: Any) -> None:
            for number, step in enumerate(old.steps):
                connection.execute(
                    steps.update()
                    .where(steps.c.table_id == table, steps.c.number == number)
                    .values(after=zlib.compress(step.after), events=zlib.compress(step.events))
                )

        ask(earlier, as_before)
    with Running(database) as later:
        again = later.player()
        again.http.cookies.update(dict(ann.http.cookies))
        with again.watch(table) as watching:
            assert watching.frame["view"]["propaganda"] == {"played": 1, "of": 4}
            assert {201} == {card for card in watching.frame["view"]["played"] if card not in CARDS}
