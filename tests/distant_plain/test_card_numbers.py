"""Propaganda cards have numbers that no Event card can take; games and positions with their former numbers load."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import khyber
from khyber.agents.driver import agent_named
from khyber.engine.errors import BadPosition
from khyber.engine.record import loads
from khyber.engine.verify import verify
from khyber.games.distant_plain.ai.features import FEATURES
from khyber.games.distant_plain.board import PROPAGANDA_CARDS, SCENARIOS, is_propaganda
from khyber.games.distant_plain.former import FORMER, is_former

#: Saved by version 0.2.0, when the Propaganda cards were 73 to 78.
RECORDS = Path(__file__).parents[1] / "records" / "first-card-numbers"
NAMES = ("bots", "from-position", "own-deck", "passes")
NOW = dict(zip(FORMER, PROPAGANDA_CARDS, strict=True))


def text_of(name: str) -> str:
    return (RECORDS / name).read_text(encoding="utf-8")


def states(record: Any) -> list[Any]:
    """Return the states of a record as it is stored."""
    kind = khyber.new("distant-plain", seed=1).game.state_type
    return [kind.unpack(step.after) for step in record.steps]


def present(cards: bytes) -> list[int]:
    return [NOW.get(card, card) for card in cards]


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_of_a_game_saved_with_the_former_numbers_are_the_same(name: str) -> None:
    before, table = loads(text_of(f"{name}.json")), khyber.load(text_of(f"{name}.json"))
    assert (
        any(card in FORMER for state in states(before) for card in (*state.played, *state.deck)) or before.header.start
    )
    for old, step in zip(states(before), table.steps, strict=True):
        new = table.game.state_type.unpack(step.after)
        assert [list(new.played), list(new.deck)] == [present(old.played), present(old.deck)]
        old.played, old.deck = new.played, new.deck
        assert old == new, "nothing else changes"
    assert table.since == tuple(before.now)


@pytest.mark.parametrize("name", NAMES)
def test_its_log_names_them_as_the_present_release_does(name: str) -> None:
    before, table = loads(text_of(f"{name}.json")), khyber.load(text_of(f"{name}.json"))
    for old, new in zip(before.steps, table.steps, strict=True):
        for was, event in zip(old.raw_events(), new.raw_events(), strict=True):
            cards = was[0] in ("card", "sudden-propaganda")
            assert event == (tuple(NOW.get(part, part) for part in was) if cards else was)  # type: ignore[arg-type]


def test_a_game_saved_with_the_former_numbers_is_verified_from_its_seed() -> None:
    """Everybody Passes: nothing in it has changed with the rules since."""
    game, record = khyber.load(text_of("passes.json")).game, loads(text_of("passes.json"))
    for step in record.steps:
        step.rules = game.rules_version
    record.rules = game.rules_version
    assert verify(game, record) == len(record.steps)


@pytest.mark.parametrize("name", NAMES)
def test_it_continues_to_its_end_and_is_saved_with_the_present_numbers(name: str) -> None:
    table = khyber.load(text_of(f"{name}.json"))
    again = khyber.load(table.save())
    assert (again.state, again.since, again.all_events()) == (table.state, table.since, table.all_events())
    assert not any(is_former((*state.played, *state.deck)) for state in states(loads(table.save())))
    random = agent_named("random", table.game)
    assert random is not None
    khyber.advance(table, dict.fromkeys(table.game.seats, random))
    assert table.outcome is not None


def test_a_position_with_the_former_numbers_is_the_same_position() -> None:
    text = text_of("position.toml")
    table = khyber.position("distant-plain", text)
    assert sum(map(is_propaganda, (*table.state.played, *table.state.deck))) == SCENARIOS[table.state.scenario].piles
    written = table.position()
    assert "74" not in written.partition("deck")[2].partition("]")[0]
    assert khyber.position("distant-plain", written).state == table.state


def test_a_number_between_the_last_event_and_the_first_propaganda_card_is_refused() -> None:
    with pytest.raises(BadPosition, match="deck has 100: Events are 1 to 72, Propaganda 201 to 206"):
        khyber.position("distant-plain", "cards = { played = [12], deck = [100] }")


@pytest.mark.parametrize("cards", [[12, 34], [12, 201, 34], []])
def test_cards_of_the_present_release_are_left_as_they_are(cards: list[int]) -> None:
    assert not is_former(cards)


def test_what_learners_observe_of_the_cards_is_the_same() -> None:
    """Networks were trained when the Propaganda cards followed the last Event card."""
    old, table = loads(text_of("bots.json")), khyber.load(text_of("bots.json"))
    was, now = states(old)[-1], table.game.state_type.unpack(table.steps[-1].after)
    found = {feature.name: feature for feature in FEATURES}
    played = found["played"]
    assert played.size == max(FORMER) + 1 and played.encode is not None
    assert [at for at, shown in enumerate(played.encode(bytes(now.played))) if shown] == sorted(was.played)
    coming = found["deck[0]"].encode
    assert coming is not None
    now.deck = bytes([NOW[74], *now.deck])
    assert coming(now).index(1) == 74


# -- a card more ------------------------------------------------------------------------------------

#: What a program prints that plays with the printed deck and card 73.
WITH_A_CARD_MORE = """
import json, khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.catalogue import texts
from khyber.games.distant_plain.board import CARDS, PROPAGANDA_CARDS, is_propaganda

