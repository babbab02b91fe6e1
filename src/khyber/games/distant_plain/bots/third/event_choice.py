"""8.1, 8.3: whether a Non-player executes the Event."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, is_propaganda
from khyber.games.distant_plain.bots.common.guidelines import unplayed
from khyber.games.distant_plain.bots.events.steps import own_side
from khyber.games.distant_plain.bots.events.tests import COULD, Prospect, could, leave_event, open_sides, take_event
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.instructed_choices import CONTROLLED_BEFORE
from khyber.games.distant_plain.bots.third.instructions import INSTRUCTIONS
from khyber.games.distant_plain.events.turn_effects import NAMED, Eligibility, Name
from khyber.games.distant_plain.play import EventText, Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules import sequence
from khyber.games.distant_plain.rules.lasting import is_momentum
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import ELIGIBLE_NEXT, INELIGIBLE_NEXT, NOTHING_DONE, OP_AND_ACTIVITY

LETTER: Final = dict(zip(board.FACTIONS, "CGTW", strict=True))
#: 8.1: whose Capability each of the other two takes.
ON_BEHALF_OF: Final = {board.GOVERNMENT: board.COALITION, board.WARLORDS: board.TALIBAN}


@rule("8.1", "8.3.1")
def consider_event(bot: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """N.Halo, N.Capability, N.Momentum, N.Event: plan the Event or a Pass; None for an Operation."""
    state, faction = play.state, bot.faction
    card = state.played[-1]
    sides = open_sides(decision)
    prospect: Prospect | None = None
    if sides:
        said = INSTRUCTIONS.of(faction, card)
        prospect = Prospect(bot, play, said.side if said.side in sides else own_side(faction, sides))
        if said.execute_if is not None:
            if said.execute_if(prospect) and not ends_soon(prospect) and worth_executing(prospect):
                return execute(prospect, "N.Halo")
            leave_event(bot, "N.Halo")
            prospect = None
        elif said.never_unless is not None and not said.never_unless(prospect):
            leave_event(bot, "N.Halo")
            prospect = None
    if faction in sequence.LOOKING_AHEAD:
        plan = await_capability(bot, play, decision, prospect)
        if plan is not None:
            return plan
    if prospect is None:
        return None
    if board.CARDS[card].capability_of is not None:
        return None if faction in sequence.LOOKING_AHEAD else friends_capability(prospect)
    if is_momentum(card, prospect.side):
        return momentum(prospect)
    return event(prospect)


def worth_executing(prospect: Prospect) -> bool:
    """8.1, 8.3.5: whether the text has an effect without necessarily lowering its own score."""
    return prospect.effective() and prospect.spares_own_score()


def execute(prospect: Prospect, step: str) -> Plan:
    """Plan the Event, with the step that led to it."""
    state = prospect.play.state
    plan = take_event(prospect, step)
    plan.queues[CONTROLLED_BEFORE] = [space for space in board.LANDS if state.control[space] == board.COIN_CONTROL]
    return plan


# -- Capabilities -------------------------------------------------------------------------------------


@rule("8.1")
def await_capability(bot: NonPlayer, play: Play, decision: Decision, prospect: Prospect | None) -> Plan | None:
    """N.Capability, Coalition and Taliban: this card or, by Passing, the next; one die decides (R-N5)."""
    state = play.state
    now = prospect is not None and board.CARDS[state.played[-1]].capability_of is not None
    if now and prospect is not None and state.promised >> bot.faction & 1:
        return execute(prospect, "N.Capability")
    if not now and not _coming(play, bot.faction):
        return None
    rolled, left = bot.dice.roll("N.Capability"), unplayed(state)
    bot.note("capability", die=rolled, n=left)
    if rolled > left:
        if now:
            leave_event(bot, "N.Capability")
        return None
    if now and prospect is not None:
        return execute(prospect, "N.Capability")
    plan = Plan(sequence.PASS_FOR_CAPABILITY if sequence.PASS_FOR_CAPABILITY in decision.values else "pass")
    plan.follow("N.Capability")
    bot.note("pass", id="N.Capability")
    return plan


def _coming(play: Play, faction: Faction) -> bool:
    """Return whether the next card is a Capability that this Faction is sure to get."""
    state = play.state
    if not state.deck or is_propaganda(state.deck[0]) or board.CARDS[state.deck[0]].capability_of is None:
        return False
    return will_get(play, faction)


@rule("8.1")
def will_get(play: Play, faction: Faction) -> bool:
    """N.Capability: return whether after a Pass it is sure to be 1st Eligible on the next card."""
    state = play.state
    order = board.CARDS[state.deck[0]].order
    before = order[: order.index(faction)]
    if state.next_eligibility[faction] == INELIGIBLE_NEXT:
        return False
    if any(not state.acted >> other & 1 or state.next_eligibility[other] == ELIGIBLE_NEXT for other in before):
        return False
    if before and sequence.SUDDEN_PROPAGANDA in state.options:
        return False  # a Propaganda card may come in between and make all Eligible
    if not state.order or state.action not in (NOTHING_DONE, OP_AND_ACTIVITY):
        return True
    return not any(_meddles(text, faction, before) for text in play.cards.texts[state.played[-1]].values())


def _meddles(text: EventText, faction: Faction, before: tuple[Faction, ...]) -> bool:
    """Return whether the Event could make the Faction Ineligible, or keep one ahead of it Eligible (2.3.6)."""
    if text.side is None:
        return False
    named = {name for effect in text.side.effects if isinstance(effect, Name) for name in effect.factions}
    for effect in text.side.effects:
        if isinstance(effect, Eligibility):
            hit = named if effect.faction == NAMED else {effect.faction}
            if any(board.SEATS[other] in hit for other in (before if effect.eligible else (faction,))):
                return True
    return False


@rule("8.1")
def friends_capability(prospect: Prospect) -> Plan | None:
    """N.Capability, Government and Warlords: for a Non-player friend, if the die is low enough."""
    bot, state = prospect.bot, prospect.play.state
    if is_non_player(state, ON_BEHALF_OF[bot.faction]):
        rolled, left = bot.dice.roll("N.Capability"), unplayed(state)
        bot.note("capability", die=rolled, n=left - 1)
        if rolled < left:
            return execute(prospect, "N.Capability")
    leave_event(bot, "N.Capability")
    return None


# -- Momentum, Event ----------------------------------------------------------------------------------


def ends_soon(prospect: Prospect) -> bool:
    """8.1: the text is Momentum, and the next card, Propaganda, would end it."""
    state = prospect.play.state
    return is_momentum(state.played[-1], prospect.side) and bool(state.deck) and is_propaganda(state.deck[0])


@rule("8.1")
def momentum(prospect: Prospect) -> Plan | None:
    """N.Momentum: if it has an effect and no Propaganda card is next; a few always (R-N6)."""
    bot = prospect.bot
    soon_over = ends_soon(prospect)
    excepted = INSTRUCTIONS.of(bot.faction, prospect.play.state.played[-1]).before_propaganda
    if (not soon_over or excepted) and worth_executing(prospect):
        return execute(prospect, "N.Momentum.x" if soon_over else "N.Momentum")
    leave_event(bot, "N.Momentum")
    return None


@rule("8.6.2", "8.7.2", "8.8.2", "8.9.2")
def event(prospect: Prospect) -> Plan | None:
    """Decide by the Faction's Event box: what it could do (Coalition, Taliban) or will do (the others)."""
    faction = prospect.faction
    found = _could(prospect) if faction in COULD else prospect.will()
    step = f"{LETTER[faction]}.Event.3"
    if found is None or not worth_executing(prospect):
        leave_event(prospect.bot, step)
        return None
    return execute(prospect, step + "abc"[found])


def _could(prospect: Prospect) -> int | None:
    """C.Event.3, T.Event.3: return the first condition that either text could meet."""
    play, faction = prospect.play, prospect.faction
    texts = play.cards.texts[play.state.played[-1]].values()
    for index, wanted in enumerate(COULD[faction]):
        if index == 2 and faction == board.COALITION and is_non_player(play.state, board.TALIBAN):
            continue
        if any(could(play, faction, text, wanted) for text in texts):
            return index
    return None
