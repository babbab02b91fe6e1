"""Enduring Freedom: the campaign of October 2001 to March 2002, a solitaire game."""
