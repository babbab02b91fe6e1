"""An Event being resolved: what its steps have chosen, rolled and done so far."""

from __future__ import annotations

from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State


class Resolution:
    """What later steps of an Event need to know about earlier ones. Steps are numbered from 1."""

    __slots__ = ("dice", "faction", "judged", "named", "origin", "play", "removed", "replacing", "selected", "state")

    def __init__(self, play: Play, faction: Faction) -> None:
        self.play = play
        self.state: State = play.state
        #: The executing Faction (5.1).
        self.faction = faction
        #: Spaces chosen or affected, by step.
        self.selected: dict[int, list[Space]] = {}
        #: Pieces removed or replaced, by step.
        self.removed: dict[int, int] = {}
        self.dice: dict[str, int] = {}
        #: The kind of piece chosen as a replacement, by step.
        self.replacing: dict[int, Piece] = {}
        #: The Faction named by an earlier step.
        self.named: Faction | None = None
        #: Origins and destinations of a move whose filters apply once.
        self.judged: tuple[frozenset[Space], frozenset[Space]] = (frozenset(), frozenset())
        #: The origin of a piece while its destination is chosen.
        self.origin: Space | None = None
