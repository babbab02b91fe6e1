"""Enduring Freedom in the terminal: its map, what the player may know, batches, both languages, every command."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import khyber
from khyber.agents.driver import advance
from khyber.cli.app import run as khyber_run
from khyber.cli.session import Session
from khyber.cli.text import words
from khyber.engine.log import warning_of
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO
from khyber.games.enduring_freedom.box import printed_box
from khyber.games.enduring_freedom.state import State
from khyber.games.enduring_freedom.terminal import Screen
from tests.cli.playing import columns, refused, run, saved
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import SEAT, answer, asked, table, z

GAME = "enduring-freedom"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 100)


def played(seed: int, choices: int = 5_000) -> tuple[Table[State], list[str]]:
    """A table some choices on, chosen at random but carefully, and the lines typed to get there."""
    playing: Table[State] = khyber.new(GAME, seed=seed)
    source = random.Random(seed)
    lines: list[str] = []
    while (decision := playing.decision) is not None and len(lines) < choices:
        option = decision.options[pick(decision, source, careful=True)]
        lines += [option.key] * (1 if warning_of(playing, option) is None else 2)  # the second time confirms
        playing.choose(option)
    return playing, lines


def screen(lang: str = "en") -> Screen:
    return Screen(words(GAME, lang).strictly(), printed_box())


def shown(playing: Table[State], *, width: int = 80, lang: str = "en") -> str:
    """The whole table as the player sees it."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(screen(lang).whole(playing.view(SEAT), console))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def described(playing: Table[State]) -> dict[str, str]:
    """Each option by its key, as it is shown."""
    view = playing.view(SEAT)
    return {
        option.key: screen().described(option, words(GAME, "en").option(option), view).plain
        for option in asked(playing).options
    }


def plain_text(text: str, keys: list[str]) -> list[str]:
    """What is left in plain letters when keys are taken out."""
    for key in sorted(keys, key=len, reverse=True):
        text = re.sub(rf" {re.escape(key)} ", "  ", text)
    return re.findall(r"[A-Za-z]{2,}", text)


