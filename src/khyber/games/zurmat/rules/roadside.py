"""The Roadblock and IEDs."""

from __future__ import annotations

from khyber.games.zurmat.board import ANA, COALITION, NOWHERE, TALIBAN, TILE_IDS, UNITS, US, Tile
from khyber.games.zurmat.box import HIT
from khyber.games.zurmat.notation import PIECES
from khyber.games.zurmat.play import Asking, Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.dice import AFGHAN_DIE, roll_dice
from khyber.games.zurmat.rules.forces import Group, remove_units
from khyber.games.zurmat.rules.tactics import react
from khyber.games.zurmat.state import State


def is_blocked(state: State, one: Tile, two: Tile) -> bool:
    """Return whether the Roadblock is between these two tiles."""
    return one in state.roadblock and two in state.roadblock


def set_roadblock(play: Play, one: Tile, two: Tile) -> None:
    play.state.roadblock = bytes((one, two))
    play.emit("roadblock", "card-clarifications", TILE_IDS[one], TILE_IDS[two])


def clear_roadblock(play: Play) -> None:
    one, two = play.state.roadblock
    play.state.roadblock = b""
    play.emit("roadblock-cleared", "card-clarifications", TILE_IDS[one], TILE_IDS[two])


def edges(state: State) -> list[tuple[Tile, Tile]]:
    """Return every edge between two tiles of the map."""
    return [
        (tile, there)
        for tile in range(len(state.cell))
        for there in state.near[tile * 4 : tile * 4 + 4]
        if there != NOWHERE and tile < there
    ]


@rule("card-clarifications", "tactics")
def ied(play: Play, group: Group, moved: Group, tile: Tile) -> Asking[Group]:
    """IED: when Coalition units enter a tile, the Taliban may roll dice against them, unopposed.

    `moved` are those of the group that move in this Operation. Units already there are not affected, and may still
    move.
    """
    while sum(group):
        card = yield from react(play, TALIBAN, "ied", "card-clarifications", {"tile": TILE_IDS[tile]})
        if card is None:
            break
        hits = roll_dice(play, TALIBAN, ((AFGHAN_DIE, card.dice),))[HIT]
        lost = yield from choose_lost(play, group, min(hits, sum(group)), tile)
        gone = tuple(min(n, of) for n, of in zip(lost, moved, strict=True))
        for kind in UNITS:
            if lost[kind]:
                remove_units(play, "card-clarifications", kind, lost[kind], tile, gone[kind])
        group = (group[ANA] - lost[ANA], group[US] - lost[US], 0)
        moved = (moved[ANA] - gone[ANA], moved[US] - gone[US], 0)
    return group


def choose_lost(play: Play, group: Group, n: int, tile: Tile) -> Asking[Group]:
    """Ask the Coalition which units of the entering group are lost."""
    if not n:
        return (0, 0, 0)
    lost = yield from play.ask(
        COALITION,
        "ied-losses",
        "card-clarifications",
        PIECES,
        lambda: [(n - us, us, 0) for us in range(n + 1) if us <= group[US] and n - us <= group[ANA]],
        {"tile": TILE_IDS[tile]},
    )
    return lost
