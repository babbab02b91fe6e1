"""What is told to those who study a running game gives nothing away.

Pairs of worlds that a seat cannot tell apart are brought to the server; whatever the seat then asks, the answers are
the same to the byte. Chance of the server's own (the worlds it imagines) is held fast for that.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import khyber
from khyber.agents.driver import advance
from khyber.engine.table import Table, from_record
from khyber.games.distant_plain.board import is_propaganda
from khyber.games.distant_plain.state import State as PlainState
from khyber.server import seating, studying
from tests.server.serving import Player, Running
from tests.server.test_study_live import preview
from tests.zurmat.tables import SEATS as SIDES
from tests.zurmat.tables import asked
from tests.zurmat.tables import new as new_zurmat
from tests.zurmat.worlds import same_choice, sent, twin

BOT = "bot:3rd"


@pytest.fixture(autouse=True)
def the_same_worlds_are_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (studying, seating):
        monkeypatch.setattr(module, "new_seed", lambda: 11)


def answers(player: Player, table: str, seat: str) -> Iterator[tuple[str, Any]]:
    """All that a seat can ask about a running game, and what it is told."""
    path = f"/api/tables/{table}"
    steps = player.get(path)["steps"]
    yield "timeline", player.http.get(f"{path}/timeline").text
    with player.watch(table) as socket:
        frame = {key: value for key, value in socket.frame.items() if key != "players"}
        yield "frame", json.dumps(frame)
        if socket.asked == seat:
            for key in socket.keys:
                told = preview(socket, key)
                yield f"preview {key}", json.dumps({key: value for key, value in told.items() if key != "id"})
            yield "hint", player.http.get(f"{path}/hint?seat={seat}").text
    yield "position", player.http.get(f"{path}/position").text
    for step in range(max(0, steps - 12), steps + 2):
        moment = player.get(f"{path}/replay?step={step}")
        yield f"step {step}", json.dumps(moment)
        for choice in range(moment["choices"]):
            yield f"step {step} choice {choice}", player.http.get(f"{path}/replay?step={step}&choice={choice}").text
        if step:
            yield f"why {step}", player.http.get(f"{path}/why?step={step}").text
        if step <= steps:
            yield f"position {step}", player.http.get(f"{path}/position?step={step}").text
    for at in ({}, {"step": steps}, {"step": steps + 1, "choice": 0}, {"step": max(1, steps - 1)}):
        made = player.http.post(f"{path}/branch", json=at)
        world = player.get(f"{path[:-len(table)]}{made.json()['id']}/record") if made.status_code == 200 else made.text
        yield f"branch {at}", json.dumps(world)


def same_to(server: Running, pair: tuple[str, str], seat: str, others: dict[str, str]) -> int:
    """Bring both worlds to the server; the seat, and somebody who has none, ask the same about both.

    How many answers of the seat were compared.
    """
    ann, eve = server.player("Ann"), server.player("Eve")
    made = [ann.post("/api/tables/import", text=text, seats={seat: "me", **others}, sandbox=False, public=True)["id"]
            for text in pair]
    for player, own in ((eve, ""), (ann, seat)):
        one, other = (dict(answers(player, table, own)) for table in made)
        assert list(one) == list(other)
        for what, answer in one.items():
            assert answer == other[what], what
    return len(one)


# -- A Distant Plain: the cards to come -------------------------------------------------------------------


def other_deck(table: Table[PlainState], source: random.Random) -> Table[PlainState]:
    """The same game with two cards exchanged of which nothing was seen yet, from the first step on.

    So are the Deception markers of the first two players.
    """
    hidden = [card for card in table.state.deck[1:] if not is_propaganda(card)]
    one, other = source.sample(hidden, 2)
    exchange = bytes.maketrans(bytes((one, other)), bytes((other, one)))
    record = table.record()
    for number, step in enumerate(record.steps):
        state = PlainState.unpack(step.after)
        state.deck = state.deck.translate(exchange)
        state.deception = (*state.deception[1::-1], *state.deception[2:])
        record.steps[number] = replace(step, after=state.pack())
    return from_record(table.game, record)


def plain_game(seed: int, seats: dict[str, str], options: tuple[str, ...]) -> Table[PlainState]:
    """A game in which people chose at random for a while, and the Taliban are asked."""
    source = random.Random(seed)
    table = khyber.new("distant-plain", scenario="short", seed=seed, seats=seats, options=options)
    for _ in range(20):
        advance(table)
        table.choose(source.randrange(len(asked(table).values)))
    advance(table)
    while asked(table).seat != "taliban":
        table.choose(source.randrange(len(asked(table).values)))
    return table


@pytest.mark.parametrize("options", [(), ("deception",)], ids=["bots", "deception"])
def test_nothing_tells_of_the_cards_to_come(local: Running, options: tuple[str, ...]) -> None:
    """Nor of others' Deception markers: those are for games of three or four people, without bots."""
    others = dict.fromkeys(("coalition", "government", "warlords"), "open" if options else BOT)
    seats = {"taliban": "person", **dict.fromkeys(others, "person" if options else BOT)}
    table = next(table for seed in range(50) if not any((table := plain_game(seed, seats, options)).state.revealed))
    world = other_deck(table, random.Random(4))
    assert world.state.deck != table.state.deck
    assert world.state.deception != table.state.deception or not options
    assert json.dumps(world.frame("taliban")) == json.dumps(table.frame("taliban"))
    assert same_to(local, (table.save(), world.save()), "taliban", others) > 30


