"""Part of the soak: a week of a server whose guests import as much as it takes from them (tests/server/week.py)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import cast

from tools.soak.resumable import Bar, Kept, State

DAYS, HOURS_A_DAY = 7, 24
#: Times the memory of the second day that a later day may take: "flat", within what an allocator scatters.
MAX_GROWTH = 1.05


def week(days: int, _: int) -> tuple[list[str], bool]:
    """Let a week pass, in one process from the first hour to the last: only so would a leak show."""
    from tests.server.week import ADDRESSES, GUESTS, MAX_DISK, hours

    kept = Kept("week", days)
    number = days * HOURS_A_DAY
    with Bar("week", number, 0) as bar, tempfile.TemporaryDirectory(prefix="khyber-soak-") as folder:
        if "hours" not in kept.chunks:
            lived: list[State] = []
            for hour in islice(hours(Path(folder)), number):
                lived.append(asdict(hour))
                bar.advance()
            kept.keep("hours", {"hours": lived})
    lived = cast(list[State], kept.chunks["hours"]["hours"])
    lines = [
        f"A server on SQLite, its clock moved by an hour {number} times, with a clean-up in each. Every hour "
        f"{GUESTS} guests at each of {ADDRESSES} addresses import until they are refused, and delete their oldest "
        "tables to import more; one person goes on with a game, and looks at it. Memory is that of all the server's "
        f"processes, disk that of all files of the database. Bars: no day takes more than {MAX_GROWTH} times the "
        "memory of the second, in the mean and at most, and the disk stays within the operator's "
        f"{MAX_DISK} MB, the write-ahead log included.",
        "",
        "| Day | Imports | Refused: rate | quota | database full | Choices | Memory (MB): mean | most | Disk: most |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    memory, highest, disk = [], [], []
    for day in range(days):
        today = lived[day * HOURS_A_DAY : (day + 1) * HOURS_A_DAY]
        memory.append(mean(numbers(today, "memory")))
        highest.append(max(numbers(today, "memory")))
        disk.append(max(numbers(today, "disk")))
        refused = [cast(dict[str, int], hour["refused"]) for hour in today]
        counts = [sum(found.get(code, 0) for code in codes for found in refused) for codes in REFUSALS]
        cells = [sum(numbers(today, "imported")), *counts, sum(numbers(today, "choices"))]
        lines.append(
            f"| {day + 1} | {' | '.join(f'{cell:,.0f}' for cell in cells)} "
            f"| {memory[-1]:.1f} | {highest[-1]:.1f} | {disk[-1]:.1f} |"
        )
    flat = all(later <= MAX_GROWTH * found[min(1, days - 1)] for found in (memory, highest) for later in found[1:])
    return lines, flat and max(disk) <= MAX_DISK


#: The codes of refusals by what they are for.
REFUSALS = (("rate-limited",), ("too-many", "too-many-here", "no guest"), ("full",))


def numbers(hours: Sequence[State], what: str) -> list[float]:
    return [cast(float, hour[what]) for hour in hours]
