"""4.2: Surge, Air Lift and Air Strike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from khyber.games.distant_plain.board import (
    AFGHAN,
    AVAILABLE,
    C_BASE,
    C_TROOPS,
    COALITION,
    COIN_CONTROL,
    G_TROOPS,
    IS_AFGHAN,
    IS_PAKISTAN,
    KABUL,
    KINDS,
    MOST_AID,
    MOST_RESOURCES,
    OUTSIDE_PAKISTAN,
    PAKISTAN,
    PIECE_IDS,
    SPACE_IDS,
    T_ACTIVE,
    T_BASE,
    T_UNDERGROUND,
    TALIBAN,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Faction,
    Piece,
    Space,
)
from khyber.games.distant_plain.notation import COUNTS, PLACES, WORDS, or_done
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activity_spaces import next_space, spaces_left
from khyber.games.distant_plain.rules.conditions import allowed, column, open_to_activity, operation_possible
from khyber.games.distant_plain.rules.forces import available, move, place, places_for_bases, remove
from khyber.games.distant_plain.rules.islamabad import TOWARD_SPONSORSHIP, shift_islamabad
from khyber.games.distant_plain.rules.lasting import PREDATORS, REAPERS, shaded, unshaded
from khyber.games.distant_plain.rules.support import TOWARD_OPPOSITION, has_opinion, shift
from khyber.games.distant_plain.rules.targets import exposed, remove_enemies
from khyber.games.distant_plain.rules.tracks import change_aid, gain
from khyber.games.distant_plain.state import State

MOST_SPACES = 3
#: What an Event's text may say of Surge: it rolls and gives by itself.
NO_ROLL = "no-roll"
MOST_GOVERNMENT_TROOPS_LIFTED = 3


@rule("4.1")
def held_spaces(play: Play, spaces: Sequence[Space], *pieces: Piece) -> list[Space]:
    """4.1: where one of these pieces must stay or come, or else an Operation not yet begun would be impossible.

    `spaces` are those between which a Special Activity moves such pieces. Only an Event that limits a free Operation
    to some spaces makes it hang on them: elsewhere Troops that move can Assault where they arrive, and Kabul is always
    open to Train.
    """
    state = play.state
    if state.op_only < 0 or not state.op or state.op_spaces:
        return []
    scratch = play.scratch()
    for space in spaces:
        for piece in pieces:
            scratch.state.pieces[space * KINDS + piece] = 0
    if operation_possible(scratch, COALITION, state.op):
        return []
    return allowed(state, [space for space in spaces if IS_AFGHAN[space] or state.op != "train"])


# -- Surge ------------------------------------------------------------------------------------------


def surge_spaces(state: State) -> list[Space]:
    """4.2.1: Kabul, and Provinces under COIN Control."""
    if not spaces_left(state, MOST_SPACES):
        return []
    return [space for space in AFGHAN if (space == KABUL or state.control[space] == COIN_CONTROL)
            and space not in state.special_spaces]


def can_surge(play: Play, faction: Faction) -> bool:
    return True


@rule("4.2.1")
def surge(play: Play, faction: Faction) -> Rules:
    """4.2.1: Coalition pieces between up to 3 spaces and Available, then a die between Aid and Warlords.

    The spaces are named first, all together. Then the Coalition says how many Bases and Troops shall stand in each.
    """
    state = play.state
    spaces = yield from choose_spaces(play, faction, "surge-space", "4.2.1", lambda: surge_spaces(state), least=1)
    moved = False
    held = held_spaces(play, spaces, C_BASE, C_TROOPS)
    troops = available(state, C_TROOPS) + sum(state.pieces[space * KINDS + C_TROOPS] for space in spaces)
    moved |= yield from _garrison(play, faction, spaces, C_BASE, [] if troops else held)
    if any(state.pieces[space * KINDS + C_BASE] for space in held):
        held = []
    moved |= yield from _garrison(play, faction, spaces, C_TROOPS, held)
    if state.op_text == NO_ROLL:
        return
    if moved:
        roll = yield from play.pick(faction, "surge-roll", "4.2.1", WORDS, lambda: ["roll", "done"])
        if roll == "done":
            return
    yield from _donors(play, faction)


def _garrison(play: Play, faction: Faction, spaces: Sequence[Space], piece: Piece, held: Sequence[Space],
              ) -> Asking[bool]:
    """4.2.1: how many pieces of one kind shall stand in each space; the rest goes to Available.

    At least one must stand in one of the `held` spaces, if there are any (4.1).
    """
    state = play.state
    pieces = state.pieces
    now = {space: pieces[space * KINDS + piece] for space in spaces}
    pool = pieces[AVAILABLE * KINDS + piece] + sum(now.values())
    room = {space: places_for_bases(state, space) + now[space] if piece == C_BASE else pool for space in spaces}
    to_hold = [space for space in held if room[space]]
    wanted: dict[Space, int] = {}
    for space in spaces:
        choices: Sequence[int] = range(min(pool, room[space]) + 1)
        if to_hold:
            later = any(other not in wanted and other != space for other in to_hold)
            choices = [n for n in choices if (n and space in to_hold) or (later and n < pool)]
        wanted[space] = yield from play.pick(
            faction, "surge-garrison", "4.2.1", COUNTS, partial(_same, choices),
            {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece], "now": now[space]})
        pool -= wanted[space]
        if wanted[space] and space in to_hold:
            to_hold = []
    for space in spaces:
        remove(play, "4.2.1", piece, space, max(0, now[space] - wanted[space]))
    for space in spaces:
        place(play, "4.2.1", piece, space, max(0, wanted[space] - now[space]))
    return wanted != now


def _same(choices: Sequence[int]) -> Sequence[int]:
    """Choices that no aside can change: nobody else's pieces or Resources are in them."""
    return choices


