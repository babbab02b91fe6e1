"""8.1-8.5: what holds for every Non-player: turns, chance, the end of the game, whom and what it picks in Events."""

from __future__ import annotations

import random

import pytest

from khyber.games.distant_plain.board import PROPAGANDA_CARDS, SPACE_BY_ID
from khyber.games.distant_plain.bots.common.guidelines import operation_limit, two_thirds
from khyber.games.distant_plain.bots.machinery.chance import Dice, random_space
from khyber.games.distant_plain.rules.victory import margins
from tests.distant_plain.bots.cases import case, play_on
from tests.distant_plain.bots.event_cards import execute, opening, own
from tests.distant_plain.bots.looking import activities
from tests.distant_plain.choices import asked, keys
from tests.distant_plain.facts import level, pieces, resources
from tests.distant_plain.positions import at

SEEDS = range(12)


# -- the turn -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
def test_low_resources_mean_a_pass_for_government_and_warlords_only() -> None:
    """N-11 [N.LowRes]."""
    table = case("warlords", {"balkh": "W 1u 1B"}, warlords=0)
    assert play_on(table, "warlords").used() == {"N.LowRes": 1} and resources(table, "warlords") == 1
    table = case("government", government=2, event_open=True, cards=own())
    assert play_on(table, "government").used() == {"N.LowRes": 1} and resources(table, "government") == 5
    table = case("coalition", {"kabul": "C 2t, T 2a, support"}, government=0)
    assert "N.LowRes" not in play_on(table, "coalition").used()
    assert pieces(table, "kabul") == "C 2t"


@pytest.mark.rule("8.2")
def test_two_thirds_of_the_resources_or_all_with_fewer_than_nine() -> None:
    """N-13 [N.Two3]."""
    limits = [operation_limit(resources) for resources in (8, 9, 11, 20)]
    assert limits == [None, 6, 7, 13]
    assert two_thirds(8) == 5


@pytest.mark.rule("8.1")
def test_players_alone_are_held_to_limited_operations_before_propaganda() -> None:
    """N-21 [N.PlayerLimit]."""
    spaces = {
        "kabul": "C 4t, G 4t, T 2u",
        "kandahar": "T 2u, G 2t",
        "balkh": "G 2t, support",
        "paktika": "T 3u, opposition",
    }
    for seat, moving in (("government", "sweep"), ("taliban", "march")):
        for player in (True, False):
            table = case(
                seat,
                spaces,
                players=[seat] if player else [],
                next_card=PROPAGANDA_CARDS[0],
                options=["players-limited"],
                event_open=True,
                cards=own(),
            )
            assert asked(table) == (f"{seat} turn-limited" if player else f"{seat} turn")
            assert (moving in keys(table)) == (not player)
            if not player:
                play_on(table, seat)
                assert activities(table)


# -- chance -------------------------------------------------------------------------------------------


@pytest.mark.rule("8.4", "8.4.1")
def test_locs_wait_and_the_richest_comes_first() -> None:
    """N-17 [N.Random]."""
    aibak, boldak, balkh = (SPACE_BY_ID[name] for name in ("kabul-aibak", "kandahar-spin-boldak", "balkh"))
    for seed in SEEDS:
        dice = Dice(lambda seed=seed: random.Random(seed))  # type: ignore[misc]
        assert random_space(dice, [aibak, boldak, balkh]) == balkh
        assert random_space(dice, [aibak, boldak]) == boldak


# -- victory ------------------------------------------------------------------------------------------


def at_victory(propaganda: int, *, patronage: int) -> str:
    """A Victory Phase with the Taliban a player at a margin of +4: who wins, or nobody yet."""
    spaces = dict.fromkeys(("kabul", "kandahar", "nuristan", "khowst", "balkh", "baghlan", "konduz"), "opposition")
    spaces |= {"waziristan": "T 2B", "northwest-frontier": "T 2B", "balochistan": "T 2B", "ghazni": "T 2B, opposition"}
    spaces |= {name: spaces.get(name, "") + ", G 2t" for name in ("herat", "balkh", "baghlan", "konduz", "kabul")}
    table = at(
        "coalition",
        step="victory",
        spaces=spaces,
        patronage=patronage,
        propaganda_played=propaganda,
        non_players=["coalition", "government", "warlords"],
        played=[25, *PROPAGANDA_CARDS[:propaganda]],
        scenario="main",
    )
    assert margins(table.state)[1:3] == (10 + patronage - 35, 4)
    return table.outcome.winner if table.outcome else ""


