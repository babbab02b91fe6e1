"""What a Non-player says of its choices is for people: names, not keys; the rule of its own printing; nothing twice."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from rich.console import Console

import khyber
from khyber.agents.driver import advance
from khyber.agents.explain import Explanation, explain_all, hint
from khyber.cli.display import display_of
from khyber.cli.explain import counsel, explain_turn, shown
from khyber.cli.text import words
from khyber.engine.decision import AnswerMessage, Message
from khyber.engine.table import Table
from khyber.games.distant_plain.board import PIECE_IDS, SEATS, SPACE_IDS
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import case, play_box

#: The bot of each printing, and how the numbers of its rules begin.
PRINTINGS = (("bot:3rd", "8."), ("bot:2nd", "2nd:8."))
LANGUAGES = ("en", "it")
DISPLAY = display_of("distant-plain")
#: Keys of spaces, Factions and pieces. Names have capitals or spaces, and other dashes.
RAW = re.compile(rf"(?<![\w–-])({'|'.join(map(re.escape, (*SPACE_IDS, *SEATS, *PIECE_IDS)))})(?![\w–-])")
SCENARIOS = ("short", "main", "extended")


def games(bot: str) -> Iterator[Table[State]]:
    """Four Non-players; and some beside a random player, so that clauses about players apply."""
    for seed in range(3):
        seats = dict.fromkeys(SEATS, bot)
        if seed % 2:
            seats[SEATS[seed]] = "random"
        yield khyber.play("distant-plain", seats=seats, seed=seed, scenario=SCENARIOS[seed % 3])


def explained(table: Table[State]) -> Iterator[Explanation]:
    for step in range(len(table.steps)):
        yield from explain_all(table, step)


def printed(*things: object) -> str:
    console = Console(width=2000, file=io.StringIO())
    for thing in things:
        console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_keys_are_found_and_names_are_not() -> None:
    assert RAW.search("By the guidelines: kabul") and RAW.search("(taliban)") and RAW.search("kabul-tor-kham,")
    assert not RAW.search("Kabul–Tor Kham: Taliban Guerrillas; i pezzi talebani, Sar-e-Pol")


@pytest.mark.parametrize(("bot", "section"), PRINTINGS)
def test_no_explanation_shows_a_key_and_each_printing_cites_its_own_rules(bot: str, section: str) -> None:
    """Every thought of whole games, in both languages, as a program and as a person reads them."""
    kinds: Counter[str] = Counter()
    cited = set()
    for table in games(bot):
        for why in explained(table):
            assert not why.stopped and not why.unplanned and why.differs is None
            for reason in why.reasons:
                kinds[reason.key] += 1
                if "text" in reason.params:
                    cited.add(str(reason.params["text"]))
                for lang in LANGUAGES:
                    said = words("distant-plain", lang).strictly().say(reason)
                    assert not RAW.search(said), said
                    assert "⟦" not in said
        for step in range(0, len(table.steps), 9):
            if any(explain_all(table, step)):
                for lang in LANGUAGES:
                    text = printed(
                        *shown(
                            explain_turn(table, range(step, step + 1), DISPLAY), words("distant-plain", lang), DISPLAY
                        )
                    )
                    assert not RAW.search(text), RAW.search(text)
    assert kinds["why.decided"] > 50 and kinds["why.selected"] > 200 and len(kinds) > 10
    assert len(cited) > 15 and all(rule.startswith(section) for rule in cited)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_hint_shows_a_key(lang: str) -> None:
    """In a person's own turn, whatever the person has done in it; also where the bot has no plan."""
    source = random.Random(7)
    said = words("distant-plain", lang)
    table: Table[State] = khyber.new("distant-plain", seed=7, seats={"taliban": "person", "government": "person"})
    silent = departed = 0
    while True:
        advance(table)
        if table.decision is None:
            break
        if source.random() < 0.2:
            given = hint(table, "bot:3rd")
            silent += given.option is None
            departed += given.departed is not None
            text = printed(*counsel(table, said))
            assert text.strip() and not RAW.search(text), text
        table.choose(source.choice(list(table.decision.options)))
    assert silent and departed


