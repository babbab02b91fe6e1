"""Every Non-player executes its text of every card from random positions: nothing breaks, and forecasts are right."""

from __future__ import annotations

import random

import pytest

from khyber.agents.agent import Seen
from khyber.agents.bot import chosen
from khyber.engine.chance import stream
from khyber.games.distant_plain.board import CARDS, FACTION_BY_ID, FACTIONS, SEATS, Faction
from khyber.games.distant_plain.bots.events.could import side_could
from khyber.games.distant_plain.bots.events.difference import Difference, changed
from khyber.games.distant_plain.bots.events.steps import own_side
from khyber.games.distant_plain.bots.events.tests import Prospect, raised
from khyber.games.distant_plain.bots.events.trial import Faces
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.instructions import INSTRUCTIONS
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.events.deck import Side, printed_deck
from khyber.games.distant_plain.events.preview import witness
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.event_positions import positions, table_at, with_card

POSITIONS = 3
SEARCHED_WAYS = 40
EVERYBODY = 15
MAX_ANSWERS = 400


def position(packed: bytes, card: int, faction: Faction, non_players: int) -> State:
    """The Faction, a Non-player, is 1st Eligible on this card."""
    state = with_card(packed, card)
    state.active, state.non_players = faction, non_players | 1 << faction
    state.order = bytes(other for other in CARDS[card].order if other != faction)
    return state


def text_of(card: int, faction: Faction) -> str:
    said = INSTRUCTIONS.of(faction, card)
    sides = list(DistantPlain().play(State()).cards.texts[card])
    return said.side or own_side(faction, sides)


def head(faction: Faction, seed: int) -> NonPlayer:
    return NonPlayer(THIRD, faction, lambda: random.Random(seed))


def play_out(state: State, faction: Faction, side: str, seed: int) -> State:
    """The Event by the Non-player's answers; players answer at random. What comes of it."""
    table = table_at(state, seed)
    source = random.Random(seed)
    heads = {other: head(other, seed) for other in FACTIONS}
    heads[faction].plan = Plan(f"event-{side}")
    table.choose(f"event-{side}")
    for _ in range(MAX_ANSWERS):
        decision = table.decision
        if decision is None or table.steps:
            return State.unpack(table.steps[0].after)
        asked = FACTION_BY_ID[decision.seat]
        if state.non_players >> asked & 1:
            value = heads[asked].answer(Seen(table, decision).play(), decision)
            table.choose(chosen(decision, value), decision.seat)
        else:
            table.choose(source.randrange(len(decision.values)))
    raise AssertionError("the Event does not end")


@pytest.mark.parametrize("card", CARDS)
def test_a_non_player_executes_its_text_as_it_foresaw(card: int) -> None:
    for index, packed in enumerate(positions(POSITIONS)):
        for faction in FACTIONS:
            state = position(packed, card, faction, EVERYBODY)
            play = DistantPlain().play(state.copy())
            assert isinstance(play, Play)
            side = text_of(card, faction)
            forecast = Prospect(head(faction, index), play, side)
            effective, spared = forecast.effective(), forecast.spares_own_score()
            tried = forecast.with_dice()
            after = play_out(state.copy(), faction, side, stream(card, index))
            where = f"card {card} {side}, {SEATS[faction]}, position {index}"
            if not effective:
                assert not changed(state, after, faction), where
            elif not tried.rolled:
                assert changed(state, after, faction) or tried.took, where
            if spared and not tried.took:
                assert Difference(state, after).score(faction) >= 0, where


@pytest.mark.parametrize("card", CARDS)
def test_a_non_player_executes_its_text_beside_players(card: int) -> None:
    for index, packed in enumerate(positions(POSITIONS)):
        for faction in FACTIONS:
            players = random.Random(stream("beside", card, index, faction)).randrange(EVERYBODY)
            state = position(packed, card, faction, players)
            play_out(state, faction, text_of(card, faction), stream(card, index, "players"))


def found_by_search(play: Play, side: Side, face: int) -> set[str]:
    """What some ways through the text do, the dice showing this."""
    found: set[str] = set()

    def look(after: State) -> bool:
        found.update(raised(Difference(play.state, after)))
        return False

    witness(play, Faction(play.state.active), side, SEARCHED_WAYS, look, Faces(face))
    return found


@pytest.mark.parametrize("card", CARDS)
def test_what_a_search_finds_an_event_could_do(card: int) -> None:
    """N.Could: no way through a text does what it was said it could not do."""
    for packed in positions(POSITIONS):
        play = DistantPlain().play(with_card(packed, card))
        assert isinstance(play, Play)
        for name, side in printed_deck()[card].items():
            for flag in (found_by_search(play, side, 1) | found_by_search(play, side, 6)) & side.touches():
                assert side_could(play, side, {flag}), f"card {card} {name}: {flag}"
