"""Studying a table over the wire, on both databases: replays, charts, what bots think, branches, positions, cards."""

from __future__ import annotations

from typing import Any

import pytest

import khyber
from khyber.server.library import PRINTED
from khyber.server.study import jobs, study
from tests.agents.test_strong import POSITIONS, asked
from tests.server.serving import Player, Running, Socket, play_on
from tests.server.test_playing import two_people

PLAIN = {"game": "distant-plain", "scenario": "short"}
BOT = "bot:3rd"
ALONE = {"coalition": BOT, "government": BOT, "warlords": BOT, "taliban": "me"}


def replay(player: Player, table: str, step: int, choice: int | None = None) -> Any:
    at = "" if choice is None else f"&choice={choice}"
    return player.get(f"/api/tables/{table}/replay?step={step}{at}")


def begun(running: Running, choices: int = 30) -> tuple[Player, str]:
    """A sandbox of A Distant Plain after that many choices."""
    ann = running.player("Ann")
    table = ann.table(**PLAIN, sandbox=True, seed=7)["id"]
    with ann.watch(table) as socket:
        for number in range(choices):
            socket.choose(number % len(socket.keys))
    return ann, table


def against_bots(running: Running) -> tuple[Player, str, int]:
    """A game with three bots in which the Taliban are asked and a bot has ended a turn, with that step's number."""
    ann = running.player("Ann")
    table = ann.table(**PLAIN, seats=ALONE)["id"]
    with ann.watch(table) as socket:
        socket.until_asked("taliban")
        for _ in range(100):
            socket.choose("pass" if "pass" in socket.keys else socket.keys[0])
            socket.until_asked("taliban")
            ended = ann.get(f"/api/tables/{table}/timeline")
            turns = [one["last"] for one in ended["turns"] if one["seat"] not in ("", "taliban")]
            turns = [step for step in turns if step < len(ended["steps"]) - 1]
            if turns:
                return ann, table, turns[0]
    raise AssertionError("no bot ended a turn")


# -- replays ----------------------------------------------------------------------------------------------


def test_a_game_is_gone_through_choice_by_choice(running: Running) -> None:
    ann, table = begun(running)
    with ann.watch(table) as socket:
        now = socket.frame
    steps = ann.get(f"/api/tables/{table}")["steps"]
    told: list[str] = []
    for step in range(1, steps + 2):
        end = replay(ann, table, step)
        assert (end["choice"], end["step"], end["steps"]) == (end["choices"], step, steps)
        for choice in range(end["choices"] + 1):
            moment = replay(ann, table, step, choice)
            assert (moment["asked"] is None) == (choice == 0)
            assert [event["text"] for event in moment["events"]] == [event["text"] for event in end["events"]][
                : len(moment["events"])
            ]
        assert moment == end
        told += [event["text"] for event in end["events"]]
    assert told == [event["text"] for event in now["events"]]
    assert end["view"] == now["view"]
    assert replay(ann, table, 0)["view"]["sequence"]["step"] == "deal"


def test_what_was_asked_and_answered_is_told_in_words(running: Running) -> None:
    ann = running.player("Ann")
    table = ann.table(**PLAIN, sandbox=True, seed=7)["id"]
    with ann.watch(table) as socket:
        step = ann.get(f"/api/tables/{table}")["steps"] + 1
        asked, option = socket.frame["decision"], socket.frame["decision"]["options"][1]
        socket.choose(option["key"])
    moment = replay(ann, table, step, 1)
    assert moment["asked"] == {
        "seat": asked["seat"],
        "question": asked["question"],
        "answer": option["text"],
        "key": option["key"],
        "about": option["about"],
    }
    italian = ann.get(f"/api/tables/{table}/replay?step={step}&choice=1&lang=it")
    assert italian["asked"]["question"] != asked["question"]


