"""8.8.6: Attack and Ambush of the Non-player Taliban."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common.guidelines import hits_first
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.responses import remove_enemy
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.taliban.guards import may_expose
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.ambush import MAX_AMBUSHES
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.forces import activate, count, government_cubes, guerrillas, lose, place, remove
from khyber.games.distant_plain.rules.lasting import CAR_BOMBS, US_TALIBAN_TALKS, shaded, unshaded
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import allowed, attack_spaces
from khyber.games.distant_plain.rules.targets import open_to_attack
from khyber.games.distant_plain.state import State


@cache
def attack_box() -> Priorities:
    return (
        Priority("T.Attack.1", "8.8.6", coalition_targets, attack_surely, AMBUSH_RANKS[:2]),
        Priority("T.Attack.2", "8.8.6", ambush_targets, ambush_here, AMBUSH_RANKS),
        Priority("T.Attack.3", "8.8.6", large_groups, attack_here, (Rank("victim", by_victim),)),
    )


@cache
def ambush_box() -> Priorities:
    return (Priority("T.Ambush", "8.8.6", granted_ambushes, ambush_here, AMBUSH_RANKS),)


#: 3.3.3: pieces that an Attack or Ambush removes.
MAX_REMOVED: Final = 2
#: Guerrillas with which an Attack cannot fail, and with which it is worth trying.
SURE: Final = 6
LIKELY: Final = 4
#: T.Attack.0: Coalition pieces that must be sure to go.
LOSSES_WORTH_IT: Final = 2
#: T.Ambush: what is hit first.
AMBUSH_ORDER: Final[tuple[Piece, ...]] = (
    board.C_BASE,
    board.C_TROOPS,
    board.G_BASE,
    board.G_POLICE,
    board.G_TROOPS,
    board.W_BASE,
    board.W_UNDERGROUND,
    board.W_ACTIVE,
)
_open = open_to_attack(board.TALIBAN)


def ambushed(state: State, space: Space) -> list[Piece]:
    """T.Ambush: return the pieces two removals take: Coalition, Government, Warlords, within 3.3.3."""
    at = space * board.KINDS
    left = list(state.pieces[at : at + board.KINDS])
    spared = unshaded(state, US_TALIBAN_TALKS)
    gone: list[Piece] = []
    while len(gone) < MAX_REMOVED:
        cubes = left[board.G_TROOPS] + left[board.G_POLICE]
        exposed = {
            board.C_BASE: not (cubes or left[board.C_TROOPS] or spared),
            board.C_TROOPS: not (cubes or spared),
            board.G_BASE: not (cubes or left[board.C_TROOPS]),
            board.W_BASE: not (left[board.W_UNDERGROUND] or left[board.W_ACTIVE]),
        }
        piece = next((piece for piece in AMBUSH_ORDER if left[piece] and exposed.get(piece, True)), None)
        if piece is None:
            break
        left[piece] -= 1
        gone.append(piece)
    return gone


@rule("8.8.6")
def coalition_losses(state: State, space: Space) -> int:
    """T.Attack.0: Coalition pieces that a success there removes, after Government cubes (R-T14)."""
    if (
        not (count(state, space, board.C_TROOPS) or count(state, space, board.C_BASE))
        or government_cubes(state, space) >= MAX_REMOVED
    ):
        return 0
    return sum(board.OWNER[piece] == board.COALITION for piece in ambushed(state, space))


def may_attack(state: State, space: Space) -> bool:
    """T.Attack.P: not at a Base with an Underground Guerrilla, as an Attack turns all Active."""
    return not (count(state, space, board.T_BASE) and count(state, space, board.T_UNDERGROUND))


def may_ambush(state: State, space: Space) -> bool:
    """T.Attack.P: whether one may turn Active in an Ambush; with Car Bombs none needs to."""
    if not count(state, space, board.T_UNDERGROUND):
        return shaded(state, CAR_BOMBS)
    return may_expose(state, space)


def ambushes_left(walk: Walk) -> bool:
    """4.4.3: at most three, as the only Special Activity of this Attack."""
    state = walk.state
    if state.special:
        return state.special == "ambush" and spaces_left(state, MAX_AMBUSHES)
    return walk.activity_open and not walk.bot.barred(walk.play, "ambush")


def surely(state: State, space: Space) -> bool:
    """Return whether an ordinary Attack cannot fail."""
    return guerrillas(state, board.TALIBAN, space) >= SURE and may_attack(state, space)


@rule("8.8.6")
def attack_wanted(bot: NonPlayer, play: Play) -> bool:
    """T.Attack.0: two Coalition pieces are certain to be removed in affordable spaces (R-T15)."""
    walk = begin(bot, play, "attack")
    state = walk.state
    ambush = ambushes_left(walk)
    losses = sorted(
        (
            coalition_losses(state, space)
            for space in attack_spaces(walk.play, board.TALIBAN)
            if surely(state, space) or (ambush and may_ambush(state, space))
        ),
        reverse=True,
    )
    most = 1 if walk.one_space else len(losses) if state.op_free else state.resources[board.TALIBAN]
    return sum(losses[:most]) >= LOSSES_WORTH_IT


def coalition_targets(walk: Walk) -> list[Candidate]:
    """T.Attack.1: spaces where a certain success removes Coalition pieces."""
    state = walk.state
    ambush = ambushes_left(walk)
    return [
        space
        for space in attack_spaces(walk.play, board.TALIBAN)
        if coalition_losses(state, space) and (surely(state, space) or (ambush and may_ambush(state, space)))
    ]


def ambush_targets(walk: Walk) -> list[Candidate]:
    """T.Attack.2: fewer than six Guerrillas, an enemy piece to hit, an Ambush left."""
    if not ambushes_left(walk):
        return []
    state = walk.state
    return [
        space
        for space in attack_spaces(walk.play, board.TALIBAN)
        if guerrillas(state, board.TALIBAN, space) < SURE and may_ambush(state, space) and _open(state, space)
    ]


def granted_ambushes(walk: Walk) -> list[Candidate]:
    """T.Ambush: spaces for an Ambush alone, granted by an Event."""
    if not ambushes_left(walk):
        return []
    state = walk.state
    return list(
        allowed(
            state,
            [
                space
                for space in attack_spaces(walk.play, board.TALIBAN)
                if may_ambush(state, space) and _open(state, space)
            ],
        )
    )


def large_groups(walk: Walk) -> list[Candidate]:
    """T.Attack.3: four Guerrillas and an enemy piece to hit."""
    state = walk.state
    return [
        space
        for space in attack_spaces(walk.play, board.TALIBAN)
        if guerrillas(state, board.TALIBAN, space) >= LIKELY and may_attack(state, space) and _open(state, space)
    ]


def attack_here(walk: Walk, candidate: Candidate) -> bool:
    """Plan an ordinary Attack: all Guerrillas turn Active; the dice are rolled later (R-N11)."""
    space = where(candidate)
    if not walk.pay(1):
        return False
    walk.plan.put("attack-space", space)
    select(walk.play, board.TALIBAN, "3.3.3", space, 0)
    activate(walk.play, "3.3.3", board.TALIBAN, space, count(walk.state, space, board.T_UNDERGROUND))
    return True


def ambush_here(walk: Walk, candidate: Candidate) -> bool:
    """4.4.3: Activate one Guerrilla, remove two enemies, place one Guerrilla."""
    space = where(candidate)
    if not walk.pay(1):
        return False
    if not walk.state.special:
        walk.start_activity("ambush", "attack-space")
    state = walk.state
    walk.plan.put("ambush-space", space)
    state.special_spaces += bytes((space,))
    state.op_spaces += bytes((space,))
    activate(walk.play, "4.4.3", board.TALIBAN, space, min(1, count(state, space, board.T_UNDERGROUND)))
    for piece in ambushed(state, space):
        (lose if board.OWNER[piece] == board.COALITION else remove)(walk.play, "4.4.3", piece, space)
    if not unshaded(state, CAR_BOMBS):
        place(walk.play, "4.4.3", board.T_UNDERGROUND, space)
    return True


def attack_surely(walk: Walk, candidate: Candidate) -> bool:
    """T.Attack.1: with six Guerrillas, no Ambush is needed."""
    return (attack_here if surely(walk.state, where(candidate)) else ambush_here)(walk, candidate)


def _removes(*kinds: Piece) -> Rank:
    """T.Ambush: return how many pieces of these kinds are removed."""

    def lost(walk: Walk, candidate: Candidate) -> int:
        return sum(piece in kinds for piece in ambushed(walk.state, where(candidate)))

    return Rank("removes-" + _NAMES[kinds[0]], lost)


_NAMES: Final = {
    board.C_BASE: "coalition-base",
    board.C_TROOPS: "coalition-troops",
    board.G_BASE: "government-base",
    board.G_POLICE: "police",
    board.G_TROOPS: "government-troops",
    board.W_BASE: "warlords-base",
    board.W_UNDERGROUND: "warlords-guerrillas",
}
AMBUSH_RANKS: Final = (
    _removes(board.C_BASE),
    _removes(board.C_TROOPS),
    _removes(board.G_BASE),
    _removes(board.G_POLICE),
    _removes(board.G_TROOPS),
    _removes(board.W_BASE),
    _removes(board.W_UNDERGROUND, board.W_ACTIVE),
)


def by_victim(walk: Walk, candidate: Candidate) -> int:
    """T.Attack.3: prefer a player's pieces, then Coalition, Government, Warlords (8.2.1)."""
    state = walk.state
    return max(hits_first(state, board.TALIBAN, board.OWNER[piece]) for piece in _open(state, where(candidate)))


