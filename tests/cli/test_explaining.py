"""Why a bot did what it did: `khyber explain`, and `hint` and `why` in a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import khyber
from khyber.agents.driver import advance
from khyber.agents.explain import bots_in, explain, hint, last_bot_turn
from khyber.cli.app import run as khyber_run
from khyber.engine.table import Table
from khyber.engine.turns import Turn, turns
from khyber.games.distant_plain.state import State
from tests.cli.playing import columns, run

BOT = "bot:3rd"
#: The Taliban's turn: Terror in Kandahar, a pause to Extort in Paktika, Terror in Kabul. Then the Warlords'.
POSITION = """
active = "taliban"
non-players = ["taliban"]
tracks = { taliban = 1, government = 20, warlords = 20, aid = 10 }
space.kandahar = { taliban-guerrilla-underground = 1, level = "support" }
space.kabul = { taliban-guerrilla-underground = 1 }
space.paktika = { taliban-guerrilla-underground = 2, level = "opposition" }
space.balkh = { warlords-guerrilla-underground = 1 }
[cards]
played = [25]
deck = [14, 69, 60]
[sequence]
to-come = ["warlords"]
"""
ANSWERS = ["terror", "kandahar", "extort", "paktika", "done", "kabul"]
KANDAHAR = "T.Terror.1 (8.8.3) Terror at Support: Kandahar, the only candidate"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 150)
    Path("position.toml").write_text(POSITION, encoding="utf-8")


def played(*, people: bool = False) -> Table[State]:
    """The bot's turn is over; the Warlords are asked."""
    seats = {"coalition": "person", "government": "person", "taliban": BOT, "warlords": "person"}
    table = khyber.position("distant-plain", POSITION, seats=seats if not people else "person")
    if people:
        for key in ANSWERS:
            table.choose(key, "taliban")
    else:
        advance(table)
    return table


def kept(table: Table[State], name: str = "game") -> str:
    Path(name).write_text(table.save(), encoding="utf-8")
    return name


