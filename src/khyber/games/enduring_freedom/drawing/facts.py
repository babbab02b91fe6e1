"""Printed facts for pages that draw positions: the map, counters, prices, tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from khyber.engine.game import Json
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box, Kind
from khyber.games.enduring_freedom.drawing.counters import colour_of, faces, frame_of, size_of, symbol_of
from khyber.games.enduring_freedom.drawing.shapes import airbase_at, shapes

#: Prices that are not those of one counter.
PRICES: Final = ("asset-pair", "fob", "irgc", "alliance", "edge", "refit-ground", "refit-air")

#: Parts of the map that views do not hold.
MAP: Final = ("view", "roads", "links", "staging", "boxes", "events", "neighbours")


def facts(box: Box) -> Mapping[str, Json]:
    """Return the facts of a box, by the ids of views.

    >>> from khyber.games.enduring_freedom.box import printed_box
    >>> facts(printed_box())["counters"]["us-b52"]["factors"]
    [4, 2]
    """
    drawn = shapes()
    return {
        "map": {key: cast(Json, drawn[key]) for key in MAP},
        "zones": {
            name: {
                **cast("dict[str, Json]", drawn["zones"][name]),
                "kind": box.kind[zone],
                "terrain": box.terrain[zone],
                "airbase": list[Json](airbase_at(name)) if box.airbase[zone] else None,
                "adjacent": [box.zones[other] for other in box.adjacent[zone]],
            }
            for zone, name in enumerate(box.zones)
        },
        "faces": {key: cast(Json, faces()[key]) for key in ("frames", "sizes", "colours", "symbols")},
        "counters": {kind.id: _counter(box, kind) for kind in box.kinds if kind.count},
        "prices": {name: getattr(box.cost, name.replace("-", "_")) for name in PRICES},
        "jihad": {"lower-line": list[Json](box.lower_line[1:]), "edge": list[Json](box.jihad_edge[1:])},
        "victory": dict[str, Json](zip(board.LEVELS, box.victory, strict=True)),
        "points": {"start": box.points_start, "most": board.MAX_POINTS},
        "turns": box.last_turn,
        "capacity": dict[str, Json](zip(board.STAGING_IDS, box.capacity, strict=True)),
    }


def _counter(box: Box, kind: Kind) -> Json:
    """Return what is printed on a counter; one-sided ones have the same factor twice."""
    return {
        "family": kind.family,
        "contingent": kind.contingent,
        "type": kind.type,
        "size": size_of(kind),
        "factors": list[Json](kind.factors),
        "elite": list[Json](kind.elite),
        "sof": kind.sof,
        "heavy": kind.heavy,
        "airmobile": kind.airmobile,
        "count": kind.count,
        "price": box.mobilization_cost(box.first[kind.id]) if kind.family in ("ground", "air") else 0,
        "symbol": symbol_of(kind),
        "colour": colour_of(kind),
        "frame": frame_of(kind),
    }
