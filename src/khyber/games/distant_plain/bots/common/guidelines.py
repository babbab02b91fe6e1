"""8.2.1: the guidelines that apply to every box: targets, choice of pieces, spending limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.sequence import propaganda_cards
from khyber.games.distant_plain.rules.victory import is_non_player, margins, totals
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    pass

# -- the course of the game -------------------------------------------------------------------------


def unplayed(state: State) -> int:
    """Return the Propaganda cards left: with one shown next, without the one being resolved (R-N13)."""
    return propaganda_cards(state) - state.propaganda_played


def last_campaign(state: State) -> bool:
    """Return whether only one Propaganda card is left."""
    return unplayed(state) == 1


def score(state: State, faction: Faction) -> int:
    """Return the Faction's total on the edge track (1.9)."""
    return totals(state)[faction]


# -- spending (8.2.2, "2/3 of Res") -----------------------------------------------------------------

#: With fewer Resources than this an Operation may spend all of them.
NO_LIMIT_BELOW: Final = 9


def two_thirds(resources: int) -> int:
    """Return two-thirds of the Resources, rounded down, for the Propaganda procedures (R-N16)."""
    return resources * 2 // 3


@rule("8.2")
def operation_limit(resources: int) -> int | None:
    """Return two-thirds of the Resources; no limit with fewer than nine."""
    return None if resources < NO_LIMIT_BELOW else two_thirds(resources)


# -- whom to hit (8.2.1) ----------------------------------------------------------------------------

#: Targets after players: for Insurgents the Coalition first, for COIN the Taliban.
_AFTER_PLAYERS: Final = {
    board.COALITION: (board.TALIBAN, board.WARLORDS),
    board.GOVERNMENT: (board.TALIBAN, board.WARLORDS),
    board.TALIBAN: (board.COALITION, board.GOVERNMENT, board.WARLORDS),
    board.WARLORDS: (board.COALITION, board.GOVERNMENT, board.TALIBAN),
}


def enemies(faction: Faction) -> tuple[Faction, ...]:
    """1.5: return the enemies of a Faction: all others, except that COIN Factions are friends."""
    return _AFTER_PLAYERS[faction]


def players(state: State) -> list[Faction]:
    """Return the Factions that are not Non-players."""
    return [faction for faction in board.FACTIONS if not is_non_player(state, faction)]


def enemy_players(state: State, faction: Faction) -> list[Faction]:
    """R-N15: return the players that are enemies."""
    return [enemy for enemy in _AFTER_PLAYERS[faction] if not state.non_players >> enemy & 1]


def best_margin_first(state: State, dice: Dice, factions: Iterable[Faction]) -> list[Faction]:
    """8.2.1: return players by victory margin, best first; ties are random."""
    margin = margins(state)
    left = list(factions)
    ordered: list[Faction] = []
    while left:
        highest = max(margin[f] for f in left)
        chosen = dice.lot([f for f in left if margin[f] == highest])
        left.remove(chosen)
        ordered.append(chosen)
    return ordered


@rule("8.2.1")
def targets_in_order(state: State, dice: Dice, faction: Faction) -> list[Faction]:
    """8.2.1: return players by margin, then Non-players in the printed order (R-N14)."""
    hunted = enemy_players(state, faction)
    if not hunted:
        return list(_AFTER_PLAYERS[faction])
    return [*best_margin_first(state, dice, hunted), *(f for f in _AFTER_PLAYERS[faction] if f not in hunted)]


def hits_first(state: State, faction: Faction, owner: Faction) -> int:
    """N.G1, N.G3: return a rank, higher first: players before Non-players, then as printed."""
    order = _AFTER_PLAYERS[faction]
    return (10 if not is_non_player(state, owner) else 0) - order.index(owner)


# -- which piece (8.2.1) ----------------------------------------------------------------------------


@rule("8.2.1")
def enemy_piece(dice: Dice, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
    """8.2.1: return an enemy piece: Base, then Underground, then Active; cubes at random."""
    for piece in removable:
        if piece in board.BASES:
            return piece
    for piece in removable:
        if piece in board.UNDERGROUND_OF.values():
            return piece
    cubes = [piece for piece in removable if piece in (board.G_TROOPS, board.G_POLICE)]
    if len(cubes) > 1:
        counts = [state.pieces[space * board.KINDS + piece] for piece in cubes]
        return dice.lot([piece for piece, n in zip(cubes, counts, strict=True) for _ in range(n)])
    return removable[0]


@rule("8.2.1")
def own_piece(dice: Dice, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
    """8.2.1: return an own piece: cubes and Active Guerrillas first, then Underground, Bases last."""

    def cost(piece: Piece) -> int:
        return 2 if piece in board.BASES else 1 if piece in board.UNDERGROUND_OF.values() else 0

    least = min(cost(piece) for piece in removable)
    cheap = [piece for piece in removable if cost(piece) == least]
    spare = [piece for piece in cheap if state.pieces[space * board.KINDS + piece] > 1] or cheap
    return dice.lot([piece for piece in spare for _ in range(max(1, state.pieces[space * board.KINDS + piece]))])


# -- facts about spaces -----------------------------------------------------------------------------


def pop(state: State, space: Space) -> int:
    """Return the Population that counts for Support and Opposition: Kabul and Afghan Provinces only."""
    return board.POPULATION[space] + state.returnees[space] if board.IS_AFGHAN[space] else 0


def strength(state: State, space: Space) -> tuple[int, int, int]:
    """1.7: return the pieces of COIN, Taliban and Warlords there, Bases included."""
    pieces = state.pieces
    at = space * board.KINDS
    return (
        pieces[at] + pieces[at + 1] + pieces[at + 2] + pieces[at + 3] + pieces[at + 4],
        pieces[at + 5] + pieces[at + 6] + pieces[at + 7],
        pieces[at + 8] + pieces[at + 9] + pieces[at + 10],
    )


def at_support(state: State, space: Space) -> bool:
    return state.level[space] == board.SUPPORT


def at_opposition(state: State, space: Space) -> bool:
    return state.level[space] == board.OPPOSITION


def at_neutral(state: State, space: Space) -> bool:
    """R-N12: return whether Kabul or an Afghan Province is Neutral, whatever its Population."""
    return board.IS_AFGHAN[space] and state.level[space] == board.NEUTRAL


def has_guerrillas(state: State, faction: Faction, space: Space) -> bool:
    at = space * board.KINDS
    return bool(state.pieces[at + board.UNDERGROUND_OF[faction]] or state.pieces[at + board.ACTIVE_OF[faction]])


def has_base(state: State, faction: Faction, space: Space) -> bool:
    return bool(state.pieces[space * board.KINDS + board.BASE_OF[faction]])
