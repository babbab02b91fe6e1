"""An Event being carried out: what its steps have chosen, rolled and done so far."""

from __future__ import annotations

from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State


class Resolution:
    """The memory of one Event while it is carried out. Steps are numbered from 1."""

    __slots__ = ("dice", "faction", "judged", "named", "origin", "play", "removed", "replacing", "selected")

    def __init__(self, play: Play, faction: Faction) -> None:
        self.play = play
        #: The executing Faction (5.1).
        self.faction = faction
        #: Spaces chosen or affected, by step.
        self.selected: dict[int, list[Space]] = {}
        #: Pieces removed or replaced, by step.
        self.removed: dict[int, int] = {}
        self.dice: dict[str, int] = {}
        #: The kind of piece that comes in, by step, where somebody chose it.
        self.replacing: dict[int, Piece] = {}
        #: A Faction that a step had somebody name.
        self.named: Faction | None = None
        #: Origins and destinations of a move, where they were judged beforehand.
        self.judged: tuple[frozenset[Space], frozenset[Space]] = (frozenset(), frozenset())
        #: Where a piece moves from, while its destination is looked for.
        self.origin: Space | None = None

    @property
    def state(self) -> State:
        return self.play.state
