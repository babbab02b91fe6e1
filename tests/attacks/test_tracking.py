"""Nothing that a server hands out gives a hidden counter a name to follow it by."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import khyber
from khyber import catalogue
from khyber.games.enduring_freedom.board import OFF_MAP
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, table, z
from tests.server.serving import Running
from tests.server.worlds import KINDS, AnyTable, renumbered, sent

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


# -- random games of all three -----------------------------------------------------------------------------


def told(table: AnyTable, seat: str) -> list[str]:
    """All that a server builds answers from: views, positions, boards, questions, events, the own record, a branch."""
    words = catalogue.texts(table.game.id).catalogue("en")
    found = [sent(table, seat), table.imagine(seat, 11).position(), table.svg(seat)]
    found.append(table.imagine(seat, 12).save())
    for step in range(max(0, len(table.steps) - 8), len(table.steps) + 1):
        found.append(json.dumps(table.game.view(table.checkpoint(step), (seat,))))
        found.append(table.svg(seat, step=step))
        if step < len(table.steps):
            found.append(json.dumps(table.step_events(step, (seat,)), default=repr))
    decision = table.decision
    if decision is not None and decision.seat == seat:
        found += [f"{option.key} {words.option(option)}" for option in decision.options]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_that_was_hidden_again_cannot_be_followed(kind: str) -> None:
    """Whatever hidden things are called in the true state, all that a seat is told of it is the same."""
    for index in range(3):
        pair = KINDS[kind](index)
        one, other = (told(world, pair.watcher) for world in pair.worlds)
        assert len(one) > 5 and one == other, f"{kind} {index}"


@pytest.mark.parametrize("index", range(4))
def test_numbers_of_counters_change_nothing_until_the_end_of_the_game(index: int) -> None:
    """Two campaigns with other numbers for counters of a kind are played on alike to their end."""
    pair, source = renumbered(index), random.Random(index)
    one, other = pair.worlds
    choices = 0
    while one.decision is not None:
        key = one.decision.options.keys()[pick(one.decision, source, careful=True)]
        one.choose(key)
        other.choose(key)
        assert sent(one, pair.watcher) == sent(other, pair.watcher)
        choices += 1
    assert other.decision is None and choices > 5 and one.outcome == other.outcome
