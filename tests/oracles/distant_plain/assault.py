"""Assault (3.2.4)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import CUBES, OF, Board
from tests.oracles.distant_plain.printed import KABUL, LOCS, MOUNTAIN, SPACES
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


def exposed(board: Board, space: str) -> set[str]:
    """Active Guerrillas; Bases only of a Faction that has no Guerrilla there, not even Underground (Bases last)."""
    here = board.pieces[space]
    found = set()
    for hidden, shown, base in (OF["taliban"], OF["warlords"]):
        if here[shown]:
            found.add(shown)
        elif here[base] and not here[hidden]:
            found.add(base)
    return found


def fighters(board: Board, space: str) -> int:
    """Government cubes that count: Troops, and Police in Kabul and on LoCs."""
    return board.count(space, "Gt", "Gp") if space == KABUL or space in LOCS else board.pieces[space]["Gt"]


def assault_in(play: Operation, space: str) -> None:
    """One space: how many enemy pieces may go, and which."""
    board = play.board
    government = fighters(board, space)
    if play.faction == "government":
        number = government // (3 if space in MOUNTAIN else 2)
    else:
        if board.unshaded(7):
            find_and_fix(play, space)
        number = board.pieces[space]["Ct"]
        may_join = government and exposed(board, space) and play.money >= 3 and not board.shaded(10)  # Partnering
        if may_join and play.asks("coalition", "assault-joined", ("alone", "joined"), {"space": space}) == "joined":
            play.pay(3)
            number += government
        if board.shaded(7):
            number = min(number, 2)
    gone = play.remove_pieces(play.faction, space, number, lambda: exposed(board, space))
    if play.faction == "government":
        board.change_aid(6 * gone.count("TB"))


def find_and_fix(play: Operation, space: str) -> None:
    """Find Fix Finish (7): a Coalition Assault first Activates 1 Underground Guerrilla."""
    found = {faction for faction in ("taliban", "warlords") if play.board.pieces[space][OF[faction][0]]}
    if found:
        play.board.activate(play.asks("coalition", "find-fix", found, {"space": space}), space)


def assault_spaces(play: Operation) -> set[str]:
    """Government: its cubes are there, 3 Resources each. Coalition: its Troops; at most 2 by NATO (17)."""
    board = play.board
    if play.full:
        return set()
    if play.faction == "coalition":
        if board.shaded(17) and len(play.selected) >= 2:
            return set()
        return {space for space in SPACES if board.pieces[space]["Ct"] and space not in play.selected}
    return {
        space for space in SPACES if board.count(space, "Gt", "Gp") and space not in play.selected and play.money >= 3
    }


def can_lose(board: Board, *kinds: str) -> bool:
    """Somewhere many cubes stand beside something that they may remove, of these kinds if any are named."""
    return any(
        board.count(space, *CUBES) > 2 and exposed(board, space) & set(kinds or OF["taliban"] + OF["warlords"])
        for space in SPACES
    )


@oracle("distant-plain", "3.2.4", "where one may Assault, how many fall, and Bases last")
def assault(rng: random.Random) -> bool:
    kinds = rng.choice(((), ("TB",)))
    play = Operation(rng, rng.choice(("coalition", "government")), "assault", lambda board: can_lose(board, *kinds))
    board = play.board
    talks = play.faction == "coalition" and board.shaded(24)
    if not play.declare(bool(assault_spaces(play)), forbidden=talks):
        return False
    while (space := play.next_choice("assault-space", lambda: assault_spaces(play))) != "done":
        if play.faction == "government":
            play.pay(3)
        play.selected.append(space)
        assault_in(play, space)
        play.board_same()
    if play.faction == "coalition" and board.shaded(34) and board.available["Tu"]:
        space = play.asks("taliban", "accidental-space", {*play.selected, "done"})
        if space != "done":
            board.place("Tu", space)
    play.turn_is_over()
    return True
