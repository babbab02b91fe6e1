"""bot:standard: choices in Events."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import TILE_IDS, Tile
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import units_of
from khyber.games.zurmat.rules.population import discs_of


def _tile(value: Value) -> Tile:
    assert isinstance(value, int)
    return value


def project(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose where two discs gain most and the other side has few units to disturb the project."""
    picture = mind.picture(play)
    tile = mind.best(
        decision.values,
        lambda tile: picture.change(_tile(tile), ours=2) - 0.2 * units_of(play.state, 1 - mind.side, _tile(tile)),
    )
    mind.note_secretly("project", tile=TILE_IDS[_tile(tile)])
    return tile


def famine(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose an important tile where the other side has more discs than we have."""
    side, picture = mind.side, mind.picture(play)

    def value(tile: Value) -> float:
        ours, theirs = (discs_of(play.state, who, _tile(tile)) for who in (side, 1 - side))
        return (theirs - ours) / max(1, theirs + ours) * picture.worths[_tile(tile)]

    tile = mind.best(decision.values, value)
    mind.note("famine", tile=TILE_IDS[_tile(tile)])
    return tile


def caravan_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """Move their discs away from a tile that becomes easier to win; otherwise move none."""
    side, picture = mind.side, mind.picture(play)

    def value(tile: Value) -> float:
        if not isinstance(tile, int):
            return 0.1
        return picture.change(tile, 1) if discs_of(play.state, 1 - side, tile) else 0.0

    tile = mind.best(decision.values, value)
    if isinstance(tile, int):
        mind.note("caravan", tile=TILE_IDS[tile])
    else:
        mind.note_secretly("patrol-enough")
    return tile


def caravan_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """Move them where they do the least harm."""
    picture = mind.picture(play)
    tile = mind.best(decision.values, lambda tile: picture.change(_tile(tile), theirs=2))
    mind.note("caravan-to", tile=TILE_IDS[_tile(tile)])
    return tile


def caravan_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """Move their discs, never ours."""
    theirs: Value = 1 - mind.side
    if theirs not in decision.values:
        theirs = "done" if "done" in decision.values else decision.values[0]
    mind.note_answer("caravan-disc", decision, theirs, secret=False)
    return theirs


RESPONSES: Final = {
    "project": project,
    "famine": famine,
    "caravan-from": caravan_from,
    "caravan-to": caravan_to,
    "caravan-disc": caravan_disc,
}
