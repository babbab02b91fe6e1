"""The rows of a study: one per game, one per turn, one per decision. Flat columns, for any data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

import pyarrow as pa

from khyber.catalogue import game as find_game
from khyber.engine.decision import Decision, Option
from khyber.engine.game import Event, Json
from khyber.engine.optional import Charts, Measure
from khyber.engine.play import S
from khyber.engine.table import Table
from khyber.engine.turns import Turn, turns
from khyber.lab.observers import Decisions, Ending, MakeObserver, Observer
from khyber.lab.simulate import Plan, Played, play_game
from khyber.lab.study.plan import Chunk, Rows, Study

Row = dict[str, Json]
#: Events of the log that name what a turn consisted of, with the parameter that says what.
ACTIONS: Final = {
    "operation": "operation",
    "limited-operation": "operation",
    "activity": "activity",
    "event": "event",
    "passed": "passed",
}

_TYPES: Final = {"": pa.string(), "int": pa.int32(), "bool": pa.bool_()}


def _typed(text: str) -> list[tuple[str, pa.DataType]]:
    """Return columns with their types: `seat` holds text, `turn:int` numbers."""
    words = (word.partition(":") for word in text.split())
    return [(name, _TYPES[kind]) for name, _, kind in words]


_KEY: Final = _typed("setup:int index:int")
_GAME: Final = _typed(
    "game scenario options seed winner winner_agent ending "
    "degree:int steps:int turns:int decisions:int asides:int error"
)
_TURN: Final = _typed("turn:int step:int seat agent card:int operation limited:bool activity event passed:bool")
_DECISION: Final = _typed("number:int step:int seat agent ask rule options:int key aside:bool")


# -- columns ----------------------------------------------------------------------------------------


def schema(study: Study, kind: Rows) -> pa.Schema:
    """Return the columns of a kind of rows: those of all games in the study, empty if a game lacks them."""
    if kind == "decisions":
        return pa.schema([*_KEY, *_DECISION])
    if kind == "games":
        seats = study.seats()
        by_seat = [(f"agent_{seat}", pa.string()) for seat in seats]
        return pa.schema([*_KEY, *_GAME, *by_seat, *((f"margin_{seat}", pa.int32()) for seat in seats)])
    gains = [f"gain_{seat}" for seat in study.seats()]
    return pa.schema([*_KEY, *_TURN, *((name, pa.int32()) for name in (*measures(study), *gains))])


def measures(study: Study) -> list[str]:
    """Return the columns of the numbers that the study's games chart."""
    return list(
        dict.fromkeys(
            column_of(measure.id) for plan in study.plans for measure in Charts.of(find_game(plan.game)).measures
        )
    )


def progress_measures(game: str) -> dict[str, Measure]:
    """Return how each seat's success is measured during a game: margins in one, points in another."""
    charted = Charts.of(find_game(game)).measures
    return {measure.seat: measure for measure in charted if measure.seat and measure.group == charted[0].group}


def column_of(measure: str) -> str:
    """Return the column of a measure.

    >>> column_of("margin:taliban"), column_of("aid")
    ('margin_taliban', 'aid')
    """
    return measure.replace(":", "_").replace("-", "_")


# -- observing --------------------------------------------------------------------------------------


class TurnRows(Observer):
    """The turns of a game: their seats, their actions, and the measures after each."""

    name = "turn-rows"

    def __init__(self, *, recorded: bool) -> None:
        #: Without rows, turns are only counted: each row takes two views.
        self._recorded = recorded
        self._count = 0
        self._rows: list[Row] = []

    def after(self, table: Table[S]) -> None:
        found = turns(table)
        self._count = len(found)
        if self._recorded:
            self._rows = [self._row(table, turn) for turn in found]

    @staticmethod
    def _row(table: Table[S], turn: Turn) -> Row:
        game, charts = table.game, Charts.of(table.game)
        first, last, seat = turn.steps[0], turn.steps[-1], turn.seat
        row: Row = {"turn": turn.number - 1, "step": first, "seat": seat, "agent": table.seats[seat]}
        row |= actions([event for step in turn.steps for event in table.step_events(step)])
        if charts.measures:
            before, after = (game.view(table.checkpoint(step), ()) for step in (first, last + 1))
            measured, earlier = charts.measured(after), charts.measured(before)
            row["card"] = charts.card_shown(before)
            row |= {column_of(measure): value for measure, value in measured.items()}
            for seat, measure in progress_measures(game.id).items():
                if measure.id in measured and measure.id in earlier:
                    row[f"gain_{seat}"] = measured[measure.id] - earlier[measure.id]
        return row

    def figures(self) -> dict[str, Json]:
        return {"turns": self._count, "rows": cast(Json, self._rows)}


