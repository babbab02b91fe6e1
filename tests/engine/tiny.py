"""Caravan: a tiny game with secrets, by which the engine is tested. Two traders, a bag of cards, a few coins.

Each round both traders secretly offer a card and the dearer one earns a coin (rule 2), then each takes a turn: rest,
trade a coin for a card drawn from the bag, or raid the other, who may hold a guard (rule 3). Most coins win (rule 4).
At a decision a trader may give the other a coin, once and not back (rule 5).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from khyber.engine.bounds import ENGINE, Bounds, Flag, Number, Row, Texts, Word, check_bounds
from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import BadPosition, BadSetup
from khyber.engine.game import Game, Outcome, Setup, View
from khyber.engine.optional import Asides, Secrets
from khyber.engine.play import Asking, Play, RawEvent, Rules
from khyber.engine.state import StepState

SEATS = ("north", "south")
CARDS = ("tea", "silk", "gem", "guard")
WORTH = {"tea": 1, "silk": 2, "gem": 3, "guard": 0}
BAG = ("tea",) * 4 + ("silk",) * 3 + ("gem",) * 2 + ("guard",) * 3
ROUNDS = {"short": 2, "long": 4}
STEPS = ("deal", "bid", "turn north", "turn south", "")
#: Stands in an event for a card that its reader may not know.
UNSEEN = "unseen"


class State(StepState):
    """The whole position; `offers` and `die` are for those who look in mid-step."""

    __slots__ = ("bag", "coins", "die", "discard", "gift", "north", "offers", "rounds", "south")

    bag: list[str]
    north: list[str]
    south: list[str]
    discard: list[str]
    coins: bytearray
    rounds: int
    #: The card each trader offers, "" while there is none.
    offers: tuple[str, ...]
    die: int
    #: A coin has changed hands while this decision is pending (5).
    gift: bool

    def hand(self, seat: str) -> list[str]:
        return self.north if seat == "north" else self.south


#: What each field may hold at a checkpoint, where nobody has offered anything and no die lies on the table.
BOUNDS: Bounds = ENGINE | {
    "step": Word(STEPS),
    "bag": Texts(len(BAG)),
    "north": Texts(len(BAG)),
    "south": Texts(len(BAG)),
    "discard": Texts(len(BAG)),
    "coins": Row(99, 2, 2),
    "rounds": Number(0, 99),
    "offers": Texts(2),
    "die": Number(0, 0),
    "gift": Flag(),
}


TinyPlay = Play[State]


class Words:
    """Values that are words already."""

    def key(self, value: Value) -> str:
        return str(value)

    def message(self, value: Value) -> Message:
        return Message(f"option.{value}", {})


WORDS = Words()


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def pay(play: TinyPlay, rule: str, seat: str, coins: int) -> None:
    """The seat's coins rise or fall."""
    play.state.coins[SEATS.index(seat)] += coins
    play.emit("coins", rule, seat, coins)


def draw(play: TinyPlay, rule: str, seat: str) -> None:
    """A hand goes into the bag; only its owner sees the card."""
    card = play.state.bag.pop(play.roll("draw", len(play.state.bag), seen_by=seat) - 1)
    play.state.hand(seat).append(card)
    play.emit("drew", rule, seat, card)


def deal(play: TinyPlay) -> None:
    """1: mix the bag; each trader draws three cards."""
    play.state.bag = play.shuffle("bag", play.state.bag)
    for seat in SEATS * 3:
        draw(play, "1", seat)


def bid(play: TinyPlay) -> Rules:
    """2: both offer a card in secret; the dearer one earns a coin, both are gone."""
    state = play.state
    for seat in SEATS:
        if state.hand(seat):
            yield from offer(play, seat)
    play.reveal("offers")
    play.emit("revealed", "2", *(card or "nothing" for card in state.offers))
    worth = [WORTH.get(card, -1) for card in state.offers]
    state.discard += [card for card in state.offers if card]
    state.offers = ("", "")
    if worth[0] != worth[1]:
        pay(play, "2", SEATS[worth[1] > worth[0]], 1)


def offer(play: TinyPlay, seat: str) -> Rules:
    """2.1: asked even with one kind of card in hand: that a trader was not asked would tell the other."""
    state, hand = play.state, play.state.hand(seat)
    card = yield from play.ask(seat, "offer", "2.1", WORDS, lambda: sorted(set(hand)), window=True, secret=True)
    hand.remove(card)
    state.offers = (card, "") if seat == "north" else (state.offers[0], card)
    play.emit("offered", "2.1", seat, card)


