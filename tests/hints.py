"""Hints along whole games or slices of them, and what is wrong with the one reason of each.

`check_game` plays as the hints say. A reason is right if it names the thing its option names, if it belongs to
another choice of the same action that does, or if it is known to decide this question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import khyber
from khyber.agents.explain import Hint, hint
from khyber.cli.text import words
from khyber.engine.decision import AnswerMessage, Decision, Message
from khyber.engine.history import back_to
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES

PLAIN, ZURMAT, FREEDOM = "distant-plain", "zurmat", "enduring-freedom"
#: Every game and its bots.
BOTS: Final = ((PLAIN, "bot:3rd"), (PLAIN, "bot:2nd"), (ZURMAT, "bot:standard"), (FREEDOM, "bot:standard"))
LANGUAGES: Final = ("en", "it")
#: Questions of Enduring Freedom that ask for a zone: its own is the only one a reason may name.
ZONE_ASKED: Final = frozenset(("strike-zone", "cas-zone", "fly-to", "fly-all", "ground-to", "attack"))
#: Parameters that name something on the board or in a box, which the choice is about.
THINGS: Final = frozenset(("space", "tile", "place", "unit", "card", "origin", "dest", "building"))
#: Lines of A Distant Plain that say why something is not done.
AGAINST: Final = frozenset(("none", "skip", "impossible", "unpaid", "no-event", "no-activity", "capability", "rolled"))
OPERATIONS: Final = ("train", "sweep", "patrol", "assault", "rally", "march", "attack", "terror")
TURN: Final = ("turn", "turn-limited", "turn-asset")
#: Options that begin an action, whose other choices the table makes where there is no alternative.
ACTIONS: Final = {
    *ACTIVITIES,
    "sof",
    "ground",
    "air",
    "irgc",
    "asset",
    "fob",
    "alliance",
    "cas",
    "drone",
    "strike",
    "fly",
}
#: Questions that continue the action begun before them.
FOLLOWING: Final[Mapping[str, frozenset[str]]] = {
    PLAIN: frozenset(),
    ZURMAT: frozenset(),
    FREEDOM: frozenset(
        (
            *("mobilize-unit", "deploy", "asset", "how-many", "fob-zone", "fob-contingent", "alliance-zone"),
            *(
                "sof-area",
                "task",
                "staging-unit",
                "staging-area",
                "ground-to",
                "attack",
                "fly-unit",
                "fly-to",
                "fly-all",
            ),
            *("strike-unit", "strike-zone", "cas-unit", "cas-zone"),
        )
    ),
}
#: Which questions a reason can decide, where it names nothing that the option would.
DECIDES: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
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
        "card-kept": frozenset(("more-dice", "hinder", "bad-intel", "ied")),
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
        "refits-all": frozenset(("refit",)),
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
        "sustains-all": frozenset(("sustain",)),
        "lets-all-go": frozenset(("sustain",)),
        "jirga": frozenset(("loya-jirga",)),
        "jirga-free": frozenset(("loya-jirga",)),
        "no-jirga": frozenset(("loya-jirga",)),
    },
}
#: Reasons of Enduring Freedom for a batch of units; a single unit is no reason for one.
BATCHES: Final = frozenset(
    ("refits-all", "sustains-all", "lets-all-go", "together", "strikes-all", "bought-sof", "tasked", "tasked-cas")
)


class Given(NamedTuple):
    """A hint, its decision, the words of that choice, and the actions it begins or belongs to."""

    decision: Decision
    hint: Hint
    words: frozenset[str]
    actions: frozenset[str]


class Step(NamedTuple):
    """The hints of a seat in a step, and the words of all that happened in it."""

    hints: list[Given]
    words: frozenset[str]


def choice_words(decision: Decision, key: str) -> frozenset[str]:
    """Return what a choice names: in its key, and in its question."""
    keys = key.replace(">", " ").replace("+", " ").split()
    return frozenset((*keys, *decision.ask.split("-"), *map(str, decision.about.values())))


def actions_of(game: str, decision: Decision, key: str, before: Sequence[Given]) -> frozenset[str]:
    """Return the actions that a choice begins or belongs to, after the choices before it in the step."""
    ask = decision.ask
    running = before[-1].actions if before else frozenset[str]()
    if game != PLAIN:
        return running if ask in FOLLOWING[game] else frozenset((f"{ask} {len(before)}",))
    family = frozenset(name for name in (*OPERATIONS, *ACTIVITIES) if f"{ask}-".startswith(f"{name}-"))
    begun = frozenset((key,)) if key in ACTIVITIES or key in OPERATIONS else frozenset[str]()
    return begun | (family or running)


# -- playing ----------------------------------------------------------------------------------------


def new_game(game: str, bot: str, seed: int) -> Table[Any]:
    return khyber.new(game, seed=seed, seats=bot, scenario="short" if game == PLAIN else None)


def slice_of(game: str, bot: str, seed: int, part: int, of: int) -> Table[Any]:
    """Return a game that the bot has played up to that part of it."""
    table = new_game(game, bot, seed)
    khyber.advance(table)
    return back_to(table, len(table.steps) * part // of, None, branch=False)


def hinted(table: Table[Any], bot: str, most: int | None = None) -> Iterator[Step]:
    """Play on as hints say, for about `most` decisions or to the end; yield the hints of each seat's step."""
    game, step, given_so_far = table.header.game, dict[str, list[Given]](), 0
    at = len(table.steps)
    while (decision := table.decision) is not None:
        given = hint(table, bot)
        assert given.option is not None and given.departed is None, given
        before, key = step.setdefault(decision.seat, []), given.option.key
        before.append(Given(decision, given, choice_words(decision, key), actions_of(game, decision, key, before)))
        given_so_far += len(decision.values) > 1
        table.choose(given.option)
        if len(table.steps) != at or table.decision is None:
            events = (event for done in range(at, len(table.steps)) for event in table.step_events(done))
            happened = frozenset(str(value) for event in events for value in event.message.params.values())
            yield from (Step(hints, happened) for hints in step.values())
            at, step = len(table.steps), {}
            if most is not None and given_so_far >= most:
                return


