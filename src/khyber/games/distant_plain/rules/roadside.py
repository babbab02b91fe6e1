"""Roadside IEDs (5.3): cubes that enter a LoC with Taliban Guerrillas may be lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khyber.games.distant_plain.board import COALITION, IS_LOC, KINDS, OWNER, SPACE_IDS, TALIBAN, Faction, Piece, Space
from khyber.games.distant_plain.notation import PIECES_OR_WORDS, PLACES, or_done, space_ids
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.forces import guerrillas, lose, remove
from khyber.games.distant_plain.rules.lasting import ROADSIDE_IEDS, shaded, use_card
from khyber.games.distant_plain.state import State

#: LoC entered -> the cubes that entered it, as kind and the space where they now are.
Entered = Mapping[Space, Sequence[tuple[Piece, Space]]]


def is_mined(state: State, space: Space) -> bool:
    """5.3: whether the Capability applies to cubes that enter this space."""
    return IS_LOC[space] and guerrillas(state, TALIBAN, space) > 0 and shaded(state, ROADSIDE_IEDS)


def roadside_bomb(play: Play, faction: Faction, rule: str, entered: Entered) -> Rules:
    """3.2.2, 3.2.3, 4.3.2: by a Capability, the Taliban choose a LoC; the moving Faction loses 1 cube there."""
    state = play.state
    if not shaded(state, ROADSIDE_IEDS):
        return

    def mined() -> list[Space]:
        return [
            loc
            for loc in entered
            if is_mined(state, loc) and any(state.pieces[at * KINDS + piece] for piece, at in entered[loc])
        ]

    def at_risk(loc: Space) -> set[bool]:
        """Return for each cube that could be lost there whether it is the Coalition's."""
        return {OWNER[piece] == COALITION for piece, at in entered[loc] if state.pieces[at * KINDS + piece]}

    if not mined():
        return
    # The position does not show who moved along which LoC, so the question says where Coalition cubes did,
    # alone or with Government ones.
    loc = yield from play.ask(
        TALIBAN,
        "ied-loc",
        rule,
        PLACES,
        lambda: or_done(mined()),
        {
            "coalition": space_ids(loc for loc in mined() if at_risk(loc) == {True}),
            "either": space_ids(loc for loc in mined() if at_risk(loc) == {True, False}),
        },
    )
    if isinstance(loc, str):
        return
    where = yield from play.ask(
        faction,
        "ied-space",
        rule,
        PLACES,
        lambda: sorted({at for piece, at in entered[loc] if state.pieces[at * KINDS + piece]}),
        {"space": SPACE_IDS[loc]},
    )
    kind = yield from play.ask(
        faction,
        "ied-piece",
        rule,
        PIECES_OR_WORDS,
        lambda: sorted({piece for piece, at in entered[loc] if at == where and state.pieces[at * KINDS + piece]}),
        {"space": SPACE_IDS[where]},
    )
    use_card(play, rule, ROADSIDE_IEDS, loc)
    if OWNER[kind] == COALITION:
        lose(play, rule, kind, where)
    else:
        remove(play, rule, kind, where)
