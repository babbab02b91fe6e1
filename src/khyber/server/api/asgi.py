"""The factory for ASGI servers, with settings from the environment."""

from __future__ import annotations

import gc
import sys
from typing import Final

from starlette.applications import Starlette

from khyber.server.api.app import make_app
from khyber.server.api.connections import raise_descriptor_limit
from khyber.server.settings import from_environment
from khyber.server.workers.parent import end_with_parent

#: Seconds that a computing thread keeps the interpreter from the others. With Python's 5 ms, a request whose rows are
#: read beside one waits up to 5 ms for every row: a second in all while a long record is written.
SWITCH: Final = 0.0005


def app() -> Starlette:
    """Return the application: `uvicorn --factory khyber.server.api.asgi:app`.

    A worker ends with the process that started it. Otherwise it would go on serving the port after that one was killed.
    """
    end_with_parent()
    raise_descriptor_limit()
    sys.setswitchinterval(SWITCH)
    made = make_app(from_environment())
    for game in made.state.server.games.ids():
        made.state.server.games.find(game)
    relax_garbage_collection()
    return made


def relax_garbage_collection() -> None:
    """Collect garbage less often.

    With hundreds of tables in memory a full collection stalls everyone for a tenth of a second. Objects created at
    start-up stay and need not be scanned, and a choice creates few cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