# -- judging ----------------------------------------------------------------------------------------


def named(reason: Message) -> set[str]:
    return {str(value) for param, value in reason.params.items() if param in THINGS}


def wrong(game: str, step: Step, at: int) -> str:
    """Return what is wrong with the reason of a hint; "" if nothing."""
    decision, given, own, actions = step.hints[at]
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
    if game == FREEDOM and is_batch(decision, key) and name not in BATCHES:
        return "one unit for a batch"
    if game == FREEDOM and decision.ask in ZONE_ASKED:
        return "" if reason.params.get("place") == key else "another zone"
    if name in DECIDES[game]:
        return "" if decision.ask in DECIDES[game][name] else "another question"
    if not things:
        return "names nothing"
    if "unit" in reason.params and name.startswith("bought"):  # the zone it is bought for is a choice of a later step
        things = {str(reason.params["unit"])}
    if things & own:
        return ""
    same = (other.words for other in step.hints if other.hint.decided == reason and other.actions & actions)
    if any(things & other for other in same):
        return ""  # another choice of the same action
    if game == PLAIN and key in ACTIVITIES and is_of(str(reason.params.get("id")), key):
        return ""  # its own box; the strike planned there may be cancelled
    if key in ACTIONS and things & step.words:
        return ""  # an action with a single choice, which the table made
    return f"{sorted(things)} is not in this choice"


def is_of(node: str, activity: str) -> bool:
    """Return whether a node of a flowchart belongs to this Special Activity.

    >>> is_of("C.AirStrike.2", "air-strike"), is_of("C2.Strike.1", "air-strike"), is_of("C.Surge.1", "air-strike")
    (True, True, False)
    """
    return f"{activity.title().replace('-', '')}." in node or f".{activity.title().rpartition('-')[2]}." in node


def is_batch(decision: Decision, key: str) -> bool:
    """Return whether an option of Enduring Freedom stands for several units."""
    return key.endswith("-all") or key.startswith("all ") or (key == "attack" and decision.ask in ("ground", "air"))


def op_of(node: str) -> str:
    """Return the Operation that a node of a flowchart belongs to; "" if to any."""
    return next((op for op in OPERATIONS if f".{op.title()}." in node), "")


def problems_of(game: str, said: Mapping[str, Catalogue], step: Step) -> Iterator[str]:
    """Yield what is wrong with the reasons of a step, and with their words."""
    for at, (decision, given, _, _) in enumerate(step.hints):
        assert given.option is not None
        choice = f"{decision.ask} {dict(decision.about)} {given.option.key}"
        why = said["en"].say(given.decided) if given.decided is not None else "-"
        if fault := wrong(game, step, at):
            yield f"{choice}: {why}: {fault}"
        if given.decided is None:
            continue
        for catalogue in said.values():
            short = catalogue.short(given.decided)
            if not short or short.endswith(".") or "undredth" in short or "centesim" in short:
                yield f"{choice}: in short: {short}"


def check(table: Table[Any], bot: str, most: int | None = None) -> tuple[int, list[str]]:
    """Return how many hints were checked from here on, about `most`, and what is wrong with them."""
    game = table.header.game
    said = {lang: words(game, lang).strictly() for lang in LANGUAGES}
    asked, faults = 0, list[str]()
    for step in hinted(table, bot, most):
        asked += sum(len(given.decision.values) > 1 for given in step.hints)
        faults += problems_of(game, said, step)
    return asked, faults


def check_game(game: str, bot: str, seed: int) -> tuple[int, list[str]]:
    """Return how many hints were checked in a whole game, and what is wrong with them."""
    return check(new_game(game, bot, seed), bot)
