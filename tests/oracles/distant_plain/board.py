"""The table as a player reads it: pieces, markers and tracks, and the words of section 1 for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tests.oracles.distant_plain.printed import (
    AFGHAN,
    BOXES,
    KINDS,
    LANDS,
    LEVELS,
    LOCS,
    MAX_PATRONAGE,
    MOST,
    PAKISTAN,
    POPULATION,
    SPACES,
    TERROR_MARKERS,
)

Pieces = defaultdict[str, int]

#: Pieces by Faction, and by what they are.
OF = {
    "coalition": ("Ct", "CB"),
    "government": ("Gt", "Gp", "GB"),
    "taliban": ("Tu", "Ta", "TB"),
    "warlords": ("Wu", "Wa", "WB"),
}
OWNER = {kind: faction for faction, kinds in OF.items() for kind in kinds}
COIN = OF["coalition"] + OF["government"]
CUBES = ("Ct", "Gt", "Gp")
GOVERNMENT_CUBES = ("Gt", "Gp")
GUERRILLAS = ("Tu", "Ta", "Wu", "Wa")
GUERRILLAS_OF = {"taliban": ("Tu", "Ta"), "warlords": ("Wu", "Wa")}
BASES = ("CB", "GB", "TB", "WB")
BASE_OF = {"coalition": "CB", "government": "GB", "taliban": "TB", "warlords": "WB"}
INSURGENTS = ("taliban", "warlords")


class Board:
    """All that lies on the table. Oracles change a copy as the rule says and compare it with the engine's."""

    __slots__ = (
        "aid",
        "available",
        "casualties",
        "gone",
        "hard",
        "islamabad",
        "lasting",
        "level",
        "patronage",
        "pieces",
        "resources",
        "returnees",
        "terror",
    )

    pieces: dict[str, Pieces]
    available: Pieces
    casualties: Pieces
    gone: Pieces
    level: dict[str, str]
    #: Terror markers; on LoCs 1 for Sabotage.
    terror: dict[str, int]
    returnees: set[str]
    resources: dict[str, int]
    aid: int
    patronage: int
    islamabad: str
    hard: bool
    #: Capabilities and Momentum in force, as `34-shaded`.
    lasting: frozenset[str]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Board:
        """The table as everybody sees it."""
        board = cls()
        spaces = view["spaces"]
        board.pieces = {name: _pieces(spaces[name]["pieces"]) for name in SPACES}
        board.available = _pieces(view["available"])
        board.casualties = _pieces(view["casualties"])
        board.gone = _pieces(view["out-of-play"])
        board.level = {name: spaces[name]["level"] for name in SPACES}
        board.terror = {name: spaces[name]["terror"] + spaces[name]["sabotage"] for name in SPACES}
        board.returnees = {name for name in SPACES if spaces[name]["returnees"]}
        board.resources = dict(view["resources"])
        board.aid, board.patronage = view["aid"], view["patronage"]
        board.islamabad, board.hard = view["islamabad"]["box"], view["islamabad"]["hard"]
        board.lasting = frozenset(f"{card}-{side}" for card, side in view["capabilities"] + view["momentum"])
        return board

    def copy(self) -> Board:
        other = Board()
        other.pieces = {name: pieces.copy() for name, pieces in self.pieces.items()}
        other.available, other.casualties, other.gone = (
            self.available.copy(),
            self.casualties.copy(),
            self.gone.copy(),
        )
        other.level, other.terror, other.returnees = dict(self.level), dict(self.terror), set(self.returnees)
        other.resources, other.aid, other.patronage = dict(self.resources), self.aid, self.patronage
        other.islamabad, other.hard, other.lasting = self.islamabad, self.hard, self.lasting
        return other

    def facts(self) -> dict[str, object]:
        """Everything that is there, by name: what is compared."""
        found: dict[str, object] = {
            f"{name} {kind}": n
            for name, pieces in (
                *self.pieces.items(),
                ("Available", self.available),
                ("Casualties", self.casualties),
                ("out of play", self.gone),
            )
            for kind, n in pieces.items()
            if n
        }
        found |= {f"{name} level": level for name, level in self.level.items() if level != "neutral"}
        found |= {f"{name} markers": n for name, n in self.terror.items() if n}
        found |= {f"{name} +1 Pop": 1 for name in self.returnees}
        found |= {f"{name} Resources": n for name, n in self.resources.items()}
        found |= {
            "Aid": self.aid,
            "Patronage": self.patronage,
            "Islamabad": self.islamabad,
            "Hard": self.hard,
            "lasting": self.lasting,
        }
        return found

    # -- counting -----------------------------------------------------------------------------------

    def count(self, space: str, *kinds: str) -> int:
        here = self.pieces[space]
        return sum(map(here.__getitem__, kinds))

    def all_pieces(self, space: str) -> int:
        return sum(self.pieces[space].values())

    def on_map(self, *kinds: str) -> int:
        return sum(sum(map(here.__getitem__, kinds)) for here in self.pieces.values())

    def guerrillas(self, space: str) -> int:
        return self.count(space, *GUERRILLAS)

    def bases(self, space: str) -> int:
        return self.count(space, *BASES)

    # -- section 1 ----------------------------------------------------------------------------------

    def population(self, space: str) -> int:
        """1.3.2, 4.3.1: the printed value and a +1 Pop marker."""
        return POPULATION[space] + (space in self.returnees)

    def has_opinion(self, space: str) -> bool:
        """1.6.2: only Afghan people support or oppose anybody."""
        return space in AFGHAN and self.population(space) > 0

    def control(self, space: str) -> str:
        """1.7: COIN together, or the Taliban alone, outnumber everybody else. LoCs are never Controlled."""
        if space in LOCS:
            return "none"
        coin, taliban = self.count(space, *COIN), self.count(space, *OF["taliban"])
        warlords = self.count(space, *OF["warlords"])
        if coin > taliban + warlords:
            return "coin"
        return "taliban" if taliban > coin + warlords else "none"

    def room_for_base(self, space: str) -> bool:
        """1.4.2: at most 2 Bases of whatever Faction, none on LoCs."""
        return space in LANDS and self.bases(space) < 2

    def always_active(self, space: str) -> bool:
        """6.6.1: Hostility shows every Taliban Guerrilla in Pakistan."""
        return self.islamabad == "hostility" and space in PAKISTAN

    def unshaded(self, card: int) -> bool:
        return f"{card}-unshaded" in self.lasting

    def shaded(self, card: int) -> bool:
        return f"{card}-shaded" in self.lasting

    # -- changing -----------------------------------------------------------------------------------

    def place(self, kind: str, space: str, n: int = 1) -> int:
        """1.4.1: from Available, as many as there are. Guerrillas come Underground (1.4.3)."""
        n = min(n, self.available[kind])
        self.available[kind] -= n
        self.pieces[space]["Ta" if kind == "Tu" and self.always_active(space) else kind] += n
        return n

    def remove(self, kind: str, space: str, n: int = 1, *, to: str = "available") -> None:
        """To Available, or to Casualties."""
        self._take(kind, space, n)
        box = self.available if to == "available" else self.casualties
        box[{"Ta": "Tu", "Wa": "Wu"}.get(kind, kind)] += n

    def move(self, kind: str, origin: str, dest: str, n: int = 1) -> None:
        self._take(kind, origin, n)
        self.pieces[dest]["Ta" if kind == "Tu" and self.always_active(dest) else kind] += n

    def activate(self, faction: str, space: str, n: int = 1) -> None:
        """1.4.3: Underground Guerrillas turn Active."""
        hidden, shown = GUERRILLAS_OF[faction]
        self._take(hidden, space, n)
        self.pieces[space][shown] += n

    def hide(self, faction: str, space: str, n: int) -> None:
        """1.4.3: Active Guerrillas turn Underground."""
        hidden, shown = GUERRILLAS_OF[faction]
        self._take(shown, space, n)
        self.pieces[space][hidden] += n

    def _take(self, kind: str, space: str, n: int) -> None:
        assert self.pieces[space][kind] >= n, f"the oracle takes {n} {kind} from {space}"
        self.pieces[space][kind] -= n

    def gain(self, faction: str, n: int) -> None:
        """1.8: Resources stay between 0 and 75."""
        self.resources[faction] = max(0, min(MOST, self.resources[faction] + n))

    def transfer(self, giver: str, receiver: str, n: int) -> None:
        """1.8: what the giver has and the receiver can hold."""
        n = min(n, self.resources[giver], MOST - self.resources[receiver])
        self.resources[giver] -= n
        self.resources[receiver] += n

    def change_aid(self, n: int) -> None:
        self.aid = max(0, min(MOST, self.aid + n))

    def change_patronage(self, n: int) -> None:
        self.patronage = max(0, min(MAX_PATRONAGE, self.patronage + n))

    def shift(self, space: str, toward: str) -> None:
        """1.6.1: one level, where there are people and a level is left."""
        if self.can_shift(space, toward):
            self.level[space] = LEVELS[LEVELS.index(self.level[space]) + (1 if toward == "support" else -1)]

    def can_shift(self, space: str, toward: str) -> bool:
        return self.has_opinion(space) and self.level[space] != toward

    def can_influence(self, space: str, toward: str) -> bool:
        """6.4: Terror to remove first, or a level to shift."""
        return self.terror[space] > 0 or self.can_shift(space, toward)

    def influence(self, space: str, toward: str) -> None:
        """6.4: one purchase of Civic Action or Sharia."""
        if self.terror[space]:
            self.terror[space] -= 1
        else:
            self.shift(space, toward)

    def set_level(self, space: str, level: str) -> None:
        if self.has_opinion(space):
            self.level[space] = level

    def add_marker(self, space: str) -> None:
        """3.3.4: Terror any number of times, Sabotage once; 30 markers in all."""
        if sum(self.terror.values()) < TERROR_MARKERS and not (space in LOCS and self.terror[space]):
            self.terror[space] += 1

    def shift_islamabad(self, toward: str) -> None:
        """6.6.1: one box toward that end; past it, the marker turns Hard. Hostility shows who is in Pakistan."""
        at = BOXES.index(self.islamabad) + (1 if toward == "sponsorship" else -1)
        if not 0 <= at < len(BOXES):
            self.hard = True
            return
        self.islamabad = BOXES[at]
        if self.islamabad == "hostility":
            for space in PAKISTAN:
                self.activate("taliban", space, self.pieces[space]["Tu"])


def _pieces(shown: dict[str, int]) -> Pieces:
    return defaultdict(int, {KINDS[name]: n for name, n in shown.items()})
