"""Oracles: small independent statements of the rules, checked against the engine on random positions."""
