"""What goes over the wire: every request, answer and frame, with its limits. OpenAPI is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:-]+$")]
AgentName = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:._-]+$")]
#: One line with at least one character that shows.
Name = Annotated[str, Meta(
    min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$")]
Title = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]
RequestId = Annotated[int, Meta(ge=0, le=2**53)]
Text = Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]*$")]
Note = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends."""


class Reply(msgspec.Struct, kw_only=True):
    """What a client gets."""


# -- errors -------------------------------------------------------------------------------------------


class Problem(Reply):
    code: str
    message: str


class ErrorReply(Reply):
    error: Problem


class Done(Reply):
    ok: bool = True


# -- people -------------------------------------------------------------------------------------------


class GuestRequest(Request):
    """A guest needs a name only."""

    name: Name


class RecoverRequest(Request):
    code: Token


class AccountRequest(Request):
    name: Name
    password: Password


class Person(Reply):
    id: str
    name: str
    guest: bool


class Me(Reply):
    user: Person | None
    #: Shown once: with it the same person comes in from another device.
    recovery_code: str | UnsetType = UNSET


# -- games --------------------------------------------------------------------------------------------


class Named(Reply):
    id: str
    name: str


class GameInfo(Reply):
    id: str
    name: str
    seats: list[Named]
    scenarios: list[Named]
    options: list[Named]
    #: Who may play a seat instead of a person; the first is the one to play against.
    bots: list[str]
    player_counts: list[int]
    languages: list[str]
    rules_version: str
    #: Whether there is a picture of the board.
    board: bool


class Texts(Reply):
    """What ids are called: for each parameter (seat, space, piece, ...) the names of its values."""

    language: str
    words: dict[str, dict[str, str]]
    labels: dict[str, str]
    #: For each such parameter the values whose printed component is reconstructed, in whole or in part.
    reconstructed: dict[str, list[str]]


class CellReply(Reply):
    text: str
    #: Whether what it names is reconstructed.
    reconstructed: bool


class TableReply(Reply):
    """A printed table; the first cell of a row names the row."""

    id: str
    title: str
    columns: list[str]
    rows: list[list[CellReply]]
    #: Whether the table itself is reconstructed, in whole or in part.
    reconstructed: bool


class RuleReply(Reply):
    number: str
    title: str
    text: str
    #: The printed tables that it needs.
    tables: list[TableReply]


# -- tables -------------------------------------------------------------------------------------------


class NewTable(Request):
    game: Id
    scenario: Annotated[str, Meta(max_length=64)]
    options: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=50)] = []
    #: For each seat "me", "open" (a friend, by invitation) or the name of a bot; "open" where nothing is said.
    seats: dict[SeatId, AgentName] = {}
    #: How many players there are, where that is not plain from the seats.
    players: Annotated[int, Meta(ge=1, le=20)] | None = None
    name: Title = ""
    #: One person plays all sides and may take back anything.
    sandbox: bool = False
    #: In a sandbox only.
    seed: Annotated[int, Meta(ge=0, lt=2**48)] | None = None
    #: Whether anybody may watch.
    public: bool = True


class ImportTable(Request):
    """A record or a position, as text; seats as for a new table."""

    text: Annotated[str, Meta(min_length=1, max_length=6_000_000, pattern=r"^[^\x00]*$")]
    #: For a position that does not name its game.
    game: Id = "distant-plain"
    seats: dict[SeatId, AgentName] = {}
    name: Title = ""
    sandbox: bool = True
    public: bool = False


class TableMade(Reply):
    id: str
    #: For each open seat the invitation, shown this once.
    invites: dict[str, str]


class SeatInfo(Reply):
    seat: str
    name: str
    #: person, or which bot.
    agent: str
    #: Whose seat it is; None if nobody has come yet, or it is a bot's.
    player: str | None
    mine: bool
    here: bool
    #: Whether there is an invitation out for it.
    invited: bool


class TableInfo(Reply):
    id: str
    game: str
    name: str
    status: Literal["running", "paused", "over"]
    sandbox: bool
    imported: bool
    public: bool
    host: bool
    version: int
    steps: int
    #: The seat that is asked; None when the game is over.
    asked: str | None
    #: Whether that is one of mine.
    my_turn: bool
    seats: list[SeatInfo]
    outcome: dict[str, Any] | None
    created: float
    changed: float


class TableList(Reply):
    tables: list[TableInfo]


class JoinRequest(Request):
    token: Token


class Joined(Reply):
    id: str
    seat: str


class SeatRequest(Request):
    seat: SeatId
    #: A bot (it stands in), "person" (the seat goes back to whose it is) or "me".
    agent: AgentName


class InviteRequest(Request):
    seat: SeatId


class Invite(Reply):
    seat: str
    token: str


class PauseRequest(Request):
    paused: bool


class NoteRequest(Request):
    text: Note


class NoteReply(Reply):
    text: str


class Branched(Reply):
    id: str


# -- frames -------------------------------------------------------------------------------------------


