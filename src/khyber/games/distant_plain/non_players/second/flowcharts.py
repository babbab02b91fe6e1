"""The four flowcharts of the 2nd printing."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import COALITION, GOVERNMENT, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.non_players.flowchart import Flowchart
from khyber.games.distant_plain.non_players.second.coalition import COALITION_CHART_2ND
from khyber.games.distant_plain.non_players.second.government import GOVERNMENT_CHART_2ND
from khyber.games.distant_plain.non_players.second.taliban import TALIBAN_CHART_2ND
from khyber.games.distant_plain.non_players.second.warlords import WARLORDS_CHART_2ND

FLOWCHARTS: Final[dict[Faction, Flowchart]] = {
    COALITION: COALITION_CHART_2ND, GOVERNMENT: GOVERNMENT_CHART_2ND, TALIBAN: TALIBAN_CHART_2ND,
    WARLORDS: WARLORDS_CHART_2ND}
