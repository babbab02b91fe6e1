"""Khyber: insurgency board games on a computer, played by their full rules."""

from khyber.agents.driver import advance
from khyber.api import load, new, play, position
from khyber.engine.errors import Error, PositionWarning

__version__ = "0.2.0"
__all__ = ["Error", "PositionWarning", "advance", "load", "new", "play", "position"]
