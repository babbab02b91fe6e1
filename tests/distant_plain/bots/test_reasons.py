"""Every answer of a Non-player is explained by what decides it: the step, its rule, a lasting Event in the way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

import khyber
from khyber.agents.explain import Explanation, explain_all
from khyber.engine.decision import AnswerMessage, Message
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SCENARIOS, SEATS
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Printing
from khyber.games.distant_plain.bots.second.printing import SECOND
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue
from tests.distant_plain.bots.cases import bot, case, plan_activity, play_box, play_on
from tests.distant_plain.bots.second.cases import case as case_2nd
from tests.distant_plain.bots.second.cases import play_box as play_box_2nd

BOTS = ("bot:3rd", "bot:2nd")
GAMES = 24
#: The rule of each printing with its general guidelines.
GENERAL = {"bot:3rd": "8.2.1", "bot:2nd": "2nd:8.1.2"}
#: The steps that may cite it, because no box and no rule about Events decides; with what they decide.
GENERAL_STEPS: Mapping[str, Mapping[str, str]] = {
    "bot:3rd": {
        "N.G3": "whom an Event hits: 8.3.4 points to the guidelines",
        "N.G4": "which enemy piece an Event or a suicide bomber takes: 8.8.1 says only where",
        "N.G5": "which own piece an Event or a roadside bomb takes: no box is about losses",
        "N.G8": "beside whom an Event places pieces: 8.3.4 points to the guidelines",
        "N.G9": "which Guerrillas an Event moves: 8.3.3 says only how many pieces",
        "N.Source": "what an Event leaves behind: 8.3.3 says only how many pieces",
    },
    "bot:2nd": {
        "N2.Proc.1": "whom an Event hits: 8.4.3 points to the guidelines",
        "N2.Proc.2": "which enemy piece an Event or a suicide bomber takes: 8.4.3 points to the guidelines",
        "N2.Proc.4": "which own piece is placed or taken: 8.4.3 points to the guidelines",
        "N2.Proc.6": "what an Event leaves behind, so that Control stays",
        "N2.Event.Beside": "where an Event moves pieces, among spaces equal by 8.4.4",
        "G2.Desert.1": "who deserts: 8.6.7 does not say, the guidelines do",
    },
}


def seats_of(name: str, index: int) -> dict[str, str]:
    """Four Non-players; in every other game one or two random players, so that clauses about players apply."""
    seats = dict.fromkeys(SEATS, name)
    if index % 2:
        seats[SEATS[index % 4]] = "random"
    if index % 4 == 3:
        seats[SEATS[index // 4 % 4]] = "random"
    return seats


@cache
def explained(name: str) -> tuple[Explanation, ...]:
    """All explanations in many games of one printing."""
    found: list[Explanation] = []
    for index in range(GAMES):
        scenario = list(SCENARIOS)[index % len(SCENARIOS)]
        table: Table[State] = khyber.play("distant-plain", seats=seats_of(name, index), seed=index, scenario=scenario)
        for step in range(len(table.steps)):
            for why in explain_all(table, step):
                assert not why.stopped and why.differs is None
                found.append(why)
    return tuple(found)


def reasons(name: str) -> Iterator[Message]:
    return (reason for why in explained(name) for reason in why.reasons)


def answers(name: str) -> Iterator[AnswerMessage]:
    """The reasons that quote a question and the answer: those of choices without a line of their own."""
    return (reason for reason in reasons(name) if isinstance(reason, AnswerMessage))


@pytest.mark.parametrize("name", BOTS)
def test_the_general_guidelines_are_cited_only_where_they_decide(name: str) -> None:
    """A census: each reason names a step; only those listed above may cite the general rule."""
    general: Counter[object] = Counter(
        reason.params.get("id") for reason in reasons(name) if reason.params.get("text") == GENERAL[name]
    )
    assert set(general) <= GENERAL_STEPS[name].keys(), general
    steps = [answer.params.get("id") for answer in answers(name)]
    assert len(steps) > 300 and None not in steps
    assert sum(step in GENERAL_STEPS[name] for step in steps) < len(steps) / 4


@pytest.mark.parametrize("name", BOTS)
def test_every_choice_has_a_reason_that_no_other_rule_makes_more_precise(name: str) -> None:
    """The one reason of each answer, planned ones included."""
    chosen = [answer for why in explained(name) for answer in why.answers if len(answer.decision.values) > 1]
    general = Counter(
        answer.reason.params.get("id")
        for answer in chosen
        if answer.reason is not None and answer.reason.params.get("text") == GENERAL[name]
    )
    assert len(chosen) > 10_000 and all(answer.reason is not None for answer in chosen)
    assert set(general) <= GENERAL_STEPS[name].keys(), general


#: Question, the rule that asks it, and the steps and rules that decide it.
DECIDED = {
    "bot:3rd": [
        ("activate", "3.2.3", {("C.Sweep.A", "8.6.3"), ("G.Sweep.A", "8.7.6")}),
        ("activate", "3.2.2", {("G.Patrol.A", "8.7.4")}),
        ("village-police", "3.2.1", {("C.Train.VSO", "8.6.1")}),
        ("surge-split", "4.2.1", {("C.Surge.4c", "8.6.5")}),
        ("event-faction", "5.1", {("N.EventPlay.3", "8.3.4"), ("N.EventPlay.5", "8.3.4"), ("N.Halo", "8.3.1")}),
        ("event-replace-with", "5.1", {("N.EventPlay.3", "8.3.4")}),
        ("train-from-map", "3.2.1", {("N.NoRemoval", "8.1")}),
        ("train-base-troops", "3.2.1", {("G.Train.1", "8.7.5")}),
        ("redeploy-from", "6.5.4", {("T.Redeploy.P", "8.8.7")}),
        ("redeploy-from", "6.5.2", {("C.Redeploy.1", "8.6.6")}),
        ("redeploy-from", "6.5.3", {("G.Redeploy.2", "8.7.7")}),
        ("civic-action", "6.4.1", {("G.Civic.P", "8.7.7")}),
        ("event-capability", "5.1", {("N.Halo", "8.3.1")}),
    ],
    "bot:2nd": [
        ("activate", "3.2.3", {("C2.Sweep.2", "2nd:8.8.3"), ("G2.Sweep.3", "2nd:8.6.4")}),
        ("activate", "3.2.2", {("G2.Patrol.3", "2nd:8.6.3")}),
        ("village-police", "3.2.1", {("C2.Train.4", "2nd:8.8.2")}),
        ("surge-split", "4.2.1", {("C2.Surge.4", "2nd:8.8.2")}),
        ("remove-enemy", "4.4.3", {("T2.Attack.3", "2nd:8.7.4")}),
        ("event-faction", "5.1", {(f"N2.{s}", f"2nd:{r}") for s, r in (
            ("Event.3", "8.4.4"), ("Event.5", "8.4.4"), ("Seq.2", "8.4.1"))}),
        ("train-from-map", "3.2.1", {(f"{s}.{n}", f"2nd:{r}") for s, n, r in (
            ("G2.Train", 3, "8.6.2"), ("C2.Train", 3, "8.8.2"), ("C2.Train", 4, "8.8.2"))}),
        ("redeploy-from", "6.5.4", {("T2.Redeploy.1", "2nd:8.7.8")}),
        ("accidental-space", "3.2.4", {("N2.Rand", "2nd:8.2")}),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "ask", "asked_by", "expected"), [(name, *row) for name, rows in DECIDED.items() for row in rows]
)
def test_an_answer_cites_the_rule_that_decides_it(
    name: str, ask: str, asked_by: str, expected: set[tuple[str, str]]
) -> None:
    cited: dict[tuple[str, str], set[tuple[object, object]]] = defaultdict(set)
    for answer in answers(name):
        decision = answer.option.decision
        cited[decision.ask, decision.rule].add((answer.params.get("id"), answer.params.get("text")))
    assert cited[ask, asked_by] and cited[ask, asked_by] <= expected


def cited_for(head: NonPlayer, ask: str) -> list[tuple[object, object]]:
    """The step and the rule of each answer to this question."""
    return [
        (reason.params["id"], reason.params["text"])
        for reason in head.why()
        if isinstance(reason, AnswerMessage) and reason.option.decision.ask == ask
    ]


@pytest.mark.rule("8.8.6")
def test_victims_of_an_ambush_are_chosen_by_its_own_order() -> None:
    """[T.Ambush]: Coalition pieces first, then the Government's."""
    table = case("taliban", {"kandahar": "T 2u, G 1t, C 1t", "zabol": "T 1u, G 1t, W 1u"})
    head = play_box(table, "taliban", "attack")
    assert set(cited_for(head, "remove-enemy")) == {("T.Ambush", "8.8.6")}


