"""The Non-player Warlords of the 2nd printing."""
