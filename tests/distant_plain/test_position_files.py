"""Position files: what contradicts itself is refused with its field and what would be valid, names are suggested."""

from __future__ import annotations

import tomllib
import warnings
from dataclasses import replace

import pytest

import khyber
from khyber.api import position_warnings, table_at
from khyber.engine.errors import BadPosition
from khyber.games.distant_plain.board import EVENT_CARDS, PROPAGANDA_CARDS, SEATS, SPACE_IDS
from khyber.games.distant_plain.check import ACTIVE_IN, CONTROL_WAITS, STEPS
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.text import catalogue
from tests.distant_plain.choices import asked
from tests.distant_plain.facts import control
from tests.distant_plain.positions import at

GAME = "distant-plain"
DECK = "cards = { played = [1, 201], propaganda-played = 1, deck = [2, 3] }\n"


def refused(toml: str) -> str:
    """What a position is refused with."""
    with pytest.raises(BadPosition) as wrong:
        table_at(GAME, toml)
    return str(wrong.value)


def read(toml: str) -> dict[str, object]:
    """A position as it is written again."""
    game = DistantPlain()
    return tomllib.loads(game.write_position(game.read_position(tomllib.loads(toml))))


# -- who is active ----------------------------------------------------------------------------------


@pytest.mark.rule("6.4", "6.5")
@pytest.mark.parametrize(
    ("step", "valid"),
    [
        ("civic-action", "coalition, government"),
        ("sharia", "taliban"),
        ("desertion", "government"),
        ("redeploy", "coalition, government"),
        ("redeploy-police", "government"),
        ("redeploy-taliban", "taliban"),
    ],
)
def test_a_phase_of_a_propaganda_round_belongs_to_its_factions(step: str, valid: str) -> None:
    """6.4, 6.5: who acts in each part of the Support and Redeploy phases."""
    for seat in SEATS:
        position = f'step = "{step}"\nactive = "{seat}"\n{DECK}'
        if seat in valid:
            table_at(GAME, position)
        else:
            error = f"the position: active = '{seat}' is impossible in step '{step}'; valid: {valid}"
            assert refused(position) == error


@pytest.mark.rule("2.3.1")
def test_only_an_eligible_faction_has_a_turn() -> None:
    toml = 'active = "warlords"\nsequence = { eligible = ["coalition", "taliban"] }\n'
    assert refused(toml) == ("the position: active = 'warlords' is not in sequence.eligible; valid: coalition, taliban")
    assert asked(table_at(GAME, toml.replace("warlords", "taliban"))) == "taliban turn"


def test_a_non_player_deploys_nothing() -> None:
    toml = 'step = "deploy"\nactive = "warlords"\nnon-players = ["warlords"]\noptions = ["open-deployment"]\n'
    assert refused(toml) == "the position: active = 'warlords' is a Non-player; valid: coalition, government, taliban"


def test_who_is_active_follows_from_the_step_where_nothing_is_said() -> None:
    for step in STEPS[:-1]:
        expected = SEATS[ACTIVE_IN[step][0]] if step in ACTIVE_IN else "coalition"
        assert read(f'step = "{step}"\n{DECK if step != "turn" else ""}')["active"] == expected
    assert read('sequence = { eligible = ["taliban", "warlords"] }')["active"] == "taliban"


# -- Control ----------------------------------------------------------------------------------------


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("control_", "pieces", "valid"),
    [
        ("taliban", "G 1t", "coin"),
        ("none", "G 1t", "coin"),
        ("coin", "T 1u", "taliban"),
        ("coin", "G 1t, T 1u", "none"),
    ],
)
def test_control_is_what_the_pieces_say(control_: str, pieces: str, valid: str) -> None:
    toml = f'space.herat = {{ {fields(pieces)}, control = "{control_}" }}\n'
    assert refused(toml) == (
        f"space.herat: control = '{control_}' contradicts the pieces (1.7), and only the Redeploy phase (6.5) lets it "
        f"lag; valid: {valid}"
    )
    assert control(table_at(GAME, toml.replace(f'"{control_}"', f'"{valid}"')), "herat") == valid


def fields(pieces: str) -> str:
    names = {"G 1t": "government-troops = 1", "T 1u": "taliban-guerrilla-underground = 1"}
    return ", ".join(names[piece] for piece in pieces.split(", "))


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("step", CONTROL_WAITS)
def test_control_may_lag_while_forces_redeploy(step: str) -> None:
    toml = f'step = "{step}"\n{DECK}[space.herat]\ngovernment-troops = 1\ncontrol = "taliban"\n'
    document = read(toml)
    assert document["sequence"]["frozen"] is True  # type: ignore[index]
    assert document["space"]["herat"]["control"] == "taliban"  # type: ignore[index]
    assert "contradicts the pieces" in refused(f"{toml}[sequence]\nfrozen = false\n")


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("step", [step for step in STEPS if step not in ("", *CONTROL_WAITS)])
def test_control_waits_in_no_other_step(step: str) -> None:
    played = "" if step == "turn" else DECK
    assert refused(f'step = "{step}"\n{played}sequence = {{ frozen = true }}\n') == (
        f"sequence: frozen = true in step '{step}'; Control waits only in the steps redeploy, redeploy-police, "
        "redeploy-taliban, redeployed (6.5)"
    )


