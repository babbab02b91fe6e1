"""Which Operation the Non-players of the 3rd printing execute (8.6 to 8.9), where their conditions leave no doubt."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import CUBES, GOVERNMENT_CUBES, OF, Board
from tests.oracles.distant_plain.bots import BotTurn
from tests.oracles.distant_plain.printed import AFGHAN, LANDS, LOCS, PAKISTAN, PASHTUN, PROVINCES
from tests.oracles.harness import oracle

BOT = "bot:3rd"
UNDERGROUND = {"taliban": "Tu", "warlords": "Wu"}
#: The two LoCs that earn most.
RICH_LOCS = ("kabul-tor-kham", "kandahar-spin-boldak")


def exposable(play: BotTurn, space: str) -> bool:
    """8.8, 8.9: a Guerrilla may show itself, but at a Base of its own not the last Underground one."""
    hidden, base = ("Tu", "TB") if play.faction == "taliban" else ("Wu", "WB")
    here = play.board.pieces[space]
    return here[hidden] > (1 if here[base] else 0)


@oracle("distant-plain", "8.6.3", "what the Coalition does", relevant=0.3)
def coalition(rng: random.Random) -> bool:
    """Sweep for Taliban in Support spaces, or for players at Coalition Bases; else Assault or Train."""
    play = BotTurn(rng, "coalition", BOT)
    board = play.board
    hiding = [kind for faction, kind in UNDERGROUND.items() if play.is_player(faction)]
    wanted = any(board.level[space] == "support" and board.pieces[space]["Tu"] for space in AFGHAN) or any(
        board.count(space, *hiding) for space in play.where("CB")
    )
    in_place = [
        space
        for space in AFGHAN
        if board.count(space, *OF["coalition"]) and board.count(space, *CUBES) and board.count(space, "Tu", "Wu")
    ]
    if wanted and in_place:
        return play.does("sweep")
    if wanted:
        return play.does_one_of("sweep", "assault", "train", "pass")
    in_danger = any(
        board.level[space] == "support" and board.count(space, *OF["taliban"], *OF["warlords"]) for space in AFGHAN
    )
    bases = [kind for faction, kind in (("taliban", "TB"), ("warlords", "WB")) if play.is_player(faction)]
    cubes = any(board.available[kind] for kind in GOVERNMENT_CUBES)
    needy = any(
        board.count(space, *OF["government"]) < 2 or not board.pieces[space]["Gp"] for space in play.where("CB")
    )
    if not in_danger and not play.where(*bases) and needy and cubes and play.money >= 3:
        return play.does("train")
    return play.does_one_of("assault", "train", "sweep", "pass")


def may_assault(board: Board) -> bool:
    """3.2.4: Government cubes stand beside Active Guerrillas or Bases."""
    return any(
        board.count(space, "Ta", "Wa", "TB", "WB") and board.count(space, *GOVERNMENT_CUBES) for space in AFGHAN | LOCS
    )


@oracle("distant-plain", "8.7.3", "what the Government does", relevant=0.25)
def government(rng: random.Random) -> bool:
    """Too poor it Passes; with nothing to Assault it Patrols rich or player-held LoCs, else Trains what it has."""
    play = BotTurn(rng, "government", BOT, lambda board: not may_assault(board))
    board = play.board
    if play.money < 3:
        return play.does("pass")
    if may_assault(board):
        return play.does_one_of("assault", "patrol", "train", "sweep", "pass")
    enemies = [kind for faction in ("taliban", "warlords") if play.is_player(faction) for kind in OF[faction]]
    patrols = any(board.count(loc, *enemies) >= 2 for loc in LOCS) or any(
        2 * board.count(loc, *OF["taliban"]) > board.all_pieces(loc) for loc in RICH_LOCS
    )
    if patrols:
        found = any(board.count(loc, *GOVERNMENT_CUBES) and board.count(loc, "Tu", "Wu") for loc in LOCS)
        return play.does("patrol") if found else play.does_one_of("patrol", "train", "sweep", "pass")
    sites = {
        space
        for space in PROVINCES
        if board.population(space)
        and board.count(space, *GOVERNMENT_CUBES) >= 3
        and not board.count(space, "CB", "GB")
        and board.room_for_base(space)
        and board.available["GB"]
    }
    if sites:
        return play.does("train")
    if board.available["Gt"] >= 10:
        return play.does("train")
    return play.does_one_of("sweep", "train", "pass")


@oracle("distant-plain", "8.8.3", "what the Taliban do", relevant=0.4)
def taliban(rng: random.Random) -> bool:
    """Terror that shifts 3 points or more; else Rally for a Base; else March or Attack."""
    play = BotTurn(rng, "taliban", BOT, money=range(26, 76))  # rich: no pause to Extort
    board = play.board
    shifting = [
        space
        for space in AFGHAN
        if board.population(space) and board.level[space] != "opposition" and exposable(play, space)
    ]
    if sum(map(board.population, shifting)) >= 3:
        supporters = [space for space in shifting if board.level[space] == "support"]
        return play.does("terror", play.most_people(supporters or shifting))
    closed = ("hostility", "pressure")
    legal = [
        space
        for space in LANDS
        if (space in PAKISTAN and board.islamabad not in closed)
        or (space not in PAKISTAN and (space in PASHTUN or board.level[space] != "support"))
    ]
    sites = {space for space in legal if board.count(space, "Tu", "Ta") >= 3 and board.room_for_base(space)}
    if sites and board.available["TB"]:
        alone = {space for space in legal if board.pieces[space]["TB"] and not board.count(space, "Tu", "Ta")}
        if alone and board.available["Tu"]:
            return play.does("rally", alone)
        return play.does("rally", sites & PAKISTAN or sites)
    if board.available["Tu"] >= 15:
        return play.does_one_of("rally", "march", "pass")
    return play.does_one_of("march", "attack", "rally", "pass")


@oracle("distant-plain", "8.9.3", "what the Warlords do", relevant=0.3)
def warlords(rng: random.Random) -> bool:
    """A Pass without Resources; Rally for a Base; March while no player is winning; else Terror against one who is."""
    play = BotTurn(rng, "warlords", BOT, lambda board: any(board.count(space, "Wu", "Wa") >= 3 for space in AFGHAN))
    board = play.board
    if not play.money:
        return play.does("pass")
    crowds = {space for space in AFGHAN if board.count(space, "Wu", "Wa") >= 3}
    sites = {space for space in crowds if board.room_for_base(space)}
    if sites and board.available["WB"]:
        # where only a Government Base is in the way it may be Suborned first
        return play.does("rally", sites | {space for space in crowds if board.pieces[space]["GB"] and play.money >= 43})
    if crowds and board.available["WB"]:
        return play.does_one_of("rally", "march", "terror", "attack", "pass")
    if not any(margin > 0 for seat, margin in play.margins().items() if play.is_player(seat)):
        return play.does_one_of("march", "rally", "terror", "attack", "pass")
    aimed = {
        space
        for space in AFGHAN
        if exposable(play, space)
        and (
            (board.level[space] == "support" and play.is_player("coalition"))
            or (board.level[space] == "opposition" and play.is_player("taliban"))
        )
    }
    if aimed:
        return play.does("terror", play.most_people(aimed))
    return play.does_one_of("attack", "terror", "rally", "march", "pass")
