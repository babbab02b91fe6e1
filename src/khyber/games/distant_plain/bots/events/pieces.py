"""8.2.1, 8.3.3: how many pieces of each kind a Non-player places, removes, replaces or flips by an Event."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.events.steps import Asked, asked
from khyber.games.distant_plain.bots.machinery.decisions import least_and_most, pieces_offered
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.events.filters import matching
from khyber.games.distant_plain.events.piece_effects import PieceEffect, Remove
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count
from khyber.games.distant_plain.rules.victory import is_non_player


def within(decision: Decision, wanted: int) -> int:
    """Return the nearest number on offer."""
    least, most = least_and_most(decision)
    return max(least, min(most, wanted))


@rule("8.3.3", "8.3.4", "2nd:8.4.3", "2nd:8.4.4")
def event_place(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3, 8.3.4: place as many as possible: own before other Non-players', Bases first (N.G7, N.G8)."""
    piece, space = board.PIECE_BY_ID[str(decision.about["piece"])], board.SPACE_BY_ID[str(decision.about["space"])]
    kinds = _kinds_left(bot, play, decision, piece, asked(bot, play, decision))
    most_here = _most(decision)
    room = {kind: min(most_here, available(play.state, kind)) for kind in kinds}
    least, room[piece] = least_and_most(decision)
    order = bot.printing.guide.placing(bot, play.state, space, room, must=least > 0)
    return _counted(bot, decision, _share(order, room, piece, most_here), "benefit" if _owners(kinds) > 1 else "place")


# -- removing, replacing, turning over ------------------------------------------------------------------


@rule("8.2.1", "8.3.3", "2nd:8.4.3")
def event_remove(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.2.1, 8.3.3: remove as many as possible by target order, Bases first; own pieces in reverse."""
    piece, space = board.PIECE_BY_ID[str(decision.about["piece"])], board.SPACE_BY_ID[str(decision.about["space"])]
    found = asked(bot, play, decision)
    kinds = _kinds_left(bot, play, decision, piece, found)
    if board.OWNER[piece] == bot.faction and shown_elsewhere(bot, play, found, piece, space):
        return _counted(bot, decision, 0, "own")
    there = {kind: count(play.state, space, kind) for kind in kinds}
    bases_last = found is not None and isinstance(found.effect, Remove) and found.effect.bases_last
    order = bot.printing.guide.removing(bot, play.state, there, bases_last=bases_last)
    return _counted(bot, decision, _share(order, there, piece, _most(decision)), _order_of(bot, kinds))


def _counted(bot: NonPlayer, decision: Decision, wanted: int, order: str) -> int:
    """Return the nearest number on offer, and cite what decides it: the most, or the guideline of this `order`."""
    n = within(decision, wanted)
    bot.cite_guide("many" if n == least_and_most(decision)[1] else order)
    return n


def _owners(kinds: Sequence[Piece]) -> int:
    return len({board.OWNER[kind] for kind in kinds})


def _order_of(bot: NonPlayer, kinds: Sequence[Piece]) -> str:
    """Return the guideline by which these kinds are removed or turned over in order."""
    if all(board.OWNER[kind] == bot.faction for kind in kinds):
        return "own"
    return "targets" if _owners(kinds) > 1 else "enemy"


def shown_elsewhere(bot: NonPlayer, play: Play, found: Asked | None, piece: Piece, space: Space) -> bool:
    """N.G5: return whether Active Guerrillas elsewhere can go instead of an own Underground one."""
    if piece != board.UNDERGROUND_OF.get(bot.faction) or found is None or not isinstance(found.effect, Remove):
        return False
    if not found.effect.quantity.total:
        return False
    shown = board.ACTIVE_OF[bot.faction]
    spaces = matching(Resolution(play, bot.faction), found.effect.where.test)
    return any(count(play.state, other, shown) for other in spaces if other != space)


def _share(order: Sequence[Piece], there: dict[Piece, int], piece: Piece, left: int) -> int:
    """Return how many of the piece are among the first `left`, taken in this order."""
    taken = dict.fromkeys(there, 0)
    lots = {kind: order.count(kind) > 1 for kind in there}
    for kind in order:
        if left <= 0:
            break
        n = min(left, there[kind] - taken[kind], 1 if lots[kind] else there[kind])
        taken[kind] += n
        left -= n
    return taken[piece]


def _most(decision: Decision) -> int:
    """Return how many pieces of all kinds may still be chosen in this space."""
    said = decision.about.get("most")
    return said if isinstance(said, int) else least_and_most(decision)[1]


def _kinds_left(bot: NonPlayer, play: Play, decision: Decision, piece: Piece, found: Asked | None) -> list[Piece]:
    """Return this kind and those still to be asked about in this space, except owners' choices."""
    if found is None or not isinstance(found.effect, PieceEffect) or piece not in found.effect.what:
        return [piece]
    effect = found.effect
    later = effect.what[effect.what.index(piece) :]
    if effect.only_named:
        later = tuple(kind for kind in later if board.OWNER[kind] == board.OWNER[piece])
    if decision.ask == "event-flip":
        space = board.SPACE_BY_ID[str(decision.about["space"])]
        later = tuple(k for k in later if k == piece or effect.possible(Resolution(play, bot.faction), k, space))
    return list(later)


@rule("8.3.4")
def event_flip(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3, 8.3.4: flip as many as possible: enemies Active by target order, own Underground first."""
    piece, space = board.PIECE_BY_ID[str(decision.about["piece"])], board.SPACE_BY_ID[str(decision.about["space"])]
    kinds = _kinds_left(bot, play, decision, piece, asked(bot, play, decision))
    there = {kind: count(play.state, space, kind) for kind in kinds}
    if piece in board.ACTIVE_OF.values():
        order = sorted(
            kinds, key=lambda kind: (board.OWNER[kind] != bot.faction, not is_non_player(play.state, board.OWNER[kind]))
        )
    else:
        order = bot.printing.guide.removing(bot, play.state, there, bases_last=False)
    return _counted(bot, decision, _share(order, there, piece, _most(decision)), _order_of(bot, kinds))


@rule("8.3.4")
def event_replace_with(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.4: replace with its own pieces if Available, else another Non-player's; by N.G6 if none are."""
    bot.cite_guide("benefit")
    pieces = pieces_offered(decision)
    own = [piece for piece in pieces if board.OWNER[piece] == bot.faction]
    others = [
        piece for piece in pieces if board.OWNER[piece] != bot.faction and is_non_player(play.state, board.OWNER[piece])
    ]

    def on_hand(among: Sequence[Piece]) -> list[Piece]:
        return [piece for piece in among if available(play.state, piece)]

    return bot.dice.lot(on_hand(own) or on_hand(others) or own or others or pieces)