@pytest.mark.rule("8.5")
def test_the_game_ends_with_a_non_player_ahead_on_the_second_propaganda_card() -> None:
    """N-15 [N.Victory]."""
    assert at_victory(2, patronage=26) == "government"
    assert at_victory(1, patronage=26) == ""
    assert at_victory(3, patronage=5) == ""


# -- whose pieces, and which --------------------------------------------------------------------------


@pytest.mark.rule("8.2.1", "8.3.3")
def test_enemy_bases_go_first_and_own_ones_last() -> None:
    """N-22 [N.G4 N.G5]."""
    steps = '{ do = "remove", what = "taliban-piece", n = 2, spaces = 1, must = true, where = "has(taliban-piece)" }'
    spaces = {"helmand": "T 1B 1u 1a"}
    table = case("coalition", spaces, event_open=True, cards=own(steps, steps))
    execute(table, "coalition", "unshaded")
    assert pieces(table, "helmand") == "T 1a"
    table = case("taliban", spaces, event_open=True, cards=own(steps, steps))
    execute(table, "taliban", "shaded")
    assert pieces(table, "helmand") == "T 1B"


@pytest.mark.rule("8.2.1")
@pytest.mark.parametrize(
    "players,left", [([], "G 1t, W 1u"), (["warlords"], "C 1t, G 1t"), (["government"], "C 1t, W 1u")]
)
def test_players_are_hit_first_then_the_coalition(players: list[str], left: str) -> None:
    """N-23 [N.G1 N.G3]."""
    steps = (
        '{ do = "remove", what = ["coin-troops", "warlords-guerrilla"], n = 1, exact = true, spaces = 1,'
        ' must = true, where = "is(balkh)" }'
    )
    table = case("taliban", {"balkh": "C 1t, G 1t, W 1u"}, event_open=True, cards=own(steps, steps), players=players)
    execute(table, "taliban", "shaded")
    assert pieces(table, "balkh") == left


@pytest.mark.rule("8.2.1", "8.3.4")
def test_a_base_goes_beside_own_pieces_and_never_beside_a_coin_base() -> None:
    """N-25 [N.G7 N.G8]."""
    steps = (
        '{ do = "place", by = "government", what = ["government-base", "government-cube"], n = 1, exact = true,'
        ' spaces = 1, must = true, where = "is(kandahar, balkh, herat)" }'
    )
    for seed in SEEDS:
        table = case("coalition", {"kandahar": "C 1B", "balkh": "G 1t"}, event_open=True, cards=own(steps))
        execute(table, "coalition", "unshaded", seed=seed)
        assert pieces(table, "balkh") == "G 1t 1B"


@pytest.mark.rule("8.2.1", "8.3.3")
@pytest.mark.parametrize("order", [("balkh", "konduz"), ("konduz", "balkh")])
def test_underground_guerrillas_go_to_support(order: tuple[str, str]) -> None:
    """N-26 [N.G9]."""
    steps = ", ".join(
        f'{{ do = "move", what = "taliban-guerrilla", n = 1, from = "is(baghlan)", dest = "is({dest})" }}'
        for dest in order
    )
    table = case("taliban", {"baghlan": "T 1u 1a", "balkh": "support"}, event_open=True, cards=own(shaded=steps))
    execute(table, "taliban", "shaded")
    assert pieces(table, "balkh") == "T 1u" and pieces(table, "konduz") == "T 1a"


