"""The folder of a run: a part for each chunk of games, then one Parquet file for each kind of rows.

A part is written under another name and renamed, so that it is never half written; a run that was stopped plays what is
missing. The final files have the rows in the order of the study, no matter which process played them.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

import khyber
from khyber.engine.errors import BadSetup
from khyber.lab.study.plan import Chunk, Rows, Study
from khyber.lab.study.rows import PlayedChunk, schema

RUN: Final = "run.json"
PARTS: Final = "parts"
FAILURES: Final = "failures"
#: Rows of a file that are read at once.
GROUP: Final = 100_000


class RunFolder:
    """The folder of a run. Raises BadSetup if it holds another study, or something else."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path = path
        self.study = study
        self._parts = path / PARTS
        try:
            self._open()
        except OSError as problem:
            raise BadSetup(f"cannot write to {path}: {problem.strerror}") from problem

    def _open(self) -> None:
        about = self.path / RUN
        if about.exists():
            try:
                known = json.loads(about.read_text(encoding="utf-8"))["digest"]
            except (ValueError, LookupError, TypeError) as problem:
                raise BadSetup(f"{about} is damaged: delete the folder, or choose another") from problem
            if known != self.study.digest():
                raise BadSetup(
                    f"{self.path} holds rows of another study, or of other rules: choose another folder with --out"
                )
        elif self.path.exists() and any(self.path.iterdir()):
            raise BadSetup(f"{self.path} is not empty, and holds no run: choose another folder with --out")
        else:
            self.path.mkdir(parents=True, exist_ok=True)
            identity = {"digest": self.study.digest(), "title": self.study.title, **self.study.identity()}
            write_whole(about, json.dumps({"khyber": khyber.__version__, **identity}, indent=1).encode() + b"\n")
        if not self.done:
            self._parts.mkdir(exist_ok=True)

    @property
    def done(self) -> bool:
        return all(self.file(kind).exists() for kind in self.study.rows)

    def file(self, kind: Rows) -> Path:
        return self.path / f"{kind}.parquet"

    def _part(self, chunk: Chunk, kind: Rows) -> Path:
        return self._parts / f"{chunk.name}-{kind}.parquet"

    def missing(self) -> list[Chunk]:
        """Return the chunks that are still to be played."""
        if self.done:
            return []
        return [
            chunk
            for chunk in self.study.chunks()
            if not all(self._part(chunk, kind).exists() for kind in self.study.rows)
        ]

    def keep(self, played: PlayedChunk) -> None:
        """Write a part."""
        for kind, table in played.tables.items():
            sink = pa.BufferOutputStream()
            pq.write_table(table, sink)
            write_whole(self._part(played.chunk, kind), sink.getvalue().to_pybytes())
        for index, record in played.failures.items():
            folder = self.path / FAILURES
            folder.mkdir(exist_ok=True)
            write_whole(folder / f"{played.chunk.setup:03}-{index:08}.khyber.json", record.encode())

    def finish(self) -> None:
        """Join all parts into files, each written atomically, and remove the parts."""
        for kind in self.study.rows:
            unfinished = self.file(kind).with_suffix(".joining")
            with pq.ParquetWriter(unfinished, schema(self.study, kind), compression="zstd") as writer:
                for tables in _batches(pq.read_table(self._part(chunk, kind)) for chunk in self.study.chunks()):
                    writer.write_table(pa.concat_tables(tables))
            _flush(unfinished)
            unfinished.replace(self.file(kind))
        shutil.rmtree(self._parts)

    def table(self, kind: Rows) -> pa.Table:
        """Return the rows of a finished run."""
        return pq.read_table(self.file(kind))


def _batches(tables: Iterable[pa.Table]) -> Iterable[list[pa.Table]]:
    batch: list[pa.Table] = []
    for table in tables:
        batch.append(table)
        if sum(one.num_rows for one in batch) >= GROUP:
            yield batch
            batch = []
    if batch:
        yield batch


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically, even if power fails."""
    unfinished = path.with_name(f"{path.name}.writing")
    unfinished.write_bytes(data)
    _flush(unfinished)
    unfinished.replace(path)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
