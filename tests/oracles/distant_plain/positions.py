"""Random legal positions of A Distant Plain, and tables that stand at them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from khyber.catalogue import game
from khyber.engine.chance import Scripted, Seeded
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from tests.oracles.dialogue import Dialogue
from tests.oracles.distant_plain.board import BASES, OF, Board
from tests.oracles.distant_plain.printed import (
    AFGHAN,
    BOXES,
    CAPABILITIES,
    EVENTS,
    INVENTORY,
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
        "sequence": {"acted": [rng.choice(others)] if first_did != "none" else [], "first-did": first_did},
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
        self.board = Board.of(table)
        #: 5.4: who executed Tribal Elders, if it is in force.
        self.elders = next((GAME.seats[faction] for card, faction in state.holders if card == 45), "")

    def roll(self) -> int:
        """The die that the table rolls next."""
        return self.dice.pop(0)

    def board_same(self, *, control: bool = True) -> None:
        """The engine's board is what the oracle made of its own; so is Control, unless it is not adjusted (6.5)."""
        found = Board.of(self.table)
        if (engine := found.facts()) != (wanted := self.board.facts()):
            apart = {name: (engine.get(name), wanted.get(name)) for name in {**engine, **wanted}
                     if engine.get(name) != wanted.get(name)}
            self.differ(f"the board, as (engine, oracle): {apart}")
        if control:
            spaces: Any = self.table.view()["spaces"]
            self.same({s: spaces[s]["control"] for s in SPACES}, {s: self.board.control(s) for s in SPACES}, "Control")

    def turn_is_over(self) -> None:
        """The Operation has ended, and left the board as the oracle says."""
        action: Any = self.table.view()["action"]
        self.same(action["operation"], "", "the Operation under way")
        self.board_same()


class Operation(Talk):
    """A Faction's turn in which it declares an Operation; Special Activities are for other oracles to judge."""

    def __init__(self, rng: random.Random, faction: str, name: str, *, lasting: Sequence[str] | None = None) -> None:
        first_did = rng.choice(("none", "none", "operation", "operation-and-activity", "event"))
        final = rng.random() < 0.1
        texts = draw_lasting(rng) if lasting is None else lasting
        super().__init__(draw(rng, "turn", faction, first_did, final, texts), rng)
        self.faction, self.name, self.final = faction, name, final
        #: 2.3.4, 2.3.8: an Operation in one space.
        self.limited = final or first_did.startswith("operation")
        #: 6.6.1: Sponsorship lets a Limited Operation of the Taliban take several.
        self.one_space = self.limited and not (faction == "taliban" and self.board.islamabad == "sponsorship")

    def declare(self, possible: bool) -> bool:
        """3.1: the Operation is offered if it can begin, on the final card not a March or Sweep (2.3.8). Declare it.

        A full Operation may also be offered because a Special Activity first makes it possible (4.1): not judged here.
        """
        barred = self.final and self.name in ("march", "sweep")
        offered = self.name in self.offered
        if self.limited or possible:
            self.same(offered, possible and not barred, f"whether {self.name} is offered")
        if not possible or barred:
            return False
        self.answer(self.name)
        return True

    def asked_for(self, ask: str, spaces: set[str], begun: bool) -> str:
        """3.1: which space next; `done` once there is one."""
        return self.asks(self.faction, ask, {*spaces, "done"} if begun else spaces)
