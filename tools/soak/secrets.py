"""Parts of the soak: compare worlds that a seat cannot tell apart, by answers and by times."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from tools.soak.resumable import Bar, Kept, State

if TYPE_CHECKING:
    from tests.server.serving import Running
    from tests.server.timing import Timed

COMPARISONS = 20_000
#: Pairs of each kind that are timed, and requests in each world.
TIMED_PAIRS, SAMPLES = 2, 200


@contextmanager
def _server() -> Iterator[Running]:
    from tests.server.serving import Running

    with (
        tempfile.TemporaryDirectory(prefix="khyber-soak-") as folder,
        Running(f"sqlite:///{folder}/khyber.db", slow_ms=0) as server,
    ):
        yield server


def secrets(comparisons: int, _: int) -> tuple[list[str], bool]:
    """Compare answers in pairs of worlds, over all kinds of pairs."""
    from tests.server.leaks import Comparer
    from tests.server.worlds import KINDS

    kept = Kept("secrets")
    index = total = 0
    differing: list[str] = []
    counts = dict.fromkeys(KINDS, 0)
    with Bar("secrets", comparisons, 0) as bar, _server() as server:
        comparer = Comparer(server)
        while total < comparisons:
            for kind, pair in KINDS.items():
                chunk = f"{kind} {index}"
                if chunk not in kept.chunks:
                    compared = comparer.compare(pair(index))
                    kept.keep(chunk, {"answers": compared.answers, "differing": compared.differing})
                done = cast(int, kept.chunks[chunk]["answers"])
                differing += cast(list[str], kept.chunks[chunk]["differing"])
                counts[kind] += done
                total += done
                bar.advance(done)
            index += 1
    lines = [
        "Pairs of worlds that differ only in what is hidden from a seat are put on a server; everything the seat and a "
        "spectator can ask is asked in both, and the answers are compared to the byte: frames, previews, asides, "
        "hints, `why`, replays, charts, boards, records, positions, branches, lists, errors, and sizes as sent.",
        "",
        "| What differs | Pairs | Answers compared |",
        "| --- | ---: | ---: |",
        *(f"| {WHAT[kind]} | {index} | {n:,} |" for kind, n in counts.items()),
        "",
        f"- comparisons: {total:,}",
        f"- differences: {len(differing)}",
        *(f"  - {one}" for one in differing[:20]),
    ]
    return lines, not differing


WHAT = {
    "plain": "A Distant Plain with bots: the cards to come",
    "deception": "A Distant Plain: the cards to come, others' Deception markers, in half of the pairs the dice",
    "zurmat": "Zurmat: discs, hands, Objectives",
    "zurmat-bot": "Zurmat against a bot: discs, hands, Objectives",
    "objectives": "Zurmat: the other side's Objectives, from the beginning",
    "enduring-freedom": "Enduring Freedom: counters face down, from the beginning",
    "renumbered": "Enduring Freedom: the numbers of counters of a kind, from the beginning",
}


def timing(samples: int, _: int) -> tuple[list[str], bool]:
    """Time the same requests in paired worlds."""
    from tests.server.timing import EACH, LEVEL, PLACEMENTS, SUSPICIOUS, Timed, differing, timed
    from tests.server.worlds import KINDS

    kept = Kept("timing", samples)
    found: list[Timed] = []
    with Bar("timing", len(KINDS) * TIMED_PAIRS, 0) as bar, _server() as server:
        for kind, pair in KINDS.items():
            for index in range(TIMED_PAIRS):
                chunk = f"{kind} {index}"
                if chunk not in kept.chunks:
                    kept.keep(chunk, _state(timed(server, pair(index), samples, index)))
                found += [
                    Timed(*one)
                    for one in cast(list[tuple[str, float, float, float, bool]], kept.chunks[chunk]["timed"])
                ]
                bar.advance()
    wrong = differing(found)
    least = min(found, key=lambda one: one.p)
    lines = [
        f"The same requests in paired worlds, {samples} times in each, by turns in random order; Mann and Whitney's "
        f"rank test. Where it gives p < {SUSPICIOUS}, the worlds are put on the server {PLACEMENTS} more times, and "
        f"the request is made {EACH} times in each (Wilcoxon's signed-rank test over the placements), because "
        "small differences were seen that came and went with a placement. A difference is one that is "
        f"significant among all of these tests together (Bonferroni, {LEVEL:.0%}).",
        "",
        f"- pairs of worlds: {len(KINDS) * TIMED_PAIRS}",
        f"- requests compared: {len(found)}, of these measured again: {sum(one.again for one in found)}",
        f"- p < 0.05: {sum(one.p < 0.05 for one in found)} (expected by chance: {len(found) * 0.05:.0f})",
        f"- least p: {least.p:.4f} ({least.what}: medians {least.one:.2f} and {least.other:.2f} ms)",
        f"- differences: {len(wrong)}",
        *(f"  - {one.what}: medians {one.one:.2f} and {one.other:.2f} ms, p = {one.p:.2g}" for one in wrong),
    ]
    return lines, not wrong


def _state(found: list[Timed]) -> State:
    return {"timed": [(one.what, one.one, one.other, one.p, one.again) for one in found]}
