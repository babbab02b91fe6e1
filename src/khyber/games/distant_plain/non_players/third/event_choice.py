"""8.1, 8.3: whether a Non-player takes the Event."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.plan import Plan
from khyber.games.distant_plain.play import Play


def consider_event(mind: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """N.Halo, N.Capability, N.Momentum, N.Event: a plan to execute the Event or to Pass, or None to operate."""
    return None
