"""docs/networks.md: what the networks of agents that search read, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.features import Feature
from khyber.engine.optional import Evaluation


def networks_page() -> Iterator[str]:
    """Yield the page."""
    yield "# What the networks read"
    yield ""
    yield "Written by `make docs` from `ai/evaluation.py` and `ai/map_fields.py` of each game."
    yield "[strength.md](strength.md) says what they are for; how each was trained is on its card in the game's `ai/`."
    yield ""
    yield "An **evaluation** reads a state, the real one or one that a seat imagines, as bytes, and returns each seat's"
    yield "chance to win. A **policy** reads what its seat knows, the map place by place, and the question that it is"
    yield "asked, and has a number for each option. An **outlook** reads the same fields of a state, and returns the"
    yield "chance of a seat that plays on by its policy. For these two a byte counts as a share of the most given here,"
    yield "which larger values may exceed."
    for game in GAMES:
        evaluation = Evaluation.of(find_game(game))
        fields = evaluation.map_fields()
        for kind, features in (
            ("evaluation", evaluation.inputs()),
            ("policy and outlook", () if fields is None else fields.every),
        ):
            if features:
                yield from ("", f"## {game}: {kind}", "", f"{sum(one.size for one in features):,} bytes.", "")
                yield from table(features)


def table(features: Sequence[Feature]) -> Iterator[str]:
    yield "| Field | From | Bytes | Most | What it is |"
    yield "| --- | ---: | ---: | ---: | --- |"
    first = 0
    for one in features:
        yield f"| `{one.name}` | {first} | {one.size} | {one.most} | {one.about} |"
        first += one.size
