"""What is printed: map, forces, cards, scenarios. Each file says where its facts come from."""
