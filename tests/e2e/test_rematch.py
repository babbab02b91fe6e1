"""The rematch of a game of three: a late player learns who has left and knows what was hidden."""

from __future__ import annotations

from playwright.sync_api import expect

import khyber
from khyber.engine.history import last_to_choose
from tests.e2e.browsing import BOT, Serving, play_on
from tests.e2e.conftest import Welcoming

PEOPLE = ("taliban", "government", "coalition")


def almost_over() -> str:
    """Play a game with Deception markers at random, up to its last choice of people; return its record."""
    seats = {**dict.fromkeys(PEOPLE, "person"), "warlords": BOT}
    table = khyber.new("distant-plain", scenario="short", options=("deception",), seed=1, seats=seats)
    for seat in PEOPLE:
        table.sit(seat, "random")
    khyber.advance(table)
    table.undo(last_to_choose(table, PEOPLE), agreed=True)
    return table.save()


def test_who_joins_a_rematch_is_told_who_has_seen_a_seat(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno, carla = three = tuple(visitor(serving) for _ in range(3))
    anna.come("Anna")
    made = anna.page.request.post(
        f"{serving.address}/api/tables/import",
        headers={"origin": serving.address},
        data={
            "text": almost_over(),
            "sandbox": False,
            "seats": {"taliban": "me", "government": "open", "coalition": "open", "warlords": BOT},
        },
    )
    assert made.ok, made.text()
    found = made.json()
    for guest, name, seat in ((bruno, "Bruno", "government"), (carla, "Carla", "coalition")):
        guest.come(name, f"#/join/{found['id']}/{found['invites'][seat]}")
        guest.page.get_by_role("button", name=guest.say("join.go")).click()
        guest.at_table()
    anna.page.goto(f"{serving.address}/#/table/{found['id']}")
    anna.at_table()
    play_on(three, 30, lambda: anna.frame["outcome"] is not None)

    anna.page.get_by_role("button", name=anna.say("home.rematch"), exact=True).click()
    anna.page.wait_for_url(lambda url: not url.endswith(found["id"]))
    anna.at_table()
    bruno.page.get_by_role("button", name=bruno.say("home.rematch-join")).click()
    bruno.page.wait_for_url(anna.page.url)
    bruno.at_table()
    assert bruno.frame["seats"] == ["government"]
    gone = bruno.page.request.post(
        f"{serving.address}/api/tables/{bruno.table}/resign", headers={"origin": serving.address}
    )
    assert gone.ok, gone.text()

    page = carla.page
    page.get_by_role("button", name=carla.say("home.rematch-join")).click()
    told, join = page.locator("dialog [data-seen]"), page.get_by_role("button", name=carla.say("join.go"))
    expect(told).to_contain_text(carla.say("handover.told", seat="Government", who="Bruno"))
    expect(join).to_be_disabled()
    for width, height in ((390, 844), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(join).to_be_in_viewport(ratio=1)
    told.get_by_role("button", name=carla.say("app.cancel")).click()
    expect(told).to_have_count(0)
    assert carla.table == found["id"], "it was joined without an answer"
    page.get_by_role("button", name=carla.say("home.rematch-join")).click()
    told.locator("input[name=knowing]").check()
    join.click()
    page.wait_for_url(anna.page.url)
    carla.at_table()
    assert carla.frame["seats"] == ["coalition"]
