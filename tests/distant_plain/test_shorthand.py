"""The shorthand of position files: what stands in a space in one line, read, written and refused."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

import khyber
from khyber.api import table_at
from khyber.engine.errors import BadPosition
from khyber.games.distant_plain.board import KINDS, PIECE_IDS, PIECES, SPACE_IDS
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.notation import PIECE_BY_LETTERS, read_shorthand, shorthand
from tests.distant_plain.facts import count, level, pieces, terror

FORMATS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
GAME = "distant-plain"
DECK = "cards = { played = [1], deck = [2, 3] }\n"


def test_a_space_is_a_table_or_a_line() -> None:
    """The same position twice: field by field, and in shorthand."""
    long = """
        active = "taliban"
        cards = { played = [1], deck = [2, 3] }
        available = { taliban-guerrilla-underground = 5 }
        casualties = { coalition-troops = 2 }
        out-of-play = { warlords-base = 1 }
        [space.kabul]
        coalition-troops = 3
        coalition-base = 1
        government-troops = 2
        government-police = 1
        taliban-guerrilla-underground = 2
        taliban-guerrilla-active = 1
        level = "support"
        terror = 2
        returnees = true
        [space.kabul-aibak]
        warlords-guerrilla-active = 1
        sabotage = true
    """
    short = """
        active = "taliban"
        cards = { played = [1], deck = [2, 3] }
        available = "T 5u"
        casualties = "C 2t"
        out-of-play = "W 1B"
        [space]
        kabul = "C 3t 1B, G 2t 1p, T 2u 1a, support, 2terror, +1pop"
        kabul-aibak = "W 1a sabotage"
    """
    game = DistantPlain()
    one, other = (game.read_position(tomllib.loads(toml)) for toml in (long, short))
    assert one == other
    assert one.pieces[SPACE_IDS.index("kabul") * KINDS] == 3


def test_a_game_is_played_from_a_position_in_shorthand() -> None:
    table = khyber.position(
        GAME, f'active = "taliban"\ntracks = {{ taliban = 3 }}\n{DECK}space.paktika = "T 2u, 1terror"'
    )
    for key in ("rally", "paktika", "base"):
        table.choose(key)
    assert (pieces(table, "paktika"), terror(table, "paktika"), count(table, "available", "T u")) == ("T 1B", 1, 30)


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("", {}),
        (" , ", {}),
        ("T", {}),
        ("neutral", {"level": "neutral"}),
        ("opposition", {"level": "opposition"}),
        ("terror", {"terror": 1}),
        ("12terror", {"terror": 12}),
        ("sabotage", {"sabotage": True}),
        ("+1pop", {"returnees": True}),
        ("T 0u", {"taliban-guerrilla-underground": 0}),
        ("G 1t,G 2p", {"government-troops": 1, "government-police": 2}),
        ("W 1B, C 1B", {"warlords-base": 1, "coalition-base": 1}),
    ],
)
def test_words_stand_for_fields(line: str, facts: dict[str, object]) -> None:
    assert read_shorthand(line, "space.kabul") == facts


def test_every_kind_of_piece_has_its_letters() -> None:
    assert set(PIECE_BY_LETTERS.values()) == set(PIECE_IDS)
    for (faction, letter), piece in PIECE_BY_LETTERS.items():
        assert read_shorthand(f"{faction} 7{letter}", "space.kabul") == {piece: 7}


def test_what_is_written_reads_back() -> None:
    source = random.Random(7)
    for _ in range(200):
        counts = [source.choice((0, 0, 1, 12)) for _ in PIECES]
        facts = read_shorthand(shorthand(counts), "space.kabul")
        assert [facts.get(piece, 0) for piece in PIECE_IDS] == counts
    assert shorthand([0] * KINDS) == ""
    assert shorthand([1, 2, 3, 4, 1, 6, 7, 2, 9, 8, 1]) == "C 1t 2B, G 3t 4p 1B, T 6u 7a 2B, W 9u 8a 1B"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2u", "space.kabul: '2u' has no Faction before it; valid: C, G, T, W"),
        ("C 2u", "space.kabul: C has no 'u' ('2u'); valid: t (coalition-troops), B (coalition-base)"),
        (
            "T 1b",
            "space.kabul: T has no 'b' ('1b'); valid: u (taliban-guerrilla-underground), "
            "a (taliban-guerrilla-active), B (taliban-base)",
        ),
        ("T 1u 2u", "space.kabul: '2u' sets taliban-guerrilla-underground a second time"),
        ("support, opposition", "space.kabul: 'opposition' sets level a second time"),
        ("T suport", "space.kabul: unknown word 'suport'; did you mean 'support'?"),
        (
            "T u",
            "space.kabul: unknown word 'u'; write a Faction (C, G, T, W), pieces such as 2u or 1B, or opposition, "
            "neutral, support, terror, sabotage, +1pop",
        ),
        ("T -1u", "space.kabul: unknown word '-1u'; write a Faction"),
        ("T 99999u", "space.kabul: unknown word '99999u'; write a Faction"),
        ("T 61u", "space.kabul: taliban-guerrilla-underground = 61 is not between 0 and 60"),
        ("T 31u", "31 pieces of taliban-guerrilla are in play: there are 30"),
        ("sabotage", "space.kabul: Provinces and Kabul have `terror`, not `sabotage`"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_word(line: str, said: str) -> None:
    with pytest.raises(BadPosition) as wrong:
        table_at(GAME, f'space.kabul = "{line}"')
    assert str(wrong.value).startswith(said)


def test_boxes_hold_pieces_only() -> None:
    for box in ("available", "casualties", "out-of-play"):
        with pytest.raises(BadPosition, match=f"^{box}: unknown field 'level'"):
            table_at(GAME, f'{box} = "support"')
    with pytest.raises(BadPosition, match=r"^casualties: only Coalition pieces"):
        table_at(GAME, 'casualties = "T 1u"')


def test_the_example_in_the_documentation_can_be_played() -> None:
    """docs/formats.md shows the shorthand in a position of its own."""
    table = table_at(GAME, example())
    assert pieces(table, "kabul") == "C 2t 1B, G 3t 4p" and level(table, "kabul") == "support"
    assert pieces(table, "casualties") == "C 1t" and terror(table, "kandahar-kabul") == 1


def example() -> str:
    text = FORMATS.read_text(encoding="utf-8")
    return text.split("### Shorthand", 1)[1].split("```toml\n", 1)[1].split("```", 1)[0]
