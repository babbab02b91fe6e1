"""Log formats and metrics."""
