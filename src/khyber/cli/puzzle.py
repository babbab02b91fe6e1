"""The command `puzzle`: find the one turn that is far better than the rest."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from khyber.agents.analysis.solving import compare, is_played, line_played
from khyber.agents.strong.reasons import options_of, percent
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.cli.display import display_of
from khyber.cli.networks import NO_NETWORK, without_network
from khyber.cli.options import AsJson, Lang, Language
from khyber.cli.session import Next, Session
from khyber.cli.terminal import console
from khyber.cli.text import words as words_of
from khyber.engine.chance import new_seed
from khyber.engine.decision import Message
from khyber.puzzles import Puzzle, puzzle, puzzles

Name = Annotated[
    str | None,
    typer.Argument(metavar="[ID]", show_default=False, help=f"A puzzle, such as {GAMES[0]}-3; without it, list them."),
]
Of = Annotated[
    str | None, typer.Option("--game", metavar="GAME", show_default="all", help=f"List those of {' or '.join(GAMES)}.")
]


def puzzle_command(name: Name = None, game: Of = None, as_json_: AsJson = False, lang: Lang = Language.EN) -> None:
    """Solve a puzzle: a position where one turn is far better than the rest."""
    if name is not None:
        Solving(puzzle(name), lang, console()).solve()
        return
    listed = [one for id_ in ([find_game(game).id] if game else GAMES) for one in puzzles(id_)]
    if as_json_:
        rows = [
            {"id": one.id, "game": one.game, "seat": one.seat, "scenario": one.scenario, "easy": one.easy}
            for one in listed
        ]
        typer.echo(json.dumps({"puzzles": rows}, indent=1))
        return
    out = Console(highlight=False, markup=False, emoji=False)
    for id_ in [find_game(game).id] if game else GAMES:
        words, own = words_of(id_, lang), [one for one in listed if one.game == id_]
        out.print(Text(f"{find_game(id_).title}: " + words.say(Message("ui.puzzles", {"n": len(own)})), "bold"))
        for one in own:
            row: dict[str, int | str] = {
                "text": f"{one.id:<20}",
                "seat": one.seat,
                "scenario": one.scenario,
                "n": int(one.easy),
            }
            out.print(Text(words.say(Message("ui.puzzle-row", row)), display_of(id_).styles[one.seat]))


class Solving(Session):
    """A puzzle at this terminal: one turn, then the comparison with the solution."""

    def __init__(self, given: Puzzle, lang: str, console: Console) -> None:
        super().__init__(given.table(new_seed()), lang, console)
        self._puzzle = given
        self._commands |= {"hint": self._part_of_solution, "solution": self._give_away}

    def solve(self) -> None:
        """Play the turn and compare it."""
        self.say("puzzle-task", "bold", text=self._puzzle.id, seat=self._puzzle.seat)
        if without_network(self.table.game):
            self.show(Text(self.words.say(NO_NETWORK), "yellow"))
        while not is_played(self.table, self._puzzle.seat):
            if self._turn() is Next.LEAVE:
                return
        self._compare()

    def _leave(self) -> None:
        self.say("bye")

    def _position(self) -> Any:
        return self._puzzle.table(new_seed())

    def _part_of_solution(self, rest: str) -> Next:
        *_, key = options_of(self._position(), self._puzzle.seat, self._puzzle.to_key)
        self.say("puzzle-hint", text=self.words.option(key))
        return Next.SAME

    def _give_away(self, rest: str) -> Next:
        self._compare(self._puzzle.solution)
        return Next.LEAVE

    def _compare(self, line: tuple[str, ...] | None = None) -> None:
        given = self._puzzle
        self.say("puzzle-judging", "dim")
        played = line_played(self.table, given.seat) if line is None else line
        found = compare(self._position(), given.seat, played, given.solution, given.others[0].line)
        if line is None:
            self.say(
                "puzzle-solved" if found.solved else "puzzle-missed",
                "bold green" if found.solved else "bold",
                n=percent(found.value),
                of=percent(found.solution),
            )
        self.show(*(Text(self.words.say(message)) for message in found.told))