def actions(events: Sequence[Event]) -> Row:
    """Return the actions logged in a turn: the first of each kind."""
    found: Row = {"operation": None, "limited": False, "activity": None, "event": None, "passed": False}
    for event in events:
        column = ACTIONS.get(event.kind)
        if column == "passed":
            found["passed"] = True
        elif column is not None and found[column] is None:
            found[column] = _named(column, event.params)
            found["limited"] = bool(found["limited"]) or event.kind == "limited-operation"
    return found


def _named(column: str, params: Mapping[str, object]) -> str:
    """Return what a log event names; a card with its side, as `34-shaded`."""
    if "card" in params:
        return f"{params['card']}-{params['side']}" if "side" in params else str(params["card"])
    return str(params.get(column, ""))


class DecisionRows(Observer):
    """The decisions of a game, in order."""

    name = "decision-rows"

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        self._rows.append(
            {
                "number": len(self._rows),
                "step": len(table.steps),
                "seat": decision.seat,
                "agent": table.seats[decision.seat],
                "ask": decision.ask,
                "rule": decision.rule,
                "options": len(decision.options),
                "key": option.key,
                "aside": option.decision is not decision,
            }
        )

    def figures(self) -> dict[str, Json]:
        return {"rows": cast(Json, self._rows)}


# -- playing ----------------------------------------------------------------------------------------


class PlayedChunk:
    """The rows of some games, as Arrow tables, and the records of games that failed."""

    def __init__(self, chunk: Chunk, tables: Mapping[Rows, pa.Table], failures: Mapping[int, str]) -> None:
        self.chunk = chunk
        self.tables = tables
        self.failures = failures


def row_observers(study: Study) -> list[MakeObserver]:
    """Return what must observe a game so that its rows can be written."""
    observers: list[MakeObserver] = [Decisions, Ending, partial(TurnRows, recorded="turns" in study.rows)]
    return [*observers, DecisionRows] if "decisions" in study.rows else observers


def play_chunk(study: Study, chunk: Chunk) -> PlayedChunk:
    """Play some games of a study. The rows do not depend on where they are played."""
    plan, observers = study.plans[chunk.setup], row_observers(study)
    games = (play_game(plan, index, observers) for index in range(chunk.first, chunk.first + chunk.count))
    return gathered(study, chunk, ((plan, played) for played in games))


def gathered(study: Study, chunk: Chunk, games: Iterable[tuple[Plan, Played]]) -> PlayedChunk:
    """Return the rows of a chunk from its games, in order."""
    rows: dict[Rows, list[Row]] = {kind: [] for kind in study.rows}
    failures: dict[int, str] = {}
    for index, (plan, played) in enumerate(games, chunk.first):
        key: Row = {"setup": chunk.setup, "index": index}
        if played.error:
            failures[index] = played.record
        for kind in study.rows:
            rows[kind] += [{**key, **row} for row in _rows(plan, played, kind)]
    tables = {kind: pa.Table.from_pylist(rows[kind], schema=schema(study, kind)) for kind in study.rows}
    return PlayedChunk(chunk, tables, failures)


def _rows(plan: Plan, played: Played, kind: Rows) -> Iterator[Row]:
    if kind == "games":
        yield game_row(plan, played)
    else:
        name = TurnRows.name if kind == "turns" else DecisionRows.name
        yield from cast(list[Row], played.figures[name]["rows"])


def game_row(plan: Plan, played: Played) -> Row:
    """Return the row of a game."""
    ending: Mapping[str, Any] = played.figures[Ending.name]
    counts: Mapping[str, Any] = played.figures[Decisions.name]
    seats = cast(Mapping[str, str], plan.seats)
    winner = ending.get("winner", "")
    agents = sorted({seats[seat] for seat in winner.split("+") if seat in seats})
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "options": " ".join(plan.options),
        "seed": str(played.seed),
        "winner": winner or None,
        "winner_agent": "+".join(agents) or None,
        "ending": ending.get("ending"),
        "degree": ending.get("degree"),
        "steps": ending.get("steps"),
        "turns": played.figures[TurnRows.name]["turns"],
        "decisions": counts["decisions"],
        "asides": counts["asides"],
        "error": played.error or None,
        **{f"agent_{seat}": agent for seat, agent in seats.items()},
        **{f"margin_{seat}": margin for seat, margin in ending.get("margins", {}).items() if seat in seats},
    }
