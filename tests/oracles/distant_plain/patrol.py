"""Patrol (3.2.2), and what it shares with Sweep: finding Guerrillas, and Roadside IEDs (23)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from tests.oracles.distant_plain.assault import assault_in, exposed
from tests.oracles.distant_plain.board import CUBES, OF, OWNER
from tests.oracles.distant_plain.printed import ADJACENT, KABUL, KINDS, LOCS, PIECE, SPACES
from tests.oracles.distant_plain.talk import Operation, Talk
from tests.oracles.harness import oracle

ROADS = LOCS | {KABUL}
OWN_CUBES = {"coalition": ("Ct",), "government": ("Gt", "Gp")}
#: LoC -> cubes that entered it on their way, and where they are now.
Entered = dict[str, list[tuple[str, str]]]


# -- finding Guerrillas (1.4.1, 3.2.2, 3.2.3) -------------------------------------------------------


def underground(play: Talk, space: str) -> dict[str, int]:
    """Underground Guerrillas there, by Faction."""
    here = play.board.pieces[space]
    return {faction: here[OF[faction][0]] for faction in ("taliban", "warlords") if here[OF[faction][0]]}


def find(play: Talk, seat: str, space: str, most: int) -> None:
    """Activate up to `most`: of one Faction, of both together, or of none; of those targeted as many as can be."""
    there = underground(play, space)
    options = {*there, "none"} | ({"both"} if len(there) == 2 and most > 1 else set())
    target = play.asks(seat, "activate", options, {"space": space})
    if target == "both":
        total = min(most, sum(there.values()))
        n = play.count(seat, "activate-taliban", max(0, total - there["warlords"]), min(total, there["taliban"]))
        play.board.activate("taliban", space, n)
        play.board.activate("warlords", space, total - n)
    elif target != "none":
        play.board.activate(target, space, min(most, there[target]))


# -- Roadside IEDs (23) -----------------------------------------------------------------------------


def roadside_bomb(play: Talk, mover: str, entered: Entered) -> None:
    """Shaded: the Taliban may name a LoC entered where they have Guerrillas; the mover loses 1 cube that entered it."""
    board = play.board
    if not board.shaded(23):
        return
    mined = {loc for loc in entered if board.count(loc, "Tu", "Ta")}
    if not mined:
        return
    loc = play.asks("taliban", "ied-loc", {*mined, "done"})
    if loc == "done":
        return
    where = play.asks(mover, "ied-space", {at for _, at in entered[loc]}, {"space": loc})
    kind = KINDS[play.asks(mover, "ied-piece", {PIECE[kind] for kind, at in entered[loc] if at == where})]
    board.remove(kind, where, to="casualties" if OWNER[kind] == "coalition" else "available")


# -- Patrol -----------------------------------------------------------------------------------------


def reach(play: Talk, origin: str, avoiding: str = "") -> set[str]:
    """LoCs and Kabul that a cube can come to, road by road; a Sabotaged LoC lets nobody on who has entered it."""
    found: set[str] = set()
    edge = {origin}
    while edge:
        edge = {step for space in edge for step in ADJACENT[space] & ROADS} - found - {avoiding, origin}
        found |= edge
        edge = {space for space in edge if not (space in LOCS and play.board.terror[space])}
    return found


def must_enter(play: Talk, origin: str, dest: str) -> list[str]:
    """LoCs that no way to the destination can spare, itself included: a careful cube enters no other."""
    return [loc for loc in sorted(LOCS - {origin}) if loc == dest or dest not in reach(play, origin, avoiding=loc)]


class Patrol(Operation):
    """A Patrol under way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, rng.choice(("coalition", "government")), "patrol")
        self.cubes: Sequence[str] = OWN_CUBES[self.faction]
        self.tired: Counter[tuple[str, str]] = Counter()
        self.entered: Entered = {}

    def fresh(self, space: str, kind: str) -> int:
        return self.board.pieces[space][kind] - self.tired[space, kind]

    def destinations(self, origin: str) -> set[str]:
        """2.3.5: in a Limited Patrol all end in one space."""
        found = reach(self, origin)
        return found & set(self.selected) if self.full else found

    def origins(self) -> set[str]:
        return {
            space
            for space in SPACES
            if any(self.fresh(space, kind) for kind in self.cubes) and self.destinations(space)
        }

    def move(self, origin: str) -> None:
        dest = self.asks(self.faction, "patrol-to", self.destinations(origin), {"space": origin})
        kinds = {PIECE[kind] for kind in self.cubes if self.fresh(origin, kind)}
        kind = KINDS[self.asks(self.faction, "patrol-piece", kinds)]
        n = self.count(self.faction, "move-count", 1, self.fresh(origin, kind))
        for loc in must_enter(self, origin, dest):
            self.entered.setdefault(loc, []).append((kind, dest))
        self.board.move(kind, origin, dest, n)
        self.tired[dest, kind] += n
        self.selected.append(dest)

    def search(self) -> None:
        """On each LoC, 1 Guerrilla for each own cube."""
        left = {loc for loc in LOCS if self.board.count(loc, *self.cubes) and underground(self, loc)}
        while left:
            loc = self.asks(self.faction, "patrol-search", left)
            find(self, self.faction, loc, self.board.count(loc, *self.cubes))
            left.remove(loc)

    def assaultable(self) -> set[str]:
        """1 LoC with own cubes and something to remove; in a Limited Patrol its own; not while they talk (24)."""
        board = self.board
        if self.faction == "coalition" and board.shaded(24):
            return set()
        found = {
            loc
            for loc in LOCS
            if board.count(loc, *self.cubes)
            and (exposed(board, loc) or (self.faction == "coalition" and board.unshaded(7) and underground(self, loc)))
        }
        return found & set(self.selected) if self.one_space else found

    def repair(self) -> None:
        """Roadside IEDs (23), unshaded: Sabotage off up to 2 LoCs with COIN cubes and no Taliban Guerrilla."""
        board = self.board
        for _ in range(2 if board.unshaded(23) else 0):
            found = {
                loc
                for loc in LOCS
                if board.terror[loc] and board.count(loc, *CUBES) and not board.count(loc, "Tu", "Ta")
            }
            loc = self.asks(self.faction, "repair-loc", {*found, "done"})
            if loc == "done":
                return
            board.terror[loc] = 0


@oracle("distant-plain", "3.2.2", "how far cubes Patrol, whom they find, and where they may Assault")
def patrol(rng: random.Random) -> bool:
    play = Patrol(rng)
    cost = 3 if play.faction == "government" else 0
    if not play.declare(cost <= play.money):
        return False
    play.pay(cost)
    while (origin := play.asks(play.faction, "patrol-from", {*play.origins(), "done"})) != "done":
        play.move(origin)
        play.board_same()
    roadside_bomb(play, play.faction, play.entered)
    if play.one_space and not play.selected:
        play.selected.append(play.asks(play.faction, "patrol-loc", LOCS))
    play.search()
    loc = play.asks(play.faction, "patrol-assault", {*play.assaultable(), "done"})
    if loc != "done":
        assault_in(play, loc)
        play.asks(play.faction, "patrol-assault", ("done",))
    play.repair()
    play.turn_is_over()
    return play.board.on_map(*play.cubes) > 0
