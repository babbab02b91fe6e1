"""Setting up the game, and the intelligence before the operation (6.0, 10.3)."""

from __future__ import annotations

from typing import Final

from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.games.enduring_freedom.board import SIDE_IDS, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import counters_at, draw, zones_of_hidden
from khyber.games.enduring_freedom.rules.reveal import conceal_into, show, show_alliance
from khyber.games.enduring_freedom.state import State, empty

SCENARIOS: Final = ("campaign",)
OPTIONS: Final = ()


def start(setup: Setup, box: Box) -> State:
    """Return the state before set-up."""
    if setup.scenario not in SCENARIOS:
        raise BadSetup(f"there is no scenario {setup.scenario!r}: there is {', '.join(SCENARIOS)}")
    if setup.options:
        raise BadSetup(f"there is no option {setup.options[0]!r}: the game has none")
    if setup.players != 1 or setup.non_players:
        raise BadSetup("the game is for one player")
    state = empty(box)
    state.scenario, state.step = setup.scenario, "deal"
    return state


@rule("6.0")
def deal(play: Play) -> None:
    """6.0 (3) to (6): mix and place both sides face down; roll for the Islamist zones to designate."""
    state, box = play.state, play.box
    for side, counters, wanted in (
        (SIDE_IDS[1], box.islamists, box.setup_islamists),
        ("alliance", box.alliance, box.setup_alliance),
    ):
        mixed = play.shuffle(side, counters)
        at = 0
        for zone, n in enumerate(wanted):
            for counter in mixed[at : at + n]:
                state.where[counter] = zone
            at += n
        play.emit("dealt", "6.0", side, at)
    roll_intelligence(play, SIDE_IDS[1], len(zones_of_hidden(state, 0, box.islamist_end)), "pre-islamists")


@rule("6.0")
def roll_intelligence(play: Play, side: str, most: int, step: str) -> None:
    """6.0 (6): roll for the number of zones to designate."""
    state = play.state
    die = play.roll("pre-intelligence")
    play.emit("pre-intelligence", "6.0", side, die)
    state.left, state.targets, state.step = min(die, most), b"", step


@rule("6.0")
def pre_islamists(play: Play) -> Rules:
    """6.0 (6): designate all zones before any is revealed."""
    zones = zones_of_hidden(play.state, 0, play.box.islamist_end)
    yield from _designate(play, "pre-islamists", zones, "pre-islamists-shown")


@rule("6.0")
def pre_alliance(play: Play) -> Rules:
    """6.0 (6): designate Northern Alliance zones in the same way."""
    zones = zones_of_hidden(play.state, play.box.islamist_end, play.box.alliance_end)
    yield from _designate(play, "pre-alliance", zones, "pre-alliance-shown")


def _designate(play: Play, ask: str, zones: list[int], following: str) -> Rules:
    state = play.state
    while state.left:
        zone = yield from play.pick(
            ask, "6.0", lambda: [zone for zone in zones if zone not in state.targets], {"n": state.left}
        )
        state.targets += bytes((zone,))
        state.left -= 1
    state.step = following


@rule("10.3")
def pre_islamists_shown(play: Play) -> None:
    """10.3: reveal the zones; replace special counters other than targets, bases and terrorists."""
    state, box = play.state, play.box
    special: list[tuple[int, int]] = []
    for zone in state.targets:
        for counter in counters_at(state, zone, 0, box.islamist_end):
            show(play, "6.0", counter)
            if box.special[counter]:
                special.append((counter, zone))
    for _, zone in special:
        substitute = draw(play, "substitute", UNDERGROUND, 0, box.islamist_end)
        conceal_into(play, substitute, zone)
        play.emit("face-down", "10.3", SIDE_IDS[1], 1, box.zones[zone])
    for counter, _ in special:
        conceal_into(play, counter, UNDERGROUND)
        play.emit("underground", "10.3", box.of[counter].id)
    zones = zones_of_hidden(state, box.islamist_end, box.alliance_end)
    roll_intelligence(play, "alliance", len(zones), "pre-alliance")


@rule("6.0")
def pre_alliance_shown(play: Play) -> None:
    """6.0 (6): reveal the Northern Alliance zones; mobilization follows."""
    for zone in play.state.targets:
        show_alliance(play, "6.0", zone)
    play.state.targets, play.state.step = b"", "mobilize"