@pytest.mark.rule("1.7")
def test_a_road_has_no_control() -> None:
    assert refused('space.kabul-aibak = { government-troops = 1, control = "coin" }') == (
        "space.kabul-aibak: control = 'coin' is impossible on a LoC (1.7); valid: none"
    )


# -- the sequence of play ---------------------------------------------------------------------------


@pytest.mark.rule("2.3.4")
def test_who_has_acted_is_not_active() -> None:
    assert refused('active = "taliban"\nsequence = { acted = ["taliban"], first-did = "event" }') == (
        "sequence: acted has 'taliban', which is active; valid: coalition, government, warlords"
    )


@pytest.mark.rule("2.3.4")
def test_who_has_acted_is_not_to_come() -> None:
    toml = (
        'active = "taliban"\n'
        'sequence = { acted = ["warlords"], first-did = "event", to-come = ["coalition", "warlords"] }'
    )
    assert refused(toml) == ("sequence: acted has 'warlords', which is still to come (to-come); valid: government")
    # between cards nobody is active: the last two to act are written down with one of them in `active`
    read(
        'step = "card"\nactive = "taliban"\nsequence = { acted = ["taliban", "warlords"], first-did = "event" }\n'
        "cards = { played = [1], deck = [2] }"
    )


@pytest.mark.rule("2.3.4")
@pytest.mark.parametrize("did", ["operation", "operation-and-activity", "event"])
def test_somebody_did_what_the_first_eligible_did(did: str) -> None:
    toml = f'active = "taliban"\nsequence = {{ first-did = "{did}", to-come = ["warlords"] }}'
    assert refused(toml) == (
        f"sequence: first-did = '{did}', but acted is empty; valid: none, or name in acted who did it "
        "(coalition, government)"
    )
    read(toml.replace("to-come", 'acted = ["coalition"], to-come'))


# -- Propaganda cards -------------------------------------------------------------------------------


@pytest.mark.rule("2.4.1")
@pytest.mark.parametrize(("scenario", "most"), [("short", 4), ("main", 5), ("extended", 6)])
def test_no_scenario_has_more_propaganda_cards_than_piles(scenario: str, most: int) -> None:
    def toml(played: int, deck: int, counted: int = 0) -> str:
        cards = [*EVENT_CARDS[:1], *PROPAGANDA_CARDS[:played], EVENT_CARDS[1]]
        coming = list(PROPAGANDA_CARDS[played : played + deck])
        return (
            f'scenario = "{scenario}"\n[cards]\nplayed = {cards}\ndeck = {coming}\n'
            f"propaganda-played = {counted or played}\n"
        )

    for played, deck in ((0, most), (2, most - 2), (most - 1, 1)):
        read(toml(played, deck))
    if most < 6:
        for played, deck in ((0, most + 1), (2, most - 1), (most, 1), (most + 1, 0)):
            assert refused(toml(played, deck)) == (
                f"cards: {played} Propaganda cards in played or propaganda-played and {deck} in deck; "
                f"scenario '{scenario}' has {most}"
            )
    assert refused(toml(1, most - 1, counted=2)) == (
        f"cards: 2 Propaganda cards in played or propaganda-played and {most - 1} in deck; "
        f"scenario '{scenario}' has {most}"
    )


# -- no deck ----------------------------------------------------------------------------------------

WARNED = [
    ('active = "taliban"', "The deck is empty: the game ends after this turn."),
    ('active = "taliban"\nsequence = { to-come = ["warlords"] }', "The deck is empty: the game ends after this card."),
    (
        'step = "sharia"\ncards = { played = [1, 201], propaganda-played = 1 }',
        "The deck is empty: the game ends after this Propaganda Round.",
    ),
    ('step = "card"', "The deck is empty: the game ends before another card is played."),
]
QUIET = [
    'active = "taliban"\ncards = { played = [1], deck = [2] }',
    'step = "deal"',
    'active = "taliban"\noptions = ["own-deck"]\ncards = { played = [1] }',
    'step = "sharia"\ncards = { played = [1, 204], propaganda-played = 4, round-held = true }',
]


@pytest.mark.rule("2.3.7")
@pytest.mark.parametrize(("toml", "said"), WARNED)
def test_without_a_deck_the_game_ends_soon_and_the_author_is_warned(toml: str, said: str) -> None:
    with pytest.warns(khyber.PositionWarning) as told:
        table = khyber.position(GAME, toml)
    assert [str(one.message) for one in told] == [said]
    assert told[0].filename == __file__
    assert [catalogue("en").say(message) for message in position_warnings(table)] == [said]
    while (decision := table.decision) is not None:
        assert len(table.steps) < 20 and len(table.state.played) <= 2, "another card came"
        table.choose(decision.options[len(decision.options) - 1])
    assert table.outcome is not None


