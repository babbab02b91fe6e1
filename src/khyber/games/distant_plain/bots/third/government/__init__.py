"""The Non-player Government of the 3rd printing."""
