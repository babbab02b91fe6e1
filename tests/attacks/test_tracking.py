"""Nothing that a server hands out gives a hidden counter a name to follow it by."""

from __future__ import annotations

import json
import re
from pathlib import Path

import khyber
from khyber.games.enduring_freedom.board import OFF_MAP
from tests.enduring_freedom.tables import BOX, table, z
from tests.server.serving import Running

IN_KABUL = re.compile(r'^\[zone\.kabul\]\n[^\[]*islamists-revealed = \["(tb-inf1\.\d)"\]', re.MULTILINE)


def test_a_face_up_counter_has_another_number_in_every_position_and_branch(tmp_path: Path) -> None:
    """Enduring Freedom, section 20: once it is concealed, nobody can tell where it turns up again."""
    there = table({"kabul": z(shown="tb-inf1.2", ground="us-dagger us-kbar")}).position()
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Eve") as eve:
        made = eve.post("/api/tables/import", game="enduring-freedom", text=there, sandbox=False)["id"]
        positions = [eve.get(f"/api/tables/{made}/position{query}")["text"] for query in ("", "?step=0") * 8]
        assert len({found[1] for text in positions if (found := IN_KABUL.search(text))}) > 2
        branches = [eve.post(f"/api/tables/{made}/branch", seats={})["id"] for _ in range(8)]
        records = [json.dumps(eve.get(f"/api/tables/{branch}/record")) for branch in branches]
    starts = [khyber.load(text).checkpoint(0) for text in records]
    assert len({c for start in starts for c in BOX.islamists if start.shown[c] and start.where[c] < OFF_MAP}) > 2
