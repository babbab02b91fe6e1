"""Decks: what comes with the game, and sides of somebody's own in its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import khyber
from khyber.engine.errors import BadSetup, Error
from khyber.engine.record import loads
from khyber.engine.verify import verify
from khyber.games.distant_plain.board import CARDS, GOVERNMENT
from khyber.games.distant_plain.events.deck import own_deck, printed_deck
from khyber.games.distant_plain.events.parse import BadCard
from khyber.games.distant_plain.events.preview import witness
from khyber.games.distant_plain.game import DistantPlain
from tests.distant_plain.positions import at

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "docs" / "events.md"
SIDES = {f"{number}{side[0]}": text for number, sides in printed_deck().items() for side, text in sides.items()}


def test_every_card_has_its_sides() -> None:
    assert len(SIDES) == 139
    for number, card in CARDS.items():
        assert set(printed_deck()[number]) == ({"unshaded"} if card.single_use else {"unshaded", "shaded"})


def test_few_sides_are_functions_and_every_side_says_where_it_comes_from() -> None:
    assert sum(bool(side.special) for side in SIDES.values()) <= 25
    assert all(side.provenance for side in SIDES.values())


@pytest.mark.parametrize("name", SIDES)
def test_what_a_side_could_touch_follows_from_its_effects(name: str) -> None:
    """Worked out by hand, card by card, and by the effects: the same."""
    flags = json.loads((HERE / "event_flags.json").read_text(encoding="utf-8"))["sides"]
    assert sorted(SIDES[name].touches()) == flags[name]


def documented_example() -> str:
    """The deck of three cards that docs/events.md shows."""
    blocks = re.findall(r"```toml\n(.*?)```", EXAMPLE.read_text(encoding="utf-8"), re.S)
    return str(blocks[-1])


def test_the_documented_example_replaces_three_cards() -> None:
    replaced = own_deck(documented_example())
    assert sorted(replaced) == ["50", "6", "72"]
    table = khyber.new("distant-plain", seed=4, deck=documented_example())
    assert khyber.load(table.save()).header.setup.replaced == replaced


def test_an_own_card_is_played_and_kept_in_the_record() -> None:
    """A game with an own card is saved, loaded, gone on with and verified, with nothing but its record."""
    deck = '[6.unshaded]\nsteps = [{ do = "track", track = "aid", gain = 9 }]\n'
    seed = next(seed for seed in range(500) if khyber.new("distant-plain", seed=seed).state.played[-1] == 6)
    table = khyber.new("distant-plain", seed=seed, deck=deck)
    aid = table.state.aid
    table.choose("event-unshaded")
    assert table.state.aid == aid + 9
    again = khyber.load(table.save())
    assert again.state == table.state
    assert verify(again.game, loads(table.save())) == len(table.steps)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("[99.unshaded]\nsteps = []", "there is no card '99'"),
        ("[4.sideways]\nsteps = []", "card 4: 'sideways' is neither unshaded nor shaded"),
        ("[44.shaded]\nsteps = [{ do = 'die' }]", "card 44 has one text only"),
        ("[4.unshaded]\nsteps = []", "card 4 unshaded: there are no steps"),
        ("[4.unshaded]\nhook = 'change-in-tactics'", "card 4 unshaded: hook = 'change-in-tactics' is not this side's"),
        ("[4.unshaded]\nsteps = [{ do = 'explode' }]", "card 4 unshaded, step 1: do = 'explode' is unknown; "),
        (
            "[4.unshaded]\nsteps = [{ do = 'die' }, { do = 'track', track = 'aid', gain = 'q' }]",
            "card 4 unshaded, step 2: gain: the amount 'q': 'q' is unknown",
        ),
        (
            "[4.unshaded]\nsteps = [{ do = 'shift', toward = 'support', where = 'afghan & rich' }]",
            "card 4 unshaded, step 1: where: the filter 'afghan & rich' has the term 'rich'",
        ),
        (
            "[4.unshaded]\nsteps = [{ do = 'place', what = 'tanks', where = 'kabul' }]",
            "'tanks' is not a group of pieces",
        ),
        ("[4.unshaded]\nsteps = [{ do = 'die', colour = 'red' }]", "step 1: unknown field 'colour'; "),
        ("not toml", "the deck is not TOML"),
    ],
)
def test_a_bad_deck_is_refused_by_card_and_field(deck: str, told: str) -> None:
    with pytest.raises(BadCard) as problem:
        own_deck(deck)
    assert told in str(problem.value)
    assert "\n" not in str(problem.value).strip()


def test_a_bad_deck_makes_no_table() -> None:
    with pytest.raises(Error):
        khyber.new("distant-plain", deck="[4.unshaded]\nsteps = [{ do = 'explode' }]")
    record = json.loads(khyber.new("distant-plain", seed=1).save())
    record["replaced"] = {"4": {"unshaded": {"steps": [{"do": "explode"}]}}}
    with pytest.raises(BadSetup):
        khyber.load(json.dumps(record))


def test_a_single_effect_can_be_previewed() -> None:
    """Card 13 unshaded with no Patronage: its transfer would change nothing, its shift of Kabul would."""
    table = at("government", played=[13], patronage=0, spaces={"kabul": "G 1p"})
    transfer, shift = SIDES["13u"].effects
    play = DistantPlain().play(table.state)
    assert witness(play, GOVERNMENT, transfer) is None
    assert witness(play, GOVERNMENT, shift) == []
    assert witness(play, GOVERNMENT, SIDES["13u"]) == []
