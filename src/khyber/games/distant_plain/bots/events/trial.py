"""Try an Event, or a part of it, on a scratch copy with the choices of Non-players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

from khyber.engine.chance import Chance
from khyber.engine.decision import Decision, Value
from khyber.engine.play import run
from khyber.games.distant_plain.board import FACTION_BY_ID, SEATS, Faction, Space
from khyber.games.distant_plain.bots.events.difference import Difference, changed
from khyber.games.distant_plain.bots.events.steps import Asked, later_steps
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.non_player import GRANTS, NonPlayer, printing_of
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.events.deck import Side
from khyber.games.distant_plain.events.effect import Effect, SpaceEffect
from khyber.games.distant_plain.events.people_effects import Returnees, Select, SetLevel, Shift, Terror
from khyber.games.distant_plain.events.piece_effects import Boxes, Flip, PieceEffect, Place, Remove, Replace
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.track_effects import ChangeTrack, Die, Islamabad, Transfer
from khyber.games.distant_plain.events.turn_effects import Eligibility, Name
from khyber.games.distant_plain.play import Asking, EventText, Play
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

T = TypeVar("T")

#: The face assumed for a die when a part of an Event is judged before the roll.
USUAL_FACE = 4


class Faces(Chance):
    """Chance in which every die shows the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def draw(self, name: str, sides: int, counter: int) -> int:
        return min(self.face, sides)

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return list(range(count))


USUAL_FACES: Final = Faces(USUAL_FACE)


class Settled(Dice):
    """Dice of a trial: the first among equals, always the same face. Real dice stay untouched."""

    __slots__ = ("face",)

    def __init__(self, face: int) -> None:
        super().__init__(_refuse)
        self.face = face

    def roll(self, name: str) -> int:
        return self.face

    def lot(self, candidates: Sequence[T]) -> T:
        return candidates[0]

    def throw(self) -> int:
        return 0


def _refuse() -> random.Random:
    raise AssertionError("a trial draws no random numbers")


class Table:
    """Answers in a trial: Non-players by their rules, players with their first option."""

    __slots__ = ("bot", "bots", "declining", "face", "naming", "opening", "play", "took")

    def __init__(self, bot: NonPlayer, play: Play, opening: str, face: int, *, declining: bool = False) -> None:
        self.bot = bot
        self.play = play
        self.opening = opening
        self.face = face
        #: No free action is taken.
        self.declining = declining
        #: The Faction to name in the text, instead of the Non-player's own choice.
        self.naming: Faction | None = None
        #: A bit for each Faction that took a free action.
        self.took = 0
        self.bots: dict[Faction, NonPlayer] = {}

    def bot_of(self, faction: Faction) -> NonPlayer:
        found = self.bots.get(faction)
        if found is None:
            printing = self.bot.printing if faction == self.bot.faction else printing_of(self.play.state, faction)
            found = self.bots[faction] = NonPlayer(printing, faction, Settled(self.face))
            if faction == self.bot.faction:
                found.plan = Plan(self.opening)
                found.outcomes = self.bot.outcomes
        return found

    def answer(self, decision: Decision) -> Value:
        faction = FACTION_BY_ID[decision.seat]
        if self.naming is not None and decision.ask == "event-faction" and SEATS[self.naming] in decision.values:
            return SEATS[self.naming]
        if decision.ask in GRANTS:
            return self._granted(faction, decision)
        if faction != self.bot.faction and not is_non_player(self.play.state, faction):
            return decision.values[0]
        return self.bot_of(faction).answer(self.play, decision)

    def _granted(self, faction: Faction, decision: Decision) -> Value:
        if self.declining or not (faction == self.bot.faction or is_non_player(self.play.state, faction)):
            return "decline"
        value = self.bot_of(faction).answer(self.play.scratch(), decision)
        if value != "decline":
            self.took |= 1 << faction
        return value


class Certain(Exception):
    """A free action is taken: the Event has an effect, whatever comes of it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of an Event on a scratch copy."""

    before: State
    after: State
    #: A bit for each Faction that took a free action.
    took: int

    @property
    def rolled(self) -> bool:
        return self.before.draws != self.after.draws

    def difference(self) -> Difference:
        return Difference(self.before, self.after)


def try_event(bot: NonPlayer, play: Play, text: EventText, side: str, face: int, *, declining: bool = False) -> Tried:
    """Execute the whole text by the Faction's own choices (N.EventPlay), with every die showing `face`."""
    table = _scratch_table(bot, play, side, face, declining=declining)
    run(text.execute(table.play, bot.faction), table.answer)
    return Tried(play.state, table.play.state, table.took)


def _scratch_table(bot: NonPlayer, play: Play, side: str, face: int, *, declining: bool = False) -> Table:
    """Return a scratch copy of the game at which the Event is about to be executed."""
    scratch = Play(play.state.copy(), Faces(face), cards=play.cards)
    scratch.state.executing |= 1 << bot.faction
    return Table(bot, scratch, f"event-{side}", face, declining=declining)


