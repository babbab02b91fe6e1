"""Player aid, glossary and tutorial; their words are in text/."""

from __future__ import annotations

from functools import cache
from typing import Final
from xml.etree.ElementTree import Element, tostring

from khyber.engine.decision import Param
from khyber.engine.errors import BadSetup
from khyber.engine.provenance import MARK
from khyber.engine.reference import Aid, Term, Tutorial
from khyber.engine.reference_files import ReferenceFiles
from khyber.games.enduring_freedom.board import SEATS
from khyber.games.enduring_freedom.box import printed_box
from khyber.games.enduring_freedom.drawing.counters import COUNTER
from khyber.games.enduring_freedom.drawing.svg import counter
from khyber.games.enduring_freedom.text import catalogue, languages

#: Groups of the aid, in their order.
GROUPS: Final = ("victory", "sequence", "operations", "reminders")
_BOX: Final = printed_box()
_COST, _GAIN, _LOSS, _END = _BOX.cost, _BOX.gain, _BOX.loss, _BOX.end_awards
#: Numbers of the aid, from the printed tables.
FIGURES: Final[dict[str, Param]] = {
    "mark": MARK,
    "start": _BOX.points_start,
    "turns": _BOX.last_turn,
    **dict(zip(("beaten", "draw", "operational", "strategic"), _BOX.victory[1:], strict=True)),
    "kabul": _END.kabul,
    "city": _END.city,
    "stronghold": _END.stronghold,
    "obl": _GAIN.first_target_dice,
    "hvt": _GAIN.target_dice,
    "guards": _GAIN.sof,
    "other": _GAIN.other,
    "sofone": _LOSS.sof_reduced,
    "softwo": _LOSS.sof_eliminated,
    "groundone": _LOSS.ground_reduced,
    "groundtwo": _LOSS.ground_eliminated,
    "airone": _LOSS.air_reduced,
    "airtwo": _LOSS.air_eliminated,
    "ally": _LOSS.alliance,
    "collateral": _LOSS.collateral,
    "sof": _COST.sof,
    "air": _COST.air,
    "irgc": _COST.irgc,
    "fob": _COST.fob,
    "alliance": _COST.alliance,
    "assets": _COST.asset_pair,
    "refit": _COST.refit_ground,
    "refitair": _COST.refit_air,
    "edge": _COST.edge,
    "light": _COST.sustain_light,
    "heavy": _COST.sustain_heavy,
    **dict(zip(("gulf", "pakistan", "asia"), _BOX.capacity, strict=True)),
}
FILES: Final = ReferenceFiles(
    "khyber.games.enduring_freedom.text", tuple(languages), SEATS, catalogue, GROUPS, FIGURES, "side"
)


def aid(seat: str, lang: str) -> Aid:
    """Return the player aid. Raises BadSetup if the seat or language is unknown.

    >>> aid("coalition", "en").groups[0].sections[0].title
    'NetWar Points'
    """
    return FILES.aid(seat, lang)


@cache
def picture(piece: str) -> str:
    """Return a counter as an SVG element. Raises BadSetup if it is unknown.

    >>> picture("us-b52")[:30]
    '<svg viewBox="0 0 40 40" aria-'
    """
    if piece not in _BOX.kind_by_id:
        raise BadSetup(f"there is no counter {piece!r}, such as 'us-b52'")
    drawn = Element("svg", {"viewBox": f"0 0 {COUNTER} {COUNTER}", "aria-hidden": "true"})
    counter(drawn, piece, _BOX.kind_by_id[piece].family, _BOX)
    return tostring(drawn, encoding="unicode")


@cache
def glossary(lang: str) -> tuple[Term, ...]:
    """Return the glossary: counters, markers and terms in one sentence."""
    return FILES.glossary(lang)


@cache
def tutorial(lang: str) -> Tutorial:
    """Return the tutorial: fifteen choices of the first turn.

    >>> first = tutorial("en").steps[0]
    >>> first.ask, first.key, first.title
    ('mobilize', 'sof-all', 'Buy units')
    """
    return FILES.tutorial(lang)
