"""The position as one side sees it: the value of each tile, now and after a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import erf, floor, sqrt
from typing import Final

from khyber.games.zurmat.board import AFGHAN, CELLS, COALITION, DECLARE, FOB, LEVELS, NOBODY, TALIBAN, Lies, Tile
from khyber.games.zurmat.bots.odds import Odds, odds
from khyber.games.zurmat.bots.weights import Weights
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours, on_map, units_of
from khyber.games.zurmat.rules.winning import afghan_units, all_forts_of, objectives_of, schools_of
from khyber.games.zurmat.state import State
from khyber.games.zurmat.turns import following

_WAITING = (Lies.CURRENT, Lies.NEXT, Lies.TWO)
#: Steps of a month before the first turn; while discs are placed or shown, the step that follows counts.
_BEFORE_TURNS = frozenset(("event", "event-side", "event-over", "refugees", "influence", "influenced", "tactics"))


class Picture:
    """A position as one side sees it, built for one decision: it does not follow later changes."""

    __slots__ = (
        "_counts",
        "_mine",
        "_theirs",
        "box",
        "enemy_turns",
        "objectives",
        "own_turns",
        "play",
        "side",
        "state",
        "tiles",
        "turns",
        "weights",
        "worths",
    )

    def __init__(self, play: Play, side: int, weights: Weights) -> None:
        self.play, self.state, self.box, self.side = play, play.state, play.box, side
        self.weights = weights
        self.tiles = on_map(play.state)
        self.objectives = objectives_of(play.state, play.box, side)
        self.turns = turns_left(play)
        self.own_turns, self.enemy_turns = self._to_come()
        patience = self.weights.patience
        self._mine = self.weights.ours * self.own_turns / (self.own_turns + patience)
        self._theirs = self.weights.theirs * self.enemy_turns / (self.enemy_turns + patience)
        self.worths = self._worths()
        self._counts: dict[Tile, tuple[int, int, int, int]] = {}

    # -- time -----------------------------------------------------------------------------------------

    def _to_come(self) -> tuple[float, float]:
        """Return the turns left to us and to them after the current one."""
        state = self.state
        step = following(state)
        turns = max(1.0, self.turns - expected_winter(self.play, self.turns))
        if not state.month or step in _BEFORE_TURNS:
            return turns, turns
        later = turns - 1
        if state.active == self.side:
            # a Declare in progress may still take a tile
            pending = state.op == DECLARE and not state.done and step != "after"
            return later + pending, later + (self.side == COALITION)
        return later + (self.side == TALIBAN), later

    @property
    def is_last(self) -> bool:
        """Return whether this is our last turn."""
        return self.turns <= 1

    # -- tiles ----------------------------------------------------------------------------------------

    def _worths(self) -> dict[Tile, float]:
        """Return the value of controlling each tile: a VP, future discs, Events and Objectives."""
        state, box, weights = self.state, self.box, self.weights
        base = 1.0 + weights.income * self.own_turns
        poppies = 0.0
        for card in box.events:
            if card.kind == "scored" and state.lies[card.number - 1] in _WAITING:
                if card.most == "poppies":
                    poppies += weights.harvest
                else:
                    base += weights.election
        worths = {
            tile: base + poppies * box.poppy[tile] + weights.building * (state.schools[tile] + state.forts[tile])
            for tile in self.tiles
        }
        for objective in self.objectives:
            if objective.counts == "ring":
                for tile in neighbours(state, FOB):
                    worths[tile] += weights.wanted
            elif objective.counts == "fob":
                worths[FOB] += weights.wanted
        return worths

    def counts(self, tile: Tile) -> tuple[int, int, int, int]:
        """Return who controls a tile (1: we, -1: they), our known lead, and unseen discs of each side."""
        found = self._counts.get(tile)
        if found is None:
            found = self._counts[tile] = self._count(tile)
        return found

    def _count(self, tile: Tile) -> tuple[int, int, int, int]:
        state, side = self.state, self.side
        other = 1 - side
        mine, hidden = faces(state, side, side, tile)
        yours, unseen = faces(state, side, other, tile)
        lead = units_of(state, side, tile) - units_of(state, other, tile) + mine - yours
        control = state.control[tile]
        if control == NOBODY:
            return 0, lead, hidden, unseen
        if control == side:
            return 1, lead + state.schools[tile], hidden, unseen
        return -1, lead - state.schools[tile], hidden, unseen

    def stands(self, tile: Tile, more: int = 0, ours: int = 0, theirs: int = 0) -> float:
        """Return a tile's value to us, with `more` Loyalty and this many unseen discs added to each side."""
        held, lead, mine, yours = self.counts(tile)
        weights = self.weights
        spread = weights.spread
        lead += more
        mine += ours
        yours += theirs
        worth = self.worths[tile]
        if held > 0:
            return worth * (1 - 2 * self._theirs * odds(lead, mine, yours, spread).lose)
        if held < 0:
            return worth * (2 * self._mine * odds(lead, mine, yours, spread).win - 1)
        win, lose = odds(lead, mine, yours, spread)
        return worth * weights.open * (self._mine * win - self._theirs * lose)

    def change(self, tile: Tile, more: int = 0, ours: int = 0, theirs: int = 0) -> float:
        """Return the value of that addition to a tile."""
        return self.stands(tile, more, ours, theirs) - self.stands(tile)

    def change_by(self, tile: Tile, more: float) -> float:
        """Return the same for an average of Loyalty that need not be an integer."""
        low = floor(more)
        below = self.change(tile, low) if low else 0.0
        part = more - low
        return below if not part else below + part * ((self.change(tile, low + 1) if low != -1 else 0.0) - below)

    def chance(self, tile: Tile, more: int = 0, ours: int = 0) -> Odds:
        """Return the odds of a Declare on a tile now."""
        _, lead, mine, yours = self.counts(tile)
        return odds(lead + more, mine + ours, yours)

    def prize(self, tile: Tile, more: int = 0, ours: int = 0) -> tuple[Odds, float, float]:
        """Return the odds of a Declare on a tile, and the value of winning and of losing it."""
        held, lead, mine, yours = self.counts(tile)
        found = odds(lead + more, mine + ours, yours)
        likely = round(lead + (mine + ours - yours) / 2)
        worth, spread = self.worths[tile], self.weights.spread
        now = self.stands(tile)
        won = worth * (1 - 2 * self._theirs * odds(max(1, likely), 0, 0, spread).lose)
        lost = worth * (2 * self._mine * odds(min(-1, likely), 0, 0, spread).win - 1)
        if held > 0:
            return found, 0.0, lost - now
        return found, won - now, 0.0 if held < 0 else lost - now

    def gain(self, tile: Tile, more: int = 0, ours: int = 0) -> float:
        """Return the expected gain of a Declare on a tile."""
        (win, lose), won, lost = self.prize(tile, more, ours)
        return win * won + lose * lost

    def seen(self, tile: Tile) -> bool:
        """Return whether we know all discs on a tile."""
        _, _, mine, yours = self.counts(tile)
        return not mine and not yours

    # -- Objectives -------------------------------------------------------------------------------------

    def counts_for_us(self, what: str) -> bool:
        """Return whether one of our Objectives counts it."""
        return any(card.counts == what for card in self.objectives)

    def progress(self, op: int) -> float:
        """Return the value of completing an Operation that an Objective counts."""
        value = 0.0
        for card in self.objectives:
            if card.counts == "operations" and card.operation == op:
                left = card.n - self.state.ticks[self.side * LEVELS + op]
                if 0 < left <= self.turns:
                    value += self.weights.tick * card.vp / card.n * (1.6 if left >= self.own_turns else 1.0)
        return value

    def most(self, what: str, more: float) -> float:
        """Return the value of a lead larger by `more` for an Objective to have the most of something."""
        for card in self.objectives:
            if card.counts == what and more:
                ours, theirs = (COUNTS[what](self.state, side) for side in (self.side, 1 - self.side))
                drift = DRIFT[what] * sqrt(self.own_turns + self.enemy_turns)
                lead, low = ours - theirs, floor(more)
                chance = ahead(lead + low, drift)
                chance += (more - low) * (ahead(lead + low + 1, drift) - chance)
                return card.vp * (chance - ahead(lead, drift))
        return 0.0

    def unit(self) -> float:
        """Return the value of a unit on any tile, since it can still move."""
        return self.weights.unit * min(1.0, self.own_turns / 3)

    def loss(self) -> float:
        """Return the cost of a lost unit to its side, besides its tile."""
        return self.weights.loss * min(1.0, self.own_turns / 3)

    def threshold(self, factor: float = 1.0) -> float:
        """Return what a card must gain to be played now: less near the end, when unplayed cards are wasted."""
        early = min(1.0, self.own_turns / 4)
        weights = self.weights
        return factor * (weights.last_card + (weights.card - weights.last_card) * early)

    def village(self) -> float:
        """Return the threshold for Village Declares."""
        early = min(1.0, self.own_turns / 4)
        weights = self.weights
        return weights.last_village + (weights.village - weights.last_village) * early

    @property
    def afghan(self) -> int:
        return AFGHAN[self.side]


