"""3.1-3.3: where each Operation may take place, and its cost there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import compress
from operator import or_, sub

from khyber.games.distant_plain.board import (
    ADJACENT,
    AFGHAN,
    ALL_SPACES,
    BACKING,
    C_TROOPS,
    COALITION,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    IS_LOC,
    IS_PAKISTAN,
    IS_PASHTUN,
    KABUL,
    KINDS,
    LANDS,
    PAKISTAN,
    PRESSURE,
    SPACE_COUNT,
    SPONSORSHIP,
    SUPPORT,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    W_ACTIVE,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import pieces_of
from khyber.games.distant_plain.rules.lasting import (
    ACCIDENTAL_GUERRILLAS,
    NATO,
    PARTNERING_POLICY,
    URBAN_SPECIALISTS,
    shaded,
    unshaded,
)
from khyber.games.distant_plain.rules.tracks import affords
from khyber.games.distant_plain.state import State

#: What a COIN Operation costs in Government Resources (3.2).
COIN_COST = 3
#: An Event's change to a Taliban Rally: Islamabad does not forbid it in Pakistan.
DESPITE_ISLAMABAD = "despite-islamabad"
#: The counts of pieces on the map end here; boxes follow.
ON_MAP = SPACE_COUNT * KINDS
#: All spaces, as bits.
ANYWHERE = -1
ADJACENT_OUTSIDE_PAKISTAN = tuple(tuple(t for t in near if not IS_PAKISTAN[t]) for near in ADJACENT)


@rule("2.3.5", "6.6.1")
def one_space(state: State, faction: Faction) -> bool:
    """2.3.5: whether the Operation is Limited to one space; never for the Taliban at Sponsorship (6.6.1)."""
    return state.limited and not (faction == TALIBAN and state.islamabad == SPONSORSHIP)


def no_more_spaces(state: State, faction: Faction) -> bool:
    return bool(state.op_spaces) and one_space(state, faction)


@rule("3.1")
def cost_met(state: State, faction: Faction, cost: int) -> bool:
    """3.1: the payer must have the whole cost; a free Operation has none (3.1.2)."""
    return state.op_free or cost == 0 or affords(state, faction, cost)


def column(state: State, piece: int) -> bytearray:
    """Return the number of pieces of this kind in each space."""
    return state.pieces[piece:ON_MAP:KINDS]


def spaces_with(state: State, piece: int, *others: int) -> Iterator[Space]:
    """Return the spaces with a piece of one of these kinds. Most have none, so no loop visits them all."""
    there: Iterable[int] = column(state, piece)
    for other in others:
        there = map(or_, there, column(state, other))
    return compress(ALL_SPACES, there)


def spaces_with_guerrillas(state: State) -> Iterator[Space]:
    """Return the spaces with Guerrillas of either Faction."""
    return spaces_with(state, T_UNDERGROUND, T_ACTIVE, W_UNDERGROUND, W_ACTIVE)


def unmoved(state: State, piece: int) -> bytearray | list[int]:
    """Return the number of pieces of this kind in each space that have not moved in this Operation."""
    standing, moved = state.pieces[piece:ON_MAP:KINDS], state.moved[piece:ON_MAP:KINDS]
    return list(map(sub, standing, moved)) if any(moved) else standing


def spaces_with_unmoved(state: State, piece: int, other: int) -> Iterator[Space]:
    """Return the spaces with an unmoved piece of either kind."""
    return compress(ALL_SPACES, map(or_, unmoved(state, piece), unmoved(state, other)))


def movable(state: State, space: Space, piece: int) -> int:
    """Return the number of pieces of this kind there that have not moved in this Operation."""
    at = space * KINDS + piece
    return state.pieces[at] - state.moved[at] if state.moved else state.pieces[at]


def allowed(state: State, spaces: list[Space]) -> list[Space]:
    """5.5: those of the spaces to which an Event limits its free action, or all."""
    return spaces if state.op_only < 0 else [space for space in spaces if state.op_only >> space & 1]


@rule("4.1.1", "5.5")
def open_to_activity(state: State, spaces: list[Space]) -> list[Space]:
    """5.5: those of the spaces to which an Event limits a free Special Activity, or all (4.1.1)."""
    return spaces if state.op else allowed(state, spaces)


#: 5.4: how many spaces a Coalition Sweep or Assault may select while NATO holds it back.
NATO_SPACES = 2


def held_back(state: State, faction: Faction) -> bool:
    """3.2.3, 3.2.4: whether the Coalition has selected as many spaces as Momentum allows."""
    return faction == COALITION and len(state.op_spaces) >= NATO_SPACES and shaded(state, NATO)


def government_may_join(state: State) -> bool:
    """3.2.3, 3.2.4: whether the Coalition may have Government cubes join: it can pay, and no Momentum forbids it."""
    return cost_met(state, COALITION, COIN_COST) and not shaded(state, PARTNERING_POLICY)


# -- COIN -------------------------------------------------------------------------------------------


def train_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.2.1: Government: anywhere in Afghanistan but LoCs; Coalition: with its pieces, or Kabul."""
    state = play.state
    if no_more_spaces(state, faction):
        return []
    chosen = state.op_spaces
    if faction == GOVERNMENT:
        if not cost_met(state, faction, COIN_COST):
            return []
        return allowed(state, [space for space in AFGHAN if space not in chosen])
    return allowed(
        state,
        [space for space in AFGHAN if space not in chosen and (space == KABUL or pieces_of(state, COALITION, space))],
    )