def test_a_turn_played_otherwise_is_told_in_names() -> None:
    """An answer that the bot would not give, and one that it would: as the question has them."""
    table: Table[State] = khyber.new("distant-plain", seed=3, seats="bot:3rd")
    while table.decision is not None and table.decision.ask != "turn":
        advance(table, most=1)
    seats = dict(table.seats)
    differs = 0
    source = random.Random(3)
    for _ in range(60):
        if table.decision is None:
            break
        table.choose(source.choice(list(table.decision.options)))
    assert seats == table.seats
    for step in range(len(table.steps)):
        for why in explain_all(table, step):
            differs += why.differs is not None
        for lang in LANGUAGES:
            if any(explain_all(table, step)):
                text = printed(
                    *shown(explain_turn(table, range(step, step + 1), DISPLAY), words("distant-plain", lang), DISPLAY)
                )
                assert not RAW.search(text), RAW.search(text)
    assert differs


@pytest.mark.rule("2nd:8.8.3")
def test_a_choice_outside_the_plan_is_told_as_step_question_and_answer() -> None:
    """The step and its rule come first, in the words of the reader."""
    table: Table[State] = khyber.play("distant-plain", seats="bot:2nd", seed=0)
    decided = [reason for why in explained(table) for reason in why.reasons if reason.key == "why.decided"]
    assert len(decided) > 10
    for lang in LANGUAGES:
        said = words("distant-plain", lang)
        for reason in decided:
            assert isinstance(reason, AnswerMessage)
            option, step = reason.option, reason.params["id"]
            begins = f"{step} ({reason.params['text']}) {said.called('id', step)}: "
            assert said.say(reason) == f"{begins}{said.question(option.decision)} – {said.option(option)}"


def keys(messages: object) -> Counter[tuple[str, str]]:
    assert isinstance(messages, list)
    return Counter((message.key, str(message.params.get("id"))) for message in messages if isinstance(message, Message))


@pytest.mark.rule("8.2", "8.8.4")
def test_that_resources_have_run_out_is_said_once() -> None:
    """One Resource, and many spaces that a Rally wants: not one sentence for each of them."""
    spaces = dict.fromkeys(("kandahar", "helmand", "zabol", "paktika", "khowst", "ghazni"), "T 1u 1B, G 1p")
    table = case("taliban", spaces, taliban=1)
    told = keys(list(play_box(table, "taliban", "rally").why()))
    unpaid = [key for key in told if key[0] == "why.unpaid"]
    assert len(unpaid) == 1 and told[unpaid[0]] == 1
    assert not any(key[0] == "why.impossible" for key in told)


@pytest.mark.rule("8.2", "8.7.3")
def test_that_the_limit_of_an_operation_is_reached_is_said_once() -> None:
    """Two-thirds of 10 Resources pay for two Assaults of four."""
    spaces = dict.fromkeys(("herat", "balkh", "konduz", "baghlan"), "G 4t, T 2a")
    head = play_box(case("government", spaces, government=10), "government", "assault")
    told = keys(list(head.why()))
    assert sum(n for key, n in told.items() if key[0] == "why.unpaid") == 1
    assert not any(key[0] == "why.impossible" for key in told)
    for lang in LANGUAGES:
        unpaid = next(message for message in head.why() if message.key == "why.unpaid")
        assert ("Resources" if lang == "en" else "Risorse") in words("distant-plain", lang).say(unpaid)


def test_nothing_is_said_of_resources_that_suffice() -> None:
    table = case("taliban", {"kandahar": "T 1u 1B"}, taliban=20)
    assert not any(message.key == "why.unpaid" for message in play_box(table, "taliban", "rally").why())
