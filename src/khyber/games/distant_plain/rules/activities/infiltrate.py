"""4.4.2: Infiltrate."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    KINDS,
    OWNER,
    SPACE_IDS,
    T_UNDERGROUND,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.lasting import ID_CARDS, shaded, unshaded
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.rules.targets import guerrillas_then_bases, remove_enemies
from khyber.games.distant_plain.rules.tracks import change_patronage
from khyber.games.distant_plain.state import State


def open_to_infiltration(state: State, space: Space) -> list[Piece]:
    """4.4.2: Government cubes before Bases, Warlord Guerrillas before Bases, despite Coalition pieces."""
    at = space * KINDS
    found = [piece for piece in (G_TROOPS, G_POLICE) if state.pieces[at + piece]]
    if not found and state.pieces[at + G_BASE]:
        found.append(G_BASE)
    return found + guerrillas_then_bases(state, WARLORDS, space)


def infiltrate_spaces(state: State) -> list[Space]:
    """4.4.2: spaces with an Underground Taliban Guerrilla and a Government or Warlord piece."""
    if not spaces_left(state, infiltrate_limit(state)):
        return []
    return [
        space
        for space in spaces_with(state, T_UNDERGROUND)
        if space not in state.special_spaces and open_to_infiltration(state, space) and not checked_at(state, space)
    ]


def _open_to_infiltrate(state: State, space: Space) -> int:
    """4.4.2: how many Government and Warlord pieces there are."""
    at = space * KINDS
    return sum(state.pieces[at + G_TROOPS : at + T_UNDERGROUND]) + sum(state.pieces[at + W_UNDERGROUND : at + KINDS])


def infiltrate_limit(state: State) -> int:
    """4.4.2: 1 space, or 2 by a Capability."""
    return 2 if shaded(state, ID_CARDS) else 1


def checked_at(state: State, space: Space) -> bool:
    """4.4.2: whether Police prevent Infiltrate, by a Capability."""
    return unshaded(state, ID_CARDS) and state.pieces[space * KINDS + G_POLICE] > 0


def can_infiltrate(play: Play, faction: Faction) -> bool:
    state = play.state
    return spaces_left(state, infiltrate_limit(state)) and any(
        _open_to_infiltrate(state, space) and not checked_at(state, space)
        for space in spaces_with(state, T_UNDERGROUND)
    )


@rule("4.4.2")
def infiltrate(play: Play, faction: Faction) -> Rules:
    """4.4.2: in 1 space, remove 2 Government or Warlord pieces or replace 1; reduce Patronage."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play,
                faction,
                "infiltrate-space",
                "4.4.2",
                lambda: infiltrate_spaces(state),
                most=infiltrate_limit(state),
            )
        )
    ) is not None:
        alone = _open_to_infiltrate(state, space) == 1
        how = yield from play.ask(
            faction,
            "infiltrate-how",
            "4.4.2",
            WORDS,
            lambda: ["remove", "replace"],
            {"space": SPACE_IDS[space], "pieces": "one" if alone else "two"},
        )
        if how == "remove":
            gone = yield from remove_enemies(play, faction, "4.4.2", space, 2, open_to_infiltration, obliged=True)
        else:
            gone = yield from remove_enemies(
                play, faction, "4.4.2", space, 1, open_to_infiltration, obliged=True, instead=T_UNDERGROUND
            )
        change_patronage(play, "4.4.2", -sum(OWNER[piece] == GOVERNMENT for piece in gone))
