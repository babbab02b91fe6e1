"""8.3.1, 2nd:8.4.1: what the Non-players' sheets say about single cards: whether to execute the Event, and how.

The instructions are in the files of the cards (`[non-players.both]`, `[non-players.2nd]`, `[non-players.3rd]`). The
halos on the cards are the same in both printings; what only one has, or the 2nd words differently, has its own table
(R4). Instructions name functions: conditions (conditions.py) and answers (instructed_choices.py), each with those that
only the 3rd printing has in its own modules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import Any, Final, cast

from khyber.engine.decision import Decision
from khyber.engine.errors import BadSetup
from khyber.engine.fields import Fields
from khyber.engine.names import unknown
from khyber.games.distant_plain.board import CARD_FILES, COIN, FACTION_BY_ID, FACTIONS, INSURGENTS, Faction
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.play import SIDES, Play

Condition = Callable[[Prospect], bool]
#: Plans a free action of the Event; None declines it.
FreeAction = Callable[[NonPlayer, Play, Decision], Plan | None]
#: Functions by the names that instructions have for them.
Named = Mapping[str, Callable[..., object]]

BOTH: Final = "both"
PRINTINGS: Final = (BOTH, "2nd", "3rd")
#: Whom a line instructs; later ones override earlier ones.
WHO: Final[Mapping[str, tuple[Faction, ...]]] = {
    "all": FACTIONS,
    "coin": COIN,
    "insurgents": INSURGENTS,
    **{seat: (faction,) for seat, faction in FACTION_BY_ID.items()},
}
#: Questions that are answered by a plan.
FREE_ACTIONS: Final = ("free-activity", "free-operation")
#: How many arguments a condition has before those in parentheses, and an answer.
_JUDGING: Final = 1
_ANSWERING: Final = 3
#: A function by name, perhaps with what it is about: `sponsored`, `player(taliban)`.
_TERM: Final = re.compile(r"([a-z-]+)(?:\(([a-z0-9, -]*)\))?")


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the sheet of a Faction says about a card."""

    #: Execute the Event if and only if this holds.
    execute_if: Condition | None = None
    #: Decide as usual, but never execute it unless this holds.
    never_unless: Condition | None = None
    #: The text to execute instead of the usual one.
    side: str = ""
    #: Whether to execute Momentum even if a Propaganda card is next.
    before_propaganda: bool = False
    #: Answers while it is executed, by question.
    answers: Mapping[str, Response] = field(default_factory=dict)
    #: Plans for the free actions it grants, by question.
    free_actions: Mapping[str, FreeAction] = field(default_factory=dict)


NOTHING_SAID: Final = Instruction()


def by_name(*functions: Callable[..., object]) -> Named:
    """Return the functions by their names, with hyphens.

    >>> list(by_name(by_name))
    ['by-name']
    """
    return {function.__name__.replace("_", "-"): function for function in functions}


class Instructions:
    """The instructions of a printing, read from the files of the cards when first needed."""

    def __init__(self, printing: str, conditions: Named, answers: Named, free_actions: Named) -> None:
        self.printing = printing
        self.conditions = conditions
        self.answers = answers
        self.free_actions = free_actions
        #: The functions that the instructions name.
        self.named: set[str] = set()

    def of(self, faction: Faction, card: int) -> Instruction:
        """Return what the Faction's sheet says about the card. Raises BadSetup if a card's file is wrong."""
        return self.all.get((card, faction), NOTHING_SAID)

    @cached_property
    def all(self) -> Mapping[tuple[int, Faction], Instruction]:
        """Everything that the sheets say, by card and Faction."""
        return {
            (card, faction): instruction
            for card, file in CARD_FILES.items()
            if "non-players" in file
            for faction, instruction in self._of_card(card, file["non-players"])
        }

    def _of_card(self, card: int, tables: object) -> Iterator[tuple[Faction, Instruction]]:
        lines: dict[Faction, dict[str, object]] = {}
        printings = Fields(tables, f"card {card} non-players", BadSetup)
        for printing in PRINTINGS:
            table = printings.inner(printing)
            for who, factions in WHO.items():
                line = table.inner(who)
                for faction in factions if line.table and printing in (BOTH, self.printing) else ():
                    known = lines.setdefault(faction, {})
                    answers = {**cast(Mapping[str, str], known.get("answers", {})), **line.inner("answers").table}
                    known |= {**line.table, "answers": answers}
            table.finish()
        printings.finish()
        for faction, said in lines.items():
            yield faction, self._read(Fields(said, f"card {card} non-players", BadSetup))

    def _read(self, fields: Fields) -> Instruction:
        asked = fields.inner("answers")
        answers: dict[str, Response] = {}
        plans: dict[str, FreeAction] = {}
        for ask in asked.table:
            text = asked.word(ask, None, None)
            if ask in FREE_ACTIONS:
                plans[ask] = self._call(asked, text, self.free_actions, _ANSWERING)
            else:
                answers[ask] = self._call(asked, text, self.answers, _ANSWERING)
        instruction = Instruction(
            self._condition(fields, "execute-if"),
            self._condition(fields, "never-unless"),
            fields.word("side", ("", *SIDES), ""),
            fields.flag("before-propaganda"),
            answers,
            plans,
        )
        fields.finish()
        return instruction

    def _condition(self, fields: Fields, key: str) -> Condition | None:
        """Read terms joined by `&` and `|`, `!` before one that must not hold."""
        text = fields.word(key, None, "")
        if not text:
            return None
        ways = [[self._term(fields, term.strip()) for term in way.split("&")] for way in text.split("|")]
        return lambda prospect: any(all(term(prospect) for term in way) for way in ways)

    def _term(self, fields: Fields, text: str) -> Condition:
        holds: Condition = self._call(fields, text.removeprefix("!"), self.conditions, _JUDGING)
        return (lambda prospect: not holds(prospect)) if text.startswith("!") else holds

    def _call(self, fields: Fields, text: str, functions: Named, usual: int) -> Callable[..., Any]:
        """Return the function that a term names, with what is in parentheses after its usual arguments."""
        term = _TERM.fullmatch(text)
        if term is None or term[1] not in functions:
            raise fields.fail(unknown("name", term[1] if term else text, functions))
        self.named.add(term[1])
        function = functions[term[1]]
        given = tuple(_given(word.strip()) for word in term[2].split(",")) if term[2] else ()
        try:
            signature(function).bind(*[None] * usual, *given)
        except TypeError as problem:
            raise fields.fail(f"{text}: {problem}") from problem
        return (lambda *asked: function(*asked, *given)) if given else function


def _given(word: str) -> str | int:
    """Return a number, a Faction, or another word as it is."""
    return int(word) if word.isdigit() else FACTION_BY_ID.get(word, word)
