"""`khyber play` by piped lines: answers, commands, saving, languages, people and agents."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import khyber
from khyber.agents.strong.search import Search
from khyber.cli.display import display_of
from khyber.cli.keyboard import Keyboard
from khyber.cli.options import seats_from
from khyber.cli.session import Session
from khyber.cli.text import words
from khyber.engine.decision import Message
from khyber.engine.errors import RuleFailed
from khyber.engine.game import Json
from khyber.engine.history import undone_chance
from khyber.engine.provenance import MARK
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.terminal import Screen
from khyber.games.distant_plain.text import rule_texts
from tests.cli.playing import columns, outcome, refused, run, saved

#: A person for the Coalition among random agents.
RANDOM = "coalition=person,government=random,taliban=random,warlords=random"
#: With this seed the Coalition is the first person asked, with a Limited Operation.
SEED = ("--seed", "7", "--seats", RANDOM)
DISPLAY = display_of("distant-plain")
FIRST = "Card 48 Strategic Partners, the Coalition: choose a Limited"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 100)


# -- a few turns ------------------------------------------------------------------------------------


def test_a_few_turns_by_key_prefix_number_and_words() -> None:
    shown = run("play", *SEED, "--save", "game", lines=["train", "kab", "2", "0", "done", "pass"])
    assert FIRST in shown
    assert "Coalition: Train (Limited Operation)" in shown
    assert "Train in Kabul: how many Government Troops?" in shown
    assert "Kabul: +2 Government Troops" in shown or "+2 Government Troops" in shown
    table = saved(Path("game"))
    chosen = [
        entry
        for step in table.steps
        for entry, seat in zip(step.listed(), step.seats(), strict=True)
        if seat == "coalition"
    ]
    assert chosen[:5] == ["train", "kabul", "2", "0", "done"]


def test_the_end_of_the_input_saves_the_game_and_says_how_to_go_on() -> None:
    shown = run("play", *SEED)
    assert "Saved to distant-plain-7.khyber.json" in shown
    assert "khyber play distant-plain --resume distant-plain-7.khyber.json" in shown
    assert saved(Path("distant-plain-7.khyber.json")).decision is not None


def test_a_second_game_with_the_same_seed_overwrites_nothing() -> None:
    run("play", *SEED)
    before = Path("distant-plain-7.khyber.json").read_text(encoding="utf-8")
    assert "Saved to distant-plain-7-2.khyber.json" in run("play", *SEED, lines=["pass"])
    assert Path("distant-plain-7.khyber.json").read_text(encoding="utf-8") == before


def test_leaving_and_resuming_gives_the_same_position_as_playing_on() -> None:
    first, rest = ["train", "kabul", "2", "0"], ["done", "pass", "patrol", "kabul"]
    run("play", *SEED, "--save", "whole", lines=[*first, *rest])
    run("play", *SEED, "--save", "part", lines=[*first, "quit", "this is not read"])
    shown = run("play", "--resume", "part")
    assert "one more action in a selected space?" in shown
    run("play", "--resume", "part", lines=rest)
    assert saved(Path("part")).state == saved(Path("whole")).state
    assert saved(Path("part")).view("coalition") == saved(Path("whole")).view("coalition")


def test_resumed_under_another_name_the_first_file_stays_as_it_is() -> None:
    run("play", *SEED, "--save", "one", lines=["train"])
    before = Path("one").read_text(encoding="utf-8")
    run("play", "--resume", "one", "--save", "two", lines=["kabul"])
    assert Path("one").read_text(encoding="utf-8") == before
    assert len(saved(Path("two")).since) == 2


def test_seats_may_change_hands_when_a_game_is_resumed() -> None:
    run("play", *SEED, "--save", "game", "--seats", "person")
    run("play", "--resume", "game", "--seats", "taliban=random", lines=["pass"])
    assert saved(Path("game")).seats["taliban"] == "random"
    assert saved(Path("game")).seats["coalition"] == "person"


# -- taking back, looking up, saving ----------------------------------------------------------------


def test_undo_takes_back_the_last_choice() -> None:
    run("play", *SEED, "--save", "before", lines=["train", "kabul"])
    shown = run("play", *SEED, "--save", "after", lines=["train", "kabul", "3", "undo"])
    assert "Undone." in shown
    assert saved(Path("after")).state == saved(Path("before")).state


def test_undo_is_refused_where_there_is_nothing_or_others_have_chosen() -> None:
    assert "Nothing to undo yet." in run("play", *SEED, lines=["undo"])
    shown = run("play", *SEED, "--save", "game", lines=["pass", "undo", "undo 2"])
    assert "Undone." not in shown, "it was undone without a word"
    assert shown.count("Undoing your last choice takes back:") == 2
    assert re.search(r"\(bot\): \d+ choices?, made again", shown)
    assert "“with undone chance”" in shown and "Type `undo agreed` to do it." in shown
    assert not undone_chance(saved(Path("game")))
    shown = run("play", "--resume", "game", lines=["undo agreed"])
    assert "Undone." in shown
    assert saved(Path("game")).branch == 1
    assert undone_chance(saved(Path("game")))
    assert saved(Path("game")).state.played[-1] == 48


def test_undo_agreed_undoes_the_last_choice_of_any_seat() -> None:
    table = khyber.new("distant-plain", seed=7)
    assert table.decision is not None
    first = table.decision.seat
    shown = run("play", *SEED, "--seats", "person", "--save", "game", lines=["pass", "undo", "undo agreed"])
    assert "once everyone agrees" in shown
    decision = saved(Path("game")).decision
    assert decision is not None and decision.seat == first


def test_bad_input_is_answered_and_nothing_is_lost() -> None:
    run("play", *SEED, "--save", "before", lines=["train"])
    shown = run(
        "play",
        *SEED,
        "--save",
        "after",
        lines=[
            "train",
            "xyzzy",
            "k",
            "99",
            "0",
            "-1",
            "",
            "   ",
            "[/bold]",
            ":smile:",
            "give taliban 3",
            "save",
            "rule 9.9.9",
            "log x",
            "log " + "9" * 5000,
            "9" * 5000,
            "²",
            "\x00",
            "é" * 500,
        ],
    )
    assert "Unknown option or command “xyzzy”." in shown
    assert "“k” is ambiguous: kabul, kandahar, khowst" in shown
    assert "No option 99: choose 1 to 9." in shown
    assert "“[/bold]”" in shown and "“:smile:”" in shown
    assert "Save to which file?" in shown
    assert "No rule or card “9.9.9”." in shown
    assert saved(Path("after")).state == saved(Path("before")).state
    assert saved(Path("after")).since == saved(Path("before")).since


def test_a_rule_is_looked_up_by_number_by_title_and_behind_the_question() -> None:
    rally, options = rule_texts("en").find("3.3.1"), rule_texts("en").find("2.3.4")
    assert rally is not None and options is not None
    shown = " ".join(run("play", *SEED, lines=["rule 3.3.1", "rule rally", "rule"]).split())
    assert shown.count(" ".join(rally.text.split())) == 2
    assert " ".join(options.text.split()) in shown
    assert "3.2.1  Train\n" in run("play", *SEED, lines=["rule 3.2"])


def test_log_map_view_and_help() -> None:
    shown = run("play", *SEED, lines=["log 3", "map", "view", "help"])
    assert re.search(r"\w  \d\.\d(\.\d)?\n", shown)
    assert shown.count("Kandahar–Spin Boldak") >= 3
    assert "undo your last choice" in shown


def test_a_side_from_an_own_deck_is_not_told_as_the_printed_one() -> None:
    own: dict[str, Json] = {"34": {"shaded": {"steps": [{"do": "die"}]}}}
    english, italian = (DISPLAY.named(words("distant-plain", lang), own) for lang in ("en", "it"))
    light, dark = (Message("ui.card-text", {"card": 34, "side": side}) for side in ("unshaded", "shaded"))
    assert english.say(dark) == "Shaded: from your own deck"
    assert italian.say(dark) == "Scuro: dal tuo mazzo"
    assert english.say(light) == words("distant-plain", "en").say(light)


def test_save_writes_where_told_and_says_so_when_it_cannot(tmp_path: Path) -> None:
    there, nowhere = tmp_path / "Mine", tmp_path / "no" / "where"
    shown = run("play", *SEED, lines=["train", f"save {there}", f"save {nowhere}", "kabul"])
    assert f"Saved to {there}".replace(" ", "") in "".join(shown.split())
    assert "Could not save" in shown
    assert "Train in Kabul: how many Government Troops?" in shown
    assert saved(there).since == ("train",)


# -- asides -----------------------------------------------------------------------------------------


def to_government(*options: str) -> list[str]:
    """Lines that bring a table of people to the Government's Train in Kabul."""
    table = khyber.new("distant-plain", seed=7, options=options)
    lines = []
    while table.decision is not None and table.decision.seat != "government":
        table.choose("pass")
        lines.append("pass")
    return [*lines, "train", "kabul"]


