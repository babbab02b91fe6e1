"""Messages of the live table: frames from the server, and what a client sends over the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from khyber.server.messages.base import Key, Problem, Remark, Reply, Request, RequestId, SeatId, Text, Version
from khyber.server.messages.tables import HelpNow, SeatInfo, Status


class OptionText(Reply):
    key: str
    text: str
    #: What the text mentions (space, piece, n, ...), as ids and numbers for a page to highlight.
    about: dict[str, int | str]
    #: A reason not to choose it: a page asks for confirmation.
    warning: str | UnsetType = UNSET


class Question(Reply):
    """The pending decision; only its owner sees more than the seat."""

    seat: str
    ask: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    question: str | UnsetType = UNSET
    about: dict[str, Any] | UnsetType = UNSET
    options: list[OptionText] | UnsetType = UNSET


class LogEvent(Reply):
    """An event of the log; `n` counts those this viewer knows of, `step` is its step, from 1."""

    n: int
    step: int
    kind: str
    rule: str
    text: str
    told: dict[str, Any]


class Ending(Reply):
    winner: str
    ranking: list[str]
    #: Those who lose equally, whatever their margins.
    equal: list[str]
    margins: dict[str, int]
    ending: str
    winner_name: str
    text: str
    #: Whether chance was undone on the way.
    undone: bool


class UndoScope(Reply):
    """What an undo past a barrier would take back: the last choice of my seats, or of those who request it."""

    seat: str
    #: The number of choices by seat.
    choices: dict[str, int]
    #: Seats among them that bots play.
    bots: list[str]
    #: The number of dice and draws, and of what came to light.
    chance: int
    reveals: int
    #: Whether record and result would be marked: "with undone chance".
    marks: bool
    #: The number of the first event taken back, as this viewer knows the log.
    since: int


class PendingUndo(Reply):
    """A request to undo past a barrier."""

    seat: str
    scope: UndoScope
    #: Seats whose players have still to agree.
    waiting: list[str]
    #: Whether it is my request: `agree` with false then withdraws it.
    mine: bool


class PendingHandover(Reply):
    """The host's request to hand on an empty seat that somebody has seen; others who play have to agree."""

    seat: str
    #: Who has seen it, by the names they had.
    names: list[str]
    #: Whether the host left it and may take it back once they agree, though a bot has played it meanwhile.
    returning: bool
    #: Seats whose players have still to agree.
    waiting: list[str]
    #: The name of who did not agree; empty as long as nobody refused.
    refused: str
    #: Whether it is my request: answering it with false withdraws it.
    mine: bool


class Frame(Reply, tag_field="type", tag="frame"):
    version: int
    #: Increases with each undo. A client resumes with `since` and `epoch` of its last frame.
    epoch: int
    status: Status
    #: My seats.
    seats: list[str]
    players: list[SeatInfo]
    help: HelpNow
    view: dict[str, Any]
    #: Parts of the view as a client may keep them: without what my seats may not look up later (hidden information
    #: that the game has them forget). Empty where the whole view may be kept.
    past: dict[str, Any]
    decision: Question | None
    #: Only on request: they take time to list.
    asides: dict[str, list[OptionText]]
    #: The number of the first event sent: it replaces all that the client has from there on.
    since: int
    events: list[LogEvent]
    outcome: Ending | None
    #: My seats that can undo their last choice at once.
    can_undo: list[str]
    undo: PendingUndo | None
    handover: PendingHandover | None
    #: The number of the first event after the last choice of my seats and its results; 0 without one.
    last_turn: int
    #: Whether one of its players has begun a rematch.
    rematch: bool = False
    #: Why a bot cannot play, if it cannot.
    trouble: str = ""
    #: Whether the table is out of play because it exceeded its budget.
    quarantined: bool = False


class Ack(Reply, tag_field="type", tag="ack"):
    id: int
    version: int


class ErrorFrame(Reply, tag_field="type", tag="error"):
    error: Problem
    id: int | None = None


