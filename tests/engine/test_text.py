"""Sentences that agree with a name in gender and number, as languages other than English need."""

from __future__ import annotations

import pytest

from khyber.engine.decision import Message
from khyber.engine.text import Catalogue, MissingText, Vocabulary, read_entries

ENTRIES = read_entries(
    """
[unit]
guard = { name = "Guardia", agree = "f" }
scouts = { name = "Esploratori", agree = "mp" }
ram = "Ariete"
[log]
lost = { by = "unit:agree", f = "{unit}, perduta", mp = "{unit}, perduti", no = "perduta l’unità {unit}" }
""",
    "an example",
)
WORDS = Catalogue("it", ENTRIES, Vocabulary(words={"unit": "unit"}), strict=True)


@pytest.mark.parametrize(
    ("unit", "said"),
    [("guard", "Guardia, perduta"), ("scouts", "Esploratori, perduti"), ("ram", "perduta l’unità Ariete")],
)
def test_a_sentence_agrees_with_a_name(unit: str, said: str) -> None:
    assert WORDS.say(Message("log.lost", {"unit": unit})) == said
    assert WORDS.called("unit", unit) in said, "the name itself is not changed"
    assert WORDS.params("log.lost") == {"unit"}


def test_a_name_of_an_own_file_has_no_gender() -> None:
    own = WORDS.naming({"unit": {"guard": "Veterani"}})
    assert own.say(Message("log.lost", {"unit": "guard"})) == "perduta l’unità Veterani"


def test_what_a_sentence_must_agree_with_may_not_be_missing() -> None:
    with pytest.raises(MissingText, match="unit"):
        WORDS.say(Message("log.lost", {}))
