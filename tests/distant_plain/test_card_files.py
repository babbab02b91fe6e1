"""The files of the cards: one for each, its names in the code, and nothing about a card anywhere else."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import khyber
from khyber.engine.errors import BadSetup
from khyber.engine.record import loads
from khyber.engine.verify import verify
from khyber.games import distant_plain
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import CARD_FILES, CARDS, TALIBAN
from khyber.games.distant_plain.bots.events.answers import EVENT_RESPONSES
from khyber.games.distant_plain.bots.events.instructions import Instructions
from khyber.games.distant_plain.bots.second.instructions import INSTRUCTIONS as SECOND
from khyber.games.distant_plain.bots.third.instructions import INSTRUCTIONS as THIRD
from khyber.games.distant_plain.events.deck import own_deck, own_sides, printed_deck
from khyber.games.distant_plain.events.special import SPECIAL
from khyber.games.distant_plain.play import SIDES
from khyber.games.distant_plain.rules import lasting
from khyber.games.distant_plain.text import card_texts

GAME = Path(distant_plain.__file__).parent
FILES = sorted((GAME / "data" / "cards").iterdir())
DOCS = Path(__file__).parents[2] / "docs" / "events.md"
#: Older numbers of the Propaganda cards are its subject.
NUMBERS_ALLOWED = {"former.py"}


def slug(title: str) -> str:
    words = title.lower().replace("&", "and").replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_called_by_the_number_and_title_of_its_card(file: Path) -> None:
    card = tomllib.loads(file.read_text(encoding="utf-8"))
    assert file.name == f"{card['number']:03}-{slug(card['title'])}.toml"
    assert card == CARD_FILES[card["number"]]


def test_every_side_has_words_in_every_language_and_a_source() -> None:
    for number, sides in printed_deck().items():
        for name in sides:
            side = CARD_FILES[number][name]
            assert isinstance(side, dict)
            assert all(side[key].strip() for key in ("en", "it", "provenance")), (number, name)
            assert card_texts("it")[number][name] == side["it"]


def test_the_face_of_a_card_agrees_with_its_sides() -> None:
    """Momentum, Capabilities and single use are printed on the face and follow from the texts, too."""
    for number, sides in printed_deck().items():
        kinds = {name: {str(step["do"]) for step in side.steps} for name, side in sides.items()}
        momentum = [name for name in SIDES if "momentum" in kinds.get(name, ())]
        card = CARDS[number]
        assert card.momentum == ("both" if len(momentum) == 2 else momentum[0] if momentum else "none"), number
        assert (card.capability_of is not None) == all("capability" in kind for kind in kinds.values()), number
        assert card.single_use == ("shaded" not in sides), number


def test_the_documentation_shows_a_card_as_it_is() -> None:
    shown = DOCS.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    assert shown == next(file for file in FILES if file.name.startswith("062")).read_text(encoding="utf-8")


# -- hooks --------------------------------------------------------------------------------------------


@cache
def trees() -> dict[str, ast.Module]:
    return {
        str(file.relative_to(GAME)): ast.parse(file.read_text(encoding="utf-8")) for file in sorted(GAME.rglob("*.py"))
    }


def called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def lasting_sides_in_code() -> Iterator[tuple[str, str]]:
    """Yield the hook and side of every question whether a lasting text is in effect."""
    sides = {"unshaded": "unshaded", "shaded": "shaded", "held_by": "unshaded"}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node.func) in sides and len(node.args) > 1:
                name = called(node.args[1])
                if name.isupper():
                    yield name.replace("_", "-").lower(), sides[called(node.func)]


def hooks_in_files() -> set[tuple[str, str]]:
    """Return the hooks that the files of cards name, with their sides."""
    return {(side.hook, name) for sides in printed_deck().values() for name, side in sides.items() if side.hook}


def test_every_lasting_hook_in_a_file_is_used_in_code_and_every_one_in_code_is_in_a_file() -> None:
    assert {(hook, side) for hook, side in hooks_in_files() if hook not in SPECIAL} == set(lasting_sides_in_code())
    assert all(lasting.HOOKS.values()), "every hook belongs to a card"
    assert {getattr(lasting, hook.replace("-", "_").upper()) for hook in lasting.HOOKS} == set(lasting.HOOKS.values())


def test_every_lasting_text_has_a_hook_or_forbids_something() -> None:
    for number, sides in printed_deck().items():
        for name, side in sides.items():
            lasts = any(step["do"] in ("capability", "momentum") for step in side.steps)
            hook = side.hook in lasting.HOOKS
            assert lasts >= hook and lasts <= (hook or bool(side.forbids)), (number, name)


def test_every_function_is_the_hook_of_one_side() -> None:
    assert Counter(hook for hook, _ in hooks_in_files() if hook in SPECIAL) == Counter(list(SPECIAL))


@pytest.mark.parametrize("instructions", [SECOND, THIRD], ids=lambda one: one.printing)
def test_the_instructions_of_a_printing_can_be_read(instructions: Instructions) -> None:
    assert instructions.all
    assert {ask for said in instructions.all.values() for ask in said.answers} <= set(EVENT_RESPONSES)


def test_every_function_for_instructions_is_named_by_a_card() -> None:
    functions = {*THIRD.conditions, *THIRD.answers, *THIRD.free_actions, *SECOND.conditions, *SECOND.answers}
    assert SECOND.all and THIRD.all and functions == SECOND.named | THIRD.named


def test_the_documentation_lists_the_hooks() -> None:
    text = DOCS.read_text(encoding="utf-8")
    table = text[text.index("## Hooks") : text.index("## Your own deck")]
    listed = set(re.findall(r"`([a-z-]+)(?:\([^`]*\))?`", "".join(re.findall(r"(?m)^\| (`.*?) \|", table))))
    assert listed == {*lasting.HOOKS, *SPECIAL, *THIRD.conditions, *THIRD.answers, *THIRD.free_actions}


# -- nothing elsewhere --------------------------------------------------------------------------------


def numbers(node: ast.expr) -> list[int]:
    """Return the numbers above 0 that are written there, alone or in a row."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    return [value for value in values if isinstance(value, int) and value > 0]


