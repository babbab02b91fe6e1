"""1.4.1, 3.1: choosing enemy pieces. A targeted Faction loses as much as possible; others may be spared."""

from __future__ import annotations

from collections.abc import Callable

from khyber.engine.decision import Fresh
from khyber.games.distant_plain.board import (
    ACTIVE_OF,
    BASE_OF,
    C_BASE,
    C_TROOPS,
    COALITION,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    INSURGENTS,
    KINDS,
    OWNER,
    SPACE_IDS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    UNDERGROUND_OF,
    W_ACTIVE,
    W_BASE,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PIECES_OR_WORDS, WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.control import as_one_step
from khyber.games.distant_plain.rules.forces import activate, lose, place, remove
from khyber.games.distant_plain.rules.lasting import US_TALIBAN_TALKS, unshaded
from khyber.games.distant_plain.state import State

Removable = Callable[[State, Space], list[Piece]]


def exposed(state: State, space: Space) -> list[Piece]:
    """3.2.4, 4.2.3: Active Guerrillas, or Bases of a Faction with no Guerrilla there."""
    at = space * KINDS
    t_hidden, t_shown, t_base, w_hidden, w_shown, w_base = state.pieces[at + T_UNDERGROUND : at + KINDS]
    open_to_it = []
    if t_shown:
        open_to_it.append(T_ACTIVE)
    elif t_base and not t_hidden:
        open_to_it.append(T_BASE)
    if w_shown:
        open_to_it.append(W_ACTIVE)
    elif w_base and not w_hidden:
        open_to_it.append(W_BASE)
    return open_to_it


def guerrillas_then_bases(state: State, faction: Faction, space: Space) -> list[Piece]:
    """Return an Insurgent Faction's Guerrillas or, once those are removed, its Bases."""
    at = space * KINDS
    found = [piece for piece in (UNDERGROUND_OF[faction], ACTIVE_OF[faction]) if state.pieces[at + piece]]
    if not found and state.pieces[at + BASE_OF[faction]]:
        found.append(BASE_OF[faction])
    return found


def open_to_attack(faction: Faction) -> Removable:
    """3.3.3: the pieces an Attack by this Faction may remove next."""

    def removable(state: State, space: Space) -> list[Piece]:
        pieces = state.pieces
        at = space * KINDS
        found = guerrillas_then_bases(state, WARLORDS if faction == TALIBAN else TALIBAN, space)
        if pieces[at + G_TROOPS] or pieces[at + G_POLICE]:
            found += [piece for piece in (G_TROOPS, G_POLICE) if pieces[at + piece]]
        elif pieces[at + C_TROOPS]:
            found.append(C_TROOPS)
        else:
            found += [piece for piece in (G_BASE, C_BASE) if pieces[at + piece]]
        if faction == TALIBAN and unshaded(state, US_TALIBAN_TALKS):
            return [piece for piece in found if OWNER[piece] != COALITION]
        return found

    return removable


@rule("1.4.1", "3.1")
def remove_enemies(
    play: Play,
    faction: Faction,
    rule: str,
    space: Space,
    most: int,
    removable: Removable,
    *,
    boundary: bool = True,
    casualties: bool = False,
    obliged: bool = False,
    instead: Piece | None = None,
) -> Asking[list[Piece]]:
    """1.4.1, 3.1: choose enemy pieces one by one, up to `most`.

    A Faction that loses a piece is targeted: the choice may end only when no targeted Faction has another piece to
    remove. Targeting nobody is allowed, unless the number is mandatory (`obliged`). With `instead`, each is replaced.
    """
    state = play.state
    gone: list[Piece] = []
    targeted = 0
    listed: list[Piece] | None

    def build() -> list[Piece | str]:
        nonlocal listed
        pieces = removable(state, space) if listed is None else listed
        listed = None  # an aside may change the list
        open_to_it: list[Piece | str] = [*pieces]
        if not obliged and not (targeted and any(targeted >> OWNER[piece] & 1 for piece in pieces)):
            open_to_it.append("none" if not gone else "done")
        return open_to_it

    while len(gone) < most and (listed := removable(state, space)):
        picked = yield from play.ask(
            faction,
            "remove-enemy",
            rule,
            PIECES_OR_WORDS,
            build,
            Fresh(
                lambda: {
                    "space": SPACE_IDS[space],
                    "n": most - len(gone),
                    "reach": reach(state, space, removable, most - len(gone)),
                    "instead": int(instead is not None),
                }
            ),
            boundary=boundary,
        )
        if isinstance(picked, str):
            break
        targeted |= 1 << OWNER[picked]
        if casualties and OWNER[picked] == COALITION:
            lose(play, rule, picked, space)
        elif instead is not None:
            with as_one_step(play, (space,)):
                remove(play, rule, picked, space)
                place(play, rule, instead, space)
        else:
            remove(play, rule, picked, space)
        gone.append(picked)
    return gone


def reach(state: State, space: Space, removable: Removable, most: int) -> int:
    """Return how many pieces can be removed one after another, up to `most`; the order makes no difference."""
    pieces, at, n = state.pieces, space * KINDS, 0
    row = pieces[at : at + KINDS]
    while n < most and (found := removable(state, space)):
        pieces[at + found[0]] -= 1
        n += 1
    pieces[at : at + KINDS] = row
    return n


def targets_underground(state: State, space: Space) -> list[Faction]:
    return [f for f in INSURGENTS if state.pieces[space * KINDS + UNDERGROUND_OF[f]]]


def activate_enemies(play: Play, faction: Faction, rule: str, space: Space, most: int) -> Rules:
    """3.2.2, 3.2.3: Activate as many Underground Guerrillas of targeted Factions as possible, up to `most`."""
    state = play.state

    def build() -> list[str]:
        found = targets_underground(state, space)
        names = ["taliban" if f == TALIBAN else "warlords" for f in found]
        return [*names, *(["both"] if len(names) == 2 and most > 1 else []), "none"]

    if most <= 0 or not targets_underground(state, space):
        return
    at = space * KINDS

    def reach() -> int:
        return min(most, sum(state.pieces[at + UNDERGROUND_OF[f]] for f in INSURGENTS))

    about = Fresh(lambda: {"space": SPACE_IDS[space], "n": reach()})
    target = yield from play.ask(faction, "activate", rule, WORDS, build, about)
    taliban, warlords = state.pieces[at + UNDERGROUND_OF[TALIBAN]], state.pieces[at + UNDERGROUND_OF[WARLORDS]]
    if target == "taliban":
        activate(play, rule, TALIBAN, space, min(most, taliban))
    elif target == "warlords":
        activate(play, rule, WARLORDS, space, min(most, warlords))
    elif target == "both":
        total = min(most, taliban + warlords)
        least, greatest = max(0, total - warlords), min(total, taliban)
        of_taliban = yield from play.ask(
            faction,
            "activate-taliban",
            rule,
            COUNTS,
            lambda: range(least, greatest + 1),
            {"space": SPACE_IDS[space], "n": total},
        )
        activate(play, rule, TALIBAN, space, of_taliban)
        activate(play, rule, WARLORDS, space, total - of_taliban)
