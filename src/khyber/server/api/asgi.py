"""The application as ASGI servers find it: settings come from the environment."""

from __future__ import annotations

import gc

from starlette.applications import Starlette

from khyber.server.api.app import make_app
from khyber.server.api.connections import raise_descriptor_limit
from khyber.server.settings import from_environment


def app() -> Starlette:
    """A factory: `uvicorn --factory khyber.server.api.asgi:app`."""
    raise_descriptor_limit()
    made = make_app(from_environment())
    for game in made.state.server.games.ids():
        made.state.server.games.find(game)
    calm_collector()
    return made


def calm_collector() -> None:
    """Let Python's collector of cycles stop us less often.

    With some hundred tables in memory a whole collection is a stall of a tenth of a second for everybody. What is there
    at the start stays for ever and need not be looked through; little of what a choice makes are cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