class PlayerRequest(Reply):
    """One seat asks another for something. It is not binding; giving is an aside."""

    seat: str
    to: str
    what: str
    amount: int
    #: A bot's answer; none where a person is asked.
    answer: str | UnsetType = UNSET


class ChatLine(Reply):
    id: int
    user: str
    name: str
    text: str
    at: float
    wish: PlayerRequest | None


class ChatFrame(Reply, tag_field="type", tag="chat"):
    lines: list[ChatLine]


class PresenceFrame(Reply, tag_field="type", tag="presence"):
    #: Names of players who are connected, and of those who left just now: both may object to a bot in their seat.
    here: list[str]
    recent: list[str]
    #: The number of spectators.
    watching: int


class StandIn(Reply):
    """A bot that someone else put into my seat while I was away."""

    seat: str
    agent: str
    #: The name of the person who put it there; empty if they were deleted.
    by: str
    at: float
    #: The number of choices it has made for me since.
    choices: int
    #: Whether it still plays.
    still: bool


class AwayFrame(Reply, tag_field="type", tag="away"):
    """Sent to a seat's owner who comes back, until they make a choice."""

    stood_in: list[StandIn]


class AsidesFrame(Reply, tag_field="type", tag="asides"):
    version: int
    asides: dict[str, list[OptionText]]
    id: int = 0


class PreviewFrame(Reply, tag_field="type", tag="preview"):
    """What a choice would change, as my seats would see it."""

    id: int
    version: int
    seat: str
    key: str
    view: dict[str, Any]
    #: Numbered on from the existing ones.
    events: list[LogEvent]
    #: What ends the preview.
    stopped: Literal["die", "reveal", "seat", "question", "step", "over"]


class UndoScopeFrame(Reply, tag_field="type", tag="undo-scope"):
    """What undoing my last choice would take back."""

    id: int
    version: int
    scope: UndoScope


class Pong(Reply, tag_field="type", tag="pong"):
    id: int


ServerMessage = (
    Frame
    | Ack
    | ErrorFrame
    | ChatFrame
    | PresenceFrame
    | AwayFrame
    | AsidesFrame
    | PreviewFrame
    | UndoScopeFrame
    | Pong
)


# -- what a client says -------------------------------------------------------------------------------


class SeatMessage(Request):
    """A message for one of my seats, with the version of the table that I saw."""

    id: RequestId
    version: Version
    seat: SeatId


class Choose(SeatMessage, tag_field="type", tag="choose"):
    key: Key


class Undo(SeatMessage, tag_field="type", tag="undo"):
    """Undo the last choice, or request it."""


class UndoScopeRequest(SeatMessage, tag_field="type", tag="undo-scope"):
    """Ask what `undo` would take back where it passes a barrier; nothing changes."""


class Agree(Request, tag_field="type", tag="agree"):
    """The answer to an undo request; false withdraws one's own."""

    id: RequestId
    version: Version
    agree: bool


class PreviewRequest(SeatMessage, tag_field="type", tag="preview"):
    """Ask what a choice would change."""

    key: Key


class AskPlayer(Request, tag_field="type", tag="wish"):
    """Ask another seat for something, with an optional text."""

    id: RequestId
    seat: SeatId
    to: SeatId
    what: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:-]+$")]
    amount: Annotated[int, Meta(ge=1, le=999)]
    text: Remark = ""


class Chat(Request, tag_field="type", tag="chat"):
    text: Text
    id: RequestId = 0


class Ping(Request, tag_field="type", tag="ping"):
    id: RequestId = 0


class AsidesRequest(Request, tag_field="type", tag="asides"):
    id: RequestId = 0


class StateRequest(Request, tag_field="type", tag="state"):
    """Send the whole state again."""

    id: RequestId = 0


ClientMessage = (
    Choose | Undo | UndoScopeRequest | Agree | Chat | Ping | AsidesRequest | StateRequest | PreviewRequest | AskPlayer
)
