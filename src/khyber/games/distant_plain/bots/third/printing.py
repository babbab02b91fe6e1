"""The Non-players of the 3rd printing, assembled."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.bots.events.answers import EVENT_RESPONSES
from khyber.games.distant_plain.bots.events.instructed_choices import instructed
from khyber.games.distant_plain.bots.machinery.chance import THIRD_SPACES
from khyber.games.distant_plain.bots.machinery.non_player import PRINTINGS, Printing
from khyber.games.distant_plain.bots.machinery.responses import SHARED, together
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.third.guide import ThirdGuide
from khyber.games.distant_plain.bots.third.instructions import INSTRUCTIONS
from khyber.games.distant_plain.bots.third.turn import free_action, turn

IN_EVENTS: Final = instructed(EVENT_RESPONSES, INSTRUCTIONS)
THIRD: Final = Printing(
    "3rd",
    turn,
    free_action,
    {faction: together(SHARED, IN_EVENTS, chart.responses) for faction, chart in FLOWCHARTS.items()},
    FLOWCHARTS,
    THIRD_SPACES,
    ThirdGuide(),
)
PRINTINGS[THIRD.name] = THIRD
