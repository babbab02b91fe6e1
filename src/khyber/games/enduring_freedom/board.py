"""The fixed shape of Enduring Freedom: sides, places off the map, kinds of counters. Printed values: box.py."""

from __future__ import annotations

from typing import Final

SEAT: Final = "coalition"
SEATS: Final = (SEAT,)

COALITION: Final = 0
ISLAMISTS: Final = 1
SIDE_IDS: Final = ("coalition", "islamists")
#: Who controls a zone (3.7): one of the sides, both (disputed), or neither.
CONTROL_IDS: Final = (*SIDE_IDS, "disputed", "uncontrolled")
DISPUTED: Final = 2
UNCONTROLLED: Final = 3

# -- places: zones are numbered from 0 as the map lists them, all others from here -----------------

OFF_MAP: Final = 128
GULF: Final = 128
STAGING: Final = (128, 129, 130)
#: US & NATO Units and Assets Available for Mobilization.
AVAILABLE: Final = 131
#: Northern Alliance Units Available for Mobilization.
POOL: Final = 132
#: Eliminated Coalition Units.
LOST: Final = 133
UNDERGROUND: Final = 134
#: Eliminated Islamist Units.
DEAD: Final = 135
AIRLIFT: Final = 136
#: The CENTCOM Air Tasking Boxes.
STRIKE: Final = 137
CAS: Final = 138
#: Assets Ready.
READY: Final = 139
#: Special counters revealed in this phase, which go Underground at its end.
ASIDE: Final = 140
#: FOBs removed this turn, which cannot be built again before the next.
DEMOBILIZED: Final = 141

STAGING_IDS: Final = ("persian-gulf", "pakistan", "central-asia")
PLACE_IDS: Final = (
    *STAGING_IDS,
    "available",
    "alliance-available",
    "eliminated",
    "underground",
    "islamists-eliminated",
    "airlift-of-evil",
    "joint-strike",
    "close-air-support",
    "assets-ready",
    "aside",
    "demobilized",
)

# -- counters --------------------------------------------------------------------------------------

FAMILIES: Final = ("islamists", "alliance", "ground", "air", "assets")
CONTINGENTS: Final = ("us", "nato", "iran")
ISLAMIST_CONTINGENTS: Final = ("al-qaeda", "taliban", "pakistani", "special")
GROUND_TYPES: Final = (
    "special-forces",
    "special-forces-aviation",
    "airborne",
    "air-assault",
    "infantry",
    "marine",
    "mechanized",
    "mechanized-marine",
    "armor",
    "armored-cavalry",
    "artillery",
    "security",
    "hq",
    "engineer",
    "fob",
)
ALLIANCE_TYPES: Final = ("leader", "infantry", "guerrilla", "armor", "artillery", "heavy-weapons")
#: Islamist counters that are not units once revealed (10.2).
SPECIAL_TYPES: Final = ("ambush", "intel", "deception", "option", "rescue", "spectacular")
COMBAT_TYPES: Final = (
    "hvt",
    "special-forces",
    "jihadi",
    "terrorist",
    "base",
    "heavy-weapons",
    "air-defense",
    "infantry",
    "security",
    "armor",
    "artillery",
)
ISLAMIST_TYPES: Final = (*COMBAT_TYPES, *SPECIAL_TYPES)
ASSETS: Final = ("infowar", "isr", "drone")
#: Keys of options that are no counters and no places, so that no counter may have them.
WORDS: Final = frozenset(
    (
        "air",
        "all",
        "alliance",
        "asset",
        "attack",
        "call",
        "cas",
        "cas-all",
        "demobilize",
        "done",
        "fight-all",
        "fly",
        "fob",
        "ground",
        "irgc",
        "move-air",
        "move-ground",
        "nato",
        "no",
        "nothing",
        "pay",
        "pay-all",
        "reduce",
        "reduce-all",
        "refit-all",
        "sof",
        "sof-all",
        "strike",
        "strike-all",
        "untried",
        "us",
        "with",
    )
)
SIZES: Final = ("corps", "division", "brigade", "regiment", "battalion", "company", "group")

# -- the map ---------------------------------------------------------------------------------------

ZONE_KINDS: Final = ("region", "city", "stronghold")
TERRAINS: Final = ("clear", "desert", "mountain", "city", "stronghold")

# -- tracks ----------------------------------------------------------------------------------------

MAX_POINTS: Final = 99
LOWEST_JIHAD: Final = 1
HIGHEST_JIHAD: Final = 12
CATASTROPHE: Final = "catastrophe"
LEVELS: Final = ("strategic-defeat", "operational-defeat", "draw", "operational-victory", "strategic-victory")
ENDINGS: Final = (CATASTROPHE, *LEVELS)
#: The state of the Loya Jirga (33.2).
JIRGA_IDS: Final = ("open", "enacted", "failed")
