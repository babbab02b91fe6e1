"""What the prompts of A Distant Plain may claim (tests/claims.py): printed numbers, and what is on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from khyber.engine.decision import Option
from khyber.engine.game import Event
from khyber.games.distant_plain.board import (
    GOVERNMENT,
    INSURGENTS,
    IS_LOC,
    IS_MOUNTAIN,
    IS_PAKISTAN,
    KINDS,
    PAKISTAN,
    PIECE_BY_ID,
    SPACE_BY_ID,
    TALIBAN,
    UNDERGROUND_OF,
    W_BASE,
    WARLORDS,
)
from khyber.games.distant_plain.rules.forces import available, can_hide, guerrillas
from khyber.games.distant_plain.rules.lasting import (
    FIND_FIX_FINISH,
    NIGHT_LETTERS,
    PARTNERING_POLICY,
    URBAN_SPECIALISTS,
    US_TALIBAN_TALKS,
    shaded,
    unshaded,
)
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.operations.conditions import march_cost
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS
from khyber.games.distant_plain.state import State
from tests.claims import Asked, Claims, Stated, numbers
from tests.distant_plain.fuzzing import claimed

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


#: Of those, the ones where only what comes with the space costs something.
NOT_AT_ONCE: Final = {("coalition", "train-space"), ("coalition", "sweep-space")}


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
    """No more than there are pieces of the kinds on offer, or behind them; the last needs no number."""
    pieces, at = state_of(asked).pieces, here(asked) * KINDS
    there = sum(pieces[at : at + KINDS])
    return [[], *([n] for n in range(2, min(asked.about("n"), there) + 1))]


def slipping(asked: Asked) -> Sequence[Sequence[int]]:
    """2, if any space on offer has so many Active Guerrillas."""
    return [[min(2, max(can_hide(state_of(asked), TALIBAN, space) for space in spaces(asked)))]]


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
    """4.4.1: 1 for each space; 2 for each Warlord Base, else the Econ of an open LoC; 1 Guerrilla if neither."""
    state = state_of(asked)
    poppies = [space for space in spaces(asked) if state.pieces[space * KINDS + W_BASE]]
    roads = [space for space in spaces(asked) if IS_LOC[space] and not state.terror[space] and space not in poppies]
    return [[1, 2] if poppies else [1] if roads else [1, 1]]


def repairs(asked: Asked) -> Sequence[Sequence[int]]:
    """As many LoCs as are on offer, within the limit; of a single one no number is said."""
    most = min(asked.about("limit"), len(spaces(asked)))
    return [[most] if most > 1 else []]


def tolls(asked: Asked) -> Sequence[Sequence[int]]:
    """3.2.3, 4.3.2: 1 where a way on offer costs the Government a toll."""
    charged = str(asked.decision.about["tolls"]).split()
    ways = [option.message.params for option in asked.decision.options]
    return [[1] if any(str(way.get("via", way.get("space"))) in charged for way in ways) else []]


def march(asked: Asked) -> Sequence[Sequence[int]]:
    """3.3.2: 1 for each space, unless the March or every space on offer is free."""
    state, faction = state_of(asked), TALIBAN if asked.decision.seat == "taliban" else WARLORDS
    return [[1] if any(march_cost(state, faction, here(asked), space) for space in spaces(asked)) else []]


def joined(asked: Asked) -> Sequence[Sequence[int]]:
    """3.2.1, 3.2.3: 3 of the Government's, if it has them and its cubes may join, unless the Operation is free."""
    state, sweep = state_of(asked), asked.decision.ask == "sweep-space"
    joins = not state.op_free and state.resources[GOVERNMENT] >= 3
    joins = joins and not (sweep and shaded(state, PARTNERING_POLICY))
    new = set(spaces(asked)) - set(state.op_spaces if sweep else ())
    return [[3] if joins and new else []]


PRICES: Final[Mapping[str, Callable[[Asked], Sequence[Sequence[int]]]]] = {
    "march-to": march,
    "train-space": joined,
    "sweep-space": joined,
    "sweep-from": tolls,
    "transport-to": tolls,
}


def at_once(asked: Asked) -> bool:
    """Whether `paid` compares the price: not what the Coalition pays only for what comes with the space."""
    return asked.decision.ask in AT_ONCE and (asked.decision.seat, asked.decision.ask) not in NOT_AT_ONCE


