"""Every word of A Distant Plain: the same keys and parameters in both languages, none missing, none unused."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import pytest
from rich.console import Console

import khyber
from khyber.agents.agent import Seen
from khyber.agents.random_agent import random_agent
from khyber.cli.session import Session
from khyber.cli.text import words
from khyber.engine.decision import Decision, Message, Param
from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.engine.table import Table
from khyber.engine.text import PSEUDO, MissingText, Vocabulary, read_entries
from khyber.games.distant_plain import board
from khyber.games.distant_plain.drawing import svg
from khyber.games.distant_plain.events.deck import printed_deck
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.piece_effects import PieceEffect
from khyber.games.distant_plain.events.turn_effects import Choose
from khyber.games.distant_plain.game import EVENTS
from khyber.games.distant_plain.play import SIDES
from khyber.games.distant_plain.rulebook import headings
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.by_hand import BOXES, EDITS, islamabad_ways
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS
from khyber.games.distant_plain.rules.sequence import HIDDEN_ASSET, PASS_FOR_CAPABILITY
from khyber.games.distant_plain.rules.setup import OPTIONS, start
from khyber.games.distant_plain.rules.victory import STALEMATE, TITLES, TRIUMPHS, factions_by_player, player_name
from khyber.games.distant_plain.state import State, empty
from khyber.games.distant_plain.text import (
    CARD_PARAMS,
    NUMBERS,
    SIGNED,
    SPACE_PARAMS,
    WORDS,
    card_text,
    card_texts,
    catalogue,
    languages,
    rule_texts,
    step_ids,
)

#: Where questions are put and events emitted.
RULES = tuple(Path(board.__file__).parent / folder for folder in ("rules", "events"))
#: Games that together ask nearly everything.
GAMES = (
    ("short", (), 4),
    ("main", ("deception", "sudden-propaganda", "open-deployment"), 4),
    ("short", ("deception",), 3),
    ("extended", ("no-capabilities", "no-non-player"), 2),
    ("short", ("no-non-player", "coalition-and-warlords"), 2),
    ("short", ("no-non-player",), 3),
    ("short", (), 1),
    ("short", ("own-deck",), 4),
)
SEEDS = 2


def table(setup: tuple[str, tuple[str, ...], int], seed: int) -> Table[State]:
    scenario, options, players = setup
    return khyber.new("distant-plain", scenario=scenario, options=options, players=players, seed=seed, seats="random")


def decisions(playing: Table[State]) -> Iterator[Decision]:
    """Every decision of a game played at random."""
    while (decision := playing.decision) is not None:
        yield decision
        playing.choose(random_agent(Seen(playing, decision)), decision.seat)


# -- what is needed, from the source ----------------------------------------------------------------


def sources(*folders: Path) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted(folder.glob("**/*.py")):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def strings(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


#: Functions that ask, and which of their arguments is the question.
ASKING = {"ask": 1, "next_choice": 2, "next_space": 2}


@cache
def asks_in_source() -> frozenset[str]:
    found: set[str] = {"aside", *(f"event-{kind.verb}" for kind in PieceEffect.__subclasses__())}
    for node in sources(*RULES):
        at = ASKING.get(called(node))
        if at is not None and isinstance(node, ast.Call) and len(node.args) > at:
            found |= set() if isinstance(node.args[at], ast.JoinedStr) else strings(node.args[at])
    return frozenset(found)


def choices(effects: Sequence[Effect]) -> Iterator[str]:
    """The names of the things that the steps of an Event let somebody choose from."""
    for effect in effects:
        if isinstance(effect, Choose):
            for name, inner in effect.options:
                yield name
                yield from choices(inner)


def offered(node: ast.AST) -> Iterator[str]:
    """The word of an option, as it stands in a list of them: `done`, or `sharia-in` for a word with a space."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from offered(node.body)
        yield from offered(node.orelse)
    elif isinstance(node, ast.Tuple) and node.elts:
        yield from (f"{word}-in" for word in offered(node.elts[0]))


@cache
def option_words_in_source() -> frozenset[str]:
    found = {*OPERATIONS, *ACTIVITIES, HIDDEN_ASSET, PASS_FOR_CAPABILITY, *(f"event-{side}" for side in SIDES)}
    found |= {*board.SEATS, *board.LEVEL_IDS, *EDITS, *BOXES, *islamabad_ways(empty())}
    found.update(name for sides in printed_deck().values() for side in sides.values() for name in choices(side.effects))
    for node in sources(*RULES):
        if isinstance(node, ast.List):
            found.update(word for part in node.elts for word in offered(part))
        elif isinstance(node, ast.ListComp):
            found.update(offered(node.elt))
        elif called(node) == "append" and isinstance(node, ast.Call):
            found.update(word for part in node.args for word in offered(part))
    asides = {"give-in", "patronage-in", "remove-in"}
    kept = {"give", "give-patronage", "remove-own", "patronage-in", "space", "by-way-of", "count", "piece", "card"}
    return frozenset((found - asides) | kept)


