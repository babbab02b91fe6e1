"""Every card in words, with the source of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from khyber.engine.decision import Message, Param
from khyber.engine.game import Json
from khyber.engine.optional import CardSide, CardText, LabelledText
from khyber.games.distant_plain.board import CARDS, PROPAGANDA_CARDS, SEATS
from khyber.games.distant_plain.events.deck import Side, printed_deck
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.turn_effects import Choose
from khyber.games.distant_plain.provenance import read_side
from khyber.games.distant_plain.text import card_text, card_texts, side_mark, view_words

#: How well a side is known, the best first. Details follow a colon; any other source is somebody's own.
ORIGINS: Final = ("rulebook", "public source", "reconstructed", "own")


@cache
def cards(language: str) -> tuple[CardText, ...]:
    """Return every card of the deck in our own words, Propaganda cards last."""
    words, texts = view_words(language), card_texts(language)
    found = []
    for number, card in CARDS.items():
        sides = printed_deck()[number]
        tags = {"capability": card.capability_of is not None, "momentum": card.momentum != "none"}
        found.append(
            CardText(
                number,
                card.title,
                tuple(LabelledText(name, texts[number][name], bool(side_mark(number, name))) for name in sides),
                max((_origin(side) for side in sides.values()), key=ORIGINS.index).replace(" ", "-"),
                "\n".join(words.say(message) for message in _origins(sides)),
                tuple(SEATS[faction] for faction in card.order),
                tuple(tag for tag, fits in tags.items() if fits),
            )
        )
    title, text, whence = (words.word(key) for key in ("label.propaganda", "propaganda.text", "propaganda.origin"))
    return (
        *found,
        *(
            CardText(number, title, (LabelledText("", text),), ORIGINS[0], whence, id=f"propaganda-{place}")
            for place, number in enumerate(PROPAGANDA_CARDS, 1)
        ),
    )


def _origin(side: Side) -> str:
    origin = side.provenance.partition(":")[0]
    return origin if origin in ORIGINS else ORIGINS[-1]


def _origins(sides: Mapping[str, Side]) -> Iterator[Message]:
    """Yield a sentence about the source of each side."""
    for name, side in sides.items():
        origin, more = _origin(side), side.provenance.partition(": ")[2]
        params: dict[str, Param] = {"side": name}
        if more:
            params["text"] = more
        partly = "-partly" if read_side(side).origin == "partly" else ""
        yield Message(f"origin.{origin.replace(' ', '-')}{partly}", params)


# -- in the terms of the rules ----------------------------------------------------------------------


@cache
def sides() -> tuple[CardSide, ...]:
    """Return every side of the printed deck.

    >>> sides()[0].id, sides()[0].title
    ('1u', 'ISR')
    """
    return tuple(
        CardSide(
            f"{number}{name[0]}",
            number,
            name,
            CARDS[number].title,
            tuple(effect_names(side.effects)),
            side.provenance,
            bool(side.special),
        )
        for number, sides in sorted(printed_deck().items())
        for name, side in sides.items()
    )


def effect_names(effects: Sequence[Effect]) -> Iterator[str]:
    """Return the kinds of effects in order, each choice followed by its options."""
    for effect in effects:
        yield re.sub(r"(?<!^)(?=[A-Z])", "-", type(effect).__name__).lower()
        if isinstance(effect, Choose):
            for _, inner in effect.options:
                yield from effect_names(inner)


def card_as_json(number: int, language: str) -> dict[str, Json]:
    """Return a card with its printed facts, and the text and source of each side."""
    card, sides = CARDS[number], printed_deck()[number]
    return {
        "number": number,
        "title": card.title,
        "order": [SEATS[faction] for faction in card.order],
        "kind": card.kind,
        "sides": {
            name: {
                "text": card_text(number, name, language),
                "provenance": side.provenance,
                "filled-in": side.filled_in,
            }
            for name, side in sides.items()
        },
    }
