"""Oracles for Zurmat: movement, combat and loyalty stated anew from the rulebook and the printed data."""
