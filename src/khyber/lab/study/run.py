"""Run a study: over the cores of this machine, or over a Ray cluster."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from khyber.engine.errors import BadSetup
from khyber.lab.processes import cores, spread
from khyber.lab.study.plan import Chunk, Study
from khyber.lab.study.rows import PlayedChunk, play_chunk
from khyber.lab.study.store import RunFolder

#: Chunks given to each core of a Ray cluster at once, so that none waits and few are lost with a node.
AHEAD = 2


class Executor(Protocol):
    """Plays chunks, in any order."""

    def __call__(self, study: Study, chunks: Sequence[Chunk]) -> Iterator[PlayedChunk]: ...


def here(jobs: int | None = None) -> Executor:
    """Return an executor of that many processes on this machine; by default, one for each core."""
    count = jobs or cores()

    def play(study: Study, chunks: Sequence[Chunk]) -> Iterator[PlayedChunk]:
        if count == 1:
            return (play_chunk(study, chunk) for chunk in chunks)
        return spread(partial(play_chunk, study), chunks, count)

    return play


def on_ray(address: str) -> Executor:
    """Return an executor on a Ray cluster. Raises BadSetup if Ray is missing or does not answer.

    Khyber must be installed on every node, in the same version. Chunks of a node that dies are played by another.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError as problem:
        raise BadSetup("Ray is not installed: pip install 'khyber[ray]'") from problem
    _check_answers(address)
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level="warning")
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise BadSetup(f"no Ray cluster answers at {address}: {str(problem).splitlines()[0]}") from problem

    def play(study: Study, chunks: Sequence[Chunk]) -> Iterator[PlayedChunk]:
        remote = ray.remote(play_chunk)
        shared = ray.put(study)
        waiting = iter(chunks)
        ahead = max(1, int(ray.cluster_resources().get("CPU", 1)) * AHEAD)
        running = [remote.remote(shared, chunk) for _, chunk in zip(range(ahead), waiting, strict=False)]
        while running:
            done, running = ray.wait(running)
            running += [remote.remote(shared, chunk) for _, chunk in zip(done, waiting, strict=False)]
            yield from ray.get(done)

    return play


def _check_answers(address: str) -> None:
    """Raise BadSetup if nothing listens at HOST:PORT; Ray itself would try for two minutes, then end the process."""
    host, _, port = address.rpartition(":")
    if host and "/" not in address and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=5).close()
        except (OSError, OverflowError) as problem:
            raise BadSetup(f"no Ray cluster answers at {address}: {problem}") from problem


def run_study(folder: RunFolder, executor: Executor, done: Callable[[int], None] = lambda games: None) -> None:
    """Play the missing games of a run, and join its parts; `done` gets the number of games in each chunk."""
    missing = folder.missing()
    kept = folder.study.games - sum(chunk.count for chunk in missing)
    if kept:
        done(kept)
    if folder.done:
        return
    if missing:
        for played in executor(folder.study, missing):
            folder.keep(played)
            done(played.chunk.count)
    folder.finish()
