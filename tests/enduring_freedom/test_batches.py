"""Batches are shortcuts: recorded as the single choices they stand for, each of which is offered beside them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from khyber.engine.decision import Param
from khyber.engine.errors import BadRecord
from khyber.engine.game import Event
from khyber.engine.record import SINGLE as SINGLES
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from khyber.games.enduring_freedom.state import State
from khyber.games.enduring_freedom.text import catalogue
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, GAME, SEAT, answer, asked, keys, logged, new, table, where, z

#: A batch, and the single choice that must be offered with it.
SINGLE = {"strike-all": "strike", "cas-all": "cas", "pay-all": "pay", "reduce-all": "reduce"}
BATCHES = {*SINGLE, "refit-all", "attack", "sof-all", "fight-all"}


def is_batch(key: str) -> bool:
    return key in BATCHES or key.startswith(("all ", "with "))


def recorded(playing: Table[State], steps: int, entries: int) -> list[str]:
    """What was entered since then."""
    if len(playing.steps) > steps:
        return playing.steps[steps].listed()[entries:]
    return list(playing.since)[entries:]


def expand(playing: Table[State], key: str, source: random.Random) -> int:
    """Choose the batch in one copy, the single choices that it is recorded with in another: both must end alike."""
    batch, single = playing.fork(), playing.fork()
    steps, entries = len(playing.steps), len(playing.since)
    ask = asked(playing).ask
    batch.choose(key)
    made = recorded(batch, steps, entries)
    if not any(entry[0] == SINGLES for entry in made):  # it wants to know where to
        batch.choose(source.randrange(len(asked(batch).values)))
        made = recorded(batch, steps, entries)
    choices = [entry[1:] for entry in made if entry[0] == SINGLES]
    assert choices, (ask, key, made)
    for choice in choices:
        assert choice in keys(single) and not is_batch(choice)
        single.choose(choice)
    assert single.state == batch.state
    assert deeds(single) == deeds(batch)
    return len(choices)


def deeds(playing: Table[State]) -> list[Event]:
    """The log, but for the line that sums up a batch of SOF units."""
    return [event for event in playing.all_events() if event.kind != "sof-mobilized"]


def test_a_batch_is_never_offered_without_its_single_choices() -> None:
    seen = set()
    for seed in range(80):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            keys = decision.options.keys()
            for key in keys:
                if key in SINGLE:
                    assert SINGLE[key] in keys
                    seen.add(key)
                elif key == "refit-all":
                    assert len(keys) >= 4  # two units, all, done
                    seen.add(key)
                elif key.startswith("all ") and decision.ask == "home":
                    assert key.removeprefix("all ") in keys
                    seen.add("home")
                elif decision.ask == "air" and key.startswith(("all ", "with ")):
                    assert {"fly", "strike", "drone"} & {*keys}
                    seen.add(f"air {key.split()[0]}")
                elif key.startswith("with "):
                    assert key.removeprefix("with ") in keys
                    seen.add("ground with")
                elif key.startswith("all "):
                    place = key.removeprefix("all ")
                    assert any(
                        isinstance(value, tuple) and isinstance(value[0], int) and BOX.place_id(int(value[1])) == place
                        for value in decision.values
                    )
                    seen.add("ground")
            playing.choose(pick(decision, source, careful=True))
    assert seen == {*SINGLE, "refit-all", "home", "ground", "ground with", "air all", "air with"}


def test_every_batch_is_recorded_as_single_choices_that_come_to_the_same() -> None:
    seen: dict[tuple[str, str], int] = {}
    for seed in range(60):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            for key in keys(playing):
                sort = decision.ask, key.split()[0]
                if is_batch(key) and key != "fight-all" and (seen.get(sort, 0) < 2 or source.random() < 0.1):
                    seen[sort] = max(seen.get(sort, 0), expand(playing, key, source))
            playing.choose(pick(decision, source, careful=True))
    assert set(seen) == {
        ("staging", "strike-all"),
        ("staging", "cas-all"),
        ("ground", "all"),
        ("ground", "attack"),
        ("ground", "with"),
        ("air", "all"),
        ("air", "with"),
        ("air", "attack"),
        ("air", "strike-all"),
        ("home", "all"),
        ("refit", "refit-all"),
        ("sustain", "pay-all"),
        ("sustain", "reduce-all"),
        ("cas", "cas-all"),
        ("mobilize", "sof-all"),
    }
    assert min(n for (_, word), n in seen.items() if word != "with") >= 2  # each stood for several somewhere


def sof_option(playing: Table[State], key: str) -> str:
    """What an option says, in English."""
    return next(catalogue("en").option(option) for option in asked(playing).options if option.key == key)


def sof_told(playing: Table[State]) -> Mapping[str, Param]:
    [event] = logged(playing, "sof-mobilized")
    return event.params


@pytest.mark.rule("enduring-freedom:11.2")
def test_the_sof_batch_shows_number_and_price_before_it_is_bought() -> None:
    playing = table(step="mobilize", staging={"pakistan": z(ground="us-1-10 us-2-10 us-3-101 us-15meu us-26meu")})
    assert sof_option(playing, "sof-all") == "All possible SOF units: 8, cost 8"
    playing.choose("sof-all")
    assert keys(playing) == ["persian-gulf", "pakistan", "central-asia"]
    assert sof_option(playing, "persian-gulf") == "Persian Gulf: 8 units, cost 8"
    assert sof_option(playing, "pakistan") == "Pakistan: 1 unit, cost 1"


@pytest.mark.rule("enduring-freedom:11.2")
@pytest.mark.parametrize(
    ("area", "bought", "left", "stopped"), [("persian-gulf", 8, 0, "all"), ("central-asia", 4, 4, "room")]
)
def test_the_sof_batch_says_why_it_stopped(area: str, bought: int, left: int, stopped: str) -> None:
    playing = table(step="mobilize")
    answer(playing, "sof-all", area)
    assert sof_told(playing) == {"n": bought, "points": bought, "place": area, "left": left, "stopped": stopped}
    assert playing.state.points == 50 - bought


@pytest.mark.rule("enduring-freedom:11.1")
def test_the_sof_batch_stops_before_the_last_point() -> None:
    dear = GAME.replacing({"netwar": {"cost": {"sof": 10}}})
    playing = table(step="mobilize", points=35, game=dear)
    assert sof_option(playing, "sof-all") == "All possible SOF units: 3, cost 30"
    answer(playing, "sof-all", "persian-gulf")
    assert sof_told(playing) == {"n": 3, "points": 30, "place": "persian-gulf", "left": 5, "stopped": "points"}
    assert playing.state.points == 5


def test_a_batch_is_taken_back_as_one_choice() -> None:
    playing = table(step="staging", staging={"pakistan": z(air="us-b52 us-b1 us-b2", ground="us-dagger")})
    before = playing.state.copy()
    playing.choose("strike-all")
    assert list(playing.since) == ["strike-all", "&strike", "&us-b52", "&strike", "&us-b1", "&strike"]
    playing.undo(SEAT)
    assert playing.state == before and not playing.since


def test_a_record_with_batches_verifies_and_one_with_other_singles_does_not() -> None:
    playing = table(step="staging", staging={"pakistan": z(air="us-b52 us-b1", ground="us-dagger")})
    answer(playing, "cas-all", "done", "done", "done")
    text = playing.save()
    assert verify(GAME, loads(text)) == len(playing.steps) > 0
    with pytest.raises(BadRecord, match="other entries"):
        verify(GAME, loads(text.replace("&us-b52", "&us-b1")))


#: Where both sides are; in Kabul, Northern Alliance units are turned up first, which ends a step.
FIGHTS = {
    name: z(shown=enemy, ground=ours, untried=untried)
    for name, enemy, ours, untried in (
        ("herat", "tb-jih1", "us-75r", ""),
        ("kabul", "tb-inf1", "us-dagger", "na-haz"),
        ("ghazni", "tb-inf2", "us-kbar", ""),
        ("bagram", "tb-jih1", "us-sword", ""),
    )
}


def fought(first: str) -> Table[State]:
    """All counterattacks: that answer if it is offered, else the first zone, and the first answer to all else."""
    playing = table(FIGHTS, step="counterattack-begin")
    while len(logged(playing, "battle-over")) < len(FIGHTS):
        playing.choose(first if first in keys(playing) else 0)
        playing = from_record(GAME, loads(playing.save()))
    return playing


@pytest.mark.rule("enduring-freedom:31.1")
def test_counterattacks_may_be_left_to_the_order_of_the_map() -> None:
    in_order = sorted(FIGHTS, key=BOX.zones.index)
    assert keys(table(FIGHTS, step="counterattack-begin")) == ["fight-all", *in_order]
    batch, single = fought("fight-all"), fought(in_order[0])
    assert [event.params["place"] for event in logged(batch, "battle")] == in_order
    assert batch.all_events() == single.all_events() and batch.state == single.state
    entries = [entry for step in batch.steps for entry in step.listed()] + list(batch.since)
    assert [entry[1:] for entry in entries if entry[0] == SINGLES] == in_order[:-1]  # the last is no choice


def test_attacks_too_may_be_left_to_the_order_of_the_map() -> None:
    in_order = sorted(FIGHTS, key=BOX.zones.index)
    playing = table(FIGHTS, step="combat-begin")
    assert keys(playing) == ["fight-all", *in_order]
    playing.choose("fight-all")
    while len(logged(playing, "battle-over")) < len(FIGHTS):
        playing.choose(0)
    assert [event.params["place"] for event in logged(playing, "battle")] == in_order


def test_units_are_flown_together_and_others_follow() -> None:
    """19.2: all of a place at once, and then one by one those that can go there, too: units, strikes and drones."""
    playing = table(
        {"kabul": z(shown="tb-inf1 tb-inf2"), "bagram": z(ground="us-kbar")},
        step="air",
        staging={"pakistan": z(ground="us-dagger us-75r")},
        boxes={"joint-strike": ["us-b52", "us-b1"], "assets-ready": ["drone"]},
    )
    assert "all pakistan" in keys(playing) and not any(key.startswith("with ") for key in keys(playing))
    answer(playing, "all pakistan")
    english = catalogue("en")
    assert english.question(asked(playing)) == "By air: all units in Pakistan to where?"
    answer(playing, "kabul")
    follow = {option.key: english.option(option) for option in asked(playing).options if option.key[:5] == "with "}
    assert follow["with us-b52"] == "B-52H to Kabul, too"
    assert list(follow) == ["with us-kbar", "with us-b52", "with us-b1", "with drone assets-ready"]
    answer(playing, "with us-kbar", "with us-b1", "with drone assets-ready")
    assert {where(playing.state, name) for name in ("us-dagger", "us-75r", "us-kbar", "us-b1", "drone")} == {"kabul"}
    assert [entry for entry in playing.since if entry[0] == SINGLES][-5:] == [
        "&fly",
        "&kabul",
        "&strike",
        "&us-b1",
        "&drone",
    ]
    assert verify(GAME, loads(playing.save())) == len(playing.steps)


def test_an_attack_sends_all_that_can_go_and_have_no_fight_of_their_own() -> None:
    playing = table(
        {
            "kabul": z(shown="tb-inf1 tb-inf2"),
            "bagram": z(ground="us-dagger us-kbar"),
            "ghazni": z(ground="us-sword", shown="tb-jih1"),
        },
        step="ground",
        staging={"pakistan": z(ground="us-75r")},
    )
    assert keys(playing)[:2] == ["attack", "all bagram"]
    playing.choose("attack")  # there is one zone to attack
    assert [entry for entry in playing.since if entry[0] == SINGLES] == ["&us-dagger", "&kabul", "&us-kbar", "&kabul"]


def test_an_attack_from_the_air_brings_units_and_strikes() -> None:
    playing = table(
        {"kabul": z(hidden="tb-inf1 tb-inf2")},
        step="air",
        staging={"pakistan": z(ground="us-dagger us-75r us-1cav")},
        boxes={"joint-strike": ["us-b52"]},
    )
    assert keys(playing) == ["attack", "all pakistan", "fly", "done"]  # nobody strikes what nobody sees
    answer(playing, "attack")
    assert [entry for entry in playing.since if entry[0] == SINGLES] == [
        "&fly",
        "&us-dagger",
        "&kabul",
        "&fly",
        "&us-75r",
        "&kabul",
        "&strike",
    ]


def test_a_game_saved_before_the_sof_batch_was_summed_up_continues() -> None:
    """`first_rules.json` was saved under rules 1, after `sof-all` and `central-asia`."""
    text = (Path(__file__).parent / "first_rules.json").read_text(encoding="utf-8")
    playing = from_record(GAME, loads(text))
    assert (playing.header.rules, GAME.rules_version) == ("1", "3")
    assert list(playing.since)[:3] == ["sof-all", "central-asia", "&sof"] and playing.state.points == 46
    answer(playing, "sof-all", "persian-gulf", "done")
    assert [(event.params["n"], event.params["stopped"]) for event in logged(playing, "sof-mobilized")] == [
        (4, "room"),
        (4, "all"),
    ]


@pytest.mark.rule("enduring-freedom:17.5")
def test_air_units_that_return_are_counted_with_the_one_that_is_asked_about() -> None:
    """A batch takes that unit, too: it is not “all others”, and not “and others (2)” for two."""
    playing = table({"kabul": z(air="us-b52 us-b1")}, step="cas-home")
    decision = asked(playing)
    english = catalogue("en")
    assert decision.ask == "home"
    assert english.question(decision) == "B-52H (1 of 2 air units): return to which Staging Area?"
    assert "All air units to Pakistan" in [english.option(option).removesuffix("ʳ") for option in decision.options]
    answer(playing, "all pakistan")
    assert {where(playing.state, name) for name in ("us-b52", "us-b1")} == {"pakistan"}
