"""bot:standard and the rest: cards that move or add units, and Events."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import FOB, TALIBAN, TILE_BY_ID, Tile
from khyber.games.zurmat.bot.mind import Standard
from khyber.games.zurmat.bot.odds import danger, gain, need, worth
from khyber.games.zurmat.bot.people import appeal
from khyber.games.zurmat.bot.turn import spare
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import has_enemies, units_of
from khyber.games.zurmat.rules.population import discs_of


def _tile(value: Value) -> Tile:
    assert isinstance(value, int)
    return value


def with_spare(mind: Standard, play: Play, decision: Decision) -> Value:
    """From where most units can be spared."""
    return mind.best(decision.values, lambda tile: spare(play, mind.side, _tile(tile)))


def land(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where units do the most for a Declare, among no enemies."""
    side = mind.side

    def value(choice: Value) -> float:
        tile = _tile(choice)
        if has_enemies(play.state, side, tile):
            return -5.0
        return need(play, side, tile, units=2) - max(0.0, need(play, side, tile))

    return mind.best(decision.values, value)


def land_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """As many as can be spared."""
    free = spare(play, mind.side, TILE_BY_ID[str(decision.about["tile"])])

    def value(group: Value) -> float:
        assert isinstance(group, tuple)
        n = sum(part for part in group if isinstance(part, int))
        us = group[1] if isinstance(group[1], int) else 0
        return (n if n <= max(1, free) else -n) - 0.1 * us

    return mind.best(decision.values, value)


def add_units(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where two units more keep the most."""
    side = mind.side
    return mind.best(decision.values, lambda tile: need(play, side, _tile(tile), units=2) - need(
        play, side, _tile(tile)) - 0.02 * units_of(play.state, side, _tile(tile)))


def add_school(mind: Standard, play: Play, decision: Decision) -> Value:
    """On the tile in most danger."""
    side = mind.side
    return mind.best(decision.values, lambda tile: danger(play, side, tile) if isinstance(tile, int) else -1.0)


def roadblock(mind: Standard, play: Play, decision: Decision) -> Value:
    """Between the FOB tile and the tile that we hold or want most beside it."""

    def value(edge: Value) -> float:
        assert isinstance(edge, tuple)
        if FOB not in edge:
            return 0.0
        other = next(tile for tile in edge if tile != FOB)
        return 1.0 + (play.state.control[_tile(other)] == TALIBAN) + units_of(play.state, TALIBAN, _tile(other)) * 0.1

    return mind.best(decision.values, value)


def project(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where two discs do the most and the other side will hardly come."""
    side = mind.side
    return mind.best(decision.values, lambda tile: appeal(play, side, _tile(tile))
                     - 0.2 * units_of(play.state, 1 - side, _tile(tile)))


def famine(mind: Standard, play: Play, decision: Decision) -> Value:
    """Where the other side has more discs than we, on a tile that matters."""
    side = mind.side

    def value(tile: Value) -> float:
        ours, theirs = (discs_of(play.state, who, _tile(tile)) for who in (side, 1 - side))
        return (theirs - ours) / (theirs + ours) * worth(play, side, _tile(tile))

    return mind.best(decision.values, value)


def caravan_from(mind: Standard, play: Play, decision: Decision) -> Value:
    """Discs of theirs away from where we gain by it; else none."""
    side = mind.side

    def value(tile: Value) -> float:
        if not isinstance(tile, int):
            return 0.2
        if not discs_of(play.state, 1 - side, tile):
            return 0.0
        return need(play, side, tile, faction=1) - need(play, side, tile)

    return mind.best(decision.values, value)


def caravan_to(mind: Standard, play: Play, decision: Decision) -> Value:
    """To where they harm us least."""
    side = mind.side
    return mind.best(decision.values, lambda tile: -abs(gain(play, side, _tile(tile))) - danger(
        play, side, _tile(tile)))


def caravan_disc(mind: Standard, play: Play, decision: Decision) -> Value:
    """Theirs."""
    theirs = 1 - mind.side
    if theirs in decision.values:
        return theirs
    return "done" if "done" in decision.values else decision.values[0]


RESPONSES: Final = {
    "fly-from": with_spare, "fly-to": land, "fly-units": land_units, "ride-from": with_spare, "ride-to": land,
    "ride-units": land_units, "card-units": add_units, "event-units": add_units, "card-school": add_school,
    "event-school": add_school, "roadblock": roadblock, "project": project, "famine": famine,
    "caravan-from": caravan_from, "caravan-to": caravan_to, "caravan-disc": caravan_disc}
