"""6.5.4: Redeploy of the Non-player Taliban in either printing."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import IS_LOC, Space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.lasting import MULLAH_OMAR, shaded
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.redeploy import haven
from khyber.games.distant_plain.state import State


@rule("8.8.1")
def stays(state: State, space: Space) -> bool:
    """Return whether Guerrillas may stay: in the sanctuaries or, with shaded Mullah Omar, with Population."""
    return haven(space) or kept_by_omar(state, space)


def kept_by_omar(state: State, space: Space) -> bool:
    """Return whether shaded Mullah Omar lets Guerrillas stay there: in populated Provinces."""
    return not IS_LOC[space] and shaded(state, MULLAH_OMAR) and population(state, space) > 0


def redeploy_count(step: str, rule: str) -> Response:
    """Return the response, by this step, that moves one at a time; no Active one after an Underground one."""

    def answer(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        bot.cite(step, rule)
        return 0 if 0 in decision.values and _second_kind(decision) else 1

    return answer


def _second_kind(decision: Decision) -> bool:
    """Return whether the question is about Active Guerrillas, which follow the Underground ones."""
    return str(decision.about["piece"]).endswith("active")
