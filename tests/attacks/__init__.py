"""Attacks on a server, as an ill-meaning user would make them: the server stays up, and nobody else notices."""
