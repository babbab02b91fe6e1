"""8.8.7: the Non-player Taliban in the Propaganda Round: Redeploy and Sabotage. Sharia has its own module."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import IS_LOC, IS_PAKISTAN, KINDS, T_BASE, TALIBAN, Space
from khyber.games.distant_plain.non_players.chance import random_space
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.choice import choose
from khyber.games.distant_plain.non_players.walk import Candidate, Rank, Walk, where
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import guerrillas
from khyber.games.distant_plain.rules.lasting import MULLAH_OMAR, shaded
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.redeploy import haven
from khyber.games.distant_plain.state import State


@rule("8.8.1")
def stays(state: State, space: Space) -> bool:
    """T.Redeploy: in Waziristan and Northwest Frontier; by shaded Mullah Omar wherever there are people."""
    return haven(space) or (not IS_LOC[space] and shaded(state, MULLAH_OMAR) and population(state, space) > 0)


@rule("8.8.7")
def redeploy_from(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Redeploy: from every LoC and Province without a Base, one Guerrilla after the other."""
    return next((value for value in decision.values if isinstance(value, int) and not stays(play.state, value)), "done")


@rule("8.8.7")
def redeploy_to(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Redeploy.1: a Base without Guerrillas, in Afghanistan first. T.Redeploy.2: else where fewest are."""
    state = play.state
    spaces = [value for value in decision.values if isinstance(value, int)]
    empty = [space for space in spaces
             if state.pieces[space * KINDS + T_BASE] and not guerrillas(state, TALIBAN, space)]
    if empty:
        return choose(mind, play, "T.Redeploy.1", "8.8.7", empty, (AFGHAN_FIRST,))
    return choose(mind, play, "T.Redeploy.2", "8.8.7", spaces, (Rank("fewest-guerrillas", few), AFGHAN_FIRST))


def redeploy_count(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """N.Even: one at a time; if an Underground one has just gone, no Active one with it."""
    return 0 if 0 in decision.values and _second_kind(decision) else 1


def _second_kind(decision: Decision) -> bool:
    """Active Guerrillas are asked for after the Underground ones; they may stay only if one of those went."""
    return str(decision.about["piece"]).endswith("active")


def few(walk: Walk, candidate: Candidate) -> int:
    return -guerrillas(walk.state, TALIBAN, where(candidate))


def in_afghanistan(walk: Walk, candidate: Candidate) -> int:
    return int(not IS_PAKISTAN[where(candidate)])


AFGHAN_FIRST = Rank("afghan", in_afghanistan)


@rule("8.4.1")
def sabotage_loc(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """6.3.1, 8.4.1: with too few markers, the LoCs with the highest Economic value."""
    return random_space(mind.dice, [value for value in decision.values if isinstance(value, int)])
