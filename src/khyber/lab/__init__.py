"""The lab: simulations, tournaments, benchmarks, perft, and coverage of the rules."""