# -- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "lang"), [(80, "en"), (80, "it"), (120, "it"), (180, "en")])
def test_a_whole_campaign_is_played_and_fits_the_terminal(
    width: int, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns(monkeypatch, width)
    ended, lines = played(width + len(lang))
    assert ended.outcome is not None
    text = run("play", GAME, "--seed", str(ended.header.seed), "--lang", lang, "--save", "game", lines=lines)
    assert "Game over" in text or "Fine della partita" in text
    assert max(len(line) for line in text.splitlines()) <= width
    assert "…" not in text.replace("… and", "").replace("… e", "") and "⟦" not in text
    assert saved(Path("game")).save() == ended.save()


def test_everything_shown_is_in_the_catalogue() -> None:
    """In a language that nobody speaks no English is left, whatever the position."""
    for seed in (3, 4):
        playing, source = khyber.new(GAME, seed=seed), random.Random(seed)
        session = Session(playing, PSEUDO, Console(file=io.StringIO(), width=240, highlight=False, markup=False))
        while (decision := playing.decision) is not None:
            if source.random() < 0.1:
                session.console.file = io.StringIO()
                session._present(decision)
                session._map("")
                assert plain_text(session.console.file.getvalue(), decision.options.keys()) == []
            playing.choose(pick(decision, source, careful=True))
        session.console.file = io.StringIO()
        session._finish_showing()
        assert plain_text(session.console.file.getvalue(), []) == []


@pytest.mark.parametrize(
    ("ending", "points", "said"),
    [
        ("strategic-victory", 70, "strategic victory.\nYou won the campaign with 70 NetWar Points."),
        ("draw", 45, "draw.\nThe campaign ends in a draw with 45 NetWar Points."),
        ("catastrophe", 0, "catastrophe.\nYou lost the campaign with 0 NetWar Points."),
    ],
)
def test_the_end_says_how_well_it_went_and_ranks_nobody(ending: str, points: int, said: str) -> None:
    playing = table()
    playing.state.ending, playing.state.points = ending, points
    told = io.StringIO()
    Session(playing, "en", Console(file=told, width=100, highlight=False, markup=False))._finish_showing()
    assert told.getvalue().endswith(f"Game over: {said}\n")


# -- the map ------------------------------------------------------------------------------------------


def test_zones_lie_as_on_the_map_with_all_that_is_in_them() -> None:
    playing = table(
        {
            "kabul": z(
                shown="tb-inf1 aq-055",
                hidden="tb-omar tb-jih1",
                ground="us-dagger us-1-10*",
                tried="na-dostum",
                untried="na-haz",
            )
        }
    )
    lines = shown(playing, width=120).splitlines()
    row = next(at for at, line in enumerate(lines) if "■Kabul+" in line)
    assert re.search(r"■Ghazni +═■Kabul\+ +═\^Gardez", lines[row]), "a road leads there from both sides"
    assert "C2:4 N1:3 n?1" in lines[row + 1] and "I2:5 ?2" in lines[row + 2]
    assert "■Bagram+" in lines[row - 4] and "║" in lines[row - 1], "north is above, and a road leads there"


def test_neighbours_that_do_not_lie_beside_each_other_are_named() -> None:
    told = screen().legend().plain
    assert "Kabul ═ Khyber, ─ Hazarajat" in told and "Kabul ═ Bagram" not in told
    box = printed_box()
    drawn = shown(table(), width=180)
    joined = sum(len(others) for others in box.adjacent) // 2
    named = told.split("Also adjacent: ")[1].split("\n")[0]
    lines = [line[:105] for line in drawn.splitlines()]
    across = sum(line.count("─") + line.count("═") for line in lines)
    down = sum(line.count("│") + line.count("║") for line in lines)
    assert across + down + named.count("─") + named.count("═") == joined


def test_what_lies_face_down_is_counted_and_never_named() -> None:
    playing = table({"kabul": z(hidden="tb-omar aq-obl", untried="na-karzai")})
    text = shown(playing)
    assert "?2" in text and "n?1" in text
    assert not re.search("Omar|Laden|Karzai", text + "\n".join(described(playing).values()))


def test_the_tracks_tell_the_turn_the_points_and_the_jihad() -> None:
    text = shown(table(turn=3, points=63, jihad=9))
    assert " 1  2 [3] 4  5  6  7 " in text
    assert "63 " in text and "now: operational victory" in text
    assert re.search(r"Jihad level +9 \(3 events and reinforcements per turn\) · no Loya Jirga yet", text)


def test_units_off_the_map_are_listed_where_they_are() -> None:
    text = shown(
        table(
            staging={"pakistan": z(ground="us-dagger", air="us-b52*")},
            boxes={"joint-strike": ["us-b2"], "assets-ready": ["isr", "isr"], "eliminated": ["us-pmc"]},
        )
    )
    assert re.search(r"Pakistanʳ +1 of 6 ground, 1 of 6 air", text)
    assert "CJSOTF-N (TF Dagger) 2ʳ" in text and "B-52H 2ʳ reduced" in text
    assert re.search(r"Joint Strike +B-2 3ʳ", text) and re.search(r"Assets Ready +2× ISRʳ\s", text)
    assert re.search(r"Eliminated Coalition Units +PMC", text)


# -- questions ----------------------------------------------------------------------------------------


def test_what_isr_turned_up_in_the_underground_is_named() -> None:
    assert re.search(r"The Underground +66\b", shown(table()))
    playing = table(boxes={"underground-revealed": ["tb-omar", "tb-inf1.2", "sp-rescue.1"]})
    told = " ".join(shown(playing).split())
    assert "Omar" in told and "63 face down" in told and "Rescue" in told
    assert "63 coperti" in " ".join(shown(playing, lang="it").split())


def test_options_say_what_one_wants_to_know() -> None:
    playing = table({"kabul": z(shown="tb-inf1"), "bagram": z(ground="us-dagger us-1-10*")}, step="ground")
    said = described(playing)
    assert said["us-dagger"] == "CJSOTF-N (TF Dagger) (Bagram)  factor 2, reduced 1ʳ, SOF, elite, airmobile"
    assert said["us-1-10"].endswith("factor 2ʳ reduced")
    assert list(said)[:2] == ["attack", "all bagram"], "batches come first"
    answer(playing, "us-dagger")
    assert described(playing)["kabul"] == "Kabul  city + airbaseʳ · I1:1"


def test_the_status_tells_the_phase_and_the_battle() -> None:
    playing = table(
        {"kabul": z(shown="tb-inf1 tb-inf2", ground="us-dagger us-cjtf")}, step="combat", phase={"to-fight": ["kabul"]}
    )
    status = screen().status(playing.view(SEAT)).plain
    assert status.startswith("Turn 1 of 7 · J-3: ground combat · 50 NetWar Points (draw) · Jihad 9")
    assert asked(playing).ask == "edge" and "\nKabul: C2:" in status


def test_the_status_tells_a_counterattack() -> None:
    playing = table({"kabul": z(shown="tb-inf1 tb-inf2", ground="us-dagger us-cjtf")}, step="counterattack-begin")
    assert "Islamist reaction: counterattacks" in screen().status(playing.view(SEAT)).plain


def test_zones_chosen_so_far_are_told() -> None:
    playing: Table[State] = khyber.new(GAME, seed=5)
    playing.choose("kabul")
    assert "Chosen: Kabul" in screen().status(playing.view(SEAT)).plain


def test_a_batch_is_taken_back_in_one() -> None:
    Path("position.toml").write_text(
        'game = "enduring-freedom"\nstep = "staging"\n[staging.pakistan]\nair = ["us-b52", "us-b1"]\n'
        'ground = ["us-dagger"]\n',
        encoding="utf-8",
    )
    text = run("play", GAME, "--position", "position.toml", lines=["strike-all", "undo", "cas-all", "quit"])
    assert "B-52H: Pakistan → Joint Strike · B-1B: Pakistan → Joint Strike" in text
    assert "Undone." in text and "B-1B: Pakistan → Close Air Support" in text


AIR_MOVEMENT = """
game = "enduring-freedom"
step = "air"
[zone.kabul]
islamists-revealed = ["tb-inf1"]
[boxes]
joint-strike = ["us-b52", "us-b1"]
assets-ready = ["drone"]
"""


def test_air_movement_ends_with_aircraft_unsent_only_when_confirmed() -> None:
    Path("position.toml").write_text(AIR_MOVEMENT, encoding="utf-8")
    text = run("play", GAME, "--position", "position.toml", "--save", "game", lines=["done", "map", "quit"])
    assert "3 aircraft have no target yet. End air movement anyway?" in text
    assert "Type `done` again to confirm" in text
    assert not saved(Path("game")).since, "nothing is chosen yet"
    text = run(
        "play",
        GAME,
        "--position",
        "position.toml",
        "--save",
        "game",
        "--lang",
        "it",
        lines=["done", "strike", "us-b52", "done", "done", "quit"],
    )
    assert "3 aerei non hanno ancora un bersaglio" in text and "2 aerei non hanno" in text
    assert saved(Path("game")).steps[0].listed()[:3] == ["strike", "us-b52", "done"]


def test_all_aircraft_sent_need_no_confirmation() -> None:
    Path("position.toml").write_text(AIR_MOVEMENT, encoding="utf-8")
    text = run("play", GAME, "--position", "position.toml", lines=["strike-all", "drone", "quit"])
    assert "no target yet" not in text and "again to confirm" not in text


def looked_up(line: str, lang: str) -> str:
    """What a command shows during a game: all after the map that comes before it."""
    text = run("play", GAME, "--seed", "5", "--lang", lang, lines=["map", line, "quit"])
    return text.rpartition(" ═ Balkh, Baghlan")[2]


@pytest.mark.parametrize(
    ("lang", "title", "cells"),
    [
        ("en", "Staging Areas", ("Pakistan", "Khyber, Spin Boldak", "Farah")),
        ("it", "Aree di schieramento", ("Asia centrale", "Balkh, Baghlan", "Golfo Persico")),
    ],
)
def test_roads_from_staging_areas_are_looked_up_in_the_game(lang: str, title: str, cells: tuple[str, ...]) -> None:
    """8.5, 16.2: by the rule, by the name of the table, and below the map."""
    for sought in ("rule 8.5", "rule 16.2", "tables staging-areas", f"tables {title}"):
        text = looked_up(sought, lang)
        assert title in text and all(cell in text for cell in cells), sought
    text = run("play", GAME, "--seed", "5", "--lang", lang, lines=["map", "quit"])
    assert " ".join(text.split()).count("Pakistan ═ Khyber, Spin Boldak") == 2, "in the first legend and with the map"


def test_the_random_location_table_is_looked_up_in_the_game() -> None:
    text = looked_up("rule 30.2", "en")
    assert re.search(r"3 +Zaranj +Helmand +Lashkargam +Kandahar +Kandahar +Spin Boldak", text)
    assert text.count("Kabul") == 2 and text.count("Zaranj") == 1


def test_tables_are_listed_and_an_unknown_one_is_said_to_be_unknown() -> None:
    text = run("play", GAME, "--seed", "5", lines=["tables", "tables nowhere", "quit"])
    assert text.count("tables random-location: Random Location Placement Table") == 2
    assert "No table “nowhere”" in text
    assert "tables random-spaces-3rd: Random Spaces" in run("play", "distant-plain", lines=["tables", "quit"])


def test_tables_are_looked_up_without_a_game(capsys: Capture) -> None:
    assert khyber_run(["rules", GAME, "8.5"]) == 0
    assert "Khyber, Spin Boldak" in capsys.readouterr().out
    assert khyber_run(["rules", GAME, "30.2", "--json"]) == 0
    [table_] = json.loads(capsys.readouterr().out)["rules"]["30.2"]["tables"]
    assert [cell["text"] for cell in table_["rows"][2]][:2] == ["3", "Zaranj"]
    assert khyber_run(["rules", GAME, "--tables", "--lang", "it"]) == 0
    assert "Strada ad anello, sud" in capsys.readouterr().out
    assert khyber_run(["rules", "distant-plain", "--tables"]) == 0
    assert "Deception markers" in capsys.readouterr().out


def test_reveals_are_told_zone_by_zone() -> None:
    lines = ["kabul", "herat", "zaranj", "kunduz", "bagram", "ghazni"]
    text = run("play", GAME, "--seed", "5", lines=lines)
    told = [line for line in text.splitlines() if line.startswith("  ") and "revealed" in line]
    assert {line.strip().split(":")[0] for line in told} >= {"Kabul", "Herat", "Bagram"}


def test_rules_hints_and_the_log_are_at_hand() -> None:
    _, lines = played(5, 40)
    text = run("play", GAME, "--seed", "5", lines=[*lines, "rule 23.4", "hint", "log 5", "map", "help", "why", "quit"])
    assert "23.4 " in text and "The bot would choose: " in text and "Also adjacent: " in text
    assert "No bot has played a turn yet." in text


# -- replay, verify, explain, simulate, rules, own files ------------------------------------------------


def test_a_record_is_replayed_verified_and_explained(capsys: Capture) -> None:
    ended = khyber.new(GAME, seed=6, seats="bot:standard")
    advance(ended)
    Path("game").write_text(ended.save(), encoding="utf-8")
    text = run("replay", "game", lines=["n", "n", "n", "c", "c", "goto 12", "view", "map", "last", "help", "quit"])
    assert "Step 12 of " in text and "October 2001 to March 2002, seed 6" in text
    assert khyber_run(["verify", "game"]) == 0
    capsys.readouterr()
    assert khyber_run(["explain", "game"]) == 0
    listed = capsys.readouterr().out
    assert "1. Turn 1, " in listed and "2. Turn 2, " in listed and "bot:standard" in listed
    assert re.findall(r"(?m)^\d+\. (Turn \d), bot:standard", listed) == [
        f"Turn {n + 1}" for n in range(ended.state.turn)
    ]
    assert khyber_run(["explain", "game", "--turn", "Turn 2, J-3"]) == 0
    part = capsys.readouterr().out
    assert part.startswith("2. Turn 2, J-3, bot:standard") and "J-1: mobilization" not in part
    assert khyber_run(["explain", "game", "--turn", "2"]) == 0
    told = capsys.readouterr().out
    assert "Why, the Coalition" in told and "points expected" in told and "would choose" not in told


@pytest.mark.parametrize("seats", ["random", "bot:standard"])
def test_a_simulation_tells_the_levels_of_victory(seats: str, capsys: Capture) -> None:
    assert khyber_run(["simulate", GAME, "--seats", seats, "--games", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["levels"]) == [
        "catastrophe",
        "strategic-defeat",
        "operational-defeat",
        "draw",
        "operational-victory",
        "strategic-victory",
    ]
    assert sum(found["levels"].values()) == 4 and found["errors"] == 0
    assert khyber_run(["simulate", GAME, "--seats", seats, "--games", "2"]) == 0
    told = capsys.readouterr().out
    assert "Levels of victory" in told and "strategic-victory" in told and "this or better" in told


def test_rules_are_looked_up(capsys: Capture) -> None:
    assert khyber_run(["rules", GAME, "16.5", "--lang", "it"]) == 0
    assert "16.5" in capsys.readouterr().out
    assert khyber_run(["rules", GAME, "--coverage", "--json"]) == 0
    covered = json.loads(capsys.readouterr().out)
    assert covered


def test_counters_of_ones_own_are_named_and_drawn() -> None:
    own = '[ground.us-dagger]\nfactors = [5, 2]\nname = "Horse Soldiers"\n'
    Path("own.toml").write_text(own, encoding="utf-8")
    playing: Table[State] = khyber.new(GAME, seed=5, deck=own)
    lines = []
    while asked(playing).ask != "mobilize":
        lines.append(asked(playing).options.keys()[0])
        playing.choose(lines[-1])
    text = run("play", GAME, "--deck", "own.toml", "--seed", "5", "--save", "game", lines=[*lines, "sof"])
    assert "Horse Soldiers: 1 point  factor 5, reduced 2" in text
    assert saved(Path("game")).header.setup.replaced
    Path("bad.toml").write_text("[ground.us-dagger]\nfactors = [9, 2]\n", encoding="utf-8")
    assert "factors should be two numbers from 0 to 6" in refused("play", GAME, "--deck", "bad.toml")
