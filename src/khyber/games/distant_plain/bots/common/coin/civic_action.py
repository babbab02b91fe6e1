"""6.4.1: Civic Action of the COIN Non-players in the Propaganda Round."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Box
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play


def plan_civic_actions(bot: NonPlayer, play: Play, decision: Decision, box: Box, limit: int | None = None) -> Value:
    """Plan all Civic Actions of the Round at the first question, and answer it."""
    walk = Walk(bot, play.scratch(), Plan("civic-action"), limit=limit)
    walk.follow(box)
    walk.plan.put("civic-action", "done")
    bot.plan = walk.plan
    return bot.planned(play, decision)
