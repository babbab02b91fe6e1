"""Answers of the Non-player Taliban to lasting Events, in either printing (5.3, 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.machinery.choice import choose
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Rank, where
from khyber.games.distant_plain.bots.machinery.responses import as_many_as_possible
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, available, count, guerrillas
from khyber.games.distant_plain.state import State

#: Up to this result of a die a missile is fired.
MISSILE_ROLL: Final = 4


def fire_missile(bot: NonPlayer, step: str) -> Value:
    """Manpads: roll; on 1-4 the Air Lift or Air Strike is cancelled."""
    rolled = bot.dice.roll(step)
    bot.note("rolled", id=step, n=rolled)
    if rolled > MISSILE_ROLL:
        return "let"
    bot.follow(step)
    return "cancel"


def able_to_shift(state: State, spaces: list[Space]) -> list[Space]:
    """Reapers: return the spaces whose level can shift, or all if there are none."""
    return [space for space in spaces if state.level[space] != board.OPPOSITION and pop(state, space)] or spaces


def base_without_guerrillas(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return int(count(walk.state, space, board.T_BASE) > 0 and not guerrillas(walk.state, board.TALIBAN, space))


def control_turns(walk: Walk, candidate: Candidate) -> int:
    """Return whether replacing a Police with a Guerrilla ends COIN Control."""
    state, space = walk.state, where(candidate)
    if state.control[space] != board.COIN_CONTROL:
        return 0
    at = space * board.KINDS
    coin = sum(state.pieces[at : at + board.T_UNDERGROUND]) - 1
    everybody = all_pieces(state, space) - 1 + min(1, available(state, board.T_UNDERGROUND))
    return int(2 * coin <= everybody)


@rule("8.8.1", "2nd:8.7.1")
def space_for(bot: NonPlayer, play: Play, step: str, cited: str, spaces: list[Space], ranked: Sequence[Rank]) -> Space:
    """Return the space where a lasting Event takes effect."""
    return choose(bot, play, step, cited, spaces, ranked)


def responses(cited: str, *, aerostats: str, turncoat: str, recruit: str, anger: str, ied: str) -> dict[str, Response]:
    """Return the answers to lasting Events that both printings give, by their step ids.

    Village Stability Operations: where COIN Control is lost; the highest Population. Predators: at a Base in Pakistan
    without Guerrillas. Reapers: where a level can shift, Support first, the highest Population. Roadside IEDs: where a
    Coalition cube must be lost, else where one may.
    """

    def spaces_ranked(step: str, *ranked: Rank) -> Response:
        def answer(bot: NonPlayer, play: Play, decision: Decision) -> Value:
            return space_for(bot, play, step, cited, numbers(decision), ranked)

        return answer

    def strike_anger(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        return space_for(
            bot, play, anger, cited, able_to_shift(play.state, numbers(decision)), (ranks.SUPPORT, ranks.POPULATION)
        )

    def ied_loc(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        return space_for(bot, play, ied, cited, numbers(decision), (coalition_lost(decision),))

    return {
        "turncoat": spaces_ranked(turncoat, CONTROL_TURNS, ranks.POPULATION),
        "strike-recruit": spaces_ranked(recruit, EMPTY_BASE),
        "strike-anger": strike_anger,
        "ied-loc": ied_loc,
        "slip-away-count": as_many_as_possible(aerostats, cited),
    }


def coalition_lost(decision: Decision) -> Rank:
    """Roadside IEDs: where a Coalition cube must be removed, then where one may be."""
    surely, perhaps = (str(decision.about[name]).split() for name in ("coalition", "either"))

    def lost(walk: Walk, candidate: Candidate) -> int:
        loc = board.SPACE_IDS[where(candidate)]
        return 2 if loc in surely else int(loc in perhaps)

    return Rank("coalition-lost", lost)


EMPTY_BASE: Final = Rank("empty-base", base_without_guerrillas)
CONTROL_TURNS: Final = Rank("control-lost", control_turns)
