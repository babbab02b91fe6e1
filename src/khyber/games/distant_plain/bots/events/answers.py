"""8.3: Non-players' answers during an Event, by question."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import CARDS, COALITION, COIN, FACTION_BY_ID, SEATS, SPACE_BY_ID, TALIBAN, Faction
from khyber.games.distant_plain.bots.events import pieces
from khyber.games.distant_plain.bots.events.moves import event_move_from, event_move_to, move_count
from khyber.games.distant_plain.bots.events.spaces import event_choose, event_space, most_to_lose, remember_named
from khyber.games.distant_plain.bots.events.steps import sides_at_hand, special_at_hand
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.responses import as_much_as_the_event_allows
from khyber.games.distant_plain.events.turn_effects import NAMED, Eligibility
from khyber.games.distant_plain.play import SHADED, UNSHADED, Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.lasting import in_effect
from khyber.games.distant_plain.rules.victory import is_non_player


@rule("8.3.4", "2nd:8.4.4")
def event_faction(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.4: harm the first target; benefit itself, else another Non-player at random."""
    factions = [FACTION_BY_ID[str(value)] for value in decision.values]
    bot.cite_guide("benefit")
    if "space" in decision.about and special_at_hand(bot, play, "desertions-and-defections-unshaded"):
        bot.cite_guide("where")
        chosen = most_to_lose(bot, play, SPACE_BY_ID[str(decision.about["space"])])
    elif harmful(bot, play):
        bot.cite_guide("targets")
        order = bot.printing.guide.targets(play.state, bot.dice, bot.faction)
        chosen = min(factions, key=lambda f: order.index(f) if f in order else len(order))
    else:
        chosen = who_gains(bot, play, factions)
    remember_named(bot, chosen)
    return SEATS[chosen]


def who_gains(bot: NonPlayer, play: Play, factions: list[Faction]) -> Faction:
    """N.EventPlay 3: return the Factions that gain, best choice first."""
    if bot.faction in factions:
        return bot.faction
    others = [f for f in factions if is_non_player(play.state, f)]
    return bot.dice.lot(others or factions)


def harmful(bot: NonPlayer, play: Play) -> bool:
    """Return whether the Faction named will be Ineligible."""
    return any(
        isinstance(effect, Eligibility) and effect.faction == NAMED and not effect.eligible
        for side in sides_at_hand(bot, play)[:1]
        for effect in side.effects
    )


# -- Capabilities that change -----------------------------------------------------------------------------


@rule("8.3.1")
def event_capability(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Choose one that shows the other side's text: its own Capabilities first, then at random."""
    bot.cite_guide("instruction")
    cards = numbers(decision)
    wrong = [card for card in cards if in_effect(play.state, card, unwanted_text(bot.faction))]
    friend = COALITION if bot.faction in COIN else TALIBAN
    return bot.dice.lot([card for card in wrong if CARDS[card].capability_of == friend] or wrong or cards)


def unwanted_text(faction: Faction) -> str:
    return SHADED if faction in COIN else UNSHADED


def event_tactics(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Flip the Capability if it shows the other side's text; otherwise discard it."""
    bot.cite_guide("instruction")
    card = decision.about["card"]
    right = isinstance(card, int) and in_effect(play.state, card, unwanted_text(bot.faction))
    return "turn" if right else "discard"


#: Answers of every Non-player, unless its printing or Faction overrides them.
EVENT_RESPONSES: Final[dict[str, Response]] = {
    "event-space": event_space,
    "event-choose": event_choose,
    "event-faction": event_faction,
    "event-place": pieces.event_place,
    "event-remove": pieces.event_remove,
    "event-replace": pieces.event_remove,
    "event-replace-with": pieces.event_replace_with,
    "event-flip": pieces.event_flip,
    "event-box": as_much_as_the_event_allows,
    "event-split": as_much_as_the_event_allows,
    "event-move-from": event_move_from,
    "event-move-to": event_move_to,
    "move-count": move_count,
    "event-capability": event_capability,
    "event-tactics": event_tactics,
}
