"""Tables in play: seats, choices, undo, chat, bots, and other workers on the same database."""
