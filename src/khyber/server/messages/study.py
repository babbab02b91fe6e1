"""Messages for studying a game: replays, charts, explanations, hints, positions, cards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from khyber.server.messages.base import AgentName, Id, Lang, Reply, Request, SeatId
from khyber.server.messages.live import LogEvent

Step = Annotated[int, Meta(ge=0, le=1_000_000)]
Choice = Annotated[int, Meta(ge=0, le=10_000)]


# -- requests -----------------------------------------------------------------------------------------


class ReplayQuery(Lang):
    """`step`: from 1; 0 is set-up, the last is the current one. `choice`: after that many choices.

    `since`: the log begins with that earlier step, for example the first of a turn.
    """

    step: Step
    choice: Choice | None = None
    since: Step | None = None


class WhyQuery(Lang):
    """`step` and `since` as for a replay."""

    step: Annotated[int, Meta(ge=1, le=1_000_000)]
    since: Step | None = None


class HintQuery(Lang):
    """`level`: a search of this level instead of the game's first bot."""

    seat: SeatId
    level: Literal["", "quick", "strong", "patient"] = ""


class SolutionQuery(Lang):
    """`table`: where the turn was played; without it, the solution is given away."""

    table: Id | None = None


class PositionQuery(Lang):
    """`step`: the end of that step, instead of now."""

    step: Step | None = None


class BranchRequest(Request):
    """From the end of a step, or after `choice` of its choices; from now by default."""

    step: Step | None = None
    choice: Choice | None = None
    #: For each seat "me" (the default) or the name of a bot.
    seats: dict[SeatId, AgentName] = field(default_factory=dict)


class CheckRequest(Request):
    game: Id
    text: Annotated[str, Meta(min_length=1, max_length=200_000, pattern=r"^[^\x00]*$")]


# -- replies ------------------------------------------------------------------------------------------


class Asked(Reply):
    """A decision and its answer; both empty where I may not know them. An aside has no question."""

    seat: str
    question: str
    answer: str
    key: str
    about: dict[str, int | str]


class Replayed(Reply):
    """A moment of a game: what the viewer's seats may know or, after the game, everything."""

    step: int
    #: The number of finished steps.
    steps: int
    name: str
    view: dict[str, Any]
    #: The log of the step, or of those asked for, up to there.
    events: list[LogEvent]
    choice: int
    choices: int
    #: The choice that led here.
    asked: Asked | None
    #: What the turn is called as far as it has come; empty before the first step.
    turn: str


class Series(Reply):
    """A line of a chart. Those of one group share an axis."""

    id: str
    name: str
    group: str
    seat: str | None
    threshold: int | None


class Moment(Reply):
    """A step, with the values at its end, or now if it is the current one."""

    step: int
    name: str
    choices: int
    values: dict[str, int]


class TurnReply(Reply):
    """A turn or a part of one, or what lies between turns: consecutive steps, from `first` to `last`."""

    first: int
    last: int
    #: The seat whose turn it is; empty between turns.
    seat: str
    #: What it is called, without the seat; empty before the first step.
    name: str
    #: The card, month or turn that it belongs to: the heading of a list. Empty if the game has none.
    round: str
    #: How charts mark that a round begins here; empty if they do not.
    mark: str
    #: What happened in it, in short sentences of the log.
    done: list[str]


class Timeline(Reply):
    series: list[Series]
    turns: list[TurnReply]
    steps: list[Moment]


class Answered(Reply):
    question: str
    answer: str
    #: The reason that decided it, in short; empty if none was kept.
    why: str


class Explained(Reply):
    """A bot's reasons for its choices in one step."""

    step: int
    seat: str
    bot: str
    #: The reason that decided the first choice, in short; empty if none was kept.
    short: str
    reasons: list[str]
    answers: list[Answered]
    #: Whether some reasons may be secret until the game is over.
    untold: bool
    #: Whether the explanation is incomplete.
    stopped: bool
    #: Choices without a plan, because another player began the turn.
    unplanned: int


class Explanations(Reply):
    explanations: list[Explained]


class HintReply(Reply):
    """What the bot that was asked would do in my seat, and why."""

    seat: str
    bot: str
    key: str | None
    text: str
    #: The reason that decided this choice, in short; empty if there is none.
    short: str
    reasons: list[str]
    #: Why there is no hint: the game has no bot, or the bot has no plan from here.
    silent: Literal["", "no-bot", "no-plan"]
    #: Whether the bot would have begun this step differently.
    departed: bool


class Chances(Reply):
    """Every seat's winning chance at the end of a step, or its points."""

    step: int
    values: dict[str, int]


class CostlyTurn(Reply):
    """A turn, its cost; in sentences what was played, what was better, and what might follow."""

    #: Its costliest step.
    step: int
    seat: str
    #: What it is called, without the seat.
    name: str
    cost: int
    compared: list[str]
    line: list[str]


class Analysis(Reply):
    """An analysis so far: ask again until all turns are judged."""

    #: What all its values are in: percent of winning chances or, in a game for one, points.
    unit: Literal["percent", "points"]

    chances: list[Chances]
    judged: int
    of: int
    #: The costliest turns, at most five.
    turns: list[CostlyTurn]


class PuzzleInfo(Reply):
    id: str
    game: str
    seat: str
    scenario: str
    easy: bool


class Puzzles(Reply):
    puzzles: list[PuzzleInfo]


class PuzzlePosition(Reply):
    """A puzzle to import as a sandbox: its position, and who sits where."""

    id: str
    game: str
    seat: str
    text: str
    seats: dict[str, str]
    #: The first choice of the solution.
    begins: str


class Solution(Reply):
    """The solution and, if a table was given, whether its turn is as good. Values are in percent."""

    solved: bool | None
    value: int
    solution: int
    told: list[str]


class PositionReply(Reply):
    text: str


class PositionChecked(Reply):
    ok: bool
    problem: str | None
    #: Warnings about an accepted position.
    warnings: list[str]
    view: dict[str, Any] | None


class CardReply(Reply):
    #: Its id besides the title: a number, or a word that is the same in every language.
    id: str
    #: 0 if it has none.
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
    #: Its heading in a list of all cards; "" where there is no such list.
    group: str
    #: In a line: its owner, how many there are, its value.
    facts: str
    #: Which of its texts are wholly or partly reconstructed.
    reconstructed: list[Literal["unshaded", "shaded"]]


class Cards(Reply):
    cards: list[CardReply]
