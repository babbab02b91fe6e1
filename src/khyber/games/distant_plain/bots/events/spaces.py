"""8.3.3-8.3.5: the space where a Non-player applies an Event, and the option of a text that it chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common.guidelines import players
from khyber.games.distant_plain.bots.events.difference import Difference, Worth, changed
from khyber.games.distant_plain.bots.events.steps import (
    Asked,
    asked,
    later_steps,
    remember_option,
    special_at_hand,
    stays_within_space,
)
from khyber.games.distant_plain.bots.events.trial import scratch_of, try_effects, try_rules, try_space
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.events.effect import SpaceEffect
from khyber.games.distant_plain.events.filters import matching
from khyber.games.distant_plain.events.piece_effects import Remove
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.turn_effects import Choose, FreeActivity, FreeOperation
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.events import event_place, free_operation
from khyber.games.distant_plain.rules.forces import activate, can_hide, count, guerrillas, hide, lose, pieces_of, remove
from khyber.games.distant_plain.rules.operations.assault import AS_PLAINS
from khyber.games.distant_plain.state import State

#: What happens in a space, on a scratch copy.
Happening = Callable[[NonPlayer, Play, Space], State]


#: A further rank, from what would change and where.
Rank = Callable[[Difference, Space], Worth]


@rule("8.3.4", "2nd:8.4.4")
def event_space(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.4: the space where the Event helps most; done if it would do nothing, or harm."""
    found = asked(bot, play, decision)
    if found is not None and isinstance(found.effect, Remove) and found.effect.by == board.SEATS[bot.faction]:
        return own_pieces_from(bot, play, decision)
    return best_space(bot, play, decision, found=found)


