"""How far the server's clock can be trusted: whether something is as old as it seems.

The server notes the time in every round of the clean-up. After a gap between two rounds it was switched off, so nobody
could come back, or its clock jumped; either way nothing expires for a while, and ages count from then on.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from khyber.server.storage import schema

DAY = 24 * 3600.0
#: Seconds between two rounds from which they count as a gap; seconds after it in which nothing expires.
GAP, MERCY = 3 * DAY, 14 * DAY
#: The setting that records rounds.
NOTED = "expiry"


class Round(NamedTuple):
    """When the last round was, until when nothing expires, and since when there was no gap."""

    last: float
    mercy: float
    since: float = 0.0


def last_round(connection: Connection) -> Round | None:
    settings = schema.settings
    found = connection.execute(select(settings.c.value).where(settings.c.name == NOTED)).scalar()
    return None if found is None else Round(*map(float, str(found).split()))


def steady_since(connection: Connection) -> float:
    """Return since when the clock has been steady; infinity if nothing may expire now.

    What happened before a gap may be younger than it seems, so it is as old as the gap.
    """
    now, found = time.time(), last_round(connection)
    if found is None:
        return 0.0
    if not 0 <= now - found.last <= GAP or now < found.mercy:
        return math.inf
    return found.since


def note_round(connection: Connection) -> float:
    """Record a round; return `steady_since` it."""
    now, found = time.time(), last_round(connection)
    last, mercy, since = found or Round(0.0, 0.0)
    if not 0 <= now - last <= GAP:
        mercy, since = now + MERCY, now
    elif mercy > now + MERCY:
        mercy = now + MERCY  # the clock was set back meanwhile
    value, settings = f"{now:.0f} {mercy:.0f} {since:.0f}", schema.settings
    if found is None:
        connection.execute(insert(settings).values(name=NOTED, value=value))
    else:
        connection.execute(update(settings).where(settings.c.name == NOTED).values(value=value))
    return math.inf if now < mercy else since
