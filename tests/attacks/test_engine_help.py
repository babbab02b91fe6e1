"""Engine help in a game between people: every way to it on this server is closed, unless the table allows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from khyber import puzzles
from tests.server.serving import Player, Running, Socket
from tests.server.test_playing import two_people

OPEN = {"coalition": "me", "taliban": "open"}
ALONE = {"coalition": "me", "taliban": "bot:standard"}
MINE = {"coalition": "me", "taliban": "me"}
REFUSED = (409, "no-help")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('help')}/khyber.db") as running:
        yield running


@contextmanager
def game(server: Running, **more: Any) -> Iterator[tuple[Player, Player, str]]:
    """Two people play Zurmat."""
    with server.player("Ann") as ann, server.player("Bob") as bob:
        yield ann, bob, between(ann, bob, **more)


def between(ann: Player, bob: Player, **more: Any) -> str:
    made = ann.table("zurmat", "standard", seats=OPEN, **more)
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["taliban"])
    return str(made["id"])


def asked(ann: Player, bob: Player, table: str) -> tuple[Player, str]:
    """Whose turn it is, and their seat."""
    seat = ann.get(f"/api/tables/{table}")["asked"]
    return (ann if seat == "coalition" else bob), seat


def hints(player: Player, table: str) -> list[tuple[int, str]]:
    """What comes of asking for every kind of engine help at a table that the player has all seats of."""
    seat = player.get(f"/api/tables/{table}")["asked"]
    paths = ["analysis", "why?step=1"]
    paths += [f"hint?seat={seat}", f"hint?seat={seat}&level=quick"] if seat else []
    found = []
    for path in paths:
        answer = player.http.get(f"/api/tables/{table}/{path}")
        found.append((answer.status_code, answer.json().get("error", {}).get("code", "")))
    return found


def test_a_game_between_people_has_no_engine_help_unless_it_says_so(server: Running) -> None:
    with game(server) as (ann, bob, table):
        who, seat = asked(ann, bob, table)
        for path in (f"hint?seat={seat}", f"hint?seat={seat}&level=quick", "analysis"):
            assert who.refused("GET", f"/api/tables/{table}/{path}") == REFUSED
        told = ann.get(f"/api/tables/{table}")
        assert (told["help"], told["between_people"]) == ("none", True)
        assert told["help_now"] == {"level": "none", "why": "table"}


def test_a_branch_has_no_more_help_than_the_game_it_began_from(server: Running) -> None:
    with game(server) as (ann, _, table):
        for seat in ("bot:standard", "agent:quick"):
            wanted = {"coalition": seat, "taliban": "me"}
            assert ann.refused("POST", f"/api/tables/{table}/branch", seats=wanted) == REFUSED
        branch = ann.post(f"/api/tables/{table}/branch", seats=MINE)["id"]
        again = ann.post(f"/api/tables/{branch}/branch", seats=MINE)["id"]
        for sandbox in (branch, again):
            assert set(hints(ann, sandbox)) <= {REFUSED, (200, "")} and hints(ann, sandbox)[0] == REFUSED
            assert hints(ann, sandbox)[2:] == [REFUSED, REFUSED]
            for agent in ("bot:standard", "agent:quick"):
                path = f"/api/tables/{sandbox}/seat"
                assert ann.refused("POST", path, seat="coalition", agent=agent) == REFUSED
        ann.post(f"/api/tables/{again}/resign")
        assert ann.get(f"/api/tables/{again}")["status"] == "over"
        assert ann.refused("GET", f"/api/tables/{again}/analysis") == REFUSED


def test_a_position_or_a_record_is_no_way_around(server: Running) -> None:
    with game(server) as (ann, bob, table):
        who, _ = asked(ann, bob, table)
        texts = [who.get(f"/api/tables/{table}/position")["text"]]
        texts += [ann.post(f"/api/tables/{table}/branch", seats=MINE)["id"]]
        texts[1] = ann.http.get(f"/api/tables/{texts[1]}/record").text
        for text in texts:
            brought: dict[str, Any] = {"text": text, "game": "zurmat"}
            for seat in ("bot:standard", "agent:quick"):
                wanted = {**brought, "seats": {"coalition": seat}}
                assert who.refused("POST", "/api/tables/import", **wanted) == REFUSED
            copies: tuple[dict[str, Any], ...] = (brought, {**brought, "sandbox": False, "seats": MINE})
            for wanted in copies:
                copy = who.post("/api/tables/import", **wanted)["id"]
                assert hints(who, copy)[0] == REFUSED and hints(who, copy)[2:] == [REFUSED, REFUSED]
                assert who.get(f"/api/tables/{copy}")["help_now"] == {"level": "none", "why": "playing"}
                branch = who.post(f"/api/tables/{copy}/branch", seats=MINE)["id"]
                assert hints(who, branch)[0] == REFUSED and hints(who, branch)[2:] == [REFUSED, REFUSED]


def test_nobody_else_may_ask_about_a_copy_for_its_host(server: Running) -> None:
    with game(server) as (ann, bob, table), server.player("Eve") as eve, server.player() as nobody:
        who, _ = asked(ann, bob, table)
        text = who.get(f"/api/tables/{table}/position")["text"]
        wanted = {"text": text, "game": "zurmat", "sandbox": False, "public": True, "seats": MINE}
        copy = who.http.post("/api/tables/import", json=wanted).json()["id"]
        who.post(f"/api/tables/{copy}/resign")
        for player in (who, eve, nobody):
            assert player.refused("GET", f"/api/tables/{copy}/analysis") == REFUSED


def test_a_branch_or_a_copy_from_before_the_second_person_came_is_none_either(server: Running) -> None:
    with server.player("Ann") as ann, server.player("Bob") as bob:
        table = ann.table("zurmat", "standard", seats=ALONE)["id"]
        assert ann.get(f"/api/tables/{table}")["help_now"] == {"level": "all", "why": ""}
        branch = ann.post(f"/api/tables/{table}/branch", seats=MINE)["id"]
        text = ann.get(f"/api/tables/{table}/position")["text"]
        copy = ann.post("/api/tables/import", text=text, game="zurmat")["id"]
        assert REFUSED not in hints(ann, branch)
        assert REFUSED not in hints(ann, copy)
        ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="person")
        token = ann.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
        assert hints(ann, branch)[2:] == [REFUSED, REFUSED]  # from the invitation on
        bob.post(f"/api/tables/{table}/join", token=token)
        assert hints(ann, branch)[2:] == [REFUSED, REFUSED]
        assert hints(ann, copy)[2:] == [REFUSED, REFUSED]


def test_a_bot_that_began_in_a_branch_plays_on_only_when_the_game_is_over(server: Running) -> None:
    with server.player("Ann") as ann, server.player("Bob") as bob:
        table = ann.table("zurmat", "standard", seats=ALONE)["id"]
        branch = ann.post(f"/api/tables/{table}/branch", seats={"coalition": "me", "taliban": "bot:standard"})["id"]
        ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="person")
        token = ann.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
        bob.post(f"/api/tables/{table}/join", token=token)
        with ann.watch(branch) as socket:
            _until_bot(socket)
            _wait(socket, lambda: bool(socket.frame["trouble"]))
            version = socket.frame["version"]
            assert socket.frame["help"] == {"level": "none", "why": "origin"}
        bob.post(f"/api/tables/{table}/resign")
        with ann.watch(branch) as socket:
            assert socket.frame["help"] == {"level": "all", "why": ""}
            socket.catch_up(version + 1)


def _until_bot(socket: Socket) -> None:
    while socket.asked == "coalition":
        socket.choose(0)


def _wait(socket: Socket, when: Callable[[], bool]) -> None:
    while not when():
        socket.next()


def _answering(socket: Socket) -> list[Any]:
    """The player whose turn it is."""
    return [one for one in socket.frame["players"] if one["seat"] == socket.asked]


def _agent(socket: Socket, seat: str) -> str:
    return str(next(one["agent"] for one in socket.frame["players"] if one["seat"] == seat))


def test_an_imported_game_between_people_keeps_its_own_bots(server: Running) -> None:
    """What limits help in copies of a game does not forbid the bots of the game itself."""
    with server.player("Ann") as ann, server.player("Bob") as bob:
        begun = ann.table("zurmat", "standard", seats=MINE)["id"]
        text = ann.get(f"/api/tables/{begun}/position")["text"]
        made = ann.post("/api/tables/import", text=text, game="zurmat", seats=OPEN, sandbox=False)
        table = made["id"]
        bob.post(f"/api/tables/{table}/join", token=made["invites"]["taliban"])
        ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="bot:standard")  # Bob is away
        with ann.watch(table) as socket:
            while "bot" not in {one["agent"].partition(":")[0] for one in _answering(socket)}:
                socket.choose(0)
            begun = socket.frame["version"]
            _wait(socket, lambda: socket.frame["version"] > begun)
            assert not socket.frame["trouble"]


def test_no_search_stands_in_for_a_player(server: Running) -> None:
    with game(server) as (ann, bob, table):
        for player, seat in ((ann, "coalition"), (bob, "taliban")):
            path = f"/api/tables/{table}/seat"
            assert player.refused("POST", path, seat=seat, agent="agent:quick") == REFUSED


def test_nobody_puts_a_bot_into_their_own_seat_for_its_advice(server: Running) -> None:
    with game(server) as (ann, bob, table):
        path = f"/api/tables/{table}/seat"
        for player, seat in ((ann, "coalition"), (bob, "taliban")):
            assert player.refused("POST", path, seat=seat, agent="bot:standard") == REFUSED
            assert player.http.post(path, json={"seat": seat, "agent": "random"}).status_code == 200
            assert player.http.post(path, json={"seat": seat, "agent": "person"}).status_code == 200
        assert ann.http.post(path, json={"seat": "taliban", "agent": "bot:standard"}).status_code == 200
        assert bob.http.post(path, json={"seat": "taliban", "agent": "person"}).status_code == 200


FOUR = {"coalition": "me", "government": "open", "taliban": "bot:2nd", "warlords": "bot:2nd"}


@contextmanager
def beside_bots(server: Running, **more: Any) -> Iterator[tuple[Player, Player, str]]:
    """Ann, the host, and Bob play A Distant Plain with two bots."""
    with server.player("Ann") as ann, server.player("Bob") as bob:
        made = ann.table("distant-plain", "short", seats=FOUR, **more)
        bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["government"])
        yield ann, bob, made["id"]


def test_a_host_who_resigned_lets_no_search_play_for_them(server: Running) -> None:
    with beside_bots(server) as (ann, _, table):
        path = f"/api/tables/{table}"
        ann.post(f"{path}/resign")
        assert ann.refused("POST", f"{path}/seat", seat="coalition", agent="agent:patient") == REFUSED
        ann.post(f"{path}/seat", seat="taliban", agent="agent:quick")  # nobody's


def test_a_host_who_resigned_still_counts_as_a_player(server: Running) -> None:
    """They may come back: what they find out meanwhile would be theirs then, and so would what Bob finds out."""
    with beside_bots(server) as (ann, bob, table):
        path = f"/api/tables/{table}"
        text = ann.get(f"{path}/position")["text"]
        ann.post(f"{path}/resign")
        assert bob.get(path)["help_now"] == {"level": "none", "why": "table"}
        assert bob.get(path)["between_people"]
        for asks in (f"{path}/analysis", f"{path}/hint?seat=government"):
            assert bob.refused("GET", asks) == REFUSED
        copy = ann.post("/api/tables/import", text=text, game="distant-plain")["id"]
        assert ann.get(f"/api/tables/{copy}")["help_now"] == {"level": "none", "why": "playing"}
        assert ann.refused("GET", f"/api/tables/{copy}/analysis") == REFUSED


def test_a_bot_is_not_explained_in_a_seat_that_its_player_left(server: Running) -> None:
    with beside_bots(server) as (ann, bob, table):
        ann.post(f"/api/tables/{table}/resign")
        with bob.watch(table) as socket:
            told = _played_until(lambda told: "error" in told, bob, table, socket)
            assert told["error"]["code"] == "no-help"


RETURNING = (409, "returning")


@pytest.mark.parametrize("level", ["none", "bot"])
def test_a_host_takes_a_seat_back_from_its_bot_only_if_the_others_agree(server: Running, level: str) -> None:
    with beside_bots(server, help=level) as (ann, bob, table):
        path = f"/api/tables/{table}"
        ann.post(f"{path}/resign")
        wanted = {"seat": "coalition", "agent": "me"}
        if level == "bot":
            assert ann.http.post(f"{path}/seat", json=wanted).status_code == 200
            return
        assert ann.refused("POST", f"{path}/seat", **wanted) == RETURNING
        told = ann.post(f"{path}/handover", seat="coalition")
        assert told == {"seat": "coalition", "names": [], "waiting": ["government"]}
        with bob.watch(table) as socket:
            assert socket.frame["handover"]["returning"]
            assert ann.refused("POST", f"{path}/seat", **wanted) == RETURNING
            bob.post(f"{path}/handover/answer", agree=False)
        assert ann.refused("POST", f"{path}/seat", **wanted) == RETURNING
        ann.post(f"{path}/handover", seat="coalition")
        bob.post(f"{path}/handover/answer", agree=True)
        assert ann.http.post(f"{path}/seat", json=wanted).status_code == 200
        ann.post(f"{path}/resign")
        assert ann.refused("POST", f"{path}/seat", **wanted) == RETURNING  # they agreed once


def _puzzle(player: Player, title: str = "zurmat") -> str:
    """A sandbox of the player's with the first puzzle of a game, all seats theirs."""
    given = player.get(f"/api/puzzles/{puzzles.puzzles(title)[0].id}")
    return str(player.post("/api/tables/import", text=given["text"], game=title)["id"])


