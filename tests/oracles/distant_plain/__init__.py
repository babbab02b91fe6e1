"""Oracles of A Distant Plain, written from the 3rd printing's rulebook."""
