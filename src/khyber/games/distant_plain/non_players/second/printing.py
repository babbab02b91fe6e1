"""The Non-players of the 2nd printing, all together."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.non_players.chance import SECOND_SPACES
from khyber.games.distant_plain.non_players.event_answers import EVENT_RESPONSES
from khyber.games.distant_plain.non_players.instructed_choices import instructed
from khyber.games.distant_plain.non_players.mind import PRINTINGS, Printing
from khyber.games.distant_plain.non_players.responses import SHARED, together
from khyber.games.distant_plain.non_players.second.event_choice import who_benefits
from khyber.games.distant_plain.non_players.second.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.non_players.second.guide import SecondGuide
from khyber.games.distant_plain.non_players.second.turn import free_action, turn

IN_EVENTS: Final = instructed({**EVENT_RESPONSES, "event-faction": who_benefits}, {})
SECOND: Final = Printing(
    "2nd", turn, free_action,
    {faction: together(SHARED, IN_EVENTS, chart.responses) for faction, chart in FLOWCHARTS.items()},
    FLOWCHARTS, SECOND_SPACES, SecondGuide())
PRINTINGS[SECOND.name] = SECOND
