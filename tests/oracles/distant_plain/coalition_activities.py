"""Surge (4.2.1), Air Lift (4.2.2) and Air Strike (4.2.3)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.oracles.distant_plain.activity import Activity
from tests.oracles.distant_plain.assault import exposed
from tests.oracles.distant_plain.board import BASES
from tests.oracles.distant_plain.printed import AFGHAN, KABUL, MOST, PAKISTAN, PIECE, PROVINCES, SPACES
from tests.oracles.harness import oracle

# -- Surge ------------------------------------------------------------------------------------------


def garrison(play: Activity, spaces: Sequence[str], kind: str) -> bool:
    """How many pieces of a kind stand in each space afterwards; the rest is Available. Whether anything changed."""
    board = play.board
    now = {space: board.pieces[space][kind] for space in spaces}
    pool = board.available[kind] + sum(now.values())
    for space in spaces:
        room = pool
        if kind == "CB":  # 1.4.2: beside the Bases of others
            room = min(pool, 2 - board.count(space, *(base for base in BASES if base != "CB")))
        n = play.count("coalition", "surge-garrison", 0, room, {"space": space, "piece": PIECE[kind]})
        board.available[kind] += board.pieces[space][kind] - n
        board.pieces[space][kind] = n
        pool -= n
    return any(board.pieces[space][kind] != n for space, n in now.items())


@oracle("distant-plain", "4.2.1", "where Surge may go, what it moves, and how the die is split")
def surge(rng: random.Random) -> bool:
    play = Activity(rng, "coalition", "surge")
    if not play.come_to_gap() or not play.execute(True):
        return False
    board = play.board
    open_to_it = {space for space in AFGHAN if space == KABUL or board.control(space) == "coin"}
    chosen: list[str] = []
    while (space := play.next_space(open_to_it, chosen, most=3)) != "done":
        chosen.append(space)
    moved = [garrison(play, chosen, kind) for kind in ("CB", "Ct")]
    if not any(moved) or play.asks("coalition", "surge-roll", ("roll", "done")) == "roll":
        die = play.roll()
        aid_room, warlords_room = MOST - board.aid, MOST - board.resources["warlords"]
        splits = [n for n in range(die + 1) if n <= aid_room and die - n <= warlords_room] or [aid_room]
        to_aid = int(play.asks("coalition", "surge-split", map(str, splits)))
        board.change_aid(to_aid)
        board.gain("warlords", die - to_aid)
    return play.executed()


# -- Air Lift ---------------------------------------------------------------------------------------


def arrangements(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread a number of pieces over a number of spaces."""
    if places == 1:
        yield (total,)
        return
    for n in range(total + 1):
        for rest in arrangements(total - n, places - 1):
            yield (n, *rest)


def lift(play: Activity, spaces: Sequence[str], kind: str, most: int, *, must: bool) -> bool:
    """Spread the Troops of a kind over the spaces again, moving at most `most`; whether any moved."""
    board = play.board
    now = tuple(board.pieces[space][kind] for space in spaces)
    if not sum(now):
        return False
    left = [
        after
        for after in arrangements(sum(now), len(spaces))
        if sum(max(0, n - m) for n, m in zip(now, after, strict=True)) <= most and not (must and after == now)
    ]
    for index, space in enumerate(spaces[:-1]):
        n = int(
            play.asks(
                "coalition",
                "air-lift-garrison",
                {str(after[index]) for after in left},
                {"space": space, "piece": PIECE[kind]},
            )
        )
        left = [after for after in left if after[index] == n]
    for space, n in zip(spaces, left[0], strict=True):
        board.pieces[space][kind] = n
    return left[0] != now


