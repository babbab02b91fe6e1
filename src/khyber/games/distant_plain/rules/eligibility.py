"""2.3.6: effects of Events on Eligibility."""

from __future__ import annotations

from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import ELIGIBLE_NEXT, INELIGIBLE_NEXT


def make_eligible_next(play: Play, faction: Faction) -> None:
    """2.3.6: by an Event, the Faction is Eligible on the next card whatever it does on this one."""
    play.state.next_eligibility[faction] = ELIGIBLE_NEXT


def make_ineligible_through_next(play: Play, faction: Faction) -> None:
    """2.3.6: by an Event, the Faction does nothing more on this card and skips the next."""
    state = play.state
    state.next_eligibility[faction] = INELIGIBLE_NEXT
    state.order = bytes(other for other in state.order if other != faction)
