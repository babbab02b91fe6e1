"""Zurmat in the terminal: its map, what a seat may know, two people at one keyboard, both languages."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import khyber
from khyber.agents.driver import PERSON, advance
from khyber.cli.answers import meant
from khyber.cli.app import run as khyber_run
from khyber.cli.session import Session
from khyber.cli.text import words
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO
from khyber.games.zurmat.board import OP_IDS, TILE_IDS
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.state import State
from khyber.games.zurmat.terminal import Screen
from khyber.games.zurmat.terminal.map import drawn
from tests.cli.playing import columns, refused, run, saved
from tests.zurmat.tables import answer, board, table, tiles

SEATS = ("coalition", "taliban")
ALONE = {"coalition": PERSON, "taliban": "random"}
ONE = ("--seats", "coalition=person,taliban=random")
BOTH = ("--seats", "person")

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 100)


def played(
    seed: int, choices: int, *, people: bool = False, options: tuple[str, ...] = ()
) -> tuple[Table[State], list[str]]:
    """A table some choices of people on, chosen at random, and the lines typed to get there."""
    playing = khyber.new("zurmat", seed=seed, seats=PERSON if people else ALONE, options=options)
    source = random.Random(seed)
    lines: list[str] = []
    holder = ""
    for _ in range(choices):
        advance(playing)
        decision = playing.decision
        if decision is None:
            break
        if people and decision.seat != holder and hides(playing):
            lines.append("")
            holder = decision.seat
        lines.append(source.choice(decision.options.keys()))
        playing.choose(lines[-1])
    return playing, lines


def hides(playing: Table[State]) -> bool:
    """From the first cards drawn on there are secrets."""
    return any(playing.state.hand) or any(playing.state.drawn) or playing.state.month > 0


def screen(lang: str = "en") -> Screen:
    return Screen(words("zurmat", lang), printed_box())


def shown(playing: Table[State], *seats: str, width: int = 80, lang: str = "en") -> str:
    """The whole board as these seats see it."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(screen(lang).whole(playing.view(*seats), console))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# -- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "lang", "options"), [(80, "en", ()), (120, "it", ()), (80, "it", ("notes",)), (120, "en", ("notes",))]
)
def test_a_whole_game_is_played_and_fits_the_terminal(
    width: int, lang: str, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns(monkeypatch, width)
    ended, lines = played(width + len(lang + str(options)), 600, options=options)
    assert ended.outcome is not None
    chosen = [part for option in options for part in ("--option", option)]
    text = run(
        "play", "zurmat", "--seed", str(ended.header.seed), *ONE, *chosen, "--lang", lang, "--save", "game", lines=lines
    )
    assert "Game over" in text or "Fine della partita" in text
    assert max(len(line) for line in text.splitlines()) <= width
    assert "…" not in text and "⟦" not in text
    assert saved(Path("game")).save() == ended.save()


def test_two_people_play_a_whole_game_at_one_keyboard() -> None:
    ended, lines = played(8, 700, people=True)
    text = run("play", "zurmat", "--seed", "8", *BOTH, "--save", "game", lines=lines)
    assert "Game over" in text
    assert saved(Path("game")).save() == ended.save()
    assert text.count("The screen is cleared") == lines.count("")


# -- the map ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roads", "rows"),
    [
        (["NESW"], [" ┃", "━╋━━", " ┃"]),
        (["NE", "SW"], ["  ┃", "━┓┗━", " ┃"]),
        (["NW", "SE"], [" ┃", "━┛┏━", "  ┃"]),
        (["NS", "E", "W"], [" ┃", "•┃ •", " ┃"]),
        (["N", "E", "S", "W"], [" •", "•  •", " •"]),
        (["NEW", "S"], [" ┃", "━┻━━", " •"]),
        (["NW", "E", "S"], [" ┃", "━┛ •", " •"]),
    ],
)
def test_roads_are_drawn_as_they_are_joined(roads: list[str], rows: list[str]) -> None:
    assert [row.rstrip() for row in drawn(roads)] == rows
    assert {len(row) for row in drawn(roads)} == {4}


