"""A game beside a real deck: cards named as they are drawn, Events entered by hand."""

from __future__ import annotations

import random

import pytest

import khyber
from khyber.engine.errors import BadSetup
from khyber.engine.record import loads
from khyber.engine.table import Table
from khyber.engine.verify import verify
from khyber.games.distant_plain.board import EVENT_CARDS, PROPAGANDA_CARDS, SCENARIOS, is_propaganda
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.rules.by_hand import EDITS
from khyber.games.distant_plain.rules.lasting import texts_in_effect
from khyber.games.distant_plain.rules.own_deck import cards_in_play, cards_to_come
from khyber.games.distant_plain.state import State
from tests.distant_plain.facts import level, pieces, resources, terror
from tests.distant_plain.fuzzing import check_copies, check_decision, check_invariants, choose_undo_and_redo
from tests.distant_plain.positions import at

OWN = ("own-deck",)


def new(
    scenario: str = "short", *, seats: str = "person", seed: int = 1, players: int = 4, options: tuple[str, ...] = ()
) -> Table[State]:
    return khyber.new(
        "distant-plain", scenario=scenario, seed=seed, seats=seats, players=players, options=[*OWN, *options]
    )


def dealt(*removed: int, scenario: str = "short") -> Table[State]:
    """A game with these cards among those removed, up to the question for the first card."""
    table = new(scenario)
    rest = [card for card in reversed(EVENT_CARDS) if card not in removed]
    wanted = SCENARIOS[scenario].removed_events
    for card in [*removed, *rest][:wanted]:
        table.choose(str(card))
    return table


def asked(table: Table[State]) -> tuple[str, str]:
    assert table.decision is not None
    return table.decision.seat, table.decision.ask


def keys(table: Table[State]) -> list[str]:
    assert table.decision is not None
    return table.decision.options.keys()


def choose(table: Table[State], *chosen: str) -> None:
    for key in chosen:
        table.choose(key)


# -- cards ------------------------------------------------------------------------------------------


def test_the_first_player_names_the_cards_removed_and_the_first_two() -> None:
    table = new()
    assert asked(table) == ("coalition", "own-removed")
    assert keys(table) == [str(card) for card in EVENT_CARDS]
    table = dealt(1, 34)
    assert len(table.state.removed_events) == SCENARIOS["short"].removed_events
    assert {card for card, _ in texts_in_effect(table.state)} >= {1, 34}
    assert asked(table) == ("coalition", "own-card")
    assert "1" not in keys(table) and "34" not in keys(table) and "propaganda" in keys(table)
    choose(table, "25")
    assert asked(table) == ("coalition", "own-next") and "25" not in keys(table)
    choose(table, "14")
    view = table.view()
    assert (view["card"], view["next"], view["deck"]) == (25, 14, cards_in_play(table.state) - 1)
    assert table.state.step == "turn" and bytes(table.state.deck) == bytes((14,))


def test_each_pile_has_one_propaganda_card() -> None:
    table = dealt()
    size = cards_in_play(table.state) // SCENARIOS["short"].piles
    state = table.state.copy()
    events = [card for card in EVENT_CARDS if card not in state.removed_events]
    state.played = bytes(events[: size - 1])
    assert cards_to_come(state, current=True) == ["propaganda"]
    state.played = bytes([*events[: size - 3], PROPAGANDA_CARDS[0], *events[size - 3 : size - 2]])
    state.propaganda_played = 1
    assert "propaganda" not in cards_to_come(state, current=True)
    state.played += bytes(events[size - 2 : size - 1])
    assert "propaganda" in cards_to_come(state, current=True)


def test_a_position_with_cards_unknown_takes_propaganda_at_any_time() -> None:
    table = khyber.position(
        "distant-plain", 'options = ["own-deck"]\nstep = "card"\n[cards]\nplayed = [25]\npropaganda-played = 3'
    )
    assert asked(table) == ("coalition", "own-card")
    choose(table, "propaganda")
    assert table.decision is None or table.decision.ask != "own-next"
    assert table.state.propaganda_played == 4 and is_propaganda(table.state.played[-1])


def test_the_last_propaganda_card_ends_the_game_and_nothing_more_is_named() -> None:
    table = new(seats="random", seed=4)
    khyber.advance(table)
    assert table.outcome is not None
    if table.outcome.ending == "final":
        assert is_propaganda(table.state.played[-1]) and not table.state.deck


def test_sudden_propaganda_and_a_propaganda_card_first() -> None:
    table = new(options=("sudden-propaganda",))
    for card in reversed(EVENT_CARDS[-SCENARIOS["short"].removed_events :]):
        table.choose(str(card))
    choose(table, "25", "propaganda")
    assert is_propaganda(table.state.played[-1]) and bytes(table.state.deck) == bytes((25,))
    table = dealt()
    choose(table, "propaganda", "25")
    assert table.state.propaganda_played == 1 and bytes(table.state.deck) == bytes((25,))


def test_a_card_named_in_error_is_taken_back() -> None:
    table = dealt()
    choose(table, "25")
    table.undo("coalition")
    assert asked(table) == ("coalition", "own-card")
    choose(table, "26", "14")
    table.undo("coalition", agreed=True)
    assert asked(table) == ("coalition", "own-next") and table.state.played[-1] == 26


def test_non_players_alone_have_nobody_to_name_cards() -> None:
    with pytest.raises(BadSetup, match="own-deck needs a player"):
        new(seats="bot:3rd", players=0)


# -- Events -----------------------------------------------------------------------------------------

SPACES = {"kabul": "C 2t, G 2t 1p, support", "zabol": "T 2u 1a", "helmand": "W 1B 1u"}


