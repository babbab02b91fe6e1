"""Differences between two positions, in the categories that Non-players consider."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Final

from khyber.games.distant_plain.board import (
    AVAILABLE,
    BASE_OF,
    C_BASE,
    C_TROOPS,
    COALITION,
    COIN_CONTROL,
    FACTIONS,
    GOVERNMENT,
    IS_AFGHAN,
    KINDS,
    LANDS,
    LOCS,
    OPPOSITION,
    POPULATION,
    SUPPORT,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    UNCONTROLLED,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.state import State

#: Numbers in order of importance; higher is better.
Worth = tuple[int, ...]

_BOX: Final = AVAILABLE * KINDS
_END: Final = (AVAILABLE + 3) * KINDS
#: The columns of a row that belong to each Faction.
COLUMNS: Final = ((0, 2), (2, 5), (5, 8), (8, 11))
_NONE: Final = (0,) * KINDS
_CASUALTIES: Final = (AVAILABLE + 1) * KINDS
_OUT: Final = (AVAILABLE + 2) * KINDS


def _boxes(before: bytearray, after: bytearray) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return by kind how many left Available, and how many left all boxes (Guerrillas as Underground)."""
    left = tuple(map(sub, before[_BOX:_CASUALTIES], after[_BOX:_CASUALTIES]))
    if before[_CASUALTIES:] == after[_CASUALTIES:]:
        return left, left
    lost = map(sub, before[_CASUALTIES:_OUT], after[_CASUALTIES:_OUT])
    out = map(sub, before[_OUT:_END], after[_OUT:_END])
    return left, tuple(map(sum, zip(left, lost, out, strict=True)))


def _fewer(before: bytearray, after: bytearray) -> int:
    """Return how many fewer pieces there are; unchanged kinds are skipped without counting."""
    return 0 if before == after else sum(before) - sum(after)


