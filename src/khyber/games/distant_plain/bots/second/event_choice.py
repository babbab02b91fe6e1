"""2nd:8.1, 2nd:8.4: whether a 2nd printing Non-player executes the Event, and for whose benefit."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, is_propaganda
from khyber.games.distant_plain.bots.common.guidelines import unplayed
from khyber.games.distant_plain.bots.events.answers import event_faction, harmful
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.bots.events.instructions import Instruction
from khyber.games.distant_plain.bots.events.spaces import remember_named
from khyber.games.distant_plain.bots.events.steps import EVENT, own_side
from khyber.games.distant_plain.bots.events.tests import Prospect, leave_event, open_sides, take_event
from khyber.games.distant_plain.bots.events.trial import benefits
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.second.instructions import INSTRUCTIONS
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.lasting import is_momentum
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

#: N2.Seq.5: whose Capabilities, and Islamabad, they leave alone if a player has that Faction.
ON_BEHALF_OF: Final = {board.GOVERNMENT: board.COALITION, board.WARLORDS: board.TALIBAN}


@rule("2nd:8.1")
def consider_event(bot: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """N2.Seq.1 to N2.Seq.6: return a plan to execute the Event, or None for Operations."""
    sides = open_sides(decision)
    if not sides:
        return None
    prospect = Prospect(bot, play, chosen_side(bot, play.state, sides))
    for step, objects in TESTS:
        if objects(prospect):
            leave_event(bot, step)
            bot.follow(step)
            return None
    return take_event(prospect, "N2.Seq.2" if said(prospect).execute_if is not None else "N2.Seq.1")


@rule("2nd:8.4.2")
def chosen_side(bot: NonPlayer, state: State, sides: list[str]) -> str:
    """N2.Seq.3: unshaded for COIN, shaded for Insurgents; N2.Seq.2: or the one the sheet names."""
    named = INSTRUCTIONS.of(bot.faction, state.played[-1]).side
    return named if named in sides else own_side(bot.faction, sides)


def said(prospect: Prospect) -> Instruction:
    """Return the instruction on the Faction's sheet for the card."""
    return INSTRUCTIONS.of(prospect.faction, prospect.play.state.played[-1])


# -- reasons against it -------------------------------------------------------------------------------


@rule("2nd:8.4.1")
def instructed_otherwise(prospect: Prospect) -> bool:
    """N2.Seq.2: the Faction's sheet calls for Operations on this card."""
    needed = said(prospect).execute_if or said(prospect).never_unless
    return needed is not None and not needed(prospect)


@rule("2nd:8.1")
def ineffective(prospect: Prospect) -> bool:
    """N2.Seq.4, R8: no effect, or Momentum with a Propaganda card next, unless instructed."""
    state = prospect.play.state
    card = state.played[-1]
    ends_soon = is_momentum(card, prospect.side) and bool(state.deck) and is_propaganda(state.deck[0])
    if ends_soon and not said(prospect).before_propaganda:
        return True
    if prospect.surely_effective() or prospect.effective():
        return False
    return not any(tried.before.next_eligibility != tried.after.next_eligibility for tried in prospect.each())


@rule("2nd:8.1")
def helps_a_players_friend(prospect: Prospect) -> bool:
    """N2.Seq.5: a Capability or an Islamabad shift that benefits a player.

    Where the sheet itself says when to execute the Event, that decides (N2.Seq.2).
    """
    friend = ON_BEHALF_OF.get(prospect.faction)
    if friend is None or is_non_player(prospect.play.state, friend) or said(prospect).execute_if is not None:
        return False
    return is_capability(prospect) or any(tried.difference().islamabad() for tried in prospect.each())


@rule("2nd:8.1")
def too_late(prospect: Prospect) -> bool:
    """N2.Seq.6: for the Coalition and the Taliban, a Capability needs a die below the Propaganda cards left."""
    bot = prospect.bot
    if prospect.faction in ON_BEHALF_OF or not is_capability(prospect):
        return False
    rolled, left = bot.dice.roll("N2.Seq.6"), unplayed(prospect.play.state)
    bot.note("capability", die=rolled, n=left - 1)
    return rolled >= left


def is_capability(prospect: Prospect) -> bool:
    return board.CARDS[prospect.play.state.played[-1]].capability_of is not None


#: In this order; the die last (R1).
TESTS: Final = (
    ("N2.Seq.2", instructed_otherwise),
    ("N2.Seq.4", ineffective),
    ("N2.Seq.5", helps_a_players_friend),
    ("N2.Seq.6", too_late),
)


# -- while it is executed -----------------------------------------------------------------------------


@rule("2nd:8.4.4")
def who_benefits(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """N2.Event.3: itself if possible, else another Non-player at random.

    R17: if there is none, it names itself, so that no player gains by it.
    """
    if harmful(bot, play) or "space" in decision.about or bot.plan is None:
        return event_faction(bot, play, decision)
    side = bot.plan.opening.removeprefix(EVENT)
    text = play.cards.texts[play.state.played[-1]].get(side)
    named = [board.FACTION_BY_ID[str(value)] for value in decision.values]
    if text is None:
        return event_faction(bot, play, decision)

    bot.cite_guide("benefit")
    before, known = bot.outcomes.of(play.state, "event-faction", side)

    def can(faction: Faction) -> bool:
        seat = board.SEATS[faction]
        if seat not in known:
            known[seat] = Difference(before, before) if benefits(bot, play, text, side, faction) else None
        return known[seat] is not None

    own = [bot.faction] if bot.faction in named else []
    others = [f for f in named if f not in own and is_non_player(play.state, f)]
    chosen = own[0] if own and can(own[0]) else bot.dice.lot([f for f in others if can(f)] or own or others or named)
    remember_named(bot, chosen)
    return board.SEATS[chosen]
