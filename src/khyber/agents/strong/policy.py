"""A learned policy: a small network that corrects the preferences of a game's bot, for each seat.

It is a file of half-precision numbers (`data/GAME-policy.npz`, written by `khyber teach`); reading it takes NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Generic

from khyber.agents.strong.network import BadNetwork, signature
from khyber.agents.strong.threads import one_thread
from khyber.engine.decision import Decision, Value
from khyber.engine.features import Encoder
from khyber.engine.game import Game
from khyber.engine.names import quoted
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

if TYPE_CHECKING:  # both are slow to import
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

#: A field counts as a share of what is much, at most this many times.
MOST_SHARE: Final = 3.0
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


@dataclass(frozen=True, slots=True)
class Layers:
    """The network of one seat: what it adds to the bot's leanings, for each question and option key."""

    #: Weights and biases. The first rows of the first layer are the questions, the last layer's are the keys.
    arrays: Sequence[tuple[Array, Array]]
    #: How much the bot's leanings count, by question.
    trust: Array


class Policy(Generic[S]):
    """Preferences for options: what the bot leans to, and what a network adds after reading what the seat knows."""

    def __init__(self, game: Game[S], file: Path) -> None:
        one_thread()
        import numpy as np

        self._np = np
        features = Evaluation.of(game).policy_inputs()
        self.encoder = Encoder(features)
        with np.load(file) as found:
            if str(found["fields"]) != signature(self.encoder):
                raise BadNetwork(f"the policy was taught with other fields than those of {quoted(game.id)}")
            self.asks: dict[str, int] = {str(ask): at for at, ask in enumerate(found["asks"])}
            self.keys: dict[str, int] = {str(key): at for at, key in enumerate(found["keys"])}
            #: The bot of each seat that it was taught to correct.
            self.bots: dict[str, str] = dict(zip(game.seats, map(str, found["bots"]), strict=True))
            #: What each seat was taught.
            self.layers = {
                seat: Layers(
                    [
                        (found[f"{seat}-weights{at}"].astype(np.float32), found[f"{seat}-biases{at}"])
                        for at in range(sum(name.startswith(f"{seat}-weights") for name in found.files))
                    ],
                    found[f"{seat}-trust"],
                )
                for seat in game.seats
            }
        self._much = np.array(self.encoder.most(), np.float32)

    def read(self, known: S) -> bytes:
        """Return the fields of what a seat knows."""
        return self.encoder.encode(known)

    def places(self, decision: Decision) -> list[int]:
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
        layers = self.layers[seat]
        shares = np.frombuffer(read, np.uint8) / self._much
        np.minimum(shares, MOST_SHARE, out=shares)
        (first, added), *hidden, (last, bias) = layers.arrays
        values = shares @ first[len(self.asks) :]
        values += first[ask]
        values += added
        values *= values > 0
        for weights, biases in hidden:
            values = values @ weights + biases
            values *= values > 0
        found *= layers.trust[ask]
        places = self.places(decision)
        rows = [place for place in places if place >= 0]
        if len(rows) == len(places):  # nearly always
            found += last[rows] @ values + bias[rows]
        elif rows:
            at = [at for at, place in enumerate(places) if place >= 0]
            found[at] += last[rows] @ values + bias[rows]
        return found


@cache
def shipped(game: Game[S]) -> Policy[S] | None:
    """Return the policy that comes with Khyber; None if there is none for the game, or NumPy is not installed."""
    from pathlib import Path

    file = Path(__file__).parent / "data" / f"{game.id}-policy.npz"
    if not file.is_file():
        return None
    try:
        return Policy(game, file)
    except ImportError:
        return None
