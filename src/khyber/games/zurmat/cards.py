"""Every card and die in words, with the source of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from khyber.engine.decision import Message, Param
from khyber.engine.optional import CardText, LabelledText
from khyber.engine.provenance import OWN_FILE, read
from khyber.engine.text import Catalogue
from khyber.games.zurmat.board import SEATS, SIDES
from khyber.games.zurmat.box import DICE, FACES, Box, printed_box
from khyber.games.zurmat.text import card_text, card_words

#: How well a card is known, the best first.
ORIGINS: Final = ("rulebook", "partly", "reconstructed", "own")
#: The faces of a die, in display order.
SHOWN_FACES: Final = ("hit", "block", "blank")


def origin_of(provenance: str) -> str:
    """Return how well something is known, given the sources of its facts.

    >>> [origin_of(sources) for sources in ("rulebook", "timing: rulebook; number: reconstructed", "reconstructed")]
    ['rulebook', 'partly', 'reconstructed']
    """
    if provenance == OWN_FILE:
        return "own"
    known = read("card", "", provenance).origin
    return "rulebook" if known == "sourced" else known


class _Words:
    """The cards of a box in one language."""

    def __init__(self, box: Box, language: str) -> None:
        self.box = box
        self.words: Catalogue = card_words(language, box)
        self.language = language

    def say(self, key: str, **params: Param) -> str:
        return self.words.say(Message(key, params))

    def card(
        self,
        kind: str,
        id_: str,
        title: str,
        facts: str,
        text: str,
        origins: Sequence[str],
        *,
        number: int = 0,
        sides: Sequence[int] = (),
    ) -> CardText:
        origin = max(origins, key=ORIGINS.index)
        texts = (LabelledText("", text, origin in ("partly", "reconstructed")),)
        return CardText(
            number,
            title,
            texts,
            origin,
            self.words.word(f"origin.{origin}"),
            tuple(SEATS[side] for side in sides),
            id=id_,
            group=self.words.word(f"group.{kind}"),
            facts=facts,
        )

    def text(self, kind: str, id_: str, *, printed: bool) -> str:
        """Return the text of a card; a card from a player's own file has none."""
        return card_text(kind, id_, self.language) if printed else self.words.word("fact.own")

    def tactics(self) -> Iterator[CardText]:
        """Yield each kind of Tactics card once, even if both sides have it."""
        kinds = dict.fromkeys(card.id for side in SIDES for card in self.box.tactics[side])
        for id_ in kinds:
            held = [
                (side, self.box.tactics[side][self.box.kind_by_id[side][id_]])
                for side in SIDES
                if id_ in self.box.kind_by_id[side]
            ]
            printed = all(card in printed_box().tactics[side] for side, card in held)
            copies = ", ".join(self.say("fact.copies", side=SEATS[side], n=card.copies) for side, card in held)
            yield self.card(
                "tactic",
                id_,
                self.words.called("card", id_),
                self.say("fact.tactic", text=copies),
                self.text("tactic", id_, printed=printed),
                [origin_of(card.provenance) for _, card in held],
                sides=[side for side, _ in held],
            )

    def events(self) -> Iterator[CardText]:
        for event, original in zip(self.box.events, printed_box().events, strict=True):
            number = event.number
            yield self.card(
                "event",
                str(number),
                self.words.called("event", number),
                self.say("fact.event", n=number),
                self.text("event", str(number), printed=event == original),
                [origin_of(event.provenance)],
                number=number,
            )

    def objectives(self) -> Iterator[CardText]:
        cards = {card.id: card for side in SIDES for card in self.box.objectives[side]}
        for id_, card in cards.items():
            known = any(card in printed_box().objectives[side] for side in card.sides)
            facts = (
                self.say("fact.objective", side=SEATS[card.sides[0]], vp=card.vp)
                if len(card.sides) == 1
                else self.say("fact.objective-both", vp=card.vp)
            )
            text = self.text("objective", id_, printed=known)
            banned = [name for name, other in cards.items() if name in card.bans or id_ in other.bans]
            if banned:
                names = ", ".join(self.words.called("objective", name) for name in banned)
                text += " " + self.say("fact.bans", text=names)
            yield self.card(
                "objective",
                id_,
                self.words.called("objective", id_),
                facts,
                text,
                [origin_of(card.provenance)],
                sides=card.sides,
            )

    def dice(self) -> Iterator[CardText]:
        for die, faces, original in zip(DICE, self.box.dice, printed_box().dice, strict=True):
            counted = Counter(FACES[face] for face in faces)
            shown = ", ".join(self.say(f"face-of-die.{face}", n=counted[face]) for face in SHOWN_FACES if counted[face])
            yield self.card(
                "die",
                f"{die}-die",
                self.words.word(f"die.{die}"),
                self.say("fact.faces", text=shown),
                self.words.word(f"die-text.{die}"),
                ["partly" if faces == original else "own"],
            )


@lru_cache(8)
def cards(box: Box, language: str) -> tuple[CardText, ...]:
    """Return every Tactics, Event and Objective card in our own words, and the dice.

    >>> next(card for card in cards(printed_box(), "en") if card.id == "us-die").facts
    '2 Hits, 2 Blocks, 2 blanks'
    """
    words = _Words(box, language)
    return (*words.tactics(), *words.events(), *words.objectives(), *words.dice())
