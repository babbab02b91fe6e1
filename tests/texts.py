"""What tests of a game's texts have in common: the questions in its source, and whole games in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from khyber.engine.decision import Decision
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO, Catalogue


def nodes(root: Path) -> Iterator[ast.AST]:
    """Yield the syntax of all modules below a folder."""
    for path in sorted(root.glob("**/*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def called(node: ast.AST) -> str:
    """Return the name of the function that a node calls; "" if it calls none."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def word(node: ast.AST, at: int) -> str:
    """Return the text that a call has as an argument; "" if it has none there."""
    assert isinstance(node, ast.Call)
    argument = node.args[at] if len(node.args) > at else None
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else ""


def words_of_calls(root: Path, functions: Mapping[str, int]) -> frozenset[str]:
    """Return the texts in calls of these functions, each at the argument of that number."""
    return frozenset(word(node, functions[called(node)]) for node in nodes(root) if called(node) in functions) - {""}


def assert_words_for(ids: Mapping[str, set[str]], catalogues: Sequence[Catalogue]) -> None:
    """Each section of each catalogue has words for these ids and for no others."""
    for words in catalogues:
        known = words.keys()
        for section, names in ids.items():
            found = {key.split(".", 1)[1] for key in known if key.startswith(f"{section}.")}
            assert found == names, (words.language, section)


def tell(table: Table[Any], words: Catalogue, choose: Callable[[Decision], int]) -> set[str]:
    """Play to the end: every question, option and event has words. Return the keys of options offered."""
    options = set()
    while (decision := table.decision) is not None:
        assert words.question(decision)
        for option in decision.options:
            assert words.option(option)
            options.add(option.message.key)
        table.choose(choose(decision))
    for event in table.all_events():
        said = words.say(event.message)
        assert said
        if words.language == PSEUDO:
            assert not re.search(r"[A-Za-z]", said), said
    return options
