"""A part of the soak: Zurmat's puzzles played to the end, turn by turn, by its bot and by an agent that searches.

python -m tools.soak --part puzzles                              400 games a turn where it is close, by both
python -m tools.soak.puzzles --agent bot:standard --games 100    the same games, printed; both resume what is kept
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Final, cast

from khyber.agents.strong.lines import Line
from khyber.agents.strong.threads import one_thread
from khyber.lab.playouts import CLEAR, Lead, Played, lead, still_close, turns_to_play
from khyber.puzzles import Puzzle, puzzles
from tools.soak.resumable import Bar, Kept, play_of

GAME: Final = "zurmat"
BOT: Final = "bot:standard"
#: Repeatable: a search by the clock would play worse on a busy machine. It plays the solution and its best rival only.
QUICK: Final = "agent:quick@6w"
GAMES: Final = 400
#: Games of every turn before those that are hopelessly behind are left out, and games of one piece of work.
FIRST: Final = 100
EACH: Final = {BOT: 50, QUICK: 4}

#: A puzzle by position, seat and lines, so that a process needs no list of them, and what it is called.
Given = tuple[str, str, str]


class Games:
    """The games played so far, kept between runs."""

    def __init__(self, folder: Path | None = None) -> None:
        of = (*play_of(GAME), "src/khyber/agents/analysis", "src/khyber/lab/playouts.py")
        self._kept = Kept("puzzles", of=of, folder=folder)

    def values(self, one: Puzzle, agent: str, line: Line, games: int) -> list[float]:
        """Return the results of the first games that are kept."""
        found: list[float] = []
        for start in range(0, games, EACH.get(agent, FIRST)):
            chunk = self._kept.chunks.get(name_of(one, agent, line, start))
            if chunk is None:
                break
            found += cast(list[float], chunk["values"])
        return found[:games]

    def keep(self, name: str, values: list[float]) -> None:
        self._kept.keep(name, {"values": values})

    def play(self, wanted: Sequence[tuple[Puzzle, Line]], agent: str, games: int, jobs: int, what: str) -> None:
        """Play these turns as often as asked for, except what is kept."""
        each = EACH.get(agent, FIRST)
        left = [
            (one, line, start)
            for start in range(0, games, each)
            for one, line in wanted
            if name_of(one, agent, line, start) not in self._kept.chunks
        ]
        with Bar(what, len(left), 0) as bar, ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
            running = {
                workers.submit(play_some, (one.position, one.seat, one.agents), agent, line, start, each): (
                    name_of(one, agent, line, start)
                )
                for one, line, start in left
            }
            for future in as_completed(running):
                self.keep(running[future], future.result())
                bar.advance()


def name_of(one: Puzzle, agent: str, line: Line, start: int) -> str:
    """Return the name of a piece of work: the position counts, not the number of the puzzle."""
    digest = blake2b(json.dumps([one.position, one.seat, line]).encode(), digest_size=8).hexdigest()
    return f"{agent} {digest} {start}"


def play_some(given: Given, agent: str, line: Line, start: int, games: int) -> list[float]:
    """Play games of one turn; runs in a process of its own."""
    from khyber import api

    one_thread()
    position, seat, agents = given
    table = api.table_at(GAME, position, seats=agents)
    played = Played(table, seat, agent)
    return [played.game(line, number) for number in range(start, start + games)]


def judged(kept: Games, listed: Sequence[Puzzle], games: int, jobs: int) -> list[Lead]:
    """Play all openings of each puzzle by the game's bot; return how far each solution is ahead."""
    turns = {one.id: turns_to_play(one.table(), one.solution, [other.line for other in one.others]) for one in listed}
    first = min(FIRST, games)
    kept.play([(one, line) for one in listed for line in turns[one.id]], BOT, first, jobs, "all openings")

    def found(one: Puzzle, lines: Sequence[Line], most: int) -> dict[Line, list[float]]:
        return {line: kept.values(one, BOT, line, most) for line in lines}

    close = {one.id: still_close(found(one, turns[one.id], first), one.solution) for one in listed}
    kept.play([(one, line) for one in listed for line in close[one.id]], BOT, games, jobs, "those that are close")
    return [
        lead(found(one, close[one.id] if len(close[one.id]) > 1 else turns[one.id], games), one.solution)
        for one in listed
    ]