def test_asides_are_listed_and_taken_by_their_keys() -> None:
    lines = to_government()
    shown = run("play", *SEED, "--seats", "person", "--save", "game", lines=[*lines, "asides", "give warlords 3"])
    assert "give taliban 1-" in shown
    assert "warlords give government 1-" in shown
    assert "Government → Warlords: 3 given" in shown
    table = saved(Path("game"))
    assert "@government give warlords 3" in table.since
    run("play", "--resume", "game", lines=["0", "taliban give government 2"])
    assert "@taliban give government 2" in saved(Path("game")).since


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            ["Not possible: Not enough Resources: the Warlords can give at most ", "Not possible: Type give FACTION N"],
        ),
        ("it", ["Risorse insufficienti dei Signori della guerra: al massimo ", "Scrivi give FAZIONE N"]),
    ],
)
def test_an_aside_that_is_not_open_is_refused_with_its_reason(lang: str, said: list[str]) -> None:
    lines = [*to_government(), "warlords give government 74", "give warlord 1", "xyzzy now"]
    shown = " ".join(run("play", *SEED, "--seats", "person", "--lang", lang, "--save", "game", lines=lines).split())
    for sentence in said:
        assert sentence in shown
    assert "“xyzzy now”" in shown and "is asked" not in shown
    assert not [entry for entry in saved(Path("game")).since if entry.startswith("@")]


