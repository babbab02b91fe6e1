"""Nothing that a caller may choose freely becomes a key that the server keeps."""

from __future__ import annotations

from pathlib import Path

import khyber
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
