"""The catalogue finds the rooms and files of a game, and tells a missing room from a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from khyber import catalogue
from khyber.engine.errors import BadSetup


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_a_game_is_named_like_its_folder(name: str) -> None:
    assert catalogue.game(name).id == name
    assert catalogue.file(name, "game.py").is_file() and catalogue.file(name, "data/rules.json").is_file()


def test_a_room_is_found_and_a_missing_one_is_none() -> None:
    found = catalogue.room("zurmat", "rules.bag")
    assert found is not None and found.__name__ == "khyber.games.zurmat.rules.bag"
    assert catalogue.room("zurmat", "cellar") is None
    assert catalogue.room("zurmat", "cellar.shelf") is None


def test_a_broken_room_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import khyber.games.zurmat as folder

    (tmp_path / "broken.py").write_text("import nothing_of_this_name", encoding="utf-8")
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        catalogue.room("zurmat", "broken")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadSetup, match="unknown game 'chess'; the games are distant-plain"):
        catalogue.room("chess", "game")
