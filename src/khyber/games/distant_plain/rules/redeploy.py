"""6.5, 6.6: the second half of a Propaganda Round: Redeploy and Reset."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    ALL_SPACES,
    AVAILABLE,
    C_BASE,
    C_TROOPS,
    CASUALTIES,
    COALITION,
    COIN_CONTROL,
    FACTIONS,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    INSURGENTS,
    IS_LOC,
    IS_PAKISTAN,
    IS_PASHTUN,
    KABUL,
    KINDS,
    LANDS,
    OUT_OF_PLAY,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    TALIBAN_CONTROL,
    TROOPS_OF,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, or_done
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import adjust_all
from khyber.games.distant_plain.rules.forces import always_active, can_hide, count, government_cubes, hide, move, remove
from khyber.games.distant_plain.rules.islamabad import reset_islamabad
from khyber.games.distant_plain.rules.lasting import MULLAH_OMAR, discard_momentum, shaded
from khyber.games.distant_plain.rules.operations.conditions import movable, spaces_with, spaces_with_unmoved, unmoved
from khyber.games.distant_plain.rules.sequence import is_final, nothing_to_ask
from khyber.games.distant_plain.rules.support import clear_terror
from khyber.games.distant_plain.rules.victory import final_victory
from khyber.games.distant_plain.state import State

# -- 6.5.1 ------------------------------------------------------------------------------------------


@rule("6.5", "6.5.1")
def desertion(play: Play) -> Rules:
    """6.5.1: remove 1 in 3 Government cubes from each space, as the Government chooses. Control is frozen (6.5)."""
    state = play.state
    play.emit("phase", "6.5", "redeploy")
    state.frozen = True
    for space in ALL_SPACES:
        n = government_cubes(state, space) // 3
        if n:
            yield from desert(play, space, n)
    state.active, state.step = COALITION, "redeploy"


def desert(play: Play, space: Space, n: int) -> Rules:
    """6.5.1: remove `n` Government cubes from one space."""
    state = play.state
    troops, police = count(state, space, G_TROOPS), count(state, space, G_POLICE)
    of_troops = yield from play.ask(
        GOVERNMENT,
        "desertion",
        "6.5.1",
        COUNTS,
        partial(range, max(0, n - police), min(n, troops) + 1),
        {"space": SPACE_IDS[space], "n": n},
    )
    remove(play, "6.5.1", G_TROOPS, space, of_troops)
    remove(play, "6.5.1", G_POLICE, space, n - of_troops)


# -- 6.5.2, 6.5.3 -----------------------------------------------------------------------------------


def coin_bases(state: State, space: Space) -> int:
    at = space * KINDS
    return state.pieces[at + C_BASE] + state.pieces[at + G_BASE]


def troops_to_redeploy(state: State, faction: Faction) -> list[Space]:
    """6.5.2: LoCs, and Provinces without a COIN Base, with its Troops. Those in Kabul stay."""
    return [
        space for space in spaces_with(state, TROOPS_OF[faction]) if space != KABUL and not coin_bases(state, space)
    ]


def redeploy_destinations(state: State) -> list[Space]:
    """6.5.2: Kabul, and COIN-Controlled spaces with a COIN Base; Control as of the start of 6.5."""
    return [
        space
        for space in LANDS
        if space == KABUL or (state.control[space] == COIN_CONTROL and coin_bases(state, space))
    ]


@rule("6.5.2")
def redeploy_troops(play: Play) -> Rules:
    """6.5.2: the Coalition may move Troops, then the Government must."""
    state = play.state
    faction = FACTIONS[state.active]
    yield from _redeploy(
        play,
        faction,
        "6.5.2",
        TROOPS_OF[faction],
        lambda: troops_to_redeploy(state, faction),
        lambda: redeploy_destinations(state),
        must=faction == GOVERNMENT,
    )
    if faction == COALITION:
        state.active = GOVERNMENT
    else:
        state.step = "redeploy-police"


@rule("6.5.3")
def redeploy_police(play: Play) -> Rules:
    """6.5.3: the Government may move any Police, each once, to LoCs or COIN-Controlled spaces."""
    state = play.state
    state.moved = bytearray(len(state.pieces))
    yield from _redeploy(
        play,
        GOVERNMENT,
        "6.5.3",
        G_POLICE,
        lambda: [space for space, police in enumerate(unmoved(state, G_POLICE)) if police],
        lambda: [space for space in ALL_SPACES if IS_LOC[space] or state.control[space] == COIN_CONTROL],
        must=False,
    )
    state.moved = bytearray()
    state.active, state.step = TALIBAN, "redeploy-taliban"


def _redeploy(
    play: Play,
    faction: Faction,
    rule: str,
    piece: Piece,
    origins: Callable[[], list[Space]],
    destinations: Callable[[], list[Space]],
    *,
    must: bool,
) -> Rules:
    """Move pieces of one kind, space by space, at any distance."""
    state = play.state

    def options() -> list[int | str]:
        return [*origins()] if must else or_done(origins())

    while origins():
        origin = yield from play.ask(faction, "redeploy-from", rule, PLACES, options, {"piece": PIECE_IDS[piece]})
        if isinstance(origin, str):
            return
        dest = yield from play.ask(
            faction,
            "redeploy-to",
            rule,
            PLACES,
            partial(_others, destinations, origin),
            {"piece": PIECE_IDS[piece], "space": SPACE_IDS[origin]},
        )
        n = yield from play.ask(
            faction,
            "move-count",
            rule,
            COUNTS,
            partial(range, 1, movable(state, origin, piece) + 1),
            {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest], "piece": PIECE_IDS[piece]},
        )
        move(play, rule, piece, n, origin, dest)
        if state.moved:
            state.moved[dest * KINDS + piece] += n


def _others(destinations: Callable[[], list[Space]], origin: Space) -> list[Space]:
    return [space for space in destinations() if space != origin]


# -- 6.5.4 ------------------------------------------------------------------------------------------


def haven(space: Space) -> bool:
    """6.5.4: whether this is a Pashtun space in Pakistan, always open to the Taliban."""
    return IS_PAKISTAN[space] and IS_PASHTUN[space]


HAVENS: Final = tuple(filter(haven, ALL_SPACES))


def taliban_destinations(state: State) -> list[Space]:
    """6.5.4: Waziristan, Northwest Frontier, and Bases under Taliban Control at the start of 6.5."""
    held = [space for space in spaces_with(state, T_BASE) if state.control[space] == TALIBAN_CONTROL]
    return sorted({*HAVENS, *held})


def taliban_to_redeploy(state: State) -> list[Space]:
    """6.5.4: LoCs and Provinces without a Taliban Base, with Guerrillas. Those in Kabul stay."""
    occupied = spaces_with_unmoved(state, T_UNDERGROUND, T_ACTIVE)
    return [space for space in occupied if space != KABUL and not state.pieces[space * KINDS + T_BASE]]


def may_stay(state: State, space: Space) -> bool:
    """6.5.4: whether Guerrillas may stay: in a haven; by Momentum in any Province."""
    return haven(space) or (not IS_LOC[space] and shaded(state, MULLAH_OMAR))


@rule("6.5.4")
def redeploy_taliban(play: Play) -> Rules:
    """6.5.4: Guerrillas must leave; those in a haven without a Base may stay."""
    state = play.state
    state.moved = bytearray(len(state.pieces))

    def build() -> list[Space | str]:
        found = taliban_to_redeploy(state)
        return or_done(found) if all(may_stay(state, space) for space in found) else list(found)

    while taliban_to_redeploy(state):
        origin = yield from play.ask(TALIBAN, "redeploy-from", "6.5.4", PLACES, build, {"piece": PIECE_IDS[T_ACTIVE]})
        if isinstance(origin, str):
            break
        yield from _redeploy_group(play, origin)
    state.moved = bytearray()
    state.step = "redeployed"


def _redeploy_group(play: Play, origin: Space) -> Rules:
    state = play.state
    dest = yield from play.ask(
        TALIBAN,
        "redeploy-to",
        "6.5.4",
        PLACES,
        partial(_others, partial(taliban_destinations, state), origin),
        {"piece": PIECE_IDS[T_ACTIVE], "space": SPACE_IDS[origin]},
    )
    hidden, shown = movable(state, origin, T_UNDERGROUND), movable(state, origin, T_ACTIVE)
    sent = 0
    for piece, here, others in ((T_UNDERGROUND, hidden, shown), (T_ACTIVE, shown, 0)):
        if not here:
            continue
        n = yield from play.ask(
            TALIBAN,
            "move-count",
            "6.5.4",
            COUNTS,
            partial(range, 0 if others or sent else 1, here + 1),
            {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest], "piece": PIECE_IDS[piece]},
        )
        move(play, "6.5.4", piece, n, origin, dest)
        arrived_as = T_ACTIVE if always_active(state, piece, dest) else piece
        state.moved[dest * KINDS + arrived_as] += n
        sent += n


# -- 6.5.5, 6.5.6, 6.6 ------------------------------------------------------------------------------


def redeployed(play: Play) -> Rules:
    """6.5.5, 6.5.6: adjust Control; the final Round ends the game here."""
    adjust_after_redeploy(play)
    if not game_end(play):
        play.state.step = "reset"
    return nothing_to_ask()


@rule("6.5.5")
def adjust_after_redeploy(play: Play) -> None:
    """6.5.5: update Control of every space, once."""
    play.state.frozen = False
    adjust_all(play, "6.5.5")


@rule("6.5.6")
def game_end(play: Play) -> bool:
    """6.5.6: after the final Round's Redeploy the game is over (7.3)."""
    if is_final(play.state):
        final_victory(play)
        return True
    return False


