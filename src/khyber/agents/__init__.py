"""Agents: they answer decisions from what their seat may know."""
