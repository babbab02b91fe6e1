"""8.7.7, 8.7.1: the Non-player Government in a Propaganda Round, and Tribal Elders."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import LEVEL_IDS
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.victory import margins
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_on
from tests.distant_plain.bots.looking import moves, removed, with_elders
from tests.distant_plain.facts import count, level, resources, terror

CIVIC = {"konduz": "G 2t 1p 1B, opposition", "herat": "G 2t 1p 1B", "balkh": "G 2t 1p, opposition"}


@pytest.mark.rule("8.7.7")
def test_support_is_added_at_own_bases_for_two_thirds_of_the_resources() -> None:
    """G-25 [G.Civic.1]."""
    table = case("government", CIVIC, step="civic-action", government=15, unplayed=2)
    head = play_on(table, "government")
    assert (level(table, "konduz"), level(table, "herat"), level(table, "balkh")) == (
        "support",
        "support",
        "opposition",
    )
    assert resources(table, "government") == 6 and head.used() == {"G.Civic.1": 2}


@pytest.mark.rule("8.7.7")
def test_in_the_final_round_only_opposition_is_removed() -> None:
    """G-26 [G.Civic.2]."""
    table = case("government", CIVIC, step="civic-action", government=15, unplayed=0)
    head = play_on(table, "government")
    assert (level(table, "konduz"), level(table, "herat"), level(table, "balkh")) == ("neutral", "neutral", "neutral")
    assert resources(table, "government") == 9 and head.used() == {"G.Civic.2": 2}


@pytest.mark.rule("8.7.7")
def test_the_second_bullet_serves_the_other_spaces_with_what_is_left() -> None:
    """[R-G19, G.Civic.P]: no Terror before Terror, and Terror only together with a level."""
    table = case("government", CIVIC, step="civic-action", government=20, unplayed=2)
    assert play_on(table, "government").used() == {"G.Civic.1": 2, "G.Civic.2": 1}
    assert level(table, "balkh") == "neutral"
    table = case(
        "government",
        {"konduz": "G 2t 1p, opposition, 1terror", "balkh": "G 2t 1p, opposition"},
        step="civic-action",
        government=8,
        unplayed=2,
    )
    play_on(table, "government")
    assert level(table, "balkh") == "neutral" and terror(table, "konduz") == 1 and resources(table, "government") == 5


@pytest.mark.rule("8.7.7")
@pytest.mark.parametrize(
    ("there", "troops", "police"),
    [
        ("G 1t 5p", 0, 2),
        ("G 4t 2p", 1, 1),
        ("G 2t 2p", 1, 0),
        ("G 1t 1p", 0, 0),
        ("G 3p", 0, 1),
        ("G 6t", 2, 0),
        ("G 2t 7p", 1, 2),
        ("G 5t 1p", 2, 0),
    ],
)
def test_troops_and_police_desert_in_turn_but_never_the_last_of_a_kind(there: str, troops: int, police: int) -> None:
    """G-27 [G.Desert]: other cubes desert in Kabul, so that the Government is asked."""
    table = case("government", {"kabul": "G 2t 2p", "balkh": there}, step="desertion", unplayed=2)
    play_on(table, "government")
    gone = {piece: n for piece, n, space in removed(table, "6.5.1") if space == "balkh"}
    assert (gone.get("government-troops", 0), gone.get("government-police", 0)) == (troops, police)


@pytest.mark.rule("8.7.7")
def test_troops_redeploy_to_places_without_any_first_then_evenly() -> None:
    """[G.Redeploy.1, R-G18]: the last Troop goes too, because it must."""

    def make(seed: int) -> object:
        table = case(
            "government",
            """
                kabul: C 1t
                balkh: G 1B 1p
                konduz: G 3t 1B
                herat: G 4t
                farah-kandahar: G 1t
                kandahar: C 1B 1t, T 3u
            """,
            step="redeploy",
            unplayed=2,
        )
        play_on(table, "government", seed=seed)
        assert count(table, "herat", "G t") == count(table, "farah-kandahar", "G t") == 0
        assert count(table, "kandahar", "G t") == 0
        return count(table, "kabul", "G t"), count(table, "balkh", "G t"), count(table, "konduz", "G t")

    assert set(in_many_worlds(make, 20)) == {(3, 2, 3), (2, 3, 3)}


@pytest.mark.rule("8.7.7")
def test_police_go_onto_the_locs() -> None:
    """G-29 [G.Redeploy.2b]."""

    def make(seed: int) -> object:
        table = case("government", {"kabul": "C 1B 1t, G 6p"}, step="redeploy-police", unplayed=2)
        play_on(table, "government", seed=seed)
        assert count(table, "kabul-tor-kham", "G p") == count(table, "kandahar-spin-boldak", "G p") == 2
        assert count(table, "kabul", "G p") == 1
        return moves(table, "6.5.3")[-1][3]

    others = set(in_many_worlds(make, 60))
    assert others == {"kabul-aibak", "shibirghan-aibak", "farah-kandahar", "toraghondi-farah", "kandahar-kabul"}


@pytest.mark.rule("8.7.7")
def test_police_hold_what_troops_leave_behind() -> None:
    """G-30 [G.Redeploy.2a]."""
    spaces = {"balkh": "G 3t, W 2u", "kabul": "C 1B 2t, G 5p"}
    table = case("government", spaces, step="redeploy", unplayed=2, frozen=True)
    play_on(table, "government")
    assert count(table, "kabul", "G t") == 3 and count(table, "balkh", "G t") == 0
    play_on(table, "government")
    assert moves(table, "6.5.3")[0] == ("government-police", 3, "kabul", "balkh")
    assert count(table, "balkh", "G p") == 3 and count(table, "kabul-tor-kham", "G p") == 1
    assert count(table, "kabul", "G p") == 1


@pytest.mark.rule("8.7.7")
def test_taliban_who_must_leave_are_not_counted_against_control() -> None:
    """[R-G20]; with Mullah Omar they may stay, and Police come against them."""
    for lasting, wanted in ((), 0), (("36-shaded",), 3):
        table = case(
            "government",
            {"balkh": "G 4t 1p, T 3u", "kabul": "C 1B 2t, G 6p"},
            step="redeploy",
            unplayed=2,
            frozen=True,
            lasting=lasting,
        )
        play_on(table, "government")
        head = play_on(table, "government")
        assert count(table, "balkh", "G p") == 1 + wanted
        assert head.used().get("G.Redeploy.2a", 0) == (1 if wanted else 0)


@pytest.mark.rule("8.7.7")
def test_control_that_cannot_be_held_is_given_up() -> None:
    """[G.Redeploy.2a]: exactly the Police needed, or none; the highest Population first."""
    table = case(
        "government",
        {"balkh": "G 4t, W 3u", "herat": "G 3t, W 2u", "kabul": "C 1B 2t, G 4p"},
        step="redeploy",
        unplayed=2,
        frozen=True,
    )
    play_on(table, "government")
    play_on(table, "government")
    assert count(table, "balkh", "G p") == 0 and count(table, "herat", "G p") == 3


@pytest.mark.rule("8.7.7")
def test_control_of_nobody_is_not_worth_police() -> None:
    """[G.Redeploy.2a]: 8.7.7 maintains Control of Population; Zabol has none, and its spare Police go as well."""
    table = case(
        "government", {"zabol": "G 3t 2p, W 3u", "kabul": "C 1B 2t, G 4p"}, step="redeploy", unplayed=2, frozen=True
    )
    play_on(table, "government")
    head = play_on(table, "government")
    assert "G.Redeploy.2a" not in head.used() and count(table, "zabol", "G p") == 1
    assert count(table, "kabul-tor-kham", "G p") == count(table, "kandahar-spin-boldak", "G p") == 2


@pytest.mark.rule("8.7.7")
def test_police_who_will_control_once_the_taliban_have_left_are_not_spared() -> None:
    """[G.Redeploy.2, R-G20]: three Police against two Warlords when the Taliban are gone; the fourth is surplus."""
    table = case(
        "government",
        {"balkh": "G 4p, T 3u, W 2u", "kabul": "C 1B 2t, G 1p"},
        step="redeploy-police",
        unplayed=2,
        frozen=True,
    )
    play_on(table, "government")
    assert moves(table, "6.5.3") == [("government-police", 1, "balkh", "kabul-tor-kham")]


# -- Tribal Elders ----------------------------------------------------------------------------------


@pytest.mark.rule("8.7.1")
@pytest.mark.parametrize(("space", "wanted"), [("herat", "support"), ("balkh", "neutral")])
def test_support_until_the_coalition_margin_equals_the_governments(space: str, wanted: str) -> None:
    """G-31 [G.Elders, R-G7]."""
    table = with_elders(case("government", {space: "G 2t 1p, opposition"}))
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    state = play.state
    coalition, government, _, _ = margins(state)
    state.patronage += coalition + 1 - government
    assert margins(state)[1] - margins(state)[0] == 1
    asked = Decision("government", "elders-level", "5.4", WORDS, lambda: list(LEVEL_IDS), {"space": space})
    assert bot("government").respond(play, asked) == wanted


@pytest.mark.rule("8.7.7")
def test_civic_action_by_the_elders_is_bought_once() -> None:
    """[G.Civic.1, G.Elders]: one purchase goes as far as they let it."""
    table = with_elders(case("government", {"konduz": "G 2t 1p 1B, opposition"}, step="civic-action", unplayed=2))
    head = play_on(table, "government")
    assert level(table, "konduz") == "neutral" and resources(table, "government") == 17
    assert head.used() == {"G.Civic.1": 1, "G.Elders": 1}
