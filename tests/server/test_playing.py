"""Playing at a table over the wire, on both databases."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from khyber.server.messages.live import Frame
from khyber.server.tables.live import LiveTable
from khyber.server.tables.viewer import Viewer
from tests.server.serving import Running, play_on

TWO = {"north": "me", "south": "open"}


def two_people(running: Running, **more: Any) -> Any:
    """Ann and Bob at a table of Caravan: both, with the table's id."""
    ann, bob = running.player("Ann"), running.player("Bob")
    made = ann.table(seats=TWO, **more)
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["south"])
    return ann, bob, made["id"]


def test_a_game_between_two_people_goes_to_its_end(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        while north.asked is not None:
            mine, other = (north, south) if north.asked == "north" else (south, north)
            version = mine.frame["version"]
            assert mine.choose(0)["type"] == "ack"
            while other.frame["version"] == version:
                other.until("frame")
            assert "options" not in (other.frame["decision"] or {}) or other.asked == other.frame["seats"][0]
        assert north.frame["outcome"]["ranking"]
        assert north.frame["status"] == "over"
    assert ann.get(f"/api/tables/{table}")["status"] == "over"


def test_every_event_tells_the_step_it_happened_in(local: Running) -> None:
    ann, bob, table = two_people(local)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south)
    with ann.watch(table) as north:
        told = [(event["step"], event["text"]) for event in north.frame["events"]]
    steps = ann.get(f"/api/tables/{table}")["steps"]
    for step in range(1, steps + 1):
        events = ann.get(f"/api/tables/{table}/replay?step={step}")["events"]
        assert [(step, event["text"]) for event in events] == [one for one in told if one[0] == step]
    assert steps > 1 and len(told) > 3


def test_a_choice_is_stored_before_it_is_acknowledged(database: str) -> None:
    with Running(database) as server:
        ann, _, table = two_people(server)
        with ann.watch(table) as north:
            north.choose(0)
            version, log = north.frame["version"], north.log
        cookie = ann.http.cookies
    with Running(database) as again, again.player() as ann:
        ann.http.cookies = cookie
        with ann.watch(table) as north:
            assert (north.frame["version"], north.log) == (version, log)


def test_a_stale_choice_is_refused_and_the_state_sent_again(running: Running) -> None:
    ann, _, table = two_people(running)
    with ann.watch(table) as north:
        key = north.keys[0]
        refused = north.choose(key, "north", version=north.frame["version"] + 1)
        assert refused["error"]["code"] == "stale"
        assert north.keys[0] == key
        assert north.choose(key)["type"] == "ack"
        assert north.choose(key, "north", version=0)["error"]["code"] == "stale"


