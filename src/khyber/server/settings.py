"""Settings of a server. Worker processes read them from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from khyber.engine.errors import BadSetup
from khyber.server.library import PRINTED

PREFIX = "KHYBER_"


def data_folder() -> Path:
    """Return the folder for a user's games."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "khyber"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'khyber.db'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, with their defaults."""

    database: str = ""
    games: str = PRINTED
    #: Processes for bots.
    bots: int = 1
    #: Processes for agents that search, one for each table where one thinks; 0: one for each core, at most 4; -1: none,
    #: where `khyber think` does all of it (PostgreSQL only).
    thinkers: int = 0
    #: Tables of one person, or of the guests of one address, that think at a time; 0: all thinkers but one.
    thinking_tables: int = 0
    #: Seconds after which bots sleep at a table where nobody watches or is to play.
    sleep_after: float = 900.0
    #: Rate limits, and quotas by address; off only for benchmarks and tests.
    limits: bool = True
    #: Idle tables kept in memory.
    tables: int = 500
    #: Seconds after which any worker resumes a bot whose worker died.
    pick_up: float = 5.0
    #: Whether SQLite flushes each commit to disk before it is acknowledged, instead of shortly after.
    sync: bool = False
    #: The host and port that the server listens at, as `khyber serve` was told.
    listen: str = ""
    #: Whether a proxy in front serves HTTPS: cookies are then secure, and browsers must keep to HTTPS.
    https: bool = False
    #: Host names besides localhost and addresses, separated by commas; `*` for any.
    allowed_hosts: str = ""
    #: Open connections of one address, and of one worker (0: as many as file descriptors allow).
    per_address: int = 64
    connections: int = 0
    #: Seconds for the header of a request to arrive, and then its body.
    header_timeout: float = 10.0
    body_timeout: float = 30.0
    #: Days after which a session ends: unused, and in any case (accounts only).
    session_idle_days: int = 90
    session_days: int = 365
    #: Days after which absent guests, and tables that never began, are deleted; 0: never.
    guest_days: int = 180
    empty_table_days: int = 60
    #: Unfinished tables that one person may host, and megabytes they may store.
    most_tables: int = 200
    most_megabytes: int = 200
    #: The same for all people at one address together, and the guests and accounts that it may make in a day.
    most_address_tables: int = 600
    most_address_megabytes: int = 600
    most_address_people: int = 100
    #: Megabytes of the whole database (0: any number) and of free space on its disk, without which nothing new begins.
    most_database_megabytes: int = 0
    least_free_megabytes: int = 200
    #: A folder on the disk whose free space counts; empty: that of SQLite's file, and none for PostgreSQL.
    disk: str = ""
    #: The folder of the built page; empty: the one in the package.
    page: str = ""
    log_format: Literal["text", "json"] = "text"
    #: Milliseconds after which a request or a message is logged as slow; 0: never.
    slow_ms: float = 100.0
    #: Token to read /metrics from anywhere; without one it is readable on this machine only.
    metrics_token: str = ""
    #: Folder in which several workers exchange their metrics.
    metrics_folder: str = ""

    @property
    def url(self) -> str:
        return self.database or default_database()

    def environment(self) -> dict[str, str]:
        """Return these settings as environment variables for a new process."""
        return {f"{PREFIX}{name.upper()}": str(getattr(self, name)) for name in self.__struct_fields__}


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings KHYBER_DATABASE, KHYBER_BOTS and so on. Raises BadSetup."""
    given = os.environ if environment is None else environment
    fields = {
        name: given[f"{PREFIX}{name.upper()}"]
        for name in Settings.__struct_fields__
        if f"{PREFIX}{name.upper()}" in given
    }
    try:
        return msgspec.convert(
            {name: value.lower() if value in ("True", "False") else value for name, value in fields.items()},
            Settings,
            strict=False,
        )
    except msgspec.ValidationError as problem:
        raise BadSetup(f"invalid settings in the environment: {problem}") from problem
