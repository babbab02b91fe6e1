"""Field types and the base classes of every message."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from khyber.engine.limits import NONCHARACTERS

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:-]+$")]
AgentName = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9:._-]+$")]
#: One line with at least one visible character.
Name = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$")
]
Title = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]
RequestId = Annotated[int, Meta(ge=0, le=2**53)]
#: Lines of text, without the characters that a terminal obeys or that no XML document may hold.
_LINES = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{NONCHARACTERS}]*$"
Text = Annotated[str, Meta(min_length=1, max_length=1000, pattern=_LINES)]
Remark = Annotated[str, Meta(max_length=1000, pattern=_LINES)]
Note = Annotated[str, Meta(max_length=20_000, pattern=_LINES)]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends."""


class Reply(msgspec.Struct, kw_only=True):
    """What a client gets."""


class Problem(Reply):
    code: str
    message: str


class ErrorReply(Reply):
    error: Problem


class Done(Reply):
    ok: bool = True


class Lang(msgspec.Struct, kw_only=True):
    """Query parameter of every endpoint that answers with sentences."""

    lang: str = "en"