def test_tiles_lie_as_on_the_table_with_all_that_is_on_them() -> None:
    playing = table(
        tiles(
            {
                "01": {"us": 5, "ana": 2, "schools": 2, "forts": 1},
                "07": {"control": "taliban", "taliban": 8, "taliban-faction": 2, "coalition-neutral": 1},
            }
        )
    )
    lines = [line.rstrip() for line in shown(playing, "coalition").splitlines()]
    row = next(at for at, line in enumerate(lines) if "01ʳ Coa" in line)
    assert lines[row] == "│07ʳ* Tal   •  ││01ʳ Coa    ┃  ││12ʳ        ┃  │"
    assert lines[row + 1] == "│T8        ━┓ •││A2 U5     ━╋━━││          ━╋━━│"
    assert "S2 F1" in lines[row + 2] and "c1 t2" in lines[row + 3]
    assert "08" in lines[row - 6] and "03" in lines[row + 6], "north is above"


def test_the_roadblock_lies_between_its_tiles() -> None:
    lines = shown(table(roadblock=["01", "12"])).splitlines()
    row = next(at for at, line in enumerate(lines) if "01ʳ Coa" in line)
    assert "━╋━━╳╳          ━╋━━│" in lines[row + 1]
    lines = shown(table(roadblock=["08", "01"])).splitlines()
    assert sum("──╳╳──" in line for line in lines) == 2


def test_a_map_too_wide_for_the_terminal_is_drawn_narrow() -> None:
    far = {name: {"east": at} for at, name in enumerate(("02", "04", "05", "06", "09", "10"), 2)}
    playing = table(tiles(far))
    text = shown(playing)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "NE+SW" in text and "━╋━━" not in text
    assert "━╋━━" in shown(playing, width=160)


def test_edges_are_named_in_the_language() -> None:
    assert screen("en").tiles.roads(["NE", "SW"]) == "NE+SW"
    assert screen("it").tiles.roads(["NE", "SW"]) == "NE+SO"


def test_the_calendar_marks_the_month_and_what_winter_took() -> None:
    text = shown(table(month="may", winter=2))
    assert "Mar Apr[May] Jun Jul Aug Sep Oct*Nov*Dec" in text


# -- what a seat may know -------------------------------------------------------------------------------


def test_a_seat_is_shown_its_own_cards_and_objectives_only() -> None:
    playing = table(
        coalition={"hand": ["mrap"], "objectives": ["ring", "patrol3"]},
        taliban={"hand": ["ied"], "objectives": ["take-fob", "patrol3"]},
    )
    coalition, taliban, nobody = (shown(playing, *seats) for seats in (("coalition",), ("taliban",), ()))
    assert "MRAP" in coalition and "Every tile around the FOB" in coalition
    assert "IED" not in coalition and "Control the FOB" not in coalition
    assert "IED" in taliban and "MRAP" not in taliban
    assert "MRAP" not in nobody and "IED" not in nobody and "Control the FOB" not in nobody


def test_discs_are_backs_unless_their_faces_are_known() -> None:
    facts = {"12": {"taliban-faction": 2, "taliban-faction-known": 1, "coalition-neutral": 1}}
    assert "12 (crossroads) Tal 1 Faction\n" in re.sub(r" +\n", "\n", shown(table(tiles(facts)), "coalition"))
    notes = table(tiles(facts), options=["notes"])
    assert "12 (crossroads) Coa 1 Neutral · Tal 1 Faction\n" in re.sub(r" +\n", "\n", shown(notes, "coalition"))


def test_a_look_shows_the_discs_while_it_lasts() -> None:
    playing = table(tiles({"12": {"taliban-faction": 2}}), coalition={"hand": ["intel"]})
    answer(playing, "play intel", "12")
    assert "12 (crossroads) Tal 2 Faction" in screen().status(playing.view("coalition")).plain
    assert "Faction" not in screen().status(playing.view("taliban")).plain
    answer(playing, "recruit")
    assert "Faction" not in screen().status(playing.view("coalition")).plain


# -- one keyboard ---------------------------------------------------------------------------------------


def pages(text: str) -> list[str]:
    """What is shown between one handing over and the next."""
    return re.split(r"^The \w+ next\. .*\n(?:.*\n)?> *\n", text, flags=re.MULTILINE)


def test_before_a_persons_secrets_are_shown_the_other_hands_over_the_keyboard() -> None:
    _, lines = played(8, 90, people=True)
    parts = pages(run("play", "zurmat", "--seed", "8", *BOTH, lines=lines))
    assert len(parts) > 8
    for part in parts[1:]:
        assert not ("In hand: Coalition" in part and "In hand: Taliban" in part)
        questions = set(re.findall(r"^(Coalition|Taliban) ▸", part, flags=re.MULTILINE))
        assert len(questions) <= 1


