"""Positions: any checkpoint as TOML and back, and refusals that name their place."""

from __future__ import annotations

import random
import tomllib

import pytest

from khyber.engine.errors import BadPosition
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.fuzzing import pick
from tests.enduring_freedom.tables import BOX, GAME, SEAT, answer, asked, at, new, state, table, unit, where, z


def test_every_checkpoint_of_a_game_is_written_and_read_back() -> None:
    for seed in (2, 7):
        playing, source = new(seed), random.Random(seed)
        while (decision := playing.decision) is not None:
            playing.choose(pick(decision, source, careful=True))
        for step in playing.steps:
            checkpoint = State.unpack(step.after)
            assert GAME.read_position(tomllib.loads(GAME.write_position(checkpoint))) == checkpoint


def test_what_is_not_mentioned_is_underground_or_available() -> None:
    there = state({"kabul": z(hidden="tb-inf1.3 tb-inf1", ground="us-dagger*")})
    assert (there.turn, there.points, there.jihad, there.step) == (1, 50, 9, "mobilize")
    assert [where(there, f"tb-inf1.{n}") for n in (1, 2, 3, 4)] == ["kabul", "underground", "kabul", "underground"]
    assert there.reduced[unit("us-dagger")] and where(there, "us-kbar") == "available"


def test_a_position_in_mid_step_can_be_gone_on_from() -> None:
    playing = answer(table(), "sof", "us-dagger", "pakistan", "air")
    document = tomllib.loads(playing.position())
    assert document["since"] == {"entries": ["sof", "us-dagger", "pakistan", "air"], "by": [SEAT] * 4}
    again = answer(at(GAME.read_position(document)), *document["since"]["entries"])
    assert again.state == playing.state and asked(again).ask == asked(playing).ask


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"format": "chess"}, "not of format"),
        ({"game": "zurmat"}, "game = 'zurmat'"),
        ({"step": "tea"}, "step = 'tea'"),
        ({"points": 100}, "points = 100 is not between 0 and 99"),
        ({"points": 0}, "points = 0"),
        ({"jihad": 0}, "jihad = 0"),
        ({"step": "Mobilise"}, "the position: step = 'Mobilise' is unknown; did you mean 'mobilize'?"),
        ({"tea": 1}, "the position: unknown field 'tea'; valid: "),
        ({"jihad-level": 3}, "the position: unknown field 'jihad-level'; did you mean 'jihad'?"),
        ({"zone": {"atlantis": {}}}, "unknown zone 'atlantis'; valid: "),
        ({"zone": {"Kabul": {}}}, "unknown zone 'Kabul'; did you mean 'kabul'?"),
        ({"staging": {"pakistann": {}}}, "unknown Staging Area 'pakistann'; did you mean 'pakistan'?"),
        (
            {"zone": {"kabul": {"ground": ["us-daggers"]}}},
            "zone.kabul: ground: unknown counter 'us-daggers'; did you mean 'us-dagger'?",
        ),
        ({"phase": {"targets": ["hert"]}}, "phase: targets: unknown place 'hert'; did you mean 'herat'?"),
        ({"boxes": {"cas": []}}, "boxes: unknown field 'cas'; "),
        ({"zone": {"kabul": {"ground": ["tb-inf1"]}}}, "of another sort"),
        ({"zone": {"kabul": {"islamists": ["tb-inf1.9"]}}}, "there are 4 of them"),
        ({"zone": {"kabul": {"ground": ["us-dagger"]}, "herat": {"ground": ["us-dagger"]}}}, "in another place, too"),
        ({"zone": {"kabul": {"islamists": ["tb-inf1 reduced"]}}}, "has no reduced side"),
        ({"zone": {"kabul": {"islamists-revealed": ["sp-ambush"]}}}, "leaves the map when it is turned up"),
        (
            {"staging": {"central-asia": {"air": ["us-b52", "us-b1", "us-b2", "us-f16", "us-a10"]}}},
            "over its capacity of 4",
        ),
        ({"staging": {"pakistan": {"islamists": ["tb-inf1"]}}}, "nowhere it can be"),
        ({"staging": {"pakistan": {"alliance": ["na-haz"]}}}, "is the wrong way up"),
        ({"boxes": {"islamists-eliminated": ["tb-inf1"]}}, "goes Underground when it is eliminated"),
        ({"boxes": {"eliminated": ["na-haz"]}}, "can return when it is eliminated"),
        ({"boxes": {"eliminated": ["us-dagger reduced"]}}, "not in play"),
        ({"boxes": {"aside": ["tb-inf1"]}}, "is not laid aside"),
        ({"step": "combat"}, "needs a zone to fight in"),
        (
            {
                "step": "fight",
                "battle": {"zone": "kabul"},
                "zone": {"kabul": {"ground": ["us-dagger"], "islamists": ["tb-inf1"]}},
            },
            "Islamists face up",
        ),
        ({"battle": {"zone": "kabul"}}, "a battle needs a zone, and nothing else does"),
        ({"step": "designate"}, "there must be an Intelligence counter"),
        ({"step": "overstack"}, "needs a step to go on with"),
        ({"step": "ground", "turn": 0}, "needs a turn"),
        ({"phase": {"targets": ["atlantis"]}}, "phase: targets: unknown place 'atlantis'; valid: "),
        ({"phase": {"targets": ["pakistan"]}}, "a mission is in no zone"),
        (
            {
                "step": "combat",
                "phase": {"to-fight": ["kabul"], "targets": ["herat"]},
                "zone": {"kabul": {"ground": ["us-dagger"], "islamists-revealed": ["tb-inf1"]}},
            },
            "an order of battles",
        ),
        ({"step": "strike", "battle": {"zone": "farah"}}, "a battle needs a zone, and nothing else does"),
        ({"phase": {"events-seen": [1]}}, "events-seen has 1: the events are 2 to 12"),
        ({"phase": {"began": ["kabul"]}}, "began names the place of every engineer"),
        ({"outcome": {"ending": "draw"}}, "the ending cannot be"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], problem: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.read_position(facts)
    assert problem in str(refused.value)


def test_a_state_of_the_wrong_shape_is_refused() -> None:
    there = state()
    there.where = there.where[:-1]
    with pytest.raises(BadPosition, match="where has 164 places"):
        GAME.check(there)
    odd = state()
    odd.where[BOX.end - 1] = 99
    with pytest.raises(BadPosition, match="nowhere it can be"):
        GAME.check(odd)
