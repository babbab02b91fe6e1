"""3.3: Rally, March, Attack and Terror."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    BASE_OF,
    C_BASE,
    C_TROOPS,
    G_POLICE,
    G_TROOPS,
    IS_AFGHAN,
    IS_LOC,
    IS_PASHTUN,
    KABUL,
    KINDS,
    NEUTRAL,
    PIECE_IDS,
    SPACE_IDS,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import (
    attack_spaces,
    can_still_march,
    column,
    guerrillas_for_terror,
    march_cost,
    march_destinations,
    march_origins,
    one_space,
    rally_cost,
    rally_spaces,
    terror_cost,
    terror_spaces,
)
from khyber.games.distant_plain.rules.elders import can_influence_by, influence_by, set_by, shift_by
from khyber.games.distant_plain.rules.forces import (
    activate,
    always_active,
    available,
    bases_of,
    can_hide,
    cubes,
    guerrillas,
    hide,
    move,
    on_map,
    place,
    remove,
    room_for_base,
)
from khyber.games.distant_plain.rules.lasting import (
    AEROSTATS,
    NIGHT_LETTERS,
    SANDSTORMS,
    STRATEGIC_RELEASE,
    SUICIDE_BOMBERS,
    URBAN_SPECIALISTS,
    US_TALIBAN_TALKS,
    shaded,
    unshaded,
)
from khyber.games.distant_plain.rules.map import home_ground, population
from khyber.games.distant_plain.rules.negotiation import may_remove
from khyber.games.distant_plain.rules.operations import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.special import ACTIVITIES, activities, special_activity
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION, place_terror
from khyber.games.distant_plain.rules.targets import open_to_attack, remove_enemies
from khyber.games.distant_plain.rules.tracks import gain, pay
from khyber.games.distant_plain.state import State

# -- Rally ------------------------------------------------------------------------------------------


@rule("3.3.1")
def rally(play: Play, faction: Faction) -> Rules:
    """3.3.1: place Guerrillas or Bases, or hide; the Taliban may buy Sharia in one space."""
    state = play.state
    preached = reinforced = False

    def choices() -> list[Choice]:
        found: list[Choice] = list(rally_spaces(play, faction))
        if faction == TALIBAN and not preached:
            found += [("sharia", space) for space in state.op_spaces if rally_sharia_possible(state, space)]
        if faction == TALIBAN and not reinforced and may_reinforce(state):
            found += [("reinforce", space) for space in state.op_spaces if IS_AFGHAN[space]]
        return found

    while True:
        choice = yield from next_choice(play, faction, "rally-space", "3.3.1", choices, has_begun(play))
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            what, space = choice
            if what == "reinforce":
                reinforced = True
                place(play, "3.3.1", T_UNDERGROUND, space)
            else:
                preached = True
                yield from rally_sharia(play, faction, space)
            continue
        select(play, faction, "3.3.1", choice, rally_cost(state, faction, choice))
        yield from rally_in(play, faction, choice)


def may_reinforce(state: State) -> bool:
    """3.3.1: by Momentum, one more Guerrilla in 1 Afghan space of each Taliban Rally."""
    return shaded(state, STRATEGIC_RELEASE) and available(state, T_UNDERGROUND) > 0


def short_of_bases(state: State, faction: Faction, space: Space) -> bool:
    """1.4.1: a Base could be built here, but for none being Available; one could be taken off the map."""
    if not may_remove(state, faction) or available(state, BASE_OF[faction]) or guerrillas(state, faction, space) < 2:
        return False
    return bases_of(state, faction, space) > 0 or (room_for_base(state, space) and on_map(state, BASE_OF[faction]) > 0)


def short_of_guerrillas(state: State, faction: Faction) -> bool:
    """1.4.1: none is Available, but one could be taken off the map: nothing is settled before the player says so."""
    return may_remove(state, faction) and not available(state, UNDERGROUND_OF[faction])


def rally_choices(state: State, faction: Faction, space: Space) -> list[int | str]:
    """3.3.1: how many Guerrillas to place here, or `base`, `hide`, `nothing`."""
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
        choice = yield from play.pick(
            faction, "rally-how", "3.3.1", COUNTS,
            lambda: [*rally_choices(state, faction, space), *activities(play, faction)], {"space": SPACE_IDS[space]},
            window=short_of_guerrillas(state, faction) or short_of_bases(state, faction, space))
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
    """3.3.1: 2 Guerrillas of either state become a Base."""
    state = play.state
    at = space * KINDS + UNDERGROUND_OF[faction]
    underground, active = state.pieces[at], state.pieces[at + 1]
    of_active = yield from play.pick(
        faction, "rally-base-active", "3.3.1", COUNTS, lambda: range(max(0, 2 - underground), min(2, active) + 1),
        {"space": SPACE_IDS[space]}, boundary=False)
    remove(play, "3.3.1", UNDERGROUND_OF[faction], space, 2 - of_active)
    remove(play, "3.3.1", ACTIVE_OF[faction], space, of_active)
    place(play, "3.3.1", BASE_OF[faction], space)


def rally_sharia_possible(state: State, space: Space) -> bool:
    """3.3.1: at a Taliban Base, whatever the Control; never free."""
    return (bases_of(state, TALIBAN, space) > 0 and state.resources[TALIBAN] > 0
            and can_influence_by(state, TALIBAN, space, TOWARD_OPPOSITION))


def rally_sharia(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.1, 6.4.2: 1 Resource a time, Terror first, then levels, as often as wanted."""
    state = play.state
    more = "more"
    while more == "more":
        gain(play, "3.3.1", TALIBAN, -1)
        yield from influence_by(play, TALIBAN, "3.3.1", space, TOWARD_OPPOSITION)
        if not rally_sharia_possible(state, space):
            return
        more = yield from play.pick(
            faction, "sharia-more", "3.3.1", WORDS,
            lambda: ["more", "done"] if rally_sharia_possible(state, space) else ["done"], {"space": SPACE_IDS[space]})