def test_while_nobody_has_anything_to_hide_nobody_is_sent_away() -> None:
    _, lines = played(8, 12, people=True)
    assert "" not in lines
    assert "press Enter" not in run("play", "zurmat", "--seed", "8", *BOTH, lines=lines)


def test_against_an_agent_nothing_is_hidden_from_the_only_person() -> None:
    _, lines = played(4, 60)
    assert "press Enter" not in run("play", "zurmat", "--seed", "4", *ONE, lines=lines)


def test_each_person_is_told_what_the_other_did_meanwhile() -> None:
    _, lines = played(8, 90, people=True)
    parts = pages(run("play", "zurmat", "--seed", "8", *BOTH, lines=lines))
    before = {"Coalition": 0, "Taliban": 0}
    for part in parts[1:]:
        asked = re.search(r"^(Coalition|Taliban) ▸", part, flags=re.MULTILINE)
        if asked is not None:
            other = "Taliban" if asked[1] == "Coalition" else "Coalition"
            before[asked[1]] += f"  {other}: " in part or f"{other}: " in part
    assert min(before.values()) > 2


def test_somebody_may_leave_instead_of_taking_the_keyboard() -> None:
    _, lines = played(8, 60, people=True)
    while lines[-1] != "":
        lines.pop()
    text = run("play", "zurmat", "--seed", "8", *BOTH, "--save", "game", lines=lines[:-1])
    assert text.rstrip().endswith("khyber play zurmat --resume game")


# -- commands -------------------------------------------------------------------------------------------


def test_a_tile_is_meant_without_its_nought() -> None:
    playing = table(step="influence", dice=[1])
    assert playing.decision is not None
    english = words("zurmat", "en")
    assert [option.key for option in meant("7", playing.decision.options, english).options] == ["07"]
    assert [option.key for option in meant("12", playing.decision.options, english).options] == ["12"]


def test_options_say_what_one_wants_to_know() -> None:
    playing = table(tiles({"01": {"us": 5, "ana": 2}}), coalition={"hand": ["enlistment"], "board": board("patrol")})
    assert playing.decision is not None
    view = playing.view("coalition")
    said = {
        option.key: screen().described(option, words("zurmat", "en").option(option), view).plain
        for option in playing.decision.options
    }
    assert said["patrol"] == "Patrol  level 4"
    assert said["play enlistment"].startswith("Play ANA Enlistmentʳ: Your turn. Place 2 ANA units")
    answer(playing, "patrol")
    assert playing.decision is not None
    first = playing.decision.options[0]
    assert screen().described(first, words("zurmat", "en").option(first), view).plain == "(FOB)ʳ  Coa · A2 U5"


def test_rules_are_looked_up_by_heading_and_by_title() -> None:
    text = run("play", "zurmat", "--seed", "3", *ONE, lines=["rule declare", "rule moving units", "rule", "rule zebra"])
    assert "declare Declare" in text and "moving Moving units" in text and "setup Game set-up" in text
    assert "No rule or card “zebra”. Try rule declare" in text


def test_cards_and_dice_are_looked_up_in_the_game() -> None:
    lines = ["rule motorcycles", "rule dice", "rule villag", "rule winter", "rule tactics cards"]
    text = run("play", "zurmat", "--seed", "3", *ONE, lines=lines)
    assert "Motorcycles  Tactics card: Taliban ×2\nYour turn. Up to 2 units on one tile ride" in text
    assert "Afghan die  2 Hits, 4 blanks" in text and "Fort die  2 Hits, 2 Blocks, 2 blanks" in text
    assert "“villag” matches:\n  village  Village Declares" in text
    assert "Winter  Event card 12" in text and "Winter  Event card 13" in text
    assert "tactics Tactics cards" in text
    italian = run("play", "zurmat", "--seed", "3", "--lang", "it", *ONE, lines=["rule motociclette", "rule dadi"])
    assert "Motociclette  Carta Tattica: Talebani ×2" in italian and "2 Colpi, 2 Parate, 2 facce vuote" in italian


def test_without_a_bot_there_is_no_hint_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khyber.games.zurmat.game.Zurmat.bots", ())
    assert "This game has no bot to ask." in run("play", "zurmat", "--seed", "3", *ONE, lines=["hint"])


