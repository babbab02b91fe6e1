"""Sides that cannot be composed of effects: one function each, named after its card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    ALL_SPACES,
    AVAILABLE,
    BASE_OF,
    C_TROOPS,
    COALITION,
    FACTION_BY_ID,
    G_POLICE,
    GOVERNMENT,
    INSURGENTS,
    IS_MOUNTAIN,
    IS_PAKISTAN,
    KINDS,
    LOCS,
    OUT_OF_PLAY,
    PIECE_IDS,
    SEATS,
    SPACE_IDS,
    UNDERGROUND_OF,
    WARLORDS,
    Faction,
    Space,
)
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.filters import pieces_in
from khyber.games.distant_plain.events.piece_effects import leave_play
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.track_effects import Transfer
from khyber.games.distant_plain.notation import CARD_NUMBERS, COUNTS, PLACES, WORDS, or_done
from khyber.games.distant_plain.play import SHADED, UNSHADED, Asking, Rules
from khyber.games.distant_plain.rules.events import event_place, free_operation
from khyber.games.distant_plain.rules.forces import (
    activate,
    available,
    can_hide,
    count,
    government_cubes,
    guerrillas,
    hide,
    pieces_of,
    remove,
    room_for_base,
)
from khyber.games.distant_plain.rules.lasting import is_momentum, place_capability, remove_capability, texts_in_effect
from khyber.games.distant_plain.rules.operations.assault import AS_PLAINS
from khyber.games.distant_plain.rules.redeploy import desert
from khyber.games.distant_plain.rules.tracks import change_aid, gain


def _space(event: Resolution, spaces: Callable[[], list[Space]], *, must: bool = False) -> Asking[Space | None]:
    """Ask the executing Faction for a space, or none."""
    if not spaces():
        return None
    picked = yield from event.play.ask(
        event.faction, "event-space", "5.1", PLACES, lambda: list(spaces()) if must else or_done(spaces()), {"n": 1}
    )
    return None if isinstance(picked, str) else picked


def _insurgent(event: Resolution, factions: list[Faction], space: Space | None = None) -> Asking[Faction]:
    """Ask the executing Faction for an Insurgent Faction, perhaps for one space only."""
    named = yield from event.play.ask(
        event.faction,
        "event-faction",
        "5.1",
        WORDS,
        lambda: [SEATS[f] for f in factions],
        {} if space is None else {"space": SPACE_IDS[space]},
    )
    return FACTION_BY_ID[named]


def amnesty(event: Resolution) -> Rules:
    """Up to 3 Afghan spaces: flip one Insurgent Faction's Guerrillas Underground and place 1 more."""
    state = event.state
    done: list[Space] = []

    def open_to_it() -> list[Space]:
        return [s for s in ALL_SPACES if s not in done and not IS_PAKISTAN[s] and pieces_in(state, s, "guerrilla")]

    while len(done) < 3 and (space := (yield from _space(event, open_to_it))) is not None:
        done.append(space)
        faction = yield from _insurgent(event, [f for f in INSURGENTS if guerrillas(state, f, space)], space)
        hide(event.play, "5.1", faction, space, can_hide(state, faction, space))
        event_place(event.play, UNDERGROUND_OF[faction], space)


def operation_iraqi_freedom(event: Resolution) -> Rules:
    """Move 3 Coalition Troops out of play, from Available, then the map; Aid -3."""
    state = event.state
    box = AVAILABLE * KINDS + C_TROOPS
    n = min(3, state.pieces[box])
    state.pieces[box] -= n
    state.pieces[OUT_OF_PLAY * KINDS + C_TROOPS] += n
    if n:
        event.play.emit("boxed", "5.1", PIECE_IDS[C_TROOPS], n, "available", "out-of-play")
    for _ in range(3 - n):
        space = yield from _space(
            event, lambda: [s for s in ALL_SPACES if state.pieces[s * KINDS + C_TROOPS]], must=True
        )
        if space is None:
            break
        leave_play(event, C_TROOPS, space, 1)
    change_aid(event.play, "5.1", -3)


