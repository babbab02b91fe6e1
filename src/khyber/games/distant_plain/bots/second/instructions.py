"""2nd:8.4.1: special instructions that only the 2nd printing has: whether to execute the Event (R4)."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import SPONSORSHIP, TALIBAN, WARLORDS
from khyber.games.distant_plain.bots.events.instructions import NEVER, Instruction, Instructions, with_own
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.rules.victory import is_non_player


def taliban_not_played(prospect: Prospect) -> bool:
    """4: the Taliban are a Non-player."""
    return is_non_player(prospect.play.state, TALIBAN)


def not_sponsored(prospect: Prospect) -> bool:
    """6, 8, 9: Islamabad is not at Sponsorship."""
    return prospect.play.state.islamabad != SPONSORSHIP


#: Card -> Faction -> what the sheet says about executing it.
INSTRUCTIONS: Final[Instructions] = with_own(
    {
        4: {WARLORDS: Instruction(when=taliban_not_played)},
        6: {WARLORDS: Instruction(only_when=not_sponsored)},
        8: {WARLORDS: Instruction(only_when=not_sponsored)},
        9: {WARLORDS: Instruction(only_when=not_sponsored)},
        13: {WARLORDS: NEVER},
        35: {WARLORDS: NEVER},
    }
)
