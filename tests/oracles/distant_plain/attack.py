"""Attack (3.3.3) and Terror (3.3.4)."""

from __future__ import annotations

import random
from collections.abc import Set as AbstractSet
from functools import partial

from tests.oracles.distant_plain.board import GUERRILLAS_OF, INSURGENTS, OF, Board
from tests.oracles.distant_plain.printed import KABUL, LOCS, SPACES
from tests.oracles.distant_plain.talk import Operation
from tests.oracles.harness import oracle


def attackable(board: Board, faction: str, space: str) -> set[str]:
    """What an Attack may remove next: cubes before COIN Bases and the Government's first, Guerrillas before Bases."""
    here = board.pieces[space]
    other = "warlords" if faction == "taliban" else "taliban"
    *guerrillas, base = OF[other]
    found = {kind for kind in guerrillas if here[kind]} or ({base} if here[base] else set())
    coin: AbstractSet[str] = {kind for kind in ("Gt", "Gp") if here[kind]}
    coin = coin or {kind for kind in ("Ct",) if here[kind]}
    coin = coin or {kind for kind in ("GB", "CB") if here[kind]}
    if faction == "taliban" and board.unshaded(24):  # US-Taliban Talks
        coin = coin - {"Ct", "CB"}
    return found | coin


def has_enemy(board: Board, faction: str, space: str) -> bool:
    """An own Guerrilla beside a piece of anybody else."""
    return board.count(space, *GUERRILLAS_OF[faction]) > 0 and board.all_pieces(space) > board.count(
        space, *OF[faction]
    )


def attack_spaces(play: Operation) -> set[str]:
    """An own Guerrilla and an enemy piece, and the Resource to pay."""
    if play.full or play.money < 1:
        return set()
    return {space for space in SPACES if space not in play.selected and has_enemy(play.board, play.faction, space)}


@oracle("distant-plain", "3.3.3", "where one may Attack, by what roll, and who falls in which order")
def attack(rng: random.Random) -> bool:
    faction = rng.choice(INSURGENTS)
    play = Operation(rng, faction, "attack", lambda board: any(has_enemy(board, faction, space) for space in SPACES))
    board = play.board
    hidden, shown = GUERRILLAS_OF[faction]
    if not play.declare(bool(attack_spaces(play))):
        return False
    while (space := play.next_choice("attack-space", lambda: attack_spaces(play))) != "done":
        play.pay(1)
        play.selected.append(space)
        board.activate(faction, space, board.pieces[space][hidden])
        die = play.roll()
        if die <= board.pieces[space][shown]:
            play.remove_pieces(faction, space, 2, partial(attackable, board, faction, space))
        if die == 1:
            board.place(hidden, space)
        play.board_same()
    play.turn_is_over()
    return True


# -- Terror -----------------------------------------------------------------------------------------


def terror_cost(play: Operation, space: str) -> int:
    """1 in Provinces and Kabul, nothing on LoCs; Urban Specialists (30) do it for nothing in Kabul."""
    specialists = play.faction == "taliban" and space == KABUL and play.board.shaded(30)
    return 0 if space in LOCS or specialists else 1


def exposing(play: Operation, space: str) -> int:
    """How many Underground Guerrillas a Terror needs there: 1, or 2 in Kabul by Urban Specialists (30)."""
    return 2 if play.faction == "taliban" and space == KABUL and play.board.unshaded(30) else 1


def terror_spaces(play: Operation) -> set[str]:
    if play.full:
        return set()
    hidden = GUERRILLAS_OF[play.faction][0]
    return {
        space
        for space in SPACES
        if space not in play.selected
        and terror_cost(play, space) <= play.money
        and play.board.pieces[space][hidden] >= exposing(play, space)
    }


def bombable(board: Board, space: str) -> set[str]:
    """Suicide Bombers (33): a Government cube, or where there is none a Coalition Troop, unless they talk (24)."""
    found = {kind for kind in ("Gt", "Gp") if board.pieces[space][kind]}
    if not found and board.pieces[space]["Ct"] and not board.unshaded(24):
        found = {"Ct"}
    return found


def terrorise(play: Operation, space: str) -> None:
    """One space: a Guerrilla shows itself; Sabotage, or Terror and what people make of it."""
    board, taliban = play.board, play.faction == "taliban"
    play.pay(terror_cost(play, space))
    play.selected.append(space)
    if not (taliban and space == KABUL and board.shaded(30)):
        board.activate(play.faction, space, exposing(play, space))
    if space in LOCS:
        board.add_marker(space)
        return
    if not (taliban and board.unshaded(29) and board.pieces[space]["Gp"]):  # Night Letters: Police keep watch
        board.add_marker(space)
    if not taliban:
        play.set_level(play.faction, space, "neutral")
        return
    play.shift(play.faction, space, "opposition")
    if board.unshaded(33):
        board.remove("Ta" if board.pieces[space]["Ta"] else "Tu", space)


@oracle("distant-plain", "3.3.4", "where one may use Terror, at what price, and what it does")
def terror(rng: random.Random) -> bool:
    faction = rng.choice(INSURGENTS)
    play = Operation(rng, faction, "terror", lambda board: board.on_map(GUERRILLAS_OF[faction][0]) > 0)
    if not play.declare(bool(terror_spaces(play))):
        return False
    bombed = not (play.faction == "taliban" and play.board.shaded(33))

    def choices() -> set[str]:
        bombs = (
            set()
            if bombed
            else {f"bomb {space}" for space in play.selected if space not in LOCS and bombable(play.board, space)}
        )
        return terror_spaces(play) | bombs

    while (choice := play.next_choice("terror-space", choices)) != "done":
        what, _, space = choice.rpartition(" ")
        if what == "bomb":
            bombed = True
            play.remove_pieces("taliban", space, 1, partial(bombable, play.board, space), obliged=True)
        else:
            terrorise(play, space)
        play.board_same()
    play.turn_is_over()
    return True
