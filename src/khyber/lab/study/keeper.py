"""Rows of games that a simulation or a tournament plays: the same as those of a study."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from khyber.catalogue import game as find_game
from khyber.lab.observers import MakeObserver
from khyber.lab.simulate import Plan, Played
from khyber.lab.study.plan import Chunk, Rows, Study
from khyber.lab.study.rows import DecisionRows, TurnRows, gathered, row_observers
from khyber.lab.study.store import RunFolder
from khyber.lab.tournament import Tournament

#: What simulations and tournaments record.
RECORDED: tuple[Rows, ...] = ("games", "turns")


class Keeper:
    """Collects games into the chunks of a run, in whatever order they end, and writes each chunk when it is whole."""

    def __init__(
        self, folder: RunFolder, plan_of: Callable[[int], Plan], place: Callable[[int], tuple[int, int]]
    ) -> None:
        self._folder = folder
        self._plan_of = plan_of
        self._place = place
        self._chunks = {
            (chunk.setup, index): chunk
            for chunk in folder.missing()
            for index in range(chunk.first, chunk.first + chunk.count)
        }
        self._waiting: dict[Chunk, dict[int, tuple[Plan, Played]]] = {}
        self.observers: Sequence[MakeObserver] = row_observers(folder.study)

    def wants(self, index: int) -> bool:
        """Return whether the rows of a game are still missing."""
        return self._place(index) in self._chunks

    def keep(self, played: Played) -> None:
        """Take the rows out of a game's figures, so that a long simulation does not hold every turn in memory."""
        figures = cast(dict[str, Any], played.figures)
        mine = replace(played, figures=dict(figures))
        for name in (TurnRows.name, DecisionRows.name):
            figures.pop(name, None)
        key = self._place(played.index)
        chunk = self._chunks.get(key)
        if chunk is None:
            return
        waiting = self._waiting.setdefault(chunk, {})
        waiting[key[1]] = self._plan_of(played.index), mine
        if len(waiting) == chunk.count:
            self._folder.keep(gathered(self._folder.study, chunk, [waiting[index] for index in sorted(waiting)]))
            del self._waiting[chunk]

    def finish(self) -> None:
        """Join the parts once every game is there; an interrupted run leaves them for the next."""
        if not self._folder.done and not self._folder.missing():
            self._folder.finish()


def simulation_keeper(plan: Plan, folder: Path) -> Keeper:
    """Return what keeps the rows of a simulation. Raises BadSetup if the folder holds other rows."""
    study = Study(f"simulate-{plan.game}", "", RECORDED, (plan,))
    return Keeper(RunFolder(folder, study), lambda index: plan, lambda index: (0, index))


def tournament_keeper(tournament: Tournament, folder: Path) -> Keeper:
    """Return what keeps the rows of a tournament: a set-up for each scenario, in which agents change seats."""
    entries, scenarios = len(tournament.entries), len(tournament.scenarios)

    def place(index: int) -> tuple[int, int]:
        round_, within = divmod(index, entries)
        return round_ % scenarios, round_ // scenarios * entries + within

    counts = [0] * scenarios
    for index in range(tournament.games):
        counts[place(index)[0]] += 1
    who = ", ".join(tournament.entries) + (" (lone)" if tournament.lone else "")
    plans = tuple(
        Plan(tournament.game, scenario, None, tournament.options, who, count, tournament.seed, tournament.most)
        for scenario, count in zip(tournament.scenarios, counts, strict=True)
        if count
    )
    title = f"{find_game(tournament.game).title}: {who}"
    study = Study(f"tournament-{tournament.game}", title, RECORDED, plans)
    return Keeper(RunFolder(folder, study), tournament.plan, place)
