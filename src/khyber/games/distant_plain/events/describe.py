"""Effects in words: each step of a side as a message, as the program understands it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from khyber.engine.decision import Message, Param
from khyber.games.distant_plain.events.deck import Side

#: Parameters of the sentence for each step: name, field and default.
_PIECES: Final[Mapping[str, tuple[str, Param]]] = {"number": ("n", 1), "pieces": ("what", "")}
_WHERE: Final[Mapping[str, tuple[str, Param]]] = {"spaces": ("spaces", "all"), "where": ("where", "")}
MENTIONED: Final[Mapping[str, Mapping[str, tuple[str, Param]]]] = {
    "place": {**_PIECES, **_WHERE},
    "remove": {**_PIECES, **_WHERE, "into": ("to", "available")},
    "replace": {**_PIECES, **_WHERE, "instead": ("with", "")},
    "flip": {**_PIECES, **_WHERE, "becomes": ("to", "")},
    "move": {"number": ("n", "all"), "pieces": ("what", ""), "start": ("from", ""), "goal": ("dest", "")},
    "boxes": {**_PIECES, "pool": ("from", ""), "into": ("to", "")},
    "shift": {"levels": ("levels", 1), "level": ("toward", ""), **_WHERE},
    "set": {"level": ("level", ""), **_WHERE},
    "terror": {"number": ("n", 1), "done": ("op", ""), **_WHERE},
    "sabotage": {"number": ("n", 1), "done": ("op", ""), **_WHERE},
    "returnees": {**_WHERE},
    "select": {**_WHERE},
    "transfer": {"number": ("amount", ""), "track": ("from", ""), "gainer": ("to", "")},
    "islamabad": {"number": ("boxes", 0), "box": ("toward", "sponsorship"), "harden": ("harden", 0)},
    "die": {"number": ("dice", 1)},
    "eligibility": {"faction": ("faction", ""), "status": ("status", "")},
    "name": {"factions": ("factions", "")},
    "free-operation": {"faction": ("faction", ""), "ops": ("ops", "any")},
    "free-activity": {"faction": ("faction", ""), "activity": ("name", "")},
    "capability": {},
    "momentum": {},
}


def describe(side: Side) -> list[Message]:
    """Return a message for each step of the side, in order."""
    if side.special:
        return [Message(f"effect.{side.special}", {})]
    return [message for step in side.steps for message in describe_step(step)]


def describe_step(step: Mapping[str, object]) -> Iterator[Message]:
    """Yield the messages of one step; a choice is followed by the steps of its options."""
    do = str(step["do"])
    if do == "choose":
        options = cast(Mapping[str, list[Mapping[str, object]]], step["options"])
        for steps in options.values():
            yield Message("effect.either", {})
            for inner in steps:
                yield from describe_step(inner)
    elif do == "track":
        up = "gain" in step
        yield Message(
            "effect.track-up" if up else "effect.track-down",
            {"track": _said(step["track"]), "number": _said(step["gain" if up else "lose"])},
        )
    else:
        yield Message(
            f"effect.{do}", {name: _said(step.get(field, default)) for name, (field, default) in MENTIONED[do].items()}
        )


def _said(value: object) -> Param:
    """Return a field as a parameter; lists are joined."""
    if isinstance(value, list):
        return "+".join(map(str, value))
    return int(value) if isinstance(value, int) else str(value)
