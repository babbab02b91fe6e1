"""3.3.4: Terror."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Param
from khyber.games.distant_plain.board import (
    C_TROOPS,
    G_POLICE,
    G_TROOPS,
    IS_LOC,
    KABUL,
    KINDS,
    LOCS,
    NEUTRAL,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import set_by, shift_by
from khyber.games.distant_plain.rules.forces import activate, count, remove
from khyber.games.distant_plain.rules.lasting import (
    NIGHT_LETTERS,
    SUICIDE_BOMBERS,
    URBAN_SPECIALISTS,
    US_TALIBAN_TALKS,
    shaded,
    unshaded,
    use_card,
)
from khyber.games.distant_plain.rules.operations.common import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import guerrillas_for_terror, terror_cost, terror_spaces
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION, place_terror
from khyber.games.distant_plain.rules.targets import remove_enemies
from khyber.games.distant_plain.state import State

#: The spaces where Terror costs nothing: LoCs, and by a Capability Kabul.
FREE: Final = space_ids(LOCS)
FREE_WITH_KABUL: Final = space_ids((*LOCS, KABUL))


@rule("3.3.4")
def terror(play: Play, faction: Faction) -> Rules:
    """3.3.4: Activate a Guerrilla; place Terror or Sabotage; Taliban shift levels, Warlords set them Neutral."""
    state = play.state
    bombed = False

    def choices() -> list[Choice]:
        found: list[Choice] = list(terror_spaces(play, faction))
        if faction == TALIBAN and not bombed and shaded(state, SUICIDE_BOMBERS):
            found += [("bomb", space) for space in state.op_spaces if open_to_bomb(state, space)]
        return found

    price: dict[str, Param] = {
        "cost": 0 if state.op_free else 1,
        "free": free_of_cost(state, faction),
        "kabul": exposed_in_kabul(state, faction),
    }
    while True:
        choice = yield from next_choice(play, faction, "terror-space", "3.3.4", choices, has_begun(play), price)
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            bombed = True
            yield from bomb(play, choice[1])
            continue
        select(play, faction, "3.3.4", choice, terror_cost(state, faction, choice))
        yield from terror_in(play, faction, choice)


def free_of_cost(state: State, faction: Faction) -> str:
    """3.3.4: return the spaces without a cost."""
    return FREE if terror_cost(state, faction, KABUL) else FREE_WITH_KABUL


def exposed_in_kabul(state: State, faction: Faction) -> int:
    """3.3.4: return the Guerrillas that turn Active in Kabul: 1, by a Capability 2 or none."""
    if faction == TALIBAN and shaded(state, URBAN_SPECIALISTS):
        return 0
    return guerrillas_for_terror(state, faction, KABUL)


def terror_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.4: Terror in one space; place a marker only while one of the 30 is left."""
    state = play.state
    taliban = faction == TALIBAN
    activate(play, "3.3.4", faction, space, exposed_in_kabul(state, faction) if space == KABUL else 1)
    watched = taliban and not IS_LOC[space] and unshaded(state, NIGHT_LETTERS)
    if not (watched and count(state, space, G_POLICE)):
        place_terror(play, "3.3.4", space)
    if IS_LOC[space]:
        return
    if taliban:
        yield from shift_by(play, faction, "3.3.4", space, TOWARD_OPPOSITION)
        if unshaded(state, SUICIDE_BOMBERS):
            shown = count(state, space, T_ACTIVE)
            remove(play, "3.3.4", T_ACTIVE if shown else T_UNDERGROUND, space)
    else:
        yield from set_by(play, faction, "3.3.4", space, NEUTRAL)


def open_to_bomb(state: State, space: Space) -> list[Piece]:
    """3.3.4: by a Capability, a Government cube or, if none, a Coalition Troop that may be harmed."""
    if IS_LOC[space]:
        return []
    found = [piece for piece in (G_TROOPS, G_POLICE) if state.pieces[space * KINDS + piece]]
    if not found and count(state, space, C_TROOPS) and not unshaded(state, US_TALIBAN_TALKS):
        found.append(C_TROOPS)
    return found


def bomb(play: Play, space: Space) -> Rules:
    """3.3.4: remove one of those pieces, Coalition to Casualties."""
    use_card(play, "3.3.4", SUICIDE_BOMBERS, space)
    yield from remove_enemies(play, TALIBAN, "3.3.4", space, 1, open_to_bomb, casualties=True, obliged=True)