@pytest.mark.rule("8.3.4")
@pytest.mark.parametrize(
    "available,players,placed",
    [
        ("", [], "W 2u"),
        ("W 0u", [], "T 2u"),
        ("W 0u", ["taliban"], "T 2u"),
        ("W 1u", ["taliban"], "W 1u"),
        ("W 1u", [], "T 1u, W 1u"),
    ],
)
def test_benefits_are_its_own_then_another_non_players(available: str, players: list[str], placed: str) -> None:
    """N-29 [N.EventPlay 3]."""
    steps = (
        '{ do = "place", what = ["taliban-guerrilla", "warlords-guerrilla"], n = 2, spaces = 1, must = true,'
        ' where = "is(herat)" }'
    )
    table = case("warlords", {}, event_open=True, cards=own(shaded=steps), available=available, players=players)
    execute(table, "warlords", "shaded")
    assert pieces(table, "herat") == placed


@pytest.mark.rule("8.3.5")
def test_the_taliban_shift_for_opposition_gained_then_for_support_lost() -> None:
    """N-30 [N.EventPlay 6]."""
    steps = '{ do = "shift", toward = "opposition", spaces = 1, must = true, where = "is(kabul, balkh)" }'
    table = case("taliban", {"kabul": "support"}, event_open=True, cards=own(shaded=steps))
    execute(table, "taliban", "shaded")
    assert level(table, "balkh") == "opposition" and level(table, "kabul") == "support"
    table = case("taliban", {"kabul": "support", "balkh": "opposition"}, event_open=True, cards=own(shaded=steps))
    execute(table, "taliban", "shaded")
    assert level(table, "kabul") == "neutral"


@pytest.mark.rule("8.3.5")
def test_the_coalition_shifts_for_support_gained_then_for_opposition_lost() -> None:
    """N.EventPlay 6."""
    steps = '{ do = "shift", toward = "support", spaces = 1, must = true, where = "is(kabul, balkh, herat)" }'
    table = case("coalition", {"kabul": "opposition"}, event_open=True, cards=own(steps))
    execute(table, "coalition", "unshaded")
    assert level(table, "balkh") == "support"
    table = case(
        "coalition",
        {"kabul": "opposition", "balkh": "support", "herat": "opposition"},
        event_open=True,
        cards=own(steps),
    )
    execute(table, "coalition", "unshaded")
    assert level(table, "kabul") == "neutral"


@pytest.mark.rule("8.3.5")
@pytest.mark.parametrize("seat,side", [("government", "unshaded"), ("warlords", "shaded")])
def test_government_and_warlords_shift_to_a_players_loss_else_at_random(seat: str, side: str) -> None:
    """N.EventPlay 6."""
    steps = '{ do = "set", level = "neutral", spaces = 1, must = true, where = "is(kandahar, balkh, khowst)" }'
    spaces = {"kandahar": "support", "balkh": "support", "khowst": "opposition"}
    for players, allowed in ((["taliban"], {"khowst"}), ([], {"khowst", "kandahar", "balkh"})):
        changed = set()
        for seed in SEEDS:
            table = case(seat, spaces, event_open=True, cards=own(steps, steps), players=players)
            execute(table, seat, side, seed=seed)
            changed |= {name for name in spaces if level(table, name) == "neutral"}
        assert changed == allowed


@pytest.mark.rule("8.3.3")
def test_as_many_pieces_as_the_text_allows_in_the_spaces_that_allow_most() -> None:
    """N.EventPlay 5."""
    table = case(
        "coalition",
        {"kandahar": "G 9p, T 2u", "balkh": "G 9p, T 1u 1a", "kabul": "G 9p, T 1u"},
        card=16,
        event_open=True,
    )
    execute(table, "coalition", "unshaded")
    assert sorted(pieces(table, name) for name in ("kandahar", "balkh", "kabul")) in (
        ["G 10p, T 1a", "G 11p", "G 9p, T 1u"],
        ["G 10p, T 1u", "G 11p", "G 9p, T 1u"],
    )