#: What "most" Objectives count, and how far the lead drifts in one turn of either side.
COUNTS: Final[Mapping[str, Callable[[State, int], int]]] = {
    "most-units": afghan_units,
    "most-schools": schools_of,
    "most-forts": all_forts_of,
}
DRIFT: Final = {"most-units": 1.5, "most-schools": 0.8, "most-forts": 0.8}


def ahead(lead: float, drift: float) -> float:
    """Return the probability that a lead survives to the end, given its expected drift.

    >>> ahead(1, 0.0), ahead(0, 0.0), ahead(0.5, 2.0)
    (1.0, 0.0, 0.5)
    """
    over = lead - 0.5
    if not drift:
        return float(over > 0)
    return 0.5 * (1 + erf(over / (drift * sqrt(2))))


def faces(state: State, side: int, owner: int, tile: Tile) -> tuple[int, int]:
    """Return the owner's Faction discs on a tile that `side` knows, and the number it does not know.

    In a seat's copy of the state, unseen discs are all Neutral.
    """
    at = tile * CELLS + owner * 4
    discs = state.discs
    if (state.look == tile and state.looker == side) or (owner == side and state.notes):
        return discs[at + 2] + discs[at + 3], 0
    return discs[at + 3], discs[at]


def turns_left(play: Play) -> int:
    """Return the turns left to each side, this month included, unless winter comes sooner."""
    return max(1, len(play.box.numbers.months) - play.state.winter - play.state.month + (play.state.month > 0))


def expected_winter(play: Play, turns: int) -> float:
    """Return how many of these turns the Winter cards left in the deck will cost on average."""
    state = play.state
    cubes = cards = 0
    for card in play.box.events:
        if state.lies[card.number - 1] == Lies.DECK:
            cards += 1
            cubes += card.cubes
    if not cards or turns <= 1:
        return 0.0
    return min(cubes * min(1.0, (turns - 1) / cards), play.box.numbers.winter_cubes - state.winter) * 0.5
