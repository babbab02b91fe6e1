"""Effects on pieces: place, remove, replace, flip, move, and transfers between the Coalition's boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    AVAILABLE,
    BASES,
    C_BASE,
    C_TROOPS,
    CASUALTIES,
    IS_LOC,
    IS_PAKISTAN,
    KINDS,
    LANDS,
    OUT_OF_PLAY,
    OWNER,
    PIECE_IDS,
    PIECES,
    SPACE_IDS,
    T_BASE,
    TALIBAN,
    UNDERGROUND_OF,
    W_BASE,
    W_UNDERGROUND,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.events.amounts import Amount
from khyber.games.distant_plain.events.effect import Effect, SpaceEffect, Where, chooser
from khyber.games.distant_plain.events.filters import Test, matching
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.words import GROUPS
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, PLACES, or_done
from khyber.games.distant_plain.play import Asking, Rules
from khyber.games.distant_plain.rules.control import adjust_control
from khyber.games.distant_plain.rules.events import event_place
from khyber.games.distant_plain.rules.forces import (
    activate,
    available,
    bases,
    can_hide,
    hide,
    lose,
    may_stack,
    move,
    remove,
)
from khyber.games.distant_plain.state import State

_GUARDS = {piece: tuple(p for p in PIECES if OWNER[p] == OWNER[piece] and p not in BASES) for piece in BASES}
ROW_OF_BOX = {"available": AVAILABLE, "casualties": CASUALTIES, "out-of-play": OUT_OF_PLAY}


def of_named(event: Resolution, pieces: Sequence[Piece], only_named: bool) -> list[Piece]:
    """Return the pieces of the Faction that an earlier step named, if this step says so."""
    return [piece for piece in pieces if OWNER[piece] == event.named] if only_named else list(pieces)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of pieces, in each space or in all, as an upper limit or exact."""

    n: Amount | None
    total: bool
    exact: bool

    def here(self, event: Resolution, done: int) -> int:
        """Return the maximum for this space; `done` is the number so far in all spaces."""
        if self.n is None:
            return 255
        return max(0, self.n(event) - done) if self.total else self.n(event)


@dataclass(frozen=True)
class PieceEffect(SpaceEffect):
    """An effect on a number of pieces, asked about kind by kind."""

    where: Where
    by: str
    what: tuple[Piece, ...]
    quantity: Quantity
    only_named: bool

    def run(self, event: Resolution, step: int) -> Rules:
        chosen = event.selected.setdefault(step, [])
        done = 0
        while (
            self.quantity.here(event, done)
            and (space := (yield from self.where.next_space(event, step, self.by, chosen))) is not None
        ):
            chosen.append(space)
            event.play.emit("event-space", "5.1", SPACE_IDS[space])
            done += yield from self.in_space(event, step, space, self.quantity.here(event, done))
        event.removed[step] = done

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        yield from self.in_space(event, step, space, self.quantity.here(event, 0))

    def in_space(self, event: Resolution, step: int, space: Space, most: int) -> Asking[int]:
        """Ask for the number of each kind, apply it and return the total."""
        done = 0
        kinds = of_named(event, self.what, self.only_named)
        for index, piece in enumerate(kinds):
            here = min(most - done, self.possible(event, piece, space))
            if here <= 0:
                continue
            least = here if self.quantity.n is None else 0
            if self.quantity.exact and not least:
                later = sum(self.possible(event, other, space) for other in kinds[index + 1 :])
                if self.quantity.total:
                    later += self.elsewhere(event, step, kinds)
                least = min(here, max(0, most - done - later))
            n = yield from event.play.ask(
                self.chooser_of(event, piece),
                f"event-{self.verb}",
                "5.1",
                COUNTS,
                partial(range, least, here + 1),
                {"piece": PIECE_IDS[piece], "space": SPACE_IDS[space], "n": step, "most": most - done},
                boundary=False,
            )
            if n:
                self.apply(event, piece, space, n)
                done += n
        return done

    def elsewhere(self, event: Resolution, step: int, kinds: Sequence[Piece]) -> int:
        """Return how many pieces are possible in spaces not chosen so far."""
        return sum(
            self.possible(event, piece, space)
            for space in matching(event, self.where.test)
            if space not in event.selected[step]
            for piece in kinds
        )

    verb = ""

    def possible_now(self, event: Resolution) -> bool:
        return any(
            self.possible(event, piece, space) > 0 for space in matching(event, self.where.test) for piece in self.what
        )

    def pieces_now(self, event: Resolution) -> int:
        kinds, each = of_named(event, self.what, self.only_named), self.quantity.here(event, 0)
        spaces = matching(event, self.where.test)
        found = sorted(min(each, sum(self.possible(event, piece, space) for piece in kinds)) for space in spaces)
        total = sum(found if self.where.most is None else found[-self.where.most(event) :])
        return min(total, each) if self.quantity.total else total

    def chooser_of(self, event: Resolution, piece: Piece) -> Faction:
        return OWNER[piece] if self.by == "owner" else chooser(event, self.by)

    def possible(self, event: Resolution, piece: Piece, space: Space) -> int:
        """Return how many pieces of the kind are possible."""
        raise NotImplementedError

    def apply(self, event: Resolution, piece: Piece, space: Space, n: int) -> None:
        raise NotImplementedError