def sweep_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.2.3: any Afghan Province or Kabul. The Government pays for each; the Coalition only for escorts."""
    state = play.state
    if no_more_spaces(state, faction) or held_back(state, faction):
        return []
    if faction == GOVERNMENT and not cost_met(state, faction, COIN_COST):
        return []
    return allowed(state, [space for space in AFGHAN if space not in state.op_spaces])


def assault_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.2.4: spaces with the Faction's cubes, for the Coalition with Troops. The Government pays for each."""
    state = play.state
    if no_more_spaces(state, faction) or held_back(state, faction):
        return []
    if faction == GOVERNMENT and not cost_met(state, faction, COIN_COST):
        return []
    chosen = state.op_spaces
    if faction == COALITION:
        return allowed(state, [space for space in spaces_with(state, C_TROOPS) if space not in chosen])
    return allowed(state, [space for space in spaces_with(state, G_TROOPS, G_POLICE) if space not in chosen])


def can_patrol(play: Play, faction: Faction) -> bool:
    """3.2.2: whether the Government can pay the cost of a Patrol, once; it need not move anything."""
    return faction == COALITION or cost_met(play.state, faction, COIN_COST)


# -- Insurgents -------------------------------------------------------------------------------------


@rule("6.6.1")
def pakistan_is_free(state: State) -> bool:
    """6.6.1: Backing and Sponsorship waive the cost of Taliban Rally in and March to or from Pakistan."""
    return state.islamabad >= BACKING


def rally_cost(state: State, faction: Faction, space: Space) -> int:
    """3.3.1: 1 for each space; in Pakistan by the Islamabad track (6.6.1)."""
    if state.op_free or (faction == TALIBAN and IS_PAKISTAN[space] and pakistan_is_free(state)):
        return 0
    return 1


def rally_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.3.1: not non-Pashtun Support or pressured Pakistan (Taliban), nor Pakistan (Warlords)."""
    state = play.state
    if no_more_spaces(state, faction):
        return []
    chosen, level = state.op_spaces, state.level
    paying = state.op_free or state.resources[faction] > 0
    if faction == WARLORDS:
        return allowed(state, [space for space in AFGHAN if space not in chosen]) if paying else []
    pakistan_closed = state.islamabad <= PRESSURE and state.op_text != DESPITE_ISLAMABAD
    # Which countries are open is decided once for all spaces.
    in_pakistan = not pakistan_closed and (paying or pakistan_is_free(state))
    lands = (LANDS if in_pakistan else AFGHAN) if paying else PAKISTAN if in_pakistan else ()
    spaces = [
        space
        for space in lands
        if space not in chosen and (level[space] != SUPPORT or IS_PASHTUN[space] or IS_PAKISTAN[space])
    ]
    if unshaded(state, ACCIDENTAL_GUERRILLAS):
        spaces = [space for space in spaces if IS_PAKISTAN[space] or not troops_without_base(state, space)]
    return allowed(state, spaces)


def troops_without_base(state: State, space: Space) -> bool:
    """3.3.1: Coalition Troops without a Taliban Base, where a Capability prevents Rally."""
    return state.pieces[space * KINDS + C_TROOPS] > 0 and not state.pieces[space * KINDS + T_BASE]


def march_cost(state: State, faction: Faction, origin: Space, dest: Space) -> int:
    """3.3.2: 1 for each Province or Kabul entered; LoCs free; Pakistan by the Islamabad track (6.6.1)."""
    if state.op_free or IS_LOC[dest] or state.op_paid >> dest & 1:
        return 0
    if faction == TALIBAN and (IS_PAKISTAN[origin] or IS_PAKISTAN[dest]) and pakistan_is_free(state):
        return 0
    return 1


def can_still_march(state: State, faction: Faction, space: Space) -> tuple[int, int]:
    """3.3.2: Underground and Active Guerrillas there that may still move in this March."""
    at = space * KINDS + UNDERGROUND_OF[faction]
    pieces, moved = state.pieces, state.moved
    if moved:
        return pieces[at] - moved[at], pieces[at + 1] - moved[at + 1]
    return pieces[at], pieces[at + 1]


@rule("1.3.6")
def march_destinations(play: Play, faction: Faction, origin: Space) -> list[Space]:
    """3.3.2: affordable adjacent spaces; each pair of spaces once; one destination if Limited."""
    state = play.state
    poor = not state.resources[faction]
    only = state.op_spaces[0] if no_more_spaces(state, faction) else None
    used = state.marched >> (origin << 5) & 0xFFFFFFFF
    if not used and not poor and only is None:
        return list(ADJACENT[origin] if faction == TALIBAN else ADJACENT_OUTSIDE_PAKISTAN[origin])
    return [
        dest
        for dest in ADJACENT[origin]
        if not used >> dest & 1
        and (only is None or dest == only)
        and (faction == TALIBAN or not IS_PAKISTAN[dest])
        and not (poor and march_cost(state, faction, origin, dest))
    ]


def march_origins(play: Play, faction: Faction) -> Iterator[Space]:
    """3.3.2: spaces with Guerrillas that may move somewhere."""
    state = play.state
    hidden = UNDERGROUND_OF[faction]
    within = ANYWHERE if state.moved else state.op_from
    for space in spaces_with_unmoved(state, hidden, hidden + 1):
        if within >> space & 1 and march_destinations(play, faction, space):
            yield space


def attack_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.3.3: spaces with its own Guerrilla and an enemy piece; 1 Resource each."""
    return list(attackable(play, faction))


