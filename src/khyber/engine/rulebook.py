"""Which function carries out which rule of a game: written down where the function is, read by coverage and tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Rulebook:
    """The rules of one game by number or heading; `package` has their list, `rules.json`."""

    def __init__(self, package: str) -> None:
        self._package = package
        #: Rule -> the functions registered for it, in the order they were read.
        self.functions: dict[str, list[Callable[..., object]]] = {}

    def rule(self, *numbers: str) -> Callable[[F], F]:
        """Register a function for these rules. The function itself is untouched."""

        def register(function: F) -> F:
            for number in numbers:
                self.functions.setdefault(number, []).append(function)
            return function

        return register

    @cached_property
    def headings(self) -> dict[str, str]:
        """Every rule a program must do something about, with its heading."""
        text = files(self._package).joinpath("rules.json").read_text(encoding="utf-8")
        numbers: dict[str, str] = json.loads(text)["rules"]
        return numbers
