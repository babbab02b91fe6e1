"""What a printing says where no box does: whom to hit, which piece, and what makes one way of an Event better."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer

#: Numbers in the order of their importance; the higher is better.
Worth = tuple[int, ...]


class Judge(ABC):
    """One Faction's view of what is better in an Event: made once for a question, then asked about each way."""

    __slots__ = ()
    #: Whose assets are hit, in order.
    targets: list[Faction]

    @abstractmethod
    def worth(self, diff: Difference, space: Space | None = None) -> Worth:
        """How good it is that this happens, in this space if it is about one."""

    @abstractmethod
    def welcome(self, worth: Worth) -> bool:
        """Whether it is done at all where it may be left."""


class Guide(ABC):
    """The guidelines of a printing."""

    #: The number of the rule that has them.
    cited: str

    @abstractmethod
    def targets(self, state: State, dice: Dice, faction: Faction) -> list[Faction]:
        """Whose assets are hit, in order: all enemies."""

    @abstractmethod
    def enemy_piece(self, bot: NonPlayer, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
        """Which of these enemy pieces goes next."""

    @abstractmethod
    def removing(self, bot: NonPlayer, state: State, there: Mapping[Piece, int], *, bases_last: bool) -> list[Piece]:
        """In which order an Event removes pieces; a kind that stands there more than once goes one by one."""

    @abstractmethod
    def placing(self, bot: NonPlayer, state: State, space: Space, room: Mapping[Piece, int], *,
                must: bool) -> list[Piece]:
        """In which order an Event places pieces: so many of each kind could be."""

    @abstractmethod
    def judge(self, bot: NonPlayer, state: State) -> Judge:
        """The Faction's view of an Event."""

    @abstractmethod
    def leaving(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> int:
        """How many of so many pieces an Event may move out of the space."""

    @abstractmethod
    def leaving_hurts(self, bot: NonPlayer, diff: Difference, origin: Space) -> bool:
        """Whether what an Event moves out of a space costs the Faction what it will not give."""

    def leaving_helps(self, bot: NonPlayer, diff: Difference) -> bool:
        """Whether the Faction looks for what comes about when its own Event moves pieces out of a space."""
        return False

    def may_leave(self, state: State, origin: Space, owner: Faction, present: int) -> int:
        """How many of so many pieces of the owner may be moved out of the space at all."""
        return present

    def wanted(self, bot: NonPlayer, state: State, piece: Piece, dest: Space) -> bool:
        """Whether the Faction lacks such a piece there when an Event moves it, of all the places where it does most."""
        return False

    #: Whether Underground Guerrillas stay behind if Active ones can go (N.G9), and one of a kind if it can (N.Source).
    hidden_stay: bool = False
    keeps_one: bool = False
