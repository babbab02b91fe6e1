"""8.7.7: the Non-player Government in the Propaganda Round."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import balance, controlled
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, pop, two_thirds, unplayed
from khyber.games.distant_plain.bots.common.redeploy import Moves, redeploy_cubes
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import heeded, influence_by
from khyber.games.distant_plain.rules.forces import count, move
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, column, movable, spaces_with
from khyber.games.distant_plain.rules.propaganda import civic_action_spaces
from khyber.games.distant_plain.rules.redeploy import may_stay, redeploy_destinations, troops_to_redeploy
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT
from khyber.games.distant_plain.state import State


@cache
def civic_action_box() -> Priorities:
    return (
        Priority("G.Civic.1", "8.7.7", own_bases, up_to_support, _WITHIN, when=not_final),
        Priority("G.Civic.2", "8.7.7", opposition, up_to_neutral, _WITHIN),
    )


# -- Civic Action (6.4.1) ---------------------------------------------------------------------------


def shift_payable(walk: Walk, space: Space) -> bool:
    """G.Civic.P: remove Terror only if a level is affordable as well."""
    return walk.can_pay(COIN_COST * (walk.state.terror[space] + 1))


def own_bases(walk: Walk) -> list[Candidate]:
    """G.Civic.1: a Government Base and no Coalition Base, not yet at Support."""
    state = walk.state
    return [
        space
        for space in civic_action_spaces(state, board.GOVERNMENT)
        if count(state, space, board.G_BASE)
        and not count(state, space, board.C_BASE)
        and state.level[space] != board.SUPPORT
        and pop(state, space)
        and shift_payable(walk, space)
    ]


def not_final(walk: Walk) -> bool:
    return unplayed(walk.state) > 0


def opposition(walk: Walk) -> list[Candidate]:
    """G.Civic.2: spaces at Opposition."""
    state = walk.state
    return [
        space
        for space in civic_action_spaces(state, board.GOVERNMENT)
        if at_opposition(state, space) and shift_payable(walk, space)
    ]


def up_to_support(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    while walk.state.level[space] != board.SUPPORT and walk.can_pay(COIN_COST):
        stuck = heeded(walk.state, board.GOVERNMENT, space) and not walk.state.terror[space]
        buy(walk, space)
        if stuck:
            break  # the elders would say the same again
    return True


def up_to_neutral(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    while walk.state.level[space] < board.NEUTRAL and walk.can_pay(COIN_COST):
        buy(walk, space)
    return True


def buy(walk: Walk, space: Space) -> None:
    walk.pay(COIN_COST)
    walk.plan.put("civic-action", space)
    walk.do(influence_by(walk.play, board.GOVERNMENT, "6.4.1", space, TOWARD_SUPPORT))


def no_terror(walk: Walk, candidate: Candidate) -> int:
    return 0 if walk.state.terror[where(candidate)] else 1


_WITHIN = (ranks.POPULATION, Rank("no-terror", no_terror))


@rule("8.7.7")
def civic_action(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.7.7: plan all Civic Actions at the first question, for two-thirds of the Resources left."""
    if bot.plan is None:
        walk = Walk(bot, play.scratch(), Plan("civic-action"), limit=two_thirds(play.state.resources[board.GOVERNMENT]))
        walk.follow(civic_action_box)
        bot.plan = walk.plan
        first = walk.plan.answer(bot, play, decision)
        if first is not None:
            return first
    bot.cite("G.Civic.P", "8.7.7")
    return "done"


# -- Desertion (6.5.1) ------------------------------------------------------------------------------


