"""What the prompts of A Distant Plain may claim (tests/claims.py): printed numbers, and what is on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from khyber.engine.game import Event
from khyber.games.distant_plain.board import (
    INSURGENTS,
    IS_MOUNTAIN,
    IS_PAKISTAN,
    KINDS,
    PIECE_BY_ID,
    SPACE_BY_ID,
    UNDERGROUND_OF,
)
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, NIGHT_LETTERS, shaded
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS
from khyber.games.distant_plain.state import State
from tests.claims import Asked, Claims
from tests.distant_plain.fuzzing import configuration

PRICE: Final = re.compile(r"(?<!\+)(\d+) (?:Government )?Resources?\b(?! to cancel)")
OWN_PRICE: Final = re.compile(r"\((\d+) Resource")
#: Printed limits of the Special Activities that take several spaces.
MOST: Final = {"surge": 3, "air-lift": 3, "air-strike": 3, "govern": 2, "eradicate": 2, "infiltrate": 2}
#: The questions whose price is paid as the option is chosen, with the rule of the payment.
AT_ONCE: Final = {
    "train-space": "3.2.1",
    "sweep-space": "3.2.3",
    "sweep-along": "3.2.3",
    "assault-space": "3.2.4",
    "assault-joined": "3.2.4",
    "rally-space": "3.3.1",
    "attack-space": "3.3.3",
    "terror-space": "3.3.4",
    "ambush-space": "4.4.3",
    "suborn-space": "4.5.3",
    "civic-more": "3.2.1",
    "sharia-more": "3.3.1",
    "civic-action": "6.4.1",
    "sharia": "6.4.2",
}


def spaces(asked: Asked) -> list[int]:
    return [value for value in asked.decision.values if isinstance(value, int)]


def state_of(asked: Asked) -> State:
    state = asked.table.state
    assert isinstance(state, State)
    return state


def here(asked: Asked) -> int:
    return SPACE_BY_ID[str(asked.decision.about["space"])]


def any_of(*numbers: int) -> Callable[[Asked], Sequence[Sequence[int]]]:
    """These numbers, always."""
    return lambda _: [list(numbers)]


def where_there_are_spaces(*numbers: int) -> Callable[[Asked], Sequence[Sequence[int]]]:
    return lambda asked: [list(numbers)] if spaces(asked) else [[]]


def up_to(activity: str, *more: int) -> Callable[[Asked], Sequence[Sequence[int]]]:
    """As many spaces as are on offer, within the printed limit and the cost."""

    def allowed(asked: Asked) -> Sequence[Sequence[int]]:
        state = state_of(asked)
        most = min(MOST.get(activity, 3), state.special_most or 9) - len(state.special_spaces)
        cost = {"suborn": 2, "ambush": 1}.get(activity, 0)
        if cost and not (state.op_free and (activity == "ambush" or not state.op)):
            most = min(most, state.resources[2 if activity == "ambush" else 3] // cost)
        if activity == "infiltrate" and not shaded(state, 46):
            most = min(most, 1 - len(state.special_spaces))
        if activity == "air-lift" and not state.special_spaces:
            return [[most]]
        return [[min(most, len(spaces(asked))), *more]]

    return allowed


def cubes(asked: Asked) -> Sequence[Sequence[int]]:
    """6, under Night Letters 4; less those placed."""
    most = 4 if shaded(state_of(asked), NIGHT_LETTERS) else 6
    if asked.decision.about["piece"] == "government-police":
        return [[asked.counts[-1]]] if asked.counts[-1] <= most else []
    return [[most]]


def hidden(asked: Asked) -> Sequence[Sequence[int]]:
    """No more than there are Underground Guerrillas."""
    pieces, at = state_of(asked).pieces, here(asked) * KINDS
    return [[], *([n] for n in range(2, sum(pieces[at + UNDERGROUND_OF[f]] for f in INSURGENTS) + 1))]


def assault(asked: Asked) -> Sequence[Sequence[int]]:
    if not spaces(asked):
        return [[]]
    if asked.decision.seat == "coalition":
        return [[1, 2] if shaded(state_of(asked), FIND_FIX_FINISH) else [1]]
    text = state_of(asked).op_text
    if text == "each-troop":
        return [[1]]
    return [[1, 2, 3] if text != "as-plains" and any(IS_MOUNTAIN[s] for s in spaces(asked)) else [1, 2]]


def losses(asked: Asked) -> Sequence[Sequence[int]]:
    return [[]] if asked.about("n") == 1 else [[asked.about("n")]]


def infiltrated(asked: Asked) -> Sequence[Sequence[int]]:
    """Two pieces go where there are two; of the only one no number is said."""
    at = here(asked) * KINDS
    enemies = [piece for name, piece in PIECE_BY_ID.items() if name.startswith(("government", "warlords"))]
    return [[1, 2]] if sum(state_of(asked).pieces[at + piece] for piece in enemies) > 1 else [[]]


def garrison(asked: Asked) -> Sequence[Sequence[int]]:
    """The pieces that are there now."""
    piece = PIECE_BY_ID[str(asked.decision.about["piece"])]
    return [[state_of(asked).pieces[here(asked) * KINDS + piece]]]


def shared(asked: Asked) -> Sequence[Sequence[int]]:
    """What is divided: no option is more."""
    n = asked.about("n")
    return [[n]] if max(asked.counts) <= n else []


def terror(asked: Asked) -> Sequence[Sequence[int]]:
    found = spaces(asked)
    if not found:
        return [[]]
    kabul = SPACE_BY_ID["kabul"]
    taliban, state = asked.decision.seat == "taliban", state_of(asked)
    if found == [kabul] and taliban and state.lasting >> (30 * 2) & 1:
        return [[2]]
    return [[]] if found == [kabul] and taliban and shaded(state, 30) else [[1]]


def extort(asked: Asked) -> Sequence[Sequence[int]]:
    return [[1, 1], [1], [1, 2], [2]]


def limited(asked: Asked) -> Sequence[Sequence[int]]:
    wide = asked.decision.seat == "taliban" and state_of(asked).islamabad == 4
    return [[1] if "Limited" in asked.english and not wide else []]


NUMBERS: Final[Mapping[str, Callable[[Asked], Sequence[Sequence[int]]]]] = {
    "turn-limited": limited,
    "train-count": cubes,
    "train-base-troops": any_of(3),
    "patrol-assault": where_there_are_spaces(1),
    "activate": hidden,
    "activate-taliban": shared,
    "assault-space": assault,
    "assault-joined": lambda asked: [[asked.about("n")]],
    "remove-enemy": losses,
    "surge-space": up_to("surge"),
    "surge-garrison": garrison,
    "surge-split": shared,
    "air-lift-space": up_to("air-lift"),
    "air-lift-garrison": garrison,
    "air-strike-space": up_to("air-strike"),
    "govern-space": up_to("govern"),
    "govern-how": lambda asked: [[population(state_of(asked), here(asked))]],
    "transport-to": lambda asked: [[asked.about("n")]],
    "eradicate-space": up_to("eradicate", 1, 3),
    "extort-space": extort,
    "infiltrate-space": up_to("infiltrate"),
    "infiltrate-how": infiltrated,
    "ambush-space": up_to("ambush"),
    "rally-base-active": any_of(2),
    "terror-space": terror,
    "cultivate-space": any_of(1),
    "traffic-space": lambda asked: [[1, 2] if state_of(asked).lasting >> (58 * 2) & 1 else [1]],
    "suborn-space": up_to("suborn"),
    "suborn-troops": shared,
    "reveal-agenda": any_of(1),
    "desertion": shared,
    "deploy-space": lambda asked: [[asked.about("n")]],
    "deploy-count": lambda asked: [[asked.about("n")]],
    "repair-loc": lambda asked: [[], [2]],
    "ied-space": any_of(1),
    "slip-away": any_of(2),
    "village-police": any_of(1),
    "turncoat": any_of(1),
    "air-strike-again": any_of(1),
    "strike-anger": any_of(1),
    "manpads": any_of(2),
    "event-split": shared,
}


def lists(asked: Asked) -> list[str]:
    """What a prompt names is on offer, and what is on offer it names."""
    ask, said, options = asked.decision.ask, asked.english, asked.decision.values
    words = {value for value in options if isinstance(value, str)}
    named: dict[str, bool] = {}
    if ask in ("turn", "turn-limited"):
        named["Operation ("] = bool(words & set(OPERATIONS))
        named["Limited"] = ask == "turn-limited" and named["Operation ("]
        named["Hidden Asset"] = "hidden-asset" in words
        named["the Event"] = any(word.startswith("event-") for word in words)
    elif ask == "pause":
        verbs = {key.split()[0] for key in asked.table.asides(asked.decision.seat).keys()}  # noqa: SIM118
        if asked.table.decision is asked.decision:
            named = {"give": bool(verbs & {"give", "patronage"}), "remove": "remove" in verbs}
    elif ask == "air-strike-space":
        named["Pakistan"] = any(IS_PAKISTAN[space] for space in spaces(asked))
    elif ask in AT_ONCE and ask.endswith("-space"):
        named["where"] = bool(spaces(asked))
    return [f"{word!r} on offer: {there}" for word, there in named.items() if (word in said) != there]


def paid(asked: Asked, index: int, events: Sequence[Event]) -> tuple[int, int] | None:
    """The price that prompt and option state, and what was paid for it at once."""
    rule = AT_ONCE.get(asked.decision.ask)
    value = asked.decision.values[index]
    chosen = isinstance(value, int) or value in ("joined", "more")
    if rule is None or not chosen or (asked.decision.ask in ("sweep-along",) and value == 0):
        return None
    if asked.decision.seat == "coalition" and asked.decision.ask in ("train-space", "sweep-space"):
        return None  # only what comes with the space costs something
    text = asked.words["en"].option(asked.decision.options[index])
    found = PRICE.search(asked.english)
    stated = int(found[1]) if found and "free" not in text and "more Troops" not in text else 0
    if own := OWN_PRICE.search(text):
        stated = int(own[1])
    cost = 0
    for event in events:
        if event.kind == "resources" and event.rule == rule and int(event.params["change"]) < 0:
            cost = -int(event.params["change"])
            break
        if event.kind not in ("resumed", "selected", "activity-space", "civic-action", "sharia"):
            break
    return stated, cost


def setup(index: int) -> Mapping[str, object]:
    scenario, players, options = configuration(index)
    return {"scenario": scenario, "players": players, "options": options}


CLAIMS = Claims(NUMBERS, lists, paid, PRICE, setup)
