"""1.9, 7: victory. Totals and margins are always counted from the position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from khyber.games.distant_plain.board import (
    AFGHAN,
    AVAILABLE,
    C_BASE,
    C_TROOPS,
    COALITION,
    COIN_CONTROL,
    COIN_GOAL,
    FACTIONS,
    GOVERNMENT,
    KINDS,
    OPPOSITION,
    OPPOSITION_GOAL,
    SEATS,
    SUPPORT,
    SUPPORT_GOAL,
    T_BASE,
    TALIBAN,
    UNCONTROLLED,
    UNCONTROLLED_GOAL,
    WARLORD_RESOURCES_GOAL,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import on_map
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.state import State

HIDDEN_AGENDA = "hidden-agenda"
#: The option by which Non-players are beaten as the 2nd printing has it.
VICTORY_2ND = "victory-2nd"
#: The ending when a Non-player passes the victory check.
NON_PLAYER_WON = "non-player"
#: Ties, from the one that wins them (7.1); with Non-players in the game (8.5) after those.
TIES = (WARLORDS, GOVERNMENT, TALIBAN, COALITION)
TIES_WITH_NON_PLAYERS = (WARLORDS, TALIBAN, GOVERNMENT, COALITION)


class Totals(NamedTuple):
    """The four totals of the edge track (1.9)."""

    support_available: int
    coin_patronage: int
    opposition_bases: int
    uncontrolled: int


@rule("1.9")
def totals(state: State) -> Totals:
    """1.9: Support + Available, COIN Control + Patronage, Opposition + Bases, Uncontrolled Population."""
    support = coin = opposition = uncontrolled = 0
    for space in AFGHAN:
        people = population(state, space)
        if not people:
            continue
        if state.level[space] == SUPPORT:
            support += people
        elif state.level[space] == OPPOSITION:
            opposition += people
        if state.control[space] == COIN_CONTROL:
            coin += people
        elif state.control[space] == UNCONTROLLED:
            uncontrolled += people
    box = AVAILABLE * KINDS
    return Totals(
        support + state.pieces[box + C_TROOPS] + state.pieces[box + C_BASE],
        coin + state.patronage,
        opposition + on_map(state, T_BASE),
        uncontrolled,
    )


@rule("7.2", "7.3")
def margins(state: State, total: Totals | None = None) -> tuple[int, ...]:
    """7.3: each Faction's distance above or below its condition, which is met above 0 (7.2)."""
    total = total or totals(state)
    return (
        total.support_available - SUPPORT_GOAL,
        total.coin_patronage - COIN_GOAL,
        total.opposition_bases - OPPOSITION_GOAL,
        min(total.uncontrolled - UNCONTROLLED_GOAL, state.resources[WARLORDS] - WARLORD_RESOURCES_GOAL),
    )


# -- players ----------------------------------------------------------------------------------------


@rule("1.5")
def factions_by_player(state: State) -> tuple[tuple[Faction, ...], ...]:
    """1.5: return the Factions of each player, in seat order."""
    return _factions_by_player(state.players)


@cache  # every view asks, and the players hardly ever change
def _factions_by_player(players: bytes) -> tuple[tuple[Faction, ...], ...]:
    return tuple(tuple(f for f in FACTIONS if players[f] == player) for player in dict.fromkeys(players))


def player_name(factions: Sequence[Faction]) -> str:
    return "+".join(SEATS[f] for f in factions)


def is_non_player(state: State, faction: Faction) -> bool:
    return bool(state.non_players >> faction & 1)


#: Shift of the bits in State.non_players that mark Non-players of the 2nd printing.
SECOND_PRINTING = 4


def is_second_printing(state: State, faction: Faction) -> bool:
    """Return whether the Faction is a Non-player by the 2nd printing."""
    return bool(state.non_players >> SECOND_PRINTING + faction & 1)


def make_non_player(state: State, faction: Faction, printing: str) -> None:
    """Make the Faction a Non-player of a printing from now on or, without one, a player's."""
    both = 1 << faction | 1 << SECOND_PRINTING + faction
    state.non_players &= ~both
    if printing:
        state.non_players |= both if printing == "2nd" else 1 << faction
        state.pausing &= ~(1 << faction)


def agendas(state: State, faction: Faction, *, hidden_too: bool) -> int:
    """7.3: the Hidden Agenda markers of the Faction's player: those revealed, or all at the end."""
    player = state.players[faction]
    if player >= len(state.revealed):
        return 0
    shown = state.revealed[player].count(HIDDEN_AGENDA)
    return shown + (state.deception[player].count(HIDDEN_AGENDA) if hidden_too else 0)


def standing(state: State, total: Totals | None = None, *, final: bool) -> tuple[int, ...]:
    """7.3: return margins with Hidden Agendas; at the end also hidden ones."""
    return tuple(
        margin + agendas(state, faction, hidden_too=final)
        for faction, margin in zip(FACTIONS, margins(state, total), strict=True)
    )


# -- ending -----------------------------------------------------------------------------------------


@rule("6.1", "7.2", "8.5", "2nd:8.9")
def victory_met(state: State) -> bool:
    """6.1: whether the game stops: all Factions of one player meet their conditions (1.5).

    With Non-players it stops from the 2nd Propaganda card on, and only for a Non-player (8.5); or, by option, as in the
    2nd printing.
    """
    margin = standing(state, final=False)
    if is_solo_2nd(state):
        return state.propaganda_played > 1 and overtaken(state, margin)
    if state.non_players and VICTORY_2ND not in state.options:
        return state.propaganda_played > 1 and any(margin[f] > 0 for f in FACTIONS if is_non_player(state, f))
    return any(all(margin[f] > 0 for f in factions) for factions in factions_by_player(state))


