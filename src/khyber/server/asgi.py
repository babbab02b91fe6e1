"""The application as ASGI servers find it: settings come from the environment."""

from __future__ import annotations

from starlette.applications import Starlette

from khyber.server.app import make_app
from khyber.server.settings import from_environment


def app() -> Starlette:
    """A factory: `uvicorn --factory khyber.server.asgi:app`."""
    return make_app(from_environment())
