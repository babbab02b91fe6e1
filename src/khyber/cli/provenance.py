"""The command `provenance`: counts of sourced and reconstructed facts; the mark's legend."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from khyber.catalogue import game as find_game
from khyber.cli.files import read_deck_file
from khyber.cli.options import AsJson, DeckFile, Lang, Language
from khyber.cli.options import Game as GameName
from khyber.cli.text import words as words_of
from khyber.engine.decision import Message
from khyber.engine.game import Game
from khyber.engine.optional import OwnData, Sources, with_data
from khyber.engine.provenance import MARK, ORIGINS, Component, Counts, Provenance, counted
from khyber.engine.text import Catalogue

Listed = Annotated[bool, typer.Option("--list", help="List every component, fact by fact.")]


def provenance_command(
    game: GameName, listed: Listed = False, deck: DeckFile = None, as_json_: AsJson = False, lang: Lang = Language.EN
) -> None:
    """Count which printed facts are sourced and which are reconstructed, by kind of component.

    A component (a card side, a tile, a counter, a table, ...) has one or more facts. With --deck, facts of your own
    file count as sourced.
    """
    played = find_game(game)
    text = read_deck_file(deck)
    found = Sources.of(with_data(played, OwnData.of(played).own_data(text)) if text else played).provenance()
    if as_json_:
        typer.echo(json.dumps(as_json(game, found), ensure_ascii=False, indent=1))
        return
    console, words = Console(highlight=False), words_of(game, lang)
    if listed:
        for line in as_lines(found, words):
            console.print(line)
    else:
        console.print(as_table(found, words))
    console.print(legend(played, words))


def as_json(game: str, found: Provenance) -> dict[str, object]:
    """Return the counts and every component as JSON data."""
    return {
        "game": game,
        **_counts(counted(found.components)),
        "kinds": {kind: _counts(counts) for kind, counts in found.counts().items()},
        "list": [
            {
                "kind": component.kind,
                "id": component.id,
                "origin": component.origin,
                "facts": [asdict(fact) for fact in component.facts],
            }
            for component in found.components
        ],
    }


def _counts(counts: Counts) -> dict[str, object]:
    return {
        "facts": {"sourced": counts.sourced, "reconstructed": counts.reconstructed},
        "components": dict(counts.components),
    }


def as_table(found: Provenance, words: Catalogue) -> Table:
    """Return a row per kind, and a total."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_footer=True, padding=0)
    total = counted(found.components)
    table.add_column(Text(words.word("ui.head-kind")), footer=Text(words.word("ui.all-kinds")), no_wrap=True)
    for head, number in zip(
        ("origin-sourced", "origin-partly", "origin-reconstructed", "facts-sourced", "facts-reconstructed"),
        _row(total),
        strict=True,
    ):
        table.add_column(Text(words.word(f"ui.{head}")), justify="right", footer=Text(str(number)))
    for kind, counts in found.counts().items():
        table.add_row(Text(words.word(f"ui.kind-{kind}")), *map(str, _row(counts)))
    return table


def _row(counts: Counts) -> list[int]:
    return [*(counts.components[origin] for origin in ORIGINS), counts.sourced, counts.reconstructed]


def as_lines(found: Provenance, words: Catalogue) -> Iterator[Text]:
    """List every component by kind, with reconstructed facts marked."""
    kind = ""
    for component in found.components:
        if component.kind != kind:
            kind = component.kind
            yield Text(words.word(f"ui.kind-{kind}"), "bold")
        yield Text(f"  {component.id}").append(_mark(component), "dim")
        for fact in component.facts:
            yield Text(f"    {fact.text}{MARK if fact.reconstructed else ''}", "dim")


def _mark(component: Component) -> str:
    return "" if component.origin == ORIGINS[0] else MARK


def legend(game: Game[Any], words: Catalogue) -> Text:
    """Return the mark's legend; empty if the game has nothing reconstructed."""
    if not any(component.origin != ORIGINS[0] for component in Sources.of(game).provenance().components):
        return Text()
    return Text(words.say(Message("ui.reconstructed", {"mark": MARK})), "dim")
