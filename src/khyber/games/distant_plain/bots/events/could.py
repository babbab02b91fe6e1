"""8.6.2, 8.8.2: what a text could do in this position, with any choices and any dice (N.Could).

The steps are analysed, not played: each says whether it could raise a flag now, if every space it may choose were
chosen. What earlier steps could change is considered where printed texts depend on it: Terror removed, and pieces that
a granted Assault would find.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.events.deck import Side
from khyber.games.distant_plain.events.effect import Effect, SpaceEffect
from khyber.games.distant_plain.events.filters import matching, pieces_in
from khyber.games.distant_plain.events.people_effects import Returnees, Select, SetLevel, Shift, Terror
from khyber.games.distant_plain.events.piece_effects import ROW_OF_BOX, Boxes, Flip, PieceEffect, Place, Remove, Replace
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.special import Special
from khyber.games.distant_plain.events.track_effects import TRACKS, ChangeTrack, Die, Islamabad, Transfer
from khyber.games.distant_plain.events.turn_effects import Choose, FreeActivity, FreeOperation
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.activities.govern import govern_choices
from khyber.games.distant_plain.rules.forces import available, count, pieces_of, room_for_base
from khyber.games.distant_plain.rules.lasting import FIND_FIX_FINISH, PARTNERING_POLICY, REAPERS, shaded, unshaded
from khyber.games.distant_plain.rules.map import cubes_for_one_loss
from khyber.games.distant_plain.rules.operations.assault import AS_PLAINS, EACH_TROOP, fighting_government_cubes
from khyber.games.distant_plain.rules.operations.train import train_civic_action_possible
from khyber.games.distant_plain.rules.support import has_opinion
from khyber.games.distant_plain.state import State

Flags = Collection[str]
#: The faces of a die, the extremes first.
FACES: Final = (6, 1, 5, 2, 4, 3)


@rule("8.6.2", "8.8.2")
def side_could(play: Play, side: Side, wanted: Flags) -> bool:
    """N.Could: return whether some way to execute this side raises one of the flags now."""
    dice = [effect for effect in side.effects if isinstance(effect, Die)]
    return any(_with_dice(play, side, wanted, dice, face) for face in (FACES if dice else FACES[:1]))


def _with_dice(play: Play, side: Side, wanted: Flags, dice: Sequence[Die], face: int) -> bool:
    scratch = play.scratch()
    event = Resolution(scratch, board.COALITION)
    event.dice = {die.name: face * die.dice for die in dice}
    return any(_could(event, step, effect, wanted) for step, effect in enumerate(side.effects, 1))


def _could(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    reader = _READERS.get(type(effect))
    return reader is not None and reader(event, step, effect, wanted)


def _spaces(event: Resolution, step: int, effect: SpaceEffect) -> list[Space]:
    """Return every space that the step may choose; later steps treat all of them as chosen."""
    if effect.where.most is not None and effect.where.most(event) <= 0:
        return []
    found = event.selected[step] = matching(event, effect.where.test)
    return found


# -- people -------------------------------------------------------------------------------------------


def _shift(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Shift)
    levels = range(1, effect.levels + 1)
    return any(
        _moves_to(event.state, space, event.state.level[space] + effect.direction * n, wanted)
        for space in _spaces(event, step, effect)
        for n in levels
    )


def _set(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, SetLevel)
    state = event.state
    return any(
        _moves_to(state, space, effect.level, wanted)
        for space in _spaces(event, step, effect)
        if effect.from_level is None or state.level[space] == effect.from_level
    )


def _moves_to(state: State, space: Space, level: int, wanted: Flags) -> bool:
    was = state.level[space]
    if level == was or not board.OPPOSITION <= level <= board.SUPPORT or not has_opinion(state, space):
        return False
    return (
        (level == board.SUPPORT and "support-up" in wanted)
        or (was == board.SUPPORT and "support-down" in wanted)
        or (level == board.OPPOSITION and "opposition-up" in wanted)
        or (was == board.OPPOSITION and "opposition-down" in wanted)
    )


def _terror(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    """Raise no flag, but let a later step select spaces without Terror."""
    assert isinstance(effect, Terror)
    spaces = _spaces(event, step, effect)
    if not effect.placing:
        for space in spaces:
            effect.change(event, space, event.state.terror[space] if effect.n is None else effect.n(event))
    return False


def _choice(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    """Note spaces for later steps."""
    assert isinstance(effect, SpaceEffect)
    _spaces(event, step, effect)
    return False


def _returnees(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    """Raise no flag, but let a later step shift a Province that had no Population."""
    assert isinstance(effect, Returnees)
    markers = event.state.returnees
    left = sum(markers) < board.RETURNEES_MARKERS
    for space in _spaces(event, step, effect):
        markers[space] |= left
    return False


# -- pieces -------------------------------------------------------------------------------------------


def _place(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Place)
    spaces = _spaces(event, step, effect)
    return any(
        flag in wanted and any(effect.possible(event, piece, space) > 0 for space in spaces)
        for piece, flag in _PLACED.items()
        if piece in effect.what
    )


def _remove(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Remove)
    most = effect.quantity.here(event, 0)
    return any(
        flag in wanted and piece in effect.what and _removable(event.state, effect, piece, space, most)
        for space in _spaces(event, step, effect)
        for piece, flag in _REMOVED.items()
    )


def _removable(state: State, effect: Remove, piece: Piece, space: Space, most: int) -> bool:
    if not count(state, space, piece) or most <= 0:
        return False
    if not effect.bases_last or piece not in board.BASES:
        return True
    guards = sum(
        count(state, space, other)
        for other in board.PIECES
        if board.OWNER[other] == board.OWNER[piece] and other not in board.BASES
    )
    return (
        guards < most
        if all(
            other in effect.what
            for other in board.PIECES
            if board.OWNER[other] == board.OWNER[piece] and other not in board.BASES
        )
        else not guards
    )


def _replace(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Replace)
    spaces = _spaces(event, step, effect)
    state = event.state
    for piece in effect.what:
        where = [space for space in spaces if effect.possible(event, piece, space)]
        if where and _REMOVED.get(piece, "") in wanted:
            return True
        if where and any(
            _PLACED.get(new, "") in wanted
            and available(state, new)
            and (new not in board.BASES or any(room_for_base(state, s) or piece in board.BASES for s in where))
            for new in effect.new
        ):
            return True
    return False


def _flip(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, PieceEffect)
    if not effect.only_named:
        _spaces(event, step, effect)
    return False


def _boxes(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Boxes)
    flag = "coalition-place" if effect.to == "available" else "coalition-remove"
    return (
        flag in wanted
        and effect.n(event) > 0
        and any(
            event.state.pieces[ROW_OF_BOX[box] * board.KINDS + piece] for box in effect.sources for piece in effect.what
        )
    )


# -- tracks -------------------------------------------------------------------------------------------


def _track(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, ChangeTrack)
    return _moves(event.state, effect.track, effect.sign * effect.amount(event), wanted)


def _moves(state: State, name: str, change: int, wanted: Flags) -> bool:
    track = TRACKS[name]
    value = track.value(state)
    if change > 0:
        return track.up in wanted and value < track.most
    return change < 0 and bool(track.down) and track.down in wanted and value > 0


def _transfer(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Transfer)
    state = event.state
    source, dest = TRACKS[effect.source], TRACKS[effect.dest]
    n = min(effect.amount(event), source.value(state), dest.most - dest.value(state))
    return n > 0 and (source.down in wanted or dest.up in wanted)


def _islamabad(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Islamabad)
    state = event.state
    if "islamabad" not in wanted or (effect.if_any is not None and not matching(event, effect.if_any)):
        return False
    if not state.hard:
        return True
    return bool(effect.boxes) and board.HOSTILITY <= state.islamabad + effect.direction <= board.SPONSORSHIP


# -- choices and grants -------------------------------------------------------------------------------


def _choose(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, Choose)
    return any(
        _could(event, step, inner, wanted)
        for _, effects in effect.options
        if all(inner.possible_now(event) for inner in effects)
        for inner in effects
    )


def _operation(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    """Return the flags of a free Operation, if the card and the position allow them."""
    assert isinstance(effect, FreeOperation)
    flags = [flag for flag in effect.flags if flag in wanted]
    if not flags:
        return False
    spaces = board.LANDS if effect.where is None else matching(event, effect.where)
    return any(_GRANTED.get(flag, _as_printed)(event.state, spaces, effect.text) for flag in flags)


def _activity(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    assert isinstance(effect, FreeActivity)
    flags = [flag for flag in effect.flags if flag in wanted]
    if not flags:
        return False
    spaces = board.LANDS if effect.where is None else matching(event, effect.where)
    if effect.name == "air-strike":
        return any(strike_removes_base(event.state, space) for space in spaces)
    if effect.name == "govern":
        return any("patronage" in govern_choices(event.state, space) for space in spaces)
    return ACTIVITIES[effect.name].possible(event.play, ACTIVITIES[effect.name].faction)


def strike_removes_base(state: State, space: Space) -> bool:
    """4.2.3: a Taliban Base without Guerrillas, or with two that Reapers can remove first."""
    hidden, shown = count(state, space, board.T_UNDERGROUND), count(state, space, board.T_ACTIVE)
    return (
        bool(count(state, space, board.T_BASE))
        and hidden <= 2
        and hidden + shown <= (2 if unshaded(state, REAPERS) else 0)
    )


def _base_removed(state: State, spaces: Sequence[Space], text: str) -> bool:
    return any(
        count(state, space, board.T_BASE)
        and (commandos_take_base(state, space) if text == EACH_TROOP else assault_takes_base(state, space, text))
        for space in spaces
    )


def commandos_take_base(state: State, space: Space) -> bool:
    """Afghan Commandos: 3 more Troops, 3 Guerrillas Activated, one piece removed per Troop."""
    if count(state, space, board.T_UNDERGROUND) > 3:
        return False
    more = min(3, available(state, board.G_TROOPS))
    troops = count(state, space, board.G_TROOPS)
    police = (fighting_government_cubes(state, space) - troops) // 2
    return troops + more + police > count(state, space, board.T_UNDERGROUND) + count(state, space, board.T_ACTIVE)


def assault_takes_base(state: State, space: Space, text: str) -> bool:
    """3.2.4: return whether an Assault, as on Plains with all Guerrillas Active, could reach the Base."""
    hidden = count(state, space, board.T_UNDERGROUND)
    taliban = hidden + count(state, space, board.T_ACTIVE)
    government = fighting_government_cubes(state, space)
    by_government = government // (2 if text == AS_PLAINS else cubes_for_one_loss(space))
    if (text == AS_PLAINS or not hidden) and by_government > taliban:
        return True
    coalition = count(state, space, board.C_TROOPS)
    if not coalition or (text != AS_PLAINS and hidden > (1 if unshaded(state, FIND_FIX_FINISH) else 0)):
        return False
    force = coalition + (0 if shaded(state, PARTNERING_POLICY) else government)
    return (min(force, 2) if shaded(state, FIND_FIX_FINISH) else force) > taliban


def _base_built(state: State, spaces: Sequence[Space], text: str) -> bool:
    """3.3.1: 2 Guerrillas in a space with room, or 1 and another that is placed."""
    if not available(state, board.T_BASE):
        return False
    return any(
        room_for_base(state, space)
        and count(state, space, board.T_UNDERGROUND) + count(state, space, board.T_ACTIVE) >= 2
        for space in spaces
    )


def _civic_action(state: State, spaces: Sequence[Space], text: str) -> bool:
    """3.2.1: Civic Action with a Train."""
    return any(
        has_opinion(state, space)
        and state.level[space] != board.SUPPORT
        and any(train_civic_action_possible(state, faction, space) for faction in (board.COALITION, board.GOVERNMENT))
        for space in spaces
    )


def _as_printed(state: State, spaces: Sequence[Space], text: str) -> bool:
    return True


_GRANTED: Final[dict[str, Callable[[State, Sequence[Space], str], bool]]] = {
    "taliban-base-remove": _base_removed,
    "taliban-base-place": _base_built,
    "support-up": _civic_action,
    "opposition-down": _civic_action,
}


def _special(event: Resolution, step: int, effect: Effect, wanted: Flags) -> bool:
    """Return the flags of a side implemented as a function, in this position."""
    assert isinstance(effect, Special)
    state = event.state
    return any(flag in wanted and _SPECIAL.get(flag, _anything)(state) for flag in effect.flags)


def _anything(state: State) -> bool:
    return True


def _troops_to_send(state: State) -> bool:
    """Return whether there are Coalition Troops to move."""
    return bool(sum(state.pieces[board.C_TROOPS : (board.AVAILABLE + 1) * board.KINDS : board.KINDS]))


def _fastness_falls(state: State) -> bool:
    """Return whether COIN Troops could take a Taliban Base in a Mountain Province."""
    return any(
        board.IS_MOUNTAIN[space]
        and pieces_in(state, space, "coin-troops")
        and count(state, space, board.T_BASE)
        and assault_takes_base(state, space, AS_PLAINS)
        for space in board.LANDS
    )


def _refuge_built(state: State) -> bool:
    """Return whether a Base can be placed in a Mountain Province with Taliban pieces."""
    return bool(available(state, board.T_BASE)) and any(
        board.IS_MOUNTAIN[space] and room_for_base(state, space) and pieces_of(state, board.TALIBAN, space)
        for space in board.LANDS
    )


_SPECIAL: Final[dict[str, Callable[[State], bool]]] = {
    "coalition-remove": _troops_to_send,
    "taliban-base-remove": _fastness_falls,
    "taliban-base-place": _refuge_built,
}
#: Conditions about pieces in the boxes of the Coalition and the Taliban.
_PLACED: Final = {
    board.T_BASE: "taliban-base-place",
    board.C_TROOPS: "coalition-place",
    board.C_BASE: "coalition-place",
}
_REMOVED: Final = {
    board.T_BASE: "taliban-base-remove",
    board.C_TROOPS: "coalition-remove",
    board.C_BASE: "coalition-remove",
}
_READERS: Final[dict[type, Callable[[Resolution, int, Effect, Flags], bool]]] = {
    Shift: _shift,
    SetLevel: _set,
    Terror: _terror,
    Select: _choice,
    Returnees: _returnees,
    Place: _place,
    Remove: _remove,
    Replace: _replace,
    Flip: _flip,
    Boxes: _boxes,
    ChangeTrack: _track,
    Transfer: _transfer,
    Islamabad: _islamabad,
    Choose: _choose,
    FreeOperation: _operation,
    FreeActivity: _activity,
    Special: _special,
}
