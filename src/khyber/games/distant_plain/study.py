"""For those who study a game: what is worth a line on a chart, and every card in words with where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, cast

from khyber.engine.decision import Message, Param
from khyber.engine.game import CardText, Measure, View
from khyber.games.distant_plain.board import (
    CARDS,
    COALITION,
    COIN_GOAL,
    GOVERNMENT,
    LEVEL_IDS,
    OPPOSITION,
    OPPOSITION_GOAL,
    PROPAGANDA_CARDS,
    SEATS,
    SUPPORT,
    SUPPORT_GOAL,
    TALIBAN,
    UNCONTROLLED_GOAL,
    WARLORD_RESOURCES_GOAL,
    WARLORDS,
)
from khyber.games.distant_plain.events.cards import Side, printed_deck
from khyber.games.distant_plain.play import SHADED, UNSHADED
from khyber.games.distant_plain.provenance import read_side
from khyber.games.distant_plain.text import card_texts, side_mark, view_words

#: The four totals of the edge track (1.9): whose they are, and what they must pass (7.2).
TOTALS: Final = (("support-available", COALITION, SUPPORT_GOAL), ("coin-patronage", GOVERNMENT, COIN_GOAL),
                 ("opposition-bases", TALIBAN, OPPOSITION_GOAL), ("uncontrolled", WARLORDS, UNCONTROLLED_GOAL))
TRACKS: Final = ("aid", "patronage")
LEVELS: Final = (LEVEL_IDS[SUPPORT], LEVEL_IDS[OPPOSITION])

#: How well a side is known, the best first. What stands behind a colon says more.
ORIGINS: Final = ("rulebook", "public source", "reconstructed")

MEASURES: Final = (
    *(Measure("margin", "margins", seat, 0) for seat in SEATS),
    *(Measure(total, "totals", SEATS[faction], goal) for total, faction, goal in TOTALS),
    *(Measure(level, "support") for level in LEVELS),
    *(Measure("resources", "resources", SEATS[faction], WARLORD_RESOURCES_GOAL if faction == WARLORDS else None)
      for faction in (GOVERNMENT, TALIBAN, WARLORDS)),
    *(Measure(track, "tracks") for track in TRACKS),
)


def measured(view: View) -> dict[str, int]:
    """The measures as a view tells them. Support and Opposition are Population at that level."""
    spaces = cast(Mapping[str, Mapping[str, object]], view["spaces"])
    people = {level: sum(cast(int, space["population"]) for space in spaces.values() if space["level"] == level)
              for level in LEVELS}
    numbers = cast(Mapping[str, Mapping[str, int]], view)
    tracks = cast(Mapping[str, int], view)
    return {
        **{f"margin:{seat}": n for seat, n in numbers["margins"].items()},
        **{f"{total}:{SEATS[faction]}": numbers["totals"][total] for total, faction, _ in TOTALS},
        **people,
        **{f"resources:{seat}": n for seat, n in numbers["resources"].items()},
        **{track: tracks[track] for track in TRACKS}}


@cache
def cards(language: str) -> tuple[CardText, ...]:
    """Every card of the deck in our own words, the Propaganda cards after the Events."""
    words, texts = view_words(language), card_texts(language)
    found = []
    for number, card in CARDS.items():
        sides = printed_deck()[number]
        found.append(CardText(
            number, card.title, tuple(SEATS[faction] for faction in card.order), card.capability_of is not None,
            card.momentum != "none", texts[number].get(UNSHADED, ""), texts[number].get(SHADED, ""),
            max((_origin(side) for side in sides.values()), key=ORIGINS.index).replace(" ", "-"),
            "\n".join(words.say(message) for message in _origins(sides)),
            reconstructed=tuple(name for name in sides if side_mark(number, name))))
    title, text, whence = (words.word(key) for key in ("label.propaganda", "propaganda.text", "propaganda.origin"))
    return (*found, *(CardText(number, title, (), False, False, text, "", ORIGINS[0], whence)
                      for number in PROPAGANDA_CARDS))


def _origin(side: Side) -> str:
    return side.provenance.partition(":")[0]


def _origins(sides: Mapping[str, Side]) -> Iterator[Message]:
    """A sentence for each side on where its text comes from."""
    for name, side in sides.items():
        origin, _, more = side.provenance.partition(": ")
        told: dict[str, Param] = {"side": name}
        if more:
            told["text"] = more
        partly = "-partly" if read_side(side).origin == "partly" else ""
        yield Message(f"origin.{origin.replace(' ', '-')}{partly}", told)
