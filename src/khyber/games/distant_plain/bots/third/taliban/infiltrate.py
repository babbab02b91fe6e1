"""8.8.4: Infiltrate of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.common.guidelines import best_margin_first, pop
from khyber.games.distant_plain.bots.common.taliban.activities import infiltrate_in
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.infiltrate import infiltrate_spaces
from khyber.games.distant_plain.rules.forces import count, government_cubes, guerrillas, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import allowed
from khyber.games.distant_plain.state import State


@cache
def infiltrate_box() -> Priorities:
    return (
        Priority(
            "T.Infiltrate",
            "8.8.4",
            infiltrators,
            infiltrate_here,
            (
                Rank("whose-pieces", owner),
                Rank("player-cubes", player_cubes),
                Rank("last-pieces", last_pieces),
                Rank("value", value),
            ),
        ),
    )


#: 4.4.2: pieces removed from one space.
MAX_REMOVED = 2
#: Removals in one space: the space, Government cubes and Bases, Warlord Guerrillas and Bases.
Victims = tuple[Space, int, int, int, int]


def whom_first(walk: Walk) -> list[Faction]:
    """T.Infiltrate: players by margin, best first, then the Government, then the Warlords."""
    hunted = [faction for faction in (board.GOVERNMENT, board.WARLORDS) if walk.is_player(faction)]
    if len(hunted) != 1:
        return best_margin_first(walk.state, walk.dice, hunted) if hunted else [board.GOVERNMENT, board.WARLORDS]
    return [board.GOVERNMENT, board.WARLORDS] if hunted[0] == board.GOVERNMENT else [board.WARLORDS, board.GOVERNMENT]


def victims(state: State, space: Space, order: Sequence[Faction]) -> Victims:
    """4.4.2: the pieces to remove there: cubes and Guerrillas before Bases of the same Faction."""
    left = MAX_REMOVED
    gone = {}
    for faction in order:
        if faction == board.GOVERNMENT:
            guards, bases = government_cubes(state, space), count(state, space, board.G_BASE)
        else:
            guards, bases = guerrillas(state, board.WARLORDS, space), count(state, space, board.W_BASE)
        guards = min(left, guards)
        bases = min(left - guards, bases)
        left -= guards + bases
        gone[faction] = guards, bases
    return space, *gone[board.GOVERNMENT], *gone[board.WARLORDS]


def infiltrators(walk: Walk) -> list[Candidate]:
    """T.Infiltrate: every space where it is legal, with the pieces to remove."""
    state = walk.state
    spaces = allowed(state, infiltrate_spaces(state))
    if not spaces:
        return []
    order = whom_first(walk)
    return [victims(state, space, order) for space in spaces]


def _read(candidate: Candidate) -> Victims:
    assert not isinstance(candidate, int)
    space, cubes, bases, fighters, camps = candidate
    return space, cubes, bases, fighters, camps


def owner(walk: Walk, candidate: Candidate) -> int:
    """Prefer a player's pieces, then the Government's, then the Warlords'."""
    _, cubes, bases, fighters, camps = _read(candidate)
    struck = [faction for faction, n in ((board.GOVERNMENT, cubes + bases), (board.WARLORDS, fighters + camps)) if n]
    if any(walk.is_player(faction) for faction in struck):
        return 2
    return int(board.GOVERNMENT in struck)


def player_cubes(walk: Walk, candidate: Candidate) -> int:
    """If the Government is a player, prefer its cubes."""
    return _read(candidate)[1] if walk.is_player(board.GOVERNMENT) else 0


def last_pieces(walk: Walk, candidate: Candidate) -> int:
    """Return whether it removes a Faction's last piece there."""
    space, cubes, bases, fighters, camps = _read(candidate)
    struck = ((board.GOVERNMENT, cubes + bases), (board.WARLORDS, fighters + camps))
    return int(any(n and n == pieces_of(walk.state, faction, space) for faction, n in struck))


def value(walk: Walk, candidate: Candidate) -> int:
    """Return the Population or, on a LoC, the Economic value (R-T10)."""
    space = _read(candidate)[0]
    return board.ECON[space] if board.IS_LOC[space] else pop(walk.state, space)


def named(dice: Dice, state: State, gone: Victims) -> list[Piece]:
    """8.2.1: return the kinds of the pieces: Troops and Police at random, Underground before Active."""
    space, cubes, bases, fighters, camps = gone
    standing = [piece for piece in (board.G_TROOPS, board.G_POLICE) for _ in range(count(state, space, piece))]
    chosen = []
    for _ in range(cubes):
        piece = dice.lot(standing)
        standing.remove(piece)
        chosen.append(piece)
    hidden = min(fighters, count(state, space, board.W_UNDERGROUND))
    return [
        *chosen,
        *[board.G_BASE] * bases,
        *[board.W_UNDERGROUND] * hidden,
        *[board.W_ACTIVE] * (fighters - hidden),
        *[board.W_BASE] * camps,
    ]


@rule("8.8.4")
def infiltrate_here(walk: Walk, candidate: Candidate) -> bool:
    """T.Infiltrate, R-T9: remove two; replace a single one with a Guerrilla, if Available."""
    gone = _read(candidate)
    space = gone[0]
    pieces = named(walk.dice, walk.state, gone)
    infiltrate_in(walk, space, pieces, replace=len(pieces) < MAX_REMOVED)
    return True
