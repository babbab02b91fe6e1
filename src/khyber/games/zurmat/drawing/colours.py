"""The colours of tiles and tokens."""

from __future__ import annotations

INK, PAPER, QUIET = "#26221c", "#f4f0e7", "#5d564a"

# -- tiles ---------------------------------------------------------------------------------------------

GROUND, FIELD, SEAM, HILL = "#e3d2a6", "#d3d6a0", "#a58e5c", "#cdb985"
ROAD, VERGE, HOUSE = "#f3e6c4", "#6b4a30", "#b5835a"
POPPY, STEM = "#b3261e", "#4a6b2a"
WALL, FLAG = "#8f9a6a", "#1f5fa6"

# -- tokens: fill and sign -----------------------------------------------------------------------------

#: Units also have the shades of their side and top.
UNITS = {
    "us": ("#d9bd83", "#2a200c", "#a98a4e", "#efddb4"),
    "ana": ("#2b66ad", "#ffffff", "#1b4477", "#5b92d3"),
    "taliban": ("#26231f", "#ffffff", "#0e0c0a", "#4b463e"),
}
SIDES = {"coalition": ("#d9bd83", "#2a200c"), "taliban": ("#26231f", "#ffffff"), "nobody": ("#efe6d2", "#3a3125")}
HELD = {"coalition": "#c39a45", "taliban": "#211e19"}
BACK, NEUTRAL = ("#8d7a5c", "#fff8e6"), ("#e9e4d9", "#4a4336")
RIM, PALE_RIM, BLOCK = "#17130c", "#f2ead8", "#9c1c1c"
PROJECT, ENTERED, LIGHT = "#8a3b12", "#0b5563", "#fffdf6"
MONTH, WINTER = "#f8e7ba", "#d8e6f2"
