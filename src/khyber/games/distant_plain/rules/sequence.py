"""2: the sequence of play: cards, Eligibility, and a Faction's options on a card."""

from __future__ import annotations

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import (
    CARDS,
    COALITION,
    COIN,
    FACTIONS,
    MAX_RESOURCES,
    SCENARIOS,
    SEATS,
    SPONSORSHIP,
    TALIBAN,
    Faction,
    is_propaganda,
)
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.eligibility import make_eligible_next
from khyber.games.distant_plain.rules.events import event_sides, execute_event
from khyber.games.distant_plain.rules.negotiation import with_pauses
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS_OF, can_start, operation, terms
from khyber.games.distant_plain.rules.own_deck import OWN_DECK, own_event, turn_up
from khyber.games.distant_plain.rules.tracks import gain, purse
from khyber.games.distant_plain.rules.victory import final_victory, is_non_player, is_second_printing
from khyber.games.distant_plain.state import (
    AS_USUAL,
    ELIGIBLE_NEXT,
    EVENT_DONE,
    NOTHING_DONE,
    OP_AND_ACTIVITY,
    OP_ONLY,
    State,
    clear_action,
)

HIDDEN_ASSET = "hidden-asset"
SUDDEN_PROPAGANDA = "sudden-propaganda"
PLAYERS_LIMITED = "players-limited"
#: A Non-player's Pass that waits for the Capability shown next (8.1).
PASS_FOR_CAPABILITY = "pass-for-capability"
#: Bits of State.promised for promises made on this card for the next.
NEXT_CARD = 16
#: Factions that look one card ahead (8.1).
LOOKING_AHEAD = (COALITION, TALIBAN)


def nothing_to_ask() -> Rules:
    """Run a step without questions."""
    return
    yield


# -- cards ------------------------------------------------------------------------------------------


@rule("2.2", "2.3.7")
def next_card(play: Play) -> Rules:
    """2.2, 2.3.7: play the top card and reveal the next."""
    state = play.state
    if OWN_DECK in state.options:
        cards = yield from turn_up(play)
    else:
        cards = bool(state.deck)
        state.played += state.deck[:1]
        state.deck = state.deck[1:]
    if not cards:
        final_victory(play)  # only position files can run out of cards: the final Propaganda card ends a game
        return
    play.emit("card", "2.3.7", state.played[-1], state.deck[0] if state.deck else 0)
    if sudden(state):
        sudden_propaganda(play)
    if is_propaganda(state.played[-1]):
        propaganda_card(play)
    else:
        begin_event_card(play)


def sudden(state: State) -> bool:
    """2.3.7: with the option, whether a Propaganda card just shown behind an Event card comes first."""
    return (
        SUDDEN_PROPAGANDA in state.options
        and bool(state.deck)
        and is_propaganda(state.deck[0])
        and not is_propaganda(state.played[-1])
    )


@rule("2.3.7")
def sudden_propaganda(play: Play) -> None:
    """2.3.7: swap the two cards on view."""
    state = play.state
    event, propaganda = state.played[-1], state.deck[0]
    state.played = state.played[:-1] + bytes((propaganda,))
    state.deck = bytes((event,)) + state.deck[1:]
    play.emit("sudden-propaganda", "2.3.7", event)


@rule("2.4")
def propaganda_card(play: Play) -> None:
    """2.4, 6.0: hold a Propaganda Round, but never two without an Event card between them."""
    state = play.state
    state.propaganda_played += 1
    play.emit("propaganda", "2.4", state.propaganda_played, propaganda_cards(state))
    if not state.round_held:
        state.round_held = True
        state.step = "victory"
    elif is_final(state):
        final_victory(play)
    else:
        state.step = "card"


def propaganda_cards(state: State) -> int:
    """Return how many Propaganda cards the scenario has."""
    return SCENARIOS[state.scenario].piles


@rule("2.4.1")
def is_final(state: State) -> bool:
    """2.4.1: whether the last Propaganda card of the scenario has been played."""
    return state.propaganda_played == propaganda_cards(state)


@rule("2.3.8")
def is_final_event_card(state: State) -> bool:
    """2.3.8: whether the next card is the final Propaganda card. Not with Sudden Propaganda (2.3.7)."""
    return (
        bool(state.deck)
        and is_propaganda(state.deck[0])
        and SUDDEN_PROPAGANDA not in state.options
        and state.propaganda_played + 1 == propaganda_cards(state)
    )