class Place(PieceEffect):
    """Put pieces from Available onto the map, within stacking (5.1.1)."""

    verb = "place"

    def possible(self, event: Resolution, piece: Piece, space: Space) -> int:
        state = event.state
        if not may_stack(OWNER[piece], space):
            return 0
        room = (0 if IS_LOC[space] else 2 - bases(state, space)) if piece in BASES else 255
        return min(available(state, piece), room)

    def apply(self, event: Resolution, piece: Piece, space: Space, n: int) -> None:
        event_place(event.play, piece, space, n)

    def pieces_now(self, event: Resolution) -> int:
        return min(super().pieces_now(event), sum(available(event.state, piece) for piece in self.what))

    def touches(self) -> frozenset[str]:
        on_locs = any(IS_LOC[space] for space in _reach(self.where))
        flags = {_PLACED.get(piece, "") for piece in self.what}
        if W_UNDERGROUND in self.what and on_locs:
            flags.add("warlord-guerrilla-on-loc")
        return frozenset(flags - {""})


@dataclass(frozen=True)
class Remove(PieceEffect):
    """Remove pieces; if the step says so, Bases only after their Faction's other pieces."""

    to: str
    bases_last: bool

    verb = "remove"

    def possible(self, event: Resolution, piece: Piece, space: Space) -> int:
        state = event.state
        at = space * KINDS
        if self.bases_last and piece in BASES and any(state.pieces[at + guard] for guard in _GUARDS[piece]):
            return 0
        return state.pieces[at + piece]

    def apply(self, event: Resolution, piece: Piece, space: Space, n: int) -> None:
        if self.to == "casualties":
            lose(event.play, "5.1", piece, space, n)
        elif self.to == "out-of-play":
            leave_play(event, piece, space, n)
        else:
            remove(event.play, "5.1", piece, space, n)

    def touches(self) -> frozenset[str]:
        flags = {"taliban-base-remove"} if T_BASE in self.what else set()
        if self.to != "available" and C_TROOPS in self.what:
            flags.add("coalition-remove")
        return frozenset(flags)


