"""Chance: results follow from seed, branch, name and counter alone, and tests may script them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest

import khyber
from khyber.engine.chance import REFUSED, SHORT_SEED_BITS, ChanceRefused, Scripted, Seeded, new_seed, stream
from khyber.engine.errors import BadRecord
from tests.engine.tables import answer, asked, at, new, play_on, same, state

WHOLE_GAME = "from tests.engine.tables import new, play_on; print(play_on(new(5, 'long', ['rich']), 5).save())"


def test_streams_are_the_same_in_every_release() -> None:
    assert stream(7, "die") == 5726244913038472611
    assert stream() == 16476032584258269876
    assert [Seeded(1).draw("die", 6, counter) for counter in range(8)] == [5, 3, 5, 5, 3, 6, 1, 1]
    assert Seeded(1).order("deck", 6, 0) == [4, 3, 2, 1, 5, 0]


def test_long_seeds_key_the_hash_and_are_the_same_in_every_release() -> None:
    long = 2**127 + 12345
    assert [Seeded(long).draw("die", 6, counter) for counter in range(8)] == [6, 2, 5, 5, 6, 5, 5, 2]
    assert Seeded(long).order("deck", 6, 0) == [4, 0, 3, 2, 1, 5]
    assert Seeded(long).draw("die", 10**12, 0) != Seeded(long, 1).draw("die", 10**12, 0)
    assert Seeded(2**2000).draw("die", 6, 0) in range(1, 7)


def test_fresh_seeds_have_128_bits() -> None:
    """A search through all of them is out of reach, whatever dice somebody has seen."""
    seeds = [new_seed() for _ in range(200)]
    assert len(set(seeds)) == 200
    assert all(SHORT_SEED_BITS < seed.bit_length() <= 128 for seed in seeds)
    assert max(seed.bit_length() for seed in seeds) == 128
    assert khyber.new("zurmat").header.seed.bit_length() > SHORT_SEED_BITS


def test_streams_depend_on_seed_branch_name_and_counter() -> None:
    keys = list(product(range(5), range(5), ("raid", "draw", "bag"), range(5)))
    assert len({Seeded(seed, branch).draw(name, 10**12, counter) for seed, branch, name, counter in keys}) == len(keys)
    assert len({tuple(Seeded(seed, branch).order(name, 20, counter)) for seed, branch, name, counter in keys}) == len(
        keys
    )


def test_dice_and_shuffles_are_fair() -> None:
    faces = Counter(Seeded(1).draw("die", 6, counter) for counter in range(6000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in faces.values())
    orders = Counter(tuple(Seeded(1).order("deck", 3, counter)) for counter in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
    assert Seeded(1).order("deck", 0, 0) == []


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, two, three = (play_on(new(seed), 9) for seed in (4, 4, 5))
    assert same(one, two)
    assert one.record().steps[0].entries != three.record().steps[0].entries


def test_results_do_not_depend_on_the_hash_seed() -> None:
    saves = {
        subprocess.run(
            [sys.executable, "-c", WHOLE_GAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
            cwd=os.getcwd(),
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(saves) == 1
    assert '"game": "tiny"' in saves.pop()


def test_results_are_written_into_the_record_for_those_who_may_know() -> None:
    table = at(state("turn north", north="tea", south="silk"), dice=[5])
    answer(table, "raid", "no")
    assert table.since == ("raid", "no", "!raid 5")
    assert [entry.split(" ")[0] for entry in new().steps[0].listed()] == ["?bag", *["?draw@north", "?draw@south"] * 3]


def test_every_result_moves_the_counter() -> None:
    table = new()
    assert table.state.draws == 7  # a shuffle and six draws
    play = table.play.again(table.state.copy(), Seeded(1))
    assert play.shuffle("bag", range(30)) != play.shuffle("bag", range(30))
    assert play.state.draws == 9


def test_scripted_results_come_first_then_those_of_the_seed() -> None:
    scripted = Scripted([3, 5], Seeded(1))
    assert [scripted.draw("die", 6, counter) for counter in range(4)] == [3, 5, 5, 5]
    assert scripted.order("deck", 6, 0) == Seeded(1).order("deck", 6, 0)


def test_a_scripted_result_that_cannot_be_is_refused_and_nothing_changed() -> None:
    table = at(state("turn north", south=""), dice=[7])
    before = table.save()
    with pytest.raises(BadRecord, match=r"^the scripted result 7 for raid is not between 1 and 6$"):
        answer(table, "raid")
    assert table.save() == before
    assert asked(table).ask == "action"


def test_a_source_goes_on_by_itself_on_another_branch() -> None:
    scripted = Scripted([3], Seeded(1))
    branched = scripted.branched(2)
    assert [branched.draw("die", 10**9, 0) if counter else branched.draw("die", 6, 0) for counter in range(2)] == [
        3,
        Seeded(1, 2).draw("die", 10**9, 0),
    ]
    assert scripted.draw("die", 6, 0) == 3
    assert REFUSED.branched(2) is REFUSED


def test_refused_chance_says_what_depends_on_it() -> None:
    with pytest.raises(ChanceRefused, match=r"^raid depends on a die$"):
        REFUSED.draw("raid", 6, 0)
    with pytest.raises(ChanceRefused, match=r"^bag depends on a shuffle$"):
        REFUSED.order("bag", 6, 0)
