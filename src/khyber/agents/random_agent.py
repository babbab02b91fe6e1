"""The random agent: chooses uniformly among the options, and occasionally takes an aside."""

from __future__ import annotations

from khyber.agents.agent import Seen
from khyber.engine.decision import Option
from khyber.engine.play import S

#: Probability of looking for an aside.
ASIDE_CHANCE = 0.02


def random_agent(seen: Seen[S]) -> Option:
    source = seen.random()
    if source.random() < ASIDE_CHANCE:
        asides = seen.asides()
        if len(asides):
            return asides[source.randrange(len(asides))]
    options = seen.decision.options
    return options[source.randrange(len(options))]
