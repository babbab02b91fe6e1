"""Parts of the soak: games of Non-players, and one printing against the other."""

from __future__ import annotations

from functools import partial
from typing import cast

from tools.soak.resumable import KEPT, Bar, State, added, chunked, sources

BOT_GAMES = 2_000
CELL_GAMES = 200
CHUNK = 10

# -- Non-players --------------------------------------------------------------------------------------


def bots_chunk(bot: str, start: int, stop: int) -> State:
    """Play games with Non-players from `start` to `stop`; return outcomes of turns and failures."""
    from tests.distant_plain.bots.games import game_of_bots

    from khyber.games.distant_plain.figures import turns_of

    games = [game_of_bots(index, bot) for index in range(start, stop)]
    turns = turns_of(games)
    return {
        "failures": [f"game {played.index}: {played.error}" for played in games if played.error],
        **{
            what: getattr(turns, what)
            for what in ("turns", "outcomes", "reasons", "operations", "activities", "followed", "idle")
        },
    }


def bots(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play whole games with Non-players of the 3rd printing in all seats, then in some."""
    return games_of_bots("bots", "3rd", games, jobs)


def bots_2nd(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play the same with the 2nd printing, then with both printings at a table."""
    return games_of_bots("bots-2nd", "2nd", games + games // 2, jobs)


def games_of_bots(part: str, printing: str, games: int, jobs: int) -> tuple[list[str], bool]:
    from tests.distant_plain.bots.games import BOTH, MIXED

    from khyber.games.distant_plain.bots.steps import REASONS, steps_of_flowcharts
    from khyber.games.distant_plain.figures import INEFFECTIVE, NO_REASON, WASTEFUL

    chunks = chunked(part, partial(bots_chunk, f"bot:{printing}"), [*range(0, games, CHUNK), games], jobs)
    counts = {what: added(chunks, what) for what in ("outcomes", "reasons", "operations", "activities", "followed")}
    failures = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
    idle = [turn for chunk in chunks for turn in cast(list[str], chunk["idle"])]
    never = [step for step in steps_of_flowcharts(printing=printing) if step not in counts["followed"]]
    alone, mixed = min(games, MIXED), min(games, BOTH) - MIXED
    beside = f", {games - BOTH:,} with both printings beside each other" if games > BOTH else ""
    lines = [
        f"{alone:,} games of four Non-players over the three scenarios, {max(0, mixed):,} with random agents in one to "
        f"three seats{beside}; invariants at every checkpoint. An intent not on offer is a failure.",
        "",
        f"- turns of Non-players: {sum(cast(int, chunk['turns']) for chunk in chunks):,}",
        f"- what came of them: {listed(counts['outcomes'])}",
        f"- declined because of: {listed(counts['reasons'])}",
        f"- Operations: {listed(counts['operations'])}",
        f"- Special Activities: {listed(counts['activities'])}",
        f"- steps of the flowcharts followed: {len(counts['followed'])}; never: {len(never)}",
        *(f"  - {step}: {REASONS.get(step, 'NO REASON KNOWN')}" for step in never),
        *(f"- {turn}" for turn in idle[:20]),
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures[:20]),
    ]
    bad = counts["outcomes"].get(WASTEFUL, 0) + counts["outcomes"].get(INEFFECTIVE, 0)
    good = not failures and not bad and NO_REASON not in counts["reasons"] and all(step in REASONS for step in never)
    return lines, good


# -- one printing against the other -------------------------------------------------------------------


def tournament(games: int, jobs: int) -> tuple[list[str], bool]:
    """Seat a Non-player of one printing among three of the other, in every seat and scenario."""
    from khyber.lab.standings import table_of_lone_seats
    from khyber.lab.tournament import Tournament, compete

    scenarios = ("short", "main", "extended")
    plan = Tournament("distant-plain", ("bot:2nd", "bot:3rd"), games * 8 * len(scenarios), scenarios, lone=True)
    KEPT.mkdir(exist_ok=True)
    with Bar("tournament", plan.games, 0) as bar:
        standing = compete(plan, KEPT / f"tournament-{sources()}.jsonl", KEPT / "errors", jobs, done=bar.advance)
    failures = [f"game {result.index}: {result.error}" for result in standing.failed]
    lines = [
        f"One Non-player of one printing among three of the other, {games} games a cell; seats rotate over the same "
        "decks. Games won by that one, with the 95% interval (Wilson) and its mean margin.",
        "",
        *table_of_lone_seats(standing),
        "",
        f"- games: {len(standing.finished):,}",
        f"- failures: {len(failures)}",
        *(f"  - {f}" for f in failures[:20]),
    ]
    return lines, not failures and not standing.stopped


def listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.items()) or "none"