def test_what_strict_memory_forgets_is_not_taken_back_alone() -> None:
    playing, lines = played(3, 14)
    while playing.decision is not None and playing.decision.ask != "which-disc":
        playing, lines = played(3, len(lines) + 1)
    text = run("play", "zurmat", "--seed", "3", *ONE, lines=[*lines, "neutral", "undo"])
    assert "Undoing your last choice takes back:" in text


def test_a_saved_game_is_resumed_without_naming_it() -> None:
    _, lines = played(3, 20)
    run("play", "zurmat", "--seed", "3", *ONE, "--save", "game", lines=lines)
    assert "Zurmat, 2008, seed 3" in run("play", "--resume", "game")
    assert "game is a game of zurmat, not of distant-plain" in refused("play", "distant-plain", "--resume", "game")


def test_a_game_is_played_from_a_position() -> None:
    playing, _ = played(5, 70)
    Path("position.toml").write_text(playing.position(), encoding="utf-8")
    text = run("play", "zurmat", "--position", "position.toml", *BOTH, "--save", "game", lines=["", "help"])
    assert "▸" in text and saved(Path("game")).state == playing.state


def test_tiles_of_ones_own_are_named_and_drawn() -> None:
    Path("own.toml").write_text('[tiles.01]\nroads = ["NS", "E", "W"]\nname = "Gardez"\n', encoding="utf-8")
    text = run("play", "zurmat", "--deck", "own.toml", "--seed", "3", *ONE, "--save", "game", lines=["08", "1w", "map"])
    assert "•┃ •" in text
    own = saved(Path("game"))
    assert own.header.setup.replaced
    line = refused("play", "zurmat", "--option", "tea")
    assert "there is no option 'tea'" in line


# -- replay, verify, explain, advise, simulate, rules -----------------------------------------------------


def test_a_replay_shows_secrets_only_of_the_seats_named(capsys: Capture) -> None:
    ended, _ = played(6, 700, options=("notes",))
    Path("game").write_text(ended.save(), encoding="utf-8")
    lines = ["goto 50", "view", "c", "c", "b", "last", "help", "quit"]
    text = run("replay", "game", lines=lines)
    assert "In hand: Taliban" not in text.split("> last")[0]
    assert "In hand: Coalition" in run("replay", "game", "--seat", "coalition", lines=lines).split("> last")[0]
    assert "unknown seat 'warlords'" in refused("replay", "game", "--seat", "warlords")


def test_secret_choices_are_stars_in_a_replay() -> None:
    ended, _ = played(6, 700, options=("notes",))
    Path("game").write_text(ended.save(), encoding="utf-8")
    lines = ["goto 12", *["c"] * 12]
    text = run("replay", "game", lines=lines)
    assert "Coalition: *" in text and "Coalition: neutral" not in text
    assert "Coalition: neutral" in run("replay", "game", "--seat", "coalition", lines=lines)


