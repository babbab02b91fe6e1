"""The public functions: create, load and play tables."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from khyber.agents.agent import Agent
from khyber.agents.driver import MAX_DECISIONS, PERSON, RANDOM, advance, agent_named
from khyber.catalogue import game as find_game
from khyber.catalogue import texts
from khyber.engine.chance import Chance, Scripted, Seeded, new_seed
from khyber.engine.decision import Message
from khyber.engine.errors import BadPosition, BadRecord, BadSetup, PositionWarning
from khyber.engine.game import Game, Json, Setup
from khyber.engine.limits import read_toml
from khyber.engine.names import quoted
from khyber.engine.optional import Bots, OwnData, Seating, Warnings, with_data
from khyber.engine.record import BRANCH, MAX_CHARACTERS, MAX_SEED_BITS, Header, Record, loads
from khyber.engine.replay import branch_of
from khyber.engine.table import Table, from_record


def seating(seats: Mapping[str, str] | str, game: Game[Any]) -> dict[str, str]:
    """Return the agent of each seat, from one name or a mapping; by default the game's bot."""
    known = game.seats
    if isinstance(seats, str):
        seats = dict.fromkeys(known, seats)
    for seat, agent in seats.items():
        if seat not in known:
            raise BadSetup(f"unknown seat {quoted(seat)}; the seats are {', '.join(known)}")
        agent_named(agent, game)
    return {seat: seats.get(seat, opponent(game)) for seat in known}


def opponent(game: Game[Any]) -> str:
    """Return the default agent of a seat."""
    return next(iter(Bots.of(game).bots), RANDOM)


def non_players(seats: Mapping[str, str], game: Game[Any]) -> tuple[str, ...]:
    """Return the seats that the rules run as Non-players; all others count as players."""
    return tuple(seat for seat, agent in seats.items() if agent in Bots.of(game).non_player_bots)


def new(
    game: str,
    *,
    scenario: str | None = None,
    seed: int | None = None,
    options: Iterable[str] = (),
    players: int | None = None,
    seats: Mapping[str, str] | str = PERSON,
    deck: str = "",
) -> Table[Any]:
    """Start a new game, by default of the first scenario.

    `deck` is the text of a file that replaces printed data: cards, tiles or whatever the game allows. `players` is the
    number of players, unless `seats` implies it.

    >>> import khyber
    >>> from khyber.catalogue import DEFAULT
    >>> table = khyber.new(DEFAULT, scenario="short", seed=7)
    >>> table.decision.seat
    'taliban'
    """
    printed = find_game(game)
    replaced = OwnData.of(printed).own_data(deck) if deck else {}
    return new_table(
        with_data(printed, replaced),
        scenario=scenario,
        seed=seed,
        options=options,
        players=players,
        seats=seats,
        replaced=replaced,
    )


def new_table(
    game: Game[Any],
    *,
    scenario: str | None = None,
    seed: int | None = None,
    options: Iterable[str] = (),
    players: int | None = None,
    seats: Mapping[str, str] | str = PERSON,
    replaced: Mapping[str, Json] | None = None,
) -> Table[Any]:
    """Start a new game of a Game object; `replaced` holds the data that replaces printed data."""
    seated = seating(seats, game)
    run_by_rules = non_players(seated, game)
    setup = Setup(
        game.scenarios[0] if scenario is None else scenario,
        tuple(options),
        len(game.seats) - len(run_by_rules) if players is None else players,
        run_by_rules,
        replaced or {},
    )
    if seed is None:
        seed = new_seed()
    header = Header(game.id, game.rules_version, game.digest(), _bounded(seed), setup, seated)
    return Table(game, header)


def _bounded(seed: int) -> int:
    """Return a seed that fits into a record. Raises BadSetup if it does not."""
    if seed.bit_length() > MAX_SEED_BITS:
        raise BadSetup(f"the seed {quoted(seed)} is too long; the maximum is {MAX_SEED_BITS} bits")
    return seed


