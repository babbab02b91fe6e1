"""Hours of use at every limit: the disk stays within the operator's, and running games go on (`make soak`: a week)."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from tests.server.week import MAX_DISK, hours


def test_guests_who_import_at_the_limit_fill_no_disk_and_stop_no_game(tmp_path: Path) -> None:
    found = list(islice(hours(tmp_path), 4))
    assert max(hour.disk for hour in found) <= MAX_DISK
    assert all(hour.choices for hour in found)
    assert {"rate-limited", "full"} <= set().union(*(hour.refused for hour in found))
