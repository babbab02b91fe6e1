"""Committed files that are made from the rules and data."""