# -- what is needed, from play ----------------------------------------------------------------------


@cache
def played() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Of games played at random: each question and each option with what it always mentions.

    Options are known by `ask.word` as well, since a sentence for the two may mention what the question does.
    """
    asks: dict[str, frozenset[str]] = {}
    options: dict[str, frozenset[str]] = {}
    for setup in GAMES:
        for seed in range(SEEDS):
            playing = table(setup, seed)
            for number, decision in enumerate(decisions(playing)):
                about = frozenset(decision.about) | {"seat"}
                asks[decision.ask] = asks.get(decision.ask, about) & about
                asides = playing.asides(decision.seat) if number % 20 == 0 else []
                for option in (*decision.options, *asides):
                    message = option.message
                    word = message.key.removeprefix("option.")
                    told = frozenset(message.params) | frozenset(option.decision.about) | {"seat"}
                    for key in (word, f"{option.decision.ask}.{word}"):
                        options[key] = options.get(key, told) & told
    return asks, options


def section(name: str, lang: str = "en") -> set[str]:
    return {key.removeprefix(f"{name}.") for key in catalogue(lang).keys() if key.startswith(f"{name}.")}  # noqa: SIM118


# -- the two languages ------------------------------------------------------------------------------


def test_both_languages_have_the_same_keys_with_the_same_parameters() -> None:
    for get in (catalogue, partial(words, "distant-plain")):
        english, italian = (get(lang) for lang in languages)
        assert english.keys() == italian.keys()
        for key in english.keys():  # noqa: SIM118
            assert english.params(key) == italian.params(key), key


def test_every_rule_of_sections_1_to_7_has_a_text_in_both_languages() -> None:
    needed = {number for number in headings() if not number.startswith(("8", "2nd:"))}
    for lang in languages:
        texts = rule_texts(lang)
        assert needed <= set(texts.numbers())
        for number in needed:
            rule = texts.find(number)
            assert rule is not None and rule.title and len(rule.text) > 40


def test_a_rule_is_found_by_number_or_by_its_title() -> None:
    texts = rule_texts("en")
    rally = texts.find("3.3.1")
    assert rally is not None and rally.title == "Rally"
    assert [rule.number for rule in texts.about("rally")] == ["3.3.1"]
    assert {rule.number for rule in texts.about("3.2")} == {"3.2.1", "3.2.2", "3.2.3", "3.2.4"}
    assert texts.find("9.9") is None and texts.about("zebra") == []


def test_every_side_of_every_card_has_a_text_in_both_languages() -> None:
    sides = {(card, side) for card, texts in printed_deck().items() for side in texts}
    assert len(sides) == 139
    for lang in languages:
        told = card_texts(lang)
        assert {(card, side) for card, texts in told.items() for side in texts} == sides
        for card, side in sides:
            text = card_text(card, side, lang)
            assert text.endswith(".") and "{" not in text and " -" not in text
            lasting = board.CARDS[card].momentum in (side, "both")
            assert lasting == ({"en": "MOMENTUM: ", "it": "SLANCIO: "}[lang] in text), (card, side)
    assert all(card_text(card, side, "en") != card_text(card, side, "it") for card, side in sides)


def test_the_numbers_of_a_card_are_the_same_in_both_languages() -> None:
    for card, sides in card_texts("en").items():
        for side, text in sides.items():
            english, italian = (set(re.findall(r"\d", told)) for told in (text, card_text(card, side, "it")))
            assert english == italian, (card, side)


def test_a_card_text_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match="card 44 has no shaded text"):
        card_text(44, "shaded", "en")


def test_an_event_is_offered_with_the_text_of_its_card() -> None:
    playing = table(GAMES[0], 0)
    found = next(
        option for decision in decisions(playing) for option in decision.options if option.key == "event-shaded"
    )
    card = found.decision.about["card"]
    assert isinstance(card, int)
    for lang in (*languages, PSEUDO):
        assert card_text(card, "shaded", lang) in words("distant-plain", lang).option(found)


@pytest.mark.parametrize(("lang", "resource", "free"), [("en", "Resource", "free"), ("it", "Risors", "gratis")])
def test_an_operation_shows_its_cost_unless_an_event_grants_it(lang: str, resource: str, free: str) -> None:
    told = catalogue(lang)
    cost = re.compile(rf"\d (Government )?{resource}")
    for operation in OPERATIONS:
        for seat in board.SEATS:
            chosen, granted = (
                told.say(Message(f"option.{key}", {"seat": seat, "beyond": 0, "kabul": 0, "joins": 1, "fights": 1}))
                for key in (operation, f"free-operation.{operation}")
            )
            assert cost.search(chosen) or free in chosen, chosen
            assert not cost.search(granted), granted


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadSetup, match="there is no language 'xx': the languages are en, it"):
        catalogue("xx")


# -- none missing, none unused ----------------------------------------------------------------------


def test_every_question_has_a_sentence_and_no_sentence_is_without_question() -> None:
    asked, _ = played()
    assert set(asked) <= asks_in_source()
    assert section("ask") == asks_in_source()


def test_every_option_has_words_and_no_words_are_without_option() -> None:
    _, seen = played()
    general = {word for word in seen if "." not in word}
    assert general <= section("option")
    written = section("option")
    assert option_words_in_source() <= written
    assert {word for word in written if "." not in word} <= option_words_in_source() | general
    for key in written:
        ask, dot, word = key.partition(".")
        if dot:
            assert ask in asks_in_source() and word in written, key


def test_every_kind_of_event_has_a_sentence_and_every_event_emitted_is_known() -> None:
    assert section("log") == set(EVENTS)
    for node in sources(*RULES):
        if called(node) == "emit" and isinstance(node, ast.Call) and node.args:
            assert strings(node.args[0]) <= set(EVENTS)


def test_the_words_are_those_of_the_board() -> None:
    players = set()
    for options, count in (
        ((), 4),
        (("no-non-player",), 3),
        (("no-non-player",), 2),
        (("no-non-player", "coalition-and-warlords"), 2),
    ):
        players |= {player_name(own) for own in factions_by_player(start(Setup("short", options, count)))}
    phases = {
        word
        for node in sources(*RULES)
        if called(node) == "emit" and isinstance(node, ast.Call) and strings(node.args[0]) == {"phase"}
        for word in strings(node.args[2])
    }
    assert section("faction") == set(board.SEATS)
    assert section("piece") == set(board.PIECE_IDS)
    assert section("level") == set(board.LEVEL_IDS)
    assert section("control") == set(board.CONTROL_IDS)
    assert section("islamabad") == set(board.BOX_IDS)
    assert section("operation") == set(OPERATIONS)
    assert section("activity") == set(ACTIVITIES)
    assert section("phase") == phases
    assert section("scenario") == set(board.SCENARIOS)
    assert section("option-name") == set(OPTIONS)
    assert section("marker") == set(board.DECEPTION_MARKERS)
    assert section("side") == set(SIDES)
    assert section("ending") == {"victory", "final", "non-player", "overtaken"}
    assert section("title") == {*TITLES.values(), *TRIUMPHS.values(), STALEMATE}
    assert section("player") == players


def test_every_label_is_used_and_every_label_used_is_there() -> None:
    asked: set[str] = {"label.propaganda"}
    view = dict(khyber.new("distant-plain", seed=1).view())
    view["islamabad"] = {"box": "backing", "hard": True}
    svg.draw(view, lambda key: asked.add(key) or key)  # type: ignore[func-returns-value]
    assert {key for key in asked if key.startswith("label.")} == {f"label.{name}" for name in section("label")}
    assert asked <= catalogue("en").keys()


# -- parameters -------------------------------------------------------------------------------------


def test_every_parameter_of_an_event_is_known_by_its_name() -> None:
    known = {*WORDS, *SPACE_PARAMS, *CARD_PARAMS, *NUMBERS, *SIGNED}
    for kind, told in EVENTS.items():
        assert set(told) <= known, kind
        assert catalogue("en").params(f"log.{kind}") <= set(told), kind


def test_a_sentence_mentions_only_what_its_message_carries() -> None:
    asked, offered_ = played()
    for lang in languages:
        spoken = catalogue(lang)
        for ask, about in asked.items():
            assert spoken.params(f"ask.{ask}") <= about | spoken.derived, ask
        for word, told in offered_.items():
            if word in section("option"):
                assert spoken.params(f"option.{word}") <= told | spoken.derived, word


def test_everything_can_be_said_strictly() -> None:
    for lang in (*languages, PSEUDO):
        spoken = words("distant-plain", lang).strictly()
        playing = table(GAMES[1], 5)
        for decision in decisions(playing):
            assert spoken.question(decision)
            for option in decision.options:
                assert spoken.option(option)
        for event in playing.all_events():
            assert spoken.say(event.message)


def test_forms_plurals_and_signs() -> None:
    italian, english = catalogue("it"), catalogue("en")
    told: dict[str, Param] = {"piece": "taliban-guerrilla-underground", "n": 1, "space": "paktika"}
    assert italian.say(Message("log.placed", told)) == "Paktika: +1 Guerrigliero talebano Nascosto"
    assert italian.say(Message("log.placed", {**told, "n": 2})) == "Paktika: +2 Guerriglieri talebani Nascosti"
    assert italian.say(Message("log.resources", {"faction": "government", "change": -3, "n": 27})) == (
        "Risorse del Governo −3, ora 27"
    )
    assert english.say(Message("log.resources", {"faction": "warlords", "change": 2, "n": 9})) == (
        "Warlord Resources +2, now 9"
    )
    assert english.say(Message("log.attack-rolled", {"die": 3, "space": "kabul", "success": 0})).endswith("fails")
    assert english.say(Message("log.card", {"card": 24, "next": 201})).endswith("(next: Propaganda)")


def test_what_is_missing_is_shown_to_a_player_and_raised_in_tests() -> None:
    english = catalogue("en")
    for message, shown in (
        (Message("log.no-such-thing", {}), "⟦log.no-such-thing⟧"),
        (Message("log.control", {"space": "kabul"}), "Kabul: ⟦log.control {control}⟧"),
        (Message("log.phase", {"phase": "tea"}), "⟦phase.tea⟧"),
    ):
        assert english.say(message) == shown
        with pytest.raises(MissingText):
            english.strictly().say(message)
    assert english.word("label.aid", "of") == "⟦label.aid:of⟧"


def test_a_damaged_catalogue_is_refused_with_its_place() -> None:
    with pytest.raises(MissingText, match=r"en\.toml is not TOML"):
        read_entries("[ask", "en.toml")
    with pytest.raises(MissingText, match=r"en\.toml: ask should be a table"):
        read_entries("ask = 3", "en.toml")
    with pytest.raises(MissingText, match=r"en\.toml: ask\.turn should be a table"):
        read_entries("[ask]\nturn = 3", "en.toml")
    assert Vocabulary().signed == frozenset()


# -- the pseudo-language ----------------------------------------------------------------------------

NAMES = sorted(
    {*(space.name for space in board.SPACES), *(card.title for card in board.CARDS.values())}, key=len, reverse=True
)


def plain_text(shown: str, keys: list[str]) -> list[str]:
    """What is left in plain letters when keys and proper names are taken out."""
    text = " ".join(shown.split())
    for name in (*NAMES, *sorted(keys, key=len, reverse=True)):
        text = text.replace(name, " ")
    return re.findall(r"[A-Za-z]+", text)


def console() -> Console:
    return Console(file=io.StringIO(), width=240, highlight=False, markup=False, emoji=False)


def shown_on(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


@pytest.mark.parametrize("setup", GAMES[:2])
def test_a_game_in_the_pseudo_language_shows_no_plain_text(setup: tuple[str, tuple[str, ...], int]) -> None:
    playing = table(setup, 3)
    session = Session(playing, PSEUDO, console())
    for number, decision in enumerate(decisions(playing)):
        if number % 35:
            continue
        session.console.file = io.StringIO()
        session._present(decision)
        session._asides("")
        session._log("10")
        asides = [part for option in playing.asides(decision.seat) for part in (option.key, option.key[:-1])]
        assert plain_text(shown_on(session.console), [*decision.options.keys(), *asides]) == []
    session.console.file = io.StringIO()
    session._finish_showing()
    assert plain_text(shown_on(session.console), []) == []


def test_the_terminal_speaks_the_pseudo_language_throughout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game"
    typed = [
        "help",
        "rule",
        "rule 3.2",
        "rule 99",
        "zebra",
        "99",
        "p",
        "undo",
        "undo agreed",
        "save",
        f"save {file}",
        "save /no/such/place",
        "view",
        "map",
        "log 0",
        "asides",
        "hint",
        "why",
        "why 9",
        "train",
        "hint",
        "give taliban 1",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    playing = khyber.new("distant-plain", seed=3, seats="person", options=("deception",))
    while playing.decision is not None and playing.decision.seat != "coalition":
        playing.choose("pass")
    session = Session(playing, PSEUDO, console(), file)
    session.play()
    keys = [
        *typed,
        str(file),
        "/no/such/place",
        "distant-plain",
        "pass",
        *OPERATIONS,
        *ACTIVITIES,
        *board.SPACE_IDS,
        *(f"event-{side}" for side in SIDES),
        "pause",
        *(f"{seat} pause" for seat in board.SEATS),
        *step_ids(),
    ]
    assert plain_text(shown_on(session.console), keys) == []
