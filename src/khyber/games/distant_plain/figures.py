"""What simulations and studies of A Distant Plain record: Events, and what came of each turn of a Non-player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from khyber.agents.agent import Agent
from khyber.agents.bot import Bot
from khyber.engine.decision import Decision, Option
from khyber.engine.game import Json
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID, Faction
from khyber.games.distant_plain.bots.steps import steps_of_flowcharts
from khyber.games.distant_plain.game import PRINTINGS
from khyber.games.distant_plain.rules.tracks import purse
from khyber.games.distant_plain.state import State
from khyber.lab.figures import Figures
from khyber.lab.observers import Observer
from khyber.lab.simulate import Played, Results

#: The outcomes of a turn.
EFFECTIVE: Final = "effective"
#: Resources were spent, and nothing else changed.
WASTEFUL: Final = "wasteful"
#: Nothing changed at all.
INEFFECTIVE: Final = "ineffective"
#: Nothing changed because of the dice.
UNLUCKY: Final = "unlucky"
#: Something changed, and another Faction's choice reversed it.
UNDONE: Final = "undone"
#: A Pass for a reason that the rules give.
DECLINED: Final = "declined"
#: A Pass without a reason: a bug.
NO_REASON: Final = "none"
OUTCOMES: Final = (EFFECTIVE, WASTEFUL, INEFFECTIVE, UNLUCKY, UNDONE, DECLINED)
#: Events of the log that change the board.
_CHANGES: Final = frozenset(("placed", "removed", "casualties", "moved", "activated", "hidden", "level", "terror"))
#: The first question of a turn.
TURNS: Final = ("turn", "turn-limited", "turn-asset")
_PASSES: Final = ("pass", "pass-for-capability")


@dataclass(frozen=True, slots=True)
class _Turn:
    step: int
    seat: str
    choice: str
    #: For a Pass, the step of the flowchart that led to it.
    reason: str
    before: State


def outcome_of(before: State, after: State, faction: Faction, *, rolled: bool) -> str:
    """Classify an Operation or Event by the positions before and after."""
    payer = purse(faction)
    if _board(before, payer) != _board(after, payer) or after.resources[payer] > before.resources[payer]:
        return EFFECTIVE
    if rolled:
        return UNLUCKY
    return WASTEFUL if after.resources[payer] < before.resources[payer] else INEFFECTIVE


def _board(state: State, payer: Faction) -> tuple[object, ...]:
    """Return what an action can change, except its cost; Eligibility only as set by an Event."""
    others = bytes(n for faction, n in enumerate(state.resources) if faction != payer)
    return (
        bytes(state.pieces),
        bytes(state.level),
        bytes(state.terror),
        bytes(state.returnees),
        others,
        state.aid,
        state.patronage,
        state.islamabad,
        state.hard,
        state.lasting,
        state.holders,
    )


class EventsPlayed(Observer):
    """Counts executions of each side of each card, as `34u` and `34s`."""

    name = "events"

    def __init__(self) -> None:
        self._sides: Counter[str] = Counter()

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        card = decision.about.get("card")
        if decision.ask in ("turn", "turn-limited") and option.decision is decision and option.key.startswith("event-"):
            self._sides[f"{card}{option.key.removeprefix('event-')[0]}"] += 1

    def figures(self) -> dict[str, Json]:
        return dict[str, Json](self._sides)


class BotTurns(Observer):
    """Counts the turns of Non-players: their actions and outcomes."""

    name = "turns"

    def __init__(self) -> None:
        self._bots: dict[str, Bot[State]] = {}
        self._open: _Turn | None = None
        self._counts: dict[str, Counter[str]] = {
            what: Counter() for what in ("outcomes", "reasons", "operations", "activities")
        }
        self._turns = 0
        self._idle: list[str] = []

    def seated(self, agents: Mapping[str, Agent[S] | None]) -> None:
        self._bots = {seat: cast(Bot[State], agent) for seat, agent in agents.items() if isinstance(agent, Bot)}

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        if self._open is not None and len(table.steps) > self._open.step:
            self._close(table)
        if decision.seat in self._bots and decision.ask in TURNS:
            state = cast(State, table.state)
            mind = self._bots[decision.seat].step_bot
            followed = [*mind.used()] if mind is not None and option.key in _PASSES else []
            self._open = _Turn(
                len(table.steps), decision.seat, option.key, followed[-1] if followed else NO_REASON, state.copy()
            )

    def after(self, table: Table[S]) -> None:
        if self._open is not None:
            self._close(table)

    def _close(self, table: Table[S]) -> None:
        turn, self._open = self._open, None
        assert turn is not None
        self._turns += 1
        done = table.steps[turn.step]
        if turn.choice in _PASSES:
            self._counts["outcomes"][DECLINED] += 1
            self._counts["reasons"][turn.reason] += 1
            return
        kinds = [event for event in done.raw_events() if event[0] in ("activity", "attack-rolled")]
        after = State.unpack(done.after)
        outcome = outcome_of(
            turn.before, after, FACTION_BY_ID[turn.seat], rolled=any(event[0] == "attack-rolled" for event in kinds)
        )
        if outcome == INEFFECTIVE and any(event[0] in _CHANGES for event in done.raw_events()):
            outcome = UNDONE
        # an Event may change Eligibility only
        if (
            outcome == INEFFECTIVE
            and turn.choice.startswith("event-")
            and _eligibility(turn.before) != _eligibility(after)
        ):
            outcome = EFFECTIVE
        self._counts["outcomes"][outcome] += 1
        if outcome in (WASTEFUL, INEFFECTIVE):
            self._idle.append(f"step {turn.step + 1} {turn.seat} {turn.choice}: {outcome}")
        if not turn.choice.startswith("event-"):
            self._counts["operations"][f"{turn.seat} {turn.choice}"] += 1
        self._counts["activities"].update(str(event[3]) for event in kinds if event[0] == "activity")

    def figures(self) -> dict[str, Json]:
        followed: Counter[str] = Counter()
        for bot in self._bots.values():
            followed += bot.followed()
        return {
            "turns": self._turns,
            "idle": list[Json](self._idle),
            "followed": dict[str, Json](followed),
            **{what: dict[str, Json](counts) for what, counts in self._counts.items()},
        }


def _eligibility(state: State) -> tuple[bytes, bytes]:
    return bytes(state.eligible), bytes(state.next_eligibility)


# -- sums over games -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of Non-players over all games."""

    turns: int
    #: Turns by outcome (OUTCOMES), and Passes by reason.
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    operations: Mapping[str, int]
    activities: Mapping[str, int]
    #: Counts by step of the flowcharts.
    followed: Mapping[str, int]
    #: Turns other than a Pass that changed nothing.
    idle: Sequence[str]