def test_an_imagined_deck_owes_nothing_to_the_real_order() -> None:
    table = khyber.new("distant-plain", scenario="main", seed=4)
    other = other_deck(table, random.Random(1))
    for seed in range(5):
        worlds = [one.imagine("taliban", seed).state.deck for one in (table, other)]
        assert worlds[0] == worlds[1] != table.state.deck


# -- Zurmat: discs, hands, Objectives ---------------------------------------------------------------------


def zurmat_pair(seed: int, watcher: str, options: tuple[str, ...]) -> tuple[str, str]:
    """Two games that the watcher cannot tell apart and that differ in all that is hidden, with choices since."""
    for attempt in range(200):
        source = random.Random(seed * 1000 + attempt)
        table = new_zurmat(seed + attempt, options)
        for _ in range(source.randrange(60, 110)):
            if table.decision is not None:
                table.choose(source.randrange(len(table.decision.values)))
        while table.decision is not None and (table.since or not table.steps):
            table.choose(source.randrange(len(table.decision.values)))
        if table.decision is None:
            continue
        other = twin(table, watcher, source)
        pair = (table, other)
        for _ in range(source.randrange(2, 10)):
            if any(one.decision is None for one in pair) or not same_choice(pair, source):
                break
        if all(one.decision is not None for one in pair) and table.state != other.state and (
                sent(table, watcher) == sent(other, watcher)) and table.decision.seat == watcher:
            return table.save(), other.save()
    raise AssertionError("no such pair was found")


@pytest.mark.parametrize("options", [(), ("notes",)], ids=["strict", "notes"])
@pytest.mark.parametrize("watcher", SIDES)
def test_nothing_tells_of_discs_hands_and_objectives(local: Running, watcher: str, options: tuple[str, ...]) -> None:
    bot = khyber.catalogue.game("zurmat").bots[0]
    others = {side: bot for side in SIDES if side != watcher}
    pairs = [zurmat_pair(seed, watcher, options) for seed in range(2)]
    assert sum(same_to(local, pair, watcher, others) for pair in pairs) > 40


def test_without_notes_the_past_shows_no_faces_again(local: Running) -> None:
    """A disc that was placed is forgotten: no view of an earlier moment shows which one it was."""
    ann, forgotten = local.player("Ann"), 0
    for seed in range(3):
        table = new_zurmat(seed)
        source = random.Random(seed)
        while table.decision is not None and len(table.steps) < 90:
            table.choose(source.randrange(len(table.decision.values)))
        made = ann.post("/api/tables/import", text=table.save(), seats={"taliban": "me", "coalition": "open"},
                        sandbox=False)["id"]
        steps = ann.get(f"/api/tables/{made}")["steps"]
        for step in range(1, steps + 1):
            moment = ann.get(f"/api/tables/{made}/replay?step={step}")
            for choice in range(moment["choices"] + 1):
                then = ann.get(f"/api/tables/{made}/replay?step={step}&choice={choice}")
                assert isinstance(then["view"]["sides"]["taliban"]["drawn"], int)
                answer = then["asked"]
                forgotten += bool(answer and answer["seat"] == "taliban" and not answer["key"])
    assert forgotten > 2
