"""Which Operations are open at all: those that can begin, if need be after a Special Activity (4.1)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.activity import OPERATIONS, Activity, can_begin
from tests.oracles.distant_plain.board import Board
from tests.oracles.distant_plain.taliban_activities import extort_spaces
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.distant_plain.warlords_activities import Suborn, markets
from tests.oracles.harness import oracle


def coin_can_begin(board: Board, faction: str, op: str) -> bool:
    """The Government pays 3 for anything. The Coalition need not, and may not Assault while it talks (24)."""
    if faction == "coalition":
        return op != "assault" or (board.on_map("Ct") > 0 and not board.shaded(24))
    return board.resources["government"] >= 3 and (op != "assault" or board.on_map("Gt", "Gp") > 0)


def enabled(play: Activity) -> bool:
    """Extort or Traffic bring Resources; Suborn hides Guerrillas for a Terror."""
    board = play.board
    if play.faction == "taliban":
        return bool(extort_spaces(play))
    bases = sum(markets(board).values()) if play.name in ("rally", "march") else 0
    earned = bases // 2 if board.unshaded(58) else bases  # Counter-Narc
    if earned and play.leaves_operation(lambda after: after.gain("warlords", earned)):
        return True
    assert isinstance(play, Suborn)
    return not board.unshaded(59) and bool(play.spaces())  # Local Truce


@oracle("distant-plain", "4.1", "which Operations are open, if need be after a Special Activity")
def opening(rng: random.Random) -> bool:
    faction = rng.choice(SEATS)
    kind = Suborn if faction == "warlords" else Activity
    activity = {"coalition": "air-lift", "government": "transport", "taliban": "extort", "warlords": "suborn"}[faction]
    poor = rng.choice((1, 1, 4, 99))
    play = kind(rng, faction, activity, lambda board: faction == "coalition" or board.resources[faction] < poor)
    wanted = set()
    for play.name in OPERATIONS[faction]:
        insurgent = faction in ("taliban", "warlords")
        if (can_begin(play) or enabled(play)) if insurgent else coin_can_begin(play.board, faction, play.name):
            wanted.add(play.name)
    offered = set() if play.step_over else play.offered & set(OPERATIONS[faction])
    play.same(offered, wanted, "the Operations offered")
    return bool(wanted)