def shown(capsys: Capture, *arguments: str) -> str:
    assert khyber_run(["explain", *arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *arguments: str) -> str:
    assert khyber_run(["explain", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.removeprefix("khyber: ").rstrip("\n")


# -- explaining -------------------------------------------------------------------------------------


def test_a_mind_thinks_the_same_when_a_turn_is_gone_through_again() -> None:
    table = played()
    turn = Turn(1, "taliban", range(1))
    assert turns(table) == [turn] and bots_in(table, 0) == {"taliban": BOT} and last_bot_turn(table) == turn
    why = explain(table, 0, "taliban", BOT)
    assert [answer.key for answer in why.answers] == ANSWERS
    assert why.differs is None and not why.stopped
    selected = [message.params["space"] for message in why.reasons if message.key == "why.selected"]
    assert selected == ["kandahar", "paktika", "kabul"]


def test_explaining_changes_nothing() -> None:
    table = played()
    before = table.save()
    explain(table, 0, "taliban", BOT)
    hint(table, BOT) if table.decision is not None and table.decision.seat == "taliban" else None
    assert table.save() == before


def test_a_turn_is_explained_from_a_saved_game(capsys: Capture) -> None:
    text = shown(capsys, kept(played()), "--turn", "1")
    assert text.startswith("1. 25 Koran Burning · Taliban, bot:3rd\nTaliban: Terror\n")
    assert "Why, the Taliban" in text and KANDAHAR in text
    assert "would choose" not in text
    assert text.count("Taliban: Terror") == 2, "the Operation goes on after the Extort in between"


def test_a_turn_is_explained_in_italian(capsys: Capture) -> None:
    text = shown(capsys, kept(played()), "--turn", "1", "--lang", "it")
    assert "1. 25 Koran Burning · Talebani, bot:3rd" in text
    assert "Terrore dove c'è Supporto: Kandahar, unico candidato" in text


def test_a_program_reads_the_explanation(capsys: Capture) -> None:
    told = json.loads(shown(capsys, kept(played()), "--turn", "1", "--json"))
    assert (told["turn"], told["step"], told["card"], told["seat"], told["agent"]) == (1, 1, 25, "taliban", BOT)
    (why,) = told["bots"]
    assert why["same"] and [answer["key"] for answer in why["answers"]] == ANSWERS
    assert {
        "key": "why.selected",
        "text": KANDAHAR,
        "params": {"id": "T.Terror.1", "text": "8.8.3", "space": "kandahar", "of": 1, "by": "only"},
    } in why["reasons"]


def test_without_a_number_the_turns_are_listed(capsys: Capture) -> None:
    table = played()
    table.choose("pass")
    name = kept(table)
    lines = shown(capsys, name).splitlines()
    assert lines[:2] == [
        "1. 25 Koran Burning · Taliban, bot:3rd · Terror · Extort (Special Activity)",
        "2. 25 Koran Burning · Warlords · Pass",
    ]
    steps = json.loads(shown(capsys, name, "--json"))["steps"]
    assert [(step["step"], step["turn"], step["seat"], step["agent"]) for step in steps[:2]] == [
        (1, 1, "taliban", BOT),
        (2, 2, "warlords", "person"),
    ]


def test_the_same_turn_by_the_number_of_its_step(capsys: Capture) -> None:
    name = kept(played())
    assert shown(capsys, name, "--step", "1") == shown(capsys, name, "--turn", "1")


def test_the_same_turn_by_its_name(capsys: Capture) -> None:
    table = played()
    table.choose("pass")
    name = kept(table)
    by_number = shown(capsys, name, "--turn", "1")
    assert shown(capsys, name, "--turn", "25 Koran Burning · Taliban") == by_number
    assert refused(capsys, name, "--turn", "25 koran burning") == (
        "several turns are called '25 koran burning': give a number, 1 (taliban), 2 (warlords)"
    )
    assert "did you mean '25 Koran Burning'?" in refused(capsys, name, "--turn", "Koran Burning")


def test_a_step_of_a_propaganda_round_is_listed_and_explained(capsys: Capture) -> None:
    table = khyber.play("distant-plain", seats=BOT, seed=2)
    name = kept(table)
    line = next(line for line in shown(capsys, name).splitlines() if line.startswith("Step "))
    number, _, what = line.removeprefix("Step ").partition(": ")
    assert shown(capsys, name, "--step", number).startswith(f"Step {number}: {what}\n")
    assert all(why["same"] for why in json.loads(shown(capsys, name, "--step", number, "--json"))["bots"])


def test_a_turn_under_way_is_explained_as_far_as_it_goes(capsys: Capture) -> None:
    table = khyber.position("distant-plain", POSITION, seats={"taliban": BOT})
    table.choose("terror")
    table.choose("kandahar")
    assert json.loads(shown(capsys, kept(table), "--turn", "1", "--json"))["bots"][0]["same"]


def test_what_cannot_be_explained_is_refused(capsys: Capture) -> None:
    table = played()
    table.choose("pass")
    name = kept(table)
    assert refused(capsys, name, "--turn", "2") == "no bot made a choice in turn 2 (warlords, played by person)"
    assert refused(capsys, name, "--turn", "77").startswith("there is no turn 77: the game has")
    assert refused(capsys, name, "--step", "99").startswith("there is no step 99")
    assert refused(capsys, name, "--turn", "1", "--step", "1").startswith("give either --turn or --step")
    assert refused(capsys, "nowhere").startswith("nowhere cannot be read")
    assert "no bot made a choice in turn 1" in refused(capsys, kept(played(people=True)), "--turn", "1")


def test_a_turn_that_the_bot_would_play_otherwise_is_said_so(capsys: Capture) -> None:
    table = khyber.position("distant-plain", POSITION, seats={"taliban": BOT})
    for key in ("terror", "kabul"):
        table.choose(key)
    text = shown(capsys, kept(table), "--turn", "1")
    assert "Today the bot would choose “Kandahar” where the record has “Kabul”" in text
    assert not json.loads(shown(capsys, "game", "--turn", "1", "--json"))["bots"][0]["same"]


def test_who_sat_where_is_as_it_was_at_the_time() -> None:
    table = khyber.position("distant-plain", POSITION, seats="person")
    table.sit("taliban", BOT)
    advance(table)
    table.sit("taliban", "person")
    assert bots_in(table, 0) == {"taliban": BOT}
    assert explain(table, 0, "taliban", BOT).differs is None


def test_a_bot_thinks_the_same_after_others_have_agreed_to_undo() -> None:
    table = played()
    before = explain(table, 0, "taliban", BOT)
    table.choose("pass")
    table.undo("warlords", agreed=True)
    assert table.branch == 1
    assert explain(table, 0, "taliban", BOT) == before


# -- in a game --------------------------------------------------------------------------------------


def test_a_hint_is_what_the_bot_would_answer_and_why() -> None:
    text = run(
        "play",
        "--position",
        "position.toml",
        "--seats",
        "person",
        "--save",
        "game",
        lines=["hint", *ANSWERS[:3], "hint"],
    )
    assert "The bot would choose: Terror" in text and KANDAHAR in text
    assert "The bot would choose: Paktika (option 2)" in text
    assert "otherwise" not in text


def test_a_hint_after_another_choice_says_so() -> None:
    text = run(
        "play", "--position", "position.toml", "--seats", "person", "--save", "game", lines=["terror", "kabul", "hint"]
    )
    assert "The bot would have played differently: “Kandahar”, not “Kabul”." in text
    assert "The bot would choose: " in text


def test_a_hint_where_the_bot_has_no_plan() -> None:
    table = khyber.position("distant-plain", POSITION, seats="person")
    table.choose("rally")
    given = hint(table, BOT)
    assert given.departed is not None and given.departed.bot == "terror"
    assert given.option is not None or given.silent


def test_why_tells_the_last_turn_of_a_bot_or_the_one_named() -> None:
    seats = f"taliban={BOT},warlords=person,coalition=person,government=person"
    text = run(
        "play",
        "--position",
        "position.toml",
        "--seats",
        seats,
        "--save",
        "game",
        lines=["why", "pass", "why 1", "why 2", "why 9", "why x"],
    )
    assert text.count("Why, the Taliban") == 2 and text.count(KANDAHAR) == 2
    assert "No bot made a choice in turn 2." in text
    assert "No turn “9”" in text and "No turn “x”" in text


def test_why_before_any_bot_has_played() -> None:
    assert "No bot has played a turn yet." in run(
        "play", "--position", "position.toml", "--seats", "person", "--save", "game", lines=["why"]
    )


def test_each_turn_has_a_heading() -> None:
    seats = f"taliban={BOT},warlords=person,coalition=person,government=person"
    text = run("play", "--position", "position.toml", "--seats", seats, "--save", "game", lines=["pass"])
    assert "1. 25 Koran Burning · Taliban, bot:3rd\nTaliban: Terror\n" in text
    assert "2. 25 Koran Burning · Warlords\n" in text


def test_hint_and_why_speak_italian() -> None:
    text = run(
        "play",
        "--position",
        "position.toml",
        "--seats",
        "person",
        "--lang",
        "it",
        "--save",
        "game",
        lines=["hint", "why"],
    )
    assert "Il bot sceglierebbe: Terrore" in text
    assert "Nessun bot ha ancora giocato un turno." in text