class Difference:
    """A position before and after. Totals are differences; `spaces` limits where they are counted."""

    __slots__ = (
        "after",
        "before",
        "came",
        "coin",
        "hidden",
        "left",
        "opposition",
        "raised",
        "rated",
        "same",
        "support",
        "uncontrolled",
    )

    def __init__(self, before: State, after: State, spaces: Sequence[Space] = LANDS) -> None:
        self.before = before
        self.after = after
        self.same = before.pieces == after.pieces
        #: By kind (Guerrillas under Underground): how many left Available, and how many more are on the map.
        self.left, self.came = (_NONE, _NONE) if self.same else _boxes(before.pieces, after.pieces)
        #: Points gained, negative if lost, and which of the four have moved by a change of level.
        self.support = self.opposition = self.coin = self.uncontrolled = 0
        self.raised: set[str] = set()
        #: How many fewer Underground Guerrillas each Faction has, once asked.
        self.hidden: dict[Faction, int] = {}
        #: How it was rated, by the key of the judge.
        self.rated: dict[tuple[int, ...], Worth] = {}
        self._count(before, after, spaces)

    def _count(self, before: State, after: State, spaces: Sequence[Space]) -> None:
        level, control, returnees = before.level, before.control, before.returnees
        if level == after.level and control == after.control and returnees == after.returnees:
            return
        for space in spaces:
            was, now = level[space], after.level[space]
            held, holds = control[space], after.control[space]
            if not IS_AFGHAN[space] or (was == now and held == holds and returnees[space] == after.returnees[space]):
                continue
            people = POPULATION[space] + returnees[space]
            peoples = POPULATION[space] + after.returnees[space]
            self.support += peoples * (now == SUPPORT) - people * (was == SUPPORT)
            self.opposition += peoples * (now == OPPOSITION) - people * (was == OPPOSITION)
            self.coin += peoples * (holds == COIN_CONTROL) - people * (held == COIN_CONTROL)
            self.uncontrolled += peoples * (holds == UNCONTROLLED) - people * (held == UNCONTROLLED)
            if was != now and peoples:
                self._shifted(was, now)

    def _shifted(self, was: int, now: int) -> None:
        if now == SUPPORT:
            self.raised.add("support-up")
        elif was == SUPPORT:
            self.raised.add("support-down")
        if now == OPPOSITION:
            self.raised.add("opposition-up")
        elif was == OPPOSITION:
            self.raised.add("opposition-down")

    # -- pieces ---------------------------------------------------------------------------------------

    def placed(self, piece: Piece) -> int:
        """Return how many of the kind left Available (Underground counts for both states of Guerrillas)."""
        return self.left[piece]

    def arrived(self, piece: Piece) -> int:
        """Return how many more of the kind are on the map: fewer in all three boxes together."""
        return self.came[piece]

    def gone(self, owner: Faction) -> int:
        """Return how many fewer pieces of the Faction are on the map."""
        return -sum(self.came[slice(*COLUMNS[owner])])

    def gets(self, owner: Faction) -> bool:
        """Return whether pieces of the Faction were placed."""
        first, last = COLUMNS[owner]
        return max(self.left[first:last]) > 0

    def pieces_moved(self) -> int:
        """Return the pieces placed, removed or flipped."""
        if self.same:
            return 0
        before, after = self.before.pieces, self.after.pieces
        moved = sum(map(abs, self.left))
        for row in (AVAILABLE + 1, AVAILABLE + 2):
            at, end = row * KINDS, (row + 1) * KINDS
            if before[at:end] != after[at:end]:
                moved += abs(sum(before[at:end]) - sum(after[at:end]))
        for owner, shown in ((TALIBAN, T_ACTIVE), (WARLORDS, W_ACTIVE)):
            fewer = self.underground_gone(owner)
            more = _fewer(after[shown:_BOX:KINDS], before[shown:_BOX:KINDS]) if fewer else 0
            if fewer * more > 0:  # turned over; otherwise they came or went, and have been counted
                moved += min(abs(fewer), abs(more))
        return moved

    def came_or_went(self) -> tuple[int, int]:
        """Return Bases and other pieces placed or removed; a replacement counts as both."""
        if self.same:
            return 0, 0
        bases = sum([abs(self.came[base]) for base in BASE_OF])
        return bases, sum(map(abs, self.came)) - bases

    def markers_moved(self) -> int:
        """Return the Terror and Sabotage markers placed or removed."""
        if self.before.terror == self.after.terror:
            return 0
        return sum(abs(was - now) for was, now in zip(self.before.terror, self.after.terror, strict=True))

    def bases_gone(self, owner: Faction) -> int:
        return -self.arrived(BASE_OF[owner])

    def coalition_boxes_changed(self) -> bool:
        """R-N8: return whether Coalition pieces moved: map, Available, Casualties, out of play."""
        if self.same:
            return False
        before, after = self.before.pieces, self.after.pieces
        return before[_BOX + C_TROOPS : _END : KINDS] != after[_BOX + C_TROOPS : _END : KINDS] or (
            before[_BOX + C_BASE : _END : KINDS] != after[_BOX + C_BASE : _END : KINDS]
        )

    def government_placed(self) -> bool:
        return self.gets(GOVERNMENT)

    def taliban_base_changed(self) -> bool:
        """Return whether a Taliban Base was placed or removed, or both."""
        before, after = self.before.pieces, self.after.pieces
        return not self.same and before[T_BASE:_BOX:KINDS] != after[T_BASE:_BOX:KINDS]

    def warlord_base_placed(self) -> bool:
        return self.placed(W_BASE) > 0

    def guerrilla_put_on_loc(self) -> bool:
        """Return whether a Warlord Guerrilla was placed on a LoC from Available."""
        if self.placed(W_UNDERGROUND) <= 0:
            return False
        return self._on_locs(self.after) > self._on_locs(self.before)

    @staticmethod
    def _on_locs(state: State) -> int:
        return sum(
            state.pieces[loc * KINDS + W_UNDERGROUND] + state.pieces[loc * KINDS + W_UNDERGROUND + 1] for loc in LOCS
        )

    # -- tracks and totals ----------------------------------------------------------------------------

    def resources(self, faction: Faction) -> int:
        return self.after.resources[faction] - self.before.resources[faction]

    def aid(self) -> int:
        return self.after.aid - self.before.aid

    def patronage(self) -> int:
        return self.after.patronage - self.before.patronage

    def islamabad(self) -> bool:
        """Return whether the Islamabad marker moved or flipped."""
        return self.before.islamabad != self.after.islamabad or self.before.hard != self.after.hard

    def score(self, faction: Faction) -> int:
        """Return the change of the Faction's total on the edge track (1.9)."""
        if faction == COALITION:
            return self.support - self.placed(C_TROOPS) - self.placed(C_BASE)
        if faction == GOVERNMENT:
            return self.coin + self.patronage()
        if faction == TALIBAN:
            return self.opposition + self.arrived(T_BASE)
        assert faction == WARLORDS
        return self.uncontrolled

    def underground_gone(self, owner: Faction) -> int:
        """Return how many fewer Underground Guerrillas of the Faction are on the map."""
        if owner not in (TALIBAN, WARLORDS):
            return 0
        found = self.hidden.get(owner)
        if found is None:
            hidden = T_UNDERGROUND if owner == TALIBAN else W_UNDERGROUND
            found = _fewer(self.before.pieces[hidden:_BOX:KINDS], self.after.pieces[hidden:_BOX:KINDS])
            self.hidden[owner] = found
        return found


def changed(before: State, after: State, faction: Faction) -> bool:
    """N.Effective: return whether a piece, marker, track, lasting text or other's Eligibility changed."""
    return (
        before.pieces != after.pieces
        or before.level != after.level
        or before.terror != after.terror
        or before.resources != after.resources
        or before.aid != after.aid
        or before.patronage != after.patronage
        or before.islamabad != after.islamabad
        or before.hard != after.hard
        or before.lasting != after.lasting
        or before.returnees != after.returnees
        or any(before.next_eligibility[f] != after.next_eligibility[f] for f in FACTIONS if f != faction)
    )
