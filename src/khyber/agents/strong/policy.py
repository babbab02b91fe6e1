"""A learned policy: a network that corrects the preferences of a game's bot, for each seat.

It reads the map place by place, so what it learns about one holds for all, and judges options that name a place by
that place. It is a file of half-precision numbers (`data/GAME-policy.npz`, written by `khyber teach`); reading
it takes NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Generic

from khyber.agents.strong import map_network
from khyber.agents.strong.map_network import MapNetwork
from khyber.agents.strong.network import BadNetwork, signature
from khyber.engine.decision import Decision, Value
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.play import S

if TYPE_CHECKING:  # both are slow to import
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: What a file holds for each seat: embeddings of the question, the amount and the place asked about; the network; the
#: head for options that name a place; embeddings of options, by their keys without places; weights for the first and
#: the second place that a key names, by question; and how much the bot's leanings count, by question.
PARTS: Final = (
    "asks",
    "amount",
    "about",
    *map_network.PARTS,
    "head",
    "to-head",
    "of-head",
    "options",
    "of-options",
    "first",
    "second",
    "trust",
)
#: Larger amounts are all alike.
MAX_AMOUNT: Final = 12
#: How much better a bot must rate an option to make it e times likelier, in the units of its ratings.
STEP: Final = 0.05
#: What an option that the bot does not rate, or rates lowest, has less than the best.
LEAST: Final = -6.0


def leaning(decision: Decision, chosen: int, rated: Sequence[tuple[float, Value]]) -> list[float]:
    """Return how far each option lies behind the bot's choice, in its own ratings: from `LEAST` to 0."""
    values = decision.values
    found = [LEAST] * len(values)
    if rated:
        ratings = {value: rating for rating, value in rated}
        top = max(ratings.values())
        found = [max(LEAST, (ratings[value] - top) / STEP) if value in ratings else LEAST for value in values]
    if chosen >= 0:
        found[chosen] = 0.0
    return found


class Policy(Generic[S]):
    """Preferences for options: what the bot leans to, and what a network adds after reading what the seat knows."""

    def __init__(self, game: Game[S], file: Path) -> None:
        self._network = MapNetwork(game)
        import numpy as np

        self._np = np
        fields = self._network.fields
        self._place = {name: at for at, name in enumerate(fields.names)}
        with np.load(file) as found:
            if str(found["fields"]) != signature(self._network.encoder.features):
                raise BadNetwork(f"the policy was taught with other fields than those of {quoted(game.id)}")
            self.asks: dict[str, int] = {str(ask): at for at, ask in enumerate(found["asks"])}
            self.keys: dict[str, int] = {str(key): at for at, key in enumerate(found["keys"])}
            #: The bot of each seat that it was taught to correct.
            self.bots: dict[str, str] = dict(zip(game.seats, map(str, found["bots"]), strict=True))
            #: Of each key: how it reads without places, of what kind that is if it names any, and the places.
            self._option, self._kind, self._first, self._second = (
                found[f"key-{name}"].astype(np.intp) for name in ("options", "kinds", "firsts", "seconds")
            )
            self._kinds = len(found["kinds"])
            #: What each seat was taught.
            self.weights = {
                seat: {name: found[f"{seat}-{name}"].astype(np.float32) for name in PARTS} for seat in game.seats
            }

    @property
    def size(self) -> int:
        """How many bytes it reads."""
        return self._network.encoder.size + 2

    def read(self, known: S, decision: Decision) -> bytes:
        """Return the fields of what a seat knows, then the place and the amount that the decision is about."""
        fields, about = self._network.fields, decision.about
        place = self._place.get(str(about.get(fields.about_place)), fields.places)
        amount = next((about[name] for name in fields.about_amounts if name in about), 0)
        assert isinstance(amount, int)
        return self._network.encoder.encode(known) + bytes((place, max(0, min(amount, MAX_AMOUNT))))

    def key_numbers(self, decision: Decision) -> list[int]:
        """Return the number of each option's key, -1 for one that it does not know."""
        key, keys = decision.notation.key, self.keys
        return [keys.get(key(value), -1) for value in decision.values]

    def preferences(self, seat: str, read: bytes, decision: Decision, leanings: Sequence[float]) -> Array:
        """Return a number for each option, the higher the better: differences are logarithms of odds.

        Questions and keys that were not met in the games it was taught by are left to the bot.
        """
        np = self._np
        found: Array = np.array(leanings, np.float32)
        ask = self.asks.get(decision.ask)
        if ask is None:
            return found
        weights = self.weights[seat]
        place, amount = read[-2], read[-1]
        about = None if place >= self._network.fields.places else (place, weights["about"])
        begin = weights["asks"][ask] + weights["amount"] * np.float32(amount)
        whole, each = self._network.read(weights, read[:-2], begin, about)
        found *= weights["trust"][ask]
        keys = np.array(self.key_numbers(decision))
        at = np.flatnonzero(keys >= 0)
        keys = keys[at]
        options = self._option[keys]
        found[at] += weights["options"][options] @ whole + weights["of-options"][options]
        named = self._first[keys] >= 0
        if named.any():
            at, keys = at[named], keys[named]
            here = each @ weights["head"]
            here += weights["of-head"]
            here += whole @ weights["to-head"]
            np.maximum(here, 0, out=here)
            rows = ask * self._kinds + self._kind[keys]
            found[at] += np.einsum("ij,ij->i", here[self._first[keys]], weights["first"][rows])
            both = self._second[keys] >= 0
            if both.any():
                there = here[self._second[keys[both]]]
                found[at[both]] += np.einsum("ij,ij->i", there, weights["second"][rows[both]])
        return found
