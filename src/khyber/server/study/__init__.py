"""Read-only queries on a table: previews, replays, charts, explanations, rule search."""
