"""Tables under play: seats, choices, bots, and other workers on the same database."""
