"""2nd:8.6.6, 2nd:8.6.7: the Non-player Government in the Propaganda Round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.civic_action import plan_civic_actions
from khyber.games.distant_plain.bots.common.coin.spaces import balance
from khyber.games.distant_plain.bots.common.guidelines import at_neutral, at_opposition, pop, unplayed
from khyber.games.distant_plain.bots.common.redeploy import Moves, redeploy_cubes
from khyber.games.distant_plain.bots.machinery.chance import Dice, random_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.government.elders import levels_bought
from khyber.games.distant_plain.bots.second.guidelines import evenly, quota
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import influence_by
from khyber.games.distant_plain.rules.forces import count, move
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, column, movable, spaces_with
from khyber.games.distant_plain.rules.propaganda import civic_action_spaces
from khyber.games.distant_plain.rules.redeploy import redeploy_destinations, troops_to_redeploy
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT
from khyber.games.distant_plain.state import State


@cache
def civic_action_box() -> Priorities:
    return (
        Priority("G2.Civic.1", "2nd:8.6.6", opposition, up_a_level, _WITHIN),
        Priority("G2.Civic.2", "2nd:8.6.6", undecided, up_a_level, _WITHIN, when=not_final),
    )


# -- Civic Action (6.4.1) ---------------------------------------------------------------------------


def payable(walk: Walk) -> list[Space]:
    """Return spaces where the Government decides and can afford all Terror and a level (R37)."""
    state = walk.state
    return [
        space
        for space in civic_action_spaces(state, board.GOVERNMENT)
        if levels_bought(state, space, state.resources[board.GOVERNMENT])
    ]


def opposition(walk: Walk) -> list[Candidate]:
    """G2.Civic.1: spaces at Opposition."""
    return [space for space in payable(walk) if at_opposition(walk.state, space)]


def not_final(walk: Walk) -> bool:
    return unplayed(walk.state) > 0


def undecided(walk: Walk) -> list[Candidate]:
    """G2.Civic.2: spaces without a Coalition Base."""
    state = walk.state
    return [space for space in payable(walk) if at_neutral(state, space) and not count(state, space, board.C_BASE)]


def up_a_level(walk: Walk, candidate: Candidate) -> bool:
    """Remove all Terror, then shift one level."""
    space = where(candidate)
    for _ in range(walk.state.terror[space] + 1):
        walk.pay(COIN_COST)
        walk.plan.put("civic-action", space)
        walk.do(influence_by(walk.play, board.GOVERNMENT, "6.4.1", space, TOWARD_SUPPORT))
    return True


_WITHIN: Final = (ranks.POPULATION, ranks.MIN_TERROR)


@rule("2nd:8.6.6")
def civic_action(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.6.6: plan all Civic Actions at the first question."""
    return plan_civic_actions(bot, play, decision, civic_action_box)


# -- Desertion (6.5.1) ------------------------------------------------------------------------------


