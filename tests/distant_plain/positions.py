"""Positions for tests of A Distant Plain, in a line or two, and questions to the table about them.

What stands in a space is written in the shorthand of position files (docs/formats.md):

    "C 3t 1B, G 2t 1p, T 2u 1a 1B, W 1B, support, 2terror"

What a position does not mention is absent; pieces not mentioned are Available. `pieces` answers in the same notation.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

import khyber
from khyber.engine.chance import Scripted, Seeded
from khyber.engine.errors import NotOffered, NotYourTurn
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.distant_plain.board import (
    AVAILABLE,
    CASUALTIES,
    CONTROL_IDS,
    EVENT_CARDS,
    FACTION_BY_ID,
    KINDS,
    LEVEL_IDS,
    OUT_OF_PLAY,
    PIECE_BY_ID,
    PROPAGANDA_CARDS,
    SEATS,
    SPACE_BY_ID,
    Faction,
)
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.notation import PIECE_BY_LETTERS, read_shorthand, shorthand
from khyber.games.distant_plain.play import Events, EventText, Play, Rules
from khyber.games.distant_plain.state import State

BOXES = {"available": AVAILABLE, "casualties": CASUALTIES, "out-of-play": OUT_OF_PLAY}
ROUND_STEPS = (
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
)

# -- positions --------------------------------------------------------------------------------------


def at(
    active: str = "coalition",
    *,
    spaces: Mapping[str, str] | None = None,
    resources: int | None = None,
    government: int = 0,
    taliban: int = 0,
    warlords: int = 0,
    aid: int = 0,
    patronage: int = 0,
    islamabad: str = "tolerance",
    hard: bool = False,
    available: str = "",
    casualties: str = "",
    step: str = "turn",
    played: Sequence[int] | None = None,
    deck: Sequence[int] | None = None,
    lasting: Sequence[str] = (),
    propaganda_played: int | None = None,
    round_held: bool | None = None,
    eligible: Sequence[str] = SEATS,
    to_come: Sequence[str] = (),
    acted: Sequence[str] = (),
    first_did: str = "none",
    frozen: bool | None = None,
    scenario: str = "short",
    options: Sequence[str] = (),
    players: Sequence[int] = (0, 1, 2, 3),
    non_players: Sequence[str] = (),
    second_printing: Sequence[str] = (),
    deception: Sequence[Sequence[str]] = (),
    chance: Sequence[int] = (),
    cards: Events | None = None,
) -> Table[State]:
    """A table where `active` is asked: its turn on a card, or another `step`.

    `resources` are those the active Faction spends (the Government's, for the Coalition). `available` says how many
    of a kind are Available; the others that are nowhere else are then out of play: `available="T 0u"`. `chance` is
    the dice to come. Three Event cards follow the one being played unless `deck` says otherwise. In a step of a
    Propaganda Round the card is the first Propaganda card. `cards` plugs in Events (see `card`).
    """
    in_round = step in ROUND_STEPS
    if played is None:
        played = [EVENT_CARDS[0], PROPAGANDA_CARDS[0]] if in_round else [EVENT_CARDS[0]]
    if deck is None:
        deck = [number for number in EVENT_CARDS if number not in played][:3]
    tracks: dict[str, object] = {
        "government": government,
        "taliban": taliban,
        "warlords": warlords,
        "aid": aid,
        "patronage": patronage,
        "islamabad": islamabad,
        "hard": hard,
    }
    if resources is not None:
        tracks["government" if active == "coalition" else active] = resources
    document: dict[str, object] = {
        "scenario": scenario,
        "options": list(options),
        "players": list(players),
        "non-players": list(non_players),
        "second-printing": list(second_printing),
        "step": step,
        "active": active,
        "tracks": tracks,
        "cards": {
            "played": list(played),
            "deck": list(deck),
            "lasting": list(lasting),
            "propaganda-played": int(in_round) if propaganda_played is None else propaganda_played,
            "round-held": in_round if round_held is None else round_held,
        },
        "sequence": {"eligible": list(eligible), "to-come": list(to_come), "acted": list(acted), "first-did": first_did}
        | ({} if frozen is None else {"frozen": frozen}),
        "available": available,
        "casualties": casualties,
        "space": dict(spaces or {}),
    }
    if deception:
        document["deception"] = {"hidden": [list(markers) for markers in deception]}
    toml = "\n".join(_toml(document))
    if cards is None:
        return khyber.position("distant-plain", toml, chance=chance)
    return _with_cards(DistantPlain(cards), toml, chance)


def start(
    scenario: str,
    *,
    options: Sequence[str] = (),
    step: str | None = None,
    active: str = "coalition",
    markers: Mapping[str, str] | None = None,
) -> Table[State]:
    """A scenario at its start: the first card, or with `step` straight that step, as if a Propaganda card came first.

    `markers` adds markers to spaces as they are set up: `markers={"kabul": "1terror"}`.
    """
    table = khyber.new("distant-plain", scenario=scenario, options=options, seed=7)
    if step is None:
        return table
    document = tomllib.loads(DistantPlain().write_position(table.state))
    document |= {"step": step, "active": active}
    if step == "turn":
        document["sequence"]["to-come"] = [seat for seat in document["sequence"].get("to-come", []) if seat != active]
    for space, text in (markers or {}).items():
        document["space"].setdefault(space, {}).update(read_shorthand(text, space))
    return khyber.position("distant-plain", "\n".join(_toml(document)))


def _toml(table: Mapping[str, object], path: str = "") -> list[str]:
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items() if not isinstance(value, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += [f"[{path}{key}]", *_toml(value, f"{path}{key}.")]
    return lines


def _with_cards(game: DistantPlain, toml: str, chance: Sequence[int]) -> Table[State]:
    state = game.read_position(tomllib.loads(toml))
    setup = Setup(state.scenario, state.options, len(set(state.players)))
    header = Header(
        game.id, game.rules_version, game.digest(), 0, setup, dict.fromkeys(game.seats, "person"), state.pack()
    )
    return Table(game, header, Scripted(chance, Seeded(0)))


def card(
    execute: Callable[[Play, Faction], Rules] | None = None, *, forbids: Iterable[str] = ()
) -> dict[str, EventText]:
    """An Event made for a test, as unshaded text: what executing it does, and what it forbids while it lasts.

    `at(cards={26: card(lambda play, faction: free_activity(play, COALITION, ["air-lift"]))})`
    """
    return {"unshaded": EventText(execute or _no_effect, frozenset(forbids))}


def _no_effect(play: Play, faction: Faction) -> Rules:
    return
    yield


# -- choosing ---------------------------------------------------------------------------------------


def keys(table: Table[State]) -> list[str]:
    """The options of the pending decision."""
    return table.decision.options.keys() if table.decision else []


def asked(table: Table[State]) -> str:
    """Who is asked what: `taliban rally-space`. Empty when the game is over."""
    return f"{table.decision.seat} {table.decision.ask}" if table.decision else ""


def choose(table: Table[State], *wanted: str) -> None:
    """Answer decisions one after the other. The table itself answers those with one option only."""
    for key in wanted:
        assert key in keys(table), f"{asked(table)}: {key!r} is not among {keys(table)}"
        table.choose(key)


def assert_refused(table: Table[State], *unwanted: str) -> None:
    """None of these is offered, and choosing it changes nothing."""
    before, version = table.state.copy(), table.version
    for key in unwanted:
        assert key not in keys(table), f"{asked(table)}: {key!r} is offered"
        with pytest.raises(NotOffered):
            table.choose(key)
        assert table.state == before and table.version == version


def asides(table: Table[State], seat: str) -> list[str]:
    """What the seat may do now unasked: `give taliban 3`, `patronage 2`, `remove paktika taliban-base`."""
    return table.asides(seat).keys()


def take_aside(table: Table[State], seat: str, *wanted: str) -> None:
    """Do these things unasked, one after the other."""
    for key in wanted:
        assert key in asides(table, seat), f"{seat}: {key!r} is not among {asides(table, seat)}"
        table.choose(key, seat=seat)


def assert_aside_refused(table: Table[State], seat: str, *unwanted: str) -> None:
    """None of these is open to the seat, and trying changes nothing."""
    before, version = table.state.copy(), table.version
    for key in unwanted:
        assert key not in asides(table, seat), f"{seat}: {key!r} is open"
        with pytest.raises((NotOffered, NotYourTurn)):
            table.choose(key, seat=seat)
        assert table.state == before and table.version == version


# -- looking ----------------------------------------------------------------------------------------


def pieces(table: Table[State], where: str) -> str:
    """What stands in a space, or in `available`, `casualties` or `out-of-play`: `T 2u 1a 1B, W 1u`."""
    row = BOXES[where] if where in BOXES else SPACE_BY_ID[where]
    return shorthand(table.state.pieces[row * KINDS : (row + 1) * KINDS])


def count(table: Table[State], where: str, kind: str) -> int:
    """How many pieces of one kind stand there: `count(table, "available", "T u")`. Off the map Guerrillas are `u`."""
    faction, letter = kind.split()
    row = BOXES[where] if where in BOXES else SPACE_BY_ID[where]
    return table.state.pieces[row * KINDS + PIECE_BY_ID[PIECE_BY_LETTERS[faction, letter]]]


def resources(table: Table[State], seat: str) -> int:
    return table.state.resources[FACTION_BY_ID[seat]]


def level(table: Table[State], space: str) -> str:
    """`support`, `neutral` or `opposition`."""
    return LEVEL_IDS[table.state.level[SPACE_BY_ID[space]]]


def control(table: Table[State], space: str) -> str:
    """`coin`, `taliban` or `none`."""
    return CONTROL_IDS[table.state.control[SPACE_BY_ID[space]]]


def terror(table: Table[State], space: str) -> int:
    """Terror markers in a Province or Kabul; on a LoC 1 for Sabotage."""
    return table.state.terror[SPACE_BY_ID[space]]


def eligible(table: Table[State]) -> list[str]:
    """The Factions whose cylinders are in the Eligible box."""
    return [seat for seat, is_eligible in zip(SEATS, table.state.eligible, strict=True) if is_eligible]
