"""4: Special Activities, one module each; shared parts in common."""