class OptionText(Reply):
    key: str
    text: str
    #: What it mentions (space, piece, n, ...), as ids and numbers: a page lights it up on its board.
    about: dict[str, int | str]
    #: What speaks against it: a page asks for confirmation.
    warning: str | UnsetType = UNSET


class Question(Reply):
    """What is asked; all but the seat only to its owner."""

    seat: str
    ask: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    question: str | UnsetType = UNSET
    about: dict[str, Any] | UnsetType = UNSET
    options: list[OptionText] | UnsetType = UNSET


class Told(Reply):
    """An event of the log; `n` counts those that this viewer knows of, `step` is the one it happened in, from 1 on."""

    n: int
    step: int
    kind: str
    rule: str
    text: str
    told: dict[str, Any]


class Ending(Reply):
    winner: str
    ranking: list[str]
    #: Who of them lose equally, whatever their margins.
    equal: list[str]
    margins: dict[str, int]
    ending: str
    winner_name: str
    text: str


class UndoAsked(Reply):
    """Somebody wants to take back more than one may alone."""

    seat: str
    #: Seats whose players have still to agree.
    waiting: list[str]
    #: Whether I asked: then `agree` with false withdraws it.
    mine: bool


class Frame(Reply, tag_field="type", tag="frame"):
    version: int
    #: Rises when something was taken back. With `since` and `epoch` of the last frame a client resumes.
    epoch: int
    status: str
    #: My seats.
    seats: list[str]
    players: list[SeatInfo]
    view: dict[str, Any]
    decision: Question | None
    #: Only where asked for: they cost time.
    asides: dict[str, list[OptionText]]
    #: The number of the first event sent: what the client has from there on is replaced.
    since: int
    events: list[Told]
    outcome: Ending | None
    #: My seats that can take back their last choice at once.
    can_undo: list[str]
    undo: UndoAsked | None
    #: The number of the first event after the last choice of my seats and what came of it; 0 without any.
    last_turn: int
    #: What keeps a bot from playing, if anything does.
    trouble: str = ""
    #: Whether nobody can play on: the table took more than its share of time or memory.
    quarantined: bool = False


class Ack(Reply, tag_field="type", tag="ack"):
    id: int
    version: int


class ErrorFrame(Reply, tag_field="type", tag="error"):
    error: Problem
    id: int | None = None


class Wish(Reply):
    """One seat asks another for something. It binds nobody: whoever gives takes an aside."""

    seat: str
    to: str
    what: str
    amount: int


class ChatLine(Reply):
    id: int
    user: str
    name: str
    text: str
    at: float
    wish: Wish | None


class ChatFrame(Reply, tag_field="type", tag="chat"):
    lines: list[ChatLine]


class PresenceFrame(Reply, tag_field="type", tag="presence"):
    #: Names of those who are here, and how many watch.
    here: list[str]
    watching: int


class StoodIn(Reply):
    """A bot that somebody else put into my seat while I was away."""

    seat: str
    agent: str
    #: Who put it there: a name; empty if they are no longer here.
    by: str
    at: float
    #: How many choices it has made for me since.
    choices: int
    #: Whether it still plays.
    still: bool


class AwayFrame(Reply, tag_field="type", tag="away"):
    """Sent to the owner of a seat who comes back; not again once they have chosen something themselves."""

    stood_in: list[StoodIn]


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
    #: Numbered on from those there are.
    events: list[Told]
    #: Why it goes no further.
    stopped: Literal["die", "reveal", "seat", "question", "step", "over"]


class Pong(Reply, tag_field="type", tag="pong"):
    id: int


# -- what a client says over the socket -----------------------------------------------------------------


class Choose(Request, tag_field="type", tag="choose"):
    id: RequestId
    version: Version
    seat: SeatId
    key: Key


class Undo(Request, tag_field="type", tag="undo"):
    id: RequestId
    version: Version
    seat: SeatId


class Agree(Request, tag_field="type", tag="agree"):
    """The answer to somebody's wish to take back; false from whoever asked withdraws it."""

    id: RequestId
    version: Version
    agree: bool


class PreviewRequest(Request, tag_field="type", tag="preview"):
    """What would this choice change?"""

    id: RequestId
    version: Version
    seat: SeatId
    key: Key


class WishRequest(Request, tag_field="type", tag="wish"):
    """Ask another seat for something, with a few words or without."""

    id: RequestId
    seat: SeatId
    to: SeatId
    what: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:-]+$")]
    amount: Annotated[int, Meta(ge=1, le=999)]
    text: Annotated[str, Meta(max_length=1000, pattern=r"^[^\x00]*$")] = ""


class Chat(Request, tag_field="type", tag="chat"):
    text: Text
    id: RequestId = 0


class Ping(Request, tag_field="type", tag="ping"):
    id: RequestId = 0


class Asides(Request, tag_field="type", tag="asides"):
    id: RequestId = 0


class Again(Request, tag_field="type", tag="state"):
    """Send the whole state again."""

    id: RequestId = 0


Said = Choose | Undo | Agree | Chat | Ping | Asides | Again | PreviewRequest | WishRequest
