"""Whatever the rules allow can be chosen singly, without any batch: found by brute force, and compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from khyber.engine.game import Event
from khyber.engine.table import Table
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, GAME, asked, keys, new
from tests.enduring_freedom.test_batches import is_batch

AVAILABLE, STRIKE, CAS, READY = 131, 137, 138, 139
AREAS = (128, 129, 130)
#: The questions about a single choice, after the one that begins it.
FOLLOWING = frozenset(
    (
        "mobilize-unit",
        "deploy",
        "asset",
        "how-many",
        "fob-zone",
        "fob-contingent",
        "alliance-zone",
        "demobilize-unit",
        "task",
        "staging-unit",
        "staging-area",
        "strike-unit",
        "strike-zone",
        "fly-unit",
        "fly-to",
        "fly-all",
        "cas-unit",
        "cas-zone",
    )
)
#: What tells of a single choice.
DEEDS = frozenset(("moved", "face-down", "refitted", "sustained", "reduced", "eliminated"))
#: What was done: the kind of unit, where it was, where it is now or what became of it.
Deed = tuple[str, str, str]


# -- what the rules allow, by brute force -------------------------------------------------------------


def islamists(state: State, zone: int) -> bool:
    return any(
        state.where[c] == zone and not (state.shown[c] and BOX.of[c].type in ("rescue", "spectacular"))
        for c in BOX.islamists
    )


def legal_moves(state: State, unit: int) -> set[str]:
    """Where a unit may go on the ground, by trying every path (16.1 to 16.5)."""
    here, kind = state.where[unit], BOX.of[unit]
    iran = kind.contingent == "iran"
    if here >= 128:
        return {BOX.zones[at] for at in (BOX.iranian_in if iran else BOX.roads_in)[here - 128]}
    allowance = 2 if kind.contingent in ("us", "nato") else 1
    helped = any(state.where[fob] == here for fob in BOX.fobs) or any(
        began == here and BOX.of[engineer].contingent == kind.contingent
        for engineer, began in zip(BOX.engineers, state.began, strict=True)
    )
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
    out = {
        BOX.place_id(area)
        for area in (BOX.iranian_out if iran else BOX.roads_out)[here]
        if sum(state.where[c] == area for c in range(66, 135)) < BOX.capacity[area - 128]
    }
    return {BOX.zones[to] for to in found - {here}} | out


def movers(state: State) -> set[tuple[str, int]]:
    """Kinds and places of the units that may move on the ground."""
    found = set()
    for unit in range(66, 135):
        kind, place = BOX.of[unit], state.where[unit]
        if (
            place <= 130
            and not state.moved[unit]
            and not kind.fixed
            and (unit >= 98 or state.shown[unit])
            and (place < 128 or legal_moves(state, unit))
        ):
            found.add((kind.id, place))
    return found


def ours_in(state: State, place: int) -> int:
    return sum(state.where[c] == place for c in (*BOX.alliance, *BOX.ground))


def ground_room(state: State, area: int) -> bool:
    return ours_in(state, area) < BOX.capacity[area - 128]


def air_room(state: State, area: int) -> bool:
    return sum(state.where[c] == area for c in BOX.air) < BOX.capacity[area - 128]


def deed(state: State, unit: int, place: int) -> Deed:
    return BOX.of[unit].id, BOX.place_id(state.where[unit]), BOX.place_id(place)


def tasks(state: State) -> Iterator[Deed]:
    """15.0, 17.1: air units at home on missions, and units from a Staging Area to another with room."""
    for unit in (*BOX.alliance, *BOX.ground, *BOX.air):
        here, flies = state.where[unit], unit in BOX.air
        if here in AREAS:
            if flies:
                yield deed(state, unit, STRIKE)
                yield deed(state, unit, CAS)
            for area in AREAS:
                if area != here and not state.moved[unit] and (air_room if flies else ground_room)(state, area):
                    yield deed(state, unit, area)


def is_open(state: State, place: int) -> bool:
    """19.1: a Staging Area, or an airbase with Coalition ground units."""
    return place in AREAS or (BOX.airbase[place] and ours_in(state, place) > 0)


def capacity(state: State, place: int) -> int:
    """19.3: what is left of it."""
    if place in AREAS:
        return BOX.capacity[place - 128] - state.traffic[len(BOX.zones) + place - 128]
    return (4 if any(state.where[fob] == place for fob in BOX.fobs) else 2) - state.traffic[place]


def may_fly(state: State, unit: int, to: int) -> bool:
    """19.1 to 19.7: air assault for airmobile units, air transfer for others."""
    kind, here = BOX.of[unit], state.where[unit]
    if to == here or (to in AREAS and not ground_room(state, to)):
        return False
    if kind.airmobile:
        closed = any(place < 128 and BOX.sof_only[place] for place in (here, to))
        return (is_open(state, here) or is_open(state, to)) and (kind.sof or not closed)
    need = 2 if kind.heavy else 1
    return all(is_open(state, place) and capacity(state, place) >= need for place in (here, to))


def flights(state: State) -> Iterator[Deed]:
    """17.4, 18.0, 19.0: joint strikes, drones, and ground units by air."""
    for unit in (*BOX.air, *BOX.assets):
        if state.where[unit] == (STRIKE if unit in BOX.air else READY) and BOX.of[unit].id not in ("infowar", "isr"):
            for zone in range(len(BOX.zones)):
                seen = any(state.where[c] == zone and state.shown[c] and not BOX.special[c] for c in BOX.islamists)
                if seen or (islamists(state, zone) and ours_in(state, zone)):
                    yield deed(state, unit, zone)
    for unit in BOX.ground:
        kind = BOX.of[unit]
        if state.where[unit] <= 130 and not state.moved[unit] and not kind.fixed and kind.contingent != "iran":
            for place in (*range(len(BOX.zones)), *AREAS):
                if may_fly(state, unit, place):
                    yield deed(state, unit, place)


def support(state: State) -> Iterator[Deed]:
    """17.1 (2), 18.0: close air support and drones to zones in which US or NATO units meet Islamists."""
    for unit in (*BOX.air, *BOX.assets):
        if state.where[unit] == (CAS if unit in BOX.air else READY) and BOX.of[unit].id not in ("infowar", "isr"):
            for zone in range(len(BOX.zones)):
                if islamists(state, zone) and any(
                    state.where[c] == zone and BOX.of[c].contingent != "iran" for c in BOX.ground
                ):
                    yield deed(state, unit, zone)


def refits(state: State) -> Iterator[Deed]:
    """12.1: reduced units at home, at an airbase of ours alone, or with a FOB or HQ."""
    for unit in (*BOX.ground, *BOX.air):
        here, flies = state.where[unit], unit in BOX.air
        if (
            state.reduced[unit]
            and state.points > (BOX.cost.refit_air if flies else BOX.cost.refit_ground)
            and (
                here in AREAS
                or (flies and here in (STRIKE, CAS))
                or (
                    not flies
                    and here < 128
                    and (
                        (BOX.airbase[here] and not islamists(state, here))
                        or any(state.where[base] == here for base in BOX.bases)
                    )
                )
            )
        ):
            yield BOX.of[unit].id, BOX.place_id(here), "refitted"


def purchases(state: State) -> Iterator[Deed]:
    """11.0: all that can be paid and has somewhere to go; at set-up US and NATO units only."""
    where, cost, afford = state.where, BOX.cost, state.points - 1
    for unit in (*BOX.ground, *BOX.air):
        kind = BOX.of[unit]
        if where[unit] == AVAILABLE and not kind.fixed and kind.contingent != "iran":
            flies = unit in BOX.air
            if afford >= (cost.air if flies else cost.sof if kind.sof else kind.factors[0]):
                for area in AREAS:
                    if (air_room if flies else ground_room)(state, area):
                        yield deed(state, unit, area)
    if not state.turn:
        return
    for unit in BOX.iranian:
        if where[unit] == AVAILABLE and afford >= cost.irgc and ground_room(state, AREAS[0]):
            yield deed(state, unit, AREAS[0])
    for asset in BOX.assets:
        if where[asset] == AVAILABLE and (state.half or afford >= cost.asset_pair):
            yield deed(state, asset, READY)
    for fob in BOX.fobs:
        if where[fob] < 128:
            yield BOX.of[fob].id, BOX.place_id(where[fob]), "demobilized"
        for engineer in BOX.engineers:
            if (
                where[fob] == AVAILABLE
                and afford >= cost.fob
                and where[engineer] < 128
                and (BOX.of[engineer].contingent == BOX.of[fob].contingent)
            ):
                yield deed(state, fob, where[engineer])
    if afford >= cost.alliance and any(where[c] == 132 for c in BOX.alliance):
        for unit in BOX.ground:
            if BOX.of[unit].sof and where[unit] < 128:
                yield "alliance", "", BOX.place_id(where[unit])


#: For each question that begins single choices, all that may be done.
ALLOWED: dict[str, Callable[[State], Iterator[Deed]]] = {
    "mobilize": purchases,
    "refit": refits,
    "staging": tasks,
    "air": flights,
    "cas": support,
}


# -- what is offered ----------------------------------------------------------------------------------


def check_ground(playing: Table[State]) -> int:
    """Every unit that may move is offered singly, with every zone that it may go to."""
    state = playing.state
    decision = asked(playing)
    offered = {
        (BOX.of[value[0]].id, value[1]): index
        for index, value in enumerate(decision.values)
        if isinstance(value, tuple) and isinstance(value[0], int)
    }
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


def logged_since(before: Table[State], after: Table[State]) -> list[Event]:
    """What happened in the step that `before` is in, after it."""
    at = len(before.steps)
    events = (
        after.step_events()
        if len(after.steps) == at
        else [GAME.read_event(raw) for raw in after.steps[at].raw_events()]
    )
    return events[len(before.step_events()) :]


def done(event: Event) -> Deed:
    """The deed that an event tells of."""
    params = event.params
    if event.kind == "moved":
        return str(params["unit"]), str(params["origin"]), str(params["place"])
    if event.kind == "face-down":
        return str(params["side"]), "", str(params["place"])
    return str(params["unit"]), str(params["place"]), event.kind


def offered(playing: Table[State]) -> set[Deed]:
    """All that single choices lead to, followed one by one."""
    found = set()
    left = []
    for key in keys(playing):
        if not is_batch(key) and key != "done":
            left.append(playing.fork())
            left[-1].choose(key)
    while left:
        copy = left.pop()
        if copy.decision is not None and copy.decision.ask in FOLLOWING and not logged_deeds(playing, copy):
            for index in range(len(copy.decision.values)):
                left.append(copy.fork())
                left[-1].choose(index)
        else:
            found.add(logged_deeds(playing, copy)[0])
    return found


def logged_deeds(before: Table[State], after: Table[State]) -> list[Deed]:
    return [done(event) for event in logged_since(before, after) if event.kind in DEEDS]


# -- the tests ----------------------------------------------------------------------------------------


def test_every_single_ground_move_is_offered() -> None:
    counted = 0
    for seed in range(12):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            if decision.ask == "ground" and source.random() < 0.3:
                counted += check_ground(playing)
            playing.choose(pick(decision, source, careful=True))
    assert counted > 200


def test_every_single_choice_is_offered_beside_the_batches() -> None:
    checked: Counter[str] = Counter()
    deeds: Counter[str] = Counter()
    for seed in range(40):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            ask = decision.ask
            often = {"mobilize": 0.05, "staging": 0.05, "refit": 1.0}.get(ask, 0.5)  # some are asked most
            if ask in ALLOWED and checked[ask] < 12 and source.random() < often:
                found = offered(playing)
                assert found == set(ALLOWED[ask](playing.state)), ask
                checked[ask] += 1
                deeds[ask] += len(found)
            playing.choose(pick(decision, source, careful=True))
    assert checked == dict.fromkeys(ALLOWED, 12)
    assert deeds["mobilize"] > 500 and deeds["air"] > 400 and deeds["staging"] > 100 and min(deeds.values()) >= 12


def test_the_next_unit_can_always_be_handled_singly() -> None:
    """Sustainment, the way home and counterattacks go one by one: a batch is for those that are left."""
    checked: Counter[str] = Counter()
    for seed in range(100):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            state, about = playing.state, decision.about
            allowed: set[str] = set()
            if decision.ask == "sustain":
                allowed = {"reduce", "pay"} if int(about["n"]) < state.points else {"reduce"}
            elif decision.ask == "home":
                allowed = {BOX.place_id(area) for area in AREAS if air_room(state, area)}
            elif decision.ask == "battle":
                allowed = {name for zone, name in enumerate(BOX.zones) if state.to_fight >> zone & 1}
            if allowed:
                singles = {key for key in keys(playing) if not is_batch(key)}
                assert singles == allowed, decision.ask
                checked[decision.ask] += len(singles) < len(decision.values)
            playing.choose(pick(decision, source, careful=True))
    assert set(checked) == {"sustain", "home", "battle"} and min(checked.values()) > 5
