"""2nd:8.8.3: Air Strike of the Non-player Coalition."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition import air_strike as shared
from khyber.games.distant_plain.bots.common.coin.assault import Losses, losses_in_order
from khyber.games.distant_plain.bots.common.coin.spaces import taliban_here
from khyber.games.distant_plain.bots.machinery.flowchart import first_of
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, guerrillas, pieces_of
from khyber.games.distant_plain.rules.lasting import PREDATORS, REAPERS, unshaded
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.state import State


@cache
def air_strike_box() -> Priorities:
    return (
        Priority("C2.Strike.2", "2nd:8.8.3", havens, send_predators, (ranks.MIN_TALIBAN,), most=1, when=predators_here),
        Priority(
            "C2.Strike.1",
            "2nd:8.8.3",
            targets,
            strike,
            (
                Rank("removes-base", base_first),
                Rank("last-taliban", last_piece_first),
                Rank("most-taliban", most_guerrillas),
                Rank("pakistan", pakistan_first),
            ),
        ),
    )


#: Taliban only; Warlords are never struck.
ORDER: Final = (board.TALIBAN, board.WARLORDS)


def exposed_taliban(state: State, space: Space) -> bool:
    """4.2.3: an Active Guerrilla, or a Base without Taliban Guerrillas."""
    at, pieces = space * board.KINDS, state.pieces
    return pieces[at + board.T_ACTIVE] > 0 or (pieces[at + board.T_BASE] > 0 and not pieces[at + board.T_UNDERGROUND])


# -- C2.Strike.1 ------------------------------------------------------------------------------------


def targets(walk: Walk) -> list[Candidate]:
    """C2.Strike.1: targets anywhere but in Kabul."""
    state = walk.state
    found = [space for space in spaces_with(state, board.T_ACTIVE, board.T_BASE) if exposed_taliban(state, space)]
    return [space for space in shared.open_to_strike(walk, found) if space != board.KABUL]


def strike(walk: Walk, candidate: Candidate) -> bool:
    shared.strike_in(walk, where(candidate), ORDER, predators=False)
    return True


def base_first(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return count(walk.state, space, board.T_BASE) > 0 and not guerrillas(walk.state, board.TALIBAN, space)


def last_piece_first(walk: Walk, candidate: Candidate) -> int:
    return pieces_of(walk.state, board.TALIBAN, where(candidate)) == 1


def most_guerrillas(walk: Walk, candidate: Candidate) -> int:
    return guerrillas(walk.state, board.TALIBAN, where(candidate))


def pakistan_first(walk: Walk, candidate: Candidate) -> int:
    """Return whether Islamabad is at Sponsorship and Hard, and cannot get worse (R59)."""
    return bool(walk.state.islamabad == board.SPONSORSHIP and walk.state.hard and board.IS_PAKISTAN[where(candidate)])


# -- C2.Strike.2 ------------------------------------------------------------------------------------


def havens(walk: Walk) -> list[Candidate]:
    """C2.Strike.2: spaces in Pakistan with Taliban pieces."""
    return [space for space in shared.open_to_strike(walk, board.PAKISTAN) if taliban_here(walk.state, space)]


def send_predators(walk: Walk, candidate: Candidate) -> bool:
    """C2.Strike.2: strike a Base, else an Underground Guerrilla, else an Active one."""
    shared.strike_in(walk, where(candidate), ORDER)
    return True


def predators_here(walk: Walk) -> bool:
    return unshaded(walk.state, PREDATORS)


# -- Reapers ----------------------------------------------------------------------------------------


def reaped(state: State, space: Space) -> Losses:
    """Return the pieces that Reapers would also remove: Taliban only."""
    return losses_in_order(state, space, shared.REAPED, ORDER)


def reaped_base(walk: Walk, candidate: Candidate) -> int:
    return reaped(walk.state, where(candidate)).taliban_bases > 0


def reaped_taliban(walk: Walk, candidate: Candidate) -> int:
    return reaped(walk.state, where(candidate)).of(board.TALIBAN)


REAP: Final = (Rank("removes-base", reaped_base), Rank("taliban-removed", reaped_taliban))


def reap(walk: Walk) -> None:
    """Reapers: remove two more pieces in one space: where a Base is removed, then most Taliban pieces."""
    sent = predators_space(walk)
    spaces: list[Candidate] = [
        space for space in walk.state.special_spaces if space != sent and reaped(walk.state, space).of(board.TALIBAN)
    ]
    if spaces:
        space = where(best(walk, spaces, REAP).candidate)
        shared.reap_in(walk, space, ORDER, reaped(walk.state, space).of(board.TALIBAN))


def predators_space(walk: Walk) -> Space | None:
    """Return where Predators struck despite Guerrillas: Reapers do not apply there (4.2.3)."""
    if not walk.plan.followed.get("C2.Strike.2"):
        return None
    return walk.state.special_spaces[0]


@rule("2nd:8.8.3")
def walk_air_strike(walk: Walk, ask: str = "") -> bool:
    """2nd:8.8.3: remove one Taliban piece in up to three spaces; False if there is no target."""
    return shared.walk_strike(walk, ask, strike_and_reap)


def strike_and_reap(walk: Walk) -> int:
    struck = walk.follow(air_strike_box)
    if unshaded(walk.state, REAPERS):
        reap(walk)
    return struck


@rule("2nd:8.8.3", "2nd:8.8.4")
def after_operation(bot: NonPlayer, play: Play) -> None:
    """C2.Sweep.1, C2.Assault.1: Air Strike after a Sweep or Assault without an Air Lift."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    if first_of(walk, (("air-strike", partial(walk_air_strike, ask=LAST_QUESTION[play.state.op])),)):
        bot.plan = walk.plan
