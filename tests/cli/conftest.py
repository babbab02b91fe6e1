"""What the tests of the commands share with those of the server."""

from tests.server.conftest import postgres

__all__ = ["postgres"]
