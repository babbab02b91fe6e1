"""What is printed: map, counters and tables (3.0, 8.0), and a file of somebody's own in their place."""

from __future__ import annotations

import pytest

from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.games.enduring_freedom.board import COALITION, DISPUTED, ISLAMISTS, STAGING, UNCONTROLLED, WORDS
from khyber.games.enduring_freedom.box import own_box, printed_box
from khyber.games.enduring_freedom.game import EnduringFreedom
from khyber.games.enduring_freedom.rules.forces import air_room, control, draw, factor, ground_room, islamists_in, put
from khyber.games.enduring_freedom.rules.ground import destinations, stops
from khyber.games.enduring_freedom.text import catalogue
from tests.enduring_freedom.tables import (
    BOX,
    GAME,
    Carried,
    answer,
    asked,
    at,
    carry,
    keys,
    logged,
    names,
    new,
    state,
    unit,
    z,
    zone,
)


def test_the_map_is_what_the_rules_say_of_it() -> None:
    assert len(BOX.zones) == 28
    assert (len(BOX.cities), len(BOX.strongholds)) == (12, 3)
    assert (sum(BOX.setup_islamists), sum(BOX.setup_alliance)) == (47, 22)
    assert sum(map(len, BOX.adjacent)) == 2 * 52
    assert names(BOX.adjacent[zone("kandahar")]) == ["lashkargam", "spin-boldak"]
    assert all(other in BOX.adjacent[here] for here, roads in enumerate(BOX.roads) for other in roads)


def test_the_random_location_table_has_every_zone() -> None:
    """30.2, EXAMPLE: three and one is Zaranj."""
    cells = [there for row in BOX.location for there in row]
    assert len(cells) == 36 and set(cells) == set(range(28))
    assert BOX.zones[BOX.location[2][0]] == "zaranj"


def test_there_are_176_counters() -> None:
    """165 of them move about, 11 are markers that the tracks of a state stand for."""
    assert [len(f) for f in (BOX.islamists, BOX.alliance, BOX.ground, BOX.air, BOX.assets)] == [66, 32, 37, 14, 16]
    assert len(BOX.leaders) == 6 and len(BOX.fobs) == 4 and len(BOX.iranian) == 1
    assert sum(kind.count for kind in BOX.kinds if kind.contingent == "special") == 14


def test_every_fact_says_where_it_comes_from() -> None:
    assert all(kind.provenance for kind in BOX.kinds)


@pytest.mark.rule("enduring-freedom:3.4", "enduring-freedom:23.1")
def test_a_unit_has_the_factor_of_the_side_it_shows() -> None:
    there = state(staging={"pakistan": z(ground="us-1-101 us-75r*")})
    assert factor(there, BOX, unit("us-1-101")) == 4
    assert factor(there, BOX, unit("us-75r")) == 1
    assert BOX.of[unit("us-75r")].elite == (True, False)
    assert BOX.of[unit("us-1cav")].heavy and not BOX.of[unit("na-taj-arm")].heavy  # no brackets: light


@pytest.mark.rule("enduring-freedom:3.4", "enduring-freedom:9.2")
def test_elite_units_may_lose_that_when_reduced() -> None:
    there = state(staging={"pakistan": z(ground="us-75r* us-dagger*")})
    assert [BOX.of[unit(name)].elite[there.reduced[unit(name)]] for name in ("us-75r", "us-dagger")] == [False, True]
    assert factor(there, BOX, unit("us-dagger")) == 1


@pytest.mark.rule("enduring-freedom:3.7", "enduring-freedom:8.11")
def test_control_is_having_ground_units_alone() -> None:
    there = state(
        {
            "kabul": z(hidden="tb-inf1"),
            "bagram": z(hidden="sp-deception", ground="us-dagger"),
            "ghazni": z(untried="na-haz"),
            "herat": z(air="us-b52"),
        }
    )
    assert [control(there, BOX, zone(name)) for name in ("kabul", "bagram", "ghazni", "herat")] == [
        ISLAMISTS,
        DISPUTED,
        COALITION,
        UNCONTROLLED,
    ]


@pytest.mark.rule("enduring-freedom:3.7", "enduring-freedom:8.8", "enduring-freedom:10.2")
def test_a_rescue_marker_face_up_is_no_unit_and_face_down_it_is() -> None:
    """Rulings 28, 47 and 58: air units, assets and a revealed Rescue marker hold no zone; concealed counters do."""
    there = state({"kabul": z(shown="sp-rescue.1", assets="drone"), "bagram": z(hidden="sp-rescue.2")})
    assert control(there, BOX, zone("kabul")) == UNCONTROLLED
    assert control(there, BOX, zone("bagram")) == ISLAMISTS
    assert islamists_in(there, BOX, zone("kabul")) == 0