@dataclass(frozen=True)
class Replace(PieceEffect):
    """Replace pieces one for one; Taliban in Pakistan are never replaced (5.1.1)."""

    new: tuple[Piece, ...]

    verb = "replace"

    def possible(self, event: Resolution, piece: Piece, space: Space) -> int:
        if OWNER[piece] == TALIBAN and IS_PAKISTAN[space]:
            return 0
        return event.state.pieces[space * KINDS + piece]

    def in_space(self, event: Resolution, step: int, space: Space, most: int) -> Asking[int]:
        if len(self.new) > 1 and step not in event.replacing:
            event.replacing[step] = yield from event.play.ask(
                chooser(event, self.by),
                "event-replace-with",
                "5.1",
                PIECES_OR_WORDS,
                lambda: list(self.new),
                {"space": SPACE_IDS[space], "n": step},
            )
        return (yield from super().in_space(event, step, space, most))

    def apply(self, event: Resolution, piece: Piece, space: Space, n: int) -> None:
        new = next((p for p in self.new if p in event.replacing.values()), self.new[0])
        remove(event.play, "5.1", piece, space, n)
        event_place(event.play, new, space, n)

    def touches(self) -> frozenset[str]:
        flags = {_PLACED.get(piece, "") for piece in self.new}
        if T_BASE in self.what:
            flags.add("taliban-base-remove")
        return frozenset(flags - {""})


@dataclass(frozen=True)
class Flip(PieceEffect):
    """Set Guerrillas Active or Underground."""

    to: str

    verb = "flip"

    def possible(self, event: Resolution, piece: Piece, space: Space) -> int:
        faction = OWNER[piece]
        if self.to == "active":
            return event.state.pieces[space * KINDS + piece] if piece == UNDERGROUND_OF[faction] else 0
        return can_hide(event.state, faction, space) if piece == ACTIVE_OF[faction] else 0

    def apply(self, event: Resolution, piece: Piece, space: Space, n: int) -> None:
        if self.to == "active":
            activate(event.play, "5.1", OWNER[piece], space, n)
        else:
            hide(event.play, "5.1", OWNER[piece], space, n)


@dataclass(frozen=True)
class Move(Effect):
    """Move pieces on the map directly to other spaces; they may end up Active or Underground."""

    by: str
    what: tuple[Piece, ...]
    n: Amount
    origins: Test
    destinations: Test
    #: The most spaces to move from.
    spaces: Amount
    becomes: str
    #: Whether filters apply once, as the step begins.
    frozen: bool

    def run(self, event: Resolution, step: int) -> Rules:
        state = event.state
        left, used = self.n(event), event.selected.setdefault(step, [])
        if self.frozen:
            event.judged = frozenset(matching(event, self.origins)), frozenset(matching(event, self.destinations))
        state.moved = bytearray(len(state.pieces))
        while left and self._origins(event, used):
            origin = yield from event.play.ask(
                chooser(event, self.by),
                "event-move-from",
                "5.1",
                PLACES,
                lambda: or_done(self._origins(event, used)),
                {"n": left},
            )
            if isinstance(origin, str):
                break
            if origin not in used:
                used.append(origin)
            left -= yield from self._group(event, origin, left)
        state.moved = bytearray()
        event.removed[step] = self.n(event) - left

    def _origins(self, event: Resolution, used: list[Space]) -> list[Space]:
        more = len(used) < self.spaces(event)
        open_to_it = sorted(event.judged[0]) if self.frozen else matching(event, self.origins)
        return [
            space
            for space in open_to_it
            if (more or space in used)
            and any(self._fresh(event.state, space, p) for p in self.what)
            and self._dests(event, space)
        ]

    def _fresh(self, state: State, space: Space, piece: Piece) -> int:
        at = space * KINDS + piece
        return state.pieces[at] - state.moved[at]

    def _dests(self, event: Resolution, origin: Space) -> list[Space]:
        event.origin = origin
        open_to_it = sorted(event.judged[1]) if self.frozen else matching(event, self.destinations)
        return [space for space in open_to_it if space != origin]

    def _group(self, event: Resolution, origin: Space, most: int) -> Asking[int]:
        state = event.state
        dest = yield from event.play.ask(
            chooser(event, self.by),
            "event-move-to",
            "5.1",
            PLACES,
            lambda: self._dests(event, origin),
            {"space": SPACE_IDS[origin]},
        )
        done = 0
        kinds = [piece for piece in self.what if self._fresh(state, origin, piece)]
        for index, piece in enumerate(kinds):
            here = min(most - done, self._fresh(state, origin, piece))
            least = 1 if not done and index == len(kinds) - 1 else 0
            n = yield from event.play.ask(
                chooser(event, self.by),
                "move-count",
                "5.1",
                COUNTS,
                partial(range, least, here + 1),
                {"origin": SPACE_IDS[origin], "dest": SPACE_IDS[dest], "piece": PIECE_IDS[piece], "most": most - done},
                boundary=False,
            )
            if n:
                self._arrive(event, piece, n, origin, dest)
                done += n
        return done

    def _arrive(self, event: Resolution, piece: Piece, n: int, origin: Space, dest: Space) -> None:
        state = event.state
        kinds = (UNDERGROUND_OF[OWNER[piece]], ACTIVE_OF[OWNER[piece]]) if OWNER[piece] in UNDERGROUND_OF else (piece,)
        before = [state.pieces[dest * KINDS + kind] for kind in kinds]
        move(event.play, "5.1", piece, n, origin, dest)
        if self.becomes == "active" and piece == kinds[0]:
            activate(event.play, "5.1", OWNER[piece], dest, state.pieces[dest * KINDS + kinds[0]] - before[0])
        elif self.becomes == "underground" and piece == kinds[-1]:
            hide(event.play, "5.1", OWNER[piece], dest, min(n, can_hide(state, OWNER[piece], dest)))
        for kind, was in zip(kinds, before, strict=True):
            state.moved[dest * KINDS + kind] += max(0, state.pieces[dest * KINDS + kind] - was)


