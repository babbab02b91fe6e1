"""The schema. The database is authoritative; a server's memory is only a copy.

A game is a row of `tables` (its header and progress), `steps` (every finished step with its checkpoint) and `changes`
(one row for each accepted change, keyed by the version it led to, so that of two writers one fails; versions without a
row are decisions with nothing to choose, which the table answered itself). `migrations.py` updates databases of earlier
releases.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()


def _table_id() -> Column[str]:
    return Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


settings = Table("settings", metadata, Column("name", String, primary_key=True), Column("value", Text, nullable=False))

users = Table(
    "users",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    #: The name to log in with, case-folded; none for a guest.
    Column("login", String, unique=True),
    Column("password", String),
    #: Digest of the recovery code.
    Column("recovery", String, unique=True),
    Column("created", Float, nullable=False),
    #: When last seen, to the hour: guests who stay away are deleted.
    Column("seen", Float, nullable=False, server_default="0"),
    #: Whose share of the workers a guest's jobs take: a digest of the address last seen. None: the user's own.
    Column("share", String),
    #: Digest of the address they came from, for a day.
    Column("source", String, nullable=False, server_default="", index=True),
)

#: Digests of the addresses of people who came and were deleted on the same day, which still count for it.
departures = Table(
    "departures",
    metadata,
    Column("source", String, nullable=False, index=True),
    #: When they came.
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    #: Digest of the token in the cookie.
    Column("id", String, primary_key=True),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    #: When last used, to the hour, and its browser and system.
    Column("used", Float, nullable=False, server_default="0"),
    Column("device", String, nullable=False, server_default=""),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("name", String, nullable=False),
    Column("host", String, ForeignKey("users.id", ondelete="SET NULL")),
    #: The record's header, seed included, as JSON.
    Column("header", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("sandbox", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    #: Increases with each undo: a client's copy of the log is then no longer valid.
    Column("epoch", Integer, nullable=False),
    Column("rules", String, nullable=False),
    #: The number of finished steps; the entries since, and their seats, one a line.
    Column("steps", Integer, nullable=False),
    Column("now", Text, nullable=False),
    Column("now_by", Text, nullable=False),
    #: The seat whose turn it is, empty when the game is over; whether a bot plays it.
    Column("asked", String, nullable=False),
    Column("bot", Boolean, nullable=False),
    #: A pending undo request, as JSON.
    Column("undo", Text),
    Column("outcome", Text),
    #: Why the table is out of play: it exceeded its budget. None: it is not.
    Column("quarantine", Text),
    #: Why nobody new may join: a player may know what is hidden (a key of `table_store.CLOSED`). Empty: they may.
    Column("closed", String, nullable=False, server_default=""),
    #: The table of the rematch, once a player has begun one.
    Column("rematch", String),
    #: Digest of the address it was made from.
    Column("source", String, nullable=False, server_default="", index=True),
    #: Engine help while people play one another: none, bot or all.
    Column("help", String, nullable=False, server_default="none"),
    #: The table that a sandbox was branched from, or that its own origin was.
    Column("origin", String),
    #: Whether other players agree that a seat which somebody has seen is handed on, as JSON.
    Column("handover", Text),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_waiting", "status", "bot"),
)

steps = Table(
    "steps",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("by", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("rules", String, nullable=False),
    #: Log and state, compressed.
    Column("events", LargeBinary, nullable=False),
    Column("after", LargeBinary, nullable=False),
)

changes = Table(
    "changes",
    metadata,
    _table_id(),
    Column("version", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("user_id", String, ForeignKey("users.id", ondelete="SET NULL")),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,  # one tree instead of two: every changed page is written to disk
)

seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", String, primary_key=True),
    #: The owner of the seat, also while a bot stands in.
    Column("user_id", String, ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("agent", String, nullable=False),
    #: Digest of the invitation.
    Column("invite", String),
    #: A bot that is to play it unless its owner objects, as JSON.
    Column("stand_in", Text),
)

#: Who has left a seat of a running game, under the name they had: they may know what is hidden in it.
former_holders = Table(
    "former_holders",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", String, nullable=False),
    Column("user_id", String, ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("name", String, nullable=False),
    #: The number of finished steps.
    Column("step", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

#: Requests from one seat to another, each in a line of chat.
wishes = Table(
    "wishes",
    metadata,
    Column(
        "line_id",
        BigInteger().with_variant(Integer, "sqlite"),
        ForeignKey("chat.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("seat", String, nullable=False),
    Column("to_seat", String, nullable=False),
    Column("what", String, nullable=False),
    Column("amount", Integer, nullable=False),
    #: A bot's answer, as a key of the game's texts; empty where a person is asked.
    Column("answer", String, nullable=False, server_default=""),
)

notes = Table(
    "notes",
    metadata,
    _table_id(),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)

#: Failures of rules and bots with their records, for the administrator.
failures = Table(
    "failures",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("message", Text, nullable=False),
    Column("record", Text, nullable=False),
)

#: Seconds that each owner's jobs have taken of a kind of workers, and a share of those of each address, on the scale of
#: its `FairQueue`; the owner "" has the time at which a newcomer begins.
shares = Table(
    "shares",
    metadata,
    Column("lane", String, primary_key=True),
    Column("owner", String, primary_key=True),
    Column("used", Float, nullable=False),
)

#: Jobs of workers that share a database: those that wait, those that run, and results not fetched yet.
jobs = Table(
    "jobs",
    metadata,
    Column("id", String, primary_key=True),
    #: The kind of workers it is for, whose share it takes, and who waits for it (an `Urgency`).
    Column("lane", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("urgency", Integer, nullable=False),
    #: The table whose bots play a turn in it: at most one job at a time does.
    Column("turn", String, unique=True),
    #: The release and games that it is for, the function's name, its arguments, and seconds of CPU time.
    Column("release", String, nullable=False),
    Column("work", String, nullable=False),
    Column("given", LargeBinary, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("at", Float, nullable=False),
    #: The process that waits for it (empty if none does any more, while it runs), and until when it has said so.
    Column("waiter", String, nullable=False),
    Column("wanted", Float, nullable=False),
    #: The process that runs it, since when, and until when it has said so; how many have begun it.
    Column("runner", String),
    Column("began", Float),
    Column("lease", Float),
    Column("tries", Integer, nullable=False, server_default="0"),
    #: What became of it; its row is deleted when the waiter has it.
    Column("outcome", LargeBinary),
    #: The address that the owner came from, as `shares` has it.
    Column("source", String, nullable=False, server_default=""),
    Index("jobs_by_lane", "lane", "owner"),
)

#: Processes that run jobs: how many of a kind at a time, the most of one owner (0: it does not say), and until when.
thinkers = Table(
    "thinkers",
    metadata,
    Column("id", String, primary_key=True),
    Column("lane", String, primary_key=True),
    Column("slots", Integer, nullable=False),
    Column("per_owner", Integer, nullable=False),
    Column("until", Float, nullable=False),
)