def test_nobody_moves_for_somebody_else(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south, running.player("Eve") as eve:
        key, version = north.keys[0], north.frame["version"]
        assert south.choose(key, "north", version)["error"]["code"] == "forbidden"
        assert south.choose("tea", "south", version)["error"]["code"] == "not-your-turn"
        with eve.watch(table) as spectator, running.player().watch(table) as nobody:
            assert spectator.frame["seats"] == []
            assert spectator.choose(key, "north", version)["error"]["code"] == "forbidden"
            assert nobody.choose(key, "north", version)["error"]["code"] == "forbidden"
        assert north.choose("silence", "north")["error"]["code"] == "not-offered"
        assert north.choose(key, "west")["error"]["code"] == "not-found"
        assert north.frame["version"] == version


def test_spectators_share_a_frame_and_each_hears_everything_once(
    local: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd at a public table must not make each choice as costly as the crowd is large."""
    built = list[Viewer]()
    frame = LiveTable.frame

    def counted(live: LiveTable, viewer: Viewer, *, whole: bool = False) -> Frame:
        built.append(viewer)
        return frame(live, viewer, whole=whole)

    ann, bob, table = two_people(local)
    with ann.watch(table) as north, bob.watch(table) as south, ExitStack() as opened:
        north.choose(0)
        crowd = [opened.enter_context(local.player().watch(table, lang=lang)) for lang in ("en", "it", "xx", "yy")]
        south.until_asked("south")
        monkeypatch.setattr(LiveTable, "frame", counted)
        south.choose(0)
        for spectator in crowd:
            spectator.catch_up(south.frame["version"])
        assert len(built) == 4, "two players and two languages"
        late = opened.enter_context(local.player().watch(table))
        for spectator in crowd:
            assert [event["n"] for event in spectator.log] == list(range(len(late.log)))
        assert crowd[0].log == crowd[2].log == late.log


def test_who_comes_back_hears_only_what_is_new(running: Running) -> None:
    ann, bob, table = two_people(running)
    with bob.watch(table) as south:
        with ann.watch(table) as north:
            north.choose(0)
            seen, epoch, log = len(north.log), north.frame["epoch"], north.log
        while south.asked != "south":
            south.until("frame")
        south.choose(0)
        with ann.watch(table, since=seen, epoch=epoch) as north:  # the last one comes again: it may have been replaced
            assert north.frame["since"] == seen - 1
            assert len(north.frame["events"]) > 1
        with ann.watch(table) as whole:
            assert whole.log[:seen] == log
            assert whole.log[seen - 1 :] == north.frame["events"]


def test_own_choices_are_taken_back_at_once(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"}, options=["rich"])["id"]
        with ann.watch(table) as both:
            both.choose(0)
            both.choose(0)
            assert both.frame["can_undo"] == []
            before, log = both.frame["view"], both.log
            both.choose("trade")
            assert both.frame["can_undo"] == ["north"]
            assert both.undo("north")["type"] == "ack"
            assert (both.frame["view"], both.log, both.keys) == (before, log, ["rest", "trade", "raid"])
            with ann.watch(table, since=99, epoch=0) as late:
                assert late.frame["since"] == 0  # what was known of the log is no longer good


def test_beyond_a_barrier_the_other_side_must_agree(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        north.choose(0)
        south.until_asked("south")
        south.choose(0)
        before = south.frame["version"]
        while north.frame["version"] != before:
            north.until("frame")
        assert north.undo("north")["type"] == "ack"
        request = north.frame["undo"]
        assert (request["seat"], request["waiting"], request["mine"]) == ("north", ["south"], True)
        south.until("frame")
        assert north.agree(True)["error"]["code"] == "forbidden"
        assert south.agree(False)["type"] == "ack"
        assert south.frame["undo"] is None
        north.until("frame", lambda frame: frame["undo"] is None)
        north.undo("north")
        south.until("frame", lambda frame: frame["undo"] is not None)
        south.agree(True)
        assert south.frame["version"] == before + 1
        assert south.asked == "north"
        north.until("frame", lambda frame: frame["version"] == before + 1)
        assert north.log == south.log or len(north.log) == len(south.log)


def test_a_sandbox_is_one_persons_and_takes_back_anything(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(sandbox=True, seed=5)["id"]
        other = ann.table(sandbox=True, seed=5)["id"]
        with ann.watch(table) as sides, ann.watch(other) as same:
            assert sides.frame["seats"] == ["north", "south"]
            assert sides.frame["view"] == same.frame["view"]
            for _ in range(4):
                sides.choose(0)
            assert sides.undo("south")["type"] == "ack"
            assert sides.undo("north")["type"] == "ack"
        assert ann.refused("POST", "/api/tables", game="tiny", scenario="short", seed=5) == (400, "bad-request")
        whole = ann.get(f"/api/tables/{table}/record")
        assert whole["seed"] == 5


def test_in_a_sandbox_the_last_choice_is_taken_back_whoever_is_asked_next(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(sandbox=True, seed=5)["id"]
        with ann.watch(table) as sides:
            asked: list[tuple[str | None, list[str]]] = []
            while len({who for who, _ in asked}) < 2 or len(asked) < 6:
                asked.append((sides.asked, sides.keys))
                sides.choose(0)
            for before in reversed(asked):
                seat = sides.asked
                assert seat is not None
                assert sides.undo(seat)["type"] == "ack", f"{seat} is asked, and may not have chosen yet"
                assert (sides.asked, sides.keys) == before


def test_asides_are_told_on_request_and_taken(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"})["id"]
        with ann.watch(table) as both, ann.watch(table, asides=1) as eager:
            both.choose(0)
            both.choose(0)
            both.say("asides")
            told = both.until("asides")
            assert told["asides"]["north"][0]["key"] == "give"
            eager.until("frame", lambda frame: frame["version"] == both.frame["version"])
            assert eager.frame["asides"] == told["asides"]
            assert both.choose("give", "south")["type"] == "ack"
            assert both.log[-1]["kind"] == "gave"


def test_people_talk_and_see_who_is_here(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, running.player("Eve") as eve:
        with bob.watch(table) as south:
            assert north.until("presence", lambda told: len(told["here"]) == 2)["here"] == ["Ann", "Bob"]
            south.say("chat", text="hello <b>")
            assert north.until("chat")["lines"][0]["text"] == "hello <b>"
            with eve.watch(table) as spectator:
                assert spectator.until("chat")["lines"][0]["name"] == "Bob"
                assert north.until("presence", lambda told: told["watching"] == 1)
                number = spectator.say("chat", text="psst")
                assert spectator.until("error")["id"] == number
        assert north.until("presence", lambda told: told["here"] == ["Ann"])


def test_a_table_that_is_not_public_is_for_its_people_only(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Eve") as eve:
        table = ann.table(seats=TWO, public=False)["id"]
        assert eve.refused("GET", f"/api/tables/{table}") == (404, "not-found")
        assert eve.refused("GET", f"/api/tables/{table}/record") == (404, "not-found")
        assert table not in [found["id"] for found in eve.get("/api/tables?watch")["tables"]]
        with pytest.raises(InvalidStatus) as refused:
            eve.watch(table)
        assert refused.value.response.status_code == 404
        assert [found["id"] for found in ann.get("/api/tables?mine")["tables"]] == [table]


def test_records_are_ones_own_while_a_game_runs_and_whole_when_it_is_over(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        north.choose(0)
        own = ann.get(f"/api/tables/{table}/record")
        assert own["redacted-for"] == ["north"]
        assert "seed" not in own
        assert "states" not in own
        south.catch_up(north.frame["version"])
        play_on(north, south)
    whole = bob.get(f"/api/tables/{table}/record")
    assert whole["seed"] > 0
    imported = bob.post("/api/tables/import", text=bob.http.get(f"/api/tables/{table}/record").text)
    assert bob.get(f"/api/tables/{imported['id']}")["status"] == "over"


def test_a_replay_shows_each_step_as_the_viewer_may_know_it(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        first = ann.get(f"/api/tables/{table}/replay?step=1")
        assert first["name"] == "deal"
        assert isinstance(first["view"]["hands"]["north"], list)
        assert first["view"]["hands"]["south"] == 3
        assert [event["text"] for event in first["events"]] == [event["text"] for event in north.log]
        assert bob.get(f"/api/tables/{table}/replay?step=0")["view"]["bag"] == 12
        assert ann.refused("GET", f"/api/tables/{table}/replay?step=9") == (404, "not-found")
        assert ann.refused("GET", f"/api/tables/{table}/replay?step=x") == (400, "bad-request")


def test_an_event_that_is_replaced_is_sent_again(local: Running) -> None:
    """In Enduring Freedom a phase in which nothing happened gives its place in the log to the next one."""
    ann = local.player("Ann")
    table = ann.table("enduring-freedom", "campaign", seats={"coalition": "me"})["id"]
    with ann.watch(table) as live:
        for _ in range(20):
            known, epoch = live.log, live.frame["epoch"]
            live.choose("done" if "done" in live.keys else 0)
            with ann.watch(table) as whole, ann.watch(table, since=len(known), epoch=epoch) as again:
                assert live.log == whole.log
                assert [*known[: again.frame["since"]], *again.frame["events"]] == whole.log
                assert again.frame["since"] >= len(known) - 1
