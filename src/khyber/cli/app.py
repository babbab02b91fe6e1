"""The command `khyber`: its subcommands, and one-line error messages."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import Console
from rich.text import Text

import khyber
from khyber.catalogue import game as find_game
from khyber.cli.advise import advise_command
from khyber.cli.aid import aid_command
from khyber.cli.analyse import analyse_command
from khyber.cli.checkout import run_tool
from khyber.cli.examples import examples, game_examples
from khyber.cli.explain import explain_command
from khyber.cli.files import read, shown
from khyber.cli.lookup import show_cards, show_tables
from khyber.cli.options import LONGEST_NAME, AsJson, Game, GameCommand, Lang, Language, RecordFile
from khyber.cli.progress import progress
from khyber.cli.provenance import legend, provenance_command
from khyber.cli.puzzle import puzzle_command
from khyber.cli.serve import backup_command, serve_command, think_command
from khyber.cli.simulate import simulate_command
from khyber.cli.study import study
from khyber.cli.teach import teach_command
from khyber.cli.terminal import play_command, replay_command
from khyber.cli.text import words
from khyber.cli.tournament import tournament_command
from khyber.cli.train import train_command
from khyber.engine.cards import find_cards
from khyber.engine.errors import Error
from khyber.engine.names import quoted
from khyber.engine.optional import Cards, PrintedTables, with_data
from khyber.engine.printed import of_rule
from khyber.engine.record import loads
from khyber.engine.verify import verify as verify_record
from khyber.lab import cards
from khyber.lab.coverage import UnknownRule, as_json, as_text, column, coverage, folder_of_tests, look_up, texts

WRONG_INPUT = 2
SOMETHING_FAILED = 1
INTERRUPTED = 130
#: Default folder for the records of games that failed.
ERRORS = Path("khyber-errors")

#: Maximum characters of a message, and the long quotes and words to shorten in it.
LONGEST_LINE = 600
_LONG_QUOTE = re.compile(r"(?<!\w)('[^']{60})[^']{60,}'")
_LONG_WORD = re.compile(r"(\S{60})\S{60,}")

#: Typer's exception for invalid usage, in any release.
BadUsage = cast(type[Exception], next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException"))

app = typer.Typer(
    name="khyber",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Insurgency board games, played by their full rules.",
    epilog="See `khyber COMMAND --help` for options and examples.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"khyber {khyber.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _khyber(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("play", cls=GameCommand, epilog=game_examples("khyber play", "khyber play --resume mygame.khyber.json"))(
    play_command
)
app.command("replay", epilog=examples("khyber replay mygame.khyber.json"))(replay_command)
app.command(
    "explain",
    epilog=examples("khyber explain mygame.khyber.json", "khyber explain mygame.khyber.json --turn 12 --lang it"),
)(explain_command)
app.command("analyse", cls=GameCommand, epilog=game_examples("khyber analyse mygame.khyber.json"))(analyse_command)
app.command("puzzle", cls=GameCommand, epilog=game_examples("khyber puzzle"))(puzzle_command)
app.command(
    "advise", cls=GameCommand, epilog=game_examples("khyber advise position.toml --dice 3,5 --write after.toml")
)(advise_command)
app.command("aid", cls=GameCommand, epilog=game_examples())(aid_command)
app.command("provenance", cls=GameCommand, epilog=game_examples())(provenance_command)
app.command(
    "serve",
    epilog=examples(
        "khyber serve",
        "khyber serve --host 0.0.0.0 --no-browser",
        "khyber serve --database postgresql://khyber@localhost/khyber --workers 2",
    ),
)(serve_command)
app.command("think", epilog=examples("khyber think --database postgresql://khyber@db.example/khyber --jobs 8"))(
    think_command
)
app.command("backup", epilog=examples("khyber backup saturday.db"))(backup_command)

app.command("simulate", cls=GameCommand, epilog=game_examples())(simulate_command)
app.command("tournament", cls=GameCommand, epilog=game_examples())(tournament_command)
app.command("train", cls=GameCommand, epilog=game_examples())(train_command)
app.command("teach", cls=GameCommand, epilog=game_examples())(teach_command)

app.add_typer(study, name="study")


# -- records ----------------------------------------------------------------------------------------


@app.command("verify", epilog=examples("khyber verify mygame.khyber.json"))
def verify_command(file: RecordFile, as_json_: AsJson = False) -> None:
    """Replay a saved game from its seed and compare every checkpoint."""
    text = read(file)
    try:
        record = loads(text)
        game = with_data(find_game(record.header.game), record.header.setup.replaced)
        checkpoints = verify_record(game, record)
    except Error as problem:
        raise Error(f"{shown(file)}: {problem}") from problem
    if as_json_:
        typer.echo(json.dumps({"file": str(file), "game": record.header.game, "checkpoints": checkpoints}))
    else:
        typer.echo(f"{file}: {checkpoints} checkpoints replayed, all as recorded")


# -- the rulebook -----------------------------------------------------------------------------------


@app.command("rules", cls=GameCommand, epilog=game_examples())
def rules_command(
    game: Game,
    number: Annotated[
        str | None,
        typer.Argument(metavar="[NUMBER]", help="A rule (3.3.1, declare) or a section (3.3).", show_default=False),
    ] = None,
    coverage_: Annotated[
        bool, typer.Option("--coverage", help="List every rule with its functions and tests.")
    ] = False,
    card: Annotated[
        str | None,
        typer.Option(
            "--card", metavar="NAME", show_default=False, help="Show a card or die by number or title, with its source."
        ),
    ] = None,
    cards_: Annotated[
        bool,
        typer.Option(
            "--cards", help="List all cards; where a game lists their sides, each with its effects and tests."
        ),
    ] = False,
    tables_: Annotated[bool, typer.Option("--tables", help="Show the printed tables.")] = False,
    as_json_: AsJson = False,
    lang: Lang = Language.EN,
) -> None:
    """Look up a rule or a card in our own words; without a number, list all rules."""
    for given in (number, card):
        if given is not None and len(given) > LONGEST_NAME:
            raise Error(f"names of rules and cards have at most {LONGEST_NAME} characters: {quoted(given)}")
    if sum((number is not None or coverage_, card is not None, cards_, tables_)) > 1:
        raise Error("give only one of: a rule, --card, --cards, --tables")
    if card is not None:
        _show_card(game, card, as_json_, lang)
        return
    if cards_:
        _show_cards(game, as_json_, lang)
        return
    if tables_:
        _show_tables(game, as_json_, lang)
        return
    if coverage_:
        _show_coverage(game, number, as_json_)
        return
    try:
        found = look_up(game, number, lang) if number else texts(game, lang)
    except UnknownRule:
        if number is None or not find_cards(find_game(game), number, lang).cards:
            raise
        _show_card(game, number, as_json_, lang)
        return
    tables = PrintedTables.of(find_game(game)).printed_tables(lang)
    if as_json_:
        listed = {
            rule.number: {
                "title": rule.title,
                "text": rule.text,
                "tables": [asdict(table) for table in of_rule(tables, rule.number)],
            }
            for rule in found
        }
        typer.echo(json.dumps({"rules": listed}, ensure_ascii=False, indent=1))
    elif number is None:
        wide = column(rule.number for rule in found)
        for rule in found:
            typer.echo(f"{rule.number:<{wide}} {rule.title}")
    else:
        console = Console(highlight=False)
        for rule in found:
            console.print(Text(f"{rule.number} {rule.title}", style="bold"))
            console.print(Text(rule.text))
            show_tables(of_rule(tables, rule.number), console, legend(find_game(game), words(game, lang)))


def _show_tables(game: str, as_json_: bool, lang: Language) -> None:
    tables = PrintedTables.of(find_game(game)).printed_tables(lang)
    if not tables:
        raise Error(f"{game} has no printed tables")
    if as_json_:
        typer.echo(json.dumps({"tables": [asdict(table) for table in tables]}, ensure_ascii=False, indent=1))
    else:
        show_tables(tables, Console(highlight=False), legend(find_game(game), words(game, lang)))


def _show_coverage(game: str, number: str | None, as_json_: bool) -> None:
    tests = folder_of_tests()
    covered = coverage(game, tests)
    if number is not None:
        covered = {n: rule for n, rule in covered.items() if n == number or n.startswith(f"{number}.")}
        if not covered:
            raise Error(f"unknown rule {number!r}; see `khyber rules {game} --coverage`")
    if as_json_:
        typer.echo(json.dumps(as_json(covered, tests=tests is not None), indent=1))
    else:
        for line in as_text(covered, tests=tests is not None):
            typer.echo(line)


def _show_card(game: str, name: str, as_json_: bool, lang: Language) -> None:
    found = cards.look_up_cards(game, name, lang)
    if not as_json_:
        show_cards(find_game(game), found, Console(highlight=False), words(game, lang))
        return
    whole = [one for card in found if (one := Cards.of(find_game(game)).card_as_json(card.number, lang)) is not None]
    shown = whole[0] if len(whole) == 1 else {"cards": whole or cards.cards_as_json(found)}
    typer.echo(json.dumps(shown, ensure_ascii=False, indent=1))


def _show_cards(game: str, as_json_: bool, lang: Language) -> None:
    sides = cards.all_sides(game, folder_of_tests())
    if not sides:
        every = cards.all_cards(game, lang)
        if as_json_:
            typer.echo(json.dumps({"cards": cards.cards_as_json(every)}, ensure_ascii=False, indent=1))
        else:
            for line in cards.cards_as_text(every):
                typer.echo(line)
            Console(highlight=False).print(legend(find_game(game), words(game, lang)))
        return
    if as_json_:
        typer.echo(json.dumps(cards.as_json(sides), indent=1))
    else:
        for line in cards.as_text(sides):
            typer.echo(line)


# -- speed ------------------------------------------------------------------------------------------


@app.command("bench", epilog=examples("khyber bench", "khyber bench --json", "khyber bench --page"))
def bench_command(
    as_json_: AsJson = False,
    page: Annotated[
        bool, typer.Option("--page", help="The table page of each game in Chromium instead; needs a checkout.")
    ] = False,
    seconds: Annotated[float | None, typer.Option(hidden=True, min=0.01, help="For the rounds together.")] = None,
) -> None:
    """Measure speed and memory, compared with Catanatron in the same run (about four minutes)."""
    if page:
        raise typer.Exit(run_tool("bench.page_bench", *(["--json"] if as_json_ else [])))
    if seconds is not None and not math.isfinite(seconds):
        raise Error(f"--seconds: {seconds} is not a time")
    from khyber.lab.bench import SECONDS, bench, parts
    from khyber.lab.bench.report import report

    seconds = SECONDS if seconds is None else seconds
    with progress("measuring", parts(seconds)) as advance:
        measured = bench(seconds, done=advance)
    if as_json_:
        typer.echo(json.dumps(measured.as_json(), indent=1))
    else:
        Console().print(report(measured))


# -- running ----------------------------------------------------------------------------------------


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; bad input gives 2 and one line on stderr."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app(args=given, prog_name="khyber", standalone_mode=False)
    except BadUsage as problem:
        return _wrong(_usage(problem), given)
    except Error as problem:
        return _wrong(str(problem), given)
    except OSError as problem:
        return _wrong(f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem), given)
    except RecursionError:
        return _wrong("what was given is nested too deeply", given)
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("khyber: stopped", err=True)
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _wrong(message: str, given: Sequence[str]) -> int:
    typer.echo(f"khyber: {short(message, given)}", err=True)
    return WRONG_INPUT


def short(message: str, given: Sequence[str] = ()) -> str:
    r"""Return a message as one line, with long user input truncated.

    >>> short("unknown game 'chess';\nvalid: ..."), len(short("x" * 10_000)), len(short("x " * 10_000))
    ("unknown game 'chess'; valid: ...", 61, 601)
    """
    for long in (text.strip() for text in given if len(text) > LONGEST_NAME):
        message = message.replace(long, f"{long[:60]}…")
    said = _LONG_WORD.sub(r"\1…", _LONG_QUOTE.sub(r"\1…'", " ".join(message.split())))
    return said if len(said) <= LONGEST_LINE else f"{said[:LONGEST_LINE]}…"


def _usage(problem: BaseException) -> str:
    """Return Typer's usage error and a pointer to --help."""
    said = getattr(problem, "format_message", problem.__str__)()
    context = getattr(problem, "ctx", None)
    return f"{said.rstrip('.')} (see `{context.command_path} --help`)" if context is not None else said


def main() -> None:
    """Entry point of the command."""
    sys.exit(run())


if __name__ == "__main__":
    main()
