"""8.8.4, 8.8.7: Sharia of the Non-player Taliban, in a Rally and in the Propaganda Round."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import TALIBAN, Space
from khyber.games.distant_plain.non_players.general import at_support, pop
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.plan import Plan
from khyber.games.distant_plain.non_players.choice import choose
from khyber.games.distant_plain.non_players.walk import Candidate, Rank, Walk, where
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import heeded
from khyber.games.distant_plain.state import State


def levels_and_cost(state: State, space: Space) -> tuple[int, int]:
    """6.4.2: how many levels Sharia could shift there with all Resources, and what that costs.

    1 Resource for each Terror marker, then 1 for each level; elders go all the way at once.
    """
    level, terror, funds = state.level[space], state.terror[space], state.resources[TALIBAN]
    if not pop(state, space) or not level or funds <= terror:
        return 0, 0
    if heeded(state, TALIBAN, space):
        return level, terror + 1
    levels = min(level, funds - terror)
    return levels, terror + levels


def points(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return levels_and_cost(walk.state, space)[0] * pop(walk.state, space)


def support(walk: Walk, candidate: Candidate) -> int:
    return int(at_support(walk.state, where(candidate)))


def little_terror(walk: Walk, candidate: Candidate) -> int:
    return -walk.state.terror[where(candidate)]


#: T.Sharia: most points; Support; fewest Terror markers.
SHARIA_RANKS = (Rank("points", points), Rank("support", support), Rank("least-terror", little_terror))


@rule("8.8.7")
def sharia(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Sharia: one space after the other, each as far as it goes; Terror only on the way to a shift."""
    state = play.state
    found = [value for value in decision.values if isinstance(value, int) and levels_and_cost(state, value)[0]]
    if not found:
        mind.note("none", id="T.Sharia", text="8.8.7")
        return "done"
    if mind.plan is None:
        mind.plan = Plan("sharia")
    space = choose(mind, play, "T.Sharia", "8.8.7", found, SHARIA_RANKS)
    mind.plan.put("sharia", *[space] * (levels_and_cost(state, space)[1] - 1))
    return space
