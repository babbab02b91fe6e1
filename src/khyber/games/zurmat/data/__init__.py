"""Printed facts: tiles, dice, cards, Objectives."""
