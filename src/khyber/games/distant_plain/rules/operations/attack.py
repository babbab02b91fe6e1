"""3.3.3: Attack."""

from __future__ import annotations

from khyber.games.distant_plain.board import KINDS, SPACE_IDS, UNDERGROUND_OF, Faction, Space
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import activate, guerrillas, place
from khyber.games.distant_plain.rules.operations.common import has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import attack_spaces
from khyber.games.distant_plain.rules.operations.rally import short_of_guerrillas
from khyber.games.distant_plain.rules.targets import open_to_attack, remove_enemies


@rule("3.3.3")
def attack(play: Play, faction: Faction) -> Rules:
    """3.3.3: Activate the Guerrillas, roll, and on their number or less remove 2 enemy pieces."""
    while True:
        space = yield from next_choice(
            play,
            faction,
            "attack-space",
            "3.3.3",
            lambda: list(attack_spaces(play, faction)),
            has_begun(play),
            {"cost": 0 if play.state.op_free else 1},
            last_call=short_of_guerrillas(play.state, faction) and not play.state.op_spaces,
        )
        if not isinstance(space, int):
            return
        select(play, faction, "3.3.3", space, 1)
        yield from attack_in(play, faction, space)


def attack_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.3: resolve one Attack before the next."""
    state = play.state
    activate(play, "3.3.3", faction, space, state.pieces[space * KINDS + UNDERGROUND_OF[faction]])
    rolled = play.roll("attack")
    success = rolled <= guerrillas(state, faction, space)
    play.emit("attack-rolled", "3.3.3", rolled, SPACE_IDS[space], int(success))
    if success:
        yield from remove_enemies(
            play, faction, "3.3.3", space, 2, open_to_attack(faction), boundary=False, casualties=True
        )
    if rolled == 1:
        place(play, "3.3.3", UNDERGROUND_OF[faction], space)
