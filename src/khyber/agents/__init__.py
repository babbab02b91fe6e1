"""Agents, which answer decisions from what their seat may know."""