@oracle("distant-plain", "4.2.2", "whom Air Lift may carry, how many, and between which spaces")
def air_lift(rng: random.Random) -> bool:
    play = Activity(rng, "coalition", "air-lift", lambda board: board.on_map("Ct", "Gt") > 0)
    if not play.come_to_gap():
        return False
    board = play.board
    outside = set(SPACES) - PAKISTAN
    with_troops = {space for space in outside if board.count(space, "Ct", "Gt")}
    sandstorms, isr = board.unshaded(57), board.shaded(1) and play.name == "sweep"
    if not play.execute(bool(with_troops) and not sandstorms and not isr):
        return False
    if play.cancelled():
        return play.executed()
    chosen: list[str] = []
    while (space := play.next_space(outside if chosen else with_troops, chosen, least=2, most=3)) != "done":
        chosen.append(space)
    government = any(board.pieces[space]["Gt"] for space in chosen)
    moved = lift(play, chosen, "Ct", 99, must=not government)
    lift(play, chosen, "Gt", 3, must=not moved)
    return play.executed()


# -- Air Strike -------------------------------------------------------------------------------------


class AirStrike(Activity):
    """An Air Strike under way; Predators (2) and Reapers (3) may each be used once in it."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(
            rng,
            "coalition",
            "air-strike",
            rng.choice(
                (
                    lambda board: any(exposed(board, space) for space in SPACES),
                    lambda board: sum(board.count(space, "Tu", "TB") > 0 for space in PAKISTAN) > 1,
                )
            ),
        )
        self.predators = self.board.unshaded(2)
        self.reapers = self.board.unshaded(3)

    def any_taliban(self, space: str) -> set[str]:
        return {kind for kind in ("Tu", "Ta", "TB") if self.board.pieces[space][kind]} if space in PAKISTAN else set()

    def spaces(self) -> set[str]:
        """Something exposed, anywhere but in Kabul; by Predators any Taliban in Pakistan."""
        return {
            space
            for space in SPACES
            if space != KABUL and (exposed(self.board, space) or (self.predators and self.any_taliban(space)))
        }

    def strike(self, space: str) -> None:
        board = self.board
        if self.predators and space in PAKISTAN and self.any_taliban(space) != exposed(board, space):
            ways = ("predators", "strike") if exposed(board, space) else ("predators",)
            if self.asks("coalition", "air-strike-how", ways) == "predators":
                self.predators = False
                self.remove_pieces("coalition", space, 1, lambda: self.any_taliban(space), obliged=True)
                return
        self.remove_pieces("coalition", space, 1, lambda: exposed(board, space), obliged=True)
        for _ in range(2 if self.reapers else 0):
            if not exposed(board, space) or self.asks("coalition", "air-strike-again", ("again", "done")) == "done":
                break
            self.reapers = False
            self.remove_pieces("coalition", space, 1, lambda: exposed(board, space), obliged=True)

    def aftermath(self, struck: Sequence[str]) -> None:
        """Islamabad shifts once; shaded Predators recruit in Pakistan, shaded Reapers anger a Province struck."""
        board = self.board
        if PAKISTAN & set(struck):
            board.shift_islamabad("sponsorship")
        if board.shaded(2) and board.available["Tu"]:
            space = self.asks("taliban", "strike-recruit", {*PAKISTAN, "done"})
            if space != "done":
                board.place("Tu", space)
        angry = {space for space in struck if space in PROVINCES and board.has_opinion(space)}
        if board.shaded(3) and angry:
            board.shift(self.asks("taliban", "strike-anger", angry), "opposition")

    def accidental(self, struck: Sequence[str]) -> None:
        """Accidental Guerrillas (34): after an Assault they may also come where its Air Strike was."""
        while not self.step_over:
            if self.asked == "taliban accidental-space":
                assaulted = self.view()["action"]["spaces"]
                self.same(self.offered, {*assaulted, *struck, "done"}, "where a Guerrilla may come")
                return
            self.answer(self.draw(sorted(self.offered)))


@oracle("distant-plain", "4.2.3", "what an Air Strike may hit, and what follows from it", relevant=0.4)
def air_strike(rng: random.Random) -> bool:
    play = AirStrike(rng)
    if not play.come_to_gap():
        return False
    if not play.execute(bool(play.spaces()) and not play.board.unshaded(57)):
        return False
    if play.cancelled():
        return play.executed()
    struck: list[str] = []
    while (space := play.next_space(play.spaces(), struck, most=3)) != "done":
        struck.append(space)
        play.strike(space)
    play.aftermath(struck)
    play.executed()
    if play.name == "assault" and play.board.shaded(34):
        play.accidental(struck)
    return True
