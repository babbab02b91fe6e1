"""3.2.1: Train: cubes in every selected space, then one follow-up in one of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import (
    ALL_SPACES,
    C_BASE,
    C_TROOPS,
    COALITION,
    COIN_CONTROL,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    IS_PASHTUN,
    KABUL,
    KINDS,
    MAX_RESOURCES,
    PIECE_IDS,
    SPACE_IDS,
    T_UNDERGROUND,
    TALIBAN,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.elders import can_influence_by, influence_by
from khyber.games.distant_plain.rules.forces import (
    available,
    count,
    government_cubes,
    move,
    on_map,
    place,
    remove,
    room_for_base,
)
from khyber.games.distant_plain.rules.lasting import NIGHT_LETTERS, PRTS, VILLAGE_STABILITY, shaded, unshaded, use_card
from khyber.games.distant_plain.rules.operations.common import Choice, has_begun, next_choice, select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, cost_met, spaces_with, train_spaces
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT
from khyber.games.distant_plain.rules.tracks import gain, patronage_to_resources, pay
from khyber.games.distant_plain.rules.victory import is_second_printing
from khyber.games.distant_plain.state import State

MAX_CUBES = 6
MAX_CUBES_UNDER_THREAT = 4
CUBES_FOR_A_BASE = 3
PATRONAGE_RETURNED = 3


@rule("3.2.1", "2nd:8.8.2")
def train(play: Play, faction: Faction) -> Rules:
    """3.2.1: place Government cubes; then one Civic Action, Base, or Patronage to Resources.

    The Non-player Coalition of the 2nd printing does the follow-up first, as it pays for its cubes.
    """
    state = play.state
    placed = 0
    acted: list[Choice] = []
    cubes_last = faction == COALITION and is_second_printing(state, faction)
    if cubes_last:
        yield from train_follow_up(play, faction, acted, first=True)
        for selected in state.op_spaces:
            if may_place_cubes(state, faction, selected):
                placed += yield from place_cubes(play, faction, selected)
    while True:
        space = yield from next_choice(
            play,
            faction,
            "train-space",
            "3.2.1",
            lambda: list(train_spaces(play, faction)),
            has_begun(play),
            Fresh(lambda: {"cost": COIN_COST if not state.op_free and cost_met(state, faction, COIN_COST) else 0}),
        )
        if not isinstance(space, int):
            break
        select(play, faction, "3.2.1", space, COIN_COST if faction == GOVERNMENT else 0)
        if may_place_cubes(state, faction, space):
            placed += yield from place_cubes(play, faction, space)
    if cubes_last:
        yield from village_police(play)
    yield from train_follow_up(play, faction, acted)
    if faction == COALITION:
        if not cubes_last:
            yield from village_police(play)
        if placed:
            yield from turncoats(play)


def may_place_cubes(state: State, faction: Faction, space: Space) -> bool:
    """3.2.1: Government: Kabul and COIN Bases; Coalition: only its own Bases, at a cost."""
    pieces, at = state.pieces, space * KINDS
    if faction == COALITION:
        return pieces[at + C_BASE] > 0 and cost_met(state, faction, COIN_COST)
    return space == KABUL or pieces[at + C_BASE] > 0 or pieces[at + G_BASE] > 0


def place_cubes(play: Play, faction: Faction, space: Space) -> Asking[int]:
    """3.2.1: place up to 6 Troops and Police from Available; if a kind runs out, from the map."""
    state = play.state
    most = MAX_CUBES_UNDER_THREAT if shaded(state, NIGHT_LETTERS) else MAX_CUBES
    room, paid = most, faction == GOVERNMENT or state.op_free
    for piece in (G_TROOPS, G_POLICE):
        placed = yield from _place_kind(play, faction, space, piece, room, paid)
        if placed:
            paid = True
        room -= placed
    return most - room


def village_police(play: Play) -> Rules:
    """3.2.1: by a Capability, after a Coalition Train place 1 Police with Coalition Troops."""
    state = play.state
    if not unshaded(state, VILLAGE_STABILITY) or not (available(state, G_POLICE) or on_map(state, G_POLICE)):
        return
    space = yield from play.ask(
        COALITION,
        "village-police",
        "3.2.1",
        PLACES,
        lambda: or_done(
            s for s in spaces_with(state, C_TROOPS) if (available(state, G_POLICE) or _elsewhere(state, G_POLICE, s))
        ),
    )
    if isinstance(space, str):
        return
    if available(state, G_POLICE):
        use_card(play, "3.2.1", VILLAGE_STABILITY, space)
        place(play, "3.2.1", G_POLICE, space)
    else:
        origin = yield from play.ask(
            COALITION,
            "train-from-map",
            "3.2.1",
            PLACES,
            lambda: _elsewhere(state, G_POLICE, space),
            {"space": SPACE_IDS[space], "piece": PIECE_IDS[G_POLICE]},
        )
        use_card(play, "3.2.1", VILLAGE_STABILITY, space)
        move(play, "3.2.1", G_POLICE, 1, origin, space)


def turncoats(play: Play) -> Rules:
    """3.2.1: by a Capability, after a Coalition Train replace 1 Police in its Provinces with a Guerrilla."""
    state = play.state
    if not shaded(state, VILLAGE_STABILITY):
        return

    def open_to_it() -> list[Space]:
        return [space for space in state.op_spaces if space != KABUL and state.pieces[space * KINDS + G_POLICE]]

    if open_to_it():
        space = yield from play.ask(TALIBAN, "turncoat", "3.2.1", PLACES, lambda: or_done(open_to_it()))
        if not isinstance(space, str):
            use_card(play, "3.2.1", VILLAGE_STABILITY, space)
            with as_one_step(play, (space,)):
                remove(play, "3.2.1", G_POLICE, space)
                place(play, "3.2.1", T_UNDERGROUND, space)


def _place_kind(play: Play, faction: Faction, space: Space, piece: Piece, room: int, paid: bool) -> Asking[int]:
    """Place cubes of one kind; the Coalition pays with the first."""
    state = play.state
    names = {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece], "room": room}
    placed = 0
    if available(state, piece):
        placed = yield from play.ask(
            faction, "train-count", "3.2.1", COUNTS, lambda: range(min(room, available(state, piece)) + 1), names
        )
        if placed and not paid:
            pay(play, "3.2.1", faction, COIN_COST)
            paid = True
        place(play, "3.2.1", piece, space, placed)
    while placed < room and not available(state, piece) and _elsewhere(state, piece, space):
        origin = yield from play.ask(
            faction, "train-from-map", "3.2.1", PLACES, partial(_elsewhere_or_done, state, piece, space), names
        )
        if isinstance(origin, str):
            break
        n = yield from play.ask(
            faction,
            "move-count",
            "3.2.1",
            COUNTS,
            partial(range, 1, min(room - placed, count(state, origin, piece)) + 1),
            {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[space], "piece": PIECE_IDS[piece]},
        )
        if not paid:
            pay(play, "3.2.1", faction, COIN_COST)
            paid = True
        move(play, "3.2.1", piece, n, origin, space)
        placed += n
    return placed


def _elsewhere(state: State, piece: Piece, space: Space) -> list[Space]:
    return [other for other in ALL_SPACES if other != space and state.pieces[other * KINDS + piece]]


def _elsewhere_or_done(state: State, piece: Piece, space: Space) -> list[Space | str]:
    return or_done(_elsewhere(state, piece, space))


# -- the follow-up ----------------------------------------------------------------------------------


def train_follow_up(play: Play, faction: Faction, done: list[Choice], *, first: bool = False) -> Rules:
    """3.2.1: at most one of Civic Action, a Government Base, 3 Patronage to Resources; or `done`.

    Before any cubes (`first`) it may select the space as well.
    """
    state = play.state

    def possible() -> list[Choice]:
        chosen = list(state.op_spaces)
        return follow_ups(state, faction, chosen + train_spaces(play, faction) if first else chosen)

    def choices() -> list[Choice]:
        if not done:
            return possible()
        if len(done) < civic_actions_allowed(state, faction) and all(
            isinstance(d, tuple) and d[0] == "civic-action" for d in done
        ):
            return [c for c in possible() if isinstance(c, tuple) and c[0] == "civic-action" and c not in done]
        return []

    while True:
        choice = yield from next_choice(
            play,
            faction,
            "train-first" if first else "train-then",
            "3.2.1",
            choices,
            lambda: True,
            Fresh(lambda: {"returned": patronage_returned(state)}),
        )
        if isinstance(choice, tuple):
            done.append(choice)
            what, space = choice
            if space not in state.op_spaces:
                select(play, faction, "3.2.1", space, 0)
            if what == "civic-action":
                yield from train_civic_action(play, faction, space)
            elif what == "base":
                yield from build_base(play, faction, space)
            else:
                play.emit("patronage-returned", "3.2.1", SPACE_IDS[space])
                patronage_to_resources(play, "3.2.1", GOVERNMENT, patronage_returned(state))
            continue
        return


def patronage_returned(state: State) -> int:
    """3.2.1, 1.8: up to 3 Patronage, as far as there is any and the Government can hold the Resources."""
    return min(PATRONAGE_RETURNED, state.patronage, MAX_RESOURCES - state.resources[GOVERNMENT])


def civic_actions_allowed(state: State, faction: Faction) -> int:
    """3.2.1: in 1 space; by a Capability the Coalition in 2."""
    return 2 if faction == COALITION and unshaded(state, PRTS) else 1


def follow_ups(state: State, faction: Faction, spaces: Iterable[Space]) -> list[Choice]:
    found: list[Choice] = []
    for space in spaces:
        closed = faction == COALITION and IS_PASHTUN[space] and shaded(state, PRTS)
        if train_civic_action_possible(state, faction, space) and not closed:
            found.append(("civic-action", space))
        if faction == GOVERNMENT and base_possible(state, space):
            found.append(("base", space))
        if faction == COALITION and space == KABUL and state.patronage:
            found.append(("patronage", space))
    return found


def train_civic_action_possible(state: State, faction: Faction, space: Space) -> bool:
    """3.2.1: COIN Control by any pieces; 3 Government Resources each, even in a free Train."""
    return (
        state.control[space] == COIN_CONTROL
        and state.resources[GOVERNMENT] >= COIN_COST
        and can_influence_by(state, faction, space, TOWARD_SUPPORT)
    )


def train_civic_action(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.1, 6.4.1: remove Terror, then shift levels, any number of times in that space."""
    state = play.state
    play.emit("civic-action", "3.2.1", SPACE_IDS[space])
    more = "more"
    while more == "more":
        gain(play, "3.2.1", GOVERNMENT, -COIN_COST)
        yield from influence_by(play, faction, "3.2.1", space, TOWARD_SUPPORT)
        if not train_civic_action_possible(state, faction, space):
            return
        more = yield from play.ask(
            faction,
            "civic-more",
            "3.2.1",
            WORDS,
            lambda: ["more", "done"] if train_civic_action_possible(state, faction, space) else ["done"],
            {"space": SPACE_IDS[space], "cost": COIN_COST},
        )


