"""Messages about tables: create, import, list, seats, invitations, notes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from khyber.server.messages.base import AgentName, Id, Lang, Note, Reply, Request, SeatId, Title, Token

Status = Literal["running", "paused", "over"]
#: Engine help while a game between people runs: none, the game's own bots, or searches and analyses, too.
HelpLevel = Literal["none", "bot", "all"]
#: What limits it: the table's setting, the game that a sandbox was branched from, or a like game that I play.
HelpWhy = Literal["", "table", "origin", "playing"]


class NewTable(Request):
    game: Id
    scenario: Annotated[str, Meta(max_length=64)]
    options: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=50)] = field(default_factory=list)
    #: For each seat "me", "open" (for a friend, by invitation) or the name of a bot; "open" by default.
    seats: dict[SeatId, AgentName] = field(default_factory=dict)
    #: The number of players, where the seats do not determine it.
    players: Annotated[int, Meta(ge=1, le=20)] | None = None
    name: Title = ""
    #: One person plays all sides and may undo anything.
    sandbox: bool = False
    #: In a sandbox only.
    seed: Annotated[int, Meta(ge=0, lt=2**48)] | None = None
    #: Whether the table is open to spectators; by default if a seat is open for a friend.
    public: bool | None = None
    #: Holds while two or more people have seats or invitations, until the game is over.
    help: HelpLevel = "none"


class ImportTable(Request):
    """A record or a position, as text; seats as for a new table."""

    text: Annotated[str, Meta(min_length=1, max_length=6_000_000, pattern=r"^[^\x00]*$")]
    #: The game of a position; the first one if left out.
    game: Id | None = None
    seats: dict[SeatId, AgentName] = field(default_factory=dict)
    name: Title = ""
    sandbox: bool = True
    public: bool = False
    help: HelpLevel = "none"


class TableSettings(Request):
    """Settings that the host may change; omitted ones stay as they are."""

    name: Title | None = None
    public: bool | None = None
    #: Only before a second person has a seat or an invitation.
    help: HelpLevel | None = None


class HelpNow(Reply):
    """The engine help that I may ask for now, and what limits it."""

    level: HelpLevel
    why: HelpWhy


class TableMade(Reply):
    id: str
    #: The invitation for each open seat, shown only once.
    invites: dict[str, str]


class PendingStandIn(Reply):
    """A bot that will play a seat unless its owner objects (by giving the seat to "person") or makes a choice."""

    agent: str
    #: The name of who wants it there.
    by: str
    #: Seconds left to object.
    seconds: int


class SeatInfo(Reply):
    seat: str
    name: str
    #: "person", or the name of a bot.
    agent: str
    #: The name of its owner; None if nobody has joined, or it is a bot's.
    player: str | None
    mine: bool
    here: bool
    #: Whether there is an open invitation to it.
    invited: bool
    #: Whether it searches without a network, because one was trained on other data than the game has.
    without_network: bool
    #: A bot that waits for an objection; only its owner and the host see it.
    stand_in: PendingStandIn | None = None


class TableInfo(Reply):
    id: str
    game: str
    name: str
    status: Status
    sandbox: bool
    imported: bool
    public: bool
    #: The engine help that its players agreed on by taking their seats, and whether that holds now.
    help: HelpLevel
    between_people: bool
    #: None in a list.
    help_now: HelpNow | None
    host: bool
    version: int
    steps: int
    #: The seat whose turn it is; None when the game is over.
    asked: str | None
    #: Whether a person plays that seat and it is mine.
    my_turn: bool
    #: Whether one of its players has begun a rematch.
    rematch: bool
    seats: list[SeatInfo]
    outcome: dict[str, Any] | None
    #: Whether chance was undone on the way to the outcome.
    undone: bool
    created: float
    changed: float


class TableList(Reply):
    tables: list[TableInfo]


class InvitationRequest(Request):
    token: Token


class JoinRequest(Request):
    token: Token
    #: Whether I know who has seen what is hidden at the table: see `Invitation.seen`.
    knowing: bool = False


class SeenSeat(Reply):
    """A seat that people left who know what is hidden in it, by the names they had."""

    seat: str
    seat_name: str
    names: list[str]


class Joined(Reply):
    id: str
    seat: str


class Invitation(Reply):
    """The table and seat of an invitation."""

    game: str
    game_name: str
    scenario: str
    #: The name of the table.
    name: str
    #: The host's name; empty if they were deleted.
    host: str
    seat: str
    seat_name: str
    #: The engine help while the game runs.
    help: HelpLevel
    #: Who has seen what is hidden at the table: to join, say that you know.
    seen: list[SeenSeat]
    #: Everybody at the table.
    players: list[SeatInfo]


class Resigned(Reply):
    """The seats that bots now play; none if the game ended."""

    bots: list[str]


class RematchQuery(Lang):
    #: Whether I know who has seen what is hidden there: see `Rematch.seen`.
    knowing: bool = False


class Rematch(Reply):
    id: str
    #: My seats there.
    seats: list[str]
    #: Who has seen what is hidden there: I get my seats once I say that I know.
    seen: list[SeenSeat] = field(default_factory=list)


class SeatRequest(Request):
    seat: SeatId
    #: A bot to stand in, "person" to give the seat back to its owner, or "me".
    agent: AgentName


class InviteRequest(Request):
    seat: SeatId


class Invite(Reply):
    seat: str
    token: str
    #: Who has seen the seat: the guest is told so.
    seen: list[str]


class HandoverRequest(Request):
    seat: SeatId


class HandoverAnswer(Request):
    agree: bool


class Handover(Reply):
    """Who has seen a seat, and the seats whose players have to agree that it is handed on."""

    seat: str
    names: list[str]
    waiting: list[str]


class PauseRequest(Request):
    paused: bool


class NoteRequest(Request):
    text: Note


class NoteReply(Reply):
    text: str


class Branched(Reply):
    id: str