def load(text: str) -> Table[Any]:
    """Load a game that `Table.save` wrote.

    >>> import khyber
    >>> from khyber.catalogue import DEFAULT
    >>> table = khyber.new(DEFAULT, seed=7)
    >>> khyber.load(table.save()).state == table.state
    True
    """
    record = loads(text)
    found = with_data(find_game(record.header.game), record.header.setup.replaced)
    try:
        return from_record(found, record)
    except BadSetup as problem:
        raise BadRecord(f"the record has an invalid set-up: {problem}") from problem


def position(
    game: str, toml: str, *, seed: int = 0, chance: Sequence[int] | Chance = (), seats: Mapping[str, str] | str = PERSON
) -> Table[Any]:
    """Set up a position; `chance` scripts the first dice, or is the source of all of them.

    Issues a PositionWarning if the position may not continue as its author expects.

    >>> import khyber
    >>> from khyber.catalogue import DEFAULT
    >>> table = khyber.position(DEFAULT, '''
    ... active = "taliban"
    ... tracks = { taliban = 3 }
    ... cards = { played = [12], deck = [7, 34] }
    ... space.paktika = "T 2u"
    ... ''')
    >>> table.choose("rally"); table.choose("paktika"); table.choose("base")
    >>> table.view()["spaces"]["paktika"]["pieces"]
    {'taliban-base': 1}
    """
    table = table_at(game, toml, seed=seed, chance=chance, seats=seats)
    for message in position_warnings(table):
        warnings.warn(texts(game).catalogue("en").say(message), PositionWarning, stacklevel=2)
    return table


def position_warnings(table: Table[Any]) -> Sequence[Message]:
    """Return warnings about the position a table began from; none for other tables."""
    start = table.header.start
    return Warnings.of(table.game).warnings(table.game.state_type.unpack(start)) if start else ()


def table_at(
    game: str, toml: str, *, seed: int = 0, chance: Sequence[int] | Chance = (), seats: Mapping[str, str] | str = PERSON
) -> Table[Any]:
    """Set up a position without warnings, for programs that show `position_warnings` themselves."""
    found = find_game(game)
    document = read_toml(toml, "the position", BadPosition)
    state = found.read_position(document)
    setup = Setup(state.scenario, state.options, Seating.of(found).players_in(state) or found.player_counts[-1])
    header = Header(
        game, found.rules_version, found.digest(), _bounded(seed), setup, seating(seats, found), state.pack()
    )
    since = document.get("since", {"entries": [], "by": []})
    if (
        not isinstance(since, dict)
        or not all(
            isinstance(since.get(key), list) and all(isinstance(item, str) for item in since[key])
            for key in ("entries", "by")
        )
        or len(since["entries"]) != len(since["by"])
    ):
        raise BadPosition("since: needs the lists entries and by, of the same length")
    entries: list[str] = since["entries"]
    for entry in entries:
        if not 0 < len(entry) <= MAX_CHARACTERS or not entry.isprintable():
            raise BadPosition(f"since: invalid entry {quoted(entry)}")
    branch = max((branch_of(entry) for entry in entries if entry.startswith(BRANCH)), default=0)
    record = Record(header, [], entries, since["by"], 0, branch, found.rules_version)
    table = from_record(found, record, chance=chance if isinstance(chance, Chance) else Scripted(chance, Seeded(seed)))
    table.answer_covers()
    return table


def play(
    game: str,
    *,
    agents: Mapping[str, Agent[Any]] | None = None,
    scenario: str | None = None,
    seed: int = 0,
    options: Iterable[str] = (),
    players: int | None = None,
    seats: Mapping[str, str] | str = RANDOM,
    most: int = MAX_DECISIONS,
) -> Table[Any]:
    """Play a game to its end with agents only."""
    table = new(game, scenario=scenario, seed=seed, options=options, players=players, seats=seats)
    advance(table, agents, most)
    return table
