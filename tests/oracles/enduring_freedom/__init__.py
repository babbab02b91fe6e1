"""Oracles for Enduring Freedom: ground movement and combat stated anew from the rulebook and the printed data."""
