"""2nd:8.8.5, 2nd:8.8.6: the Non-player Coalition in the Propaganda Round."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import C_TROOPS, COALITION, G_POLICE, SPACE_IDS, Space
from khyber.games.distant_plain.bots.common.coalition.train import civic_action_in, levels_shifted
from khyber.games.distant_plain.bots.common.coin.civic_action import plan_civic_actions
from khyber.games.distant_plain.bots.common.redeploy import Moves
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition.train import BY_SHIFT
from khyber.games.distant_plain.bots.second.guidelines import quota
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.propaganda import civic_action_spaces
from khyber.games.distant_plain.rules.redeploy import redeploy_destinations, troops_to_redeploy


@cache
def civic_action_box() -> Priorities:
    return (Priority("C2.Civic.1", "2nd:8.8.5", open_to_civic_action, win_over, BY_SHIFT),)


# -- Civic Action -----------------------------------------------------------------------------------


def open_to_civic_action(walk: Walk) -> list[Candidate]:
    """C2.Civic.1: where the Coalition decides and a shift is affordable."""
    payments = walk.payments()
    return [
        space for space in civic_action_spaces(walk.state, COALITION) if levels_shifted(walk.state, space, payments)
    ]


def win_over(walk: Walk, candidate: Candidate) -> bool:
    """C2.Civic.1: remove all Terror, then shift level by level, as far as Resources allow."""
    space = where(candidate)
    walk.plan.put("civic-action", *[space] * civic_action_in(walk, space, "6.4.1"))
    return True


@rule("2nd:8.8.5")
def civic_action(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.8.5: plan all Civic Actions of the Round at the first question."""
    return plan_civic_actions(bot, play, decision, civic_action_box)


# -- Redeploy ---------------------------------------------------------------------------------------


@rule("2nd:8.8.6")
def redeploy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C2.Redeploy.1: from spaces without Police, within Control, to the fewest Coalition Troops."""
    bot.cite("C2.Redeploy.1", "2nd:8.8.6")
    state = play.state
    plan = Moves(state, C_TROOPS)
    holds = {dest: count(state, dest, C_TROOPS) for dest in redeploy_destinations(state)}
    sent: dict[Space, int] = {}
    for origin in troops_to_redeploy(state, COALITION):
        if count(state, origin, G_POLICE):
            continue
        for _ in range(quota(state, origin, COALITION, count(state, origin, C_TROOPS))):
            fewest = min(holds.values())
            dest = random_space(bot.dice, [space for space, n in holds.items() if n == fewest])
            holds[dest] += 1
            sent[dest] = sent.get(dest, 0) + 1
            plan.add(origin, dest, 1, "C2.Redeploy.1", "2nd:8.8.6")
    for dest, n in sent.items():
        plan.follow("C2.Redeploy.1")
        bot.note("sent", id="C2.Redeploy.1", text="2nd:8.8.6", n=n, space=SPACE_IDS[dest])
    bot.plan = plan
    return bot.planned(play, decision)
