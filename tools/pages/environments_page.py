"""docs/environments.md: actions and observations of the environments, field by field."""

from __future__ import annotations

from collections.abc import Iterator

from khyber.catalogue import GAMES
from khyber.envs.codec import SPARE, codec
from khyber.envs.observation import observer


def environments_page() -> Iterator[str]:
    """Yield the page."""
    yield "# Actions and observations"
    yield ""
    yield "Written by `make docs` from `khyber.envs`. How to use the environments is in [lab.md](lab.md)."
    yield ""
    yield "An **action** is the number of an option key, the same in every decision: its place in the list of the game"
    yield f"in `actions.json`. {SPARE} spare actions at the end stand for keys that it lacks, in their order"
    yield "in a decision. Numbers never change; `python -m tools.generate.vocabulary` adds new keys at the end."
    yield ""
    yield "An **observation** is what one seat knows, as numbers from 0 to 1: each byte divided by its largest value."
    for game in GAMES:
        actions, watching = codec(game), observer(game)
        yield from ("", f"## {game}", "")
        yield f"{actions.size:,} actions: {len(actions.keys):,} keys and {SPARE} spare ones."
        yield f"{watching.size:,} numbers observed."
        yield from ("", "| Field | From | Numbers | What it is |", "| --- | ---: | ---: | --- |")
        for name, first, size, about in watching.fields():
            yield f"| `{name}` | {first} | {size} | {about} |"
