"""3.3.1, 6.4.2: Sharia by a Non-player Taliban of either printing, in a Rally and in the Propaganda Round."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import T_BASE, TALIBAN, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.machinery.choice import choose
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.elders import heeded
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.tracks import gain
from khyber.games.distant_plain.state import State


def levels_and_cost(state: State, space: Space) -> tuple[int, int]:
    """6.4.2: return how many levels Sharia could shift with all Resources, and the cost.

    1 Resource for each Terror marker, then 1 for each level; elders shift all levels at once.
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


#: Most points; Support; fewest Terror markers.
SHARIA_RANKS = (Rank("points", points), ranks.SUPPORT, ranks.MIN_TERROR)


def sharia_spaces(walk: Walk) -> list[Candidate]:
    """Return the Rally spaces with a Base where a level can be shifted."""
    state = walk.state
    return [space for space in state.op_spaces if count(state, space, T_BASE) and levels_and_cost(state, space)[0]]


def impose_sharia(walk: Walk, candidate: Candidate) -> bool:
    """Impose Sharia as far as Resources allow; it is never free (3.3.1)."""
    space = where(candidate)
    levels, cost = levels_and_cost(walk.state, space)
    walk.plan.put("rally-space", ("sharia", space))
    walk.plan.put("sharia-more", *["more"] * (cost - 1), space=space)
    gain(walk.play, "3.3.1", TALIBAN, -cost)
    walk.state.terror[space] = 0
    walk.state.level[space] -= levels
    return True


def sharia_response(step: str, rule: str) -> Response:
    """6.4.2: impose Sharia in one space after another, as far as possible; `step` by printing.

    Terror is removed only on the way to a shift.
    """

    def sharia(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        state = play.state
        found = [value for value in decision.values if isinstance(value, int) and levels_and_cost(state, value)[0]]
        if not found:
            bot.note("none", id=step, text=rule)
            return "done"
        if bot.plan is None:
            bot.plan = Plan("sharia")
        space = choose(bot, play, step, rule, found, SHARIA_RANKS)
        bot.plan.put("sharia", *[space] * (levels_and_cost(state, space)[1] - 1))
        return space

    return sharia
