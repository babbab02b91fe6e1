"""4.1: Special Activities in general: with which Operations, when, and so that the Operation can still begin."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence

from tests.oracles.distant_plain.attack import attack_spaces, terror_spaces
from tests.oracles.distant_plain.board import GUERRILLAS_OF, Board
from tests.oracles.distant_plain.march import march_ways
from tests.oracles.distant_plain.positions import anything
from tests.oracles.distant_plain.printed import SPACES
from tests.oracles.distant_plain.rally import rally_spaces
from tests.oracles.distant_plain.talk import ACTIVITIES, ALL_ACTIVITIES, Operation

OPERATIONS = {
    "coalition": ("train", "patrol", "sweep", "assault"),
    "government": ("train", "patrol", "sweep", "assault"),
    "taliban": ("rally", "march", "attack", "terror"),
    "warlords": ("rally", "march", "attack", "terror"),
}
#: Questions between two steps of an Operation, where its Special Activity may come.
GAPS = frozenset(
    (
        "train-space",
        "train-then",
        "patrol-from",
        "patrol-search",
        "patrol-assault",
        "sweep-space",
        "sweep-search",
        "assault-space",
        "rally-space",
        "rally-how",
        "march-from",
        "attack-space",
        "terror-space",
    )
)
#: What most Special Activities may accompany is up to the Operation; a few positions try one that it may not.
MISFIT = 0.1


def can_begin(play: Operation) -> bool:
    """An Operation of the Insurgents not yet begun finds a space that it can pay for."""
    if play.name == "rally":
        return bool(rally_spaces(play))
    if play.name == "march":
        own = GUERRILLAS_OF[play.faction]
        return any(play.board.count(space, *own) and march_ways(play, space) for space in SPACES)
    return bool(attack_spaces(play) if play.name == "attack" else terror_spaces(play))


class Activity(Operation):
    """An Operation that has come to a gap at random, and a Special Activity that may be executed there."""

    def __init__(
        self, rng: random.Random, faction: str, activity: str, wanted: Callable[[Board], bool] = anything
    ) -> None:
        super().__init__(rng, faction, "", wanted, activity=activity)
        self.activity = activity
        self.accompanies = False
        #: 4.1: whether the Operation has its first space; a Patrol needs none.
        self.begun = False
        self.gap = ""

    def declare_some(self) -> bool:
        """Declare an Operation that is offered, most often one that the activity may accompany."""
        fits = set(ACTIVITIES[self.faction][self.activity])
        open_to_it = set() if self.step_over else self.offered & set(OPERATIONS[self.faction])
        misfits = open_to_it - fits
        choices = misfits if misfits and self.rng.random() < MISFIT else open_to_it & fits
        if not choices:
            return False
        self.name = self.answer(self.rng.choice(sorted(choices)))
        self.accompanies = self.name in fits
        return True

    def come_to_gap(self, preferred: Collection[str] = (), steps: Sequence[int] = (0, 0, 0, 1, 2, 4, 8)) -> bool:
        """Declare an Operation, answer some of its questions at random, and stop between two of its steps."""
        if not self.declare_some():
            return False
        left = self.rng.choice(steps)
        while not self.step_over and self.table.decision is not None:
            decision = self.table.decision
            options = sorted(self.offered)
            if not options or (left <= 0 and decision.seat == self.faction and decision.ask in GAPS):
                break
            left -= 1
            self.answer(self.draw([option for option in options if option in preferred] or options))
        if self.step_over or self.table.decision is None:
            return False
        self.gap = self.table.decision.ask
        view = self.view()
        if view["action"]["activity"]:
            return False  # only a Special Activity made the Operation possible, and the table took it by itself
        self.board = Board.of(view)
        self.selected = list(view["action"]["spaces"])
        self.begun = bool(self.selected) or self.name == "patrol"
        return True

    def leaves_operation(self, change: Callable[[Board], None]) -> bool:
        """4.1: whether the Operation has begun, or still can after this change."""
        if self.begun:
            return True
        kept, self.board = self.board, self.board.copy()
        change(self.board)
        try:
            return can_begin(self)
        finally:
            self.board = kept

    def execute(self, possible: bool) -> bool:
        """4.1, 4.1.1: it is offered if it may accompany the Operation and is possible; then it is executed."""
        assert self.table.decision is not None
        offered = self.table.decision.find(self.activity) is not None
        self.same(offered, possible and self.accompanies, f"whether {self.activity} is offered")
        if offered:
            self.answer(self.activity)
        return offered

    def cancelled(self) -> bool:
        """MANPADS Scare (26): the Taliban may pay 2 to cancel a flight as it is declared."""
        if not self.board.shaded(26) or self.board.resources["taliban"] < 2:
            return False
        if self.asks("taliban", "manpads", ("cancel", "let")) == "let":
            return False
        self.board.gain("taliban", -2)
        return True

    def executed(self) -> bool:
        """The activity has ended and left the board as the oracle says; no second one is offered in this Operation.

        With one thing left to do the table goes on by itself, and may change the board again; not so if the Operation
        has begun and nothing is left but its end, except that a Rally then places pieces and a Sweep pays tolls.
        """
        went_on = (
            self.step_over
            or self.asked != f"{self.faction} {self.gap}"
            or self.view()["action"]["spaces"] != self.selected
        )
        if not went_on or (self.begun and self.gap not in ("rally-how", "sweep-space")):
            self.board_same()
        if not self.step_over and self.table.decision is not None:
            self.same(self.table.decision.ask.startswith(self.activity), False, f"whether {self.activity} goes on")
            self.same(ALL_ACTIVITIES & set(self.table.decision.options.keys()), set(), "a second Special Activity")
        return True

    def next_space(self, spaces: set[str], chosen: list[str], *, least: int = 1, most: int = 99) -> str:
        """The next space of the activity, each once; `done` when there are enough, or no more."""
        left = spaces - set(chosen) if len(chosen) < most else set()
        if not left:
            return "done"
        options = {*left, "done"} if len(chosen) >= least else left
        return self.asks(self.faction, f"{self.activity}-space", options)
