"""What a Non-player did in its step, read from the log of the table; and positions with Tribal Elders."""

from __future__ import annotations

from collections.abc import Sequence

import khyber
from khyber.agents.agent import Seen
from khyber.engine.play import run
from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID
from khyber.games.distant_plain.bots.machinery.non_player import Printing
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.activities.execute import special_activity
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import plan_activity


def moves(table: Table[State], rule: str = "") -> list[tuple[str, int, str, str]]:
    """Pieces moved, as kind, number, origin, destination; by one rule, or all."""
    found = []
    for event in table.all_events():
        if event.kind == "moved" and rule in ("", event.rule):
            told = event.params
            found.append((str(told["piece"]), int(told["n"]), str(told["origin"]), str(told["dest"])))
    return found


def selected(table: Table[State]) -> list[str]:
    """The spaces of the Operation in order."""
    return [str(event.params["space"]) for event in table.all_events() if event.kind == "selected"]


def activities(table: Table[State]) -> list[str]:
    """The Special Activities executed."""
    return [str(event.params["activity"]) for event in table.all_events() if event.kind == "activity"]


def removed(table: Table[State], rule: str) -> list[tuple[str, int, str]]:
    """Pieces removed by one rule, as kind, number, space."""
    return _changed(table, "removed", rule)


def placed(table: Table[State], rule: str) -> list[tuple[str, int, str]]:
    """Pieces placed by one rule, as kind, number, space."""
    return _changed(table, "placed", rule)


def _changed(table: Table[State], kind: str, rule: str) -> list[tuple[str, int, str]]:
    return [
        (str(event.params["piece"]), int(event.params["n"]), str(event.params["space"]))
        for event in table.all_events()
        if event.kind == kind and event.rule == rule
    ]


def cubes_placed(table: Table[State], space: str) -> tuple[int, int]:
    """Government Troops and Police that a Train placed there."""
    found = {piece: n for piece, n, where in placed(table, "3.2.1") if where == space}
    return found.get("government-troops", 0), found.get("government-police", 0)


def after_activity(
    table: Table[State],
    seat: str,
    name: str,
    *,
    op: str = "",
    seed: int = 0,
    rolls: Sequence[int] = (),
    printing: Printing = THIRD,
) -> State:
    """The position once the Non-player has carried out this Special Activity alone."""
    plan, head = plan_activity(table, seat, name, op=op, seed=seed, rolls=rolls, printing=printing)
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    if plan is not None:
        head.plan = plan
        run(special_activity(play, FACTION_BY_ID[seat], name), lambda decision: head.answer(play, decision))
    return play.state


def with_elders(table: Table[State], seat: str = "government") -> Table[State]:
    """The same position, with Tribal Elders executed by this Faction and in force."""
    text = table.position().replace("lasting = []", 'lasting = ["45-unshaded", "45-shaded"]')
    return khyber.position("distant-plain", text.replace("holders = []", f'holders = ["45-{seat}"]'))
