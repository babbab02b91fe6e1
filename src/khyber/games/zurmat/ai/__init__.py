"""What our agents read of Zurmat: the state as numbers, estimates of who wins, networks, habits of players."""
