"""The register of which function implements which rule, for coverage and tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Rulebook:
    """The rules of one game by number; `package` holds their list, `rules.json`."""

    def __init__(self, package: str) -> None:
        self._package = package
        #: Functions registered for each rule, in order of import.
        self.functions: dict[str, list[Callable[..., object]]] = {}

    def rule(self, *numbers: str) -> Callable[[F], F]:
        """Register a function for these rules and return it unchanged."""

        def register(function: F) -> F:
            for number in numbers:
                self.functions.setdefault(number, []).append(function)
            return function

        return register

    @cached_property
    def headings(self) -> dict[str, str]:
        """Every rule that the program must implement, with its heading."""
        text = files(self._package).joinpath("rules.json").read_text(encoding="utf-8")
        numbers: dict[str, str] = json.loads(text)["rules"]
        return numbers
