"""Outlooks: what they read, what they say, and the games they learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import khyber
from khyber.agents.strong.map_network import MAX_SHARE, by_places
from khyber.agents.strong.network import BadNetwork, signature
from khyber.agents.strong.outlook import PARTS, Outlook
from khyber.agents.strong.worth import Worth
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.features import Encoder
from khyber.engine.optional import Evaluation
from khyber.games.zurmat.board import NOWHERE, TILES
from khyber.lab.train import outlook_lessons
from khyber.lab.train.outlook_files import write
from khyber.lab.train.outlook_lessons import OutlookLesson, hold, taught_game

GAME = find_game("zurmat")
FIELDS = Evaluation.of(GAME).map_fields()
assert FIELDS is not None
OVERALL = sum(feature.size for feature in FIELDS.overall)
EACH = sum(feature.size for feature in FIELDS.by_place) // TILES
#: Units of a network in these tests, for the whole game and for a tile.
WHOLE, PLACE = 5, 3


def late(seed: int) -> Any:
    """Return a finished game."""
    return khyber.play("zurmat", seed=seed, seats="bot:standard")


def drawn_weights(seed: int) -> dict[str, Any]:
    source = np.random.default_rng(seed)
    shapes = {
        "seats": (2, WHOLE),
        "whole": (OVERALL, WHOLE),
        "place": (EACH, PLACE),
        "to-place": (WHOLE, PLACE),
        "of-place": (1, PLACE),
        "near": (3 * PLACE, PLACE),
        "to-near": (WHOLE, PLACE),
        "of-near": (1, PLACE),
        "all": (WHOLE + 2 * PLACE, WHOLE),
        "of-all": (WHOLE,),
        "last": (WHOLE + 1,),
    }
    return {name: (source.normal(size=shapes[name]) / 4).astype(np.float16).astype(np.float64) for name in PARTS}


def by_hand(weights: dict[str, Any], state: Any, seat: int) -> float:
    """Return the logarithm of the odds, worked out tile by tile."""
    assert FIELDS is not None
    encoder = Encoder(FIELDS.every)
    read = np.frombuffer(encoder.encode(state), np.uint8).astype(float)
    capped = np.minimum(read, MAX_SHARE * np.array(encoder.most()))
    whole = np.maximum(0, capped[:OVERALL] @ weights["whole"] + weights["seats"][seat])
    first, every = [], by_places(FIELDS, OVERALL)
    for tile in range(TILES):
        seen = capped[every[tile]] @ weights["place"] + whole @ weights["to-place"] + weights["of-place"][0]
        first.append(np.maximum(0, seen))
    links = OVERALL + EACH * TILES
    second = []
    for tile in range(TILES):
        sums = [first[tile]]
        for row in range(2):
            start = links + row * 4 * TILES + 4 * tile
            there = [int(other) for other in read[start : start + 4] if other < TILES]
            sums.append(sum((first[other] for other in there), np.zeros(PLACE)))
        seen = np.concatenate(sums) @ weights["near"] + whole @ weights["to-near"] + weights["of-near"][0]
        second.append(np.maximum(0, seen) * (state.cell[tile] != NOWHERE))
    together = np.concatenate((whole, sum(second) / TILES, np.max(second, axis=0)))
    result = np.maximum(0, together @ weights["all"] + weights["of-all"])
    return float(result @ weights["last"][:-1] + weights["last"][-1])


def test_an_outlook_answers_as_its_networks_do_on_average(tmp_path: Path) -> None:
    averaged = [drawn_weights(seed) for seed in range(2)]
    write("zurmat", averaged, tmp_path / "outlook.npz")
    outlook = Outlook(GAME, tmp_path / "outlook.npz")
    table = late(4)
    for step in table.steps[:: len(table.steps) // 5]:
        for at, seat in enumerate(GAME.seats):
            odds = sum(by_hand(one, step.state, at) for one in averaged) / 2
            assert outlook.chance(step.state, seat) == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-3)


def test_an_outlook_of_other_fields_is_refused(tmp_path: Path) -> None:
    assert FIELDS is not None
    file = tmp_path / "outlook.npz"
    np.savez(file, fields=np.array(signature(FIELDS.every).replace("roads", "rivers")))
    with pytest.raises(BadNetwork, match="other fields"):
        Outlook(GAME, file)
    with pytest.raises(BadNetwork, match="no map"):
        Outlook(find_game("distant-plain"), file)


def test_the_shipped_outlook_knows_better_than_chance_who_wins() -> None:
    """Late in games that it was not trained on; and a search asks it right after the turn."""
    worth = Worth.of(GAME)
    assert worth.horizon == 0
    given = []
    for seed in range(500_000_000, 500_000_012):
        table = late(seed)
        state = table.steps[len(table.steps) * 4 // 5].state
        given.append(worth.chance(state, table.outcome.winner or "taliban"))
    assert sum(given) / len(given) > 0.6


def test_what_an_outlook_leaves_is_the_rivals() -> None:
    worth, table = Worth.of(GAME), late(5)
    state = table.steps[len(table.steps) // 2].state
    assert worth.rivals(state, "taliban") == {"coalition": pytest.approx(1 - worth.chance(state, "taliban"))}
    assert worth.rivals(table.state, "taliban") == {"coalition": worth.chance(table.state, "coalition")}


def test_every_row_of_the_map_has_the_same_bytes_for_each_tile() -> None:
    assert FIELDS is not None and FIELDS.places == TILES
    for feature in (*FIELDS.by_place, *FIELDS.links, FIELDS.present):
        assert feature.size % TILES == 0, feature.name
    rows = by_places(FIELDS, 10)
    assert sorted(at for row in rows for at in row) == list(range(10, 10 + EACH * TILES))


def test_lessons_hold_positions_of_every_seat_and_are_played_once(tmp_path: Path) -> None:
    lesson = OutlookLesson("zurmat", 40, 2, tmp_path)
    file = hold(lesson)
    written = file.stat().st_mtime_ns
    with np.load(file) as found:
        positions, seats, shares, games = (found[name] for name in ("positions", "seats", "shares", "games"))
    _, _, encoder = taught_game("zurmat")
    assert positions.shape == (len(games), encoder.size) and len(games) > 20
    assert {(int(game), int(seat)) for game, seat in zip(games, seats, strict=True)} == {(40, 0), (41, 1)}
    assert all(len(set(shares[games == game])) == 1 for game in (40, 41))
    assert hold(lesson) == file and file.stat().st_mtime_ns == written, "a file that exists is kept"
    again = hold(OutlookLesson("zurmat", 40, 2, tmp_path / "again"))
    with np.load(again) as found:
        assert (found["positions"] == positions).all(), "the same seeds give the same positions"


def test_only_positions_after_straying_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game, policy, encoder = taught_game("zurmat")
    monkeypatch.setattr(outlook_lessons, "STRAYED", 0.0)
    whole = [len(outlook_lessons.play(game, policy, encoder, seed).positions) for seed in range(2)]
    monkeypatch.setattr(outlook_lessons, "STRAYED", 1.0)
    monkeypatch.setattr(outlook_lessons, "LATEST", 1000)  # games are shorter: most strays end too late
    rest = [len(outlook_lessons.play(game, policy, encoder, seed).positions) for seed in range(6)]
    assert min(whole) > 20 and rest.count(0) >= 3


def test_a_game_without_a_taught_bot_has_no_outlook() -> None:
    with pytest.raises(BadSetup, match="no taught bot"):
        taught_game("distant-plain")


def test_a_position_is_judged_by_those_after_it_and_by_the_end_of_its_game() -> None:
    pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")
    from khyber.lab.train.outlook_fit import REACH, Lessons, foreseen

    data = Lessons(
        positions=np.zeros((5, 1), np.uint8),
        seats=np.array([0, 0, 0, 1, 1], np.int8),
        shares=np.array([1, 1, 1, 0, 0], np.float32),
        margins=np.zeros(5, np.int16),
        games=np.array([8, 8, 8, 9, 9]),
    )
    found = foreseen(np.array([0.5, 0.6, 0.7, 0.4, 0.2], np.float32), data)
    second = (1 - REACH) * 0.7 + REACH
    first = (1 - REACH) * 0.6 + REACH * second
    assert found.tolist() == pytest.approx([first, second, 1, (1 - REACH) * 0.2, 0])


def test_an_outlook_is_trained_and_written_with_its_card(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")
    from khyber.lab.train.outlook_course import OutlookCourse, run
    from khyber.lab.train.outlook_fit import Reader
    from khyber.lab.train.outlook_fit import read as lessons

    done = list[int]()
    loss, prior = run(OutlookCourse("zurmat", tmp_path, 40), tmp_path / "out.npz", done.append)
    assert done == [40] and 0 < loss < 2 and 0 < prior < 2
    assert "40 games" in (tmp_path / "out.md").read_text()
    assert FIELDS is not None
    torch.manual_seed(1)
    reader = Reader(FIELDS, 2).eval()
    write("zurmat", [reader.weights()], tmp_path / "one.npz")
    table, data = late(3), lessons(sorted((tmp_path / "outlook").glob("*.npz")))
    assert len(data.games) == len(data.positions)
    state = table.steps[80].state
    read = torch.frombuffer(bytearray(Encoder(FIELDS.every).encode(state)), dtype=torch.uint8)[None]
    with torch.no_grad():
        odds = float(reader(read, torch.tensor([1]))[0, 0])
    assert Outlook(GAME, tmp_path / "one.npz").chance(state, "taliban") == pytest.approx(
        1 / (1 + np.exp(-odds)), abs=0.01
    )
