"""2nd:8.1.2, 2nd:8.4: the 2nd printing's guidelines for what no chart covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Faction, Piece, Space
from khyber.games.distant_plain.bots.common.guidelines import enemies
from khyber.games.distant_plain.bots.events.difference import Difference, Worth
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.guide import Guide, Judge
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.second.guidelines import quota, quota_of
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State

HIDDEN = frozenset(board.UNDERGROUND_OF.values())
SHOWN = frozenset(board.ACTIVE_OF.values())
CUBES = (board.G_POLICE, board.G_TROOPS)


#: What decides where no chart does.
STEPS: Final = {
    "general": ("N2.Guide", "2nd:8.1.2"),
    "targets": ("N2.Proc.1", "2nd:8.1.2"),
    "enemy": ("N2.Proc.2", "2nd:8.1.2"),
    "own": ("N2.Proc.4", "2nd:8.1.2"),
    "place": ("N2.Proc.4", "2nd:8.1.2"),
    "beside": ("N2.Event.Beside", "2nd:8.1.2"),
    "source": ("N2.Proc.6", "2nd:8.1.2"),
    "score": ("N2.Proc.6", "2nd:8.1.2"),
    "instruction": ("N2.Seq.2", "2nd:8.4.1"),
    "benefit": ("N2.Event.3", "2nd:8.4.4"),
    "free": ("N2.Event.6", "2nd:8.4.4"),
    "many": ("N2.Event.4", "2nd:8.4.3"),
    "where": ("N2.Event.5", "2nd:8.4.4"),
    "random": ("N2.Rand", "2nd:8.2"),
    "loc": ("N2.Loc.1", "2nd:8.3"),
}


class SecondGuide(Guide):
    """The guidelines of the 2nd printing."""

    steps = STEPS

    @rule("2nd:8.1.2")
    def targets(self, state: State, dice: Dice, faction: Faction) -> list[Faction]:
        """N2.Proc.1, N2.Proc.2: enemy players, then enemy Non-players; ties at random."""
        hunted = [f for f in enemies(faction) if not is_non_player(state, f)]
        return [*by_lot(dice, hunted), *by_lot(dice, [f for f in enemies(faction) if f not in hunted])]

    def enemy_piece(self, bot: NonPlayer, state: State, space: Space, removable: Sequence[Piece]) -> Piece:
        """N2.Proc.2: one at a time, alternating Police and Troops within this step and space."""
        chosen = self.removing(
            bot, state, {piece: count(state, space, piece) for piece in removable}, bases_last=False
        )[0]
        if chosen in CUBES and all(cube in removable for cube in CUBES):
            chosen = CUBES[bot.counted.get(space, 0) % 2]
            bot.counted[space] = bot.counted.get(space, 0) + 1
        return chosen

    @rule("2nd:8.1.2")
    def removing(self, bot: NonPlayer, state: State, there: Mapping[Piece, int], *, bases_last: bool) -> list[Piece]:
        """N2.Proc.1, .2, .4: enemy players, then Non-players; Bases, Underground, others; friends last."""
        if len(there) == 1:
            return list(there)
        hostile = enemies(bot.faction)

        def rank(piece: Piece) -> tuple[int, int]:
            owner = board.OWNER[piece]
            kind = 0 if piece in board.BASES else 1 if piece in HIDDEN else 2
            if owner not in hostile:
                return (3 if owner == bot.faction else 2, -kind)
            return (int(is_non_player(state, owner)), 3 if bases_last and piece in board.BASES else kind)

        ranks = {piece: rank(piece) for piece in there}
        wanted: list[Piece] = []
        for step in sorted(set(ranks.values())):
            wanted += by_turns(bot, {piece: n for piece, n in there.items() if ranks[piece] == step})
        return wanted

    @rule("2nd:8.4.4")
    def placing(
        self, bot: NonPlayer, state: State, space: Space, room: Mapping[Piece, int], *, must: bool
    ) -> list[Piece]:
        """N2.Event.3: its own, then another Non-player's at random; R17: others only if the text requires it."""
        owners = sorted({board.OWNER[kind] for kind in room if room[kind]})
        order = [bot.faction] if bot.faction in owners else []
        order += by_lot(bot.dice, [f for f in owners if f != bot.faction and is_non_player(state, f)])
        if must:
            order += by_lot(bot.dice, [f for f in owners if f not in order])
        second_base = count(state, space, board.G_BASE) > 0
        wanted: list[Piece] = []
        for owner in order:
            own = {
                kind: n
                for kind, n in room.items()
                if board.OWNER[kind] == owner and not (kind == board.G_BASE and second_base)
            }
            wanted += [kind for kind in own if kind in board.BASES]
            wanted += by_turns(bot, {kind: n for kind, n in own.items() if kind not in board.BASES})
        return wanted

    def judge(self, bot: NonPlayer, state: State) -> Judge:
        return MostHappens(self.targets(state, bot.dice, bot.faction))

    def leaving(self, bot: NonPlayer, state: State, origin: Space, piece: Piece, fresh: int) -> int:
        """N2.Proc.6: as many as leave Control unchanged."""
        return min(fresh, quota_of(state, origin, piece))

    def may_leave(self, state: State, origin: Space, owner: Faction, present: int) -> int:
        """N2.Proc.6: as many as leave Control unchanged."""
        return quota(state, origin, owner, present)

    def leaving_hurts(self, bot: NonPlayer, diff: Difference, origin: Space) -> bool:
        """N2.Proc.6: whether Control there changes."""
        return diff.before.control[origin] != diff.after.control[origin]


class MostHappens(Judge):
    """N2.Event.5: most Bases placed, removed or replaced, then other pieces, then change of both totals."""

    __slots__ = ("targets",)
    key = ()

    def __init__(self, targets: list[Faction]) -> None:
        self.targets = targets

    @rule("2nd:8.4.4")
    def worth(self, diff: Difference, space: Space | None = None) -> Worth:
        return (*diff.came_or_went(), abs(diff.support) + abs(diff.opposition))

    def aspects(self) -> Sequence[str]:
        return ("where",) * 3

    def objection(self, worth: Worth) -> str:
        return ""


def by_lot(dice: Dice, factions: Iterable[Faction]) -> list[Faction]:
    """Return the Factions in random order."""
    left, drawn = list(factions), []
    while left:
        drawn.append(dice.lot(left))
        left.remove(drawn[-1])
    return drawn


def by_turns(bot: NonPlayer, there: Mapping[Piece, int]) -> list[Piece]:
    """R5, N2.Rand.5: a random Faction for each piece; Government Police and Troops alternate, Police first."""
    left = {piece: n for piece, n in there.items() if n}
    if len(left) == 1:
        return list(left)
    drawn: list[Piece] = []
    cubes = 0
    while left:
        owners = {board.OWNER[piece] for piece in left}
        owner = bot.dice.lot([f for f in board.FACTIONS if f in owners])
        own = [piece for piece in left if board.OWNER[piece] == owner]
        wanted = CUBES[cubes % 2]
        piece = wanted if wanted in own else own[0]
        cubes += piece in CUBES
        drawn.append(piece)
        left[piece] -= 1
        if not left[piece]:
            del left[piece]
    return drawn
