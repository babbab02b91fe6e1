"""Undo: alone within one's own step to the last barrier; by agreement further, and then known dice are not rolled."""

from __future__ import annotations

import random

import pytest

from khyber.engine.errors import UndoRefused
from khyber.engine.history import back_to, scope, undone_chance
from khyber.engine.play import Rules
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, asked, at, new, play_on, random_choice, same, state
from tests.engine.tiny import SEATS, TINY, State, Tiny, TinyPlay

BARRIER = "^\\w+ cannot undo past a die, a reveal or another seat's choice$"


def refused(table: Table[State], seat: str, sentence: str = BARRIER) -> bool:
    """The undo is refused and nothing has changed."""
    before, decision = table.save(), table.decision
    with pytest.raises(UndoRefused, match=sentence):
        table.undo(seat)
    return (table.save(), table.decision) == (before, decision)


def test_a_choice_is_taken_back_within_the_step() -> None:
    table = at(state("turn north"))
    answer(table, "trade")
    table.undo("north")
    assert (table.since, asked(table).ask) == ((), "action")
    assert table.state == state("turn north")
    answer(table, "raid")
    table.undo("north")
    answer(table, "rest")
    assert table.steps[0].entries == "rest"


def test_choices_are_taken_back_one_by_one() -> None:
    table = at(state("turn north", coins=(2, 2)))
    table.choose("give", "north")
    answer(table, "trade")
    table.undo("north")
    assert list(table.since) == ["@north give"]
    table.undo("north")
    assert list(table.since) == []
    assert refused(table, "north", "^north has made no choice in this step$")


def test_a_die_is_a_barrier() -> None:
    table = at(state("turn north", south=""))
    answer(table, "raid")
    assert table.since[-1].startswith("!raid")
    assert refused(table, "north")


def test_a_reveal_is_a_barrier() -> None:
    class Lingering(Tiny):
        """After the offers are revealed the same step goes on to north's turn."""

        def step(self, play: TinyPlay) -> Rules:
            first = play.state.step
            yield from super().step(play)
            if first == "bid":
                yield from super().step(play)

    table = at(state("bid"), game=Lingering())
    answer(table, "tea", "silk")
    assert list(table.since) == ["#tea", "#silk", "^offers"]
    assert refused(table, "south")
    assert refused(table, "north")
    table.undo("south", agreed=True)
    assert (list(table.since), table.branch) == (["#tea", "~1 chance"], 1)
    assert asked(table).seat == "south"


def test_another_seat_s_choice_is_a_barrier() -> None:
    table = at(state("bid"))
    answer(table, "tea")
    assert refused(table, "south", "^south has made no choice in this step$")
    table.undo("north")
    answer(table, "guard")
    table = at(state("turn north", coins=(2, 2)))
    answer(table, "raid")
    table.choose("give", "south")
    assert refused(table, "north")
    table.undo("south")
    table.undo("north")
    assert list(table.since) == []


def test_the_end_of_the_step_is_a_barrier() -> None:
    table = at(state("turn north"))
    answer(table, "rest")
    assert refused(table, "north", "^north has made no choice in this step$")


def test_what_comes_again_after_undo_is_identical() -> None:
    table = at(state("turn north", coins=(2, 2)))
    table.choose("give", "south")
    answer(table, "trade")
    twin = table.fork()
    table.undo("north")
    answer(table, "trade")
    assert table.version == twin.version + 2
    table.version = twin.version
    assert same(table, twin)
    assert same(play_on(table, 5), play_on(twin, 5))


def test_by_agreement_the_branch_rises_and_dice_differ() -> None:
    dice = []
    for seed in range(30):
        table = at(state("turn north", south="tea"), seed)
        answer(table, "raid", "no")
        first = table.since[-1]
        assert table.branch == 0
        table.undo("south", agreed=True)
        assert (table.branch, table.since) == (1, ("raid", "~1 chance"))
        answer(table, "no")
        second = table.since[-1]
        table.undo("south", agreed=True)
        assert (table.branch, table.since) == (2, ("raid", "~1 chance", "~2 chance"))
        answer(table, "no")
        dice.append((first, second, table.since[-1]))
    for one, two in ((0, 1), (1, 2), (0, 2)):
        assert sum(rolled[one] != rolled[two] for rolled in dice) > 15
    scripted = at(state("turn north", south=""), dice=[5])
    answer(scripted, "raid")
    scripted.undo("north", agreed=True)
    answer(scripted, "raid")
    plain = at(state("turn north", south=""))
    plain.branch, plain.chance = 1, plain.chance.branched(1)
    plain.play.chance = plain.chance
    answer(plain, "raid")
    assert scripted.since[-1] == plain.since[-1]


def test_an_undo_says_what_it_would_take_back() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid", "no")  # and a die
    found = scope(table, "north")
    assert (found.step, found.place, found.choices, found.bots) == (0, 0, {"north": 1, "south": 1}, ())
    assert (found.chance, found.reveals, found.redrawn) == (1, 0, True)
    assert scope(table, "south").choices == {"south": 1}
    before = table.save()
    with pytest.raises(UndoRefused, match=r"^west has made no choice yet$"):
        scope(table, "west")
    assert table.save() == before
    revealed = new(3, "short", ["rich"])
    revealed.choose(0)
    revealed.choose(0)
    answer(revealed, "rest")
    found = scope(revealed, "south")  # the step before, and all since
    assert (found.choices, found.chance, found.reveals, found.redrawn) == ({"north": 1, "south": 1}, 0, 1, True)


