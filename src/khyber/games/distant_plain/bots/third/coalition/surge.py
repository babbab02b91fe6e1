"""8.6.5: Surge of the Non-player Coalition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Final

from khyber.engine.decision import Param
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.surge import Surge, carry_over, troops
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base
from khyber.games.distant_plain.bots.common.guidelines import at_support, last_campaign, pop
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, available, move, pieces_of, place, remove, room_for_base


@cache
def surge_box() -> Priorities:
    return (
        Priority(
            "C.Surge.1",
            "8.6.5",
            troops_to_withdraw,
            withdraw,
            (Rank("most-troops", most_to_withdraw), ranks.NO_SUPPORT),
            when=in_last_campaign,
        ),
        Priority("C.Surge.2", "8.6.5", new_sites, found_base, (ranks.POPULATION,), when=before_last_campaign),
        Priority(
            "C.Surge.3",
            "8.6.5",
            base_moves,
            move_base,
            (Rank("lowest-population", lowest_origin), Rank("support-points", support_points), ranks.POPULATION),
        ),
    )


#: With less Patronage than this a player's Government gets Aid as well.
LITTLE_PATRONAGE: Final = 6


def free_to_leave(surge: Surge, space: Space, *, base_goes: bool = False) -> int:
    """Return the Troops that may leave: one stays at a Base, as do those a planned Civic Action needs."""
    state = surge.state
    here = troops(state, space)
    stays = 1 if coalition_base(state, space) and not base_goes else 0
    if space in surge.committed:
        stays = max(stays, 0 if space == board.KABUL else 1)
        coin = pieces_of(state, board.COALITION, space) + pieces_of(state, board.GOVERNMENT, space)
        here = min(here, 2 * coin - all_pieces(state, space) - 1 - base_goes)
        return max(0, min(here, troops(state, space) - stays))
    return max(0, here - stays)


def spare_in_surge(surge: Surge, dest: Space) -> list[Space]:
    """Return other spaces of the Surge with a Troop to spare."""
    return [space for space in surge.spaces if space != dest and free_to_leave(surge, space)]


def spare_elsewhere(surge: Surge, dest: Space) -> list[Space]:
    """Return the spaces with most Troops that can spare one: in the Surge, else addable to it."""
    found = spare_in_surge(surge, dest)
    if not found and surge.room > (dest not in surge.spaces):
        found = [space for space in surge.eligible if space != dest and free_to_leave(surge, space)]
    most = max((troops(surge.state, space) for space in found), default=0)
    return [space for space in found if troops(surge.state, space) == most]


def reserves(surge: Surge) -> int:
    """Return the Troops Available that may be placed: none if that must not lower its own score (N.OwnScore)."""
    return 0 if surge.spares_score else available(surge.state, board.C_TROOPS)


def can_send_troop(surge: Surge, dest: Space) -> bool:
    return bool(reserves(surge) or spare_elsewhere(surge, dest))


def send_troop(surge: Surge, dest: Space) -> None:
    """Move one Troop from Available, else from another space of the Surge."""
    if reserves(surge):
        place(surge.play, "4.2.1", board.C_TROOPS, dest)
        return
    origin = random_space(surge.dice, spare_elsewhere(surge, dest))
    surge.add_move(origin, dest)
    move(surge.play, "4.2.1", board.C_TROOPS, 1, origin, dest)


# -- C.Surge.1 --------------------------------------------------------------------------------------


def in_last_campaign(walk: Walk) -> bool:
    return last_campaign(walk.state)


def troops_to_withdraw(walk: Walk) -> list[Candidate]:
    """C.Surge.1: spaces whose Troops can be withdrawn."""
    surge = Surge.of(walk)
    if surge.room <= 0:
        return []
    return [space for space in surge.eligible if space not in surge.spaces and free_to_leave(surge, space)]


def most_to_withdraw(walk: Walk, candidate: Candidate) -> int:
    return free_to_leave(Surge.of(walk), where(candidate))


def withdraw(walk: Walk, candidate: Candidate) -> bool:
    surge, space = Surge.of(walk), where(candidate)
    surge.add(space)
    remove(surge.play, "4.2.1", board.C_TROOPS, space, free_to_leave(surge, space))
    return True


# -- C.Surge.2 --------------------------------------------------------------------------------------


def before_last_campaign(walk: Walk) -> bool:
    """R-C15: in the last Campaign, do not place Bases that were just withdrawn."""
    return not last_campaign(walk.state)


def sites(surge: Surge) -> list[Space]:
    """Return populated spaces without a Coalition Base and with room; a Government Base may be there (N.G7)."""
    state = surge.state
    return [
        space
        for space in surge.open_spaces()
        if pop(state, space) and not coalition_base(state, space) and room_for_base(state, space)
    ]


def new_sites(walk: Walk) -> list[Candidate]:
    """C.Surge.2: sites for Available Bases, each with a Troop, saving spaces for Troops that can take a Base."""
    surge = Surge.of(walk)
    state = surge.state
    if not available(state, board.C_BASE):
        return []
    found = sites(surge)
    served: list[Candidate] = [
        space for space in found if troops(state, space) or reserves(surge) or spare_in_surge(surge, space)
    ]
    if served and available(state, board.C_BASE) >= surge.room:
        return served
    return [space for space in found if space in served or can_send_troop(surge, space)]


def found_base(walk: Walk, candidate: Candidate) -> bool:
    surge, space = Surge.of(walk), where(candidate)
    surge.add(space)
    place(surge.play, "4.2.1", board.C_BASE, space)
    surge.settled.add(space)
    if not troops(surge.state, space):
        send_troop(surge, space)
    return True


# -- C.Surge.3 --------------------------------------------------------------------------------------


def base_moves(walk: Walk) -> list[Candidate]:
    """C.Surge.3: pairs (target, origin) that move a Base from no Support to a higher Population."""
    surge = Surge.of(walk)
    state = surge.state
    origins = [
        space
        for space in surge.open_spaces()
        if coalition_base(state, space)
        and not at_support(state, space)
        and space not in surge.settled
        and base_may_leave(surge, space)
    ]
    if not origins:
        return []
    return [
        (target, origin)
        for origin in origins
        for target in sites(surge)
        if pop(state, target) > pop(state, origin)
        and len({target, origin} - set(surge.spaces)) <= surge.room
        and (troops(state, target) or free_to_leave(surge, origin, base_goes=True) or reserves(surge))
    ]


def base_may_leave(surge: Surge, space: Space) -> bool:
    """Return whether no planned Civic Action needs the Base."""
    if space not in surge.committed:
        return True
    state = surge.state
    coin = pieces_of(state, board.COALITION, space) + pieces_of(state, board.GOVERNMENT, space)
    return 2 * coin - all_pieces(state, space) > 1 and (space == board.KABUL or troops(state, space) > 0)


def lowest_origin(walk: Walk, candidate: Candidate) -> int:
    assert isinstance(candidate, tuple)
    return -pop(walk.state, candidate[1])


def support_points(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return pop(walk.state, space) if at_support(walk.state, space) else 0


def move_base(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, tuple)
    surge, (target, origin) = Surge.of(walk), candidate
    surge.add_move(origin, target)
    accompanied = troops(surge.state, target) > 0
    from_origin = free_to_leave(surge, origin, base_goes=True) > 0
    move(surge.play, "4.2.1", board.C_BASE, 1, origin, target)
    surge.settled.add(target)
    if not accompanied:
        if from_origin:
            move(surge.play, "4.2.1", board.C_TROOPS, 1, origin, target)
        else:
            place(surge.play, "4.2.1", board.C_TROOPS, target)
    return True


# -- C.Surge.4 --------------------------------------------------------------------------------------


@rule("8.6.5")
def balance(surge: Surge) -> None:
    """C.Surge.4a: roll to bring Available Troops closer to Support, at most to equality (R-C16)."""
    state = surge.state
    rolled = surge.dice.roll("C.Surge.4a")
    support = sum(pop(state, space) for space in board.AFGHAN if at_support(state, space))
    waiting = available(state, board.C_TROOPS)
    n = min(rolled, abs(waiting - support))
    if waiting > support and surge.spares_score:
        surge.note("surge-balance", n=rolled, available=waiting, support=support)
        surge.note("own-score-all", id="C.Surge.4a", text="8.6.5")
        return
    moved: dict[Space, int] = {}
    with surge.because("surge-balance", n=rolled, available=waiting, support=support):
        for _ in range(n):
            space = land(surge) if waiting > support else withdraw_one(surge)
            if space is None:
                break
            moved[space] = moved.get(space, 0) + 1
    for space, times in moved.items():
        facts: dict[str, Param] = {"id": "C.Surge.4a", "text": "8.6.5", "n": times, "space": board.SPACE_IDS[space]}
        if waiting > support:
            surge.note("sent", **facts)
        else:
            surge.note("withdrawn", **facts)
    if moved:
        surge.plan.follow("C.Surge.4a")


def land(surge: Surge) -> Space | None:
    """Place one Troop and return where: spaces without Support first, then with the fewest Troops."""
    state = surge.state
    spaces = surge.open_spaces()
    spaces = [space for space in spaces if not at_support(state, space)] or spaces
    return _evenly(surge, spaces, min, lambda space: place(surge.play, "4.2.1", board.C_TROOPS, space))


def withdraw_one(surge: Surge) -> Space | None:
    """Withdraw one Troop from the space with the most, and return it."""
    spaces = [space for space in surge.open_spaces() if free_to_leave(surge, space)]
    return _evenly(surge, spaces, max, lambda space: remove(surge.play, "4.2.1", board.C_TROOPS, space))


def _evenly(
    surge: Surge, spaces: Sequence[Space], extreme: Callable[[list[int]], int], act: Callable[[Space], int]
) -> Space | None:
    """N.Even: move one Troop at the space with fewest or most, and return it; ties by 8.4."""
    if not spaces:
        return None
    counts = [troops(surge.state, space) for space in spaces]
    level = extreme(counts)
    space = random_space(surge.dice, [s for s, n in zip(spaces, counts, strict=True) if n == level])
    surge.add(space)
    return space if act(space) > 0 else None


def garrison_bases(surge: Surge) -> None:
    """C.Surge.4b: a Troop for each Coalition Base without one, no Support first, while spaces last."""
    state = surge.state
    while bare := [
        space
        for space in surge.open_spaces()
        if coalition_base(state, space) and not troops(state, space) and can_send_troop(surge, space)
    ]:
        space = random_space(surge.dice, [space for space in bare if not at_support(state, space)] or bare)
        with surge.because("sent", id="C.Surge.4b", text="8.6.5", n=1, space=board.SPACE_IDS[space]):
            surge.add(space)
            send_troop(surge, space)
        surge.plan.follow("C.Surge.4b")


@rule("8.6.5")
def aid_wanted(walk: Walk) -> bool:
    """C.Surge.4c: whether to roll for Aid: with a player Government, only at low Patronage."""
    return not walk.is_player(board.GOVERNMENT) or walk.state.patronage < LITTLE_PATRONAGE


@rule("8.6.5")
def walk_surge(walk: Walk, ask: str = "", committed: Collection[Space] = ()) -> bool:
    """8.6.5: Surge by its own box, at the question `ask` of the Train; False if no piece moves."""
    if ask and (not walk.activity_open or walk.bot.barred(walk.play, "surge")):
        return False
    surge = Surge(walk, committed)
    if not surge.follow(surge_box):
        surge.drop()
        return False
    if not last_campaign(surge.state):
        balance(surge)
    garrison_bases(surge)
    carry_over(walk, surge, ask, "C.Surge.4c" if aid_wanted(surge) else "")
    return True
