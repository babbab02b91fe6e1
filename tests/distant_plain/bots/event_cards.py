"""Events made for tests of Non-players: sides in the effect language in place of printed ones, and ways to watch."""

from __future__ import annotations

import tomllib

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID
from khyber.games.distant_plain.bots.events.tests import Prospect
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Printing
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.events.deck import event_texts, merged, printed_deck, sides_of
from khyber.games.distant_plain.play import Events, Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import CARD_NOW, bot, play_on

NOTHING = '{ do = "track", track = "aid", gain = 0 }'


def own(unshaded: str = NOTHING, shaded: str = NOTHING, card: int = CARD_NOW) -> Events:
    """Return the deck with both sides of one card replaced; steps as in the files of cards, joined by commas."""
    text = f"[{card}.unshaded]\nsteps = [{unshaded}]\n[{card}.shaded]\nsteps = [{shaded}]\n"
    return event_texts(merged(printed_deck(), sides_of(tomllib.loads(text))))


def seen(table: Table[State]) -> Play:
    """The position as the Faction to decide sees it."""
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    return play


def prospect(table: Table[State], seat: str, side: str) -> Prospect:
    """What would come of the text of the card if the Faction executed it now."""
    return Prospect(bot(seat), seen(table), side)


def opening(
    table: Table[State], seat: str, *, rolls: tuple[int, ...] = (), seed: int = 0, printing: Printing = THIRD
) -> str:
    """What the Non-player decides to do with its turn."""
    assert table.decision is not None
    value = bot(seat, rolls=rolls, seed=seed, printing=printing).answer(seen(table), table.decision)
    return str(value)


def execute(table: Table[State], seat: str, side: str, *, seed: int = 0, printing: Printing = THIRD) -> NonPlayer:
    """Let the Non-player execute the text, whether it would by itself or not."""
    head = NonPlayer(printing, FACTION_BY_ID[seat], bot(seat, seed=seed).dice)
    head.plan = Plan(f"event-{side}")
    table.choose(f"event-{side}", seat)
    return play_on(table, seat, head, seed=seed, printing=printing)
