"""No empty questions: against a bot, a person with nothing to play is not asked; against a person they are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import khyber
from khyber.agents.driver import advance
from khyber.agents.random_agent import random_agent
from khyber.engine.record import Record, loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from khyber.games.zurmat.bots.weights import NAME
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, SEATS, answer, asked, at_level, board, keys, logged, table, tiles, units
from tests.zurmat.worlds import sent

HIT, MISS = 1, 6
PEOPLE = dict.fromkeys(SEATS, "person")
MAP = tiles({"01": {"us": 1, "ana": 1}, "08": {"taliban": 2}})
#: An answer for each question on the way to the window; those that are not put are passed over.
Way = list[tuple[str, str]]
#: Window, its card, whose turn it is, what they do, and the way.
WINDOWS = [
    ("hinder", "atrocities", "taliban", "declare", []),
    ("more-dice", "ah-64", "taliban", "attack", [("hinder", "no"), ("attack-units", "2 taliban")]),
    ("mrap", "mrap", "taliban", "attack", [("hinder", "no"), ("attack-units", "2 taliban"), ("more-dice", "no")]),
    ("ied", "ied", "coalition", "patrol", [("patrol-from", "01"), ("patrol-to", "12"), ("patrol-units", "1 us")]),
    (
        "bad-intel",
        "bad-intel",
        "coalition",
        "attack",
        [("attack-units", "1 us"), ("ied", "no"), ("attack-from", "done")],
    ),
]


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def against_a_bot(seat: str) -> dict[str, str]:
    return {other(seat): NAME, seat: "person"}


def led_to(window: tuple[str, str, str, str, Way], card: str, seats: dict[str, str]) -> Table[State]:
    """The table where the window is, with that card in the hand of whoever it is for."""
    _, _, turn, operation, way = window
    playing = table(
        MAP,
        {turn: {"board": at_level(2, operation)}, other(turn): {"hand": [card]}},
        active=turn,
        dice=[] if operation == "patrol" else [MISS, MISS, HIT, HIT],
        seats=seats,
    )
    answer(playing, operation)
    for ask, key in way:
        if asked(playing).ask == ask:
            answer(playing, key)
    return playing


# -- windows ------------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:tactics")
@pytest.mark.parametrize("window", WINDOWS, ids=[window[0] for window in WINDOWS])
def test_a_person_with_nothing_to_play_is_asked_by_a_person_and_not_by_a_bot(
    window: tuple[str, str, str, str, Way],
) -> None:
    ask, card, turn, *_ = window
    person = other(turn)
    playing = led_to(window, "intel", PEOPLE)
    assert (asked(playing).seat, asked(playing).ask, keys(playing)) == (person, ask, ["no"])
    alone = led_to(window, "intel", against_a_bot(person))
    assert asked(alone).ask != ask
    assert "no" in (*alone.since, *(entry for step in alone.steps for entry in step.listed()))
    for seats in (PEOPLE, against_a_bot(person)):
        holding = led_to(window, card, seats)
        assert (asked(holding).seat, asked(holding).ask, keys(holding)) == (person, ask, ["no", f"play {card}"])


@pytest.mark.rule("zurmat:tactics")
@pytest.mark.parametrize("window", WINDOWS, ids=[window[0] for window in WINDOWS])
def test_whether_a_card_was_declined_or_not_held_the_other_side_sees_the_same(
    window: tuple[str, str, str, str, Way],
) -> None:
    ask, card, turn, *_ = window
    person = other(turn)
    declined, empty = (led_to(window, held, against_a_bot(person)) for held in (card, "intel"))
    answer(declined, "no")
    assert asked(declined).ask != ask
    assert sent(declined, turn) == sent(empty, turn)
    assert declined.own_record() == empty.own_record()


@pytest.mark.rule("zurmat:tactics", "zurmat:attack")
def test_in_ones_own_turn_too_there_is_no_question_with_one_answer() -> None:
    """With cards in hand that cannot be played: no more units to send, one battle to fight, the turn to end."""
    coalition = {"hand": ["mrap"], "board": at_level(1, "attack")}
    laid = tiles({"01": {"us": 1}, "08": {"taliban": 1}})
    person = table(laid, coalition=coalition, dice=[HIT, MISS], seats=PEOPLE)
    answer(person, "attack")
    assert [asked(person).ask, keys(person)] == ["attack-from", ["01"]]
    answer(person, "01", "done", "08", "no")
    assert (asked(person).ask, keys(person)) == ("after", ["end"])
    alone = table(laid, coalition=coalition, dice=[HIT, MISS], seats=against_a_bot("coalition"))
    answer(alone, "attack")
    assert units(alone, "08") == {"us": 1}
    assert asked(alone).seat == "taliban"


@pytest.mark.rule("zurmat:population", "zurmat:declare")
def test_what_there_is_to_see_is_shown_before_it_is_gone() -> None:
    """Discs drawn, and discs looked at: a person is asked though there is one answer, whoever the other is."""
    seats = against_a_bot("coalition")
    drawn = table(tiles({"01": {"us": 1}}), coalition={"board": at_level(1, "patrol")}, dice=[100], seats=seats)
    answer(drawn, "patrol", "01", "07")
    assert (asked(drawn).ask, keys(drawn)) == ("show-discs", ["place"])
    moving = table(tiles({"01": {"us": 2}}), coalition={"hand": ["intel"], "board": at_level(2, "patrol")}, seats=seats)
    answer(moving, "patrol", "play intel", "12")
    assert (asked(moving).ask, keys(moving)) == ("look", ["done"])
    ending = table(coalition={"hand": ["intel", "mrap"], "board": at_level(0, "recruit")}, seats=seats)
    answer(ending, "recruit", "play intel", "12")
    assert (asked(ending).ask, keys(ending)) == ("after", ["end"])


@pytest.mark.rule("zurmat:combat", "zurmat:card-clarifications")
def test_losses_are_taken_back_past_the_mrap_that_nobody_holds() -> None:
    playing = table(
        tiles({"01": {"us": 1, "ana": 1, "forts": 1}, "08": {"taliban": 2}}),
        active="taliban",
        taliban={"board": at_level(2, "attack"), "hand": ["intel"]},
        coalition={"hand": ["enlistment"]},
        dice=[MISS, MISS, MISS, HIT, MISS],
        seats=against_a_bot("coalition"),
    )
    answer(playing, "attack", "08", "2 taliban", "done", "01", "no")
    assert (asked(playing).ask, keys(playing)) == ("losses", ["1 ana", "1 us", "1 fort"])
    answer(playing, "1 fort")
    assert asked(playing).seat == "taliban"
    playing.undo("coalition", agreed=True)
    assert (asked(playing).ask, keys(playing)) == ("losses", ["1 ana", "1 us", "1 fort"])


# -- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("opponent", [NAME, "random"])
def test_a_person_is_never_asked_an_empty_question_in_a_whole_game(seat: str, opponent: str) -> None:
    said_for = 0
    for seed in range(4):
        source = random.Random(seed)
        playing = khyber.new("zurmat", seed=seed, seats={seat: "person", other(seat): opponent})
        advance(playing)
        chosen = 0
        while playing.decision is not None:
            decision = playing.decision
            assert decision.seat == seat
            looking = playing.view(seat)["looking"] is not None
            assert looking or len(decision.values) > 1 or decision.ask in ("show-discs", "which-disc"), decision
            before = playing.version
            playing.choose(source.randrange(len(decision.values)))
            chosen += 1
            assert playing.version > before
            advance(playing)
        answers = sum(step.seats().count(seat) for step in playing.steps)
        said_for += answers - chosen
        assert verify(GAME, playing.record()) == len(playing.steps)
        assert khyber.load(playing.save()).state == playing.state
    assert said_for > 10


# -- games saved before ---------------------------------------------------------------------------------


def saved_before(playing: Table[State], *chosen: tuple[str, str]) -> Record:
    """A game of the rules before these, saved with those choices (seat and key) since its checkpoint."""
    record = loads(playing.save())
    return Record(
        replace(record.header, rules="1"),
        [],
        [key for _, key in chosen],
        [seat for seat, _ in chosen],
        len(chosen),
        0,
        "1",
    )


@pytest.mark.rule("zurmat:attack")
def test_an_attack_saved_under_the_old_rules_goes_on_from_where_these_allow_it() -> None:
    """A second group had wandered off to 03: it is asked again where to go."""
    start = table(tiles({"01": {"ana": 2}, "08": {"taliban": 1}}), coalition={"board": board("attack")}, seats=PEOPLE)
    keys_before = ("attack", "08", "1 ana", "01", "03")
    playing = from_record(GAME, saved_before(start, *(("coalition", key) for key in keys_before)))
    assert (playing.since, playing.version) == (keys_before[:4], 6)
    assert (asked(playing).ask, keys(playing)) == ("attack-to", ["08", "12"])


@pytest.mark.rule("zurmat:tactics")
def test_a_game_saved_with_empty_questions_answered_goes_on() -> None:
    start = table(
        MAP,
        active="taliban",
        coalition={"hand": ["intel"]},
        taliban={"board": board("declare")},
        seats=against_a_bot("coalition"),
    )
    asked_then = saved_before(start, ("taliban", "declare"))
    playing = from_record(GAME, asked_then)
    assert (asked(playing).seat, keys(playing)) == ("coalition", ["no"])  # as it was saved
    answer(playing, "no")
    assert asked(playing).seat == "taliban"
    answered = from_record(GAME, saved_before(start, ("taliban", "declare"), ("coalition", "no")))
    assert asked(answered).seat == "taliban"
    assert not logged(answered, "played")


@pytest.mark.rule("zurmat:combat")
def test_a_battle_saved_with_the_dice_of_before_goes_on_with_these() -> None:
    """A 3 on a US die was a Hit and is a Block now: nobody has losses to name any more."""
    before = GAME.replacing(GAME.own_data('[dice]\nus = ["hit", "hit", "hit", "block", "block", "blank"]\n'))
    laid = tiles({"01": {"us": 1, "ana": 1}, "08": {"taliban": 1, "forts": 1, "control": "taliban"}})
    start = table(
        laid, game=before, coalition={"board": at_level(2, "attack")}, seats=PEOPLE, dice=[3, MISS, MISS, MISS]
    )
    answer(start, "attack", "1 us", "done")
    assert (asked(start).ask, asked(start).seat) == ("losses", "taliban")
    record = loads(start.save())
    old = Record(
        replace(record.header, rules="2", setup=replace(record.header.setup, replaced={})),
        record.steps,
        record.now,
        record.now_by,
        record.version,
        record.branch,
        "2",
    )
    playing = from_record(GAME, old)
    assert playing.decision is not None
    advance(playing, dict.fromkeys(SEATS, random_agent))
    assert playing.outcome is not None
    assert khyber.load(playing.save()).state == playing.state


def test_a_game_saved_while_a_card_was_looked_at_goes_on() -> None:
    """Before, Intel always waited for a "done" of its own."""
    looking = table(
        tiles({"12": {"taliban-faction": 1}}),
        step="look",
        seats=PEOPLE,
        turn={"looking-at": "12", "looker": "coalition", "then": "turn"},
    )
    playing = from_record(GAME, saved_before(looking, ("coalition", "done")))
    assert (asked(playing).ask, playing.view("coalition")["looking"]) == ("turn", None)
