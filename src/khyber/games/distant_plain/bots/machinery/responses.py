"""Answers outside a plan that all Non-players share (8.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import TALIBAN, WARLORDS
from khyber.games.distant_plain.bots.machinery.decisions import numbers, pieces_offered
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count


@rule("8.2.1", "2nd:8.1.2")
def remove_enemy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2.1: return the next piece to remove by the printing's guidelines."""
    pieces = pieces_offered(decision)
    if not pieces:
        return decision.values[0]
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    return bot.printing.guide.enemy_piece(bot, play.state, space, pieces)


def activate(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """C.Sweep.A, G.Patrol.A: Activate both Factions if possible, else by the order of targets."""
    if "both" in decision.values:
        return "both"
    order = bot.printing.guide.targets(play.state, bot.dice, bot.faction)
    found = [board.FACTION_BY_ID[str(value)] for value in decision.values if value in board.FACTION_BY_ID]
    return board.SEATS[min(found, key=lambda f: order.index(f))]


def activate_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Return how many of those found are Taliban: as many as possible if they come first, else as few."""
    order = bot.printing.guide.targets(play.state, bot.dice, bot.faction)
    first = order.index(TALIBAN) < order.index(WARLORDS)
    return (max if first else min)(numbers(decision))


def as_many_as_possible(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3: return the highest number on offer."""
    return max(numbers(decision))


def underground(play: Play, decision: Decision) -> tuple[int, int]:
    """Return the Underground Taliban and Warlord Guerrillas in the space of a question."""
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    return count(play.state, space, board.T_UNDERGROUND), count(play.state, space, board.W_UNDERGROUND)


#: By question; a Faction's own responses take precedence.
SHARED: dict[str, Response] = {"remove-enemy": remove_enemy, "activate": activate, "activate-taliban": activate_taliban}

#: The rule that questions of Events cite.
EVENT_RULE: Final = "5.1"


def together(
    shared: Mapping[str, Response], in_events: Mapping[str, Response], own: Mapping[str, Response]
) -> dict[str, Response]:
    """Merge shared answers, answers in Events and the Faction's own, which take precedence."""
    both = {ask: _by_rule(in_events[ask], response) for ask, response in own.items() if ask in in_events}
    return {**shared, **in_events, **own, **both}


def _by_rule(in_event: Response, otherwise: Response) -> Response:
    def answer(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        return (in_event if decision.rule == EVENT_RULE else otherwise)(bot, play, decision)

    return answer
