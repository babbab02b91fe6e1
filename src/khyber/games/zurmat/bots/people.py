"""bot:standard: Population discs: where to place them, what to look at, which tile declares."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import FACE_IDS, FACTION, FOB, NOBODY, TILE_BY_ID, TILE_IDS, Tile
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.bots.picture import Picture
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours, units_of
from khyber.games.zurmat.rules.population import discs_of

#: More than any number of discs.
NUMEROUS: Final = 1000


def _tile(value: Value) -> Tile:
    assert isinstance(value, int)
    return value


def place_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place Faction discs where they gain most; Neutral ones where they look like a threat."""
    picture = mind.picture(play)
    tiles = [value for value in decision.values if isinstance(value, int)]
    if play.state.drawn[FACTION]:
        tile = mind.best(tiles, lambda tile: picture.change(_tile(tile), 1))
        mind.note_secretly("faction-disc", tile=TILE_IDS[_tile(tile)])
        return tile
    tile = mind.best(tiles, lambda tile: bluff(picture, _tile(tile)))
    mind.note_secretly("neutral-disc", tile=TILE_IDS[_tile(tile)])
    return tile


def bluff(picture: Picture, tile: Tile) -> float:
    """Return a Neutral disc's value as a bluff: a threat on their tile, or safety on ours."""
    state = picture.state
    controlled = state.control[tile] != NOBODY
    return picture.weights.bluff * picture.worths[tile] * controlled - 0.2 * discs_of(state, picture.side, tile)


def which_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place a Faction disc on a tile we chose; on given tiles, only where it is needed."""
    state, picture = play.state, mind.picture(play)
    if not state.due:
        mind.note_secretly("faction-disc", tile=str(decision.about["tile"]))
        return FACE_IDS[FACTION]
    here = TILE_BY_ID[str(decision.about["tile"])]
    tiles = sorted(state.due, key=lambda tile: -_due_appeal(picture, tile))
    face = FACE_IDS[here in tiles[: state.drawn[FACTION]]]
    mind.note_secretly("faction-disc" if face == FACE_IDS[FACTION] else "neutral-disc", tile=TILE_IDS[here])
    return face


def _due_appeal(picture: Picture, tile: Tile) -> float:
    """Return how much a tile needs a Faction disc; at set-up, by the units nearby."""
    state = picture.state
    if state.month:
        return picture.change(tile, 1)
    near = sum(units_of(state, picture.side, there) > 0 for there in (tile, *neighbours(state, tile)))
    return near - 2.0 * (tile == FOB) - 0.01 * tile


def look(mind: Standard, play: Play, decision: Decision) -> Value:
    """Check Intel where a good result would gain most over declaring the next best tile."""
    picture = mind.picture(play)
    gains = sorted(((picture.gain(tile), tile) for tile in picture.tiles), reverse=True)

    def promise(value: Value) -> float:
        if not isinstance(value, int):
            return -9.0
        (win, _), won, _ = picture.prize(value)
        other = max(0.0, next((gain for gain, tile in gains if tile != value), 0.0))
        return win * max(won, other) + (1 - win) * other

    tile = mind.best(decision.values, promise)
    if isinstance(tile, int):
        mind.note_secretly("look", tile=TILE_IDS[tile])
    return tile


def declare(mind: Standard, play: Play, decision: Decision) -> Value:
    """Declare the tile with the best expected gain; if none gains, one where nothing can be lost.

    Of several such, one with their units, for none of ours can have just left it by card; and of these, the one where a
    Declare removes more of their discs than of ours.
    """
    picture = mind.picture(play)

    def value(tile: Value) -> float:
        return picture.gain(tile) if isinstance(tile, int) else -9.0

    tile = mind.best(decision.values, value)
    key = "declare" if value(tile) > 0 else "declare-least"
    if key == "declare-least":
        equals = [other for other in decision.values if value(other) > value(tile) - 1e-9]
        tile = mind.best(equals, lambda other: removed(picture, _tile(other)))
    mind.note_secretly(key, tile=TILE_IDS[_tile(tile)], n=round(100 * picture.chance(_tile(tile)).win))
    return tile


def removed(picture: Picture, tile: Tile) -> float:
    """Return how many more of their discs than of ours are on a tile; many more where their units are."""
    state, side = picture.state, picture.side
    held = NUMEROUS * (units_of(state, 1 - side, tile) > 0)
    return held + discs_of(state, 1 - side, tile) - discs_of(state, side, tile) - 0.01 * units_of(state, side, tile)


def done(mind: Standard, play: Play, decision: Decision) -> Value:
    """Take the only option."""
    return decision.values[0]


RESPONSES: Final = {
    "place-disc": place_disc,
    "which-disc": which_disc,
    "show-discs": done,
    "look": done,
    "intel": look,
    "loyalty": declare,
    "card-intel": look,
    "event-intel": look,
    "card-declare": declare,
    "event-declare": declare,
    "refugees": place_disc,
}
