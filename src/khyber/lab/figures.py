"""What simulations and studies record of a game besides the usual, as its room `figures` lists it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from khyber.catalogue import room
from khyber.lab.observers import MakeObserver

if TYPE_CHECKING:
    from khyber.lab.simulate import Results


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game. Without any, a simulation records decisions, endings and tallies only."""

    observers: tuple[MakeObserver, ...] = ()
    #: What the summary of a simulation says besides.
    summary: Callable[[Results], dict[str, object]] | None = None
    #: The endings, worst first, if they are levels of victory.
    levels: tuple[str, ...] = ()


def figures_of(game: str) -> Figures:
    """Return the figures that a game lists; none if it has no room for them."""
    found = room(game, "figures")
    if found is None:
        return Figures()
    figures: Figures = found.FIGURES
    return figures