def test_choices_of_people_are_taken_back_without_a_mark() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid")
    plain = at(state("turn north", south="tea"))
    answer(plain, "raid")
    plain.undo("north")
    assert not undone_chance(plain)
    assert (scope(table, "north").redrawn, undone_chance(table)) == (False, False)
    table.sit("south", "bot")
    answer(table, "no")
    assert scope(table, "north").bots == ("south",)


def test_the_mark_outlives_later_undos_and_a_record() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid", "no")
    table.undo("south", agreed=True)
    assert undone_chance(table)
    assert list(table.since) == ["raid", "~1 chance"]
    table.undo("north", agreed=True)  # alone, past nothing but the mark
    assert undone_chance(table)
    assert loads(table.save()).undone_chance
    answer(table, "raid", "no")
    table.undo("north", agreed=True)
    assert (table.branch, undone_chance(from_record(TINY, loads(table.save())))) == (2, True)
    assert "~2 chance" in table.own_record("south")


def test_a_record_without_the_mark_is_read_as_before() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid", "no")
    table.undo("south", agreed=True)
    loaded = from_record(TINY, loads(table.save().replace("~1 chance", "~1")))
    assert (loaded.branch, list(loaded.since), undone_chance(loaded)) == (1, ["raid", "~1"], False)
    for each in (table, loaded):
        answer(each, "no")
    assert table.since[-1] == loaded.since[-1], "the same branch draws the same dice"


def test_to_branch_off_is_no_undo() -> None:
    table = at(state("turn north", south="tea"))
    answer(table, "raid", "no")
    assert not undone_chance(back_to(table, 0, 1, branch=True))


def test_agreement_is_not_needed_where_the_seat_may_undo_alone() -> None:
    table = at(state("turn north"))
    answer(table, "trade")
    table.undo("north", agreed=True)
    assert (table.branch, table.since) == (0, ())


def test_by_agreement_back_over_steps_to_the_seat_s_last_choice() -> None:
    table = new(3, "short", ["rich"])
    table.choose(0)
    table.choose(0)
    answer(table, "rest")
    before = table.steps[:2]
    answer(table, "raid")
    table.undo("north", agreed=True)
    assert (asked(table).seat, asked(table).ask, table.since) == ("north", "action", ("~1",))
    assert table.steps == before
    table.undo("south", agreed=True)
    assert (asked(table).seat, asked(table).ask, len(table.steps)) == ("south", "offer", 1)
    assert table.since[-1] == "~2 chance"  # the offers had come to light
    table.undo("north", agreed=True)
    assert (table.branch, table.since) == (2, ("~2 chance",))  # nothing lay between: no new branch
    with pytest.raises(UndoRefused, match=r"^north has made no choice yet$"):
        table.undo("north", agreed=True)
    assert table.branch == 2


def test_a_finished_game_may_be_reopened_by_agreement() -> None:
    table = play_on(new(2), 2)
    table.undo("south", agreed=True)
    assert table.decision is not None
    assert table.outcome is None
    assert verify(TINY, play_on(table, 3).record()) == 7


def test_the_version_never_falls_and_the_branch_never_falls() -> None:
    table = at(state("turn north", coins=(3, 3), rounds=9), 5)
    versions, branches = [table.version], [table.branch]
    for _ in range(2):
        for step in ("raid", "undo", "trade", "undo", "raid", "no", "agreed", "no", "agreed", "no", 0):
            if step == "undo":
                table.undo("north")
            elif step == "agreed":
                table.undo("south", agreed=True)
            else:
                table.choose(step)
            versions.append(table.version)
            branches.append(table.branch)
        while asked(table).seat != "north" or asked(table).ask != "action":
            table.choose(0)
    assert versions[:12] == list(range(12))
    assert versions == sorted(versions)
    assert branches == sorted(branches)
    assert table.branch == 4
    loaded = from_record(TINY, loads(table.save()))
    assert (loaded.version, loaded.branch) == (table.version, 4)


def test_a_branch_once_begun_stays_when_its_seat_goes_back_further() -> None:
    table = new(4, "short", ["rich"])
    table.choose(0)  # north's offer
    table.choose(0)  # south's, and the reveal
    answer(table, "raid")
    table.choose("no")  # south, and the die
    table.undo("south", agreed=True)
    assert list(table.since) == ["raid", "~1 chance"]
    table.undo("north")  # over the branch mark, which stays
    assert (list(table.since), table.branch) == (["~1 chance"], 1)
    loaded = from_record(TINY, loads(table.save()))
    assert same(loaded, table)
    for each in (table, loaded):
        answer(each, "raid", "no")
    assert same(loaded, table)
    assert verify(TINY, table.record()) == 2


def test_records_with_undone_and_agreed_choices_verify() -> None:
    for seed in range(15):
        table = new(seed, "short", ["rich"])
        for number in range(12):
            for _ in range(4):
                if table.decision is not None:
                    random_choice(table, random.Random(seed + table.version))
            seat = SEATS[(seed + number) % 2]
            try:
                table.undo(seat, agreed=number % 2 == 0)
            except UndoRefused:
                continue
            assert same(from_record(TINY, loads(table.save())), table)
        play_on(table, seed)
        assert verify(TINY, loads(table.save())) == 7
