"""Which step of which text asks a question, and what later steps do in the chosen space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import COIN, SEATS, Faction
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.events.deck import Side
from khyber.games.distant_plain.events.effect import EXECUTING, Effect, SpaceEffect
from khyber.games.distant_plain.events.filters import matching
from khyber.games.distant_plain.events.people_effects import SetLevel, Shift
from khyber.games.distant_plain.events.piece_effects import Flip, PieceEffect, Remove
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.turn_effects import Choose
from khyber.games.distant_plain.play import SHADED, UNSHADED, Cards, Play
from khyber.games.distant_plain.rulebook import rule

EVENT = "event-"
#: Which effects put which question about pieces.
_VERBS = {"event-place": "place", "event-remove": "remove", "event-replace": "replace", "event-flip": "flip"}


@rule("8.3.2")
def own_side(faction: Faction, sides: Sequence[str]) -> str:
    """8.3.2: unshaded for COIN, shaded for Insurgents; a single text for all."""
    wanted = UNSHADED if faction in COIN else SHADED
    return wanted if wanted in sides else sides[0]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of an Event: the side, the number of the step, and the effect that asks."""

    side: Side
    step: int
    effect: Effect


def asked(bot: NonPlayer, play: Play, decision: Decision) -> Asked | None:
    """Return the step that asks this question; None if no text of the card written in steps does."""
    step = decision.about.get("n")
    if not isinstance(step, int):
        return None
    executing = play.state.executing >> bot.faction & 1
    candidates = _candidates(sides_at_hand(bot, play), bot.faction, executing, step, _option(bot, step), decision.ask)
    if not candidates:
        return None
    first = candidates[0]
    if len(candidates) == 1 or (_knows_side(bot) and not isinstance(first.side.effects[step - 1], Choose)):
        return first
    return next((found for found in candidates if _fits(found.effect, play, bot.faction, decision)), first)


@lru_cache(maxsize=4096)  # few questions differ
def _candidates(
    sides: tuple[Side, ...], faction: Faction, executing: int, step: int, option: str, ask: str
) -> tuple[Asked, ...]:
    """Return the effects of this step that may ask, starting with the text being executed."""
    return tuple(
        Asked(side, step, effect)
        for side in sides
        if step <= len(side.effects)
        for effect in _leaves(side.effects[step - 1], option)
        if _may_ask(effect, faction, executing, ask)
    )


def _knows_side(bot: NonPlayer) -> bool:
    """Return whether it executes the Event itself, so that its plan names the text."""
    return bot.plan is not None and bot.plan.opening.startswith(EVENT)


def sides_at_hand(bot: NonPlayer, play: Play) -> tuple[Side, ...]:
    """Return the texts being executed: the planned one, or else its own side's before the other."""
    opening = bot.plan.opening if bot.plan is not None else ""
    return _sides(play.cards, play.state.played[-1], opening, bot.faction)


@lru_cache(maxsize=4096)  # of many decks, if users bring their own
def _sides(cards: Cards, card: int, opening: str, faction: Faction) -> tuple[Side, ...]:
    texts = cards.texts.get(card, {})
    if not texts:
        return ()
    names = list(texts)
    first = opening.removeprefix(EVENT)
    if first not in names:
        first = own_side(faction, names)
    found = [texts[first], *(texts[name] for name in names if name != first)]
    return tuple(text.side for text in found if text.side is not None)


def special_at_hand(bot: NonPlayer, play: Play, *names: str) -> str:
    """Return which of these function-based sides is being executed, or ""."""
    sides = sides_at_hand(bot, play)
    return sides[0].special if sides and sides[0].special in names else ""


def _option(bot: NonPlayer, step: int) -> str:
    """Return the Faction's earlier choice in the step, if it was asked."""
    if bot.plan is None:
        return ""
    chosen = bot.plan.queues.get(("event-option", str(step)))
    return str(chosen[0]) if chosen else ""


def remember_option(bot: NonPlayer, step: int, option: str) -> None:
    """Remember the option chosen, for later questions of the step."""
    if bot.plan is not None:
        bot.plan.queues["event-option", str(step)] = [option]


def _leaves(effect: Effect, option: str) -> Sequence[Effect]:
    """Return the effect or, while its choice is open, the effects it chooses from."""
    if not isinstance(effect, Choose):
        return (effect,)
    return (effect, *(leaf for name, leaves in effect.options if not option or name == option for leaf in leaves))


def _may_ask(effect: Effect, faction: Faction, executing: int, ask: str) -> bool:
    """Return whether this kind of effect asks this Faction such a question."""
    if ask == "event-choose":
        return isinstance(effect, Choose)
    if not isinstance(effect, SpaceEffect) or (
        ask in _VERBS and not (isinstance(effect, PieceEffect) and effect.verb == _VERBS[ask])
    ):
        return False
    if effect.by == EXECUTING:
        return bool(executing)
    return effect.by == SEATS[faction] or (effect.by == "owner" and ask in _VERBS)


def _fits(effect: Effect, play: Play, faction: Faction, decision: Decision) -> bool:
    """Return whether the effect is possible in the spaces asked about, to tell texts and options apart."""
    if decision.ask != "event-space" or not isinstance(effect, SpaceEffect) or "selected" in effect.where.text:
        return True
    event = Resolution(play, faction)
    open_to_it = matching(event, effect.where.test)
    asked_about = numbers(decision)
    return effect.possible_now(event) and all(space in open_to_it for space in asked_about)


# -- what belongs together ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def later_steps(side: Side, step: int) -> tuple[tuple[int, Effect], ...]:
    """Return the later steps that refer to the spaces selected or pieces removed in this one."""
    if side.special:
        return ()
    words = (f"selected({step})", f"spaces({step})", f"removed({step})")
    return tuple(
        (number, effect)
        for number, effect in enumerate(side.effects, 1)
        if number > step and any(word in str(side.steps[number - 1]) for word in words)
    )


@lru_cache(maxsize=4096)
def stays_within_space(side: Side, step: int, effect: Effect) -> bool:
    """Return whether the outcome in a space depends on that space alone, later steps included.

    Without players, so do the answers of all Non-players: no margin changes the order of their targets (8.2.1).
    """
    if side.special or effect is not side.effects[step - 1]:
        return False
    steps = ((step, effect), *later_steps(side, step))
    return all(_depends_on_space(later, side.steps[number - 1]) for number, later in steps)


def _depends_on_space(effect: Effect, written: Mapping[str, object]) -> bool:
    """Return whether the effect there is the same whatever there is elsewhere."""
    if isinstance(effect, Remove | Flip):
        return not effect.quantity.total and (effect.quantity.n is None or isinstance(written.get("n", 1), int))
    return isinstance(effect, Shift | SetLevel)
