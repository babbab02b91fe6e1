"""Puzzles on the server: the list, hints, and the comparison of a turn with the solution."""

from __future__ import annotations

from typing import Final

from khyber import puzzles as printed
from khyber.agents.analysis.solving import Compared, compare, is_played, line_played
from khyber.agents.strong.lines import Line
from khyber.agents.strong.reasons import options_of, percent
from khyber.catalogue import GAMES
from khyber.engine.errors import BadSetup
from khyber.puzzles import Puzzle
from khyber.server.errors import Refused
from khyber.server.library import AnyTable, Library, library
from khyber.server.messages.study import PuzzleInfo, PuzzlePosition, Puzzles, Solution
from khyber.server.storage.people_store import User
from khyber.server.tables.seats import ME
from khyber.server.tables.tables import Tables
from khyber.server.workers.fair import Claim
from khyber.server.workers.pool import Pool

#: Seconds of CPU time to compare a turn with the solution.
COMPARING: Final = 60.0


def compare_turn(where: str, puzzle: str, line: Line, lang: str) -> tuple[Compared, list[str]]:
    """Compare a turn with the solution, and put that into words."""
    given = printed.puzzle(puzzle)
    found = compare(given.table(), given.seat, line or given.solution, given.solution, given.others[0].line)
    words = library(where).words(given.game, lang)
    said = [words.say(message) for message in found.told]
    return Compared(found.value, found.solution, found.other, ()), said


def begins_with(table: AnyTable, puzzle: Puzzle) -> bool:
    """Return whether the table began with the puzzle's position: of another, no turn answers it."""
    return table.header.game == puzzle.game and bool(table.checkpoint(0) == puzzle.table().checkpoint(0))


class PuzzleRoom:
    """The puzzles that come with the games."""

    def __init__(self, tables: Tables, thinking: Pool, games: Library) -> None:
        self._tables = tables
        self._thinking = thinking
        self._games = games

    def listed(self, lang: str) -> Puzzles:
        """Return all puzzles of the games that the server offers."""
        found = []
        for game in self._games.ids():
            words = self._games.words(game, lang)
            found += [
                PuzzleInfo(
                    id=one.id, game=game, seat=one.seat, scenario=words.called("scenario", one.scenario), easy=one.easy
                )
                for one in (printed.puzzles(game) if game in GAMES else ())
            ]
        return Puzzles(puzzles=found)

    def find(self, puzzle: str) -> Puzzle:
        try:
            return printed.puzzle(puzzle)
        except BadSetup as wrong:
            raise Refused("not-found", str(wrong)) from wrong

    def position(self, puzzle: str, lang: str) -> PuzzlePosition:
        """Return the position, who sits where, and a choice of the solution as a hint."""
        one = self.find(puzzle)
        *_, key = options_of(one.table(), one.seat, one.to_key)
        return PuzzlePosition(
            id=one.id,
            game=one.game,
            seat=one.seat,
            text=one.position,
            seats=one.seats(ME),
            begins=self._games.words(one.game, lang).option(key),
        )

    async def solve(self, puzzle: str, table: str | None, user: User, lang: str, claim: Claim) -> Solution:
        """Compare the first turn of the user's table with the solution; without a table, only show the solution."""
        one = self.find(puzzle)
        line: Line = ()
        if table is not None:
            async with self._tables.at(table) as live:
                live.check_access(user)
                if one.seat not in live.seats_of(user) or not begins_with(live.table, one):
                    raise Refused("forbidden", "this table was not begun from the puzzle")
                if not is_played(live.table, one.seat):
                    raise Refused("not-your-turn", "finish the turn first")
                line = line_played(live.table, one.seat)
        found, said = await self._thinking.run(compare_turn, puzzle, line, lang, seconds=COMPARING, claim=claim)
        return Solution(
            solved=found.solved if table is not None else None,
            value=percent(found.value),
            solution=percent(found.solution),
            told=said,
        )
