"""Agents: they answer decisions from what their seat may know, with a random stream of their own."""
