"""A hint's one reason is the reason for the option it names: asked at every decision of whole games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

import khyber
from khyber.agents.explain import Hint, bots_in, explain, hint
from khyber.cli.text import words
from khyber.engine.decision import AnswerMessage, Decision, Message
from khyber.engine.table import Table
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES

PLAIN, ZURMAT, FREEDOM = "distant-plain", "zurmat", "enduring-freedom"
#: A game, its bot and a seed.
GAMES = (
    (PLAIN, "bot:3rd", 3),
    (PLAIN, "bot:2nd", 2),
    (ZURMAT, "bot:standard", 3),
    (ZURMAT, "bot:standard", 8),
    (FREEDOM, "bot:standard", 5),
)
LANGUAGES = ("en", "it")
#: Seeds of campaigns in which every choice of a zone is looked at.
CAMPAIGNS = range(1, 9)
#: Questions of Enduring Freedom that ask for a zone: its own is the only one a reason may name.
ZONE_ASKED = frozenset(("strike-zone", "cas-zone", "fly-to", "ground-to", "attack"))
#: Parameters that name something on the board or in a box, which the choice is about.
THINGS = frozenset(("space", "tile", "place", "unit", "card", "origin", "dest", "building"))
#: Lines of A Distant Plain that say why something is not done.
AGAINST = frozenset(("none", "skip", "impossible", "unpaid", "no-event", "no-activity", "capability", "rolled"))
OPERATIONS = ("train", "sweep", "patrol", "assault", "rally", "march", "attack", "terror")
TURN = ("turn", "turn-limited", "turn-asset")
#: Options that begin an action, whose other choices the table makes where there is no alternative.
ACTIONS = {*ACTIVITIES, "sof", "ground", "air", "irgc", "asset", "fob", "alliance", "cas", "drone", "strike", "fly"}
#: Which questions a reason can decide, where it names nothing that the option would.
DECIDES: Mapping[str, Mapping[str, frozenset[str]]] = {
    PLAIN: {
        "condition": frozenset((*TURN, "free-operation", "free-activity")),
        "event": frozenset(TURN),
        "pass": frozenset(TURN),
        "last-resort": frozenset(("turn", "turn-limited")),
        "surge-balance": frozenset(("surge-space", "surge-garrison", "train-space", "train-then")),
        "isr": frozenset(("sweep-search", "isr-count")),
        "reapers": frozenset(("air-strike-again",)),
        "followed": frozenset(("surge-roll", "surge-space", "surge-garrison", "train-then", "free-activity")),
    },
    ZURMAT: {
        "operation": frozenset(("turn",)),
        "cards-kept": frozenset(("after",)),
        "card-kept": frozenset(("more-dice", "hinder")),
        "split": frozenset(("split",)),
        "orders": frozenset(("orders",)),
        "board": frozenset(("board",)),
        "attack-enough": frozenset(("attack-from", "attack-on", "battle")),
        "patrol-enough": frozenset(("patrol-from", "caravan-from")),
    },
    FREEDOM: {
        "bought-drone": frozenset(("mobilize", "asset", "how-many")),
        "bought-isr": frozenset(("mobilize", "asset", "how-many")),
        "bought-infowar": frozenset(("mobilize", "asset", "how-many")),
        "bought-sof": frozenset(("mobilize", "sof-area")),
        "saved": frozenset(("mobilize",)),
        "no-refit": frozenset(("refit",)),
        "infowar": frozenset(("infowar",)),
        "not-looked": frozenset(("designate", "isr", "national")),
        "tasked": frozenset(("staging",)),
        "tasked-cas": frozenset(("staging", "task")),
        "staged": frozenset(("staging",)),
        "marched": frozenset(("ground",)),
        "flown": frozenset(("air",)),
        "no-support": frozenset(("cas",)),
        "untried-least": frozenset(("coalition-loss", "air-loss", "overstack")),
        "jirga": frozenset(("loya-jirga",)),
        "jirga-free": frozenset(("loya-jirga",)),
        "no-jirga": frozenset(("loya-jirga",)),
    },
}


class Given(NamedTuple):
    """A hint, its decision, and the words of that choice."""

    decision: Decision
    hint: Hint
    words: frozenset[str]


class Step(NamedTuple):
    """The hints of a seat in a step, and the words of all that happened in it."""

    hints: list[Given]
    words: frozenset[str]


def choice_words(decision: Decision, key: str) -> frozenset[str]:
    """What a choice names: in its key, and in its question."""
    keys = key.replace(">", " ").replace("+", " ").split()
    return frozenset((*keys, *decision.ask.split("-"), *map(str, decision.about.values())))


def hinted(game: str, bot: str, seed: int) -> Iterator[Step]:
    """Play a game as its hints say; yield the hints of each seat's step."""
    table: Table[Any] = khyber.new(game, seed=seed, seats=bot, scenario="short" if game == PLAIN else None)
    step: dict[str, list[Given]] = {}
    at = 0
    while (decision := table.decision) is not None:
        given = hint(table, bot)
        assert given.option is not None and given.departed is None, given
        step.setdefault(decision.seat, []).append(Given(decision, given, choice_words(decision, given.option.key)))
        table.choose(given.option)
        if len(table.steps) != at or table.decision is None:
            events = (event for done in range(at, len(table.steps)) for event in table.step_events(done))
            happened = frozenset(str(value) for event in events for value in event.message.params.values())
            yield from (Step(hints, happened) for hints in step.values())
            at, step = len(table.steps), {}


