"""2nd:8.7.4: Attack and Ambush of the Non-player Taliban."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.responses import remove_enemy
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.ambush import MAX_AMBUSHES
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.forces import count, cubes, government_cubes, pieces_of
from khyber.games.distant_plain.rules.lasting import CAR_BOMBS, US_TALIBAN_TALKS, shaded, unshaded
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import allowed, attack_spaces
from khyber.games.distant_plain.rules.targets import open_to_attack
from khyber.games.distant_plain.state import State


@cache
def attack_box() -> Priorities:
    return (
        Priority(
            "T2.Attack.1",
            "2nd:8.7.4",
            ambush_sites,
            choose_space,
            (HITS_COALITION,),
            most=MAX_AMBUSHES,
            when=may_ambush,
        ),
        Priority("T2.Attack.2", "2nd:8.7.4", bands_in_sight, choose_space),
    )


@cache
def chosen_ambush_box() -> Priorities:
    return (Priority("T2.Ambush.1", "2nd:8.7.4", chosen_sites, ambush_here, AMBUSH_RANKS, when=may_ambush),)


@cache
def ambush_box() -> Priorities:
    return (Priority("T2.Ambush.1", "2nd:8.7.4", granted_sites, ambush_there, AMBUSH_RANKS),)


#: T2.Attack.2: Active Guerrillas that suffice to Attack.
MANY_ACTIVE: Final = 4
_open = open_to_attack(board.TALIBAN)


def can_ambush(state: State, space: Space) -> bool:
    """Return whether an Underground Guerrilla (with Car Bombs, any) has an enemy piece to remove."""
    bombs = shaded(state, CAR_BOMBS) and count(state, space, board.T_ACTIVE)
    return bool(count(state, space, board.T_UNDERGROUND) or bombs) and bool(_open(state, space))


def coalition_harmable(state: State, space: Space) -> bool:
    """Return whether a Coalition piece is there that no Event protects."""
    return pieces_of(state, board.COALITION, space) > 0 and not unshaded(state, US_TALIBAN_TALKS)


def hits_coalition(walk: Walk, candidate: Candidate) -> int:
    """Return whether two removals reach a Coalition piece: at most one Government cube shields it (3.3.3)."""
    space = where(candidate)
    return int(coalition_harmable(walk.state, space) and government_cubes(walk.state, space) <= 1)


def hits_government_base(walk: Walk, candidate: Candidate) -> int:
    """T2.Ambush.1: a Government Base with at most one cube shielding it."""
    state, space = walk.state, where(candidate)
    spared = unshaded(state, US_TALIBAN_TALKS) and count(state, space, board.C_TROOPS)
    return int(count(state, space, board.G_BASE) > 0 and cubes(state, space) <= 1 and not spared)


def may_ambush(walk: Walk) -> bool:
    """4.1: whether an Ambush may accompany this Attack."""
    return walk.activity_open and not walk.bot.barred(walk.play, "ambush")


def ambush_sites(walk: Walk) -> list[Candidate]:
    """T2.Attack.1: spaces where they could Ambush."""
    return [space for space in attack_spaces(walk.play, board.TALIBAN) if can_ambush(walk.state, space)]


def bands_in_sight(walk: Walk) -> list[Candidate]:
    """T2.Attack.2: spaces with four Active Guerrillas and a Coalition piece."""
    state = walk.state
    return [
        space
        for space in attack_spaces(walk.play, board.TALIBAN)
        if count(state, space, board.T_ACTIVE) >= MANY_ACTIVE and coalition_harmable(state, space)
    ]


def choose_space(walk: Walk, candidate: Candidate) -> bool:
    """Select a space; all are selected before the first is resolved."""
    if not walk.pay(1):
        return False
    select(walk.play, board.TALIBAN, "3.3.3", where(candidate), 0)
    return True


def chosen_sites(walk: Walk) -> list[Candidate]:
    """T2.Ambush.1: spaces of this Attack where they can Ambush."""
    state = walk.state
    if not spaces_left(state, MAX_AMBUSHES):
        return []
    return [space for space in state.op_spaces if space not in state.special_spaces and can_ambush(state, space)]


def granted_sites(walk: Walk) -> list[Candidate]:
    """T2.Ambush.1: spaces for an Ambush alone, granted by an Event."""
    state = walk.state
    if not spaces_left(state, MAX_AMBUSHES):
        return []
    return [
        space
        for space in allowed(state, attack_spaces(walk.play, board.TALIBAN))
        if space not in state.special_spaces and can_ambush(state, space)
    ]


def ambush_here(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    walk.plan.put("ambush-space", space)
    walk.state.special_spaces += bytes((space,))
    return True


def ambush_there(walk: Walk, candidate: Candidate) -> bool:
    """Ambush in a space that no Attack has selected."""
    return choose_space(walk, candidate) and ambush_here(walk, candidate)


HITS_COALITION: Final = Rank("coalition-reached", hits_coalition)
AMBUSH_RANKS: Final = (ranks.MIN_TALIBAN, HITS_COALITION, Rank("removes-government-base", hits_government_base))


@rule("2nd:8.7.4")
def walk_attack(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.7.4: walk the Attack with its Ambush; None if there is none."""
    walk = begin(bot, play, "attack")
    if not walk.follow(attack_box):
        return None
    walk.follow(chosen_ambush_box)
    state = walk.state
    if state.special_spaces:
        causes = walk.plan.causes
        causes.now = causes.find(("ambush-space",), state.special_spaces[0])
        walk.plan.put("attack-space", "ambush")
        causes.now = None
        state.special = "ambush"
    walk.plan.put("attack-space", *(space for space in state.op_spaces if space not in state.special_spaces))
    return walk


