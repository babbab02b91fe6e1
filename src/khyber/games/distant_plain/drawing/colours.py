"""The colours of the map, the pieces and the panel beside it."""

from __future__ import annotations

INK = "#26221c"
PAPER = "#fffdf6"

# -- the map -------------------------------------------------------------------------------------------

SEA = "#dfe6e8"
PAKISTAN = "#e4d3df"
CITY = "#fff3b8"
ROAD, VERGE = "#b5835a", "#6b4a30"
RIDGE = "#7a6a4f"
#: Terrain and whether the Province is Pashtun: Pashtun lands are warm, mountains darker.
LAND = {
    ("plains", False): "#edf0d6",
    ("plains", True): "#f7e2b5",
    ("mountain", False): "#cdd5bd",
    ("mountain", True): "#e0c496",
}

# -- pieces and markers --------------------------------------------------------------------------------

FACTION = {"coalition": "#c8a96a", "government": "#2f6db3", "taliban": "#1a1a1a", "warlords": "#2e8540"}
POLICE = "#9fd0f2"
SUPPORT, OPPOSITION = "#3f8f3f", "#c0392b"
CONTROL = {"coin": "#1f5fa8", "taliban": "#1a1a1a"}
SABOTAGE, TERROR, RETURNEES, ECON = "#f2c230", "#c0392b", "#8e6bbf", "#f6e3a1"

# -- the panel -----------------------------------------------------------------------------------------

FRAME, FAINT, BRIGHT = "#8a8172", "#6f675a", "#f2c230"