@pytest.mark.rule("8.2.1")
def test_taliban_made_to_give_up_guerrillas_give_up_active_ones() -> None:
    """N.G5 in another Faction's Event: card 36."""
    table = case("coalition", {"kandahar": "T 3u 3a", "helmand": "T 1u", "khowst": "T 2a"}, card=36, event_open=True)
    execute(table, "coalition", "unshaded")
    assert pieces(table, "helmand") == "T 1u"
    left = pieces(table, "kandahar"), pieces(table, "khowst")
    assert "3u" in left[0]
    assert resources(table, "taliban") == 17


@pytest.mark.rule("8.2.1")
def test_taliban_give_up_active_guerrillas_in_a_players_event_too() -> None:
    """N.G5: the Coalition is a player; the Taliban pick among their own."""
    spaces = {"kandahar": "T 3u 3a", "helmand": "T 1u", "khowst": "T 2a"}
    for seed in SEEDS:
        table = case("coalition", spaces, card=36, event_open=True, players=["coalition"])
        table.choose("event-unshaded")
        play_on(table, "taliban", seed=seed)
        assert pieces(table, "helmand") == "T 1u" and pieces(table, "kandahar").startswith("T 3u")


# -- printed cards, worked out by hand ------------------------------------------------------------------

#: Card, seat, position, spaces to look at, and what they may hold in the end.
#: Card, Non-player, and spaces before and after; with `|` between results that are as good.
WORKED_OUT: list[tuple[int, str, dict[str, str]]] = [
    # As many pieces as can be, then Support gained; Terror markers are no pieces.
    (15, "coalition", {"kandahar": "C 1t, T 1u > C 1t, G 1p", "helmand": "C 1t, T 1u, 2terror > C 1t, T 1u"}),
    (15, "coalition", {"kandahar": "C 1t", "helmand": "C 1t, T 2u > C 1t, G 2p"}),
    # Of equally many pieces those with more Underground Guerrillas.
    (4, "coalition", {"helmand": "T 2u >", "kandahar": "T 1u 1a > T 1u 1a"}),
    (62, "coalition", {"balkh": "T 2u, W 1u > W 1u", "konduz": "T 1u 1a, W 1u > T 1a, W 1u"}),
    # A condition of its own box before the most pieces: where there is something to shift.
    (15, "coalition", {"kandahar": "C 1t, T 2u, support", "helmand": "C 1t, T 1u > C 1t, G 1p"}),
    (15, "taliban", {"kandahar": "G 3t, opposition", "helmand": "G 2t > T 2u"}),
    # Of equally many pieces, Opposition gained before Support lost.
    (15, "taliban", {"khowst": "G 2t, support > G 2t", "paktika": "G 2t > T 2u"}),
    (19, "coalition", {"kandahar": "T 1B > T 1B", "khowst": "T 1u >", "ghazni": "T 1u >"}),
    (19, "taliban", {"waziristan": "T 2B", "northwest-frontier": "T 1u > T 3u 1B"}),
    # The Government looks for COIN Control: Guerrillas leave Khowst first.
    (27, "government", {"khowst": "G 2t, T 3u > G 2t", "paktika": "T 6u", "ghazni": "T 3u"}),
    (35, "coalition", {"helmand": "T 1B 2u > T 2u, W 1B", "kandahar": "T 3u > T 3u"}),
    (41, "taliban", {"kandahar": "C 2t > C 2t", "khowst": "C 4t > C 1t"}),
    (43, "coalition", {"waziristan": "T 1B 2u >", "northwest-frontier": "T 4u > T 4u"}),
    (
        52,
        "warlords",
        {"balkh": "G 1t > W 1u", "konduz": "G 3t > G 3t", "herat": "G 1p, W 1u > W 2u", "baghlan": "G 1t > W 1u"},
    ),
    (60, "warlords", {"baghlan": "G 1t > G 1t, W 2u 1B", "konduz": "W 1u > W 1u"}),
    (62, "coalition", {"balkh": "T 2u 1a, W 1u > W 1u", "konduz": "T 2u, W 1u > T 2u, W 1u"}),
    (
        63,
        "warlords",
        {
            "balkh": "G 2p, W 1u > W 1u",
            "konduz": "G 1p, W 2u > G 1p, W 2u",
            "herat": "G 3p, W 1u > G 1p, W 1u",
            "kabul": "G 4p, W 1B > G 2p, W 1B",
        },
    ),
    (
        64,
        "government",
        {"bamian": "T 1u > G 2p, T 1u | T 1u", "ghazni": "T 3u > T 3u | T 3u", "sar-e-pol": ">  | G 2p"},
    ),
    (66, "coalition", {"khowst": "C 2t, T 1u 1B > C 2t", "paktika": "C 4t, T 3u > C 4t, T 3u"}),
    (68, "government", {"balkh": "W 1u, G 1t > G 2t", "faryab": "W 2u > G 2t", "sar-e-pol": "W 3u"}),
]


