"""bot:standard: a rule-based player for either side, thinking only with what its seat knows."""
