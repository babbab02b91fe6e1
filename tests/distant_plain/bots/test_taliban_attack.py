"""8.8.6: Attack and Ambush of the Non-player Taliban."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.play import run
from khyber.engine.table import Table
from khyber.games.distant_plain.board import C_TROOPS, G_POLICE, KINDS, SPACE_BY_ID, TALIBAN
from khyber.games.distant_plain.bots.third.taliban.attack import attack_wanted
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.events import free_activity
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_box
from tests.distant_plain.bots.looking import activities, removed, selected
from tests.distant_plain.facts import count, pieces, resources


def attack_is_wanted(table: Table[State]) -> bool:
    """T.Attack.0."""
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.special_allowed = True
    return attack_wanted(bot("taliban"), play)


@pytest.mark.rule("8.8.6")
def test_an_ambush_kills_two_coalition_troops() -> None:
    """T-23 [T.Attack.0 .1]."""
    table = case("taliban", {"zabol": "T 1u, C 2t"})
    assert attack_is_wanted(table)
    play_box(table, "taliban", "attack")
    assert pieces(table, "casualties") == "C 2t" and pieces(table, "zabol") == "T 1u 1a"
    assert not attack_is_wanted(case("taliban", {"zabol": "T 1u, C 2t, G 2p"}))


@pytest.mark.rule("8.8.6")
def test_six_guerrillas_need_no_ambush() -> None:
    """T-25 [T.Attack.1 without Ambush, .2]."""
    table = case(
        "taliban",
        """
            zabol: T 6a, C 2t
            ghazni: T 1u, G 1B
            paktika: T 1u, G 2p
            farah: T 1u, G 2t
            nimruz: T 1u, W 1B
        """,
    )
    head = play_box(table, "taliban", "attack")
    assert selected(table) == ["zabol"] and pieces(table, "casualties") == "C 2t"
    assert [pieces(table, name) for name in ("ghazni", "paktika", "farah")] == ["T 1u 1a"] * 3
    assert pieces(table, "nimruz") == "T 1u, W 1B"
    assert head.used() == {"T.Attack.1": 1, "T.Attack.2": 3}


@pytest.mark.rule("8.8.6")
@pytest.mark.parametrize(("die", "left"), [(5, "G 1p, T 4a"), (4, "T 4a"), (1, "T 1u 4a")])
def test_four_guerrillas_try_their_luck(die: int, left: str) -> None:
    """T-26 [T.Attack.3]."""
    table = case("taliban", {"zabol": "T 1u, C 2t", "helmand": "T 4a, G 1p"}, chance=[die])
    head = play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 1u 1a" and pieces(table, "helmand") == left
    assert head.used() == {"T.Attack.1": 1, "T.Attack.3": 1}


@pytest.mark.rule("8.8.1", "8.8.6")
def test_the_last_guerrilla_at_a_base_does_not_fight() -> None:
    """T-27 [T.Attack.P Keep]."""
    table = case("taliban", {"zabol": "T 1B 1u, C 2t"})
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "C 2t, T 1u 1B" and not attack_is_wanted(table)
    table = case("taliban", {"zabol": "T 1B 2u, C 2t"})
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 2u 1a 1B"
    table = case("taliban", {"zabol": "T 1B 2u, C 2t"}, lasting=["7-unshaded"])
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "C 2t, T 2u 1B"


@pytest.mark.rule("8.8.6")
def test_an_ambush_takes_the_police_and_then_the_base() -> None:
    """T-33 [T.Ambush]."""
    table = case("taliban", {"ghazni": "T 1u, G 1B 1p", "paktika": "T 1u, W 1B 1u"}, taliban=1)
    play_box(table, "taliban", "attack")
    assert pieces(table, "ghazni") == "T 1u 1a" and pieces(table, "paktika") == "T 1u, W 1u 1B"
    assert [piece for piece, _, _ in removed(table, "4.4.3")] == ["government-police", "government-base"]


@pytest.mark.rule("8.8.6")
def test_only_sure_losses_in_spaces_that_can_be_paid_count() -> None:
    """T.Attack.0, R-T15: one each in two spaces takes two Resources; five Guerrillas without Ambush are not sure."""
    one_each = {"zabol": "T 1u, C 1t", "ghazni": "T 1u, C 1t"}
    assert attack_is_wanted(case("taliban", one_each, taliban=2))
    assert not attack_is_wanted(case("taliban", one_each, taliban=1))
    assert not attack_is_wanted(case("taliban", {"zabol": "T 5a, C 2t"}))
    assert attack_is_wanted(case("taliban", {"zabol": "T 6a, C 2t"}))


@pytest.mark.rule("8.8.6")
def test_government_cubes_shield_the_coalition_one_by_one() -> None:
    """R-T14: behind one cube one Troop is hit, behind two none; a Base only when no cube is left."""
    for here, lost in (
        ("C 2t, G 1t", 1),
        ("C 2t, G 2t", 0),
        ("C 1t 1B", 2),
        ("C 2t 1B", 2),
        ("C 1B, G 1B", 1),
        ("C 1B, G 1p", 1),
    ):
        table = case("taliban", {"zabol": f"T 1u, {here}"})
        play_box(table, "taliban", "attack")
        assert count(table, "casualties", "C t") + count(table, "casualties", "C B") == lost, here


@pytest.mark.rule("8.8.6")
def test_bases_of_the_coalition_are_ambushed_first() -> None:
    """T.Attack.1, with 1 Resource."""
    table = case("taliban", {"zabol": "T 1u, C 2t", "ghazni": "T 1u, C 1B"}, taliban=1)
    play_box(table, "taliban", "attack")
    assert pieces(table, "casualties") == "C 1B"


@pytest.mark.rule("8.8.6")
def test_a_fourth_space_with_coalition_pieces_finds_no_ambush() -> None:
    """T.Attack.1: three Ambushes at most."""
    here = dict.fromkeys(("zabol", "ghazni", "paktika", "farah"), "T 1u, C 2t")
    table = case("taliban", here)
    head = play_box(table, "taliban", "attack")
    assert pieces(table, "casualties") == "C 6t" and head.used() == {"T.Attack.1": 3}


@pytest.mark.rule("8.8.6")
def test_in_a_sure_attack_the_coalition_loses_pieces_even_beside_a_player() -> None:
    """T.Attack.1: the cube that shields it goes, then the Troop; the Warlord player is spared."""
    for seed in range(5):
        table = case("taliban", {"zabol": "T 6a, C 1t, G 1p, W 2u"}, players=["warlords"])
        play_box(table, "taliban", "attack", seed=seed)
        assert pieces(table, "zabol") in ("T 6a, W 2u", "T 1u 6a, W 2u")


@pytest.mark.rule("8.8.6", "8.2.1")
def test_an_ordinary_attack_hits_players_then_coalition_government_warlords() -> None:
    """T.Attack.3, where the dice decide."""
    for players, left in ((["warlords"], "G 2p, T 5a"), ([], "T 5a, W 2u")):
        table = case("taliban", {"zabol": "T 5a, G 2p, W 2u"}, players=players, chance=[3])
        play_box(table, "taliban", "attack")
        assert pieces(table, "zabol") == left


@pytest.mark.rule("8.8.6")
@pytest.mark.parametrize(("players", "where"), [([], "herat"), (["warlords"], "farah")])
def test_with_one_resource_the_attack_goes_where_guidelines_hit_first(players: list[str], where: str) -> None:
    """T.Attack.3: Players, then the Government before the Warlords, also when spaces are chosen (8.2.1)."""
    for seed in range(8):
        table = case("taliban", {"herat": "T 4a, G 1p", "farah": "T 4a, W 1u"}, players=players, taliban=1)
        play_box(table, "taliban", "attack", seed=seed)
        assert selected(table) == [where]


@pytest.mark.rule("8.8.6")
def test_an_attack_at_a_base_shows_nobody_who_is_hidden() -> None:
    """T.Attack.P: four Active at a Base may fight; with one Underground among them they may not."""
    table = case("taliban", {"zabol": "T 1B 4a, G 1p"}, chance=[2])
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 4a 1B"
    table = case("taliban", {"zabol": "T 1B 4a 1u, G 1p"}, chance=[2])
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "G 1p, T 1u 4a 1B"


@pytest.mark.rule("8.8.6")
def test_six_at_a_base_ambush_if_they_may_not_attack() -> None:
    """T.Attack.1: Ambush is needed where an Attack would show the last hidden one."""
    table = case("taliban", {"zabol": "T 1B 4a 2u, C 2t"})
    assert attack_is_wanted(table)
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 2u 5a 1B"


@pytest.mark.rule("8.8.6", "8.8.3")
def test_without_ambush_they_extort() -> None:
    """8.8.6: as after Terror."""
    table = case("taliban", {"zabol": "T 6a, C 2t", "ghazni": "T 2u"})
    play_box(table, "taliban", "attack")
    assert activities(table) == ["extort"] and pieces(table, "ghazni") == "T 1u 1a"
    assert resources(table, "taliban") == 20


@pytest.mark.rule("8.8.6")
def test_equal_ambushes_are_drawn() -> None:
    def hit(seed: int) -> str:
        table = case("taliban", {"zabol": "T 1u, C 2t", "ghazni": "T 1u, C 2t"}, taliban=1)
        play_box(table, "taliban", "attack", seed=seed)
        return "zabol" if pieces(table, "zabol") == "T 1u 1a" else "ghazni"

    assert set(in_many_worlds(hit)) == {"zabol", "ghazni"}


@pytest.mark.rule("8.8.6", "8.3.4")
def test_ambushes_that_an_event_grants_follow_their_own_order() -> None:
    """T.Ambush, alone and free, in as many spaces as the Event says."""
    table = case("taliban", {"zabol": "T 7u, G 2p", "ghazni": "T 1u, C 1t", "paktika": "T 1u, W 1u"}, taliban=0)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    head = bot("taliban")
    run(free_activity(play, TALIBAN, ["ambush"], most=2), lambda decision: head.answer(play, decision))
    assert head.used() == {"T.Ambush": 2}
    assert play.state.pieces[SPACE_BY_ID["ghazni"] * KINDS + C_TROOPS] == 0
    assert play.state.pieces[SPACE_BY_ID["zabol"] * KINDS + G_POLICE] == 0


# -- lasting Events ---------------------------------------------------------------------------------


@pytest.mark.rule("8.8.6")
def test_talks_spare_the_coalition() -> None:
    """Unshaded US-Taliban Talks: no Coalition piece counts, and behind its Troops a Base is safe."""
    assert not attack_is_wanted(case("taliban", {"zabol": "T 1u, C 2t"}, lasting=["24-unshaded"]))
    table = case("taliban", {"zabol": "T 1u, C 2t, G 1B", "ghazni": "T 1u, G 1p"}, lasting=["24-unshaded"])
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "C 2t, G 1B, T 1u" and pieces(table, "ghazni") == "T 1u 1a"


@pytest.mark.rule("8.8.6")
def test_car_bombs_need_nobody_underground_or_bring_nobody() -> None:
    table = case("taliban", {"zabol": "T 1a, C 2t"}, lasting=["31-shaded"])
    assert attack_is_wanted(table)
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 1u 1a"
    table = case("taliban", {"zabol": "T 1u, C 2t"}, lasting=["31-unshaded"])
    play_box(table, "taliban", "attack")
    assert pieces(table, "zabol") == "T 1a"


@pytest.mark.rule("8.8.6")
def test_no_ambush_while_an_event_forbids_it() -> None:
    """Unshaded Strategic Release: six Guerrillas fight all the same."""
    assert not attack_is_wanted(case("taliban", {"zabol": "T 1u, C 2t"}, lasting=["11-unshaded"]))
    assert attack_is_wanted(case("taliban", {"zabol": "T 6u, C 2t"}, lasting=["11-unshaded"]))
