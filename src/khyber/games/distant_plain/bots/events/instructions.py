"""8.3.1, 2nd:8.4.1: special instructions for single cards by Faction: whether to execute, and which text.

The halos on the cards are the same in both printings. An entry that only one printing has, or that the 2nd words
differently, is in that printing's `instructions.py`; all others are here (R4). How to choose while an Event is executed
is in instructed_choices.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.bots.events.answers import unwanted_text
from khyber.games.distant_plain.bots.events.instructed_choices import breaktime_target
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.play import SHADED
from khyber.games.distant_plain.rules.forces import available, pieces_of, room_for_base
from khyber.games.distant_plain.rules.lasting import is_momentum, texts_in_effect
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

Condition = Callable[[Prospect], bool]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: execute if and only if, or as usual but never unless; perhaps another text."""

    when: Condition | None = None
    only_when: Condition | None = None
    side: str = ""


Instructions = Mapping[int, Mapping[Faction, Instruction]]
NOTHING_SAID: Final = Instruction()


def instruction(instructions: Instructions, faction: Faction, card: int) -> Instruction:
    """Return the Faction's instruction for the card, or None."""
    return instructions.get(card, {}).get(faction, NOTHING_SAID)


def is_player(state: State, faction: Faction) -> bool:
    return not is_non_player(state, faction)


def always(prospect: Prospect) -> bool:
    return True


def never(prospect: Prospect) -> bool:
    return False


def if_player(*factions: Faction) -> Condition:
    """Return whether one of these Factions is a player's."""
    return lambda prospect: any(is_player(prospect.play.state, f) for f in factions)


# -- by card ------------------------------------------------------------------------------------------


def taliban_in_pakistan(prospect: Prospect) -> bool:
    """44: there are pieces to remove; otherwise the text would place Taliban pieces."""
    return any(pieces_of(prospect.play.state, board.TALIBAN, space) for space in board.PAKISTAN)


def player_in_pakistan(prospect: Prospect) -> bool:
    """44: the Taliban are a player, and there are pieces to remove."""
    return is_player(prospect.play.state, board.TALIBAN) and taliban_in_pakistan(prospect)


def taliban_available(prospect: Prospect) -> bool:
    """44: they have pieces to place; otherwise the text removes their own."""
    state = prospect.play.state
    room = any(room_for_base(state, space) for space in board.PAKISTAN)
    return bool(available(state, board.T_UNDERGROUND) or (room and available(state, board.T_BASE)))


def strategic_partners(prospect: Prospect) -> bool:
    """48: the Islamabad shift helps no player: Non-player Taliban, or already at Sponsorship."""
    state = prospect.play.state
    return is_non_player(state, board.TALIBAN) or state.islamabad == board.SPONSORSHIP


def breaktime(*targets: Faction) -> Condition:
    """55: an enemy player would be 1st or 2nd Eligible on the next card."""
    return lambda prospect: breaktime_target(prospect.bot, prospect.play, targets) is not None


def local_truce(prospect: Prospect) -> bool:
    """59: the Warlords are a player, and the Government can afford it."""
    state = prospect.play.state
    return is_player(state, board.WARLORDS) and state.resources[board.GOVERNMENT] >= 12


def truce_pays(prospect: Prospect) -> bool:
    """59: the Government has Resources to give."""
    return prospect.play.state.resources[board.GOVERNMENT] > 0


def opposition_stays(prospect: Prospect) -> bool:
    """64: Opposition would not decrease."""
    return prospect.difference().opposition >= 0


def something_to_turn(prospect: Prospect) -> bool:
    """67: a Capability shows the other side's text."""
    unwanted = unwanted_text(prospect.faction)
    return any(side == unwanted and not is_momentum(card, side) for card, side in texts_in_effect(prospect.play.state))


def to_turn_for(friend: Faction) -> Condition:
    """67: a Capability can be flipped for a friendly Non-player."""
    return lambda prospect: is_non_player(prospect.play.state, friend) and something_to_turn(prospect)


def kabul_not_opposed(prospect: Prospect) -> bool:
    """71: Kabul is not at Opposition."""
    return prospect.play.state.level[board.KABUL] != board.OPPOSITION


def coup_in_kabul(prospect: Prospect) -> bool:
    """71: Kabul is at Support, or would lose COIN Control."""
    if prospect.play.state.level[board.KABUL] == board.SUPPORT:
        return True
    diff = prospect.difference()
    return diff.before.control[board.KABUL] == board.COIN_CONTROL != diff.after.control[board.KABUL]


NEVER: Final = Instruction(when=never)
IF_WARLORDS_PLAY: Final = Instruction(when=if_player(board.WARLORDS))
_AGAINST_COIN: Final = Instruction(when=breaktime(*board.COIN))
_AGAINST_INSURGENTS: Final = Instruction(when=breaktime(*board.INSURGENTS))

#: Card -> Faction -> what the sheet says about executing it, whichever the printing.
IN_BOTH_PRINTINGS: Final[Instructions] = {
    13: {board.GOVERNMENT: Instruction(side=SHADED)},
    44: {
        board.COALITION: Instruction(only_when=taliban_in_pakistan),
        board.GOVERNMENT: Instruction(when=player_in_pakistan),
        board.TALIBAN: Instruction(only_when=taliban_available),
        board.WARLORDS: Instruction(when=player_in_pakistan),
    },
    48: dict.fromkeys(board.COIN, Instruction(when=strategic_partners)),
    54: {board.COALITION: NEVER},
    55: {**dict.fromkeys(board.COIN, _AGAINST_INSURGENTS), **dict.fromkeys(board.INSURGENTS, _AGAINST_COIN)},
    57: {
        board.COALITION: NEVER,
        board.GOVERNMENT: Instruction(when=if_player(board.TALIBAN)),
        board.TALIBAN: Instruction(when=if_player(board.COALITION)),
        board.WARLORDS: Instruction(when=if_player(board.COALITION, board.TALIBAN)),
    },
    58: {board.COALITION: IF_WARLORDS_PLAY, board.GOVERNMENT: IF_WARLORDS_PLAY, board.TALIBAN: NEVER},
    59: {
        board.COALITION: Instruction(when=local_truce),
        board.GOVERNMENT: Instruction(when=local_truce),
        board.TALIBAN: NEVER,
        board.WARLORDS: Instruction(only_when=truce_pays),
    },
    62: {board.TALIBAN: NEVER},
    64: {board.TALIBAN: Instruction(only_when=opposition_stays)},
    67: {
        board.COALITION: Instruction(when=something_to_turn),
        board.GOVERNMENT: Instruction(when=to_turn_for(board.COALITION)),
        board.TALIBAN: Instruction(when=something_to_turn),
        board.WARLORDS: Instruction(when=to_turn_for(board.TALIBAN)),
    },
    68: {board.TALIBAN: NEVER},
    71: {board.TALIBAN: Instruction(only_when=kabul_not_opposed), board.WARLORDS: Instruction(when=coup_in_kabul)},
}


def with_own(own: Instructions) -> Instructions:
    """Return the instructions of a printing: the shared ones and its own."""
    return {card: {**IN_BOTH_PRINTINGS.get(card, {}), **own.get(card, {})} for card in (*IN_BOTH_PRINTINGS, *own)}