def _record(player: Player, table: str) -> dict[str, Any]:
    found: dict[str, Any] = player.http.get(f"/api/tables/{table}/record").json()
    return found


def test_a_record_is_no_puzzle_because_it_says_so(server: Running) -> None:
    with game(server) as (ann, _, table), server.player("Eve") as eve:
        start = _record(eve, _puzzle(eve))["start"]
        branch = ann.post(f"/api/tables/{table}/branch", seats=MINE)["id"]
        with ann.watch(branch) as socket:
            while ann.get(f"/api/tables/{branch}")["steps"] < 2:
                socket.choose(0)
        record = {**_record(ann, branch), "start": start}
        assert record["steps"]
        copy = ann.post("/api/tables/import", text=json.dumps(record), game="zurmat", seats=MINE)["id"]
        assert ann.get(f"/api/tables/{copy}")["help_now"] == {"level": "none", "why": "playing"}
        assert hints(ann, copy)[0] == REFUSED and hints(ann, copy)[2:] == [REFUSED, REFUSED]
        bots = {"coalition": "bot:standard", "taliban": "me"}
        refused = ann.refused("POST", "/api/tables/import", text=json.dumps(record), game="zurmat", seats=bots)
        assert refused == REFUSED


def test_a_puzzle_that_was_played_before_it_came_is_none(server: Running) -> None:
    with beside_bots(server) as (ann, _, _), server.player("Eve") as eve:
        played = _puzzle(eve, "distant-plain")
        with eve.watch(played) as socket:
            socket.choose(0)
        record = _record(eve, played)
        assert not record["steps"] and record["now"]
        copy = ann.post("/api/tables/import", text=json.dumps(record))["id"]
        assert ann.get(f"/api/tables/{copy}")["help_now"] == {"level": "none", "why": "playing"}


