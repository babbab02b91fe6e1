"""What prompts say of the options on offer: numbers, prices and lists, computed from the options themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from khyber.engine.decision import Decision, Option, Param
from khyber.games.distant_plain.board import IS_MOUNTAIN, IS_PAKISTAN, KABUL, SPACE_IDS, Space
from khyber.games.distant_plain.rules.activities.air_lift import MAX_SPACES

OPERATIONS: Final = ("train", "patrol", "sweep", "assault", "rally", "march", "attack", "terror")


def spaces(decision: Decision) -> Iterator[Space]:
    """Yield the spaces on offer; a route counts by its origin."""
    for value in decision.values:
        if isinstance(value, int):
            yield value
        elif isinstance(value, tuple) and isinstance(value[0], int):
            yield value[0]


def listed(decision: Decision, field: str) -> frozenset[str]:
    """Return the ids in a field of what the decision is about."""
    return frozenset(str(decision.about.get(field, "")).split())


def numbers(decision: Decision, field: str) -> Mapping[str, int]:
    """Return the ids in a field of what the decision is about, each with its number (notation.numbered)."""
    return {name: int(n) for name, _, n in (part.partition(":") for part in listed(decision, field))}


# -- of prompts -------------------------------------------------------------------------------------


def any_space(decision: Decision) -> int:
    return int(any(True for _ in spaces(decision)))


def actions(decision: Decision) -> int:
    """Return 1 if an action in a space is on offer (`sharia khowst`), else 0."""
    return int(any(isinstance(value, tuple) and isinstance(value[0], str) for value in decision.values))


def most(decision: Decision) -> int:
    return max(value for value in decision.values if isinstance(value, int))


def number(decision: Decision) -> int:
    """Return how many of the spaces on offer may still be selected."""
    limit = decision.about["limit"]
    assert isinstance(limit, int)
    return min(limit, len(list(spaces(decision))))


def costs(decision: Decision, space: Space) -> bool:
    """Return whether this space has the cost that the decision is about."""
    return SPACE_IDS[space] not in listed(decision, "free") | listed(decision, "again")


def price(decision: Decision) -> Param:
    """Return the cost of the spaces on offer; 0 if all are free."""
    return decision.about["cost"] if any(costs(decision, space) for space in spaces(decision)) else 0


def choices(decision: Decision) -> str:
    """Return what a Faction may do on a card, as a word of the section `choices`."""
    found = []
    if any(op in decision.values for op in OPERATIONS):
        found.append("operation" if decision.ask == "turn" else "wide" if decision.about["wide"] else "limited")
    if any(isinstance(value, str) and value.startswith("event-") for value in decision.values):
        found.append("event")
    return "-".join(found) or "pass"


def losses(decision: Decision) -> str:
    """Return how many pieces an Assault removes in the spaces on offer, as a form of its prompt."""
    about = decision.about
    if decision.seat == "coalition":
        return "capped" if about["capped"] else "coalition"
    if about["each"]:
        return "each"
    return "mountain" if not about["plains"] and any(IS_MOUNTAIN[space] for space in spaces(decision)) else "plain"


def shown(decision: Decision) -> Param:
    """Return how many Guerrillas a Terror turns Active; 1 unless Kabul, on offer alone, differs."""
    return decision.about["kabul"] if set(spaces(decision)) == {KABUL} else 1


def toll(decision: Decision) -> int:
    """Return 1 if a way on offer costs a toll, else 0."""
    return int(any(has_toll(option) for option in decision.options))


def yields(decision: Decision) -> str:
    """Return where an Extort brings more than 1 Resource, as a form of its prompt."""
    ids = {SPACE_IDS[space] for space in spaces(decision)}
    poppies = ids & listed(decision, "poppies")
    roads = ids & listed(decision, "roads") - poppies
    return "both" if poppies and roads else "poppies" if poppies else "roads" if roads else "plain"


# -- of options -------------------------------------------------------------------------------------


def _named(option: Option) -> Param:
    return option.message.params.get("space", "")


def has_toll(option: Option) -> int:
    """Return 1 if this way costs a toll, else 0."""
    params = option.message.params
    return int(params.get("via", params.get("space")) in listed(option.decision, "tolls"))


def note(option: Option) -> str:
    """Return how this space differs from what the prompt says of all, as a form of the option's text."""
    decision, space = option.decision, _named(option)
    for field in ("again", "returnees", "patronage"):
        if space in listed(decision, field):
            return field
    if space in listed(decision, "free") and price(decision):
        return "free"
    return ""


def term(word: str, option: Option) -> int:
    """Return 1 if Operations have these terms (rules/operations/execute.py), else 0."""
    return int(word in listed(option.decision, "terms"))


def found(option: Option) -> int:
    """Return how many Guerrillas drones find in this space."""
    return numbers(option.decision, "found").get(str(_named(option)), 0)


def lifted(option: Option) -> int:
    """Return how many spaces an Air Lift may have: 3, unless an Event has another limit (5.5)."""
    limit = option.decision.about.get("limit", 0) if option.decision.ask == "free-activity" else 0
    return min(MAX_SPACES, limit) if isinstance(limit, int) and limit else MAX_SPACES


def exposed(option: Option) -> str:
    """Return what a Terror in Kabul does otherwise than elsewhere, as a form of the option's text."""
    if _named(option) != SPACE_IDS[KABUL] or option.decision.about["kabul"] == shown(option.decision):
        return ""
    return "two" if option.decision.about["kabul"] else "none"


#: The parameters of prompts, by name.
OFFERED: Final[Mapping[str, Callable[[Decision], Param]]] = {
    "spaces": any_space,
    "actions": actions,
    "most": most,
    "n": number,
    "price": price,
    "choices": choices,
    "asset": lambda decision: int("hidden-asset" in decision.values),
    "final": lambda decision: int(decision.rule == "2.3.8"),
    "losses": losses,
    "shown": shown,
    "toll": toll,
    "yields": yields,
    "border": lambda decision: int(any(IS_PAKISTAN[space] for space in spaces(decision))),
}
#: Those of the texts of options.
NOTED: Final[Mapping[str, Callable[[Option], Param]]] = {
    "note": note,
    "exposed": exposed,
    "paying": has_toll,
    "found": found,
    "lift": lifted,
    "upto": lambda option: numbers(option.decision, "upto").get(option.key, 0),
    "beyond": partial(term, "pakistan"),
    "kabul": partial(term, "kabul"),
    "joins": partial(term, "joins"),
    "fights": partial(term, "fights"),
}
