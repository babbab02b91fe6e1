"""bot:standard: a reference Coalition player."""
