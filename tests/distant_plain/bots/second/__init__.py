"""Tests of the Non-players of the 2nd printing."""
