"""Small pieces of HTML: tables, figures, sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: its text, a smaller line below, and how strongly it is coloured (−1 to 1)."""

    text: str
    small: str = ""
    heat: float | None = None
    #: `heat` for shares; `change` colours gains and losses differently.
    kind: str = "heat"
    bold: bool = False

    def html(self) -> str:
        text = f"<b>{escape(self.text)}</b>" if self.bold else escape(self.text)
        small = f"<small>{escape(self.small)}</small>" if self.small else ""
        if self.heat is None or abs(self.heat) < 0.005:
            return f"<td>{text}{small}</td>"
        kind = self.kind if self.kind == "heat" else "gain" if self.heat > 0 else "loss"
        return f'<td class="{kind}" style="--heat:{min(1.0, abs(self.heat)):.2f}">{text}{small}</td>'


def table(heads: Sequence[str], rows: Iterable[tuple[str, Sequence[Cell | str]]], caption: str = "") -> str:
    """Return a table; the first cell of a row names it."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join((cell if isinstance(cell, Cell) else Cell(cell)).html() for cell in cells)
        + "</tr>\n"
        for name, cells in rows
    )
    about = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<div class="table"><table>{about}<thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def figures(charts: Iterable[tuple[str, str]]) -> str:
    """Return charts, each with its caption, in a grid."""
    drawn = [f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>\n" for title, svg in charts]
    fewer = " pairs" if len(drawn) % 3 == 1 else ""  # two in a row, so that none is left alone in its row
    return f'<div class="charts{fewer}">\n{"".join(drawn)}</div>\n'


def about(text: str) -> str:
    return f'<p class="about">{escape(text)}</p>\n'


def folded(summary: str, inner: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{inner}</details>\n"


def paragraphs(text: str) -> str:
    """Return plain text as paragraphs, which blank lines separate."""
    parts = (" ".join(part.split()) for part in text.split("\n\n"))
    return "".join(f"<p>{escape(part)}</p>\n" for part in parts if part)
