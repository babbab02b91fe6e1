"""The soak parts of the server: killed again and again under play, and attacked while an innocent user plays."""

from __future__ import annotations

import tempfile
from typing import cast

from tools.soak.resumable import Bar, Kept, State

#: Kills of a whole server on each database, and of one worker out of two; how many in one chunk.
KILLS, WORKER_KILLS, KILL_CHUNK = 300, 100, 20
#: Milliseconds within which 99 of 100 requests of an innocent user are answered while somebody attacks.
MAX_WAIT = 100.0
#: Megabytes that no process of the server takes, and seconds within which it stops.
MAX_MEMORY, TO_STOP = 500, 3.0
#: How often each attack is made.
ROUNDS = 5

KINDS = {"sqlite": "the server, SQLite", "postgresql": "the server, PostgreSQL", "worker": "one worker of two"}


def kill_chunk(kind: str, chunk: int, times: int) -> State:
    """Kill a server `times` times on a fresh database: the counts, and what went wrong."""
    from tests.server.killing import kill_a_worker_under_play, kill_under_play

    from tools.postgres import cluster

    try:
        if kind == "sqlite":
            with tempfile.TemporaryDirectory(prefix="khyber-soak-") as folder:
                return {"counts": kill_under_play(f"sqlite:///{folder}/khyber.db", times, chunk), "failures": []}
        with cluster() as url:
            killing = kill_under_play if kind == "postgresql" else kill_a_worker_under_play
            return {"counts": killing(url, times, chunk), "failures": []}
    except Exception as problem:
        return {"counts": {}, "failures": [f"{kind}, chunk {chunk}: {type(problem).__name__}: {problem}"]}


def kills(times: int, _: int) -> tuple[list[str], bool]:
    """A server, or one of its workers, is killed under play: what was acknowledged is there, and all tables go on."""
    from tools.postgres import why_not

    kept = Kept("kills", times)
    reason = why_not()
    wanted = {"sqlite": times} | ({} if reason else {"postgresql": times, "worker": min(times, WORKER_KILLS)})
    chunks = [
        (kind, at, min(KILL_CHUNK, total - at)) for kind, total in wanted.items() for at in range(0, total, KILL_CHUNK)
    ]
    lines = [
        "The first process of a server with six tables under play, four of them with bots or agents that search, is "
        "killed (SIGKILL), all its others must end by themselves, and it is started again; or one of its two workers "
        "is killed, the processes of that one must end, and the players go on with the other. Then every "
        "acknowledged choice is looked up, and every table loaded and its record verified.",
        "",
        "| Killed | Times | While agents searched | Tables | Acknowledged | Choices stored | Failures |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    with Bar("kills", sum(wanted.values()), 0) as bar:
        for kind, at, count in chunks:
            if f"{kind}-{at}" not in kept.chunks:
                kept.keep(f"{kind}-{at}", kill_chunk(kind, at, count))
            bar.advance(count)
    failures = [failure for chunk in kept.chunks.values() for failure in cast(list[str], chunk["failures"])]
    for kind in wanted:
        done = [cast(dict[str, int], kept.chunks[f"{kind}-{at}"]["counts"]) for k, at, _ in chunks if k == kind]
        totals = [
            f"{sum(counts.get(what, 0) for counts in done):,}"
            for what in ("kills", "thinking", "tables", "acknowledged", "choices")
        ]
        own = sum(failure.startswith(kind) for failure in failures)
        lines.append(f"| {KINDS[kind]} | {' | '.join(totals)} | {own} |")
    lines += [f"- {failure}" for failure in failures] + (["", f"Left out: {reason}."] if reason else [])
    return lines, not failures


def attack(name: str) -> State:
    """One attack, again and again, on a fresh server: what an innocent user waited meanwhile, and what it took."""
    from tests.attacks.attacks import ATTACKS
    from tests.attacks.target import Innocent, target

    with (
        tempfile.TemporaryDirectory(prefix="khyber-soak-") as folder,
        target(f"sqlite:///{folder}/khyber.db") as server,
    ):
        try:
            with Innocent(server) as innocent:
                for number in range(ROUNDS):
                    server.net = f"127.{number}"
                    ATTACKS[name](server)
                innocent.wait(100)
        except AssertionError as failed:
            return {"failure": str(failed)[:200] or "an answer other than expected"}
        return {
            "requests": len(innocent.choices) + len(innocent.reads),
            "p50": innocent.worst(0.5) * 1000,
            "p99": innocent.worst() * 1000,
            "memory": server.most_memory(),
            "stopped": server.terminate(),
        }


def attacks(_: int, __: int) -> tuple[list[str], bool]:
    """Every attack of tests/attacks, from addresses of its own, while somebody plays and reads."""
    from tests.attacks.attacks import ATTACKS

    kept = Kept("attacks")
    with Bar("attacks", len(ATTACKS), 0) as bar:
        for name in ATTACKS:
            if name not in kept.chunks:
                kept.keep(name, attack(name))
            bar.advance()
    lines = [
        f"Each attack of `tests/attacks` is made {ROUNDS} times on a server with default limits, from addresses "
        "of its own, while an innocent user chooses and reads about ten times a second. Bars: 99 of 100 of the "
        f"innocent user's requests are answered within {MAX_WAIT:.0f} ms, no process takes {MAX_MEMORY} MB, and "
        f"the server stops within {TO_STOP:.0f} s of SIGTERM.",
        "",
        "| Attack | Requests | p50 (ms) | p99 (ms) | Memory (MB) | Stopped in (s) | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    good = True
    for name in ATTACKS:
        found = kept.chunks[name]
        if "failure" in found:
            good = False
            lines.append(f"| {name} | | | | | | failed: {found['failure']} |")
            continue
        p99, memory, stopped = (float(cast(float, found[what])) for what in ("p99", "memory", "stopped"))
        held = p99 <= MAX_WAIT and memory < MAX_MEMORY and stopped <= TO_STOP
        good = good and held
        p50 = float(cast(float, found["p50"]))
        lines.append(
            f"| {name} | {found['requests']} | {p50:.1f} | {p99:.1f} | {memory:.0f} | {stopped:.1f} | "
            f"{'ok' if held else 'no'} |"
        )
    return lines, good
