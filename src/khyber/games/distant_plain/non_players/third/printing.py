"""The Non-players of the 3rd printing, all together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.non_players.mind import NonPlayer, Printing, Response
from khyber.games.distant_plain.non_players.responses import SHARED
from khyber.games.distant_plain.non_players.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.non_players.third.halo_choices import INSTRUCTED_RESPONSES
from khyber.games.distant_plain.non_players.third.turn import free_action, turn
from khyber.games.distant_plain.play import Play

#: Questions of Events stand under this rule, whatever they are called.
EVENT_RULE: Final = "5.1"


def responses(own: Mapping[str, Response]) -> dict[str, Response]:
    """What everybody answers, Events, and the Faction's own; a question that both know is told apart by its rule."""
    both = {ask: _by_rule(INSTRUCTED_RESPONSES[ask], response) for ask, response in own.items()
            if ask in INSTRUCTED_RESPONSES}
    return {**SHARED, **INSTRUCTED_RESPONSES, **own, **both}


def _by_rule(in_event: Response, otherwise: Response) -> Response:
    def answer(mind: NonPlayer, play: Play, decision: Decision) -> Value:
        return (in_event if decision.rule == EVENT_RULE else otherwise)(mind, play, decision)

    return answer


THIRD: Final = Printing(
    "3rd", turn, free_action, {faction: responses(chart.responses) for faction, chart in FLOWCHARTS.items()})
