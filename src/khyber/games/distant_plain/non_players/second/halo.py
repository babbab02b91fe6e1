"""2nd:8.4.1: the special instructions for single cards, as far as they are known (R4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import OWNER, PIECE_BY_ID, SPONSORSHIP, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.non_players.event_pieces import event_place, numbers
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

PRISON_BREAK: Final = 53


def taliban_are_a_player(state: State) -> bool:
    return not is_non_player(state, TALIBAN)


def islamabad_sponsors(state: State) -> bool:
    return state.islamabad == SPONSORSHIP


def always(state: State) -> bool:
    return True


#: Card -> Faction -> when it chooses Operations instead.
INSTRUCTIONS: Final[dict[int, dict[Faction, Callable[[State], bool]]]] = {
    4: {WARLORDS: taliban_are_a_player},
    6: {WARLORDS: islamabad_sponsors},
    8: {WARLORDS: islamabad_sponsors},
    9: {WARLORDS: islamabad_sponsors},
    13: {WARLORDS: always},
    35: {WARLORDS: always},
}


@rule("2nd:8.4.1")
def place(mind: NonPlayer, play: Play, decision: Decision) -> Value:
    """53: none but the Faction's own Guerrillas; otherwise as usual."""
    if play.state.played and play.state.played[-1] == PRISON_BREAK:
        own = OWNER[PIECE_BY_ID[str(decision.about["piece"])]] == mind.faction
        return max(numbers(decision)) if own else min(numbers(decision))
    return event_place(mind, play, decision)
