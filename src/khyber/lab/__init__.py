"""The lab: simulations, studies, tournaments, benchmarks, perft, and coverage of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

Frame = Literal["arrow", "pandas", "polars"]


def run(
    study: Mapping[str, object] | Path | str,
    *,
    jobs: int | None = None,
    out: Path | str | None = None,
    frame: Frame = "arrow",
) -> dict[str, Any]:
    """Run a study and return its rows as data frames: `games`, `turns` and `decisions`, as the study records them.

    The study is a file, or what such a file says. With `out`, the rows stay in that folder, and the same call
    resumes an interrupted run.

    >>> import khyber.lab
    >>> from khyber.catalogue import DEFAULT
    >>> rows = khyber.lab.run({"name": "few", "setups": [{"game": DEFAULT, "games": 3}]}, jobs=1)
    >>> rows["games"].num_rows, rows["games"]["game"][0].as_py() == DEFAULT
    (3, True)
    """
    from khyber.lab.study.plan import make_study, read_study
    from khyber.lab.study.run import here, run_study
    from khyber.lab.study.store import RunFolder

    planned = make_study(study) if isinstance(study, Mapping) else read_study(Path(study))
    with TemporaryDirectory(prefix="khyber-study-") as folder:
        store = RunFolder(Path(folder) / "run" if out is None else Path(out), planned)
        run_study(store, here(jobs))
        return {kind: _framed(store.table(kind), frame) for kind in planned.rows}


def _framed(table: Any, frame: Frame) -> Any:
    if frame == "pandas":
        return table.to_pandas()
    if frame == "polars":
        import polars

        return polars.from_arrow(table)
    return table
