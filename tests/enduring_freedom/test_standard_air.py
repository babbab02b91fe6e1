"""The reference Coalition player in the air: drones, ISR, close air support and bombing, where they pay."""

from __future__ import annotations

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.engine.table import Table
from khyber.games.enduring_freedom.rules.forces import revealed_at
from khyber.games.enduring_freedom.rules.strike import strike_factor
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.bot_choices import AIRCRAFT, BOT, SOF, Choices, bought
from tests.enduring_freedom.tables import BOX, logged, new, table, unit, z

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
    fired = [event.params["place"] for event in logged(playing, "fired") if event.rule == "22.2"]
    assert fired.count("zaranj") <= 1, "a second bomb gains less than it costs"
    assert len(fired) >= 3, "air units strike elsewhere"
    assert "zaranj" not in choices.of("strike-zone")[1:]


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
