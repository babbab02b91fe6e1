"""The reference Coalition player uses the whole army: each part of it where it pays, and not where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.engine.decision import Message
from khyber.engine.table import Table
from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.climate import jirga_odds
from khyber.games.enduring_freedom.rules.forces import control, revealed_at
from khyber.games.enduring_freedom.rules.loya_jirga import loya_jirga
from khyber.games.enduring_freedom.rules.strike import strike_factor
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import BOX, GAME, asked, at, carry, logged, new, table, unit, where, z, zone

BOT = "bot:standard"
SOF = "us-dagger us-kbar us-sword us-75r us-soar nato-uksf nato-jtf2 nato-1rpm ir-irgc"
AIRCRAFT = (
    "us-b52 us-b1 us-b2 us-f15e us-f16 us-ac130 us-a10 us-fa18a us-fa18b us-f14 us-av8b nato-sem nato-m2000 nato-f16"
)

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


class Choices:
    """What the bot answers, decision by decision, until it is asked something else; and its reasons."""

    def __init__(self, playing: Table[State], *steps: str) -> None:
        self.made: list[tuple[str, str]] = []
        self.reasons: list[Message] = []
        bot = Bot[State](BOT, explain=True)
        while playing.decision is not None and playing.state.step in steps:
            option = bot(Seen(playing, playing.decision))
            self.made.append((playing.decision.ask, option.key))
            playing.choose(option)
            assert bot.step_bot is not None
            self.reasons = [*bot.step_bot.why()]

    def of(self, ask: str) -> list[str]:
        return [key for asked_, key in self.made if asked_ == ask]

    def why(self, reason: str) -> list[Message]:
        return [message for message in self.reasons if message.key == f"why.{reason}"]


def bought(playing: Table[State]) -> list[str]:
    """The units and assets that were paid for."""
    return [str(event.params["unit"]) for event in logged(playing, "moved") if event.rule == "11.2"]


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


# -- drones, ISR, close air support, bombing -------------------------------------------------------------


@pytest.mark.rule("enduring-freedom:18.0", "enduring-freedom:22.5")
def test_drones_strike_a_stronghold_with_a_target_of_high_value() -> None:
    playing = in_tora_bora("aq-obl aq-055")
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    assert "drone" in choices.of("asset") and choices.why("bought-drone")[0].params["place"] == "tora-bora"
    flown = Choices(playing, "staging", "ground", "air", "reveal", "strike")
    assert "drone" in flown.of("air") and "drone" in {event.params["unit"] for event in logged(playing, "fired")}
    little = in_tora_bora("tb-sec")
    Choices(little, "mobilize", "refit", "infowar", "isr")
    assert "drone" not in bought(little), "for a single weak unit none is bought"


def in_tora_bora(islamists: str) -> Table[State]:
    """A SOF unit, the last one, with Islamists in Tora Bora; all air units are lost."""
    lost = [*(name for name in SOF.split() if name != "us-dagger"), *AIRCRAFT.split()]
    return table({"tora-bora": z(shown=islamists, ground="us-dagger")}, turn=4, points=30, boxes={"eliminated": lost})


@pytest.mark.rule("enduring-freedom:13.1", "enduring-freedom:13.2")
def test_isr_shows_idle_bombers_what_to_strike() -> None:
    playing = table(
        {"kunduz": z(hidden="tb-inf1 tb-inf2 tb-jih1 tb-sec aq-arab aq-imu")},
        turn=4,
        points=30,
        dice=[1],
        staging={"pakistan": z(air="us-b52 us-b1 us-ac130 us-f15e us-f14")},
        boxes={"eliminated": SOF.split()},
    )
    choices = Choices(playing, "mobilize", "refit", "infowar", "isr")
    assert "isr" in choices.of("asset") and choices.why("bought-isr")[0].params["place"] == "kunduz"
    assert {event.params["place"] for event in logged(playing, "isr-placed")} == {"kunduz"}
    Choices(playing, "staging", "ground", "air")
    assert {event.params["place"] for event in logged(playing, "fired")} == {"kunduz"}


@pytest.mark.rule("enduring-freedom:17.1", "enduring-freedom:24.4")
@pytest.mark.parametrize(
    ("islamists", "turn", "flies"),
    [
        ("tb-omar tb-arm", 7, True),  # Kabul is at stake, and a High Value Target
        ("tb-sec", 3, False),  # the units there will do; collateral damage may cost a point and a step
    ],
)
def test_close_air_support_flies_where_it_gains_more_than_it_costs(islamists: str, turn: int, flies: bool) -> None:
    playing = table(
        {"kabul": z(shown=islamists, ground="us-dagger us-kbar us-sword us-75r")},
        step="cas",
        turn=turn,
        boxes={"close-air-support": ["us-b52", "us-b1"]},
    )
    choices = Choices(playing, "cas")
    assert ("cas" in choices.of("cas")) == flies
    assert bool(choices.why("supports")) == flies


#: Turn 7 of the game with seed 3022, as the bot once had come to it: nine air units, and one revealed Islamist unit.
ZARANJ = """
format = "khyber-position/1"
game = "enduring-freedom"
step = "staging"
turn = 7
points = 21
jihad = 10

