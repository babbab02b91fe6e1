"""What a bot's thoughts give away: while a game goes on, nothing that rests on secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from khyber.agents.driver import advance
from khyber.agents.explain import bots_in, explain, hint
from khyber.engine.decision import Decision, Message, Value
from khyber.engine.game import Setup
from khyber.engine.play import Play
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.engine.turns import turns
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.state import State

BOT = "bot:first"


class First:
    """Answers with the first value, for a reason that all may know and one that they may not."""

    def __init__(self) -> None:
        self._why: list[Message] = []

    def answer(self, play: Play[State], decision: Decision) -> Value:
        self._why += [Message("why.open", {}), Message("why-secret.hand", {})]
        return decision.values[0]

    def ready(self, state: State, decision: Decision) -> Value | None:
        return None

    def why(self) -> Sequence[Message]:
        return self._why

    def reason(self) -> Message | None:
        return self._why[-1] if self._why else None

    def used(self) -> Mapping[str, int]:
        return {}


class Thoughtful(Zurmat):
    """Zurmat with that bot."""

    bots = (BOT,)


@pytest.fixture(autouse=True)
def first_things_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def bot(self: Thoughtful, name: str, seat: str, source: object, *, explain: bool) -> First:
        return First()

    monkeypatch.setattr(Thoughtful, "bot", bot)


def table(*, options: tuple[str, ...] = ()) -> Table[State]:
    game = Thoughtful()
    seats = {"coalition": BOT, "taliban": "person"}
    return Table(game, Header(game.id, game.rules_version, game.digest(), 5, Setup("standard", options, 2), seats))


def over(playing: Table[State]) -> Table[State]:
    while playing.decision is not None:
        advance(playing)
        if playing.decision is not None:
            playing.choose(0)
    return playing


def test_what_rests_on_secrets_is_told_when_the_game_is_over() -> None:
    playing = table()
    while not turns(playing):
        advance(playing)
        playing.choose(0)
    advance(playing)
    step = turns(playing)[0].steps[0]
    why = explain(playing, step, "coalition", BOT)
    assert {reason.key for reason in why.reasons} == {"why.open"} and why.withheld == len(why.reasons)
    why = explain(over(playing), step, "coalition", BOT)
    assert {reason.key for reason in why.reasons} == {"why.open", "why-secret.hand"} and why.withheld == 0


def test_a_secret_answer_is_a_star_until_then() -> None:
    for options in ((), ("notes",)):
        playing = table(options=options)
        while not any(step.name == "orders" for step in playing.steps):
            advance(playing)
            playing.choose(0)
        step = next(at for at, done in enumerate(playing.steps) if done.name == "orders")
        (answer,) = explain(playing, step, "coalition", BOT).answers
        assert (answer.key, answer.bot) == ("*", "*")
        discs = next(at for at, done in enumerate(playing.steps) if "which" in str(done) or done.name == "place")
        assert explain(playing, discs, "coalition", BOT).differs is None
        (answer,) = explain(over(playing), step, "coalition", BOT).answers
        assert "+" in answer.key and answer.key == answer.bot
        assert explain(playing, discs, "coalition", BOT).differs is None, "forgotten answers are compared, too"


def test_a_hint_is_for_the_seat_itself_and_keeps_nothing_back() -> None:
    playing = table()
    assert {reason.key for reason in hint(playing, BOT).reasons} == {"why.open", "why-secret.hand"}


def test_a_turn_is_all_its_steps() -> None:
    playing = over(table())
    found = turns(playing)
    assert [turn.seat for turn in found[:4]] == ["coalition", "taliban", "coalition", "taliban"]
    spans = [turn.steps for turn in found]
    assert all(span[-1] < later[0] for span, later in pairwise(spans))
    assert any(len(span) > 1 for span in spans)
    assert all("turn" in (playing.steps[step].name for step in span) for span in spans)
    assert bots_in(playing, spans[0][0]) == {"coalition": BOT}
