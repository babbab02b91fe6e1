"""2.1: set-up: players' Factions, the pieces of a scenario, the deck."""

from __future__ import annotations

from itertools import islice

from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.play import SHADED, UNSHADED, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import control_of
from khyber.games.distant_plain.rules.events import is_capability
from khyber.games.distant_plain.rules.lasting import place_capability
from khyber.games.distant_plain.rules.own_deck import OWN_DECK, name_removed
from khyber.games.distant_plain.rules.sequence import PLAYERS_LIMITED, SUDDEN_PROPAGANDA
from khyber.games.distant_plain.rules.victory import VICTORY_2ND, factions_by_player, is_non_player
from khyber.games.distant_plain.state import State, empty

DECEPTION = "deception"
NO_CAPABILITIES = "no-capabilities"
OPEN_DEPLOYMENT = "open-deployment"
NO_NON_PLAYER = "no-non-player"
COALITION_AND_WARLORDS = "coalition-and-warlords"
OPTIONS = (
    SUDDEN_PROPAGANDA,
    DECEPTION,
    NO_CAPABILITIES,
    OPEN_DEPLOYMENT,
    NO_NON_PLAYER,
    COALITION_AND_WARLORDS,
    PLAYERS_LIMITED,
    OWN_DECK,
    VICTORY_2ND,
)

#: Which Factions are players' in games with Non-players (1.5, 2.1).
PLAYED_BY = {
    1: (board.COALITION,),
    2: (board.COALITION, board.TALIBAN),
    3: (board.COALITION, board.TALIBAN, board.GOVERNMENT),
    4: (board.COALITION, board.GOVERNMENT, board.TALIBAN, board.WARLORDS),
}
#: Open Deployment: the order in which Factions set up.
DEPLOYMENT_ORDER = (board.WARLORDS, board.GOVERNMENT, board.TALIBAN, board.COALITION)
MARKERS_EACH = 2


def start(setup: Setup) -> State:
    """2.1: return the board before the deck is built."""
    check_options(setup)
    state = empty()
    state.scenario = setup.scenario
    state.options = tuple(option for option in OPTIONS if option in setup.options)
    assign_factions(state, setup)
    set_up_board(state)
    state.step = "deal"
    return state


def check_options(setup: Setup) -> None:
    if setup.scenario not in board.SCENARIOS:
        raise BadSetup(f"there is no scenario {setup.scenario!r}: the scenarios are {', '.join(board.SCENARIOS)}")
    for option in setup.options:
        if option not in OPTIONS:
            raise BadSetup(f"there is no option {option!r}: the options are {', '.join(OPTIONS)}")
    if setup.players not in PLAYED_BY and len(setup.non_players) < len(board.FACTIONS):
        raise BadSetup(f"{setup.players} players: A Distant Plain is for 1 to 4", "players")
    if setup.non_players and setup.players + len(setup.non_players) != len(board.FACTIONS):
        raise BadSetup(f"{setup.players} players and {len(setup.non_players)} Non-players do not make 4 Factions")
    if setup.non_players and NO_NON_PLAYER in setup.options:
        raise BadSetup(
            "with the option no-non-player no Faction is a Non-player: give those seats other agents", "no-bots"
        )
    for option in (PLAYERS_LIMITED, VICTORY_2ND):
        if option in setup.options and (setup.players == 4 or NO_NON_PLAYER in setup.options):
            raise BadSetup(f"the option {option} is for games with Non-players (8)", "with-bots")
    if OWN_DECK in setup.options and len(setup.non_players) == len(board.FACTIONS):
        raise BadSetup("the option own-deck needs a player, who names the cards", "own-deck")
    if DECEPTION in setup.options and setup.players < 3:
        raise BadSetup("the option deception is for 3 or 4 players (7.3)", "deception")
    if NO_NON_PLAYER in setup.options and setup.players not in (2, 3):
        raise BadSetup("the option no-non-player is for 2 or 3 players (1.5)", "no-non-player")
    if COALITION_AND_WARLORDS in setup.options and (setup.players != 2 or NO_NON_PLAYER not in setup.options):
        raise BadSetup(
            "the option coalition-and-warlords is for 2 players with no-non-player (1.5)", "coalition-and-warlords"
        )


