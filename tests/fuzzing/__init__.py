"""Mutated records and positions: whatever is not refused with a sentence can be played."""