def by_hand(active: str = "coalition", *, card: int = 25, side: str = "unshaded", **more: object) -> Table[State]:
    """The Event of a card, to be entered by hand."""
    given: dict[str, object] = {"spaces": SPACES, "government": 10, "taliban": 10, "warlords": 10, "aid": 5, **more}
    table = at(active, options=OWN, played=[card], deck=[14], **given)  # type: ignore[arg-type]
    choose(table, f"event-{side}")
    assert asked(table)[1] == "own-event" and keys(table) == ["printed", "by-hand"]
    table.choose("by-hand")
    return table


def test_pieces_are_placed_removed_moved_and_turned_over() -> None:
    table = by_hand()
    choose(table, "place", "taliban-guerrilla-underground", "paktika", "2")
    assert pieces(table, "paktika") == "T 2u"
    choose(table, "flip", "taliban-guerrilla-underground", "paktika", "1")
    assert pieces(table, "paktika") == "T 1u 1a"
    choose(table, "move", "government-police", "zabol")
    assert pieces(table, "zabol") == "G 1p, T 2u 1a"
    choose(table, "remove", "coalition-troops", "2", "casualties")
    assert pieces(table, "kabul") == "G 2t" and pieces(table, "casualties") == "C 2t"
    choose(table, "boxes", "coalition-troops", "casualties", "out-of-play", "1")
    assert pieces(table, "casualties") == "C 1t"
    choose(table, "done")
    assert asked(table)[1] == "own-next"


def test_only_what_keeps_the_board_legal_is_offered() -> None:
    table = by_hand(spaces={**SPACES, "kandahar": "T 1B, W 1B"})
    choose(table, "place", "government-base")
    offered = keys(table)
    assert "kandahar" not in offered and "waziristan" not in offered and "kabul-tor-kham" not in offered
    assert "zabol" in offered


def test_people_and_tracks() -> None:
    table = by_hand()
    choose(table, "shift", "kabul", "terror", "kabul")
    assert level(table, "kabul") == "neutral" and terror(table, "kabul") == 1
    choose(
        table,
        "resources",
        "taliban",
        "13",
        "aid",
        "8",
        "patronage",
        "4",
        "islamabad",
        "sponsorship",
        "returnees",
        "zabol",
    )
    assert resources(table, "taliban") == 13 and table.state.aid == 8 and table.state.patronage == 4
    assert table.view()["islamabad"] == {"box": "backing", "hard": False}
    assert table.view()["spaces"]["zabol"]["returnees"]  # type: ignore[index,call-overload]


def test_eligibility_and_texts_in_force() -> None:
    table = by_hand(to_come=["taliban"])
    assert "lasting" not in keys(table)
    choose(table, "eligible", "coalition", "ineligible", "taliban", "done")
    assert table.view()["eligible"] == {"coalition": True, "government": True, "taliban": False, "warlords": True}
    table = by_hand(card=1)
    choose(table, "lasting")
    assert (1, "unshaded") in texts_in_effect(table.state)
    assert "lasting" not in keys(table)
    choose(table, "lift")
    assert texts_in_effect(table.state) == []


def test_a_free_action_is_taken_by_the_faction_itself() -> None:
    table = by_hand()
    choose(table, "free", "taliban", "free-limited")
    assert asked(table) == ("taliban", "free-operation")
    choose(table, "terror")
    assert terror(table, "zabol") == 1 and resources(table, "taliban") == 10
    assert asked(table) == ("coalition", "hand-edit")


def test_the_event_of_a_non_player_is_entered_by_the_first_player() -> None:
    table = at("coalition", options=OWN, event="25u", deck=[14], spaces=SPACES, non_players=["coalition", "warlords"])
    assert asked(table) == ("government", "own-event")
    choose(table, "by-hand", "aid", "7", "done")
    assert table.state.aid == 7


def test_as_khyber_reads_it_the_event_is_the_usual_one() -> None:
    plain, own = (
        at("coalition", options=options, played=[50], deck=[14], spaces=SPACES, chance=(4,), to_come=["taliban"])
        for options in ((), OWN)
    )
    choose(plain, "event-unshaded")
    choose(own, "event-unshaded", "printed")
    assert asked(plain) == asked(own) and plain.state.aid == own.state.aid


def test_edits_are_undone_one_by_one() -> None:
    table = by_hand()
    before = table.state.pack()
    choose(table, "aid", "20")
    table.undo("coalition")
    table.undo("coalition")
    assert table.state.pack() == before


# -- whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(6))
def test_whole_games_keep_the_invariants(index: int) -> None:
    scenario = ("short", "main", "extended")[index % 3]
    options = ("sudden-propaganda",) if index % 2 else ("deception", "open-deployment")
    table = new(scenario, seed=index, players=4, options=options)
    source = random.Random(index)
    entered: set[str] = set()
    for number in range(4000):
        decision = table.decision
        if decision is None:
            break
        check_decision(table)
        assert len(decision.values) <= 76
        at_hand = [place for place, key in enumerate(decision.options.keys()) if key in ("by-hand", "printed")]
        chosen = source.choice(at_hand or range(len(decision.values)))
        if decision.ask == "hand-edit":
            entered.add(decision.options[chosen].key)
            if source.random() < 0.2:
                chosen = len(decision.values) - 1
        if number % 97 == 0:
            check_copies(table, source)
            choose_undo_and_redo(table, chosen)
        else:
            table.choose(chosen)
        check_invariants(table)
    assert table.outcome is not None
    assert entered
    assert verify(DistantPlain(), loads(table.save())) == len(table.steps)


def test_random_games_enter_every_kind_of_edit() -> None:
    seen: set[str] = set()
    for seed in range(6):
        table = new(seats="random", seed=seed)
        khyber.advance(table)
        seen |= {entry for step in table.steps for entry in step.listed()} & set(EDITS)
    assert seen == set(EDITS)
