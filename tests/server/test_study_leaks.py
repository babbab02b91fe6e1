"""Study of a running game gives nothing hidden away.

Pairs of worlds that a seat cannot tell apart are put on the server; whatever the seat or a spectator then asks, the
answers are the same to the byte. `make soak` compares 20,000 answers, and how long they take.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest

import khyber
from khyber.engine.table import from_record
from tests.server.leaks import KEY, Comparer, place, remove
from tests.server.serving import Running
from tests.server.timing import (
    EACH,
    LEVEL,
    PLACEMENTS,
    Timed,
    differing,
    interleaved,
    lead,
    rank_test,
    signed_rank_test,
)
from tests.server.worlds import KINDS, Pair, other_deck, plain
from tests.zurmat.tables import SEATS, table, tiles
from tests.zurmat.tables import new as new_zurmat


@pytest.fixture
def comparer(local: Running) -> Comparer:
    return Comparer(local)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_can_be_asked_tells_two_worlds_apart(comparer: Comparer, kind: str) -> None:
    """Cards to come, Deception markers, dice to come; discs, hands, Objectives; counters face down."""
    compared = comparer.compare(KINDS[kind](2))
    assert compared.differing == []
    assert compared.answers > 150


def test_what_can_be_told_apart_is_noticed(comparer: Comparer) -> None:
    """The same comparison finds a difference where there is one: in what a Faction has, in one step of the past."""
    pair = plain(0)
    record = pair.one.record()
    step = record.steps[-2]
    state = pair.one.game.state_type.unpack(step.after)
    state.resources[3] ^= 1
    record.steps[-2] = replace(step, state=state.pack())
    compared = comparer.compare(Pair(pair.kind, pair.watcher, pair.one, from_record(pair.one.game, record)))
    named = {found.split(": ")[1].split("?")[0] for found in compared.differing}
    assert {"spectator /replay", "spectator /timeline", f"{pair.watcher} /replay", f"{pair.watcher} /svg"} <= named


def test_an_imagined_deck_owes_nothing_to_the_real_order() -> None:
    table = khyber.new("distant-plain", scenario="main", seed=4)
    other = other_deck(table, random.Random(1))
    for seed in range(5):
        worlds = [one.imagine("taliban", seed).state.deck for one in (table, other)]
        assert worlds[0] == worlds[1] != table.state.deck


def test_without_notes_the_past_shows_no_faces_again(comparer: Comparer) -> None:
    """A disc that was placed is forgotten: no view of an earlier moment shows which one it was."""
    ann, forgotten = comparer.ann, 0
    for seed in range(3):
        table = new_zurmat(seed)
        source = random.Random(seed)
        while table.decision is not None and len(table.steps) < 90:
            table.choose(source.randrange(len(table.decision.values)))
        remove(comparer.server)
        place(comparer.server, table, comparer.owner, "taliban")
        steps = ann.get(f"/api/tables/{KEY}")["steps"]
        for step in range(1, steps + 1):
            moment = ann.get(f"/api/tables/{KEY}/replay?step={step}")
            for choice in range(moment["choices"] + 1):
                then = ann.get(f"/api/tables/{KEY}/replay?step={step}&choice={choice}")
                assert isinstance(then["view"]["sides"]["taliban"]["drawn"], int)
                answer = then["asked"]
                forgotten += bool(answer and answer["seat"] == "taliban" and not answer["key"])
    assert forgotten > 2


def test_what_a_page_may_keep_of_a_frame_has_no_faces(comparer: Comparer) -> None:
    """Nor has it less than that: with notes, and for whoever sees no faces, it is the whole view."""
    looking = {"01": {"ana": 2}, "08": {"taliban-faction": 1}}
    for options, kept in (((), {"tiles"}), (("notes",), set[str]())):
        text = table(tiles(looking), options=list(options), coalition={"hand": ["intel"]}).position()
        made = comparer.ann.post(
            "/api/tables/import", text=text, game="zurmat", sandbox=False, seats=dict.fromkeys(SEATS, "me")
        )
        with comparer.ann.watch(made["id"]) as both:
            both.until_asked("coalition")
            assert both.frame["past"] == {}
            both.choose("play intel")
            both.choose("08")
            seen = both.frame["view"]["tiles"]["08"]["discs"]["taliban"]
            assert seen == {"n": 1, "neutral": 0, "faction": 1}
            assert set(both.frame["past"]) == kept
            if kept:
                assert both.frame["past"]["tiles"]["08"]["discs"]["taliban"] == {"n": 1}


# -- the rank test ------------------------------------------------------------------------------------------


def exact(one: list[int], other: list[int]) -> float:
    """How many of all ways to divide the values are at least as uneven."""
    both, n = [*one, *other], len(one)

    def uneven(first: tuple[int, ...]) -> float:
        chosen = set(first)
        rest = [both[at] for at in range(len(both)) if at not in chosen]
        return abs(
            sum((both[at] > value) + (both[at] == value) / 2 for at in first for value in rest) - n * len(rest) / 2
        )

    found = [uneven(first) for first in combinations(range(len(both)), n)]
    return sum(value >= found[0] for value in found) / len(found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]),
        ([1, 4, 5, 8], [2, 3, 6, 7]),
        ([1, 1, 1], [1, 1, 1]),
        ([1, 2, 2, 3, 4, 4], [2, 3, 4, 6, 7, 8]),
        ([1, 1, 1, 2, 2, 5], [1, 2, 5, 5, 5, 5]),
    ],
)
def test_the_rank_test_agrees_with_counting_all_cases(one: list[int], other: list[int]) -> None:
    assert rank_test(one, other) == pytest.approx(exact(one, other), abs=0.06)


def test_the_rank_test_sees_a_small_shift_and_no_other() -> None:
    source = random.Random(5)
    noise = [source.lognormvariate(0, 0.5) for _ in range(4000)]
    assert rank_test(noise[:2000], noise[2000:]) > 0.01
    assert rank_test(noise[:2000], [value * 1.06 for value in noise[2000:]]) < 0.01


def test_the_signed_rank_test_agrees_with_counting_all_signs() -> None:
    values = [0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7, 0.8, 0.9, 1.0]

    def uneven(signs: Sequence[int]) -> float:
        return abs(sum(rank for rank, sign in enumerate(signs, 1) if sign > 0) - 55 / 2)

    own = uneven([1 if value > 0 else -1 for value in values])
    counted = [uneven(signs) >= own for signs in product((1, -1), repeat=10)]
    assert signed_rank_test(values) == pytest.approx(sum(counted) / len(counted), abs=0.01)
    assert signed_rank_test([]) == 1.0
    assert signed_rank_test([0.1] * 40) * 1000 < LEVEL


def test_luck_that_lasts_as_long_as_a_placement_is_no_difference() -> None:
    """Two worlds alike, each placement with its own luck: within one it is plain to see, over many it is not."""
    source = random.Random(3)
    leads, within = [], []
    for _ in range(PLACEMENTS):
        luck = source.gauss(0, 2)
        one, other = ([source.gauss(shift, 1) for _ in range(EACH)] for shift in (luck, 0.0))
        leads.append(lead(one, other))
        within.append(rank_test(one, other))
    assert min(within) < 1e-6
    assert signed_rank_test(leads) > 0.05
    assert signed_rank_test([value / 4 + 0.3 for value in leads]) < 1e-4


def test_of_many_tests_only_a_clear_difference_counts() -> None:
    found = [Timed(str(n), 1.0, 1.0, p) for n, p in enumerate((0.5, 0.003, 0.9, 0.00001))]
    assert [one.what for one in differing(found)] == ["3"]


def test_both_worlds_are_asked_by_turns() -> None:
    asked: list[int] = []
    one, other = interleaved(asked.append, 50, random.Random(1))
    assert len(one) == len(other) == 50
    assert all({asked[n], asked[n + 1]} == {0, 1} for n in range(0, 100, 2))
    assert {tuple(asked[n : n + 2]) for n in range(0, 100, 2)} == {(0, 1), (1, 0)}
