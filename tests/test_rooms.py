"""Every game has the same rooms: those that docs/adding-a-game.md lists, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khyber.catalogue import GAMES

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FOLDERS = {game: ROOT / "src" / "khyber" / "games" / game.replace("-", "_") for game in GAMES}


def listed(heading: str) -> set[str]:
    """The rooms in the table below a heading of the page: the code in the first cell of each row."""
    table = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return set(re.findall(r"(?m)^\| `([\w./]+)`", table))


def rooms(game: str) -> set[str]:
    """The modules and folders of a game."""
    found = (path for path in FOLDERS[game].iterdir() if path.name not in ("__init__.py", "__pycache__"))
    return {f"{path.name}/" if path.is_dir() else path.name for path in found}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_rooms_of_every_game(game: str) -> None:
    assert not listed("Every game has") - rooms(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_rooms_but_those_listed(game: str) -> None:
    assert not rooms(game) - listed("Every game has") - listed("Some games have")


def test_every_room_listed_is_in_some_game() -> None:
    assert listed("Some games have") <= set().union(*map(rooms, GAMES))


#: Where a newcomer looks first, and a name that is defined there.
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("distant_plain/rules/operations/sweep.py", "def sweep("),
        ("distant_plain/rules/activities/surge.py", "def surge("),
        ("distant_plain/rules/redeploy.py", "def redeploy_troops("),
        ("distant_plain/data/cards/034-accidental-guerrillas.toml", "[shaded]"),
        ("distant_plain/drawing/colours.py", "LAND ="),
        ("distant_plain/text/it.toml", "sweep"),
        ("zurmat/rules/bag.py", "def draw_discs("),
        ("enduring_freedom/rules/reaction.py", "def islamist_mobilization("),
    ],
)
def test_things_are_where_a_newcomer_looks(path: str, text: str) -> None:
    assert text in (ROOT / "src" / "khyber" / "games" / path).read_text(encoding="utf-8")


def operations_and_activities() -> list[str]:
    from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
    from khyber.games.distant_plain.rules.operations.execute import OPERATIONS

    return [*(f"operations/{name}" for name in OPERATIONS), *(f"activities/{name}" for name in ACTIVITIES)]


@pytest.mark.parametrize("name", operations_and_activities())
def test_every_operation_and_special_activity_has_a_module(name: str) -> None:
    assert (FOLDERS["distant-plain"] / "rules" / f"{name.replace('-', '_')}.py").is_file()
