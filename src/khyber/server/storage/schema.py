"""What is stored, table by table. The database is the truth; what a server has in memory is a copy of it.

A game at the table is `tables` (its header and where it stands), `steps` (every finished step with its checkpoint) and
`changes` (one row for each accepted change, keyed by the version it led to, so that two writers cannot both succeed;
versions without a row are answers that the table gave to empty questions).
Databases of earlier releases are brought up to this by `migrating.py`.
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


settings = Table(
    "settings", metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

users = Table(
    "users", metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    #: The name to log in with, in small letters; none for a guest.
    Column("login", String, unique=True),
    Column("password", String),
    #: Digest of the recovery code.
    Column("recovery", String, unique=True),
    Column("created", Float, nullable=False),
    #: When they were last here, to within an hour: guests who stay away are deleted.
    Column("seen", Float, nullable=False, server_default="0"),
)

sessions = Table(
    "sessions", metadata,
    #: Digest of the token in the cookie.
    Column("id", String, primary_key=True),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    #: When it was last used, to within an hour, and the browser it belongs to, in its own words.
    Column("used", Float, nullable=False, server_default="0"),
    Column("device", String, nullable=False, server_default=""),
)

tables = Table(
    "tables", metadata,
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
    #: Rises when something of the log is taken back: what a client has of it is then no longer good.
    Column("epoch", Integer, nullable=False),
    Column("rules", String, nullable=False),
    #: How many steps are finished; the entries since, and whose they are, one a line.
    Column("steps", Integer, nullable=False),
    Column("now", Text, nullable=False),
    Column("now_by", Text, nullable=False),
    #: The seat that is asked, empty when the game is over; whether a bot plays it.
    Column("asked", String, nullable=False),
    Column("bot", Boolean, nullable=False),
    #: A pending request to take back more than one may alone, as JSON.
    Column("undo", Text),
    Column("outcome", Text),
    #: Why nobody may play on: it took more than its share of time or memory, or cannot be read. None: all is well.
    Column("quarantine", Text),
    #: Why nobody new may take a seat: somebody at the table may know what is hidden (`stored.CLOSED`). Empty: they may.
    Column("closed", String, nullable=False, server_default=""),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_waiting", "status", "bot"),
)

steps = Table(
    "steps", metadata,
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
    "changes", metadata,
    _table_id(),
    Column("version", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("user_id", String, ForeignKey("users.id", ondelete="SET NULL")),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,  # one tree and not two: each page that is touched is written to the disk
)

seats = Table(
    "seats", metadata,
    _table_id(),
    Column("seat", String, primary_key=True),
    #: Whose seat it is, also while a bot stands in.
    Column("user_id", String, ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("agent", String, nullable=False),
    #: Digest of the invitation.
    Column("invite", String),
)

chat = Table(
    "chat", metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

#: What is asked for in a line of chat, where something is.
wishes = Table(
    "wishes", metadata,
    Column("line_id", BigInteger().with_variant(Integer, "sqlite"), ForeignKey("chat.id", ondelete="CASCADE"),
           primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("to_seat", String, nullable=False),
    Column("what", String, nullable=False),
    Column("amount", Integer, nullable=False),
)

notes = Table(
    "notes", metadata,
    _table_id(),
    Column("user_id", String, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)

#: Records of what went wrong in a rule or a bot, for whoever runs the server.
failures = Table(
    "failures", metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("message", Text, nullable=False),
    Column("record", Text, nullable=False),
)
