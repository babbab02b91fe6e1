"""Batches are shortcuts: every legal single action is offered beside them, found here without the rules' own code."""

from __future__ import annotations

import random

from khyber.engine.table import Table
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, asked, new

#: A batch, and the single choice that must be offered with it.
SINGLE = {"strike-all": "strike", "cas-all": "cas", "pay-all": "pay", "reduce-all": "reduce"}


def islamists(state: State, zone: int) -> bool:
    return any(state.where[c] == zone and not (state.shown[c] and BOX.of[c].type in ("rescue", "spectacular"))
               for c in BOX.islamists)


def legal_moves(state: State, unit: int) -> set[str]:
    """Where a unit may go on the ground, by trying every path (16.1 to 16.5)."""
    here, kind = state.where[unit], BOX.of[unit]
    iran = kind.contingent == "iran"
    if here >= 128:
        return {BOX.zones[at] for at in (BOX.iranian_in if iran else BOX.roads_in)[here - 128]}
    allowance = 2 if kind.contingent in ("us", "nato") else 1
    helped = any(state.where[fob] == here for fob in BOX.fobs) or any(
        began == here and BOX.of[engineer].contingent == kind.contingent
        for engineer, began in zip(BOX.engineers, state.began, strict=True))
    found: set[int] = set()

    def go(at: int, moved: int, on_road: bool) -> None:
        for to in BOX.adjacent[at]:
            road = on_road and to in BOX.roads[at]
            stop = BOX.terrain[to] in ("mountain", "desert")
            if moved >= allowance and not (moved == allowance and road and helped and not stop):
                continue
            found.add(to)
            if not stop and not islamists(state, to):
                go(to, moved + 1, road)

    go(here, 0, True)
    out = {BOX.place_id(area) for area in (BOX.iranian_out if iran else BOX.roads_out)[here]
           if sum(state.where[c] == area for c in range(66, 135)) < BOX.capacity[area - 128]}
    return {BOX.zones[to] for to in found - {here}} | out


def movers(state: State) -> set[tuple[str, int]]:
    """Kinds and places of the units that may move on the ground."""
    found = set()
    for unit in range(66, 135):
        kind, place = BOX.of[unit], state.where[unit]
        if place <= 130 and not state.moved[unit] and not kind.fixed and (unit >= 98 or state.shown[unit]) and (
                place < 128 or legal_moves(state, unit)):
            found.add((kind.id, place))
    return found


def check_ground(playing: Table[State]) -> int:
    """Every unit that may move is offered singly, with every zone that it may go to."""
    state = playing.state
    decision = asked(playing)
    offered = {(BOX.of[value[0]].id, value[1]): index for index, value in enumerate(decision.values)
               if isinstance(value, tuple) and isinstance(value[0], int)}
    assert set(offered) == movers(state)
    counted = 0
    for (kind, place), index in offered.items():
        copy = playing.fork()
        copy.choose(index)
        unit = next(c for c in range(66, 135) if BOX.of[c].id == kind and state.where[c] == place)
        expected = legal_moves(state, unit)
        if len(expected) > 1:  # with one place to go nobody is asked
            assert set(asked(copy).options.keys()) == expected, (kind, BOX.place_id(int(place)))
            counted += 1
    return counted


def test_every_single_ground_move_is_offered() -> None:
    counted = 0
    for seed in range(12):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            if decision.ask == "ground" and source.random() < 0.3:
                counted += check_ground(playing)
            playing.choose(pick(decision, source, careful=True))
    assert counted > 200


def test_a_batch_is_never_offered_without_its_single_choices() -> None:
    seen = set()
    for seed in range(80):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            keys = decision.options.keys()
            for key in keys:
                if key in SINGLE:
                    assert SINGLE[key] in keys
                    seen.add(key)
                elif key == "refit-all":
                    assert len(keys) >= 4  # two units, all, done
                    seen.add(key)
                elif key.startswith("all ") and decision.ask == "home":
                    assert key.removeprefix("all ") in keys
                    seen.add("home")
                elif key.startswith("all "):
                    place = key.removeprefix("all ")
                    assert any(isinstance(value, tuple) and isinstance(value[0], int)
                               and BOX.place_id(int(value[1])) == place for value in decision.values)
                    seen.add("ground")
            playing.choose(pick(decision, source, careful=True))
    assert seen == {*SINGLE, "refit-all", "home", "ground"}
