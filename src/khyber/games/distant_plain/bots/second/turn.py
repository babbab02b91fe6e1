"""2nd:8.1: one turn of a 2nd printing Non-player: the Event, a Pass, or an Operation by its flowchart."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import GOVERNMENT, TALIBAN, WARLORDS
from khyber.games.distant_plain.bots.machinery.flowchart import granted, operate
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.second.event_choice import consider_event
from khyber.games.distant_plain.bots.second.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule

#: N2.Seq.7: with fewer Resources than this they Pass; the Coalition operates all the same.
MIN_TO_OPERATE = {GOVERNMENT: 3, TALIBAN: 1, WARLORDS: 1}


@rule("2nd:8.1")
def turn(bot: NonPlayer, play: Play, decision: Decision) -> Plan:
    """N2.Seq: the Event if it is open and chosen; Pass if too poor; else the first possible Operation."""
    return consider_event(bot, play, decision) or operate(
        FLOWCHARTS, MIN_TO_OPERATE, bot, play, decision, poor="N2.Seq.7", none="N2.Seq.9"
    )


@rule("2nd:8.4.4")
def free_action(bot: NonPlayer, play: Play, decision: Decision) -> Plan:
    """N2.Event.6: a free Operation or Special Activity by the Faction's own chart, or declined."""
    return granted(FLOWCHARTS[bot.faction], bot, play, decision)
