"""How long the agent thinks: by the clock, or by a number of worlds so that its choices can be repeated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

#: Seconds for a turn, by level.
LEVELS: Final = {"quick": 0.3, "strong": 2.0, "patient": 8.0}
#: Candidates compared when the number of worlds is given.
CANDIDATES: Final = 24

#: Processes of one search.
MAX_PROCESSES: Final = 64

_AMOUNT: Final = r"@(?P<amount>[0-9]+(?:\.[0-9]+)?)(?P<unit>[sw])"
_NAME: Final = re.compile(rf"agent:(?P<level>[a-z]+)(?:{_AMOUNT})?(?:@(?P<processes>[0-9]{{1,3}})p)?")


@dataclass(frozen=True, slots=True)
class Thinking:
    """A budget for one turn: seconds, or worlds for the last comparison."""

    seconds: float = LEVELS["strong"]
    worlds: int = 0
    #: A search by a number of worlds takes one process, so that it can be repeated.
    processes: int = 1

    @property
    def is_repeatable(self) -> bool:
        return self.worlds > 0


def is_strong(name: str) -> bool:
    """Return whether the name is one of this agent's: `agent:strong`, `agent:quick@16w`, `agent:strong@0.5s@4p`."""
    found = _NAME.fullmatch(name)
    return found is not None and found["level"] in LEVELS


def thinking_of(name: str) -> Thinking:
    """Return the budget that an agent's name asks for. Raises BadSetup.

    >>> thinking_of("agent:strong")
    Thinking(seconds=2.0, worlds=0, processes=1)
    >>> thinking_of("agent:strong@16w").worlds
    16
    >>> thinking_of("agent:strong@0.5s@4p")
    Thinking(seconds=0.5, worlds=0, processes=4)
    """
    found = _NAME.fullmatch(name)
    if found is None or found["level"] not in LEVELS:
        raise BadSetup(f"there is no agent {quoted(name)}: a level is {', '.join(LEVELS)}")
    processes = int(found["processes"] or 1)
    if not 1 <= processes <= MAX_PROCESSES:
        raise BadSetup(f"{quoted(name)}: processes are from 1 to {MAX_PROCESSES}")
    if found["unit"] is None:
        return Thinking(LEVELS[found["level"]], processes=processes)
    amount = float(found["amount"])
    if found["unit"] == "w":
        if amount < 1 or amount != int(amount):
            raise BadSetup(f"{quoted(name)}: the number of worlds is a whole number from 1")
        if processes > 1:
            raise BadSetup(f"{quoted(name)}: only a search by the clock takes several processes")
        return Thinking(worlds=int(amount))
    if not 0.01 <= amount <= 3600:
        raise BadSetup(f"{quoted(name)}: seconds are from 0.01 to 3600")
    return Thinking(amount, processes=processes)
