"""The four flowcharts of the 3rd printing."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import TALIBAN, Faction
from khyber.games.distant_plain.non_players.flowchart import Flowchart
from khyber.games.distant_plain.non_players.third.taliban import TALIBAN_CHART

FLOWCHARTS: Final[dict[Faction, Flowchart]] = {TALIBAN: TALIBAN_CHART}
