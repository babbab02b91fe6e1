"""Which Operation the Non-players of the 2nd printing execute (its 8.5 to 8.8), where the charts leave no doubt."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import COIN, CUBES, GOVERNMENT_CUBES, OF, Board
from tests.oracles.distant_plain.bots import BotTurn
from tests.oracles.distant_plain.printed import (
    AFGHAN,
    ECON,
    KABUL,
    LANDS,
    LOCS,
    PAKISTAN,
    PASHTUN,
    PROVINCES,
    TERROR_MARKERS,
)
from tests.oracles.harness import oracle

BOT = "bot:2nd"


@oracle("distant-plain", "2nd:8.5.1", "what the Warlords do", relevant=0.4)
def warlords(rng: random.Random) -> bool:
    """Rally with 6 pieces Available, March while Resources and Bases are 50 at most, else Terror."""
    play = BotTurn(rng, "warlords", BOT)
    board = play.board
    if not play.money:
        return play.does("pass")
    if sum(board.available[kind] for kind in OF["warlords"]) >= 6:
        steps = [
            [
                space
                for space in PROVINCES - PASHTUN
                if board.pieces[space]["Wa"]
                and not board.pieces[space]["Wu"]
                and board.pieces[space]["WB"]
                and board.count(space, *CUBES)
            ],
            [
                space
                for space in PROVINCES
                if board.count(space, "Wu", "Wa") >= 2 and board.room_for_base(space) and board.available["WB"]
            ],
            [
                space
                for space in PROVINCES
                if board.pieces[space]["WB"] and not board.count(space, "Wu", "Wa") and board.available["Wu"]
            ],
            [
                space
                for space in PROVINCES
                if board.count(space, "Wu", "Wa") and not board.bases(space) and board.available["Wu"]
            ],
        ]
        first = next((spaces for spaces in steps if spaces), None)
        if first is not None:
            return play.does("rally", first)
        if board.available["Wu"]:
            return play.does("rally", PROVINCES)
        return play.does_one_of("rally", "march", "terror", "pass")
    if play.money + board.on_map("WB") <= 50:
        return play.does_one_of("march", "terror", "rally", "pass")
    hidden = {space for space in AFGHAN if board.pieces[space]["Wu"] and board.level[space] != "neutral"}
    wanted = "opposition" if not play.is_player("coalition") else "support" if not play.is_player("taliban") else ""
    aimed = {space for space in hidden if board.level[space] == wanted} or hidden
    return play.does("terror", aimed) if aimed else play.does_one_of("rally", "pass")


@oracle("distant-plain", "2nd:8.6.2", "what the Government does", relevant=0.4)
def government(rng: random.Random) -> bool:
    """Train with 15 pieces Available or Patronage to be had; Patrol against Taliban on LoCs; else Sweep or Assault."""
    play = BotTurn(rng, "government", BOT)
    board = play.board
    if play.money < 3:
        return play.does("pass")
    graft = (
        board.aid
        and board.patronage < 40
        and any(
            board.control(space) == "coin" and board.level[space] == "support" and not board.pieces[space]["CB"]
            for space in AFGHAN
        )
    )
    if sum(board.available[kind] for kind in OF["government"]) >= 15 or graft:
        sites = {
            space
            for space in PROVINCES
            if board.count(space, *GOVERNMENT_CUBES) >= 3
            and not board.count(space, "CB", "GB")
            and board.room_for_base(space)
            and board.available["GB"]
        }
        if sites or any(board.available[kind] for kind in GOVERNMENT_CUBES):
            return play.does("train")
        return play.does_one_of("train", "patrol", "sweep", "assault", "pass")
    threatened = [
        space
        for space in (*LOCS, KABUL)
        if board.count(space, "Tu", "Ta") > board.all_pieces(space) - board.count(space, *OF["taliban"])
    ]
    if threatened:
        found = any(board.count(loc, *GOVERNMENT_CUBES) and board.pieces[loc]["Tu"] for loc in LOCS)
        return play.does("patrol") if found else play.does_one_of("patrol", "sweep", "assault", "pass")
    return play.does_one_of("sweep", "assault", "pass")


@oracle("distant-plain", "2nd:8.7.2", "what the Taliban do", relevant=0.5)
def taliban(rng: random.Random) -> bool:
    """Rally with 15 Available or Active; March to Supporters and LoCs; Attack a weak Coalition; else Terror."""
    play = BotTurn(rng, "taliban", BOT)
    board = play.board
    if not play.money:
        return play.does("pass")
    if sum(board.available[kind] for kind in OF["taliban"]) >= 15 or board.on_map("Ta") >= 15:
        closed = board.islamabad in ("hostility", "pressure")
        legal = [
            space
            for space in LANDS
            if (space in PAKISTAN and not closed)
            or (space not in PAKISTAN and (space in PASHTUN or board.level[space] != "support"))
        ]
        steps = [
            [
                space
                for space in legal
                if board.pieces[space]["Ta"]
                and not board.pieces[space]["Tu"]
                and board.pieces[space]["TB"]
                and board.count(space, *CUBES)
            ],
            [
                space
                for space in legal
                if board.count(space, "Tu", "Ta") >= 3 and board.room_for_base(space) and board.available["TB"]
            ],
            [KABUL] if KABUL in legal and not board.pieces[KABUL]["Tu"] and board.available["Tu"] else [],
        ]
        first = next((spaces for spaces in steps if spaces), None)
        if first is not None:
            return play.does("rally", first)
        return play.does_one_of("rally", "march", "attack", "terror", "pass")
    zone = [*LOCS, *(space for space in AFGHAN if board.level[space] == "support")]
    here = sum(board.count(space, "Tu", "Ta") for space in zone)
    if here < 4 and not any(board.pieces[space]["Tu"] for space in zone):
        return play.does_one_of("march", "attack", "terror", "pass")
    if play.people("support") + sum(board.available[kind] for kind in OF["coalition"]) <= 20:
        hidden = [
            space for space in AFGHAN | LOCS if board.pieces[space]["Tu"] and board.count(space, *COIN, *OF["warlords"])
        ]
        return play.does("attack") if hidden else play.does_one_of("attack", "terror", "pass")
    markers = sum(board.terror.values()) < TERROR_MARKERS
    roads = [loc for loc in LOCS if board.pieces[loc]["Tu"] and not board.terror[loc] and markers]
    if roads:
        best = max(ECON[loc] for loc in roads)
        return play.does("terror", [loc for loc in roads if ECON[loc] == best])
    people = [
        space
        for space in AFGHAN
        if board.pieces[space]["Tu"] and board.population(space) and board.level[space] != "opposition"
    ]
    return play.does("terror", play.most_people(people)) if people else play.does_one_of("attack", "pass")


def facing(board: Board) -> int:
    """Taliban pieces where any COIN piece stands."""
    return sum(board.count(space, *OF["taliban"]) for space in AFGHAN | LOCS if board.count(space, *COIN))


@oracle("distant-plain", "2nd:8.8.2", "what the Coalition does", relevant=0.2)
def coalition(rng: random.Random) -> bool:
    """Train while it faces fewer than 4 Taliban pieces; else Sweep, or an Assault that is worth it."""
    play = BotTurn(rng, "coalition", BOT, lambda board: facing(board) < 4 and board.patronage >= 3)
    board = play.board
    if facing(board) >= 4:
        return play.does_one_of("sweep", "assault", "pass")
    if board.patronage >= 3 and (board.patronage > 20 or play.money < 3):
        return play.does("train", [KABUL])
    return play.does_one_of("train", "sweep", "assault", "pass")
