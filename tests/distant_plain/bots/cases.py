"""Positions for tests of Non-players, and ways to let one play there.

Unless a case says otherwise: every Faction is a Non-player, pieces not named are Available, every space is Neutral,
Resources are 20 for everybody, Aid is 10, Patronage 5, Islamabad at Tolerance, three Propaganda cards are unplayed, the
next card is an ordinary Event, and the Event is not open to the bot (the 1st Eligible executed an Operation only).
Spaces are written as in tests/distant_plain/positions.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from khyber.agents.agent import Seen
from khyber.agents.bot import chosen
from khyber.engine.decision import Value
from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID, SCENARIOS, SEATS
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Printing
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import choose, choose_until
from tests.distant_plain.positions import NOWHERE, at

#: An ordinary Event card for now (25 Koran Burning) and one to come (14 Economic Project): neither lasts.
CARD_NOW = 25
CARD_NEXT = 14
MAX_ANSWERS = 500


class Given(Dice):
    """Dice that show what a test says, in the order in which procedures ask; lots and spaces stay random."""

    def __init__(self, rolls: Sequence[int], seed: int = 0) -> None:
        super().__init__(lambda: random.Random(seed))
        self.rolls = list(rolls)
        self.asked: list[str] = []

    def roll(self, name: str) -> int:
        self.asked.append(name)
        return self.rolls.pop(0) if self.rolls else super().roll(name)


def case(
    seat: str,
    spaces: Mapping[str, str] | str = NOWHERE,
    *,
    players: Sequence[str] = (),
    unplayed: int = 3,
    event_open: bool = False,
    government: int = 20,
    taliban: int = 20,
    warlords: int = 20,
    aid: int = 10,
    patronage: int = 5,
    card: int = CARD_NOW,
    next_card: int = CARD_NEXT,
    step: str = "turn",
    **more: object,
) -> Table[State]:
    """The position of a case, with `seat` to decide. `players` are the Factions that are players'."""
    scenario = next(name for name in ("short", "main", "extended") if SCENARIOS[name].piles >= unplayed)
    piles = SCENARIOS[scenario].piles
    given: dict[str, object] = {
        "government": government,
        "taliban": taliban,
        "warlords": warlords,
        "aid": aid,
        "patronage": patronage,
        "scenario": scenario,
        "propaganda_played": piles - unplayed,
        "step": step,
        "non_players": [name for name in SEATS if name not in players],
        "spaces": spaces,
    }
    if step == "turn":
        others = [name for name in SEATS if name != seat]
        given |= {
            "played": [card],
            "deck": [next_card, 69, 60],
            "eligible": list(SEATS),
            "acted": [] if event_open else others[:1],
            "first_did": "none" if event_open else "operation",
            "to_come": others if event_open else others[1:],
        }
    return at(seat, **{**given, **more})  # type: ignore[arg-type]


def player_turn(
    seat: str, spaces: Mapping[str, str], lasting: str, *, make: Callable[..., Table[State]] = case, **more: object
) -> Table[State]:
    """A player's turn among Non-players while a lasting text is in force."""
    return make(seat, spaces, lasting=[lasting], players=[seat], event_open=True, **more)


def bombs_on_two_roads(turn: Callable[..., Table[State]] = player_turn) -> Table[State]:
    """A Sweep past Roadside IEDs: the Coalition moves alone by one LoC, with Government Troops by the other."""
    spaces = {"kabul": "C 2t, G 1t", "kabul-aibak": "T 1u", "kandahar-kabul": "T 1u"}
    table = turn("coalition", spaces, "23-shaded")
    choose(table, "sweep", "balkh", "kabul > kabul-aibak", "1", "0", "done", "zabol", "kabul > kandahar-kabul", "1")
    choose_until(table, "taliban ied-loc", "1", "done")
    return table


def respond(
    table: Table[State], seat: str, *, rolls: Sequence[int] = (), seed: int = 0, printing: Printing = THIRD
) -> list[str]:
    """Let a Non-player answer what it is asked in another's turn; return what it rolled dice for."""
    given = Given(rolls, seed)
    head = NonPlayer(printing, FACTION_BY_ID[seat], given)
    while table.decision is not None and table.decision.seat == seat and table.decision.ask != "turn":
        decision = table.decision
        table.choose(chosen(decision, head.answer(Seen(table, decision).play(), decision)), seat)
    return given.asked


def bot(
    seat: str, *, rolls: Sequence[int] = (), seed: int = 0, explain: bool = True, printing: Printing = THIRD
) -> NonPlayer:
    return NonPlayer(printing, FACTION_BY_ID[seat], Given(rolls, seed), explain=explain)


def play_on(
    table: Table[State],
    seat: str,
    head: NonPlayer | None = None,
    *,
    rolls: Sequence[int] = (),
    seed: int = 0,
    others: Mapping[str, NonPlayer] | None = None,
    printing: Printing = THIRD,
) -> NonPlayer:
    """Let the Non-player in `seat` answer until its step is over; other Non-players asked meanwhile answer too."""
    heads = {name: bot(name, seed=seed, printing=printing) for name in SEATS} | dict(others or {})
    heads[seat] = head = head or bot(seat, rolls=rolls, seed=seed, printing=printing)
    steps = len(table.steps)
    for _ in range(MAX_ANSWERS):
        decision = table.decision
        if decision is None or len(table.steps) != steps:
            return head
        value = heads[decision.seat].answer(Seen(table, decision).play(), decision)
        table.choose(chosen(decision, value), decision.seat)
    raise AssertionError("the step does not end")


def play_box(
    table: Table[State],
    seat: str,
    op: str,
    *,
    rolls: Sequence[int] = (),
    seed: int = 0,
    alone: bool = False,
    printing: Printing = THIRD,
) -> NonPlayer:
    """*Box*: the named Operation box from bullet one, its condition not asked, carried out on the table.

    `alone`: without the Special Activity that has a box of its own after it.
    """

    def from_the_box(head: NonPlayer, play: Play, decision: object) -> Plan:
        play.state.limited, play.state.special_allowed = False, True
        plan = printing.charts[FACTION_BY_ID[seat]].box(head, play, op) or Plan("pass")
        if alone:
            plan.afterwards = None
        return plan

    alike = replace(printing, turn=from_the_box)
    return play_on(table, seat, bot(seat, rolls=rolls, seed=seed, printing=alike), seed=seed, printing=printing)


def plan_activity(
    table: Table[State],
    seat: str,
    name: str,
    *,
    op: str = "",
    rolls: Sequence[int] = (),
    seed: int = 0,
    printing: Printing = THIRD,
) -> tuple[Plan | None, NonPlayer]:
    """*Box* of a Special Activity: what it would do beside the Operation, as if that had just been done."""
    head = bot(seat, rolls=rolls, seed=seed, printing=printing)
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.op, play.state.op_by, play.state.special_allowed = op, FACTION_BY_ID[seat], True
    return printing.charts[FACTION_BY_ID[seat]].activity(head, play, name), head


def planned(plan: Plan | None, ask: str, *facts: str) -> list[Value]:
    """The answers in store for a question, in order."""
    return [] if plan is None else list(plan.queues.get((ask, *facts), []))


def in_many_worlds(make: Callable[[int], object], seeds: int = 30) -> list[object]:
    """The same case with other random choices: what comes of each."""
    return [make(seed) for seed in range(seeds)]
