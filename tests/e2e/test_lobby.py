"""The lobby: accounts, imports, invitations, and leaving for good."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

import khyber
from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming


def test_a_guest_makes_an_account_and_comes_back_with_it(serving: Serving, visitor: Welcoming) -> None:
    anna, elsewhere = visitor(serving), visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    page = anna.page
    page.get_by_role("button", name="Anna").click()
    page.get_by_text("Create an account and keep all your games.").click()
    page.get_by_label("Your name").fill("Anna Rossi")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("button", name="Anna Rossi")).to_be_visible()

    page = elsewhere.page
    page.goto(serving.address)
    page.get_by_role("button", name="I have an account").click()
    page.get_by_label("Your name").fill("Anna Rossi")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="A Distant Plain").first).to_be_visible()


def test_a_record_and_a_position_are_imported(serving: Serving, visitor: Welcoming, tmp_path: Path) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    table = khyber.new("distant-plain", seed=5)
    for _ in range(20):
        table.choose(0)
    file = tmp_path / "mine.khyber.json"
    file.write_text(table.save(), encoding="utf-8")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("Choose a file").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    anna.at_table()
    assert anna.frame["view"] == table.view(*table.game.seats)
    expect(page.get_by_role("heading", name="mine")).to_be_visible()

    page.goto(f"{serving.address}/#/import")
    page.get_by_label("Record or position").fill('format = "khyber-position/1"\nstep = "nonsense"')
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("can’t read this position")
    page.get_by_label("Record or position").fill(khyber.new("distant-plain", seed=6).position())
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile("#/table/"))
    anna.at_table()


def test_an_import_shows_the_warnings_of_a_position_first(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    page.goto(f"{serving.address}/#/import")
    field = page.get_by_label("Record or position")
    field.fill('active = "taliban"\nspace.paktika = "T 2u"')
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("status")).to_contain_text("The deck is empty: the game ends after this turn.")
    field.fill('active = "taliban"\nspace.paktika = "T 3u"')
    expect(page.get_by_role("button", name="Import anyway")).to_have_count(0)  # it was about another position
    page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="Import anyway").click()
    anna.at_table()


def test_an_invitation_is_good_once(serving: Serving, visitor: Welcoming) -> None:
    anna, bruno, carla = (visitor(serving) for _ in range(3))
    anna.come("Anna")
    anna.new_table(coalition="me", taliban="open")
    link = anna.page.get_by_label("Link for Taliban").input_value().removeprefix(f"{serving.address}/")
    bruno.come("Bruno", link)
    bruno.page.get_by_role("button", name="Take the seat").click()
    bruno.at_table()
    carla.page.goto(f"{serving.address}/{link}")
    expect(carla.page.get_by_role("alert")).to_have_text("This invitation was used or withdrawn. Ask for a new one.")
    expect(carla.page.get_by_role("button", name="Take the seat")).to_have_count(0)


def test_who_leaves_for_good_is_gone(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    page = anna.page
    page.get_by_role("button", name="Anna").click()
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()


def test_a_branch_of_a_running_game_is_a_sandbox(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.new_table(coalition="me")
    anna.at_table()
    first = anna.table
    anna.page.get_by_role("button", name="More …").click()
    anna.page.get_by_role("button", name="Try it in a sandbox").click()
    for seat in anna.page.locator("[data-play-on] select").all():
        seat.select_option("me")
    anna.page.get_by_role("button", name="Start the sandbox").click()
    anna.page.wait_for_url(lambda url: "#/table/" in url and first not in url)
    anna.until(lambda: len(anna.frame["seats"]) == 4)
    expect(anna.page.get_by_text("sandbox", exact=True)).to_be_visible()


def test_a_game_that_rules_forbid_is_refused_in_words_one_can_act_on(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, locale="it-IT")
    anna.page.goto(serving.address)
    anna.page.get_by_label("Il tuo nome").fill("Anna")
    anna.page.get_by_role("button", name="Gioca come ospite").click()
    anna.page.locator("dialog button").last.click()
    page = anna.page
    page.get_by_role("link", name="Nuova partita").click()
    page.get_by_text("Opzioni").click()
    page.get_by_label("Inganno").check()
    page.get_by_role("button", name="Avanti").click()
    page.get_by_role("button", name="Avanti").click()
    page.get_by_role("button", name="Inizia la partita").click()
    expect(page.get_by_role("alert")).to_contain_text("Inganno è per 3 o 4 giocatori")
    # back to the seats: with people in three of them it is one
    page.get_by_role("button", name="Indietro").click()
    for seat in ("government", "taliban"):
        page.locator(f"select[name=seat-{seat}]").select_option("me")
    page.get_by_role("button", name="Avanti").click()
    page.get_by_role("button", name="Inizia la partita").click()
    anna.at_table()


def test_two_players_share_four_seats(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving)
    anna.come("Anna")
    anna.page.get_by_role("link", name="Sandbox").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("No Non-player").check()
    anna.page.get_by_role("button", name="Next").click()
    anna.page.get_by_label("Number of players").select_option("2")
    anna.page.get_by_role("button", name="Start the game").click()
    anna.at_table()
    assert len(anna.frame["view"]["players"]) == 2


def test_an_account_is_looked_after(serving: Serving, visitor: Welcoming) -> None:
    """A new password, the other devices signed out, all my data in a file, and a table that is no longer wanted."""
    anna, elsewhere = visitor(serving), visitor(serving)
    for one in (anna, elsewhere):
        one.page.goto(serving.address)
        first = one is anna
        button = "Create an account with a password" if first else "I have an account"
        one.page.get_by_role("button", name=button).click()
        one.page.get_by_label("Your name").fill("Anna Bianchi")
        one.page.get_by_label("Password").fill("correct horse")
        one.page.get_by_role("button", name="Create account" if first else "Sign in").click()
        expect(one.page.get_by_role("button", name="Anna Bianchi")).to_be_visible()
    page = anna.page
    page.get_by_role("button", name="Anna Bianchi").click()
    page.get_by_text("Signed-in devices").click()
    expect(page.get_by_role("button", name="Sign out: Chrom")).to_have_count(2)
    page.get_by_role("group").get_by_text("Change password").first.click()
    page.get_by_label("Current password").first.fill("wrong horse")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong")
    page.get_by_label("Current password").first.fill("correct horse")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("status")).to_contain_text("Password changed")
    expect(page.get_by_role("button", name="Sign out: Chrom")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert json.loads(download.value.path().read_text(encoding="utf-8"))["profile"]["name"] == "Anna Bianchi"
    elsewhere.page.reload()
    expect(elsewhere.page.get_by_role("heading", name="Welcome")).to_be_visible()

    page.keyboard.press("Escape")
    anna.new_table(coalition="me")
    anna.at_table()
    page.goto(f"{serving.address}/#/")
    page.get_by_role("button", name="Manage A Distant Plain").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes, delete").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