# -- which pieces -----------------------------------------------------------------------------------

#: T2.Attack.3: whose losses count first.
COUNTED: Final = (board.COALITION, board.GOVERNMENT, board.WARLORDS)
#: N2.Proc.2: Bases before others, Police and Troops by turns.
FIRST: Final[tuple[Piece, ...]] = (
    board.C_BASE,
    board.C_TROOPS,
    board.G_BASE,
    board.G_POLICE,
    board.G_TROOPS,
    board.W_BASE,
    board.W_UNDERGROUND,
    board.W_ACTIVE,
)
SECOND: Final[tuple[Piece, ...]] = (
    board.C_BASE,
    board.C_TROOPS,
    board.G_BASE,
    board.G_TROOPS,
    board.G_POLICE,
    board.W_BASE,
    board.W_UNDERGROUND,
    board.W_ACTIVE,
)


def losses(state: State, space: Space, n: int) -> tuple[int, ...]:
    """Return the most that n removals can take, by Faction in order; the position is unchanged."""
    if not n:
        return 0, 0, 0
    return max((losses_by(state, space, piece, n) for piece in _open(state, space)), default=(0, 0, 0))


def losses_by(state: State, space: Space, piece: Piece, n: int) -> tuple[int, ...]:
    """Return the same if this piece is removed first."""
    state.pieces[space * board.KINDS + piece] -= 1
    rest = losses(state, space, n - 1)
    state.pieces[space * board.KINDS + piece] += 1
    return tuple(lost + (board.OWNER[piece] == faction) for lost, faction in zip(rest, COUNTED, strict=True))


@rule("2nd:8.7.4")
def next_victim(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T2.Attack.3: remove most Coalition, then Government, then Warlord pieces; else by 2nd:8.1.2."""
    state = play.state
    fighting = (state.op_by == board.TALIBAN and state.op == "attack") or state.special == "ambush"
    if not fighting:
        return remove_enemy(bot, play, decision)
    bot.cite("T2.Attack.3", "2nd:8.7.4")
    space, n = board.SPACE_BY_ID[str(decision.about["space"])], int(decision.about["n"])
    pieces = [piece for piece in (FIRST if n > 1 else SECOND) if piece in decision.values]
    return max(pieces, key=lambda piece: losses_by(state, space, piece, n))
