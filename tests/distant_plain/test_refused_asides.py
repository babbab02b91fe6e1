"""A refused aside says why it is not open: its own reason, never who is asked."""

from __future__ import annotations

import ast
import inspect

import pytest

from khyber.engine.errors import NotOffered, NotYourTurn
from khyber.engine.table import Table
from khyber.games.distant_plain.rules import refusals
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue, languages
from tests.distant_plain.choices import asides, asked, choose, keys
from tests.distant_plain.positions import at


def why(table: Table[State], seat: str, key: str) -> str:
    """The reason that an aside is refused with. Nothing changes."""
    before, version = table.state.copy(), table.version
    assert key not in asides(table, seat)
    with pytest.raises(NotOffered) as wrong:
        table.choose(key, seat=seat)
    assert table.state == before and table.version == version
    assert wrong.value.why is not None
    said = str(wrong.value)
    assert said == catalogue("en").say(wrong.value.why)
    assert "is asked" not in said and "⟦" not in said + catalogue("it").say(wrong.value.why)
    return said


@pytest.mark.rule("1.5.1")
def test_a_gift_needs_somebody_who_executes() -> None:
    table = at("taliban", taliban=5, warlords=5)
    assert why(table, "warlords", "give taliban 1") == (
        "A gift requires the Warlords or the Taliban to be executing an Operation, Special Activity or Event (1.5.1)."
    )
    choose(table, "rally")
    assert "give taliban 1" in asides(table, "warlords")
    assert why(table, "warlords", "give government 1") == (
        "A gift requires the Warlords or the Government to be executing an Operation, Special Activity or Event "
        "(1.5.1)."
    )


@pytest.mark.rule("1.5.1", "1.8")
def test_nobody_gives_more_than_they_have_or_than_the_track_holds() -> None:
    table = at("taliban", taliban=70, warlords=2, government=9, patronage=3)
    choose(table, "rally")
    assert why(table, "warlords", "give taliban 3") == (
        "Not enough Resources: the Warlords can give at most 2 (1.5.1)."
    )
    assert why(table, "government", "give taliban 6") == (
        "Resources cannot exceed 75 (1.8): the Taliban can receive at most 5."
    )
    assert why(table, "taliban", "give warlords 71") == (
        "Not enough Resources: the Taliban can give at most 70 (1.5.1)."
    ), "also the seat that is asked"
    table = at("government", government=9, patronage=3, warlords=5)
    choose(table, "train")
    assert why(table, "government", "patronage 4") == (
        "Not enough Patronage: the Government can give at most 3 (1.5.1)."
    )
    assert why(table, "warlords", "patronage 1") == "Only the Government can give Patronage (1.5.1)."


@pytest.mark.rule("1.5.1")
def test_the_coalition_neither_gives_nor_receives() -> None:
    table = at("taliban", taliban=5)
    choose(table, "rally")
    for seat, key in (("coalition", "give taliban 1"), ("taliban", "give coalition 1")):
        assert why(table, seat, key) == "The Coalition neither gives nor receives Resources (1.5.1)."
    assert why(table, "taliban", "give taliban 1") == "A Faction cannot give to itself (1.5.1)."


@pytest.mark.rule("1.5.1")
def test_one_players_factions_and_non_players_give_nothing() -> None:
    table = at("taliban", taliban=5, warlords=5, options=["no-non-player"], players=[0, 0, 1, 1])
    choose(table, "rally")
    assert why(table, "warlords", "give taliban 1") == (
        "The same player controls the Warlords and the Taliban: no transfers between them (1.5)."
    )
    table = at("taliban", taliban=5, warlords=5, non_players=["warlords"], spaces={"zabol": "W 1u"})
    choose(table, "rally")
    for key in ("give taliban 1", "remove zabol warlords-guerrilla-underground"):
        assert why(table, "warlords", key) == ("Non-players neither give nor remove their own pieces (8.1).")


@pytest.mark.rule("1.4.1")
def test_only_insurgents_remove_and_only_their_own_pieces_while_they_execute() -> None:
    table = at("taliban", taliban=5, spaces={"zabol": "T 1u, W 1u", "kabul": "G 1t"})
    assert why(table, "taliban", "remove zabol taliban-guerrilla-underground") == (
        "The Taliban may remove pieces only while executing an Operation, Special Activity or Event (1.4.1)."
    )
    choose(table, "rally")
    assert why(table, "government", "remove kabul government-troops") == (
        "Only the Taliban and the Warlords may remove their own pieces (1.4.1)."
    )
    assert why(table, "taliban", "remove zabol warlords-guerrilla-underground") == (
        "The Taliban may remove only their own pieces (1.4.1)."
    )
    assert why(table, "taliban", "remove zabol taliban-base") == "Zabol: no Taliban Base to remove."


