"""3.1: parts common to Operations: spaces are selected, paid for and resolved one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from khyber.engine.decision import Fresh, Param
from khyber.engine.play import NOTHING
from khyber.games.distant_plain.board import SEATS, SPACE_IDS, Faction, Space
from khyber.games.distant_plain.notation import PLACES
from khyber.games.distant_plain.play import Asking, Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES, activities, special_activity
from khyber.games.distant_plain.rules.tracks import pay

Choice = Space | str | tuple[str, Space]


@rule("3.1")
def next_choice(
    play: Play,
    faction: Faction,
    ask: str,
    rule: str,
    choices: Callable[[], list[Choice]],
    may_stop: Callable[[], bool],
    about: Mapping[str, Param] = NOTHING,
    *,
    last_call: bool = False,
) -> Asking[Choice]:
    """3.1, 4.1: ask for the next choice of the Operation, or a Special Activity; `done` ends the stage.

    `last_call` asks even when there is only one option: the last chance for an aside (1.4.1).
    """

    def build() -> list[Choice]:
        found: list[Choice] = choices()
        found += activities(play, faction)
        if may_stop():
            found.append("done")
        return found

    now = about
    while True:
        choice = yield from play.ask(faction, ask, rule, PLACES, build, now, window=last_call)
        if not isinstance(choice, str) or choice not in ACTIVITIES:
            return choice
        yield from special_activity(play, faction, choice)
        if isinstance(about, Fresh):  # it may have changed what the question is about
            now = Fresh(about.make)


def has_begun(play: Play) -> Callable[[], bool]:
    """4.1: return a test of whether the Operation has at least 1 space."""
    return lambda: bool(play.state.op_spaces)


@rule("3.1")
def select(play: Play, faction: Faction, rule: str, space: Space, cost: int) -> None:
    """3.1: select a space, once, and pay for it unless the Operation is free (3.1.2)."""
    state = play.state
    state.op_spaces += bytes((space,))
    play.emit("selected", rule, SEATS[faction], SPACE_IDS[space])
    pay(play, rule, faction, 0 if state.op_free else cost)
