"""What a line typed at a prompt means, and how options and the log are listed."""

from __future__ import annotations

import khyber
from khyber.agents.driver import advance
from khyber.cli.answers import meant, numbered, ranges
from khyber.cli.display import display_of
from khyber.cli.game_log import LogReader
from khyber.cli.text import words
from khyber.cli.turns import Heading
from khyber.engine.decision import Message

DISPLAY = display_of("distant-plain")

# -- answers ----------------------------------------------------------------------------------------


def test_what_a_line_may_mean() -> None:
    seats = {"coalition": "person", "government": "random", "taliban": "random", "warlords": "random"}
    table = khyber.new("distant-plain", seed=7, seats=seats)
    advance(table)
    assert table.decision is not None
    english = words("distant-plain", "en")
    options = table.decision.options

    def keys(line: str) -> list[str]:
        return [option.key for option in meant(line, options, english).options]

    assert keys("train") == keys("TRAIN ") == keys("tr") == keys("1") == ["train"]
    assert keys("pa") == ["patrol", "pass"]
    assert keys("sweep (free") == ["sweep"]
    assert keys("zebra") == [] and keys("99") == [] and meant("99", options, english).past
    assert numbered(options)
    table.choose("train")
    table.choose("kabul")
    counts = table.decision.options
    assert not numbered(counts)
    assert [option.key for option in meant("0", counts, english).options] == ["0"]
    assert meant("9", counts, english).options == ()


def test_options_that_differ_in_a_number_are_shown_as_one() -> None:
    table = khyber.position(
        "distant-plain",
        'active = "taliban"\ntracks = { taliban = 3, warlords = 2 }\n'
        "cards = { played = [1], deck = [2] }\nspace.zabol = { taliban-guerrilla-underground = 1 }",
    )
    table.choose("rally")
    rows = [key for key, _ in ranges(table.asides("taliban"))]
    assert rows == ["give government 1-3", "give warlords 1-3", "remove zabol taliban-guerrilla-underground", "pause"]


def test_log_entries_are_shown_once_and_again_after_an_undo() -> None:
    table = khyber.new("distant-plain", seed=7, seats="person")
    reader = LogReader(DISPLAY)
    assert table.decision is not None
    seat = table.decision.seat

    def new_entries() -> list[object]:
        return [
            new if isinstance(new, Heading) else new.kind if new.kind != "operation" else new.params["operation"]
            for new in reader.news(table, (seat,))
        ]

    turn = Heading(1, Message("turn-name.card", {"card": table.state.played[-1]}), seat, "person", alone=False)
    assert new_entries()[0] == "set-up" and new_entries() == []
    table.choose("terror")
    assert new_entries() == [turn, "terror"]
    table.undo(seat)
    assert new_entries() == []
    table.choose("rally")
    assert new_entries() == [turn, "rally"]