def by_search(
    kept: Games, listed: Sequence[Puzzle], rivals: Sequence[Line], agent: str, games: int, jobs: int
) -> list[Lead]:
    """Play the solution and its best rival by an agent that searches, until the rival is hopelessly behind."""
    pairs = list(zip(listed, rivals, strict=True))

    def found(one: Puzzle, rival: Line) -> dict[Line, list[float]]:
        return {line: kept.values(one, agent, line, games) for line in (one.solution, rival)}

    kept.play(_both(pairs), agent, min(FIRST, games), jobs, f"{agent}, all")
    close = [(one, rival) for one, rival in pairs if len(still_close(found(one, rival), one.solution)) > 1]
    kept.play(_both(close), agent, games, jobs, f"{agent}, those that are close")
    return [lead(found(one, rival), one.solution) for one, rival in pairs]


def _both(pairs: Sequence[tuple[Puzzle, Line]]) -> list[tuple[Puzzle, Line]]:
    return [(one, line) for one, rival in pairs for line in (one.solution, rival)]


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def row(one: Puzzle, bots: Lead, quick: Lead | None) -> str:
    """Return the row of a puzzle, the same turns by both agents."""
    cells = [
        one.id,
        f"`{' '.join(one.solution)}`",
        f"`{' '.join(bots.rival)}`",
        f"{percent(bots.solution)} to {percent(bots.other)} (±{100 * bots.error:.1f}, {bots.games} games)",
    ]
    if quick is not None:
        cells.append(f"{percent(quick.solution)} to {percent(quick.other)} (±{100 * quick.error:.1f}, {quick.games})")
    return f"| {' | '.join(cells)} |"


def puzzles_part(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play the puzzles; passed if each holds by the bot, and no rival is clearly better by the agent that searches."""
    kept, listed = Games(), puzzles(GAME)
    bots = judged(kept, listed, games, jobs)
    quick = by_search(kept, listed, [one.rival for one in bots], QUICK, games, jobs)
    lines = [
        f"Zurmat's {len(listed)} puzzles played to the end, in worlds with equal chances that are the same for all "
        f"turns: by `{BOT}` in both seats the solution and every other first choice, by `{QUICK}` the solution and the "
        f"best rival of the bot's games. {games} games a turn, except for those that are three standard errors behind "
        f"after {FIRST}. Games won, and one standard error of the difference.",
        "",
        f"| puzzle | solution | best rival | `{BOT}` | `{QUICK}` |",
        "| --- | --- | --- | --- | --- |",
        *(row(*three) for three in zip(listed, bots, quick, strict=True)),
    ]
    return lines, all(one.holds for one in bots) and all(one.size >= -CLEAR * one.error for one in quick)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play Zurmat's puzzles to the end.")
    parser.add_argument("--agent", default=BOT, help="who plays; any but the bot plays the solution and its best rival")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--bot-games", type=int, default=GAMES, help="games that choose the best rival")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    kept, listed = Games(), puzzles(GAME)
    if given.agent == BOT:
        found = judged(kept, listed, given.games, given.jobs)
    else:
        rivals = [one.rival for one in judged(kept, listed, given.bot_games, given.jobs)]
        found = by_search(kept, listed, rivals, given.agent, given.games, given.jobs)
    for one, measured in zip(listed, found, strict=True):
        print(row(one, measured, None), "holds" if measured.holds else "ahead" if measured.size > 0 else "BEHIND")


if __name__ == "__main__":
    main()
