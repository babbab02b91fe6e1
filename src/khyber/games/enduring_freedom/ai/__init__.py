"""What our agents read of Enduring Freedom: the state as numbers, and estimates of the points."""
