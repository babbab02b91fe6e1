"""Tables of Enduring Freedom for tests: a new one, one at a position made in a line or two, rules carried out alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.chance import REFUSED, Scripted, Seeded
from khyber.engine.decision import Decision, Value
from khyber.engine.game import Event, Json, Setup
from khyber.engine.play import RawEvent, run
from khyber.engine.record import Header
from khyber.engine.table import Table
from khyber.games.enduring_freedom.box import printed_box
from khyber.games.enduring_freedom.game import EnduringFreedom
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rules.combat import fighters
from khyber.games.enduring_freedom.state import State

GAME = EnduringFreedom()
BOX = printed_box()
SEAT = "coalition"
Facts = Mapping[str, object]
NOWHERE: Mapping[str, Facts] = {}
#: Words of a test for the lists of a position.
LISTS = {
    "hidden": "islamists",
    "shown": "islamists-revealed",
    "untried": "alliance",
    "tried": "alliance-revealed",
    "ground": "ground",
    "air": "air",
    "assets": "assets",
}


def new(seed: int = 1, game: EnduringFreedom = GAME, seats: str = "person") -> Table[State]:
    """A game from its set-up."""
    header = Header(game.id, game.rules_version, game.digest(), seed, Setup("campaign", (), 1), {SEAT: seats})
    return Table(game, header)


def z(**lists: str) -> Facts:
    """What is in a zone or Staging Area, each sort as a list of ids: z(shown="tb-inf1 tb-ad1", ground="us-dagger")."""
    return {LISTS[name]: [unit.replace("*", " reduced") for unit in units.split()] for name, units in lists.items()}


def state(zones: Mapping[str, Facts] = NOWHERE, /, *, game: EnduringFreedom = GAME, **facts: object) -> State:
    """A checkpoint: by default the mobilization of turn 1, with nothing on the map."""
    return game.read_position({"zone": dict(zones), **{name.replace("_", "-"): fact for name, fact in facts.items()}})


def at(position: State, dice: Sequence[int] = (), seed: int = 1, game: EnduringFreedom = GAME) -> Table[State]:
    """A table that begins at a checkpoint, with the first results of chance given."""
    header = Header(
        game.id, game.rules_version, game.digest(), seed, Setup("campaign", (), 1), {SEAT: "person"}, position.pack()
    )
    return Table(game, header, Scripted(dice, Seeded(seed)) if dice else None)


def table(
    zones: Mapping[str, Facts] = NOWHERE, /, *, dice: Sequence[int] = (), game: EnduringFreedom = GAME, **facts: object
) -> Table[State]:
    """A table at a position."""
    return at(state(zones, game=game, **facts), dice, game=game)


class Carried:
    """A rule that was carried out alone: what it was asked, what came of it."""

    def __init__(self, position: State, dice: Sequence[int], game: EnduringFreedom) -> None:
        self.box = game.box
        self.state = position
        self.raw: list[RawEvent] = []
        self.entries: list[str] = []
        self.chance = Scripted(dice, REFUSED)
        self.play = Play(position, self.chance, self.entries, self.raw, game.box)
        self.asked: list[tuple[str, list[str]]] = []

    def logged(self, kind: str) -> list[Event]:
        return [GAME.read_event(raw) for raw in self.raw if raw[0] == kind]

    def where(self, unit: str) -> str:
        return where(self.state, unit)

    def points(self) -> int:
        return self.state.points


def in_battle(rule: Callable[[Play, list[int], list[int]], Rules]) -> Callable[[Play], Rules]:
    """Return a rule of combat with both sides of the battle under way."""
    return lambda play: rule(play, *fighters(play.state, play.box))


def carry(
    rule: Callable[[Play], Rules | None],
    position: State,
    *answers: str,
    dice: Sequence[int] = (),
    game: EnduringFreedom = GAME,
) -> Carried:
    """Carry out a rule with these answers and dice: all of them, and no others (but a `done` that nobody needed)."""
    carried = Carried(position, dice, game)
    left = list(answers)

    def answer(decision: Decision) -> Value:
        keys = decision.options.keys()
        carried.asked.append((decision.ask, keys))
        assert left, f"nobody said what to answer to {decision.ask} ({', '.join(keys)})"
        key = left.pop(0)
        assert key in keys, f"{key} is not offered to {decision.ask} ({', '.join(keys)})"
        return decision.values[keys.index(key)]

    running = rule(carried.play)
    if running is not None:
        run(running, answer)
    assert left in ([], ["done"]), f"never asked: {left}"
    assert not carried.chance.results, f"never rolled: {carried.chance.results}"
    return carried


def unit(name: str) -> int:
    """The counter of that id (`tb-inf1.2`: the second of that kind)."""
    id_, _, number = name.partition(".")
    return BOX.first[id_] + (int(number) - 1 if number else 0)


def zone(name: str) -> int:
    return BOX.zone_by_id[name]


def where(position: State, name: str) -> str:
    return BOX.place_id(position.where[unit(name)])


def names(places: Sequence[int]) -> list[str]:
    return [BOX.place_id(place) for place in places]


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


def logged(playing: Table[State], kind: str) -> list[Event]:
    """What the log has of one kind of event."""
    return [event for event in playing.all_events() if event.kind == kind]


def shown(playing: Table[State], *path: str) -> Json:
    """What the view has at that place."""
    found: Json = playing.view(SEAT)
    for name in path:
        assert isinstance(found, dict)
        found = found[name]
    return found
