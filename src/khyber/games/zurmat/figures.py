"""What simulations and studies of Zurmat record: each side's Operations, cards, battles, tiles, Objectives and VPs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, cast

from khyber.engine.game import Json
from khyber.engine.play import RawEvent, S
from khyber.engine.table import Table
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.rules.forces import controlled
from khyber.games.zurmat.rules.winning import event_points
from khyber.games.zurmat.state import State
from khyber.lab.figures import Figures
from khyber.lab.observers import Observer
from khyber.lab.simulate import Played, Results

Counts = Mapping[str, Counter[str]]

COUNTED: Final = ("drawn", "played", "operations", "battles", "ambushes", "taken", "kept", "met", "vps")
#: Cards that start a battle.
_STRIKES: Final = ("ambush", "drone", "air-assault")
#: The owner of a piece, by its name in the log; Forts are the controller's.
_OWNERS: Final = {"ana": "coalition", "us": "coalition", "taliban": "taliban"}


class Turns(Observer):
    """Counts the actions of each side from the log of a finished game.

    `drawn` and `played` are by Tactics card, `operations` by name and level ("patrol 4"). `battles` are by what started
    them: how many, and pieces `destroyed` and `lost` ("attack", "attack destroyed", "drone destroyed"). `ambushes` are
    by dice and target ("1 against 3"), `taken` are tiles by whom a Declare took them from, `kept` and `met` Objectives,
    and `vps` Victory Points by source.
    """

    name = "zurmat"

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, Counter[str]]] = {
            seat: {what: Counter() for what in COUNTED} for seat in SEATS
        }
        #: The controller of each tile, and its pieces by owner.
        self._control: dict[str, str] = {}
        self._pieces: Counter[tuple[str, str]] = Counter()
        self._forts: Counter[str] = Counter()
        #: A card just played that starts a battle; and the current battle: its side, cause and tile.
        self._strike = ""
        self._attacker = self._means = self._tile = ""

    def after(self, table: Table[S]) -> None:
        for done in table.steps:
            for event in done.raw_events():
                self._hear(event)
        state, box = cast(State, table.state), cast(Zurmat, table.game).box
        for side, seat in enumerate(SEATS):
            self._counts[seat]["vps"].update(tiles=len(controlled(state, side)), events=event_points(state, box, side))

    def _hear(self, event: RawEvent) -> None:
        kind, reason, *facts = event
        words = [str(fact) for fact in facts]
        match kind:
            case "drew-card":
                self._counts[words[0]]["drawn"][words[1]] += 1
            case "played":
                self._counts[words[0]]["played"][words[1]] += 1
                if words[1] in _STRIKES:
                    self._strike = words[1]
            case "operation":
                self._counts[words[0]]["operations"][f"{words[1]} {words[2]}"] += 1
            case "completed" | "disc":
                self._strike = ""  # a Patrol by air
            case "objective-judged":
                self._judge(words[0], words[1], cast(int, facts[2]), cast(int, facts[3]))
            case "battle":
                self._attacker, self._tile = words
                self._means, self._strike = self._strike or "attack", ""
                self._counts[self._attacker]["battles"][self._means] += 1
            case "rolled" if self._means == "ambush" and words[0] == self._attacker:
                self._counts[words[0]]["ambushes"][f"{words[1]} against {self._targets()}"] += 1
                self._means = "ambush "  # plus AH-64 dice
            case _:
                self._change(str(kind), str(reason), facts, words)

    def _change(self, kind: str, reason: str, facts: Sequence[int | str], words: list[str]) -> None:
        """Apply a change on the map."""
        match kind:
            case "placed":
                self._pieces[words[2], _OWNERS[words[0]]] += cast(int, facts[1])
            case "removed":
                self._pieces[words[2], _OWNERS[words[0]]] -= cast(int, facts[1])
                if reason == "combat":
                    self._lose(_OWNERS[words[0]], cast(int, facts[1]))
            case "moved":
                self._pieces[words[2], _OWNERS[words[0]]] -= cast(int, facts[1])
                self._pieces[words[3], _OWNERS[words[0]]] += cast(int, facts[1])
            case "built" if words[0] == "fort":
                self._forts[words[1]] += 1
            case "razed":
                self._forts[words[1]] -= cast(int, facts[0])
                self._lose(self._control[words[1]], cast(int, facts[0]))
            case "control":
                if reason != "setup":
                    self._counts[words[1]]["taken"][f"from {self._control.get(words[0], 'nobody')}"] += 1
                self._control[words[0]] = words[1]

    def _targets(self) -> int:
        """Return the number of pieces that an Ambush may hit."""
        other = SEATS[1 - SEATS.index(self._attacker)]
        forts = self._forts[self._tile] if self._control.get(self._tile) == other else 0
        return self._pieces[self._tile, other] + forts

    def _lose(self, loser: str, n: int) -> None:
        what = "lost" if loser == self._attacker else "destroyed"
        self._counts[self._attacker]["battles"][f"{self._means.strip()} {what}"] += n

    def _judge(self, seat: str, objective: str, met: int, vp: int) -> None:
        self._counts[seat]["kept"][objective] += 1
        if met:
            self._counts[seat]["met"][objective] += 1
            self._counts[seat]["vps"]["objectives"] += vp

    def figures(self) -> dict[str, Json]:
        return {
            seat: {what: dict[str, Json](sorted(counted.items())) for what, counted in counts.items()}
            for seat, counts in self._counts.items()
        }


# -- sums over games -----------------------------------------------------------------------------------


def counts_of(games: Sequence[Played]) -> dict[str, Counts]:
    """Sum up the actions of each side over these games."""
    totals: dict[str, dict[str, Counter[str]]] = {seat: {what: Counter() for what in COUNTED} for seat in SEATS}
    for played in games:
        for seat, figures in cast(Mapping[str, Mapping[str, Mapping[str, int]]], played.figures["zurmat"]).items():
            for what, counted in figures.items():
                totals[seat][what].update(counted)
    return dict(totals)


def summary(results: Results) -> dict[str, object]:
    """Return the actions of both sides; `vps` are means per game, all others are counts."""
    games = results.finished
    return {"sides": {seat: _side(counts, len(games)) for seat, counts in counts_of(games).items()}}


def _side(counts: Counts, games: int) -> dict[str, object]:
    levels: dict[str, dict[str, int]] = {}
    for name, n in sorted(counts["operations"].items()):
        operation, level = name.split()
        levels.setdefault(operation, {})[level] = n
    return {
        "tactics": {
            card: {"drawn": n, "played": counts["played"][card]} for card, n in sorted(counts["drawn"].items())
        },
        "operations": {operation: {"n": sum(by.values()), "levels": by} for operation, by in levels.items()},
        "battles": dict(sorted(counts["battles"].items())),
        "ambushes": dict(sorted(counts["ambushes"].items())),
        "taken": dict(sorted(counts["taken"].items())),
        "objectives": {
            objective: {"kept": n, "met": counts["met"][objective]} for objective, n in sorted(counts["kept"].items())
        },
        "vps": {source: round(n / max(1, games), 4) for source, n in sorted(counts["vps"].items())},
    }


FIGURES = Figures((Turns,), summary)
