"""The Non-players of the 3rd printing, all together."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.non_players.mind import Printing
from khyber.games.distant_plain.non_players.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.non_players.third.turn import free_action, turn

THIRD: Final = Printing(
    "3rd", turn, free_action, {faction: chart.responses for faction, chart in FLOWCHARTS.items()})
