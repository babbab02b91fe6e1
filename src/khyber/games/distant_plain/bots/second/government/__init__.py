"""The Non-player Government of the 2nd printing."""
