"""Train (3.2.1), with the Civic Action that may come of it (6.4.1)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import OF
from tests.oracles.distant_plain.printed import AFGHAN, KABUL, MOST, PASHTUN, SPACES
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


class Train(Operation):
    """A Train under way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(
            rng,
            rng.choice(("coalition", "government")),
            "train",
            lambda board: board.resources["government"] >= 6 and board.on_map("CB") > 0,
        )
        self.government = self.faction == "government"
        self.placed = 0
        self.done: list[str] = []

    def spaces(self) -> set[str]:
        """Government: anywhere in Afghanistan but LoCs, 3 each. Coalition: where it has pieces, and Kabul."""
        if self.full or (self.government and self.money < 3):
            return set()
        return {
            space
            for space in AFGHAN - set(self.selected)
            if self.government or space == KABUL or self.board.count(space, *OF["coalition"])
        }

    def may_place(self, space: str) -> bool:
        """Government: Kabul, and at COIN Bases. Coalition: at its own Bases, for 3 Resources."""
        here = self.board.pieces[space]
        if self.government:
            return space == KABUL or here["CB"] + here["GB"] > 0
        return here["CB"] > 0 and self.money >= 3

    def elsewhere(self, kind: str, space: str) -> set[str]:
        return {other for other in SPACES if other != space and self.board.pieces[other][kind]}

    def place_cubes(self, space: str) -> None:
        """Up to 6 (4 by Night Letters, 29); of a kind that has run out, from elsewhere on the map."""
        board = self.board
        room, paid = 4 if board.shaded(29) else 6, self.government
        for kind in ("Gt", "Gp"):
            n = 0
            if board.available[kind]:
                n = self.count(self.faction, "train-count", 0, min(room, board.available[kind]), {"space": space})
                board.place(kind, space, n)
            paid = self.charge(n, paid)
            room -= n
            while room and not board.available[kind] and self.elsewhere(kind, space):
                origin = self.asks(self.faction, "train-from-map", {*self.elsewhere(kind, space), "done"})
                if origin == "done":
                    break
                n = self.count(self.faction, "move-count", 1, min(room, board.pieces[origin][kind]))
                board.move(kind, origin, space, n)
                paid = self.charge(n, paid)
                room -= n

    def charge(self, n: int, paid: bool) -> bool:
        """The Coalition pays with the first cube of a space."""
        self.placed += n
        if n and not paid:
            self.pay(3)
        return paid or n > 0

    # -- then, in one of the spaces -----------------------------------------------------------------

    def can_act(self, space: str) -> bool:
        """Civic Action: COIN Control is enough; 3 Government Resources a time."""
        return (
            self.board.control(space) == "coin"
            and self.board.resources["government"] >= 3
            and self.can_influence(self.faction, space, "support")
        )

    def can_build(self, space: str) -> bool:
        """3 cubes for a Base, which comes from the map if none is Available; room for it."""
        board = self.board
        return (
            board.count(space, "Gt", "Gp") >= 3
            and board.room_for_base(space)
            and (board.available["GB"] > 0 or bool(self.elsewhere("GB", space)))
        )

    def follow_ups(self) -> set[str]:
        """One of Civic Action, a Government Base, 3 Patronage back; PRTs (18) grant or forbid the Coalition some."""
        board = self.board
        closed = PASHTUN if not self.government and board.shaded(18) else frozenset()
        acts = {f"civic-action {s}" for s in self.selected if self.can_act(s) and s not in closed}
        if self.done:
            twice = not self.government and board.unshaded(18) and len(self.done) == 1
            return acts - set(self.done) if twice and self.done[0].startswith("civic-action") else set()
        if self.government:
            return acts | {f"base {space}" for space in self.selected if self.can_build(space)}
        return acts | ({"patronage kabul"} if KABUL in self.selected and board.patronage else set())

    def act(self, space: str) -> None:
        more = "more"
        while more == "more":
            self.board.gain("government", -3)
            self.influence(self.faction, space, "support")
            if not self.can_act(space):
                return
            more = self.asks(self.faction, "civic-more", ("more", "done"), {"space": space})

    def build(self, space: str) -> None:
        board, here = self.board, self.board.pieces[space]
        n = self.count(self.faction, "train-base-troops", max(0, 3 - here["Gp"]), min(3, here["Gt"]))
        origin = (
            "" if board.available["GB"] else self.asks(self.faction, "train-base-from", self.elsewhere("GB", space))
        )
        board.remove("Gt", space, n)
        board.remove("Gp", space, 3 - n)
        if origin:
            board.move("GB", origin, space)
        else:
            board.place("GB", space)

    def then(self) -> None:
        while (choice := self.asks(self.faction, "train-then", {*self.follow_ups(), "done"})) != "done":
            self.done.append(choice)
            what, space = choice.split()
            if what == "civic-action":
                self.act(space)
            elif what == "base":
                self.build(space)
            else:
                n = min(3, self.board.patronage, MOST - self.money)
                self.board.change_patronage(-n)
                self.board.gain("government", n)
            self.board_same()

    # -- Village Stability Operations (12) ----------------------------------------------------------

    def village_police(self) -> None:
        """Unshaded: after a Coalition Train 1 Police may come where Coalition Troops are."""
        board = self.board
        if not board.unshaded(12):
            return
        found = {
            space
            for space in SPACES
            if board.pieces[space]["Ct"] and (board.available["Gp"] or self.elsewhere("Gp", space))
        }
        space = self.asks("coalition", "village-police", {*found, "done"})
        if space == "done":
            return
        if board.available["Gp"]:
            board.place("Gp", space)
        else:
            board.move("Gp", self.asks("coalition", "train-from-map", self.elsewhere("Gp", space)), space)

    def turncoat(self) -> None:
        """Shaded: after one that placed cubes, 1 Police in a Province of it may turn Taliban."""
        board = self.board
        found = {space for space in self.selected if space != KABUL and board.pieces[space]["Gp"]}
        if not board.shaded(12) or not self.placed or not found:
            return
        space = self.asks("taliban", "turncoat", {*found, "done"})
        if space != "done":
            board.remove("Gp", space)
            board.place("Tu", space)


@oracle("distant-plain", "3.2.1", "where one may Train, how many cubes come from where, and what may follow")
def train(rng: random.Random) -> bool:
    play = Train(rng)
    if not play.declare(bool(play.spaces())):
        return False
    while (space := play.next_choice("train-space", play.spaces)) != "done":
        play.pay(3 if play.government else 0)
        play.selected.append(space)
        if play.may_place(space):
            play.place_cubes(space)
        play.board_same()
    play.then()
    if not play.government:
        play.village_police()
        play.turncoat()
    play.turn_is_over()
    return True
