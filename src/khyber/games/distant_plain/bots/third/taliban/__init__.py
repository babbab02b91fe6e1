"""The Non-player Taliban of the 3rd printing."""
