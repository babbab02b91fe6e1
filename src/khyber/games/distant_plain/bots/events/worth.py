"""8.3: how a Non-player of the 3rd printing rates the effects of an Event (N.EventPlay)."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.common.guidelines import enemy_players, targets_in_order
from khyber.games.distant_plain.bots.events.difference import COLUMNS, Difference, Worth
from khyber.games.distant_plain.bots.machinery.guide import Judge
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

# The conditions of each Faction's Event box (8.6.2-8.9.2): whether a difference meets them.


@rule("8.6.2")
def coalition_wants(diff: Difference) -> tuple[bool, bool, bool]:
    """Return whether the change meets C.Event.3a-3c."""
    return (
        "support-up" in diff.raised or "opposition-down" in diff.raised,
        diff.taliban_base_changed() or diff.coalition_boxes_changed(),
        diff.islamabad() and not is_non_player(diff.before, board.TALIBAN),
    )


@rule("8.7.2")
def government_wants(diff: Difference) -> tuple[bool, bool, bool]:
    """Return whether the change meets G.Event.3a-3c; free actions are tried with the whole Event."""
    return (
        diff.patronage() > 0 or diff.resources(board.GOVERNMENT) > 0 or diff.aid() > 0 or diff.coin > 0,
        diff.government_placed(),
        diff.islamabad() and not is_non_player(diff.before, board.TALIBAN),
    )


@rule("8.8.2")
def taliban_want(diff: Difference) -> tuple[bool, bool, bool]:
    """Return whether the change meets T.Event.3a-3c."""
    return (
        bool(diff.raised & {"support-down", "opposition-up", "opposition-down"}) or diff.resources(board.TALIBAN) != 0,
        diff.taliban_base_changed() or coalition_removed(diff),
        diff.islamabad(),
    )


@rule("8.9.2")
def warlords_want(diff: Difference) -> tuple[bool, bool, bool]:
    """Return whether the change meets W.Event.3a or 3b."""
    return (
        diff.uncontrolled > 0 or diff.resources(board.WARLORDS) > 0,
        diff.guerrilla_put_on_loc() or diff.warlord_base_placed(),
        False,
    )


def coalition_removed(diff: Difference) -> bool:
    """R-N8: Coalition pieces left the map, or moved from Available out of play."""
    return any(
        diff.arrived(piece) < 0 or (diff.placed(piece) > 0 and not diff.arrived(piece))
        for piece in (board.C_TROOPS, board.C_BASE)
    )


WANTS = {
    board.COALITION: coalition_wants,
    board.GOVERNMENT: government_wants,
    board.TALIBAN: taliban_want,
    board.WARLORDS: warlords_want,
}


NO_WANTS = (False, False, False)


class OwnView(Judge):
    """The ratings of the 3rd printing."""

    __slots__ = ("executing", "faction", "key", "players", "state", "targets")

    def __init__(self, bot: NonPlayer, state: State) -> None:
        self.faction = bot.faction
        self.state = state
        #: Its own box counts in Events that it executes itself.
        self.executing = bool(state.executing >> bot.faction & 1)
        self.targets = targets_in_order(state, bot.dice, bot.faction)
        players = enemy_players(state, bot.faction)
        self.players = [owner for owner in self.targets if owner in players]
        self.key = (self.executing, *self.targets)

    @rule("8.3.1", "8.3.3", "8.3.4")
    def worth(self, diff: Difference, space: Space | None = None) -> Worth:
        """N.EventPlay 2-7: rank by own score, box conditions, beneficiary, pieces, owner, place, shifts, markers."""
        wants = WANTS[self.faction](diff) if self.executing else NO_WANTS
        getting = [owner for owner in board.FACTIONS if diff.gets(owner)] if max(diff.left) > 0 else []
        return (
            min(0, diff.score(self.faction)),
            *wants,
            self.benefit(getting),
            diff.pieces_moved(),
            *self.hit(diff),
            *self.given_up(diff, space),
            *self.put(diff, space, getting),
            *self.shift(diff),
            diff.markers_moved(),
        )

    def aspects(self) -> Sequence[str]:
        shifts = 2 if self.faction in (board.COALITION, board.TALIBAN) else len(self.players)
        return (
            "score",
            *("box",) * len(NO_WANTS),
            "benefit",
            "where",
            *("targets",) * len(self.targets),
            *("enemy",) * 2,
            *("own",) * 2,
            *("place",) * 3,
            *("shift",) * shifts,
            "where",
        )

    def objection(self, worth: Worth) -> str:
        if costs_score(worth):
            return "score"
        return "benefit" if only_helps_players(worth) else ""

    @rule("8.3.4")
    def benefit(self, getting: Sequence[Faction]) -> int:
        """N.EventPlay 3: rank who gets pieces: itself, another Non-player or nobody, an enemy player last."""
        if self.faction in getting:
            return 2
        return 0 if getting and all(owner in self.players for owner in getting) else 1

    def hit(self, diff: Difference) -> Worth:
        """N.G1-N.G4: rank whose pieces are removed by target order; Bases, then Underground Guerrillas."""
        if diff.same:
            return (0,) * (len(self.targets) + 2)
        hidden = sum([max(0, diff.underground_gone(owner)) for owner in self.targets if owner in board.INSURGENTS])
        if min(diff.came) >= 0:  # none left the map
            return (*(0,) * len(self.targets), 0, hidden)
        gone = [max(0, diff.gone(owner)) for owner in self.targets]
        bases = sum([max(0, diff.bases_gone(owner)) for owner in self.targets])
        return (*gone, bases, hidden)

    def given_up(self, diff: Difference, space: Space | None) -> Worth:
        """N.G5: among own and friendly pieces, prefer Active ones, and places where others of the kind remain."""
        if space is None or min(diff.came) >= 0:  # none left the map
            return (0, 0)
        lonely = costly = 0
        for owner in board.COIN if self.faction in board.COIN else (self.faction,):
            if diff.gone(owner) <= 0:
                continue
            first, last = COLUMNS[owner]
            for piece in range(first, last):
                left = diff.after.pieces[space * board.KINDS + piece]
                lost = diff.before.pieces[space * board.KINDS + piece] - left
                if lost > 0:
                    lonely -= not left
                    costly -= lost * (piece in board.UNDERGROUND_OF.values())
        return (costly, lonely)

    def put(self, diff: Difference, space: Space | None, getting: Sequence[Faction]) -> Worth:
        """N.G7, N.G8: avoid a second COIN Base; prefer Bases, and spaces with pieces of the same Faction."""
        if space is None or not getting:
            return (0, 0, 0)
        at = space * board.KINDS
        before = diff.before.pieces
        crowded = bases = beside = 0
        for owner in getting:
            first, last = COLUMNS[owner]
            based = diff.left[last - 1] > 0
            bases += based
            beside += any(before[at + first : at + last])
            crowded -= owner in board.COIN and based and bool(before[at + board.C_BASE] or before[at + board.G_BASE])
        return (crowded, bases, beside)

    @rule("8.3.5")
    def shift(self, diff: Difference) -> Worth:
        """N.EventPlay 6: Support for the Coalition, Opposition for the Taliban, a player's loss for the others."""
        if self.faction == board.COALITION:
            return (diff.support, -diff.opposition)
        if self.faction == board.TALIBAN:
            return (diff.opposition, -diff.support)
        return tuple(max(0, -diff.score(player)) if diff.raised else 0 for player in self.players)


def only_helps_players(worth: Worth) -> bool:
    """N.EventPlay 3: return whether it places enemy players' pieces and meets no condition of its box."""
    return worth[4] == 0 and not any(worth[1:4])


def costs_score(worth: Worth) -> bool:
    """N.OwnScore: return whether its score falls."""
    return worth[0] < 0