def test_a_puzzle_stays_one_while_it_is_played(server: Running) -> None:
    with game(server) as (ann, _, _):
        table = _puzzle(ann)
        with ann.watch(table) as socket:
            while ann.get(f"/api/tables/{table}")["steps"] < 1:
                socket.choose(0)
        assert ann.get(f"/api/tables/{table}")["help_now"] == {"level": "all", "why": ""}
        branch = ann.post(f"/api/tables/{table}/branch", seats=MINE)["id"]
        assert ann.get(f"/api/tables/{branch}")["help_now"] == {"level": "all", "why": ""}
        again = ann.http.get(f"/api/tables/{table}/record").text
        copy = ann.post("/api/tables/import", text=again, game="zurmat", seats=MINE)["id"]
        assert ann.get(f"/api/tables/{copy}")["help_now"]["level"] == "none"


def test_what_a_stand_in_chose_is_no_hint_to_be_undone(server: Running) -> None:
    ann, bob, table = two_people(server)
    with ann, bob, ann.watch(table) as socket:
        ann.post(f"/api/tables/{table}/seat", seat="north", agent="random")
        _wait(socket, lambda: _agent(socket, "north") == "random" and socket.asked == "south")
        ann.post(f"/api/tables/{table}/seat", seat="north", agent="person")
        _wait(socket, lambda: _agent(socket, "north") == "person")
        assert socket.frame["can_undo"] == []
        socket.undo("north")
        assert socket.frame["undo"]["waiting"] == ["south"]
        assert socket.asked == "south"


