"""The files of policies: written for agents to read (`agents/strong/policy.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from khyber.agents.strong.network import signature
from khyber.engine.features import Encoder
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation

#: Units of the hidden layers.
HIDDEN: Final = (256, 128)


@dataclass(frozen=True, slots=True)
class Words:
    """The questions and option keys that a policy knows."""

    asks: Sequence[str]
    keys: Sequence[str]


@dataclass(frozen=True, slots=True)
class Weights:
    """What one seat has learned: weights and biases of each layer, and how much the bot's leanings count."""

    layers: Sequence[tuple[NDArray[Any], NDArray[Any]]]
    trust: NDArray[Any]


def bots_of(game: Game[Any]) -> dict[str, str]:
    """Return the bot of each seat that a policy corrects: the one that a search plays by."""
    return {seat: Evaluation.of(game).policies(seat)[0] for seat in game.seats}


def untaught(game: Game[Any], words: Words) -> dict[str, Weights]:
    """Return weights of a policy that leaves every choice to the bot."""
    sizes = (len(words.asks) + Encoder(Evaluation.of(game).policy_inputs()).size, *HIDDEN)
    layers = [(np.zeros(shape), np.zeros(shape[1])) for shape in pairwise(sizes)]
    layers.append((np.zeros((len(words.keys), HIDDEN[-1])), np.zeros(len(words.keys))))
    return {seat: Weights(layers, np.ones(len(words.asks))) for seat in game.seats}


def write(game: Game[Any], words: Words, learned: Mapping[str, Weights], file: Path) -> None:
    """Write a policy, weights in half precision. The rows of its first layer begin with the questions."""
    arrays: dict[str, NDArray[Any]] = {
        "fields": np.array(signature(Encoder(Evaluation.of(game).policy_inputs()))),
        "asks": np.array(words.asks),
        "keys": np.array(words.keys),
        "bots": np.array(list(bots_of(game).values())),
    }
    for seat, weights in learned.items():
        for at, (rows, biases) in enumerate(weights.layers):
            arrays[f"{seat}-weights{at}"] = rows.astype(np.float16)
            arrays[f"{seat}-biases{at}"] = biases.astype(np.float32)
        arrays[f"{seat}-trust"] = weights.trust.astype(np.float32)
    made = file.with_suffix(".part")
    with made.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)
    made.replace(file)
