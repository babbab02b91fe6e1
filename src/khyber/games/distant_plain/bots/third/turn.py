"""8.1: one turn of a 3rd printing Non-player: the Event, a Pass, or an Operation by its flowchart."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import GOVERNMENT, WARLORDS
from khyber.games.distant_plain.bots.machinery.flowchart import granted, operate
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.event_choice import consider_event
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.third.instructions import instructed_action
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule

#: N.LowRes: with fewer Resources than this they Pass; the others operate all the same.
MIN_TO_OPERATE = {GOVERNMENT: 3, WARLORDS: 1}


@rule("8.1", "8.2")
def turn(bot: NonPlayer, play: Play, decision: Decision) -> Plan:
    """N.Turn: the Event if chosen; Pass if too poor; else the first possible Operation."""
    return consider_event(bot, play, decision) or operate(
        FLOWCHARTS, MIN_TO_OPERATE, bot, play, decision, poor="N.LowRes", none="N.Turn"
    )


@rule("8.3.4")
def free_action(bot: NonPlayer, play: Play, decision: Decision) -> Plan:
    """8.3.4: a free Operation or Special Activity by the Faction's own flowchart, or declined."""
    instructed = instructed_action(bot, play, decision)
    if instructed is not None:
        return instructed
    return granted(FLOWCHARTS[bot.faction], bot, play, decision)
