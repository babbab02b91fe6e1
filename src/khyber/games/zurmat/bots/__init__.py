"""bot:standard: a rule-based player for either side that uses only what its seat knows."""
