"""The files of policies: written for agents to read (`agents/strong/policy.py`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.agents.strong.map_network import fields_of
from khyber.agents.strong.network import signature
from khyber.agents.strong.policy import PARTS
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation

#: What one seat has learned, by the names of `PARTS`.
Weights = dict[str, NDArray[Any]]
#: Stands for a place in a key.
ANY_PLACE: Final = "*"
#: Parts in full precision: few, and some of them large.
PRECISE: Final = ("trust", "of-options")


@dataclass(frozen=True, slots=True)
class Words:
    """The questions and option keys that a policy knows."""

    asks: Sequence[str]
    keys: Sequence[str]


@dataclass(frozen=True, slots=True)
class Patterns:
    """Option keys without the places that they name.

    Numbers by key: of its pattern, of that pattern among those with a place, and of the places; -1 for none.
    """

    names: list[str]
    kinds: list[str]
    options: NDArray[np.int16]
    kind: NDArray[np.int16]
    firsts: NDArray[np.int16]
    seconds: NDArray[np.int16]


def patterns(places: Sequence[str], keys: Sequence[str]) -> Patterns:
    """Return how keys read without places. A number before a word is an amount, even if a place has that name.

    >>> found = patterns(("01", "02"), ("01", "02", "to 02", "02 ana", "02-01"))
    >>> found.names, found.kinds
    (['*', '*-*', '02 ana', 'to *'], ['*', '*-*', 'to *'])
    >>> found.firsts.tolist(), found.seconds.tolist()
    ([0, 1, 1, -1, 1], [-1, -1, -1, -1, 0])
    """
    named = re.compile(rf"(?<![0-9a-z])({'|'.join(map(re.escape, places))})(?![0-9a-z])(?! [a-z])")
    plain = [named.sub(ANY_PLACE, key) for key in keys]
    names = sorted(set(plain))
    kinds = [name for name in names if ANY_PLACE in name]
    found = [[places.index(place) for place in named.findall(key)] for key in keys]
    return Patterns(
        names,
        kinds,
        np.array([names.index(name) for name in plain], np.int16),
        np.array([kinds.index(name) if name in kinds else -1 for name in plain], np.int16),
        np.array([here[0] if here else -1 for here in found], np.int16),
        np.array([here[1] if len(here) > 1 else -1 for here in found], np.int16),
    )


def bots_of(game: Game[Any]) -> dict[str, str]:
    """Return the bot of each seat that a policy corrects: the one that a search plays by."""
    return {seat: Evaluation.of(game).policies(seat)[0] for seat in game.seats}


def untaught(game: Game[Any], words: Words) -> dict[str, Weights]:
    """Return weights of a policy that leaves every choice to the bot."""
    fields = fields_of(game)
    found, asks = patterns(fields.names, words.keys), len(words.asks)
    overall = sum(feature.size for feature in fields.overall)
    each = sum(feature.size for feature in fields.by_place) // fields.places
    shapes: dict[str, tuple[int, ...]] = {
        "asks": (asks, 1),
        "amount": (1,),
        "about": (1,),
        "whole": (overall, 1),
        "place": (each, 1),
        "to-place": (1, 1),
        "of-place": (1, 1),
        "near": (1 + len(fields.links), 1),
        "to-near": (1, 1),
        "of-near": (1, 1),
        "all": (3, 1),
        "of-all": (1,),
        "head": (1, 1),
        "to-head": (1, 1),
        "of-head": (1,),
        "options": (len(found.names), 1),
        "of-options": (len(found.names),),
        "first": (asks * len(found.kinds), 1),
        "second": (asks * len(found.kinds), 1),
    }
    zeros = {name: np.zeros(shape) for name, shape in shapes.items()}
    return {seat: {**zeros, "trust": np.ones(asks)} for seat in game.seats}


def write(game: Game[Any], words: Words, learned: Mapping[str, Weights], file: Path) -> None:
    """Write a policy, most weights in half precision."""
    fields = fields_of(game)
    found = patterns(fields.names, words.keys)
    arrays: dict[str, NDArray[Any]] = {
        "fields": np.array(signature(fields.every)),
        "asks": np.array(words.asks),
        "keys": np.array(words.keys),
        "kinds": np.array(found.kinds),
        "bots": np.array(list(bots_of(game).values())),
        "key-options": found.options,
        "key-kinds": found.kind,
        "key-firsts": found.firsts,
        "key-seconds": found.seconds,
    }
    for seat, weights in learned.items():
        for name in PARTS:
            arrays[f"{seat}-{name}"] = weights[name].astype(np.float32 if name in PRECISE else np.float16)
    made = file.with_suffix(".part")
    with made.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)
    made.replace(file)
