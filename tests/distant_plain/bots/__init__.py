"""Tests of the Non-players (section 8)."""