@pytest.mark.rule("enduring-freedom:3.9", "enduring-freedom:3.7")
def test_a_pick_at_random_is_seen_by_nobody() -> None:
    carried = Carried(state(), [3], GAME)
    assert draw(carried.play, "underground", 134, 0, BOX.islamist_end) == 2
    assert carried.entries == ["?underground 3"] and not carried.raw


@pytest.mark.rule("enduring-freedom:8.1", "enduring-freedom:8.7")
def test_counters_are_put_in_places_and_the_log_tells() -> None:
    carried = Carried(state(), [], GAME)
    put(carried.play, "11.2", unit("us-dagger"), 129)
    assert carried.where("us-dagger") == "pakistan"
    assert dict(carried.logged("moved")[0].params) == {"unit": "us-dagger", "origin": "available", "place": "pakistan"}


@pytest.mark.rule("enduring-freedom:8.2", "enduring-freedom:8.3")
def test_a_city_in_a_mountain_province_is_no_mountain() -> None:
    """8.2, 8.3: Jalalabad lies in Khyber, and is a zone of its own."""
    there = state({"khyber": z(ground="us-1-10")})
    assert stops(there, BOX, zone("khyber")) and not stops(there, BOX, zone("jalalabad"))
    assert "jalalabad" in names(destinations(there, BOX, unit("us-1-10")))


@pytest.mark.rule("enduring-freedom:8.5")
def test_the_persian_gulf_bases_ten_of_each() -> None:
    """8.5, EXAMPLE: ten air units and ten ground units. Ruling 12: all three areas are active from the start."""
    there = state(staging={"persian-gulf": z(air="us-b52 us-b1", ground="us-dagger")})
    assert [ground_room(there, BOX, area) for area in STAGING] == [9, 6, 4]
    assert [air_room(there, BOX, area) for area in STAGING] == [8, 6, 4]


# -- an own file -----------------------------------------------------------------------------------


