"""Stacking, where a zone has a limit (8.9): what is too much is eliminated at the end of a phase."""

from __future__ import annotations

from functools import partial

from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    Unit,
    coalition_at,
    coalition_in,
    counters_at,
    pick_from,
    unlike,
)
from khyber.games.enduring_freedom.rules.losses import remove_coalition
from khyber.games.enduring_freedom.rules.reveal import show
from khyber.games.enduring_freedom.state import State

#: A Northern Alliance unit that lies face down, whichever it is.
UNTRIED = "untried"


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
            choice = yield from play.pick("overstack", "8.9", partial(in_excess, state, box, zone),
                                          {"place": box.zones[zone]})
            if isinstance(choice, str):
                unit = pick_from(play, "alliance", untried_at(state, box, zone))
                show(play, "8.9", unit)
                remove_coalition(play, "8.9", unit)
                return  # something was turned up: the step ends here, and goes on if there is more in excess
            remove_coalition(play, "8.9", choice[0])
    state.step, state.then = state.then, ""


@rule("8.9", "9.3")
def in_excess(state: State, box: Box, zone: int) -> list[Unit | str]:
    """The units there; those of the Northern Alliance that lie face down are one option."""
    untried = untried_at(state, box, zone)
    known = [unit for unit in coalition_at(state, box, zone) if unit not in untried]
    return [*unlike(state, box, known), *([UNTRIED] if untried else [])]


@rule("9.3")
def untried_at(state: State, box: Box, zone: int) -> list[int]:
    """The Northern Alliance units there that lie face down."""
    return [c for c in counters_at(state, zone, box.islamist_end, box.alliance_end) if not state.shown[c]]
