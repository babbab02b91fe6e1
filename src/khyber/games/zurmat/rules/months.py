"""The end of a month: scoring, and the last month."""

from __future__ import annotations

from khyber.games.zurmat.board import COALITION, NOBODY, SEATS, TALIBAN, Lies
from khyber.games.zurmat.box import EventCard
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.events import lie
from khyber.games.zurmat.rules.forces import controlled
from khyber.games.zurmat.rules.winning import end_game
from khyber.games.zurmat.state import State

#: Boxes of the Calendar board, and where their cards go at the end of a month.
_SLIDES = ((Lies.CURRENT, Lies.DISCARD), (Lies.NEXT, Lies.CURRENT), (Lies.TWO, Lies.NEXT))


@rule("months", "events")
def is_last_month(state: State, months: int) -> bool:
    """Return whether the Calendar cube would move onto a Winter cube, or past December."""
    return state.month + 1 > months - state.winter


@rule("months")
def month_end(play: Play) -> None:
    """Phase 6: score what is due (in the last month everything), discard, slide, next month."""
    state, months = play.state, play.box.numbers.months
    last = is_last_month(state, len(months))
    for card in play.box.events:
        lies = state.lies[card.number - 1]
        if card.kind == "scored" and (lies == Lies.CURRENT or (last and lies in (Lies.NEXT, Lies.TWO))):
            score_event(play, card)
    for old, new in _SLIDES:
        if old in state.lies:
            for card in play.box.events:
                if state.lies[card.number - 1] == old:
                    lie(play, card, new)
    if last:
        end_game(play, "december" if state.month == len(months) else "winter")
        return
    state.month += 1
    state.event, state.active, state.step = 0, COALITION, "event"
    play.emit("month", "months", months[state.month - 1])


@rule("event-clarifications", "events")
def score_event(play: Play, card: EventCard) -> None:
    """Election, Poppy Harvest: the side that controls the most takes the card; nobody in a tie."""
    counts = [
        sum(play.box.poppy[tile] or card.most == "tiles" for tile in controlled(play.state, side))
        for side in (COALITION, TALIBAN)
    ]
    winner = NOBODY if counts[0] == counts[1] else COALITION if counts[0] > counts[1] else TALIBAN
    play.emit("scored", "event-clarifications", card.number, *counts, SEATS[winner] if winner != NOBODY else "nobody")
    lie(play, card, (Lies.COALITION, Lies.TALIBAN, Lies.DISCARD)[winner])
