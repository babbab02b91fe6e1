"""A Non-player's turn on a card whose Event is not open to it: which Operation it executes, and where first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import khyber
from khyber.engine.chance import Seeded
from khyber.engine.game import Event, Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from tests.oracles.dialogue import Dialogue
from tests.oracles.distant_plain.board import OF, Board
from tests.oracles.distant_plain.positions import anything, document, wanted_board
from tests.oracles.distant_plain.printed import AFGHAN, EVENTS, LASTING, SPACES
from tests.oracles.distant_plain.talk import DIGEST, GAME, SEATS

#: Cards that last for nobody.
PLAIN_CARDS = tuple(card for card in EVENTS if card not in LASTING)


class BotTurn(Dialogue):
    """The turn of one Non-player among players and others, with no lasting Event in force.

    The 1st Eligible has executed an Operation, so the Event is closed; the next cards are plain ones.
    """

    def __init__(
        self,
        rng: random.Random,
        faction: str,
        bot: str,
        wanted: Callable[[Board], bool] = anything,
        *,
        money: Sequence[int] = (),
    ) -> None:
        self.faction = faction
        board = wanted_board(rng, "", wanted)
        board.lasting = frozenset()
        payer = "government" if faction == "coalition" else faction
        if money:
            board.resources[payer] = rng.choice(money)
        self.non_players = {faction, *(seat for seat in SEATS if rng.random() < 0.4)}
        first = rng.choice([seat for seat in SEATS if seat != faction])
        card, *deck = rng.sample(PLAIN_CARDS, 4)
        listed = sorted(self.non_players)
        state = GAME.read_position(
            document(board)
            | {
                "step": "turn",
                "active": faction,
                "non-players": listed,
                "second-printing": listed if bot == "bot:2nd" else [],
                "cards": {"played": [card], "deck": deck},
                "sequence": {"first-did": "operation", "acted": [first]},
            }
        )
        seats = {seat: bot if seat in self.non_players else "person" for seat in SEATS}
        header = Header(
            GAME.id,
            GAME.rules_version,
            DIGEST,
            rng.randrange(1 << 30),
            Setup(state.scenario, state.options, 4),
            seats,
            state.pack(),
        )
        super().__init__(Table(GAME, header, Seeded(header.seed)), rng)
        self.board = Board.of(GAME.view(state, ()))
        self.money = self.board.resources[payer]
        khyber.advance(self.table)
        self.events: list[Event] = [
            event for step in self.table.steps[:1] for event in map(self.table.game.read_event, step.raw_events())
        ]

    @property
    def operation(self) -> str:
        """What it did: the name of an Operation, or `pass`."""
        for event in self.events:
            if event.kind in ("operation", "limited-operation"):
                return str(event.params["operation"])
            if event.kind == "passed":
                return "pass"
        return self.differ("the Non-player did nothing")

    @property
    def first_space(self) -> str:
        """The first space selected for the Operation."""
        return next((str(event.params["space"]) for event in self.events if event.kind == "selected"), "")

    def is_player(self, seat: str) -> bool:
        return seat not in self.non_players

    def does(self, operation: str, among: Iterable[str] = ()) -> bool:
        """The bot executes this, first in one of these spaces. Always relevant."""
        self.same(self.operation, operation, "the Operation")
        spaces = set(among)
        if spaces and self.first_space not in spaces:
            self.differ(f"the first space is {self.first_space}, not one of {', '.join(sorted(spaces))}")
        return True

    def does_one_of(self, *operations: str) -> bool:
        """Which of these it comes to is for other tests."""
        if self.operation not in operations:
            self.differ(f"the Operation is {self.operation}, not one of {', '.join(operations)}")
        return False

    # -- counting -----------------------------------------------------------------------------------

    def where(self, *kinds: str) -> list[str]:
        """The spaces with any of these pieces."""
        return [space for space in SPACES if self.board.count(space, *kinds)]

    def most_people(self, spaces: Iterable[str]) -> set[str]:
        """Those of the spaces with the highest Population."""
        found = list(spaces)
        most = max(map(self.board.population, found), default=0)
        return {space for space in found if self.board.population(space) == most}

    def people(self, level: str) -> int:
        return sum(self.board.population(space) for space in AFGHAN if self.board.level[space] == level)

    def margins(self) -> dict[str, int]:
        """7.3, as far as players have them."""
        board = self.board
        held = sum(board.population(space) for space in AFGHAN if board.control(space) == "coin")
        nobody = sum(board.population(space) for space in AFGHAN if board.control(space) == "none")
        return {
            "coalition": self.people("support") + sum(board.available[kind] for kind in OF["coalition"]) - 30,
            "government": held + board.patronage - 35,
            "taliban": self.people("opposition") + board.on_map("TB") - 20,
            "warlords": min(nobody - 15, board.resources["warlords"] - 40),
        }
