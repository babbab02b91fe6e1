"""Tables of Zurmat for tests: a new one, one at a position made in a line or two, hands to play it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khyber.engine.chance import Scripted, Seeded
from khyber.engine.decision import Decision
from khyber.engine.game import Event, Json, Setup
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.zurmat.board import FACE_IDS, SIDE_BY_ID, TILE_BY_ID, UNIT_IDS
from khyber.games.zurmat.game import Zurmat
from khyber.games.zurmat.state import State

GAME = Zurmat()
SEATS = GAME.seats
#: A tile or a side, as a position has them.
Facts = Mapping[str, object]
NOTHING: Facts = {}

#: Crossroads north and east of the FOB tile, four villages south of it, poppy fields west (their roads: W-S).
CROSS: Mapping[str, Facts] = {
    "01": {"control": "coalition"},
    "08": {"north": 1},
    "12": {"east": 1},
    "03": {"north": -1},
    "07": {"east": -1},
}


def new(seed: int = 1, options: Sequence[str] = (), game: Zurmat = GAME, seats: str = "person") -> Table[State]:
    """A game from its set-up."""
    setup = Setup("standard", tuple(options), 2)
    return Table(game, Header(game.id, game.rules_version, game.digest(), seed, setup, dict.fromkeys(SEATS, seats)))


def tiles(*changes: Mapping[str, Facts], base: Mapping[str, Facts] = CROSS) -> dict[str, Facts]:
    """The tiles of the cross, with more facts about some of them."""
    laid = {name: dict(facts) for name, facts in base.items()}
    for change in changes:
        for name, facts in change.items():
            laid.setdefault(name, {}).update(facts)
    return dict(laid)


def state(
    map_: Mapping[str, Facts] | None = None, more: Facts = NOTHING, /, *, game: Zurmat = GAME, **facts: object
) -> State:
    """A checkpoint: by default the Coalition is to take its turn in March, on the cross, with nothing on it."""
    return game.read_position({"tile": tiles() if map_ is None else map_, **more, **facts})


def at(
    position: State,
    dice: Sequence[int] = (),
    seed: int = 1,
    game: Zurmat = GAME,
    seats: Mapping[str, str] | None = None,
) -> Table[State]:
    """A table that begins at a checkpoint, with the first results of chance given."""
    header = Header(
        game.id,
        game.rules_version,
        game.digest(),
        seed,
        Setup("standard", position.options, 2),
        seats or {},
        position.pack(),
    )
    return Table(game, header, Scripted(dice, Seeded(seed)) if dice else None)


def table(
    map_: Mapping[str, Facts] | None = None,
    more: Facts = NOTHING,
    /,
    *,
    dice: Sequence[int] = (),
    game: Zurmat = GAME,
    seats: Mapping[str, str] | None = None,
    **facts: object,
) -> Table[State]:
    """A table at a position."""
    return at(state(map_, {**more, **facts}, game=game), dice, game=game, seats=seats)


def asked(playing: Table[State]) -> Decision:
    """The pending decision, which must be there."""
    assert playing.decision is not None, "the game is over"
    return playing.decision


def keys(playing: Table[State]) -> list[str]:
    return asked(playing).options.keys()


def answer(playing: Table[State], *chosen: str) -> Table[State]:
    """Answer one decision after another."""
    for key in chosen:
        playing.choose(key)
    return playing


def units(playing: Table[State], tile: str) -> dict[str, int]:
    at_ = TILE_BY_ID[tile] * len(UNIT_IDS)
    there = playing.state.units[at_ : at_ + len(UNIT_IDS)]
    return {name: n for name, n in zip(UNIT_IDS, there, strict=True) if n}


def discs(playing: Table[State], tile: str, side: str) -> dict[str, int]:
    """The faces of a side's discs on a tile, whoever knows them."""
    at_ = TILE_BY_ID[tile] * 8 + SIDE_BY_ID[side] * 4
    there = playing.state.discs
    return {name: n for face, name in enumerate(FACE_IDS) if (n := there[at_ + face * 2] + there[at_ + face * 2 + 1])}


def control(playing: Table[State], tile: str) -> str:
    return ("coalition", "taliban", "nobody")[playing.state.control[TILE_BY_ID[tile]]]


def levels(playing: Table[State], side: str) -> dict[str, int]:
    at_ = SIDE_BY_ID[side] * 5
    return dict(
        zip(("recruit", "construct", "declare", "attack", "patrol"), playing.state.levels[at_ : at_ + 5], strict=True)
    )


def ticks(playing: Table[State], side: str) -> list[int]:
    """Recruit, Construct, Declare, Attack, Patrol."""
    at_ = SIDE_BY_ID[side] * 5
    return list(playing.state.ticks[at_ : at_ + 5])


def logged(playing: Table[State], kind: str) -> list[Event]:
    """What the log has of one kind of event."""
    return [event for event in playing.all_events() if event.kind == kind]


def board(*names: str) -> list[str]:
    """The Operations board with these Operations at the highest levels, the first one at 4."""
    rest = [name for name in ("recruit", "construct", "declare", "attack", "patrol") if name not in names]
    return [*rest, *reversed(names)]


def at_level(level: int, name: str) -> list[str]:
    """The Operations board with that Operation at that level."""
    rest = [other for other in ("recruit", "construct", "declare", "attack", "patrol") if other != name]
    return [*rest[:level], name, *rest[level:]]


def shown(playing: Table[State], *path: str, to: str = "") -> Json:
    """What the view of a seat (or of nobody) has at that place."""
    found: Json = playing.view(*([to] if to else []))
    for name in path:
        assert isinstance(found, dict)
        found = found[name]
    return found


def on_map(playing: Table[State]) -> list[str]:
    """The tiles of the map."""
    laid = shown(playing, "tiles")
    assert isinstance(laid, dict)
    return list(laid)
