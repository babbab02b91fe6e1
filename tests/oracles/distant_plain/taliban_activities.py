"""Extort (4.4.1), Infiltrate (4.4.2) and Ambush (4.4.3)."""

from __future__ import annotations

import random
from functools import partial

from tests.oracles.distant_plain.activity import Activity
from tests.oracles.distant_plain.attack import attack_spaces, attackable, has_enemy
from tests.oracles.distant_plain.board import OF, OWNER, Board
from tests.oracles.distant_plain.printed import ECON, LOCS, SPACES
from tests.oracles.harness import oracle

# -- Extort -----------------------------------------------------------------------------------------


def extort_in(board: Board, space: str) -> None:
    """A Guerrilla shows itself; 2 from the Warlords for each of their Bases, else the Econ of an open LoC, else 1."""
    board.activate("taliban", space)
    poppies = board.pieces[space]["WB"]
    if poppies:
        board.transfer("warlords", "taliban", 2 * poppies)
    else:
        board.gain("taliban", ECON[space] if space in LOCS and not board.terror[space] else 1)


def dominated(board: Board) -> set[str]:
    """Where the Taliban outnumber all others, one of them Underground."""
    return {
        space
        for space in SPACES
        if board.pieces[space]["Tu"]
        and board.count(space, *OF["taliban"]) > board.all_pieces(space) - board.count(space, *OF["taliban"])
    }


def extort_spaces(play: Activity) -> set[str]:
    """4.1: of those, where it leaves an Operation that has not begun possible."""
    return {space for space in dominated(play.board) if play.leaves_operation(partial(extort_in, space=space))}


@oracle("distant-plain", "4.4.1", "where the Taliban may Extort, and how much")
def extort(rng: random.Random) -> bool:
    most = rng.choice((2, 99))  # with few Underground, a Terror may be left without any
    play = Activity(rng, "taliban", "extort", lambda board: board.on_map("Tu") <= most and bool(dominated(board)))
    if not play.come_to_gap() or not play.execute(bool(extort_spaces(play))):
        return False
    chosen: list[str] = []
    while (space := play.next_space(extort_spaces(play), chosen)) != "done":
        chosen.append(space)
        extort_in(play.board, space)
    return play.executed()


# -- Infiltrate -------------------------------------------------------------------------------------


def infiltrated(board: Board, space: str) -> set[str]:
    """Government cubes before its Bases, Warlord Guerrillas before theirs; the Coalition shields nobody."""
    here = board.pieces[space]
    government = {kind for kind in ("Gt", "Gp") if here[kind]} or {kind for kind in ("GB",) if here[kind]}
    warlords = {kind for kind in ("Wu", "Wa") if here[kind]} or {kind for kind in ("WB",) if here[kind]}
    return government | warlords


def infiltrate_spaces(board: Board) -> set[str]:
    """A Guerrilla Underground beside a Government or Warlord piece; by ID Cards (46) not where there are Police."""
    return {
        space
        for space in SPACES
        if board.pieces[space]["Tu"]
        and infiltrated(board, space)
        and not (board.unshaded(46) and board.pieces[space]["Gp"])
    }


@oracle("distant-plain", "4.4.2", "where the Taliban may Infiltrate, and whom they turn")
def infiltrate(rng: random.Random) -> bool:
    play = Activity(rng, "taliban", "infiltrate", lambda board: bool(infiltrate_spaces(board)))
    if not play.come_to_gap() or not play.execute(bool(infiltrate_spaces(play.board))):
        return False
    board = play.board
    chosen: list[str] = []
    while (space := play.next_space(infiltrate_spaces(board), chosen, most=2 if board.shaded(46) else 1)) != "done":
        chosen.append(space)
        there = sum(n for kind, n in board.pieces[space].items() if OWNER[kind] in ("government", "warlords"))
        about = {"space": space, "pieces": "one" if there == 1 else "two"}
        how = play.asks("taliban", "infiltrate-how", ("remove", "replace"), about)
        gone = play.remove_pieces(
            "taliban", space, 2 if how == "remove" else 1, partial(infiltrated, board, space), obliged=True
        )
        if how == "replace":
            board.place("Tu", space)
        board.change_patronage(-sum(OWNER[kind] == "government" for kind in gone))
    return play.executed()


# -- Ambush -----------------------------------------------------------------------------------------


def ambush_spaces(play: Activity) -> set[str]:
    """Where one may Attack, with a Guerrilla Underground; by Car Bombs (31) any will do."""
    return {space for space in attack_spaces(play) if play.board.shaded(31) or play.board.pieces[space]["Tu"]}


@oracle("distant-plain", "4.4.3", "where the Taliban may Ambush, and who falls", relevant=0.4)
def ambush(rng: random.Random) -> bool:
    play = Activity(
        rng,
        "taliban",
        "ambush",
        lambda board: (
            board.resources["taliban"] > 1
            and any(board.pieces[space]["Tu"] and has_enemy(board, "taliban", space) for space in SPACES)
        ),
    )
    if not play.come_to_gap():
        return False
    board = play.board
    if not play.execute(bool(ambush_spaces(play)) and not board.unshaded(11)):  # Strategic Release
        return False
    chosen: list[str] = []
    while (space := play.next_space(ambush_spaces(play), chosen, most=3)) != "done":
        chosen.append(space)
        play.selected.append(space)
        play.pay(1)
        board.activate("taliban", space, min(1, board.pieces[space]["Tu"]))
        play.remove_pieces("taliban", space, 2, partial(attackable, board, "taliban", space))
        if not board.unshaded(31):
            board.place("Tu", space)
    return play.executed()
