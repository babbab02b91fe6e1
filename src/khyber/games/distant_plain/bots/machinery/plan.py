"""A plan: the answers that a Non-player intends to give, matched to the table's questions by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from khyber.engine.decision import Decision, Message, Value
from khyber.games.distant_plain.board import PIECE_IDS, SEATS, SPACE_BY_ID, SPACE_IDS, Faction, Piece, Space
from khyber.games.distant_plain.bots.machinery.causes import LEG, Causes, Key
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
    from khyber.games.distant_plain.play import Play

#: The facts that distinguish two questions with the same name; other questions need only their name.
DISTINGUISHED_BY: Final[dict[str, tuple[str, ...]]] = {
    "train-count": ("space", "piece"),
    "train-from-map": ("space", "piece"),
    "train-base-troops": ("space",),
    "civic-more": ("space",),
    "sweep-from": ("space",),
    "sweep-along": ("origin", "dest"),
    "move-count": ("origin", "dest", "piece"),
    "assault-joined": ("space",),
    "find-fix": ("space",),
    "activate": ("space",),
    "activate-taliban": ("space",),
    "isr-count": ("space", "faction"),
    "patrol-to": ("space",),
    "patrol-piece": ("origin", "dest"),
    "surge-garrison": ("space", "piece"),
    "air-lift-garrison": ("space", "piece"),
    "air-strike-how": ("space",),
    "air-strike-again": ("space",),
    "govern-how": ("space",),
    "transport-count": ("space",),
    "rally-how": ("space",),
    "rally-base-active": ("space",),
    "sharia-more": ("space",),
    "march-to": ("space",),
    "march-count": ("origin", "dest", "piece"),
    "infiltrate-how": ("space",),
    "suborn-how": ("space",),
    "suborn-troops": ("space",),
    "suborn-guerrilla": ("space",),
    "suborn-hide": ("space", "faction"),
    "remove-enemy": ("space",),
    "redeploy-to": ("space",),
}

#: The answers once nothing (more) is planned.
CLOSING: Final[dict[str, Value]] = {
    **dict.fromkeys(
        (
            "train-space",
            "train-first",
            "train-then",
            "civic-more",
            "sweep-space",
            "sweep-from",
            "sweep-search",
            "assault-space",
            "patrol-from",
            "patrol-assault",
            "rally-space",
            "sharia-more",
            "march-from",
            "attack-space",
            "terror-space",
            "surge-space",
            "surge-roll",
            "air-lift-space",
            "air-strike-space",
            "air-strike-again",
            "govern-space",
            "eradicate-space",
            "transport-to",
            "extort-space",
            "infiltrate-space",
            "ambush-space",
            "cultivate-space",
            "traffic-space",
            "suborn-space",
        ),
        "done",
    ),
    **dict.fromkeys(("train-count", "sweep-along", "isr-count", "suborn-hide"), 0),
    "assault-joined": "alone",
}

#: The last question of each Operation, when a Special Activity is planned if none was used.
LAST_QUESTION: Final = {
    "train": "train-then",
    "sweep": "sweep-search",
    "patrol": "patrol-assault",
    "assault": "assault-space",
    "rally": "rally-space",
    "march": "march-from",
    "attack": "attack-space",
    "terror": "terror-space",
}

#: The questions by which Special Activities and Operations select their spaces.
_ACTIVITY_SPACES: Final = frozenset(
    (
        "surge-space",
        "air-lift-space",
        "air-strike-space",
        "govern-space",
        "eradicate-space",
        "extort-space",
        "infiltrate-space",
        "ambush-space",
        "cultivate-space",
        "traffic-space",
        "suborn-space",
        "transport-to",
    )
)
_OPERATION_SPACES: Final = frozenset(
    ("train-space", "sweep-space", "assault-space", "rally-space", "attack-space", "terror-space")
)

#: The questions about the legs of a March.
_MARCH: Final = frozenset(("march-from", "march-to"))


class Plan:
    """Planned answers. `opening` is the action itself: an Operation, an Event, a Pass.

    `afterwards` is called once, at the last question of the Operation, to plan a Special Activity from the current
    position if none was used before. `finish` is called just before that, in any case, to plan the rest of the
    Operation itself. `cancelled` is called when others cancelled a Special Activity during the Operation, to replan
    the rest.
    """

    __slots__ = ("afterwards", "cancelled", "causes", "finish", "followed", "legs", "opening", "queues")

    def __init__(self, opening: str) -> None:
        self.opening = opening
        self.queues: dict[Key, list[Value]] = {}
        #: The legs of a March, in order.
        self.legs: list[tuple[Space, Space]] = []
        self.finish: Callable[[NonPlayer, Play], None] | None = None
        self.afterwards: Callable[[NonPlayer, Play], None] | None = None
        self.cancelled: Callable[[NonPlayer, Play], None] | None = None
        #: How often each step of the flowchart contributed to this plan, by id.
        self.followed: dict[str, int] = {}
        #: Why it holds each answer, for an explanation.
        self.causes = Causes()

    def put(
        self,
        ask: str,
        *values: Value,
        space: Space | None = None,
        origin: Space | None = None,
        dest: Space | None = None,
        piece: Piece | None = None,
        faction: Faction | None = None,
    ) -> None:
        """Add answers to this question; name the facts that DISTINGUISHED_BY lists for it."""
        key = [ask]
        if space is not None:
            key.append(SPACE_IDS[space])
        if origin is not None:
            key.append(SPACE_IDS[origin])
        if dest is not None:
            key.append(SPACE_IDS[dest])
        if piece is not None:
            key.append(PIECE_IDS[piece])
        if faction is not None:
            key.append(SEATS[faction])
        self.queues.setdefault(tuple(key), []).extend(values)
        self.causes.note(tuple(key), values)

    def keep(self, decision: Decision, value: Value) -> None:
        """Add an answer to exactly this question."""
        key = self._key(decision)
        self.queues.setdefault(key, []).append(value)
        self.causes.note(key, (value,))

    def begin_activity(self, ask: str, name: str) -> None:
        """Add a Special Activity at this question; without a cause, the next one will explain it."""
        self.put(ask, name)
        self.causes.await_claim((ask,), name)

    def march(self, origin: Space, dest: Space) -> None:
        """Add a leg of a March; the numbers of each kind are `put` under march-count."""
        self.legs.append((origin, dest))
        self.causes.note(LEG, ((origin, dest),))

    def cause_of(self, decision: Decision, value: Value, state: State) -> Message | None:
        """Return the reason under which an answer was planned."""
        ask, about = decision.ask, decision.about
        if ask == "march-count":
            return self.causes.find(LEG, (SPACE_BY_ID[str(about["origin"])], SPACE_BY_ID[str(about["dest"])]))
        if ask in _MARCH and isinstance(value, int):
            wanted = (SPACE_BY_ID[str(about["space"])], value) if ask == "march-to" else None
            left = (leg for leg in self.legs if not state.marched >> ((leg[0] << 5) + leg[1]) & 1)
            leg = wanted or next((leg for leg in left if leg[0] == value), None)
            return None if leg is None else self.causes.find(LEG, leg)
        return self.causes.take(self._key(decision), value)

    def follow(self, step: str) -> None:
        """Count a step of the flowchart."""
        self.followed[step] = self.followed.get(step, 0) + 1

    def copy(self) -> Plan:
        other = Plan(self.opening)
        other.queues = {key: list(values) for key, values in self.queues.items()}
        other.legs = list(self.legs)
        other.finish, other.afterwards, other.cancelled = self.finish, self.afterwards, self.cancelled
        other.followed = dict(self.followed)
        other.causes = self.causes.copy()
        return other

    def restore(self, other: Plan) -> None:
        """Return to a copy, which must not be used again."""
        for name in Plan.__slots__:
            setattr(self, name, getattr(other, name))

    # -- answering ----------------------------------------------------------------------------------

    def answer(self, bot: NonPlayer, play: Play, decision: Decision) -> Value | None:
        """Return the planned answer, or None."""
        state = play.state
        if (replan := self.cancelled) is not None and _is_cancelled(decision, state):
            self.cancelled = None
            replan(bot, play.scratch())
            if bot.plan is not None and bot.plan is not self:
                return bot.plan.answer(bot, play, decision)
        if (self.finish is not None or self.afterwards is not None) and _is_ending(decision, state):
            key = self._key(decision)
            if self.finish is not None and self._next(key, decision, state) is None:
                finish, self.finish = self.finish, None
                finish(bot, play.scratch())
            if self.afterwards is not None and self._next(key, decision, state) is None:
                plan_activity, self.afterwards = self.afterwards, None
                if state.special_allowed and not state.special:
                    plan_activity(bot, play.scratch())
                    if bot.plan is not None and bot.plan is not self:
                        return bot.plan.answer(bot, play, decision)
        return self.ready(state, decision)

    def ready(self, state: State, decision: Decision) -> Value | None:
        """Return the planned answer; None if there is none, or if the rest must be planned first."""
        if self.cancelled is not None and _is_cancelled(decision, state):
            return None
        ask = decision.ask
        key = self._key(decision) if ask in DISTINGUISHED_BY else (ask,)
        if ask in _MARCH:
            value = self._leg(decision, state)
            if value in ACTIVITIES:
                del self.queues[key][0]
        elif queue := self.queues.get(key):
            value = _first(queue, ask, state)
            if value is not None:
                del queue[0]
        else:
            value = None
        if value is not None:
            return value
        if (self.finish is not None or self.afterwards is not None) and _is_ending(decision, state):
            return None
        return CLOSING.get(ask)

    def _key(self, decision: Decision) -> Key:
        ask, about = decision.ask, decision.about
        names = DISTINGUISHED_BY.get(ask)
        if names is None:
            return (ask,)
        return (ask, str(about[names[0]])) if len(names) == 1 else (ask, *[str(about[name]) for name in names])

    def _next(self, key: Key, decision: Decision, state: State) -> Value | None:
        """Return the first planned answer not yet given: questions with a single answer were never asked."""
        if decision.ask in _MARCH:
            return self._leg(decision, state)
        queue = self.queues.get(key)
        return _first(queue, decision.ask, state) if queue else None

    def _leg(self, decision: Decision, state: State) -> Value | None:
        """Return the next leg not yet moved; Special Activities in between are in the queue of march-from."""
        left = [leg for leg in self.legs if not state.marched >> ((leg[0] << 5) + leg[1]) & 1]
        if decision.ask == "march-to":
            here = decision.about["space"]
            return next((dest for origin, dest in left if SPACE_IDS[origin] == here), None)
        first = self.queues.get(("march-from",))
        if first and first[0] in ACTIVITIES:
            if first[0] != state.special:
                return first[0]
            del first[0]
        return left[0][0] if left else None


def places_of(decision: Decision, value: Value) -> list[str]:
    """Return the spaces that an answer is about: those of the question, then those of the option."""
    asked = [str(decision.about[name]) for name in ("dest", "space") if name in decision.about]
    return asked + [word for word in decision.notation.key(value).split() if word in SPACE_BY_ID]


def _first(queue: list[Value], ask: str, state: State) -> Value | None:
    """Return the first planned answer that is still to be given; drop those that came about without it."""
    done = state.op_spaces if ask in _OPERATION_SPACES else state.special_spaces if ask in _ACTIVITY_SPACES else b""
    while queue and (queue[0] in done if isinstance(queue[0], int) else queue[0] == state.special):
        del queue[0]
    return queue[0] if queue else None


def _is_cancelled(decision: Decision, state: State) -> bool:
    """Return whether others cancelled a Special Activity during the Operation."""
    return decision.ask in _OPERATION_SPACES and state.special != "" and not state.special_spaces


def _is_ending(decision: Decision, state: State) -> bool:
    """Return whether this is the last question of the Operation."""
    return decision.ask == LAST_QUESTION.get(state.op) and "done" in decision.values


def pass_plan(bot: NonPlayer, step: str) -> Plan:
    """Return a plan to Pass, with the step that led to it."""
    plan = Plan("pass")
    plan.follow(step)
    bot.note("pass", id=step)
    return plan