@pytest.mark.rule("8.3.1", "8.3.3", "8.3.4")
@pytest.mark.parametrize(("card", "seat", "spaces"), WORKED_OUT)
def test_a_non_player_takes_a_printed_event_and_chooses_by_the_list(
    card: int, seat: str, spaces: dict[str, str]
) -> None:
    """N.EventPlay 2-6."""
    before = {name: text.partition(">")[0].strip() for name, text in spaces.items()}
    after = {name: text.partition(">")[2].split("|") for name, text in spaces.items() if ">" in text}
    allowed = [tuple(map(str.strip, results)) for results in zip(*after.values(), strict=True)]
    for seed in SEEDS:
        table = case(seat, before, card=card, event_open=True, deck=[14, 9, 65])
        assert opening(table, seat, seed=seed).startswith("event")
        play_on(table, seat, seed=seed)
        assert tuple(pieces(table, name) for name in after) in allowed


@pytest.mark.rule("8.3.4")
def test_the_only_way_left_is_carried_out_where_own_pieces_are() -> None:
    """N.G8, card 32: with no Base Available the Guerrillas come, and nobody asks which way."""
    for seed in SEEDS:
        table = case("taliban", {"paktika": "T 1u"}, card=32, event_open=True, available="T 10u 0B")
        execute(table, "taliban", "shaded", seed=seed)
        assert pieces(table, "paktika") == "T 4u"


@pytest.mark.rule("8.3.3")
def test_the_coalition_moves_as_many_troops_as_a_coup_allows() -> None:
    """N.EventPlay 5, card 71: that no COIN Control may be lost is said to the Government alone."""
    for seed in SEEDS:
        table = case(
            "coalition", {"balkh": "G 1t", "kandahar": "G 3t, T 1u", "konduz": "G 2t, T 3u"}, card=71, event_open=True
        )
        execute(table, "coalition", "unshaded", seed=seed)
        assert pieces(table, "kabul") == "G 4t"


@pytest.mark.rule("8.6.2")
def test_people_who_return_could_be_won_over() -> None:
    """N.Could, card 64: Sar-e-Pol has nobody to shift until a +1 Pop marker lies there."""
    at_support = {"bamian": "support", "ghazni": "support"}
    assert opening(case("coalition", at_support, card=64, event_open=True), "coalition") == "event-unshaded"
    none_left = dict.fromkeys(("balkh", "herat", "konduz", "farah", "faryab", "ghowr"), "+1pop")
    table = case("coalition", at_support | none_left, card=64, event_open=True)
    assert not opening(table, "coalition").startswith("event")


@pytest.mark.rule("8.3.4", "8.3.5")
def test_a_players_loss_counts_only_where_an_event_shifts() -> None:
    """N.EventPlay 6, card 52: Control lost costs the Government most in Balkh, but these are pieces: by lot."""
    spaces = {"balkh": "G 1t", "herat": "G 1t", "faryab": "G 1t", "badghis": "G 1t"}
    spared = set()
    for seed in SEEDS:
        table = case("warlords", spaces, card=52, event_open=True, players=["government"])
        execute(table, "warlords", "shaded", seed=seed)
        spared |= {name for name in spaces if pieces(table, name) == "G 1t"}
    assert "balkh" in spared and len(spared) > 1
