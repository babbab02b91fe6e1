"""The Non-players of the 2nd printing."""