def development_aid(event: Resolution) -> Rules:
    """Transfer up to 6 from Aid: half, rounded down, to Patronage, the rest to Warlord Resources."""
    taken = min(6, event.state.aid)
    yield from Transfer("aid", "patronage", lambda _: taken // 2).run(event, 1)
    yield from Transfer("aid", "warlords", lambda _: taken - taken // 2).run(event, 2)


def desertions(event: Resolution) -> Rules:
    """Up to 2 Afghan spaces: remove half of one Insurgent Faction's Guerrillas, rounded up, as it picks."""
    state = event.state
    done: list[Space] = []

    def open_to_it() -> list[Space]:
        return [s for s in ALL_SPACES if s not in done and not IS_PAKISTAN[s] and pieces_in(state, s, "guerrilla")]

    while len(done) < 2 and (space := (yield from _space(event, open_to_it))) is not None:
        done.append(space)
        faction = yield from _insurgent(event, [f for f in INSURGENTS if guerrillas(state, f, space)], space)
        hidden, shown = UNDERGROUND_OF[faction], ACTIVE_OF[faction]
        n = (guerrillas(state, faction, space) + 1) // 2
        below, above = count(state, space, hidden), count(state, space, shown)
        of_shown = yield from event.play.ask(
            faction,
            "event-remove",
            "5.1",
            COUNTS,
            partial(range, max(0, n - below), min(n, above) + 1),
            {"piece": PIECE_IDS[shown], "space": SPACE_IDS[space]},
            boundary=False,
        )
        remove(event.play, "5.1", shown, space, of_shown)
        remove(event.play, "5.1", hidden, space, n - of_shown)


def defections(event: Resolution) -> Rules:
    """Desertion (6.5.1) now; then 1 Insurgent Guerrilla in up to 2 of the spaces that lost cubes."""
    state = event.state
    left: list[Space] = []
    for space in ALL_SPACES:
        n = government_cubes(state, space) // 3
        if n:
            left.append(space)
            yield from desert(event.play, space, n)
    if not left:
        return
    faction = yield from _insurgent(event, list(INSURGENTS))
    for _ in range(2):
        space_chosen = yield from _space(event, lambda: left)
        if space_chosen is None:
            return
        left.remove(space_chosen)
        event_place(event.play, UNDERGROUND_OF[faction], space_chosen)


def mountain_fastness(event: Resolution) -> Rules:
    """1 Mountain Province with COIN Troops: Activate all Guerrillas; then a COIN Faction may Assault."""
    state = event.state
    space = yield from _space(
        event,
        lambda: [
            s
            for s in ALL_SPACES
            if IS_MOUNTAIN[s] and pieces_in(state, s, "coin-troops") and pieces_in(state, s, "insurgent-piece")
        ],
        must=True,
    )
    if space is None:
        return
    for faction in INSURGENTS:
        activate(event.play, "5.1", faction, space, count(state, space, UNDERGROUND_OF[faction]))
    ready = [SEATS[f] for f in (COALITION, GOVERNMENT) if f == GOVERNMENT or state.pieces[space * KINDS + C_TROOPS]]
    named = yield from event.play.ask(
        event.faction, "event-faction", "5.1", WORDS, lambda: ready, {"space": SPACE_IDS[space]}
    )
    yield from free_operation(
        event.play, FACTION_BY_ID[named], ("assault",), limited=True, spaces=(space,), text=AS_PLAINS
    )


def mountain_refuge(event: Resolution) -> Rules:
    """Up to 3 Mountain Provinces: flip one Insurgent Faction Underground; place a Base in one of them."""
    state = event.state
    faction = yield from _insurgent(event, list(INSURGENTS))
    done: list[Space] = []

    def open_to_it() -> list[Space]:
        return [s for s in ALL_SPACES if IS_MOUNTAIN[s] and s not in done and pieces_of(state, faction, s)]

    while len(done) < 3 and (space := (yield from _space(event, open_to_it))) is not None:
        done.append(space)
        hide(event.play, "5.1", faction, space, can_hide(state, faction, space))
    if available(state, BASE_OF[faction]):
        where = yield from _space(event, lambda: [s for s in done if room_for_base(state, s)], must=True)
        if where is not None:
            event_place(event.play, BASE_OF[faction], where)


def change_in_tactics(event: Resolution) -> Rules:
    """Flip one Capability in play to its other side, or discard it."""
    in_play = {card: side for card, side in texts_in_effect(event.state) if not is_momentum(card, side)}
    if not in_play:
        return
    card = yield from event.play.ask(event.faction, "event-capability", "5.1", CARD_NUMBERS, lambda: list(in_play))
    how = yield from event.play.ask(
        event.faction, "event-tactics", "5.1", WORDS, lambda: ["turn", "discard"], {"card": card}
    )
    if how == "turn":
        place_capability(event.play, card, SHADED if in_play[card] == UNSHADED else UNSHADED)
    else:
        remove_capability(event.play, card)


def contractor_surge(event: Resolution) -> Rules:
    """Divide a die roll + 3 between Aid and Warlord Resources; place up to 3 Police on LoCs."""
    rolled = event.play.roll("event")
    event.play.emit("rolled", "5.1", rolled)
    total = rolled + 3
    to_aid = yield from event.play.ask(
        event.faction, "event-split", "5.1", COUNTS, partial(range, total + 1), {"n": total}, boundary=False
    )
    change_aid(event.play, "5.1", to_aid)
    gain(event.play, "5.1", WARLORDS, total - to_aid)
    for _ in range(3):
        if not available(event.state, G_POLICE):
            return
        loc = yield from _space(event, lambda: list(LOCS))
        if loc is None:
            return
        event_place(event.play, G_POLICE, loc)


@dataclass(frozen=True)
class Special(Effect):
    """A side that is a function, with everything it could affect."""

    function: Callable[[Resolution], Rules]
    flags: frozenset[str]

    def run(self, event: Resolution, step: int) -> Rules:
        yield from self.function(event)

    def touches(self) -> frozenset[str]:
        return self.flags


def _special(function: Callable[[Resolution], Rules], *flags: str) -> Special:
    return Special(function, frozenset(flags))


SPECIAL: Final[dict[str, Special]] = {
    "amnesty-shaded": _special(amnesty, "warlord-guerrilla-on-loc"),
    "operation-iraqi-freedom-shaded": _special(operation_iraqi_freedom, "coalition-remove"),
    "development-aid-shaded": _special(development_aid, "patronage-up", "warlord-resources-up"),
    "desertions-and-defections-unshaded": _special(desertions),
    "desertions-and-defections-shaded": _special(defections, "warlord-guerrilla-on-loc"),
    "mountain-fastness-unshaded": _special(
        mountain_fastness, "taliban-base-remove", "government-free-action", "aid-up"
    ),
    "mountain-fastness-shaded": _special(mountain_refuge, "taliban-base-place", "warlord-base-place"),
    "change-in-tactics": _special(change_in_tactics),
    "contractor-surge-unshaded": _special(contractor_surge, "aid-up", "warlord-resources-up", "government-place"),
}
