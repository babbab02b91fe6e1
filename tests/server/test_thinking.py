"""Agents that search at a server: in processes of their own, with a budget, and nothing lost when it stops."""

from __future__ import annotations

import time
from typing import Any

import pytest

from khyber.agents.strong.search import Candidate, Search
from khyber.engine.optional import Turns
from khyber.server.library import PRINTED
from khyber.server.tables import jobs
from khyber.server.workers.pool import usual_thinkers
from tests.agents.test_strong import asked
from tests.server.serving import Running, until

SEATS = {"taliban": "agent:quick", "coalition": "bot:3rd", "government": "me", "warlords": "bot:3rd"}


@pytest.mark.parametrize("game", ["distant-plain", "zurmat", "enduring-freedom"])
def test_every_game_offers_its_own_bots_first_and_then_those_that_search(local: Running, game: str) -> None:
    with local.player("Ann") as ann:
        (found,) = [one for one in ann.get("/api/games") if one["id"] == game]
    assert found["bots"][-4:] == ["agent:quick", "agent:strong", "agent:patient", "random"]
    assert found["bots"][0].startswith("bot:")


def test_a_budget_of_ones_own_is_refused(local: Running) -> None:
    with local.player("Ann") as ann:
        seats = {**SEATS, "taliban": "agent:strong@3600s"}
        status, _ = ann.refused("POST", "/api/tables", game="distant-plain", scenario="short", seats=seats)
        assert status == 400


def test_it_thinks_in_a_process_of_its_own_and_explains_its_turn(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table("distant-plain", seats=SEATS)["id"]
        with ann.watch(table) as socket:
            socket.until_asked("government")
        pool = running.server.moment_pool
        assert pool._started and pool.killed == 0
        for step in range(1, 12):
            found = ann.get(f"/api/tables/{table}/why?step={step}&lang=it")["explanations"]
            mine = [one for one in found if one["bot"] == "agent:quick"]
            if mine:
                break
        assert "turni confrontati" in mine[0]["reasons"][0] or "nuovo confronto" in mine[0]["reasons"][0]
        assert mine[0]["answers"] and not mine[0]["stopped"]


def test_a_search_gives_hints(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table("distant-plain", seats={**SEATS, "taliban": "me"})["id"]
        with ann.watch(table) as socket:
            socket.until_asked("taliban", "government")
            seat, keys = socket.asked, socket.keys
        hint = ann.get(f"/api/tables/{table}/hint?seat={seat}&level=quick")
        assert hint["bot"] == "agent:quick" and hint["key"] in keys
        assert "chance of winning" in hint["reasons"][0]
        assert ann.refused("GET", f"/api/tables/{table}/hint?seat={seat}&level=endless")[0] == 400


def test_a_server_stopped_while_it_thinks_loses_nothing(database: str) -> None:
    with Running(database) as server:
        ann = server.player("Ann")
        table = ann.table("distant-plain", seats={**SEATS, "taliban": "agent:patient"})["id"]
        until(lambda: server.server.thinking_pool._busy)
        version = ann.get(f"/api/tables/{table}")["version"]
    with Running(database, thinkers=1) as again:
        other = again.player()
        other.http.cookies.update(dict(ann.http.cookies))
        assert other.get(f"/api/tables/{table}")["version"] == version
        until(lambda: other.get(f"/api/tables/{table}")["version"] > version)


def test_a_turn_of_several_steps_is_planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Zurmat: a job goes on to the end of the turn, or until somebody else is asked."""
    searches = list[float]()
    best = Search.best

    def counted(self: Search[Any]) -> list[Candidate]:
        searches.append(self._thinking.seconds)
        return best(self)

    monkeypatch.setattr(Search, "best", counted)
    table = asked("zurmat", "taliban", 2, 40)
    table.sit("taliban", "agent:quick")
    table.sit("coalition", "bot:standard")
    before = len(table.steps)
    turn = jobs.play_turn(PRINTED, jobs.checkpoint_record(table))
    assert not turn.error and searches and sum(searches) <= 2 * 0.3
    for seat, key in turn.choices:
        table.choose(key, seat)
    whose = Turns.of(table.game).whose_turn(table.state)
    assert table.decision is not None and (whose != "taliban" or table.decision.seat != "taliban")
    assert len(table.steps) > before


def test_a_search_plays_zurmat_too(local: Running) -> None:
    with local.player("Ann") as ann:
        seats = {"coalition": "me", "taliban": "agent:quick"}
        table = ann.table("zurmat", scenario="standard", seats=seats)["id"]
        with ann.watch(table) as socket:
            for _ in range(12):
                socket.until_asked("coalition")
                socket.choose(0)
        assert local.server.moment_pool._started and local.server.moment_pool.killed == 0
        assert ann.get(f"/api/tables/{table}")["version"] > 12


def test_a_turn_may_take_longer_than_its_search_but_not_for_ever() -> None:
    assert jobs.thinking_time("agent:patient") > 8 + jobs.BOT_TURN
    assert 1 <= usual_thinkers() <= 4


def test_a_thinking_table_does_not_keep_the_server_waiting(local: Running) -> None:
    with local.player("Ann") as ann, local.player("Bob") as bob:
        ann.table("distant-plain", seats={**SEATS, "taliban": "agent:patient"})
        until(lambda: local.server.thinking_pool._busy)
        table = bob.table(seats={"north": "me", "south": "me"})["id"]
        with bob.watch(table) as socket:
            began = time.monotonic()
            for _ in range(5):
                socket.choose(0)
            assert time.monotonic() - began < 4, "choices waited for a search of eight seconds"


def test_a_search_whose_network_does_not_fit_the_data_plays_on_and_the_table_says_so(
    local: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with local.player("Ann") as ann:
        monkeypatch.setattr("khyber.server.library.misfits", lambda game: True)
        table = ann.table("distant-plain", seats=SEATS)["id"]
        with ann.watch(table) as socket:
            players = {player["seat"]: player["without_network"] for player in socket.frame["players"]}
            assert players == {seat: agent == "agent:quick" for seat, agent in SEATS.items()}
        (listed,) = ann.get("/api/tables")["tables"]
        assert {player["seat"]: player["without_network"] for player in listed["seats"]} == players
        told = [one for one in caplog.records if getattr(one, "about", {}).get("event") == "no-network"]
        assert [one.getMessage() for one in told] == [
            f"table {table}: agent:quick searches without a network: its data are others than those it was trained on"
        ]
        monkeypatch.setattr("khyber.server.library.misfits", lambda game: False)
        other = ann.table("distant-plain", seats=SEATS)["id"]
        with ann.watch(other) as socket:
            assert not any(player["without_network"] for player in socket.frame["players"])
