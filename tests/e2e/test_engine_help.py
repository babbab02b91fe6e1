"""Engine help between people: chosen with the table, told before and after joining, and nowhere offered without it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Serving, Visitor
from tests.e2e.conftest import Welcoming
from tests.e2e.test_two_people import two_at_a_table


def at_one_table(serving: Serving, visitor: Welcoming, locale: str, level: str = "") -> tuple[Visitor, Visitor]:
    """Anna hosts a game of Zurmat and Bruno takes the open seat; both are at the table."""
    anna, bruno = visitor(serving, locale=locale), visitor(serving, locale=locale)
    anna.come("Anna")
    anna.page.get_by_role("link", name=anna.say("home.new")).click()
    anna.page.get_by_role("radio", name="Zurmat").check()
    anna.page.get_by_role("button", name=anna.say("app.next")).click()
    for seat, who in (("coalition", "me"), ("taliban", "open")):
        anna.page.locator(f"select[name=seat-{seat}]").select_option(who)
    anna.page.get_by_role("button", name=anna.say("app.next")).click()
    expect(anna.page.locator("select[name=help]")).to_have_value("none")
    if level:
        anna.page.locator("select[name=help]").select_option(level)
    expect(anna.page.get_by_text(anna.say(f"help.{level or 'none'}-means"))).to_be_visible()
    anna.page.get_by_role("button", name=anna.say("new.start")).click()
    link = anna.page.locator("input[readonly]").first.input_value()
    anna.page.get_by_role("link", name=anna.say("new.to-table")).click()
    anna.at_table()
    bruno.come("Bruno", link.removeprefix(f"{serving.address}/"))
    told = bruno.page.locator("[data-invitation] [data-help]")
    expect(told).to_have_text(bruno.say(f"help.here-{level or 'none'}"))
    bruno.page.get_by_role("button", name=bruno.say("join.go")).click()
    bruno.at_table()
    anna.until(lambda: "Bruno" in [seat["player"] for seat in anna.frame["players"]])
    return anna, bruno


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_without_engine_help_the_page_says_why_and_offers_none(
    serving: Serving, visitor: Welcoming, locale: str
) -> None:
    both = at_one_table(serving, visitor, locale)
    asked = next(one for one in both if one.options)
    page = asked.page
    page.locator("[data-hint=none]").click()
    expect(page.locator("[data-no-help=table]")).to_have_text(asked.say("help.why-table"))
    expect(page.locator("[data-hinted], [data-hint-said]")).to_have_count(0)
    page.locator("[data-hint=none]").click()
    page.get_by_role("tab", name=asked.say("table.seats")).click()
    expect(page.locator("[data-help=none]")).to_have_text(asked.say("help.here-none"))
    page.get_by_role("button", name=re.compile(f"^{asked.say('table.menu')}")).click()
    page.get_by_role("button", name=asked.say("table.branch")).click()
    form = page.locator("[data-play-on]")
    expect(form.locator("[data-no-help=table]")).to_be_visible()
    assert form.locator("option").evaluate_all("found => found.map((one) => one.value)") == ["me", "random"] * 2
    page.get_by_role("button", name=asked.say("play.on-go")).click()
    expect(page.locator(".tag", has_text=asked.say("table.sandbox"))).to_be_visible()
    page.locator("[data-hint=none]").click()
    expect(page.locator("[data-no-help=origin]")).to_have_text(asked.say("help.why-origin"))
    page.goto(f"{page.url.partition('?')[0]}/study")
    page.get_by_role("tab", name=asked.say("study.analyse")).click()
    expect(page.locator("[data-analysis] [role=alert]")).to_have_text(asked.say("help.why-origin"))
    page.goto(f"{serving.address}/#/")
    expect(page.locator("[data-help=none]").first).to_have_text(asked.say("help.tag-none"))


def test_with_the_games_own_bot_a_hint_comes_from_it_alone(serving: Serving, visitor: Welcoming) -> None:
    both = at_one_table(serving, visitor, "en-GB", "bot")
    asked = next(one for one in both if one.options)
    asked.page.locator("[data-hint=offered]").click()
    expect(asked.page.locator("[data-hinted]")).to_be_visible()
    expect(asked.page.locator("[data-hint-said] select[name=level]")).to_have_count(0)
    expect(asked.page.locator("[data-no-help=table]")).to_have_text(asked.say("help.why-table-bot"))


def test_a_host_alone_settles_it_before_the_first_invitation(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table("Zurmat", coalition="me")
    anna.at_table()
    page = anna.page
    page.get_by_role("tab", name=anna.say("table.seats")).click()
    page.get_by_text(anna.say("table.manage")).click()
    page.locator("select[name=help]").select_option("bot")
    expect(page.get_by_text(anna.say("help.bot-means"))).to_be_visible()
    page.get_by_role("button", name=anna.say("seat.invite")).click()
    expect(page.locator("[data-help=bot]")).to_have_text(anna.say("help.here-bot"))
    expect(page.locator("select[name=help]")).to_have_count(0)


def manage(visitor: Visitor) -> None:
    """Open what may be done with the seats."""
    visitor.page.get_by_role("tab", name=visitor.say("table.seats")).click()
    visitor.page.get_by_text(visitor.say("table.manage")).click()


def test_without_engine_help_only_chance_plays_for_me(serving: Serving, visitor: Welcoming) -> None:
    _, bruno = at_one_table(serving, visitor, "en-GB")
    manage(bruno)
    page = bruno.page
    mine, why = page.locator("[data-stand-in=taliban]"), page.locator("[data-no-own-bot]")
    expect(why).to_have_text(bruno.say("seat.no-own-bot", bot="Bot (standard)"))
    expect(mine).to_have_count(0)
    page.locator("select[name=bot]").select_option("random")
    expect(mine).to_be_visible()
    expect(why).to_have_count(0)


def test_a_host_who_resigned_asks_before_coming_back(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno = two_at_a_table(serving, visitor, government="me")
    page, seat = anna.page, "Coalition"
    resigned = page.request.post(
        f"{serving.address}/api/tables/{anna.table}/resign", headers={"origin": serving.address}
    )
    assert resigned.ok, resigned.text()
    anna.until(lambda: not anna.frame["seats"])
    manage(anna)
    take = page.get_by_role("button", name=anna.say("seat.take")).first
    take.click()
    wanted = page.locator("[data-seen=coalition]")
    expect(wanted).to_contain_text(anna.say("handover.returning", seat=seat))
    wanted.get_by_role("button", name=anna.say("handover.ask")).click()
    expect(page.locator("[data-handover=asked]")).to_contain_text(
        anna.say("handover.back-waiting", seat=seat, seats="Taliban")
    )
    told = bruno.page.locator("[data-handover=asked]")
    expect(told).to_have_text(re.compile(re.escape(bruno.say("handover.back-asked", seat=seat))))
    told.locator("[data-refuse]").click()
    expect(page.locator("[data-handover=refused]")).to_contain_text(
        anna.say("handover.back-refused", seat=seat, name="Bruno")
    )
    take.click()
    wanted.get_by_role("button", name=anna.say("handover.ask")).click()
    told.locator("[data-agree]").click()
    expect(page.locator("[data-handover=agreed]")).to_contain_text(anna.say("handover.back-agreed", seat=seat))
    take.click()
    anna.until(lambda: anna.frame["seats"] == ["coalition"])
    expect(page.locator("[data-handover]")).to_have_count(0)
