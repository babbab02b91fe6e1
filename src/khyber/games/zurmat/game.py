"""Zurmat for the engine: seats, steps and events."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from khyber.engine.boxed import BoxedGame
from khyber.engine.decision import Message
from khyber.engine.errors import BadPosition
from khyber.engine.features import Feature, MapFields
from khyber.engine.game import Event, Json, Outcome, Setup, View
from khyber.engine.optional import (
    Bots,
    Cards,
    CardText,
    Charts,
    Evaluation,
    Facts,
    Features,
    Layout,
    Measure,
    PrintedTables,
    Secrets,
    Speed,
    Turns,
)
from khyber.engine.play import Play as EnginePlay
from khyber.engine.play import RawEvent, Rules
from khyber.engine.printed import PrintedTable
from khyber.games.zurmat import charts, position, secrets, turns, view
from khyber.games.zurmat.ai import evaluation, features, habits
from khyber.games.zurmat.ai.map_fields import map_fields
from khyber.games.zurmat.board import SEATS, UNSEEN
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.bots.standard import standard
from khyber.games.zurmat.bots.weights import NAME, keen
from khyber.games.zurmat.box import Box, own_box, printed_box
from khyber.games.zurmat.cards import cards
from khyber.games.zurmat.check import check
from khyber.games.zurmat.drawing.facts import facts
from khyber.games.zurmat.drawing.svg import draw
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules import (
    attack,
    board_levels,
    building,
    card_effects,
    declare,
    events,
    months,
    operations,
    patrol,
    placing,
    population,
    setup,
    tactics,
    winning,
)
from khyber.games.zurmat.state import State
from khyber.games.zurmat.text import VIEW_WORDS, WORDS, drawn_words

#: Steps with decisions.
ASKING: Final[Mapping[str, Callable[[Play], Rules]]] = {
    "tile": setup.add_tile,
    "territory": setup.territory,
    "orders": setup.orders,
    "board": setup.arrange_board,
    "event-side": events.event_side,
    "refugees": events.settle_refugees,
    "place": placing.place,
    "show": placing.show,
    "look": population.looked,
    "turn": operations.turn,
    "recruit": building.recruit,
    "construct": building.construct,
    "intel": declare.check_intel,
    "loyalty": declare.choose_loyalty,
    "attack": attack.attack,
    "battle": attack.battles,
    "patrol": patrol.patrol,
    "card": card_effects.play_card,
    "completed": board_levels.complete,
    "after": board_levels.after,
}
#: Steps without decisions: they run at once, and the checkpoint follows the secrets drawn in them.
SILENT: Final[Mapping[str, Callable[[Play], None]]] = {
    "deal": setup.deal,
    "loyalties": setup.loyalties,
    "event": events.draw_event,
    "event-over": events.event_over,
    "influence": population.influence,
    "influenced": population.influenced,
    "tactics": tactics.draw_phase,
    "month-end": months.month_end,
}
STEPS: Final = (*ASKING, *SILENT)

#: Kinds of Tactics cards that need something on the board.
ON_BOARD: Final = ("ambush", "air-assault", "units", "school", "motorcycles", "roadblock")

#: The fields of each kind of event, in order.
EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "dealt": ("side", "tile"),
    "tile": ("side", "tile", "east", "north", "turn"),
    "board": ("side", "operation", "level"),
    "objective": ("side", "objective"),
    "month": ("month",),
    "event": ("event",),
    "lies": ("event", "place"),
    "winter": ("n", "now"),
    "project": ("event", "tile"),
    "disturbed": ("event",),
    "project-over": ("event", "success"),
    "scored": ("event", "ours", "theirs", "winner"),
    "drew-discs": ("side", "n"),
    "faces": ("side", "faction", "neutral"),
    "disc": ("side", "tile", "face"),
    "looked": ("side", "tile"),
    "saw": ("side", "tile", "cf", "cn", "tf", "tn"),
    "turned-up": ("tile", "cf", "cn", "tf", "tn"),
    "declared": ("tile", "ours", "theirs", "winner"),
    "returned": ("side", "face", "n", "tile"),
    "caravan": ("side", "origin", "dest"),
    "drew-card": ("side", "card"),
    "played": ("side", "card"),
    "bonus": ("side", "n"),
    "level": ("side", "level"),
    "operation": ("side", "operation", "level"),
    "completed": ("side", "operation", "n"),
    "placed": ("unit", "n", "tile"),
    "removed": ("unit", "n", "tile"),
    "moved": ("unit", "n", "origin", "dest"),
    "activated": ("side", "tile"),
    "built": ("building", "tile"),
    "razed": ("n", "tile"),
    "control": ("tile", "winner"),
    "battle": ("side", "tile"),
    "no-battle": ("tile",),
    "rolled": ("side", "n", "hits", "blocks"),
    "saved": ("unit", "n", "tile"),
    "roadblock": ("origin", "dest"),
    "roadblock-cleared": ("origin", "dest"),
    "objective-judged": ("side", "objective", "success", "vp"),
    "points": ("side", "n"),
    "game-over": ("winner", "ending"),
}

#: Events that only their own side may see.
OWN_EVENTS: Final = frozenset(("faces", "saw", "objective"))
#: Events whose last field is hidden from the other side.
HALF_SEEN: Final = frozenset(("disc", "drew-card"))

#: Parameters of views and messages that name each kind of component.
COMPONENTS_NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    kind: (*more, *(param for param, words in (WORDS | VIEW_WORDS).items() if words == section))
    for kind, section, more in (
        ("tile", "tile", ("tiles",)),
        ("event-card", "event", ()),
        ("tactics-card", "tactic", ()),
        ("objective-card", "objective", ()),
    )
}


class Zurmat(
    BoxedGame[State, Box],
    Bots[State],
    Evaluation[State],
    Secrets[State],
    Turns[State],
    PrintedTables,
    Cards,
    Charts,
    Features[State],
    Facts,
    Layout,
    Speed,
):
    """Zurmat, with the printed box or a player's own."""

    id = "zurmat"
    title = "Zurmat"
    rules_version = "4"
    state_type = State
    seats = SEATS
    player_counts = (2,)
    scenarios = setup.SCENARIOS
    options = setup.OPTIONS
    events = EVENTS
    bots = (NAME,)
    plans_turns = True
    learned_horizon = 12
    #: Smaller leads gained nothing when played out (ai/outlook.md).
    least_lead = 0.035
    puzzle_gap = 0.1
    min_games = 100
    covers = True
    measures = tuple(Measure("points", "points", seat) for seat in SEATS)
    headlines = frozenset(("operation", "played", "declared", "game-over"))
    named_by = turns.NAMED_BY

    components_named = COMPONENTS_NAMED
    printed_box = staticmethod(printed_box)
    own_box = staticmethod(own_box)

    def start(self, setup_: Setup) -> State:
        return setup.start(setup_, self.box)

    def play(self, state: State) -> Play:
        return Play(state, box=self.box)

    def step(self, play: EnginePlay[State]) -> Rules:
        assert isinstance(play, Play)
        state = play.state
        if state.step in ASKING:
            yield from ASKING[state.step](play)
        while state.step in SILENT:
            SILENT[state.step](play)

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome; the winner is "" after a draw."""
        if not state.ending:
            return None
        won = winning.winner(state)
        ours, theirs = state.vps
        ranking = SEATS if won in (None, 0) else SEATS[::-1]
        return Outcome(
            "" if won is None else SEATS[won], ranking, {SEATS[0]: ours - theirs, SEATS[1]: theirs - ours}, state.ending
        )

    def inputs(self) -> Sequence[Feature]:
        return evaluation.inputs(self.box, STEPS)

    def map_fields(self) -> MapFields:
        return map_fields(self.box, STEPS)

    def winning_chance(self, state: State, seat: str) -> float:
        return evaluation.winning_chance(state, self.box, seat)

    def view(self, state: State, seats: Sequence[str]) -> View:
        return view.view(state, self.box, seats)

    def imagine(self, state: State, seats: Sequence[str], source: random.Random) -> State:
        return secrets.imagine(state, self.box, seats, source)

    def likely(self, state: State, seat: str, source: random.Random) -> State:
        return habits.likely(state, self.box, SEATS.index(seat), source)

    def forgets(self, state: State) -> bool:
        """Return True without `notes`: players cannot look up discs they placed or saw."""
        return not state.notes and not state.ending

    def past_view(self, state: State, seats: Sequence[str]) -> View:
        return view.view(state, self.box, seats, past=self.forgets(state))

    def known(self, state: State, seat: str) -> State:
        return secrets.known(state, seat)

    def features(self) -> Sequence[Feature]:
        return features.features(STEPS)

    def observed(self, state: State, seat: str) -> State:
        return secrets.known(state, seat)

    def whose_turn(self, state: State) -> str:
        return turns.whose_turn(state)

    def round_of(self, state: State) -> int:
        return state.month

    def part_of(self, state: State) -> str:
        return turns.part_of(state)

    def round_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.month_name(state, self.box.numbers.months)

    def turn_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.turn_name(state, told, self.box.numbers.months)

    def bot(self, name: str, seat: str, source: Callable[[], random.Random], *, explain: bool) -> Standard:
        return standard(name, seat, source, explain=explain)

    def policies(self, seat: str) -> Sequence[str]:
        return keen(SEATS.index(seat))

    def check(self, state: State) -> None:
        check(state, self.box, STEPS)
        if state.step == "card":
            card = self.box.tactics[state.active][state.card]
            if card.does in ON_BOARD and not tactics.PLAYABLE[card.does](self.play(state), state.active, card):
                raise BadPosition(f"card: {card.id!r} has nothing on the board that it could be played on")

    def write_position(self, state: State) -> str:
        return position.write(state, self.box)

    def read_position(self, document: Mapping[str, object]) -> State:
        state = position.read(document, self.box, STEPS)
        self.check(state)
        return state

    def measured(self, view: View) -> dict[str, int]:
        """Return the points that everyone can count; all of them at the end."""
        sides = cast(Mapping[str, Mapping[str, int]], view["sides"])
        return {f"points:{seat}": sides[seat]["points"] for seat in SEATS}

    def card_texts(self, language: str) -> Sequence[CardText]:
        return cards(self.box, language)

    def draw(self, view: View, language: str, told: Sequence[Event] = ()) -> str:
        return draw(view, self.box.numbers.months, drawn_words(language, self.box))

    def facts(self) -> Mapping[str, Json]:
        return facts(self.box)

    def printed_tables(self, language: str) -> Sequence[PrintedTable]:
        return charts.printed_tables(self.box, self.provenance(), language)

    def see(self, event: RawEvent, seats: Sequence[str]) -> RawEvent | None:
        kind = event[0]
        if kind in OWN_EVENTS:
            return event if event[2] in seats else None
        if kind in HALF_SEEN and event[2] not in seats:
            return (*event[:-1], UNSEEN)
        return event


#: What the catalogue looks for.
GAME = Zurmat
