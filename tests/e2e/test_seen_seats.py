"""A seat that somebody has seen: the others are asked, and who is invited is told, in either language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming


def invited(serving: Serving, visitor: Welcoming, locale: str, name: str, link: str) -> Visitor:
    """Somebody who opens an invitation as a guest."""
    guest = visitor(serving, locale=locale)
    guest.come(name, link.removeprefix(f"{serving.address}/"))
    expect(guest.page.locator("[data-invitation] dl")).to_be_visible()
    return guest


def take(guest: Visitor) -> None:
    guest.page.get_by_role("button", name=guest.say("join.go")).click()
    guest.at_table()


def at_the_seats(host: Visitor) -> None:
    host.page.get_by_role("tab", name=host.say("table.seats")).click()
    host.page.get_by_text(host.say("table.manage")).click()


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_others_agree_and_the_guest_is_told(serving: Serving, visitor: Welcoming, locale: str) -> None:
    host = visitor(serving, locale=locale)
    host.come("Anna")
    option = {"en-GB": "Deception", "it-IT": "Inganno"}[locale]
    host.new_table(options=(option,), coalition="me", government="open", taliban="open")
    expect(host.page.locator("input[readonly]")).to_have_count(2)
    links = [one.input_value() for one in host.page.locator("input[readonly]").all()]
    host.page.get_by_role("link", name=host.say("new.to-table")).click()
    host.at_table()
    bruno = invited(serving, visitor, locale, "Bruno", links[0])
    expect(bruno.page.locator("[data-invitation] [data-seen]")).to_have_count(0)
    take(bruno)
    carla = invited(serving, visitor, locale, "Carla", links[1])
    take(carla)
    table = carla.table
    assert carla.page.request.delete(f"{serving.address}/api/me", headers={"origin": serving.address}).ok
    host.until(lambda: any(one["seat"] == "taliban" and not one["player"] for one in host.frame["players"]))

    page, seat = host.page, host.frame["players"][2]["name"]
    at_the_seats(host)
    page.locator("[data-invite=taliban]").click()
    seen = page.locator("[data-seen=taliban]")
    expect(seen).to_contain_text(host.say("handover.seen", seat=seat))
    seen.get_by_role("button", name=host.say("handover.ask")).click()
    told = bruno.page.locator("[data-handover=asked]")
    expect(told).to_contain_text(bruno.say("handover.asked", seat=seat, who="Carla"))
    expect(page.locator("[data-handover=asked]")).to_contain_text("Carla")
    for width, height in ((1280, 720), (390, 844)):
        bruno.page.set_viewport_size({"width": width, "height": height})
        expect(told.locator("[data-agree]")).to_be_in_viewport(ratio=1)
    told.locator("[data-refuse]").click()
    expect(page.locator("[data-handover=refused]")).to_contain_text("Bruno")
    expect(told).to_have_count(0)
    page.locator("[data-withdraw-handover]").click()
    expect(page.locator("[data-handover]")).to_have_count(0)

    page.locator("[data-invite=taliban]").click()
    seen.get_by_role("button", name=host.say("handover.ask")).click()
    told.locator("[data-agree]").click()
    expect(page.locator("[data-handover=agreed]")).to_contain_text("Carla")
    page.locator("[data-handover] [data-read]").click()
    expect(page.locator("[data-handover]")).to_have_count(0)
    page.locator("[data-invite=taliban]").click()
    link = page.locator("input[readonly]").input_value()
    victim = invited(serving, visitor, locale, "Dario", link)
    expect(victim.page.locator("[data-seen]")).to_contain_text(victim.say("handover.told", seat=seat, who="Carla"))
    expect(victim.page.get_by_role("button", name=victim.say("join.go"))).to_be_disabled()
    victim.page.locator("input[name=knowing]").check()
    take(victim)
    assert victim.table == table and victim.frame["seats"] == ["taliban"]
    expect(page.locator("[data-handover]")).to_have_count(0)
