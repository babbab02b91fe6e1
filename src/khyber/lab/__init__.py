"""The lab: many games at once, what came of them, how fast they go, and what the rules are covered by."""
