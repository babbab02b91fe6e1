"""2nd:8.1 to 2nd:8.3: what holds for every Non-player of the 2nd printing: turns, guidelines, chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import khyber
from khyber.engine.table import Table
from khyber.games.distant_plain.board import (
    C_TROOPS,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    KINDS,
    OWNER,
    PIECES,
    PROPAGANDA_CARDS,
    SPACE_BY_ID,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Piece,
)
from khyber.games.distant_plain.bots.machinery.chance import LOOP, SECOND_SPACES, Dice, random_space
from khyber.games.distant_plain.bots.second.guide import SecondGuide
from khyber.games.distant_plain.bots.second.guidelines import Cubes, Group, evenly, march_group, quota
from khyber.games.distant_plain.rules.control import control_of
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import CARD_NOW
from tests.distant_plain.bots.event_cards import own
from tests.distant_plain.bots.looking import activities
from tests.distant_plain.bots.second.cases import bot, case, opening, play_on
from tests.distant_plain.choices import asked, keys
from tests.distant_plain.facts import resources
from tests.distant_plain.positions import card

KANDAHAR, KABUL, BALKH, HERAT = (SPACE_BY_ID[name] for name in ("kandahar", "kabul", "balkh", "herat"))


class Thrown(Dice):
    """Three dice for the Random Spaces table, as a test gives them: tan, black, green."""

    def __init__(self, tan: int, black: int, green: int) -> None:
        super().__init__(lambda: random.Random(0), SECOND_SPACES)
        self.place = ((tan - 1) // 2 * 3 + (black - 1) // 2) * 3 + (green - 1) // 2

    def throw(self) -> int:
        return self.place


# -- chance -------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.2")
@pytest.mark.parametrize(
    "candidates,dice,chosen",
    [
        ("helmand nuristan", (4, 3, 1), "nuristan"),
        ("zabol konduz", (1, 1, 1), "zabol"),
        ("balochistan herat", (6, 6, 6), "balochistan"),
        ("helmand nuristan", (1, 4, 5), "helmand"),
    ],
)
def test_dice_point_at_a_space_and_arrows_lead_on(candidates: str, dice: tuple[int, int, int], chosen: str) -> None:
    """Cases 1 to 3 [N2.Rand.2]; and a space hit at once."""
    spaces = [SPACE_BY_ID[name] for name in candidates.split()]
    assert random_space(Thrown(*dice), spaces) == SPACE_BY_ID[chosen]


def test_three_dice_reach_every_space_and_kabul_three_times() -> None:
    """N2.Rand.1."""
    faces = Counter(
        SECOND_SPACES[Thrown(tan, black, green).place]
        for tan in range(1, 7)
        for black in range(1, 7)
        for green in range(1, 7)
    )
    assert set(faces) == set(LOOP)
    assert {space for space, n in faces.items() if n == 24} == {KABUL}
    assert sum(faces.values()) == 216 and set(faces.values()) == {8, 24}


@pytest.mark.rule("2nd:8.3")
def test_locs_wait_and_the_richest_comes_first() -> None:
    """N2.Rand.4, N2.Loc.1."""
    aibak, boldak = SPACE_BY_ID["kabul-aibak"], SPACE_BY_ID["kandahar-spin-boldak"]
    assert random_space(Thrown(1, 1, 1), [aibak, boldak, BALKH]) == BALKH
    assert random_space(Thrown(1, 1, 1), [aibak, boldak]) == boldak


class NotThrown(Dice):
    """Dice that nobody may touch."""

    def __init__(self) -> None:
        super().__init__(lambda: random.Random(0), SECOND_SPACES)

    def throw(self) -> int:
        raise AssertionError("one candidate needs no dice")


@pytest.mark.rule("2nd:8.2")
def test_one_candidate_needs_no_dice() -> None:
    """R3, R16: nor does one Province among LoCs."""
    assert random_space(NotThrown(), [BALKH]) == BALKH
    assert random_space(NotThrown(), [SPACE_BY_ID["kandahar-spin-boldak"], BALKH]) == BALKH


# -- the turn -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.1")
@pytest.mark.parametrize("seat,least", [("taliban", 1), ("warlords", 1), ("government", 3)])
def test_too_few_resources_mean_a_pass(seat: str, least: int) -> None:
    """N2.Seq.7."""
    table = case(seat, {"balkh": "W 1u 1B", "paktika": "T 1u 1B"}, event_open=True, cards=own(), **{seat: least - 1})  # type: ignore[arg-type]
    assert play_on(table, seat).used() == {"N2.Seq.4": 1, "N2.Seq.7": 1}
    assert resources(table, seat) == least - 1 + (3 if seat == "government" else 1)


@pytest.mark.rule("2nd:8.1")
def test_the_coalition_is_never_too_poor() -> None:
    """N2.Seq.7."""
    table = case("coalition", {"kabul": "C 1B 4t", "kandahar": "C 4t, T 4a"}, government=0)
    assert "N2.Seq.7" not in play_on(table, "coalition").used()


@pytest.mark.rule("2nd:8.1")
def test_operations_are_full_where_a_players_are_limited() -> None:
    """Case 9 [N2.Seq.8]."""
    final = {"next_card": PROPAGANDA_CARDS[3], "unplayed": 1, "scenario": "short"}
    for player in (True, False):
        table = case("warlords", {"balkh": "W 4u 1B"}, players=["warlords"] if player else [], **final)
        assert asked(table) == ("warlords turn-limited" if player else "warlords turn")
        assert ("march" in keys(table)) == (not player)
    play_on(table, "warlords")
    assert activities(table)


def limited_rally(seat: str, *, second: bool) -> Table[State]:
    """An Event lets a Faction Rally, in one space if it is Limited."""
    faction = {"taliban": TALIBAN, "warlords": WARLORDS}[seat]
    event = card(lambda play, by: free_operation(play, faction, ("rally",), limited=True))
    table = case(
        seat,
        {"balkh": "W 1B", "konduz": "W 1B", "herat": "W 1B"},
        event_open=True,
        cards={CARD_NOW: event},
        second_printing=[seat] if second else [],
    )
    table.choose("event-unshaded")
    return table


@pytest.mark.rule("2nd:8.1")
def test_a_limited_operation_of_an_event_is_a_full_one() -> None:
    """N2.Seq.8, R11: only for Non-players of this printing."""
    table = limited_rally("warlords", second=True)
    head = bot("warlords")
    play_on(table, "warlords", head)
    told = [event.kind for event in table.all_events()]
    assert told.count("operation") == 1 and told.count("selected") == 3 and "activity" in told
    table = limited_rally("warlords", second=False)
    table.choose("rally")
    assert [event.kind for event in table.all_events()].count("limited-operation") == 1


@pytest.mark.rule("2nd:8.7.6")
def test_an_event_under_sponsorship_leaves_the_taliban_eligible() -> None:
    """Case 66 [T2.Isl.1]."""
    steps = '{ do = "islamabad", toward = "sponsorship", boxes = 1 }'
    for box, stays in ((3, True), (2, False)):
        table = case("taliban", event_open=True, cards=own(steps, steps), islamabad=ISLAMABAD[box])
        assert opening(table, "taliban") == "event-shaded"
        play_on(table, "taliban")
        while len(table.state.played) == 1:
            table.choose("pass")
        assert bool(table.state.eligible[TALIBAN]) == stays
    table = case("taliban", {"paktika": "T 3u"}, islamabad="sponsorship")
    play_on(table, "taliban")
    while len(table.state.played) == 1:
        table.choose("pass")
    assert not table.state.eligible[TALIBAN]


ISLAMABAD = ("hostility", "pressure", "tolerance", "backing", "sponsorship")


# -- guidelines ---------------------------------------------------------------------------------------


def there(text: str, space: str = "kandahar") -> State:
    return case("taliban", {space: text}).state


@pytest.mark.rule("2nd:8.1.2")
@pytest.mark.parametrize(
    "text,hidden,shown,group",
    [
        ("", 2, 4, Group(2, 1, False)),
        ("T 3u", 2, 4, Group(2, 4, True)),
        ("T 2u", 2, 4, Group(1, 0, False)),
        ("", 0, 4, Group(0, 4, False)),
    ],
)
def test_a_group_stays_hidden_if_it_can(text: str, hidden: int, shown: int, group: Group) -> None:
    """Case 10 [N2.Proc.5]: Warlords into a Pashtun Province."""
    assert march_group(there(text), WARLORDS, KANDAHAR, hidden, shown) == group


@pytest.mark.rule("2nd:8.1.2")
def test_on_home_ground_everybody_goes() -> None:
    """N2.Proc.5: no group is noticed at home; elsewhere cubes count against the Taliban."""
    assert march_group(there("G 5p"), TALIBAN, KANDAHAR, 3, 2) == Group(3, 2, False)
    assert march_group(there("G 2p", "balkh"), TALIBAN, BALKH, 3, 2) == Group(1, 0, False)
    assert march_group(there("G 5p", "balkh"), TALIBAN, BALKH, 3, 2, want=4) == Group(2, 2, True)


@pytest.mark.rule("2nd:8.1.2")
@pytest.mark.parametrize(
    "text,piece,spare",
    [
        ("C 2t, T 1u, W 3u", W_UNDERGROUND, 2),
        ("T 1B 3u, C 1t, W 1u", T_UNDERGROUND, 1),
        ("G 4t, T 1u", G_TROOPS, 2),
        ("G 2t 1p, T 1u, W 2a", G_TROOPS, 2),
        ("C 3t, T 4a 1B", C_TROOPS, 3),
        ("G 1p, W 3a", W_ACTIVE, 2),
        ("G 2p, W 1a", W_ACTIVE, 1),
        ("G 2p, T 2a", T_ACTIVE, 0),
    ],
)
def test_no_piece_leaves_if_control_came_or_went(text: str, piece: Piece, spare: int) -> None:
    """Case 11 [N2.Proc.6]; the closed form agrees with moving one by one."""
    state = there(text)
    at = KANDAHAR * KINDS + piece
    present = state.pieces[at]
    assert quota(state, KANDAHAR, OWNER[piece], present) == spare
    before, left = control_of(state, KANDAHAR), 0
    while state.pieces[at]:
        state.pieces[at] -= 1
        if control_of(state, KANDAHAR) != before:
            break
        left += 1
    assert left == spare


@pytest.mark.rule("2nd:8.1.2")
def test_cubes_are_taken_by_turns_police_first() -> None:
    """N2.Proc.2, N2.Proc.4, R5."""
    assert [evenly(n, 2, 3) for n in range(6)] == [
        Cubes(0, 0),
        Cubes(1, 0),
        Cubes(1, 1),
        Cubes(2, 1),
        Cubes(2, 2),
        Cubes(2, 3),
    ]


@pytest.mark.rule("2nd:8.1.2")
def test_players_are_hit_first_and_bases_before_others() -> None:
    """N2.Proc.1, N2.Proc.2: by piece an equal chance among Factions."""
    guide = SecondGuide()
    state = case("taliban", {"kandahar": "C 2t, G 3p 3t, W 2u 1B"}).state
    row = {piece: state.pieces[KANDAHAR * KINDS + piece] for piece in PIECES if state.pieces[KANDAHAR * KINDS + piece]}
    first = [guide.removing(bot("taliban", seed=seed), state, row, bases_last=False) for seed in range(40)]
    assert {(order[0], order[1]) for order in first} == {(W_BASE, W_UNDERGROUND)}
    assert {order[2] for order in first} == {C_TROOPS, G_POLICE}
    playing = case("taliban", {"kandahar": "C 2t, G 3p 3t, W 2u 1B"}, players=["government"]).state
    order = guide.removing(bot("taliban"), playing, row, bases_last=False)
    assert order[:4] == [G_POLICE, G_TROOPS, G_POLICE, G_TROOPS]
    assert guide.targets(playing, bot("taliban").dice, TALIBAN)[0] == GOVERNMENT


def test_a_seat_may_change_from_one_printing_to_the_other() -> None:
    """The position says by which rules a Faction is run."""
    table = khyber.new("distant-plain", seed=1, seats={"coalition": "person", "taliban": "bot:2nd"})
    assert (table.state.non_players >> TALIBAN & 1, table.state.non_players >> 4 + TALIBAN & 1) == (1, 1)
    assert (table.state.non_players >> WARLORDS & 1, table.state.non_players >> 4 + WARLORDS & 1) == (1, 0)
    again = khyber.position("distant-plain", table.position())
    assert again.state.non_players == table.state.non_players
    assert khyber.load(table.save()).state.non_players == table.state.non_players
