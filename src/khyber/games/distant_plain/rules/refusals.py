"""Reasons why a voluntary transfer or removal is not open."""

from __future__ import annotations

from khyber.engine.decision import Decision, Message, Param, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.negotiation import (
    PAUSE,
    STOP_PAUSING,
    executing,
    may_pause,
    pausing,
    transfers_and_removals,
)
from khyber.games.distant_plain.state import State

VERBS = ("give", "patronage", "remove", PAUSE, STOP_PAUSING)


def is_aside(key: str) -> bool:
    """Return whether the key names an aside, open or not."""
    return key.split(" ")[0] in VERBS


def refused_aside(play: Play, faction: Faction, key: str, pending: Decision) -> Message:
    """Return why an aside is not open to the Faction at this decision."""
    verb, *words = key.split(" ")
    state = play.state
    if key in (PAUSE, STOP_PAUSING) and pending.boundary:
        return _no_pause(state, faction)
    value = _meant(verb, words)
    if value is None:
        return _refused("form" if pending.boundary else "die")
    if not pending.boundary:
        return _refused("die")
    _, what, n = value
    if verb == "remove":
        assert isinstance(what, int) and isinstance(n, int)
        why = _no_removal(state, faction, what, Piece(n))
    else:
        assert isinstance(n, int)
        why = _no_gift(state, faction, board.FACTION_BY_ID[str(what)], n, patronage=verb == "patronage")
    return why or _not_now(play, faction, value, pending)


def _refused(why: str, **about: Param) -> Message:
    return Message(f"refused.{why}", about)


def _meant(verb: str, words: list[str]) -> tuple[str, Space | str, int] | None:
    """Return the aside that a key names, open or not; None if malformed."""
    if verb == "remove":
        if len(words) != 2 or words[0] not in board.SPACE_BY_ID or words[1] not in board.PIECE_BY_ID:
            return None
        return verb, board.SPACE_BY_ID[words[0]], board.PIECE_BY_ID[words[1]]
    if len(words) != (1 if verb == "patronage" else 2):
        return None
    to, count = board.SEATS[board.WARLORDS] if verb == "patronage" else words[0], words[-1]
    if to not in board.FACTION_BY_ID or not (count.isascii() and count.isdecimal() and len(count) < 4 and int(count)):
        return None
    return verb, to, int(count)


def _no_gift(state: State, giver: Faction, receiver: Faction, n: int, *, patronage: bool) -> Message | None:
    """1.5.1, 1.5, 1.8: return why one Faction cannot give `n` to another."""
    if patronage and giver != board.GOVERNMENT:
        return _refused("patronage-giver")
    if board.COALITION in (giver, receiver):
        return _refused("coalition")
    if giver == receiver:
        return _refused("itself")
    pair = {"faction": board.SEATS[giver], "to": board.SEATS[receiver]}
    if state.non_players >> giver & 1:
        return _refused("non-player")
    if state.players[giver] == state.players[receiver]:
        return _refused("one-player", **pair)
    if not executing(state, giver) and not executing(state, receiver):
        return _refused("idle", **pair)
    held = state.patronage if patronage else state.resources[giver]
    if n > held:
        return _refused("too-little-patronage" if patronage else "too-little", faction=board.SEATS[giver], n=held)
    room = board.MAX_RESOURCES - state.resources[receiver]
    if n > room:
        return _refused("full", to=board.SEATS[receiver], n=room, of=board.MAX_RESOURCES)
    return None


def _no_removal(state: State, faction: Faction, space: Space, piece: Piece) -> Message | None:
    """1.4.1: return why a Faction cannot remove a piece."""
    if faction not in (board.TALIBAN, board.WARLORDS):
        return _refused("insurgents")
    if board.OWNER[piece] != faction:
        return _refused("own", faction=board.SEATS[faction])
    if state.non_players >> faction & 1:
        return _refused("non-player")
    if not executing(state, faction):
        return _refused("not-executing", faction=board.SEATS[faction])
    if not state.pieces[space * board.KINDS + piece]:
        return _refused("absent", piece=board.PIECE_IDS[piece], space=board.SPACE_IDS[space])
    return None


def _no_pause(state: State, faction: Faction) -> Message:
    """1.5.1: return why a Faction cannot ask for pauses."""
    if not may_pause(state, faction):
        return _refused("no-pauses", faction=board.SEATS[faction])
    return _refused("pausing" if pausing(state, faction) else "not-pausing", faction=board.SEATS[faction])


def _not_now(play: Play, faction: Faction, value: Value, pending: Decision) -> Message:
    """4.1: return the reason: the Operation or the pending decision would become impossible."""
    if value in transfers_and_removals(play, faction):
        return _refused("stuck", seat=pending.seat)
    return _refused("declared", operation=play.state.op)
