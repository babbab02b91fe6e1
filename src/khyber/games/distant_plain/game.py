"""A Distant Plain for the engine: seats, steps and events."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import BadSetup, NotOffered
from khyber.engine.features import Feature
from khyber.engine.game import Event, Game, Json, Outcome, Setup, View
from khyber.engine.names import unknown
from khyber.engine.optional import (
    Asides,
    Bots,
    Cards,
    CardSide,
    CardText,
    Charts,
    Deals,
    Evaluation,
    Facts,
    Features,
    Layout,
    OwnData,
    PrintedTables,
    Seating,
    Sources,
    Speed,
    Turns,
    Upgrades,
    Warnings,
)
from khyber.engine.play import Play as EnginePlay
from khyber.engine.play import RawEvent, Rules
from khyber.engine.printed import PrintedTable
from khyber.engine.provenance import Provenance
from khyber.games.distant_plain import board, cards, check, measures, position, secrets, turns, view
from khyber.games.distant_plain.ai import evaluation, features
from khyber.games.distant_plain.board import FACTION_BY_ID, SCENARIOS, SEATS
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.second.printing import SECOND
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.charts import printed_tables
from khyber.games.distant_plain.drawing.facts import facts
from khyber.games.distant_plain.drawing.svg import draw
from khyber.games.distant_plain.events.deck import event_texts, merged, own_deck, own_sides, printed_deck
from khyber.games.distant_plain.events.parse import BadCard
from khyber.games.distant_plain.former import renumber, renumbered
from khyber.games.distant_plain.notation import ASIDES
from khyber.games.distant_plain.play import Cards as Deck
from khyber.games.distant_plain.play import Events, Play
from khyber.games.distant_plain.provenance import provenance
from khyber.games.distant_plain.rules import negotiation
from khyber.games.distant_plain.rules.deployment import deploy
from khyber.games.distant_plain.rules.propaganda import civic_action, resources_phase, sharia, victory_phase
from khyber.games.distant_plain.rules.redeploy import (
    desertion,
    redeploy_police,
    redeploy_taliban,
    redeploy_troops,
    redeployed,
    reset,
)
from khyber.games.distant_plain.rules.refusals import is_aside, refused_aside
from khyber.games.distant_plain.rules.sequence import next_card, turn
from khyber.games.distant_plain.rules.setup import OPTIONS, deal, start
from khyber.games.distant_plain.rules.victory import lose_equally, make_non_player, verdict
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue

#: The rulebook's Non-players, by the agent name of a seat.
PRINTINGS = {"bot:3rd": THIRD, "bot:2nd": SECOND}

#: The steps of a game, each between two checkpoints.
STEPS = {
    "deal": deal,
    "deploy": deploy,
    "card": next_card,
    "turn": turn,
    "victory": victory_phase,
    "resources": resources_phase,
    "civic-action": civic_action,
    "sharia": sharia,
    "desertion": desertion,
    "redeploy": redeploy_troops,
    "redeploy-police": redeploy_police,
    "redeploy-taliban": redeploy_taliban,
    "redeployed": redeployed,
    "reset": reset,
}

#: The fields of each kind of event, in order.
EVENTS: Mapping[str, tuple[str, ...]] = {
    "set-up": ("scenario",),
    "removed-card": ("card",),
    "card": ("card", "next"),
    "sudden-propaganda": ("card",),
    "propaganda": ("n", "of"),
    "phase": ("phase",),
    "passed": ("faction",),
    "operation": ("faction", "operation"),
    "limited-operation": ("faction", "operation"),
    "resumed": ("faction", "operation"),
    "selected": ("faction", "space"),
    "civic-action": ("space",),
    "sharia": ("space",),
    "base-built": ("space",),
    "patronage-returned": ("space",),
    "searched": ("space",),
    "assaulted": ("space",),
    "card-used": ("card", "space"),
    "activity": ("faction", "activity"),
    "activity-space": ("space",),
    "event": ("faction", "card", "side"),
    "capability": ("card", "side"),
    "momentum": ("card", "side"),
    "momentum-ends": ("card", "side"),
    "capability-removed": ("card",),
    "event-space": ("space",),
    "boxed": ("piece", "n", "pool", "into"),
    "out-of-play": ("piece", "n", "space"),
    "cancelled": ("activity",),
    "eligible": ("faction",),
    "ineligible": ("faction",),
    "placed": ("piece", "n", "space"),
    "removed": ("piece", "n", "space"),
    "casualties": ("piece", "n", "space"),
    "moved": ("piece", "n", "origin", "dest"),
    "activated": ("faction", "n", "space"),
    "hidden": ("faction", "n", "space"),
    "control": ("space", "control"),
    "level": ("space", "level"),
    "returnees": ("space",),
    "terror": ("space", "n"),
    "sabotage": ("space", "n"),
    "resources": ("faction", "change", "n"),
    "aid": ("change", "n"),
    "patronage": ("change", "n"),
    "islamabad": ("box", "hard"),
    "rolled": ("die",),
    "attack-rolled": ("die", "space", "success"),
    "gave": ("faction", "to", "n"),
    "pause": ("faction",),
    "stop-pausing": ("faction",),
    "casualties-settled": ("troops", "bases", "back"),
    "deception": ("faction", "marker"),
    "game-over": ("winner", "ending"),
}


class DistantPlain(
    Game[State],
    Asides[State],
    Bots[State],
    Evaluation[State],
    Seating[State],
    Turns[State],
    Upgrades[State],
    Deals,
    Warnings[State],
    OwnData,
    Sources,
    PrintedTables,
    Cards,
    Charts,
    Facts,
    Features[State],
    Layout,
    Speed,
):
    """A Distant Plain, 3rd printing, with the Events of the cards given."""

    id = "distant-plain"
    title = "A Distant Plain"
    rules_version = "3"
    seats = SEATS
    scenarios = tuple(SCENARIOS)
    options = OPTIONS
    player_counts = (1, 2, 3, 4)
    events = EVENTS
    state_type = State
    bots = tuple(PRINTINGS)
    max_ticks = 1_150
    turn_step = "turn"
    non_player_bots = tuple(PRINTINGS)
    headlines = frozenset(
        (
            "operation",
            "limited-operation",
            "activity",
            "event",
            "passed",
            "sudden-propaganda",
            "propaganda",
            "phase",
            "game-over",
        )
    )
    measures = measures.MEASURES
    named_by = turns.NAMED_BY
    #: 1.5.1: players give Resources, to the Warlords also Patronage.
    wishes = ("resources", "patronage")

    def facts(self) -> Mapping[str, Json]:
        return facts()

    def refusal(self, seat: str, what: str, bot: str) -> str:
        """1.5.1, 8.1: the Coalition has nothing to give, only the Government has Patronage, Non-players refuse."""
        if seat == "coalition":
            return "deal.coalition"
        if what == "patronage" and seat != "government":
            return "deal.patronage"
        return "deal.non-player" if bot in self.bots else "deal.bot"

    def __init__(self, cards: Events | None = None) -> None:
        self.cards = Deck(cards if cards is not None else event_texts(printed_deck()))

    def digest(self) -> str:
        return board.digest()

    def provenance(self) -> Provenance:
        return self._provenance

    @cached_property
    def _provenance(self) -> Provenance:
        return provenance(self.cards.texts)

    def replacing(self, replaced: Mapping[str, Json]) -> DistantPlain:
        """Return the game with sides replaced by those of a player's own deck."""
        if not replaced:
            return self
        try:
            return DistantPlain(event_texts(merged(printed_deck(), own_sides(replaced))))
        except BadCard as problem:
            raise BadSetup(str(problem)) from problem

    def own_data(self, text: str) -> dict[str, Json]:
        """Read the sides of a deck file."""
        try:
            return own_deck(text)
        except BadCard as problem:
            raise BadSetup(str(problem)) from problem

    def start(self, setup: Setup) -> State:
        return start(setup)

    def play(self, state: State) -> Play:
        return Play(state, cards=self.cards)

    def step(self, play: EnginePlay[State]) -> Rules:
        assert isinstance(play, Play)
        return STEPS[play.state.step](play)

    def outcome(self, state: State) -> Outcome | None:
        if not state.ending:
            return None
        margins = dict(zip(SEATS, state.margins_at_end, strict=True))
        rule, title, degree = verdict(state) if state.non_players else ("", "", 0)
        return Outcome(state.ranking[0], state.ranking, margins, state.ending, rule, title, degree, lose_equally(state))

    def view(self, state: State, seats: Sequence[str]) -> View:
        return view.view(state, seats)

    def imagine(self, state: State, seats: Sequence[str], source: random.Random) -> State:
        return secrets.imagine(state, seats, source)

    def known(self, state: State, seat: str) -> State:
        return secrets.known(state, seat)

    def bot(self, name: str, seat: str, source: Callable[[], random.Random], *, explain: bool) -> NonPlayer:
        if name not in PRINTINGS:
            raise BadSetup(f"{self.id} has no bot {name!r}; valid: {', '.join(PRINTINGS)}")
        return NonPlayer(PRINTINGS[name], FACTION_BY_ID[seat], source, explain=explain)

    def inputs(self) -> Sequence[Feature]:
        return evaluation.INPUTS

    def winning_chance(self, state: State, seat: str) -> float:
        return evaluation.winning_chance(state, seat)

    def features(self) -> Sequence[Feature]:
        return features.FEATURES

    def observed(self, state: State, seat: str) -> State:
        return secrets.known(state, seat)

    def whose_turn(self, state: State) -> str:
        return turns.whose_turn(state)

    def round_of(self, state: State) -> int:
        return turns.round_of(state)

    def part_of(self, state: State) -> str:
        return turns.part_of(state)

    def round_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.card_name(state, told)

    def turn_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.turn_name(state, told)

    def mark_name(self, state: State, told: Sequence[Event]) -> Message | None:
        return turns.mark_name(state, told)

    def players_in(self, state: State) -> int:
        return len(set(state.players))

    upgrades = True

    def upgrade(self, state: State) -> bool:
        return renumber(state)

    def upgraded_event(self, event: RawEvent) -> RawEvent:
        return renumbered(event)

    def check(self, state: State) -> None:
        check.check(state)

    def write_position(self, state: State) -> str:
        return position.write(state)

    def read_position(self, document: Mapping[str, object]) -> State:
        return position.read(document)

    def warnings(self, state: State) -> Sequence[Message]:
        return check.warnings(state)

    def draw(self, view: View, language: str, told: Sequence[Event] = ()) -> str:
        return draw(view, catalogue(language).word)

    def measured(self, view: View) -> dict[str, int]:
        return measures.measured(view)

    def card_shown(self, view: View) -> int | None:
        card = view["card"]
        return card if isinstance(card, int) else None

    def printed_tables(self, language: str) -> Sequence[PrintedTable]:
        return printed_tables(self.provenance(), language)

    def card_texts(self, language: str) -> Sequence[CardText]:
        return cards.cards(language)

    def card_sides(self) -> Sequence[CardSide]:
        return cards.sides()

    def card_as_json(self, number: int, language: str) -> Json:
        return cards.card_as_json(number, language)

    def asides(self, play: EnginePlay[State], seat: str) -> Decision | None:
        assert isinstance(play, Play)
        if seat not in FACTION_BY_ID:
            return None
        values = negotiation.asides(play, FACTION_BY_ID[seat])
        about = {"ever": negotiation.may_ever(play.state, FACTION_BY_ID[seat])}
        return Decision(seat, "aside", "1.5.1", ASIDES, lambda: values, about) if values else None

    def take_aside(self, play: EnginePlay[State], seat: str, value: Value) -> None:
        assert isinstance(play, Play)
        negotiation.take(play, FACTION_BY_ID[seat], value)

    def refused_aside(self, play: EnginePlay[State], seat: str, key: str, pending: Decision) -> NotOffered | None:
        assert isinstance(play, Play)
        if not is_aside(key):
            return None
        if seat not in FACTION_BY_ID:
            return NotOffered(unknown("seat", seat, SEATS))
        why = refused_aside(play, FACTION_BY_ID[seat], key, pending)
        return NotOffered(catalogue("en").say(why), why)

    def seated(self, state: State, seat: str, agent: str) -> None:
        """8: from the next step on, treat a Faction run by a rulebook bot as a Non-player, others as players."""
        make_non_player(state, FACTION_BY_ID[seat], PRINTINGS[agent].name if agent in PRINTINGS else "")


#: What the catalogue looks for.
GAME = DistantPlain
