"""8.3.1, 2nd:8.4.1: conditions that the Non-players' instructions name in the files of the cards.

Those that only the 3rd printing has are in third/instructions.py.
"""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.bots.events.answers import unwanted_text
from khyber.games.distant_plain.bots.events.instructed_choices import breaktime_target
from khyber.games.distant_plain.bots.events.instructions import Named, by_name
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.rules.forces import available, pieces_of, room_for_base
from khyber.games.distant_plain.rules.lasting import is_momentum, texts_in_effect
from khyber.games.distant_plain.rules.victory import is_non_player


def always(prospect: Prospect) -> bool:
    return True


def never(prospect: Prospect) -> bool:
    return False


def player(prospect: Prospect, *factions: Faction) -> bool:
    """Return whether one of these Factions is a player's."""
    return any(not is_non_player(prospect.play.state, faction) for faction in factions)


def non_player(prospect: Prospect, faction: Faction) -> bool:
    return is_non_player(prospect.play.state, faction)


def player_next(prospect: Prospect, *factions: Faction) -> bool:
    """Return whether an enemy player among these Factions would be 1st or 2nd Eligible on the next card."""
    return breaktime_target(prospect.bot, prospect.play, factions) is not None


def sponsored(prospect: Prospect) -> bool:
    """Return whether Islamabad is at Sponsorship."""
    return prospect.play.state.islamabad == board.SPONSORSHIP


def resources_at_least(prospect: Prospect, faction: Faction, n: int) -> bool:
    return prospect.play.state.resources[faction] >= n


def taliban_in_pakistan(prospect: Prospect) -> bool:
    """Return whether there are Taliban pieces to remove; otherwise the text would place some."""
    return any(pieces_of(prospect.play.state, board.TALIBAN, space) for space in board.PAKISTAN)


def taliban_to_place(prospect: Prospect) -> bool:
    """Return whether the Taliban have pieces to place in Pakistan; otherwise the text removes their own."""
    state = prospect.play.state
    room = any(room_for_base(state, space) for space in board.PAKISTAN)
    return bool(available(state, board.T_UNDERGROUND) or (room and available(state, board.T_BASE)))


def opposition_stays(prospect: Prospect) -> bool:
    """Return whether Opposition would not decrease."""
    return prospect.difference().opposition >= 0


def capability_to_turn(prospect: Prospect) -> bool:
    """Return whether a Capability shows the other side's text."""
    unwanted = unwanted_text(prospect.faction)
    return any(side == unwanted and not is_momentum(card, side) for card, side in texts_in_effect(prospect.play.state))


def kabul_not_opposed(prospect: Prospect) -> bool:
    return prospect.play.state.level[board.KABUL] != board.OPPOSITION


def coup_in_kabul(prospect: Prospect) -> bool:
    """Return whether Kabul is at Support, or would lose COIN Control."""
    if prospect.play.state.level[board.KABUL] == board.SUPPORT:
        return True
    diff = prospect.difference()
    return diff.before.control[board.KABUL] == board.COIN_CONTROL != diff.after.control[board.KABUL]


CONDITIONS: Final[Named] = by_name(
    always,
    never,
    player,
    non_player,
    player_next,
    sponsored,
    resources_at_least,
    taliban_in_pakistan,
    taliban_to_place,
    opposition_stays,
    capability_to_turn,
    kabul_not_opposed,
    coup_in_kabul,
)