def attackable(play: Play, faction: Faction) -> Iterator[Space]:
    """3.3.3: yield the same spaces one by one."""
    state = play.state
    if no_more_spaces(state, faction) or not cost_met(state, faction, 1):
        return
    pieces, chosen = state.pieces, state.op_spaces
    own = UNDERGROUND_OF[faction]
    for space in spaces_with(state, own, own + 1):
        if space not in chosen:
            at = space * KINDS
            if any(pieces[at : at + own]) or any(pieces[at + own + 3 : at + KINDS]):
                yield space


def terror_cost(state: State, faction: Faction, space: Space) -> int:
    """3.3.4: 1 in a Province or Kabul, 0 on a LoC; a Capability may waive it in Kabul."""
    if IS_LOC[space] or (space == KABUL and faction == TALIBAN and shaded(state, URBAN_SPECIALISTS)):
        return 0
    return 1


def guerrillas_for_terror(state: State, faction: Faction, space: Space) -> int:
    """3.3.4: one Underground Guerrilla; in Kabul, two by a Capability."""
    return 2 if space == KABUL and faction == TALIBAN and unshaded(state, URBAN_SPECIALISTS) else 1


def terror_spaces(play: Play, faction: Faction) -> list[Space]:
    """3.3.4: affordable spaces with its own Underground Guerrilla."""
    return list(open_to_terror(play, faction))


def open_to_terror(play: Play, faction: Faction) -> Iterator[Space]:
    """3.3.4: yield the same spaces one by one."""
    state = play.state
    if no_more_spaces(state, faction):
        return
    paying = cost_met(state, faction, 1)
    chosen, hidden = state.op_spaces, UNDERGROUND_OF[faction]
    for space in spaces_with(state, hidden):
        if (
            (paying or not terror_cost(state, faction, space))
            and space not in chosen
            and state.pieces[space * KINDS + hidden] >= guerrillas_for_terror(state, faction, space)
        ):
            yield space


#: Where an Operation could begin; Patrol needs no space (3.2.2). Those that look at many spaces yield them one by one:
#: `operation_possible` stops at the first.
SPACES_FOR: Mapping[str, Callable[[Play, Faction], Iterable[Space]]] = {
    "train": train_spaces,
    "sweep": sweep_spaces,
    "assault": assault_spaces,
    "rally": rally_spaces,
    "march": march_origins,
    "attack": attackable,
    "terror": open_to_terror,
}


def operation_possible(play: Play, faction: Faction, op: str) -> bool:
    """4.1: whether the Operation can be executed in at least 1 space now."""
    state = play.state
    if state.op_spaces:
        return True
    if op == "patrol":
        return state.op == "patrol" or can_patrol(play, faction)
    if op in ("train", "sweep") and state.op_only < 0:
        return faction == COALITION or cost_met(state, faction, COIN_COST)
    if op == "assault" and state.op_only < 0:
        if faction == COALITION:
            return any(column(state, C_TROOPS))
        return cost_met(state, faction, COIN_COST) and (any(column(state, G_TROOPS)) or any(column(state, G_POLICE)))
    if op == "rally" and faction == WARLORDS and state.op_only < 0:
        return state.op_free or state.resources[WARLORDS] > 0
    return next(iter(SPACES_FOR[op](play, faction)), None) is not None


CUBES = {COALITION: (C_TROOPS,), GOVERNMENT: (G_TROOPS, G_POLICE)}