def _donors(play: Play, faction: Faction) -> Rules:
    """4.2.1: the roll goes in full to Aid and Warlord Resources, as the Coalition likes and as they have room."""
    state = play.state
    rolled = play.roll("surge")
    play.emit("rolled", "4.2.1", rolled)

    def build() -> list[int]:
        aid_room, warlord_room = MOST_AID - state.aid, MOST_RESOURCES - state.resources[WARLORDS]
        splits = [n for n in range(rolled + 1) if n <= aid_room and rolled - n <= warlord_room]
        return splits or [aid_room]

    to_aid = yield from play.pick(faction, "surge-split", "4.2.1", COUNTS, build, {"n": rolled}, boundary=False)
    change_aid(play, "4.2.1", to_aid)
    gain(play, "4.2.1", WARLORDS, rolled - to_aid)


def choose_spaces(play: Play, faction: Faction, ask: str, rule: str, spaces: Callable[[], list[Space]],
                  least: int) -> Asking[tuple[Space, ...]]:
    """Name the spaces of a Special Activity, all before it begins."""
    while (yield from next_space(play, faction, ask, rule, spaces, least)) is not None:
        pass
    return tuple(play.state.special_spaces)


# -- Air Lift ---------------------------------------------------------------------------------------


def air_lift_spaces(play: Play) -> list[Space]:
    """4.2.2: any spaces outside Pakistan; the first has Troops to lift. The Operation must stay possible (4.1)."""
    state = play.state
    chosen = list(state.special_spaces)
    if not spaces_left(state, MOST_SPACES):
        return []
    if not chosen:
        found = [space for space in OUTSIDE_PAKISTAN
                 if state.pieces[space * KINDS + C_TROOPS] or state.pieces[space * KINDS + G_TROOPS]]
    else:
        found = [space for space in OUTSIDE_PAKISTAN if space not in chosen]
    if state.op_only < 0 or not state.op or state.op_spaces:
        return found
    return [space for space in found if _can_be_among(play, [*chosen, space])]


def _can_be_among(play: Play, spaces: Sequence[Space]) -> bool:
    """4.1: whether these can be among the spaces of an Air Lift that moves something and keeps the Operation possible.

    One space more always suffices to bring what is missing, if anything can.
    """
    if can_lift_among(play, spaces):
        return True
    return len(spaces) < MOST_SPACES and any(
        can_lift_among(play, [*spaces, other]) for other in OUTSIDE_PAKISTAN if other not in spaces)


def can_lift_among(play: Play, spaces: Sequence[Space]) -> bool:
    """4.2.2, 4.1: whether a cube can move between these spaces, without the one on which the Operation hangs."""
    if len(spaces) < 2:
        return False
    pieces = play.state.pieces
    coalition = sum(pieces[space * KINDS + C_TROOPS] for space in spaces)
    if any(pieces[space * KINDS + G_TROOPS] for space in spaces) or coalition != 1:
        return True
    return len(held_spaces(play, spaces, C_TROOPS)) != 1


