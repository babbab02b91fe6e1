"""Players of Enduring Freedom that are programs: the reference Coalition player."""
