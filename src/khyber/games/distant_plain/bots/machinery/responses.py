"""Answers outside a plan that all Non-players share (8.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.machinery.decisions import numbers, pieces_offered
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule


@rule("8.2.1", "2nd:8.1.2")
def remove_enemy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2.1: return the next piece to remove by the printing's guidelines."""
    pieces = pieces_offered(decision)
    bot.cite_guide("enemy")
    if not pieces:
        return decision.values[0]
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    return bot.printing.guide.enemy_piece(bot, play.state, space, pieces)


def as_many_as_possible(step: str, rule: str) -> Response:
    """Return the response that takes the highest number on offer, by this step."""

    def answer(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        bot.cite(step, rule)
        return max(numbers(decision))

    return answer


@rule("8.3.3", "2nd:8.4.3")
def as_much_as_the_event_allows(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3: return the highest number on offer."""
    bot.cite_guide("many")
    return max(numbers(decision))


#: By question; a Faction's own responses take precedence.
SHARED: dict[str, Response] = {"remove-enemy": remove_enemy}

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