def test_where_there_are_no_other_actions_that_is_said() -> None:
    """The Coalition has nothing to give, and its opponents are bots."""
    assert "No other actions right now." in run("play", *SEED, lines=["asides"])


def test_a_player_asks_the_table_to_pause() -> None:
    shown = run("play", *SEED, "--seats", "taliban=person,warlords=person", lines=["asides", "pause", "asides"])
    assert "Pause the game whenever you could give or remove something" in shown
    assert "The game now pauses for the Taliban" in shown or "The game now pauses for the Warlords" in shown
    assert "stop-pausing" in shown


# -- languages and widths ---------------------------------------------------------------------------


def test_the_game_speaks_italian() -> None:
    shown = run("play", *SEED, "--lang", "it", lines=["addestr", "kabul", "2", "xyzzy", "rule", "undo", "help"])
    for said in (
        "scenario Breve",
        "Carta",
        "Coalizione: Addestramento (Operazione limitata)",
        "quanti pezzi (Truppe del Governo)?",
        "Scelta o comando sconosciuto",
        "3.2.1 Addestrare",
        "Annullata.",
        "annulla la tua ultima scelta",
        "Salvata in",
        "Clientelismo",
    ):
        assert said in shown, said
    assert "What happened" not in shown and "Resources" not in shown


