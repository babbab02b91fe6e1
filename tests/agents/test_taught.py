"""The bot of a search that was taught: it corrects its own choices by a learned policy."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import khyber
from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, PlayerBot, step_bot
from khyber.agents.driver import advance
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.lines import stand_ins
from khyber.agents.strong.map_network import fields_of
from khyber.agents.strong.network import BadNetwork
from khyber.agents.strong.policy import LEAST, PARTS, Policy, leaning
from khyber.agents.strong.search import Search
from khyber.agents.strong.shipped import networks
from khyber.agents.strong.taught import Taught, drawn, odds
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from khyber.catalogue import game as find_game
from khyber.engine.table import Table
from khyber.games.zurmat.bots.weights import keen
from khyber.lab.train.policies import Words, untaught, write
from khyber.lab.train.practice import NONE, REACH, Practice, joined, met, practise, surprises

GAME: Any = find_game("zurmat")
BOT = "bot:standard"


@pytest.fixture(scope="module")
def nothing_learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that leaves every choice to the bot."""
    asks, keys = met(GAME, range(3))
    file = tmp_path_factory.mktemp("policy") / "policy.npz"
    write(GAME, Words(asks, keys), untaught(GAME, Words(asks, keys)), file)
    return file


def asked(seat: str, ask: str, seed: int = 2) -> Table[Any]:
    """A game of bots, stopped where the seat is asked that question."""
    table: Table[Any] = khyber.new("zurmat", seed=seed, seats=BOT)
    bots: dict[str, Agent[Any]] = {who: Bot(BOT) for who in table.game.seats}
    while (decision := table.decision) is not None:
        if decision.seat == seat and decision.ask == ask and len(decision.values) > 2 and len(table.steps) > 20:
            return table
        table.choose(bots[decision.seat](Seen(table, decision)), decision.seat)
    raise AssertionError(f"{seat} was not asked {ask!r}")


@pytest.mark.parametrize("seat", GAME.seats)
def test_a_policy_that_has_learned_nothing_plays_like_the_bot(seat: str, nothing_learned: Path) -> None:
    taught = Taught(Policy(GAME, nothing_learned), seat)
    keen_bot = Bot[Any](keen(GAME.seats.index(seat))[0])
    own: list[bool] = []

    def player(seen: Seen[Any]) -> Any:
        option = taught(seen)
        own.append(option.key == keen_bot(seen).key)
        return option

    others = {who: Bot[Any](BOT) for who in GAME.seats if who != seat}
    advance(khyber.new("zurmat", seed=5, seats=BOT), {seat: player, **others})
    assert len(own) > 100 and all(own)


@pytest.mark.parametrize("seat", GAME.seats)
def test_the_shipped_policy_wins_more_than_the_bot_it_corrects(seat: str) -> None:
    """40 games each on the same seeds; of 1,600 games it won 72% from either seat, the bot 62 and 58%."""

    def won(player: Any) -> float:
        found = 0.0
        for seed in range(700_000_000, 700_000_040):
            table = khyber.new("zurmat", seed=seed, seats=BOT)
            advance(table, {who: player() if who == seat else Bot[Any](BOT) for who in GAME.seats})
            assert table.outcome is not None
            found += table.outcome.winner == seat
        return found / 40

    policy = networks(GAME).policy
    assert policy is not None
    assert won(lambda: Taught(policy, seat)) > won(lambda: Bot[Any](BOT))


def test_in_worlds_that_its_seat_cannot_tell_apart_it_chooses_alike() -> None:
    policy = networks(GAME).policy
    assert policy is not None
    for ask in ("turn", "recruit"):
        table = asked("taliban", ask)
        other = table.imagine("taliban", 77)
        assert other.state.pack() != table.state.pack()
        weighed = [
            Taught(policy, "taliban").weigh(Seen(one, one.decision)).preferences
            for one in (table, other)
            if one.decision is not None
        ]
        assert weighed[0] == weighed[1]