def named(reason: Message) -> set[str]:
    return {str(value) for param, value in reason.params.items() if param in THINGS}


def wrong(game: str, step: Step, at: int) -> str:
    """Return what is wrong with the reason of a hint; "" if nothing."""
    decision, given, own = step.hints[at]
    reason, option = given.decided, given.option
    if len(decision.values) == 1:
        return ""
    if reason is None or option is None:
        return "no reason"
    name, key, things = reason.key.partition(".")[2], option.key, named(reason)
    if isinstance(reason, AnswerMessage):
        return "" if (reason.option.decision.ask, reason.option.key) == (decision.ask, key) else "another answer"
    if game == PLAIN and (name in AGAINST or reason.params.get("answer") == "no"):
        return "a reason against"
    if game == PLAIN and decision.ask in TURN and name in ("selected", "sent", "condition"):
        return "" if op_of(str(reason.params["id"])) in ("", key) else "another Operation"
    if game == FREEDOM and decision.ask in ZONE_ASKED:
        return "" if reason.params.get("place") == key else "another zone"
    if name in DECIDES[game]:
        return "" if decision.ask in DECIDES[game][name] else "another question"
    if not things:
        return "names nothing"
    if "unit" in reason.params and name.startswith("bought"):  # the zone it is bought for is a choice of a later step
        things = {str(reason.params["unit"])}
    same = frozenset[str]().union(*(other.words for other in step.hints if other.hint.decided == reason))
    if things & own or things & same:
        return ""  # this choice, or another one of the same action
    if key in ACTIONS and things & step.words:
        return ""  # an action with a single choice, which the table made
    return f"{things} is not in this choice"


def op_of(node: str) -> str:
    """Return the Operation that a node of a flowchart belongs to; "" if to any."""
    return next((op for op in OPERATIONS if f".{op.title()}." in node), "")


@pytest.mark.parametrize(("game", "bot", "seed"), GAMES)
def test_the_reason_of_every_hint_belongs_to_its_option(game: str, bot: str, seed: int) -> None:
    faults: list[str] = []
    asked = 0
    said = {lang: words(game, lang).strictly() for lang in LANGUAGES}
    for step in hinted(game, bot, seed):
        for at, (decision, given, _) in enumerate(step.hints):
            asked += len(decision.values) > 1
            assert given.option is not None
            if fault := wrong(game, step, at):
                why = said["en"].say(given.decided) if given.decided is not None else "-"
                faults.append(f"{decision.ask} {dict(decision.about)} {given.option.key}: {why}: {fault}")
            if given.decided is not None:
                for catalogue in said.values():
                    short = catalogue.short(given.decided)
                    assert short and not short.endswith(".") and "undredth" not in short and "centesim" not in short
    assert asked > 80
    assert not faults, "\n".join(faults[:40])


@pytest.mark.parametrize("seed", CAMPAIGNS)
def test_the_reason_for_a_zone_names_that_zone(seed: int) -> None:
    """Not another one, to which other units go in the same step."""
    table: Table[Any] = khyber.new(FREEDOM, seed=seed, seats="bot:standard")
    khyber.advance(table)
    answers = [
        answer
        for step in range(len(table.steps))
        for seat, bot in bots_in(table, step).items()
        for answer in explain(table, step, seat, bot).answers
        if answer.decision.ask in ZONE_ASKED and len(answer.decision.values) > 1
    ]
    assert len(answers) > 10
    for answer in answers:
        reason = answer.reason
        assert reason is not None
        said = reason.option.key if isinstance(reason, AnswerMessage) else reason.params["place"]
        assert said == answer.key, (answer.decision.ask, answer.key, reason)
