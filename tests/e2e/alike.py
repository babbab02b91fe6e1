"""A server like `python -m khyber.server`, but all its tables have one seed, so that a test that fails fails in every
run, whatever order the tests come in; and whoever leaves is away at once, so that no test has to wait for it."""

from __future__ import annotations

import os

from khyber import api
from khyber.server import library
from khyber.server.serve import serve
from khyber.server.settings import from_environment
from khyber.server.tables import live

SEED = 190_211_201_122_063

if __name__ == "__main__":
    for module in (api, library):
        module.new_seed = lambda: SEED  # type: ignore[attr-defined]
    live.RECENT = 0.0
    serve(from_environment(), "127.0.0.1", int(os.environ["KHYBER_PORT"]), workers=1)
