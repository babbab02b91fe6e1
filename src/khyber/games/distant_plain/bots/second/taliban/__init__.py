"""The Non-player Taliban of the 2nd printing."""
