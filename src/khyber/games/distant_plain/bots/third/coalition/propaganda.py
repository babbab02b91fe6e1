"""8.6.6: the Non-player Coalition in the Propaganda Round: Civic Action and Redeploy."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.train import civic_action_in, levels_shifted
from khyber.games.distant_plain.bots.common.coin.civic_action import plan_civic_actions
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base
from khyber.games.distant_plain.bots.common.guidelines import at_support, pop, two_thirds, unplayed
from khyber.games.distant_plain.bots.common.redeploy import moved
from khyber.games.distant_plain.bots.machinery.chance import Dice, random_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, count, pieces_of
from khyber.games.distant_plain.rules.propaganda import civic_action_spaces
from khyber.games.distant_plain.rules.redeploy import redeploy_destinations, troops_to_redeploy
from khyber.games.distant_plain.state import State


@cache
def civic_action_box() -> Priorities:
    return (
        Priority("C.Civic.1", "8.6.6", open_to_civic_action, win_over, (POINTS,), when=final_round),
        Priority(
            "C.Civic.2",
            "8.6.6",
            at_bases,
            win_over,
            (Rank("no-taliban-base", no_taliban_base), ranks.NO_TALIBAN, POINTS),
            when=earlier_round,
        ),
    )


# -- Civic Action -----------------------------------------------------------------------------------


def final_round(walk: Walk) -> bool:
    """R-N13: whether the card being resolved is the last Propaganda card."""
    return unplayed(walk.state) == 0


def earlier_round(walk: Walk) -> bool:
    return not final_round(walk)


def open_to_civic_action(walk: Walk) -> list[Candidate]:
    """C.Civic.P: COIN Control, Police, deciding Coalition Troops, and an affordable shift."""
    times = walk.payments()
    if not times:
        return []
    return [
        space for space in civic_action_spaces(walk.state, board.COALITION) if levels_shifted(walk.state, space, times)
    ]


def at_bases(walk: Walk) -> list[Candidate]:
    return [space for space in open_to_civic_action(walk) if coalition_base(walk.state, where(space))]


def no_taliban_base(walk: Walk, candidate: Candidate) -> int:
    return not count(walk.state, where(candidate), board.T_BASE)


def points(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return pop(walk.state, space) * levels_shifted(walk.state, space, walk.payments())


def win_over(walk: Walk, candidate: Candidate) -> bool:
    """Remove all Terror, then shift level by level, as far as Resources allow."""
    space = where(candidate)
    walk.plan.put("civic-action", *[space] * civic_action_in(walk, space, "8.6.6"))
    return True


POINTS: Final = Rank("points", points)


@rule("8.6.6")
def civic_action(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.6.6: plan all Civic Actions of the Round at the first question, for two-thirds of the Resources."""
    limit = two_thirds(play.state.resources[board.GOVERNMENT]) if unplayed(play.state) else None
    return plan_civic_actions(bot, play, decision, civic_action_box, limit)


# -- Redeploy ---------------------------------------------------------------------------------------


def leaves_from(state: State, space: Space) -> bool:
    """C.Redeploy.1: a LoC, or a low-Population Province without Support or a COIN Base (R-C18)."""
    return board.IS_LOC[space] or (not at_support(state, space) and pop(state, space) <= 1)


def short_of_control(state: State) -> int:
    """C.Redeploy.2a: return how many Troops give COIN Control of Kabul."""
    coin = pieces_of(state, board.COALITION, board.KABUL) + pieces_of(state, board.GOVERNMENT, board.KABUL)
    return max(0, all_pieces(state, board.KABUL) - 2 * coin + 1)


def destinations(state: State, dice: Dice, n: int) -> list[tuple[str, Space]]:
    """C.Redeploy.2: return where `n` Troops go, one by one, each with the step that decides it."""
    going: list[tuple[str, Space]] = []
    standing = {space: count(state, space, board.C_TROOPS) for space in redeploy_destinations(state)}

    def send(step: str, space: Space) -> None:
        going.append((step, space))
        standing[space] += 1

    for_kabul = short_of_control(state)
    if for_kabul <= n:
        for _ in range(for_kabul):
            send("C.Redeploy.2a", board.KABUL)
    bases = [space for space in standing if count(state, space, board.C_BASE)]
    while len(going) < n and (bare := [space for space in bases if not standing[space]]):
        send("C.Redeploy.2b", random_space(dice, bare))
    unconvinced = [space for space in bases if not at_support(state, space)]
    highest = max((pop(state, space) for space in unconvinced), default=0)
    fullest = [space for space in unconvinced if pop(state, space) == highest]
    anywhere = None if fullest or len(going) == n else random_space(dice, list(standing))
    while len(going) < n:
        if anywhere is not None:
            send("C.Redeploy.2d", anywhere)
        else:
            fewest = min(standing[space] for space in fullest)
            send("C.Redeploy.2c", random_space(dice, [space for space in fullest if standing[space] == fewest]))
    return going


@rule("8.6.6")
def redeploy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.6.6: plan the whole Redeploy at the first question."""
    bot.cite("C.Redeploy.1", "8.6.6")
    state = play.state
    plan = Plan("redeploy")
    leaving = [space for space in troops_to_redeploy(state, board.COALITION) if leaves_from(state, space)]
    total = sum(count(state, space, board.C_TROOPS) for space in leaving)
    going = destinations(state, bot.dice, total)
    if going:
        bot.follow("C.Redeploy.1")
    for step, dest in dict.fromkeys(going):
        bot.note("sent", id=step, text="8.6.6", n=going.count((step, dest)), space=board.SPACE_IDS[dest])
    for origin in leaving:
        here = count(state, origin, board.C_TROOPS)
        group, going = going[:here], going[here:]
        counts: dict[Space, int] = {}
        why: dict[Space, str] = {}
        for step, dest in group:
            counts[dest] = counts.get(dest, 0) + 1
            why.setdefault(dest, step)
            bot.follow(step)
        for dest, n in counts.items():
            if bot.trace is not None:
                plan.causes.now = moved(why[dest], "8.6.6", origin, dest)
            plan.put("redeploy-from", origin)
            plan.put("redeploy-to", dest, space=origin)
            plan.put("move-count", n, origin=origin, dest=dest, piece=board.C_TROOPS)
    plan.causes.now = None
    plan.put("redeploy-from", "done")
    bot.plan = plan
    return bot.planned(play, decision)
