"""Stacking, where a zone has a limit (8.9): what is too much is eliminated at the end of a phase."""

from __future__ import annotations

from functools import partial

from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import coalition_at, coalition_in, unlike
from khyber.games.enduring_freedom.rules.losses import remove_coalition
from khyber.games.enduring_freedom.state import State


@rule("8.9")
def overstacked(state: State, box: Box) -> list[int]:
    """Zones with more Coalition ground units than they hold."""
    return [zone for zone, limit in enumerate(box.limits) if limit and coalition_in(state, box, zone) > limit]


@rule("7.2")
def end_phase(play: Play, following: str) -> None:
    """A phase is over; if it left too many units in a zone, they are dealt with first."""
    state = play.state
    if play.box.limited and overstacked(state, play.box):
        state.then, state.step = following, "overstack"
    else:
        state.step = following


@rule("8.9")
def overstack(play: Play) -> Rules:
    """8.9: the player eliminates units in excess of a limit."""
    state, box = play.state, play.box
    for zone in overstacked(state, box):
        while coalition_in(state, box, zone) > box.limits[zone]:
            there = coalition_at(state, box, zone)
            unit, _ = yield from play.pick("overstack", "8.9", partial(unlike, state, box, there),
                                           {"place": box.zones[zone]})
            remove_coalition(play, "8.9", unit)
    state.step = state.then
