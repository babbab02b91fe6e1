"""What simulations and studies of Enduring Freedom record besides the usual: levels of victory."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import ENDINGS
from khyber.lab.figures import Figures

FIGURES = Figures(levels=ENDINGS)
