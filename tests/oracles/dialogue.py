"""A table whose questions an oracle predicts, one after the other. For oracles of every game."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NoReturn

from khyber.engine.decision import Param
from khyber.engine.table import Table

#: How often `done` is chosen where it is offered, and how often something with a space rather than a bare space.
STOP = 0.25
FOLLOW_UP = 0.4


class Dialogue:
    """A table and a source of answers.

    `asks` says what must be asked next, and answers it at random. A question with one answer is not put by the table:
    `asks` then passes over it, and whatever follows shows whether the table did the same.
    """

    def __init__(self, table: Table[Any], rng: random.Random, passing_over: Collection[str] = ()) -> None:
        self.table = table
        self.rng = rng
        #: Options that another oracle judges: they are left aside here.
        self.passing_over = frozenset(passing_over)

    @property
    def asked(self) -> str:
        """Who is asked what: `taliban rally-space`; empty when nobody is."""
        decision = self.table.decision
        return f"{decision.seat} {decision.ask}" if decision else ""

    @property
    def offered(self) -> set[str]:
        """The options of the pending question, without those left aside."""
        decision = self.table.decision
        return set(decision.options.keys()) - self.passing_over if decision else set()

    def asks(self, seat: str, ask: str, options: Iterable[str], about: Mapping[str, Param] | None = None) -> str:
        """Predict the next question and its options; return an answer drawn at random, given to the table."""
        wanted = sorted(set(options))
        if not wanted:
            raise ValueError(f"an oracle predicts {ask!r} with no options")
        put = self.asked == f"{seat} {ask}"
        if len(wanted) == 1 and not (put and self.offered == set(wanted)):
            return wanted[0]
        self.same(self.asked, f"{seat} {ask}", "the question")
        if about is not None and self.table.decision is not None:
            known = self.table.decision.about
            self.same({name: known.get(name) for name in about}, dict(about), f"what {ask!r} is about")
        self.same(self.offered, set(wanted), f"the options of {ask!r}")
        return self.answer(self.draw(wanted))

    def draw(self, options: list[str]) -> str:
        """One of these: `done` not too often, and what follows from a choice (`sharia zabol`) not too seldom."""
        others = [option for option in options if option != "done"]
        if len(others) < len(options) and (not others or self.rng.random() < STOP):
            return "done"
        follow_ups = [option for option in others if " " in option and " > " not in option]
        return self.rng.choice(follow_ups if follow_ups and self.rng.random() < FOLLOW_UP else others)

    def answer(self, key: str) -> str:
        """Give this answer."""
        self.table.choose(key)
        return key

    def same(self, engine: object, oracle: object, what: str) -> None:
        """The engine and the oracle agree, or the position is shown."""
        if engine != oracle:
            self.differ(
                f"{what}: the engine has {_shown(engine)}, the oracle {_shown(oracle)}" + _apart(engine, oracle)
            )

    def differ(self, message: str) -> NoReturn:
        """Raise with the position that the oracle drew and the choices since, as TOML."""
        raise AssertionError(f"{message}\n\n{self.position()}")

    def position(self) -> str:
        """The position drawn, with the choices of its first step; khyber.position reads it."""
        table = self.table
        if not table.steps or not table.header.start:
            return table.position()
        drawn = table.game.write_position(table.game.state_type.unpack(table.header.start))
        entries, seats = (json.dumps(list(row)) for row in (table.steps[0].listed(), table.steps[0].seats()))
        return f"{drawn}\n[since]\nentries = {entries}\nby = {seats}\n"


def _shown(value: object) -> str:
    return "{" + ", ".join(sorted(map(str, value))) + "}" if isinstance(value, set) else repr(value)


def _apart(engine: object, oracle: object) -> str:
    """For sets: what only one of the two has."""
    if not isinstance(engine, set) or not isinstance(oracle, set):
        return ""
    return f" (only the engine: {_shown(engine - oracle)}; only the oracle: {_shown(oracle - engine)})"
