"""Training of the network that the searching agents ask: games, fit, gate, and the model card."""
