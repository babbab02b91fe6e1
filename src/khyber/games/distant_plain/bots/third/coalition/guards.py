"""8.6.3: which pieces the Non-player Coalition keeps in place, and which can move to a space."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common.coin import spaces
from khyber.games.distant_plain.bots.common.guidelines import at_support, enemy_players
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, cubes, guerrillas
from khyber.games.distant_plain.rules.operations.conditions import movable
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

#: Cubes that stay in a non-Pashtun space at Support.
CUBES_AMONG_FRIENDS: Final = 3

# -- facts about spaces -----------------------------------------------------------------------------


def found_by_sweep(state: State, space: Space) -> int:
    """Return how many Guerrillas a Coalition Sweep would find: one per cube, with a Coalition piece there."""
    return min(spaces.hidden(state, space), cubes(state, space)) if spaces.coalition_here(state, space) else 0


def hunted(state: State) -> tuple[Faction, ...]:
    """Return the Factions whose pieces an Assault targets: enemy players and the Taliban."""
    return tuple(f for f in (board.TALIBAN, board.WARLORDS) if f == board.TALIBAN or not is_non_player(state, f))


def random_player_first(walk: Walk) -> tuple[Faction, ...]:
    """C.Sweep.A: a random player, then Taliban, then Warlords."""
    playing = enemy_players(walk.state, board.COALITION)
    first = [walk.dice.lot(playing)] if playing else []
    return (*first, *(f for f in (board.TALIBAN, board.WARLORDS) if f not in first))


# -- C.Sweep.P --------------------------------------------------------------------------------------


def cubes_for_friends(state: State, space: Space) -> int:
    """C.Sweep.P c, C.AirLift.P: three cubes stay in a non-Pashtun space at Support."""
    return CUBES_AMONG_FRIENDS if at_support(state, space) and not board.IS_PASHTUN[space] else 0


def searched_here(state: State, space: Space) -> bool:
    """C.Sweep.P b, d: whether cubes must stay to find enemies: at Support, or in a selected space."""
    return (at_support(state, space) or space in state.op_spaces) and spaces.hidden(state, space) > 0


def cubes_kept(state: State, space: Space) -> int:
    """C.Sweep.P b c d: cubes that stay to find every enemy, and to hold a friendly space."""
    needed = spaces.hidden(state, space) if searched_here(state, space) else 0
    return max(needed, cubes_for_friends(state, space))


@rule("8.6.3")
def free_to_sweep(state: State, space: Space) -> int:
    """C.Sweep.P: Coalition Troops that may leave; one stays at a Base, or where a Sweep needs a piece."""
    fresh = movable(state, space, board.C_TROOPS)
    if not fresh:
        return 0
    staying = 1 if spaces.coalition_base(state, space) or searched_here(state, space) else 0
    troops = count(state, space, board.C_TROOPS)
    return max(0, min(fresh, troops - staying, cubes(state, space) - cubes_kept(state, space)))


def free_to_escort(state: State, space: Space, leaving: int) -> int:
    """C.Sweep.P: return the Government Troops that may go along; one cube stays at a Base (R-C3)."""
    staying = 1 if spaces.coalition_base(state, space) else 0
    government = count(state, space, board.G_TROOPS) + count(state, space, board.G_POLICE)
    return max(
        0,
        min(
            leaving,
            movable(state, space, board.G_TROOPS),
            government - staying,
            cubes(state, space) - leaving - cubes_kept(state, space),
        ),
    )


def ways_in(state: State, dest: Space) -> dict[Space, Space | tuple[Space, Space]]:
    """3.2.3: return the origins of Troops that can Sweep in: adjacent, else by a LoC, safe ones first."""
    pieces = state.pieces
    ways: dict[Space, Space | tuple[Space, Space]] = {
        origin: origin
        for origin in board.ADJACENT[dest]
        if pieces[origin * board.KINDS + board.C_TROOPS] and free_to_sweep(state, origin)
    }
    for via in sorted(board.ADJACENT_LOCS[dest], key=lambda loc: guerrillas(state, board.TALIBAN, loc)):
        if not state.terror[via]:
            for origin in board.ADJACENT[via]:
                if (
                    pieces[origin * board.KINDS + board.C_TROOPS]
                    and origin != dest
                    and origin not in ways
                    and free_to_sweep(state, origin)
                ):
                    ways[origin] = (origin, via)
    return ways
