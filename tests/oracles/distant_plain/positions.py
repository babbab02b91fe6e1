"""Random legal positions of A Distant Plain."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.oracles.distant_plain.board import BASES, OF, Board, Pieces
from tests.oracles.distant_plain.printed import (
    AFGHAN,
    BOXES,
    INVENTORY,
    LANDS,
    LASTING,
    LEVELS,
    LOCS,
    MAX_PATRONAGE,
    MOST,
    PAKISTAN,
    PIECE,
    RETURNEES_MARKERS,
    SPACES,
    TERROR_MARKERS,
)

#: Capabilities and Momentum that change an action or a step.
CHANGED_BY: Mapping[str, Sequence[int]] = {
    "train": (12, 18, 29, 45),
    "patrol": (7, 10, 23, 24),
    "sweep": (1, 5, 10, 17, 23),
    "assault": (7, 10, 17, 24, 34),
    "rally": (11, 34, 45),
    "march": (5, 57),
    "attack": (24,),
    "terror": (24, 29, 30, 33, 45),
    "air-lift": (1, 26, 57),
    "air-strike": (2, 3, 26, 34, 57),
    "govern": (45,),
    "transport": (23,),
    "eradicate": (45,),
    "infiltrate": (46,),
    "ambush": (11, 24, 31),
    "traffic": (58,),
    "suborn": (59,),
    "civic-action": (45,),
    "sharia": (36, 45),
    "redeploy-taliban": (36,),
}


def draw_pieces(rng: random.Random, islamabad: str) -> dict[str, Pieces]:
    """Pieces within the inventory and stacking (1.4.1, 1.4.2), crowded into some of the spaces so that they meet."""
    busy = rng.sample(SPACES, rng.randint(5, 16))
    found: dict[str, Pieces] = {space: Pieces(int) for space in SPACES}
    for kind, inventory in INVENTORY.items():
        at_home = [
            space
            for space in busy
            if (kind in OF["taliban"] or space not in PAKISTAN) and not (kind in BASES and space in LOCS)
        ]
        hidden = rng.random()
        few = rng.randint(0, min(5, inventory))
        for _ in range(rng.choice((0, few, rng.randint(0, inventory), inventory - few, inventory))):
            space = rng.choice(at_home) if at_home else ""
            if not space or (kind in BASES and sum(found[space][base] for base in BASES) == 2):
                continue
            shown = kind in ("Tu", "Wu") and (rng.random() > hidden or (islamabad == "hostility" and space in PAKISTAN))
            found[space][kind[0] + "a" if shown else kind] += 1
    return found


def draw_track(rng: random.Random, most: int) -> int:
    """Anything, but often near an end of the track, where rules bite."""
    return rng.choice((rng.randint(0, 4), rng.randint(0, 10), rng.randint(0, most), most - rng.randint(0, 3)))


def draw_lasting(rng: random.Random, about: str) -> frozenset[str]:
    """No lasting Events in some positions; else one side each of some cards, most often of those that matter."""
    if rng.random() < 0.4:
        return frozenset()
    share = rng.random() ** 2
    matter = CHANGED_BY.get(about, ())
    return frozenset(
        rng.choice(texts) for card, texts in LASTING.items() if rng.random() < (0.4 if card in matter else share)
    )


def draw_board(rng: random.Random, about: str) -> Board:
    """Pieces, markers and tracks at random, as legal as a game could make them."""
    board = Board()
    board.islamabad, board.hard = rng.choice(BOXES), rng.random() < 0.25
    board.pieces = draw_pieces(rng, board.islamabad)
    board.returnees = set(rng.sample(sorted(AFGHAN), rng.choice((0, 0, 2, RETURNEES_MARKERS))))
    board.terror = {space: int(space in LOCS and rng.random() < 0.25) for space in SPACES}
    left = TERROR_MARKERS - sum(board.terror.values())
    for space in rng.choices(sorted(LANDS), k=rng.choice((0, 3, 10, left - 1, left))):
        board.terror[space] += 1
    opinions = rng.random()
    board.level = {
        space: rng.choice(LEVELS) if board.has_opinion(space) and rng.random() < opinions else "neutral"
        for space in SPACES
    }
    board.resources = {seat: draw_track(rng, MOST) for seat in ("government", "taliban", "warlords")}
    board.aid, board.patronage = draw_track(rng, MOST), draw_track(rng, MAX_PATRONAGE)
    board.lasting = draw_lasting(rng, about)
    board.available = Pieces(int, INVENTORY)
    for here in board.pieces.values():
        for kind, n in here.items():
            board.available[{"Ta": "Tu", "Wa": "Wu"}.get(kind, kind)] -= n
    board.casualties, board.gone = Pieces(int), Pieces(int)
    for box, chance in ((board.casualties, 0.5), (board.gone, 0.3)):
        for kind in OF["coalition"]:
            if rng.random() < chance:
                box[kind] = rng.randint(0, board.available[kind])
                board.available[kind] -= box[kind]
    return board


def document(board: Board) -> dict[str, Any]:
    """The board as khyber.position reads it from TOML."""
    spaces: dict[str, dict[str, object]] = {}
    for space in SPACES:
        facts: dict[str, object] = _named(board.pieces[space])
        if space in board.returnees:
            facts["returnees"] = True
        if board.level[space] != "neutral":
            facts["level"] = board.level[space]
        if board.terror[space]:
            facts["sabotage" if space in LOCS else "terror"] = True if space in LOCS else board.terror[space]
        if facts:
            spaces[space] = facts
    return {
        "tracks": {
            **board.resources,
            "aid": board.aid,
            "patronage": board.patronage,
            "islamabad": board.islamabad,
            "hard": board.hard,
        },
        "casualties": _named(board.casualties),
        "out-of-play": _named(board.gone),
        "space": spaces,
    }


def _named(pieces: Pieces) -> dict[str, object]:
    return {PIECE[kind]: n for kind, n in pieces.items() if n}


def wanted_board(rng: random.Random, about: str, wanted: Callable[[Board], bool]) -> Board:
    """A board where the rule has something to say, if one turns up soon; one time in five, whatever comes."""
    board = draw_board(rng, about)
    for _ in range(rng.choice((0, 8, 8, 8, 8))):
        if wanted(board):
            break
        board = draw_board(rng, about)
    return board


def anything(board: Board) -> bool:
    return True