def can_air_lift(play: Play, faction: Faction) -> bool:
    return bool(air_lift_spaces(play))


@rule("4.2.2")
def air_lift(play: Play, faction: Faction) -> Rules:
    """4.2.2: any Coalition Troops and up to 3 Government Troops among 3 spaces. At least one cube moves."""
    state = play.state
    while (yield from next_space(
            play, faction, "air-lift-space", "4.2.2", lambda: air_lift_spaces(play),
            2 if can_lift_among(play, state.special_spaces) else MOST_SPACES)) is not None:
        pass
    spaces = tuple(state.special_spaces)
    government = sum(state.pieces[space * KINDS + G_TROOPS] for space in spaces)
    held = held_spaces(play, spaces, C_TROOPS)
    moved = yield from _lift(play, faction, spaces, C_TROOPS, most=255, must_move=government == 0, held=held)
    yield from _lift(play, faction, spaces, G_TROOPS, most=MOST_GOVERNMENT_TROOPS_LIFTED, must_move=not moved)


def _lift(play: Play, faction: Faction, spaces: Sequence[Space], piece: Piece, most: int, must_move: bool,
          held: Sequence[Space] = ()) -> Asking[bool]:
    """How many shall stand in each space afterwards; the last space takes what is left.

    At least one must stand in one of the `held` spaces, if there are any (4.1).
    """
    state = play.state
    now = [state.pieces[space * KINDS + piece] for space in spaces]
    total = sum(now)
    if total == 0:
        return False
    after: list[int] = []
    held_so = _holding(spaces, now, held, must_move=must_move) if held else []
    for index, space in enumerate(spaces[:-1]):
        if held:
            fits = sorted({ends[index] for ends in held_so if ends[:index] == after})
        else:
            fits = [n for n in range(total - sum(after) + 1) if _can_finish(now, [*after, n], most)]
            last_chance = index == len(spaces) - 2 or not any(now[index + 1 :])
            if must_move and last_chance and after == now[:index]:
                fits.remove(now[index])
        after.append((yield from play.pick(
            faction, "air-lift-garrison", "4.2.2", COUNTS, partial(_same, fits),
            {"space": SPACE_IDS[space], "piece": PIECE_IDS[piece], "now": now[index]})))
    after.append(total - sum(after))
    relocate(play, "4.2.2", piece, spaces, now, after)
    return after != now


def _holding(spaces: Sequence[Space], now: Sequence[int], held: Sequence[Space], *, must_move: bool,
             ) -> list[list[int]]:
    """4.1: the ways to spread these Troops that leave one in a held space, and move one if one must move."""
    most = range(sum(now) + 1)
    ways = ([*first, sum(now) - sum(first)] for first in product(most, repeat=len(now) - 1) if sum(first) <= sum(now))
    return [way for way in ways
            if any(n and space in held for space, n in zip(spaces, way, strict=True))
            and not (must_move and way == list(now))]


def _can_finish(now: Sequence[int], after: Sequence[int], most: int) -> bool:
    """Whether the rest of the spaces can be filled so that at most `most` pieces move."""
    leaving = sum(max(0, b - a) for b, a in zip(now, after, strict=False))
    coming = sum(max(0, a - b) for b, a in zip(now, after, strict=False))
    return leaving <= most and coming <= most and coming - leaving <= sum(now[len(after):])


def relocate(play: Play, rule: str, piece: Piece, spaces: Sequence[Space], now: Sequence[int],
             after: Sequence[int]) -> None:
    """Move pieces so that `after` stand in each space."""
    change = [a - b for b, a in zip(now, after, strict=True)]
    for i, origin in enumerate(spaces):
        for j, dest in enumerate(spaces):
            n = min(-change[i], change[j])
            if change[i] < 0 < change[j] and n > 0:
                move(play, rule, piece, n, origin, dest)
                change[i] += n
                change[j] -= n


# -- Air Strike -------------------------------------------------------------------------------------


def air_strike_spaces(state: State) -> list[Space]:
    """4.2.3: anywhere but Kabul, with an Active Guerrilla or an unguarded Base."""
    if not spaces_left(state, MOST_SPACES):
        return []
    taliban = zip(column(state, T_UNDERGROUND), column(state, T_ACTIVE), column(state, T_BASE), strict=True)
    warlords = zip(column(state, W_UNDERGROUND), column(state, W_ACTIVE), column(state, W_BASE), strict=True)
    return [
        space for space, ((t_hidden, t_shown, t_base), (w_hidden, w_shown, w_base))
        in enumerate(zip(taliban, warlords, strict=True))
        if (t_shown or w_shown or (t_base and not t_hidden) or (w_base and not w_hidden))
        and space != KABUL and space not in state.special_spaces]


