"""Propaganda Rounds in general: a table that stands at one step of one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tests.oracles.distant_plain.board import Board
from tests.oracles.distant_plain.positions import anything, wanted_board
from tests.oracles.distant_plain.printed import EVENTS, LANDS, PROPAGANDA
from tests.oracles.distant_plain.talk import SEATS, Talk

#: 7.3: the kinds of Deception markers.
DECEPTION = ("empty-threat", "hidden-agenda", "hidden-asset")


class Round(Talk):
    """A step of a Propaganda Round; `held` says which of the 4 of the Short scenario."""

    def __init__(
        self,
        rng: random.Random,
        step: str,
        active: str = "coalition",
        wanted: Callable[[Board], bool] = anything,
        *,
        held: int = 1,
        players: Sequence[int] = (0, 1, 2, 3),
        frozen: Callable[[Board], Mapping[str, str]] | None = None,
        deceiving: bool = False,
    ) -> None:
        card, *deck = rng.sample(EVENTS, 4)
        board = wanted_board(rng, step, wanted)
        count = len(set(players)) if deceiving and len(set(players)) > 2 else 0
        #: 7.3: by player, Deception markers that nobody else has seen.
        markers = rng.sample(DECEPTION * 4, 2 * count)  # four of each kind are in the box
        self.hidden = [markers[2 * seat : 2 * seat + rng.randint(0, 2)] for seat in range(count)]
        super().__init__(
            rng,
            board,
            step,
            active,
            {"played": [card, *PROPAGANDA[:held]], "deck": deck, "propaganda-played": held, "round-held": True},
            {"eligible": [seat for seat in SEATS if rng.random() < 0.5]},
            players,
            frozen(board) if frozen else None,
            self.hidden,
        )

    def phase_is_over(self) -> None:
        """The step has ended, and left the board as the oracle says."""
        self.same(self.step_over, True, "whether the step has ended")
        self.board_same()


def as_it_stood(rng: random.Random) -> Callable[[Board], dict[str, str]]:
    """6.5: Control as it was before desertion and the moves so far, which may have been otherwise in some spaces."""
    share = rng.choice((0.0, 0.3))

    def before(board: Board) -> dict[str, str]:
        return {
            space: rng.choice(("coin", "taliban", "none")) if rng.random() < share else board.control(space)
            for space in sorted(LANDS)
        }

    return before
