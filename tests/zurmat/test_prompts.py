"""Prompts of Zurmat say what is on offer, and to others nothing that only the hand decides."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.zurmat.notation import Tiles
from khyber.games.zurmat.text import catalogue
from tests.zurmat.tables import answer, board, table, tiles
from tests.zurmat.tables import asked as asked_of


def asked(ask: str, *values: int | str | tuple[int | str, ...], **about: int | str) -> Decision:
    return Decision("coalition", ask, "operations-board", Tiles(), lambda: list(values), about)


def test_a_card_is_mentioned_only_if_one_can_be_played() -> None:
    words = catalogue("en").strictly()
    assert (
        words.question(asked("after", "end", ("play", "intel"))) == "Operation complete. Play a card, or end your turn?"
    )
    assert words.question(asked("after", "end")) == "Operation complete. End your turn?"


def test_others_read_the_same_prompt_with_and_without_a_card() -> None:
    for language in ("en", "it"):
        words = catalogue(language).strictly()
        for ask in ("turn", "after", "attack-from", "patrol-from"):
            holding, empty = (
                words.question(asked(ask, "done", *cards, n=0, steps=0), own=False)
                for cards in ([("play", "intel")], [])
            )
            assert holding == empty


def test_a_group_is_asked_for_only_while_one_can_move() -> None:
    words = catalogue("en").strictly()
    assert words.question(asked("attack-from", 3, "done", n=1, steps=1)).endswith("where? (left: units 1, tiles 1)")
    assert words.question(asked("attack-from", "done", n=0, steps=0)) == "Attack: end the movement?"


def test_the_look_at_drawn_discs_counts_them() -> None:
    """A Patrol onto one tile by two groups draws two discs, and one answer places both."""
    words = catalogue("en").strictly()
    for units, moves, prompt in (
        (1, ["01", "07"], "Look at the disc drawn for 07"),
        (2, ["01", "07", "1 us", "01", "07"], "Look at the 2 discs drawn for 07"),
    ):
        playing = table(tiles({"01": {"us": units}}), coalition={"board": board("patrol")}, dice=[100, 99])
        answer(playing, "patrol", *moves)
        assert words.question(asked_of(playing)).startswith(prompt)
