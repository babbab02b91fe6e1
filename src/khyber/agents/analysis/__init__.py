"""What a position and a turn are worth: winning chances, costly turns, positions with one good turn."""
