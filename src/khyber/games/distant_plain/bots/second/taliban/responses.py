"""2nd:8.7.1, 8.7.7, 8.7.8: the Non-player Taliban's answers in the Propaganda Round and to lasting Events."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import IS_PAKISTAN, LEVEL_IDS, OPPOSITION, TALIBAN, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.taliban import lasting_events, redeploy
from khyber.games.distant_plain.bots.common.taliban.sharia import sharia_response
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.choice import choose
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.second.taliban.attack import next_victim
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import guerrillas
from khyber.games.distant_plain.rules.redeploy import haven, taliban_destinations
from khyber.games.distant_plain.state import State

# -- lasting Events ---------------------------------------------------------------------------------


@rule("2nd:8.7.1")
def manpads(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Mom.1: always fire if the die allows; asked only if affordable (R39)."""
    bot.cite("T2.Mom.1", "2nd:8.7.1")
    return lasting_events.fire_missile(bot, "T2.Mom.1")


@rule("2nd:8.7.1")
def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Mom.2: choose Opposition."""
    bot.cite("T2.Mom.2", "2nd:8.7.1")
    bot.follow("T2.Mom.2")
    return LEVEL_IDS[OPPOSITION]


def any_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.2: choose a random space, as no rule applies."""
    bot.cite_guide("random")
    return random_space(bot.dice, numbers(decision))


# -- the Propaganda Round ---------------------------------------------------------------------------

_sharia = sharia_response("T2.Sharia.1", "2nd:8.7.7")


@rule("2nd:8.7.7")
def sharia(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Sharia.1: as much as possible: greatest shift, then Support, then fewest Terror markers."""
    return _sharia(bot, play, decision)


@rule("2nd:8.7.8")
def redeploy_from(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Redeploy.1: first Guerrillas that must move; then out of a haven while others have fewer."""
    bot.cite("T2.Redeploy.1", "2nd:8.7.8")
    state = play.state
    standing = [space for space in numbers(decision) if not redeploy.kept_by_omar(state, space)]
    return next(
        (space for space in standing if not haven(space)),
        next((space for space in standing if crowded(state, space)), "done"),
    )


def crowded(state: State, space: Space) -> bool:
    """Return whether a Guerrilla should leave a haven: others have fewer, or in Afghanistan as few."""
    here = guerrillas(state, TALIBAN, space) - 1
    return any(
        guerrillas(state, TALIBAN, other) < here + (not IS_PAKISTAN[other])
        for other in taliban_destinations(state)
        if other != space
    )


@rule("2nd:8.7.8")
def redeploy_to(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Redeploy.1: to the fewest Guerrillas, Afghanistan first."""
    return choose(bot, play, "T2.Redeploy.1", "2nd:8.7.8", numbers(decision), (ranks.MIN_TALIBAN, ranks.AFGHAN))


def sabotage_loc(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.3: if markers are short, the LoCs with the highest Economic value."""
    bot.cite_guide("loc")
    return random_space(bot.dice, numbers(decision))


TALIBAN_RESPONSES_2ND: Final[dict[str, Response]] = {
    "remove-enemy": next_victim,
    "manpads": manpads,
    "elders-level": elders_level,
    "accidental-space": any_space,
    "slip-away": any_space,
    **lasting_events.responses(
        "2nd:8.7.1",
        aerostats="T2.Effect.Aerostats",
        turncoat="T2.Effect.Turncoat",
        recruit="T2.Effect.Recruit",
        anger="T2.Effect.Anger",
        ied="T2.Effect.IED",
    ),
    "sharia": sharia,
    "redeploy-from": redeploy_from,
    "redeploy-to": redeploy_to,
    "move-count": redeploy.redeploy_count("T2.Redeploy.1", "2nd:8.7.8"),
    "sabotage-loc": sabotage_loc,
}