def test_an_own_file_replaces_single_facts_and_adds_counters() -> None:
    replaced = GAME.own_data("""
    [ground.us-dagger]
    factors = [4, 2]
    [ground.us-seals]
    contingent = "us"
    type = "special-forces"
    name = "SEALs"
    factors = [2, 1]
    sof = true
    airmobile = true
    [islamists.tb-inf1]
    count = 5
    [zones.shebergan]
    kind = "stronghold"
    terrain = "stronghold"
    [netwar.gain]
    base-dice = 0
    base-points = 2
    """)
    box = own_box(replaced)
    assert box.kind_by_id["us-dagger"].factors == (4, 2) and box.kind_by_id["us-dagger"].sof
    assert box.end == BOX.end + 2 and box.names["unit"] == {"us-seals": "SEALs"}
    assert len(box.strongholds) == 4 and box.gain.base_points == 2
    assert box.kind_by_id["us-dagger"].provenance == "own file"
    assert box.digest != BOX.digest
    game = GAME.replacing(replaced)
    playing = new(3, game)
    assert playing.decision is not None and len(playing.state.where) == box.end


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[tea]\n", "there is no section 'tea'"),
        ("[zones.atlantis]\nkind = 'city'", "there is no 'atlantis' to replace"),
        ("[zones.kabul]\nkind = 'sea'", "zones.kabul: kind = 'sea' is unknown; valid: "),
        ("[zones.kabul]\nadjacent = ['bagram']", "zones.kabul: adjacent should name ghazni"),
        ("[ground.us-dagger]\nfactors = [9, 1]", "ground.us-dagger: factors should be two numbers"),
        (
            "[islamists.tb-inf1]\ncount = 0\n[islamists.tb-inf2]\ncount = 0\n[islamists.aq-arab]\ncount = 0\n"
            "[islamists.sp-deception]\ncount = 0\n[islamists.tb-jih1]\ncount = 0",
            "the set-up needs 47 Islamist counters",
        ),
        ("[roads]\nfunny = ['kabul', 'herat']", "funny goes from kabul to herat, which is not adjacent"),
        ("[location]\nrow-1 = ['kabul']", "row-1 has 1 zones"),
        ("[jihad]\nedge = [1]", "edge should be 12 numbers"),
        ("[assets.tea]\ncount = 3", "the assets are"),
        ("[ground.us-dagger]\ncount = 2", "ground.us-dagger: count is 0 or 1: a unit with two steps"),
        ("[air.us-b52]\ncount = 3", "air.us-b52: count is 0 or 1: a unit with two steps"),
        ("[staging.pakistan]\ncapacity = 'many'", "staging.pakistan: capacity"),
        ("[air.us-b52]\nratings = [4]", "ratings should be two numbers"),
        ("[ground.us-dagger]\nelite = 3", "elite should be true"),
        ("[ground.done]\ncontingent = 'us'\ntype = 'infantry'", "ground: 'done' is the key of another option or place"),
        (
            "[ground.kabul]\ncontingent = 'us'\ntype = 'infantry'",
            "ground: 'kabul' is the key of another option or place",
        ),
        ("[air.available]\ncontingent = 'us'", "air: 'available' is the key of another option or place"),
        ("[ground.'café']\ncontingent = 'us'", "ground: 'café' is not a valid id; use letters from a to z"),
        ("x = ", "the file is not TOML"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(BadSetup, match=problem.replace("[", r"\[")):
        GAME.own_data(text)


def test_no_counter_may_have_the_key_of_an_option() -> None:
    """Every option that is a word alone is kept for it; `-to` options share the key of the word before."""
    keys = catalogue("en").keys()
    words = {key.removeprefix("option.") for key in keys if key.startswith("option.")}
    with_values = {"count", "home.all", "place", "purchase", "sof-area", "unit"}
    alone = {word for word in words - with_values if not word.endswith("-to")}
    assert alone - {kind.id for kind in printed_box().kinds} == WORDS


def test_what_there_is_not_is_refused() -> None:
    for setup in (Setup("war", (), 1), Setup("campaign", ("tea",), 1), Setup("campaign", (), 2)):
        with pytest.raises(BadSetup):
            EnduringFreedom().start(setup)


# -- stacking --------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:8.9")
def test_a_stacking_limit_of_an_own_file_eliminates_the_excess() -> None:
    """8.9; ruling 51: by zone, and with the values we have there are no limits."""
    from khyber.games.enduring_freedom.rules.stacking import end_phase, overstack

    assert not BOX.limited
    game = GAME.replacing({"zones": {"kabul": {"stacking-limit": 1}}})
    there = game.read_position({"zone": {"kabul": z(ground="us-dagger us-kbar")}, "step": "ground"})
    carried = Carried(there, [], game)
    end_phase(carried.play, "air")
    assert (there.step, there.then) == ("overstack", "air")
    over = carry(overstack, there, "us-kbar", game=game)
    assert over.where("us-kbar") == "eliminated" and there.step == "air" and there.points == 50


@pytest.mark.rule("enduring-freedom:8.9", "enduring-freedom:9.3")
def test_untried_units_in_excess_are_one_option_and_picked_unseen() -> None:
    """9.3: nobody knows which they are until one is eliminated; then the next phase is logged."""
    game = GAME.replacing({"zones": {"kabul": {"stacking-limit": 1}}})
    there = state(
        {"kabul": z(ground="us-dagger", tried="na-her", untried="na-fahim na-haz")},
        game=game,
        step="overstack",
        phase={"then": "air"},
        staging={"pakistan": z(ground="us-kbar")},
    )
    playing = at(there, [2], game=game)
    assert keys(playing) == ["na-her kabul", "us-dagger", "untried"]
    playing.choose("untried")
    assert [event.params["unit"] for event in logged(playing, "revealed")] == ["na-haz"]  # at random: the second
    assert playing.state.step == "overstack" and keys(playing) == ["na-her kabul", "us-dagger", "untried"]
    answer(playing, "na-her kabul", "us-dagger")
    assert playing.state.where[unit("na-fahim")] == zone("kabul") and not playing.state.shown[unit("na-fahim")]
    assert asked(playing).ask == "air" and [event.params["phase"] for event in logged(playing, "phase")] == ["air"]


@pytest.mark.rule("enduring-freedom:8.10")
def test_islamists_stack_without_limit() -> None:
    from khyber.games.enduring_freedom.rules.reveal import raise_units

    there = state({"kabul": z(hidden="tb-inf1 tb-inf1 tb-inf1 tb-inf1 tb-inf2 tb-inf2 tb-inf2")})
    carried = Carried(there, [1, 1, 1], GAME)
    raise_units(carried.play, "30.1", 3, zone("kabul"))
    assert islamists_in(there, BOX, zone("kabul")) == 10
