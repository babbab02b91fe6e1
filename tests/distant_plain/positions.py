"""Positions for tests of A Distant Plain, in a line or two.

What stands in a space is written in the shorthand of position files (docs/formats.md):

    "C 3t 1B, G 2t 1p, T 2u 1a 1B, W 1B, support, 2terror"

What a position does not mention is absent; pieces not mentioned are Available.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence

import khyber
from khyber.engine.chance import Scripted, Seeded
from khyber.engine.game import Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.distant_plain.board import EVENT_CARDS, PROPAGANDA_CARDS, SEATS, Faction
from khyber.games.distant_plain.check import STEPS
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.notation import read_shorthand
from khyber.games.distant_plain.play import Events, EventText, Play, Rules
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import choose

#: The steps of a Propaganda Round.
ROUND_STEPS = STEPS[STEPS.index("victory") : STEPS.index("reset") + 1]


NOWHERE: Mapping[str, str] = {}


def at(
    active: str = "coalition",
    *,
    spaces: Mapping[str, str] | str = NOWHERE,
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
    event: str = "",
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

    `spaces` maps spaces to what they hold, or is a text with a line for each: `kabul: C 1t, support`. `resources` are
    those the active Faction spends (the Government's, for the Coalition). `available` says how many of a kind are
    Available; the others that are nowhere else are then out of play: `available="T 0u"`. `chance` is the dice to come.

    `event="34s"`: the Faction has chosen to execute that card, unshaded (`u`) or shaded (`s`). Without it, it is asked
    what to do on the last of the cards `played`. Three Event cards follow unless `deck` says otherwise. In a step of a
    Propaganda Round the card is the first Propaganda card. `cards` plugs in Events (see `card`).
    """
    in_round = step in ROUND_STEPS
    if event:
        played = [int(event[:-1])]
    elif played is None:
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
        "space": dict(_listed(spaces) if isinstance(spaces, str) else spaces),
    }
    if deception:
        document["deception"] = {"hidden": [list(markers) for markers in deception]}
    toml = "\n".join(_toml(document))
    table = (
        khyber.position("distant-plain", toml, chance=chance)
        if cards is None
        else _with_cards(DistantPlain(cards), toml, chance)
    )
    if event:
        choose(table, "event-unshaded" if event.endswith("u") else "event-shaded")
    return table


def _listed(spaces: str) -> dict[str, str]:
    """Return the spaces of a text by name."""
    lines = (line.partition(":") for line in spaces.strip().splitlines())
    return {name.strip(): holds.strip() for name, _, holds in lines}


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
