"""What the study page asks besides: what was done in a step, scenarios as positions, positions as they are written."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.server.serving import Running
from tests.server.test_study import PLAIN, begun, replay


def test_the_timeline_says_what_was_done(local: Running) -> None:
    ann, table = begun(local)
    turns = ann.get(f"/api/tables/{table}/timeline")["turns"]
    heads = ("operation", "limited-operation", "activity", "event", "passed", "propaganda", "phase")
    for turn in turns:
        steps = range(turn["first"], turn["last"] + 1)
        events = [event for step in steps for event in replay(ann, table, step)["events"]]
        assert turn["done"] == [event["text"] for event in events if event["kind"] in heads]
    assert any(turn["done"] for turn in turns if turn["seat"])
    italian = ann.get(f"/api/tables/{table}/timeline?lang=it")["turns"]
    assert [turn["done"] for turn in italian] != [turn["done"] for turn in turns]


def test_every_scenario_can_be_had_as_a_position(local: Running) -> None:
    ann = local.player("Ann")
    for game in (one for one in ann.get("/api/games") if one["id"] in ("distant-plain", "zurmat")):
        for scenario in game["scenarios"]:
            text = ann.get(f"/api/positions/{game['id']}/{scenario['id']}")["text"]
            checked = ann.post("/api/positions/check", game=game["id"], text=text)
            assert checked["ok"], (game["id"], scenario["id"], checked["problem"])
    assert ann.refused("GET", "/api/positions/distant-plain/peace") == (404, "not-found")
    assert ann.refused("GET", "/api/positions/chess/short") == (404, "not-found")


def test_a_checked_position_is_warned_of_in_the_readers_language(local: Running) -> None:
    ann = local.player("Ann")

    def checked(text: str, lang: str) -> Any:
        return ann.post(f"/api/positions/check?lang={lang}", game="distant-plain", text=text)

    bare = 'active = "taliban"\nspace.paktika = "T 2u"'
    told = checked(bare, "en")
    assert (told["ok"], told["warnings"]) == (True, ["The deck is empty: the game ends after this turn."])
    assert told["view"]["spaces"]["paktika"]["pieces"] == {"taliban-guerrilla-underground": 2}
    assert checked(bare, "it")["warnings"] == ["Il mazzo è vuoto: la partita finisce dopo questo turno."]
    assert checked(f"{bare}\ncards = {{ played = [1], deck = [2] }}", "en")["warnings"] == []
    wrong = checked('step = "sharia"\nactive = "coalition"', "en")
    assert (wrong["ok"], wrong["warnings"], wrong["view"]) == (False, [], None)
    assert wrong["problem"].endswith("active = 'coalition' is impossible in step 'sharia'; valid: taliban")


def test_a_position_that_is_warned_of_can_be_imported(local: Running) -> None:
    """As the lobby does: check it as a position of its game, show the warnings, then import the same text."""
    ann = local.player("Ann")
    bare = 'format = "khyber-position/1"\ngame = "distant-plain"\nactive = "taliban"\nspace.paktika = "T 2u"'
    told = ann.post("/api/positions/check?lang=en", game="distant-plain", text=bare)
    assert told["warnings"] == ["The deck is empty: the game ends after this turn."]
    assert ann.post("/api/tables/import", text=bare, name="last card", game="distant-plain")["id"]
    zurmat = ann.get("/api/positions/zurmat/standard")["text"]
    assert ann.post("/api/positions/check?lang=en", game="zurmat", text=zurmat)["ok"]
    table = ann.post("/api/tables/import", text=zurmat, name="", game="zurmat")["id"]
    assert ann.get(f"/api/tables/{table}")["game"] == "zurmat"


def test_a_checked_position_looks_as_it_is_written(local: Running) -> None:
    """Not as it looks after the deal or the next card, which would come by themselves."""
    ann = local.player("Ann")
    text = ann.get("/api/positions/distant-plain/short")["text"]
    view = ann.post("/api/positions/check", game="distant-plain", text=text)["view"]
    assert (view["sequence"]["step"], view["card"], view["deck"]) == ("deal", None, 0)
    assert view["aid"] == tomllib.loads(text)["tracks"]["aid"]
    table = ann.table(**PLAIN, sandbox=True, seed=7)["id"]
    with ann.watch(table) as socket:
        socket.choose(0)
        now = socket.frame["view"]
    under_way = ann.get(f"/api/tables/{table}/position")["text"]
    assert "since" in tomllib.loads(under_way)
    assert ann.post("/api/positions/check", game="distant-plain", text=under_way)["view"]["action"] == now["action"]
