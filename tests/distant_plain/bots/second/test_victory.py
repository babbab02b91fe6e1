"""2nd:8.9: one player against three Non-players by the 2nd printing; titles and degrees of success."""

from __future__ import annotations

from pathlib import Path

import pytest

import khyber
from khyber.cli.text import words
from khyber.engine.errors import BadSetup
from khyber.engine.game import Outcome
from khyber.engine.table import Table
from khyber.games.distant_plain.board import PROPAGANDA_CARDS, SEATS
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State
from khyber.server.tables.frames import ending
from tests.cli.playing import run
from tests.distant_plain.positions import at
from tests.distant_plain.test_victory import opinions

FINAL = 4
OPTION = "victory-2nd"


def end(
    player: str | None,
    *,
    step: str = "redeployed",
    played: int = FINAL,
    players: tuple[str, ...] = (),
    option: bool = True,
    **more: object,
) -> Table[State]:
    """The end of a Round with one player, or several."""
    seated = (player,) if player else players
    given: dict[str, object] = {
        "step": step,
        "propaganda_played": played,
        "options": [OPTION] if option else [],
        "non_players": [seat for seat in SEATS if seat not in seated],
        "played": [25, *PROPAGANDA_CARDS[:played]],
        **more,
    }
    return at("coalition", **given)  # type: ignore[arg-type]


def outcome(table: Table[State]) -> Outcome:
    assert table.outcome is not None
    return table.outcome


#: With 12 Bases a margin of +1 for the Taliban.
OPPOSITION_9 = "kandahar khowst konduz nuristan helmand"


@pytest.mark.rule("2nd:8.9")
def test_a_tie_goes_to_the_warlords() -> None:
    """Case 85 [V2.Solo.3 V2.Solo.4]."""
    table = end("taliban", spaces=opinions(opposition=OPPOSITION_9), warlords=41)
    found = outcome(table)
    assert found.margins["taliban"] == found.margins["warlords"] == 1
    assert (found.winner, found.title, found.rule, found.degree) == ("warlords", "feudal-patchwork", "8.9", 0)


@pytest.mark.rule("2nd:8.9")
def test_a_coalition_six_points_ahead_is_vindicated() -> None:
    """Case 85 [V2.Solo.5]: -2 against -8 at best."""
    spaces = {
        **dict.fromkeys(("kabul",), "support"),
        **dict.fromkeys(("waziristan", "northwest-frontier", "balochistan", "zabol", "farah", "nimruz"), "T 2B"),
    }
    table = end("coalition", spaces=spaces, casualties="C 1t", patronage=27)
    found = outcome(table)
    assert found.margins["coalition"] == -2 and max(found.margins[s] for s in SEATS[1:]) == -8
    assert (found.winner, found.title, found.degree) == ("coalition", "surge-vindicated", 6)


@pytest.mark.rule("2nd:8.9")
def test_two_points_ahead_are_a_stalemate() -> None:
    """Case 85 [V2.Solo.5]: Opposition 9, 12 Bases, COIN Control and Patronage 34."""
    table = end("taliban", spaces=opinions(opposition=OPPOSITION_9), patronage=34)
    found = outcome(table)
    assert found.margins["taliban"] == 1 and found.margins["government"] == -1
    assert (found.winner, found.title, found.degree) == ("taliban", "stalemate", 2)


@pytest.mark.rule("2nd:8.9")
def test_a_taliban_player_far_ahead_has_glory() -> None:
    """V2.Solo.5."""
    table = end("taliban", spaces=opinions(opposition=OPPOSITION_9), patronage=29, casualties="C 3t")
    assert (outcome(table).title, outcome(table).degree) == ("glory-to-the-jihad", 7)


@pytest.mark.rule("2nd:8.9")
@pytest.mark.parametrize("played,patronage,over", [(1, 37, False), (2, 37, True), (2, 36, False), (2, 34, False)])
def test_a_player_behind_a_non_player_after_the_first_round_has_lost(played: int, patronage: int, over: bool) -> None:
    """V2.Solo.1, V2.Solo.2: equality does not end it, nor does a condition that is met."""
    spaces = opinions(opposition=OPPOSITION_9)
    table = end("taliban", step="victory", played=played, patronage=patronage, spaces=spaces)
    assert margins(table.state)[2] == 1
    assert (table.outcome is not None) == over
    if over:
        assert (outcome(table).ending, outcome(table).title) == ("overtaken", "pashtun-dictatorship")
        assert outcome(table).ranking[0] == "government" and outcome(table).ranking[-1] == "taliban"
        assert table.all_events()[-1].rule == "2nd:8.9"


