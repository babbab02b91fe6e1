"""Positions: checkpoints of a game as TOML, written and read (docs/formats.md).

A counter is named by its id; of several alike, `tb-inf1.2` is the second and `tb-inf1` the next one not yet mentioned.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from khyber.engine.errors import BadPosition
from khyber.engine.fields import Fields
from khyber.engine.names import quoted, unknown
from khyber.engine.position_file import fields_of, head
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.check import check
from khyber.games.enduring_freedom.rules.setup import SCENARIOS
from khyber.games.enduring_freedom.state import NONE, State, empty

#: Boxes off the map that are written; counters left out are Underground or available.
BOXES: Final = (
    board.LOST,
    board.DEAD,
    board.AIRLIFT,
    board.STRIKE,
    board.CAS,
    board.READY,
    board.ASIDE,
    board.DEMOBILIZED,
)
REDUCED: Final = " reduced"
_NOBODY: Final = "none"


# -- writing ---------------------------------------------------------------------------------------


def write(state: State, box: Box) -> str:
    """Write the checkpoint as TOML."""
    lines = [
        *head("enduring-freedom", state.scenario),
        f"step = {_q(state.step)}",
        f"draws = {state.draws}",
        f"turn = {state.turn}",
        f"points = {state.points}",
        f"jihad = {state.jihad}",
        f"loya-jirga = {_q(board.JIRGA_IDS[state.jirga])}",
        "",
        "[phase]",
        f"half = {json.dumps(state.half)}",
        f"targets = {_places(box, state.targets)}",
        f"left = {state.left}",
        f"intel = {state.intel}",
        f"then = {_q(state.then)}",
        f"moved = {_named(box, (c for c in range(box.end) if state.moved[c]))}",
        f"began = {_places(box, state.began)}",
        f"traffic = {{ {', '.join(f'{name} = {n}' for name, n in _traffic(state, box).items())} }}",
        f"events-left = {state.events_left}",
        f"events-seen = {[n for n in range(13) if state.events_seen >> n & 1]}",
        f"jihad-change = {state.jihad_change}",
        f"to-fight = {_places(box, (zone for zone in range(len(box.zones)) if state.to_fight >> zone & 1))}",
        "",
        "[battle]",
        f"zone = {_q(_place(box, state.zone))}",
        f"attacker = {_q(board.SIDE_IDS[state.attacker])}",
        f"bought = {json.dumps(state.bought)}",
        f"edge = {_q(board.SIDE_IDS[state.edge] if state.edge >= 0 else _NOBODY)}",
        f"round = {state.round}",
        f"hits = {state.hits}",
        "",
    ]
    for zone, name in enumerate(box.zones):
        there = _there(state, box, zone)
        if there:
            lines += [f"[zone.{name}]", *there, ""]
    for area, name in zip(board.STAGING, board.STAGING_IDS, strict=True):
        there = _there(state, box, area)
        if there:
            lines += [f"[staging.{name}]", *there, ""]
    lines.append("[boxes]")
    for place in BOXES:
        inside = [c for c in range(box.end) if state.where[c] == place]
        if inside:
            lines.append(f"{box.place_id(place)} = {_named(box, inside, state.reduced)}")
    shown = [c for c in box.islamists if state.where[c] == board.UNDERGROUND and state.shown[c]]
    if shown:
        lines.append(f"underground-revealed = {_named(box, shown)}")
    if state.ending:
        lines += ["", "[outcome]", f"ending = {_q(state.ending)}"]
    return "\n".join([*lines, ""])


def _q(text: str) -> str:
    return json.dumps(text)


def _place(box: Box, place: int) -> str:
    return _NOBODY if place == NONE else box.place_id(place)


def _places(box: Box, places: Iterable[int]) -> str:
    return json.dumps([_place(box, place) for place in places])


def name_of(box: Box, counter: int) -> str:
    """Return the id of a counter, with its number if there are several alike."""
    kind = box.of[counter]
    return kind.id if kind.count == 1 else f"{kind.id}.{counter - box.first[kind.id] + 1}"


def _named(box: Box, counters: Iterable[int], reduced: Sequence[int] = ()) -> str:
    return json.dumps([name_of(box, c) + (REDUCED if reduced and reduced[c] else "") for c in counters])


def _traffic(state: State, box: Box) -> dict[str, int]:
    return {name: n for name, n in zip((*box.zones, *board.STAGING_IDS), state.traffic, strict=True) if n}


def _there(state: State, box: Box, place: int) -> list[str]:
    """Write the counters in a zone or Staging Area, one line per kind."""
    lines = []
    for name, counters, shown in _sorts(box):
        there = [c for c in counters if state.where[c] == place and (shown is None or state.shown[c] == shown)]
        if there:
            lines.append(f"{name} = {_named(box, there, state.reduced)}")
    return lines


def _sorts(box: Box) -> tuple[tuple[str, range, int | None], ...]:
    return (
        ("islamists", box.islamists, 0),
        ("islamists-revealed", box.islamists, 1),
        ("alliance", box.alliance, 0),
        ("alliance-revealed", box.alliance, 1),
        ("ground", box.ground, None),
        ("air", box.air, None),
        ("assets", box.assets, None),
    )


# -- reading ---------------------------------------------------------------------------------------


def read(document: Mapping[str, object], box: Box, steps: Sequence[str]) -> State:
    """Read a checkpoint; omitted counters are Underground or available."""
    reader = fields_of(document, "enduring-freedom")
    state = empty(box)
    state.scenario = reader.word("scenario", SCENARIOS, SCENARIOS[0])
    state.step = reader.word("step", (*steps, ""), "mobilize")
    state.draws = reader.number("draws", 10**9)
    state.turn = reader.number("turn", box.last_turn, 1)
    state.points = reader.number("points", board.MAX_POINTS, box.points_start)
    state.jihad = reader.number("jihad", 12, box.jihad_start)
    state.jirga = board.JIRGA_IDS.index(reader.word("loya-jirga", board.JIRGA_IDS, board.JIRGA_IDS[0]))
    counters = _Counters(state, box)
    _read_map(reader.inner("zone"), box.zones, 0, counters)
    _read_map(reader.inner("staging"), board.STAGING_IDS, board.OFF_MAP, counters)
    _read_boxes(reader.inner("boxes"), counters)
    _read_phase(state, box, reader.inner("phase"), steps)
    _read_battle(state, box, reader.inner("battle"))
    outcome = reader.inner("outcome")
    if outcome.table:
        state.ending = outcome.word("ending", board.ENDINGS, None)
        outcome.finish()
    reader.known.add("since")
    reader.finish()
    check(state, box, steps)
    return state


class _Counters:
    """The counters of a position, each placed once."""

    def __init__(self, state: State, box: Box) -> None:
        self.state = state
        self.box = box
        self.placed: set[int] = set()

    def find(self, fields: Fields, key: str, name: object) -> int:
        """Return the counter of that name."""
        box = self.box
        id_, dot, number = name.partition(".") if isinstance(name, str) else ("", "", "")
        if id_ not in box.first:
            raise fields.fail(f"{key}: {unknown('counter', name, box.first)}")
        first, count = box.first[id_], box.kind_by_id[id_].count
        if dot:
            if not (number.isdecimal() and len(number) < 4 and 1 <= int(number) <= count):
                raise fields.fail(f"{key} holds {quoted(name)}: there are {count} of them")
            return first + int(number) - 1
        return next((c for c in range(first, first + count) if c not in self.placed), first)

    def place(self, fields: Fields, key: str, place: int, counters: range, shown: int | None) -> None:
        """Place all counters of a list."""
        state = self.state
        for entry in fields.listed(key):
            name = str(entry)
            counter = self.find(fields, key, name.removesuffix(REDUCED))
            if counter not in counters or counter in self.placed:
                raise fields.fail(
                    f"{key} holds {quoted(name)}, which is "
                    + ("in another place, too" if counter in self.placed else "of another sort")
                )
            self.placed.add(counter)
            state.where[counter] = place
            state.reduced[counter] = name.endswith(REDUCED)
            if shown is not None:
                state.shown[counter] = shown


def _read_map(fields: Fields, names: Sequence[str], first: int, counters: _Counters) -> None:
    for name in fields.table:
        if name not in names:
            raise BadPosition(unknown("zone" if fields.where == "zone" else "Staging Area", name, names))
    for at, name in enumerate(names):
        if name in fields.table:
            there = fields.inner(name)
            for key, sort, shown in _sorts(counters.box):
                counters.place(there, key, first + at, sort, shown)
            there.finish()


def _read_boxes(fields: Fields, counters: _Counters) -> None:
    box = counters.box
    for place in BOXES:
        name = box.place_id(place)
        sort = (
            range(box.islamist_end)
            if place in (board.DEAD, board.AIRLIFT, board.ASIDE)
            else range(box.islamist_end, box.end)
        )
        counters.place(fields, name, place, sort, None)
    counters.place(fields, "underground-revealed", board.UNDERGROUND, box.islamists, 1)
    fields.finish()
    state = counters.state
    for counter in range(box.alliance_end):
        if state.where[counter] in (board.DEAD, board.AIRLIFT, board.ASIDE, board.LOST):
            state.shown[counter] = 1


def _place_of(fields: Fields, box: Box, key: str, name: object) -> int:
    if name == _NOBODY:
        return NONE
    if isinstance(name, str) and name in box.zone_by_id:
        return box.zone_by_id[str(name)]
    if name not in board.PLACE_IDS:
        raise fields.fail(f"{key}: {unknown('place', name, (*box.zones, *board.PLACE_IDS))}")
    return board.OFF_MAP + board.PLACE_IDS.index(str(name))


def _read_phase(state: State, box: Box, phase: Fields, steps: Sequence[str]) -> None:
    state.half = phase.flag("half")
    state.targets = bytes(_place_of(phase, box, "targets", name) for name in phase.listed("targets"))
    state.left, state.intel = phase.number("left", 99), phase.number("intel", 99)
    state.then = phase.word("then", (*steps, ""), "")
    finder = _Counters(state, box)
    for name in phase.listed("moved"):
        state.moved[finder.find(phase, "moved", name)] = 1
    state.began = bytes(_place_of(phase, box, "began", name) for name in phase.listed("began"))
    traffic = phase.inner("traffic")
    for at, name in enumerate((*box.zones, *board.STAGING_IDS)):
        state.traffic[at] = traffic.number(name, 99)
    traffic.finish()
    state.events_left = phase.number("events-left", 99)
    for seen in phase.listed("events-seen"):
        if not isinstance(seen, int) or not 2 <= seen <= 12:
            raise phase.fail(f"events-seen has {quoted(seen)}: the events are 2 to 12")
        state.events_seen |= 1 << seen
    state.jihad_change = cast(int, phase.get("jihad-change", int, 0))
    state.to_fight = sum(1 << box.zone_by_id[str(name)] for name in set(phase.words("to-fight", box.zones, [])))
    phase.finish()


def _read_battle(state: State, box: Box, battle: Fields) -> None:
    state.zone = _place_of(battle, box, "zone", battle.word("zone", (*box.zones, _NOBODY), _NOBODY))
    state.attacker = board.SIDE_IDS.index(battle.word("attacker", board.SIDE_IDS, board.SIDE_IDS[0]))
    state.bought = battle.flag("bought")
    state.edge = (*board.SIDE_IDS, _NOBODY).index(battle.word("edge", (*board.SIDE_IDS, _NOBODY), _NOBODY))
    state.edge = -1 if state.edge == len(board.SIDE_IDS) else state.edge
    state.round, state.hits = battle.number("round", 2), battle.number("hits", 99)
    battle.finish()