def test_a_rulebook_bot_is_explained_in_its_own_seat_but_not_in_a_players(server: Running) -> None:
    seats = {"coalition": "me", "government": "open", "taliban": "bot:3rd", "warlords": "bot:3rd"}
    with server.player("Ann") as ann, server.player("Bob") as bob:
        made = ann.table("distant-plain", "short", seats=seats)
        table = made["id"]
        bob.post(f"/api/tables/{table}/join", token=made["invites"]["government"])
        with ann.watch(table) as first, bob.watch(table) as second:
            told = _played_until(lambda told: bool(told.get("explanations")), ann, table, first, second)
            assert {one["bot"] for one in told["explanations"]} == {"bot:3rd"}
        ann.post(f"/api/tables/{table}/seat", seat="government", agent="bot:3rd")  # Bob is away
        with ann.watch(table) as first:
            told = _played_until(lambda told: "error" in told, ann, table, first)
            assert told["error"]["code"] == "no-help"
            last = ann.get(f"/api/tables/{table}")["steps"]
            assert ann.refused("GET", f"/api/tables/{table}/why?since=1&step={last}")[1] == "no-help"


def _played_until(found: Callable[[Any], bool], ann: Player, table: str, *sockets: Socket) -> Any:
    """Play the first option until the explanation of some step is what is sought, and return it."""
    step = 1
    while True:
        while step <= ann.get(f"/api/tables/{table}")["steps"]:
            told = ann.http.get(f"/api/tables/{table}/why?step={step}").json()
            if found(told):
                return told
            step += 1
        asked = next((one for one in sockets if one.asked in one.frame["seats"]), None)
        if asked is not None and _agent(asked, str(asked.asked)) == "person":
            asked.choose(0)
        else:
            sockets[0].next()
        newest = max(one.frame["version"] for one in sockets)
        for one in sockets:
            one.catch_up(newest)


