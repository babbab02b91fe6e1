"""One search in several processes: each finds lines of its own, then all compare the best in worlds of their own."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from khyber.agents.strong.search import Candidate, Search, trusted
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from khyber.engine.optional import Evaluation
from khyber.engine.play import S
from khyber.engine.table import Table

#: Share of the time in which each process looks for lines by itself.
FINDING: Final = 0.5
#: Lines that each brings to the comparison.
BROUGHT: Final = 3
#: The salt of the worlds in which all are compared: none of them had a part in choosing a line.
NEW_WORLDS: Final = 1000


def can_fork() -> bool:
    """Return whether this process can be copied: the copies have the table and the network without reading them.

    Only from its main thread, as of a copy no other thread runs on.
    """
    main = threading.current_thread() is threading.main_thread()
    return main and "fork" in multiprocessing.get_all_start_methods()


class Member:
    """One process of the search; the first is this process itself."""

    def __init__(self, number: int, table: Table[S], seat: str, thinking: Thinking, worth: Worth[S]) -> None:
        def searched(share: float, salt: int) -> Search[S]:
            own = replace(thinking, seconds=share * thinking.seconds)
            return Search(table, seat, own, worth=worth, salt=salt + number)

        self._searched = searched

    def find(self) -> list[Candidate]:
        """Return the best lines of a search with other candidates and worlds than anybody else's, and the bot's."""
        found = self._searched(FINDING, 0).best()
        bots = [one for one in found[BROUGHT:] if one.is_bots]
        return found[:BROUGHT] + bots[:1]

    def compare(self, brought: Sequence[Candidate]) -> list[list[float]]:
        """Return the values of all lines in as many new worlds as there is time for."""
        return self._searched(1 - FINDING, NEW_WORLDS).values_of([replace(one, values=[]) for one in brought])

    def serve(self, line: Connection, others: Sequence[Connection]) -> None:
        """Do both in a process of its own. Ctrl-C is for the process that it works for; without that one it ends.

        `others` are copies of the other ends of pipes: while one is open, nobody hears that the process is gone.
        """
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for other in others:
            other.close()
        with suppress(EOFError, OSError):
            line.send(self.find())
            line.send(self.compare(line.recv()))


def best_together(table: Table[S], seat: str, thinking: Thinking, worth: Worth[S] | None = None) -> list[Candidate]:
    """Return the candidates that all compared, the one to play first."""
    worth = worth or Worth.of(table.game)
    first, *others = [Member(number, table, seat, thinking, worth) for number in range(thinking.processes)]
    with _at_work(others) as lines:
        brought = _merged([first.find(), *_heard(lines)])
        for line in list(lines):
            try:
                line.send(brought)
            except OSError:
                lines.remove(line)
        parts = [first.compare(brought), *_heard(lines)]
    for part in parts:
        for one, values in zip(brought, part, strict=True):
            one.values += values
    return trusted(sorted(brought, key=lambda one: -one.value), Evaluation.of(table.game))


def _merged(found: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """Return the lines of all, each once, without values: those come from worlds in which they were chosen."""
    merged: dict[tuple[object, ...], Candidate] = {}
    for one in (one for brought in found for one in brought):
        merged.setdefault((one.opening, one.policy), replace(one, values=[], chosen_in=0))
    return list(merged.values())


@contextmanager
def _at_work(members: Sequence[Member]) -> Iterator[list[Connection]]:
    """Start the processes; when the search is over, or interrupted, they are stopped."""
    context = multiprocessing.get_context("fork")
    lines, started = list[Connection](), list[BaseProcess]()
    try:
        for member in members:
            ours, theirs = context.Pipe()
            process = context.Process(target=member.serve, args=(theirs, [*lines, ours]), daemon=True)
            process.start()
            theirs.close()
            lines.append(ours)
            started.append(process)
        yield lines
    finally:
        for one in started:
            one.terminate()
            one.join()


def _heard(lines: list[Connection]) -> list[Any]:
    """Return what each process says; one that died is left out from then on."""
    said = []
    for line in list(lines):
        try:
            said.append(line.recv())
        except (EOFError, OSError):
            lines.remove(line)
    return said
