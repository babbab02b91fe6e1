"""Tables of A Distant Plain that an oracle talks with: any step, and a Faction's turn with its Operation."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from khyber.catalogue import game
from khyber.engine.chance import Scripted, Seeded
from khyber.engine.decision import Param
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from tests.oracles.dialogue import Dialogue
from tests.oracles.distant_plain.board import OWNER, Board
from tests.oracles.distant_plain.positions import anything, document, wanted_board
from tests.oracles.distant_plain.printed import EVENTS, KINDS, LEVELS, PIECE, PROPAGANDA, SPACES

GAME = game("distant-plain")
DIGEST = GAME.digest()
SEATS = ("coalition", "government", "taliban", "warlords")
#: Special Activities by Faction, and the Operations each may accompany (4.1.1, 4.2-4.5).
ACTIVITIES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "coalition": {
        "surge": ("train",),
        "air-lift": ("train", "patrol", "sweep", "assault"),
        "air-strike": ("patrol", "sweep", "assault"),
    },
    "government": {
        "govern": ("train", "patrol"),
        "transport": ("train", "patrol", "sweep", "assault"),
        "eradicate": ("train", "patrol", "assault"),
    },
    "taliban": {
        "extort": ("rally", "march", "attack", "terror"),
        "infiltrate": ("rally", "march"),
        "ambush": ("attack",),
    },
    "warlords": {
        "cultivate": ("rally", "march"),
        "traffic": ("rally", "march"),
        "suborn": ("rally", "march", "attack", "terror"),
    },
}
ALL_ACTIVITIES = frozenset(name for names in ACTIVITIES.values() for name in names)


class Talk(Dialogue):
    """A table of A Distant Plain, the board that the oracle expects, and the dice to come."""

    def __init__(
        self,
        rng: random.Random,
        board: Board,
        step: str,
        active: str,
        cards: Mapping[str, object],
        sequence: Mapping[str, object],
        players: Sequence[int] = (0, 1, 2, 3),
        frozen: Mapping[str, str] | None = None,
        deception: Sequence[Sequence[str]] = (),
    ) -> None:
        self.board = board
        #: 6.5: Control as it stood when the Redeploy Phase began; while it lasts nothing is adjusted.
        self.frozen = dict(frozen) if frozen is not None else None
        self.dice = [rng.randint(1, 6) for _ in range(60)]
        #: 5.4: who executed Tribal Elders, if it is in force.
        self.elders = rng.choice(SEATS) if board.unshaded(45) else ""
        in_force = {"lasting": sorted(board.lasting), "holders": [f"45-{self.elders}"] if self.elders else []}
        drawn = document(board)
        for space, control in (frozen or {}).items():
            drawn["space"].setdefault(space, {})["control"] = control
        state = GAME.read_position(
            {
                **drawn,
                "step": step,
                "active": active,
                "scenario": "short",
                "players": list(players),
                "cards": {**cards, **in_force},
                "sequence": {**sequence, "frozen": frozen is not None},
                "deception": {"hidden": [list(held) for held in deception]},
            }
        )
        header = Header(
            GAME.id,
            GAME.rules_version,
            DIGEST,
            0,
            Setup(state.scenario, state.options, len(set(players))),
            dict.fromkeys(GAME.seats, "person"),
            state.pack(),
        )
        table: Table[Any] = Table(GAME, header, Scripted(self.dice, Seeded(0)))
        super().__init__(table, rng, ALL_ACTIVITIES)

    def roll(self) -> int:
        """The die that the table rolls next."""
        return self.dice.pop(0)

    @property
    def step_over(self) -> bool:
        """The step that the position stands at has come to its end."""
        return bool(self.table.steps)

    def view(self) -> Any:
        """The table as it is; once the step is over, as it was then, whatever the table did by itself since."""
        if not self.step_over:
            return self.table.view()
        return GAME.view(GAME.state_type.unpack(self.table.steps[0].after), ())

    def control(self, space: str) -> str:
        """1.7; while Control is not adjusted, as it stood (6.5)."""
        return self.board.control(space) if self.frozen is None else self.frozen.get(space, "none")

    def board_same(self) -> None:
        """The engine's board is what the oracle made of its own, Control included."""
        view = self.view()
        if (engine := Board.of(view).facts()) != (wanted := self.board.facts()):
            apart = {
                name: (engine.get(name), wanted.get(name))
                for name in {**engine, **wanted}
                if engine.get(name) != wanted.get(name)
            }
            self.differ(f"the board, as (engine, oracle): {apart}")
        engine = {space: view["spaces"][space]["control"] for space in SPACES}
        self.same(engine, {space: self.control(space) for space in SPACES}, "Control")

    # -- what many rules share ----------------------------------------------------------------------

    def count(self, seat: str, ask: str, least: int, most: int, about: Mapping[str, Param] | None = None) -> int:
        """How many, of a range."""
        return int(self.asks(seat, ask, map(str, range(least, most + 1)), about))

    def remove_pieces(
        self, seat: str, space: str, most: int, removable: Callable[[], Collection[str]], *, obliged: bool = False
    ) -> list[str]:
        """1.4.1, 3.1: enemy pieces one by one. Once a Faction is targeted it loses as many as may go.

        Nobody need be targeted, unless the number itself is an order (`obliged`). What an Operation of the Insurgents
        removes of the Coalition is a Casualty (3.3.3).
        """
        gone: list[str] = []
        while len(gone) < most and removable():
            targeted = {OWNER[kind] for kind in gone}
            options = {PIECE[kind] for kind in removable()}
            if not obliged and not targeted & {OWNER[kind] for kind in removable()}:
                options.add("done" if gone else "none")
            picked = self.asks(seat, "remove-enemy", options, {"space": space})
            if picked in ("done", "none"):
                break
            kind = KINDS[picked]
            self.board.remove(kind, space, to="casualties" if OWNER[kind] == "coalition" else "available")
            gone.append(kind)
        return gone

    def set_level(self, faction: str, space: str, level: str) -> None:
        """1.6.1: an action sets a level; whom the Tribal Elders (45) follow, says which."""
        if self.elders == faction and self.board.has_opinion(space):
            level = self.asks(faction, "elders-level", LEVELS, {"space": space})
        self.board.set_level(space, level)

    def shift(self, faction: str, space: str, toward: str) -> None:
        """1.6.1: an action shifts a level, or the Tribal Elders say which it is to be."""
        if self.elders == faction and self.board.has_opinion(space):
            self.set_level(faction, space, toward)
        else:
            self.board.shift(space, toward)

    def can_influence(self, faction: str, space: str, toward: str) -> bool:
        """6.4: Terror to remove, a level to shift, or elders to be heard."""
        return self.board.can_influence(space, toward) or (self.elders == faction and self.board.has_opinion(space))

    def influence(self, faction: str, space: str, toward: str) -> None:
        """6.4: one purchase of Civic Action or Sharia: Terror first, then a level."""
        if self.board.terror[space]:
            self.board.terror[space] -= 1
        else:
            self.shift(faction, space, toward)

    def turn_is_over(self) -> None:
        """The Operation has ended, and left the board as the oracle says."""
        self.same(self.step_over, True, "whether the Operation has ended")
        self.board_same()