def limited(asked: Asked) -> Sequence[Sequence[int]]:
    wide = asked.decision.seat == "taliban" and state_of(asked).islamabad == 4
    return [[1] if "Limited" in asked.english and not wide else []]


def track(asked: Asked) -> Sequence[Sequence[int]]:
    """1.8: where the track is now: Aid, Patronage, or a Faction's Resources."""
    state = state_of(asked)
    now = {"aid": [state.aid], "patronage": [state.patronage]}
    return [[n] for n in now.get(str(asked.decision.about["track"]), state.resources)]


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
    "repair-loc": repairs,
    "ied-space": any_of(1),
    "slip-away": slipping,
    "village-police": any_of(1),
    "turncoat": any_of(1),
    "air-strike-again": any_of(1),
    "strike-anger": any_of(1),
    "manpads": any_of(2),
    "event-split": shared,
    "own-removed": lambda asked: [[asked.about("n"), asked.about("of")]],
    "hand-total": track,
    "hand-islamabad": any_of(1),
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
    unpaid = (asked.decision.seat, asked.decision.ask) in NOT_AT_ONCE
    if rule is None or not chosen or unpaid or (asked.decision.ask in ("sweep-along",) and value == 0):
        return None
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


# -- the texts of options ---------------------------------------------------------------------------


def always(*numbers: int) -> Stated:
    return lambda asked, option: numbers


def space_of(option: Option) -> int:
    return SPACE_BY_ID[str(option.message.params["space"])]


def joining(asked: Asked, option: Option) -> Sequence[int]:
    """3.2.3, 3.2.4: the Government pays for each space, for the Coalition only where its cubes join."""
    state = state_of(asked)
    if asked.decision.seat == "government":
        return (3,)
    return (3,) if state.resources[GOVERNMENT] >= 3 and not shaded(state, PARTNERING_POLICY) else ()


def patrol(asked: Asked, option: Option) -> Sequence[int]:
    """3.2.2: 3 for the Government; then 1 Assault, unless US-Taliban Talks forbids it to the Coalition."""
    state, government = state_of(asked), asked.decision.seat == "government"
    fights = government or not shaded(state, US_TALIBAN_TALKS) or "assault" in state.op_granted
    return [1] * fights + [3] * (government and asked.decision.ask != "free-operation")


def passing(asked: Asked, option: Option) -> Sequence[int]:
    """2.3.3, 1.8: +3 or +1, up to 75."""
    insurgent = asked.decision.seat in ("taliban", "warlords")
    payer = {"taliban": 2, "warlords": 3}.get(asked.decision.seat, int(GOVERNMENT))
    gain = min(1 if insurgent else 3, 75 - state_of(asked).resources[payer])
    return (gain,) if gain else ()


def returned(asked: Asked, option: Option) -> Sequence[int]:
    """3.2.1: 3 Patronage, or as much as there is and the Government can hold."""
    state = state_of(asked)
    return (min(3, state.patronage, 75 - state.resources[GOVERNMENT]),)


def found_by_drones(asked: Asked, option: Option) -> Sequence[int]:
    pieces, at = state_of(asked).pieces, space_of(option) * KINDS
    return (min(3, sum(pieces[at + UNDERGROUND_OF[faction]] for faction in INSURGENTS)),)


def diverted(asked: Asked, option: Option) -> Sequence[int]:
    """4.3.1: Aid by Population, as far as there is any and Patronage has room."""
    state = state_of(asked)
    return (min(population(state, here(asked)), state.aid, 40 - state.patronage),)


def suborned(asked: Asked, option: Option) -> Sequence[int]:
    pieces, at = state_of(asked).pieces, here(asked) * KINDS
    cubes = pieces[at + PIECE_BY_ID["government-troops"]] + pieces[at + PIECE_BY_ID["government-police"]]
    return (min(3, cubes),)


def exposed_in_kabul(asked: Asked, option: Option) -> Sequence[int]:
    """Urban Specialists: 2 Guerrillas there, which is said where others show 1."""
    kabul = space_of(option) == SPACE_BY_ID["kabul"] and asked.decision.seat == "taliban"
    alone = spaces(asked) == [SPACE_BY_ID["kabul"]]
    return (2,) if kabul and not alone and unshaded(state_of(asked), URBAN_SPECIALISTS) else ()


