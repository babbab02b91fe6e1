"""Reports: every number follows from the Parquet rows, and the page needs nothing but itself."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from math import isclose, sqrt
from pathlib import Path

import pandas as pd
import pytest

from khyber.cli.app import run
from khyber.engine.text import PSEUDO
from khyber.lab.ratings import rate
from khyber.lab.report import drawing
from khyber.lab.report.frames import read_run
from khyber.lab.report.numbers import Numbers, numbers
from khyber.lab.report.page import page
from khyber.lab.report.text import FILES, Words, catalogue
from khyber.lab.study.plan import make_study
from khyber.lab.study.run import here, run_study
from khyber.lab.study.store import RunFolder

STUDY = {
    "name": "report",
    "title": "Who is <favoured>?",
    "seed": 5,
    "setups": [
        {"game": "distant-plain", "seats": ["bot:2nd", "bot:3rd"], "games": 4},
        {"game": "zurmat", "seats": ["random", {"coalition": "bot:standard", "taliban": "random"}], "games": 12},
        {"game": "enduring-freedom", "seats": "random", "games": 3},
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "run"
    run_study(RunFolder(path, make_study(STUDY)), here(1))
    return path


@pytest.fixture(scope="module")
def found(folder: Path) -> Numbers:
    return numbers(read_run(folder))


@pytest.fixture(scope="module")
def games(folder: Path) -> pd.DataFrame:
    return pd.read_parquet(folder / "games.parquet")


@pytest.fixture(scope="module")
def turns(folder: Path) -> pd.DataFrame:
    return pd.read_parquet(folder / "turns.parquet")


def test_wins_margins_endings_and_lengths_are_those_of_the_rows(found: Numbers, games: pd.DataFrame) -> None:
    assert found.games == len(games) == sum(setup.games for setup in found.setups)
    for setup in found.setups:
        mine = games[games["setup"] == setup.number]
        assert (setup.game, setup.games) == (mine["game"].iloc[0], len(mine))
        for share in setup.wins:
            won = sum(share.what in (winner or "").split("+") for winner in mine["winner"])
            assert (share.count, share.of, share.share) == (won, len(mine), won / len(mine))
            p, z, n = share.share, 1.96, len(mine)
            middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
            assert isclose(share.low, max(0.0, (middle - half) / (1 + z * z / n)), abs_tol=1e-12)
            assert isclose(share.high, min(1.0, (middle + half) / (1 + z * z / n)), abs_tol=1e-12)
        assert setup.draws == mine["winner"].isna().sum()
        assert {one.what: one.count for one in setup.endings} == mine["ending"].value_counts().to_dict()
        for seat, spread in setup.margins.items():
            margin = mine[f"margin_{seat}"]
            assert isclose(spread.mean, margin.mean()) and isclose(spread.middle, margin.median())
            assert isclose(spread.half, 1.96 * margin.std() / sqrt(len(margin)), abs_tol=1e-12)
        assert isclose(setup.lengths.turns.mean, mine["turns"].mean())
        assert sum(setup.lengths.bars.values()) == len(mine)
        for first, count in setup.lengths.bars.items():
            assert count == mine["turns"].between(first, first + setup.lengths.width - 1).sum()


def test_success_over_time_begins_and_ends_with_the_games(found: Numbers, turns: pd.DataFrame) -> None:
    columns = {"distant-plain": "margin", "zurmat": "points"}
    for setup in found.setups:
        if setup.game not in columns:
            assert not setup.course
            continue
        by_game = turns[turns["setup"] == setup.number].groupby("index")
        for seat, points in setup.course.items():
            column = f"{columns[setup.game]}_{seat}"
            first, last = by_game.first(), by_game.last()
            half = pd.Series([rows[column].iloc[-(-len(rows) // 2) - 1] for _, rows in by_game])
            assert isclose(points[0].mean, (first[column] - first[f"gain_{seat}"]).mean())
            assert isclose(points[10].mean, half.mean())
            assert isclose(points[-1].mean, last[column].mean())


def test_actions_are_shares_of_turns(found: Numbers, games: pd.DataFrame, turns: pd.DataFrame) -> None:
    played = turns.merge(games[["setup", "index", "game"]], on=["setup", "index"])
    assert {(one.game, one.seat, one.agent) for one in found.actions} == set(
        played[["game", "seat", "agent"]].itertuples(index=False, name=None)
    )
    for one in found.actions:
        mine = played[(played["game"] == one.game) & (played["seat"] == one.seat) & (played["agent"] == one.agent)]
        assert one.turns == len(mine) and isclose(one.passed, mine["passed"].mean())
        for operation, share in one.operations.items():
            assert isclose(share, (mine["operation"] == operation).mean())
        for activity, share in one.activities.items():
            assert isclose(share, (mine["activity"] == activity).mean())
        for side, share in one.events.items():
            assert isclose(share, mine["event"].fillna("").str.endswith(f"-{side}").mean())


def test_the_swing_of_a_card_is_the_mean_gain_of_its_turns(
    found: Numbers, games: pd.DataFrame, turns: pd.DataFrame
) -> None:
    plain = turns[turns["setup"] < 2]
    assert {swing.event for swing in found.swings["distant-plain"]} == set(plain["event"].dropna())
    for swing in found.swings["distant-plain"]:
        mine = plain[plain["event"] == swing.event]
        assert swing.times == len(mine) and swing.by == mine["seat"].value_counts().to_dict()
        for seat, change in swing.gains.items():
            assert isclose(change.mean, mine[f"gain_{seat}"].mean(), abs_tol=1e-12)
            assert (change.half is None) == (len(mine) == 1)
    often = max(found.swings["zurmat"], key=lambda swing: swing.times)
    pairs = set(turns[turns["event"] == often.event][["setup", "index"]].itertuples(index=False, name=None))
    total = weight = 0.0
    for setup in (2, 3):
        mine = games[games["setup"] == setup]
        had = [(setup, index) in pairs for index in mine["index"]]
        won = mine["winner"].fillna("") == "taliban"
        if any(had) and not all(had):
            total += sum(had) * (won[had].mean() - won[[not one for one in had]].mean())
            weight += sum(had)
    assert isclose(often.wins["taliban"].mean, total / weight, abs_tol=1e-12)


def test_gains_of_turns_add_up_with_what_happens_between_them(turns: pd.DataFrame) -> None:
    plain = turns[turns["setup"] == 0]
    same = (plain["card"] == plain["card"].shift()) & (plain["index"] == plain["index"].shift())
    before = plain["margin_taliban"].shift()[same]
    assert len(before) and (plain["margin_taliban"][same] - plain["gain_taliban"][same] == before).all()


def test_the_better_agent_gets_the_higher_rating(found: Numbers) -> None:
    ratings = found.ratings
    assert ratings is not None
    assert [one.name for one in ratings.agents] == ["bot:standard", "random"]
    met = ratings.versus("bot:standard", "random")
    assert met is not None and met.meetings == 12 and met.ahead >= 10


def test_ratings_do_not_credit_an_agent_with_its_seat() -> None:
    """Two equal agents; one always has the seat that wins. Another pair shows what the seat is worth."""
    row = {"game": "zurmat", "scenario": "standard", "error": None, "winner": "taliban", "margin_coalition": -3}
    row |= {"margin_taliban": 3}
    seated = [("a", "b"), ("b", "a")] * 30
    ratings = rate([{**row, "agent_coalition": one, "agent_taliban": other} for one, other in seated])
    assert ratings is not None
    first, second = ratings.agents
    assert first.rating - second.rating < 2
    assert [seat.name for seat in ratings.seats] == ["zurmat standard taliban", "zurmat standard coalition"]
    assert rate([{**row, "agent_coalition": "a", "agent_taliban": "a"}]) is None


# -- the page ---------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects text, ids, links and elements that load something."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        links = [given[name] or "" for name in ("src", "href", "xlink:href") if name in given]
        self.loads += [link for link in links if not link.startswith("#")]
        self.loads += [tag] if tag in ("script", "link", "iframe", "img") else []
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_page_is_whole_and_needs_no_network(found: Numbers, lang: str) -> None:
    html = page(found, lang, "First & foremost.\n\nThen the rest.")
    reader = Reader()
    reader.feed(html)
    assert not reader.open and not reader.loads and len(reader.ids) == len(set(reader.ids))
    assert "http" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", html).replace("http-equiv", "")
    assert "Who is <favoured>?" in reader.text and "First & foremost." in reader.text
    said = " ".join(reader.text)
    assert "⟦" not in said and "nan" not in said.split() and "bot:" not in said
    words = Words(lang)
    for setup in found.setups:
        for share in setup.wins:
            assert words.percent(share.share, 1) in said
    for key in ("balance", "course", "margins", "endings", "lengths", "actions", "swing", "ratings", "cross"):
        assert words.say(key) in said


def test_every_word_of_the_page_comes_from_a_text_file(found: Numbers) -> None:
    """Shown in accented English: a plain word would be one that nobody can translate."""
    reader = Reader()
    reader.feed(page(found, PSEUDO))
    ours = re.compile(r"^[ -~]*[a-zA-Z]{3,}[ -~]*$")
    titles = {"A Distant Plain", "Zurmat", "Enduring Freedom", found.title}
    plain = {text.strip() for text in reader.text if ours.match(text.strip())} - titles
    assert not {text for text in plain if not re.match(r"^\d+ ", text)}, plain  # titles of cards are names


def test_both_languages_have_the_same_texts() -> None:
    english, italian = (catalogue(lang) for lang in FILES.languages)
    assert english.keys() == italian.keys()
    for key in english.keys():  # noqa: SIM118  # not a mapping
        assert english.params(key) == italian.params(key), key


@pytest.mark.parametrize(
    ("names", "columns"), [(["Taliban"], 1), (["Non-player (2nd printing)"] * 3, 2), (["x"] * 9, 4)]
)
def test_a_legend_has_as_many_columns_as_fit(names: list[str], columns: int) -> None:
    assert drawing._columns([(drawing.Series(name, 0), None) for name in names]) == columns


def test_the_command_writes_a_page_or_prints_the_numbers(
    folder: Path, found: Numbers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    findings = tmp_path / "findings.txt"
    findings.write_text("The Taliban are strong.")
    out = tmp_path / "page.html"
    given = ["--lang", "it", "--out", str(out), "--findings", str(findings), "--title", "Chi vince?"]
    assert run(["study", "report", str(folder), *given]) == 0
    written = out.read_text(encoding="utf-8")
    assert "The Taliban are strong." in written and "<h1>Chi vince?</h1>" in written
    capsys.readouterr()
    assert run(["study", "report", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(found.as_json()))


def test_a_folder_without_a_finished_run_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    RunFolder(tmp_path / "begun", make_study(STUDY))
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "run.json").write_text("{")
    for name, message in (("missing", "no run"), ("begun", "not finished"), ("damaged", "damaged")):
        assert run(["study", "report", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert message in said and said.count("\n") == 1