@rule("6.6")
def reset(play: Play) -> Rules:
    """6.6: Casualties, Islamabad, Eligibility, Terror and Sabotage, Momentum, Guerrillas; then the next card."""
    state = play.state
    play.emit("phase", "6.6", "reset")
    bury_casualties(play)
    reset_islamabad(play)
    for faction in FACTIONS:
        if not state.eligible[faction]:
            state.eligible[faction] = 1
            play.emit("eligible", "6.6", SEATS[faction])
    state.next_eligibility = bytearray(4)
    for space in ALL_SPACES:
        clear_terror(play, "6.6", space)
    discard_momentum(play)
    for space in ALL_SPACES:
        for faction in INSURGENTS:
            if count(state, space, ACTIVE_OF[faction]):
                hide(play, "6.6", faction, space, can_hide(state, faction, space))
    state.step = "card"
    return nothing_to_ask()


def bury_casualties(play: Play) -> None:
    """6.6: remove Bases and 1 in 2 Troops from the game; the other Troops become Available."""
    pieces = play.state.pieces
    box = CASUALTIES * KINDS
    lost_troops, lost_bases = pieces[box + C_TROOPS] // 2, pieces[box + C_BASE]
    back = pieces[box + C_TROOPS] - lost_troops
    pieces[OUT_OF_PLAY * KINDS + C_TROOPS] += lost_troops
    pieces[OUT_OF_PLAY * KINDS + C_BASE] += lost_bases
    pieces[AVAILABLE * KINDS + C_TROOPS] += back
    pieces[box + C_TROOPS] = pieces[box + C_BASE] = 0
    if lost_troops or lost_bases or back:
        play.emit("casualties-settled", "6.6", lost_troops, lost_bases, back)
