"""8.1, 8.6.2-8.9.2: whether a Non-player takes the Event: Capability, Momentum, its own box."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import COALITION, PROPAGANDA_CARDS, TALIBAN
from khyber.games.distant_plain.bots.third.event_choice import will_get
from khyber.games.distant_plain.state import ELIGIBLE_NEXT
from tests.distant_plain.bots.cases import bot, case, play_on
from tests.distant_plain.bots.event_cards import NOTHING, opening, own, prospect, seen
from tests.distant_plain.choices import asked
from tests.distant_plain.facts import eligible, level, resources

ISR = 1
PREDATORS = 2
ROADSIDE_IEDS = 23
NIGHT_LETTERS = 29
ID_CARDS = 46
PROPAGANDA = PROPAGANDA_CARDS[0]
AID = '{ do = "track", track = "aid", gain = 3 }'
LESS_AID = '{ do = "track", track = "aid", lose = 3 }'
ISLAMABAD = '{ do = "islamabad", toward = "sponsorship", boxes = 1 }'
SPACES = {"kabul": "C 1t, G 2p", "kandahar": "T 1u"}


def is_operation(value: str) -> bool:
    return not value.startswith(("event", "pass"))


# -- Capability ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
def test_the_coalition_takes_a_capability_if_the_die_is_not_above_the_propaganda_cards_to_come() -> None:
    """N-01 [N.Capability]."""
    table = case("coalition", SPACES, card=ISR, event_open=True)
    assert opening(table, "coalition", rolls=(3,)) == "event-unshaded"
    head = bot("coalition", rolls=(4,))
    assert table.decision is not None
    head.answer(seen(table), table.decision)
    assert head.plan is not None and not head.plan.opening.startswith("event")
    assert "C.Event.3" not in "".join(str(message.params) for message in head.why())


@pytest.mark.rule("8.1")
def test_the_taliban_pass_for_a_capability_that_is_sure_to_be_theirs() -> None:
    """N-02 [N.Capability]."""
    table = case(
        "taliban",
        SPACES,
        next_card=ISR,
        acted=["coalition"],
        first_did="operation-and-activity",
        to_come=["government", "warlords"],
    )
    head = play_on(table, "taliban", rolls=(2,))
    assert head.used() == {"N.Capability": 1}
    assert resources(table, "taliban") == 21
    while asked(table) != "taliban turn":
        table.choose("pass")
    head = play_on(table, "taliban", bot("taliban", rolls=()))
    assert head.dice.asked == []  # type: ignore[attr-defined]
    assert table.state.lasting >> (ISR * 2 + 1) & 1


@pytest.mark.rule("8.1")
def test_a_promise_lapses_if_the_event_is_not_open_after_all() -> None:
    table = case("taliban", SPACES, card=ISR)
    table.state.promised = 1 << 2
    assert is_operation(opening(table, "taliban"))


@pytest.mark.rule("8.1")
def test_no_die_is_rolled_for_a_capability_that_another_may_have_first() -> None:
    """N-03 [N.Capability, will_get]."""
    for order_first in (PREDATORS, 46):
        table = case(
            "taliban",
            SPACES,
            next_card=order_first,
            acted=["coalition"],
            first_did="operation-and-activity",
            to_come=["warlords"],
            eligible=["coalition", "taliban", "warlords"],
        )
        head = bot("taliban")
        assert table.decision is not None
        head.answer(seen(table), table.decision)
        wanted = [] if order_first == 46 else ["N.Capability"]
        assert [name for name in head.dice.asked if name == "N.Capability"] == wanted  # type: ignore[attr-defined]


@pytest.mark.rule("8.1")
def test_the_government_takes_a_capability_for_a_non_player_coalition() -> None:
    """N-05 [N.Capability]."""
    table = case("government", SPACES, card=ISR, event_open=True)
    assert not opening(table, "government", rolls=(3,)).startswith("event")
    assert opening(table, "government", rolls=(2,)) == "event-unshaded"
    table = case("government", SPACES, card=ISR, event_open=True, players=["coalition"])
    head = bot("government", rolls=(1,))
    assert table.decision is not None
    assert not str(head.answer(seen(table), table.decision)).startswith("event")
    assert "N.Capability" not in head.dice.asked  # type: ignore[attr-defined]


@pytest.mark.rule("8.1")
def test_the_warlords_take_a_capability_for_the_non_player_taliban() -> None:
    """N-06 [N.Capability]."""
    table = case("warlords", SPACES, card=ISR, event_open=True, players=["taliban"])
    head = bot("warlords", rolls=(1,))
    assert table.decision is not None
    assert not str(head.answer(seen(table), table.decision)).startswith("event")
    assert "N.Capability" not in head.dice.asked  # type: ignore[attr-defined]
    table = case("warlords", SPACES, card=ISR, event_open=True)
    assert opening(table, "warlords", rolls=(2,)) == "event-shaded"


@pytest.mark.rule("8.1")
def test_two_capabilities_in_a_row_are_one_roll() -> None:
    """N-07 [N.Capability]."""
    table = case("coalition", SPACES, card=ISR, next_card=PREDATORS, event_open=True, unplayed=4)
    head = bot("coalition", rolls=(5,))
    assert table.decision is not None
    assert is_operation(str(head.answer(seen(table), table.decision)))
    assert head.dice.asked.count("N.Capability") == 1  # type: ignore[attr-defined]
    assert opening(table, "coalition", rolls=(4,)) == "event-unshaded"


@pytest.mark.rule("8.1")
def test_an_event_that_might_put_it_out_makes_the_next_capability_unsure() -> None:
    """N.Capability, will_get: card 4 could make the Taliban Ineligible; card 51 could keep the Government in."""
    for card, next_card, first, sure in (
        (4, ISR, "coalition", False),
        (25, ISR, "coalition", True),
        (51, ID_CARDS, "government", False),
        (25, ID_CARDS, "government", True),
        (4, ISR, "", False),
    ):
        table = case(
            "taliban",
            SPACES,
            card=card,
            next_card=next_card,
            acted=[first] if first else [],
            first_did="operation-and-activity" if first else "none",
            to_come=["warlords"],
        )
        assert will_get(seen(table), TALIBAN) == sure
    # Nobody is left who could execute it, or the Event is not open to them.
    table = case("taliban", SPACES, card=4, next_card=ISR, acted=["coalition"], first_did="operation-and-activity")
    play = seen(table)
    play.state.order = b""
    assert will_get(play, TALIBAN)
    table = case("taliban", SPACES, card=4, next_card=ISR, acted=["coalition"], first_did="operation")
    assert will_get(seen(table), TALIBAN)


@pytest.mark.rule("8.1")
def test_a_faction_that_stays_eligible_makes_the_next_capability_unsure() -> None:
    """N.Capability, will_get: one to the left that Passed, has yet to decide, or is kept Eligible (R-N9)."""
    given: dict[str, object] = {"next_card": ROADSIDE_IEDS, "first_did": "operation"}  # its order is T C W G
    table = case("coalition", SPACES, acted=["taliban"], to_come=["government"], **given)  # type: ignore[arg-type]
    assert will_get(seen(table), COALITION)
    play = seen(table)
    play.state.next_eligibility[TALIBAN] = ELIGIBLE_NEXT
    assert not will_get(play, COALITION)
    for to_come in ([], ["taliban"]):
        table = case("coalition", SPACES, acted=["government"], to_come=to_come, **given)  # type: ignore[arg-type]
        assert not will_get(seen(table), COALITION)


@pytest.mark.rule("8.1")
def test_the_look_ahead_needs_no_open_event() -> None:
    """R-N2."""
    table = case("taliban", SPACES, next_card=ISR, acted=["coalition"], first_did="operation", to_come=["warlords"])
    assert opening(table, "taliban", rolls=(3,)) == "pass-for-capability"


@pytest.mark.rule("8.1", "8.8.2")
def test_only_a_capability_or_momentum_on_this_card_keeps_the_box_from_being_asked() -> None:
    """R-N4: a failed roll for the next card, a Capability refused, Momentum refused."""
    pays = '{ do = "track", track = "taliban", gain = 3 }'
    given: dict[str, object] = {"next_card": ISR, "acted": ["coalition"], "first_did": "operation-and-activity"}
    table = case("taliban", SPACES, cards=own(shaded=pays), **given)  # type: ignore[arg-type]
    assert opening(table, "taliban", rolls=(6,)) == "event-shaded"
    table = case("taliban", SPACES, card=NIGHT_LETTERS, event_open=True, cards=own(pays, pays, NIGHT_LETTERS))
    assert is_operation(opening(table, "taliban", rolls=(6,)))
    for next_card, played in ((PROPAGANDA, False), (14, True)):
        table = case("taliban", SPACES, card=11, event_open=True, next_card=next_card, cards=own(pays, pays, 11))
        assert opening(table, "taliban").startswith("event") == played


@pytest.mark.rule("8.1")
def test_a_player_asking_for_a_hint_is_told_to_pass() -> None:
    table = case(
        "taliban",
        SPACES,
        next_card=ISR,
        acted=["coalition"],
        first_did="operation-and-activity",
        to_come=["government", "warlords"],
        players=["taliban"],
    )
    assert opening(table, "taliban", rolls=(1,)) == "pass"


# -- Momentum -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
def test_the_other_text_being_momentum_says_nothing() -> None:
    """N-09 [N.Momentum]."""
    table = case("government", {"kabul": "G 4t 2p"}, card=10, next_card=PROPAGANDA, event_open=True)
    head = bot("government")
    assert table.decision is not None
    assert head.answer(seen(table), table.decision) == "event-unshaded"
    assert head.used().keys() == {"G.Event.3b"} or head.used().keys() == {"G.Event.3a"}


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    "seat,card,players",
    [
        ("coalition", 11, []),
        ("taliban", 11, []),
        ("warlords", 24, []),
        ("government", 45, []),
        ("warlords", 59, []),
        ("coalition", 24, []),
        ("government", 58, ["warlords"]),
        ("taliban", 57, ["coalition"]),
        ("coalition", 59, ["warlords"]),
    ],
)
def test_momentum_is_taken_unless_propaganda_is_next(seat: str, card: int, players: list[str]) -> None:
    """N.Momentum, R-N6; the last four by an instruction."""
    spaces = {"kabul": "C 1t, G 2p, T 1u", "kandahar": "C 1t, T 1u"}
    soon = case(seat, spaces, card=card, event_open=True, next_card=PROPAGANDA, players=players)
    assert not opening(soon, seat).startswith("event")
    side = "unshaded" if seat in ("coalition", "government") or card in (57, 59) else "shaded"
    assert opening(case(seat, spaces, card=card, event_open=True, players=players), seat) == f"event-{side}"


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    "seat,card,taken",
    [
        ("coalition", 45, True),
        ("taliban", 45, True),
        ("taliban", 36, True),
        ("government", 45, False),
        ("warlords", 45, False),
        ("warlords", 36, False),
    ],
)
def test_tribal_elders_and_mullah_omar_are_taken_even_before_propaganda(seat: str, card: int, taken: bool) -> None:
    """N.Momentum.x."""
    table = case(seat, SPACES, card=card, event_open=True, next_card=PROPAGANDA)
    assert opening(table, seat).startswith("event") == taken


# -- effective, could, will ---------------------------------------------------------------------------


@pytest.mark.rule("8.1", "8.6.2")
def test_nato_politics_is_a_dud_with_nothing_out_of_play() -> None:
    """N-10 [N.Effective]."""
    table = case("coalition", SPACES, card=41, event_open=True)
    assert is_operation(opening(table, "coalition"))
    table = case("coalition", SPACES, card=41, event_open=True, available="C 18t")
    assert opening(table, "coalition") == "event-unshaded"


@pytest.mark.rule("8.8.2", "8.9.2")
def test_a_text_that_hangs_on_the_die_could_but_will_not() -> None:
    """N-27 [N.Could N.Will]."""
    steps = '{ do = "die" }, { do = "track", track = "warlords", gain = "4-r" }'
    table = case("warlords", SPACES, event_open=True, cards=own(shaded=steps), warlords=0)
    assert prospect(table, "warlords", "shaded").will() is None
    assert prospect(table, "warlords", "shaded").effective()
    steps = '{ do = "die" }, { do = "shift", toward = "opposition", spaces = "4-r", must = true, where = "kabul" }'
    table = case("taliban", SPACES, event_open=True, cards=own(shaded=steps))
    assert opening(table, "taliban") == "event-shaded"
    steps = '{ do = "die" }, { do = "track", track = "warlords", gain = "r" }'
    table = case("warlords", SPACES, event_open=True, cards=own(shaded=steps))
    assert prospect(table, "warlords", "shaded").will() == 0


@pytest.mark.rule("8.3.5", "8.8.2")
def test_a_text_that_only_lowers_its_own_score_is_left() -> None:
    """N-19 [N.OwnScore]."""
    steps = '{ do = "shift", toward = "support", spaces = 1, must = true, where = "afghan & pop>=2 & opposition" }'
    spaces = {"kandahar": "T 1u, opposition"}
    table = case("taliban", spaces, event_open=True, cards=own(shaded=steps))
    assert is_operation(opening(table, "taliban"))
    optional = steps.replace("must = true, ", "") + ', { do = "track", track = "taliban", gain = 1 }'
    table = case("taliban", spaces, event_open=True, cards=own(shaded=optional))
    assert opening(table, "taliban") == "event-shaded"
    play_on(table, "taliban")
    assert level(table, "kandahar") == "opposition" and resources(table, "taliban") == 21


# -- each Faction's box -------------------------------------------------------------------------------


@pytest.mark.rule("8.6.2")
def test_the_coalition_plays_its_text_if_the_other_could_lower_opposition() -> None:
    """C-35 [C.Event.3a]."""
    lower = '{ do = "set", level = "neutral", spaces = 1, where = "afghan & opposition" }'
    table = case("coalition", {"balkh": "opposition"}, event_open=True, cards=own(AID, lower))
    head = play_on(table, "coalition")
    assert table.state.aid == 13 and head.used() == {"C.Event.3a": 1}
    table = case("coalition", {"kabul": "C 1t"}, event_open=True, cards=own(AID, lower))
    assert is_operation(opening(table, "coalition"))
    table = case("coalition", {"balkh": "opposition"}, event_open=True, cards=own(NOTHING, lower))
    assert is_operation(opening(table, "coalition"))


@pytest.mark.rule("8.6.2", "8.8.2")
@pytest.mark.parametrize("seat,step", [("coalition", "C.Event.3b"), ("taliban", "T.Event.3b")])
def test_coalition_pieces_count_between_the_boxes_too(seat: str, step: str) -> None:
    """R-N8: card 21 sends Troops from Available out of play; none is on the map."""
    head = play_on(table := case(seat, {"kandahar": "T 1u"}, card=21, event_open=True), seat)
    assert head.used() == {step: 1} and table.state.aid == (16 if seat == "coalition" else 7)
    table = case(seat, {"kandahar": "T 1u"}, card=21, event_open=True, available="C 0t")
    assert opening(table, seat).startswith("event") == (seat == "coalition")  # out of play: only to come back


@pytest.mark.rule("8.6.2")
def test_islamabad_is_the_coalitions_affair_only_against_players() -> None:
    """C.Event.3c."""
    for players, played in (([], False), (["taliban"], True)):
        table = case("coalition", SPACES, event_open=True, cards=own(ISLAMABAD), players=players)
        assert (opening(table, "coalition") == "event-unshaded") == played


@pytest.mark.rule("8.7.2")
def test_the_government_plays_what_surely_raises_aid() -> None:
    """G-01 [G.Event.3a]."""
    table = case("government", SPACES, event_open=True, cards=own(AID))
    head = play_on(table, "government")
    assert table.state.aid == 13 and head.used() == {"G.Event.3a": 1}
    unsure = '{ do = "die" }, { do = "track", track = "aid", gain = "r" }, { do = "track", track = "aid", lose = 3 }'
    table = case("government", SPACES, event_open=True, cards=own(unsure))
    assert not opening(table, "government").startswith("event")


@pytest.mark.rule("8.7.2")
def test_the_government_shifts_islamabad_only_against_players() -> None:
    """G-01 [G.Event.3c]."""
    for players, played in (([], False), (["taliban"], True)):
        table = case("government", SPACES, event_open=True, cards=own(ISLAMABAD), players=players)
        assert (opening(table, "government") == "event-unshaded") == played


@pytest.mark.rule("8.1", "8.7.2")
def test_the_event_comes_before_low_resources() -> None:
    """N-31 [N.Turn]."""
    table = case("government", SPACES, event_open=True, cards=own(AID), government=1)
    play_on(table, "government")
    assert table.state.aid == 13 and resources(table, "government") == 1


@pytest.mark.rule("8.8.2")
def test_the_taliban_play_their_text_if_the_other_could_pay_them() -> None:
    """T-01 [T.Event.3a]."""
    pays = '{ do = "track", track = "taliban", gain = 3 }'
    table = case("taliban", SPACES, event_open=True, cards=own(pays, LESS_AID))
    head = play_on(table, "taliban")
    assert table.state.aid == 7 and head.used() == {"T.Event.3a": 1}
    table = case("taliban", SPACES, event_open=True, cards=own(pays, NOTHING))
    assert is_operation(opening(table, "taliban"))


@pytest.mark.rule("8.8.2")
def test_the_taliban_play_their_text_if_the_other_could_remove_a_base() -> None:
    """T-37 [T.Event.3b .3c]."""
    removes = '{ do = "remove", what = "taliban-base", exact = true, spaces = 1, where = "has(taliban-base)" }'
    table = case("taliban", {"helmand": "T 1u 1B"}, event_open=True, cards=own(removes, LESS_AID))
    head = play_on(table, "taliban")
    assert table.state.aid == 7 and head.used() == {"T.Event.3b": 1}
    table = case("taliban", SPACES, event_open=True, cards=own(removes, LESS_AID))
    assert is_operation(opening(table, "taliban"))
    for hard, played in ((False, True), (True, False)):
        table = case("taliban", SPACES, card=6, event_open=True, islamabad="sponsorship", hard=hard)
        taken = opening(table, "taliban")
        assert (taken == "event-shaded") == played and (played or is_operation(taken))


@pytest.mark.rule("8.9.2")
def test_the_warlords_play_what_surely_pays_them() -> None:
    """W-01 [W.Event.3a]."""
    table = case(
        "warlords", SPACES, event_open=True, cards=own(shaded='{ do = "track", track = "warlords", gain = 3 }')
    )
    head = play_on(table, "warlords")
    assert resources(table, "warlords") == 23 and head.used() == {"W.Event.3a": 1}
    table = case("warlords", SPACES, event_open=True, cards=own(shaded=LESS_AID))
    assert not opening(table, "warlords").startswith("event")


@pytest.mark.rule("8.9.2")
def test_the_warlords_play_what_puts_a_guerrilla_on_a_loc() -> None:
    """W-01 [W.Event.3b]."""
    table = case(
        "warlords",
        SPACES,
        event_open=True,
        cards=own(
            shaded='{ do = "place", what = "warlords-guerrilla", spaces = 1, must = true, exact = true, where = "loc" }'
        ),
    )
    head = play_on(table, "warlords")
    assert head.used() == {"W.Event.3b": 1}


@pytest.mark.rule("8.1")
def test_taliban_sponsored_by_islamabad_stay_eligible_after_an_event() -> None:
    """N-14 [R-N9]."""
    for start, stays in (("backing", True), ("tolerance", False)):
        table = case("taliban", SPACES, event_open=True, cards=own(shaded=ISLAMABAD), islamabad=start)
        play_on(table, "taliban")
        while not asked(table).endswith("turn") or table.state.played[-1] == 25:
            table.choose("pass")
        assert ("taliban" in eligible(table)) == stays


@pytest.mark.rule("8.3.2")
@pytest.mark.parametrize(
    "seat,side", [("coalition", "unshaded"), ("government", "unshaded"), ("taliban", "shaded"), ("warlords", "shaded")]
)
def test_coin_reads_the_unshaded_text_and_insurgents_the_shaded_one(seat: str, side: str) -> None:
    gains = {
        "unshaded": AID + ', { do = "islamabad", toward = "hostility", boxes = 1 }',
        "shaded": '{ do = "track", track = "warlords", gain = 3 }, ' + ISLAMABAD,
    }
    table = case(
        seat,
        SPACES,
        event_open=True,
        cards=own(gains["unshaded"], gains["shaded"]),
        players=["taliban"] if seat == "coalition" else [],
    )
    assert opening(table, seat) == f"event-{side}"


@pytest.mark.rule("8.3.2")
def test_a_single_text_counts_as_shaded_for_insurgents() -> None:
    """Card 44 by the Taliban, card 45 as Momentum by the Warlords."""
    assert opening(case("taliban", SPACES, card=44, event_open=True), "taliban") == "event-unshaded"
    assert opening(case("warlords", SPACES, card=45, event_open=True), "warlords") == "event-unshaded"