# -- March ------------------------------------------------------------------------------------------


@rule("3.3.2")
def march(play: Play, faction: Faction) -> Rules:
    """3.3.2: groups of Guerrillas move to adjacent spaces; Taliban go on from Pashtun ground."""
    state = play.state
    state.moved = bytearray(len(state.pieces))
    if state.op_from >= 0:
        only_from(state, faction)
    while True:
        origin = yield from next_choice(
            play, faction, "march-from", "3.3.2", lambda: list(march_origins(play, faction)), has_begun(play))
        if not isinstance(origin, int):
            return
        dest = yield from play.pick(
            faction, "march-to", "3.3.2", PLACES, partial(march_destinations, play, faction, origin),
            {"space": SPACE_IDS[origin]})
        yield from march_group(play, faction, origin, dest)


def only_from(state: State, faction: Faction) -> None:
    """5.5: an Event lets only Guerrillas March that begin in certain spaces: the others count as having moved."""
    for piece in (UNDERGROUND_OF[faction], ACTIVE_OF[faction]):
        for space, standing in enumerate(column(state, piece)):
            if not state.op_from >> space & 1:
                state.moved[space * KINDS + piece] = standing


def march_group(play: Play, faction: Faction, origin: Space, dest: Space) -> Rules:
    """3.3.2: all that go from one space to another go together, once; the destination is paid once.

    From naming the destination to arriving is one step: nothing may come in between.
    """
    state = play.state
    hidden, shown = UNDERGROUND_OF[faction], ACTIVE_OF[faction]
    place_names = {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest]}

    def underground() -> range:
        below, above = can_still_march(state, faction, origin)
        return range(0 if above else 1, below + 1)

    n_hidden = n_shown = 0
    if can_still_march(state, faction, origin)[0]:
        n_hidden = yield from play.pick(
            faction, "march-count", "3.3.2", COUNTS, underground, {**place_names, "piece": PIECE_IDS[hidden]},
            boundary=False)
    if can_still_march(state, faction, origin)[1]:
        n_shown = yield from play.pick(
            faction, "march-count", "3.3.2", COUNTS,
            lambda: range(0 if n_hidden else 1, can_still_march(state, faction, origin)[1] + 1),
            {**place_names, "piece": PIECE_IDS[shown]}, boundary=False)
    _enter(play, faction, origin, dest)
    state.marched |= 1 << ((origin << 5) + dest)
    noticed = group_is_noticed(state, faction, dest, n_hidden + n_shown)
    move(play, "3.3.2", hidden, n_hidden, origin, dest)
    move(play, "3.3.2", shown, n_shown, origin, dest)
    arrived_hidden = 0 if always_active(state, hidden, dest) else n_hidden
    if noticed:
        activate(play, "3.3.2", faction, dest, arrived_hidden)
        arrived_hidden = 0
    if not may_march_on(state, faction, dest):
        state.moved[dest * KINDS + hidden] += arrived_hidden
        state.moved[dest * KINDS + shown] += n_hidden + n_shown - arrived_hidden


def _enter(play: Play, faction: Faction, origin: Space, dest: Space) -> None:
    state = play.state
    cost = march_cost(state, faction, origin, dest)
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
    if cost:
        state.op_paid |= 1 << dest
        pay(play, "3.3.2", faction, cost)


