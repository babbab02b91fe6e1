"""3: Operations, one module each; shared parts in common, spaces and costs in conditions."""
