"""The Non-players of the 2nd printing, assembled."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.bots.events.answers import EVENT_RESPONSES
from khyber.games.distant_plain.bots.events.instructed_choices import instructed
from khyber.games.distant_plain.bots.machinery.chance import SECOND_SPACES
from khyber.games.distant_plain.bots.machinery.non_player import PRINTINGS, Printing
from khyber.games.distant_plain.bots.machinery.responses import SHARED, together
from khyber.games.distant_plain.bots.second.event_choice import who_benefits
from khyber.games.distant_plain.bots.second.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.second.guide import SecondGuide
from khyber.games.distant_plain.bots.second.instructions import INSTRUCTIONS
from khyber.games.distant_plain.bots.second.turn import free_action, turn

IN_EVENTS: Final = instructed({**EVENT_RESPONSES, "event-faction": who_benefits}, INSTRUCTIONS)
SECOND: Final = Printing(
    "2nd",
    turn,
    free_action,
    {faction: together(SHARED, IN_EVENTS, chart.responses) for faction, chart in FLOWCHARTS.items()},
    FLOWCHARTS,
    SECOND_SPACES,
    SecondGuide(),
)
PRINTINGS[SECOND.name] = SECOND