@pytest.mark.rule("1.5.1", "4.1")
def test_an_operation_declared_stays_possible() -> None:
    table = at(
        "government",
        resources=5,
        spaces={"herat": "G 2t", "kandahar": "G 2t, T 1a", "toraghondi-farah": "W 1u", "farah-kandahar": "T 1u"},
    )
    choose(table, "assault", "transport", "herat", "1", "toraghondi-farah")
    assert why(table, "government", "give warlords 2") == ("That would make the declared Assault impossible (4.1).")


@pytest.mark.rule("1.5.1", "3.3.2")
def test_the_pending_question_keeps_an_answer() -> None:
    """A March under way must be paid for: the last Resource stays."""
    table = at("warlords", resources=1, spaces={"konduz": "W 1u", "herat": "W 1u"})
    choose(table, "march", "konduz")
    assert why(table, "warlords", "give taliban 1") == ("That would leave the Warlords with no legal option.")


@pytest.mark.rule("4.2.1")
def test_nothing_comes_between_a_die_and_its_result() -> None:
    table = at("coalition", government=9, warlords=5, aid=20, chance=(3,), spaces={"kabul": "C 3t 1B"})
    choose(table, "train", "surge")
    while "surge-split" not in asked(table):
        choose(table, keys(table)[0] if "roll" not in keys(table) else "roll")
    assert table.decision is not None and not table.decision.boundary
    assert why(table, "warlords", "give government 1") == "Not allowed between a die roll and its result."


@pytest.mark.rule("1.5.1")
def test_pauses_are_for_those_who_may_give_or_remove_and_asked_for_once() -> None:
    table = at("taliban", taliban=5, warlords=5, non_players=["warlords"])
    assert why(table, "taliban", "stop-pausing") == "The game does not pause for the Taliban."
    table.choose("pause", seat="taliban")
    assert why(table, "taliban", "pause") == "The game already pauses for the Taliban."
    assert why(table, "coalition", "pause") == ("No pauses for the Coalition: nothing to give or remove (1.5.1).")
    assert why(table, "warlords", "pause").startswith("No pauses for the Warlords")


def test_an_aside_that_is_not_well_formed_is_told_how_to_be() -> None:
    table = at("taliban", taliban=5)
    choose(table, "rally")
    for key in (
        "give",
        "give taliban",
        "give taliban 0",
        "give taliban x",
        "give talibn 3",
        "give taliban 3 4",
        "patronage",
        "patronage x",
        "remove",
        "remove zabol",
        "remove Zabol taliban-base",
        "remove zabol taliban-tank",
    ):
        assert why(table, "warlords", key) == (
            "Type give FACTION N, patronage N, remove SPACE PIECE, pause or stop-pausing."
        )
    with pytest.raises(NotOffered, match=r"^unknown seat 'warlord'; did you mean 'warlords'\?$"):
        table.choose("give taliban 1", seat="warlord")


def test_what_is_no_aside_is_still_somebody_elses_to_answer() -> None:
    table = at("taliban", taliban=5)
    with pytest.raises(NotYourTurn, match=r"^it is taliban's decision, not warlords's$"):
        table.choose("rally", seat="warlords")
    with pytest.raises(NotOffered, match=r"^'tea' is not offered to taliban now"):
        table.choose("tea", seat="taliban")


@pytest.mark.rule("1.5.1")
def test_an_option_kept_from_before_says_why_it_is_closed() -> None:
    table = at("taliban", taliban=3, warlords=2, spaces={"zabol": "T 1u 1B"})
    choose(table, "rally")
    option = next(option for option in table.asides("warlords") if option.key == "give taliban 2")
    choose(table, "zabol")
    table.choose("give taliban 1", seat="warlords")
    with pytest.raises(NotOffered) as wrong:
        table.choose(option)
    assert wrong.value.why is not None


def test_every_reason_has_words_and_no_words_are_without_reason() -> None:
    reasons = {
        str(node.value)
        for call in ast.walk(ast.parse(inspect.getsource(refusals)))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_refused"
        for node in ast.walk(call.args[0])
        if isinstance(node, ast.Constant)
    }
    for lang in languages:
        assert {key for key in catalogue(lang).keys() if key.startswith("refused.")} == {  # noqa: SIM118
            f"refused.{reason}" for reason in reasons
        }