@rule("8.2.1")
def own_pieces_from(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """N.G5: where to give up its own pieces: Active ones first, then where others remain."""
    bot.cite_guide("own")
    pieces = play.state.pieces
    shown = board.ACTIVE_OF.get(bot.faction)
    keys = {
        space: (
            0 if shown is None else int(pieces[space * board.KINDS + shown] > 0),
            bot.printing.guide.keeps_one and pieces_of(play.state, bot.faction, space) > 1,
        )
        for space in decision.values
        if isinstance(space, int)
    }
    best = max(keys.values())
    return random_space(bot.dice, [space for space, key in keys.items() if key == best])


def best_space(
    bot: NonPlayer,
    play: Play,
    decision: Decision,
    *,
    first: Rank | None = None,
    last: Rank | None = None,
    found: Asked | None = None,
    at_most: Callable[[Space], Worth] | None = None,
) -> Value:
    """N.EventPlay: choose the best space; an instruction may rank `first` or `last`; `found` is the step.

    `at_most` bounds the rank `first`: spaces that cannot be the best are not tried.
    """
    spaces = numbers(decision)
    happening = _happening(bot, play, decision, found)
    if happening is None:
        bot.cite_guide("random")
        return random_space(bot.dice, spaces) if spaces else "done"
    judge = bot.printing.guide.judge(bot, play.state)
    worths: dict[Space, Worth] = {}
    optional = "done" in decision.values
    best: Worth = ()
    objection, before = "", 0
    for space in spaces if at_most is None else sorted(spaces, key=at_most, reverse=True):
        if at_most is not None and at_most(space) < best[: len(at_most(space))]:
            continue
        diff = happening(space)
        if diff is None:
            continue
        worth = diff.rated.get(judge.key)
        if worth is None:
            worth = diff.rated[judge.key] = judge.worth(diff, space)
        objection = judge.objection(worth) if optional else ""
        if not objection:
            if first is not None:
                told = first(diff, space)
                worth, before = (*told, *worth), len(told)
            if last is not None:
                worth = (*worth, *last(diff, space))
            worths[space] = worth
            best = max(best, worth)
    if not worths:
        bot.cite_guide((objection or "where") if optional else "random")
        return "done" if optional else random_space(bot.dice, spaces)
    chosen = random_space(bot.dice, [space for space in spaces if worths.get(space) == best])
    if bot.trace is not None:
        decides = judge.deciding(best, worths.values(), before)
        step, cited = bot.printing.guide.steps["where" if len(spaces) == 1 else decides]
        bot.note("event-space", id=step, text=cited, space=board.SPACE_IDS[chosen], of=len(spaces))
    return chosen


def _happening(
    bot: NonPlayer, play: Play, decision: Decision, found: Asked | None
) -> Callable[[Space], Difference | None] | None:
    """Return a function that gives the change from choosing a space (None if none); None if unknown."""
    special = special_at_hand(bot, play, *_SPECIAL)
    if special:
        return lambda space: _difference(bot, play.state, _SPECIAL[special](bot, play, space), board.LANDS)
    found = found or asked(bot, play, decision)
    if found is None or not isinstance(found.effect, SpaceEffect):
        return None
    there = found
    named = named_faction(bot, play, found, decision)
    later = later_steps(found.side, found.step)
    local = not any(isinstance(effect, FreeOperation | FreeActivity) for _, effect in later)
    alone = stays_within_space(found.side, found.step, found.effect) and not players(play.state)
    before, known = bot.outcomes.of(play.state, found.step, id(found.effect), named, within_space=alone)

    def happens(space: Space) -> Difference | None:
        if space not in known:
            after = try_space(bot, play, there, space, named)
            known[space] = _difference(bot, before, after, (space,) if local else board.LANDS)
        return known[space]

    return happens


def _difference(bot: NonPlayer, before: State, after: State, spaces: Sequence[Space]) -> Difference | None:
    return Difference(before, after, spaces) if changed(before, after, bot.faction) else None


# -- a Faction named by an earlier step -----------------------------------------------------------------


def remember_named(bot: NonPlayer, faction: Faction) -> None:
    if bot.plan is not None:
        bot.plan.queues["event-named",] = [int(faction)]


def named_faction(bot: NonPlayer, play: Play, found: Asked, decision: Decision) -> Faction | None:
    """Return the Faction named in an earlier step, as remembered or implied by the spaces on offer."""
    effect = found.effect
    if not isinstance(effect, SpaceEffect) or "named(" not in effect.where.text:
        return None
    if bot.plan is not None and (remembered := bot.plan.queues.get(("event-named",))):
        return Faction(int(str(remembered[0])))
    event = Resolution(play, bot.faction)
    for faction in board.FACTIONS:
        event.named = faction
        open_to_it = matching(event, effect.where.test)
        if open_to_it and all(value in open_to_it for value in decision.values if isinstance(value, int)):
            return faction
    return None


@rule("8.3.1")
def event_choose(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.1: choose the option that best meets the conditions of its box, then affects most pieces."""
    found = asked(bot, play, decision)
    names = [str(value) for value in decision.values]
    bot.cite_guide("random")
    if found is None or not isinstance(found.effect, Choose):
        return bot.dice.lot(names)
    options = dict(found.effect.options)
    judge = bot.printing.guide.judge(bot, play.state)
    before, known = bot.outcomes.of(play.state, found.step, id(found.effect))
    for name in names:
        if name not in known:
            known[name] = Difference(before, try_effects(bot, play, found, options[name]))
    worths = {name: judge.worth(diff) for name in names if (diff := known[name]) is not None}
    best = max(worths.values())
    chosen = bot.dice.lot([name for name in names if worths[name] == best])
    bot.cite_guide(judge.deciding(best, worths.values()))
    remember_option(bot, found.step, chosen)
    return chosen


# -- the sides that are functions -------------------------------------------------------------------------


def own_first(bot: NonPlayer, factions: Sequence[Faction]) -> Faction:
    """N.EventPlay 3: choose itself if possible, else the first of the others."""
    return bot.faction if bot.faction in factions else factions[0]


def amnesty_there(bot: NonPlayer, play: Play, space: Space) -> State:
    """Amnesty: one Faction's Guerrillas flip Underground, and one is placed."""
    scratch = scratch_of(play)
    faction = own_first(bot, [f for f in board.INSURGENTS if guerrillas(play.state, f, space)])
    hide(scratch, "5.1", faction, space, can_hide(scratch.state, faction, space))
    event_place(scratch, board.UNDERGROUND_OF[faction], space)
    return scratch.state


def troops_leave(bot: NonPlayer, play: Play, space: Space) -> State:
    """Operation Iraqi Freedom: remove a Coalition Troop."""
    scratch = scratch_of(play)
    lose(scratch, "5.1", board.C_TROOPS, space)
    return scratch.state


def deserters(bot: NonPlayer, play: Play, space: Space) -> State:
    """Desertions: remove half of one Faction's Guerrillas."""
    scratch = scratch_of(play)
    faction = most_to_lose(bot, play, space)
    state = scratch.state
    n = (guerrillas(state, faction, space) + 1) // 2
    of_shown = min(n, count(state, space, board.ACTIVE_OF[faction]))
    remove(scratch, "5.1", board.ACTIVE_OF[faction], space, of_shown)
    remove(scratch, "5.1", board.UNDERGROUND_OF[faction], space, n - of_shown)
    return state


def most_to_lose(bot: NonPlayer, play: Play, space: Space) -> Faction:
    """8.3.4, 8.2.1: the Insurgent Faction that loses most there; ties by order of targets."""
    judge = bot.printing.guide.judge(bot, play.state)
    present = [f for f in judge.targets if f in board.INSURGENTS] or list(board.INSURGENTS)
    return max(present, key=lambda f: (guerrillas(play.state, f, space) + 1) // 2)


def defector_comes(bot: NonPlayer, play: Play, space: Space) -> State:
    """Defections: place a Guerrilla where cubes were removed."""
    scratch = scratch_of(play)
    event_place(scratch, board.UNDERGROUND_OF[own_first(bot, board.INSURGENTS)], space)
    return scratch.state


def fastness_stormed(bot: NonPlayer, play: Play, space: Space) -> State:
    """Mountain Fastness: Activate Guerrillas, then one COIN Faction Assaults."""
    scratch = scratch_of(play)
    state = scratch.state
    for faction in board.INSURGENTS:
        activate(scratch, "5.1", faction, space, count(state, space, board.UNDERGROUND_OF[faction]))
    by = board.COALITION if count(state, space, board.C_TROOPS) and bot.faction == board.COALITION else board.GOVERNMENT
    rules = free_operation(scratch, by, ("assault",), limited=True, spaces=(space,), text=AS_PLAINS)
    return try_rules(bot, rules, scratch)


def refuge_built(bot: NonPlayer, play: Play, space: Space) -> State:
    """Mountain Fastness: flip Guerrillas Underground, then perhaps build a Base."""
    scratch = scratch_of(play)
    faction = own_first(bot, board.INSURGENTS)
    hide(scratch, "5.1", faction, space, can_hide(scratch.state, faction, space))
    event_place(scratch, board.BASE_OF[faction], space)
    return scratch.state


def police_come(bot: NonPlayer, play: Play, space: Space) -> State:
    """Contractor Surge: place Police on a LoC."""
    scratch = scratch_of(play)
    event_place(scratch, board.G_POLICE, space)
    return scratch.state


#: By the name of the side's function: what choosing a space means.
_SPECIAL: Final[dict[str, Happening]] = {
    "amnesty-shaded": amnesty_there,
    "operation-iraqi-freedom-shaded": troops_leave,
    "desertions-and-defections-unshaded": deserters,
    "desertions-and-defections-shaded": defector_comes,
    "mountain-fastness-unshaded": fastness_stormed,
    "mountain-fastness-shaded": refuge_built,
    "contractor-surge-unshaded": police_come,
}
