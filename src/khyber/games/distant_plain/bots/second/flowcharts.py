"""The four flowcharts of the 2nd printing."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import COALITION, GOVERNMENT, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart
from khyber.games.distant_plain.bots.second.coalition.flowchart import COALITION_CHART_2ND
from khyber.games.distant_plain.bots.second.government.flowchart import GOVERNMENT_CHART_2ND
from khyber.games.distant_plain.bots.second.taliban.flowchart import TALIBAN_CHART_2ND
from khyber.games.distant_plain.bots.second.warlords.flowchart import WARLORDS_CHART_2ND

FLOWCHARTS: Final[dict[Faction, Flowchart]] = {
    COALITION: COALITION_CHART_2ND,
    GOVERNMENT: GOVERNMENT_CHART_2ND,
    TALIBAN: TALIBAN_CHART_2ND,
    WARLORDS: WARLORDS_CHART_2ND,
}
