"""The databases of both kinds, as the server's own tests have them."""

from tests.server.conftest import database, dealt_alike, fresh_postgres, postgres, running

__all__ = ["database", "dealt_alike", "fresh_postgres", "postgres", "running"]
