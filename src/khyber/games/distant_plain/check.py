"""Legality of positions: stacking, inventory, tracks, decks, and the active Faction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from khyber.engine.bounds import Texts, Word, Words, check_bounds
from khyber.engine.decision import Message
from khyber.engine.errors import BadPosition
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space, is_card, is_propaganda
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import control_of
from khyber.games.distant_plain.rules.forces import bases
from khyber.games.distant_plain.rules.own_deck import OWN_DECK
from khyber.games.distant_plain.rules.sequence import is_eligible, is_final, propaganda_cards
from khyber.games.distant_plain.rules.setup import OPTIONS
from khyber.games.distant_plain.rules.support import has_opinion
from khyber.games.distant_plain.rules.victory import SECOND_PRINTING, factions_by_player, is_non_player, player_name
from khyber.games.distant_plain.state import BOUNDS, NOTHING_DONE, State
from khyber.games.distant_plain.view import ACTIONS

STEPS: Final = (
    "deal",
    "deploy",
    "card",
    "turn",
    "victory",
    "resources",
    "civic-action",
    "sharia",
    "desertion",
    "redeploy",
    "redeploy-police",
    "redeploy-taliban",
    "redeployed",
    "reset",
    "",
)
_BOUNDS: Final = BOUNDS | {"step": Word(STEPS), "options": Words(OPTIONS), "ranking": Texts(len(board.FACTIONS))}
#: Steps of a Propaganda Round by the Factions that act in them (6.4, 6.5).
ACTIVE_IN: Final[dict[str, tuple[Faction, ...]]] = {
    "civic-action": (board.COALITION, board.GOVERNMENT),
    "sharia": (board.TALIBAN,),
    "desertion": (board.GOVERNMENT,),
    "redeploy": (board.COALITION, board.GOVERNMENT),
    "redeploy-police": (board.GOVERNMENT,),
    "redeploy-taliban": (board.TALIBAN,),
}
#: The steps of a Propaganda Round.
ROUND: Final = ("victory", "resources", *ACTIVE_IN, "redeployed", "reset")
#: Steps between the first Redeploy and the adjustment of Control (6.5.5): until then Control may lag behind the pieces.
CONTROL_WAITS: Final = ("redeploy", "redeploy-police", "redeploy-taliban", "redeployed")


def check(state: State) -> None:
    """Raise BadPosition if the position breaks bounds, stacking, inventory, tracks or decks."""
    check_bounds(state, _BOUNDS)
    _check_players(state)
    _check_inventory(state)
    _check_stacking(state)
    if sum(state.terror) > board.TERROR_MARKERS:
        raise BadPosition(f"{sum(state.terror)} Terror and Sabotage markers: there are {board.TERROR_MARKERS}")
    if sum(state.returnees) > board.RETURNEES_MARKERS:
        raise BadPosition(f"{sum(state.returnees)} +1 Pop markers: there are {board.RETURNEES_MARKERS}")
    if state.resources[board.COALITION]:
        raise BadPosition(
            f"resources of the Coalition = {state.resources[board.COALITION]}: it has none of its own (1.8)"
        )
    _check_cards(state)
    _check_markers(state)
    _check_end(state)


def _check_players(state: State) -> None:
    numbers = set(state.players)
    if numbers != set(range(len(numbers))):
        raise BadPosition("the position: players should be numbered from 0 without gaps")
    if state.non_players >> SECOND_PRINTING & ~state.non_players:
        raise BadPosition("non-players: only a Non-player can follow the 2nd printing")


def _check_cards(state: State) -> None:
    """Check that every card is in one place only."""
    cards = [*state.played, *state.deck, *state.removed_events]
    if len(set(cards)) < len(cards):
        twice = sorted({card for card in cards if cards.count(card) > 1})
        raise BadPosition(f"cards: card {twice[0]} is in two places")
    for card in cards:
        if not is_card(card):
            raise BadPosition(f"cards: there is no card {card}: {board.ALL_CARDS}")
    if state.step == "turn" and not (state.played and state.played[-1] in board.CARDS):
        raise BadPosition("cards: a turn needs an Event card as the last card played")
    if OWN_DECK in state.options and len(state.deck) > 1:
        raise BadPosition(
            f"cards: deck has {len(state.deck)} cards; valid: at most the next one, with the option {OWN_DECK}"
        )
    if state.propaganda_played > propaganda_cards(state):
        _check_propaganda(state)
    held = [card for card, _ in state.holders]
    if len(set(held)) < len(held) or not all(card in board.CARDS for card in held):
        raise BadPosition("cards: holders should name each Momentum card at most once")


def _check_markers(state: State) -> None:
    """7.3: check the number of Deception markers, hidden and revealed together."""
    if len(state.deception) != len(state.revealed) or len(state.deception) not in (0, len(set(state.players))):
        raise BadPosition("deception: hidden and revealed should have a list for each player")
    out = Counter(marker for hands in (state.deception, state.revealed) for hand in hands for marker in hand)
    for marker, n in out.items():
        if n > board.DECEPTION_MARKERS[marker]:
            raise BadPosition(f"deception: {n} markers {marker!r}: there are {board.DECEPTION_MARKERS[marker]}")


def _check_end(state: State) -> None:
    """7: check that a game has a ranking if and only if it is over."""
    if bool(state.ending) == bool(state.step):
        raise BadPosition(f"at the step {state.step!r} the ending cannot be {state.ending!r}")
    players = sorted(map(player_name, factions_by_player(state))) if state.ending else []
    if sorted(state.ranking) != players:
        raise BadPosition(f"outcome: ranking should name each player once: {', '.join(players) or 'nobody yet'}")
    if len(state.margins_at_end) != (len(board.FACTIONS) if state.ending else 0):
        raise BadPosition(f"outcome: margins should be {len(board.FACTIONS)} numbers at the end, and none before")


def _check_inventory(state: State) -> None:
    for piece in board.PIECES:
        if piece in (board.T_ACTIVE, board.W_ACTIVE):
            continue
        kinds = (piece, piece + 1) if piece + 1 in (board.T_ACTIVE, board.W_ACTIVE) else (piece,)
        total = sum(sum(state.pieces[kind :: board.KINDS]) for kind in kinds)
        if total != board.INVENTORY[piece]:
            name = board.PIECE_IDS[piece].removesuffix("-underground")
            raise BadPosition(f"{total} pieces of {name}: there are {board.INVENTORY[piece]}")


def _check_stacking(state: State) -> None:
    for space, name in enumerate(board.SPACE_IDS):
        if bases(state, space) > (0 if board.IS_LOC[space] else board.MAX_BASES):
            raise BadPosition(f"space.{name}: {bases(state, space)} Bases are too many (1.4.2)")
        for piece in board.PIECES if board.IS_PAKISTAN[space] else ():
            if not state.pieces[space * board.KINDS + piece]:
                continue
            if board.OWNER[piece] != board.TALIBAN:
                raise BadPosition(f"space.{name}: {board.PIECE_IDS[piece]}: only Taliban may be in Pakistan (1.4.2)")
            if piece == board.T_UNDERGROUND and state.islamabad == board.HOSTILITY:
                raise BadPosition(f"space.{name}: Taliban in Pakistan are Active at Hostility (6.6.1)")
        check_control(state, space, state.control[space])
        if state.level[space] != 1 and not has_opinion(state, space):
            raise BadPosition(f"space.{name}: it has no population to be of any opinion (1.6.2)")
    for piece in board.PIECES:
        if state.pieces[board.CASUALTIES * board.KINDS + piece] and board.OWNER[piece] != board.COALITION:
            raise BadPosition("casualties: only Coalition pieces can be there (3.3.3)")


# -- position files ---------------------------------------------------------------------------------


def check_written(state: State) -> None:
    """Raise BadPosition, naming field and valid values, if a position file contradicts itself.

    Records are not held to this, so that a game once begun from such a position can continue.
    """
    _check_active(state)
    _check_sequence(state)
    _check_waiting(state)
    _check_propaganda(state)


@rule("2.3.1", "6.4", "6.5")
def can_be_active(state: State) -> list[Faction]:
    """Return the Factions that can be active: Eligible in a turn (2.3.2), players in Open Deployment (2.1)."""
    if state.step == "turn":
        return [faction for faction in board.FACTIONS if is_eligible(state, faction)]
    if state.step == "deploy":
        return [faction for faction in board.FACTIONS if not is_non_player(state, faction)]
    return list(ACTIVE_IN.get(state.step, board.FACTIONS))


def _check_active(state: State) -> None:
    valid = can_be_active(state)
    if state.active not in valid:
        why = {"turn": "is not in sequence.eligible", "deploy": "is a Non-player"}.get(
            state.step, f"is impossible in step {state.step!r}"
        )
        raise BadPosition(f"the position: active = {board.SEATS[state.active]!r} {why}; valid: {_listed(valid)}")


@rule("2.3.4")
def _check_sequence(state: State) -> None:
    """2.3: check that a Faction has acted, is active or is still to come, but never two of these."""
    active = (state.active,) if state.step == "turn" else ()
    valid = [faction for faction in board.FACTIONS if faction not in active and faction not in state.order]
    for faction in board.FACTIONS:
        if state.acted >> faction & 1 and faction not in valid:
            why = "is active" if faction in active else "is still to come (to-come)"
            raise BadPosition(f"sequence: acted has {board.SEATS[faction]!r}, which {why}; valid: {_listed(valid)}")
    for faction in board.FACTIONS:
        if faction in state.order and (faction in active or (active and not is_eligible(state, faction))):
            why = "is active" if faction in active else "is not in eligible"
            raise BadPosition(
                f"sequence: to-come has {board.SEATS[faction]!r}, which {why}; valid: "
                f"{_listed(one for one in can_be_active(state) if one not in active)}"
            )
    if state.action != NOTHING_DONE and not state.acted:
        raise BadPosition(
            f"sequence: first-did = {ACTIONS[state.action]!r}, but acted is empty; valid: "
            f"{ACTIONS[NOTHING_DONE]}, or name in acted who did it ({_listed(valid)})"
        )


@rule("6.5")
def _check_waiting(state: State) -> None:
    """6.5: check that Control is frozen only during the Redeploy phase."""
    if state.frozen and state.step not in CONTROL_WAITS:
        raise BadPosition(
            f"sequence: frozen = true in step {state.step!r}; Control waits only in the steps "
            f"{', '.join(CONTROL_WAITS)} (6.5)"
        )


@rule("2.4.1")
def _check_propaganda(state: State) -> None:
    """2.4.1: check the number of Propaganda cards, played and to come."""
    most = propaganda_cards(state)
    played = max(state.propaganda_played, sum(map(is_propaganda, state.played)))
    coming = sum(map(is_propaganda, state.deck))
    if played + coming > most:
        raise BadPosition(
            f"cards: {played} Propaganda cards in played or propaganda-played and {coming} in deck; "
            f"scenario {state.scenario!r} has {most}"
        )


@rule("1.7", "6.5")
def check_control(state: State, space: Space, control: int) -> None:
    """1.7, 6.5: raise BadPosition if Control in a position file disagrees with the pieces."""
    counted = 0 if board.IS_LOC[space] else control_of(state, space)
    if control != counted and (board.IS_LOC[space] or not state.frozen):
        why = (
            "is impossible on a LoC (1.7)"
            if board.IS_LOC[space]
            else "contradicts the pieces (1.7), and only the Redeploy phase (6.5) lets it lag"
        )
        raise BadPosition(
            f"space.{board.SPACE_IDS[space]}: control = {board.CONTROL_IDS[control]!r} {why}; valid: "
            f"{board.CONTROL_IDS[counted]}"
        )


def _listed(factions: Iterable[int]) -> str:
    return ", ".join(board.SEATS[faction] for faction in factions) or "none"


# -- what is good to know ---------------------------------------------------------------------------


def warnings(state: State) -> list[Message]:
    """Return warnings about consequences that the author may not expect."""
    return [Message("warning.no-deck", {"after": _last(state)})] if ends_without_deck(state) else []


def _last(state: State) -> str:
    """Return what is still played when the deck is empty."""
    if state.step == "turn":
        return "card" if state.order else "turn"
    return "round" if state.step in ROUND else "nothing"


@rule("2.3.7")
def ends_without_deck(state: State) -> bool:
    """2.3.7, 6.5.6: whether the game ends because the deck is empty, not by the final Round."""
    if state.deck or state.step in ("", "deal") or OWN_DECK in state.options:
        return False
    return not (state.step in ROUND and is_final(state))
