"""8.3.1: special instructions that only the 3rd printing has: whether to execute the Event.

How to choose while it is executed is in instructed_choices.py, free actions are in instructed_actions.py.
"""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common.guidelines import last_campaign
from khyber.games.distant_plain.bots.events.instructions import (
    IF_WARLORDS_PLAY,
    NEVER,
    Condition,
    Instruction,
    Instructions,
    always,
    is_player,
    with_own,
)
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.bots.third.instructed_actions import own_limited_operation, sweep_after_lift
from khyber.games.distant_plain.rules.forces import available, count, guerrillas, on_map
from khyber.games.distant_plain.rules.victory import is_non_player


def partnering_policy(prospect: Prospect) -> bool:
    """10: its own Limited Operation would remove a Taliban piece or shift a space."""
    diff = own_limited_operation(prospect.bot, prospect.play)
    return diff.gone(board.TALIBAN) > 0 or bool(diff.raised)


def removes_taliban(least: int) -> Condition:
    """16, 38, 56, 61: the Event removes at least this number of Taliban Guerrillas."""
    return lambda prospect: -prospect.difference().arrived(board.T_UNDERGROUND) >= least


def nato(prospect: Prospect) -> bool:
    """17: a Coalition Base is Available, or the next Propaganda card is the final one."""
    state = prospect.play.state
    return bool(available(state, board.C_BASE)) or last_campaign(state)


def us_taliban_talks(prospect: Prospect) -> bool:
    """24: two spaces hold both Coalition pieces and Taliban Guerrillas."""
    state = prospect.play.state
    return (
        sum(
            bool(
                guerrillas(state, board.TALIBAN, space)
                and (count(state, space, board.C_TROOPS) or count(state, space, board.C_BASE))
            )
            for space in board.ALL_SPACES
        )
        >= 2
    )


def manpads_scare(prospect: Prospect) -> bool:
    """26: after an Air Lift, a Sweep of one space finds three Guerrillas."""
    return sweep_after_lift(prospect.bot, prospect.play) is not None


def mullah_omar(prospect: Prospect) -> bool:
    """36: the Taliban have 12 or fewer Guerrillas on the map."""
    state = prospect.play.state
    return on_map(state, board.T_UNDERGROUND) + on_map(state, board.T_ACTIVE) <= 12


def line_item(prospect: Prospect) -> bool:
    """40: the Government is a player and has much Aid to lose."""
    state = prospect.play.state
    return is_player(state, board.GOVERNMENT) and state.aid >= 7


def prison_break(prospect: Prospect) -> bool:
    """53: four Taliban Guerrillas are Available."""
    return available(prospect.play.state, board.T_UNDERGROUND) >= 4


def three_cubes_desert(prospect: Prospect) -> bool:
    """61: three Government cubes are removed."""
    return prospect.difference().gone(board.GOVERNMENT) >= 3


def local_understanding(prospect: Prospect) -> bool:
    """62: two Taliban Guerrillas are removed, and Non-player Warlords gain."""
    return is_non_player(prospect.play.state, board.WARLORDS) and removes_taliban(2)(prospect)


def control_removed(prospect: Prospect) -> bool:
    """62: COIN or Taliban Control is lost somewhere."""
    diff = prospect.difference()
    return any(
        diff.before.control[space] in (board.COIN_CONTROL, board.TALIBAN_CONTROL)
        and diff.after.control[space] != diff.before.control[space]
        for space in board.LANDS
    )


def locs_whole(prospect: Prospect) -> bool:
    """65: neither of the two LoCs is Sabotaged."""
    terror = prospect.play.state.terror
    return not (terror[board.SPACE_BY_ID["kabul-tor-kham"]] or terror[board.SPACE_BY_ID["kandahar-spin-boldak"]])


_TWO_TALIBAN: Final = Instruction(when=removes_taliban(2))
_THREE_TALIBAN: Final = Instruction(when=removes_taliban(3))

#: Card -> Faction -> what the sheet says about executing it.
INSTRUCTIONS: Final[Instructions] = with_own(
    {
        10: {board.COALITION: Instruction(when=partnering_policy)},
        13: {board.WARLORDS: NEVER},
        16: {board.COALITION: _TWO_TALIBAN},
        17: {board.COALITION: Instruction(when=nato)},
        24: {board.COALITION: Instruction(when=us_taliban_talks)},
        26: {board.COALITION: Instruction(when=manpads_scare)},
        36: {board.COALITION: Instruction(when=mullah_omar)},
        38: {board.COALITION: _TWO_TALIBAN, board.GOVERNMENT: _TWO_TALIBAN},
        40: {board.TALIBAN: Instruction(when=line_item), board.WARLORDS: Instruction(when=line_item)},
        53: {board.TALIBAN: Instruction(when=prison_break)},
        56: {board.COALITION: _TWO_TALIBAN, board.GOVERNMENT: _TWO_TALIBAN},
        61: {
            board.COALITION: _THREE_TALIBAN,
            board.GOVERNMENT: _THREE_TALIBAN,
            board.TALIBAN: Instruction(when=three_cubes_desert),
        },
        62: {
            board.COALITION: Instruction(when=local_understanding),
            board.GOVERNMENT: Instruction(when=local_understanding),
            board.WARLORDS: Instruction(when=control_removed),
        },
        65: {board.TALIBAN: Instruction(when=locs_whole)},
        68: {board.WARLORDS: Instruction(when=always)},
        72: {board.COALITION: IF_WARLORDS_PLAY, board.GOVERNMENT: IF_WARLORDS_PLAY},
    }
)
