"""8.3.1, 2nd:8.4.1: answers that the Non-players' instructions name in the files of the cards.

Those that only the 3rd printing has are in third/instructed_choices.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space, is_propaganda
from khyber.games.distant_plain.bots.common.guidelines import best_margin_first, enemy_players, pop
from khyber.games.distant_plain.bots.events.answers import EVENT_RESPONSES
from khyber.games.distant_plain.bots.events.difference import Difference, Worth
from khyber.games.distant_plain.bots.events.instructions import Instructions, Named, by_name
from khyber.games.distant_plain.bots.events.pieces import within
from khyber.games.distant_plain.bots.events.spaces import best_space, remember_named
from khyber.games.distant_plain.bots.events.steps import remember_option
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.responses import as_much_as_the_event_allows
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, guerrillas, pieces_of
from khyber.games.distant_plain.rules.victory import is_non_player, margins
from khyber.games.distant_plain.state import AS_USUAL, ELIGIBLE_NEXT, State


def commandos_land(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Land where the Assault removes a Taliban Base, else at the most Taliban pieces.

    It tries no space with fewer of them than another loses.
    """
    state = play.state
    return best_space(
        bot,
        play,
        decision,
        first=lambda diff, space: (-diff.arrived(board.T_BASE), diff.gone(board.TALIBAN)),
        at_most=lambda space: (count(state, space, board.T_BASE), pieces_of(state, board.TALIBAN, space)),
    )