def begin_event_card(play: Play) -> None:
    """2.3: offer an Event card to the Eligible Factions in its order."""
    state = play.state
    state.round_held = False
    state.acted, state.action = 0, NOTHING_DONE
    state.promised //= NEXT_CARD
    state.next_eligibility = bytearray(4)
    state.order = bytes(faction_order(state, state.played[-1]))
    call_next_faction(play)


@rule("2.3.2")
def faction_order(state: State, card: int) -> list[Faction]:
    """2.3.2: Eligible Factions by the symbols of the card, left to right."""
    return [faction for faction in CARDS[card].order if is_eligible(state, faction)]


@rule("2.3.1")
def is_eligible(state: State, faction: Faction) -> bool:
    """2.3.1: whether the Faction executed nothing on the previous card."""
    return bool(state.eligible[faction])


def call_next_faction(play: Play) -> None:
    """2.3: call the next Faction in order, until two have acted or none is left."""
    state = play.state
    if state.acted.bit_count() < 2 and state.order:
        state.active = state.order[0]
        state.order = state.order[1:]
        state.step = "turn"
    else:
        adjust_eligibility(play)
        state.step = "card"


@rule("2.3.6")
def adjust_eligibility(play: Play) -> None:
    """2.3.6: Factions that executed an Operation or Event become Ineligible, unless an Event differs."""
    state = play.state
    for faction in FACTIONS:
        said = state.next_eligibility[faction]
        eligible = not state.acted >> faction & 1 if said == AS_USUAL else said == ELIGIBLE_NEXT
        if state.eligible[faction] != eligible:
            state.eligible[faction] = eligible
            play.emit("eligible" if eligible else "ineligible", "2.3.6", SEATS[faction])


# -- a Faction's turn -------------------------------------------------------------------------------


@rule("2nd:8.1")
def limited_only(state: State, faction: Faction) -> bool:
    """2.3.4, 2.3.8: 2nd Eligible after an Operation, and all on the final Event card; Non-players never (8.1)."""
    if is_non_player(state, faction):
        return False
    return state.action in (OP_ONLY, OP_AND_ACTIVITY) or is_final_event_card(state) or players_limited(state)


@rule("8.1")
def players_limited(state: State) -> bool:
    """8.1: with the option, players get only Limited Operations before each Propaganda card."""
    return PLAYERS_LIMITED in state.options and bool(state.deck) and is_propaganda(state.deck[0])


def no_movement(state: State, faction: Faction) -> bool:
    """2.3.8, 8.1: no Sweep or March for players on the final Event card, or by option before each Round."""
    return not is_non_player(state, faction) and (is_final_event_card(state) or players_limited(state))


@rule("2.3.4")
def turn_choices(play: Play, faction: Faction) -> list[str]:
    """2.3.4: Operations, full or Limited, the Event if it is open, or Pass."""
    state = play.state
    limited = limited_only(state, faction)
    found = operations_open(play, faction, limited=limited)
    if limited and HIDDEN_ASSET in held_markers(state, faction) and operations_open(play, faction, limited=False):
        found.append(HIDDEN_ASSET)
    if state.action in (NOTHING_DONE, OP_AND_ACTIVITY):
        found += [f"event-{side}" for side in event_sides(play, state.played[-1])]
    found.append("pass")
    if may_wait(state, faction):
        found.append(PASS_FOR_CAPABILITY)
    return found


@rule("8.1")
def may_wait(state: State, faction: Faction) -> bool:
    """8.1: whether a Non-player Coalition or Taliban may Pass for the Capability shown next."""
    return (
        is_non_player(state, faction)
        and not is_second_printing(state, faction)
        and faction in LOOKING_AHEAD
        and bool(state.deck)
        and not is_propaganda(state.deck[0])
        and CARDS[state.deck[0]].capability_of is not None
    )


def operations_open(play: Play, faction: Faction, *, limited: bool) -> list[str]:
    """3.1, 2.3.8: the Operations that are possible now; no Sweep or March on the final Event card."""
    state = play.state
    barred = ("sweep", "march") if no_movement(state, faction) else ()
    return [
        op for op in OPERATIONS_OF[faction] if op not in barred and can_start(play, faction, op, activity=not limited)
    ]


