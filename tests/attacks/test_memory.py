"""Nothing that a caller may choose freely becomes a key that the server keeps."""

from __future__ import annotations

import functools
import gc
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

import khyber
from khyber.engine.errors import BadRecord
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.enduring_freedom.bots import climate
from khyber.games.enduring_freedom.bots.estimates import edge_odds
from khyber.games.zurmat.bots import odds
from khyber.server.api.calls import Endpoint
from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.tables import bots
from khyber.server.tables.tables import size
from tests.server.serving import Running, until


def test_an_analysis_in_a_language_that_does_not_exist_is_the_one_kept_in_english(tmp_path: Path) -> None:
    text = khyber.play("zurmat", seed=4, seats="random").save()
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        table = mallory.post("/api/tables/import", text=text, game="zurmat")["id"]
        until(lambda: mallory.get(f"/api/tables/{table}/analysis?lang=en")["turns"])
        for number in range(40):
            mallory.get(f"/api/tables/{table}/analysis?lang=l{number}")
        (kept,) = server.server.analyses._kept.values()
        assert {lang for _, lang in kept.told} == {"en"}


def test_a_table_keeps_words_in_its_own_languages_only(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        table = mallory.table("distant-plain")["id"]
        for number in range(40):
            mallory.get(f"/api/tables/{table}?lang=l{number}")
            with mallory.watch(table, lang=f"l{number}"):
                pass
        live = server.server.tables.lives[table]
        assert set(live._words) <= {"en", "it"} and set(live._names) <= {"en", "it"}


def with_own_data(cards: int, letters: int) -> str:
    """A record of a game with that many cards of the user's own, each with so many characters on where it is from."""
    fields = json.loads(khyber.new("distant-plain", seed=1).save())
    printed = DistantPlain().cards.texts
    own = {
        str(card): {
            side: {"steps": [{"do": "track", "track": "taliban", "gain": 1}], "provenance": "x" * letters}
            for side in printed[card]
        }
        for card in list(printed)[:cards]
    }
    return json.dumps({**fields, "replaced": own})


def test_a_record_has_no_more_data_of_its_own_than_a_file_may_have() -> None:
    assert khyber.load(with_own_data(20, 8_000)).header.setup.replaced
    with pytest.raises(BadRecord, match="'replaced' has"):
        khyber.load(with_own_data(60, 9_000))


def test_an_idle_table_counts_with_the_data_it_was_begun_with(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        made = mallory.post("/api/tables/import", text=with_own_data(20, 8_000), game="distant-plain", sandbox=True)
        mallory.get(f"/api/tables/{made['id']}")
        assert size(server.server.tables.lives[made["id"]]) > 2 * 20 * 8_000


def test_tables_without_people_are_not_remembered_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MAX_ASLEEP", 5)
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        for _ in range(12):
            mallory.table(seats={"north": "random", "south": "random"})
        until(lambda: not server.server.bots.queue)
        assert len(server.server.bots._alone) <= 5


def test_what_is_kept_of_a_function_of_users_data_is_bounded() -> None:
    for kept in (odds.odds, odds.hits, odds.expected_losses, climate.cost_ahead, climate.cost_with, edge_odds):
        assert kept.cache_info().maxsize


def unbounded() -> dict[str, int]:
    """The entries of every cache that forgets nothing."""
    found = [one for one in gc.get_objects() if type(one) is functools._lru_cache_wrapper]
    return {
        f"{one.__module__}.{one.__qualname__}": info.currsize
        for one in found
        if (info := one.cache_info()).maxsize is None
    }


def wild(endpoint: Endpoint, table: str, number: int) -> str:
    """An address of that endpoint with what a caller may choose freely chosen so."""
    free = {"game": "zurmat", "id": table, "scenario": "standard"} if number % 2 else {}
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda name: free.get(name[1], f"w{number}"), endpoint.path)
    query = {"lang": f"l{number}", "q": f"q{number}", "level": f"v{number}", "seat": f"s{number}", "mine": f"m{number}"}
    return f"{path}?{urlencode({**query, 'step': number, 'choice': number, 'table': f't{number}'})}"


def test_no_address_makes_a_cache_grow_that_forgets_nothing(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        table = mallory.table("zurmat", "standard", seats={"coalition": "me", "taliban": "me"}, sandbox=True)["id"]
        asked = [one for one in ENDPOINTS if one.method == "GET" and one.path != "/api/me/export"]
        sizes = []
        for first in (0, 2, 4):
            for endpoint in asked:
                for number in (first, first + 1):
                    mallory.http.get(wild(endpoint, table, number + 10 * first))
                    mallory.http.get(f"{wild(endpoint, table, number).partition('?')[0]}?lang=l{number}")
            sizes.append(unbounded())
    assert len(asked) > 25 and sizes[0]
    assert sizes[2] == sizes[1]
