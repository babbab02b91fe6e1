"""Bots with other preferences than their own, by name: `bot:standard(loss=0.4 patrol=1.5)`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import Field, fields, replace
from math import exp
from typing import Any, ClassVar, Protocol, TypeVar

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted


class Preferences(Protocol):
    """A dataclass of numbers."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


W = TypeVar("W", bound=Preferences)


def preferences_of(game: str, bot: str, own: W, name: str) -> W:
    """Return the preferences that a name stands for: the bot's own, but for those in brackets. Raises BadSetup."""
    changed: dict[str, Any] = {}
    if name != bot:
        if not name.startswith(f"{bot}(") or not name.endswith(")"):
            raise BadSetup(f"{game} has no bot {quoted(name)}; valid: {bot}")
        kinds = {field.name: type(getattr(own, field.name)) for field in fields(own)}
        for part in name[len(bot) + 1 : -1].split():
            key, _, value = part.partition("=")
            try:
                changed[key] = kinds[key](value)
            except (KeyError, ValueError):
                raise BadSetup(f"{quoted(name)}: {quoted(part)} is not a preference and its number") from None
    return replace(own, **changed)


def name_of(bot: str, own: W, preferences: W) -> str:
    """Return the name that `preferences_of` reads, with the preferences that differ from the bot's own."""
    keys = [field.name for field in fields(own)]
    changed = [f"{key}={value:.4g}" for key in keys if (value := getattr(preferences, key)) != getattr(own, key)]
    return f"{bot}({' '.join(changed)})" if changed else bot


def scaled(preferences: W, names: Iterable[str], logarithms: Sequence[float]) -> W:
    """Return the preferences with those of these names times a factor each, given as logarithms."""
    factors = zip(names, logarithms, strict=True)
    changed: dict[str, Any] = {name: getattr(preferences, name) * exp(log) for name, log in factors}
    return replace(preferences, **changed)
