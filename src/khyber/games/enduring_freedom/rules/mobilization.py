"""Mobilizing Coalition units, and refitting reduced ones (11.0, 12.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.games.enduring_freedom.board import (
    ASSETS,
    AVAILABLE,
    CAS,
    COALITION,
    DEMOBILIZED,
    GULF,
    OFF_MAP,
    POOL,
    READY,
    STAGING,
    STRIKE,
)
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.notation import COUNTS
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    any_air_room,
    any_at,
    areas_with_air_room,
    areas_with_ground_room,
    control,
    counters_at,
    draw,
    ground_room,
    most_ground_room,
    put,
    unlike,
)
from khyber.games.enduring_freedom.rules.netwar import affords, lose
from khyber.games.enduring_freedom.rules.reveal import conceal_into
from khyber.games.enduring_freedom.rules.stacking import end_phase
from khyber.games.enduring_freedom.state import State

#: What may be mobilized, as the NetWar Points Table has it.
SOF: Final = "sof"
GROUND: Final = "ground"
AIR: Final = "air"
ASSET: Final = "asset"
FOB: Final = "fob"
IRGC: Final = "irgc"
ALLIANCE: Final = "alliance"
DEMOBILIZE: Final = "demobilize"
DONE: Final = "done"
#: A batch: as many SOF units as possible. It is not offered with this many points or fewer.
SOF_ALL: Final = "sof-all"
FEW_POINTS: Final = 20
#: That option, with how many units it buys at most and their price.
SofAll = tuple[str, int, int]


@rule("7.2", "11.1", "11.3")
def mobilize(play: Play) -> Rules:
    """11.0: buy units and assets one by one; at set-up (turn 0) only US and NATO units."""
    state = play.state
    state.half = False
    while True:
        what = yield from play.pick(
            "mobilize",
            "11.1" if state.turn else "11.3",
            lambda: on_offer(play),
            {"turn": state.turn},
            notation=play.sof_batch,
        )
        if what == DONE:
            break
        if isinstance(what, tuple):
            yield from buy_all_sof(play)
        elif what in (SOF, GROUND):
            yield from buy_ground(play, sof=what == SOF)
        elif what == AIR:
            yield from buy_air(play)
        elif what == ASSET:
            yield from buy_assets(play)
        elif what == FOB:
            yield from build_fob(play)
        elif what == IRGC:
            buy(play, next(c for c in play.box.iranian if state.where[c] == AVAILABLE), GULF)
        elif what == ALLIANCE:
            yield from recruit_alliance(play)
        else:
            yield from demobilize(play)
    state.half = False
    if state.turn == 0:
        state.turn = 1
        play.emit("turn", "6.1", 1)
    else:
        end_phase(play, "refit")


@rule("11.1", "11.2", "11.5", "9.1")
def on_offer(play: Play) -> list[str | SofAll]:
    """Return everything available and affordable that can be placed."""
    state, box = play.state, play.box
    found: list[str | SofAll] = []
    room = most_ground_room(state, box)
    if room > 0:
        sof = affordable(state, box, sof=True)
        if len(sof) > 1 and state.points > FEW_POINTS:
            found.append((SOF_ALL, *sof_bought(state, box, len(sof), room)))
        if sof:
            found.append(SOF)
        if any_affordable(state, box, sof=False):
            found.append(GROUND)
    if (
        affords(state, box.cost.air)
        and AVAILABLE in state.where[box.ground_end : box.air_end]
        and any_air_room(state, box)
    ):
        found.append(AIR)
    if state.turn:
        if (state.half or affords(state, box.cost.asset_pair)) and AVAILABLE in state.where[box.air_end :]:
            found.append(ASSET)
        if affords(state, box.cost.fob) and fob_sites(state, box):
            found.append(FOB)
        if (
            affords(state, box.cost.irgc)
            and any_at(state, AVAILABLE, box.iranian)
            and ground_room(state, box, GULF) > 0
        ):
            found.append(IRGC)
        if affords(state, box.cost.alliance) and POOL in state.where and any_in_zones(state, box.sof):
            found.append(ALLIANCE)
        if any_in_zones(state, box.fobs):
            found.append(DEMOBILIZE)
    found.append(DONE)
    return found


def any_in_zones(state: State, counters: Sequence[int]) -> bool:
    """Return whether one of these counters is in a zone."""
    where = state.where
    for counter in counters:  # noqa: SIM110  # `any` is slower, and this is asked very often
        if where[counter] < OFF_MAP:
            return True
    return False


def affordable(state: State, box: Box, *, sof: bool) -> list[int]:
    """Return the available and affordable US and NATO ground units of a class."""
    where, points = state.where, state.points
    return [c for c, cost in box.for_sale[not sof] if cost < points and where[c] == AVAILABLE]


def any_affordable(state: State, box: Box, *, sof: bool) -> bool:
    """Return whether there are any."""
    where, points = state.where, state.points
    for counter, cost in box.for_sale[not sof]:  # noqa: SIM110  # `any` is slower, and this is asked very often
        if where[counter] == AVAILABLE and cost < points:
            return True
    return False


@rule("4.2", "11.1", "11.2")
def buy(play: Play, counter: int, area: int) -> None:
    """11.2: place the unit at full strength and pay for it."""
    play.state.reduced[counter] = 0
    put(play, "11.2", counter, area)
    lose(play, "11.1", play.box.mobilization_cost(counter))


def buy_ground(play: Play, *, sof: bool) -> Rules:
    """11.2 (1): place a ground unit in a Staging Area with room."""
    state, box = play.state, play.box
    unit, _ = yield from play.pick(
        "mobilize-unit", "11.2", lambda: unlike(state, box, affordable(state, box, sof=sof)), notation=play.purchases
    )
    area = yield from play.pick("deploy", "11.2", lambda: areas_with_ground_room(state, box), {"unit": box.of[unit].id})
    buy(play, unit, area)


def sof_bought(state: State, box: Box, units: int, room: int) -> tuple[int, int]:
    """Return how many of these SOF units the batch buys, and their price, within room and points."""
    cost = box.cost.sof
    n = min(units, room, (state.points - 1) // cost if cost else units)
    return n, n * cost


def sof_areas(state: State, box: Box) -> list[tuple[int, int, int]]:
    """Return the Staging Areas with room, each with the number of units the batch buys and their price."""
    units = len(affordable(state, box, sof=True))
    return [
        (area, *sof_bought(state, box, units, ground_room(state, box, area)))
        for area in areas_with_ground_room(state, box)
    ]


def buy_all_sof(play: Play) -> Rules:
    """Run a batch: SOF units into one Staging Area, one by one, while units, room and points last."""
    state, box = play.state, play.box
    area, n, price = yield from play.pick("sof-area", "11.2", lambda: sof_areas(state, box), notation=play.sof_batch)
    for _ in range(n):
        units = unlike(state, box, affordable(state, box, sof=True))
        play.single(SOF)
        play.made(units[0], len(units))
        play.made(area, len(areas_with_ground_room(state, box)))
        buy(play, units[0][0], area)
    left = sum(state.where[counter] == AVAILABLE for counter, _ in box.for_sale[0])
    play.emit(
        "sof-mobilized",
        "11.2",
        n,
        price,
        box.place_id(area),
        left,
        "all" if not left else "points" if ground_room(state, box, area) else "room",
    )


def buy_air(play: Play) -> Rules:
    """11.2 (1): place an air unit in a Staging Area with room."""
    state, box = play.state, play.box
    unit, _ = yield from play.pick(
        "mobilize-unit",
        "11.2",
        lambda: unlike(state, box, counters_at(state, AVAILABLE, box.ground_end, box.air_end)),
        notation=play.purchases,
    )
    area = yield from play.pick("deploy", "11.2", lambda: areas_with_air_room(state, box), {"unit": box.of[unit].id})
    buy(play, unit, area)


@rule("3.5", "8.6", "11.1", "11.2")
def buy_assets(play: Play) -> Rules:
    """11.1: assets cost half a point; the total for a phase is rounded up."""
    state, box = play.state, play.box
    kind = yield from play.pick(
        "asset", "11.1", lambda: [name for name in ASSETS if state.where.find(AVAILABLE, *asset_range(box, name)) >= 0]
    )
    there = counters_at(state, AVAILABLE, *asset_range(box, kind))
    most = (
        len(there)
        if not box.cost.asset_pair
        else min(len(there), 2 * ((state.points - 1) // box.cost.asset_pair) + state.half)
    )
    n = yield from play.pick("how-many", "11.1", lambda: range(1, most + 1), {"unit": kind}, notation=COUNTS)
    for counter in there[:n]:
        if not state.half:
            lose(play, "11.1", box.cost.asset_pair)
        state.half = not state.half
        put(play, "11.2", counter, READY)


def asset_range(box: Box, kind: str) -> tuple[int, int]:
    """Return where the counters of an asset begin and end; an empty range if the box has none."""
    first = box.first.get(kind, box.end)
    return first, first + (box.kind_by_id[kind].count if kind in box.kind_by_id else 0)


# -- FOBs ------------------------------------------------------------------------------------------


@rule("11.2", "32.2")
def fob_sites(state: State, box: Box) -> list[tuple[int, str]]:
    """11.2 (2): zones with an engineer whose nationality has a FOB left."""
    if not any_in_zones(state, box.engineers):
        return []
    sites = {(state.where[c], box.of[c].contingent) for c in box.engineers if state.where[c] < OFF_MAP}
    left = {box.of[fob].contingent for fob in box.fobs if state.where[fob] == AVAILABLE}
    return sorted((zone, contingent) for zone, contingent in sites if contingent in left)


@rule("11.2", "32.2")
def build_fob(play: Play) -> Rules:
    """11.2 (2): place a FOB with an engineer of its nationality."""
    state, box = play.state, play.box
    sites = fob_sites(state, box)
    zone = yield from play.pick("fob-zone", "11.2", lambda: list(dict.fromkeys(zone for zone, _ in sites)))
    contingent = yield from play.pick(
        "fob-contingent", "11.2", lambda: [of for at, of in sites if at == zone], {"place": box.zones[zone]}
    )
    fob = next(c for c in box.fobs if state.where[c] == AVAILABLE and box.of[c].contingent == contingent)
    state.reduced[fob] = 0
    put(play, "11.2", fob, zone)
    lose(play, "11.2", box.cost.fob)


@rule("11.4")
def demobilize(play: Play) -> Rules:
    """11.4: remove a FOB; it can be built again from the next turn on."""
    state, box = play.state, play.box
    fob, _ = yield from play.pick(
        "demobilize-unit", "11.4", lambda: unlike(state, box, [c for c in box.fobs if state.where[c] < OFF_MAP])
    )
    put(play, "11.4", fob, DEMOBILIZED)


# -- the Northern Alliance -------------------------------------------------------------------------


@rule("11.2")
def sof_zones(state: State, box: Box) -> list[int]:
    """11.2 (4): zones with a Coalition SOF unit."""
    return sorted({state.where[c] for c in box.sof if state.where[c] < OFF_MAP})


@rule("11.2", "11.5")
def recruit_alliance(play: Play) -> Rules:
    """11.2 (4a): place a random Northern Alliance unit face down with a SOF unit."""
    state, box = play.state, play.box
    zone = yield from play.pick("alliance-zone", "11.2", lambda: sof_zones(state, box))
    lose(play, "11.2", box.cost.alliance)
    conceal_into(play, draw(play, "alliance", POOL, box.islamist_end, box.alliance_end), zone)
    play.emit("face-down", "11.2", "alliance", 1, box.zones[zone])


# -- refit -----------------------------------------------------------------------------------------


def can_refit(state: State, box: Box) -> bool:
    """Return whether a unit may be refitted now."""
    return state.reduced.find(1) >= 0 and bool(refittable(state, box))


@rule("7.2", "12.1", "12.2")
def refit(play: Play) -> Rules:
    """12.0: restore reduced units, one by one or all at once."""
    state, box = play.state, play.box
    while units := refittable(state, box):
        payable = [unit for unit in units if affords(state, refit_cost(box, unit))]
        cost = sum(refit_cost(box, unit) for unit in units)
        prices: dict[str, int | str] = {
            "kinds": kinds(box, payable),
            "ground": box.cost.refit_ground,
            "air": box.cost.refit_air,
        }

        def offered(
            units: list[int] = units, payable: list[int] = payable, cost: int = cost
        ) -> list[tuple[int, int] | str]:
            batch = ["refit-all"] if len(units) > 1 and affords(state, cost) else []
            return [*batch, *unlike(state, box, payable), DONE]

        choice = yield from play.pick("refit", "12.1", offered, prices)
        if choice == DONE:
            break
        if isinstance(choice, str):
            refit_all(play)
        else:
            restore(play, choice[0])
    state.step = "infowar"


def kinds(box: Box, units: list[int]) -> str:
    """Return which kinds of units these are: `ground`, `air` or `both`."""
    found = {"air" if unit >= box.ground_end else "ground" for unit in units}
    return "both" if len(found) > 1 else min(found, default="ground")


def refit_all(play: Play) -> None:
    """Run a batch: refit every eligible unit, one by one."""
    for unit in refittable(play.state, play.box):
        play.single(play.places.key((unit, play.state.where[unit])))
        restore(play, unit)


@rule("9.2", "12.1")
def restore(play: Play, unit: int) -> None:
    """12.1: pay, and flip the unit to its full side."""
    lose(play, "12.1", refit_cost(play.box, unit))
    play.state.reduced[unit] = 0
    play.emit("refitted", "12.1", play.box.of[unit].id, play.box.place_id(play.state.where[unit]))


def refit_cost(box: Box, unit: int) -> int:
    return box.cost.refit_air if unit >= box.ground_end else box.cost.refit_ground


@rule("12.1", "32.1")
def refittable(state: State, box: Box) -> list[int]:
    """12.1: reduced units in a Staging Area, on a Coalition airfield, or with a FOB or HQ; air units at home."""
    found = []
    for unit in counters_reduced(state, box):
        place = state.where[unit]
        if (
            place in STAGING
            or (unit >= box.ground_end and place in (STRIKE, CAS))
            or (
                unit < box.ground_end
                and place < OFF_MAP
                and (
                    any_at(state, place, box.bases) or (box.airbase[place] and control(state, box, place) == COALITION)
                )
            )
        ):
            found.append(unit)
    return found


def counters_reduced(state: State, box: Box) -> list[int]:
    """Return the units on their reduced side."""
    found = []
    at = state.reduced.find(1, box.alliance_end, box.air_end)
    while at >= 0:
        found.append(at)
        at = state.reduced.find(1, at + 1, box.air_end)
    return found
