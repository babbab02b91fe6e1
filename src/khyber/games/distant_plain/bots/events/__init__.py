"""Non-players and Events (8.3): whether to execute them, and every choice within them."""
