"""The Operations board: levels and their modifiers, sliding cards, cubes in boxes; the end of a turn."""

from __future__ import annotations

from khyber.games.zurmat.board import COALITION, LEVELS, NOWHERE, OP_IDS, SEATS, TALIBAN, Lies
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_onto
from khyber.games.zurmat.rules.tactics import begins_card, hand_size, menu
from khyber.games.zurmat.state import State, clear_turn


@rule("operations-board", "event-clarifications")
def level_of(play: Play, side: int, op: int) -> int:
    """Return the level of an Operation: board position, cards played, this month's Event; at least 0."""
    return level_with(play.state, play.box, side, op, play.state.bonus)


def level_with(state: State, box: Box, side: int, op: int, bonus: int) -> int:
    level = state.levels[side * LEVELS + op] + bonus
    if state.event:
        event = box.events[state.event - 1]
        if event.operation == op and state.lies[state.event - 1] == Lies.CURRENT:
            level += event.change
    return max(0, level)


@rule("operations-board")
def slide(play: Play, side: int, op: int) -> None:
    """Slide the used card under 0; those to its left move one place to the right."""
    levels, at = play.state.levels, side * LEVELS
    used = levels[at + op]
    for card in range(at, at + LEVELS):
        if levels[card] < used:
            levels[card] += 1
    levels[at + op] = 0


@rule("operations-board")
def tick(play: Play, side: int, op: int) -> None:
    """Put a cube into the box of the Operation; it counts even if none is left beside the board."""
    state = play.state
    state.ticks[side * LEVELS + op] += 1
    if state.supply[side]:
        state.supply[side] -= 1
        state.boxed[side] += 1
    play.emit("completed", "operations-board", SEATS[side], OP_IDS[op], state.ticks[side * LEVELS + op])


@rule("operations-board", "months")
def complete(play: Play) -> Rules:
    """Complete the Operation: slide its card under 0 and count it. More cards may follow."""
    state = play.state
    slide(play, state.active, state.op)
    tick(play, state.active, state.op)
    state.done = True
    yield from after(play)


@rule("tactics")
def after(play: Play) -> Rules:
    """After the Operation, play any number of Tactics cards; then the turn is over."""
    state = play.state
    side = state.active
    if hand_size(state, side):
        choice = yield from play.ask(
            side,
            "after",
            "tactics",
            TILE_CHOICE,
            lambda: menu(play, side, (), "end"),
            window=True,
            cover=state.look == NOWHERE,
        )
        if begins_card(play, side, choice, "after"):
            return
    end_turn(play)


@rule("months", "event-clarifications")
def end_turn(play: Play) -> None:
    """End the turn: settle Pashtunwali or Road Project; the Taliban follow the Coalition."""
    state = play.state
    side = state.active
    clear_turn(state)
    if side == COALITION:
        state.active, following = TALIBAN, "turn"
    else:
        state.active, following = COALITION, "month-end"
    state.step = following
    if state.project != NOWHERE:
        settle_project(play, side, following)


@rule("event-clarifications")
def settle_project(play: Play, disturber: int, following: str) -> None:
    """Pashtunwali, Road Project: draw discs after the other side's turn."""
    state = play.state
    event = play.box.events[state.event - 1]
    if event.side == disturber:
        return
    tile, state.project = state.project, NOWHERE
    state.lies[state.event - 1] = Lies.DISCARD
    play.emit("project-over", "event-clarifications", event.number, int(not state.disturbed))
    if not state.disturbed:
        draw_onto(play, event.side, bytes((tile,)) * event.discs, following)
    state.disturbed = False


def disturb(play: Play, side: int, tile: int) -> None:
    """Disturb a project by a Patrol onto its tile, or an attack there."""
    state = play.state
    if tile == state.project and not state.disturbed and play.box.events[state.event - 1].side != side:
        state.disturbed = True
        play.emit("disturbed", "event-clarifications", state.event)
