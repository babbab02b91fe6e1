"""The reference player uses batches where they do what it would do unit by unit: the same game in fewer choices."""

from __future__ import annotations

from collections import Counter

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.agents.explain import hint
from khyber.engine.decision import Decision, Option, Value
from khyber.engine.table import Table
from khyber.games.enduring_freedom.bots.planning import Move, Plan
from khyber.games.enduring_freedom.bots.standard import Standard
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.bot_choices import BOT, Choices
from tests.enduring_freedom.tables import SEAT, asked, new, shown, table, unit, where, z, zone
from tests.enduring_freedom.test_batches import is_batch

#: The most choices of a turn, on average and of a single one; unit by unit there were 105 on average.
CHOICES = 57
CHOICES_OF_ONE = 102
GAMES = 6


def without_batches(decision: Decision) -> Decision:
    """The same question with its single choices only."""
    kept = [value for value in decision.values if not is_batch(decision.notation.key(value))]
    return decision.again(lambda: kept or decision.values)


class Player:
    """The reference player, with or without the batches; it counts its choices."""

    def __init__(self, *, batches: bool) -> None:
        self.batches = batches
        self.step, self.choices = -1, 0
        self.of_turn = Counter[int]()
        self.player = Standard()

    def __call__(self, seen: Seen[State]) -> Option:
        decision = seen.decision
        if self.step != len(seen.table.steps):
            self.step, self.player = len(seen.table.steps), Standard()
        value: Value = self.player.answer(seen.play(), decision if self.batches else without_batches(decision))
        self.choices += 1
        self.of_turn[seen.table.state.turn] += 1
        return decision.options[list(decision.values).index(value)]


def ended(seed: int, agent: Agent[State]) -> Table[State]:
    playing = new(seed)
    advance(playing, {SEAT: agent})
    return playing


def test_with_batches_it_plays_the_same_campaigns_in_fewer_choices() -> None:
    choices = turns = 0
    for seed in range(GAMES):
        single, batched = Player(batches=False), Player(batches=True)
        one, other = ended(seed, single), ended(seed, batched)
        assert [shown(one, name) for name in ("points", "turn", "zones")] == [
            shown(other, name) for name in ("points", "turn", "zones")
        ], seed
        kinds = [
            Counter(event.kind for event in playing.all_events() if event.kind != "sof-mobilized")
            for playing in (one, other)
        ]
        assert kinds[0] == kinds[1]
        assert batched.choices < 0.8 * single.choices
        assert max(batched.of_turn.values()) <= CHOICES_OF_ONE
        choices += batched.choices
        turns += other.state.turn
    assert choices <= CHOICES * turns


def test_whoever_follows_its_hints_plays_its_game() -> None:
    """Asked anew at every choice, as a person asks, it goes on with what it has begun."""
    bots, person = new(3), new(3)
    player = Bot[State](BOT)
    used = Counter[str]()
    for _ in range(110):
        assert bots.decision is not None and person.decision is not None
        key = player(Seen(bots, bots.decision)).key
        hinted = hint(person, BOT).option
        assert hinted is not None and hinted.key == key
        used[key.split()[0]] += is_batch(key)
        bots.choose(key)
        person.choose(key)
    assert person.state == bots.state
    assert {"sof-all", "strike-all"} <= {key for key, n in used.items() if n}


def test_all_aircraft_with_targets_are_tasked_and_sent_at_once() -> None:
    playing = table(
        {"kabul": z(shown="tb-inf1 tb-inf2 tb-arm")},
        step="staging",
        turn=2,
        points=60,
        staging={"persian-gulf": z(air="us-b52 us-b1")},
    )
    made = Choices(playing, "staging", "ground", "air")
    assert made.of("staging") == ["strike-all"]
    assert made.of("air") == ["strike-all"]


def test_two_units_alike_take_each_others_part() -> None:
    """Both are to go, to different places: whichever is offered first, both move."""
    playing = table({"shebergan": z(tried="na-haz na-haz.2")}, step="ground", turn=2, points=60)
    player, goals = Standard(), (zone("balkh"), zone("turkestan"))
    # the second is planned first, and the first of its kind is offered for it
    player._plan = Plan([Move(unit("na-haz.2"), goals[0], False), Move(unit("na-haz"), goals[1], False)])
    while playing.state.step == "ground" and asked(playing).ask.startswith("ground"):
        decision = asked(playing)
        value = player.answer(Seen(playing, decision).play(), decision)
        playing.choose(list(decision.values).index(value))
    assert {where(playing.state, name) for name in ("na-haz", "na-haz.2")} == {"balkh", "turkestan"}
