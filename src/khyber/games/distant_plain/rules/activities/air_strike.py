"""4.2.3: Air Strike."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    COALITION,
    IS_AFGHAN,
    IS_PAKISTAN,
    KABUL,
    KINDS,
    PAKISTAN,
    SPACE_IDS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    W_ACTIVE,
    W_BASE,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.forces import available, place
from khyber.games.distant_plain.rules.islamabad import TOWARD_SPONSORSHIP, shift_islamabad
from khyber.games.distant_plain.rules.lasting import PREDATORS, REAPERS, shaded, unshaded, use_card
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity, spaces_with
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION, has_opinion, shift
from khyber.games.distant_plain.rules.targets import exposed, remove_enemies
from khyber.games.distant_plain.state import State

MAX_SPACES = 3


def air_strike_spaces(state: State) -> list[Space]:
    """4.2.3: anywhere but Kabul, with an Active Guerrilla or an unguarded Base."""
    if not spaces_left(state, MAX_SPACES):
        return []
    return [
        space
        for space in spaces_with(state, T_ACTIVE, T_BASE, W_ACTIVE, W_BASE)
        if space != KABUL and space not in state.special_spaces and exposed(state, space)
    ]


def predator_spaces(state: State) -> list[Space]:
    """4.2.3: by a Capability, spaces in Pakistan with any Taliban piece."""
    if not spaces_left(state, MAX_SPACES):
        return []
    return [space for space in PAKISTAN if space not in state.special_spaces and any_taliban(state, space)]


def can_air_strike(play: Play, faction: Faction) -> bool:
    state = play.state
    found = air_strike_spaces(state) or (predator_spaces(state) if unshaded(state, PREDATORS) else [])
    return bool(open_to_activity(state, found))


@rule("4.2.3")
def air_strike(play: Play, faction: Faction) -> Rules:
    """4.2.3: remove 1 piece in each of up to 3 spaces; if any is in Pakistan, shift Islamabad once."""
    state = play.state
    predators, reapers = unshaded(state, PREDATORS), unshaded(state, REAPERS)

    def spaces() -> list[Space]:
        found = air_strike_spaces(state)
        return sorted({*found, *predator_spaces(state)}) if predators else found

    while (
        space := (yield from next_space(play, faction, "air-strike-space", "4.2.3", spaces, most=MAX_SPACES))
    ) is not None:
        if predators and (yield from send_predators(play, faction, space)):
            predators = False
            continue
        yield from remove_enemies(play, COALITION, "4.2.3", space, 1, exposed, obliged=True)
        if reapers and (yield from strike_again(play, faction, space)):
            reapers = False
    if any(IS_PAKISTAN[space] for space in state.special_spaces):
        shift_islamabad(play, "4.2.3", TOWARD_SPONSORSHIP)
    yield from after_the_strike(play)


def any_taliban(state: State, space: Space) -> list[Piece]:
    """4.2.3: by a Capability, any Taliban piece in 1 space in Pakistan, Underground or guarded."""
    return [piece for piece in (T_UNDERGROUND, T_ACTIVE, T_BASE) if state.pieces[space * KINDS + piece]]


def send_predators(play: Play, faction: Faction, space: Space) -> Asking[bool]:
    """4.2.3: by a Capability, offer to strike any Taliban piece in this space; True if it did."""
    state = play.state
    if not IS_PAKISTAN[space] or any_taliban(state, space) == exposed(state, space):
        return False
    how = yield from play.ask(
        faction,
        "air-strike-how",
        "4.2.3",
        WORDS,
        lambda: ["predators", "strike"] if exposed(state, space) else ["predators"],
        {"space": SPACE_IDS[space]},
    )
    if how == "strike":
        return False
    yield from remove_enemies(play, COALITION, "4.2.3", space, 1, any_taliban, obliged=True)
    return True


def strike_again(play: Play, faction: Faction, space: Space) -> Asking[bool]:
    """4.2.3: by a Capability, remove up to 2 more pieces in 1 space of the strike."""
    state = play.state
    struck = False
    for _ in range(2):
        if not exposed(state, space):
            break
        again = yield from play.ask(
            faction, "air-strike-again", "4.2.3", WORDS, lambda: ["again", "done"], {"space": SPACE_IDS[space]}
        )
        if again == "done":
            break
        struck = True
        yield from remove_enemies(play, COALITION, "4.2.3", space, 1, exposed, obliged=True)
    return struck


def after_the_strike(play: Play) -> Rules:
    """4.2.3: by Capabilities, after an Air Strike the Taliban Rally in Pakistan or shift a Province."""
    state = play.state
    if shaded(state, PREDATORS) and available(state, T_UNDERGROUND):
        space = yield from play.ask(TALIBAN, "strike-recruit", "4.2.3", PLACES, lambda: or_done(PAKISTAN))
        if not isinstance(space, str):
            use_card(play, "4.2.3", PREDATORS, space)
            place(play, "4.2.3", T_UNDERGROUND, space)
    angry = [space for space in state.special_spaces if IS_AFGHAN[space] and has_opinion(state, space)]
    if shaded(state, REAPERS) and angry:
        where = yield from play.ask(TALIBAN, "strike-anger", "4.2.3", PLACES, lambda: sorted(angry))
        use_card(play, "4.2.3", REAPERS, where)
        shift(play, "4.2.3", where, TOWARD_OPPOSITION)
