"""What learners observe: the fields of a state as bytes."""

from __future__ import annotations

from typing import Final

from khyber.engine.features import Feature, bits, flag, members, number, one_of, remembered, row, word
from khyber.games.zurmat.board import CARD_KINDS, CELLS, EVENTS, KINDS, LEVELS, LIES_IDS, NOBODY, NOWHERE, TILES
from khyber.games.zurmat.state import MAX_LEVEL

#: Room for the Objectives of a side.
OBJECTIVES: Final = 32


def features(steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return the fields; `steps` are the game's."""
    return (
        word("step", steps, "the step under way"),
        word("then", steps, "the step after it, if it interrupts one"),
        remembered("options", 1, 1, "the option `notes`", lambda notes: b"\1" if notes else b"\0", "notes"),
        row("cell", TILES, NOWHERE, "the cell of each tile on a grid, 255 if it is not laid"),
        row("turn", TILES, 3, "quarter turns of each tile"),
        row("near", TILES * 4, NOWHERE, "neighbours of each tile by direction, 255 if there is none"),
        row("holder", TILES, NOBODY, "at set-up, the side that lays each tile"),
        row("control", TILES, NOBODY, "the side in control of each tile; 2: nobody"),
        row("schools", TILES, 2, "Schools on each tile"),
        row("forts", TILES, 2, "Forts on each tile"),
        row("units", TILES * KINDS, 30, "units by tile, then by kind"),
        row("moved", TILES * KINDS, 30, "units that have moved in the Operation under way"),
        members("roadblock", TILES, "the two tiles beside the Roadblock"),
        row("discs", TILES * CELLS, 50, "discs by tile, owner, face and whether both sides know it"),
        row("bags", 4, 100, "discs in each bag by side and face, as far as known"),
        row("supply", 2, 30, "Afghan units beside each board"),
        row("boxed", 2, 30, "Afghan units in the boxes of each board"),
        row("levels", 2 * LEVELS, MAX_LEVEL, "the level of each Operation, by side"),
        row("ticks", 2 * LEVELS, 30, "how often each was completed"),
        row("hand", 2 * CARD_KINDS, 16, "Tactics cards in hand by side and kind; only one's own are known"),
        row("deck", 2 * CARD_KINDS, 16, "Tactics cards to come, the other side's hand among them"),
        row("objectives", 4, NOWHERE, "two Objectives of each side, 255 if unknown or none"),
        members("dealt", OBJECTIVES, "Objectives dealt to choose from"),
        number("month", 0, 10, "the month: 1 is March"),
        number("winter", 0, 3, "winter cubes"),
        row("lies", EVENTS, len(LIES_IDS) - 1, "where each Event card is"),
        one_of("event", EVENTS + 1, "the Event of the month; 0: none"),
        one_of("project", TILES, "the tile of a tile Event"),
        flag("disturbed", "the other side has been there since"),
        one_of("active", 2, "the side whose step it is"),
        Feature("drawn", 2, 50, "discs drawn and not yet placed, by face", "drawn", lambda drawn: drawn[:2]),
        one_of("drawer", 2, "whose they are"),
        one_of("op", LEVELS + 1, "the Operation named this turn; the first place: none yet", low=-1),
        flag("done", "it is completed"),
        number("level", 0, MAX_LEVEL, "its level"),
        number("bonus", 0, MAX_LEVEL, "what cards added"),
        number("left", 0, MAX_LEVEL, "units or buildings that may still be placed or moved"),
        number("steps_left", 0, MAX_LEVEL, "tiles that may still be entered"),
        bits("struck", TILES, "tiles that may be attacked"),
        flag("fought", "one was"),
        members("entered", TILES, "tiles that the Patrol moved onto"),
        one_of("card", CARD_KINDS + 1, "the Tactics card being played; the first place: none", low=-1),
        one_of("look", TILES, "the tile whose discs a side is looking at"),
        one_of("looker", 2, "that side"),
    )