#: How often somebody gives or removes something before a choice of an Operation.
ASIDES = 0.15


class Operation(Talk):
    """A Faction's turn in which it declares an Operation; Special Activities are for other oracles to judge."""

    def __init__(
        self,
        rng: random.Random,
        faction: str,
        name: str,
        wanted: Callable[[Board], bool] = anything,
        *,
        activity: str = "",
    ) -> None:
        full = bool(activity)  # 4.1: a Limited Operation has none
        final = not full and rng.random() < 0.1
        before = ("none", "event") if full else ("none", "none", "operation", "operation-and-activity", "event")
        first_did = "none" if final else rng.choice(before)
        another = [rng.choice([seat for seat in SEATS if seat != faction])]
        card, *deck = rng.sample(EVENTS, 4)
        super().__init__(
            rng,
            wanted_board(rng, activity or name, wanted),
            "turn",
            faction,
            {
                "played": [*PROPAGANDA[: 3 * final], card],
                "deck": [PROPAGANDA[3], *deck] if final else deck,
                "propaganda-played": 3 * final,
            },
            {
                "first-did": first_did,
                "acted": another if first_did != "none" else [],
                "to-come": another if final else [],
            },
        )
        self.faction, self.name, self.final = faction, name, final
        self.selected: list[str] = []
        #: 2.3.4, 2.3.8: an Operation in one space.
        self.limited = final or first_did.startswith("operation")
        #: 6.6.1: Sponsorship lets a Limited Operation of the Taliban take several.
        self.one_space = self.limited and not (faction == "taliban" and self.board.islamabad == "sponsorship")
        if self.limited:
            self.passing_over = frozenset()  # 2.3.5: a Special Activity on offer would be a difference

    def declare(self, possible: bool, *, forbidden: bool = False) -> bool:
        """3.1: the Operation is offered if it can begin, on the final card not a March or Sweep (2.3.8). Declare it.

        A full Operation may also be offered because a Special Activity first makes it possible (4.1): not judged here.
        """
        barred = forbidden or (self.final and self.name in ("march", "sweep"))
        offered = not self.step_over and self.name in self.offered  # with nothing but a Pass left, the table Passes
        if self.limited or possible or barred:
            self.same(offered, possible and not barred, f"whether {self.name} is offered")
        if not possible or barred:
            return False
        self.answer(self.name)
        return True

    @property
    def money(self) -> int:
        """3.1: what the Faction pays with; the Coalition spends Government Resources."""
        return self.board.resources["government" if self.faction == "coalition" else self.faction]

    def pay(self, cost: int) -> None:
        self.board.gain("government" if self.faction == "coalition" else self.faction, -cost)

    @property
    def full(self) -> bool:
        """2.3.5: a Limited Operation that has its one space."""
        return self.one_space and bool(self.selected)

    def next_choice(self, ask: str, choices: Callable[[], Collection[str]]) -> str:
        """3.1: what next; `done` once a space is selected. Somebody may give or remove something before (1.5.1)."""

        def open_now() -> set[str]:
            return {*choices(), "done"} if self.selected else {*choices()}

        # where the table has answered a forced question, it is one question ahead: gifts would be counted too early
        put = self.asked == f"{self.faction} {ask}" and self.offered == open_now()
        if put and self.rng.random() < ASIDES:
            self.take_aside()
        return self.asks(self.faction, ask, open_now())

    def take_aside(self) -> None:
        """1.5.1, 1.4.1: a gift from somebody to somebody, or an own piece taken off the map, as far as there is any.

        Who may March on cannot be read from the map: there nobody removes anything.
        """
        seat = self.rng.choice(("government", "taliban", "warlords"))
        verbs = ("give", "patronage") if self.name == "march" else ("give", "patronage", "remove")
        keys = self.table.asides(seat).keys()
        found = [key for key in keys if key.startswith(verbs)]
        if not found:
            return
        key = self.rng.choice(found)
        self.table.choose(key, seat=seat)
        verb, *what = key.split()
        if verb == "give":
            self.board.transfer(seat, what[0], int(what[1]))
        elif verb == "patronage":
            self.board.change_patronage(-int(what[0]))
            self.board.gain("warlords", int(what[0]))
        else:
            self.board.remove(KINDS[what[1]], what[0])
