"""Rally (3.3.1), with the Sharia that may come of it (6.4.2)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import BASE_OF, GUERRILLAS_OF, INSURGENTS
from tests.oracles.distant_plain.printed import AFGHAN, LANDS, PAKISTAN, PASHTUN
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


def rally_cost(play: Operation, space: str) -> int:
    """1 for each space; Pakistan's friends pay nothing there (6.6.1)."""
    free = space in PAKISTAN and play.board.islamabad in ("backing", "sponsorship")
    return 0 if play.faction == "taliban" and free else 1


def may_rally(play: Operation, space: str) -> bool:
    """Warlords not in Pakistan; Taliban not where others support the Government, nor where Islamabad forbids it."""
    board = play.board
    if play.faction == "warlords":
        return space in AFGHAN
    if space in PAKISTAN:
        return board.islamabad not in ("hostility", "pressure")
    if board.unshaded(34) and board.pieces[space]["Ct"] and not board.pieces[space]["TB"]:
        return False  # Accidental Guerrillas
    return space in PASHTUN or board.level[space] != "support"


def rally_spaces(play: Operation) -> set[str]:
    if play.full:
        return set()
    return {
        space
        for space in LANDS - set(play.selected)
        if may_rally(play, space) and rally_cost(play, space) <= play.money
    }


class Rally(Operation):
    """A Rally under way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, rng.choice(INSURGENTS), "rally")
        self.taliban = self.faction == "taliban"
        self.hidden, self.shown = GUERRILLAS_OF[self.faction]
        self.base = BASE_OF[self.faction]
        self.preached = self.reinforced = False

    def at_base(self, space: str) -> bool:
        """A Base of its own, for Warlords outside Pashtun land, lets a Faction do more."""
        return self.board.pieces[space][self.base] > 0 and (self.taliban or space not in PASHTUN)

    def ways(self, space: str) -> set[str]:
        """How many Guerrillas to place, or a Base for 2 of them, or out of sight."""
        board, at_base = self.board, self.at_base(space)
        most = board.pieces[space][self.base] + board.population(space) if at_base else 1
        found = {str(n) for n in range(1, min(most, board.available[self.hidden]) + 1)}
        if (
            board.count(space, self.hidden, self.shown) >= 2
            and board.available[self.base]
            and board.room_for_base(space)
        ):
            found.add("base")
        if at_base and board.pieces[space][self.shown] and not board.always_active(space):
            found.add("hide")
        return found | {"nothing"} if at_base or not found else found

    def resolve(self, space: str) -> None:
        board = self.board
        how = self.asks(self.faction, "rally-how", self.ways(space), {"space": space})
        if how == "base":
            under, active = board.pieces[space][self.hidden], board.pieces[space][self.shown]
            n = self.count(self.faction, "rally-base-active", max(0, 2 - under), min(2, active))
            board.remove(self.shown, space, n)
            board.remove(self.hidden, space, 2 - n)
            board.place(self.base, space)
        elif how == "hide":
            board.hide(self.faction, space, board.pieces[space][self.shown])
        elif how != "nothing":
            board.place(self.hidden, space, int(how))

    def can_preach(self, space: str) -> bool:
        """At a Taliban Base of this Rally, 1 Resource a time, whoever Controls it."""
        return (
            self.board.pieces[space]["TB"] > 0 and self.money > 0 and self.can_influence("taliban", space, "opposition")
        )

    def extras(self) -> set[str]:
        """Sharia in one space selected; by Strategic Release (11) one more Guerrilla in an Afghan one."""
        if not self.taliban:
            return set()
        found = set() if self.preached else {f"sharia {s}" for s in self.selected if self.can_preach(s)}
        if self.board.shaded(11) and not self.reinforced and self.board.available["Tu"]:
            found |= {f"reinforce {space}" for space in self.selected if space in AFGHAN}
        return found

    def preach(self, space: str) -> None:
        self.preached = True
        more = "more"
        while more == "more":
            self.pay(1)
            self.influence("taliban", space, "opposition")
            if not self.can_preach(space):
                return
            more = self.asks("taliban", "sharia-more", ("more", "done"), {"space": space})


@oracle("distant-plain", "3.3.1", "where one may Rally, for how much, and what comes of it")
def rally(rng: random.Random) -> bool:
    play = Rally(rng)
    if not play.declare(bool(rally_spaces(play))):
        return False
    while (choice := play.next_choice("rally-space", lambda: rally_spaces(play) | play.extras())) != "done":
        what, _, space = choice.rpartition(" ")
        if what == "sharia":
            play.preach(space)
        elif what == "reinforce":
            play.reinforced = True
            play.board.place("Tu", space)
        else:
            play.pay(rally_cost(play, space))
            play.selected.append(space)
            play.resolve(space)
        play.board_same()
    play.turn_is_over()
    return True
