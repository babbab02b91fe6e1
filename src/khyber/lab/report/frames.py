"""The rows of a run as columns, for counting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from khyber.engine.errors import BadSetup
from khyber.lab.study.store import RUN

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Run:
    """The rows of a run, without games that failed."""

    name: str
    title: str
    khyber: str
    games: pa.Table
    #: None if the study records no turns.
    turns: pa.Table | None
    failed: int


def read_run(folder: Path) -> Run:
    """Read the folder of a finished run. Raises BadSetup, naming what is missing."""
    about = folder / RUN
    if not about.is_file():
        raise BadSetup(f"{folder} holds no run: name the folder that `khyber study run` wrote")
    try:
        known = json.loads(about.read_text(encoding="utf-8"))
        name, title, version = str(known["name"]), str(known["title"]), str(known["khyber"])
    except (ValueError, LookupError, TypeError, OSError) as problem:
        raise BadSetup(f"{about} is damaged") from problem
    if not (folder / "games.parquet").exists():
        raise BadSetup(f"{folder} holds no games.parquet: the run is not finished, or its study does not record games")
    games = _read(folder / "games.parquet", ("setup", "index", "game", "winner", "ending", "turns", "error"))
    whole = pc.is_null(games["error"])
    turns = folder / "turns.parquet"
    return Run(
        name,
        title,
        version,
        games.filter(whole),
        _read(turns, ("setup", "index", "turn", "seat", "event")) if turns.exists() else None,
        games.num_rows - pc.sum(whole).as_py() if games.num_rows else 0,
    )


def _read(path: Path, needed: Sequence[str]) -> pa.Table:
    try:
        table = pq.read_table(path)
    except (pa.ArrowInvalid, OSError) as problem:
        raise BadSetup(f"{path} is damaged: {problem}") from problem
    missing = [name for name in needed if name not in table.column_names]
    if missing:
        raise BadSetup(f"{path} has no column {missing[0]!r}: it was written by another version of Khyber")
    return table


def where(table: pa.Table, **values: object) -> pa.Table:
    """Return the rows with these values."""
    for name, value in values.items():
        table = table.filter(pc.equal(table[name], value))
    return table


def counts(column: pa.ChunkedArray) -> dict[Any, int]:
    """Return how often each value occurs, the most frequent first; null is left out."""
    found = [(one["values"], one["counts"]) for one in pc.value_counts(column).to_pylist()]
    return dict(sorted(((v, n) for v, n in found if v is not None), key=lambda one: (-one[1], str(one[0]))))


def floats(column: pa.ChunkedArray) -> Floats:
    """Return a column of numbers; null is NaN."""
    return np.asarray(column.cast(pa.float64()).to_numpy(), np.float64)
