"""The Non-player Coalition of the 3rd printing."""
