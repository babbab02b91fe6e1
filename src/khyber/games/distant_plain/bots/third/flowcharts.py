"""The four flowcharts of the 3rd printing."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import COALITION, GOVERNMENT, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart
from khyber.games.distant_plain.bots.third.coalition.flowchart import COALITION_CHART
from khyber.games.distant_plain.bots.third.government.flowchart import GOVERNMENT_CHART
from khyber.games.distant_plain.bots.third.taliban.flowchart import TALIBAN_CHART
from khyber.games.distant_plain.bots.third.warlords.flowchart import WARLORDS_CHART

FLOWCHARTS: Final[dict[Faction, Flowchart]] = {
    COALITION: COALITION_CHART,
    GOVERNMENT: GOVERNMENT_CHART,
    TALIBAN: TALIBAN_CHART,
    WARLORDS: WARLORDS_CHART,
}
