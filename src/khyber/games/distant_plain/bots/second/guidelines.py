"""2nd:8.1.2: procedures common to all charts of the 2nd printing, and the counts they share."""

from __future__ import annotations

from typing import NamedTuple

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import always_active, count, cubes, guerrillas
from khyber.games.distant_plain.rules.lasting import AEROSTATS, unshaded
from khyber.games.distant_plain.rules.map import home_ground, population
from khyber.games.distant_plain.state import State

#: An enemy group on the way into such numbers is noticed (3.3.2).
NOTICED_ABOVE = 3
#: More than can ever be.
FAR_TOO_MANY = 99

# -- Control ------------------------------------------------------------------------------------------


class Sides(NamedTuple):
    """Pieces of COIN, Taliban and Warlords in a space, Bases included."""

    coin: int
    taliban: int
    warlords: int

    @property
    def coin_margin(self) -> int:
        """COIN pieces less all others: COIN Control if above 0."""
        return self.coin - self.taliban - self.warlords

    @property
    def taliban_margin(self) -> int:
        """Taliban pieces less all others: Taliban Control if above 0."""
        return self.taliban - self.coin - self.warlords


def sides(state: State, space: Space) -> Sides:
    return Sides(*strength(state, space))


def coin_margin(state: State, space: Space) -> int:
    return sides(state, space).coin_margin


def taliban_margin(state: State, space: Space) -> int:
    return sides(state, space).taliban_margin


@rule("2nd:8.1.2")
def quota(state: State, space: Space, owner: Faction, present: int) -> int:
    """N2.Proc.6: return how many of the owner's `present` pieces may leave without changing Control."""
    if board.IS_LOC[space]:
        return present
    coin, taliban, warlords = strength(state, space)
    of_coin, of_taliban = coin - taliban - warlords, taliban - coin - warlords  # above 0: Control
    if owner in board.COIN:
        spare = of_coin - 1 if of_coin > 0 else present if of_taliban > 0 else -of_taliban
    elif owner == board.TALIBAN:
        spare = of_taliban - 1 if of_taliban > 0 else present if of_coin > 0 else -of_coin
    else:
        spare = present if of_coin > 0 or of_taliban > 0 else min(-of_coin, -of_taliban)
    return max(0, min(present, spare))


def quota_of(state: State, space: Space, piece: Piece) -> int:
    """N2.Proc.6: return how many pieces of one kind may leave without changing Control."""
    return quota(state, space, board.OWNER[piece], count(state, space, piece))


class Cubes(NamedTuple):
    """A number of Police and of Government Troops."""

    police: int
    troops: int


@rule("2nd:8.1.2")
def evenly(n: int, police: int, troops: int) -> Cubes:
    """N2.Proc.2, N2.Proc.4, R5: split `n` cubes alternately, Police first; one kind replaces the other.

    >>> evenly(3, 5, 5), evenly(6, 1, 4), evenly(9, 2, 2)
    (Cubes(police=2, troops=1), Cubes(police=1, troops=4), Cubes(police=2, troops=2))
    """
    of_troops = min(troops, n // 2)
    of_police = min(police, n - of_troops)
    return Cubes(of_police, min(troops, n - of_police))


# -- March --------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Guerrillas moving together from one space to another, and whether they turn Active."""

    hidden: int
    shown: int
    noticed: bool

    @property
    def size(self) -> int:
        return self.hidden + self.shown


@rule("2nd:8.1.2")
def march_group(
    state: State,
    faction: Faction,
    dest: Space,
    hidden: int,
    shown: int,
    want: int = FAR_TOO_MANY,
    joined: tuple[int, int] = (0, 0),
) -> Group:
    """N2.Proc.5, R6: return the Guerrillas that move: as many as stay Underground, or else all.

    `joined` are those already moving between the same spaces: with them it is one group.
    """
    n = min(want, hidden + shown)
    most = unnoticed(state, faction, dest)
    if not most or not (hidden or joined[0]):
        of_shown = min(shown, n)
        return Group(n - of_shown, of_shown, n > of_shown)
    left = most - sum(joined)
    if left <= 0 and not joined[0]:
        return Group(0, min(shown, n), False)  # too many Active ones already: no Underground one moves with them
    size = max(0, min(n, left))
    of_hidden = min(hidden, size)
    return Group(of_hidden, min(shown, size - of_hidden), False)


def unnoticed(state: State, faction: Faction, dest: Space) -> int:
    """3.3.2: return the largest group that stays Underground there; 0 where all turn Active."""
    if unshaded(state, AEROSTATS) and count(state, dest, board.C_BASE):
        return 0
    if always_active(state, board.UNDERGROUND_OF[faction], dest):
        return 0
    return FAR_TOO_MANY if home_ground(faction, dest) else max(0, NOTICED_ABOVE - watchers(state, faction, dest))


def watchers(state: State, faction: Faction, dest: Space) -> int:
    """3.3.2: pieces that count against a group: enemy Guerrillas and, for the Taliban, all cubes."""
    if faction == board.TALIBAN:
        return guerrillas(state, board.WARLORDS, dest) + cubes(state, dest)
    return guerrillas(state, board.TALIBAN, dest)


# -- levels -------------------------------------------------------------------------------------------


def levels(state: State, space: Space, toward: int) -> int:
    """Return the levels between a space and Support or Opposition; 0 unless Afghan and populated."""
    if not board.IS_AFGHAN[space] or not population(state, space) or state.level[space] == toward:
        return 0
    return 1 if state.level[space] == board.NEUTRAL else 2


def affordable_levels(state: State, space: Space, toward: int, resources: int, price: int) -> int:
    """Return how many of these levels the Resources buy after removing Terror, at this price each."""
    return max(0, min(levels(state, space, toward), resources // price - state.terror[space]))


def shift_value(state: State, space: Space, shifted: int) -> int:
    """R7: return levels shifted times Population."""
    return shifted * population(state, space)
