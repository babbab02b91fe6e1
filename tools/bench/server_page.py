"""docs/benchmarks-server.md: a section for each benchmark of the server. Writing one leaves the others as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks-server.md"
#: The sections in their order; the first one is the beginning of the page, without a heading.
FIRST, FAIR, AGAINST = "", "Fair shares", "Against an earlier commit"
SECTIONS = (FIRST, FAIR, AGAINST)


def sections(page: str) -> dict[str, list[str]]:
    """Return the lines of each section of a page."""
    first, *others = re.split(r"^## ", page, flags=re.MULTILINE)
    found = {FIRST: first.strip("\n").split("\n")} if first.strip() else {}
    for text in others:
        name, _, body = text.partition("\n")
        found[name.strip()] = body.strip("\n").split("\n")
    return found


def with_section(name: str, lines: Iterable[str], page: str | None = None) -> Iterator[str]:
    """Yield the page with new lines for one section."""
    if page is None:
        page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    found = sections(page) | {name: list(lines)}
    yield from found.get(FIRST, ["# The server, measured"])
    for other in SECTIONS[1:]:
        if other in found:
            yield from ("", f"## {other}", "", *found[other])


def write(name: str, lines: Iterable[str]) -> Path:
    """Write one section of the page; return where it is."""
    PAGE.write_text("\n".join(with_section(name, lines)) + "\n", encoding="utf-8")
    return PAGE