@pytest.mark.parametrize(("width", "lang"), [(80, "en"), (80, "it"), (120, "en"), (120, "it")])
def test_nothing_is_wider_than_the_terminal_nor_cut_off(width: int, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    columns(monkeypatch, width)
    options = ("--option", "deception", "--option", "sudden-propaganda")
    shown = run("play", *SEED, *options, "--lang", lang, lines=["train", "kabul", "0", "help", "map", "log 60"])
    assert max(len(line) for line in shown.splitlines()) <= width
    assert "…" not in shown


def test_the_board_of_a_game_far_on_fits_as_well() -> None:
    table = khyber.play("distant-plain", scenario="main", seed=2, options=("deception", "open-deployment"))
    for step in table.steps[::40]:
        view = table.game.view(table.game.state_type.unpack(step.after), ("taliban",))
        for width in (80, 120):
            for lang in ("en", "it"):
                console = Console(file=io.StringIO(), width=width, highlight=False)
                console.print(Screen(words("distant-plain", lang)).whole(view, console))
                assert isinstance(console.file, io.StringIO)
                shown = console.file.getvalue()
                assert max(len(line) for line in shown.splitlines()) <= width
                assert "…" not in shown


# -- people, agents, secrets ------------------------------------------------------------------------


def markers(shown: str) -> str:
    return shown[shown.index("Deception  ") :].split("\n\n")[0]


def test_a_seat_is_shown_its_own_deception_markers_only() -> None:
    table = khyber.new("distant-plain", seed=7, options=("deception",), seats="person")
    names = words("distant-plain", "en")
    passes: list[str] = []
    seen: set[str] = set()
    holder = ""
    while len(seen) < 4:
        decision = table.decision
        assert decision is not None
        if decision.seat != holder:
            holder = decision.seat
            passes.append("")  # the next person takes the keyboard
        if decision.seat not in seen:
            seen.add(decision.seat)
            last = run("play", *SEED, "--option", "deception", "--seats", "person", lines=passes)
            told = markers(last[last.rindex("Deception  ") :])
            assert told.count("2 hidden") == 3
            own = table.state.deception[table.game.seats.index(decision.seat)]
            assert ", ".join(names.word(f"marker.{marker}") + MARK for marker in own) in told
        table.choose("pass")
        passes.append("pass")


def test_a_table_of_agents_alone_plays_to_the_end() -> None:
    shown = run("play", "--seed", "3", "--seats", "random")
    assert "Game over" in shown
    assert "1. " in shown and "margin" in shown
    assert not list(Path().glob("*.json"))


@pytest.mark.parametrize("people", [RANDOM, "taliban=person,warlords=person,coalition=random,government=random"])
def test_a_whole_game_is_played_to_its_end_by_numbers(people: str) -> None:
    source = random.Random(1)
    lines = [str(source.randrange(1, 9)) for _ in range(6000)]
    shown = run("play", "--seed", "5", "--seats", people, "--option", "deception", lines=lines)
    assert "Game over" in shown
    assert re.search(r"^1\. \w+, margin [−+0-9]+$", shown, re.MULTILINE)
    table = saved(next(Path().glob("*.json")))
    assert table.outcome is not None
    assert "khyber replay" in shown
    assert "⟦" not in shown and "Traceback" not in shown


# -- what is refused --------------------------------------------------------------------------------


def test_a_set_up_that_cannot_be_is_refused() -> None:
    assert "there is no scenario 'tiny'" in refused("play", "--scenario", "tiny")
    assert "there is no option 'tea'" in refused("play", "--option", "tea")
    assert "unknown seat 'pakistan'" in refused("play", "--seats", "pakistan=person")
    assert "there is no agent 'genius'" in refused("play", "--seats", "taliban=genius")
    assert "unknown game 'chess'" in refused("play", "chess")
    assert "7 players" in refused("play", "--players", "7")
    assert "0 players" in refused("play", "--players", "0")


def test_a_file_that_is_no_saved_game_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("play", "--resume", "nowhere")
    Path("damaged").write_text("{}", encoding="utf-8")
    assert "damaged: not a record" in refused("play", "--resume", "damaged")
    Path("binary").write_bytes(b"\xff\xfe\x00")
    assert "it is not text" in refused("play", "--resume", "binary")
    assert "cannot be read" in refused("play", "--resume", tmp_path)


def test_what_was_agreed_cannot_be_changed_on_resuming() -> None:
    run("play", *SEED, "--save", "game")
    assert "--scenario cannot be changed" in refused("play", "--resume", "game", "--scenario", "main")
    assert "--seed cannot be changed" in refused("play", "--resume", "game", "--seed", "0")
    assert "unknown seat" in refused("play", "--resume", "game", "--seats", "nobody=person")


def test_a_game_that_cannot_be_saved_on_leaving_is_an_error() -> None:
    assert "cannot write" in refused("play", *SEED, "--save", "no/such/folder/game")


def test_a_language_that_is_not_spoken_is_a_usage_error() -> None:
    assert outcome("play", "--lang", "tlh").exit_code == 2


# -- when something breaks --------------------------------------------------------------------------


def session(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Session, io.StringIO]:
    """A game of people whose lines are read one by one; the last line is Ctrl-C."""
    left = iter(lines)

    def line(self: Keyboard) -> str:
        for text in left:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr(Keyboard, "line", line)
    shown = io.StringIO()
    table = khyber.new("distant-plain", seed=7, seats="person")
    return Session(table, "en", Console(file=shown, width=100), Path("game")), shown


def test_ctrl_c_saves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    playing, shown = session(["terror"], monkeypatch)
    playing.play()
    assert "Saved to game" in shown.getvalue()
    assert saved(Path("game")).since == ("terror",)


def test_ctrl_c_while_an_agent_thinks_saves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Search[State]) -> None:
        raise KeyboardInterrupt

    playing, shown = session([], monkeypatch)
    asked = playing.table.decision
    assert asked is not None
    playing.table.sit(asked.seat, "agent:strong")
    monkeypatch.setattr(Search, "best", interrupted)
    playing.play()
    assert "Saved to game" in shown.getvalue()
    kept = saved(Path("game"))
    assert kept.decision is not None and kept.decision.values == asked.values
    assert kept.since == playing.table.since