def actions(state: State, seat: str) -> list[str]:
    coin = state.coins[SEATS.index(seat)] > 0
    return ["rest", *(["trade"] if coin and state.bag else []), *(["raid"] if coin else [])]


def turn(play: TinyPlay, seat: str) -> Rules:
    """3: rest, trade or raid."""
    state = play.state
    action = yield from play.ask(seat, "action", "3", WORDS, lambda: actions(state, seat))
    if action == "trade":
        yield from trade(play, seat)
    elif action == "raid":
        yield from raid(play, seat)


def trade(play: TinyPlay, seat: str) -> Rules:
    """3.1: pay a coin, to the bank or to the other trader, and draw a card."""
    coins, mine = play.state.coins, SEATS.index(seat)
    to = yield from play.ask(seat, "pay", "3.1", WORDS, lambda: ["bank", "other"] if coins[mine] else [])
    pay(play, "3.1", seat, -1)
    if to == "other":
        pay(play, "3.1", other(seat), 1)
    draw(play, "3.1", seat)


def may_hold_guard(state: State, seat: str) -> bool:
    """As far as the others know."""
    return bool(state.hand(seat)) and state.discard.count("guard") < BAG.count("guard")


def raid(play: TinyPlay, seat: str) -> Rules:
    """3.2: unless a guard stands in the way, roll a die: high, take a coin if you like; low, flee or pay one."""
    state, victim = play.state, other(seat)
    if may_hold_guard(state, victim) and (yield from guarded(play, victim)):
        return
    state.die = play.roll("raid")
    play.emit("rolled", "3.2", seat, state.die)
    low = ["flee", *(["bribe"] if state.coins[SEATS.index(seat)] else [])]
    result = yield from play.ask(
        seat,
        "result",
        "3.2",
        WORDS,
        lambda: ["loot", "spare"] if state.die > 3 else low,
        {"die": state.die},
        boundary=False,
    )
    state.die = 0
    if result == "loot":
        if state.coins[SEATS.index(victim)]:
            pay(play, "3.2", victim, -1)
        pay(play, "3.2", seat, 1)
    elif result == "bribe":
        pay(play, "3.2", seat, -1)
        pay(play, "3.2", victim, 1)


def guarded(play: TinyPlay, victim: str) -> Asking[bool]:
    """3.3: a guard may be played against a raid; whoever might hold one is asked."""
    hand = play.state.hand(victim)
    answer = yield from play.ask(
        victim, "guard", "3.3", WORDS, lambda: ["no", "guard"] if "guard" in hand else ["no"], cover=True
    )
    if answer == "guard":
        hand.remove("guard")
        play.state.discard.append("guard")
        play.emit("guarded", "3.3", victim)
    return answer == "guard"


def one_gift_a_decision(play: TinyPlay, rules: Rules) -> Rules:
    """5: with every answer a gift is possible again."""
    try:
        decision = next(rules)
        while True:
            value = yield decision
            play.state.gift = False
            decision = rules.send(value)
    except StopIteration:
        return


