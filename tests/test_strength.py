"""The strength parts of the soak: what a result depends on, and when a bar holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.soak import resumable, strength_games
from tools.soak.resumable import digest_of_sources, play_of
from tools.soak.strength import ARENAS, Arena, Result, clearly_weaker, lead, take

GAMES = ("distant-plain", "zurmat", "enduring-freedom")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(resumable, "ROOT", tmp_path)
    for name in (
        "engine/table.py",
        "agents/driver.py",
        "agents/explain.py",
        "agents/strong/search.py",
        "games/zurmat/ai/value.npz",
        "games/zurmat/ai/policy.npz",
        "games/zurmat/game.py",
        "games/zurmat/figures.py",
        "games/zurmat/puzzles.toml",
        "games/zurmat/rules/raid.py",
        "games/zurmat/text/en.toml",
        "games/distant_plain/bots/third/turn.py",
        "games/distant_plain/events/deck.py",
        "games/distant_plain/data/cards/001-isr.toml",
        "cli/app.py",
    ):
        file = tmp_path / "src" / "khyber" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return tmp_path / "src" / "khyber"


@pytest.mark.parametrize(
    ("changed", "games"),
    [
        ("engine/table.py", GAMES),
        ("agents/strong/search.py", GAMES),
        ("games/zurmat/ai/policy.npz", ("zurmat",)),
        ("games/zurmat/rules/raid.py", ("zurmat",)),
        ("games/distant_plain/bots/third/turn.py", ("distant-plain",)),
        ("games/distant_plain/data/cards/001-isr.toml", ("distant-plain",)),
        ("games/zurmat/game.py", ("zurmat",)),
        ("games/zurmat/figures.py", ()),
        ("games/zurmat/puzzles.toml", ()),
        ("games/zurmat/text/en.toml", ()),
        ("agents/explain.py", ()),
        ("cli/app.py", ()),
    ],
)
def test_a_result_depends_on_the_engine_the_agents_and_its_own_game_alone(
    changed: str, games: tuple[str, ...], tree: Path
) -> None:
    before = {game: digest_of_sources(play_of(game)) for game in GAMES}
    (tree / changed).write_text("something else")
    assert [game for game in GAMES if digest_of_sources(play_of(game)) != before[game]] == list(games)


def result(won: int, games: int) -> Result:
    return Result(ARENAS[0], "taliban", won, [0] * games)


def test_a_seat_is_clearly_weaker_only_where_the_intervals_of_both_leads_lie_apart() -> None:
    usual = lead(result(54, 60), result(12, 60))
    assert clearly_weaker(lead(result(2, 12), result(3, 12)), usual)
    assert not clearly_weaker(lead(result(8, 12), result(3, 12)), usual)


def test_every_level_and_game_has_an_arena() -> None:
    assert {(one.agent, one.game) for one in ARENAS} == {
        (agent, game) for agent in ("agent:strong", "agent:quick") for game in GAMES
    }


def test_games_of_another_machine_are_resumed_there_and_taken_over_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games of an arena, the second after an interruption; the bot plays, because it is fast."""
    arena = Arena("trial", "", "zurmat", ("coalition", "taliban"), "bot:standard", 1, agent="bot:standard")
    monkeypatch.setattr(resumable, "KEPT", tmp_path / "here")
    there = tmp_path / "there"
    assert strength_games.run([arena], there, 0.0, 1).endswith("taliban 0 of 0")
    found = strength_games.run([arena], there, 60.0, 1)
    assert "coalition" in found and found.endswith("of 1")
    assert strength_games.run([arena], there, 60.0, 1) == found, "nothing was left to play"
    monkeypatch.setattr("tools.soak.strength.ARENAS", (arena,))
    assert take(there) == 2 and take(there) == 0
