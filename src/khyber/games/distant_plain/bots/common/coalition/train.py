"""3.2.1: the Train of a Non-player Coalition in either printing."""

from __future__ import annotations

from typing import Final

from khyber.games.distant_plain.board import COALITION, KABUL, SUPPORT, Space
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_here
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.elders import heeded
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, allowed
from khyber.games.distant_plain.rules.operations.train import civic_actions_allowed
from khyber.games.distant_plain.rules.tracks import pay
from khyber.games.distant_plain.state import State

#: Most spaces of a Train in either printing.
MAX_SPACES: Final = 3


class Training(Walk):
    """A Train being planned: its spaces, and the one extra action it allows (the slot)."""

    __slots__ = ("civic", "patronage", "strengthened")

    def __init__(self, walk: Walk, *, limit: int | None) -> None:
        super().__init__(walk.bot, walk.play, walk.plan)
        # Civic Action costs even where the Train is free (3.2.1).
        self.limit = limit
        #: Spaces of Civic Actions.
        self.civic: list[Space] = []
        self.patronage = False
        #: Spaces that get cubes.
        self.strengthened: list[Space] = []

    @property
    def slot_free(self) -> bool:
        """3.2.1: return whether Civic Action (two with PRTs) or Patronage (R-C12) is still open."""
        return not self.patronage and len(self.civic) < civic_actions_allowed(self.state, COALITION)

    def spend(self, times: int) -> None:
        pay(self.play, "3.2.1", COALITION, times * COIN_COST)
        self.spent += times * COIN_COST

    def can_take(self, space: Space) -> bool:
        """Return whether a space may be added: up to three, Kabul or with a Coalition piece."""
        chosen = self.state.op_spaces
        if space in chosen:
            return True
        most = 1 if self.one_space else MAX_SPACES
        return (
            len(chosen) < most
            and bool(allowed(self.state, [space]))
            and (space == KABUL or coalition_here(self.state, space))
        )

    def act_civically(self, space: Space, ask: str) -> None:
        """3.2.1: buy Civic Action as far as Resources allow, at the question `ask` of the Train."""
        times = civic_action_in(self, space, "3.2.1")
        self.take(space)
        self.civic.append(space)
        self.plan.put(ask, ("civic-action", space))
        self.plan.put("civic-more", *["more"] * (times - 1), space=space)

    def take(self, space: Space) -> None:
        if space not in self.state.op_spaces:
            select(self.play, COALITION, "3.2.1", space, 0)
            self.plan.causes.note(("train-space",), (space,))


def levels_shifted(state: State, space: Space, payments: int) -> int:
    """Return how many levels these payments shift, Terror first; elders shift all at once."""
    left = payments - state.terror[space]
    if left < 1 or not pop(state, space):
        return 0
    short = SUPPORT - state.level[space]
    return short if heeded(state, COALITION, space) else min(left, short)


def payments_for(state: State, space: Space, levels: int) -> int:
    """Return the payments needed, one per Terror marker and level; elders need one for all levels."""
    return state.terror[space] + (1 if heeded(state, COALITION, space) else levels)


def civic_action_in(walk: Walk, space: Space, rule: str) -> int:
    """Remove Terror there, then shift as many levels as can be paid; return the number of payments."""
    state = walk.state
    levels = levels_shifted(state, space, walk.payments())
    times = payments_for(state, space, levels)
    pay(walk.play, rule, COALITION, times * COIN_COST)
    walk.spent += times * COIN_COST
    state.terror[space] = 0
    state.level[space] += levels
    return times
