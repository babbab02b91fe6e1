"""Tables over HTTP and WebSocket, stored in SQLite or PostgreSQL. No rule of any game lives here."""
