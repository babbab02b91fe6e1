"""What an undo takes back, in words."""

from __future__ import annotations

from collections.abc import Iterator

from khyber.engine.decision import Message
from khyber.engine.history import Scope


def takes_back(found: Scope, people: int) -> Iterator[Message]:
    """Yield what an undo past a barrier takes back, and how that many people do it."""
    yield Message("ui.undo-takes", {})
    for seat, n in found.choices.items():
        yield Message("ui.undo-choices-bot" if seat in found.bots else "ui.undo-choices", {"seat": seat, "n": n})
    if found.chance:
        yield Message("ui.undo-redrawn", {"n": found.chance})
    if found.reveals:
        yield Message("ui.undo-known", {"n": found.reveals})
    if found.redrawn:
        yield Message("ui.undo-marks", {})
    yield Message("ui.undo-agreed" if people > 1 else "ui.undo-alone", {})