def test_a_rule_that_fails_loses_nothing_and_leaves_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    playing, shown = session(["rally", "terror"], monkeypatch)
    choose = Table.choose

    def fragile(self: Table[State], option: str, seat: str | None = None) -> None:
        if option == "rally":
            raise RuleFailed("a rule failed", self.save())
        choose(self, option, seat)

    monkeypatch.setattr(Table, "choose", fragile)
    playing.play()
    told = " ".join(shown.getvalue().split())
    assert "the game is unchanged. Its record is in distant-plain-failed.khyber.json" in told
    assert saved(Path("distant-plain-failed.khyber.json")).since == ()
    assert saved(Path("game")).since == ("terror",)


# -- beside a real deck -----------------------------------------------------------------------------

#: The cards taken out of a real deck for the short scenario.
REMOVED = [str(card) for card in range(49, 73)]


def test_cards_of_a_real_deck_are_named_as_they_are_drawn() -> None:
    shown = run(
        "play",
        "--seed",
        "7",
        "--own-deck",
        "--seats",
        "person",
        "--save",
        "game",
        lines=[*REMOVED, "25", "14", "event-unshaded", "by-hand", "aid", "9", "done"],
    )
    assert "With: Cards from your own deck" in shown
    assert "which Event card was removed (24 of 24)?" in shown
    assert "1-48, 71-72" in shown and "the number printed on the card" in shown
    assert "Card 25 Koran Burning (next: 14 Economic Project)" in shown
    assert "25 Koran Burning by hand: next change?" in shown
    assert saved(Path("game")).state.aid == 9


def test_beside_a_real_deck_the_first_player_is_a_person() -> None:
    line = refused("play", "--own-deck", "--seats", "taliban=person,coalition=random")
    assert line == "the first player enters the cards of your own deck: coalition must be a person"
    assert "own-deck needs a player" in refused("play", "--own-deck", "--seats", "bot:3rd")
    run("play", *SEED, "--save", "game")
    assert "--own-deck cannot be changed" in refused("play", "--resume", "game", "--own-deck")


# -- against bots -----------------------------------------------------------------------------------


def test_unless_told_a_person_plays_the_coalition_against_three_bots() -> None:
    table = khyber.new("distant-plain", seats=seats_from(DISPLAY.seats), seed=7)
    assert table.seats == {"coalition": "person", "government": "bot:3rd", "taliban": "bot:3rd", "warlords": "bot:3rd"}
    assert table.view()["non-players"] == ["government", "taliban", "warlords"]
