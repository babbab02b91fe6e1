"""The files of outlooks: written for agents to read (`agents/strong/outlook.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from khyber.agents.strong.map_network import fields_of
from khyber.agents.strong.network import signature
from khyber.agents.strong.outlook import PARTS
from khyber.catalogue import game as find_game

#: What one network has learned, by the names of `PARTS`.
Weights = dict[str, NDArray[Any]]


def write(game: str, networks: Sequence[Weights], out: Path) -> None:
    """Write the networks in half precision."""
    arrays: Weights = {name: np.stack([one[name] for one in networks]).astype(np.float16) for name in PARTS}
    arrays["fields"] = np.array(signature(fields_of(find_game(game)).every))
    made = out.with_suffix(".part")
    with made.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    made.replace(out)
