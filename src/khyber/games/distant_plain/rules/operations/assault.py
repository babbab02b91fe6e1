"""3.2.4: Assault."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    C_TROOPS,
    COALITION,
    FACTION_BY_ID,
    G_TROOPS,
    GOVERNMENT,
    SEATS,
    SPACE_IDS,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import activate, available, count, government_cubes, place
from khyber.games.distant_plain.rules.lasting import ACCIDENTAL_GUERRILLAS, FIND_FIX_FINISH, shaded, unshaded, use_card
from khyber.games.distant_plain.rules.map import cubes_for_one_loss, police_fight_here
from khyber.games.distant_plain.rules.operations.common import has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import (
    COIN_COST,
    assault_spaces,
    cost_met,
    government_may_join,
)
from khyber.games.distant_plain.rules.targets import exposed, remove_enemies, targets_underground
from khyber.games.distant_plain.rules.tracks import change_aid, pay
from khyber.games.distant_plain.state import State

# Changes by Events to a Government Assault: each Troop removes a piece; Mountain counts as Plains.
EACH_TROOP = "each-troop"
AS_PLAINS = "as-plains"


@rule("3.2.4")
def assault(play: Play, faction: Faction) -> Rules:
    """3.2.4: remove Active Guerrillas, then Bases, by the number of cubes."""
    while True:
        space = yield from next_choice(
            play,
            faction,
            "assault-space",
            "3.2.4",
            lambda: list(assault_spaces(play, faction)),
            has_begun(play),
            {
                "cost": 0 if play.state.op_free or faction == COALITION else COIN_COST,
                "each": int(play.state.op_text == EACH_TROOP),
                "plains": int(play.state.op_text == AS_PLAINS),
                "capped": int(faction == COALITION and shaded(play.state, FIND_FIX_FINISH)),
            },
        )
        if not isinstance(space, int):
            break
        select(play, faction, "3.2.4", space, COIN_COST if faction == GOVERNMENT else 0)
        yield from assault_in(play, faction, space)
    if faction == COALITION and shaded(play.state, ACCIDENTAL_GUERRILLAS):
        yield from accidental_guerrilla(play)


def accidental_guerrilla(play: Play) -> Rules:
    """3.2.4: by a Capability, place 1 Taliban Guerrilla after a Coalition Assault or Air Strike."""
    state = play.state
    struck = state.special_spaces if state.special == "air-strike" else b""
    spaces = sorted({*state.op_spaces, *struck})
    if available(state, T_UNDERGROUND):
        space = yield from play.ask(TALIBAN, "accidental-space", "3.2.4", PLACES, lambda: or_done(spaces))
        if not isinstance(space, str):
            use_card(play, "3.2.4", ACCIDENTAL_GUERRILLAS, space)
            place(play, "3.2.4", T_UNDERGROUND, space)


def worth_assaulting(state: State, faction: Faction, space: Space) -> bool:
    """Return whether an Assault there could remove anything, perhaps after Activating it (5.3)."""
    if exposed(state, space):
        return True
    return faction == COALITION and unshaded(state, FIND_FIX_FINISH) and bool(targets_underground(state, space))


def find_and_fix(play: Play, space: Space) -> Rules:
    """3.2.4: by a Capability, a Coalition Assault first Activates 1 Underground Guerrilla."""
    state = play.state
    if targets_underground(state, space):
        whose = yield from play.ask(
            COALITION,
            "find-fix",
            "3.2.4",
            WORDS,
            lambda: [SEATS[f] for f in targets_underground(state, space)],
            {"space": SPACE_IDS[space]},
        )
        activate(play, "3.2.4", FACTION_BY_ID[whose], space, 1)


def fighting_government_cubes(state: State, space: Space) -> int:
    """3.2.4: return Troops and, in Kabul and on LoCs, Police."""
    return government_cubes(state, space) if police_fight_here(space) else count(state, space, G_TROOPS)


def government_losses(state: State, space: Space, fighting: int) -> int:
    """3.2.4: 1 for every 2 cubes, 3 in Mountain; an Event may change that (5.1.1)."""
    if state.op_text == EACH_TROOP:
        troops = count(state, space, G_TROOPS)
        return troops + (fighting - troops) // 2
    return fighting // (2 if state.op_text == AS_PLAINS else cubes_for_one_loss(space))


def assault_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.4: Assault in one space: 1 loss per 2 Government cubes (3 in Mountain), or per Coalition cube."""
    state = play.state
    government = fighting_government_cubes(state, space)
    if faction == GOVERNMENT:
        number = government_losses(state, space, government)
    else:
        if unshaded(state, FIND_FIX_FINISH):
            yield from find_and_fix(play, space)
        number = count(state, space, C_TROOPS)
        if government and exposed(state, space) and government_may_join(state):
            joined = yield from play.ask(
                faction,
                "assault-joined",
                "3.2.4",
                WORDS,
                lambda: ["alone", "joined"] if cost_met(state, faction, COIN_COST) else ["alone"],
                {"space": SPACE_IDS[space], "n": government, "cost": 0 if state.op_free else COIN_COST},
            )
            if joined == "joined":
                pay(play, "3.2.4", faction, 0 if state.op_free else COIN_COST)
                number += government
        if shaded(state, FIND_FIX_FINISH):
            number = min(number, 2)
    gone = yield from remove_enemies(play, faction, "3.2.4", space, number, exposed)
    if faction == GOVERNMENT:
        change_aid(play, "3.2.4", 6 * gone.count(T_BASE))
