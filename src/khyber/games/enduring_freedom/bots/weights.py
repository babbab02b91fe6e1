"""The preferences of `bot:standard`, in NetWar Points where nothing else is said, and those of a keener one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Final

from khyber.engine import preferences
from khyber.engine.preferences import name_of, preferences_of

NAME: Final = "bot:standard"


@dataclass(frozen=True, slots=True)
class Weights:
    """What the player makes of the game."""

    # -- buying --
    #: Points that are kept, compared with `RESERVE` (purchases.py); when InfoWar markers are bought, which pay at once;
    #: when units are refitted and sustained.
    reserve: float = 1.0
    infowar_reserve: float = 6.0
    refit_reserve: float = 12.0
    sustain_reserve: float = 6.0
    #: Minimum gain for each point spent.
    margin: float = 0.25
    #: How much of what a SOF unit gains in a turn it gains in the next; and what other units keep of that in
    #: comparison: airmobile ones, others, several that attack together, recruits.
    lasting: float = 0.8
    fast: float = 0.6
    slow: float = 0.4
    together: float = 0.5
    recruit: float = 0.5
    #: One more unit at the end, to hold scoring zones: SOF or recruit, airmobile, other.
    body: float = 0.8
    fast_body: float = 0.5
    slow_body: float = 0.3
    #: Gain of an air unit per turn beyond the plan: it lets ground units take more risks.
    daring: float = 1.2
    #: Points that a turn brings at least; how far past 99 they must lead to be plenty; what a point is worth then in
    #: the last turn, and how much more with each turn to come.
    turn_gain: float = 4.0
    plenty: float = 6.0
    price: float = 0.2
    price_turn: float = 0.1

    # -- seeing --
    #: The chance that an ISR mission finds what is there (13.1).
    seen: float = 0.5
    #: Knowing one more Islamist counter before units are sent; a Northern Alliance unit becoming mobile.
    known: float = 0.15
    tried: float = 0.3

    # -- moving --
    #: The least that a move must gain, and another unit that joins.
    worthwhile: float = 0.3
    better: float = 0.1
    #: Being in a Staging Area, from which a unit can fly anywhere; for a reduced unit, a refit.
    staged: float = 0.2
    refit: float = 0.5
    #: A leader or an HQ in Kabul: this share of a Loya Jirga, or that much when 99 points are in sight.
    jirga_share: float = 0.3
    jirga_free: float = 1.6
    #: An airbase before the last turn, and the share of an award that counts then.
    airbase: float = 1.0
    early_award: float = 0.15
    #: Reinforcements and uprisings together, compared with reinforcements alone; and the share of an attack on a zone
    #: held at the end that its units beat off.
    uprisings: float = 1.5
    beaten_off: float = 0.8
    #: The steps that units must have left to be sure to survive.
    alive: float = 1.5

    # -- striking --
    #: Minimum gain of a strike by an air unit, and by a drone, which is expended; of close air support; of keeping a
    #: drone.
    strike_gain: float = 0.1
    drone_gain: float = 0.4
    support_gain: float = 0.1
    drone_kept: float = 0.3
    #: Islamist units that need no more air units.
    enough: float = 0.3

    # -- bases --
    #: The share of a base's savings that recurs in a later turn: of an HQ, of a FOB.
    hq_lasting: float = 0.7
    fob_lasting: float = 0.8
    #: A FOB in a city or stronghold at the end, when no other unit need hold it.
    garrison: float = 1.0
    #: How much of the worth of FOBs to be built counts beforehand.
    unsure: float = 0.5
    #: The chance that a fight clears a zone from which it counts as safe.
    safe: float = 0.5

    # -- losses --
    #: A point of combat factor in each later turn: of a ground unit, and of an air unit.
    factor_turn: float = 0.2
    air_factor_turn: float = 0.13
    #: Surviving the next hit.
    steady: float = 0.5
    #: Losing a face-down Northern Alliance unit, which may be a leader; the average combat factor of one.
    untried_loss: float = 1.4
    untried_factor: float = 1.7
    #: A hit to the Coalition on average, the fire it loses by it, and the points for a kill.
    mean_hit: float = 1.6
    weakened: float = 0.2
    mean_kill: float = 1.8

    # -- the Jihad level --
    #: A turn at a level, compared with `BY_LINE` (climate.py); what the tactical edge of 28.4 adds.
    jihad: float = 1.0
    edge: float = 2.0
    #: Taking one more city or stronghold from the Islamists, in the first turns and later.
    city: float = 0.3
    city_later: float = 0.1
    #: The share of what is held now that will be held at the end; what a failed Loya Jirga costs at most, nearly
    #: always.
    kept: float = 0.7
    likely_loss: float = 10.0


WEIGHTS: Final = Weights()

#: Preferences of the bot that a search plays by. The slopes of the points in 5,458 campaigns, each with all preferences
#: changed at random, gave the direction: above all, buy less and move sooner. In other campaigns it had 91.9 points on
#: average (909), the standard bot 90.8 (902); the standard error of the difference is 0.7. Its larger reserve has
#: become everybody's since.
KEEN: Final = replace(
    WEIGHTS,
    sustain_reserve=7.0,
    margin=0.344,
    lasting=0.655,
    fast=0.491,
    together=0.363,
    body=0.655,
    price=0.235,
    price_turn=0.132,
    seen=0.443,
    known=0.133,
    worthwhile=0.201,
    better=0.0887,
    staged=0.134,
    enough=0.338,
    factor_turn=0.235,
    weakened=0.226,
    kept=0.551,
)

#: Preferences that can be scaled to search for better ones.
SCALED: Final = tuple(field.name for field in fields(Weights))


@lru_cache(maxsize=1024)
def weights_of(name: str) -> Weights:
    """Return the preferences that a bot's name stands for. Raises BadSetup.

    >>> weights_of("bot:standard(margin=0.4 price=0.3)").margin
    0.4
    """
    return preferences_of("enduring-freedom", NAME, WEIGHTS, name)


def named(weights: Weights) -> str:
    """Return the name that `weights_of` reads, with the preferences that differ from the standard ones."""
    return name_of(NAME, WEIGHTS, weights)


def scaled(weights: Weights, logarithms: Sequence[float]) -> Weights:
    """Return the preferences times a factor each, given as logarithms in the order of `SCALED`."""
    return preferences.scaled(weights, SCALED, logarithms)
