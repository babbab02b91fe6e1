"""8.3.1: the special instructions for single cards, Faction by Faction: whether to execute the Event, and which text.

How to choose while it is executed is in halo_choices.py, what to do with a free action in halo_grants.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from khyber.games.distant_plain.board import (
    ALL_SPACES,
    AVAILABLE,
    C_BASE,
    C_TROOPS,
    COALITION,
    COIN,
    COIN_CONTROL,
    GOVERNMENT,
    INSURGENTS,
    KABUL,
    KINDS,
    LANDS,
    OPPOSITION,
    PAKISTAN,
    SPACE_BY_ID,
    SPONSORSHIP,
    SUPPORT,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    TALIBAN_CONTROL,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.non_players.event_answers import unwanted_text
from khyber.games.distant_plain.non_players.event_tests import Prospect
from khyber.games.distant_plain.non_players.general import last_campaign
from khyber.games.distant_plain.non_players.third.halo_choices import breaktime_target
from khyber.games.distant_plain.non_players.third.halo_grants import own_limited_operation, sweep_after_lift
from khyber.games.distant_plain.play import SHADED
from khyber.games.distant_plain.rules.forces import guerrillas, on_map, pieces_of, room_for_base
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


def partnering_policy(prospect: Prospect) -> bool:
    """10: its own Limited Operation would remove a Taliban piece or shift a space."""
    diff = own_limited_operation(prospect.mind, prospect.play)
    return diff.gone(TALIBAN) > 0 or bool(diff.raised)


def removes_taliban(least: int) -> Condition:
    """16, 38, 56, 61: at least so many Taliban Guerrillas go."""
    return lambda prospect: -prospect.difference().arrived(T_UNDERGROUND) >= least


def nato(prospect: Prospect) -> bool:
    """17: a Coalition Base is Available, or the next Propaganda card is the final one."""
    state = prospect.play.state
    return bool(state.pieces[AVAILABLE * KINDS + C_BASE]) or last_campaign(state)


def us_taliban_talks(prospect: Prospect) -> bool:
    """24: Coalition pieces and Taliban Guerrillas share two spaces."""
    state = prospect.play.state
    return sum(bool(guerrillas(state, TALIBAN, space) and (
        state.pieces[space * KINDS + C_TROOPS] or state.pieces[space * KINDS + C_BASE])) for space in ALL_SPACES) >= 2


def manpads_scare(prospect: Prospect) -> bool:
    """26: after an Air Lift, a Sweep of one space finds three Guerrillas."""
    return sweep_after_lift(prospect.mind, prospect.play) is not None


def mullah_omar(prospect: Prospect) -> bool:
    """36: the Taliban have 12 or fewer Guerrillas on the map."""
    state = prospect.play.state
    return on_map(state, T_UNDERGROUND) + on_map(state, T_ACTIVE) <= 12


def line_item(prospect: Prospect) -> bool:
    """40: the Government is a player and has much Aid to lose."""
    state = prospect.play.state
    return is_player(state, GOVERNMENT) and state.aid >= 7


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


def prison_break(prospect: Prospect) -> bool:
    """53: four Taliban Guerrillas are Available."""
    return prospect.play.state.pieces[AVAILABLE * KINDS + T_UNDERGROUND] >= 4


def breaktime(*targets: Faction) -> Condition:
    """55: a player of the other side would be among the first two on the next card."""
    return lambda prospect: breaktime_target(prospect.mind, prospect.play, targets) is not None


def local_truce(prospect: Prospect) -> bool:
    """59: the Warlords are a player, and the Government can afford it."""
    state = prospect.play.state
    return is_player(state, WARLORDS) and state.resources[GOVERNMENT] >= 12


def truce_pays(prospect: Prospect) -> bool:
    """59: the Government has something to give."""
    return prospect.play.state.resources[GOVERNMENT] > 0


def three_cubes_desert(prospect: Prospect) -> bool:
    """61: three Government cubes go."""
    return prospect.difference().gone(GOVERNMENT) >= 3


def local_understanding(prospect: Prospect) -> bool:
    """62: two Taliban Guerrillas go, and what it brings goes to Non-player Warlords."""
    return is_non_player(prospect.play.state, WARLORDS) and removes_taliban(2)(prospect)


def control_removed(prospect: Prospect) -> bool:
    """62: COIN or Taliban Control is gone somewhere."""
    diff = prospect.difference()
    return any(diff.before.control[space] in (COIN_CONTROL, TALIBAN_CONTROL)
               and diff.after.control[space] != diff.before.control[space] for space in LANDS)


def opposition_stays(prospect: Prospect) -> bool:
    """64: Opposition would not fall."""
    return prospect.difference().opposition >= 0


def locs_whole(prospect: Prospect) -> bool:
    """65: neither of the two LoCs is Sabotaged."""
    terror = prospect.play.state.terror
    return not (terror[SPACE_BY_ID["kabul-tor-kham"]] or terror[SPACE_BY_ID["kandahar-spin-boldak"]])


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


_NEVER: Final = Instruction(when=never)
_TWO_TALIBAN: Final = Instruction(when=removes_taliban(2))
_THREE_TALIBAN: Final = Instruction(when=removes_taliban(3))
_IF_WARLORDS_PLAY: Final = Instruction(when=if_player(WARLORDS))
_AGAINST_COIN: Final = Instruction(when=breaktime(*COIN))
_AGAINST_INSURGENTS: Final = Instruction(when=breaktime(*INSURGENTS))

#: Card -> Faction -> what the sheet says about executing it.
INSTRUCTIONS: Final[dict[int, dict[Faction, Instruction]]] = {
    10: {COALITION: Instruction(when=partnering_policy)},
    13: {GOVERNMENT: Instruction(side=SHADED), WARLORDS: _NEVER},
    16: {COALITION: _TWO_TALIBAN},
    17: {COALITION: Instruction(when=nato)},
    24: {COALITION: Instruction(when=us_taliban_talks)},
    26: {COALITION: Instruction(when=manpads_scare)},
    36: {COALITION: Instruction(when=mullah_omar)},
    38: {COALITION: _TWO_TALIBAN, GOVERNMENT: _TWO_TALIBAN},
    40: {TALIBAN: Instruction(when=line_item), WARLORDS: Instruction(when=line_item)},
    44: {COALITION: Instruction(only_when=taliban_in_pakistan), GOVERNMENT: Instruction(when=player_in_pakistan),
         TALIBAN: Instruction(only_when=taliban_available), WARLORDS: Instruction(when=player_in_pakistan)},
    48: dict.fromkeys(COIN, Instruction(when=strategic_partners)),
    53: {TALIBAN: Instruction(when=prison_break)},
    54: {COALITION: _NEVER},
    55: {**dict.fromkeys(COIN, _AGAINST_INSURGENTS), **dict.fromkeys(INSURGENTS, _AGAINST_COIN)},
    56: {COALITION: _TWO_TALIBAN, GOVERNMENT: _TWO_TALIBAN},
    57: {COALITION: _NEVER, GOVERNMENT: Instruction(when=if_player(TALIBAN)),
         TALIBAN: Instruction(when=if_player(COALITION)), WARLORDS: Instruction(when=if_player(COALITION, TALIBAN))},
    58: {COALITION: _IF_WARLORDS_PLAY, GOVERNMENT: _IF_WARLORDS_PLAY, TALIBAN: _NEVER},
    59: {COALITION: Instruction(when=local_truce), GOVERNMENT: Instruction(when=local_truce),
         TALIBAN: _NEVER, WARLORDS: Instruction(only_when=truce_pays)},
    61: {COALITION: _THREE_TALIBAN, GOVERNMENT: _THREE_TALIBAN, TALIBAN: Instruction(when=three_cubes_desert)},
    62: {COALITION: Instruction(when=local_understanding), GOVERNMENT: Instruction(when=local_understanding),
         TALIBAN: _NEVER, WARLORDS: Instruction(when=control_removed)},
    64: {TALIBAN: Instruction(only_when=opposition_stays)},
    65: {TALIBAN: Instruction(when=locs_whole)},
    67: {COALITION: Instruction(when=something_to_turn), GOVERNMENT: Instruction(when=to_turn_for(COALITION)),
         TALIBAN: Instruction(when=something_to_turn), WARLORDS: Instruction(when=to_turn_for(TALIBAN))},
    68: {WARLORDS: Instruction(when=always), TALIBAN: _NEVER},
    71: {TALIBAN: Instruction(only_when=kabul_not_opposed), WARLORDS: Instruction(when=coup_in_kabul)},
    72: {COALITION: _IF_WARLORDS_PLAY, GOVERNMENT: _IF_WARLORDS_PLAY},
}
