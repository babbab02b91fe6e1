"""6.5: planned Redeployments: which pieces move from where to where."""

from __future__ import annotations

from collections.abc import Callable

from khyber.engine.bots import NoPlan
from khyber.engine.decision import Decision, Message, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.machinery.non_player import Cited, NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.trace import because
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.operations.conditions import movable
from khyber.games.distant_plain.state import State


def moved(step: str, rule: str, origin: Space, dest: Space) -> Message:
    """Return the reason for a Redeployment from one space to another."""
    return because("moved", id=step, text=rule, origin=board.SPACE_IDS[origin], dest=board.SPACE_IDS[dest])


class Moves(Plan):
    """Groups of one kind of piece to Redeploy, from each space in order.

    Questions with one answer are never asked, so the pieces still there show which groups have gone.
    """

    __slots__ = ("_why", "groups", "piece", "start")

    def __init__(self, state: State, piece: Piece) -> None:
        super().__init__("redeploy")
        self.piece = piece
        self.start = [movable(state, space, piece) for space in board.ALL_SPACES]
        self.groups: dict[Space, dict[Space, int]] = {}
        #: The step and the rule that move a group.
        self._why: dict[tuple[Space, Space], tuple[str, str]] = {}

    def add(self, origin: Space, dest: Space, n: int, step: str, rule: str) -> None:
        group = self.groups.setdefault(origin, {})
        group[dest] = group.get(dest, 0) + n
        self._why.setdefault((origin, dest), (step, rule))

    def cause_of(self, decision: Decision, value: Value, state: State) -> Message | None:
        about = decision.about
        if value == "done":
            return None
        where = about.get("origin", about.get("space"))
        origin = board.SPACE_BY_ID[str(where)] if where is not None else value
        group = self.group(state, origin) if isinstance(origin, int) else None
        if group is None or not isinstance(origin, int):
            return None
        return moved(*self._why[origin, group[0]], origin, group[0])

    def group(self, state: State, origin: Space) -> tuple[Space, int] | None:
        """The next group to leave a space."""
        gone = self.start[origin] - movable(state, origin, self.piece)
        for dest, n in self.groups.get(origin, {}).items():
            if gone < n:
                return dest, n
            gone -= n
        return None

    def ready(self, state: State, decision: Decision) -> Value | None:
        about = decision.about
        if decision.ask == "redeploy-from":
            origins = (space for space in self.groups if self.group(state, space) is not None)
            return next(origins, "done")
        origin = board.SPACE_BY_ID[str(about["space"] if decision.ask == "redeploy-to" else about["origin"])]
        group = self.group(state, origin)
        if group is None:
            return None  # another player has chosen this space
        return group[0] if decision.ask == "redeploy-to" else group[1]


def redeploy_cubes(
    bot: NonPlayer,
    play: Play,
    decision: Decision,
    troops: Callable[[NonPlayer, State], Moves],
    police: Callable[[NonPlayer, Play], Moves],
    cited: Cited,
) -> Value:
    """6.5.2, 6.5.3: plan all Government Troops, then all Police, each at the first question.

    `cited` is the step that says when Police move, for the case that none do.
    """
    bot.cite(*cited)
    if decision.rule not in ("6.5.2", "6.5.3"):
        raise NoPlan(f"the Non-player Government has no answer to {decision.ask!r} (rule {decision.rule})")
    of_troops = decision.about["piece"] == board.PIECE_IDS[board.G_TROOPS]
    bot.plan = troops(bot, play.state) if of_troops else police(bot, play.scratch())
    return bot.planned(play, decision)
