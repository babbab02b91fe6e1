"""Analysis and puzzles at a server: turn by turn, for those who may see it, and never ahead of a game with others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import khyber
from khyber.engine.imagine import reseed
from khyber.puzzles import Puzzle, puzzles
from khyber.server.study.analysis import judge_one
from khyber.server.workers.fair import Claim
from tests.server.serving import PATIENCE, Player, Running, until
from tests.server.test_accounts import with_account


def finished_game() -> str:
    return khyber.play("zurmat", seed=4, seats="random").save()


def whole_analysis(player: Player, table: str, turns: int) -> Any:
    """Ask until that many turns are judged."""

    def enough() -> Any:
        found = player.get(f"/api/tables/{table}/analysis?lang=it")
        return found if found["judged"] >= min(turns, found["of"]) else None

    return until(enough)


def turns_of(player: Player, table: str) -> list[Any]:
    return list(player.get(f"/api/tables/{table}/timeline")["turns"])


def test_a_finished_game_is_analysed_while_somebody_asks(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.post("/api/tables/import", text=finished_game(), game="zurmat")["id"]
        found = whole_analysis(ann, table, 6)
        steps = ann.get(f"/api/tables/{table}/timeline")["steps"]
        assert [one["step"] for one in found["chances"]] == [one["step"] for one in steps]
        assert all(99 <= sum(one["values"].values()) <= 101 for one in found["chances"])
        assert len(found["turns"]) <= 5 and found["turns"] == sorted(found["turns"], key=lambda one: -one["cost"])
        months = {turn["round"] for turn in turns_of(ann, table) if turn["seat"]}
        assert found["of"] == 2 * len(months), "each side has a turn a month"
        assert found["unit"] == "percent"
        for turn in found["turns"]:
            played, better, *_ = turn["compared"]
            assert turn["name"] and played.startswith("Giocato") and better.startswith("Meglio")


def test_a_running_game_is_analysed_alone_or_where_all_may_and_only_for_ones_own_seats(local: Running) -> None:
    with local.player("Ann") as ann, local.player("Bob") as bob:
        with_bob = ann.table("zurmat", "standard", seats={"coalition": "me", "taliban": "open"})["id"]
        token = ann.post(f"/api/tables/{with_bob}/invite", seat="taliban")["token"]
        bob.post(f"/api/tables/{with_bob}/join", token=token)
        assert ann.refused("GET", f"/api/tables/{with_bob}/analysis") == (409, "no-help")
        made = ann.table("zurmat", "standard", seats={"coalition": "me", "taliban": "open"}, help="all")
        bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["taliban"])
        assert bob.get(f"/api/tables/{made['id']}/analysis")["unit"] == "percent"
        with local.player("Eve") as eve:
            assert eve.refused("GET", f"/api/tables/{made['id']}/analysis") == (403, "forbidden")
        alone = ann.table("zurmat", "standard", seats={"coalition": "me", "taliban": "random"})["id"]
        with ann.watch(alone) as socket:
            while not any(turn["seat"] == "taliban" for turn in turns_of(ann, alone)):
                for _ in range(20):
                    socket.until_asked("coalition")
                    socket.choose(0)
        found = whole_analysis(ann, alone, 1)
        assert {turn["seat"] for turn in found["turns"]} <= {"coalition"} and found["of"] >= 1
        assert bob.refused("GET", f"/api/tables/{alone}/analysis")[0] in (403, 404)


def test_many_analyses_of_one_person_do_not_hold_up_anothers(local: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = local.server.thinking_pool
    run, held = pool.run, list[str]()

    async def slowly(work: Any, *given: Any, seconds: float, claim: Claim) -> Any:
        if work is not judge_one:
            return await run(work, *given, seconds=seconds, claim=claim)
        if claim.owner.startswith("at "):
            held.append(claim.owner)
            await asyncio.sleep(PATIENCE)
        return None

    monkeypatch.setattr(pool, "run", slowly)
    with local.player("Stranger") as stranger:
        for _ in range(3):
            table = stranger.post("/api/tables/import", text=finished_game(), game="zurmat")["id"]
            stranger.get(f"/api/tables/{table}/analysis")
        until(lambda: held)
        ann = with_account(local, "Ann")
        table = ann.post("/api/tables/import", text=finished_game(), game="zurmat")["id"]
        found = until(lambda: whole_analysis(ann, table, 10_000))
        assert found["judged"] == found["of"]
        assert len(held) == 1, "those of one person are made one after another"


def without_luck(puzzle: Puzzle) -> bool:
    """Return whether the solution can be played whatever is drawn."""
    for seed in range(20):
        table = puzzle.table()
        reseed(table, seed)
        for key in puzzle.solution:
            if table.decision is None or table.decision.find(key) is None:
                return False
            table.choose(key)
    return True


def test_a_puzzle_is_played_in_a_sandbox_and_compared(running: Running) -> None:
    one = next(one for one in puzzles("zurmat") if len(one.solution) > 1 and without_luck(one))
    with running.player("Ann") as ann, running.player("Bob") as bob:
        listed = ann.get("/api/puzzles?lang=it")["puzzles"]
        assert one.id in {puzzle["id"] for puzzle in listed}
        given = ann.get(f"/api/puzzles/{one.id}")
        assert given["seat"] == one.seat and given["begins"]
        asked = {"text": given["text"], "game": "zurmat", "seats": given["seats"], "sandbox": True}
        table = ann.post("/api/tables/import", **asked)["id"]
        path = f"/api/puzzles/{one.id}/solution?table={table}"
        assert ann.refused("GET", path) == (409, "not-your-turn")
        assert bob.refused("GET", path)[0] in (403, 404)
        with ann.watch(table) as socket:
            for key in one.solution:
                socket.until_asked(one.seat)
                socket.choose(key)
            until(lambda: ann.get(f"/api/tables/{table}")["version"] >= len(one.solution))
        found = ann.get(path)
        assert found["solved"] is True and len(found["told"]) == 2
        assert abs(found["value"] - found["solution"]) <= 2, (
            "what the solution leaves to the bot may be chosen otherwise"
        )
        assert ann.get(f"/api/puzzles/{one.id}/solution")["solved"] is None
        assert ann.refused("GET", "/api/puzzles/zurmat-0") == (404, "not-found")


@pytest.mark.parametrize("game", ["distant-plain", "zurmat", "enduring-freedom"])
def test_the_solution_compares_only_a_table_begun_from_the_puzzle(local: Running, game: str) -> None:
    """Of any other, its own value would be told of a position that nobody set up as a puzzle."""
    one, other = puzzles(game)[:2]
    with local.player("Ann") as ann:
        tables = []
        for puzzle in (one, other):
            given = ann.get(f"/api/puzzles/{puzzle.id}")
            asked = {"text": given["text"], "game": game, "seats": given["seats"], "sandbox": True}
            tables.append(ann.post("/api/tables/import", **asked)["id"])
        paths = [f"/api/puzzles/{one.id}/solution?table={table}" for table in tables]
        assert ann.refused("GET", paths[0]) == (409, "not-your-turn")
        assert ann.refused("GET", paths[1]) == (403, "forbidden")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_puzzle_of_the_list_has_words(local: Running, lang: str) -> None:
    with local.player("Ann") as ann:
        assert all(one["scenario"] and one["seat"] for one in ann.get(f"/api/puzzles?lang={lang}")["puzzles"])
