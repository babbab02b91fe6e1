"""Enduring Freedom for the engine: seat, steps and events."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from khyber.engine.boxed import BoxedGame
from khyber.engine.decision import Decision, Message, Value
from khyber.engine.features import Feature
from khyber.engine.game import Event, Json, Outcome, Setup, View
from khyber.engine.optional import (
    Bots,
    Evaluation,
    Facts,
    Features,
    Layout,
    PrintedTables,
    Speed,
    Tallies,
    Turns,
    Warnings,
)
from khyber.engine.play import Play as EnginePlay
from khyber.engine.play import Rules
from khyber.engine.printed import PrintedTable
from khyber.games.enduring_freedom import charts, measures, position, secrets, turns, view
from khyber.games.enduring_freedom.ai import evaluation, features
from khyber.games.enduring_freedom.board import MAX_POINTS, SEAT, SEATS, SIDE_IDS
from khyber.games.enduring_freedom.bots.standard import Standard
from khyber.games.enduring_freedom.bots.weights import KEEN, NAME, named, weights_of
from khyber.games.enduring_freedom.box import Box, own_box, printed_box
from khyber.games.enduring_freedom.check import check
from khyber.games.enduring_freedom.drawing import facts
from khyber.games.enduring_freedom.drawing.svg import draw
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rules import (
    admin,
    air,
    air_defense,
    combat,
    events,
    ground,
    intelligence,
    loya_jirga,
    mobilization,
    reaction,
    reveal,
    setup,
    stacking,
    staging,
    strike,
    sustainment,
)
from khyber.games.enduring_freedom.rules.netwar import Catastrophe, catastrophe
from khyber.games.enduring_freedom.state import State
from khyber.games.enduring_freedom.text import VIEW_HIDDEN, VIEW_PLACES, VIEW_UNITS, own_names, view_words

#: Steps that may have decisions.
ASKING: Final[Mapping[str, Callable[[Play], Rules]]] = {
    "pre-islamists": setup.pre_islamists,
    "pre-alliance": setup.pre_alliance,
    "mobilize": mobilization.mobilize,
    "refit": mobilization.refit,
    "infowar": intelligence.infowar,
    "isr": intelligence.isr,
    "designate": reveal.designate,
    "staging": staging.staging,
    "ground": ground.ground_movement,
    "air": air.air_movement,
    "air-defense": air_defense.air_defense_phase,
    "strike": strike.joint_strike_phase,
    "combat": combat.combat,
    "fight": combat.fight_on,
    "sustain": sustainment.sustainment,
    "civil": loya_jirga.civil_military,
    "rotation": events.rotation,
    "national": events.national,
    "cas": reaction.defensive_support,
    "cas-home": reaction.cas_home,
    "overstack": stacking.overstack,
}
#: Steps without decisions: they run at once, and the checkpoint follows what they reveal.
SILENT: Final[Mapping[str, Callable[[Play], None]]] = {
    "deal": setup.deal,
    "pre-islamists-shown": setup.pre_islamists_shown,
    "pre-alliance-shown": setup.pre_alliance_shown,
    "isr-missions": intelligence.isr_missions,
    "designated": reveal.designated,
    "reveal": reveal.reveal_phase,
    "combat-begin": combat.combat_begin,
    "engage": combat.engage,
    "events-begin": events.events_begin,
    "events": events.events,
    "national-shown": events.national_shown,
    "islamist-mobilization": reaction.islamist_mobilization,
    "cas-reveal": reaction.reaction_reveal,
    "counterattack-begin": reaction.counterattack_begin,
    "adjust": reaction.adjust,
    "admin": admin.admin,
}
STEPS: Final = (*ASKING, *SILENT)
#: Tests of whether a step has a decision; without one it needs no checkpoint.
ASKS: Final[Mapping[str, Callable[[State, Box], bool]]] = {
    "refit": mobilization.can_refit,
    "infowar": intelligence.has_infowar,
    "isr": intelligence.has_isr,
    "air-defense": air_defense.any_fire,
    "strike": strike.any_strike,
    "sustain": sustainment.any_unsustained,
    "civil": loya_jirga.may_call,
    "cas": reaction.any_support,
    "cas-home": reaction.any_support_out,
}
#: Steps before which nothing is revealed: they follow without a checkpoint, so that choices can be
#: undone across them.
JOINED: Final = frozenset(("refit", "infowar", "isr", "ground", "air", "civil"))
#: The steps that open a phase of the Sequence of Play.
PHASES: Final = frozenset(
    (
        "mobilize",
        "refit",
        "infowar",
        "isr",
        "staging",
        "ground",
        "air",
        "reveal",
        "air-defense",
        "strike",
        "combat-begin",
        "sustain",
        "civil",
        "events-begin",
        "islamist-mobilization",
        "cas-reveal",
        "counterattack-begin",
        "adjust",
        "admin",
    )
)

#: The fields of each kind of event, in order.
EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "phase": ("phase",),
    "turn": ("turn",),
    "points": ("change", "now"),
    "jihad": ("change", "now"),
    "dealt": ("side", "n"),
    "face-down": ("side", "n", "place"),
    "pre-intelligence": ("side", "die"),
    "moved": ("unit", "origin", "place"),
    "sof-mobilized": ("n", "points", "place", "left", "stopped"),
    "refitted": ("unit", "place"),
    "spent": ("unit",),
    "revealed": ("unit", "place"),
    "concealed": ("n", "place"),
    "underground": ("unit",),
    "ambush": ("place", "n"),
    "infowar": ("die",),
    "isr-placed": ("place",),
    "isr": ("place", "die", "success"),
    "fired": ("unit", "place", "die", "success"),
    "collateral": ("side", "place", "n"),
    "reduced": ("unit", "place"),
    "eliminated": ("unit", "place"),
    "battle": ("place", "side"),
    "edge": ("place", "ours", "theirs", "side"),
    "battle-over": ("place", "result"),
    "sustained": ("unit", "n"),
    "loya-jirga": ("total", "level", "success"),
    "event": ("total", "event", "again"),
    "die": ("die",),
    "location": ("row", "column", "place"),
    "jihad-check": ("total", "level", "success"),
    "advanced": ("n", "origin", "place"),
    "vanished": ("n", "place"),
    "defected": ("n", "place"),
    "airlift": ("place", "die", "n"),
    "adjustment": ("n",),
    "rescue": ("place", "die", "success"),
    "award": ("place", "n"),
    "game-over": ("ending", "now"),
}

#: Parameters of views and messages that name each kind of component.
COMPONENTS_NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    "zone": ("place", "origin", *VIEW_PLACES),
    "staging-area": ("place", "origin", "staging"),
    "counter": ("unit", *VIEW_UNITS, *VIEW_HIDDEN),
}


class EnduringFreedom(
    BoxedGame[State, Box],
    Bots[State],
    Evaluation[State],
    Turns[State],
    Warnings[State],
    PrintedTables,
    Tallies,
    Facts,
    Features[State],
    Layout,
    Speed,
):
    """Enduring Freedom, with the printed box or a player's own."""

    id = "enduring-freedom"
    title = "Enduring Freedom"
    rules_version = "3"
    seats = SEATS
    scenarios = setup.SCENARIOS
    options = setup.OPTIONS
    player_counts = (1,)
    events = EVENTS
    state_type = State
    bots = (NAME,)
    horizon = 3
    #: In most campaigns dice decide; with half a standard error the search played worse than the bot.
    doubt = 2.0
    points = MAX_POINTS
    one_search_a_turn = False
    #: More than two turns: a search sees too little of what one leads to.
    puzzle_horizon = 24
    puzzle_gap = 0.03
    min_games = 30
    tallies = measures.TALLIES
    named_by = turns.NAMED_BY

    components_named = COMPONENTS_NAMED
    printed_box = staticmethod(printed_box)
    own_box = staticmethod(own_box)

    def facts(self) -> Mapping[str, Json]:
        return facts.facts(self.box)

    def features(self) -> Sequence[Feature]:
        return features.features(self.box, STEPS)

    def observed(self, state: State, seat: str) -> State:
        return secrets.observed(state, self.box)

    def whose_turn(self, state: State) -> str:
        return turns.whose_turn(state)

    def round_of(self, state: State) -> int:
        return state.turn

    def part_of(self, state: State) -> str:
        return turns.part_of(state)

    def round_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.round_name(state)

    def part_name(self, state: State, told: Sequence[Event]) -> Message:
        return turns.part_name(state, told)

    def start(self, setup_: Setup) -> State:
        return setup.start(setup_, self.box)

    def play(self, state: State) -> Play:
        return Play(state, box=self.box)

    def step(self, play: EnginePlay[State]) -> Rules:
        assert isinstance(play, Play)
        state = play.state
        first = True
        try:
            while state.step:
                asking = ASKING.get(state.step)
                if asking is None:
                    begin(play)
                    SILENT[state.step](play)
                elif first or state.step in JOINED or not self._asks(state):
                    begin(play)
                    yield from asking(play)
                else:
                    return
                first = False
        except Catastrophe:
            catastrophe(play)

    def _asks(self, state: State) -> bool:
        """Return whether the next step has a decision."""
        asks = ASKS.get(state.step)
        return asks is None or asks(state, self.box)

    def warning(self, state: State, decision: Decision, value: Value) -> Message | None:
        """Warn before air movement ends while aircraft have no target (17.4)."""
        if decision.ask == "air" and value == mobilization.DONE and (n := air.unsent(state, self.box)):
            return Message("warning.air-unsent", {"n": n})
        return None

    def printed_tables(self, language: str) -> Sequence[PrintedTable]:
        return charts.printed_tables(self.box, language)

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome: winner "" is a draw, the margin is the index, the ending the victory level."""
        if not state.ending:
            return None
        won = SEAT if state.ending.endswith("victory") else "" if state.ending == "draw" else SIDE_IDS[1]
        return Outcome(won, SEATS, {SEAT: state.points}, state.ending)

    def tally(self, event: Event) -> Iterable[tuple[str, str]]:
        return measures.tally(event, self.box)

    def inputs(self) -> Sequence[Feature]:
        return evaluation.inputs(self.box, STEPS)

    def winning_chance(self, state: State, seat: str) -> float:
        return evaluation.winning_chance(state)

    def view(self, state: State, seats: Sequence[str]) -> View:
        return view.view(state, self.box)

    def draw(self, view: View, language: str, told: Sequence[Event] = ()) -> str:
        return draw(view, told, self.box, view_words(language).naming(own_names(self.box)))

    def imagine(self, state: State, seats: Sequence[str], source: random.Random) -> State:
        return secrets.imagine(state, self.box, source)

    def known(self, state: State, seat: str) -> State:
        return secrets.known(state, self.box)

    def bot(self, name: str, seat: str, source: Callable[[], random.Random], *, explain: bool = False) -> Standard:
        return Standard(weights_of(name), explain=explain)

    def policies(self, seat: str) -> Sequence[str]:
        return (named(KEEN),)

    def check(self, state: State) -> None:
        check(state, self.box, STEPS)

    def write_position(self, state: State) -> str:
        return position.write(state, self.box)

    def read_position(self, document: Mapping[str, object]) -> State:
        return position.read(document, self.box, STEPS)


def begin(play: Play) -> None:
    """Log the start of a phase (not its continuation after an Intelligence counter)."""
    state = play.state
    if state.step in PHASES and state.then != state.step:
        play.begin_phase(state.step)


#: What the catalogue looks for.
GAME = EnduringFreedom
