"""The page docs/decisions.md: every question of every game, its fields, and the order of questions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from textwrap import wrap
from typing import Final

from khyber.catalogue import GAMES, package, texts
from khyber.engine.text import Catalogue
from khyber.lab.coverage import in_order
from tools.pages.decisions import Decisions, Field, Question
from tools.pages.orders import Order, tokens
from tools.pages.source import BACK

WIDTH: Final = 110
#: More ids than this are counted, not listed.
MAX_IDS: Final = 14
#: The meaning of a question's marks for an agent.
NOTES: Final = {
    "window": "put even with one option",
    "secret": "a secret answer, put even with one option",
    "forgotten": "forgotten once given",
    "boundary": "no asides before the answer",
}
SOMETIMES: Final = "sometimes "

INTRODUCTION: Final = """\
# Decisions

Written by `tools/pages` from the source of the rules (`make docs`). One test keeps it current; others compare it with
games played at random.

`table.decision` is one question to one seat:

| field | holds |
|---|---|
| `seat` | who is asked |
| `ask` | the name of the question, listed below; its sentence is the message `ask.NAME` |
| `rule` | the rule behind it, by number or heading |
| `about` | what the question mentions: fields, listed below, with ids and numbers; they fill its sentence |
| `options` | the choices, each with `key`, `value` and `message` |
| `boundary` | false where no aside may come before the answer |
| `window` | put even if there is only one option, because being asked is information |
| `secret`, `forgotten` | the answer is hidden from the other seats; once given, from its giver too |

The table answers a question with one option by itself, unless it is a `window` or `secret`. So any question in the
orders below may be missing from a game.

Orders are written in EBNF, read from the source of each rule: `a b` is a, then b; `a | b` is one of them; `[ a ]` is
perhaps a; `{ a }` is a any number of times, or never; `<rule>` is whatever that rule asks. Conditions are left out:
pieces, cards and earlier answers rule out much of what an order allows. A game goes from step to step (`step` in a view
or position), and each step has an order of its own; a step that leads to no other one is repeated. Asides
(`table.asides(seat)`) change no order: the pending question is asked again with new options."""


def decisions_page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield INTRODUCTION
    for game in GAMES:
        yield from ("", f"## {game}")
        yield from _Game(game).lines()


class _Game:
    """The part of one game."""

    def __init__(self, game: str) -> None:
        self.found = Decisions(game)
        self.words: Catalogue = texts(game).catalogue("en")
        #: Parameters of messages that are ids, with their section of the catalogue.
        self.sections: Mapping[str, str] = import_module(f"{package(game)}.text").WORDS
        folder = files(f"{package(game)}.text")
        self.prompts: Mapping[str, object] = tomllib.loads(folder.joinpath("en.toml").read_text("utf-8"))["ask"]
        self.notation = import_module(f"{package(game)}.notation")

    def lines(self) -> Iterator[str]:
        yield from ("", "### Questions", "")
        yield "| ask | sentence | `about` | options | asked of | rule | notes |"
        yield "|---|---|---|---|---|---|---|"
        for name, prompt in self.prompts.items():
            yield self._question(self.found.questions[name], prompt)
        yield from ("", "Options are written as:", "")
        for notation in sorted({one for question in self.found.questions.values() for one in question.notations}):
            yield f"- {notation}: {self._written(notation)}"
        yield from ("", "### Fields of `about`", "", "| field | holds | in |", "|---|---|---|")
        for name in sorted(self.found.fields):
            asks = [ask for ask in self.prompts if name in frozenset().union(*self.found.questions[ask].about)]
            yield f"| `{name}` | {self.holds(self.found.fields[name])} | {_listed(asks)} |"
        yield from ("", "### Steps", "", "| step | asks | may lead to |", "|---|---|---|")
        yield from self._steps()
        yield from ("", "### Order", "", "```")
        for rule, order in self.found.grammar.items():
            yield from self._order(rule, order)
        yield "```"

    def _question(self, question: Question, prompt: object) -> str:
        about = [f"`{name}`" for name in question.always()] + [f"[`{name}`]" for name in question.sometimes()]
        notes = [
            NOTES[mark] if False not in so else SOMETIMES + NOTES[mark]
            for mark in NOTES
            if True in (so := question.marks.get(mark, set()))
        ]
        seats = "varies" if "" in question.seats else ", ".join(sorted(question.seats))
        cells = (
            f"`{question.name}`",
            _sentence(prompt),
            ", ".join(about),
            ", ".join(sorted(question.notations)),
            seats,
            ", ".join(in_order(sorted(question.rules))),
            "; ".join(notes),
        )
        return f"| {' | '.join(cells)} |"

    def _written(self, notation: str) -> str:
        """Describe the notation of options, from the docstring of its class."""
        found = getattr(self.notation, notation, None)
        kind = found if isinstance(found, type) else type(found)
        return (kind.__doc__ or "").split("\n", 1)[0]

    def holds(self, field: Field) -> str:
        """Describe the values of a field: ids from the source or the catalogue, or a number."""
        ids = field.texts or self.ids(field.name)
        if field.several:
            return "ids or words, some with a number (`kabul:2`), separated by blanks; empty if there are none"
        if not ids:
            return "a number"
        if len(ids) > MAX_IDS:
            return f"one of {len(ids)} ids: {', '.join(f'`{one}`' for one in sorted(ids)[:3])}, …"
        return ", ".join(f"`{one}`" for one in sorted(ids))

    def ids(self, param: str) -> set[str]:
        """Return the ids that the catalogue has for a parameter; none if it is a number."""
        section = self.sections.get(param)
        return {key.partition(".")[2] for key in self.words.keys() if section and key.startswith(f"{section}.")}  # noqa: SIM118

    def _steps(self) -> Iterator[str]:
        source = self.found.source
        for step, function in {**self.found.steps, **source.silent_steps()}.items():
            name = self.found.names.get(function)
            following = [_step(one) for one in sorted(source.following(function))]
            asks = f"`<{name}>`" if name in self.found.grammar else "nothing"
            if before := self.found.before.get(name or ""):
                asks += f"; before any of its questions perhaps {_listed(sorted(before))}"
            yield f"| `{step}` | {asks} | {', '.join(following)} |"

    def _order(self, rule: str, order: Order) -> Iterator[str]:
        summary = self.found.by_name[rule].summary
        yield f"{rule}" + (f"  # {summary}" if summary else "")
        yield from wrap(
            " ".join(tokens(order)),
            WIDTH,
            initial_indent="    ",
            subsequent_indent="      ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def _step(name: str) -> str:
    return "the end" if not name else "the step before" if name == BACK else f"`{name}`"


def _sentence(prompt: object) -> str:
    """Return a sentence of the catalogue; if it has forms, each of them."""
    if isinstance(prompt, str):
        return prompt.replace("|", "\\|")
    assert isinstance(prompt, Mapping)
    by = prompt.get("by")
    forms = [
        f"{'otherwise' if form in ('yes', 'other') else f'`{form}`'}: {_sentence(inner)}"
        for form, inner in prompt.items()
        if form != "by"
    ]
    return (f"by `{by}`: " if by else "") + "<br>".join(forms)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