def turns_of(games: Sequence[Played]) -> Turns:
    """Sum up the turns of Non-players in these games."""
    counts: dict[str, Counter[str]] = {
        what: Counter() for what in ("outcomes", "reasons", "operations", "activities", "followed")
    }
    idle: list[str] = []
    turns = 0
    for played in games:
        figures = played.figures["turns"]
        turns += cast(int, figures["turns"])
        idle += [f"game {played.index}, {what}" for what in cast(list[str], figures["idle"])]
        for what, counted in counts.items():
            counted.update(cast(dict[str, int], figures[what]))
    return Turns(turns, **{what: dict(sorted(counted.items())) for what, counted in counts.items()}, idle=idle)


def summary(results: Results) -> dict[str, object]:
    """Return the actions of Non-players. A refused choice ends its game and counts as an error."""
    turns = turns_of(results.games)
    return {
        "events": events_of(results.games),
        "turns": turns.turns,
        "operations": dict(turns.operations),
        "special_activities": dict(turns.activities),
        "refused": sum("RefusedIntent" in played.error or "NoPlan" in played.error for played in results.failed),
        "wasteful": turns.outcomes.get(WASTEFUL, 0),
        "outcomes": dict(turns.outcomes),
        "declined": dict(turns.reasons),
        "unexercised": unexercised(results, turns),
    }


def events_of(games: Sequence[Played]) -> dict[str, int]:
    """Count executions of each side of each card."""
    events: Counter[str] = Counter()
    for played in games:
        events.update(cast(dict[str, int], played.figures["events"]))
    return dict(sorted(events.items(), key=lambda item: (int(item[0][:-1]), item[0][-1] == "s")))


def unexercised(results: Results, turns: Turns) -> list[str]:
    """Return flowchart steps of these Factions that were never followed."""
    seats = results.plan.seats
    seated = seats if isinstance(seats, Mapping) else {}
    steps = [
        step
        for bot, printing in PRINTINGS.items()
        for step in steps_of_flowcharts({seat for seat, agent in seated.items() if agent == bot}, printing.name)
    ]
    return [step for step in steps if step not in turns.followed]


FIGURES = Figures((EventsPlayed, BotTurns), summary)
