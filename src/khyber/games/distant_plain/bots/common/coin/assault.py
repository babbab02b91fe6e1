"""3.2.4: what an Assault removes, one enemy Faction after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from khyber.engine.play import run
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.operations.assault import assault_in, fighting_government_cubes, government_losses
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.state import State


class Losses(NamedTuple):
    """The pieces one Assault would remove: Guerrillas and Bases of each Insurgent Faction."""

    taliban: int
    taliban_bases: int
    warlords: int
    warlord_bases: int

    @property
    def bases(self) -> int:
        return self.taliban_bases + self.warlord_bases

    @property
    def guerrillas(self) -> int:
        return self.taliban + self.warlords

    def of(self, faction: Faction) -> int:
        return self.taliban + self.taliban_bases if faction == board.TALIBAN else self.warlords + self.warlord_bases

    def bases_of(self, faction: Faction) -> int:
        return self.taliban_bases if faction == board.TALIBAN else self.warlord_bases


NOTHING: Final = Losses(0, 0, 0, 0)
NO_LOSS: Final = (0, 0)


def capacity(state: State, space: Space) -> int:
    """Return how many pieces the Government's cubes there can remove."""
    return government_losses(state, space, fighting_government_cubes(state, space))


def losses_in_order(
    state: State, space: Space, most: int, order: Sequence[Faction], found: Faction | None = None
) -> Losses:
    """Return the losses when hitting one Faction, then the other: Active Guerrillas, then bare Bases.

    A Guerrilla of `found` is Activated first.
    """
    pieces = state.pieces
    taliban = warlords = NO_LOSS
    for faction in order:
        at = space * board.KINDS + board.UNDERGROUND_OF[faction]
        hidden, active, bases = pieces[at], pieces[at + 1], pieces[at + 2]
        if faction == found:
            active, hidden = active + 1, hidden - 1
        shown = min(most, active)
        most -= shown
        bare = min(most, bases) if bases and shown == active and not hidden else 0
        most -= bare
        if faction == board.TALIBAN:
            taliban = shown, bare
        else:
            warlords = shown, bare
    return Losses(*taliban, *warlords)


def in_sequence(state: State, space: Space, most: int, order: tuple[Faction, ...]) -> list[Piece]:
    """Return the pieces in order of removal."""
    gone = losses_in_order(state, space, most, order)
    counts = {board.TALIBAN: gone[:2], board.WARLORDS: gone[2:]}
    return [
        piece
        for faction in order
        for piece, n in zip((board.ACTIVE_OF[faction], board.BASE_OF[faction]), counts[faction], strict=True)
        for _ in range(n)
    ]


def government_assault(walk: Walk, space: Space, order: tuple[Faction, ...]) -> None:
    """3.2.4: select the space and Assault there, hitting the Factions in this order."""
    doomed = in_sequence(walk.state, space, capacity(walk.state, space), order)
    walk.plan.put("assault-space", space)
    walk.plan.put("remove-enemy", *doomed, space=space)
    select(walk.play, board.GOVERNMENT, "3.2.4", space, 0)
    run(assault_in(walk.play, board.GOVERNMENT, space), lambda decision: doomed.pop(0))
