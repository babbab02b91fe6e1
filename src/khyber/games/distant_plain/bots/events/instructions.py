"""8.3.1, 2nd:8.4.1: special instructions for single cards, Faction by Faction: whether to execute, and which text.

The halos on the cards are the same in both printings. An entry that only one printing has, or that the 2nd words
differently, is in that printing's `halo.py`; all others are here (R4). How to choose while an Event is executed is in
instructed_choices.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from khyber.games.distant_plain.board import (
    AVAILABLE,
    COALITION,
    COIN,
    COIN_CONTROL,
    GOVERNMENT,
    INSURGENTS,
    KABUL,
    KINDS,
    OPPOSITION,
    PAKISTAN,
    SPONSORSHIP,
    SUPPORT,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.bots.events.answers import unwanted_text
from khyber.games.distant_plain.bots.events.instructed_choices import breaktime_target
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.play import SHADED
from khyber.games.distant_plain.rules.forces import pieces_of, room_for_base
from khyber.games.distant_plain.rules.lasting import is_momentum, texts_in_effect
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

Condition = Callable[[Prospect], bool]


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the sheet says: execute it if and only if, or by the usual rules but never unless; perhaps another text."""

    when: Condition | None = None
    only_when: Condition | None = None
    side: str = ""


Instructions = Mapping[int, Mapping[Faction, Instruction]]
NOTHING_SAID: Final = Instruction()


def instruction(instructions: Instructions, faction: Faction, card: int) -> Instruction:
    """What the sheet of the Faction says about the card."""
    return instructions.get(card, {}).get(faction, NOTHING_SAID)


# -- who plays ----------------------------------------------------------------------------------------


def is_player(state: State, faction: Faction) -> bool:
    return not is_non_player(state, faction)


def always(prospect: Prospect) -> bool:
    return True


def never(prospect: Prospect) -> bool:
    return False


def if_player(*factions: Faction) -> Condition:
    """One of these is a player's."""
    return lambda prospect: any(is_player(prospect.play.state, f) for f in factions)


# -- by card ------------------------------------------------------------------------------------------


def taliban_in_pakistan(prospect: Prospect) -> bool:
    """44: something to remove; else the text would have them place for the Taliban."""
    return any(pieces_of(prospect.play.state, TALIBAN, space) for space in PAKISTAN)


def player_in_pakistan(prospect: Prospect) -> bool:
    """44: the Taliban are a player, and there is something to remove."""
    return is_player(prospect.play.state, TALIBAN) and taliban_in_pakistan(prospect)


def taliban_available(prospect: Prospect) -> bool:
    """44: something to place; else the text would have them remove their own."""
    state = prospect.play.state
    room = any(room_for_base(state, space) for space in PAKISTAN)
    return bool(state.pieces[AVAILABLE * KINDS + T_UNDERGROUND] or (room and state.pieces[AVAILABLE * KINDS + T_BASE]))


def strategic_partners(prospect: Prospect) -> bool:
    """48: Islamabad's shift helps no player: the Taliban are a Non-player, or it stands at the end already."""
    state = prospect.play.state
    return is_non_player(state, TALIBAN) or state.islamabad == SPONSORSHIP


def breaktime(*targets: Faction) -> Condition:
    """55: a player of the other side would be among the first two on the next card."""
    return lambda prospect: breaktime_target(prospect.bot, prospect.play, targets) is not None


def local_truce(prospect: Prospect) -> bool:
    """59: the Warlords are a player, and the Government can afford it."""
    state = prospect.play.state
    return is_player(state, WARLORDS) and state.resources[GOVERNMENT] >= 12


def truce_pays(prospect: Prospect) -> bool:
    """59: the Government has something to give."""
    return prospect.play.state.resources[GOVERNMENT] > 0


def opposition_stays(prospect: Prospect) -> bool:
    """64: Opposition would not fall."""
    return prospect.difference().opposition >= 0


def something_to_turn(prospect: Prospect) -> bool:
    """67: a Capability lies on the other side's text."""
    unwanted = unwanted_text(prospect.faction)
    return any(side == unwanted and not is_momentum(card, side)
               for card, side in texts_in_effect(prospect.play.state))


def to_turn_for(friend: Faction) -> Condition:
    """67: on behalf of a friend that is a Non-player."""
    return lambda prospect: is_non_player(prospect.play.state, friend) and something_to_turn(prospect)


def kabul_not_opposed(prospect: Prospect) -> bool:
    """71: Kabul is not at Opposition."""
    return prospect.play.state.level[KABUL] != OPPOSITION


def coup_in_kabul(prospect: Prospect) -> bool:
    """71: Kabul is at Support, or COIN Control of it would be lost."""
    if prospect.play.state.level[KABUL] == SUPPORT:
        return True
    diff = prospect.difference()
    return diff.before.control[KABUL] == COIN_CONTROL != diff.after.control[KABUL]


NEVER: Final = Instruction(when=never)
IF_WARLORDS_PLAY: Final = Instruction(when=if_player(WARLORDS))
_AGAINST_COIN: Final = Instruction(when=breaktime(*COIN))
_AGAINST_INSURGENTS: Final = Instruction(when=breaktime(*INSURGENTS))

#: Card -> Faction -> what the sheet says about executing it, whichever the printing.
IN_BOTH_PRINTINGS: Final[Instructions] = {
    13: {GOVERNMENT: Instruction(side=SHADED)},
    44: {COALITION: Instruction(only_when=taliban_in_pakistan), GOVERNMENT: Instruction(when=player_in_pakistan),
         TALIBAN: Instruction(only_when=taliban_available), WARLORDS: Instruction(when=player_in_pakistan)},
    48: dict.fromkeys(COIN, Instruction(when=strategic_partners)),
    54: {COALITION: NEVER},
    55: {**dict.fromkeys(COIN, _AGAINST_INSURGENTS), **dict.fromkeys(INSURGENTS, _AGAINST_COIN)},
    57: {COALITION: NEVER, GOVERNMENT: Instruction(when=if_player(TALIBAN)),
         TALIBAN: Instruction(when=if_player(COALITION)), WARLORDS: Instruction(when=if_player(COALITION, TALIBAN))},
    58: {COALITION: IF_WARLORDS_PLAY, GOVERNMENT: IF_WARLORDS_PLAY, TALIBAN: NEVER},
    59: {COALITION: Instruction(when=local_truce), GOVERNMENT: Instruction(when=local_truce),
         TALIBAN: NEVER, WARLORDS: Instruction(only_when=truce_pays)},
    62: {TALIBAN: NEVER},
    64: {TALIBAN: Instruction(only_when=opposition_stays)},
    67: {COALITION: Instruction(when=something_to_turn), GOVERNMENT: Instruction(when=to_turn_for(COALITION)),
         TALIBAN: Instruction(when=something_to_turn), WARLORDS: Instruction(when=to_turn_for(TALIBAN))},
    68: {TALIBAN: NEVER},
    71: {TALIBAN: Instruction(only_when=kabul_not_opposed), WARLORDS: Instruction(when=coup_in_kabul)},
}


def with_own(own: Instructions) -> Instructions:
    """The instructions of a printing: those of both, and its own."""
    return {card: {**IN_BOTH_PRINTINGS.get(card, {}), **own.get(card, {})} for card in (*IN_BOTH_PRINTINGS, *own)}