def test_secret_answers_are_told_to_others_when_the_game_is_over(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        offered = north.keys[0]
        play_on(north, south, choices=1)
        assert replay(ann, table, 2, 1)["asked"]["key"] == offered
        hidden = replay(bob, table, 2, 1)
        assert hidden["asked"] == {"seat": "north", "question": "", "answer": "", "key": "", "about": {}}
        assert hidden["view"]["offers"]["north"] == "unseen"
        assert hidden["choices"] == 1
        play_on(north, south)
    shown = replay(bob, table, 2, 1)
    assert shown["asked"]["key"] == offered
    assert shown["view"]["offers"]["north"] == offered
    with running.player("Eve") as eve:
        assert replay(eve, table, 2, 1) == shown


def test_an_aside_is_a_moment_of_its_own(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south, choices=2)
        coins = replay(ann, table, 3, 0)["view"]["coins"]
        assert north.choose("give", "north")["type"] == "ack"
        moment = replay(bob, table, 3, 1)
        assert (moment["asked"]["seat"], moment["asked"]["question"], moment["asked"]["key"]) == ("north", "", "give")
        assert moment["view"]["coins"] == [coins[0] - 1, coins[1] + 1]


def test_moments_that_are_not_there(running: Running) -> None:
    ann, _, table = two_people(running)
    for query, told in (
        ("step=9", (404, "not-found")),
        ("step=2&choice=1", (404, "not-found")),
        ("step=0&choice=1", (404, "not-found")),
        ("step=1&choice=-1", (400, "bad-request")),
        ("step=1&choice=x", (400, "bad-request")),
        ("choice=1", (400, "bad-request")),
    ):
        assert ann.refused("GET", f"/api/tables/{table}/replay?{query}") == told, query
    with ann.watch(table) as north:
        assert north.frame["version"] == 0


def test_a_private_table_is_not_studied_by_strangers(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Eve") as eve:
        table = ann.table(seats={"north": "me", "south": "open"}, public=False)["id"]
        for path in ("replay?step=0", "timeline", "why?step=1", "hint?seat=north", "position", "position?step=0"):
            assert eve.refused("GET", f"/api/tables/{table}/{path}") == (404, "not-found"), path
        assert eve.refused("POST", f"/api/tables/{table}/branch", step=1) == (404, "not-found")


@pytest.mark.parametrize("table", ["none", "%00", "a" * 500, "'"])
def test_tables_that_are_not_there_cannot_be_studied(local: Running, table: str) -> None:
    ann = local.player("Ann")
    for path in ("replay?step=0", "timeline", "why?step=1", "hint?seat=north", "position"):
        assert ann.refused("GET", f"/api/tables/{table}/{path}") == (404, "not-found"), path
    assert ann.refused("POST", f"/api/tables/{table}/branch", step=1) == (404, "not-found")


# -- charts -----------------------------------------------------------------------------------------------


def test_the_timeline_tells_every_step_and_its_measures(running: Running) -> None:
    ann, table = begun(running)
    timeline = ann.get(f"/api/tables/{table}/timeline")
    steps = ann.get(f"/api/tables/{table}")["steps"]
    assert [moment["step"] for moment in timeline["steps"]] == list(range(steps + 2))
    series = {one["id"]: one for one in timeline["series"]}
    assert {one["group"] for one in series.values()} == {"margins", "totals", "support", "resources", "tracks"}
    assert series["margin:taliban"] == {
        "id": "margin:taliban",
        "name": "Victory margin, Taliban",
        "group": "margins",
        "seat": "taliban",
        "threshold": 0,
    }
    for moment in timeline["steps"]:
        then = replay(ann, table, moment["step"])
        assert set(moment["values"]) == set(series)
        assert moment["choices"] == then["choices"]
        assert moment["name"] == then["name"]
        view = then["view"]
        assert moment["values"]["margin:coalition"] == view["margins"]["coalition"]
        assert moment["values"]["resources:taliban"] == view["resources"]["taliban"]
        assert moment["values"]["support"] == sum(
            space["population"] for space in view["spaces"].values() if space["level"] == "support"
        )
    assert [step for turn in timeline["turns"] for step in range(turn["first"], turn["last"] + 1)] == list(
        range(steps + 2)
    )
    first = next(turn for turn in timeline["turns"] if turn["seat"])
    assert first["seat"] == "taliban" and first["name"] == first["round"] and timeline["turns"][0]["name"] == ""
    assert "Margine" in ann.get(f"/api/tables/{table}/timeline?lang=it")["series"][0]["name"]


def test_the_timeline_keeps_up_with_choices_and_with_what_is_taken_back(running: Running) -> None:
    ann, table = begun(running)
    before = ann.get(f"/api/tables/{table}/timeline")
    with ann.watch(table) as socket:
        assert socket.undo("taliban")["type"] == "ack"
        shorter = ann.get(f"/api/tables/{table}/timeline")
        assert len(shorter["steps"]) < len(before["steps"])
        assert shorter["steps"][:-1] == before["steps"][: len(shorter["steps"]) - 1]
        for _ in range(20):
            socket.choose(-1)
    longer = ann.get(f"/api/tables/{table}/timeline")
    assert len(longer["steps"]) == ann.get(f"/api/tables/{table}")["steps"] + 2
    for moment in longer["steps"]:
        assert moment["values"]["aid"] == replay(ann, table, moment["step"])["view"]["aid"]


def test_a_game_without_measures_has_a_timeline_all_the_same(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south)
    timeline = bob.get(f"/api/tables/{table}/timeline")
    assert timeline["series"] == []
    assert [moment["name"] for moment in timeline["steps"][:4]] == ["", "deal", "bid", "turn north"]
    assert [moment["choices"] for moment in timeline["steps"][:4]][:3] == [0, 0, 2]
    assert len(timeline["steps"]) == bob.get(f"/api/tables/{table}")["steps"] + 1  # nothing is under way any more
    assert [turn["name"] for turn in timeline["turns"][:4]] == ["", "deal", "bid", "turn north"]


@pytest.mark.parametrize("game", ["zurmat", "enduring-freedom"])
def test_a_game_is_divided_into_its_turns(local: Running, game: str) -> None:
    played = khyber.play(game, seed=5, seats="bot:standard")
    ann = local.player("Ann")
    table = ann.post("/api/tables/import", text=played.save(), game=game)["id"]
    timeline = ann.get(f"/api/tables/{table}/timeline")
    own = [turn for turn in timeline["turns"] if turn["seat"]]
    if game == "zurmat":
        operations = [event.params["operation"] for event in played.all_events() if event.kind == "operation"]
        months = [turn["round"] for turn in own]
        assert months[:4] == ["March", "March", "April", "April"] and len(own) == len(operations)
        assert [turn["name"].lower() for turn in own] == [
            f"{month}: {operation}".lower() for month, operation in zip(months, operations, strict=True)
        ]
        assert any(turn["name"] == "April: Event and population" and not turn["seat"] for turn in timeline["turns"])
    else:
        names = [f"Turn {n}" for n in range(1, played.state.turn + 1)]
        assert [turn["mark"] for turn in timeline["turns"] if turn["mark"]] == names
        assert list(dict.fromkeys(turn["round"] for turn in own)) == names
        assert all(turn["name"].startswith(f"{turn['round']}, ") for turn in own)
    longest = max(own, key=lambda turn: turn["last"] - turn["first"])
    first, last = longest["first"], longest["last"]
    whole = ann.get(f"/api/tables/{table}/replay?step={last}&since={first}")["events"]
    alone = [ann.get(f"/api/tables/{table}/replay?step={step}")["events"] for step in range(first, last + 1)]
    assert [event["text"] for event in whole] == [event["text"] for events in alone for event in events]
    assert [event["step"] for event in whole] == [event["step"] for events in alone for event in events]


def test_a_moment_says_what_its_turn_is_called_so_far(local: Running) -> None:
    record = khyber.play("enduring-freedom", seed=5, seats="bot:standard").save()
    ann = local.player("Ann")
    table = ann.post("/api/tables/import", text=record, game="enduring-freedom")["id"]
    turns = ann.get(f"/api/tables/{table}/timeline")["turns"]
    step = next(turn["first"] for turn in turns if turn["name"] == "Turn 3, J-1 and J-2")
    choices = ann.get(f"/api/tables/{table}/replay?step={step}")["choices"]
    names = [ann.get(f"/api/tables/{table}/replay?step={step}&choice={n}")["turn"] for n in range(choices)]
    assert list(dict.fromkeys(names)) == ["Turn 3, J-1", "Turn 3, J-2"]


# -- bots -------------------------------------------------------------------------------------------------


def test_a_bot_tells_why_and_what_it_would_do(running: Running) -> None:
    ann, table, turn = against_bots(running)
    steps = ann.get(f"/api/tables/{table}/timeline")["steps"]
    told = ann.get(f"/api/tables/{table}/why?step={turn}")["explanations"]
    assert [(one["step"], one["bot"]) for one in told] == [(turn, BOT)]
    assert told[0]["reasons"] and told[0]["answers"] and not told[0]["stopped"] and not told[0]["untold"]
    asked = [replay(ann, table, turn, n + 1)["asked"] for n in range(len(told[0]["answers"]))]
    assert [(one["question"], one["answer"]) for one in asked] == [
        (one["question"], one["answer"]) for one in told[0]["answers"]
    ]
    italian = ann.get(f"/api/tables/{table}/why?step={turn}&lang=it")["explanations"]
    assert italian[0]["reasons"] != told[0]["reasons"]
    card = next(moment["step"] for moment in steps if moment["name"] == "card")
    assert ann.get(f"/api/tables/{table}/why?step={card}") == {"explanations": []}
    hint = ann.get(f"/api/tables/{table}/hint?seat=taliban")
    with ann.watch(table) as socket:
        offered = {option["key"]: option["text"] for option in socket.frame["decision"]["options"]}
    assert (hint["seat"], hint["bot"], hint["silent"]) == ("taliban", BOT, "")
    assert hint["text"] == offered[hint["key"]]
    assert hint["reasons"]


@pytest.mark.parametrize("game", ["zurmat", "enduring-freedom"])
def test_a_bot_tells_why_for_a_whole_turn_at_once(local: Running, game: str) -> None:
    ann = local.player("Ann")
    record = khyber.play(game, seed=5, seats="bot:standard").save()
    table = ann.post("/api/tables/import", text=record, game=game)["id"]
    turns = [turn for turn in ann.get(f"/api/tables/{table}/timeline")["turns"] if turn["seat"]]
    turn = max(turns, key=lambda turn: turn["last"] - turn["first"])
    first, last = turn["first"], turn["last"]
    assert last - first >= 3
    whole = ann.get(f"/api/tables/{table}/why?since={first}&step={last}")["explanations"]
    alone = [ann.get(f"/api/tables/{table}/why?step={step}")["explanations"] for step in range(first, last + 1)]
    assert whole == [one for found in alone for one in found]
    assert sum(len(one["answers"]) for one in whole) > max(sum(len(one["answers"]) for one in told) for told in alone)
    assert ann.get(f"/api/tables/{table}/why?since={last + 5}&step={last}")["explanations"] == alone[-1]


def test_only_so_many_steps_are_explained_at_once(local: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MAX_EXPLAINED", 2)
    ann = local.player("Ann")
    table = ann.post("/api/tables/import", text=khyber.play("zurmat", seed=5, seats="random").save())["id"]
    assert ann.get(f"/api/tables/{table}/why?since=8&step=9") == {"explanations": []}
    assert ann.refused("GET", f"/api/tables/{table}/why?since=7&step=9") == (409, "too-many")


def test_a_search_that_there_is_no_time_for_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    table = asked(*POSITIONS[0])
    table.sit(POSITIONS[0][1], "agent:quick@1w")
    table.choose(0)
    steps = range(len(table.steps), len(table.steps) + 1)
    told = jobs.explain_steps(PRINTED, table.record(), steps, "en")
    assert told is not None and told[0].reasons and not told[0].stopped
    monkeypatch.setattr(jobs, "SEARCHING", -1.0)
    rest = jobs.explain_steps(PRINTED, table.record(), steps, "en")
    assert rest is not None and rest[0].stopped and not rest[0].reasons
    assert rest[0].answers == told[0].answers


def test_whom_no_bot_helps(running: Running) -> None:
    ann, bob, table = two_people(running, help="all")
    assert ann.get(f"/api/tables/{table}/hint?seat=north")["silent"] == "no-bot"
    assert bob.refused("GET", f"/api/tables/{table}/hint?seat=south") == (409, "not-your-turn")
    assert bob.refused("GET", f"/api/tables/{table}/hint?seat=north") == (403, "forbidden")
    assert bob.refused("GET", f"/api/tables/{table}/hint?seat=nobody") == (404, "not-found")
    assert bob.refused("GET", f"/api/tables/{table}/hint?seat=") == (400, "bad-request")
    assert running.player().refused("GET", f"/api/tables/{table}/hint?seat=north") == (401, "not-signed-in")
    for step, told in ((0, (400, "bad-request")), (9, (404, "not-found"))):
        assert ann.refused("GET", f"/api/tables/{table}/why?step={step}") == told
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south)
    assert ann.refused("GET", f"/api/tables/{table}/hint?seat=north") == (409, "over")


# -- branches and positions -------------------------------------------------------------------------------


def stored_table(running: Running, table: str) -> Any:
    """The table in the server's memory."""
    return running.server.tables.lives[table].table


def test_a_running_game_is_branched_from_any_moment_in_an_imagined_world(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south, choices=3)
        before = ann.http.get(f"/api/tables/{table}/record").text
        worlds = set()
        for step, choice in ((1, None), (2, None), (2, 0), (2, 1), (2, 2), (3, 0)):
            body = {"step": step} if choice is None else {"step": step, "choice": choice}
            made = ann.post(f"/api/tables/{table}/branch", **body)["id"]
            moment = replay(ann, table, step, choice)
            with ann.watch(made) as sandbox:
                assert sandbox.frame["view"]["hands"]["north"] == moment["view"]["hands"]["north"]
                assert sandbox.frame["view"]["coins"] == moment["view"]["coins"]
                assert len(sandbox.frame["seats"]) == 2
                play_on(sandbox)
            worlds.add(str(stored_table(running, made).header.seed))
        assert len(worlds) == 6
        assert ann.http.get(f"/api/tables/{table}/record").text == before


def test_a_game_that_is_over_is_branched_exactly_with_other_dice_to_come(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south)
    whole = stored_table(running, table)
    made = bob.post(f"/api/tables/{table}/branch", step=2, choice=1)["id"]
    bob.get(f"/api/tables/{made}")
    sandbox = stored_table(running, made)
    assert sandbox.state.bag == whole.game.state_type.unpack(whole.steps[0].after).bag
    assert (sandbox.header.seed, sandbox.branch) == (whole.header.seed, whole.branch + 1)
    assert [step.after for step in sandbox.steps] == [step.after for step in whole.steps[:1]]
    assert replay(bob, made, 2, 1)["asked"] == replay(bob, table, 2, 1)["asked"]
    with bob.watch(made) as alone:
        play_on(alone)
    assert bob.refused("POST", f"/api/tables/{table}/branch") == (415, "unsupported")
    assert bob.http.post(f"/api/tables/{table}/branch", json={}).json()["error"]["code"] == "over"
    assert bob.refused("POST", f"/api/tables/{table}/branch", step=len(whole.steps)) == (409, "over")
    set_up = bob.post(f"/api/tables/{table}/branch", step=0)["id"]
    assert bob.get(f"/api/tables/{set_up}")["steps"] == 1  # redealt
    assert stored_table(running, set_up).state.bag != sandbox.state.bag


def test_branches_that_cannot_be(running: Running) -> None:
    ann, _, table = two_people(running)
    for body, told in (
        ({"step": 9}, (404, "not-found")),
        ({"step": 2, "choice": 1}, (404, "not-found")),
        ({"choice": 1}, (400, "bad-request")),
        ({"step": 0, "choice": 1}, (400, "bad-request")),
        ({"step": -1}, (400, "bad-request")),
        ({"step": "1"}, (400, "bad-request")),
        ({"steps": 1}, (400, "bad-request")),
    ):
        assert ann.refused("POST", f"/api/tables/{table}/branch", **body) == told, body
    assert running.player().refused("POST", f"/api/tables/{table}/branch", step=1) == (401, "not-signed-in")
    assert len(ann.get("/api/tables?mine")["tables"]) == 1


def test_positions_are_written_checked_and_brought_in(running: Running) -> None:
    ann, table = begun(running)
    for query in ("", "?step=0", "?step=3"):
        text = ann.get(f"/api/tables/{table}/position{query}")["text"]
        checked = ann.post("/api/positions/check", game="distant-plain", text=text)
        assert (checked["ok"], checked["problem"]) == (True, None)
        if query:
            assert checked["view"]["spaces"] == replay(ann, table, int(query[-1]))["view"]["spaces"]
    now = ann.get(f"/api/tables/{table}/position")["text"]
    made = ann.post("/api/tables/import", text=now, game="distant-plain")["id"]
    with ann.watch(table) as here, ann.watch(made) as there:
        for part in ("spaces", "resources", "card", "next", "action"):
            assert here.frame["view"][part] == there.frame["view"][part]
        assert here.keys == there.keys
    assert ann.refused("GET", f"/api/tables/{table}/position?step=99") == (404, "not-found")


@pytest.mark.parametrize(
    "text",
    [
        "active = 7",
        "nonsense",
        '{"format": "khyber-record/1"}',
        "tracks = { taliban = 999 }",
        "= = =",
        "space.atlantis = { taliban-base = 1 }",
    ],
)
def test_positions_that_cannot_be(local: Running, text: str) -> None:
    ann = local.player("Ann")
    checked = ann.post("/api/positions/check", game="distant-plain", text=text)
    assert (checked["ok"], checked["view"]) == (False, None)
    assert checked["problem"]
    assert ann.refused("POST", "/api/positions/check", game="chess", text=text) == (404, "not-found")
    assert ann.refused("POST", "/api/positions/check", game="distant-plain", text="") == (400, "bad-request")
    assert local.player().refused("POST", "/api/positions/check", game="zurmat", text=text) == (401, "not-signed-in")


# -- cards ------------------------------------------------------------------------------------------------


def test_cards_are_told_in_both_languages_with_where_that_comes_from(local: Running) -> None:
    ann = local.player()
    english, italian = (ann.get(f"/api/cards/distant-plain?lang={lang}")["cards"] for lang in ("en", "it"))
    assert [card["number"] for card in english] == [*range(1, 73), *range(201, 207)]
    assert {card["origin"] for card in english} == {"rulebook", "public-source", "reconstructed"}
    assert all(card["unshaded"] and card["origin_text"] and "⟦" not in str(card) for card in (*english, *italian))
    assert english[0]["order"] == ["coalition", "taliban", "government", "warlords"]
    assert english[0]["capability"] and not english[0]["momentum"]
    assert all(one["unshaded"] != other["unshaded"] for one, other in zip(english, italian, strict=True))
    assert [len(card["origin_text"].splitlines()) for card in english[:2]] == [2, 2]
    assert ann.get("/api/cards/distant-plain?lang=xx")["cards"] == english
    assert ann.get("/api/cards/tiny")["cards"] == []
    zurmat = {card["id"]: card for card in ann.get("/api/cards/zurmat?lang=it")["cards"]}
    assert len(zurmat) == 18 + 20 + 12 + 3
    assert zurmat["us-die"]["facts"] == "2 Colpi, 2 Parate, 2 facce vuote"
    assert (zurmat["4"]["number"], zurmat["4"]["group"]) == (4, "Carte Evento")
    assert ann.refused("GET", "/api/cards/chess") == (404, "not-found")


def options_of(socket: Socket) -> list[dict[str, Any]]:
    return list(socket.frame["decision"]["options"])


def test_options_say_what_they_are_about(running: Running) -> None:
    ann = running.player("Ann")
    table = ann.table(**PLAIN, sandbox=True, seed=7)["id"]
    with ann.watch(table) as socket:
        while not any("space" in option["about"] for option in options_of(socket)):
            socket.choose(0)
        spaces = socket.frame["view"]["spaces"]
        assert all(option["about"]["space"] in spaces for option in options_of(socket) if option["about"])
        socket.say("asides")
        asides = [option for options in socket.until("asides")["asides"].values() for option in options]
        assert asides and all(option["about"] for option in asides if option["key"] != "pause")
