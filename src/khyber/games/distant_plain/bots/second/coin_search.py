"""2nd:8.6.4, 2nd:8.8.3: Guerrillas that COIN cubes find: Taliban, then Warlords."""

from __future__ import annotations

from typing import NamedTuple

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import COALITION, KINDS, T_UNDERGROUND, W_UNDERGROUND, Space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.operations.sweep import searchers
from khyber.games.distant_plain.state import State


class Found(NamedTuple):
    """Guerrillas that a Sweep Activates."""

    taliban: int
    warlords: int


def found_by(state: State, space: Space, cubes: int) -> Found:
    """Return the Guerrillas that these cubes find: one each, Taliban first."""
    at = space * KINDS
    taliban = min(cubes, state.pieces[at + T_UNDERGROUND])
    return Found(taliban, min(cubes - taliban, state.pieces[at + W_UNDERGROUND]))


def taliban_found(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return found_by(walk.state, space, searchers(walk.state, walk.faction, space)).taliban


def warlords_found(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return found_by(walk.state, space, searchers(walk.state, walk.faction, space)).warlords


@rule("2nd:8.6.3", "2nd:8.6.4", "2nd:8.8.3")
def activate(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G2.Patrol.3, G2.Sweep.3, C2.Sweep.2: Activate all that can be found, Taliban first."""
    _cite(bot, decision)
    return next(word for word in ("both", "taliban", "warlords", "none") if word in decision.values)


@rule("2nd:8.6.3", "2nd:8.6.4", "2nd:8.8.3")
def activate_taliban(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G2.Patrol.3, G2.Sweep.3, C2.Sweep.2: of those found, as many Taliban as possible."""
    _cite(bot, decision)
    return max(numbers(decision))


def _cite(bot: NonPlayer, decision: Decision) -> None:
    if bot.faction == COALITION:
        bot.cite("C2.Sweep.2", "2nd:8.8.3")
    elif decision.rule == "3.2.2":
        bot.cite("G2.Patrol.3", "2nd:8.6.3")
    else:
        bot.cite("G2.Sweep.3", "2nd:8.6.4")


SEARCH_RESPONSES: dict[str, Response] = {"activate": activate, "activate-taliban": activate_taliban}
