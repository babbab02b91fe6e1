"""The Non-players of the 3rd printing, assembled."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.bots.machinery.chance import THIRD_SPACES
from khyber.games.distant_plain.bots.machinery.non_player import PRINTINGS, Printing
from khyber.games.distant_plain.bots.machinery.responses import SHARED, together
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.third.guide import ThirdGuide
from khyber.games.distant_plain.bots.third.instructed_choices import INSTRUCTED_RESPONSES
from khyber.games.distant_plain.bots.third.turn import free_action, turn

THIRD: Final = Printing(
    "3rd",
    turn,
    free_action,
    {faction: together(SHARED, INSTRUCTED_RESPONSES, chart.responses) for faction, chart in FLOWCHARTS.items()},
    FLOWCHARTS,
    THIRD_SPACES,
    ThirdGuide(),
)
PRINTINGS[THIRD.name] = THIRD
