"""Positions: checkpoints of a game as TOML, written and read (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from khyber.engine.errors import BadPosition
from khyber.engine.fields import Fields
from khyber.engine.names import quoted, unknown
from khyber.engine.position_file import fields_of, head
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space, is_card
from khyber.games.distant_plain.check import CONTROL_WAITS, STEPS, can_be_active, check, check_control, check_written
from khyber.games.distant_plain.former import FORMER, renumber
from khyber.games.distant_plain.notation import read_shorthand
from khyber.games.distant_plain.play import SIDES, lasting_bit
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import control_of
from khyber.games.distant_plain.rules.lasting import texts_in_effect
from khyber.games.distant_plain.rules.sequence import NEXT_CARD
from khyber.games.distant_plain.rules.setup import OPTIONS
from khyber.games.distant_plain.rules.victory import is_non_player, is_second_printing, make_non_player
from khyber.games.distant_plain.state import ENDINGS, State, empty
from khyber.games.distant_plain.view import ACTIONS

ELIGIBILITY = ("as-usual", "eligible", "ineligible")
_BOXES = {"available": board.AVAILABLE, "casualties": board.CASUALTIES, "out-of-play": board.OUT_OF_PLAY}

# -- writing ----------------------------------------------------------------------------------------


def write(state: State) -> str:
    """Write the checkpoint as TOML."""
    second = [board.SEATS[f] for f in board.FACTIONS if is_second_printing(state, f)]
    lines = [
        *head("distant-plain", state.scenario),
        f"options = {json.dumps(list(state.options))}",
        f"players = {json.dumps(list(state.players))}",
        f"non-players = {json.dumps([board.SEATS[f] for f in board.FACTIONS if is_non_player(state, f)])}",
        *([f"second-printing = {json.dumps(second)}"] if second else []),
        f"step = {_q(state.step)}",
        f"active = {_q(board.SEATS[state.active])}",
        f"draws = {state.draws}",
        "",
        "[tracks]",
        *(f"{board.SEATS[f]} = {state.resources[f]}" for f in (board.GOVERNMENT, board.TALIBAN, board.WARLORDS)),
        f"aid = {state.aid}",
        f"patronage = {state.patronage}",
        f"islamabad = {_q(board.BOX_IDS[state.islamabad])}",
        f"hard = {json.dumps(state.hard)}",
        "",
        "[cards]",
        f"played = {json.dumps(list(state.played))}",
        f"deck = {json.dumps(list(state.deck))}",
        f"removed = {json.dumps(list(state.removed_events))}",
        f"propaganda-played = {state.propaganda_played}",
        f"round-held = {json.dumps(state.round_held)}",
        f"lasting = {json.dumps([f'{card}-{side}' for card, side in texts_in_effect(state)])}",
        f"holders = {json.dumps([f'{card}-{board.SEATS[faction]}' for card, faction in state.holders])}",
        "",
        "[sequence]",
        f"eligible = {json.dumps([board.SEATS[f] for f in board.FACTIONS if state.eligible[f]])}",
        f"next = {{ {', '.join(_next_eligibility(state))} }}",
        f"acted = {json.dumps([board.SEATS[f] for f in board.FACTIONS if state.acted >> f & 1])}",
        f"to-come = {json.dumps([board.SEATS[f] for f in state.order])}",
        f"first-did = {_q(ACTIONS[state.action])}",
        f"frozen = {json.dumps(state.frozen)}",
        *_promises(state),
        *_pausing(state),
        "",
    ]
    if state.deception:
        lines += [
            "[deception]",
            f"hidden = {json.dumps(state.deception)}",
            f"revealed = {json.dumps(state.revealed)}",
            "",
        ]
    if state.ending:
        lines += [
            "[outcome]",
            f"ending = {_q(state.ending)}",
            f"ranking = {json.dumps(state.ranking)}",
            f"margins = {json.dumps(state.margins_at_end)}",
            "",
        ]
    lines += [line for name, row in _BOXES.items() if name != "available" for line in _box(state, name, row)]
    lines += [line for space in range(len(board.SPACE_IDS)) for line in _space(state, space)]
    return "\n".join(lines)


def _next_eligibility(state: State) -> list[str]:
    return [
        f"{board.SEATS[f]} = {_q(ELIGIBILITY[state.next_eligibility[f]])}"
        for f in board.FACTIONS
        if state.next_eligibility[f]
    ]


def _promises(state: State) -> list[str]:
    """8.1: write the Non-players that wait for a Capability, if any."""
    kept = {"promised": state.promised, "waiting": state.promised // NEXT_CARD}
    return [
        f"{name} = {json.dumps([board.SEATS[f] for f in board.FACTIONS if bits >> f & 1])}"
        for name, bits in kept.items()
        if bits & 15
    ]


def _pausing(state: State) -> list[str]:
    """1.5.1: write the Factions that asked for pauses, if any."""
    seats = [board.SEATS[faction] for faction in board.FACTIONS if state.pausing >> faction & 1]
    return [f"pausing = {json.dumps(seats)}"] if seats else []


def _q(text: str) -> str:
    return json.dumps(text)


def _counts(state: State, row: int) -> list[str]:
    return [
        f"{name} = {state.pieces[row * board.KINDS + piece]}"
        for piece, name in enumerate(board.PIECE_IDS)
        if state.pieces[row * board.KINDS + piece]
    ]


def _box(state: State, name: str, row: int) -> list[str]:
    counts = _counts(state, row)
    return [f"[{name}]", *counts, ""] if counts else []


def _space(state: State, space: int) -> list[str]:
    facts = _counts(state, space)
    if state.level[space] != 1:
        facts.append(f"level = {_q(board.LEVEL_IDS[state.level[space]])}")
    if state.returnees[space]:
        facts.append("returnees = true")
    if state.terror[space]:
        facts.append("sabotage = true" if board.IS_LOC[space] else f"terror = {state.terror[space]}")
    if state.frozen and not board.IS_LOC[space] and state.control[space] != control_of(state, space):
        facts.append(f"control = {_q(board.CONTROL_IDS[state.control[space]])}")
    return [f"[space.{board.SPACE_IDS[space]}]", *facts, ""] if facts else []


# -- reading ----------------------------------------------------------------------------------------


def _cards(fields: Fields, key: str) -> bytes:
    values = fields.listed(key)
    for value in values:
        known = isinstance(value, int) and not isinstance(value, bool) and (is_card(value) or value in FORMER)
        if not known:
            raise fields.fail(f"{key} has {quoted(value)}: {board.ALL_CARDS}")
    return bytes(cast(list[int], values))


def read(document: Mapping[str, object]) -> State:
    """Read a checkpoint; omitted fields are empty, or as at the start of a turn."""
    reader = fields_of(document, "distant-plain")
    state = empty()
    state.scenario = reader.word("scenario", tuple(board.SCENARIOS), "short")
    state.options = tuple(reader.once("options", OPTIONS, []))
    _read_players(state, reader)
    state.step = reader.word("step", STEPS, "turn")
    state.draws = reader.number("draws", 10**9)
    _read_tracks(state, reader.inner("tracks"))
    _read_sequence(state, reader)
    _read_spaces(state, reader)
    _read_cards(state, reader.inner("cards"))
    _read_deception(state, reader)
    _read_outcome(state, reader)
    reader.known.add("since")
    reader.finish()
    check(state)
    check_written(state)
    return state


def _read_players(state: State, reader: Fields) -> None:
    players = cast(list[object], reader.get("players", list, [0, 1, 2, 3]))
    if len(players) != 4 or not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 3 for n in players):
        raise BadPosition("the position: players should be four numbers from 0 to 3, one for each Faction")
    numbers = cast(list[int], players)
    if sorted(set(numbers)) != list(range(len(set(numbers)))):
        raise BadPosition("the position: players should be numbered from 0 without gaps")
    state.players = bytes(numbers)
    run_by_rules = reader.once("non-players", board.SEATS, [])
    second = reader.once("second-printing", run_by_rules, [])
    for seat in run_by_rules:
        make_non_player(state, board.FACTION_BY_ID[seat], "2nd" if seat in second else "3rd")


def _read_tracks(state: State, tracks: Fields) -> None:
    for faction in (board.GOVERNMENT, board.TALIBAN, board.WARLORDS):
        state.resources[faction] = tracks.number(board.SEATS[faction], board.MAX_RESOURCES)
    state.aid = tracks.number("aid", board.MAX_AID)
    state.patronage = tracks.number("patronage", board.MAX_PATRONAGE)
    state.islamabad = board.BOX_IDS.index(tracks.word("islamabad", board.BOX_IDS, "tolerance"))
    state.hard = tracks.flag("hard")
    tracks.finish()


def _read_counts(state: State, row: int, reader: Fields) -> None:
    for name, piece in board.PIECE_BY_ID.items():
        state.pieces[row * board.KINDS + piece] = reader.number(name, 60)


def _place(reader: Fields, key: str) -> Fields:
    """Return the fields of a space or box, from a table or a line of shorthand."""
    text = reader.table.get(key)
    if not isinstance(text, str):
        return reader.inner(key)
    reader.known.add(key)
    where = key if reader.outermost else f"{reader.where}.{key}"
    return Fields(read_shorthand(text, where), where, reader.error)


def _read_spaces(state: State, reader: Fields) -> None:
    spaces = reader.inner("space")
    for name in spaces.table:
        if name not in board.SPACE_BY_ID:
            raise BadPosition(unknown("space", name, board.SPACE_IDS))
    for name, space in board.SPACE_BY_ID.items():
        facts = _place(spaces, name)
        _read_counts(state, space, facts)
        state.level[space] = board.LEVEL_IDS.index(facts.word("level", board.LEVEL_IDS, "neutral"))
        state.returnees[space] = facts.flag("returnees")
        state.terror[space] = _read_terror(facts, space)
        state.control[space] = 0 if board.IS_LOC[space] else control_of(state, space)
        if "control" in facts.table:
            control = board.CONTROL_IDS.index(facts.word("control", board.CONTROL_IDS, "none"))
            check_control(state, space, control)
            state.control[space] = control
        facts.finish()
    for box in ("casualties", "out-of-play"):
        table = _place(reader, box)
        _read_counts(state, _BOXES[box], table)
        table.finish()
    available = _place(reader, "available")
    _read_counts(state, board.AVAILABLE, available)
    available.finish()
    _fill_available(state, {board.PIECE_BY_ID[name] for name in available.table})


@rule("3.3.4")
def _read_terror(facts: Fields, space: Space) -> int:
    """3.3.4: Terror markers in a Province or Kabul, Sabotage on a LoC."""
    has, has_not = ("sabotage", "terror") if board.IS_LOC[space] else ("terror", "sabotage")
    if has_not in facts.table:
        kind = "LoCs have" if board.IS_LOC[space] else "Provinces and Kabul have"
        raise facts.fail(f"{kind} `{has}`, not `{has_not}`")
    return int(facts.flag("sabotage")) if board.IS_LOC[space] else facts.number("terror", board.TERROR_MARKERS)


def _fill_available(state: State, given: set[Piece]) -> None:
    """Put all other pieces into Available; a box in the file must agree with the inventory."""
    for piece in board.PIECES:
        if piece in (board.T_ACTIVE, board.W_ACTIVE):
            continue
        kinds = (piece, piece + 1) if piece + 1 in (board.T_ACTIVE, board.W_ACTIVE) else (piece,)
        used = sum(state.pieces[row * board.KINDS + kind] for row in range(len(board.SPACE_IDS)) for kind in kinds)
        used += sum(
            state.pieces[row * board.KINDS + kind] for row in (board.CASUALTIES, board.OUT_OF_PLAY) for kind in kinds
        )
        left = board.INVENTORY[piece] - used
        if left < 0:
            name = board.PIECE_IDS[piece].removesuffix("-underground")
            raise BadPosition(f"{used} pieces of {name} are in play: there are {board.INVENTORY[piece]}")
        if piece in given:
            # Fewer than the rest: the others are out of play, so that a test may say "none Available".
            here = state.pieces[board.AVAILABLE * board.KINDS + piece]
            if here > left:
                raise BadPosition(f"available: {board.PIECE_IDS[piece]} = {here}, but only {left} are not on the map")
            state.pieces[board.OUT_OF_PLAY * board.KINDS + piece] += left - here
        else:
            state.pieces[board.AVAILABLE * board.KINDS + piece] = left


def _read_cards(state: State, cards: Fields) -> None:
    state.played, state.deck = _cards(cards, "played"), _cards(cards, "deck")
    state.removed_events = _cards(cards, "removed")
    renumber(state)
    if not state.played and state.step not in ("deal", "deploy", "card"):
        state.played = bytes(board.EVENT_CARDS[:1])
    state.propaganda_played = cards.number("propaganda-played", len(board.PROPAGANDA_CARDS))
    state.round_held = cards.flag("round-held")
    for text in cards.listed("lasting"):
        card, side = _card_and_word(cards, "lasting", text, "side", SIDES)
        state.lasting |= lasting_bit(card, side)
    for text in cards.listed("holders"):
        card, seat = _card_and_word(cards, "holders", text, "seat", board.SEATS)
        state.holders = (*state.holders, (card, int(board.FACTION_BY_ID[seat])))
    cards.finish()


def _card_and_word(cards: Fields, key: str, text: object, kind: str, words: Sequence[str]) -> tuple[int, str]:
    """Read an Event card with a word: `34-shaded`, `45-taliban`."""
    number, _, word = str(text).partition("-")
    if not (number.isdecimal() and number.isascii() and len(number) < 4 and int(number) in board.CARDS):
        raise cards.fail(f"{key} has {quoted(text)}: write an Event card and a {kind}, like '34-{words[-1]}'")
    if word not in words:
        raise cards.fail(f"{key} has {quoted(text)}: {unknown(kind, word, words)}")
    return int(number), word


def _read_sequence(state: State, reader: Fields) -> None:
    sequence = reader.inner("sequence")
    eligible = sequence.once("eligible", board.SEATS, list(board.SEATS))
    state.eligible = bytearray(seat in eligible for seat in board.SEATS)
    after = sequence.inner("next")
    state.next_eligibility = bytearray(
        ELIGIBILITY.index(after.word(seat, ELIGIBILITY, "as-usual")) for seat in board.SEATS
    )
    after.finish()
    state.acted = sum(1 << board.FACTION_BY_ID[seat] for seat in sequence.once("acted", board.SEATS, []))
    state.order = bytes(board.FACTION_BY_ID[seat] for seat in sequence.once("to-come", board.SEATS, []))
    state.action = ACTIONS.index(sequence.word("first-did", ACTIONS, "none"))
    state.frozen = sequence.flag("frozen", state.step in CONTROL_WAITS)
    for name, bit in (("promised", 1), ("waiting", NEXT_CARD)):
        state.promised |= sum(bit << board.FACTION_BY_ID[seat] for seat in sequence.once(name, board.SEATS, []))
    state.pausing = sum(1 << board.FACTION_BY_ID[seat] for seat in sequence.once("pausing", board.SEATS, []))
    sequence.finish()
    usual = can_be_active(state) or board.FACTIONS
    state.active = board.FACTION_BY_ID[reader.word("active", board.SEATS, board.SEATS[usual[0]])]


def _markers(reader: Fields, key: str) -> tuple[tuple[str, ...], ...]:
    rows = reader.listed(key)
    for row in rows:
        for marker in row if isinstance(row, list) else [row]:
            if not isinstance(row, list) or not isinstance(marker, str) or marker not in board.DECEPTION_MARKERS:
                raise reader.fail(f"{key}: {unknown('marker', marker, board.DECEPTION_MARKERS)}")
    return tuple(tuple(cast(list[str], row)) for row in rows)


def _read_deception(state: State, reader: Fields) -> None:
    table = reader.inner("deception")
    state.deception, state.revealed = _markers(table, "hidden"), _markers(table, "revealed")
    table.finish()
    if state.deception and not state.revealed:
        state.revealed = ((),) * len(state.deception)
    if len(state.deception) != len(state.revealed) or len(state.deception) not in (0, len(set(state.players))):
        raise BadPosition("deception: hidden and revealed should have a list for each player")


def _read_outcome(state: State, reader: Fields) -> None:
    table = reader.inner("outcome")
    if table.table:
        state.ending = table.word("ending", ENDINGS, "final")
        state.ranking = tuple(str(name) for name in table.listed("ranking"))
        state.margins_at_end = tuple(cast(list[int], table.listed("margins")))
        table.finish()
