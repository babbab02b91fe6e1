"""The Non-player Warlords of the 3rd printing."""