@pytest.mark.rule("8.7.4")
def test_victims_of_a_patrol_are_chosen_by_its_bullet() -> None:
    """[G.Patrol.3]: of two Factions on the LoC, players' pieces first, then Taliban."""
    table = case("government", {"kabul-tor-kham": "G 4p, T 1a, W 1a"}, players=["warlords"])
    head = play_box(table, "government", "patrol", alone=True)
    assert set(cited_for(head, "remove-enemy")) == {("G.Patrol.3", "8.7.4")}


# -- a Special Activity that has no effect, or is forbidden ------------------------------------------------


def notes(head: NonPlayer) -> list[tuple[str, object]]:
    """The kind of each reason, and the step, Special Activity or card that it names."""
    return [
        (reason.key.removeprefix("why."), next((reason.params[name] for name in
         ("card", "id", "activity", "operation") if name in reason.params), ""))
        for reason in head.why()
    ]  # fmt: skip


@pytest.mark.rule("8.6.3")
def test_an_air_lift_that_fails_is_told_before_the_air_strike() -> None:
    """[C.Choose]: neither a Base nor a last piece to strike, so Air Lift; nothing to lift, so Air Strike after all."""
    table = case("coalition", {"kandahar": "C 1B 3t, G 2p, T 2u, support"})
    found = notes(play_on(table, "coalition"))
    told = [reason for reason in found[found.index(("condition", "C.Choose")) :] if reason[0] != "none"]
    assert told == [("condition", "C.Choose"), ("no-activity", "air-lift"), ("selected", "C.AirStrike.2")]