def predator_spaces(state: State) -> list[Space]:
    """4.2.3: by a Capability, Pakistan spaces with any Taliban piece."""
    if not spaces_left(state, MOST_SPACES):
        return []
    return [space for space in PAKISTAN if space not in state.special_spaces and any_taliban(state, space)]


def can_air_strike(play: Play, faction: Faction) -> bool:
    state = play.state
    found = air_strike_spaces(state) or (predator_spaces(state) if unshaded(state, PREDATORS) else [])
    return bool(open_to_activity(state, found))


@rule("4.2.3")
def air_strike(play: Play, faction: Faction) -> Rules:
    """4.2.3: 1 piece in each of up to 3 spaces; if any is in Pakistan, Islamabad shifts once."""
    state = play.state
    predators, reapers = unshaded(state, PREDATORS), unshaded(state, REAPERS)

    def spaces() -> list[Space]:
        found = air_strike_spaces(state)
        return sorted({*found, *predator_spaces(state)}) if predators else found

    while (space := (yield from next_space(play, faction, "air-strike-space", "4.2.3", spaces))) is not None:
        if predators and (yield from send_predators(play, faction, space)):
            predators = False
            continue
        yield from remove_enemies(play, COALITION, "4.2.3", space, 1, exposed, obliged=True)
        if reapers and (yield from strike_again(play, faction, space)):
            reapers = False
    if any(IS_PAKISTAN[space] for space in state.special_spaces):
        shift_islamabad(play, "4.2.3", TOWARD_SPONSORSHIP)
    yield from after_the_strike(play)


def any_taliban(state: State, space: Space) -> list[Piece]:
    """4.2.3: by a Capability, any Taliban piece in 1 Pakistan space, hidden or guarded."""
    return [piece for piece in (T_UNDERGROUND, T_ACTIVE, T_BASE) if state.pieces[space * KINDS + piece]]


def send_predators(play: Play, faction: Faction, space: Space) -> Asking[bool]:
    """4.2.3: whether the Coalition strikes this Pakistan space with what the Capability allows, and the strike."""
    state = play.state
    if not IS_PAKISTAN[space] or any_taliban(state, space) == exposed(state, space):
        return False
    how = yield from play.pick(
        faction, "air-strike-how", "4.2.3", WORDS,
        lambda: ["predators", "strike"] if exposed(state, space) else ["predators"], {"space": SPACE_IDS[space]})
    if how == "strike":
        return False
    yield from remove_enemies(play, COALITION, "4.2.3", space, 1, any_taliban, obliged=True)
    return True


def strike_again(play: Play, faction: Faction, space: Space) -> Asking[bool]:
    """4.2.3: by a Capability, up to 2 pieces more in 1 space of the strike."""
    state = play.state
    struck = False
    for _ in range(2):
        if not exposed(state, space):
            break
        again = yield from play.pick(
            faction, "air-strike-again", "4.2.3", WORDS, lambda: ["again", "done"], {"space": SPACE_IDS[space]})
        if again == "done":
            break
        struck = True
        yield from remove_enemies(play, COALITION, "4.2.3", space, 1, exposed, obliged=True)
    return struck


def after_the_strike(play: Play) -> Rules:
    """4.2.3: what Capabilities give the Taliban for an Air Strike: recruits in Pakistan, anger in a Province struck."""
    state = play.state
    if shaded(state, PREDATORS) and available(state, T_UNDERGROUND):
        space = yield from play.pick(TALIBAN, "strike-recruit", "4.2.3", PLACES, lambda: or_done(PAKISTAN))
        if not isinstance(space, str):
            place(play, "4.2.3", T_UNDERGROUND, space)
    angry = [space for space in state.special_spaces if IS_AFGHAN[space] and has_opinion(state, space)]
    if shaded(state, REAPERS) and angry:
        where = yield from play.pick(TALIBAN, "strike-anger", "4.2.3", PLACES, lambda: sorted(angry))
        shift(play, "4.2.3", where, TOWARD_OPPOSITION)
