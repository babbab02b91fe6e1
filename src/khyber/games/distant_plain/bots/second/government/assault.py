"""2nd:8.6.5: Assault of the Non-player Government."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.coin import assault as shared
from khyber.games.distant_plain.bots.common.coin.assault import Losses
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import (
    Box,
    Candidate,
    Priorities,
    Priority,
    Rank,
    named_ranks,
    where,
)
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.government.activities import after_assault, walk_eradicate
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.eradicate import eradicate_spaces
from khyber.games.distant_plain.rules.forces import on_map
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, assault_spaces
from khyber.games.distant_plain.rules.targets import exposed
from khyber.games.distant_plain.state import State


@cache
def assault_box() -> Priorities:
    return (
        Priority(
            "G2.Assault.1",
            "2nd:8.6.5",
            worth_an_assault,
            assault_here,
            named_ranks(taliban_bases, taliban_guerrillas, warlord_guerrillas, warlord_bases),
        ),
    )


@cache
def worth_it_box() -> Priorities:
    """R67: to test the condition, prefer among equals an Assault that meets it."""
    (assault,) = assault_box()
    return (replace(assault, ranks=(*assault.ranks, Rank("fields", opens_fields))),)


#: Most spaces of the Operation.
MAX_SPACES: Final = 3
#: G2.Select.4: Guerrillas removed that are worth an Assault, as any Base is.
GUERRILLAS_WORTH_IT: Final = 2
#: G2.Assault.2.
ORDER: Final = (board.TALIBAN, board.WARLORDS)


def losses(state: State, space: Space) -> Losses:
    """G2.Assault.2: the pieces an Assault there removes: Taliban, then Warlords."""
    if not exposed(state, space):
        return shared.NOTHING
    return shared.losses_in_order(state, space, shared.capacity(state, space), ORDER)


def worth_an_assault(walk: Walk) -> list[Candidate]:
    """G2.Assault.1: spaces where a piece is removed; LoCs only after Provinces and Kabul (R35)."""
    state = walk.state
    if len(state.op_spaces) >= MAX_SPACES or not walk.can_pay(COIN_COST):
        return []
    found: list[Candidate] = [
        space for space in assault_spaces(walk.play, board.GOVERNMENT) if any(losses(state, space))
    ]
    return [space for space in found if not board.IS_LOC[where(space)]] or found


def assault_here(walk: Walk, candidate: Candidate) -> bool:
    walk.pay(COIN_COST)
    shared.government_assault(walk, where(candidate), ORDER)
    return True


def taliban_bases(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).taliban_bases


def taliban_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).taliban


def warlord_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).warlords


def warlord_bases(walk: Walk, candidate: Candidate) -> int:
    return losses(walk.state, where(candidate)).warlord_bases


def opens_fields(walk: Walk, candidate: Candidate) -> int:
    """R67: whether the only affordable Assault removes one Guerrilla and enables Eradicate."""
    if (walk.can_pay(2 * COIN_COST) and not walk.one_space) or sum(losses(walk.state, where(candidate))) > 1:
        return 0
    trial = walk.trial()
    assault_here(trial, candidate)
    trial.drop()
    return bool(eradicate_spaces(trial.state))


@rule("2nd:8.6.5")
def walk_assault(bot: NonPlayer, play: Play, box: Box = assault_box) -> Walk | None:
    """2nd:8.6.5: walk the Assault; None if there is none."""
    walk = begin(bot, play, "assault")
    if not walk.follow(box):
        return None
    walk.plan.afterwards = after_assault
    return walk


@rule("2nd:8.6.4", "2nd:8.6.5")
def assault_worth_it(bot: NonPlayer, play: Play) -> Walk | None:
    """G2.Select.4, R25: the Assault, if with its Eradicate it removes a Base or two Guerrillas; or None."""
    walk = walk_assault(bot, play, worth_it_box)
    if walk is None:
        return None
    trial = walk.trial()
    if trial.activity_open and not trial.bot.barred(trial.play, "eradicate"):
        trial.start_activity("eradicate", "assault-space")
        walk_eradicate(trial)
    trial.drop()
    before, after = play.state, trial.state
    bases = sum(on_map(before, base) - on_map(after, base) for base in (board.T_BASE, board.W_BASE))
    shot = sum(losses(before, space).guerrillas for space in walk.state.op_spaces)
    if bases or shot >= GUERRILLAS_WORTH_IT:
        return walk
    walk.drop()
    return None
