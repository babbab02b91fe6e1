"""Logs, metrics and the slow log."""
