"""2nd:8.8.2: Surge of the Non-player Coalition."""

from __future__ import annotations

from functools import cache, partial

from khyber.games.distant_plain.board import C_BASE, C_TROOPS, GOVERNMENT, SPACE_IDS, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.surge import Surge, carry_over, troops
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base, controlled
from khyber.games.distant_plain.bots.common.guidelines import has_base, last_campaign
from khyber.games.distant_plain.bots.machinery.priority import (
    Candidate,
    Priorities,
    Priority,
    Rank,
    best,
    named_ranks,
    where,
)
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, place, remove, room_for_base


def bases_box(most: int) -> Priorities:
    return (
        Priority(
            "C2.Surge.1",
            "2nd:8.8.2",
            sites,
            found_base,
            (ranks.POPULATION, Rank("no-government-base", no_government_base)),
            most=most,
        ),
    )


@cache
def withdrawal_box() -> Priorities:
    return (
        Priority("C2.Surge.3", "2nd:8.8.2", garrisons, withdraw, named_ranks(most_troops, lowest_population), most=1),
    )


# -- C2.Surge.1: Bases ------------------------------------------------------------------------------


def sites(walk: Walk) -> list[Candidate]:
    """C2.Surge.1: spaces without a Coalition Base, with room, while one is Available."""
    surge, state = Surge.of(walk), walk.state
    if not available(state, C_BASE):
        return []
    return [space for space in surge.open_spaces() if not coalition_base(state, space) and room_for_base(state, space)]


def found_base(walk: Walk, candidate: Candidate) -> bool:
    surge, space = Surge.of(walk), where(candidate)
    surge.add(space)
    place(surge.play, "4.2.1", C_BASE, space)
    return True


def no_government_base(walk: Walk, candidate: Candidate) -> int:
    return not has_base(walk.state, GOVERNMENT, where(candidate))


# -- C2.Surge.2: Troops -----------------------------------------------------------------------------


def land(surge: Surge, n: int) -> bool:
    """C2.Surge.2: spread `n` Troops evenly over three spaces; odd ones go where Taliban are."""
    n = min(n, available(surge.state, C_TROOPS))
    chosen = list(surge.spaces)
    open_to_it: list[Candidate] = [space for space in surge.eligible if space not in chosen]
    for _ in range(min(surge.room, len(open_to_it))):
        space = where(best(surge, open_to_it, (ranks.TALIBAN,)).candidate)
        open_to_it.remove(space)
        chosen.append(space)
    if not n or not chosen:
        return False
    share, odd = divmod(n, len(chosen))
    more = odd_ones(surge, chosen, odd)
    for space in chosen:
        number = share + (space in more)
        if number:
            surge.add(space)
            place(surge.play, "4.2.1", C_TROOPS, space, number)
            surge.note("sent", id="C2.Surge.2", text="2nd:8.8.2", n=number, space=SPACE_IDS[space])
    surge.plan.follow("C2.Surge.2")
    return True


def odd_ones(surge: Surge, chosen: list[Space], odd: int) -> list[Space]:
    """Return the spaces that get an extra Troop."""
    left: list[Candidate] = list(chosen)
    more: list[Space] = []
    for _ in range(odd):
        space = where(best(surge, left, (ranks.TALIBAN,)).candidate)
        left.remove(space)
        more.append(space)
    return more


# -- C2.Surge.3: withdrawal -------------------------------------------------------------------------


def garrisons(walk: Walk) -> list[Candidate]:
    return [space for space in Surge.of(walk).eligible if troops(walk.state, space)]


def most_troops(walk: Walk, candidate: Candidate) -> int:
    return troops(walk.state, where(candidate))


def lowest_population(walk: Walk, candidate: Candidate) -> int:
    return -ranks.by_population(walk, candidate)


def withdraw(walk: Walk, candidate: Candidate) -> bool:
    """C2.Surge.3: withdraw all Troops, even if Control is lost; Bases stay."""
    surge, space = Surge.of(walk), where(candidate)
    surge.add(space)
    remove(surge.play, "4.2.1", C_TROOPS, space, troops(surge.state, space))
    return True


@rule("2nd:8.8.2")
def walk_surge(walk: Walk, ask: str = "") -> bool:
    """2nd:8.8.2: Surge where there is COIN Control (R54), then roll for Aid; False if no piece moves."""
    if ask and (not walk.activity_open or walk.bot.barred(walk.play, "surge")):
        return False
    surge = Surge(walk)
    surge.eligible = tuple(space for space in surge.eligible if controlled(surge.state, space))
    if not (surge.follow(withdrawal_box) if last_campaign(surge.state) else build_up(surge)):
        surge.drop()
        return False
    carry_over(walk, surge, ask, "C2.Surge.4")
    return True


def build_up(surge: Surge) -> bool:
    """C2.Surge.1, C2.Surge.2: roll once for Troops, and half as many Bases; not if none can be placed."""
    if not sites(surge) and not (available(surge.state, C_TROOPS) and surge.eligible):
        return False
    rolled = surge.dice.roll("C2.Surge.1")
    surge.note("rolled", id="C2.Surge.1", n=rolled)
    founded = surge.follow(partial(bases_box, rolled // 2)) if rolled > 1 else 0
    return land(surge, rolled) or founded > 0