@rule("2nd:8.1.2")
def desertion(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G2.Desert.1: alternate Police and Troops, Police first."""
    n, space = int(decision.about["n"]), str(decision.about["space"])
    bot.follow("G2.Desert.1")
    bot.note("deserted", id="G2.Desert.1", text="2nd:8.1.2", n=n, space=space)
    at = board.SPACE_BY_ID[space] * board.KINDS
    return evenly(n, play.state.pieces[at + board.G_POLICE], play.state.pieces[at + board.G_TROOPS]).troops


# -- Troops (6.5.2) ---------------------------------------------------------------------------------


@rule("2nd:8.6.7")
def redeploy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """2nd:8.6.7: Troops, then Police; plan each as a whole at the first question."""
    return redeploy_cubes(bot, play, decision, redeploy_troops, redeploy_police, ("G2.Redeploy.3", "2nd:8.6.7"))


def redeploy_troops(bot: NonPlayer, state: State) -> Moves:
    """G2.Redeploy.1, G2.Redeploy.2: COIN Control of Kabul first, with Police if needed, then evenly."""
    plan = Moves(state, board.G_TROOPS)
    leaving = [
        origin
        for origin in troops_to_redeploy(state, board.GOVERNMENT)
        for _ in range(count(state, origin, board.G_TROOPS))
    ]
    holds = {dest: count(state, dest, board.G_TROOPS) for dest in redeploy_destinations(state)}
    for_kabul = troops_for_kabul(state, leaving)
    sent: dict[tuple[str, Space], int] = {}
    for turn, origin in enumerate(leaving):
        if turn < for_kabul:
            step, dest = "G2.Redeploy.1", board.KABUL
        else:
            step, dest = "G2.Redeploy.2", fewest(bot.dice, list(holds), holds.__getitem__)
        holds[dest] += 1
        sent[step, dest] = sent.get((step, dest), 0) + 1
        plan.add(origin, dest, 1, step, "2nd:8.6.7")
    for (step, dest), n in sent.items():
        plan.follow(step)
        bot.note("sent", id=step, text="2nd:8.6.7", n=n, space=board.SPACE_IDS[dest])
    return plan


@rule("2nd:8.6.7")
def troops_for_kabul(state: State, leaving: Sequence[Space]) -> int:
    """G2.Redeploy.1: enough for COIN Control of Kabul; all if Police can add the rest; else none.

    Police may enter only spaces marked with COIN Control (6.5.3), and only those that no other Control needs may leave
    (8.1.2).
    """
    missing = max(0, 1 - balance(state, board.KABUL))
    if missing <= len(leaving):
        return missing
    if state.control[board.KABUL] != board.COIN_CONTROL:
        return 0
    after = state.copy()
    for origin in leaving:
        after.pieces[origin * board.KINDS + board.G_TROOPS] -= 1
    held = not_lost(after)
    return len(leaving) if len(leaving) + sum(police_to_spare(after, space) for space in held) >= missing else 0


def not_lost(state: State) -> list[Space]:
    """Return the spaces that can give Police: all but those about to lose marked COIN Control."""
    return [
        space
        for space in board.ALL_SPACES
        if not (state.control[space] == board.COIN_CONTROL and balance(state, space) <= 0)
    ]


def police_to_spare(state: State, space: Space) -> int:
    """R38: return the Police that have not moved and may leave, by the pieces there now."""
    if not state.pieces[space * board.KINDS + board.G_POLICE]:
        return 0
    return quota(state, space, board.GOVERNMENT, movable(state, space, board.G_POLICE))


def fewest(dice: Dice, spaces: Sequence[Space], number: Callable[[Space], int]) -> Space:
    """The space with the lowest number, ties at random."""
    numbers = [number(space) for space in spaces]
    least = min(numbers)
    return random_space(dice, [space for space, n in zip(spaces, numbers, strict=True) if n == least])


# -- Police (6.5.3) ---------------------------------------------------------------------------------

#: G2.Redeploy.3b: Police on the two best LoCs.
POLICE_ON_ROADS: Final = 2
VITAL: Final = tuple(sorted((loc for loc in board.LOCS if board.ECON[loc] >= 3), key=lambda loc: -board.ECON[loc]))


class PoliceMoves:
    """Police Redeploying on a scratch position, one at a time, into one plan."""

    __slots__ = ("bot", "plan", "play", "state")

    def __init__(self, bot: NonPlayer, play: Play) -> None:
        self.bot, self.play = bot, play
        self.state: State = play.state
        self.plan = Moves(self.state, board.G_POLICE)

    def police(self, space: Space) -> int:
        return count(self.state, space, board.G_POLICE)

    def spare(self, space: Space) -> int:
        return police_to_spare(self.state, space)

    def off_duty(self, loc: Space) -> int:
        """Return the Police on a LoC that are not needed there."""
        return min(self.spare(loc), self.police(loc) - (POLICE_ON_ROADS if loc in VITAL else 0))

    def held(self) -> list[Space]:
        """Return the Provinces (and Kabul) marked with COIN Control, which Police may enter."""
        return [space for space in board.LANDS if self.state.control[space] == board.COIN_CONTROL]

    def fullest(self, spaces: Sequence[Space]) -> Space:
        return fewest(self.bot.dice, spaces, lambda space: -self.police(space))

    def send(self, step: str, origin: Space, dest: Space) -> None:
        move(self.play, "6.5.3", board.G_POLICE, 1, origin, dest)
        self.state.moved[dest * board.KINDS + board.G_POLICE] += 1
        self.plan.add(origin, dest, 1, step, "2nd:8.6.7")
        self.plan.follow(step)

    def tell(self, step: str, n: int, dest: Space) -> None:
        if n:
            self.bot.note("sent", id=step, text="2nd:8.6.7", n=n, space=board.SPACE_IDS[dest])


def redeploy_police(bot: NonPlayer, play: Play) -> Moves:
    """G2.Redeploy.3: hold Control about to be lost, then the best LoCs, then spread evenly."""
    moves = PoliceMoves(bot, play)
    hold_control(moves)
    guard_roads(moves)
    even_out(moves)
    return moves.plan


def hold_control(moves: PoliceMoves) -> None:
    """G2.Redeploy.3a: Kabul, then by Population, then fewest needed; all that are needed, or none.

    Spaces that wait for Police give none; spaces that cannot be held do.
    """
    state = moves.state
    waiting = [space for space in moves.held() if balance(state, space) <= 0]
    while waiting:
        first = max(_urgency(state, space) for space in waiting)
        space = random_space(moves.bot.dice, [s for s in waiting if _urgency(state, s) == first])
        needed = 1 - balance(state, space)
        others = [other for other in spaces_with(state, board.G_POLICE) if other not in waiting]
        if sum(moves.spare(other) for other in others) >= needed:
            for _ in range(needed):
                moves.send("G2.Redeploy.3a", moves.fullest([s for s in others if moves.spare(s)]), space)
            moves.tell("G2.Redeploy.3a", needed, space)
        waiting.remove(space)


def _urgency(state: State, space: Space) -> tuple[bool, int, int]:
    return (space == board.KABUL, pop(state, space), balance(state, space))


def guard_roads(moves: PoliceMoves) -> None:
    """G2.Redeploy.3b: two Police on the best LoC, then on the next."""
    for loc in VITAL:
        came = 0
        while moves.police(loc) < POLICE_ON_ROADS:
            origins = _origins(moves, board.ALL_SPACES, loc)
            if not origins:
                break
            moves.send("G2.Redeploy.3b", moves.fullest(origins), loc)
            came += 1
        moves.tell("G2.Redeploy.3b", came, loc)


def _origins(moves: PoliceMoves, spaces: Collection[Space], dest: Space) -> list[Space]:
    police = column(moves.state, board.G_POLICE)  # most spaces have none
    return [
        space
        for space in spaces
        if police[space]
        and space != dest
        and (moves.off_duty(space) if board.IS_LOC[space] else moves.spare(space)) > 0
    ]


def even_out(moves: PoliceMoves) -> None:
    """G2.Redeploy.3c: off the LoCs, then from most to fewest, until no two spaces differ by two."""
    came: dict[Space, int] = {}
    while (held := moves.held()) and (roads := _origins(moves, board.LOCS, board.KABUL)):
        origin, dest = moves.fullest(roads), fewest(moves.bot.dice, held, moves.police)
        moves.send("G2.Redeploy.3c", origin, dest)
        came[dest] = came.get(dest, 0) + 1
    while held := moves.held():
        dest = fewest(moves.bot.dice, held, moves.police)
        least = moves.police(dest) + 2
        origins = _origins(moves, [space for space in board.LANDS if moves.police(space) >= least], dest)
        if not origins:
            break
        moves.send("G2.Redeploy.3c", moves.fullest(origins), dest)
        came[dest] = came.get(dest, 0) + 1
    for dest, n in came.items():
        moves.tell("G2.Redeploy.3c", n, dest)
