"""Collect the option keys and questions of every game into `actions.json` in its folder.

python -m tools.generate.vocabulary [--games N] [--jobs J] [--check]

Games of all scenarios and options are played at random. Keys of a question that differ only in some words are
completed, and those that name a unit are listed for every unit of its contingent, so that rare ones are there too.
Known keys keep their numbers: new ones are added at the end. With --check nothing is written: exit code 1 if a game
offers an option that the list lacks.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any

from khyber.api import new
from khyber.catalogue import GAMES, file
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.table import Table
from khyber.envs.codec import codec
from khyber.lab.processes import cores, spread
from tools.pages.decisions import Decisions

#: A place in the keys of a question varies freely once it has had this many words.
ENOUGH = 4
#: Longest list that keys are completed to.
LONGEST = 1_200
CHUNK = 10
#: Amounts beyond the largest seen.
MORE = 2
#: An amount: `3` in `3 us`, or in `3n` of a place on the map; not in a name such as `b52` or `07`.
_AMOUNT = re.compile(r"(?<![\w-])[1-9]\d*(?=[nsew]?(?![\w-]))")
_PARTS = re.compile(r"\d+(?=-\d)|-(?=\d)|[^ ]+| ")


def table_of(game: str, index: int) -> Table[Any]:
    """Return a table of each scenario in turn, with some options where they go together."""
    found, source = find_game(game), random.Random(index)
    scenario = found.scenarios[index % len(found.scenarios)]
    chosen = [option for option in found.options if source.random() < 0.3]
    try:
        return new(game, seed=index, scenario=scenario, options=chosen)
    except BadSetup:
        return new(game, seed=index, scenario=scenario)


def offered(game: str, first: int) -> dict[str, set[str]]:
    """Play some games at random; return the option keys of each question."""
    found: dict[str, set[str]] = defaultdict(set)
    for index in range(first, first + CHUNK):
        source = random.Random(index)
        table = table_of(game, index)
        while (decision := table.decision) is not None:
            found[decision.ask].update(decision.options.keys())
            table.choose(source.choice(decision.options))
    return dict(found)


def unknown(game: str, first: int) -> dict[str, set[str]]:
    """Play some games at random; return the option keys that the list lacks."""
    known = set(codec(game).keys)
    return {ask: keys - known for ask, keys in offered(game, first).items() if keys - known}


def completed(keys: set[str]) -> Iterator[str]:
    """Yield the keys of a question, with words exchanged where they vary freely.

    >>> sorted(completed({"fort 01", "fort 02", "fort 03", "fort 04", "done"}))
    ['done', 'fort 01', 'fort 02', 'fort 03', 'fort 04']
    >>> len(list(completed({"1-2", "1-3", "2-4", "3-5", "4-6"})))
    20
    """
    alike: dict[int, list[list[str]]] = defaultdict(list)
    for key in keys:
        parts = _PARTS.findall(key)
        alike[len(parts)].append(parts)
    for rows in alike.values():
        free = [len({row[place] for row in rows}) >= ENOUGH for place in range(len(rows[0]))]
        groups: dict[tuple[str, ...], list[list[str]]] = defaultdict(list)
        for row in rows:
            groups[tuple("" if varies else part for part, varies in zip(row, free, strict=True))].append(row)
        for group in groups.values():
            words = [sorted({row[place] for row in group}) for place in range(len(free))]
            every = product(*words)
            size = 1
            for choices in words:
                size *= len(choices)
            yield from ("".join(parts) for parts in (every if size <= LONGEST else group))


def units_of(game: str) -> set[str]:
    """Return the names of a game's units, if its texts name them one by one."""
    texts = resources.files(f"khyber.games.{game.replace('-', '_')}") / "text" / "en.toml"
    return set(tomllib.loads(texts.read_text(encoding="utf-8")).get("unit", ()))


def with_all(units: set[str], keys: set[str]) -> Iterator[str]:
    """Yield the keys of a question that name a unit, with every other unit of its contingent in its place.

    >>> sorted(with_all({"us-b1", "us-b2", "nato-f16"}, {"us-b1 gulf", "done"}))
    ['us-b1 gulf', 'us-b2 gulf']
    """
    for key in keys:
        named, *rest = key.split()
        if named in units:
            contingent = named.partition("-")[0]
            yield from (" ".join((unit, *rest)) for unit in units if unit.startswith(f"{contingent}-"))


def counted(keys: set[str]) -> Iterator[str]:
    """Yield the keys of a question with other amounts in them, up to somewhat more than the largest seen.

    >>> sorted(counted({"1 ana + 2 us"}))[:3], "4 ana + 4 us" in set(counted({"1 ana + 2 us"}))
    (['1 ana + 1 us', '1 ana + 2 us', '1 ana + 3 us'], True)
    """
    most = max((int(amount) for key in keys for amount in _AMOUNT.findall(key)), default=0) + MORE
    for shape in {_AMOUNT.sub("#", key) for key in keys if _AMOUNT.search(key)}:
        places = shape.count("#")
        if most**places <= LONGEST:
            for amounts in product(range(1, most + 1), repeat=places):
                parts = shape.split("#")
                yield "".join(f"{part}{amount}" for part, amount in zip(parts, (*amounts, ""), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this; may be repeated")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    lacking = 0
    for game in given.game or GAMES:
        found: dict[str, set[str]] = defaultdict(set)
        work = partial(unknown if given.check else offered, game)
        for some in spread(work, range(given.first, given.first + given.games, CHUNK), given.jobs):
            for ask, keys in some.items():
                found[ask] |= keys
        if given.check:
            lacking += sum(map(len, found.values()))
            print(f"{game}: {given.games:,} games, unknown keys: {dict(found) or 'none'}")
        else:
            write(game, found)
    sys.exit(bool(lacking))


def write(game: str, found: dict[str, set[str]]) -> None:
    """Add what was found to the list of a game."""
    path = Path(str(file(game, "actions.json")))
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"keys": [], "asks": []}
    units = units_of(game)
    keys = {key for ask in found.values() for key in (*completed(ask), *counted(ask), *with_all(units, ask))}
    asks = {*found, *Decisions(game).questions}
    for name, new_ones in (("keys", keys), ("asks", asks)):
        known[name] += sorted(new_ones - set(known[name]))
    path.write_text(json.dumps(known, indent=0) + "\n", encoding="utf-8")
    print(f"{game}: {len(known['keys']):,} keys, {len(known['asks'])} questions")


if __name__ == "__main__":
    main()
