"""Read-only queries on a table: previews, replays, charts, hints, explanations, positions."""