@pytest.mark.rule("8.6.3")
def test_an_air_lift_too_small_for_the_sweep_is_told() -> None:
    """[C.Sweep.1]: four Guerrillas, three cubes, and nobody to lift in."""
    table = case("coalition", {"kabul": "C 3t, T 4u, support"})
    assert ("lift-short", "C.Sweep.1") in notes(play_on(table, "coalition"))


#: Lasting text, seat, Operation, spaces, the reason and the card that it names, by printing.
BARRED: Sequence[tuple[str, Printing, str, str, dict[str, str], str]] = [
    ("59-unshaded", THIRD, "warlords", "terror", {"kabul": "W 1u, support", "herat": "W 1u, support"}, "forbidden"),
    ("59-unshaded", SECOND, "warlords", "terror", {"kabul": "W 1u, support", "herat": "W 1u, support"}, "forbidden"),
    ("1-shaded", THIRD, "coalition", "sweep", {"kabul": "C 1t, T 3u, support"}, "forbidden"),
    ("1-shaded", SECOND, "coalition", "sweep", {"kabul": "C 1t, T 3u, support"}, "forbidden"),
    ("57-unshaded", THIRD, "coalition", "sweep", {"kabul": "C 1t, T 3u, support"}, "forbidden"),
    ("11-unshaded", THIRD, "taliban", "attack", {"kabul": "T 6u, C 1t"}, "forbidden"),
    ("17-shaded", THIRD, "coalition", "sweep", dict.fromkeys(("balkh", "konduz", "herat"), "C 1t, T 1u"), "few-spaces"),
    ("17-shaded", SECOND, "coalition", "sweep", dict.fromkeys(("balkh", "herat", "farah"), "C 1t, T 1u"), "few-spaces"),
    ("17-shaded", THIRD, "coalition", "assault", dict.fromkeys(("balkh", "konduz", "herat"), "C 1t, T 1a, support"),
     "few-spaces"),
    ("17-shaded", SECOND, "coalition", "assault", dict.fromkeys(("balkh", "herat", "farah"), "C 1t, T 1a"),
     "few-spaces"),
    ("29-shaded", THIRD, "government", "train", {"kabul": "G 1B"}, "few-cubes"),
    ("29-shaded", SECOND, "government", "train", {"kabul": "G 1B"}, "few-cubes"),
    ("29-shaded", THIRD, "coalition", "train", {"kabul": "C 1B 1t"}, "few-cubes"),
    ("18-shaded", THIRD, "coalition", "train", {"kandahar": "C 1B 1t, G 2p"}, "ruled-out"),
    ("18-shaded", SECOND, "coalition", "train", {"kandahar": "C 1B 1t, G 2p"}, "ruled-out"),
]  # fmt: skip


@pytest.mark.rule("5.1.2")
@pytest.mark.parametrize(("text", "printing", "seat", "op", "spaces", "key"), BARRED)
def test_a_lasting_event_is_named_where_it_decides(
    text: str, printing: Printing, seat: str, op: str, spaces: dict[str, str], key: str
) -> None:
    """Once, and not when it is not in effect."""
    second = [seat] if printing is SECOND else []
    card = int(text.partition("-")[0])
    for lasting, times in (([text], 1), ([], 0)):
        table = case(seat, spaces, lasting=lasting, second_printing=second, warlords=60)
        head = play_box(table, seat, op, printing=printing)
        told = [reason for reason in head.why() if reason.key == f"why.{key}"]
        assert len([reason for reason in told if reason.params["card"] == card]) >= times
        assert len(set(map(str, told))) == len(told) and bool(told) == bool(times)
        for reason in told:
            for lang in ("en", "it"):
                assert "⟦" not in catalogue(lang).strictly().say(reason)


