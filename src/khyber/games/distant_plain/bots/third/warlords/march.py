"""8.9.4: March of the Non-player Warlords."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import last_campaign, players, pop, strength
from khyber.games.distant_plain.bots.common.warlords.march import begin_march, can_enter
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords import groups
from khyber.games.distant_plain.bots.third.warlords.guards import kept_at_base
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, guerrillas, pieces_of, room_for_base
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State


@cache
def to_bases_box() -> Priorities:
    return (Priority("W.March.1", "8.9.4", bases_in_need, send_one, (ranks.POPULATION,)),)


@cache
def march_box() -> Priorities:
    return (
        Priority("W.March.2", "8.9.4", bare_locs, garrison, (ranks.ECON,), when=wants_locs),
        Priority(
            "W.March.3",
            "8.9.4",
            places_for_a_base,
            assemble,
            (ranks.POPULATION, Rank("no-coalition", without_coalition)),
            when=not_last_campaign,
        ),
        Priority("W.March.4", "8.9.4", places_to_free, free, (ranks.POPULATION, Rank("player-control", of_a_player))),
    )


@cache
def last_resort_box() -> Priorities:
    return (Priority("W.March.5a", "8.9.4", within_reach, all_go, (ranks.POPULATION,), most=1),)


#: W.March.2: below these Resources they occupy LoCs, with this number of Guerrillas on each.
RESOURCES_ENOUGH = 45
ON_A_LOC = 2
#: W.March.3: Guerrillas that can build a Base in a later Rally.
FOR_A_BASE = 3


@rule("8.9.4")
def no_player_is_winning(state: State) -> bool:
    """W.March.0: no player has a positive margin."""
    played = players(state)
    if not played:
        return True
    margin = margins(state)
    return not any(margin[faction] > 0 for faction in played)


@rule("8.9.1")
def bases_in_need(walk: Walk) -> list[Candidate]:
    """W.March.1, W.FFF: Bases short of Underground Guerrillas where one more can arrive Underground; with their number,
    so that two Bases needing two are listed twice.
    """
    state = walk.state
    return [
        (space, count(state, space, board.W_UNDERGROUND))
        for space in board.AFGHAN
        if count(state, space, board.W_UNDERGROUND) < kept_at_base(state, space)
        and groups.arrives_hidden(state, space)
        and can_enter(walk, space)
        and groups.sources(walk, space, groups.HIDDEN_ONLY[0])
    ]


def send_one(walk: Walk, candidate: Candidate) -> bool:
    groups.gather(walk, where(candidate), 1, groups.HIDDEN_ONLY)
    return True


def wants_locs(walk: Walk) -> bool:
    """W.March.2: not rich yet, and not the last Campaign."""
    state = walk.state
    return state.resources[board.WARLORDS] < RESOURCES_ENOUGH and not last_campaign(state)


def hold_locs(state: State) -> None:
    """R-W12: keep the two that W.March.2 wants on each LoC out of later priorities."""
    for loc in board.LOCS:
        if guerrillas(state, board.WARLORDS, loc) >= ON_A_LOC:
            groups.stay(state, loc, ON_A_LOC)


def bare_locs(walk: Walk) -> list[Candidate]:
    """W.March.2: LoCs that can be brought to two Guerrillas."""
    state = walk.state
    free = groups.free_everywhere(state)
    return [
        loc
        for loc in board.LOCS
        if guerrillas(state, board.WARLORDS, loc) < ON_A_LOC
        and can_enter(walk, loc)
        and can_reach(walk, loc, ON_A_LOC, free)
    ]


def can_reach(walk: Walk, space: Space, n: int, free: groups.Free) -> bool:
    """Return whether `n` Guerrillas can be there after a March."""
    return guerrillas(walk.state, board.WARLORDS, space) + groups.can_come(walk, space, free) >= n


def garrison(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    groups.gather(walk, candidate, ON_A_LOC - guerrillas(walk.state, board.WARLORDS, candidate), groups.ACTIVE_FIRST)
    groups.stay(walk.state, candidate)
    return True


def not_last_campaign(walk: Walk) -> bool:
    return not last_campaign(walk.state)


def places_for_a_base(walk: Walk) -> list[Candidate]:
    """W.March.3: populated, with room, and can be brought to three."""
    state = walk.state
    free = groups.free_everywhere(state)
    return [
        space
        for space in board.AFGHAN
        if pop(state, space)
        and room_for_base(state, space)
        and guerrillas(state, board.WARLORDS, space) < FOR_A_BASE
        and can_enter(walk, space)
        and can_reach(walk, space, FOR_A_BASE, free)
    ]


def assemble(walk: Walk, candidate: Candidate) -> bool:
    """Bring Guerrillas from random sources, and hold them there."""
    assert isinstance(candidate, int)
    state = walk.state
    missing = FOR_A_BASE - guerrillas(state, board.WARLORDS, candidate)
    groups.gather(walk, candidate, missing, groups.order_for(state, candidate), at_random=True)
    groups.stay(state, candidate)
    return True


def missing_to_free(state: State, space: Space) -> int:
    """Return how many more Warlord pieces end Control of the space."""
    coin, taliban, warlords = strength(state, space)
    return abs(coin - taliban) - warlords


def places_to_free(walk: Walk) -> list[Candidate]:
    """W.March.4: Controlled spaces where enough Guerrillas can come to end Control."""
    state = walk.state
    free = groups.free_everywhere(state)
    return [
        space
        for space in board.AFGHAN
        if state.control[space] != board.UNCONTROLLED
        and can_enter(walk, space)
        and groups.can_come(walk, space, free) >= missing_to_free(state, space)
    ]


def free(walk: Walk, candidate: Candidate) -> bool:
    """Bring only as many as needed."""
    assert isinstance(candidate, int)
    groups.gather(walk, candidate, missing_to_free(walk.state, candidate), groups.order_for(walk.state, candidate))
    return True


def within_reach(walk: Walk) -> list[Candidate]:
    """W.March.5a: populated spaces that any Guerrilla can reach."""
    state = walk.state
    return [
        space for space in board.AFGHAN if pop(state, space) and can_enter(walk, space) and groups.sources(walk, space)
    ]


def all_go(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    everybody = groups.can_come(walk, candidate, groups.free_everywhere(walk.state))
    groups.gather(walk, candidate, everybody, groups.order_for(walk.state, candidate))
    return True


def without_coalition(walk: Walk, candidate: Candidate) -> int:
    return int(not pieces_of(walk.state, board.COALITION, where(candidate)))


def of_a_player(walk: Walk, candidate: Candidate) -> int:
    """Return whether a player has Control: the Taliban, or either COIN Faction."""
    control = walk.state.control[where(candidate)]
    if control == board.TALIBAN_CONTROL:
        return int(walk.is_player(board.TALIBAN))
    return int(control == board.COIN_CONTROL and (walk.is_player(board.COALITION) or walk.is_player(board.GOVERNMENT)))


@rule("8.9.4")
def walk_march(bot: NonPlayer, play: Play) -> Walk | None:
    """8.9.4: walk the March; None if no Guerrilla moves."""
    walk = begin_march(bot, play)
    taken = walk.follow(to_bases_box)
    if wants_locs(walk):
        hold_locs(walk.state)
    return walk if taken + walk.follow(march_box) else None


@rule("8.9.4")
def walk_last_resort(bot: NonPlayer, play: Play) -> Walk | None:
    """8.9.4: March as a last resort, when every box has failed."""
    walk = begin_march(bot, play)
    return walk if walk.follow(last_resort_box) else None
