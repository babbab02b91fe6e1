"""8.3.3: pieces that a Non-player moves by an Event: origin, destination and number."""

from __future__ import annotations

from collections.abc import Collection

from khyber.engine.bots import NoPlan
from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.events.difference import Difference, Worth
from khyber.games.distant_plain.bots.events.steps import sides_at_hand
from khyber.games.distant_plain.bots.events.trial import scratch_of
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.decisions import least_and_most, numbers
from khyber.games.distant_plain.bots.machinery.guide import Judge
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.events.piece_effects import Move
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, move, remove
from khyber.games.distant_plain.state import State


def movers(bot: NonPlayer, play: Play) -> tuple[Piece, ...]:
    """Return the kinds of pieces that the Event being executed moves."""
    for side in sides_at_hand(bot, play):
        for effect in side.effects:
            if isinstance(effect, Move):
                return effect.what
    return ()


@rule("8.3.3", "2nd:8.4.3")
def event_move_from(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3, N.Source: from where leaving helps its own box, then from spaces that keep one of the kind."""
    kinds = movers(bot, play)
    origins = numbers(decision)
    good = [space for space in origins if not kinds or not leaving_hurts(bot, play, kinds, space)]
    bot.cite_guide("random" if good or "done" not in decision.values else "score")
    if not good:
        return "done" if "done" in decision.values else random_space(bot.dice, origins)
    helpful = [space for space in good if leaving_helps(bot, play, kinds, space, decision)]
    spare = [space for space in good if any(fresh(play.state, space, kind) > 1 for kind in kinds)]
    if helpful:
        bot.cite_guide("box")
    elif spare and bot.printing.guide.keeps_one and len(spare) < len(good):
        bot.cite_guide("source")
    return random_space(bot.dice, helpful or (spare if bot.printing.guide.keeps_one else []) or good)


def fresh(state: State, space: Space, piece: Piece) -> int:
    """Return the pieces of the kind that this Event has not moved."""
    at = space * board.KINDS + piece
    return state.pieces[at] - (state.moved[at] if state.moved else 0)


def leaving_hurts(bot: NonPlayer, play: Play, kinds: tuple[Piece, ...], space: Space) -> bool:
    """Return whether moving one piece out costs more than the printing's guidelines accept."""
    kind = next((kind for kind in kinds if fresh(play.state, space, kind)), None)
    if kind is None or not any(_most_leaving(bot, play.state, space, kind) for kind in kinds):
        return True
    scratch = scratch_of(play)
    remove(scratch, "5.1", kind, space)
    return bot.printing.guide.leaving_hurts(bot, Difference(play.state, scratch.state, (space,)), space)


def leaving_helps(bot: NonPlayer, play: Play, kinds: tuple[Piece, ...], space: Space, decision: Decision) -> bool:
    """Return whether moving out as many as allowed helps it, in its own Event."""
    left = decision.about.get("n")
    if not bot.printing.guide.may_want_to_leave or not play.state.executing >> bot.faction & 1:
        return False
    if not isinstance(left, int):
        return False
    scratch = scratch_of(play)
    for kind in kinds:
        n = min(left, fresh(play.state, space, kind))
        remove(scratch, "5.1", kind, space, n)
        left -= n
    return bot.printing.guide.leaving_helps(bot, Difference(play.state, scratch.state, (space,)))


@rule("8.3.4")
def event_move_to(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.4, N.G8: to the best space, then to a Base that needs it, then to pieces of the same Faction."""
    origin = board.SPACE_BY_ID[str(decision.about["space"])]
    dests = numbers(decision)
    bot.cite_guide("random")
    kind = next((kind for kind in movers(bot, play) if fresh(play.state, origin, kind)), None)
    if kind is None:
        return random_space(bot.dice, dests)
    n = _most_leaving(bot, play.state, origin, kind)
    judge = bot.printing.guide.judge(bot, play.state)
    worths = {dest: _arrival(bot, play, judge, kind, n, origin, dest) for dest in dests}
    best = max(worths.values())
    if best != min(worths.values()):
        _cite_arrival(bot, judge, best, worths.values())
    return random_space(bot.dice, [dest for dest in dests if worths[dest] == best])


def _cite_arrival(bot: NonPlayer, judge: Judge, best: Worth, worths: Collection[Worth]) -> None:
    """Cite what decides: the rating, the Guerrillas a Base needs (8.8.1, 8.9.1), or pieces already there."""
    rated = [worth[:-2] for worth in worths]
    if best[:-2] != min(rated):
        bot.cite_guide(judge.deciding(best[:-2], rated))
    elif any(worth[-2] < best[-2] for worth in worths):
        bot.cite_guide(f"keep-{board.SEATS[bot.faction]}")
    else:
        bot.cite_guide("beside")


def _arrival(bot: NonPlayer, play: Play, judge: Judge, kind: Piece, n: int, origin: Space, dest: Space) -> Worth:
    diff = moved(play, kind, n, origin, dest)
    beside = sum(count(play.state, dest, piece) for piece in board.PIECES if board.OWNER[piece] == board.OWNER[kind])
    wanted = bot.printing.guide.wanted(bot, play.state, kind, dest)
    return (*judge.worth(diff), int(wanted), int(beside > 0))


def moved(play: Play, kind: Piece, n: int, origin: Space, dest: Space) -> Difference:
    """Return what moving these pieces changes."""
    scratch = scratch_of(play)
    move(scratch, "5.1", kind, n, origin, dest)
    return Difference(play.state, scratch.state, (origin, dest))


def _most_leaving(bot: NonPlayer, state: State, origin: Space, kind: Piece) -> int:
    return bot.printing.guide.leaving(bot, state, origin, kind, fresh(state, origin, kind))


@rule("8.3.3")
def move_count(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """8.3.3: move as many as possible without harm; if there are several of its own, one stays."""
    if play.state.op:
        raise NoPlan(f"{decision.seat} moves pieces in {play.state.op} that no plan foresaw: {dict(decision.about)}")
    about = decision.about
    origin, dest = board.SPACE_BY_ID[str(about["origin"])], board.SPACE_BY_ID[str(about["dest"])]
    kind = board.PIECE_BY_ID[str(about["piece"])]
    least, most = least_and_most(decision)
    wanted = min(most, _most_leaving(bot, play.state, origin, kind))
    n = max(least, wanted - others_first(bot, play.state, decision, origin, dest, kind))
    guide = bot.printing.guide
    staying = guide.staying(bot, play.state, origin, kind, fresh(play.state, origin, kind))
    bot.cite_guide("many" if n == most else staying if n == wanted else "march")
    while n > least and guide.leaving_hurts(bot, moved(play, kind, n, origin, dest), origin):
        n -= 1
        bot.cite_guide("score")
    return n


@rule("8.2.1")
def others_first(bot: NonPlayer, state: State, decision: Decision, origin: Space, dest: Space, kind: Piece) -> int:
    """N.G9: return the Underground Guerrillas to keep, as Active ones can go instead; at Support, none."""
    if (
        not bot.printing.guide.hidden_stay
        or kind != board.UNDERGROUND_OF.get(bot.faction)
        or (state.level[dest] == board.SUPPORT)
    ):
        return 0
    most = decision.about.get("most")
    shown = fresh(state, origin, board.ACTIVE_OF[bot.faction])
    return max(0, min(shown, least_and_most(decision)[1] + shown - most)) if isinstance(most, int) else 0