@pytest.mark.rule("5.1.2", "8.6.4")
def test_an_operation_that_a_lasting_event_forbids_is_told() -> None:
    """US-Taliban Talks: the condition of Assault holds, but there is none."""
    table = case("coalition", {"kabul": "C 2t, T 2a, support"}, lasting=["24-shaded"])
    found = notes(play_on(table, "coalition"))
    assert ("forbidden-operation", 24) in found and ("skip", "assault") not in found


# -- steps that had no reason of their own -------------------------------------------------------------------


def sent(head: NonPlayer, step: str, key: str = "sent") -> dict[object, object]:
    """By space: the number that a step moved there."""
    return {
        reason.params["space"]: reason.params["n"]
        for reason in head.why()
        if reason.key == f"why.{key}" and reason.params["id"] == step
    }


@pytest.mark.rule("8.6.5")
def test_troops_of_a_surge_are_told_space_by_space() -> None:
    """[C.Surge.4a]: onto the map, and off it; [C.Surge.4b]: a Troop for a Base without one."""
    table = case("coalition", {"kabul": "C 1B, G 2p", "kandahar": "G 2p"}, chance=[2])
    assert sent(play_box(table, "coalition", "train", rolls=[1]), "C.Surge.4a") == {"kabul": 1}
    table = case("coalition", {"kabul": "C 1B, G 2p, support", "kandahar": "G 2p"}, available="C 1B 5t")
    _, head = plan_activity(table, "coalition", "surge", op="train", rolls=[1])
    assert sent(head, "C.Surge.4b") == {"kabul": 1}
    table = case("coalition", {"kabul": "C 1B 6t, G 2p, support", "kandahar": "G 2p"}, available="C 1B 2t")
    _, head = plan_activity(table, "coalition", "surge", op="train", rolls=[6])
    assert sent(head, "C.Surge.4a", "withdrawn") == {"kabul": 2}


@pytest.mark.rule("2nd:8.8.2")
def test_troops_of_a_surge_of_the_2nd_printing_are_told_space_by_space() -> None:
    """[C2.Surge.2]: as many as were rolled, one in each of three spaces."""
    spaces = {"khowst": "G 1p, support", "konduz": "G 1B, support", "herat": "G 2p, T 1u, support"}
    table = case_2nd("coalition", spaces | {"kabul": "C 1B, support"}, government=0, patronage=9, chance=[5])
    troops = sent(play_box_2nd(table, "coalition", "train", rolls=[3]), "C2.Surge.2")
    assert len(troops) == 3 and set(troops.values()) == {1} and {"khowst", "herat"} <= troops.keys()


@pytest.mark.rule("2nd:8.6.7")
def test_police_that_even_out_are_told_space_by_space() -> None:
    """[G2.Redeploy.3c]: every Police of the Round has a reason."""
    spaces = {"kabul": "C 1B, G 9p", "balkh": "G 1p", "herat": "G 1p", "konduz": "G 1p"}
    table = case_2nd("government", spaces, step="redeploy-police", frozen=True)
    head = bot("government", printing=SECOND)
    play_on(table, "government", head, printing=SECOND)
    for step in ("G2.Redeploy.3b", "G2.Redeploy.3c"):
        assert sum(int(str(n)) for n in sent(head, step).values()) == head.used().get(step, 0) > 0


@pytest.mark.rule("8.2", "8.8.3")
def test_a_draw_names_the_priorities_that_narrowed_it() -> None:
    """[T.Terror.1]: four spaces, two of them with the highest Population."""
    spaces = {
        "kandahar": "T 1u, support",
        "balkh": "T 1u, support",
        "helmand": "T 1u, support",
        "herat": "T 1u, support",
    }
    head = play_box(case("taliban", spaces), "taliban", "terror")
    first = next(reason for reason in head.why() if reason.key == "why.selected")
    assert (first.params["by"], first.params["narrowed"], first.params["first"]) == ("random", 1, "population")
    assert first.params["among"] == 2 < int(str(first.params["of"]))
    assert "highest Population, then random among 2" in catalogue("en").say(first)