def test_what_was_learned_changes_the_choice_and_unknown_keys_are_left_to_the_bot(tmp_path: Path) -> None:
    table = asked("coalition", "turn")
    decision = table.decision
    assert decision is not None
    keys = [option.key for option in decision.options]
    bots = Bot[Any](keen(0)[0])(Seen(table, decision)).key
    wanted = next(key for key in keys if key != bots)
    words = Words(["turn"], [wanted])
    learned = untaught(GAME, words)
    learned["coalition"] |= {"of-options": np.array([50.0])}  # it prefers one key by far
    write(GAME, words, learned, tmp_path / "policy.npz")
    policy = Policy(GAME, tmp_path / "policy.npz")
    assert Taught(policy, "coalition")(Seen(table, decision)).key == wanted
    weighed = Taught(policy, "coalition").weigh(Seen(table, decision))
    others = [at for at, key in enumerate(keys) if key != wanted]
    assert [weighed.preferences[at] for at in others] == pytest.approx([weighed.leanings[at] for at in others])


def test_after_an_undo_its_bot_makes_a_new_plan(nothing_learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def counted(table: Table[Any], *names: str) -> Any:
        begun.append(table.version)
        return step_bot(table, *names)

    monkeypatch.setattr("khyber.agents.strong.taught.step_bot", counted)
    taught = Taught(Policy(GAME, nothing_learned), "coalition")
    table = asked("coalition", "turn")
    decision = table.decision
    assert decision is not None
    first = taught(Seen(table, decision)).key
    table.choose(first, "coalition")
    table.undo("coalition")
    assert table.decision is not None
    assert taught(Seen(table, table.decision)).key == first
    assert len(begun) == 2
    assert taught(Seen(table, table.decision)).key == first
    assert len(begun) == 2, "the table has not moved"


def test_a_policy_of_other_fields_is_refused(tmp_path: Path, nothing_learned: Path) -> None:
    with np.load(nothing_learned) as found:
        arrays = dict(found)
    arrays["fields"] = np.array("other:1")
    np.savez(tmp_path / "policy.npz", **arrays)
    with pytest.raises(BadNetwork, match="other fields"):
        Policy(GAME, tmp_path / "policy.npz")


def test_without_numpy_the_bot_plays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    table = asked("taliban", "turn")
    assert isinstance(stand_ins(table, "taliban")["taliban"], PlayerBot)
    compared = Search(table, "taliban", Thinking(worlds=6), worth=Worth(GAME, None)).best()
    assert not {one.policy for one in compared}.isdisjoint(keen(1)[1:]), "it compares variants of the bot"


def test_a_search_plays_by_the_taught_bot_and_its_opponents_by_their_own() -> None:
    table = khyber.new("zurmat", seed=1)
    policy = Worth.of(GAME).policy
    agents = stand_ins(table, "taliban", policy=policy)
    assert isinstance(agents["taliban"], Taught) and isinstance(agents["coalition"], PlayerBot)
    assert isinstance(stand_ins(table, "taliban", BOT, policy)["taliban"], PlayerBot), "another bot was asked for"


def test_outside_its_turn_the_agent_plays_what_it_was_taught_without_a_search() -> None:
    table = asked("taliban", "place-disc")
    agent, policy = Strong[Any](Thinking(60.0)), networks(GAME).policy
    assert policy is not None and table.decision is not None
    seen = Seen(table, table.decision)
    assert agent(seen).key == Taught(policy, "taliban")(seen).key
    assert agent.compared == []


def test_how_far_an_option_lies_behind_follows_from_the_bots_ratings() -> None:
    decision = asked("coalition", "turn").decision
    assert decision is not None
    values = decision.values
    found = leaning(decision, 0, [(1.0, values[0]), (0.9, values[1]), (-9.0, values[2])])
    assert found[:3] == pytest.approx([0.0, -2.0, LEAST]) and set(found[3:]) <= {LEAST}
    assert leaning(decision, -1, ()) == [LEAST] * len(values), "it neither rates nor chooses"


def test_options_are_drawn_as_often_as_their_preferences_say() -> None:
    preferences = [0.0, -1.0, -20.0]
    source = random.Random(3)
    drawings = [drawn(preferences, source) for _ in range(4000)]
    assert odds(preferences) == pytest.approx([0.731, 0.269, 0.0], abs=0.001)
    assert drawings.count(0) / 4000 == pytest.approx(0.731, abs=0.03) and 2 not in drawings


# -- practice -----------------------------------------------------------------------------------------


def test_practice_remembers_every_choice_with_the_odds_it_was_made_by(nothing_learned: Path) -> None:
    found = practise(Practice("zurmat", "taliban", nothing_learned, first=10, count=2))
    choices = found.choices
    assert len(found.lengths) == len(found.shares) == len(found.rewards) == 2
    assert sum(found.lengths) == len(choices.asks) > 100
    for chosen, keys, leanings, log in zip(choices.chosen, choices.keys, choices.leanings, choices.logs, strict=True):
        offered = int((keys != NONE).sum())
        assert 0 <= chosen < offered >= 2
        assert log == pytest.approx(np.log(odds(leanings[:offered].tolist())[chosen] + 1e-9), abs=1e-3)
    again = practise(Practice("zurmat", "taliban", nothing_learned, first=10, count=2))
    assert (again.choices.reads == choices.reads).all() and again.rewards == found.rewards


def test_a_check_draws_nothing_and_remembers_nothing(nothing_learned: Path) -> None:
    found = practise(Practice("zurmat", "coalition", nothing_learned, first=10, count=1, draws=False))
    assert found.lengths == [0] and len(found.choices.asks) == 0 and found.shares[0] in (0.0, 0.5, 1.0)


def test_choices_of_several_runs_are_joined_to_the_same_width(nothing_learned: Path) -> None:
    runs = [
        practise(Practice("zurmat", seat, nothing_learned, first=20 + at, count=1)).choices
        for at, seat in enumerate(GAME.seats)
    ]
    whole = joined(runs)
    assert len(whole.asks) == sum(len(one.asks) for one in runs)
    assert whole.keys.shape[1] == max(one.keys.shape[1] for one in runs)
    assert (whole.keys[: len(runs[0].asks), : runs[0].keys.shape[1]] == runs[0].keys).all()


def test_a_surprise_counts_for_the_choices_before_it_less_and_less() -> None:
    expected = np.array([0.0, 0.0, 0.0, 0.5], np.float32)
    found = surprises(expected, [3, 1], [1.0, -1.0])
    assert found.tolist() == pytest.approx([REACH**2, REACH, 1.0, -1.5])


def test_only_games_with_a_map_can_be_taught() -> None:
    with pytest.raises(BadNetwork, match="no map to read by places"):
        fields_of(find_game("distant-plain"))


def test_a_policy_weighs_options_as_its_pupil_does(tmp_path: Path) -> None:
    """At questions about a tile, about an amount, and with options that name no tile, one or two."""
    torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")
    from khyber.lab.train.learner import Pupil

    taught = networks(GAME).policy
    assert taught is not None
    words = Words(list(taught.asks), list(taught.keys))
    torch.manual_seed(3)
    pupil = Pupil(fields_of(GAME), words)
    with torch.no_grad():
        for one in pupil.parameters():
            one.normal_(0, 0.1)
    write(GAME, words, dict.fromkeys(GAME.seats, pupil.weights()), tmp_path / "policy.npz")
    policy = Policy(GAME, tmp_path / "policy.npz")
    table, source = khyber.new("zurmat", seed=5, seats=BOT), random.Random(5)
    met = dict.fromkeys(("tile", "amount", "no tile", "one tile", "two tiles"), 0)
    while (decision := table.decision) is not None:
        keys = policy.key_numbers(decision)
        if len(keys) > 1 and NONE not in keys and decision.ask in policy.asks:
            read = policy.read(table.state, decision)
            leanings = [source.uniform(LEAST, 0) for _ in keys]
            found = torch.tensor(policy.preferences("taliban", read, decision, leanings)).log_softmax(0)
            with torch.no_grad():
                wanted = pupil(
                    torch.frombuffer(bytearray(read), dtype=torch.uint8)[None],
                    torch.tensor([policy.asks[decision.ask]]),
                    torch.tensor([keys]),
                    torch.tensor([leanings]),
                )[0]
            assert found.tolist() == pytest.approx(wanted.tolist(), abs=0.02), decision.ask
            met["tile"] += read[-2] < fields_of(GAME).places
            met["amount"] += read[-1] > 0
            named = [int(pupil.first_place[key] >= 0) + int(pupil.second_place[key] >= 0) for key in keys]
            for kind, count in enumerate(("no tile", "one tile", "two tiles")):
                met[count] += kind in named
        table.choose(source.randrange(len(decision.values)), decision.seat)
    assert min(met.values()) > 0, met


def test_a_course_improves_the_odds_of_what_went_well_and_can_be_resumed(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")
    from khyber.lab.train.teaching import Lessons, teach

    lessons = Lessons("zurmat", tmp_path, rounds=1, games=16, checked=2)
    heard: list[Any] = []
    teach(lessons, tmp_path / "out.npz", heard.append)
    assert len(heard) == 1 and heard[0]["taliban"].games == 16
    more = Lessons("zurmat", tmp_path, rounds=2, games=16, checked=2)
    shares, before = teach(more, tmp_path / "out.npz", heard.append)
    assert len(heard) == 2, "the first round was not held again"
    assert set(shares) == set(before) == set(GAME.seats)
    assert "2 rounds of 16 games" in (tmp_path / "out.md").read_text()
    begun = Lessons("zurmat", tmp_path / "more", rounds=1, games=16, checked=2, start=tmp_path / "out.npz")
    teach(begun, tmp_path / "begun.npz", heard.append)
    old, new = (Policy(GAME, tmp_path / name) for name in ("out.npz", "begun.npz"))
    assert new.keys == old.keys and all(
        np.allclose(old.weights[seat][part], new.weights[seat][part], atol=1e-3)
        for seat in GAME.seats
        for part in PARTS
    ), "in its first rounds it learns what to expect, and plays as before"
    sharp = Lessons("zurmat", tmp_path / "sharp", rounds=1, games=16, checked=2, start=tmp_path / "out.npz", sharper=2)
    teach(sharp, tmp_path / "sharp.npz", heard.append)
    twice = Policy(GAME, tmp_path / "sharp.npz")
    for seat in GAME.seats:
        for part in ("trust", "options", "first"):
            assert np.allclose(twice.weights[seat][part], 2 * old.weights[seat][part], atol=1e-2)
    assert Policy(GAME, tmp_path / "out.npz").bots == {seat: keen(at)[0] for at, seat in enumerate(GAME.seats)}


def test_a_course_ends_with_the_average_of_its_last_rounds() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `learn` only")
    from khyber.lab.train.learner import AVERAGED, Learner
    from khyber.lab.train.policies import Words

    learner = Learner(GAME, Words(["operation"], ["patrol", "attack"]), 1e-3)
    for value in (1.0, 3.0):
        with torch.no_grad():
            learner.pupil.trust.fill_(value)
        learner.average_in()
    assert learner.average.trust.tolist() == pytest.approx([2.0]), "the mean while there are few rounds"
    for _ in range(6 * AVERAGED):
        learner.average_in()
    assert learner.average.trust.tolist() == pytest.approx([3.0], abs=0.01), "then the last ones count"
