"""Nested priorities (8.2.3) that several boxes share."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base, taliban_here
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, at_support, pop
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import government_cubes, guerrillas
from khyber.games.distant_plain.rules.map import population


def by_population(walk: Walk, candidate: Candidate) -> int:
    return pop(walk.state, where(candidate))


def number(candidate: Candidate, place: int) -> int:
    """Return the number at this place of a candidate with several parts."""
    assert not isinstance(candidate, int)
    return candidate[place]


POPULATION: Final = Rank("population", by_population)
#: Pakistan's Population counts too (1.3.2).
PRINTED_POPULATION: Final = Rank("population", lambda walk, candidate: population(walk.state, where(candidate)))
MAX_OPPOSITION: Final = Rank("most-opposition", by_population)
ECON: Final = Rank("econ", lambda walk, candidate: board.ECON[where(candidate)])
KABUL: Final = Rank("kabul", lambda walk, candidate: where(candidate) == board.KABUL)
AFGHAN: Final = Rank("afghan", lambda walk, candidate: not board.IS_PAKISTAN[where(candidate)])
NOT_PASHTUN: Final = Rank("not-pashtun", lambda walk, candidate: not board.IS_PASHTUN[where(candidate)])
SUPPORT: Final = Rank("support", lambda walk, candidate: at_support(walk.state, where(candidate)))
NO_SUPPORT: Final = Rank("no-support", lambda walk, candidate: not at_support(walk.state, where(candidate)))
OPPOSITION: Final = Rank("opposition", lambda walk, candidate: at_opposition(walk.state, where(candidate)))
MIN_TERROR: Final = Rank("least-terror", lambda walk, candidate: -walk.state.terror[where(candidate)])
COALITION_BASE: Final = Rank("coalition-base", lambda walk, candidate: coalition_base(walk.state, where(candidate)))
MIN_CUBES: Final = Rank("fewest-cubes", lambda walk, candidate: -government_cubes(walk.state, where(candidate)))
TALIBAN: Final = Rank("taliban", lambda walk, candidate: taliban_here(walk.state, where(candidate)))
NO_TALIBAN: Final = Rank("no-taliban", lambda walk, candidate: not taliban_here(walk.state, where(candidate)))
MIN_TALIBAN: Final = Rank(
    "fewest-guerrillas", lambda walk, candidate: -guerrillas(walk.state, board.TALIBAN, where(candidate))
)
#: The cost that a candidate carries after its space.
COST: Final = Rank("cost", lambda walk, candidate: -number(candidate, 1))
