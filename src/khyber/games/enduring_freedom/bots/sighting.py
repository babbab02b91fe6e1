"""The value of revealing counters: by ISR, Intelligence counters, events, and before the operation."""

from __future__ import annotations

from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.disposition import Disposition
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import any_at, concealed_in, islamists_in
from khyber.games.enduring_freedom.rules.stacking import untried_at
from khyber.games.enduring_freedom.state import State


def sighting_worth(plan: Disposition, zone: int) -> float:
    """Return the value of seeing a whole zone before movement: better plans, strikes by idle aircraft."""
    look, world, box = plan.look, plan.world, plan.box
    enemy = look.enemies[zone]
    worth = plan.weights.known * enemy.concealed
    if look.turns_left:
        worth += plan.weights.tried * len(untried_at(world, box, zone))
    if enemy.concealed and not plan.at[zone]:
        idle = [unit for unit in plan.air if unit < box.air_end]
        struck = [
            look.forecast(zone, [], plan.striking[zone] + idle[:n], sighted=True).worth for n in range(1, len(idle) + 1)
        ]
        worth += max(0.0, max(struck, default=0.0) - plan.now(zone))
    return worth


def before_operation(state: State, box: Box, zone: int) -> float:
    """Return the value of seeing a zone before the operation: most Islamists, then most at stake (6.0)."""
    return islamists_in(state, box, zone) + award(box, zone) / 10


def alliance_worth(state: State, box: Box, zone: int) -> float:
    """Return the value of making Northern Alliance units mobile there: most next to Islamist zones."""
    near = sum(award(box, other) > 0 and islamists_in(state, box, other) > 0 for other in box.adjacent[zone])
    return len(untried_at(state, box, zone)) * (1 + near / 5)


def after_moves(state: State, box: Box, zone: int) -> float:
    """Return the value of seeing a zone after movement: only Northern Alliance units benefit.

    A rescue mission revealed without a SOF unit costs points (10.2).
    """
    if concealed_in(state, box, zone) and not any_at(state, zone, box.sof):
        return 0.0
    return alliance_worth(state, box, zone)
