"""The map as shapes: outlines, roads and connections, with room for counters; no rules."""