def aid_workers_killed(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: place Terror at Support, then at Opposition, highest Population first."""
    state = play.state

    def first(diff: Difference, space: Space) -> Worth:
        level = state.level[space]
        return (2 if level == board.SUPPORT else 1 if level == board.OPPOSITION else 0, pop(state, space))

    return best_space(bot, play, decision, first=first)


def not_among_pashtun(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Coalition: among equals, prefer non-Pashtun spaces."""
    return best_space(bot, play, decision, last=lambda diff, space: (int(not board.IS_PASHTUN[space]),))


def costs_a_player_most(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Warlords: choose where the change costs a player most."""
    hit = enemy_players(play.state, bot.faction)
    return best_space(
        bot, play, decision, first=lambda diff, space: (max((-diff.score(player) for player in hit), default=0),)
    )


def open_roads_first(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Warlords: LoCs without Sabotage and without Warlord Guerrillas first."""
    state = play.state
    return best_space(
        bot,
        play,
        decision,
        first=lambda diff, space: (int(not state.terror[space] and not guerrillas(state, board.WARLORDS, space)),),
    )


def only_at_support(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: only Provinces at Support."""
    found = [value for value in decision.values if isinstance(value, int) and play.state.level[value] == board.SUPPORT]
    if not found:
        return "done" if "done" in decision.values else EVENT_RESPONSES["event-space"](bot, play, decision)
    return best_space(bot, play, decision, first=lambda diff, space: (int(space in found),))


# -- out of Pakistan ----------------------------------------------------------------------------------


def most_guerrillas(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: the space with the most Guerrillas, while it has more than its Base needs."""
    state = play.state
    found = [value for value in decision.values if isinstance(value, int) and _spare(bot, state, value)]
    if not found:
        return "done"
    most = max(guerrillas(state, board.TALIBAN, space) for space in found)
    return random_space(bot.dice, [space for space in found if guerrillas(state, board.TALIBAN, space) == most])


def _spare(bot: NonPlayer, state: State, space: Space) -> int:
    """Return the Guerrillas that may leave: one stays at a Base, and the printing may keep others."""
    here = guerrillas(state, board.TALIBAN, space)
    kept = 1 if count(state, space, board.T_BASE) else 0
    return min(here - kept, bot.printing.guide.may_leave(state, space, board.TALIBAN, here))


def across_the_border(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: where they gain Taliban Control, then at Support, then highest Population."""
    state = play.state
    spare = _spare(bot, state, board.SPACE_BY_ID[str(decision.about["space"])])
    spaces = numbers(decision)
    keys = {
        space: (
            int(0 < _to_control(state, space) <= spare),
            int(state.level[space] == board.SUPPORT),
            pop(state, space),
        )
        for space in spaces
    }
    best = max(keys.values())
    return random_space(bot.dice, [space for space in spaces if keys[space] == best])


def _to_control(state: State, space: Space) -> int:
    """Return how many more Guerrillas give Taliban Control there; 0 if they already have it."""
    others = sum(pieces_of(state, f, space) for f in board.FACTIONS if f != board.TALIBAN)
    return max(0, others + 1 - pieces_of(state, board.TALIBAN, space))


def march_out_count(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Taliban: enough for Control, else all that may leave; Active first, as all arrive Underground."""
    state, about = play.state, decision.about
    origin, dest = board.SPACE_BY_ID[str(about["origin"])], board.SPACE_BY_ID[str(about["dest"])]
    going = spare = _spare(bot, state, origin)
    needed = _to_control(state, dest)
    if 0 < needed <= spare:
        going = needed
    shown = count(state, origin, board.T_ACTIVE)
    if board.PIECE_BY_ID[str(about["piece"])] == board.T_UNDERGROUND:
        return within(decision, going - shown)
    return within(decision, going)


def breaktime_target(bot: NonPlayer, play: Play, targets: Sequence[Faction]) -> Faction | None:
    """Return the player with the best margin who would be 1st or 2nd Eligible on the next card."""
    state = play.state
    playing = [f for f in targets if not is_non_player(state, f) and f != bot.faction]
    if not playing or not state.deck or is_propaganda(state.deck[0]):
        return None
    first = [f for f in board.CARDS[state.deck[0]].order if _eligible_next(state, f, bot.faction)][:2]
    found = [f for f in playing if f in first]
    return best_margin_first(state, bot.dice, found)[0] if found else None


def _eligible_next(state: State, faction: Faction, acting: Faction) -> bool:
    """Return whether the Faction would be Eligible on the next card, with this Event executed."""
    said = state.next_eligibility[faction]
    if said != AS_USUAL:
        return said == ELIGIBLE_NEXT
    if faction == acting:
        return faction == board.TALIBAN and state.islamabad == board.SPONSORSHIP  # R-N9
    return not state.acted >> faction & 1


@rule("8.3.1", "2nd:8.4.1")
def take_a_break(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Choose that player."""
    targets = [board.FACTION_BY_ID[str(value)] for value in decision.values]
    chosen = breaktime_target(bot, play, targets)
    if chosen is None:
        return EVENT_RESPONSES["event-faction"](bot, play, decision)
    remember_named(bot, chosen)
    return board.SEATS[chosen]


def first_of(bot: NonPlayer, play: Play, decision: Decision, *names: str) -> Value:
    """Choose the first of these options that is possible."""
    chosen = next((name for name in names if name in decision.values), str(decision.values[0]))
    step = decision.about.get("n")
    if isinstance(step, int):
        remember_option(bot, step, chosen)
    return chosen


def aid_unless_government_leads(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Coalition: all to Aid, but to the Warlords if a player Government has the best margin."""
    margin = margins(play.state)
    leads = not is_non_player(play.state, board.GOVERNMENT) and margin[board.GOVERNMENT] == max(margin)
    return min(numbers(decision)) if leads else max(numbers(decision))


@rule("8.3.1", "2nd:8.4.1")
def own_only(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """Only the Faction's own pieces."""
    own = board.OWNER[board.PIECE_BY_ID[str(decision.about["piece"])]] == bot.faction
    return max(numbers(decision)) if own else min(numbers(decision))


ANSWERS: Final[Named] = by_name(
    commandos_land,
    aid_workers_killed,
    not_among_pashtun,
    costs_a_player_most,
    open_roads_first,
    only_at_support,
    most_guerrillas,
    across_the_border,
    march_out_count,
    take_a_break,
    first_of,
    aid_unless_government_leads,
    own_only,
    as_much_as_the_event_allows,
)


@rule("8.3.1", "2nd:8.4.1")
def by_instruction(
    instructions: Instructions, ask: str, otherwise: Response, bot: NonPlayer, play: Play, decision: Decision
) -> Value:
    """Answer by the instruction for the card being executed, if there is one, else as usual."""
    card = play.state.played[-1] if play.state.played else 0
    answer = instructions.of(bot.faction, card).answers.get(ask)
    if answer is None:
        return otherwise(bot, play, decision)
    bot.cite_guide("instruction")
    return answer(bot, play, decision)


def instructed(usual: Mapping[str, Response], instructions: Instructions) -> dict[str, Response]:
    """Return a printing's answers during Events: as instructed, or the usual ones."""
    return {ask: partial(by_instruction, instructions, ask, answer) for ask, answer in usual.items()}
