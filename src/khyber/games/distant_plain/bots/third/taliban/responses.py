"""8.8.1: the Non-player Taliban's answers to lasting Events."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import at_support
from khyber.games.distant_plain.bots.common.taliban import lasting_events
from khyber.games.distant_plain.bots.common.taliban.redeploy import redeploy_count
from khyber.games.distant_plain.bots.machinery.choice import choose
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.responses import SHARED
from khyber.games.distant_plain.bots.third.taliban.attack import next_victim
from khyber.games.distant_plain.bots.third.taliban.propaganda import redeploy_from, redeploy_to, sabotage_loc, sharia
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.state import State

#: T.Manpads: Resources needed.
RESOURCES_FOR_MISSILES: Final = 5


def at_support_or_at_base(state: State, spaces: list[Space]) -> list[Space]:
    """8.8.1: those of the spaces at Support; if none, those with a Base; else all."""
    return (
        [space for space in spaces if at_support(state, space)]
        or [space for space in spaces if count(state, space, board.T_BASE)]
        or spaces
    )


@rule("8.8.1")
def manpads(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Manpads: fire with 5 Resources, if the die allows."""
    bot.cite("T.Manpads", "8.8.1")
    if play.state.resources[board.TALIBAN] < RESOURCES_FOR_MISSILES:
        return "let"
    return lasting_events.fire_missile(bot, "T.Manpads")


@rule("8.8.1")
def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Elders: choose Opposition."""
    bot.cite("T.Elders", "8.8.1")
    return board.LEVEL_IDS[board.OPPOSITION]


@rule("8.8.1")
def accidental_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.AccGuer: at Support, then at a Base, then anywhere; highest Population in each case."""
    return choose(
        bot, play, "T.AccGuer", "8.8.1", at_support_or_at_base(play.state, numbers(decision)), (ranks.POPULATION,)
    )


@rule("8.8.1")
def slip_away(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Aerostats: at Support, then at a Base, then anywhere."""
    return choose(bot, play, "T.Aerostats", "8.8.1", at_support_or_at_base(play.state, numbers(decision)))


TALIBAN_RESPONSES: Final[dict[str, Response]] = {
    **SHARED,
    "remove-enemy": next_victim,
    "manpads": manpads,
    "elders-level": elders_level,
    "accidental-space": accidental_space,
    "slip-away": slip_away,
    **lasting_events.responses(
        "8.8.1", aerostats="T.Aerostats", turncoat="T.Turncoat", recruit="T.Recruit", anger="T.Anger", ied="T.IED"
    ),
    "sharia": sharia,
    "redeploy-from": redeploy_from,
    "redeploy-to": redeploy_to,
    "move-count": redeploy_count("T.Redeploy.P", "8.8.7"),
    "sabotage-loc": sabotage_loc,
}
