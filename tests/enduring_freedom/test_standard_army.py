"""The reference Coalition player uses the whole army: each part of it where it pays, and not where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.engine.table import Table
from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.climate import jirga_odds
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.rules.loya_jirga import loya_jirga
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.bot_choices import AIRCRAFT, BOT, SOF, Choices, bought
from tests.enduring_freedom.tables import BOX, GAME, asked, at, carry, logged, new, table, unit, where, z, zone

#: A Northern Alliance unit in each of these cities.
HELD = {
    name: z(tried=counter)
    for name, counter in {
        "bagram": "na-haz",
        "ghazni": "na-haz.2",
        "herat": "na-haz.3",
        "zaranj": "na-haz.4",
        "jalalabad": "na-uzb-cav",
        "kandahar": "na-uzb-cav.2",
        "kunduz": "na-taj-inf",
        "mazar-i-sharif": "na-taj-inf.2",
        "shebergan": "na-taj-inf.3",
    }.items()
}

# -- headquarters, engineers, FOBs, roads -------------------------------------------------------------


def brigades() -> Table[State]:
    """Two brigades in Kabul that nothing sustains; every SOF and air unit is lost."""
    return table(
        {"kabul": z(ground="us-1-10 us-2-10")},
        turn=3,
        points=40,
        boxes={"eliminated": [*SOF.split(), *AIRCRAFT.split()]},
    )


@pytest.mark.rule("enduring-freedom:27.1", "enduring-freedom:19.2")
def test_it_buys_a_headquarters_to_sustain_brigades_and_flies_it_to_them() -> None:
    playing = brigades()
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    headquarters = {"us-cjtf", "us-tf58", "nato-isaf-hq"} & set(bought(playing))
    assert headquarters and choices.why("bought-hq")[0].params["place"] == "kabul"
    Choices(playing, "staging", "ground", "air")
    assert "kabul" in {where(playing.state, name) for name in headquarters}
    assert not logged(playing, "sustained"), "nobody needs points to be sustained"


@pytest.mark.rule("enduring-freedom:27.1", "enduring-freedom:19.1")
def test_it_buys_no_headquarters_that_has_nowhere_to_go() -> None:
    """No airbase is open, and the special forces in Tora Bora need none."""
    strong = {
        BOX.zones[base]: z(shown=f"aq-arab.{at % 4 + 1}" if at < 4 else f"tb-inf2.{at - 3}")
        for at, base in enumerate(BOX.airbases)
    }
    playing = table({**strong, "tora-bora": z(ground="us-dagger")}, turn=6, points=12)
    Choices(playing, "mobilize", "refit", "infowar", "isr")
    assert not {"us-cjtf", "us-tf58", "nato-isaf-hq"} & set(bought(playing))


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:32.2")
def test_it_builds_a_fob_where_it_sustains_brigades() -> None:
    playing = table({"kandahar": z(ground="us-1-10 us-2-10 us-eng1")}, turn=3, points=40)
    choices = Choices(playing, "mobilize")
    assert "fob" in choices.of("mobilize") and choices.why("built")[0].params["place"] == "kandahar"
    assert where(playing.state, "us-fob1") == "kandahar"


@pytest.mark.rule("enduring-freedom:11.2")
def test_without_headquarters_it_sends_an_engineer_to_build_a_fob() -> None:
    playing = brigades()
    there = playing.state
    for name in ("us-cjtf", "us-tf58", "nato-isaf-hq"):
        there.where[unit(name)] = there.where[unit("us-dagger")]
    playing = at(there)
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    engineers = {"us-eng1", "us-eng2", "nato-eng"} & set(bought(playing))
    assert engineers and choices.why("bought-engineer")
    Choices(playing, "staging", "ground", "air")
    assert "kabul" in {where(playing.state, name) for name in engineers}


@pytest.mark.rule("enduring-freedom:16.5", "enduring-freedom:32.2")
def test_it_marches_three_zones_along_a_road_from_a_fob() -> None:
    playing = table(
        {"kabul": z(ground="us-fob1 nato-isaf nato-rcr"), "kandahar": z(shown="tb-omar")},
        step="staging",
        turn=7,
        points=40,
    )
    choices = Choices(playing, "staging", "ground", "air")
    assert "kandahar" in choices.of("ground-to")
    assert ("rules", "16.5") in [found for event in logged(playing, "moved") for found in GAME.tally(event)]


# -- conventional units --------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:11.1", "enduring-freedom:19.6")
def test_it_buys_brigades_where_special_forces_are_lost_and_much_is_to_be_won() -> None:
    playing = table(
        {"kandahar": z(shown="aq-obl tb-omar tb-haqqani")},
        turn=2,
        points=60,
        boxes={"eliminated": [*SOF.split(), *AIRCRAFT.split()]},
    )
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    forces = [
        name
        for name in bought(playing)
        if BOX.kind_by_id[name].family == "ground" and BOX.kind_by_id[name].factors[0] > 2
    ]
    assert forces
    assert {message.params["place"] for message in choices.why("bought-force") + choices.why("bought")} == {"kandahar"}
    Choices(playing, "staging", "ground", "air")
    assert {where(playing.state, name) for name in forces} == {"kandahar"}


@pytest.mark.rule("enduring-freedom:11.1")
def test_it_buys_none_for_little() -> None:
    playing = table(
        {**HELD, "kabul": z(ground="us-cjtf", tried="na-fahim"), "helmand": z(shown="tb-sec")},
        turn=6,
        points=40,
        boxes={"eliminated": SOF.split()},
    )
    Choices(playing, "mobilize", "refit", "infowar", "isr")
    forces = [name for name in bought(playing) if BOX.kind_by_id[name].factors[0] > 1]
    assert not [name for name in forces if BOX.kind_by_id[name].family == "ground"]


# -- the Northern Alliance, Loya Jirga --------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:11.2", "enduring-freedom:3.7")
def test_recruits_hold_a_city_while_special_forces_take_another() -> None:
    playing = table(
        {"bagram": z(ground="us-dagger")},
        turn=7,
        points=40,
        boxes={"eliminated": [name for name in SOF.split() if name != "us-dagger"]},
    )
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    assert "alliance" in choices.of("mobilize") and choices.why("recruited")[0].params["place"] == "bagram"
    Choices(playing, "staging", "ground", "air")
    assert where(playing.state, "us-dagger") != "bagram"
    assert control(playing.state, BOX, zone("bagram")) == control(playing.state, BOX, zone("kabul")) == COALITION


def in_kabul(jihad: int, dice: Sequence[int] = ()) -> Table[State]:
    """All that a Loya Jirga needs is in Kabul."""
    return table(
        {"kabul": z(ground="us-cjtf us-dagger", tried="na-fahim na-atta")}, step="civil", dice=dice, jihad=jihad, turn=5
    )


@pytest.mark.rule("enduring-freedom:33.1", "enduring-freedom:33.2")
@pytest.mark.parametrize("jihad", [1, 4, 5])
def test_a_loya_jirga_is_called_when_more_is_won_than_lost(jihad: int) -> None:
    playing = in_kabul(jihad, [6, 6, 3])
    assert Choices(playing, "civil").of("loya-jirga") == ["call"]
    assert logged(playing, "loya-jirga")[0].params["success"]


@pytest.mark.rule("enduring-freedom:33.1")
@pytest.mark.parametrize("jihad", [6, 8, 11, 12])
def test_a_loya_jirga_is_not_called_when_more_is_lost_than_won(jihad: int) -> None:
    choices = Choices(in_kabul(jihad), "civil")
    assert choices.of("loya-jirga") == ["no"] and choices.why("no-jirga")


@pytest.mark.rule("enduring-freedom:33.2")
@pytest.mark.parametrize("level", [1, 5, 9, 12])
def test_the_odds_of_a_loya_jirga(level: int) -> None:
    won = 0
    for one in range(1, 7):
        for two in range(1, 7):
            carried = carry(
                lambda play: loya_jirga(play),
                in_kabul(level).state,
                dice=[one, two, 1] if one + two > level else [one, two, 1, 1],
            )
            won += bool(carried.logged("loya-jirga")[0].params["success"])
    assert jirga_odds(level) == won / 36


@pytest.mark.rule("enduring-freedom:33.1", "enduring-freedom:4.1")
@pytest.mark.parametrize(
    ("points", "jihad", "turn", "called"),
    [
        (97, 10, 7, True),  # the index ends at 99: what a failure costs would be lost anyway
        (60, 10, 7, False),
        (97, 12, 7, False),
        (97, 10, 5, False),
    ],
)
def test_with_points_to_spare_a_loya_jirga_is_worth_a_try(points: int, jihad: int, turn: int, called: bool) -> None:
    playing = table(
        {**HELD, "kabul": z(ground="us-cjtf us-dagger", tried="na-fahim na-atta")},
        step="civil",
        points=points,
        jihad=jihad,
        turn=turn,
    )
    choices = Choices(playing, "civil")
    assert choices.of("loya-jirga") == ["call" if called else "no"]
    assert bool(choices.why("jirga-free")) == called


@pytest.mark.rule("enduring-freedom:33.1")
def test_leaders_and_a_headquarters_go_to_kabul_for_it() -> None:
    playing = table(
        {
            **HELD,
            "kabul": z(ground="us-dagger us-kbar"),
            "khyber": z(tried="na-fahim"),
            "ghazni": z(tried="na-atta na-haz.2"),
        },
        step="staging",
        points=95,
        turn=6,
        staging={"pakistan": z(ground="us-cjtf")},
    )
    Choices(playing, "staging", "ground", "air")
    assert {where(playing.state, name) for name in ("na-fahim", "na-atta", "us-cjtf")} == {"kabul"}


# -- sustainment --------------------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:27.2")
@pytest.mark.parametrize(
    ("brigade", "turn", "choice"),
    [
        ("us-3-101", 2, "pay"),  # its full side is worth more than a point in five more turns
        ("us-3-101", 7, "reduce"),  # reduced, it holds the zone as well
        ("us-3-101*", 2, "pay"),  # else it would be gone
        ("us-1cav", 5, "reduce"),  # two points for a heavy unit; a refit costs one
        ("us-1cav*", 3, "pay"),
    ],
)
def test_it_pays_to_sustain_what_is_worth_it(brigade: str, turn: int, choice: str) -> None:
    playing = table({"spin-boldak": z(ground=brigade)}, step="sustain", turn=turn, points=40)
    choices = Choices(playing, "sustain")
    assert choices.of("sustain") == [choice]


# -- rescue, refit, the rest ----------------------------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:10.2")
def test_special_forces_fly_to_a_rescue() -> None:
    playing = table({"helmand": z(shown="sp-rescue")}, step="staging", staging={"pakistan": z(ground="us-dagger")})
    Choices(playing, "staging", "ground", "air")
    assert where(playing.state, "us-dagger") == "helmand"


@pytest.mark.rule("enduring-freedom:12.1")
@pytest.mark.parametrize(("turn", "refits"), [(2, True), (7, False)])
def test_it_refits_while_it_pays(turn: int, refits: bool) -> None:
    playing = table(step="refit", turn=turn, staging={"pakistan": z(ground="us-sword* us-dagger*")})
    choices = Choices(playing, "refit")
    assert (len(choices.of("refit")) > 1 or choices.of("refit")[0] != "done") == refits


@pytest.mark.rule("enduring-freedom:29.1")
def test_national_intelligence_turns_up_friends_and_no_islamists() -> None:
    playing = table(
        {"panjshir": z(untried="na-fahim na-haz"), "kunduz": z(hidden="sp-rescue tb-inf1 tb-inf2")}, step="national"
    )
    suggested = Bot[State](BOT)(Seen(playing, asked(playing)))
    assert suggested.key == "panjshir"
    alone = table({"kunduz": z(hidden="sp-rescue tb-inf1 tb-inf2")}, step="national")
    assert Bot[State](BOT)(Seen(alone, asked(alone))).key == "nothing"


# -- over campaigns ---------------------------------------------------------------------------------------------


def test_over_campaigns_it_buys_most_of_what_there_is() -> None:
    """Over 200 campaigns at least 45 kinds (docs/enduring-freedom.md); over a few, most of them."""
    kinds: set[str] = set()
    rules: set[str] = set()
    for seed in range(10):
        playing = new(seed, seats=BOT)
        khyber.advance(playing)
        found = {pair for event in playing.all_events() for pair in GAME.tally(event)}
        kinds |= {what for figure, what in found if figure == "bought"}
        rules |= {what for figure, what in found if figure == "rules"}
    sold = {kind.id for kind in BOX.kinds if kind.family in ("ground", "air", "assets")}
    assert len(kinds & sold) >= 30 and "alliance" in kinds
    assert {"11.2", "13.1", "18.0", "27.2"} <= rules


def test_what_is_counted_of_the_log() -> None:
    playing = table({"bagram": z(ground="us-dagger us-eng1")}, turn=2)
    for key in ("fob", "alliance", "asset", "drone", "2", "done"):
        playing.choose(key)
    counted = [pair for event in playing.all_events() for pair in GAME.tally(event)]
    assert [what for figure, what in counted if figure == "bought"] == ["us-fob1", "alliance", "drone", "drone"]
    assert counted.count(("rules", "11.2")) >= 4