@rule("7.1", "8.5")
def ranking(state: State, margin: Sequence[int], *, players_lose: bool = False) -> list[tuple[Faction, ...]]:
    """7.1: players by margin, the lowest of their Factions' counting. Ties by 7.1, or 8.5.

    If a Non-player ended the game, all players lose: they rank behind every Non-player (8.5, V2.Multi.1).
    """
    order = TIES_WITH_NON_PLAYERS if state.non_players and VICTORY_2ND not in state.options else TIES

    def place(factions: tuple[Faction, ...]) -> tuple[int, int, int, int]:
        worth = min(margin[f] for f in factions)
        deciding = min(order.index(f) for f in factions if margin[f] == worth)
        player = 0 if is_non_player(state, factions[0]) else 1
        return (player if players_lose else 0, -worth, player, deciding)

    return sorted(factions_by_player(state), key=place)


@rule("7.1")
def lose_equally(state: State) -> tuple[str, ...]:
    """7.1: if a Non-player passed the check, the players, who all lose equally; none if there is only one."""
    if state.ending != NON_PLAYER_WON:
        return ()
    beaten = tuple(
        player_name(factions) for factions in factions_by_player(state) if not is_non_player(state, factions[0])
    )
    return tuple(player for player in state.ranking if player in beaten) if len(beaten) > 1 else ()


# -- one player against the 2nd printing's rules ----------------------------------------------------


def is_solo_2nd(state: State) -> bool:
    """2nd:8.9: whether that option is chosen, with one player."""
    return VICTORY_2ND in state.options and len(players_of(state)) == 1


def players_of(state: State) -> list[Faction]:
    """Return the Factions of players."""
    return [faction for faction in FACTIONS if not is_non_player(state, faction)]


@rule("2nd:8.9")
def overtaken(state: State, margin: Sequence[int]) -> bool:
    """V2.Solo.1, V2.Solo.2: whether a Non-player is ahead of the only player; own conditions do not count."""
    player = players_of(state)[0]
    return any(margin[f] > margin[player] for f in FACTIONS if f != player)


#: Titles of the end by winner, those of clear wins, and the margin below which it is a stalemate.
TITLES = {
    COALITION: "fundamentalism-denied",
    GOVERNMENT: "pashtun-dictatorship",
    TALIBAN: "extremist-return",
    WARLORDS: "feudal-patchwork",
}
TRIUMPHS = {COALITION: "surge-vindicated", TALIBAN: "glory-to-the-jihad"}
STALEMATE = "stalemate"
MAX_STALEMATE = 5


class Verdict(NamedTuple):
    """The rule by which a game with Non-players ended, its title, and the degree of success (0: none)."""

    rule: str
    title: str
    degree: int


@rule("8.5", "2nd:8.9")
def verdict(state: State) -> Verdict:
    """8.5, V2.Solo.4, V2.Solo.5: return the title of the ending; solo by the 2nd printing, also the degree."""
    winner = next(f for f in FACTIONS if SEATS[f] in state.ranking[0].split("+"))  # a player's first Faction
    if VICTORY_2ND not in state.options:
        return Verdict("8.5", TITLES[winner], 0)
    if not is_solo_2nd(state):
        return Verdict("7.1", "", 0)
    if is_non_player(state, winner):
        return Verdict("8.9", TITLES[winner], 0)
    margin = state.margins_at_end
    degree = margin[winner] - max(margin[f] for f in FACTIONS if f != winner)
    return Verdict("8.9", STALEMATE if degree <= MAX_STALEMATE else TRIUMPHS.get(winner, TITLES[winner]), degree)


# -- the end ----------------------------------------------------------------------------------------


def end_game(play: Play, rule: str, *, ending: str) -> None:
    """7.1, 7.3: end the game and record the ranking."""
    state = play.state
    margin = standing(state, final=ending == "final")
    ranked = ranking(state, margin, players_lose=ending in (NON_PLAYER_WON, "overtaken"))
    state.step, state.ending = "", ending
    state.ranking = tuple(player_name(factions) for factions in ranked)
    state.margins_at_end = margin
    for player, held in enumerate(state.deception):
        for marker in held:
            play.emit("deception", "7.3", _seat_of_player(state, player), marker)
    play.emit("game-over", rule, state.ranking[0], ending)


def _seat_of_player(state: State, player: int) -> str:
    return SEATS[state.players.index(player)]


@rule("7.3")
def final_victory(play: Play) -> None:
    """7.3: after the final Propaganda Round the highest margin wins."""
    end_game(play, "7.3", ending="final")


def stop_for_victory(play: Play) -> None:
    """7.1: end the game after a victory check; a Non-player that passes beats every player (8.5)."""
    state = play.state
    if is_solo_2nd(state):
        end_game(play, "2nd:8.9", ending="overtaken")
        return
    margin = standing(state, final=False)
    non_player = any(is_non_player(state, f) and margin[f] > 0 for f in FACTIONS)
    end_game(play, "7.2", ending=NON_PLAYER_WON if non_player else "victory")
