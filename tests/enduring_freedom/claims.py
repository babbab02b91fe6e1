"""What the prompts of Enduring Freedom may claim (tests/claims.py)."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.engine.game import Event
from khyber.games.enduring_freedom.box import printed_box
from tests.claims import Asked, Claims


def several(asked: Asked) -> Sequence[Sequence[int]]:
    """The number is said if it is more than 1."""
    n = asked.about("n")
    return [[n]] if n > 1 else [[]]


def one_of_several(asked: Asked) -> Sequence[Sequence[int]]:
    """The unit that is asked about is one of them."""
    n = asked.about("n")
    return [[1, n]] if n > 1 else [[]]


def turn(asked: Asked) -> Sequence[Sequence[int]]:
    """The turn is named; the set-up has none."""
    n = asked.about("turn")
    return [[n]] if n else [[]]


def refit(asked: Asked) -> Sequence[Sequence[int]]:
    """12.1: the price of each kind of unit on offer."""
    box = printed_box()
    units = [value[0] for value in asked.decision.values if isinstance(value, tuple)]
    prices = {box.cost.refit_air if int(unit) >= box.ground_end else box.cost.refit_ground for unit in units}
    return [sorted(prices)]


def left(asked: Asked) -> Sequence[Sequence[int]]:
    n = asked.about("n")
    return [[n]] if n > 0 else []


def sustained(asked: Asked) -> Sequence[Sequence[int]]:
    """The cost is said while it can be paid."""
    return [[asked.about("n")] if "pay" in asked.decision.values else []]


def lists(asked: Asked) -> list[str]:
    if asked.decision.ask == "sustain" and ("expend" in asked.english) != ("pay" in asked.decision.values):
        return ["says otherwise whether points may be expended"]
    return []


def paid(asked: Asked, index: int, events: Sequence[Event]) -> tuple[int, int] | None:
    """27.2: what is stated for sustaining a unit is expended."""
    if asked.decision.ask != "sustain" or asked.decision.values[index] != "pay":
        return None
    spent = [event.params["n"] for event in events if event.kind == "sustained"]
    return asked.about("n"), int(spent[0]) if spent else asked.about("n") if not events else 0


def followed(asked: Asked, index: int, events: Sequence[Event]) -> list[str]:
    """11.1: a purchase costs the points that it states; a batch offers as many units as it says."""
    option, following = asked.decision.options[index], asked.table.decision
    word, stated = option.message.key.removeprefix("option."), option.message.params
    spent = -sum(int(event.params["change"]) for event in events if (event.kind, event.rule) == ("points", "11.1"))
    if word == "sof-all" and following is not None and following.ask == "sof-area":
        most = max(value[1:] for value in following.values if isinstance(value, tuple))
        if most != (stated["n"], stated["points"]):
            return [f"states {stated}, and {most} followed"]
    costs = {"sof-area": (stated.get("points"),), "purchase": (stated.get("n"), 0)}  # 0: its area is asked for first
    return [f"states {stated}, and {spent} points were spent"] if word in costs and spent not in costs[word] else []


CLAIMS = Claims(
    numbers={
        "mobilize": turn,
        "refit": refit,
        "pre-islamists": left,
        "pre-alliance": left,
        "isr": left,
        "home": one_of_several,
        "ground-to": several,
        "strike-zone": several,
        "cas-zone": several,
        "air-loss": several,
        "islamist-loss": several,
        "coalition-loss": several,
        "edge": lambda _: [[1, 1]],
        "sustain": sustained,
    },
    lists=lists,
    paid=paid,
    followed=followed,
)
