"""What our agents read of A Distant Plain: the state as numbers, and estimates of who wins."""
