"""What goes over the wire when a game is studied: replays, charts, explanations, hints, positions, cards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from khyber.server.api.calls import Lang
from khyber.server.api.messages import Id, Reply, Request, SeatId, Told

Step = Annotated[int, Meta(ge=0, le=1_000_000)]
Choice = Annotated[int, Meta(ge=0, le=10_000)]


# -- asked --------------------------------------------------------------------------------------------


class ReplayQuery(Lang):
    """`step`: from 1; 0 is the set-up, and one more than are finished is the one under way. `choice`: so many of it."""

    step: Step
    choice: Choice | None = None


class StepQuery(Lang):
    """`step` as for a replay."""

    step: Annotated[int, Meta(ge=1, le=1_000_000)]


class SeatQuery(Lang):
    seat: SeatId


class PositionQuery(Lang):
    """`step`: the end of that step instead of now."""

    step: Step | None = None


class BranchRequest(Request):
    """From the end of a step, or from where so many of its choices were made; from now if nothing is said."""

    step: Step | None = None
    choice: Choice | None = None


class CheckRequest(Request):
    game: Id
    text: Annotated[str, Meta(min_length=1, max_length=200_000, pattern=r"^[^\x00]*$")]


# -- answered -----------------------------------------------------------------------------------------


class Asked(Reply):
    """What was asked and answered; both empty where that is not mine to know. To an aside nothing was asked."""

    seat: str
    question: str
    answer: str
    key: str
    about: dict[str, int | str]


class Replayed(Reply):
    """A moment of a game: as the viewer's seats may know it while it runs, everything once it is over."""

    step: int
    #: How many are finished.
    steps: int
    name: str
    view: dict[str, Any]
    #: What was told in the step, up to there.
    events: list[Told]
    choice: int
    choices: int
    #: The choice that led here.
    asked: Asked | None


class Series(Reply):
    """A line of a chart. Those of one group share an axis."""

    id: str
    name: str
    group: str
    seat: str | None
    threshold: int | None


class Moment(Reply):
    """A step and how things stood at its end, or stand now if it is under way."""

    step: int
    name: str
    title: str
    #: What was done in it, in a few words, as the log has them.
    done: list[str]
    #: In whose turn it was; empty in nobody's.
    seat: str
    card: int | None
    choices: int
    values: dict[str, int]


class Timeline(Reply):
    series: list[Series]
    steps: list[Moment]


class Answered(Reply):
    question: str
    answer: str


class Explained(Reply):
    """What a bot thought in one step."""

    step: int
    seat: str
    bot: str
    reasons: list[str]
    answers: list[Answered]
    #: Whether reasons may rest on secrets, which are told when the game is over.
    untold: bool
    #: Whether it could not be thought through to its end.
    stopped: bool
    #: How many choices the bot had no plan for: somebody else had begun the turn.
    unplanned: int


class Explanations(Reply):
    explanations: list[Explained]


class HintReply(Reply):
    """What the game's first bot would do in my seat, and why."""

    seat: str
    bot: str
    key: str | None
    text: str
    reasons: list[str]
    #: Why there is no answer: the game has no bot, or the bot no plan from here.
    silent: Literal["", "no-bot", "no-plan"]
    #: Whether the bot would have begun this step otherwise.
    departed: bool


class PositionReply(Reply):
    text: str


class PositionChecked(Reply):
    ok: bool
    problem: str | None
    #: What a position that is accepted does, and its author may not expect.
    warnings: list[str]
    view: dict[str, Any] | None


class CardReply(Reply):
    #: What it is looked up by besides its title: a number, or a word that is the same in every language.
    id: str
    #: 0 where it has none.
    number: int
    title: str
    order: list[str]
    capability: bool
    momentum: bool
    unshaded: str
    shaded: str
    flavour: str | None
    origin: str
    origin_text: str
    #: The heading under which a list of all cards has it; "" where there is no such list.
    group: str
    #: In a line: whose it is, how many there are, what it is worth.
    facts: str
    #: Which of its texts (unshaded, shaded) are reconstructed, in whole or in part.
    reconstructed: list[str]


class Cards(Reply):
    cards: list[CardReply]