def group_is_noticed(state: State, faction: Faction, dest: Space, group: int) -> bool:
    """3.3.2: off home ground, a group that with enemy Guerrillas (for Taliban, and cubes) there exceeds 3."""
    if unshaded(state, AEROSTATS) and state.pieces[dest * KINDS + C_BASE]:
        return True
    if home_ground(faction, dest):
        return False
    enemies = guerrillas(state, WARLORDS if faction == TALIBAN else TALIBAN, dest)
    if faction == TALIBAN:
        enemies += cubes(state, dest)
    return group + enemies > 3


def may_march_on(state: State, faction: Faction, dest: Space) -> bool:
    """3.3.2: Taliban that entered a Pashtun space may go on, except in a Limited March (2.3.5)."""
    if faction != TALIBAN or not IS_PASHTUN[dest] or unshaded(state, SANDSTORMS):
        return False
    return not one_space(state, faction)


# -- Attack -----------------------------------------------------------------------------------------


@rule("3.3.3")
def attack(play: Play, faction: Faction) -> Rules:
    """3.3.3: show the Guerrillas, roll, and on their number or less remove 2 enemy pieces."""
    while True:
        space = yield from next_choice(
            play, faction, "attack-space", "3.3.3", lambda: list(attack_spaces(play, faction)), has_begun(play),
            last_call=short_of_guerrillas(play.state, faction) and not play.state.op_spaces)
        if not isinstance(space, int):
            return
        select(play, faction, "3.3.3", space, 1)
        yield from attack_in(play, faction, space)


def attack_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.3: one Attack, complete before the next."""
    state = play.state
    activate(play, "3.3.3", faction, space, state.pieces[space * KINDS + UNDERGROUND_OF[faction]])
    rolled = play.roll("attack")
    success = rolled <= guerrillas(state, faction, space)
    play.emit("attack-rolled", "3.3.3", rolled, SPACE_IDS[space], int(success))
    if success:
        yield from remove_enemies(
            play, faction, "3.3.3", space, 2, open_to_attack(faction), boundary=False, casualties=True)
    if rolled == 1:
        place(play, "3.3.3", UNDERGROUND_OF[faction], space)


# -- Terror -----------------------------------------------------------------------------------------


@rule("3.3.4")
def terror(play: Play, faction: Faction) -> Rules:
    """3.3.4: a Guerrilla shows itself; Terror or Sabotage; Taliban shift, Warlords silence everybody."""
    state = play.state
    bombed = False

    def choices() -> list[Choice]:
        found: list[Choice] = list(terror_spaces(play, faction))
        if faction == TALIBAN and not bombed and shaded(state, SUICIDE_BOMBERS):
            found += [("bomb", space) for space in state.op_spaces if open_to_bomb(state, space)]
        return found

    while True:
        choice = yield from next_choice(play, faction, "terror-space", "3.3.4", choices, has_begun(play))
        if isinstance(choice, str):
            return
        if isinstance(choice, tuple):
            bombed = True
            yield from bomb(play, choice[1])
            continue
        select(play, faction, "3.3.4", choice, terror_cost(state, faction, choice))
        yield from terror_in(play, faction, choice)


def terror_in(play: Play, faction: Faction, space: Space) -> Rules:
    """3.3.4: one space. A marker only while one of the 30 is left."""
    state = play.state
    taliban = faction == TALIBAN
    if not (taliban and space == KABUL and shaded(state, URBAN_SPECIALISTS)):
        activate(play, "3.3.4", faction, space, guerrillas_for_terror(state, faction, space))
    watched = taliban and not IS_LOC[space] and unshaded(state, NIGHT_LETTERS)
    if not (watched and state.pieces[space * KINDS + G_POLICE]):
        place_terror(play, "3.3.4", space)
    if IS_LOC[space]:
        return
    if taliban:
        yield from shift_by(play, faction, "3.3.4", space, TOWARD_OPPOSITION)
        if unshaded(state, SUICIDE_BOMBERS):
            shown = state.pieces[space * KINDS + T_ACTIVE]
            remove(play, "3.3.4", T_ACTIVE if shown else T_UNDERGROUND, space)
    else:
        yield from set_by(play, faction, "3.3.4", space, NEUTRAL)


def open_to_bomb(state: State, space: Space) -> list[Piece]:
    """3.3.4: by a Capability, a Government cube, or if there is none a Coalition Troop that may be harmed."""
    if IS_LOC[space]:
        return []
    found = [piece for piece in (G_TROOPS, G_POLICE) if state.pieces[space * KINDS + piece]]
    if not found and state.pieces[space * KINDS + C_TROOPS] and not unshaded(state, US_TALIBAN_TALKS):
        found.append(C_TROOPS)
    return found


def bomb(play: Play, space: Space) -> Rules:
    """3.3.4: one of those goes, Coalition to Casualties."""
    yield from remove_enemies(play, TALIBAN, "3.3.4", space, 1, open_to_bomb, casualties=True, obliged=True)
