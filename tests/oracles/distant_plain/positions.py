"""Random legal positions of A Distant Plain, and tables that stand at them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from khyber.catalogue import game
from khyber.engine.chance import Scripted, Seeded
from khyber.engine.decision import Param
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from tests.oracles.dialogue import Dialogue
from tests.oracles.distant_plain.board import BASES, OF, OWNER, Board
from tests.oracles.distant_plain.printed import (
    AFGHAN,
    BOXES,
    CAPABILITIES,
    EVENTS,
    INVENTORY,
    KINDS,
    LEVELS,
    LOCS,
    MOMENTUM,
    MOST,
    MOST_PATRONAGE,
    PAKISTAN,
    PIECE,
    POPULATION,
    PROPAGANDA,
    RETURNEES_MARKERS,
    SPACES,
    TERROR_MARKERS,
)

GAME = game("distant-plain")
SEATS = ("coalition", "government", "taliban", "warlords")
#: Special Activities by Faction, and the Operations each may accompany (4.1.1, 4.2-4.5).
ACTIVITIES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "coalition": {"surge": ("train",), "air-lift": ("train", "patrol", "sweep", "assault"),
                  "air-strike": ("patrol", "sweep", "assault")},
    "government": {"govern": ("train", "patrol"), "transport": ("train", "patrol", "sweep", "assault"),
                   "eradicate": ("train", "patrol", "assault")},
    "taliban": {"extort": ("rally", "march", "attack", "terror"), "infiltrate": ("rally", "march"),
                "ambush": ("attack",)},
    "warlords": {"cultivate": ("rally", "march"), "traffic": ("rally", "march"),
                 "suborn": ("rally", "march", "attack", "terror")}}
ALL_ACTIVITIES = frozenset(name for names in ACTIVITIES.values() for name in names)


def draw_pieces(rng: random.Random, islamabad: str) -> dict[str, Counter[str]]:
    """Pieces within the inventory and stacking (1.4.1, 1.4.2), crowded into some of the spaces so that they meet."""
    busy = rng.sample(SPACES, rng.randint(5, 16))
    found: dict[str, Counter[str]] = {space: Counter() for space in SPACES}
    bases: Counter[str] = Counter()
    for kind, inventory in INVENTORY.items():
        n = rng.choice((0, rng.randint(0, min(5, inventory)), rng.randint(0, inventory), inventory))
        at_home = [space for space in busy if kind in OF["taliban"] or space not in PAKISTAN]
        hidden = rng.random()
        for _ in range(n):
            if not at_home:
                break
            space = rng.choice(at_home)
            if kind in BASES:
                if space in LOCS or bases[space] == 2:
                    continue
                bases[space] += 1
            if kind in ("Tu", "Wu") and rng.random() > hidden:
                found[space][kind[0] + "a"] += 1
            else:
                found[space][kind] += 1
    if islamabad == "hostility":
        for space in PAKISTAN:
            found[space]["Ta"] += found[space].pop("Tu", 0)
    return found


def draw_track(rng: random.Random, most: int) -> int:
    """Anything, but often near an end of the track, where rules bite."""
    return rng.choice((rng.randint(0, 4), rng.randint(0, 10), rng.randint(0, most), most - rng.randint(0, 3)))


def draw_lasting(rng: random.Random) -> list[str]:
    """No lasting Events as often as not; else some Capabilities, each on one side, and some Momentum."""
    if rng.random() < 0.5:
        return []
    share = rng.random() ** 2
    return [
        *(f"{card}-{rng.choice(('unshaded', 'shaded'))}" for card in CAPABILITIES if rng.random() < share),
        *(text for text in MOMENTUM if rng.random() < share)]


def draw(rng: random.Random, step: str, active: str, first_did: str, final: bool,
         lasting: Sequence[str]) -> dict[str, object]:
    """A position as the document that khyber.position reads from TOML."""
    islamabad = rng.choice(BOXES)
    pieces = draw_pieces(rng, islamabad)
    returnees = set(rng.sample(sorted(AFGHAN), rng.choice((0, 0, 2, RETURNEES_MARKERS))))
    terror = Counter(rng.choices(sorted(set(SPACES) - LOCS), k=rng.choice((0, 3, 10, TERROR_MARKERS - len(LOCS)))))
    sabotage = {loc for loc in sorted(LOCS) if rng.random() < 0.25}
    opinions = rng.random()
    spaces: dict[str, dict[str, object]] = {}
    for space in SPACES:
        facts: dict[str, object] = {PIECE[kind]: n for kind, n in pieces[space].items() if n}
        if space in returnees:
            facts["returnees"] = True
        if space in AFGHAN and (POPULATION[space] or space in returnees) and rng.random() < opinions:
            facts["level"] = rng.choice(LEVELS)
        if space in sabotage:
            facts["sabotage"] = True
        if terror[space]:
            facts["terror"] = terror[space]
        if facts:
            spaces[space] = facts
    left = {kind: INVENTORY[kind] - sum(row[kind] for row in pieces.values()) for kind in ("Ct", "CB")}
    lost = {kind: rng.randint(0, n) if rng.random() < 0.5 else 0 for kind, n in left.items()}
    gone = {kind: rng.randint(0, left[kind] - lost[kind]) if rng.random() < 0.3 else 0 for kind in left}
    card, *deck = rng.sample(EVENTS, 4)
    others = [seat for seat in SEATS if seat != active]
    in_round = step != "turn"
    return {
        "step": step, "active": active, "scenario": "short",
        "tracks": {
            **{seat: draw_track(rng, MOST) for seat in ("government", "taliban", "warlords")},
            "aid": draw_track(rng, MOST), "patronage": draw_track(rng, MOST_PATRONAGE),
            "islamabad": islamabad, "hard": rng.random() < 0.25},
        "cards": {
            "played": [card, PROPAGANDA[0]] if in_round else [card],
            "deck": [PROPAGANDA[3], *deck] if final else deck, "lasting": list(lasting),
            "holders": [f"45-{rng.choice(SEATS)}"] if "45-unshaded" in lasting else [],
            "propaganda-played": 3 if final else int(in_round), "round-held": in_round},
        "sequence": {"acted": [rng.choice(others)] if first_did != "none" else [], "first-did": first_did,
                     "to-come": [rng.choice(others)] if final else []},
        "casualties": {PIECE[kind]: n for kind, n in lost.items() if n},
        "out-of-play": {PIECE[kind]: n for kind, n in gone.items() if n},
        "space": spaces}


class Talk(Dialogue):
    """A table of A Distant Plain, the board that the oracle expects, and the dice to come."""

    def __init__(self, document: Mapping[str, object], rng: random.Random) -> None:
        self.dice = [rng.randint(1, 6) for _ in range(60)]
        state = GAME.read_position(document)
        header = Header(GAME.id, GAME.rules_version, GAME.digest(), 0, Setup(state.scenario, state.options, 4),
                        dict.fromkeys(GAME.seats, "person"), state.pack())
        table: Table[Any] = Table(GAME, header, Scripted(self.dice, Seeded(0)))
        super().__init__(table, rng, ALL_ACTIVITIES)
        self.board = Board.of(GAME.view(state, ()))
        #: 5.4: who executed Tribal Elders, if it is in force.
        self.elders = next((GAME.seats[faction] for card, faction in state.holders if card == 45), "")

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

    def board_same(self, *, control: bool = True) -> None:
        """The engine's board is what the oracle made of its own; so is Control, unless it is not adjusted (6.5)."""
        view = self.view()
        if (engine := Board.of(view).facts()) != (wanted := self.board.facts()):
            apart = {name: (engine.get(name), wanted.get(name)) for name in {**engine, **wanted}
                     if engine.get(name) != wanted.get(name)}
            self.differ(f"the board, as (engine, oracle): {apart}")
        if control:
            engine = {space: view["spaces"][space]["control"] for space in SPACES}
            self.same(engine, {space: self.board.control(space) for space in SPACES}, "Control")

    # -- what many rules share ----------------------------------------------------------------------

    def count(self, seat: str, ask: str, least: int, most: int, about: Mapping[str, Param] | None = None) -> int:
        """How many, of a range."""
        return int(self.asks(seat, ask, map(str, range(least, most + 1)), about))

    def remove_pieces(self, seat: str, space: str, most: int, removable: Callable[[], Collection[str]], *,
                      obliged: bool = False) -> list[str]:
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


class Operation(Talk):
    """A Faction's turn in which it declares an Operation; Special Activities are for other oracles to judge."""

    def __init__(self, rng: random.Random, faction: str, name: str, *, lasting: Sequence[str] | None = None) -> None:
        final = rng.random() < 0.1
        first_did = "none" if final else rng.choice(("none", "none", "operation", "operation-and-activity", "event"))
        texts = draw_lasting(rng) if lasting is None else lasting
        super().__init__(draw(rng, "turn", faction, first_did, final, texts), rng)
        self.faction, self.name, self.final = faction, name, final
        self.selected: list[str] = []
        #: 2.3.4, 2.3.8: an Operation in one space.
        self.limited = final or first_did.startswith("operation")
        #: 6.6.1: Sponsorship lets a Limited Operation of the Taliban take several.
        self.one_space = self.limited and not (faction == "taliban" and self.board.islamabad == "sponsorship")

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

    def next_choice(self, ask: str, choices: Collection[str]) -> str:
        """3.1: what next; `done` once a space is selected."""
        return self.asks(self.faction, ask, {*choices, "done"} if self.selected else choices)
