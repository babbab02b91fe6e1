"""What is printed: tiles, dice, cards, Objectives."""