def test_a_record_is_verified_and_its_turns_are_listed(capsys: Capture) -> None:
    ended, _ = played(6, 700)
    Path("game").write_text(ended.save(), encoding="utf-8")
    assert khyber_run(["verify", "game"]) == 0
    assert khyber_run(["explain", "game"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"1\. March: \w+ · Coalition", lines[1])
    assert any(re.match(r"2\. March: \w+ · Taliban, at random", line) for line in lines)


def test_positions_of_zurmat_are_not_for_advise(capsys: Capture) -> None:
    playing, _ = played(5, 70)
    Path("position.toml").write_text(playing.position(), encoding="utf-8")
    assert khyber_run(["advise", "position.toml"]) == 2
    assert capsys.readouterr().err == (
        "khyber: position.toml: a position of zurmat: advice is available only for distant-plain\n"
    )


def test_a_simulation_tells_what_every_game_tells(capsys: Capture) -> None:
    assert khyber_run(["simulate", "zurmat", "--games", "6", "--jobs", "1", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["scenario"], found["finished"], found["errors"]) == ("zurmat", "standard", 6, 0)
    assert sum(found["wins"].values()) + found["draws"] == 6
    assert set(found["margins"]) == set(SEATS) and "special_activities" not in found and "events" not in found


def test_a_simulation_counts_the_tactics_cards_of_each_kind(capsys: Capture) -> None:
    assert khyber_run(["simulate", "zurmat", "--seats", "bot:standard", "--games", "4", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for seat, cards in zip(SEATS, printed_box().tactics, strict=True):
        tactics = found["sides"][seat]["tactics"]
        assert set(tactics) <= {card.id for card in cards}
        assert all(0 <= counts["played"] <= counts["drawn"] for counts in tactics.values())
        assert 4 * 9 <= sum(counts["drawn"] for counts in tactics.values()) <= 4 * 12
        operations = found["sides"][seat]["operations"]
        assert set(operations) <= set(OP_IDS) and sum(each["n"] for each in operations.values()) >= 4 * 7
        assert found["sides"][seat]["vps"]["tiles"] > 0


def test_the_rules_of_zurmat_are_listed_told_and_covered(capsys: Capture) -> None:
    assert khyber_run(["rules", "zurmat"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "setup                Game set-up"
    assert khyber_run(["rules", "zurmat", "declare", "--lang", "it"]) == 0
    assert capsys.readouterr().out.startswith("declare Dichiarazione\n")
    assert khyber_run(["rules", "zurmat", "--coverage", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == [] and len(found["rules"]) == 17


@pytest.mark.parametrize(
    ("name", "lang", "lines"),
    [
        ("motorcycles", "en", ["Motorcycles  Tactics card: Taliban ×2", "Your turn. Up to 2 units on one tile ride"]),
        (
            "bad-intel",
            "it",
            ["Informazioni sbagliate  Carta Tattica: Talebani ×2", "In ogni battaglia, prima dei dadi."],
        ),
        ("4", "en", ["Bigger Budgets  Event card 4", "This month Construct is one level higher for both."]),
        (
            "control the fob",
            "en",
            ["Control the FOB  Objective, Taliban only: 4 VP", "At the end control the FOB tile."],
        ),
        ("US die", "en", ["US die  2 Hits, 2 Blocks, 2 blanks", "Rolled in battle for each US unit."]),
    ],
)
def test_a_card_is_looked_up_by_name(
    name: str, lang: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert khyber_run(["rules", "zurmat", "--card", name, "--lang", lang]) == 0
    text = capsys.readouterr().out
    for line in lines:
        assert line in text
    assert khyber_run(["rules", "zurmat", name, "--lang", lang]) == 0
    assert capsys.readouterr().out == text


def test_cards_are_told_to_programs_and_all_of_them_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert khyber_run(["rules", "zurmat", "--card", "dice", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["cards"]
    assert [(die["id"], die["facts"]) for die in found] == [
        ("afghan-die", "2 Hits, 4 blanks"),
        ("us-die", "2 Hits, 2 Blocks, 2 blanks"),
        ("fort-die", "2 Hits, 2 Blocks, 2 blanks"),
    ]
    assert khyber_run(["rules", "zurmat", "--cards", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["cards"]) == 18 + 20 + 12 + 3
    assert khyber_run(["rules", "zurmat", "--cards"]) == 0
    headings = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert headings[:4] == ["Tactics cards", "Event cards", "Objectives", "Dice"]
    assert headings[4].startswith("ʳ reconstructed"), "the legend comes last"
    for wrong, hint in (("motorcycel", "did you mean 'Motorcycles'?"), ("zebra", "--cards` lists them")):
        assert khyber_run(["rules", "zurmat", "--card", wrong]) == 2
        assert hint in capsys.readouterr().err


# -- the pseudo-language ----------------------------------------------------------------------------------


def plain_text(text: str, keys: list[str]) -> list[str]:
    """What is left in plain letters when keys are taken out."""
    for key in sorted({*keys, *TILE_IDS, *OP_IDS}, key=len, reverse=True):
        text = text.replace(key, " ")
    return re.findall(r"[A-Za-z]+", text)


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_a_game_in_the_pseudo_language_shows_no_plain_text(options: tuple[str, ...]) -> None:
    playing = khyber.new("zurmat", seed=9, options=options)
    session = Session(playing, PSEUDO, Console(file=io.StringIO(), width=240, highlight=False, markup=False))
    source = random.Random(9)
    at = 0
    while (decision := playing.decision) is not None:
        at += 1
        if at % 9 == 0:
            session.console.file = io.StringIO()
            session._present(decision)
            session._map("")
            said = session.console.file.getvalue()
            assert plain_text(said, [*decision.options.keys(), decision.rule, "card-clarifications"]) == []
        playing.choose(source.randrange(len(decision.values)))
    session.console.file = io.StringIO()
    session._finish_showing()
    assert plain_text(session.console.file.getvalue(), []) == []
