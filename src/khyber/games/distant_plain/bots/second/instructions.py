"""2nd:8.4.1: the instructions of the 2nd printing for single cards; the files of the cards have them."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.bots.events.conditions import CONDITIONS
from khyber.games.distant_plain.bots.events.instructed_choices import ANSWERS
from khyber.games.distant_plain.bots.events.instructions import Instructions

INSTRUCTIONS: Final = Instructions("2nd", CONDITIONS, ANSWERS, {})
