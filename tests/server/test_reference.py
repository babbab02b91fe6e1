"""Reference: search of the rules, aids, the glossary, and the tutorial, which can be played as written."""

from __future__ import annotations

from msgspec import UNSET

from khyber.catalogue import GAMES
from khyber.engine.provenance import MARK
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.reference import glossary, tutorial
from khyber.games.distant_plain.text import rule_texts
from khyber.server.library import PRINTED_GAMES
from khyber.server.tables import frames
from tests.enduring_freedom.tables import table, z
from tests.server.serving import Running


def test_rules_are_searched_in_a_language(local: Running) -> None:
    with local.player() as anybody:
        every = anybody.get("/api/rules/distant-plain?lang=it")["rules"]
        assert [rule["number"] for rule in every] == list(rule_texts("it").numbers())
        found = anybody.get("/api/rules/distant-plain?q=rimpatriati&lang=it")["rules"]
        assert "4.3.1" in [rule["number"] for rule in found]
        assert all("rimpatriati" in rule["snippet"].lower() for rule in found)
        assert anybody.get("/api/rules/distant-plain?q=rimpatriati")["rules"] == []
        assert anybody.get("/api/rules/zurmat?q=declare")["rules"]
        assert anybody.get("/api/rules/distant-plain/3.3.1")["title"] == "Rally"
        assert anybody.refused("GET", "/api/rules/chess") == (404, "not-found")
        assert anybody.refused("GET", f"/api/rules/distant-plain?q={'a' * 201}") == (400, "bad-request")


def test_rules_come_with_their_printed_tables(local: Running) -> None:
    with local.player() as anybody:
        [found] = anybody.get("/api/rules/enduring-freedom/30.2?lang=it")["tables"]
        assert found["title"] == "Tabella dei luoghi casuali" and found["rows"][2][1]["text"] == "Zaranj"
        rules = {rule["number"]: rule for rule in anybody.get("/api/rules/enduring-freedom")["rules"]}
        assert [one["id"] for one in rules["16.2"]["tables"]] == ["staging-areas", "roads"]
        assert rules["3.4"]["tables"] == []
        assert anybody.get("/api/rules/distant-plain/3.3.1")["tables"] == []


def test_what_is_reconstructed_comes_with_names_cards_tables_and_aids(local: Running) -> None:
    with local.player() as anybody:
        marked = {game: anybody.get(f"/api/texts/{game}/en")["reconstructed"] for game in GAMES}
        assert "06" in marked["zurmat"]["tiles"] and "us-dagger" in marked["enduring-freedom"]["ground"]
        assert "2" not in marked["zurmat"]["event"] and "15" in marked["zurmat"]["event"]
        terrain = marked["distant-plain"]["terrain-of"]
        assert "badakhshan" in terrain and "kabul" not in terrain
        cards = {card["number"]: card["reconstructed"] for card in anybody.get("/api/cards/distant-plain")["cards"]}
        assert (cards[24], cards[3], cards[2]) == ([], ["unshaded", "shaded"], ["unshaded", "shaded"])
        assert cards[4] == ["unshaded"], "its shaded text is in a public source"
        [table] = anybody.get("/api/rules/enduring-freedom/30.2")["tables"]
        assert table["reconstructed"]
        zones = anybody.get("/api/rules/enduring-freedom/8.2")["tables"][0]
        assert {row[0]["text"] for row in zones["rows"] if not row[0]["reconstructed"]} == {"Tora Bora"}
        assert MARK in anybody.get("/api/aids/distant-plain/taliban?lang=it")["legend"]


def test_what_a_game_warns_of_comes_with_the_option() -> None:
    words = PRINTED_GAMES.words("enduring-freedom", "it")
    playing = table({"kabul": z(shown="tb-inf1")}, step="air", boxes={"joint-strike": ["us-b52", "us-b1"]})
    asked = frames.question(playing, words, ("coalition",))
    assert asked is not None and asked.options
    assert {option.key: option.warning for option in asked.options if option.warning is not UNSET} == {
        "done": "2 aerei non hanno ancora un bersaglio. Concludi comunque il movimento aereo?"
    }


def test_aids_and_glossary_come_in_a_language(local: Running) -> None:
    with local.player() as anybody:
        for seat in SEATS:
            aid = anybody.get(f"/api/aids/distant-plain/{seat}?lang=it")
            assert aid["title"].startswith("Aiuto di fazione: ")
            assert {section["group"] for section in aid["sections"]} == {group["id"] for group in aid["groups"]}
            assert all(section["lines"] for section in aid["sections"])
        terms = anybody.get("/api/glossary/distant-plain?lang=it")["terms"]
        assert [term["id"] for term in terms] == [term.id for term in glossary("it")]
        labels = anybody.get("/api/texts/distant-plain/it")["labels"]
        assert {key for key in labels if key.startswith("help.")} == {f"help.{term['id']}" for term in terms}
        assert labels["help.momentum"] == next(term["text"] for term in terms if term["id"] == "momentum")
        assert labels["term.aid"] == "Aiuti"
        assert labels["rule.3.3.1"] == rule_texts("it").find("3.3.1").title  # type: ignore[union-attr]
        assert anybody.get("/api/texts/zurmat/it")["labels"]["rule.population"] == "Influenza sulla popolazione"
        for path in (
            "/api/aids/distant-plain/iran",
            "/api/aids/tiny/north",
            "/api/aids/zurmat/warlords",
            "/api/aids/enduring-freedom/taliban",
            "/api/glossary/tiny",
            "/api/tutorials/tiny",
        ):
            assert anybody.refused("GET", path) == (404, "not-found")


def test_the_guidecan_be_played_as_written(local: Running) -> None:
    with local.player("Ann") as ann, local.player() as nobody:
        guide = ann.get("/api/tutorials/distant-plain?lang=it")
        assert [step["key"] for step in guide["steps"]] == [step.key for step in tutorial("it").steps]
        assert guide["title"] == "La tua prima partita"
        assert nobody.refused("POST", "/api/tutorials/distant-plain") == (401, "not-signed-in")
        assert ann.refused("POST", "/api/tutorials/tiny") == (404, "not-found")
        table = ann.post("/api/tutorials/distant-plain?lang=it")["id"]
        info = ann.get(f"/api/tables/{table}")
        assert info["sandbox"]
        assert [seat["agent"] for seat in info["seats"]].count("person") == 1
        with ann.watch(table) as socket:
            for step in guide["steps"]:
                socket.until_asked(guide["seat"])
                assert socket.frame["decision"]["ask"] == step["ask"]
                assert step["key"] in socket.keys
                assert socket.choose(step["key"])["type"] == "ack"
            socket.until_asked(guide["seat"])
            assert "extort" in socket.keys


def test_a_first_game_may_begin_after_an_opening(local: Running) -> None:
    with local.player("Ann") as ann:
        guide = ann.get("/api/tutorials/zurmat?lang=en")
        table = ann.post("/api/tutorials/zurmat?lang=en")["id"]
        assert ann.get(f"/api/tables/{table}")["sandbox"]
        with ann.watch(table) as socket:
            for step in guide["steps"]:
                socket.until_asked(guide["seat"])
                assert socket.frame["decision"]["ask"] == step["ask"]
                assert socket.choose(step["key"])["type"] == "ack"
