"""8.9.5, 8.9.6: Terror and Attack of the Non-player Warlords."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import guidelines, ranks
from khyber.games.distant_plain.bots.common.insurgents import terrorise
from khyber.games.distant_plain.bots.machinery.decisions import pieces_offered
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords.guards import may_expose
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import control_of
from khyber.games.distant_plain.rules.forces import count, guerrillas
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import no_more_spaces, spaces_with, terror_cost
from khyber.games.distant_plain.rules.targets import open_to_attack
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State


@cache
def terror_box() -> Priorities:
    return (
        Priority("W.Terror.1", "8.9.5", against_players, terrorise, (ranks.POPULATION,)),
        Priority("W.Terror.2", "8.9.5", of_some_opinion, terrorise, (Rank("points", ranks.by_population),), most=1),
    )


@cache
def attack_box() -> Priorities:
    return (Priority("W.Attack.1", "8.9.6", worth_attacking, plan_attack, (ranks.POPULATION,)),)


# -- Terror -----------------------------------------------------------------------------------------

#: W.Terror.P.
MAX_TERROR = 3


def can_terrorise(walk: Walk, space: Space) -> bool:
    """W.Terror.P: a Guerrilla that may turn Active, within W.Keep; each space once, three in all."""
    state = walk.state
    if len(state.op_spaces) >= MAX_TERROR or no_more_spaces(state, board.WARLORDS) or space in state.op_spaces:
        return False
    return may_expose(state, space) and walk.can_pay(terror_cost(state, board.WARLORDS, space))


def hurts_player(state: State, space: Space) -> bool:
    """W.Terror.0: Terror there costs a player: the Coalition Support, the Taliban Opposition."""
    if guidelines.at_support(state, space):
        return not is_non_player(state, board.COALITION)
    return guidelines.at_opposition(state, space) and not is_non_player(state, board.TALIBAN)


@rule("8.9.5")
def terror_hurts_player(state: State) -> bool:
    """W.Terror.0: there is such a space, with a Guerrilla that may turn Active."""
    return any(hurts_player(state, space) and may_expose(state, space) for space in board.AFGHAN)


def against_players(walk: Walk) -> list[Candidate]:
    """W.Terror.1: spaces where Terror costs a player."""
    return [space for space in board.AFGHAN if hurts_player(walk.state, space) and can_terrorise(walk, space)]


def of_some_opinion(walk: Walk) -> list[Candidate]:
    """W.Terror.2: all spaces at Support or Opposition."""
    state = walk.state
    return [
        space
        for space in spaces_with(state, board.W_UNDERGROUND)
        if state.level[space] != board.NEUTRAL and guidelines.pop(state, space) and can_terrorise(walk, space)
    ]


@rule("8.9.5")
def walk_terror(bot: NonPlayer, play: Play) -> Walk | None:
    """8.9.5: walk the Terror; None if there is none."""
    walk = begin(bot, play, "terror")
    return walk if walk.follow(terror_box) else None


def level_by_elders(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Tribal Elders (5.4): Neutral costs a player as much as any other level, and helps none."""
    bot.cite("W.Elders", "8.9.5")
    return "neutral"


# -- Attack -----------------------------------------------------------------------------------------

#: W.Attack.P: Guerrillas needed, and pieces removed if it succeeds (3.3.3).
ENOUGH_TO_ATTACK = 4
MAX_REMOVED = 2
_removable = open_to_attack(board.WARLORDS)


def can_attack(walk: Walk, space: Space) -> bool:
    """W.Attack.P: four Guerrillas; at a Base only if none is Underground (R-W14)."""
    state = walk.state
    if space in state.op_spaces or no_more_spaces(state, board.WARLORDS) or not walk.can_pay(1):
        return False
    if guerrillas(state, board.WARLORDS, space) < ENOUGH_TO_ATTACK:
        return False
    return not (guidelines.has_base(state, board.WARLORDS, space) and count(state, space, board.W_UNDERGROUND))


def costs_player(state: State, space: Space) -> bool:
    """W.Attack.1: whether two removals cost the Government COIN Control or the Taliban a Base.

    Coalition pieces go to Casualties, which does not change the Coalition's margin (R-W15).
    """
    if (
        not is_non_player(state, board.GOVERNMENT)
        and state.control[space] == board.COIN_CONTROL
        and guidelines.pop(state, space)
    ):
        coin, taliban, warlords = guidelines.strength(state, space)
        if coin - MAX_REMOVED <= taliban + warlords:
            return True
    return (
        not is_non_player(state, board.TALIBAN)
        and count(state, space, board.T_BASE) > 0
        and guerrillas(state, board.TALIBAN, space) < MAX_REMOVED
    )


def worth_attacking(walk: Walk) -> list[Candidate]:
    """W.Attack.1: spaces where an Attack costs a player."""
    return [space for space in board.AFGHAN if can_attack(walk, space) and costs_player(walk.state, space)]


def plan_attack(walk: Walk, candidate: Candidate) -> bool:
    """Select all spaces before the first roll (R-N11)."""
    assert isinstance(candidate, int)
    walk.pay(1)
    walk.plan.put("attack-space", candidate)
    select(walk.play, board.WARLORDS, "3.3.3", candidate, 0)
    return True


@rule("8.9.6")
def walk_attack(bot: NonPlayer, play: Play) -> Walk | None:
    """8.9.6: walk the Attack; None if there is none."""
    walk = begin(bot, play, "attack")
    return walk if walk.follow(attack_box) else None


def loss_of_a_player(state: State, space: Space, taliban_bases: int, was: int) -> int:
    """Return the worst player's loss there: COIN Control ended, Taliban Bases removed."""
    government = (
        guidelines.pop(state, space)
        if was == board.COIN_CONTROL and control_of(state, space) != board.COIN_CONTROL
        else 0
    )
    taliban = taliban_bases - count(state, space, board.T_BASE)
    return max(
        0 if is_non_player(state, board.GOVERNMENT) else government,
        0 if is_non_player(state, board.TALIBAN) else taliban,
    )


def worst_loss(state: State, space: Space, left: int, taliban_bases: int, was: int) -> int:
    """Return the most a player can lose from `left` more removals; the state is unchanged."""
    most = loss_of_a_player(state, space, taliban_bases, was)
    if left:
        for piece in _removable(state, space):
            most = max(most, loss_by(state, space, piece, left, taliban_bases, was))
    return most


def loss_by(state: State, space: Space, piece: Piece, left: int, taliban_bases: int, was: int) -> int:
    """Return the same if this piece is removed first."""
    state.pieces[space * board.KINDS + piece] -= 1
    loss = worst_loss(state, space, left - 1, taliban_bases, was)
    state.pieces[space * board.KINDS + piece] += 1
    return loss


@rule("8.9.6")
def remove_enemy(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """W.Attack.1: remove the piece that costs a player most; else by 8.2.1."""
    state = play.state
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    left = int(decision.about["n"])
    pieces = pieces_offered(decision)
    was, bases = control_of(state, space), count(state, space, board.T_BASE)
    bot.cite_guide("enemy")
    losses = {piece: loss_by(state, space, piece, left, bases, was) for piece in pieces}
    best = [piece for piece in pieces if losses[piece] == max(losses.values())]
    if len(best) < len(pieces):
        bot.cite("W.Attack.1", "8.9.6")
    order = guidelines.targets_in_order(state, bot.dice, board.WARLORDS)
    owner = min({board.OWNER[piece] for piece in best}, key=order.index)
    return guidelines.enemy_piece(bot.dice, state, space, [piece for piece in best if board.OWNER[piece] == owner])
