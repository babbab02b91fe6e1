"""Tables over HTTP and WebSocket, stored in SQLite or PostgreSQL. No game is named here."""
