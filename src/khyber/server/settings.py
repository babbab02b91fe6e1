"""What a server is told at its start. Worker processes read the same from their environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from khyber.engine.errors import BadSetup
from khyber.server.tables.library import PRINTED

PREFIX = "KHYBER_"


def data_folder() -> Path:
    """Where a user's games are kept."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "khyber"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'khyber.db'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that may differ from server to server."""

    database: str = ""
    games: str = PRINTED
    #: Processes in which bots think.
    bots: int = 1
    #: Rate limits: off only for measurements and tests.
    limits: bool = True
    #: How many tables stay in memory though nobody watches them.
    tables: int = 500
    #: Seconds after which a bot that nobody runs (its worker died) is run by whoever notices.
    pick_up: float = 5.0
    #: Whether SQLite writes each commit through to the disk before it is acknowledged, and not just soon after.
    sync: bool = False
    #: Whether a proxy in front speaks HTTPS for us: cookies are then for HTTPS only, and browsers told to keep to it.
    https: bool = False
    #: Names that the server answers to besides localhost and addresses, separated by commas; `*` for any.
    allowed_hosts: str = ""
    #: Open connections of one address, and of all together for each worker (0: as many as there are descriptors for).
    per_address: int = 64
    connections: int = 0
    #: Seconds in which the header of a request must be here, and then its body.
    header_timeout: float = 10.0
    body_timeout: float = 30.0
    #: Days after which a session ends: unused, and in any case (that of an account).
    session_idle_days: int = 90
    session_days: int = 365
    #: Days after which guests who did not come back are deleted, and tables that never began; 0: never.
    guest_days: int = 180
    empty_table_days: int = 60
    #: Unfinished tables that one person may host, and megabytes of games they may store.
    most_tables: int = 200
    most_megabytes: int = 200
    #: The built page; empty: the one in the package.
    page: str = ""
    #: How log lines look: for people, or JSON.
    log_format: Literal["text", "json"] = "text"
    #: Milliseconds from which a request or a message is logged as slow; 0 for none.
    slow_ms: float = 100.0
    #: Who has this token may read /metrics from anywhere; without one it is read on this machine only.
    metrics_token: str = ""
    #: Where several workers leave their metrics for one another.
    metrics_folder: str = ""

    @property
    def url(self) -> str:
        return self.database or default_database()

    def environment(self) -> dict[str, str]:
        """These settings for a process that is started."""
        return {f"{PREFIX}{name.upper()}": str(getattr(self, name)) for name in self.__struct_fields__}


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings named KHYBER_DATABASE, KHYBER_BOTS and so on. Raises BadSetup."""
    given = os.environ if environment is None else environment
    fields = {name: given[f"{PREFIX}{name.upper()}"] for name in Settings.__struct_fields__
              if f"{PREFIX}{name.upper()}" in given}
    try:
        return msgspec.convert({name: value.lower() if value in ("True", "False") else value
                                for name, value in fields.items()}, Settings, strict=False)
    except msgspec.ValidationError as problem:
        raise BadSetup(f"the environment's settings are wrong: {problem}") from problem
