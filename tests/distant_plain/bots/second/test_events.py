"""2nd:8.1, 2nd:8.4: whether a Non-player of the 2nd printing takes the Event, and how it executes one."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import (
    COALITION,
    EVENT_CARDS,
    GOVERNMENT,
    PROPAGANDA_CARDS,
    SEATS,
    TALIBAN,
    WARLORDS,
    Faction,
)
from khyber.games.distant_plain.rules.events import free_operation
from tests.distant_plain.bots.cases import CARD_NOW
from tests.distant_plain.bots.event_cards import NOTHING, own, seen
from tests.distant_plain.bots.second.cases import bot, case, execute, opening, play_on
from tests.distant_plain.facts import count, pieces, resources
from tests.distant_plain.positions import card

PROPAGANDA = PROPAGANDA_CARDS[0]
ISR, PREDATORS, NIGHT_LETTERS = 1, 2, 29
PARTNERING_POLICY, MULLAH_OMAR, COUNTER_NARC = 10, 36, 58
PRISON_BREAK = 53
AID = '{ do = "track", track = "aid", gain = 3 }'
ISLAMABAD = '{ do = "islamabad", toward = "sponsorship", boxes = 1 }'
SPACES = {"kabul": "C 1t, G 2p", "kandahar": "T 1u", "balkh": "W 1u 1B"}
SEEDS = range(12)


def taken(value: str) -> bool:
    return value.startswith("event")


# -- whether ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.1")
@pytest.mark.parametrize("seat", ["coalition", "taliban"])
def test_a_capability_needs_a_die_below_the_propaganda_cards_left(seat: str) -> None:
    """Case 5 [N2.Seq.6]."""
    table = case(seat, SPACES, card=NIGHT_LETTERS, event_open=True)
    assert taken(opening(table, seat, rolls=(2,)))
    assert not taken(opening(table, seat, rolls=(3,)))
    table = case(seat, SPACES, card=NIGHT_LETTERS, event_open=True, unplayed=1)
    assert not any(taken(opening(table, seat, rolls=(face,))) for face in range(1, 7))


@pytest.mark.rule("2nd:8.1")
@pytest.mark.parametrize("seat,friend", [("government", "coalition"), ("warlords", "taliban")])
def test_a_capability_for_a_friend_needs_no_die_but_no_player(seat: str, friend: str) -> None:
    """N2.Seq.5."""
    table = case(seat, SPACES, card=ISR, event_open=True)
    head = bot(seat)
    play_on(table, seat, head)
    assert head.used() == {"N2.Seq.1": 1} and head.dice.asked == []  # type: ignore[attr-defined]
    assert not taken(opening(case(seat, SPACES, card=ISR, event_open=True, players=[friend]), seat))


@pytest.mark.rule("2nd:8.1")
def test_momentum_waits_for_no_propaganda_card_except_mullah_omar() -> None:
    """Case 6 [N2.Seq.4]."""
    for seat, number in (("government", COUNTER_NARC), ("taliban", PARTNERING_POLICY)):
        table = case(seat, SPACES, card=number, event_open=True, players=["warlords"])
        assert taken(opening(table, seat))
        table = case(seat, SPACES, card=number, event_open=True, players=["warlords"], next_card=PROPAGANDA)
        assert not taken(opening(table, seat))
    assert taken(opening(case("taliban", SPACES, card=MULLAH_OMAR, event_open=True, next_card=PROPAGANDA), "taliban"))


@pytest.mark.rule("2nd:8.1")
def test_the_warlords_move_islamabad_for_no_taliban_player() -> None:
    """Case 7 [N2.Seq.5]."""
    cards = own(AID, f"{ISLAMABAD}, {AID}")
    assert taken(opening(case("warlords", SPACES, event_open=True, cards=cards), "warlords"))
    table = case("warlords", SPACES, event_open=True, cards=cards, players=["taliban"])
    assert not taken(opening(table, "warlords"))
    table = case(
        "warlords", SPACES, event_open=True, cards=cards, players=["taliban"], islamabad="sponsorship", hard=True
    )
    assert taken(opening(table, "warlords"))
    assert taken(opening(case("taliban", SPACES, event_open=True, cards=cards, players=["warlords"]), "taliban"))


@pytest.mark.rule("2nd:8.1")
def test_an_event_without_effect_is_left() -> None:
    """N2.Seq.4, R8."""
    for seat in ("coalition", "government", "taliban", "warlords"):
        head = bot(seat)
        table = case(seat, SPACES, event_open=True, cards=own(NOTHING, NOTHING))
        assert not taken(opening(table, seat))
        head.answer(seen(table), table.decision)  # type: ignore[arg-type]
        assert "why.no-event" in {message.key for message in head.why()}
    eligible = '{ do = "eligibility", faction = "taliban", status = "eligible" }'
    assert taken(opening(case("taliban", SPACES, event_open=True, cards=own(NOTHING, eligible)), "taliban"))


@pytest.mark.rule("2nd:8.4.2")
def test_each_takes_its_own_text() -> None:
    """N2.Seq.3."""
    for seat in ("coalition", "government", "taliban", "warlords"):
        table = case(seat, SPACES, event_open=True, cards=own(AID, AID))
        assert opening(table, seat) == f"event-{'shaded' if seat in ('taliban', 'warlords') else 'unshaded'}"


@pytest.mark.rule("2nd:8.4.1")
@pytest.mark.parametrize(
    "number,islamabad,players,wanted",
    [
        (4, "tolerance", (), True),
        (4, "tolerance", ("taliban",), False),
        (6, "backing", (), True),
        (6, "sponsorship", (), False),
        (8, "sponsorship", (), False),
        (9, "sponsorship", (), False),
        (13, "tolerance", (), False),
        (35, "tolerance", (), False),
    ],
)
def test_instructions_for_the_warlords(number: int, islamabad: str, players: tuple[str, ...], wanted: bool) -> None:
    """N2.Seq.2: cards 4, 6, 8, 9, 13, 35."""
    table = case(
        "warlords",
        {**SPACES, "waziristan": "T 2u 1B"},
        card=number,
        event_open=True,
        islamabad=islamabad,
        players=players,
        patronage=20,
        available="T 10u",
    )
    assert taken(opening(table, "warlords")) == wanted


@pytest.mark.rule("2nd:8.4.1")
@pytest.mark.parametrize("seat,letter", [("taliban", "T"), ("warlords", "W")])
def test_prison_break_frees_none_but_own_guerrillas(seat: str, letter: str) -> None:
    """N2.Event.1: card 53."""
    table = case(seat, {"kandahar": "G 1p"}, card=PRISON_BREAK, event_open=True)
    before = {faction: count(table, "available", f"{faction} u") for faction in "TW"}
    execute(table, seat, "shaded")
    freed = {faction: before[faction] - count(table, "available", f"{faction} u") for faction in "TW"}
    assert freed[letter] > 0 and sum(freed.values()) == freed[letter]


# -- where, whose -------------------------------------------------------------------------------------

TWO_ENEMIES = (
    '{ do = "remove", what = "coin-piece", n = 2, exact = true, spaces = 1, must = true,'
    ' where = "is(herat, balkh, khowst) & has(coin-piece)" }'
)


@pytest.mark.rule("2nd:8.4.4")
def test_an_event_happens_where_most_bases_then_pieces_then_points_change() -> None:
    """Case 86 [N2.Event.5]."""
    spaces = {"herat": "G 1B 1t", "balkh": "G 2p", "khowst": "G 2p, support"}
    for seed in SEEDS:
        table = case("taliban", spaces, event_open=True, cards=own(TWO_ENEMIES, TWO_ENEMIES))
        execute(table, "taliban", "shaded", seed=seed)
        assert (pieces(table, "herat"), pieces(table, "balkh"), pieces(table, "khowst")) == ("", "G 2p", "G 2p")
    del spaces["herat"]
    hit = set()
    neutral = TWO_ENEMIES + ', { do = "set", level = "neutral", where = "selected(1)" }'
    for seed in SEEDS:
        table = case("taliban", spaces, event_open=True, cards=own(TWO_ENEMIES, TWO_ENEMIES))
        execute(table, "taliban", "shaded", seed=seed)
        hit.add("balkh" if not pieces(table, "balkh") else "khowst")
        table = case("taliban", spaces, event_open=True, cards=own(neutral, neutral))
        execute(table, "taliban", "shaded", seed=seed)
        assert (pieces(table, "balkh"), pieces(table, "khowst")) == ("G 2p", "")
    assert hit == {"balkh", "khowst"}


PLACE_TWO = (
    '{ do = "place", what = ["guerrilla", "government-police"], n = 2, spaces = 1, must = true, where = "is(balkh)" }'
)


@pytest.mark.rule("2nd:8.4.4", "2nd:8.4.3")
def test_it_places_its_own_pieces_then_another_non_players() -> None:
    """Case 87 [N2.Event.3]."""

    def placed(seed: int, available: str = "", players: tuple[str, ...] = ()) -> str:
        table = case(
            "warlords", {}, event_open=True, cards=own(PLACE_TWO, PLACE_TWO), available=available, players=players
        )
        execute(table, "warlords", "shaded", seed=seed)
        return pieces(table, "balkh")

    assert {placed(seed) for seed in SEEDS} == {"W 2u"}
    assert {placed(seed, "W 0u, T 5u, G 5p") for seed in SEEDS} == {"T 2u", "G 2p"}
    assert {placed(seed, "W 0u, T 5u, G 5p", ("taliban",)) for seed in SEEDS} == {"G 2p"}
    assert {placed(seed, "W 0u, T 5u, G 5p", ("taliban", "government")) for seed in SEEDS} == {""}


@pytest.mark.rule("2nd:8.4.4")
def test_whom_a_text_names_must_be_able_to_use_it() -> None:
    """N2.Event.3: card 10 grants an Operation to one COIN Faction, then to the other; card 66 to one Insurgent."""
    spaces = {"kandahar": "C 4t, T 4a"}
    table = case("coalition", spaces, card=10, event_open=True)
    execute(table, "coalition", "unshaded")
    told = [event.params["faction"] for event in table.all_events() if event.kind == "operation"]
    assert told == ["coalition", "government"]
    spaces = {"ghazni": "T 2a, G 1p"}
    for players, wanted in (((), True), (("taliban",), False)):
        table = case("warlords", spaces, card=66, event_open=True, players=players)
        assert taken(opening(table, "warlords")) == wanted


@pytest.mark.rule("2nd:8.4.3")
def test_enemy_cubes_go_by_turns_and_its_own_guerrillas_active_first() -> None:
    """N2.Event.4, N2.Proc.2, N2.Proc.4."""
    steps = (
        '{ do = "remove", what = "government-cube", n = 3, exact = true, spaces = 1, must = true, where = "is(balkh)" }'
    )
    table = case("taliban", {"balkh": "G 3p 3t"}, event_open=True, cards=own(steps, steps))
    execute(table, "taliban", "shaded")
    assert pieces(table, "balkh") == "G 2t 1p"
    steps = steps.replace("government-cube", "guerrilla")
    for seat, left in (("taliban", "T 2u"), ("government", "T 2a")):
        table = case(seat, {"balkh": "T 3u 2a"}, event_open=True, cards=own(steps, steps))
        execute(table, seat, "shaded" if seat == "taliban" else "unshaded")
        assert pieces(table, "balkh") == left


@pytest.mark.rule("2nd:8.4.3")
def test_a_piece_is_replaced_even_if_none_is_available() -> None:
    """N2.Proc.3."""
    steps = (
        '{ do = "replace", what = "government-cube", with = "taliban-guerrilla", n = 1, exact = true, spaces = 1,'
        ' must = true, where = "is(balkh)" }'
    )
    for available, left in (("T 3u", "G 1t, T 1u"), ("T 0u", "G 1t")):
        table = case("taliban", {"balkh": "G 1p 1t"}, event_open=True, cards=own(steps, steps), available=available)
        execute(table, "taliban", "shaded")
        assert pieces(table, "balkh") == left


@pytest.mark.rule("2nd:8.4.3")
def test_an_event_moves_no_piece_whose_leaving_changes_control() -> None:
    """N2.Event.4, N2.Proc.6, R15: of its own accord."""
    steps = '{ do = "move", what = "taliban-guerrilla", n = 9, from = "is(balkh)", dest = "is(konduz)" }'
    for there, left in (("T 4u, G 1p", "G 1p, T 2u"), ("T 2u, G 4p", "G 4p")):
        table = case("taliban", {"balkh": there}, event_open=True, cards=own(steps, steps))
        execute(table, "taliban", "shaded")
        assert pieces(table, "balkh") == left


@pytest.mark.rule("2nd:8.1.1", "2nd:8.4.4")
def test_a_free_operation_follows_the_chart_and_costs_nothing() -> None:
    """N2.Event.6, N2.Max.1."""
    event = card(lambda play, by: free_operation(play, WARLORDS, ("rally",)))
    table = case("warlords", {"balkh": "W 1B", "konduz": "W 1B"}, event_open=True, cards={CARD_NOW: event}, warlords=0)
    execute(table, "warlords", "unshaded")
    assert resources(table, "warlords") == 0 and count(table, "balkh", "W u") == 3 == count(table, "konduz", "W u")


# -- every card ---------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.1")
@pytest.mark.parametrize("faction", [COALITION, GOVERNMENT, TALIBAN, WARLORDS])
def test_every_card_can_be_considered_and_played(faction: Faction) -> None:
    """No question of any Event is without an answer."""
    seat = SEATS[faction]
    spaces = {
        "kabul": "C 1B 2t, G 2p 2t, support",
        "kandahar": "C 2t, G 1p, T 2u 1a 1B",
        "balkh": "W 2u 1B, G 1t",
        "herat": "W 1u, G 2p, support",
        "waziristan": "T 2u 1B",
        "paktika": "T 2u, opposition",
        "kabul-aibak": "G 1p, W 1u",
        "kandahar-kabul": "T 1u, G 2p",
    }
    for number in EVENT_CARDS:
        for players in ((), tuple(name for name in ("coalition", "taliban") if name != seat)):
            table = case(
                seat,
                spaces,
                card=number,
                event_open=True,
                players=players,
                deck=[other for other in EVENT_CARDS if other != number][:3],
            )
            play_on(table, seat)