@lru_cache(maxsize=4096)
def is_one_way(side: Side) -> bool:
    """Return whether no step can undo another: each goes one way, and no two change the same thing."""
    touched = [thing for effect in side.effects for thing in _changed_by(effect)]
    return UNKNOWN not in touched and len(set(touched)) == len(touched)


#: What effects of a class change, in one direction only.
_ONE_WAY: Final[dict[type[Effect], tuple[str, ...]]] = {
    Die: (),
    Name: (),
    Select: (),
    **dict.fromkeys((Place, Remove, Replace, Flip, Boxes), ("pieces",)),
    **dict.fromkeys((Shift, SetLevel), ("level",)),
    Terror: ("terror",),
    Returnees: ("returnees",),
    Islamabad: ("islamabad",),
    Eligibility: ("eligibility",),
}
UNKNOWN: Final = ""


def _changed_by(effect: Effect) -> tuple[str, ...]:
    """Return what the effect changes, in one direction only; UNKNOWN if it may do and undo all sorts of things."""
    if isinstance(effect, ChangeTrack):
        return (effect.track,)
    if isinstance(effect, Transfer):
        return (effect.source, effect.dest)
    return _ONE_WAY.get(type(effect), (UNKNOWN,))


def try_until_certain(bot: NonPlayer, play: Play, text: EventText, side: str, face: int) -> Tried | None:
    """Execute the whole text, but stop with None as soon as a free action of its own makes an effect certain.

    The table is about to ask for that action anyway, so it is not rehearsed.
    """
    table = _scratch_table(bot, play, side, face)
    lasts = text.side is not None and is_one_way(text.side)

    def certain() -> bool:
        return lasts and changed(play.state, table.play.state, bot.faction)

    if not _completes(table, text, bot.faction, bot.faction, certain):
        return None
    return Tried(play.state, table.play.state, table.took)


def benefits(bot: NonPlayer, play: Play, text: EventText, side: str, faction: Faction) -> bool:
    """Return whether the Faction, if it is named, takes a free action, or the text changes pieces at all."""
    table = _scratch_table(bot, play, side, USUAL_FACE)
    table.naming = faction
    acts = not _completes(table, text, bot.faction, faction)
    return acts or play.state.pieces != table.play.state.pieces


def _completes(
    table: Table, text: EventText, executing: Faction, acting: Faction, certain: Callable[[], bool] = lambda: False
) -> bool:
    """Execute the text; return False if it stopped at a free action of `acting`, or once its effect was certain."""

    def answer(decision: Decision) -> Value:
        if certain():
            raise Certain
        value = table.answer(decision)
        if table.took >> acting & 1:
            raise Certain
        return value

    try:
        run(text.execute(table.play, executing), answer)
    except Certain:
        return False
    return True


# -- a part of an Event -------------------------------------------------------------------------------


def try_space(bot: NonPlayer, play: Play, found: Asked, space: Space, named: Faction | None) -> State:
    """Return the result of the step in this space, with the later steps that depend on it."""
    scratch = Play(play.state.copy(), USUAL_FACES, cards=play.cards)
    table = Table(bot, scratch, f"event-{found.side.side}", USUAL_FACE)
    event = Resolution(scratch, bot.faction)
    event.selected[found.step] = [space]
    event.named = named
    for effect in found.side.effects:
        if isinstance(effect, Die):
            event.dice[effect.name] = USUAL_FACE * effect.dice
    assert isinstance(found.effect, SpaceEffect)
    _in_space(event, found.effect, found.step, space, table)
    for number, later in later_steps(found.side, found.step):
        run(later.run(event, number), table.answer)
    return scratch.state


def _in_space(event: Resolution, effect: SpaceEffect, step: int, space: Space, table: Table) -> None:
    if isinstance(effect, PieceEffect):
        event.removed[step] = run(effect.in_space(event, step, space, effect.quantity.here(event, 0)), table.answer)
    elif isinstance(effect, Terror) and effect.total:
        effect.change(event, space, 1)
    else:
        run(effect.at(event, step, space), table.answer)


def try_effects(bot: NonPlayer, play: Play, found: Asked, effects: Sequence[Effect]) -> State:
    """Return the result of these effects together, in place of the step."""
    scratch = Play(play.state.copy(), USUAL_FACES, cards=play.cards)
    table = Table(bot, scratch, f"event-{found.side.side}", USUAL_FACE)
    event = Resolution(scratch, bot.faction)
    for effect in effects:
        run(effect.run(event, found.step), table.answer)
    return scratch.state


def try_rules(bot: NonPlayer, rules: Asking[None], scratch: Play) -> State:
    """Return the result of rules already bound to the scratch position."""
    run(rules, Table(bot, scratch, bot.plan.opening if bot.plan is not None else "", USUAL_FACE).answer)
    return scratch.state


def scratch_of(play: Play) -> Play:
    """Return a scratch copy with dice."""
    return Play(play.state.copy(), USUAL_FACES, cards=play.cards)
