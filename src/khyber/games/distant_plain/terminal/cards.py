"""Event cards of A Distant Plain in the terminal, with the steps and source of each text."""

from __future__ import annotations

from rich.text import Text

from khyber.cli.provenance import legend
from khyber.engine.decision import Message, Param
from khyber.engine.provenance import ORIGINS
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.board import CARDS, SEATS
from khyber.games.distant_plain.events.deck import printed_deck
from khyber.games.distant_plain.events.describe import describe
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.provenance import read_side
from khyber.games.distant_plain.text import effect_words


def event_card(number: int, words: Catalogue) -> list[Text]:
    """Return title, type, Faction order, and each text with its steps and source."""

    def said(key: str, **params: Param) -> str:
        return words.say(Message(f"ui.{key}", params))

    sides = printed_deck()[number]
    order = " › ".join(words.word(f"faction.{SEATS[faction]}") for faction in CARDS[number].order)
    lines = [Text(said("card", card=number), "bold"), Text(f"{said('card-kind', kind=CARDS[number].kind)} · {order}")]
    for name, side in sides.items():
        lines.append(Text(f"\n{said('card-text', card=number, side=name)}"))
        lines += [Text(f"  {effect_words(words.language).say(message)}", "dim") for message in describe(side)]
        lines.append(Text(said("provenance", text=side.provenance), "dim"))
        if side.filled_in:
            lines.append(Text(said("filled-in", text=side.filled_in), "dim"))
    if any(read_side(side).origin != ORIGINS[0] for side in sides.values()):
        lines.append(legend(DistantPlain(), words))
    return lines
