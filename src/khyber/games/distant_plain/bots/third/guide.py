"""8.2.1, 8.3: the 3rd printing's guidelines for what no box covers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.common.guidelines import enemy_piece, targets_in_order
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.bots.events.worth import WANTS, OwnView
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.guide import Guide, Judge
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.third.taliban import guards as taliban_guards
from khyber.games.distant_plain.bots.third.warlords import guards as warlords_guards
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

GUERRILLAS: Final = frozenset((*board.UNDERGROUND_OF.values(), *board.ACTIVE_OF.values()))
#: Guerrillas that stay in a space with their Bases, by Faction.
KEPT_AT_BASE: Final = {board.TALIBAN: taliban_guards.kept_at_base, board.WARLORDS: warlords_guards.kept_at_base}

#: What decides where no box does.
STEPS: Final = {
    "general": ("N.Guide", "8.2.1"),
    "targets": ("N.G3", "8.2.1"),
    "enemy": ("N.G4", "8.2.1"),
    "own": ("N.G5", "8.2.1"),
    "place": ("N.G8", "8.2.1"),
    "march": ("N.G9", "8.2.1"),
    "beside": ("N.G8", "8.2.1"),
    "source": ("N.Source", "8.2.1"),
    "keep-taliban": ("T.Keep", "8.8.1"),
    "keep-warlords": ("W.Keep", "8.9.1"),
    "instruction": ("N.Halo", "8.3.1"),
    "box": ("N.EventPlay.2", "8.3.1"),
    "benefit": ("N.EventPlay.3", "8.3.4"),
    "free": ("N.EventPlay.4", "8.3.4"),
    "many": ("N.EventPlay.5", "8.3.3"),
    "where": ("N.EventPlay.5", "8.3.4"),
    "shift": ("N.EventPlay.6", "8.3.5"),
    "score": ("N.OwnScore", "8.3.5"),
    "random": ("N.Random", "8.4"),
    "loc": ("N.Random", "8.4.1"),
}


class ThirdGuide(Guide):
    """The guidelines of the 3rd printing."""

    steps = STEPS
    hidden_stay = keeps_one = may_want_to_leave = True

    def targets(self, state: State, dice: Dice, faction: Faction) -> list[Faction]:
        return targets_in_order(state, dice, faction)

    def enemy_piece(self, bot: NonPlayer, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
        """Return the first piece of the first Faction on the list."""
        order = targets_in_order(state, bot.dice, bot.faction)
        owner = min({board.OWNER[piece] for piece in removable}, key=lambda f: order.index(f))
        return enemy_piece(bot.dice, state, space, [piece for piece in removable if board.OWNER[piece] == owner])

    def removing(self, bot: NonPlayer, state: State, there: Mapping[Piece, int], *, bases_last: bool) -> list[Piece]:
        """Return Factions by target order; friends last, in reverse."""
        targets = targets_in_order(state, bot.dice, bot.faction)
        if len(there) == 1:
            return list(there)
        owners = [f for f in targets if any(board.OWNER[kind] == f for kind in there)]
        friends = [f for f in (board.COIN if bot.faction in board.COIN else (bot.faction,)) if f not in owners]
        wanted: list[Piece] = []
        for owner in (*owners, *sorted(friends, key=lambda f: f == bot.faction)):
            own = {kind: n for kind, n in there.items() if board.OWNER[kind] == owner}
            bases = [kind for kind in own if kind in board.BASES]
            hidden = [kind for kind in own if kind in board.UNDERGROUND_OF.values()]
            shown = [kind for kind in own if kind in board.ACTIVE_OF.values()]
            cubes = by_lot(bot, {kind: n for kind, n in own.items() if kind not in (*bases, *hidden, *shown)})
            if owner in friends:
                wanted += [*cubes, *shown, *hidden, *bases]
            elif bases_last:
                wanted += [*hidden, *shown, *cubes, *bases]
            else:
                wanted += [*bases, *hidden, *shown, *cubes]
        return wanted

    def placing(
        self, bot: NonPlayer, state: State, space: Space, room: Mapping[Piece, int], *, must: bool
    ) -> list[Piece]:
        """Own pieces, then other Non-players' at random, then friends'; never an enemy player's by choice."""
        owners = sorted({board.OWNER[kind] for kind in room})
        others = [f for f in owners if f != bot.faction and is_non_player(state, f)]
        order: list[Faction] = [bot.faction] if bot.faction in owners else []
        while others:
            order.append(bot.dice.lot(others))
            others.remove(order[-1])
        order += [f for f in owners if f not in order and f in board.COIN and bot.faction in board.COIN]
        if not order or not any(room[kind] for kind in room if board.OWNER[kind] in order):
            order += [f for f in owners if f not in order]
        crowded = bool(count(state, space, board.C_BASE) or count(state, space, board.G_BASE))
        wanted: list[Piece] = []
        for owner in order:
            own = [
                kind
                for kind in room
                if board.OWNER[kind] == owner and not (kind in (board.C_BASE, board.G_BASE) and crowded)
            ]
            wanted += [kind for kind in own if kind in board.BASES]
            wanted += by_lot(bot, {kind: room[kind] for kind in own if kind not in board.BASES})
        return wanted

    def judge(self, bot: NonPlayer, state: State) -> Judge:
        return OwnView(bot, state)

    def leaving(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> int:
        """N.Source: of friends, one of a kind stays if there are several; guards of a Base stay."""
        friendly = board.OWNER[piece] == bot.faction or (board.OWNER[piece] in board.COIN and bot.faction in board.COIN)
        return min(fresh - 1 if friendly and fresh > 1 else fresh, self.off_guard(bot, state, origin, piece))

    def staying(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> str:
        guarding = self.off_guard(bot, state, origin, piece) < fresh - 1
        return f"keep-{board.SEATS[bot.faction]}" if guarding else "source"

    @rule("8.8.1", "8.9.1")
    def off_guard(self, bot: NonPlayer, state: State, origin: Space, piece: Piece) -> int:
        """T.Keep, W.Keep: return its Guerrillas of the kind that no Base needs; Underground ones guard first."""
        here = count(state, origin, piece)
        if board.OWNER[piece] != bot.faction or piece not in GUERRILLAS:
            return here
        kept = KEPT_AT_BASE[bot.faction](state, origin)
        if piece in board.ACTIVE_OF.values():
            kept -= state.pieces[origin * board.KINDS + board.UNDERGROUND_OF[bot.faction]]
        return max(0, here - max(0, kept))

    @rule("8.8.1", "8.9.1")
    def wanted(self, bot: NonPlayer, state: State, piece: Piece, dest: Space) -> bool:
        """T.Keep, W.FFF: whether a Base there needs more of its Underground Guerrillas."""
        return piece == board.UNDERGROUND_OF.get(bot.faction) and (
            count(state, dest, piece) < KEPT_AT_BASE[bot.faction](state, dest)
        )

    @rule("8.3.5")
    def spares_score(self, bot: NonPlayer, state: State) -> bool:
        """N.OwnScore: always.

        It binds free actions by the Faction's own box (N.EventPlay 4), and knows no exception by N.Halo, as dual use
        does (N.EventPlay 1): the instruction of NATO to Surge "by its flowchart" says no more than that.
        """
        return True

    def leaving_hurts(self, bot: NonPlayer, diff: Difference, origin: Space) -> bool:
        """N.OwnScore: whether it costs score; the Government also keeps COIN Control."""
        return diff.score(bot.faction) < 0 or (
            bot.faction == board.GOVERNMENT
            and diff.before.control[origin] == board.COIN_CONTROL
            and diff.after.control[origin] != board.COIN_CONTROL
        )

    def leaving_helps(self, bot: NonPlayer, diff: Difference) -> bool:
        """N.EventPlay 2: whether it meets a condition of its own box."""
        return any(WANTS[bot.faction](diff))


def by_lot(bot: NonPlayer, there: Mapping[Piece, int]) -> list[Piece]:
    """8.2.1: draw Troops and Police piece by piece; other kinds in order."""
    if board.G_TROOPS not in there or board.G_POLICE not in there:
        return list(there)
    drawn: list[Piece] = [kind for kind in there if kind not in (board.G_TROOPS, board.G_POLICE)]
    cubes = [kind for kind in (board.G_TROOPS, board.G_POLICE) for _ in range(there[kind])]
    while cubes:
        drawn.append(bot.dice.lot(cubes))
        cubes.remove(drawn[-1])
    return drawn
