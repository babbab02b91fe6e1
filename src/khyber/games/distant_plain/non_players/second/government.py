"""2nd:8.6: the flowchart of the Non-player Government of the 2nd printing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from khyber.games.distant_plain.board import GOVERNMENT
from khyber.games.distant_plain.non_players.flowchart import Flowchart
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.plan import Plan
from khyber.games.distant_plain.play import Play


def operation(mind: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    return None


def box(mind: NonPlayer, play: Play, op: str) -> Plan | None:
    return None


def activity(mind: NonPlayer, play: Play, name: str) -> Plan | None:
    return None


GOVERNMENT_CHART_2ND: Final = Flowchart(GOVERNMENT, operation, box, activity, {})