@pytest.mark.parametrize("toml", QUIET)
def test_where_cards_are_to_come_or_none_is_needed_nobody_is_warned(toml: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not position_warnings(khyber.position(GAME, toml))


def test_a_table_that_did_not_begin_from_a_position_has_no_warnings() -> None:
    assert not position_warnings(khyber.new(GAME, seed=1))


# -- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("space.Kabul = {}", "unknown space 'Kabul'; did you mean 'kabul'?"),
        ("space.kandhar = {}", "unknown space 'kandhar'; did you mean 'kandahar'?"),
        ('space."Northwest Frontier" = {}', "unknown space 'Northwest Frontier'; did you mean 'northwest-frontier'?"),
        ('scenario = "Short"', "the position: scenario = 'Short' is unknown; did you mean 'short'?"),
        ('step = "redeploy-troops"', "the position: step = 'redeploy-troops' is unknown; did you mean 'redeploy'?"),
        ('active = "Taleban"', "the position: active = 'Taleban' is unknown; did you mean 'taliban'?"),
        ('options = ["own deck"]', "the position: options has an unknown entry 'own deck'; did you mean 'own-deck'?"),
        ('non-player = ["warlords"]', "the position: unknown field 'non-player'; did you mean 'non-players'?"),
        (
            'non-players = ["warlord"]',
            "the position: non-players has an unknown entry 'warlord'; did you mean 'warlords'?",
        ),
        ("tracks.patronag = 1", "tracks: unknown field 'patronag'; did you mean 'patronage'?"),
        ('tracks.islamabad = "Backing"', "tracks: islamabad = 'Backing' is unknown; did you mean 'backing'?"),
        (
            "space.kabul = { taliban-bases = 1 }",
            "space.kabul: unknown field 'taliban-bases'; did you mean 'taliban-base'?",
        ),
        ('space.kabul = { level = "supports" }', "space.kabul: level = 'supports' is unknown; did you mean 'support'?"),
        (
            "casualties = { coalition-troop = 1 }",
            "casualties: unknown field 'coalition-troop'; did you mean 'coalition-troops'?",
        ),
        (
            'sequence = { first-did = "operations" }',
            "sequence: first-did = 'operations' is unknown; did you mean 'operation'?",
        ),
        (
            'sequence = { acted = ["govt"] }',
            "sequence: acted has an unknown entry 'govt'; valid: coalition, government, taliban, warlords",
        ),
        (
            'sequence = { next = { taliban = "Eligible" } }',
            "sequence.next: taliban = 'Eligible' is unknown; did you mean 'eligible'?",
        ),
        (
            'cards = { lasting = ["34-shade"] }',
            "cards: lasting has '34-shade': unknown side 'shade'; did you mean 'shaded'?",
        ),
        (
            'cards = { lasting = ["99-shaded"] }',
            "cards: lasting has '99-shaded': write an Event card and a side, like '34-shaded'",
        ),
        (
            'cards = { holders = ["45-Taliban"] }',
            "cards: holders has '45-Taliban': unknown seat 'Taliban'; did you mean 'taliban'?",
        ),
        ("cards = { deck = [79] }", "cards: deck has 79: Events are 1 to 72, Propaganda 201 to 206"),
        (
            'deception = { hidden = [["hidden-assets"]] }',
            "deception: hidden: unknown marker 'hidden-assets'; did you mean 'hidden-asset'?",
        ),
        ('game = "distant_plain"', "the position: game = 'distant_plain' is unknown; did you mean 'distant-plain'?"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_known_one(toml: str, said: str) -> None:
    assert refused(toml) == said


def test_where_no_name_is_near_the_known_ones_are_listed() -> None:
    said = refused("space.atlantis = {}")
    sentence, _, listed = said.partition("; valid: ")
    assert sentence == "unknown space 'atlantis'"
    assert set(listed.split(", ")) == set(SPACE_IDS)
    assert refused('active = "nato"') == (
        "the position: active = 'nato' is unknown; valid: coalition, government, taliban, warlords"
    )


@pytest.mark.rule("3.3.4")
def test_roads_are_sabotaged_and_lands_terrorized() -> None:
    assert refused("space.kabul-aibak = { terror = 1 }") == "space.kabul-aibak: LoCs have `sabotage`, not `terror`"
    assert refused('space.kabul-aibak = "2terror"') == "space.kabul-aibak: LoCs have `sabotage`, not `terror`"
    assert refused("space.kabul = { sabotage = true }") == (
        "space.kabul: Provinces and Kabul have `terror`, not `sabotage`"
    )


def test_a_name_without_end_is_cut_short() -> None:
    assert len(refused(f'active = "{"x" * 5000}"')) < 300


# -- records ----------------------------------------------------------------------------------------


def test_a_game_begun_from_a_position_now_refused_continues() -> None:
    """Records are not held to what position files are: Control, and who did what, may contradict the pieces."""
    table = at("taliban", taliban=3, spaces={"zabol": "T 2u"})
    state = table.state.copy()
    state.control[:] = bytes(len(state.control))
    state.action, state.frozen = 1, True
    DistantPlain().check(state)
    record = replace(table.record(), header=replace(table.header, start=state.pack()))
    again = khyber.load(record.dumps())
    again.choose("rally")
    assert again.version == 1
