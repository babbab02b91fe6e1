"""8.3.1: the instructions of the 3rd printing for single cards, in their files, and conditions that only it has."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision
from khyber.games.distant_plain import board
from khyber.games.distant_plain.bots.common import guidelines
from khyber.games.distant_plain.bots.events import conditions, instructed_choices
from khyber.games.distant_plain.bots.events.instructions import Instructions, Named, by_name
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third import instructed_choices as own_choices
from khyber.games.distant_plain.bots.third.instructed_actions import (
    FREE_ACTIONS,
    own_limited_operation,
    sweep_after_lift,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, guerrillas, on_map


def own_operation_pays(prospect: Prospect) -> bool:
    """Return whether its own Limited Operation would remove a Taliban piece or shift a space."""
    diff = own_limited_operation(prospect.bot, prospect.play)
    return diff.gone(board.TALIBAN) > 0 or bool(diff.raised)


def removes_taliban(prospect: Prospect, n: int) -> bool:
    """Return whether the Event removes at least this number of Taliban Guerrillas."""
    return -prospect.difference().arrived(board.T_UNDERGROUND) >= n


def coalition_base_available(prospect: Prospect) -> bool:
    return bool(available(prospect.play.state, board.C_BASE))


def last_campaign(prospect: Prospect) -> bool:
    """Return whether the next Propaganda card is the final one."""
    return guidelines.last_campaign(prospect.play.state)


def taliban_beside_coalition(prospect: Prospect, n: int) -> bool:
    """Return whether at least this number of spaces hold both Coalition pieces and Taliban Guerrillas."""
    state = prospect.play.state
    return (
        sum(
            bool(
                guerrillas(state, board.TALIBAN, space)
                and (count(state, space, board.C_TROOPS) or count(state, space, board.C_BASE))
            )
            for space in board.ALL_SPACES
        )
        >= n
    )


def worth_an_air_lift(prospect: Prospect) -> bool:
    """Return whether a Sweep of one space after an Air Lift finds three Guerrillas."""
    return sweep_after_lift(prospect.bot, prospect.play) is not None


def taliban_guerrillas_at_most(prospect: Prospect, n: int) -> bool:
    """Return whether the Taliban have at most this number of Guerrillas on the map."""
    state = prospect.play.state
    return on_map(state, board.T_UNDERGROUND) + on_map(state, board.T_ACTIVE) <= n


def taliban_available(prospect: Prospect, n: int) -> bool:
    """Return whether at least this number of Taliban Guerrillas are Available."""
    return available(prospect.play.state, board.T_UNDERGROUND) >= n


def aid_at_least(prospect: Prospect, n: int) -> bool:
    return prospect.play.state.aid >= n


def cubes_lost(prospect: Prospect, n: int) -> bool:
    """Return whether the Event removes at least this number of Government pieces."""
    return prospect.difference().gone(board.GOVERNMENT) >= n


def control_lost(prospect: Prospect) -> bool:
    """Return whether COIN or Taliban Control is lost somewhere."""
    diff = prospect.difference()
    return any(
        diff.before.control[space] in (board.COIN_CONTROL, board.TALIBAN_CONTROL)
        and diff.after.control[space] != diff.before.control[space]
        for space in board.LANDS
    )


def unsabotaged(prospect: Prospect, *locs: str) -> bool:
    """Return whether none of these LoCs is Sabotaged."""
    terror = prospect.play.state.terror
    return not any(terror[board.SPACE_BY_ID[loc]] for loc in locs)


CONDITIONS: Final[Named] = by_name(
    own_operation_pays,
    removes_taliban,
    coalition_base_available,
    last_campaign,
    taliban_beside_coalition,
    worth_an_air_lift,
    taliban_guerrillas_at_most,
    taliban_available,
    aid_at_least,
    cubes_lost,
    control_lost,
    unsabotaged,
)
INSTRUCTIONS: Final = Instructions(
    "3rd", {**conditions.CONDITIONS, **CONDITIONS}, {**instructed_choices.ANSWERS, **own_choices.ANSWERS}, FREE_ACTIONS
)


@rule("8.3.1")
def instructed_action(bot: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """Plan a free action by the sheet's instruction; None to follow its boxes."""
    state = play.state
    if not state.executing >> bot.faction & 1 or not state.played:
        return None
    plan = INSTRUCTIONS.of(bot.faction, state.played[-1]).free_actions.get(decision.ask)
    return None if plan is None else plan(bot, play, decision) or Plan("decline")
