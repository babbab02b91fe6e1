"""The Non-player Coalition of the 2nd printing."""
