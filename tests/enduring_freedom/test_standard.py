"""The reference Coalition player: what it does, why, and that it plays well with what its view shows."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.agents.explain import explain, hint
from khyber.agents.random_agent import random_agent
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.estimates import chance_of, edge_odds, enemy_in, expected_kills, pool_of
from khyber.games.enduring_freedom.bots.outlook import Outlook
from khyber.games.enduring_freedom.bots.planning import plan_turn
from khyber.games.enduring_freedom.bots.standard import Standard
from khyber.games.enduring_freedom.rules.combat import determine_edge
from khyber.games.enduring_freedom.rules.forces import revealed_at
from khyber.games.enduring_freedom.rules.losses import hit_islamists
from khyber.games.enduring_freedom.state import State
from khyber.games.enduring_freedom.text import catalogue
from tests.enduring_freedom.greedy import greedy
from tests.enduring_freedom.tables import (
    BOX,
    GAME,
    SEAT,
    answer,
    asked,
    at,
    carry,
    in_battle,
    new,
    state,
    table,
    unit,
    z,
    zone,
)

BOT = "bot:standard"
GAMES = 14


def points_of(agent: Agent[State], games: int) -> list[int]:
    found = []
    for seed in range(games):
        playing = new(seed)
        advance(playing, {SEAT: agent})
        found.append(playing.state.points)
    return found


def test_it_plays_much_better_than_chance_and_better_than_greed() -> None:
    """Over 200 games it makes 91 points on average, a greedy player 30, a random one 1."""
    bot, greed, chance = (points_of(agent, GAMES) for agent in (Bot[State](BOT), greedy, random_agent))
    assert fmean(bot) > 75 and fmean(bot) > fmean(chance) + 50
    spread = 1.96 * (stdev(bot) ** 2 / GAMES + stdev(greed) ** 2 / GAMES) ** 0.5
    assert fmean(bot) > fmean(greed) + spread


def test_it_thinks_only_with_what_its_view_shows() -> None:
    """In worlds that look the same it answers the same."""
    playing = new(11)
    bot = Bot[State](BOT)
    while (decision := playing.decision) is not None:
        if not playing.since:
            real = Standard().answer(Seen(playing, decision).play(), decision)
            for seed in range(2):
                world = playing.imagine(SEAT, seed)
                assert Standard().answer(Seen(world, asked(world)).play(), asked(world)) == real
        playing.choose(bot(Seen(playing, decision)))


def test_it_says_why() -> None:
    playing = new(2, seats=BOT)
    advance(playing)
    words = {language: catalogue(language).strictly() for language in ("en", "it", "pseudo")}
    explained = 0
    for step in range(0, len(playing.steps), 3):
        why = explain(playing, step, SEAT, BOT)
        assert why.differs is None and not why.stopped
        for reason in why.reasons:
            assert all(catalogue_.say(reason) for catalogue_ in words.values())
            explained += 1
    assert explained > 20


def test_it_gives_a_person_a_hint_in_the_middle_of_anything() -> None:
    source = random.Random(4)
    playing = new(4)
    while (decision := playing.decision) is not None:
        if source.random() < 0.2:
            suggested = hint(playing, BOT)
            assert suggested.option is not None and suggested.option.key in list(decision.options.keys())
        playing.choose(source.randrange(len(decision.values)))


def test_a_hint_opens_with_the_reason_for_its_answer_and_not_for_an_earlier_one() -> None:
    playing = new(1)
    while asked(playing).ask.startswith("pre-"):
        playing.choose(0)
    earlier: tuple[Message, ...] = ()
    later = 0
    while asked(playing).ask in ("mobilize", "sof-area", "mobilize-unit", "deploy") and later < 3:
        suggested = hint(playing, BOT)
        fresh = [reason for reason in suggested.reasons if reason not in earlier]
        if earlier and fresh:
            assert suggested.reasons[0] == fresh[0]
            later += 1
        earlier = tuple(suggested.reasons)
        assert suggested.option is not None
        playing.choose(suggested.option)
    assert later, "no second reason was given"


def test_it_buys_special_forces_first_and_keeps_a_reserve() -> None:
    playing = table(turn=0)
    bot = Bot[State](BOT)
    first = bot(Seen(playing, asked(playing)))
    assert first.key == "sof-all"
    while asked(playing).ask in ("mobilize", "sof-area", "mobilize-unit", "deploy") and playing.state.turn == 0:
        playing.choose(bot(Seen(playing, asked(playing))))
    assert all(playing.state.where[unit(name)] == 128 for name in ("us-dagger", "us-75r", "us-sword"))
    assert playing.state.points >= 20


@pytest.mark.parametrize("seed", [7, 48])
def test_it_survives_the_worst_reactions_met_so_far(seed: int) -> None:
    """With 18 points kept in the first turn and 4 in the last, a bad turn ended these campaigns in a catastrophe."""
    playing = new(seed)
    advance(playing, {SEAT: Bot[State](BOT)})
    assert playing.outcome is not None and playing.outcome.ending != "catastrophe"
    assert playing.state.turn == BOX.last_turn


def test_its_units_fall_together_on_the_best_target() -> None:
    there = state(
        {"kunduz": z(shown="tb-omar tb-inf1 tb-jih1"), "herat": z(hidden="tb-inf1.2")},
        step="air",
        staging={"pakistan": z(ground="us-dagger us-kbar us-sword us-75r us-soar")},
    )
    groups = {group.zone: group.units for group in plan_turn(there, BOX, marching=False).groups}
    assert groups[zone("kunduz")] >= 3


def test_at_the_end_it_spreads_to_hold_what_counts() -> None:
    there = state(step="air", turn=7, staging={"pakistan": z(ground="us-dagger us-kbar us-sword")})
    held = {move.place for move in plan_turn(there, BOX, marching=False).moves}
    assert zone("kabul") in held and len(held) == 3


def test_odds_of_the_tactical_edge() -> None:
    assert edge_odds(0, True) == 21 / 36 and edge_odds(0, False) == 15 / 36 and edge_odds(1, False) == 21 / 36
    won = 0
    for ours in range(1, 7):
        for theirs in range(1, 7):
            there = state({"kabul": z(shown="tb-inf1", ground="us-dagger")}, step="fight", battle={"zone": "kabul"})
            carry(in_battle(determine_edge), there, dice=[ours, theirs])
            won += there.edge == COALITION
    assert won / 36 == edge_odds(1, True)


def test_a_stronger_force_is_expected_to_do_better() -> None:
    there = state({"kabul": z(shown="tb-inf1 tb-inf2", ground="us-dagger us-1-101")})
    look, kabul = Outlook(there, BOX), zone("kabul")
    assert (look.enemies[kabul].units, look.enemies[kabul].points) == (2, 2)
    weak, strong = (
        look.forecast(kabul, units, []) for units in ([unit("us-dagger")], [unit("us-dagger"), unit("us-1-101")])
    )
    assert strong.kills > weak.kills and strong.losses < weak.losses and strong.points > weak.points


@pytest.mark.rule("enduring-freedom:25.1")
def test_the_weakest_are_expected_to_fall_first() -> None:
    there = state({"kabul": z(shown="tb-inf1 aq-obl aq-055")})
    enemy = enemy_in(there, BOX, zone("kabul"), pool_of(there, BOX))
    assert enemy.after(1) == pytest.approx((1, (3 + 4) / 6)) and enemy.after(2) == pytest.approx((15, 4 / 6))
    assert enemy.after(3) == pytest.approx((17, 0))
    kabul = zone("kabul")
    revealed = revealed_at(there, BOX, kabul)
    hitting = carry(lambda play: hit_islamists(play, "22.3", kabul, revealed), there_with_hits(there, 2), dice=[3] * 4)
    assert hitting.where("aq-055") == "kabul" and hitting.where("aq-obl") == "islamists-eliminated"


def there_with_hits(there: State, hits: int) -> State:
    there.hits = hits
    return there


@pytest.mark.parametrize(("units", "factors"), [(1, [2, 2]), (2, [3, 2, 4]), (4, [3, 3, 2]), (3, [5, 4, 4, 2, 2])])
def test_kills_are_estimated_as_dice_fall(units: int, factors: list[int]) -> None:
    """The estimate is the mean over all rolls, within a fifth of a unit."""
    odds = {0: 1.0}
    for factor in factors:
        odds = {
            hits: odds.get(hits, 0) * (1 - factor / 6) + odds.get(hits - 1, 0) * factor / 6
            for hits in range(len(factors) + 1)
        }
    mean, variance = sum(factors) / 6, sum(factor * (6 - factor) for factor in factors) / 36
    assert expected_kills(units, mean, variance) == pytest.approx(
        sum(min(units, hits) * chance for hits, chance in odds.items()), abs=0.2
    )
    assert chance_of(units, mean, variance) == pytest.approx(
        sum(chance for hits, chance in odds.items() if hits >= units), abs=0.12
    )


def test_a_bot_of_another_name_is_refused() -> None:
    with pytest.raises(BadSetup, match="has no bot 'bot:deep'"):
        GAME.bot("bot:deep", SEAT, lambda: random.Random(1))


def test_it_takes_up_a_game_in_the_middle_of_a_step() -> None:
    playing = answer(table(), "sof", "us-dagger")
    bot = Bot[State](BOT)
    assert bot(Seen(playing, asked(playing))).key in list(asked(playing).options.keys())


@pytest.mark.rule("enduring-freedom:8.9")
def test_where_a_zone_is_overfull_it_weighs_units_face_down_without_knowing_them() -> None:
    game = GAME.replacing({"zones": {"kabul": {"stacking-limit": 1}}})
    for others, chosen, why in (("us-cjtf", "untried", "untried-least"), ("ir-irgc us-cjtf", "ir-irgc", "costs-least")):
        there = state(
            {"kabul": z(ground=others, untried="na-fahim")}, game=game, step="overstack", phase={"then": "reveal"}
        )
        suggested = hint(at(there, game=game), BOT)
        assert suggested.option is not None and suggested.option.key == chosen
        assert suggested.reasons[-1].key == f"why.{why}"
