"""Printed facts: map, counters, tables. Each file names its sources."""
