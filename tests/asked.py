"""A position for every kind of question: of those that games at random come by, the one with the most choices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.engine.table import Table
from khyber.games.distant_plain.board import LOCS, SPACE_IDS

Setting = Mapping[str, Any]
_PLAIN: Final = "distant-plain"

#: How games of random agents are set up, in turn: between them the variants that bring questions of their own.
AT_RANDOM: Final[Mapping[str, Sequence[Setting]]] = {
    _PLAIN: (
        {"scenario": "main"},
        {"options": ("deception",), "players": 3},
        {"options": ("open-deployment",)},
        {"options": ("own-deck",)},
        {"scenario": "extended", "options": ("sudden-propaganda", "no-capabilities")},
        {"options": ("no-non-player",), "players": 3},
        {"options": ("no-non-player", "coalition-and-warlords"), "players": 2},
    ),
    "zurmat": ({}, {"options": ("notes",)}),
    "enduring-freedom": ({},),
}
#: The same of games of bots, every third: they come by what random agents rarely do, and are asked what they alone are.
OF_BOTS: Final[Mapping[str, Sequence[Setting]]] = {
    _PLAIN: (
        {"seats": "bot:2nd"},
        {
            "options": ("players-limited", "victory-2nd"),
            "seats": {"coalition": "random", "government": "bot:3rd", "taliban": "bot:2nd", "warlords": "bot:3rd"},
        },
        {"scenario": "main", "seats": "bot:3rd"},
    ),
    "zurmat": ({"seats": "bot:standard"}, {"seats": "bot:standard", "options": ("notes",)}),
    "enduring-freedom": ({"seats": "bot:standard"},),
}


@dataclass(frozen=True)
class Question:
    """A kind of question, its choices, and the record or position of a game that stops there."""

    game: str
    ask: str
    choices: tuple[str, ...]
    text: str


# -- by hand ------------------------------------------------------------------------------------------


def _few_markers() -> Table[Any]:
    """6.3.1: two markers are left, and the Taliban can Sabotage every LoC."""
    from tests.distant_plain.positions import at

    roads = {SPACE_IDS[loc]: "T 1u" for loc in LOCS}
    return at("taliban", step="resources", spaces={"kandahar": "28terror", **roads})


def _two_engineers() -> Table[Any]:
    """11.2: engineers of two nationalities in one zone."""
    from tests.enduring_freedom.tables import table, z

    playing = table({"bagram": z(ground="us-eng1 nato-eng")})
    playing.choose("fob", "coalition")
    return playing


#: Positions for what games hardly ever come by.
BY_HAND: Final[Mapping[str, Mapping[str, Callable[[], Table[Any]]]]] = {
    _PLAIN: {"sabotage-loc": _few_markers},
    "enduring-freedom": {"fob-contingent": _two_engineers},
}
#: Texts that no page shows as a question, and why.
NO_QUESTION: Final[Mapping[str, Mapping[str, str]]] = {
    _PLAIN: {"aside": "the heading of actions that are taken without a question"},
    "enduring-freedom": {"overstack": "only a box of one's own has stacking limits (8.9), and a server has none"},
}


# -- at random ----------------------------------------------------------------------------------------


def setting(game: str, seed: int) -> Setting:
    """Return how the game of that seed is set up."""
    number, kinds = (seed // 3, OF_BOTS[game]) if seed % 3 == 2 else (seed, AT_RANDOM[game])
    return {"seed": seed, "seats": "random", **kinds[number % len(kinds)]}


def decisions(game: str, seed: int) -> Iterator[Table[Any]]:
    """Play a game; yield its table at every decision."""
    table: Table[Any] = khyber.new(game, **setting(game, seed))
    agents = agents_of(table)
    while (decision := table.decision) is not None:
        yield table
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)


def questions(game: str, games: int, enough: Collection[str] = ()) -> list[Question]:
    """Return a question of each kind, set up by hand or asked in this many games, with its longest list.

    No more games than it takes to find the kinds in `enough`.
    """
    made = {ask: make() for ask, make in BY_HAND.get(game, {}).items()}
    found = {ask: Question(game, *_asked(table), table.save()) for ask, table in made.items()}
    wanted = set(enough) - set(found)
    for seed in range(games):
        for table in decisions(game, seed):
            ask, choices = _asked(table)
            if ask not in found or len(choices) > len(found[ask].choices):
                found[ask] = Question(game, ask, choices, table.save())
                wanted.discard(ask)
        if enough and not wanted:
            break
    return list(found.values())


def _asked(table: Table[Any]) -> tuple[str, tuple[str, ...]]:
    assert table.decision is not None
    return table.decision.ask, tuple(table.decision.options.keys())
