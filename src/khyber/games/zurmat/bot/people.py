"""bot:standard with discs: where they go, what to look at, which tile declares."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import FACE_IDS, FACTION, FOB, NOBODY, TILE_BY_ID, TILE_IDS, Tile
from khyber.games.zurmat.bot.mind import Standard
from khyber.games.zurmat.bot.odds import chance, faces, gain, need, worth
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours, units_of
from khyber.games.zurmat.rules.population import discs_of


def appeal(play: Play, side: int, tile: Tile) -> float:
    """How much a Faction disc would do there: by what we could take, or lose."""
    more = need(play, side, tile, faction=1) - need(play, side, tile)
    presence = 0.15 if units_of(play.state, side, tile) else 0.0
    return more + presence * (play.state.control[tile] != side)


def place_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """Faction discs where they do the most; Neutral ones where they look as if."""
    side = mind.side
    if play.state.drawn[FACTION]:
        tile = mind.best(decision.values, lambda tile: appeal(play, side, _tile(tile)))
        mind.note_secretly("faction-disc", tile=TILE_IDS[_tile(tile)])
        return tile
    return mind.best(decision.values, lambda tile: bluff(play, side, _tile(tile)))


def bluff(play: Play, side: int, tile: Tile) -> float:
    """A Neutral disc looks like a threat on the other's tile, and like safety on ours."""
    state = play.state
    return worth(play, side, tile) * (state.control[tile] != NOBODY) - 0.2 * discs_of(state, side, tile)


def which_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """On a tile of our choice the Faction disc first; where discs are due, on the tiles that want them."""
    state, side = play.state, mind.side
    if not state.due:
        return FACE_IDS[FACTION]
    here = TILE_BY_ID[str(decision.about["tile"])]
    tiles = sorted(state.due, key=lambda tile: -_due_appeal(play, side, tile))
    return FACE_IDS[here in tiles[: state.drawn[FACTION]]]


def _due_appeal(play: Play, side: int, tile: Tile) -> float:
    """At set-up nothing distinguishes the tiles yet but who is near."""
    if play.state.month:
        return appeal(play, side, tile)
    near = sum(units_of(play.state, side, there) > 0 for there in (tile, *neighbours(play.state, tile)))
    return near - 2.0 * (tile == FOB) - 0.01 * tile


def look(mind: Standard, play: Play, decision: Decision) -> Value:
    """Check Intel where a Declare promises the most and is least sure."""
    side = mind.side

    def promise(value: Value) -> float:
        if not isinstance(value, int):
            return -9.0
        win, _ = chance(play.state, side, value)
        hidden = faces(play.state, side, 1 - side, value).unseen + faces(play.state, side, side, value).unseen
        if play.state.control[value] == side or not hidden:
            return -1.0
        return worth(play, side, value) * (1 + (play.state.control[value] != NOBODY)) * win

    return mind.best(decision.values, promise)


def declare(mind: Standard, play: Play, decision: Decision) -> Value:
    """The tile that brings the most on average; if none brings anything, one where nothing can be lost."""
    side = mind.side

    def value(tile: Value) -> float:
        return gain(play, side, tile) if isinstance(tile, int) else -9.0

    tile = mind.best(decision.values, value)
    win, _ = chance(play.state, side, _tile(tile))
    mind.note_secretly("declare", tile=TILE_IDS[_tile(tile)], n=round(100 * win))
    return tile


def _tile(value: Value) -> Tile:
    assert isinstance(value, int)
    return value


def done(mind: Standard, play: Play, decision: Decision) -> Value:
    """Nothing to choose."""
    return decision.values[0]


RESPONSES: Final = {
    "place-disc": place_disc, "which-disc": which_disc, "show-discs": done, "look": done, "intel": look,
    "loyalty": declare, "card-intel": look, "event-intel": look, "card-declare": declare, "event-declare": declare,
    "refugees": place_disc}