def is_card(node: ast.expr) -> bool:
    return bool(re.search(r"\b(?:card|number)$|\b(?:played|deck)\[", ast.unparse(node)))


def names_card(prose: str) -> bool:
    """Return whether a sentence names a card by its number; `8: ...` and `3, 4: ...` are chapters of the rules."""
    head = re.match(r"(\d+(?:, \d+)*)(?:: |, [A-Z])", prose)
    return bool(re.search(r"\b[Cc]ards? \d", prose)) or (head is not None and max(map(int, head[1].split(", "))) > 8)


def card_numbers(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield where a module refers to a card by its number: in a comparison, a look-up, a name or a sentence."""
    titles = {slug(card.title).replace("-", "_"): number for number, card in CARDS.items()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            exact = all(isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for op in node.ops)
            if exact and any(map(is_card, parts)) and any(map(numbers, parts)):
                yield node
        elif isinstance(node, ast.Subscript):
            if called(node.value) in ("CARDS", "CARD_FILES", "texts") and numbers(node.slice):
                yield node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if titles.get(called(target).lower()) in numbers(node.value):
                    yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and names_card(node.value.split(">>>")[0]):
            yield node


@pytest.mark.parametrize("path", [path for path in trees() if path not in NUMBERS_ALLOWED])
def test_no_module_refers_to_a_card_by_number(path: str) -> None:
    """Not even those with hooks: `rules/lasting.py` finds the cards by the hooks that their files name."""
    assert [ast.unparse(node) for node in card_numbers(trees()[path])] == []
    comments = re.findall(r"#.*\b[Cc]ards? \d+.*", (GAME / path).read_text(encoding="utf-8"))
    assert comments == []


@pytest.mark.parametrize(
    "code",
    [
        "MULLAH_OMAR = 36",
        "taken = card == 36",
        "taken = state.played[-1] in (36, 45)",
        "title = board.CARDS[36].title",
        '"""36: few Guerrillas."""',
        '"""36, Taliban: few Guerrillas."""',
        '"""For card 36."""',
    ],
)
def test_a_number_in_code_would_be_found(code: str) -> None:
    assert list(card_numbers(ast.parse(code)))


# -- in the place of a deck ---------------------------------------------------------------------------


def test_the_file_of_one_card_is_a_deck() -> None:
    """Accidental Guerrillas, its unshaded text as printed, with its hook, and its shaded one an ordinary Event."""
    printed = next(file for file in FILES if file.name.startswith("034")).read_text(encoding="utf-8")
    head, _, shaded = printed.partition("[shaded]")
    changed = head + '[shaded]\nen = "More Aid."\nsteps = [{ do = "track", track = "aid", gain = 9 }]\n'
    assert shaded and own_deck(changed)["34"] == {
        "unshaded": {"steps": [{"do": "capability"}], "hook": "accidental-guerrillas", "provenance": "reconstructed"},
        "shaded": {"steps": [{"do": "track", "track": "aid", "gain": 9}]},
    }
    seed = next(seed for seed in range(500) if khyber.new("distant-plain", seed=seed).state.played[-1] == 34)
    table = khyber.new("distant-plain", seed=seed, deck=changed)
    aid = table.state.aid
    table.choose("event-shaded")
    assert table.state.aid == aid + 9
    again = khyber.load(table.save())
    assert again.state == table.state
    assert verify(again.game, loads(table.save())) == len(table.steps)


def test_every_printed_file_is_a_deck_that_changes_nothing() -> None:
    for file in FILES:
        ((number, sides),) = own_sides(own_deck(file.read_text(encoding="utf-8"))).items()
        assert sides.keys() == printed_deck()[number].keys()
        for name, side in sides.items():
            printed = printed_deck()[number][name]
            assert (side.steps, side.forbids, side.hook) == (printed.steps, printed.forbids, printed.hook)
            assert (side.provenance, side.filled_in) == (printed.provenance, printed.filled_in)


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("number = 99", "there is no card 99: they are 1 to 72"),
        ("number = 'x'", "there is no card 'x': they are 1 to 72"),
        ('number = 34\norder = "CTGW"', "card 34: order = 'CTGW' is not the game's; a deck changes only sides"),
        ("number = 34\n[shaded]\nsteps = []", "card 34 shaded: there are no steps"),
        ("number = 44\n[shaded]\nsteps = [{ do = 'die' }]", "card 44 has one text only"),
        ("number = 34\n[shaded]\nhook = 'isr'\nsteps = [{ do = 'die' }]", "card 34 shaded: hook = 'isr' is not this"),
        ("number = 34\n[shaded]\nhook = 'drones'", "card 34 shaded: hook = 'drones' is unknown"),
    ],
)
def test_a_bad_file_of_one_card_is_refused(file: str, problem: str) -> None:
    with pytest.raises(BadSetup) as raised:
        khyber.new("distant-plain", deck=file)
    assert problem in str(raised.value)


# -- what is wrong with a file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"order": "TWG"}, "card 34: order = 'TWG' does not have each of C, G, T, W once"),
        ({"kind": "capability"}, "card 34: kind = 'capability' is unknown; "),
        ({"momentum": "dark"}, "card 34: momentum = 'dark' is unknown; "),
        ({"title": 34}, "card 34: title = 34 is not text"),
        ({"single-use": "yes"}, "card 34: single-use = 'yes' is not true or false"),
        ({"colour": "red"}, "card 34: unknown field 'colour'; "),
    ],
)
def test_a_wrong_face_is_named(change: dict[str, object], problem: str) -> None:
    with pytest.raises(BadSetup) as raised:
        board.read_card(34, {**CARD_FILES[34], **change})
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('taliban = { execute-if = "player(taliban" }', "card 34 non-players: unknown name 'player(taliban'"),
        ('taliban = { execute-if = "players(taliban)" }', "unknown name 'players'; did you mean 'player'?"),
        ('talban = { execute-if = "never" }', "card 34 non-players.both: unknown field 'talban'; did you"),
        ('taliban = { execute = "never" }', "unknown field 'execute'; "),
        ('taliban = { answers = { event-space = "anywhere" } }', "34 non-players.answers: unknown name 'anywhere'"),
        ('taliban = { execute-if = "removes-taliban" }', "removes-taliban: missing a required argument: 'n'"),
        ('taliban = { execute-if = "never(2)" }', "never(2): too many positional arguments"),
        ('taliban = { side = "dark" }', "side = 'dark' is unknown"),
    ],
)
def test_a_wrong_instruction_is_named(line: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    card = tomllib.loads(f"[non-players.both]\n{line}\n")
    monkeypatch.setitem(CARD_FILES, 34, {**CARD_FILES[34], **card})
    with pytest.raises(BadSetup) as raised:
        _ = Instructions("3rd", THIRD.conditions, THIRD.answers, THIRD.free_actions).all
    assert problem in str(raised.value)


def test_a_more_specific_line_overrides_another(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = """
[non-players.3rd]
insurgents = { before-propaganda = true, answers = { event-place = "own-only" } }
[non-players.both]
all = { side = "unshaded", answers = { event-place = "as-much-as-the-event-allows", event-space = "open-roads-first" } }
taliban = { side = "shaded" }
[non-players.2nd]
taliban = { execute-if = "never" }
"""
    monkeypatch.setitem(CARD_FILES, 34, {**CARD_FILES[34], **tomllib.loads(lines)})
    third = Instructions("3rd", THIRD.conditions, THIRD.answers, THIRD.free_actions)
    said = third.of(TALIBAN, 34)
    assert (said.side, said.before_propaganda, said.execute_if) == ("shaded", True, None)
    assert said.answers == {"event-place": third.answers["own-only"], "event-space": third.answers["open-roads-first"]}
    assert Instructions("2nd", SECOND.conditions, SECOND.answers, {}).of(TALIBAN, 34).execute_if is not None


def test_the_digest_is_that_of_earlier_releases_with_the_same_cards() -> None:
    """They hashed the text of two files with all cards; records of their games were played with the same data."""
    assert board.digest() == "7fc877c3f6068338"


@pytest.mark.parametrize(
    ("change", "same"),
    [({"en": "Other words."}, True), ({"provenance": "my copy"}, True), ({"forbids": ["rally"]}, False)],
)
def test_only_what_is_played_changes_the_digest(
    change: dict[str, object], same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = CARD_FILES[34]["unshaded"]
    assert isinstance(side, dict)
    monkeypatch.setitem(CARD_FILES, 34, {**CARD_FILES[34], "unshaded": {**side, **change}})
    assert (board.digest.__wrapped__() == board.digest()) == same