class Tiny(Game[State], Asides[State], Secrets[State]):
    """The game as the engine knows it."""

    id: ClassVar[str] = "tiny"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[str, ...]] = SEATS
    scenarios: ClassVar[tuple[str, ...]] = tuple(ROUNDS)
    options: ClassVar[tuple[str, ...]] = ("rich",)
    player_counts: ClassVar[tuple[int, ...]] = (2,)
    events: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "coins": ("seat", "coins"),
        "drew": ("seat", "card"),
        "offered": ("seat", "card"),
        "revealed": ("north", "south"),
        "rolled": ("seat", "die"),
        "guarded": ("seat",),
        "gave": ("seat",),
    }
    state_type = State
    covers: ClassVar[bool] = True

    def digest(self) -> str:
        return "printed"

    def start(self, setup: Setup) -> State:
        if setup.scenario not in ROUNDS:
            raise BadSetup(f"there is no scenario {setup.scenario!r}: they are {', '.join(ROUNDS)}")
        for option in setup.options:
            if option not in self.options:
                raise BadSetup(f"there is no option {option!r}: they are {', '.join(self.options)}")
        state = State()
        state.step, state.draws, state.rounds = "deal", 0, ROUNDS[setup.scenario]
        state.bag, state.north, state.south, state.discard = list(BAG), [], [], []
        state.coins = bytearray((3, 3) if "rich" in setup.options else (1, 1))
        state.offers, state.die, state.gift = ("", ""), 0, False
        return state

    def play(self, state: State) -> TinyPlay:
        return Play(state)

    def step(self, play: TinyPlay) -> Rules:
        state = play.state
        if state.step == "deal":
            deal(play)
        elif state.step == "bid":
            yield from bid(play)
        else:
            yield from one_gift_a_decision(play, turn(play, state.step.split()[1]))
        if state.step == "turn south":
            state.rounds -= 1
        following = STEPS[STEPS.index(state.step) + 1]
        state.step = following or ("bid" if state.rounds else "")

    def outcome(self, state: State) -> Outcome | None:
        if state.step:
            return None
        coins = dict(zip(SEATS, state.coins, strict=True))
        ranking = tuple(sorted(SEATS, key=lambda seat: -coins[seat]))
        return Outcome(ranking[0], ranking, {seat: coins[seat] - coins[other(seat)] for seat in SEATS}, "rounds")

    def view(self, state: State, seats: Sequence[str]) -> View:
        return {
            "step": state.step,
            "rounds": state.rounds,
            "coins": list(state.coins),
            "bag": len(state.bag),
            "discard": list(state.discard),
            "die": state.die,
            "gift": state.gift,
            "hands": {seat: list(state.hand(seat)) if seat in seats else len(state.hand(seat)) for seat in SEATS},
            "offers": {
                seat: card if seat in seats or not card else UNSEEN
                for seat, card in zip(SEATS, state.offers, strict=True)
            },
        }

    def imagine(self, state: State, seats: Sequence[str], source: random.Random) -> State:
        world = state.copy()
        unknown = [world.hand(seat) for seat in SEATS if seat not in seats] + [world.bag]
        pool = [card for cards in unknown for card in cards]
        source.shuffle(pool)
        for cards in unknown:
            cards[:] = [pool.pop() for _ in cards]
        return world

    def check(self, state: State) -> None:
        check_bounds(state, BOUNDS)
        if sorted(state.bag + state.north + state.south + state.discard) != sorted(BAG):
            raise BadPosition("the cards in bag, hands and discard are not the game's twelve")
        if state.step not in STEPS:
            raise BadPosition(f"there is no step {state.step!r}: they are {', '.join(STEPS[:-1])}")
        if (state.rounds > 0) != bool(state.step):
            raise BadPosition(f"with {state.rounds} rounds to go the step cannot be {state.step!r}")

    def write_position(self, state: State) -> str:
        cards = "".join(
            f"{name} = {getattr(state, name)!r}\n".replace("'", '"') for name in ("bag", "north", "south", "discard")
        )
        return (
            f'step = "{state.step}"\ndraws = {state.draws}\nrounds = {state.rounds}\n{cards}'
            f"coins = {list(state.coins)}\n"
        )

    def read_position(self, document: Mapping[str, object]) -> State:
        state = self.start(Setup("short"))
        kinds: dict[str, type] = {
            "step": str,
            "draws": int,
            "rounds": int,
            "bag": list,
            "north": list,
            "south": list,
            "discard": list,
            "coins": list,
        }
        for name, kind in kinds.items():
            value = document.get(name)
            if type(value) is not kind:
                raise BadPosition(f"the position's {name!r} should be {kind.__name__}, not {value!r}")
            if name != "coins":
                setattr(state, name, value)
        coins = cast(list[object], document["coins"])
        if len(coins) != 2 or not all(isinstance(n, int) and 0 <= n < 100 for n in coins):
            raise BadPosition(f"the position's 'coins' should be two numbers below 100, not {coins!r}")
        state.coins = bytearray(cast(list[int], coins))
        for name in ("bag", "north", "south", "discard"):
            if wrong := [card for card in getattr(state, name) if card not in CARDS]:
                raise BadPosition(f"the position's {name!r} holds {wrong[0]!r}, which is no card")
        self.check(state)
        return state

    def asides(self, play: TinyPlay, seat: str) -> Decision | None:
        """5: at a decision a trader may give the other a coin, once and not back."""
        state = play.state
        if state.step == "bid" or state.gift or seat not in SEATS or not state.coins[SEATS.index(seat)]:
            return None
        return Decision(seat, "aside", "5", WORDS, lambda: ["give"], {})

    def take_aside(self, play: TinyPlay, seat: str, value: Value) -> None:
        play.state.gift = True
        pay(play, "5", seat, -1)
        pay(play, "5", other(seat), 1)
        play.emit("gave", "5", seat)

    def see(self, event: RawEvent, seats: Sequence[str]) -> RawEvent | None:
        if event[0] in ("drew", "offered") and event[2] not in seats:
            return (*event[:3], UNSEEN)
        return event


TINY = Tiny()
