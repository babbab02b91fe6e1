"""What a seat may know of a game, as JSON data: the only part of a state that leaves the process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from khyber.engine.game import Json, View
from khyber.games.distant_plain import board
from khyber.games.distant_plain.rules.lasting import is_momentum, texts_in_effect
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.own_deck import cards_left
from khyber.games.distant_plain.rules.sequence import NEXT_CARD, propaganda_cards
from khyber.games.distant_plain.rules.support import markers_left
from khyber.games.distant_plain.rules.victory import factions_by_player, lose_equally, standing, totals, verdict
from khyber.games.distant_plain.state import State

#: Where the pieces of each space begin in State.pieces.
_FIRST_PIECES = tuple(space * board.KINDS for space in board.ALL_SPACES)
ACTIONS = ("none", "operation", "operation-and-activity", "event")


def view(state: State, seats: Sequence[str]) -> View:
    """Return what these seats together may know: the open table and their own Deception markers."""
    total = totals(state)
    lasting = texts_in_effect(state)
    shown = bool(state.played)
    return {
        "game": "distant-plain",
        "scenario": state.scenario,
        "options": list[Json](state.options),
        "players": [[board.SEATS[f] for f in factions] for factions in factions_by_player(state)],
        "non-players": [board.SEATS[f] for f in board.FACTIONS if state.non_players >> f & 1],
        "spaces": _spaces(state),
        "available": _pieces(state, board.AVAILABLE),
        "casualties": _pieces(state, board.CASUALTIES),
        "out-of-play": _pieces(state, board.OUT_OF_PLAY),
        "markers": {
            "terror-and-sabotage": markers_left(state),
            "returnees": board.RETURNEES_MARKERS - sum(state.returnees),
        },
        "resources": {board.SEATS[f]: state.resources[f] for f in (board.GOVERNMENT, board.TALIBAN, board.WARLORDS)},
        "aid": state.aid,
        "patronage": state.patronage,
        "islamabad": {"box": board.BOX_IDS[state.islamabad], "hard": state.hard},
        "totals": {
            "support-available": total.support_available,
            "coin-patronage": total.coin_patronage,
            "opposition-bases": total.opposition_bases,
            "uncontrolled": total.uncontrolled,
        },
        "margins": dict(zip(board.SEATS, standing(state, total, final=False), strict=True)),
        "card": state.played[-1] if shown else None,
        "next": state.deck[0] if shown and state.deck else None,
        "deck": cards_left(state),
        "played": list[Json](state.played),
        "removed": list[Json](sorted(state.removed_events)),
        "propaganda": {"played": state.propaganda_played, "of": propaganda_cards(state)},
        "capabilities": [[card, side] for card, side in lasting if not is_momentum(card, side)],
        "momentum": [[card, side] for card, side in lasting if is_momentum(card, side)],
        "eligible": {board.SEATS[f]: bool(state.eligible[f]) for f in board.FACTIONS},
        "sequence": {
            "step": state.step,
            "active": board.SEATS[state.active],
            "first-did": ACTIONS[state.action],
            "acted": [board.SEATS[f] for f in board.FACTIONS if state.acted >> f & 1],
            "to-come": [board.SEATS[f] for f in state.order],
            "waiting": [
                board.SEATS[f] for f in board.FACTIONS if (state.promised | state.promised // NEXT_CARD) >> f & 1
            ],
            "pausing": [board.SEATS[f] for f in board.FACTIONS if state.pausing >> f & 1],
        },
        "action": {
            "operation": state.op,
            "limited": state.limited,
            "spaces": [board.SPACE_IDS[s] for s in state.op_spaces],
            "activity": state.special,
            "activity-spaces": [board.SPACE_IDS[s] for s in state.special_spaces],
        },
        "deception": _deception(state, seats),
        "outcome": _outcome(state) if state.ending else None,
    }


def _outcome(state: State) -> View:
    found: View = {"ending": state.ending, "ranking": list[Json](state.ranking)}
    if state.non_players:
        result = verdict(state)
        found |= {
            "rule": result.rule,
            "title": result.title,
            "degree": result.degree,
            "equal": list[Json](lose_equally(state)),
        }
    return found


def _spaces(state: State) -> View:
    """Return the spaces by name. Most do not change from view to view: cached, an eighth off the time of a view."""
    all_pieces = bytes(state.pieces)
    counts = [all_pieces[first : first + board.KINDS] for first in _FIRST_PIECES]
    people = [population(state, space) for space in board.ALL_SPACES]
    drawn = map(_space_once, board.ALL_SPACES, counts, state.level, state.control, state.terror, people)
    return {name: {**space, "pieces": {**pieces}} for name, (pieces, space) in zip(board.SPACE_IDS, drawn, strict=True)}


@lru_cache(4096)
def _space_once(space: int, counts: bytes, level: int, control: int, terror: int, people: int) -> tuple[View, View]:
    """Return the pieces of a space, and the space."""
    is_loc, pieces = board.IS_LOC[space], _named_once(counts)
    return pieces, {
        "pieces": pieces,
        "level": board.LEVEL_IDS[level],
        "control": board.CONTROL_IDS[control],
        "population": people,
        "terror": 0 if is_loc else terror,
        "sabotage": bool(is_loc and terror),
        "returnees": people > board.POPULATION[space],
    }


def _pieces(state: State, row: int) -> View:
    return dict(_named_once(bytes(state.pieces[row * board.KINDS : (row + 1) * board.KINDS])))


@lru_cache(4096)
def _named_once(counts: bytes) -> View:
    return {name: n for name, n in zip(board.PIECE_IDS, counts, strict=True) if n}


def _deception(state: State, seats: Sequence[str]) -> list[Json]:
    """7.3: each player's markers: those revealed, the number hidden, and own or final hidden ones."""
    own = {state.players[board.FACTION_BY_ID[seat]] for seat in seats}
    return [
        {
            "hidden": len(held),
            "revealed": list[Json](state.revealed[player]),
            "own": list[Json](held) if player in own or state.ending else None,
        }
        for player, held in enumerate(state.deception)
    ]