def test_alone_and_after_the_game_everything_is_as_before(server: Running) -> None:
    with server.player("Ann") as ann, server.player("Bob") as bob:
        running = between(ann, bob)
        alone = ann.table("zurmat", "standard", seats=ALONE)["id"]
        sandbox = ann.table("zurmat", "standard", seats=MINE, sandbox=True)["id"]
        puzzle = puzzles.puzzles("zurmat")[0]
        asked = ann.get(f"/api/puzzles/{puzzle.id}")
        solved = ann.post("/api/tables/import", text=asked["text"], game="zurmat", seats=asked["seats"])["id"]
        for table in (alone, sandbox, solved):
            assert ann.get(f"/api/tables/{table}")["help_now"] == {"level": "all", "why": ""}
        branch = ann.post(f"/api/tables/{solved}/branch", seats=MINE)["id"]
        assert REFUSED not in hints(ann, branch)
        bob.post(f"/api/tables/{running}/resign")
        assert ann.get(f"/api/tables/{running}")["help_now"] == {"level": "all", "why": ""}
        assert ann.get(f"/api/tables/{running}/analysis")["of"] >= 0


@pytest.mark.parametrize(("level", "search"), [("bot", REFUSED), ("all", (200, ""))])
def test_a_table_allows_what_it_was_made_with(server: Running, level: str, search: tuple[int, str]) -> None:
    with game(server, help=level) as (ann, bob, table):
        who, seat = asked(ann, bob, table)
        assert who.get(f"/api/tables/{table}/hint?seat={seat}")["key"]
        answer = who.http.get(f"/api/tables/{table}/hint?seat={seat}&level=quick")
        assert (answer.status_code, answer.json().get("error", {}).get("code", "")) == search
        copy = who.post("/api/tables/import", text=who.get(f"/api/tables/{table}/position")["text"], game="zurmat")
        assert hints(who, copy["id"])[2:] == [(200, ""), search]
        row = next(one for one in who.get("/api/tables?mine")["tables"] if one["id"] == table)
        assert (row["help"], row["between_people"]) == (level, True)


def test_the_setting_is_told_before_a_seat_is_taken_and_stays(server: Running) -> None:
    with server.player("Ann") as ann:
        table = ann.table("zurmat", "standard", seats=ALONE)["id"]
        assert ann.http.patch(f"/api/tables/{table}", json={"help": "bot"}).status_code == 200
        ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="person")
        assert ann.refused("PATCH", f"/api/tables/{table}", help="all") == (409, "in-use")
        token = ann.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
        with server.player() as guest:
            assert guest.post(f"/api/tables/{table}/invitation", token=token)["help"] == "bot"
        assert ann.refused("PATCH", f"/api/tables/{table}", help="all") == (409, "in-use")


def test_the_list_of_endpoints_says_of_each_whether_it_helps() -> None:
    from khyber.server.api.endpoints import ENDPOINTS

    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    listed = page.partition("## Engine help")[2].partition("\n## ")[0]
    missing = [f"{one.method} {one.path}" for one in ENDPOINTS if one.path not in listed]
    assert not missing