@rule("8.8.6")
def walk_attack(bot: NonPlayer, play: Play) -> Walk | None:
    """8.8.6: walk the Attack; None if there is none."""
    walk = begin(bot, play, "attack")
    return walk if walk.follow(attack_box) else None


# -- which pieces -----------------------------------------------------------------------------------


@rule("8.8.6")
def next_victim(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Choose the piece to remove: by T.Ambush; for Coalition losses in a certain Attack; else by 8.2.1."""
    state = play.state
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    fighting = (state.op_by == board.TALIBAN and state.op == "attack") or state.special == "ambush"
    if not fighting or not any(isinstance(value, int) for value in decision.values):
        return remove_enemy(bot, play, decision)
    in_ambush = state.special == "ambush" and space in state.special_spaces
    left = decision.about["n"]
    if in_ambush:
        bot.cite("T.Ambush", "8.8.6")
        return next(piece for piece in AMBUSH_ORDER if piece in decision.values)
    if guerrillas(state, board.TALIBAN, space) >= SURE and coalition_within(state, space, int(left)):
        bot.cite("T.Attack.1", "8.8.6")
        return coalition_first(bot, state, space, decision)
    return remove_enemy(bot, play, decision)


def coalition_within(state: State, space: Space, removals: int) -> bool:
    """Return whether this number of removals reaches a Coalition piece."""
    return (
        not unshaded(state, US_TALIBAN_TALKS)
        and government_cubes(state, space) < removals
        and count(state, space, board.C_TROOPS) + count(state, space, board.C_BASE) > 0
    )


def coalition_first(bot: NonPlayer, state: State, space: Space, decision: Decision) -> Value:
    """T.Attack.1: Coalition pieces, Bases first; before them, at random, the cubes shielding them."""
    for piece in (board.C_BASE, board.C_TROOPS):
        if piece in decision.values:
            return piece
    return bot.dice.lot(
        [piece for piece in (board.G_TROOPS, board.G_POLICE) for _ in range(count(state, space, piece))]
    )
