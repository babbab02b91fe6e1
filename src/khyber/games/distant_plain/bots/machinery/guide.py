"""A printing's guidelines for what no box covers: targets, pieces, and how to judge an Event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.events.difference import Difference, Worth
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer


class Judge(ABC):
    """How one Faction rates the possible effects of an Event; created once per question."""

    __slots__ = ()
    #: The Factions to hit, in order.
    targets: list[Faction]
    #: All that its ratings depend on besides the change: equal keys, equal ratings.
    key: tuple[int, ...]

    @abstractmethod
    def worth(self, diff: Difference, space: Space | None = None) -> Worth:
        """Rate this change, in this space if it concerns one."""

    @abstractmethod
    def aspects(self) -> Sequence[str]:
        """Return what each number of a rating is about, as named in `Guide.steps`."""

    @abstractmethod
    def objection(self, worth: Worth) -> str:
        """Return why the Faction does not want it when it may decline, as named in `Guide.steps`; else ""."""

    def deciding(self, best: Worth, others: Iterable[Worth], before: int = 0) -> str:
        """Return what lifts the best rating above all others, as named in `Guide.steps`.

        An instruction may put numbers `before` a rating, or add some.
        """
        lower = [worth for worth in others if worth != best]
        if not lower:
            return "random"
        pairs = zip(best, max(lower), strict=False)
        place = next(index for index, (high, low) in enumerate(pairs) if high != low) - before
        aspects = self.aspects()
        return aspects[place] if 0 <= place < len(aspects) else "instruction"


class Guide(ABC):
    """The guidelines of a printing."""

    #: By what it is about: the step of each guideline, and its rule.
    steps: Mapping[str, tuple[str, str]]

    @abstractmethod
    def targets(self, state: State, dice: Dice, faction: Faction) -> list[Faction]:
        """Return all enemies in the order in which they are hit."""

    @abstractmethod
    def enemy_piece(self, bot: NonPlayer, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
        """Return the enemy piece to remove next."""

    @abstractmethod
    def removing(self, bot: NonPlayer, state: State, there: Mapping[Piece, int], *, bases_last: bool) -> list[Piece]:
        """Return the order in which an Event removes pieces; a kind listed more than once is removed one at a time."""

    @abstractmethod
    def placing(
        self, bot: NonPlayer, state: State, space: Space, room: Mapping[Piece, int], *, must: bool
    ) -> list[Piece]:
        """Return the order in which an Event places pieces; `room` says how many of each kind fit."""

    @abstractmethod
    def judge(self, bot: NonPlayer, state: State) -> Judge:
        """Return how the Faction rates the effects of an Event."""

    @abstractmethod
    def leaving(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> int:
        """Return how many of these `fresh` pieces an Event may move out of the space."""

    def staying(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> str:
        """Return why not all of these may be moved, as named in `steps`."""
        return "source"

    @abstractmethod
    def leaving_hurts(self, bot: NonPlayer, diff: Difference, origin: Space) -> bool:
        """Return whether moving pieces out of a space costs the Faction more than it accepts."""

    def leaving_helps(self, bot: NonPlayer, diff: Difference) -> bool:
        """Return whether the Faction wants the result of moving pieces out of a space by its own Event."""
        return False

    def may_leave(self, state: State, origin: Space, owner: Faction, present: int) -> int:
        """Return how many of the owner's `present` pieces may leave the space at all."""
        return present

    def spares_score(self, bot: NonPlayer, state: State) -> bool:
        """Return whether no choice in the free action now granted may lower the Faction's own score."""
        return False

    def wanted(self, bot: NonPlayer, state: State, piece: Piece, dest: Space) -> bool:
        """Return whether the Faction lacks such a piece there: a tie-breaker between destinations."""
        return False

    #: Whether Underground Guerrillas stay if Active ones can go (N.G9), and whether one of a kind stays (N.Source).
    hidden_stay: bool = False
    keeps_one: bool = False
    #: Whether moving out of a space may be wanted for itself; if not, no trial is made.
    may_want_to_leave: bool = False
