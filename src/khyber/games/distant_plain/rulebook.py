"""Which function carries out which numbered rule: written down where the function is, read by `khyber rules`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

#: Rule number -> the functions registered for it, in the order they were read.
FUNCTIONS: dict[str, list[Callable[..., object]]] = {}


def rule(*numbers: str) -> Callable[[F], F]:
    """Register a function for these rules. The function itself is untouched."""

    def register(function: F) -> F:
        for number in numbers:
            FUNCTIONS.setdefault(number, []).append(function)
        return function

    return register


@cache
def headings() -> dict[str, str]:
    """Every rule number a program must do something about, with its heading."""
    text = files("khyber.games.distant_plain.data").joinpath("rules.json").read_text(encoding="utf-8")
    numbers: dict[str, str] = json.loads(text)["rules"]
    return numbers
