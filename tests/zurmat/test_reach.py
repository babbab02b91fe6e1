"""The ways that the board draws are those that the questions offer."""

from __future__ import annotations

import random
from typing import Any

from tests.zurmat.tables import new


def test_ways_lead_where_the_questions_lead() -> None:
    compared = 0
    for seed in range(6):
        table, source = new(seed=seed), random.Random(seed)
        while (decision := table.decision) is not None:
            ways: Any = table.view(decision.seat)["ways"]
            if decision.ask in ("patrol-from", "attack-from"):
                tiles = set(filter(str.isdigit, decision.options.keys()))
                found = ways[decision.ask.removesuffix("-from")]
                if decision.ask == "patrol-from":
                    assert found.keys() == tiles
                else:
                    assert found.keys() <= tiles
                for origin, dests in found.items():
                    branch = table.fork()
                    branch.choose(origin)
                    if branch.decision is not None and branch.decision.ask in ("patrol-to", "attack-to"):
                        first = {way[0] for way in dests.values()}
                        assert first <= set(branch.decision.options.keys())
                        compared += 1
            table.choose(source.randrange(len(decision.values)))
    assert compared > 20


def test_only_the_side_to_move_sees_its_ways() -> None:
    table, source = new(seed=3), random.Random(3)
    while table.decision is not None and table.decision.ask != "turn":
        table.choose(source.randrange(len(table.decision.values)))
    assert table.view("coalition")["ways"] and not table.view("taliban")["ways"] and not table.view()["ways"]
