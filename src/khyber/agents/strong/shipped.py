"""The networks that come with Khyber: loaded once for each game and its data, however many tables are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from khyber.agents.strong.network import BadNetwork, Network, fields_of_file, signature
from khyber.agents.strong.outlook import Outlook
from khyber.agents.strong.policy import Policy
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

if TYPE_CHECKING:
    from pathlib import Path

#: Games, by their data, whose networks are kept in memory: 6 MB each.
MAX_KEPT: Final = 8

N = TypeVar("N")


def file_of(game: Game[Any], kind: str) -> Path:
    """Return the file of a network of a game, whether there is one or not."""
    from pathlib import Path  # slow to import, and most programs that import Khyber need no network

    return Path(str(game.file(f"ai/{kind}.npz")))


@dataclass(frozen=True, slots=True)
class Networks(Generic[S]):
    """The networks of a game; None where there is none, it does not fit, or NumPy is not installed."""

    network: Network[S] | None
    policy: Policy[S] | None
    outlook: Outlook[S] | None


@dataclass(frozen=True, slots=True)
class _Data:
    """A game with its data, as a key: games of the same id, data and fields share their networks."""

    id: str
    digest: str
    #: The fields that networks of the whole game read, and those that networks of its map read.
    inputs: str
    by_place: str
    game: Game[Any] = field(compare=False, repr=False)

    @classmethod
    def of(cls, game: Game[Any]) -> _Data:
        read, places = Evaluation.of(game).inputs(), Evaluation.of(game).map_fields()
        by_place = "" if places is None else signature(places.every)
        return cls(game.id, game.digest(), signature(read), by_place, game)

    def files(self) -> list[tuple[Path, str]]:
        """Return the files there are for the game, each with the fields that it should have been trained on."""
        wanted = {"value": self.inputs, "policy": self.by_place, "outlook": self.by_place}
        found = [(file_of(self.game, kind), fields) for kind, fields in wanted.items()]
        return [(file, fields) for file, fields in found if file.is_file()]


def networks(game: Game[S]) -> Networks[S]:
    """Return the networks of a game. Those that were trained on other fields than it has now are left out."""
    return cast("Networks[S]", _loaded(_Data.of(game)))


def misfits(game: Game[S]) -> bool:
    """Return whether a network of the game was trained on other fields than it has now, after a change of its data.

    A search then goes without. It reads no weights, so that a server may ask.
    """
    return _misfits(_Data.of(game))


@lru_cache(maxsize=MAX_KEPT)
def _loaded(data: _Data) -> Networks[Any]:
    def read(kind: str, reader: Callable[[Game[Any], Path], N]) -> N | None:
        file = file_of(data.game, kind)
        if not file.is_file():
            return None
        try:
            return reader(data.game, file)
        except (BadNetwork, ImportError):
            return None

    return Networks(read("value", Network[Any]), read("policy", Policy[Any]), read("outlook", Outlook[Any]))


@lru_cache(maxsize=64)
def _misfits(data: _Data) -> bool:
    return any(fields_of_file(file) != wanted for file, wanted in data.files())
