"""Sequential and nested priorities (8.2.3): tables of them, and how a walk follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from khyber.engine.decision import Param
from khyber.games.distant_plain.board import SPACE_IDS, Space
from khyber.games.distant_plain.bots.machinery.chance import Dice, random_space
from khyber.games.distant_plain.bots.machinery.trace import because
from khyber.games.distant_plain.rulebook import rule

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.walk import Walk

#: What a priority chooses among: a space, or a space with others that belong to it (a target and its origin).
Candidate = Space | tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A nested priority (8.2.3): keeps the candidates with the highest number."""

    #: Its name in explanations: the key `rank.NAME`.
    name: str
    of: Callable[[Walk, Candidate], int]


def named_ranks(*functions: Callable[[Walk, Candidate], int]) -> tuple[Rank, ...]:
    """Return nested priorities with the names of their functions: `taliban_bases` is `taliban-bases`."""
    return tuple(Rank(function.__name__.replace("_", "-"), function) for function in functions)


@dataclass(frozen=True, slots=True)
class Priority:
    """A sequential priority (8.2.3): its candidates, how they rank, and what to do with each."""

    #: As in the flowchart: Faction, box, number. In explanations the key `priority.ID`.
    id: str
    #: The number of its rule.
    rule: str
    candidates: Callable[[Walk], Iterable[Candidate]]
    #: Carries it out on the plan and the scratch position; False, with nothing changed, if that is impossible.
    act: Callable[[Walk, Candidate], bool]
    ranks: tuple[Rank, ...] = ()
    #: The most candidates it takes.
    most: int = 99
    #: Whether it applies at all.
    when: Callable[[Walk], bool] | None = None


#: The priorities of a box of a flowchart, in order.
Priorities = tuple[Priority, ...]
#: A table of priorities. It opens its module, above the functions it names, so it is built (once) when first walked.
Box = Callable[[], Priorities]


def where(candidate: Candidate) -> Space:
    """Return the space of a candidate."""
    return candidate if isinstance(candidate, int) else candidate[0]


@rule("8.2", "2nd:8.1.1")
def follow(walk: Walk, priority: Priority) -> int:
    """8.2.3: carry out one sequential priority as often as possible; return how often.

    Each time, list the candidates again, narrow them by the nested priorities in order, and draw among equals (8.4).
    A candidate that cannot be carried out gives way to the next, as does one that would lower its own score in a free
    action (N.OwnScore); lack of Resources is noted once.
    """
    bot = walk.bot
    if priority.when is not None and not priority.when(walk):
        return 0
    taken = 0
    unpaid = passed_over = False
    tried: list[Candidate] = []
    while taken < priority.most:
        candidates = [candidate for candidate in priority.candidates(walk) if candidate not in tried]
        if not candidates:
            break
        found = best(walk, candidates, priority.ranks)
        chosen = found.candidate
        tried.append(chosen)
        walk.purse.refused = False
        saved = walk.saved() if walk.spares_score else None
        before, reason = walk.plan.causes.now, None
        if bot.trace is not None:
            space = SPACE_IDS[where(chosen)]
            reason = because(
                "selected", id=priority.id, text=priority.rule, space=space, of=len(candidates), **found.reasons()
            )
            walk.plan.causes.now = reason
        done = priority.act(walk, chosen)
        walk.plan.causes.now = before
        if saved is not None and walk.costs_score_since(saved):
            walk.restore(saved)
            walk.note("own-score", id=priority.id, text=priority.rule, space=SPACE_IDS[where(chosen)])
            passed_over = True
        elif done:
            taken += 1
            walk.plan.follow(priority.id)
            if bot.trace is not None and reason is not None:
                bot.trace.messages.append(reason)
                walk.plan.causes.claim(reason)
        elif walk.purse.refused:
            unpaid = True
            if bot.trace is not None and not walk.purse.noted:
                bot.trace.say("unpaid", id=priority.id, text=priority.rule)
                walk.purse.noted = True
        elif bot.trace is not None:
            bot.trace.say("impossible", id=priority.id, text=priority.rule, space=SPACE_IDS[where(chosen)])
    if not (taken or unpaid or passed_over) and bot.trace is not None:
        bot.trace.say("none", id=priority.id, text=priority.rule)
    return taken


class Best(NamedTuple):
    """The candidate that ranks first, and what decided."""

    candidate: Candidate
    #: `only`, the name of the rank that left one candidate, or `random`.
    by: str
    #: The ranks that left fewer candidates before the draw, in order, and how many they left.
    narrowed: tuple[str, ...] = ()
    among: int = 1

    def reasons(self) -> dict[str, Param]:
        """Return the parameters of a sentence about the choice."""
        if self.by != "random":
            return {"by": self.by}
        first = dict(zip(("first", "second", "third"), self.narrowed[-MAX_NAMED:], strict=False))
        return {"by": self.by, "narrowed": len(first), "among": self.among, **first}


#: The most ranks that a sentence names before a draw: the last ones, which chose among the fewest.
MAX_NAMED: Final = 3


def best(walk: Walk, candidates: Sequence[Candidate], ranks: Sequence[Rank]) -> Best:
    """8.2.3: return the candidate that ranks first, random among equals (8.4)."""
    if len(candidates) == 1:
        return Best(candidates[0], "only")
    narrowed: tuple[str, ...] = ()
    for rank in ranks:
        numbers = [rank.of(walk, candidate) for candidate in candidates]
        highest = max(numbers)
        equals = numbers.count(highest)
        if equals == 1:
            return Best(candidates[numbers.index(highest)], rank.name)
        if equals < len(candidates):
            candidates = [candidate for candidate, number in zip(candidates, numbers, strict=True) if number == highest]
            narrowed += (rank.name,)
    return Best(draw(walk.dice, candidates), "random", narrowed, len(candidates))


def draw(dice: Dice, candidates: Sequence[Candidate]) -> Candidate:
    """8.4: draw a random space among the candidates, then one of the candidates in that space."""
    alone = isinstance(candidates[0], int)  # spaces without others, as most are
    spaces = cast(list[Space], list(dict.fromkeys(candidates if alone else map(where, candidates))))
    space = random_space(dice, spaces)
    if len(spaces) == len(candidates):
        return candidates[spaces.index(space)]
    return dice.lot([candidate for candidate in candidates if where(candidate) == space])
