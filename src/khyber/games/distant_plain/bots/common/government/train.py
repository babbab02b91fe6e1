"""3.2.1: the Train of a Non-player Government in either printing: spaces, cubes, a Base, Civic Action."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_cubes
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.elders import heeded, influence_by
from khyber.games.distant_plain.rules.forces import place
from khyber.games.distant_plain.rules.lasting import NIGHT_LETTERS, shaded
from khyber.games.distant_plain.rules.operations import train
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST
from khyber.games.distant_plain.rules.support import TOWARD_SUPPORT
from khyber.games.distant_plain.rules.tracks import gain
from khyber.games.distant_plain.state import State


def follow_ups(walk: Walk) -> list[str]:
    """3.2.1: return the extra action of the Train, if already planned."""
    return [
        value[0]
        for value in walk.plan.queues.get(("train-then",), ())
        if isinstance(value, tuple) and isinstance(value[0], str)
    ]


def no_base_yet(walk: Walk) -> bool:
    return "base" not in follow_ups(walk)


def slot_free(walk: Walk) -> bool:
    """Return whether neither a Base nor Civic Action is planned yet."""
    return not follow_ups(walk)


def has_cubes(walk: Walk, space: Space) -> bool:
    """Return whether the cubes to place there are already planned."""
    return ("train-count", board.SPACE_IDS[space], board.PIECE_IDS[board.G_TROOPS]) in walk.plan.queues


def choose(walk: Walk, space: Space) -> None:
    if space not in walk.state.op_spaces:
        walk.pay(COIN_COST)
        walk.plan.put("train-space", space)
        select(walk.play, board.GOVERNMENT, "3.2.1", space, 0)


def most_cubes(state: State) -> int:
    return train.MAX_CUBES_UNDER_THREAT if shaded(state, NIGHT_LETTERS) else train.MAX_CUBES


def place_cubes(walk: Walk, space: Space, troops: int, police: int) -> None:
    walk.plan.put("train-count", troops, space=space, piece=board.G_TROOPS)
    walk.plan.put("train-count", police, space=space, piece=board.G_POLICE)
    place(walk.play, "3.2.1", board.G_TROOPS, space, troops)
    place(walk.play, "3.2.1", board.G_POLICE, space, police)
    note_few_cubes(walk, troops + police)


def buy_civic_action(walk: Walk, space: Space) -> int:
    """Buy Civic Action while affordable and effective (elders may block it); return how often."""
    bought = 0
    while walk.state.level[space] != board.SUPPORT and walk.payments() > 0:
        gain(walk.play, "3.2.1", board.GOVERNMENT, -COIN_COST)
        walk.spent += COIN_COST
        bought += 1
        was = (walk.state.level[space], walk.state.terror[space])
        walk.do(influence_by(walk.play, board.GOVERNMENT, "3.2.1", space, TOWARD_SUPPORT))
        if heeded(walk.state, board.GOVERNMENT, space) and walk.state.level[space] == board.NEUTRAL and was[1] == 0:
            break  # they would not go further the next time
    if bought:
        walk.plan.put("train-then", ("civic-action", space))
        walk.plan.put("civic-more", *["more"] * (bought - 1), space=space)
    return bought


def plan_base(walk: Walk, candidate: Candidate) -> bool:
    """Plan the Base, which follows all cubes; the map does not change yet."""
    space = where(candidate)
    choose(walk, space)
    walk.plan.put("train-then", ("base", space))
    return True


def never_from_the_map(step: str, rule: str) -> Response:
    """Return the response that takes cubes only from Available, by this step."""

    def answer(bot: NonPlayer, play: Play, decision: Decision) -> Value:
        bot.cite(step, rule)
        return "done"

    return answer
