"""3.3.1: Rally."""

from __future__ import annotations

from khyber.engine.decision import Param
from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    BASE_OF,
    IS_AFGHAN,
    IS_PASHTUN,
    KINDS,
    PAKISTAN,
    SPACE_IDS,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, WORDS, space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES, activities, special_activity
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.elders import can_influence_by, influence_by
from khyber.games.distant_plain.rules.forces import (
    available,
    bases_of,
    can_hide,
    guerrillas,
    hide,
    on_map,
    place,
    remove,
    room_for_base,
)
from khyber.games.distant_plain.rules.lasting import STRATEGIC_RELEASE, shaded, use_card
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.negotiation import may_remove
from khyber.games.distant_plain.rules.operations.common import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import pakistan_is_free, rally_cost, rally_spaces
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION
from khyber.games.distant_plain.rules.tracks import gain
from khyber.games.distant_plain.state import State


@rule("3.3.1")
def rally(play: Play, faction: Faction) -> Rules:
    """3.3.1: place Guerrillas or Bases, or flip Underground; the Taliban may buy Sharia in one space."""
    state = play.state
    preached = reinforced = False

    def choices() -> list[Choice]:
        found: list[Choice] = list(rally_spaces(play, faction))
        if faction == TALIBAN and not preached:
            found += [("sharia", space) for space in state.op_spaces if rally_sharia_possible(state, space)]
        if faction == TALIBAN and not reinforced and may_reinforce(state):
            found += [("reinforce", space) for space in state.op_spaces if IS_AFGHAN[space]]
        return found

    price: dict[str, Param] = {"cost": 0 if state.op_free else 1, "free": free_to_rally(state, faction)}
    while True:
        choice = yield from next_choice(play, faction, "rally-space", "3.3.1", choices, has_begun(play), price)
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            what, space = choice
            if what == "reinforce":
                reinforced = True
                use_card(play, "3.3.1", STRATEGIC_RELEASE, space)
                place(play, "3.3.1", T_UNDERGROUND, space)
            else:
                preached = True
                yield from rally_sharia(play, faction, space)
            continue
        select(play, faction, "3.3.1", choice, rally_cost(state, faction, choice))
        yield from rally_in(play, faction, choice)


def free_to_rally(state: State, faction: Faction) -> str:
    """3.3.1: return the spaces without a cost."""
    return space_ids(PAKISTAN) if faction == TALIBAN and pakistan_is_free(state) else ""


def may_reinforce(state: State) -> bool:
    """3.3.1: by Momentum, 1 more Guerrilla in 1 Afghan space of each Taliban Rally."""
    return shaded(state, STRATEGIC_RELEASE) and available(state, T_UNDERGROUND) > 0


def short_of_bases(state: State, faction: Faction, space: Space) -> bool:
    """1.4.1: whether a Base could be built here if one were first removed from the map."""
    if not may_remove(state, faction) or available(state, BASE_OF[faction]) or guerrillas(state, faction, space) < 2:
        return False
    return bases_of(state, faction, space) > 0 or (room_for_base(state, space) and on_map(state, BASE_OF[faction]) > 0)


def short_of_guerrillas(state: State, faction: Faction) -> bool:
    """1.4.1: whether no Guerrilla is Available, but one could be removed from the map first."""
    return may_remove(state, faction) and not available(state, UNDERGROUND_OF[faction])


def rally_choices(state: State, faction: Faction, space: Space) -> list[int | str]:
    """3.3.1: the number of Guerrillas to place here, or `base`, `hide`, `nothing`."""
    own_bases = bases_of(state, faction, space)
    at_base = own_bases > 0 and (faction == TALIBAN or not IS_PASHTUN[space])
    most = own_bases + population(state, space) if at_base else 1
    found: list[int | str] = list(range(1, min(most, available(state, UNDERGROUND_OF[faction])) + 1))
    if guerrillas(state, faction, space) >= 2 and available(state, BASE_OF[faction]) and room_for_base(state, space):
        found.append("base")
    if at_base and can_hide(state, faction, space):
        found.append("hide")
    if at_base or not found:
        found.append("nothing")
    return found


def rally_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.1: resolve one space; a Special Activity may still come first (4.5.1)."""
    state = play.state
    while True:
        choice = yield from play.ask(
            faction,
            "rally-how",
            "3.3.1",
            COUNTS,
            lambda: [*rally_choices(state, faction, space), *activities(play, faction)],
            {"space": SPACE_IDS[space]},
            window=short_of_guerrillas(state, faction) or short_of_bases(state, faction, space),
        )
        if isinstance(choice, str) and choice in ACTIVITIES:
            yield from special_activity(play, faction, choice)
            continue
        break
    if isinstance(choice, int):
        place(play, "3.3.1", UNDERGROUND_OF[faction], space, choice)
    elif choice == "base":
        yield from _guerrillas_into_base(play, faction, space)
    elif choice == "hide":
        hide(play, "3.3.1", faction, space, can_hide(state, faction, space))


def _guerrillas_into_base(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.1: replace 2 Guerrillas, Active or Underground, with a Base."""
    state = play.state
    at = space * KINDS + UNDERGROUND_OF[faction]
    underground, active = state.pieces[at], state.pieces[at + 1]
    of_active = yield from play.ask(
        faction,
        "rally-base-active",
        "3.3.1",
        COUNTS,
        lambda: range(max(0, 2 - underground), min(2, active) + 1),
        {"space": SPACE_IDS[space]},
        boundary=False,
    )
    with as_one_step(play, (space,)):
        remove(play, "3.3.1", UNDERGROUND_OF[faction], space, 2 - of_active)
        remove(play, "3.3.1", ACTIVE_OF[faction], space, of_active)
        place(play, "3.3.1", BASE_OF[faction], space)


def rally_sharia_possible(state: State, space: Space) -> bool:
    """3.3.1: whether there is a Taliban Base, under any Control; Sharia is never free."""
    return (
        bases_of(state, TALIBAN, space) > 0
        and state.resources[TALIBAN] > 0
        and can_influence_by(state, TALIBAN, space, TOWARD_OPPOSITION)
    )


def rally_sharia(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.1, 6.4.2: for 1 Resource each, remove Terror, then shift levels."""
    state = play.state
    play.emit("sharia", "3.3.1", SPACE_IDS[space])
    more = "more"
    while more == "more":
        gain(play, "3.3.1", TALIBAN, -1)
        yield from influence_by(play, TALIBAN, "3.3.1", space, TOWARD_OPPOSITION)
        if not rally_sharia_possible(state, space):
            return
        more = yield from play.ask(
            faction,
            "sharia-more",
            "3.3.1",
            WORDS,
            lambda: ["more", "done"] if rally_sharia_possible(state, space) else ["done"],
            {"space": SPACE_IDS[space]},
        )
