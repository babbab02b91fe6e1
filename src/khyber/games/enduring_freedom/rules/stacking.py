"""Stacking limits of zones (8.9): excess units are eliminated at the end of a phase."""

from __future__ import annotations

from functools import partial

from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import Unit, coalition_at, coalition_in, counters_at, pick_from, unlike
from khyber.games.enduring_freedom.rules.losses import remove_coalition
from khyber.games.enduring_freedom.rules.reveal import show
from khyber.games.enduring_freedom.state import State

#: Any face-down Northern Alliance unit.
UNTRIED = "untried"


@rule("8.9")
def overstacked(state: State, box: Box) -> list[int]:
    """Return the zones over their stacking limit."""
    return [zone for zone, limit in enumerate(box.limits) if limit and coalition_in(state, box, zone) > limit]


@rule("7.2")
def end_phase(play: Play, following: str) -> None:
    """End a phase; excess units in a zone are eliminated first."""
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
            choice = yield from play.pick(
                "overstack", "8.9", partial(in_excess, state, box, zone), {"place": box.zones[zone]}
            )
            if isinstance(choice, str):
                unit = pick_from(play, "alliance", untried_at(state, box, zone))
                show(play, "8.9", unit)
                remove_coalition(play, "8.9", unit)
                return  # a counter was revealed: the step ends here, and is repeated if there are more in excess
            remove_coalition(play, "8.9", choice[0])
    state.step, state.then = state.then, ""


@rule("8.9", "9.3")
def in_excess(state: State, box: Box, zone: int) -> list[Unit | str]:
    """Return the units there; face-down Northern Alliance units are one option."""
    untried = untried_at(state, box, zone)
    known = [unit for unit in coalition_at(state, box, zone) if unit not in untried]
    return [*unlike(state, box, known), *([UNTRIED] if untried else [])]


@rule("9.3")
def untried_at(state: State, box: Box, zone: int) -> list[int]:
    """Return the face-down Northern Alliance units there."""
    return [c for c in counters_at(state, zone, box.islamist_end, box.alliance_end) if not state.shown[c]]
