"""Hidden is hidden: what a seat may know, what strict memory forgets, what notes keep."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from khyber.engine.chance import Chance, Seeded
from khyber.engine.errors import UndoRefused
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, SEATS, answer, asked, board, discs, keys, logged, new, shown, table, tiles
from tests.zurmat.worlds import now, open_facts, private, same_choice, sent, twin

STRICT, NOTES = (), ("notes",)


# -- memory -------------------------------------------------------------------------------------------


def placed(options: tuple[str, ...]) -> Table[State]:
    """The Taliban have drawn a Neutral and a Faction disc and placed the Faction disc on 03, the other on 12."""
    playing = table(
        tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}}),
        step="influence",
        active="taliban",
        options=list(options),
        dice=[1, 99],
    )
    assert shown(playing, "sides", "taliban", "drawn", to="taliban") == {"neutral": 1, "faction": 1}
    return answer(playing, "03", "faction", "12")


@pytest.mark.rule("zurmat:population")
def test_without_notes_a_placed_disc_is_forgotten_by_view_log_and_own_record() -> None:
    """Ruling 46: own discs, too."""
    playing = placed(STRICT)
    for seat in (*SEATS, ""):
        assert shown(playing, "tiles", "03", "discs", "taliban", to=seat) == {"n": 1}
        record = playing.own_record(*([seat] if seat else []))
        assert '"%*"' in record and "faction" not in record
        assert "faction" not in json.dumps(playing.frame(*([seat] if seat else []))["events"])
    assert discs(playing, "03", "taliban") == {"faction": 1}


@pytest.mark.rule("zurmat:population")
def test_with_notes_its_owner_is_told_and_nobody_else() -> None:
    playing = placed(NOTES)
    assert shown(playing, "tiles", "03", "discs", "taliban", to="taliban") == {"n": 1, "neutral": 0, "faction": 1}
    assert shown(playing, "tiles", "03", "discs", "taliban", to="coalition") == {"n": 1}
    assert shown(playing, "tiles", "03", "discs", "taliban") == {"n": 1}
    assert '"#faction"' in playing.own_record("taliban")
    assert "faction" not in playing.own_record("coalition")
    assert "faction" not in playing.own_record()


@pytest.mark.rule("zurmat:population")
def test_without_notes_a_placed_disc_is_not_taken_back_alone() -> None:
    def begun(options: tuple[str, ...]) -> Table[State]:
        playing = table(
            tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}}),
            step="influence",
            active="taliban",
            options=list(options),
            dice=[1, 99],
        )
        return answer(playing, "03", "faction")

    strict, notes = begun(STRICT), begun(NOTES)
    with pytest.raises(UndoRefused):
        strict.undo("taliban")
    strict.undo("taliban", agreed=True)
    assert shown(strict, "sides", "taliban", "drawn", to="taliban") == {"neutral": 1, "faction": 1}
    notes.undo("taliban")
    assert shown(notes, "sides", "taliban", "drawn", to="taliban") == {"neutral": 1, "faction": 1}


@pytest.mark.rule("zurmat:population")
def test_which_disc_is_asked_even_when_they_are_alike() -> None:
    playing = table(
        tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}}),
        step="influence",
        active="taliban",
        dice=[1, 2],
    )
    answer(playing, "03")
    assert (asked(playing).ask, keys(playing)) == ("which-disc", ["neutral"])


@pytest.mark.rule("zurmat:population")
@pytest.mark.parametrize("options", [STRICT, NOTES])
def test_the_one_disc_that_has_one_place_to_go_is_looked_at_first(options: tuple[str, ...]) -> None:
    playing = table(tiles({"01": {"us": 1}}), coalition={"board": board("patrol")}, options=list(options), dice=[100])
    answer(playing, "patrol", "01", "07")
    assert (asked(playing).ask, keys(playing)) == ("show-discs", ["place"])
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"faction": 1}
    assert shown(playing, "sides", "coalition", "drawn", to="taliban") == 1


def looked(options: tuple[str, ...]) -> Table[State]:
    """The Coalition has looked at 12 by a card, and gone on to its Operation."""
    playing = table(
        tiles({"12": {"taliban-faction": 1, "taliban-neutral": 1}}),
        options=list(options),
        coalition={"hand": ["intel"]},
    )
    return answer(playing, "play intel", "12", "recruit")


def to_keep(playing: Table[State]) -> Any:
    """What the Coalition may look up later of this moment."""
    return json.loads(json.dumps(GAME.past_view(playing.state, ["coalition"])))


@pytest.mark.rule("zurmat:declare", "zurmat:population")
def test_of_a_past_moment_strict_memory_shows_hands_but_no_discs() -> None:
    """While a side looks at discs, or has them in hand, the view to keep is one without their faces."""
    laid = tiles({"01": {"ana": 2}, "08": {"taliban-faction": 1}})
    for options, seen in ((STRICT, False), (NOTES, True)):
        playing = table(laid, month="april", options=list(options), coalition={"hand": ["intel"]})
        answer(playing, "declare")
        drawing = to_keep(playing)["sides"]["coalition"]
        assert isinstance(drawing["drawn"], dict) is seen
        assert drawing["hand"] == ["intel"]
    looking = table(laid, options=list(STRICT), coalition={"hand": ["intel"]})
    answer(looking, "play intel", "08")
    assert shown(looking, "tiles", "08", "discs", "taliban", to="coalition") == {"n": 1, "neutral": 0, "faction": 1}
    assert to_keep(looking)["tiles"]["08"]["discs"]["taliban"] == {"n": 1}


@pytest.mark.rule("zurmat:declare", "zurmat:population")
def test_notes_keep_what_a_look_showed() -> None:
    strict, notes = looked(STRICT), looked(NOTES)
    assert shown(strict, "tiles", "12", "discs", "taliban", to="coalition") == {"n": 2}
    assert not logged(strict, "saw")
    assert shown(notes, "tiles", "12", "discs", "taliban", to="coalition") == {"n": 2, "neutral": 1, "faction": 1}
    assert [e.params["tf"] for e in notes.events("coalition") if e.kind == "saw"] == [1]
    assert not [e for e in notes.events("taliban") if e.kind == "saw"]
    assert shown(notes, "tiles", "12", "discs", "taliban") == {"n": 2}  # nobody else knows


@pytest.mark.rule("zurmat:declare")
@pytest.mark.parametrize("options", [STRICT, NOTES])
def test_what_a_declare_leaves_everybody_has_seen(options: tuple[str, ...]) -> None:
    playing = table(
        tiles({"12": {"taliban-faction": 3, "coalition-faction": 1}}),
        options=list(options),
        coalition={"hand": ["village"]},
    )
    answer(playing, "play village", "12")
    for seat in SEATS:
        assert shown(playing, "tiles", "12", "discs", "taliban", to=seat) == {"n": 2, "neutral": 0, "faction": 2}


@pytest.mark.rule("zurmat:event-clarifications")
def test_a_caravan_s_disc_is_followed_by_those_who_know_it() -> None:
    playing = table(
        tiles({"08": {"coalition-faction": 1, "coalition-neutral": 1}, "04": {"north": 2}}),
        step="event",
        options=["notes"],
        dice=[15, 2],
    )
    answer(playing, "08", "04", "done", "none")
    assert shown(playing, "tiles", "04", "discs", "coalition", to="coalition") == {"n": 1, "neutral": 0, "faction": 1}
    assert shown(playing, "tiles", "04", "discs", "coalition", to="taliban") == {"n": 1}


def test_neither_hands_nor_objectives_nor_seed_leave_the_table() -> None:
    playing = new(987654321)
    source = random.Random(1)
    while asked(playing).ask != "turn":
        playing.choose(source.randrange(len(asked(playing).values)))
    hands = {seat: shown(playing, "sides", seat, "hand", to=seat) for seat in SEATS}
    for seat, other in (SEATS, SEATS[::-1]):
        sent = json.dumps(playing.frame(seat)) + playing.own_record(seat)
        assert "987654321" not in sent
        assert shown(playing, "sides", other, "hand", to=seat) == len(hands[other])  # type: ignore[arg-type]
        assert shown(playing, "sides", other, "objectives", to=seat) == 2
        assert f'"drew-card", "tactics", "{other}", "unseen"' in sent


# -- pairs of worlds ------------------------------------------------------------------------------------


class Veiled(Chance):
    """The results of one seed, but for the draws of the hidden seat, which are named for it: they come from another."""

    def __init__(self, seed: int, hidden: str, other: int) -> None:
        self._open, self._veiled, self._hidden = Seeded(seed), Seeded(other), f"{hidden}-"

    def draw(self, name: str, sides: int, counter: int) -> int:
        return (self._veiled if name.startswith(self._hidden) else self._open).draw(name, sides, counter)

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return self._open.order(name, count, counter)


def veiled(seed: int, options: tuple[str, ...], watcher: str, other: int) -> Table[State]:
    """A game in which what the watcher does not see is drawn from another seed."""
    hidden = SEATS[1 - SEATS.index(watcher)]

    header = Header(GAME.id, GAME.rules_version, GAME.digest(), seed, Setup("standard", options, 2), {})
    return Table(GAME, header, Veiled(seed, hidden, other))


@pytest.mark.parametrize("options", [STRICT, NOTES])
@pytest.mark.parametrize("watcher", SEATS)
def test_games_in_worlds_that_a_seat_cannot_tell_apart(watcher: str, options: tuple[str, ...]) -> None:
    """Frames and own records are equal byte for byte until something is shown that differs."""
    hidden = SEATS[1 - SEATS.index(watcher)]
    compared = told_apart = 0
    for seed in range(20):
        source = random.Random(seed)
        pair = veiled(seed, options, watcher, seed), veiled(seed, options, watcher, seed + 10_000)
        while pair[0].decision is not None:
            before = now(pair[0])
            if source.random() < 0.15:
                assert sent(pair[0], watcher) == sent(pair[1], watcher), f"seed {seed}, {pair[0].version} choices"
                if pair[0].state.month:
                    told_apart += sent(pair[0], hidden) != sent(pair[1], hidden)
                    compared += 1
            looking = asked(pair[0]).seat == watcher and asked(pair[0]).ask in ("intel", "card-intel", "event-intel")
            if looking or not same_choice(pair, source):
                break  # the watcher would see other discs, or the hidden seat can do other things
            if open_facts(pair[0], before) != open_facts(pair[1], before):
                break  # shown to everybody, and different
            if pair[0].decision is None or pair[1].decision is None:
                break
    assert compared > 80
    assert told_apart > 0.95 * compared


# -- twins of a running game ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [STRICT, NOTES])
@pytest.mark.parametrize("watcher", SEATS)
def test_twins_of_running_games_look_alike(watcher: str, options: tuple[str, ...]) -> None:
    hidden = SEATS[1 - SEATS.index(watcher)]
    compared = told_apart = 0
    for seed in range(8):
        playing, source = new(seed, options), random.Random(seed)
        while playing.decision is not None:
            if not playing.since and playing.steps and source.random() < 0.06:
                pair = playing.fork(), twin(playing, watcher, source)
                told_apart += sent(pair[0], hidden) != sent(pair[1], hidden)
                for _ in range(6):
                    assert sent(pair[0], watcher) == sent(pair[1], watcher), f"seed {seed}, {pair[0].version} choices"
                    compared += 1
                    before = now(pair[0])
                    looking = asked(pair[0]).seat == watcher and asked(pair[0]).ask in (
                        "intel",
                        "card-intel",
                        "event-intel",
                    )
                    if looking or not same_choice(pair, source):
                        break
                    if open_facts(pair[0], before) != open_facts(pair[1], before) or private(
                        pair[0], watcher
                    ) != private(pair[1], watcher):
                        break
                    if pair[0].decision is None:
                        break
            playing.choose(source.randrange(len(asked(playing).values)))
    assert compared > 150
    assert told_apart > 18
