"""4.4: Extort, Infiltrate and Ambush."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    ALL_SPACES,
    ECON,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    IS_LOC,
    KINDS,
    OWNER,
    SPACE_IDS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    W_BASE,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activity_spaces import next_space, spaces_left
from khyber.games.distant_plain.rules.conditions import attack_spaces, column, operation_possible
from khyber.games.distant_plain.rules.forces import activate, place
from khyber.games.distant_plain.rules.lasting import CAR_BOMBS, ID_CARDS, shaded, unshaded
from khyber.games.distant_plain.rules.targets import guerrillas_then_bases, open_to_attack, remove_enemies
from khyber.games.distant_plain.rules.tracks import change_patronage, gain, pay, transfer
from khyber.games.distant_plain.state import State

MOST_AMBUSHES = 3

# -- Extort -----------------------------------------------------------------------------------------


def can_be_extorted(state: State, space: Space) -> bool:
    """4.4.1: an Underground Guerrilla, and more Taliban than other pieces."""
    at = space * KINDS
    pieces = state.pieces
    if not pieces[at + T_UNDERGROUND]:
        return False
    own = pieces[at + T_UNDERGROUND] + pieces[at + T_ACTIVE] + pieces[at + T_BASE]
    return 2 * own > sum(pieces[at : at + KINDS])


def extort_spaces(play: Play) -> list[Space]:
    """4.4.1, 4.1: wherever it is possible and leaves the Operation possible, if that has not begun."""
    state = play.state
    if not spaces_left(state, len(ALL_SPACES)):
        return []
    spaces = [space for space, hidden in enumerate(column(state, T_UNDERGROUND))
              if hidden and space not in state.special_spaces and can_be_extorted(state, space)]
    if not spaces or not state.op or (state.op != "terror" and operation_possible(play, TALIBAN, state.op)):
        return spaces
    return [space for space in spaces if _leaves_operation(play, space)]


def _leaves_operation(play: Play, space: Space) -> bool:
    scratch = play.scratch()
    extort_in(scratch, space)
    return operation_possible(scratch, TALIBAN, play.state.op)


def extort_in(play: Play, space: Space) -> None:
    """4.4.1: 2 from the Warlords for each of their Bases; else the Econ of an open LoC; else 1."""
    state = play.state
    activate(play, "4.4.1", TALIBAN, space, 1)
    poppies = state.pieces[space * KINDS + W_BASE]
    if poppies:
        transfer(play, "4.4.1", WARLORDS, TALIBAN, 2 * poppies)
    elif IS_LOC[space] and not state.terror[space]:
        gain(play, "4.4.1", TALIBAN, ECON[space])
    else:
        gain(play, "4.4.1", TALIBAN, 1)


def can_extort(play: Play, faction: Faction) -> bool:
    state = play.state
    if state.op_spaces:
        return any(hidden and can_be_extorted(state, space)
                   for space, hidden in enumerate(column(state, T_UNDERGROUND)))
    return bool(extort_spaces(play))


@rule("4.4.1")
def extort(play: Play, faction: Faction) -> Rules:
    """4.4.1: Resources from any spaces that the Taliban dominate unseen."""
    while (space := (yield from next_space(
            play, faction, "extort-space", "4.4.1", lambda: extort_spaces(play)))) is not None:
        extort_in(play, space)


# -- Infiltrate -------------------------------------------------------------------------------------


def open_to_infiltration(state: State, space: Space) -> list[Piece]:
    """4.4.2: Government cubes before its Bases, Warlord Guerrillas before theirs; Coalition shields nothing."""
    at = space * KINDS
    found = [piece for piece in (G_TROOPS, G_POLICE) if state.pieces[at + piece]]
    if not found and state.pieces[at + G_BASE]:
        found.append(G_BASE)
    return found + guerrillas_then_bases(state, WARLORDS, space)


def infiltrate_spaces(state: State) -> list[Space]:
    """4.4.2: an Underground Taliban Guerrilla beside a Government or Warlord piece."""
    if not spaces_left(state, infiltrate_limit(state)):
        return []
    return [space for space, hidden in enumerate(column(state, T_UNDERGROUND))
            if hidden and space not in state.special_spaces and open_to_infiltration(state, space)
            and not checked_at(state, space)]


def infiltrate_limit(state: State) -> int:
    """4.4.2: 1 space, 2 by a Capability."""
    return 2 if shaded(state, ID_CARDS) else 1


def checked_at(state: State, space: Space) -> bool:
    """4.4.2: by a Capability, Police keep infiltrators out."""
    return unshaded(state, ID_CARDS) and state.pieces[space * KINDS + G_POLICE] > 0


def can_infiltrate(play: Play, faction: Faction) -> bool:
    state = play.state
    return spaces_left(state, infiltrate_limit(state)) and any(
        hidden and open_to_infiltration(state, space) and not checked_at(state, space)
        for space, hidden in enumerate(column(state, T_UNDERGROUND)))


@rule("4.4.2")
def infiltrate(play: Play, faction: Faction) -> Rules:
    """4.4.2: in 1 space, remove 2 Government or Warlord pieces or turn 1 into a Guerrilla; Patronage suffers."""
    state = play.state
    while (space := (yield from next_space(
            play, faction, "infiltrate-space", "4.4.2", lambda: infiltrate_spaces(state)))) is not None:
        how = yield from play.pick(
            faction, "infiltrate-how", "4.4.2", WORDS, lambda: ["remove", "replace"], {"space": SPACE_IDS[space]})
        if how == "remove":
            gone = yield from remove_enemies(play, faction, "4.4.2", space, 2, open_to_infiltration, obliged=True)
        else:
            gone = yield from remove_enemies(play, faction, "4.4.2", space, 1, open_to_infiltration, obliged=True)
            place(play, "4.4.2", T_UNDERGROUND, space)
        change_patronage(play, "4.4.2", -sum(OWNER[piece] == GOVERNMENT for piece in gone))


# -- Ambush -----------------------------------------------------------------------------------------


def ambush_spaces(play: Play) -> list[Space]:
    """4.4.3: spaces that may be selected for Attack, with an Underground Taliban Guerrilla."""
    state = play.state
    if not spaces_left(state, MOST_AMBUSHES):
        return []
    if shaded(state, CAR_BOMBS):
        return attack_spaces(play, TALIBAN)
    return [space for space in attack_spaces(play, TALIBAN) if state.pieces[space * KINDS + T_UNDERGROUND]]


def can_ambush(play: Play, faction: Faction) -> bool:
    return bool(ambush_spaces(play))


@rule("4.4.3")
def ambush(play: Play, faction: Faction) -> Rules:
    """4.4.3: up to 3 Attacks that succeed without a roll: 1 Guerrilla shows itself, 2 enemies go, 1 joins."""
    state = play.state
    while (space := (yield from next_space(
            play, faction, "ambush-space", "4.4.3", lambda: ambush_spaces(play)))) is not None:
        state.op_spaces += bytes((space,))
        pay(play, "3.3.3", faction, 0 if state.op_free else 1)
        activate(play, "4.4.3", TALIBAN, space, min(1, state.pieces[space * KINDS + T_UNDERGROUND]))
        yield from remove_enemies(play, faction, "4.4.3", space, 2, open_to_attack(faction), casualties=True)
        if not unshaded(state, CAR_BOMBS):
            place(play, "4.4.3", T_UNDERGROUND, space)


