"""The map as an SVG picture: roads, villages, poppies and tokens, from one source of shapes; no rules."""
