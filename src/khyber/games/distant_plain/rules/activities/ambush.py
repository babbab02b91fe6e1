"""4.4.3: Ambush."""

from __future__ import annotations

from khyber.games.distant_plain.board import KINDS, T_UNDERGROUND, TALIBAN, Faction, Space
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.forces import activate, place
from khyber.games.distant_plain.rules.lasting import CAR_BOMBS, shaded, unshaded
from khyber.games.distant_plain.rules.operations.conditions import attack_spaces
from khyber.games.distant_plain.rules.targets import open_to_attack, remove_enemies
from khyber.games.distant_plain.rules.tracks import pay

MAX_AMBUSHES = 3


def ambush_spaces(play: Play) -> list[Space]:
    """4.4.3: spaces that may be selected for Attack, with an Underground Taliban Guerrilla."""
    state = play.state
    if not spaces_left(state, MAX_AMBUSHES):
        return []
    if shaded(state, CAR_BOMBS):
        return attack_spaces(play, TALIBAN)
    return [space for space in attack_spaces(play, TALIBAN) if state.pieces[space * KINDS + T_UNDERGROUND]]


def can_ambush(play: Play, faction: Faction) -> bool:
    return bool(ambush_spaces(play))


@rule("4.4.3")
def ambush(play: Play, faction: Faction) -> Rules:
    """4.4.3: up to 3 Attacks that succeed without a roll: Activate 1 Guerrilla, remove 2 enemies, place 1."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play,
                faction,
                "ambush-space",
                "4.4.3",
                lambda: ambush_spaces(play),
                most=MAX_AMBUSHES,
                cost=0 if state.op_free else 1,
            )
        )
    ) is not None:
        state.op_spaces += bytes((space,))
        pay(play, "4.4.3", faction, 0 if state.op_free else 1)
        activate(play, "4.4.3", TALIBAN, space, min(1, state.pieces[space * KINDS + T_UNDERGROUND]))
        yield from remove_enemies(play, faction, "4.4.3", space, 2, open_to_attack(faction), casualties=True)
        if not unshaded(state, CAR_BOMBS):
            place(play, "4.4.3", T_UNDERGROUND, space)
