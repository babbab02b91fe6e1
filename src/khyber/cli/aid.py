"""The command `aid`: Faction aids, in the terminal or as A4 sheets to print."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from khyber.catalogue import game as find_game
from khyber.catalogue import reference
from khyber.cli.files import write
from khyber.cli.options import AsJson, Game, Lang, Language
from khyber.cli.text import words as words_of
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.engine.reference import Aid, AidGroup, AidLine, AidPiece, AidSection

#: Minimum width for two columns.
WIDE = 130
#: Groups of the first column, to balance the sheet.
FIRST = ("victory", "sequence", "operations")
#: Brief lines, which share a paragraph in print.
BRIEF = ("purpose", "where", "cost", "with")

Seat = Annotated[
    str | None,
    typer.Argument(metavar="[SEAT]", help="The seat, for example taliban; without it, all aids.", show_default=False),
]
HtmlFile = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", show_default=False, help="Write an HTML page to print, one A4 sheet per aid."
    ),
]


def aid_command(
    game: Game, seat: Seat = None, html: HtmlFile = None, as_json_: AsJson = False, lang: Lang = Language.EN
) -> None:
    """Show a Faction aid: Operations, Special Activities, Propaganda Round and victory."""
    seats = find_game(game).seats
    if seat is not None and seat not in seats:
        raise BadSetup(f"unknown seat {seat!r}; the seats are {', '.join(seats)}")
    found = [reference(game).aid(one, lang.value) for one in (seats if seat is None else (seat,))]
    if html is not None:
        write(html, page(found, lang.value, reference(game).picture))
        typer.echo(words_of(game, lang.value).say(Message("ui.written", {"file": str(html)})))
    elif as_json_:
        typer.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1))
    else:
        console = Console(highlight=False)
        for one in found:
            show(one, console)


# -- the terminal -----------------------------------------------------------------------------------


def show(aid: Aid, console: Console) -> None:
    """Print the groups in one column, or two if there is room."""
    console.print(Text(aid.title, "bold reverse"))
    if console.width < WIDE:
        for group in aid.groups:
            console.print(_group(group))
    else:
        half = (console.width - 4) // 2
        sides = [[group for group in aid.groups if (group.id in FIRST) is left] for left in (True, False)]
        console.print(Columns([Group(*map(_group, side)) for side in sides], width=half, padding=(0, 2)))
    for line in filter(None, (aid.legend, aid.source)):
        console.print(Text(line, "dim"))


def _group(group: AidGroup) -> RenderableType:
    return Group(Text(f"\n{group.title.upper()}", "bold cyan"), *map(_section, group.sections))


def _section(section: AidSection) -> RenderableType:
    lines = [
        Text.assemble((f"{line.label}: " if line.label else "", "italic"), *_marks(line), line.text)
        for line in section.lines
    ]
    return Group(
        Text.assemble((section.title, "bold"), (f"  {section.rule}", "dim")),
        *(Padding(line, (0, 0, 0, 2)) for line in lines),
    )


def _marks(line: AidLine) -> list[str | tuple[str, str]]:
    """Return the pieces of a line with their letters on the terminal map."""
    return [part for piece, name in _named(line) for part in ((piece.mark, "bold"), f" {name} ")]


def _named(line: AidLine) -> list[tuple[AidPiece, str]]:
    """Return the pieces of a line with their names, punctuated as a list."""
    last = len(line.pieces) - 1
    return [(piece, f"{piece.name}{'.' if at == last else ','}") for at, piece in enumerate(line.pieces)]


# -- paper ------------------------------------------------------------------------------------------

STYLE = """
@page { size: A4; margin: 7mm; }
body { font: 7.2pt/1.18 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111;
  margin: 0 auto; max-width: 196mm; }
article { break-after: page; } article:last-child { break-after: auto; }
h1 { font-size: 1.7em; margin: 0 0 1.5mm; padding-bottom: 0.5mm; border-bottom: 0.6mm solid #111; }
.columns { columns: 2; column-gap: 5mm; }
h2 { font-size: 1.14em; margin: 1.2mm 0 0.4mm; padding: 0.2mm 1.2mm; background: #e6e2d8; break-after: avoid; }
.columns > section:first-child h2 { margin-top: 0; }
h3 { font-size: 1.06em; margin: 0.6mm 0 0.1mm; break-after: avoid; } h3 small { font-weight: normal; color: #555; }
section section { break-inside: avoid; }
p { margin: 0 0 0.3mm; padding-left: 2.5mm; text-indent: -2.5mm; } p b { font-weight: 600; }
svg { width: 1em; height: 1em; vertical-align: -0.15em; print-color-adjust: exact; }
span { white-space: nowrap; }
footer { margin-top: 1.5mm; font-size: 0.95em; color: #555; }
@media screen { body { font-size: 10pt; padding: 1rem; } }
"""


def page(aids: list[Aid], lang: str, picture: Callable[[str], str]) -> str:
    """Return the aids as a standalone HTML document, one A4 sheet each."""
    articles = "\n".join(_article(aid, picture) for aid in aids)
    title = escape(" · ".join(aid.title for aid in aids))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        f"<body>\n{articles}\n</body>\n</html>\n"
    )


def _article(aid: Aid, picture: Callable[[str], str]) -> str:
    groups = "\n".join(
        f"<section><h2>{escape(group.title)}</h2>\n"
        + "\n".join(_printed(one, picture) for one in group.sections)
        + "</section>"
        for group in aid.groups
    )
    return (
        f'<article>\n<h1>{escape(aid.title)}</h1>\n<div class="columns">\n{groups}\n</div>\n'
        f"<footer>{escape(' '.join(filter(None, (aid.legend, aid.source))))}</footer>\n</article>"
    )


def _printed(section: AidSection, picture: Callable[[str], str]) -> str:
    """Return a section as HTML; brief lines share a paragraph to fit the sheet."""
    paragraphs = "".join(
        "<p>" + " ".join(_run(line, picture) for line in lines) + "</p>"
        for brief, group in groupby(section.lines, lambda line: line.id in BRIEF)
        for lines in ([list(group)] if brief else [[line] for line in group])
    )
    return f"<section><h3>{escape(section.title)} <small>{section.rule}</small></h3>{paragraphs}</section>"


def _run(line: AidLine, picture: Callable[[str], str]) -> str:
    label = f"<b>{escape(line.label)}:</b> " if line.label else ""
    pictures = "".join(f"<span>{picture(piece.id)} {escape(name)}</span> " for piece, name in _named(line))
    return f"{label}{pictures}{escape(line.text)}"