def base_possible(state: State, space: Space) -> bool:
    """3.2.1: 3 Government cubes there, room, and a Base Available or elsewhere on the map."""
    if government_cubes(state, space) < CUBES_FOR_A_BASE or not room_for_base(state, space):
        return False
    return available(state, G_BASE) > 0 or on_map(state, G_BASE) > count(state, space, G_BASE)


def build_base(play: Play, faction: Faction, space: Space) -> Rules:
    """3.2.1: replace any 3 Government cubes with a Base, taken from the map if none is Available."""
    state = play.state
    troops, police = count(state, space, G_TROOPS), count(state, space, G_POLICE)
    of_troops = yield from play.ask(
        faction,
        "train-base-troops",
        "3.2.1",
        COUNTS,
        lambda: range(max(0, CUBES_FOR_A_BASE - police), min(CUBES_FOR_A_BASE, troops) + 1),
        {"space": SPACE_IDS[space]},
    )
    origin: Space | None = None
    if not available(state, G_BASE):
        origin = yield from play.ask(
            faction,
            "train-base-from",
            "3.2.1",
            PLACES,
            lambda: _elsewhere(state, G_BASE, space),
            {"space": SPACE_IDS[space]},
        )
    play.emit("base-built", "3.2.1", SPACE_IDS[space])
    with as_one_step(play, (space,) if origin is None else (space, origin)):
        remove(play, "3.2.1", G_TROOPS, space, of_troops)
        remove(play, "3.2.1", G_POLICE, space, CUBES_FOR_A_BASE - of_troops)
        if origin is None:
            place(play, "3.2.1", G_BASE, space)
        else:
            move(play, "3.2.1", G_BASE, 1, origin, space)