old = khyber.load(open(RECORD).read())
table = khyber.new("distant-plain", scenario="short", seed=SEED, seats="agent:quick@1w")
agents, first = agents_of(table), table.state.played[-1]
shown = texts("distant-plain").catalogue("en").say(table.events()[-1].message)
while len(table.steps) < 6:
    table.choose(agents[table.decision.seat](Seen(table, table.decision)), table.decision.seat)
again = khyber.load(table.save())
print(json.dumps({
    "propaganda": PROPAGANDA_CARDS,
    "old": [*old.state.played, *old.state.deck],
    "first": first,
    "is propaganda": is_propaganda(first),
    "shown": shown,
    "same": again.state == table.state,
    "text": next(card.text for card in table.game.card_texts("en") if card.number == 73),
}))
"""


def run_with(folder: Path, program: str, **values: object) -> subprocess.CompletedProcess[str]:
    """Run a program with the package in that folder."""
    given = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    return subprocess.run(
        [sys.executable, "-c", given + program],
        env=os.environ | {"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package whose data may be edited."""
    source = Path(khyber.__file__).parent
    shutil.copytree(source, tmp_path / "khyber", ignore=shutil.ignore_patterns("page", "__pycache__"))
    return tmp_path


def add_card(folder: Path, number: int, text: str) -> None:
    """Add an Event card to the deck, as somebody would who edits the data."""
    cards = folder / "khyber" / "games" / "distant_plain" / "data" / "cards"
    face = f'number = {number}\ntitle = "Tea with the Elders"\norder = "CWTG"\nkind = "event"\n'
    (cards / f"{number:03}-tea-with-the-elders.toml").write_text(face + text, encoding="utf-8")


SIDE = '\n[unshaded]\nsteps = [{ do = "track", track = "aid", gain = 3 }]\n'


def test_an_event_card_added_as_data_is_played_and_searched_and_takes_no_propaganda_cards_number(copied: Path) -> None:
    add_card(copied, 73, SIDE)
    ran = run_with(copied, WITH_A_CARD_MORE, RECORD=str(RECORDS / "bots.json"), SEED=47)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["propaganda"] == list(PROPAGANDA_CARDS)
    assert sum(map(is_propaganda, found["old"])) == 4 and 73 not in found["old"], "of an old game it is none"
    assert (found["first"], found["is propaganda"], found["same"]) == (73, False, True)
    assert "73 Tea with the Elders" in found["shown"] and found["text"] == "Aid: +3"


@pytest.mark.parametrize(
    ("number", "text", "problem"),
    [
        (201, SIDE, "card 201: Event cards have numbers from 1 to 200, each once"),
        (72, "", "card 72: Event cards have numbers from 1 to 200, each once"),
        (73, "", "card 73 has no text: its file has no table [unshaded]"),
        (73, "[unshaded", "cards/073-tea-with-the-elders.toml is not TOML: "),
    ],
)
def test_a_card_that_cannot_be_added_is_named(copied: Path, number: int, text: str, problem: str) -> None:
    add_card(copied, number, text)
    ran = subprocess.run(
        [sys.executable, "-m", "khyber", "simulate", "distant-plain", "--games", "1"],
        env=os.environ | {"PYTHONPATH": str(copied)},
        cwd=copied,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2 and problem in ran.stderr and "Traceback" not in ran.stderr