@rule("1.5")
def assign_factions(state: State, setup: Setup) -> None:
    """1.5: one Faction per player; others are Non-players, or by option also players'."""
    if NO_NON_PLAYER in state.options:
        shared = (
            {board.WARLORDS: board.COALITION}
            if setup.players == 3
            else (
                {board.WARLORDS: board.COALITION, board.GOVERNMENT: board.TALIBAN}
                if COALITION_AND_WARLORDS in state.options
                else {board.GOVERNMENT: board.COALITION, board.WARLORDS: board.TALIBAN}
            )
        )
        owners = [shared.get(faction, faction) for faction in board.FACTIONS]
        numbers = {owner: number for number, owner in enumerate(dict.fromkeys(owners))}
        state.players = bytes(numbers[owner] for owner in owners)
        return
    played: tuple[Faction, ...] = PLAYED_BY.get(setup.players, ())
    if setup.non_players:
        for seat in setup.non_players:
            if seat not in board.FACTION_BY_ID:
                raise BadSetup(f"there is no Faction {seat!r}: they are {', '.join(board.FACTION_BY_ID)}")
        played = tuple(f for f in board.FACTIONS if f not in [board.FACTION_BY_ID[seat] for seat in setup.non_players])
    state.players = bytes(board.FACTIONS)
    state.non_players = sum(1 << faction for faction in board.FACTIONS if faction not in played)


@rule("2.1")
def set_up_board(state: State) -> None:
    """2.1: set tracks, markers and pieces; with Open Deployment players place their own later."""
    scenario = board.SCENARIOS[state.scenario]
    state.aid, state.patronage = scenario.aid, scenario.patronage
    for faction, resources in scenario.resources.items():
        state.resources[faction] = resources
    state.islamabad = scenario.islamabad
    for space in scenario.support:
        state.level[space] = board.SUPPORT
    for space in scenario.returnees:
        state.returnees[space] = 1
    for piece in board.PIECES:
        state.pieces[board.AVAILABLE * board.KINDS + piece] = board.INVENTORY[piece]
    for space, pieces in scenario.forces.items():
        for piece, n in pieces.items():
            if OPEN_DEPLOYMENT not in state.options or state.non_players >> board.OWNER[piece] & 1:
                put(state, piece, space, n)
    for space in board.LANDS:
        state.control[space] = control_of(state, space)


def put(state: State, piece: Piece, space: Space, n: int) -> None:
    """Place pieces from Available, without logging."""
    state.pieces[board.AVAILABLE * board.KINDS + piece] -= n
    state.pieces[space * board.KINDS + piece] += n


# -- the deck ---------------------------------------------------------------------------------------


@rule("2.1")
def deal(play: Play) -> Rules:
    """2.1: remove and show Event cards, shuffle a Propaganda card into each pile, stack the piles."""
    state = play.state
    play.emit("set-up", "2.1", state.scenario)
    if OWN_DECK in state.options:
        yield from name_removed(play)
    else:
        make_deck(play)
    for card in sorted(state.removed_events):
        play.emit("removed-card", "2.1", card)
        if is_capability(card) and NO_CAPABILITIES not in state.options:
            place_capability(play, card, UNSHADED if board.CARDS[card].capability_of == board.COALITION else SHADED)
    if DECEPTION in state.options:
        draw_deception(play)
    go_to_deployment(state, DEPLOYMENT_ORDER)


def make_deck(play: Play) -> None:
    """2.1: return a deck of shuffled piles, each with a Propaganda card."""
    state = play.state
    scenario = board.SCENARIOS[state.scenario]
    events = play.shuffle("events", board.EVENT_CARDS)
    state.removed_events = bytes(events[: scenario.removed_events])
    rest = events[scenario.removed_events :]
    size = len(rest) // scenario.piles
    deck: list[int] = []
    for pile in range(scenario.piles):
        cards = [*rest[pile * size : (pile + 1) * size], board.PROPAGANDA_CARDS[pile]]
        deck += play.shuffle("pile", cards)
    state.deck = bytes(deck)


def draw_deception(play: Play) -> None:
    """7.3: draw 2 markers for each player, seen by that player alone; none for Non-players."""
    state = play.state
    markers = iter(play.shuffle("deception", [name for name, n in board.DECEPTION_MARKERS.items() for _ in range(n)]))
    state.deception = tuple(
        () if is_non_player(state, factions[0]) else tuple(sorted(islice(markers, MARKERS_EACH)))
        for factions in factions_by_player(state)
    )
    state.revealed = ((),) * len(state.deception)


def go_to_deployment(state: State, left: tuple[Faction, ...]) -> None:
    """2.1, 2.2: go to the next Faction to set up in Open Deployment, else to the first card."""
    if OPEN_DEPLOYMENT in state.options:
        for faction in left:
            if not state.non_players >> faction & 1:
                state.active, state.step = faction, "deploy"
                return
    state.step = "card"