@pytest.mark.rule("7.1", "6.1")
def test_with_two_players_a_non_player_or_a_player_may_end_the_game_in_any_round() -> None:
    """V2.Multi.1: ties to Non-players, then Warlords, Government, Taliban."""
    spaces = opinions(opposition=OPPOSITION_9)
    table = end(None, players=("coalition", "taliban"), step="victory", played=1, patronage=36, spaces=spaces)
    assert (outcome(table).ending, outcome(table).winner) == ("non-player", "government")
    assert set(outcome(table).ranking[2:]) == {"coalition", "taliban"}
    assert (outcome(table).rule, outcome(table).title) == ("7.1", "")
    table = end(None, players=("coalition", "taliban"), step="victory", played=1, patronage=5, spaces=spaces)
    assert (outcome(table).ending, outcome(table).winner) == ("victory", "taliban")
    table = end(None, players=("government", "taliban"), patronage=36, spaces=spaces)
    assert outcome(table).ranking.index("government") < outcome(table).ranking.index("taliban")


def beaten(
    *, option: bool = True, players: tuple[str, ...] = ("coalition", "taliban"), played: int = 2, **more: object
) -> Table[State]:
    """The Government, a Non-player, has passed the check; the Taliban at +1 would have done so as well."""
    return end(
        None,
        players=players,
        step="victory",
        played=played,
        patronage=36,
        option=option,
        spaces=opinions(opposition=OPPOSITION_9),
        **more,
    )


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("option", [True, False])
def test_all_players_lose_equally_to_a_non_player_that_passes_the_check(option: bool) -> None:
    """V2.Multi.1; 7.1 says so in both printings."""
    found = outcome(beaten(option=option))
    assert found.ending == "non-player" and found.ranking[0] == "government"
    assert found.margins["taliban"] > found.margins["coalition"] and found.equal == ("taliban", "coalition")
    assert found.places() == [(1, "government"), (2, "warlords"), (3, "taliban"), (3, "coalition")]
    assert beaten(option=option).view()["outcome"]["equal"] == ["taliban", "coalition"]  # type: ignore[index, call-overload]
    three = outcome(beaten(option=option, players=("coalition", "taliban", "warlords")))
    assert set(three.equal) == {"coalition", "taliban", "warlords"}
    assert [place for place, _ in three.places()] == [1, 2, 2, 2]


@pytest.mark.rule("7.1")
def test_nobody_loses_equally_alone_or_to_a_player_or_by_margin() -> None:
    """One player has nobody to share with; the winner is a player; after the final Round margins rank everybody."""
    alone = outcome(end("taliban", step="victory", played=2, patronage=37, spaces=opinions(opposition=OPPOSITION_9)))
    assert (alone.ending, alone.equal) == ("overtaken", ())
    assert outcome(beaten(players=("taliban",), option=False)).equal == ()
    won = outcome(
        end(
            None,
            players=("coalition", "taliban"),
            step="victory",
            played=1,
            patronage=5,
            spaces=opinions(opposition=OPPOSITION_9),
        )
    )
    assert (won.ending, won.equal) == ("victory", ())
    final = outcome(end(None, players=("coalition", "taliban"), patronage=36, spaces=opinions(opposition=OPPOSITION_9)))
    assert (final.ending, final.equal) == ("final", ()) and [place for place, _ in final.places()] == [1, 2, 3, 4]


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "1. Government, margin +1",
                "2. Warlords, margin −40",
                "3. Taliban, margin +1: the players lose equally",
                "3. Coalition, margin −4: the players lose equally",
            ],
        ),
        ("it", ["1. Governo, margine +1", "3. Talebani, margine +1: i giocatori perdono alla pari"]),
    ],
)
def test_the_terminal_and_the_server_show_who_loses_equally(lang: str, lines: list[str], tmp_path: Path) -> None:
    table = beaten()
    file = tmp_path / "over.toml"
    file.write_text(table.position(), encoding="utf-8")
    shown = run("play", "--position", file, "--seats", "person", "--save", tmp_path / "game", "--lang", lang)
    for line in lines:
        assert line in shown.splitlines()
    sent = ending(table.outcome, words("distant-plain", lang), undone=False)
    assert sent is not None and sent.equal == ["taliban", "coalition"]


@pytest.mark.rule("8.5")
def test_without_the_option_the_third_printing_says_the_title() -> None:
    table = end("taliban", option=False, spaces=opinions(opposition="kandahar khowst konduz"), patronage=34)
    assert (outcome(table).rule, outcome(table).title, outcome(table).degree) == ("8.5", "pashtun-dictatorship", 0)
    assert table.view()["outcome"] == {
        "ending": "final",
        "ranking": list(outcome(table).ranking),
        "rule": "8.5",
        "title": "pashtun-dictatorship",
        "degree": 0,
        "equal": [],
    }


def test_the_option_is_for_games_with_non_players() -> None:
    with pytest.raises(BadSetup, match="victory-2nd"):
        khyber.new("distant-plain", options=[OPTION], players=4)
    table = khyber.new("distant-plain", options=[OPTION], seed=3, seats={"taliban": "person"})
    assert table.state.options == (OPTION,)
