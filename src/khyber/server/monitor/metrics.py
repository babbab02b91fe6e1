"""Counters and histograms of a server, in Prometheus' text format.

`prometheus_client` is not used: with several workers its shared files support neither gauges computed on request nor
process metrics. Here only the event loop counts, so counters need no locks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
#: Upper bounds in seconds; the targets are among them: 1, 5 and 15 ms for a choice, 100 ms for any request.
QUICK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Sample(msgspec.Struct, array_like=True):
    """One line: a suffix to the family's name, labels, and a value."""

    suffix: str
    labels: dict[str, str]
    value: float


class Family(msgspec.Struct, array_like=True):
    """All samples of one name."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


class Counter:
    """A number for each set of labels, which only grows."""

    def __init__(self, name: str, help_: str, *labels: str) -> None:
        self.name, self.help, self.labels = name, help_, labels
        self._values: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, *labels: str, by: int = 1) -> None:
        self._values[labels] = self._values.get(labels, 0) + by

    def family(self) -> Family:
        return Family(
            self.name,
            "counter",
            self.help,
            [Sample("", dict(zip(self.labels, labels, strict=True)), n) for labels, n in sorted(self._values.items())],
        )


class Histogram:
    """Observations below each of some bounds, for each set of labels."""

    def __init__(self, name: str, help_: str, *labels: str, bounds: Sequence[float] = QUICK) -> None:
        self.name, self.help, self.labels, self.bounds = name, help_, labels, tuple(bounds)
        self._counts: dict[tuple[str, ...], list[int]] = {} if labels else {(): [0] * (len(self.bounds) + 1)}
        self._sums: dict[tuple[str, ...], float] = {}

    def observe(self, value: float, *labels: str) -> None:
        counts = self._counts.get(labels)
        if counts is None:
            counts = self._counts[labels] = [0] * (len(self.bounds) + 1)
        counts[bisect_left(self.bounds, value)] += 1
        self._sums[labels] = self._sums.get(labels, 0.0) + value

    def family(self) -> Family:
        samples = []
        for labels, counts in sorted(self._counts.items()):
            named, below = dict(zip(self.labels, labels, strict=True)), 0
            for bound, n in zip((*map(repr, self.bounds), "+Inf"), counts, strict=True):
                below += n
                samples.append(Sample("_bucket", {**named, "le": bound}, below))
            samples += [Sample("_count", named, below), Sample("_sum", named, self._sums.get(labels, 0.0))]
        return Family(self.name, "histogram", self.help, samples)


def gauge(name: str, help_: str, value: float) -> Family:
    """Return a current value."""
    return Family(name, "gauge", help_, [Sample("", {}, value)])


def by_label(name: str, kind: str, help_: str, label: str, values: dict[str, int]) -> Family:
    """Return current values, one for each value of a label."""
    return Family(name, kind, help_, [Sample("", {label: key}, n) for key, n in sorted(values.items())])


class Metrics:
    """The counters of one worker since its start."""

    def __init__(self) -> None:
        self.choices = Counter("khyber_choices_total", "Choices accepted and stored.", "by")
        self.choice_seconds = Histogram(
            "khyber_choice_seconds", "From a person's choice arriving to its acknowledgement."
        )
        self.bot_turn_seconds = Histogram(
            "khyber_bot_turn_seconds", "From a bot being asked to its turn being stored, queue included.", bounds=SLOW
        )
        self.refusals = Counter("khyber_refusals_total", "Requests and messages refused.", "code")
        self.requests = Counter("khyber_requests_total", "HTTP requests answered.", "endpoint", "status")
        self.request_seconds = Histogram(
            "khyber_request_seconds", "From an HTTP request arriving to its response.", "endpoint"
        )
        self.message_seconds = Histogram(
            "khyber_message_seconds", "From a WebSocket message arriving to its answer.", "type"
        )
        self.quarantines = Counter("khyber_quarantines_total", "Tables quarantined by this worker.")
        self.slow = Counter("khyber_slow_total", "Requests and messages logged as slow.")

    def accepted(self, kinds: Iterable[str]) -> None:
        """Count the choices among stored changes of these kinds."""
        for kind in kinds:
            if kind in ("choose", "bot"):
                self.choices.add("person" if kind == "choose" else "bot")

    def families(self) -> list[Family]:
        return [one.family() for one in vars(self).values() if isinstance(one, Counter | Histogram)]


# -- the text format ----------------------------------------------------------------------------------


def merged(parts: Iterable[tuple[str, Sequence[Family]]]) -> list[Family]:
    """Merge the families of several workers, each sample labelled with its worker."""
    found: dict[str, Family] = {}
    for worker, families in parts:
        for family in families:
            whole = found.setdefault(family.name, Family(family.name, family.kind, family.help, []))
            whole.samples += [Sample(one.suffix, {**one.labels, "worker": worker}, one.value) for one in family.samples]
    return list(found.values())


def text(families: Iterable[Family]) -> str:
    """Return the exposition."""
    lines = []
    for family in families:
        lines += [f"# HELP {family.name} {_escaped(family.help)}", f"# TYPE {family.name} {family.kind}"]
        for sample in family.samples:
            labels = ",".join(f'{name}="{_escaped(value, quoted=True)}"' for name, value in sample.labels.items())
            lines.append(f"{family.name}{sample.suffix}{f'{{{labels}}}' if labels else ''} {_number(sample.value)}")
    return "\n".join(lines) + "\n"


def _escaped(text: str, *, quoted: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace('"', '\\"') if quoted else text


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