@dataclass(frozen=True)
class Boxes(Effect):
    """Move Coalition pieces between Available, Casualties and out of play."""

    by: str
    what: tuple[Piece, ...]
    n: Amount
    sources: tuple[str, ...]
    to: str

    def run(self, event: Resolution, step: int) -> Rules:
        pieces = event.state.pieces
        left = self.n(event)
        for box in self.sources:
            row = ROW_OF_BOX[box]
            for piece in self.what:
                here = min(left, pieces[row * KINDS + piece])
                if not here:
                    continue
                n = yield from event.play.ask(
                    chooser(event, self.by),
                    "event-box",
                    "5.1",
                    COUNTS,
                    partial(range, here + 1),
                    {"piece": PIECE_IDS[piece], "pool": box, "into": self.to},
                    boundary=False,
                )
                pieces[row * KINDS + piece] -= n
                pieces[ROW_OF_BOX[self.to] * KINDS + piece] += n
                left -= n
                if n:
                    event.play.emit("boxed", "5.1", PIECE_IDS[piece], n, box, self.to)
        event.removed[step] = self.n(event) - left

    def touches(self) -> frozenset[str]:
        return frozenset(("coalition-place",)) if self.to == "available" else frozenset(("coalition-remove",))


def leave_play(event: Resolution, piece: Piece, space: Space, n: int) -> None:
    """Move pieces from the map out of play."""
    pieces = event.state.pieces
    pieces[space * KINDS + piece] -= n
    pieces[OUT_OF_PLAY * KINDS + piece] += n
    event.play.emit("out-of-play", "5.1", PIECE_IDS[piece], n, SPACE_IDS[space])
    adjust_control(event.play, space)


#: Flags for placing a piece.
_PLACED = {
    T_BASE: "taliban-base-place",
    W_BASE: "warlord-base-place",
    C_BASE: "coalition-place",
    C_TROOPS: "coalition-place",
    **dict.fromkeys(GROUPS["government-piece"], "government-place"),
}


def _reach(where: Where) -> list[Space]:
    """Return the LoCs if the filter names them."""
    return [space for space in range(len(SPACE_IDS)) if space not in LANDS and "loc" in where.text.split()]
