"""How long a bot thought tells nothing of what it alone knows: its turn is shown at a fixed moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from khyber.server.tables.release import FIRST, GRID, Release, shown_after
from tests.server.serving import Running

#: What a turn may take, in seconds, by what the bot holds: all of these must look alike.
ALIKE = (0.0001, 0.0004, 0.004, 0.03)
#: Turns of bots to see, and choices in which they must come.
TURNS, MAX_CHOICES = 3, 60
#: Answers that bring the next bot's turn soon, whatever game was drawn.
SHORT = ("pass", "done")


def test_turns_are_shown_at_few_moments_and_never_before_they_are_there() -> None:
    took = [number / 1000 for number in range(3000)]
    shown = [shown_after(one) for one in took]
    assert all(after >= one for one, after in zip(took, shown, strict=True))
    assert shown == sorted(shown)
    assert set(shown) == {FIRST, *(GRID * number for number in range(1, 13))}


class Clock:
    """A clock that only thinking and waiting move on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


def when_shown(server: Running, monkeypatch: pytest.MonkeyPatch, game: str, took: float, **more: Any) -> list[float]:
    """The seconds from each question to the bot at a table to the moment when its turn is shown, by a fake clock."""
    clock, bots, found = Clock(), server.server.bots, list[float]()
    run: Callable[..., Any] = bots._lane.run
    apply: Callable[..., Any] = bots._apply

    async def thinking(*given: Any, **named: Any) -> Any:
        asked.append(clock.now)
        turn = await run(*given, **named)
        clock.now += took
        return turn

    async def applied(*given: Any) -> None:
        found.append(round(clock.now - asked[-1], 6))
        await apply(*given)

    asked = list[float]()
    with monkeypatch.context() as patched:
        patched.setattr(bots, "release", Release(clock, clock.sleep))
        patched.setattr(bots._lane, "run", thinking)
        patched.setattr(bots, "_apply", applied)
        with server.player("Eve") as eve:
            table = eve.table(game, **more)["id"]
            with eve.watch(table) as socket:
                mine = next(seat for seat in socket.frame["seats"])
                socket.until_asked(mine)
                for _ in range(MAX_CHOICES):
                    socket.choose(next((key for key in SHORT if key in socket.keys), 0))
                    socket.until_asked(mine)
                    if len(found) >= TURNS:
                        break
            eve.delete(f"/api/tables/{table}")
    return found


ZURMAT = {"scenario": "standard", "seats": {"coalition": "me", "taliban": "bot:standard"}}
PLAIN = {
    "scenario": "short",
    "seats": {"taliban": "me", "warlords": "bot:2nd", "coalition": "bot:2nd", "government": "bot:2nd"},
}


def test_a_bot_with_a_hand_takes_the_same_time_whatever_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server:
        for took in ALIKE:
            shown = when_shown(server, monkeypatch, "zurmat", took, **ZURMAT)
            assert len(shown) > 1 and set(shown) == {FIRST}
        assert set(when_shown(server, monkeypatch, "zurmat", 0.3, **ZURMAT)) == {2 * GRID}


def test_a_bot_without_secrets_is_not_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server:
        shown = when_shown(server, monkeypatch, "distant-plain", 0.004, **PLAIN)
        assert shown and set(shown) == {0.004}