def toll(asked: Asked, option: Option) -> Sequence[int]:
    """3.2.3, 4.3.2: 1 to the Warlords where there are Guerrillas, once for each way and as far as there is money."""
    params = option.message.params
    via = SPACE_BY_ID[str(params.get("via", params.get("space")))]
    there = any(guerrillas(state_of(asked), faction, via) for faction in INSURGENTS)
    return (1,) if there and "Resource" in asked.words["en"].option(option) else ()


def recruits(asked: Asked, option: Option) -> Sequence[int]:
    return (min(3, available(state_of(asked), UNDERGROUND_OF[TALIBAN])),)


def victims(asked: Asked, option: Option) -> Sequence[int]:
    state = state_of(asked)
    return (min(3, max(guerrillas(state, TALIBAN, space) for space in PAKISTAN)),)


#: Options that have one 1.
ONE: Final = (
    "rally march attack terror sharia-in reinforce-in bomb-in remove-enemy.piece govern-how.returnees "
    "infiltrate-how.replace air-strike-how.predators air-strike-how.strike hand-edit.returnees remove-own"
)

OPTIONS: Final[Mapping[str, Stated]] = {
    **dict.fromkeys(ONE.split(), always(1)),
    "hand-edit.terror": always(),
    "train": always(3),
    "patrol": patrol,
    "sweep": joining,
    "assault": joining,
    **{f"free-operation.{op}": always() for op in OPERATIONS},
    "free-operation.patrol": patrol,
    "event-unshaded": lambda *_: None,
    "event-shaded": lambda *_: None,
    "own-event.printed": lambda *_: None,
    "pass": passing,
    "air-lift": lambda asked, _: (min(3, state_of(asked).special_most or 3),),
    "civic-action-in": always(3),
    "base-in": always(3),
    "patronage-in": returned,
    "isr-in": found_by_drones,
    "govern-how.patronage": diverted,
    "suborn-how.cubes": suborned,
    "rally-how.base": always(2),
    "terror-space.space": exposed_in_kabul,
    "sweep-from.by-way-of": toll,
    "transport-to.space": toll,
    "manpads.cancel": always(2),
    "place-guerrillas": recruits,
    "remove-guerrillas": victims,
}


# -- what follows an option -------------------------------------------------------------------------


def change(events: Sequence[Event], kind: str, rule: str) -> int:
    """How much a track changes by this rule, before the next card."""
    ours = [event for event in events if event.kind in ("passed", kind)][:2]
    return sum(int(event.params["change"]) for event in ours if (event.kind, event.rule) == (kind, rule))


def greatest(asked: Asked, *asks: str) -> int | None:
    """The greatest number of the question that follows; None if another follows, or none."""
    following = asked.table.decision
    if following is None or following.ask not in asks:
        return None
    return max(value for value in following.values if isinstance(value, int))


def followed(asked: Asked, index: int, events: Sequence[Event]) -> list[str]:
    """Compare the number that the chosen option, or its prompt, stated with what then happened or is asked."""
    option = asked.decision.options[index]
    word = option.message.key.removeprefix("option.")
    stated = numbers(asked, "en", option)
    found: int | None = None
    most = False
    if word == "pass":
        found = change(events, "resources", "2.3.3")
    elif word == "patronage-in":
        found = -change(events, "patronage", "3.2.1")
    elif word == "patronage" and asked.decision.ask == "govern-how":
        found = change(events, "patronage", "4.3.1")
    elif word == "isr-in":
        found, most = greatest(asked, "isr-count"), True
    elif word == "air-lift":
        following = asked.table.decision
        if following is not None and following.ask == "air-lift-space":
            found = int(str(following.about["limit"])) + int(str(following.about["chosen"]))
    elif word in ("place-guerrillas", "remove-guerrillas"):
        found, most = greatest(asked, "event-place", "event-remove"), True
    elif asked.decision.ask == "slip-away":
        stated, found, most = numbers(asked, "en"), greatest(asked, "slip-away-count"), True
    if found is None or [found] == (stated or [0]) or (most and stated and found <= stated[0]):
        return []
    return [f"states {stated}, and {found} followed"]


CLAIMS = Claims(NUMBERS, lists, paid, PRICE, claimed, OPTIONS, followed, PRICES, at_once)