[zone.kabul]
islamists = ["aq-imu.2", "aq-hw"]
[zone.bagram]
alliance = ["na-taj-grl.2"]
[zone.ghazni]
islamists = ["aq-arab.2", "tb-jih1.3", "pk-base", "sp-rescue.2", "sp-spectacular.2"]
[zone.zaranj]
islamists-revealed = ["tb-inf2.2"]
alliance-revealed = ["na-her.2"]
[zone.kunduz]
islamists = ["tb-inf2.5", "tb-inf1.3", "sp-intel.2"]
[zone.mazar-i-sharif]
alliance = ["na-taj-hw", "na-pash"]
[zone.shebergan]
alliance-revealed = ["na-uzb-cav.4", "na-her.1"]
[zone.chaghcharan]
alliance-revealed = ["na-taj-grl.1", "na-taj-art", "na-haz.4"]
[zone.fayzabad]
islamists = ["aq-ad", "pk-tnsm.1"]
[zone.tora-bora]
islamists = ["aq-imu.1", "tb-jih2.1", "tb-jih2.2"]
[zone.shah-i-kot]
ground = ["us-dagger reduced", "us-kbar reduced", "us-soar", "nato-uksf", "nato-jtf2", "nato-1rpm"]
[zone.panjshir]
islamists = ["aq-zawahiri", "tb-inf1.2", "pk-hum", "pk-jem"]
[zone.lashkargam]
alliance = ["na-uzb-cav.3"]
[zone.spin-boldak]
islamists = ["aq-atef", "aq-arab.3", "aq-arab.4", "tb-arm.1", "tb-arm.2", "tb-art", "pk-let", "sp-ambush.3"]
[zone.khyber]
islamists = ["pk-tnsm.2"]
[zone.farah]
islamists = ["aq-base", "tb-inf2.1", "tb-inf2.4", "tb-hw", "tb-ad2.2"]
[zone.turkestan]
alliance-revealed = ["na-khalili", "na-taj-inf.2"]
[zone.balkh]
alliance-revealed = ["na-taj-arm.1"]
[zone.hindu-kush-central]
alliance = ["na-taj-grl.3", "na-haz.3"]
[zone.hindu-kush-east]
alliance = ["na-karzai", "na-taj-grl.4"]
[staging.persian-gulf]
air = ["us-b52", "us-b1", "us-b2", "us-f15e", "us-ac130", "us-a10", "us-fa18a", "us-fa18b", "us-f14"]
[boxes]
eliminated = ["na-fahim", "na-dostum", "na-ismail", "na-atta", "us-sword", "us-75r"]
islamists-eliminated = ["aq-055.1", "aq-055.2", "tb-haqqani", "tb-dadullah"]
airlift-of-evil = ["aq-obl", "tb-jih1.1", "tb-sec.1", "pk-isi", "pk-inf"]
"""


def pays(playing: Table[State], place: int, unit_: int, before: list[int]) -> bool:
    """Whether a strike more can gain what its collateral damage costs, with all that counts for it counted."""
    there = playing.state
    worth = (
        sum(
            14.0 if BOX.of[c].first_target else 7.0 if BOX.of[c].type in ("hvt", "base") else 2.0
            for c in revealed_at(there, BOX, place)
        )
        + 10 * (place == BOX.kabul)
        + 3
    )
    missed = 1.0
    for other in before:
        missed *= 1 - strike_factor(there, BOX, other, place) / 6
    known = len(revealed_at(there, BOX, place)) == 1
    gain = strike_factor(there, BOX, unit_, place) / 6 * worth * (missed if known else 1.0)
    return gain > (7 - BOX.collateral[place]) / 6


@pytest.mark.rule("enduring-freedom:22.2", "enduring-freedom:17.1")
def test_it_does_not_bomb_zaranj_where_the_collateral_damage_exceeds_the_gain() -> None:
    """A kill is worth a point; each bomb costs a third of one. Nine air units once bombed one unit there."""
    playing = khyber.position("enduring-freedom", ZARANJ)
    choices = Choices(playing, "staging", "ground", "air", "reveal", "air-defense", "strike")
    assert choices.of("strike-zone").count("zaranj") <= 1, "a second bomb gains less than it costs"
    assert len(choices.of("strike-zone")) >= 3, "air units strike elsewhere"


@pytest.mark.rule("enduring-freedom:22.2", "enduring-freedom:17.1")
def test_in_the_game_of_seed_3022_every_strike_may_gain_what_it_costs() -> None:
    playing = new(3022)
    bot = Bot[State](BOT)
    struck: dict[int, list[int]] = {}
    chosen = -1
    strikes = 0
    while (decision := playing.decision) is not None:
        option = bot(Seen(playing, decision))
        if decision.ask == "air":
            struck = {} if not playing.state.moved.count(1) and option.key == "fly" else struck
        if decision.ask == "strike-unit":
            chosen = unit(option.key.split()[0])
        elif decision.ask == "strike-zone" and chosen >= 0:
            assert isinstance(option.value, int)
            if not [c for c in BOX.islamists if playing.state.where[c] == option.value and not playing.state.shown[c]]:
                assert pays(playing, option.value, chosen, struck.setdefault(option.value, []))
                strikes += 1
            struck.setdefault(option.value, []).append(chosen)
        elif decision.ask == "mobilize":
            struck = {}
        playing.choose(option)
    assert strikes, "it struck where it knew who was there"


@pytest.mark.rule("enduring-freedom:22.2", "enduring-freedom:17.1")
def test_a_weak_air_unit_bombs_no_city_for_a_point() -> None:
    """One chance in six of a point, two in six of losing one."""
    playing = table({"zaranj": z(shown="tb-inf1")}, step="staging", staging={"pakistan": z(air="us-a10*")})
    choices = Choices(playing, "staging", "ground", "air")
    assert "strike" not in [*choices.of("staging"), *choices.of("air")]
    assert not logged(playing, "fired") and choices.why("no-strike")[0].params["place"] == "zaranj"
    region = table({"helmand": z(shown="tb-inf1")}, step="staging", staging={"pakistan": z(air="us-b52")})
    Choices(region, "staging", "ground", "air")
    assert [event.params["place"] for event in logged(region, "fired")] == ["helmand"]


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
    for seed in range(7):
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
