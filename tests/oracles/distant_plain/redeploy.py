"""The Redeploy Phase (6.5)."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracles.distant_plain.board import Board
from tests.oracles.distant_plain.printed import KABUL, LANDS, LOCS, PAKISTAN, PASHTUN, SPACES
from tests.oracles.distant_plain.resources import TIES, margins
from tests.oracles.distant_plain.rounds import Round, as_it_stood
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.harness import oracle

HAVENS = PAKISTAN & PASHTUN


@oracle("distant-plain", "6.5.1", "how many Government cubes desert, and where")
def desertion(rng: random.Random) -> bool:
    play = Round(
        rng, "desertion", "government", lambda board: any(board.count(space, "Gt", "Gp") > 2 for space in SPACES)
    )
    board = play.board
    play.frozen = {space: board.control(space) for space in SPACES}
    deserted = 0
    for space in SPACES:
        troops, police = board.pieces[space]["Gt"], board.pieces[space]["Gp"]
        n = (troops + police) // 3
        if n:
            of_troops = play.count("government", "desertion", max(0, n - police), min(n, troops), {"space": space})
            board.remove("Gt", space, of_troops)
            board.remove("Gp", space, n - of_troops)
            deserted += n
    play.phase_is_over()
    return deserted > 0


def coin_base(board: Board, space: str) -> bool:
    return board.count(space, "CB", "GB") > 0


@oracle("distant-plain", "6.5.2", "which Troops may or must Redeploy, and where to")
def troops(rng: random.Random) -> bool:
    faction, kind, must = rng.choice((("coalition", "Ct", False), ("government", "Gt", True)))
    play = Round(rng, "redeploy", faction, lambda board: board.on_map(kind) > 0, frozen=as_it_stood(rng))
    board = play.board
    dests = {space for space in LANDS if space == KABUL or (play.control(space) == "coin" and coin_base(board, space))}
    moved = 0
    while origins := {
        space for space in SPACES if board.pieces[space][kind] and space != KABUL and not coin_base(board, space)
    }:
        origin = play.asks(faction, "redeploy-from", origins if must else {*origins, "done"})
        if origin == "done":
            break
        dest = play.asks(faction, "redeploy-to", dests, {"space": origin})
        n = play.count(faction, "move-count", 1, board.pieces[origin][kind])
        board.move(kind, origin, dest, n)
        moved += n
    play.phase_is_over()
    return moved > 0


@oracle("distant-plain", "6.5.3", "where Police may go")
def police(rng: random.Random) -> bool:
    play = Round(rng, "redeploy-police", "government", lambda board: board.on_map("Gp") > 0, frozen=as_it_stood(rng))
    board = play.board
    dests = LOCS | {space for space in LANDS if play.control(space) == "coin"}
    arrived: Counter[str] = Counter()
    while origins := {space for space in SPACES if board.pieces[space]["Gp"] > arrived[space]}:
        origin = play.asks("government", "redeploy-from", {*origins, "done"})
        if origin == "done":
            break
        dest = play.asks("government", "redeploy-to", dests - {origin}, {"space": origin})
        n = play.count("government", "move-count", 1, board.pieces[origin]["Gp"] - arrived[origin])
        board.move("Gp", origin, dest, n)
        arrived[dest] += n
    play.phase_is_over()
    return sum(arrived.values()) > 0


class Going(Round):
    """The Taliban on their way home; who has arrived stays there."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(
            rng, "redeploy-taliban", "taliban", lambda board: board.on_map("Tu", "Ta") > 0, frozen=as_it_stood(rng)
        )
        self.arrived: Counter[tuple[str, str]] = Counter()

    def fresh(self, space: str, kind: str) -> int:
        return self.board.pieces[space][kind] - self.arrived[space, kind]

    def origins(self) -> set[str]:
        """LoCs and Provinces without a Taliban Base; Guerrillas in Kabul stay."""
        return {
            space
            for space in SPACES
            if space != KABUL
            and not self.board.pieces[space]["TB"]
            and (self.fresh(space, "Tu") or self.fresh(space, "Ta"))
        }

    def dests(self) -> set[str]:
        """Taliban Bases under Taliban Control, and Pashtun land in Pakistan."""
        return {
            space
            for space in LANDS
            if space in HAVENS or (self.board.pieces[space]["TB"] and self.control(space) == "taliban")
        }

    def may_stay(self, space: str) -> bool:
        """They stand where they might go; by Mullah Omar (36) Provinces need not be left."""
        return space in HAVENS or (space in LANDS and self.board.shaded(36))

    def go(self, origin: str) -> None:
        board = self.board
        dest = self.asks("taliban", "redeploy-to", self.dests() - {origin}, {"space": origin})
        hidden, shown = self.fresh(origin, "Tu"), self.fresh(origin, "Ta")
        n = self.count("taliban", "move-count", 0 if shown else 1, hidden) if hidden else 0
        m = self.count("taliban", "move-count", 0 if n else 1, shown) if shown else 0
        board.move("Tu", origin, dest, n)
        board.move("Ta", origin, dest, m)
        arrived = (0, n + m) if board.always_active(dest) else (n, m)
        self.arrived[dest, "Tu"] += arrived[0]
        self.arrived[dest, "Ta"] += arrived[1]


@oracle("distant-plain", "6.5.4", "which Taliban must go home, and where that is")
def taliban(rng: random.Random) -> bool:
    play = Going(rng)
    while origins := play.origins():
        stay = all(play.may_stay(space) for space in origins)
        origin = play.asks("taliban", "redeploy-from", {*origins, "done"} if stay else origins)
        if origin == "done":
            break
        play.go(origin)
    play.phase_is_over()
    return sum(play.arrived.values()) > 0


@oracle("distant-plain", "6.5.5", "that Control catches up once everybody has moved", relevant=0.4)
def control(rng: random.Random) -> bool:
    play = Round(rng, "redeployed", "taliban", frozen=as_it_stood(rng))
    outdated = any(play.control(space) != play.board.control(space) for space in LANDS)
    play.frozen = None
    play.same(play.view()["sequence"]["step"], "reset", "the step after it")
    play.phase_is_over()
    return outdated


@oracle("distant-plain", "6.5.6", "that the final Round ends the game, and who has won")
def game_end(rng: random.Random) -> bool:
    play = Round(rng, "redeployed", "taliban", held=4, frozen=as_it_stood(rng), deceiving=rng.random() < 0.4)
    play.frozen = None
    margin = margins(play.board)
    for seat, hidden in zip(SEATS, play.hidden, strict=False):
        margin[seat] += hidden.count("hidden-agenda")  # 7.3: at the end all of them count
    ranking = sorted(margin, key=lambda seat: (-margin[seat], TIES.index(seat)))
    play.same(play.view()["outcome"], {"ending": "final", "ranking": ranking}, "the outcome")
    play.phase_is_over()
    return True
