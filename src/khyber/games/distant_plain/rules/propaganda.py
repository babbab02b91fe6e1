"""6.1, 6.3, 6.4: the first half of a Propaganda Round: victory, Resources, Support."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.notation import PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import can_influence_by, influence_by
from khyber.games.distant_plain.rules.forces import all_pieces, guerrillas, on_map
from khyber.games.distant_plain.rules.lasting import MULLAH_OMAR, shaded
from khyber.games.distant_plain.rules.map import econ_open
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, spaces_with
from khyber.games.distant_plain.rules.sequence import held_markers, reveal
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION, TOWARD_SUPPORT, markers_left, place_terror
from khyber.games.distant_plain.rules.tracks import change_aid, gain
from khyber.games.distant_plain.rules.victory import HIDDEN_AGENDA, factions_by_player, stop_for_victory, victory_met
from khyber.games.distant_plain.state import State

# -- 6.1 --------------------------------------------------------------------------------------------


@rule("6.1")
def victory_phase(play: Play) -> Rules:
    """6.1: end the game if a condition is met. Before that, Hidden Agendas may be revealed (7.3)."""
    state = play.state
    play.emit("phase", "6.1", "victory")
    if state.deception:
        for factions in factions_by_player(state):
            yield from reveal_agendas(play, factions[0])
    if victory_met(state):
        stop_for_victory(play)
    else:
        state.step = "resources"


def reveal_agendas(play: Play, faction: Faction) -> Rules:
    """7.3: ask every player with hidden markers, so that the question reveals nothing."""
    state = play.state
    while held_markers(state, faction):
        choice = yield from play.ask(
            board.SEATS[faction],
            "reveal-agenda",
            "7.3",
            WORDS,
            lambda: ["reveal", "keep"] if HIDDEN_AGENDA in held_markers(state, faction) else ["keep"],
            {"faction": board.SEATS[faction]},
            window=True,
        )
        if choice == "keep":
            return
        reveal(play, faction, HIDDEN_AGENDA)


# -- 6.3 --------------------------------------------------------------------------------------------


@rule("6.3")
def resources_phase(play: Play) -> Rules:
    """6.3: Sabotage, then earnings, then the effect of Casualties on Aid."""
    play.emit("phase", "6.3", "resources")
    yield from taliban_sabotage(play)
    government_earnings(play)
    insurgent_earnings(play)
    casualties_and_aid(play)
    play.state.active = board.COALITION
    play.state.step = "civic-action"


def sabotaged_by_taliban(state: State) -> list[Space]:
    """6.3.1: unSabotaged LoCs with more Taliban Guerrillas than all other pieces."""
    return [
        loc
        for loc in board.LOCS
        if not state.terror[loc] and 2 * guerrillas(state, board.TALIBAN, loc) > all_pieces(state, loc)
    ]


@rule("6.3.1")
def taliban_sabotage(play: Play) -> Rules:
    """6.3.1: Sabotage all of them; if the 30 markers run short, the Taliban choose (3.3.4)."""
    state = play.state
    while (left := markers_left(state)) and (locs := sabotaged_by_taliban(state)):
        if left >= len(locs):
            for loc in locs:
                place_terror(play, "6.3.1", loc)
            return
        loc = yield from play.ask(board.TALIBAN, "sabotage-loc", "6.3.1", PLACES, lambda: sabotaged_by_taliban(state))
        place_terror(play, "6.3.1", loc)


@rule("6.3.2")
def government_earnings(play: Play) -> None:
    """6.3.2: gain Aid, and the Econ of every LoC without Sabotage."""
    gain(play, "6.3.2", board.GOVERNMENT, play.state.aid + econ_open(play.state))


@rule("6.3.3")
def insurgent_earnings(play: Play) -> None:
    """6.3.3: gain for Taliban Bases; for Warlord Bases, and Warlord Guerrillas on open LoCs."""
    state = play.state
    gain(play, "6.3.3", board.TALIBAN, on_map(state, board.T_BASE))
    on_roads = sum(guerrillas(state, board.WARLORDS, loc) for loc in board.LOCS if not state.terror[loc])
    gain(play, "6.3.3", board.WARLORDS, on_map(state, board.W_BASE) + on_roads)


@rule("6.3.4")
def casualties_and_aid(play: Play) -> None:
    """6.3.4: lose 3 Aid for each Coalition piece in Casualties."""
    box = board.CASUALTIES * board.KINDS
    lost = play.state.pieces[box + board.C_TROOPS] + play.state.pieces[box + board.C_BASE]
    change_aid(play, "6.3.4", -3 * lost)


# -- 6.4 --------------------------------------------------------------------------------------------


def civic_action_decided_by(state: State, space: Space) -> Faction:
    """6.4.1: the COIN Faction with most Troops there; the Coalition if equal."""
    at = space * board.KINDS
    more = state.pieces[at + board.G_TROOPS] > state.pieces[at + board.C_TROOPS]
    return board.GOVERNMENT if more else board.COALITION


def civic_action_spaces(state: State, faction: Faction) -> list[Space]:
    """6.4.1: COIN Control, Troops and Police, and something to gain; 3 Government Resources each."""
    if state.resources[board.GOVERNMENT] < COIN_COST:
        return []
    pieces = state.pieces
    return [
        space
        for space in spaces_with(state, board.G_POLICE)
        if board.IS_AFGHAN[space]
        and state.control[space] == board.COIN_CONTROL
        and (pieces[space * board.KINDS + board.C_TROOPS] or pieces[space * board.KINDS + board.G_TROOPS])
        and civic_action_decided_by(state, space) == faction
        and can_influence_by(state, faction, space, TOWARD_SUPPORT)
    ]


@rule("6.4", "6.4.1")
def civic_action(play: Play) -> Rules:
    """6.4.1: the Coalition in its spaces, then the Government in its own, for Government Resources."""
    state = play.state
    faction = board.FACTIONS[state.active]
    if faction == board.COALITION:
        play.emit("phase", "6.4", "support")

    def options() -> list[int | str]:
        return or_done(civic_action_spaces(state, faction))

    while civic_action_spaces(state, faction):
        space = yield from play.ask(faction, "civic-action", "6.4.1", PLACES, options)
        if isinstance(space, str):
            break
        play.emit("civic-action", "6.4.1", board.SPACE_IDS[space])
        gain(play, "6.4.1", board.GOVERNMENT, -COIN_COST)
        yield from influence_by(play, faction, "6.4.1", space, TOWARD_SUPPORT)
    if faction == board.COALITION:
        state.active = board.GOVERNMENT
    else:
        state.active, state.step = board.TALIBAN, "sharia"


def sharia_spaces(state: State) -> list[Space]:
    """6.4.2: Taliban Control, or by Momentum an Afghan Base; and Terror to remove or a level to shift."""
    if not state.resources[board.TALIBAN]:
        return []
    preached = shaded(state, MULLAH_OMAR)
    return [
        space
        for space in board.LANDS
        if (
            state.control[space] == board.TALIBAN_CONTROL
            or (preached and board.IS_AFGHAN[space] and state.pieces[space * board.KINDS + board.T_BASE])
        )
        and can_influence_by(state, board.TALIBAN, space, TOWARD_OPPOSITION)
    ]


@rule("6.4.2")
def sharia(play: Play) -> Rules:
    """6.4.2: buy Sharia for 1 Taliban Resource each."""
    state = play.state
    while sharia_spaces(state):
        space = yield from play.ask(board.TALIBAN, "sharia", "6.4.2", PLACES, lambda: or_done(sharia_spaces(state)))
        if isinstance(space, str):
            break
        play.emit("sharia", "6.4.2", board.SPACE_IDS[space])
        gain(play, "6.4.2", board.TALIBAN, -1)
        yield from influence_by(play, board.TALIBAN, "6.4.2", space, TOWARD_OPPOSITION)
    state.active, state.step = board.GOVERNMENT, "desertion"
