"""4.3.1: Govern."""

from __future__ import annotations

from functools import partial

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import (
    AFGHAN,
    C_BASE,
    COIN_CONTROL,
    MAX_PATRONAGE,
    NEUTRAL,
    RETURNEES_MARKERS,
    SPACE_IDS,
    SUPPORT,
    Faction,
    Space,
)
from khyber.games.distant_plain.notation import WORDS, space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import next_space, spaces_left
from khyber.games.distant_plain.rules.elders import set_by
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.tracks import aid_to_patronage
from khyber.games.distant_plain.state import State

MAX_SPACES = 2


def govern_choices(state: State, space: Space) -> list[str]:
    """4.3.1: a +1 Pop marker if the space has none; Patronage if it has Population and no Coalition Base."""
    if state.control[space] != COIN_CONTROL:
        return []
    people = population(state, space)
    if people and state.level[space] != SUPPORT:
        return []
    choices = []
    if not state.returnees[space] and sum(state.returnees) < RETURNEES_MARKERS:
        choices.append("returnees")
    if people and not count(state, space, C_BASE):
        choices.append("patronage")
    return choices


def govern_spaces(state: State) -> list[Space]:
    if not spaces_left(state, MAX_SPACES):
        return []
    return [
        space
        for space in AFGHAN
        if state.control[space] == COIN_CONTROL and space not in state.special_spaces and govern_choices(state, space)
    ]


def only(state: State, how: str) -> str:
    """Return the spaces where Govern has no other effect than this one, which is then not asked for."""
    return space_ids(space for space in AFGHAN if govern_choices(state, space) == [how])


def can_govern(play: Play, faction: Faction) -> bool:
    state = play.state
    return spaces_left(state, MAX_SPACES) and any(
        govern_choices(state, space) for space in AFGHAN if state.control[space] == COIN_CONTROL
    )


@rule("4.3.1")
def govern(play: Play, faction: Faction) -> Rules:
    """4.3.1: in 1 or 2 COIN-Controlled spaces, place a +1 Pop marker or move Aid to Patronage."""
    state = play.state
    while (
        space := (
            yield from next_space(
                play,
                faction,
                "govern-space",
                "4.3.1",
                lambda: govern_spaces(state),
                most=MAX_SPACES,
                about={"returnees": only(state, "returnees"), "patronage": only(state, "patronage")},
            )
        )
    ) is not None:
        how = yield from play.ask(
            faction,
            "govern-how",
            "4.3.1",
            WORDS,
            partial(govern_choices, state, space),
            Fresh(lambda: {"space": SPACE_IDS[space], "n": population(state, space), "aid": diverted(state, space)}),
        )
        yield from govern_in(play, faction, space, how)


def diverted(state: State, space: Space) -> int:
    """4.3.1, 1.8: return how much Aid becomes Patronage: the Population, as far as there is Aid and room."""
    return min(population(state, space), state.aid, MAX_PATRONAGE - state.patronage)


def govern_in(play: Play, faction: Faction, space: Space, how: str) -> Rules:
    """4.3.1: Govern in one space."""
    state = play.state
    if how == "returnees":
        state.returnees[space] = 1
        play.emit("returnees", "4.3.1", SPACE_IDS[space])
    else:
        aid_to_patronage(play, "4.3.1", population(state, space))
        yield from set_by(play, faction, "4.3.1", space, NEUTRAL)