def held_markers(state: State, faction: Faction) -> tuple[str, ...]:
    """7.3: the Deception markers that the Faction's player still hides."""
    player = state.players[faction]
    return state.deception[player] if player < len(state.deception) else ()


def turn(play: Play) -> Rules:
    """2.3: run the turn of the Faction called, with pauses for those who asked for them (1.5.1)."""
    return with_pauses(play, act_or_pass(play))


def act_or_pass(play: Play) -> Rules:
    """2.3: execute an Operation or the Event, or Pass."""
    state = play.state
    faction = FACTIONS[state.active]
    limited, asset = limited_only(state, faction), False
    choice = yield from play.ask(
        faction,
        "turn-limited" if limited else "turn",
        "2.3.4"
        if not limited
        else "2.3.8"
        if is_final_event_card(state)
        else "8.1"
        if players_limited(state)
        else "2.3.4",
        WORDS,
        lambda: turn_choices(play, faction),
        Fresh(
            lambda: {
                "faction": SEATS[faction],
                "card": state.played[-1],
                "wide": not_to_one_space(state, faction),
                "gain": passing_gain(state, faction),
                "terms": terms(play, faction),
            }
        ),
    )
    if choice == HIDDEN_ASSET:
        limited, asset = False, True
        use_hidden_asset(play, faction)
        choice = yield from play.ask(
            faction,
            "turn-asset",
            "7.3",
            WORDS,
            lambda: operations_open(play, faction, limited=False),
            {"faction": SEATS[faction], "terms": terms(play, faction)},
        )
    if choice in ("pass", PASS_FOR_CAPABILITY):
        pass_turn(play, faction)
        if choice == PASS_FOR_CAPABILITY:
            state.promised |= NEXT_CARD << faction
    elif choice.startswith("event-"):
        execute = own_event if OWN_DECK in state.options else execute_event
        yield from execute(play, faction, choice.removeprefix("event-"))
        _acted(state, faction, EVENT_DONE)
        sponsored(play, faction)
    else:
        state.limited, state.special_allowed = limited, not limited
        yield from operation(play, faction, choice)
        _acted(state, faction, OP_AND_ACTIVITY if state.special or asset else OP_ONLY)
    clear_action(state)
    call_next_faction(play)


def not_to_one_space(state: State, faction: Faction) -> int:
    """6.6.1: return 1 if a Limited Operation of the Taliban may select any number of spaces, else 0."""
    return int(faction == TALIBAN and state.islamabad == SPONSORSHIP)


def _acted(state: State, faction: Faction, action: int) -> None:
    state.acted |= 1 << faction
    if state.action == NOTHING_DONE:
        state.action = action


@rule("8.1", "2nd:8.7.6")
def sponsored(play: Play, faction: Faction) -> None:
    """8.1, T2.Isl.1, 6.6.1: Non-player Taliban that execute an Event at Sponsorship stay Eligible."""
    state = play.state
    if faction == TALIBAN and is_non_player(state, faction) and state.islamabad == SPONSORSHIP:
        make_eligible_next(play, faction)


def passing_gain(state: State, faction: Faction) -> int:
    """2.3.3, 1.8: return what a Pass brings, at most what the payer can still hold."""
    return min(3 if faction in COIN else 1, MAX_RESOURCES - state.resources[purse(faction)])


@rule("2.3.3")
def pass_turn(play: Play, faction: Faction) -> None:
    """2.3.3: +3 Government Resources for a COIN Faction, +1 for an Insurgent; it stays Eligible."""
    play.emit("passed", "2.3.3", SEATS[faction])
    gain(play, "2.3.3", purse(faction), passing_gain(play.state, faction))


@rule("7.3")
def use_hidden_asset(play: Play, faction: Faction) -> None:
    """7.3: use a Hidden Asset to make a Limited Operation a full one with a Special Activity."""
    reveal(play, faction, HIDDEN_ASSET)


def reveal(play: Play, faction: Faction, marker: str) -> None:
    """7.3: reveal a Deception marker as it is used."""
    state = play.state
    player = state.players[faction]
    held = list(state.deception[player])
    held.remove(marker)
    state.deception = (*state.deception[:player], tuple(held), *state.deception[player + 1 :])
    shown = (*state.revealed[player], marker)
    state.revealed = (*state.revealed[:player], shown, *state.revealed[player + 1 :])
    play.emit("deception", "7.3", SEATS[faction], marker)
