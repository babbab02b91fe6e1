"""Fog of war: neither view, log, question nor record holds what a counter face down is."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from khyber.engine.chance import Chance, Seeded
from khyber.engine.game import Setup
from khyber.engine.preview import preview
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, GAME, SEAT, asked, keys, new, shown, state, table, unit, z, zone

HIDDEN = {"kabul": z(hidden="aq-obl tb-inf1", shown="tb-ad1"), "khyber": z(hidden="sp-ambush", untried="na-fahim")}


def test_the_view_has_the_number_of_counters_face_down_and_no_more() -> None:
    playing = table(HIDDEN)
    assert shown(playing, "zones", "kabul", "islamists") == {"face-down": 2, "tb-ad1": 1}
    assert shown(playing, "zones", "khyber", "alliance") == {"face-down": 1}
    assert shown(playing, "boxes", "underground") == {"face-down": 62}
    frame = json.dumps(playing.frame(SEAT))
    assert not any(name in frame for name in ("aq-obl", "tb-inf1", "sp-ambush", "na-fahim"))


class Other(Chance):
    """The same dice for all to see, and other results for what nobody sees."""

    def __init__(self, seed: int, hidden: int) -> None:
        self.open, self.hidden = Seeded(seed), Seeded(hidden)

    def draw(self, name: str, sides: int, counter: int) -> int:
        source = self.hidden if name in ("alliance", "underground", "substitute") else self.open
        return source.draw(name, sides, counter)

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return self.hidden.order(name, count, counter)


def begun(hidden: int) -> Table[State]:
    header = Header(GAME.id, GAME.rules_version, GAME.digest(), 3, Setup("campaign", (), 1), {SEAT: "person"})
    return Table(GAME, header, Other(3, hidden))


@pytest.mark.parametrize("seed", range(12))
def test_worlds_that_differ_in_what_is_hidden_give_equal_frames(seed: int) -> None:
    """Until a counter is turned up, two worlds that differ in every hidden counter look the same, byte by byte."""
    one, two = begun(seed), begun(seed + 1000)
    source = random.Random(seed)
    assert one.state != two.state
    compared = 0
    while one.decision is not None and two.decision is not None:
        frames = [json.dumps(playing.frame(SEAT)) for playing in (one, two)]
        if "revealed" in frames[0] or "revealed" in frames[1]:
            break
        assert frames[0] == frames[1]
        assert one.own_record(SEAT) == two.own_record(SEAT)
        compared += 1
        choice = source.randrange(len(one.decision.values))
        one.choose(choice)
        two.choose(choice)
    assert compared >= 1


def test_the_record_of_the_player_hides_every_pick() -> None:
    playing = new(5)
    source = random.Random(5)
    while (decision := playing.decision) is not None:
        playing.choose(pick(decision, source, careful=True))
    own = json.loads(playing.own_record(SEAT))
    entries = [entry for step in own["steps"] for entry in step]
    hidden = [entry for entry in entries if entry.startswith("?")]
    assert hidden and all(entry.endswith(" *") for entry in hidden)


def test_what_was_concealed_again_is_not_in_the_view() -> None:
    playing = table({"herat": z(shown="tb-omar"), "kabul": z(ground="us-dagger us-kbar")}, step="adjust", jihad=1)
    assert asked(playing).ask == "mobilize"
    assert shown(playing, "zones", "herat", "islamists") == {"face-down": 1}
    assert "tb-omar" not in json.dumps(playing.view(SEAT))


def test_at_the_end_everything_is_shown() -> None:
    playing = table({"herat": z(hidden="tb-omar")}, step="admin", turn=7)
    assert playing.decision is None
    assert shown(playing, "zones", "herat", "islamists") == {"tb-omar": 1}


# -- imagining -------------------------------------------------------------------------------------


def test_imagined_worlds_deal_the_hidden_counters_anew() -> None:
    playing = table(HIDDEN)
    worlds = [playing.imagine(SEAT, seed).state for seed in range(200)]
    for world in worlds:
        GAME.check(world)
        assert world.where[unit("tb-ad1")] == zone("kabul")
        assert world.where.count(zone("kabul"), 0, BOX.islamist_end) == 3
    places = Counter(BOX.place_id(world.where[unit("aq-obl")]) for world in worlds)
    assert places["underground"] > 150 and places["kabul"] < 30
    leaders = {c for world in worlds for c in BOX.alliance if world.where[c] == zone("khyber")}
    assert len(leaders) > 20


def test_what_is_out_of_the_game_or_face_up_stays() -> None:
    there = state(
        {"kabul": z(shown="tb-omar")},
        boxes={
            "islamists-eliminated": ["aq-obl"],
            "airlift-of-evil": ["tb-inf1.1"],
            "underground-revealed": ["sp-option"],
            "eliminated": ["na-atta"],
        },
    )
    world = GAME.imagine(there, (SEAT,), random.Random(1))
    for name in ("tb-omar", "aq-obl", "sp-option", "na-atta"):
        assert world.where[unit(name)] == there.where[unit(name)]
    assert airlifted(world) == airlifted(there) == ["tb-inf1"]


def airlifted(there: State) -> list[str]:
    return [BOX.of[c].id for c in BOX.islamists if there.where[c] == board.AIRLIFT]


def test_a_counter_that_is_concealed_again_is_not_recognised_by_its_number() -> None:
    """Section 20: of two alike, no world tells which one was face up before."""
    before = state({"kabul": z(shown="tb-inf1.1", hidden="tb-inf1.2")})
    after = state({"kabul": z(shown="tb-inf1.2", hidden="tb-inf1.1")})
    worlds = [GAME.imagine(before, (SEAT,), random.Random(n)) for n in range(60)]
    assert [GAME.imagine(after, (SEAT,), random.Random(n)) for n in range(60)] == worlds
    assert GAME.known(before, SEAT) == GAME.known(after, SEAT)
    kabul = zone("kabul")
    face_up = [[c for c in BOX.islamists if world.where[c] == kabul and world.shown[c]] for world in worlds]
    assert all(len(counters) == 1 for counters in face_up)
    assert len({c for counters in face_up for c in counters}) > 3


def test_worlds_can_be_imagined_at_every_decision() -> None:
    for seed in (3, 4):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            if source.random() < 0.2:
                world = playing.imagine(SEAT, seed)
                assert json.dumps(world.view(SEAT)) == json.dumps(playing.view(SEAT))
            playing.choose(pick(decision, source, careful=True))


def test_a_bot_gets_a_copy_in_which_hidden_counters_lie_in_a_fixed_order() -> None:
    full = state(HIDDEN)
    known = GAME.known(full, SEAT)
    GAME.check(known)
    twins = [GAME.known(GAME.imagine(full, (SEAT,), random.Random(n)), SEAT) for n in range(20)]
    assert all(twin == known for twin in twins)
    assert known != full


# -- previews --------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:20.1", "enduring-freedom:20.2")
def test_a_preview_ends_where_a_counter_is_turned_up() -> None:
    """However often two imagined worlds happen to have the same counter there, none is named."""
    playing = table({"kabul": z(hidden="tb-inf1", ground="us-dagger us-15meu")}, step="air")
    kinds: set[str] = set()
    for seed in range(150):
        seen = preview(playing, (SEAT,), SEAT, "done", seed)
        kinds.update(event.kind for event in seen.events)
        assert seen.stopped == "reveal" and "tb-" not in json.dumps(seen.view["zones"])
    assert kinds <= {"phase"}
    playing.choose("done")
    assert "^counter" in [entry for step in playing.steps for entry in step.listed()]


def test_worlds_that_differ_in_what_is_hidden_give_equal_pictures_and_orders() -> None:
    playing, source = new(3), random.Random(5)
    compared = 0
    for _ in range(150):
        if playing.decision is None:
            break
        other = GAME.imagine(playing.state, (SEAT,), source)
        if other != playing.state:
            ours, theirs = (GAME.view(world, (SEAT,)) for world in (playing.state, other))
            assert GAME.draw(ours, "en") == GAME.draw(theirs, "en")
            assert json.dumps(ours["orders"]) == json.dumps(theirs["orders"])  # in the same order, too
            compared += 1
        playing.choose(keys(playing)[pick(asked(playing), source, careful=True)])
    assert compared > 80


def test_the_orders_of_a_view_are_what_the_rules_offer() -> None:
    """A unit with orders is offered, with the same places when it is chosen."""
    playing, source = new(5), random.Random(6)
    compared = 0
    while playing.decision is not None and compared < 60:
        orders = playing.view(SEAT)["orders"]
        assert isinstance(orders, dict)
        if asked(playing).ask == "ground":
            assert orders.keys() <= set(keys(playing))
            if orders:
                key = source.choice(sorted(orders))
                playing.choose(key)
                if asked(playing).ask == "ground-to":
                    assert keys(playing) == orders[key]
                    compared += 1
                continue
        playing.choose(keys(playing)[pick(asked(playing), source, careful=True)])
    assert compared
