"""4.3: the Special Activities of a Non-player Government in either printing."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities import eradicate, govern
from khyber.games.distant_plain.rules.forces import move
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.rules.tracks import toll


def poppies(walk: Walk) -> list[Space]:
    return open_to_activity(walk.state, eradicate.eradicate_spaces(walk.state))


def eradicate_here(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    walk.plan.put("eradicate-space", space)
    walk.state.special_spaces += bytes((space,))
    walk.do(eradicate.eradicate_in(walk.play, board.GOVERNMENT, space))
    return True


def take_patronage(walk: Walk, candidate: Candidate) -> bool:
    return govern_here(walk, where(candidate), "patronage")


def bring_returnees(walk: Walk, candidate: Candidate) -> bool:
    return govern_here(walk, where(candidate), "returnees")


def govern_here(walk: Walk, space: Space, how: str) -> bool:
    walk.plan.put("govern-space", space)
    walk.plan.put("govern-how", how, space=space)
    walk.state.special_spaces += bytes((space,))
    walk.do(govern.govern_in(walk.play, board.GOVERNMENT, space, how))
    return True


def send_troops(walk: Walk, origin: Space, way: Sequence[Space], n: int, cost: int) -> None:
    """4.3.2: plan a Transport along this route and carry it out on the scratch position."""
    walk.plan.put("transport-from", origin)
    walk.plan.put("transport-count", n, space=origin)
    walk.plan.put("transport-to", *way)
    move(walk.play, "4.3.2", board.G_TROOPS, n, origin, way[-1])
    toll(walk.play, "4.3.2", cost)