@rule("8.7.7")
def desertion(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G.Desert: alternate Troops and Police, Troops first, but never the last of a kind."""
    bot.follow("G.Desert")
    bot.note("deserted", id="G.Desert", text="8.7.7", n=int(decision.about["n"]), space=str(decision.about["space"]))
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    troops, police = count(play.state, space, board.G_TROOPS), count(play.state, space, board.G_POLICE)
    gone = 0
    for turn in range(int(decision.about["n"])):
        if (turn % 2 == 0 and troops != 1 and troops) or police <= 1:
            troops -= 1
            gone += 1
        else:
            police -= 1
    return gone


# -- Redeploy (6.5.2, 6.5.3) ------------------------------------------------------------------------


@rule("8.7.7")
def redeploy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.7.7: Troops, then Police; plan each as a whole at the first question."""
    return redeploy_cubes(bot, play, decision, redeploy_troops, redeploy_police, ("G.Redeploy.2", "8.7.7"))


def redeploy_troops(bot: NonPlayer, state: State) -> Moves:
    """G.Redeploy.1: one to each place without any, then evenly."""
    plan = Moves(state, board.G_TROOPS)
    dests = redeploy_destinations(state)
    holds = {dest: count(state, dest, board.G_TROOPS) for dest in dests}
    for origin in troops_to_redeploy(state, board.GOVERNMENT):
        plan.follow("G.Redeploy.1")
        for _ in range(count(state, origin, board.G_TROOPS)):
            fewest = min(holds.values())
            dest = random_space(bot.dice, [dest for dest in dests if holds[dest] == fewest])
            holds[dest] += 1
            plan.add(origin, dest, 1, "G.Redeploy.1", "8.7.7")
    for dest in dests:
        if came := holds[dest] - count(state, dest, board.G_TROOPS):
            bot.note("sent", id="G.Redeploy.1", text="8.7.7", n=came, space=board.SPACE_IDS[dest])
    return plan


# -- Police -----------------------------------------------------------------------------------------


def projected(state: State, space: Space) -> int:
    """R-G20: return COIN pieces less others at 6.5.5, after the Taliban that must leave."""
    leaving = 0
    if space != board.KABUL and not count(state, space, board.T_BASE) and not may_stay(state, space):
        leaving = count(state, space, board.T_UNDERGROUND) + count(state, space, board.T_ACTIVE)
    return balance(state, space) + leaving


def police_wanted(loc: Space) -> int:
    """G.Redeploy.2b: two on the best LoCs, one on the others."""
    return 2 if board.ECON[loc] >= 3 else 1


def surplus(state: State, origin: Space, *, given_up: set[Space], for_locs: bool) -> int:
    """G.Redeploy.2: return Police that may leave: one stays, Control holds; LoCs keep theirs for other LoCs."""
    police = count(state, origin, board.G_POLICE)
    kept = police_wanted(origin) if board.IS_LOC[origin] and for_locs else 1
    most = min(movable(state, origin, board.G_POLICE), police - kept)
    if not board.IS_LOC[origin] and origin not in given_up:
        left = projected(state, origin)
        if left > 0 or controlled(state, origin):
            most = min(most, left - 1)
    return max(0, most)


def send_police(
    bot: NonPlayer, play: Play, plan: Moves, dest: Space, n: int, given_up: set[Space], *, for_locs: bool
) -> int:
    """Move Police one by one from the spaces with most, LoCs last; return how many."""
    state = play.state
    for sent in range(n):
        origins = [
            space
            for space in spaces_with(state, board.G_POLICE)
            if space != dest
            and count(state, space, board.G_POLICE) > 1
            and surplus(state, space, given_up=given_up, for_locs=for_locs)
        ]
        origins = [space for space in origins if not board.IS_LOC[space]] or origins
        if not origins:
            return sent
        most = max(count(state, space, board.G_POLICE) for space in origins)
        origin = random_space(bot.dice, [s for s in origins if count(state, s, board.G_POLICE) == most])
        move(play, "6.5.3", board.G_POLICE, 1, origin, dest)
        state.moved[dest * board.KINDS + board.G_POLICE] += 1
        plan.add(origin, dest, 1, "G.Redeploy.2b" if for_locs else "G.Redeploy.2a", "8.7.7")
    return n


def redeploy_police(bot: NonPlayer, play: Play) -> Moves:
    """G.Redeploy.2: hold Control about to be lost, then the LoCs."""
    state = play.state
    plan = Moves(state, board.G_POLICE)
    given_up: set[Space] = set()
    hold_control(bot, play, plan, given_up)
    locs = [loc for loc in board.LOCS if police_wanted(loc) > count(state, loc, board.G_POLICE)]
    while locs:
        most = max(police_wanted(loc) for loc in locs)
        highest = max(board.ECON[loc] for loc in locs if police_wanted(loc) == most)
        loc = random_space(bot.dice, [loc for loc in locs if board.ECON[loc] == highest])
        locs.remove(loc)
        wanted = most - count(state, loc, board.G_POLICE)
        if sent := send_police(bot, play, plan, loc, wanted, given_up, for_locs=True):
            plan.follow("G.Redeploy.2b")
            bot.note("sent", id="G.Redeploy.2b", text="8.7.7", n=sent, space=board.SPACE_IDS[loc])
    return plan


def hold_control(bot: NonPlayer, play: Play, plan: Moves, given_up: set[Space]) -> None:
    """G.Redeploy.2a: highest Population, then fewest Police; all that are needed, or none.

    8.7.7 ranks by Population: Control of unpopulated spaces is given up.
    """
    state = play.state
    lost = [space for space in board.LANDS if controlled(state, space) and projected(state, space) <= 0]
    threatened = [space for space in lost if pop(state, space)]
    given_up.update(space for space in lost if not pop(state, space))
    while threatened:

        def order(space: Space) -> tuple[int, int]:
            return (pop(state, space), projected(state, space))

        first = max(order(space) for space in threatened)
        space = random_space(bot.dice, [space for space in threatened if order(space) == first])
        threatened.remove(space)
        needed = 1 - projected(state, space)
        to_spare = sum(
            surplus(state, other, given_up=given_up, for_locs=False)
            for other, police in enumerate(column(state, board.G_POLICE))
            if police > 1 and other != space
        )
        if to_spare >= needed:
            send_police(bot, play, plan, space, needed, given_up, for_locs=False)
            plan.follow("G.Redeploy.2a")
            bot.note("sent", id="G.Redeploy.2a", text="8.7.7", n=needed, space=board.SPACE_IDS[space])
        else:
            given_up.add(space)
