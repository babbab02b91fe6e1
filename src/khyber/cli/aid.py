"""The command `aid`: all that one seat needs at hand, in the terminal or as a sheet of A4 to print."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from khyber.catalogue import game as find_game
from khyber.catalogue import reading
from khyber.cli.files import write
from khyber.cli.options import AsJson, Game, Lang, Language
from khyber.cli.text import words as words_of
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.engine.reading import Aid, AidGroup, AidSection

#: From this width on there are two columns.
WIDE = 130
#: The groups of the first column, as they fill a sheet evenly.
FIRST = ("victory", "sequence", "operations")

Seat = Annotated[str | None, typer.Argument(
    metavar="[SEAT]", help="Whose aid, for example taliban; without it, all of them.", show_default=False)]
HtmlFile = Annotated[Path | None, typer.Option(
    "--html", metavar="FILE", show_default=False, help="Write a page to print, a sheet of A4 for each aid.")]


def aid_command(game: Game, seat: Seat = None, html: HtmlFile = None, as_json_: AsJson = False,
                lang: Lang = Language.EN) -> None:
    """Show a faction aid: Operations, Special Activities, the Propaganda Round and victory, in our own words."""
    seats = find_game(game).seats
    if seat is not None and seat not in seats:
        raise BadSetup(f"there is no seat {seat!r}: the seats are {', '.join(seats)}")
    found = [reading(game).aid(one, lang.value) for one in (seats if seat is None else (seat,))]
    if html is not None:
        write(html, page(found, lang.value))
        typer.echo(words_of(game, lang.value).say(Message("ui.written", {"file": str(html)})))
    elif as_json_:
        typer.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1))
    else:
        console = Console(highlight=False)
        for one in found:
            show(one, console)


# -- the terminal -----------------------------------------------------------------------------------


def show(aid: Aid, console: Console) -> None:
    """One below the other, or in two columns where there is room."""
    console.print(Text(aid.title, "bold reverse"))
    if console.width < WIDE:
        for group in aid.groups:
            console.print(_group(group))
    else:
        half = (console.width - 4) // 2
        sides = [[group for group in aid.groups if (group.id in FIRST) is left] for left in (True, False)]
        console.print(Columns([Group(*map(_group, side)) for side in sides], width=half, padding=(0, 2)))
    console.print(Text(aid.source, "dim"))


def _group(group: AidGroup) -> RenderableType:
    return Group(Text(f"\n{group.title.upper()}", "bold cyan"), *map(_section, group.sections))


def _section(section: AidSection) -> RenderableType:
    lines = [Text.assemble((f"{line.label}: " if line.label else "", "italic"), line.text) for line in section.lines]
    return Group(Text.assemble((section.title, "bold"), (f"  {section.rule}", "dim")),
                 *(Padding(line, (0, 0, 0, 2)) for line in lines))


# -- paper ------------------------------------------------------------------------------------------

STYLE = """
@page { size: A4; margin: 8mm; }
body { font: 7.7pt/1.2 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111;
  margin: 0 auto; max-width: 194mm; }
article { break-after: page; } article:last-child { break-after: auto; }
h1 { font-size: 14pt; margin: 0 0 2mm; padding-bottom: 1mm; border-bottom: 0.6mm solid #111; }
.columns { columns: 2; column-gap: 6mm; }
h2 { font-size: 8.8pt; margin: 1.8mm 0 0.6mm; padding: 0.4mm 1.2mm; background: #e6e2d8; break-after: avoid; }
.columns > section:first-child h2 { margin-top: 0; }
h3 { font-size: 8.1pt; margin: 0.9mm 0 0.2mm; break-after: avoid; } h3 small { font-weight: normal; color: #555; }
section section { break-inside: avoid; }
p { margin: 0 0 0.3mm; padding-left: 2.5mm; text-indent: -2.5mm; } p b { font-weight: 600; }
footer { margin-top: 2mm; font-size: 7pt; color: #555; }
@media screen { body { padding: 1rem; } }
"""


def page(aids: list[Aid], lang: str) -> str:
    """The aids as an HTML document that stands alone; each fits a sheet of A4."""
    articles = "\n".join(_article(aid) for aid in aids)
    title = escape(" · ".join(aid.title for aid in aids))
    return (f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
            f"<body>\n{articles}\n</body>\n</html>\n")


def _article(aid: Aid) -> str:
    groups = "\n".join(
        f"<section><h2>{escape(group.title)}</h2>\n" + "\n".join(_printed(one) for one in group.sections) + "</section>"
        for group in aid.groups)
    return (f'<article>\n<h1>{escape(aid.title)}</h1>\n<div class="columns">\n{groups}\n</div>\n'
            f"<footer>{escape(aid.source)}</footer>\n</article>")


def _printed(section: AidSection) -> str:
    lines = "".join(f"<p>{f'<b>{escape(line.label)}:</b> ' if line.label else ''}{escape(line.text)}</p>"
                    for line in section.lines)
    return f"<section><h3>{escape(section.title)} <small>{section.rule}</small></h3>{lines}</section>"
