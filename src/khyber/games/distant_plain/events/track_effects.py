"""Effects on Aid, Patronage, Resources and Islamabad, transfers, and dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from khyber.games.distant_plain.board import GOVERNMENT, MAX_AID, MAX_PATRONAGE, MAX_RESOURCES, TALIBAN, WARLORDS
from khyber.games.distant_plain.events.amounts import Amount
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.filters import Test, matching
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.islamabad import harden, shift_islamabad
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from khyber.games.distant_plain.rules.tracks import change_aid, change_patronage, gain
from khyber.games.distant_plain.state import State


@dataclass(frozen=True, slots=True)
class Track:
    """A track that Events change: how to read it, its limit, how to change it."""

    value: Callable[[State], int]
    most: int
    change: Callable[[Play, int], int]
    up: str
    down: str = ""


TRACKS: Final[dict[str, Track]] = {
    "aid": Track(lambda s: s.aid, MAX_AID, lambda p, n: change_aid(p, "5.1", n), "aid-up"),
    "patronage": Track(
        lambda s: s.patronage, MAX_PATRONAGE, lambda p, n: change_patronage(p, "5.1", n), "patronage-up"
    ),
    "government": Track(
        lambda s: s.resources[GOVERNMENT],
        MAX_RESOURCES,
        lambda p, n: gain(p, "5.1", GOVERNMENT, n),
        "government-resources-up",
    ),
    "taliban": Track(
        lambda s: s.resources[TALIBAN],
        MAX_RESOURCES,
        lambda p, n: gain(p, "5.1", TALIBAN, n),
        "taliban-resources-up",
        "taliban-resources-down",
    ),
    "warlords": Track(
        lambda s: s.resources[WARLORDS], MAX_RESOURCES, lambda p, n: gain(p, "5.1", WARLORDS, n), "warlord-resources-up"
    ),
}


@dataclass(frozen=True)
class ChangeTrack(Effect):
    """Move a track up or down, within its limits (1.8)."""

    track: str
    amount: Amount
    sign: int

    def run(self, event: Resolution, step: int) -> Rules:
        TRACKS[self.track].change(event.play, self.sign * self.amount(event))
        return nothing_to_ask()

    def touches(self) -> frozenset[str]:
        track = TRACKS[self.track]
        return frozenset({track.up if self.sign > 0 else track.down} - {""})


@dataclass(frozen=True)
class Transfer(Effect):
    """Transfer from one track to another as much as the limits allow (1.8)."""

    source: str
    dest: str
    amount: Amount

    def run(self, event: Resolution, step: int) -> Rules:
        source, dest = TRACKS[self.source], TRACKS[self.dest]
        state = event.state
        n = min(self.amount(event), source.value(state), dest.most - dest.value(state))
        source.change(event.play, -n)
        dest.change(event.play, n)
        event.removed[step] = n
        return nothing_to_ask()

    def touches(self) -> frozenset[str]:
        return frozenset({TRACKS[self.dest].up, TRACKS[self.source].down} - {""})


@dataclass(frozen=True)
class Islamabad(Effect):
    """Shift Islamabad by boxes, Hard past an end (6.6.1), or make it Hard; perhaps on a condition."""

    direction: int
    boxes: int
    hardens: bool
    if_any: Test | None

    def run(self, event: Resolution, step: int) -> Rules:
        if self.if_any is None or matching(event, self.if_any):
            for _ in range(self.boxes):
                shift_islamabad(event.play, "5.1", self.direction)
            if self.hardens:
                harden(event.play, "5.1")
        return nothing_to_ask()

    def touches(self) -> frozenset[str]:
        return frozenset(("islamabad",))


@dataclass(frozen=True)
class Die(Effect):
    """Roll dice; later steps use their total by name."""

    name: str
    dice: int

    def run(self, event: Resolution, step: int) -> Rules:
        rolls = [event.play.roll("event") for _ in range(self.dice)]
        for rolled in rolls:
            event.play.emit("rolled", "5.1", rolled)
        event.dice[self.name] = sum(rolls)
        return nothing_to_ask()
