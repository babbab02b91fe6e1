"""Whether answers take the same time in two worlds that a seat cannot tell apart: a rank test over paired requests."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tests.server.leaks import Comparer, in_server, place, remove
from tests.server.serving import Running, Socket
from tests.server.worlds import Pair

#: Below this p a request is measured again, with both worlds placed on the server again this many times, and made this
#: often each time. Differences of some microseconds were seen that lasted for one placement and were gone in the next
#: (why is not known): only what is left over many placements comes from the world.
SUSPICIOUS, PLACEMENTS, EACH = 0.01, 40, 25
#: How likely it may be that all of this together finds a difference where there is none.
LEVEL = 0.01


def rank_test(one: Sequence[float], other: Sequence[float]) -> float:
    """Mann and Whitney's test, two-sided: how likely samples of one kind would be this unevenly mixed.

    By the normal approximation, with the correction for ties.
    """
    n, m = len(one), len(other)
    ordered = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, ties, at = 0.0, 0.0, 0
    while at < n + m:
        end = at
        while end < n + m and ordered[end][0] == ordered[at][0]:
            end += 1
        alike = end - at
        ranks += sum(1 for _, which in ordered[at:end] if which == 0) * (at + end + 1) / 2
        ties += alike**3 - alike
        at = end
    u = ranks - n * (n + 1) / 2
    spread = math.sqrt(n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
    if not spread:
        return 1.0
    return math.erfc(max(0.0, abs(u - n * m / 2) - 0.5) / spread / math.sqrt(2))


def signed_rank_test(differences: Sequence[float]) -> float:
    """Wilcoxon's signed-rank test, two-sided: how likely differences about nothing would lie this much to one side."""
    ranked = sorted((value for value in differences if value), key=abs)
    n = len(ranked)
    above = sum(rank for rank, value in enumerate(ranked, 1) if value > 0)
    spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return math.erfc(max(0.0, abs(above - n * (n + 1) / 4) - 0.5) / spread / math.sqrt(2)) if n else 1.0


def lead(one: Sequence[float], other: Sequence[float]) -> float:
    """How much more often than not a sample of one lies above a sample of the other, from -1 to 1."""
    return sum((a > b) - (a < b) for a in one for b in other) / (len(one) * len(other))


Request = Callable[[int], None]


def interleaved(request: Request, samples: int, source: random.Random) -> tuple[list[float], list[float]]:
    """How long a request takes in either world: by turns, in random order, so that a busy machine hurts both alike."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(samples):
        for which in source.sample((0, 1), 2):
            began = time.perf_counter()
            request(which)
            took[which].append(time.perf_counter() - began)
    return took


@dataclass(frozen=True, slots=True)
class Timed:
    """One request in both worlds: the medians in milliseconds, and how likely it is that they are alike."""

    what: str
    one: float
    other: float
    p: float
    #: Whether it was measured again, over many placements.
    again: bool = False


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2] * 1000


@contextmanager
def placed(server: Running, comparer: Comparer, pair: Pair, *, swapped: bool = False) -> Iterator[dict[str, Request]]:
    """Both worlds side by side on a server, and what can be asked about either."""
    keys = ("paired-world-2", "paired-world-1") if swapped else ("paired-world-1", "paired-world-2")
    remove(server)
    for key, world in zip(keys, pair.worlds, strict=True):
        place(server, world, comparer.owner, pair.watcher, key)
    with comparer.ann.watch(keys[swapped]) as first, comparer.ann.watch(keys[not swapped]) as second:
        sockets = (second, first) if swapped else (first, second)
        yield _requests(server, comparer, pair, keys, sockets)


def timed(server: Running, pair: Pair, samples: int, seed: int) -> list[Timed]:
    """Every kind of request about a pair of worlds that lie side by side on one server."""
    comparer, source = Comparer(server), random.Random(seed)
    found = []
    with placed(server, comparer, pair) as requests:
        for what, request in requests.items():
            interleaved(request, 3, source)  # what is made on first use is there from now on
            took = interleaved(request, samples, source)
            found.append(Timed(what, _median(took[0]), _median(took[1]), rank_test(*took)))
    found = [again(server, comparer, pair, one.what, source) if one.p < SUSPICIOUS else one for one in found]
    return [replace(one, what=f"{pair.kind} {pair.watcher}: {one.what}") for one in found]


def again(server: Running, comparer: Comparer, pair: Pair, what: str, source: random.Random) -> Timed:
    """One request measured over many placements of the worlds, each with its own luck."""
    leads: list[float] = []
    all_: tuple[list[float], list[float]] = ([], [])
    for number in range(PLACEMENTS):
        with placed(server, comparer, pair, swapped=number % 2 == 1) as requests:
            interleaved(requests[what], 3, source)
            took = interleaved(requests[what], EACH, source)
        leads.append(lead(*took))
        for which in range(2):
            all_[which].extend(took[which])
    return Timed(what, _median(all_[0]), _median(all_[1]), signed_rank_test(leads), again=True)


def _requests(
    server: Running, comparer: Comparer, pair: Pair, keys: tuple[str, str], sockets: tuple[Socket, Socket]
) -> dict[str, Request]:
    version, steps = pair.one.version, len(pair.one.steps)
    first = sockets[0].keys[0]

    def get(path: str) -> Request:
        def request(which: int) -> None:
            comparer.ann.http.get(f"/api/tables/{keys[which]}{path}").raise_for_status()

        return request

    def refused(path: str) -> Request:
        def request(which: int) -> None:
            assert comparer.ann.http.get(f"/api/tables/{keys[which]}{path}").status_code >= 400

        return request

    def say(kind: str, answer: str, **fields: object) -> Request:
        def request(which: int) -> None:
            sockets[which].say(kind, **fields)
            while sockets[which].next()["type"] != answer:
                pass

        return request

    async def forgotten(key: str) -> None:
        server.server.tables.lives.pop(key, None)

    def cold(which: int) -> None:
        """A table that has to be read from the database."""
        in_server(server, lambda: forgotten(keys[which]))
        comparer.eve.http.get(f"/api/tables/{keys[which]}").raise_for_status()

    asked = {"seat": pair.watcher, "version": version}
    found = {
        "frame": say("state", "frame"),
        "preview": say("preview", "preview", key=first, **asked),
        "refused choice": say("choose", "frame", key="no such thing", **asked),
        "asides": say("asides", "asides"),
        "record": get("/record"),
        "timeline": get("/timeline"),
        "replay": get(f"/replay?step={steps}"),
        "replay now": get(f"/replay?step={steps + 1}"),
        "why": get(f"/why?step={max(1, steps)}"),
        "position": get("/position"),
        "refused replay": refused(f"/replay?step={steps + 9}"),
    }
    found["hint"] = get(f"/hint?seat={pair.watcher}")
    return {**found, "cold table": cold}


def differing(found: Sequence[Timed]) -> list[Timed]:
    """Those that differ, corrected for the number of tests (Bonferroni)."""
    return [one for one in found if one.p * len(found) < LEVEL]
