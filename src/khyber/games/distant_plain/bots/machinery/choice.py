"""Choose one space by nested priorities, for questions outside the flowchart."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain.board import SPACE_IDS, Space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Rank, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play


def choose(
    bot: NonPlayer, play: Play, step: str, rule: str, spaces: Sequence[Space], ranks: Sequence[Rank] = ()
) -> Space:
    """8.2.3: return the highest-ranked space, random among equals (8.4); note and count the step."""
    found = best(Walk(bot, play, bot.plan or Plan("")), list(spaces), ranks)
    space = where(found.candidate)
    bot.follow(step)
    bot.note("selected", id=step, text=rule, space=SPACE_IDS[space], of=len(spaces), **found.reasons())
    return space
