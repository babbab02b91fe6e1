"""Printed facts: map, forces, cards, scenarios. Each file names its sources."""
