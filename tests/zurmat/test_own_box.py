"""Components are data: each with its provenance, and replaceable from a file of one's own."""

from __future__ import annotations

import pytest

from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.games.zurmat.box import printed, printed_box
from khyber.games.zurmat.text import catalogue_for
from tests.zurmat.tables import GAME, answer, asked, board, keys, logged, table, tiles


def test_every_fact_has_its_provenance() -> None:
    for name, rows in printed().items():
        for key, row in rows.items():
            assert isinstance(row, dict)
            nested = row.values() if name == "tactics" else [row]
            assert all(isinstance(inner, dict) and inner["provenance"] for inner in nested), (name, key)


def test_the_counts_of_the_rulebook() -> None:
    box = printed_box()
    assert (len(box.turns), len(box.events), [len(cards) for cards in box.objectives]) == (14, 20, [10, 10])
    assert [sum(card.copies for card in kinds) for kinds in box.tactics] == [16, 16]
    assert sum(card.cubes for card in box.events) == 4 and sum(box.poppy) == 3
    for faces in box.joined:
        assert all(faces)  # a road at every edge
    groups = sorted(tuple(sorted(mask.bit_count() for mask in set(box.joined[tile * 4]))) for tile in range(14))
    assert groups == sorted([(4,)] * 3 + [(1, 3)] * 2 + [(2, 2)] * 3 + [(1, 1, 2)] * 4 + [(1, 1, 1, 1)] * 2)


def test_a_tile_of_one_s_own_leads_elsewhere() -> None:
    own = GAME.replacing(GAME.own_data('[tiles.08]\nroads = ["NS", "EW"]\npoppy = true\nname = "Sahak"\n'))
    assert own.digest() != GAME.digest()
    laid = tiles({"01": {"us": 1}, "04": {"north": 2}, "05": {"north": 1, "east": 1}})
    playing = table(laid, game=own, coalition={"board": board("patrol")})
    answer(playing, "patrol", "01", "08")
    assert keys(playing) == ["04", "01", "stop"]
    assert catalogue_for("it", own.box).say(Message("log.built", {"tile": "08", "building": "fort"})) == (
        "Sahak: nuovo edificio (Forte)"
    )


def test_dice_of_one_s_own() -> None:
    own = GAME.replacing(GAME.own_data('[dice]\nafghan = ["hit", "hit", "hit", "hit", "hit", "hit"]\n'))
    playing = table(tiles({"01": {"ana": 1, "taliban": 1}}), game=own, coalition={"board": board("attack")})
    answer(playing, "attack", "stay")
    assert [event.params["hits"] for event in logged(playing, "rolled")] == [1, 1]


def test_cards_of_one_s_own() -> None:
    text = "[tactics.taliban.market]\ndoes = 'units'\nunits = 5\ncopies = 16\nname = 'Market Day'\n"
    own = GAME.replacing(GAME.own_data(text))
    playing = table(tiles({"07": {"control": "taliban"}}), game=own, active="taliban", taliban={"hand": ["market"]})
    answer(playing, "play market")
    assert logged(playing, "placed")[0].params["n"] == 5
    assert asked(playing).seat == "taliban"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tea]\n", "there is no section 'tea'"),
        ("tiles = 3\n", "tiles should be a table"),
        ('[tiles.15]\nroads = ["N"]\n', "there is no '15' to replace"),
        ('[tiles.08]\nroads = ["NX"]\n', "tiles.08: roads holds 'NX'"),
        ('[tiles.08]\nroads = ["NE", "ES"]\n', "each named once"),
        ('[dice]\nus = ["hit"]\n', "us has 1 faces"),
        (
            '[dice]\nus = ["hit", "hit", "hit", "hit", "hit", "boom"]\n',
            "dice: us has an unknown entry 'boom'; valid: blank, hit, block",
        ),
        ('[events.4]\nkind = "party"\n', "kind = 'party' is unknown; valid: "),
        ('[events.4]\nkind = "month"\n', "the field 'operation' is missing"),
        ('[events.4]\nkind = "quiet"\ntea = 1\n', "unknown field 'tea'"),
        ('[tactics.coalition.intel]\ndoes = "intel"\n', "tactics.coalition has 1 cards: there are 16"),
        (
            '[tactics.coalition."café"]\ndoes = "intel"\ncopies = 16\n',
            "'café' is not a valid id; use letters from a to z, digits and hyphens",
        ),
        ('[tactics.coalition.a--b]\ndoes = "intel"\ncopies = 16\n', "'a--b' is not a valid id"),
        ('[tactics.us.intel]\ndoes = "intel"\n', "there is no side 'us'"),
        ('[objectives.ring]\ncounts = "ring"\nvp = 1\nsides = ["taliban"]\n', "coalition has 9 cards"),
        ("[objectives", "the file is not TOML"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadSetup) as refused:
        GAME.own_data(text)
    assert said in str(refused.value)
