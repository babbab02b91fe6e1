"""8.8.1: what the Non-player Taliban answer when lasting Events give them a say."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import (
    COIN_CONTROL,
    KINDS,
    LEVEL_IDS,
    OPPOSITION,
    SPACE_IDS,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    Space,
)
from khyber.games.distant_plain.non_players.general import at_support, by_population, pop
from khyber.games.distant_plain.non_players.mind import NonPlayer, Response
from khyber.games.distant_plain.non_players.responses import SHARED
from khyber.games.distant_plain.non_players.third.taliban_attack import next_victim
from khyber.games.distant_plain.non_players.choice import choose
from khyber.games.distant_plain.non_players.third.taliban_propaganda import (
    redeploy_count,
    redeploy_from,
    redeploy_to,
    sabotage_loc,
)
from khyber.games.distant_plain.non_players.taliban_sharia import sharia
from khyber.games.distant_plain.non_players.walk import Candidate, Rank, Walk, where
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, available, guerrillas
from khyber.games.distant_plain.state import State

#: T.Manpads: with so many Resources, and a die up to this.
RESOURCES_FOR_MISSILES: Final = 5
MISSILE_ROLL: Final = 4


def spaces_offered(decision: Decision) -> list[Space]:
    return [value for value in decision.values if isinstance(value, int)]


# -- nested priorities ------------------------------------------------------------------------------


def support_first(walk: Walk, candidate: Candidate) -> int:
    return int(at_support(walk.state, where(candidate)))


def base_without_guerrillas(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return int(walk.state.pieces[space * KINDS + T_BASE] > 0 and not guerrillas(walk.state, TALIBAN, space))


def control_turns(walk: Walk, candidate: Candidate) -> int:
    """Whether COIN Control is lost when a Police turns into a Guerrilla."""
    state, space = walk.state, where(candidate)
    if state.control[space] != COIN_CONTROL:
        return 0
    at = space * KINDS
    coin = sum(state.pieces[at : at + T_UNDERGROUND]) - 1
    everybody = all_pieces(state, space) - 1 + min(1, available(state, T_UNDERGROUND))
    return int(2 * coin <= everybody)


SUPPORT_FIRST = Rank("support", support_first)
POPULATION = Rank("population", by_population)


def at_support_or_at_base(state: State, spaces: list[Space]) -> list[Space]:
    """8.8.1: of these spaces those at Support; if there is none, those with a Base; else all."""
    return ([space for space in spaces if at_support(state, space)]
            or [space for space in spaces if state.pieces[space * KINDS + T_BASE]] or spaces)


# -- answers ----------------------------------------------------------------------------------------


@rule("8.8.1")
def manpads(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Manpads: with 5 Resources, on a die of 1-4 the Air Lift or Air Strike is cancelled."""
    if play.state.resources[TALIBAN] < RESOURCES_FOR_MISSILES:
        return "let"
    rolled = mind.dice.roll("T.Manpads")
    mind.note("rolled", id="T.Manpads", n=rolled)
    if rolled > MISSILE_ROLL:
        return "let"
    mind.follow("T.Manpads")
    return "cancel"


@rule("8.8.1")
def elders_level(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Elders: Opposition."""
    return LEVEL_IDS[OPPOSITION]


@rule("8.8.1")
def accidental_space(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.AccGuer: at Support, then at a Base, then anywhere; each time the highest Population."""
    return choose(mind, play, "T.AccGuer", "8.8.1", at_support_or_at_base(play.state, spaces_offered(decision)),
                  (POPULATION,))


@rule("8.8.1")
def slip_away(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Aerostats: at Support, then at a Base, then anywhere."""
    return choose(mind, play, "T.Aerostats", "8.8.1", at_support_or_at_base(play.state, spaces_offered(decision)))


def as_many_as_can_be(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2: to the full extent."""
    return max(value for value in decision.values if isinstance(value, int))


@rule("8.8.1")
def turncoat(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Turncoat: where COIN Control is lost; the highest Population."""
    return choose(mind, play, "T.Turncoat", "8.8.1", spaces_offered(decision),
                  (Rank("control-lost", control_turns), POPULATION))


@rule("8.8.1")
def strike_recruit(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Recruit: at a Base in Pakistan without Guerrillas, else anywhere there."""
    return choose(mind, play, "T.Recruit", "8.8.1", spaces_offered(decision),
                  (Rank("empty-base", base_without_guerrillas),))


@rule("8.8.1")
def strike_anger(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Anger: where a level can shift, Support first, the highest Population."""
    spaces = spaces_offered(decision)
    shifting = [space for space in spaces if play.state.level[space] != OPPOSITION and pop(play.state, space)]
    return choose(mind, play, "T.Anger", "8.8.1", shifting or spaces, (SUPPORT_FIRST, POPULATION))


@rule("8.8.1")
def ied_loc(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.IED: where a Coalition cube has to go, if there is such a LoC; else where one may."""
    surely, perhaps = (str(decision.about[name]).split() for name in ("coalition", "either"))

    def coalition_lost(walk: Walk, candidate: Candidate) -> int:
        loc = SPACE_IDS[where(candidate)]
        return 2 if loc in surely else int(loc in perhaps)

    return choose(mind, play, "T.IED", "8.8.1", spaces_offered(decision), (Rank("coalition-lost", coalition_lost),))


TALIBAN_RESPONSES: Final[dict[str, Response]] = {
    **SHARED,
    "remove-enemy": next_victim,
    "manpads": manpads, "elders-level": elders_level, "accidental-space": accidental_space, "slip-away": slip_away,
    "slip-away-count": as_many_as_can_be, "turncoat": turncoat, "strike-recruit": strike_recruit,
    "strike-anger": strike_anger, "ied-loc": ied_loc,
    "sharia": sharia, "redeploy-from": redeploy_from, "redeploy-to": redeploy_to, "move-count": redeploy_count,
    "sabotage-loc": sabotage_loc,
}
