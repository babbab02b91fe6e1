"""What the reference Coalition player chooses in a position, and why."""

from __future__ import annotations

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.engine.decision import Message
from khyber.engine.table import Table
from khyber.games.enduring_freedom.state import State
from tests.enduring_freedom.tables import logged

BOT = "bot:standard"
SOF = "us-dagger us-kbar us-sword us-75r us-soar nato-uksf nato-jtf2 nato-1rpm ir-irgc"
AIRCRAFT = (
    "us-b52 us-b1 us-b2 us-f15e us-f16 us-ac130 us-a10 us-fa18a us-fa18b us-f14 us-av8b nato-sem nato-m2000 nato-f16"
)


class Choices:
    """What the bot answers, decision by decision, until it is asked something else; and its reasons."""

    def __init__(self, playing: Table[State], *steps: str) -> None:
        self.made: list[tuple[str, str]] = []
        self.reasons: list[Message] = []
        bot = Bot[State](BOT, explain=True)
        while playing.decision is not None and playing.state.step in steps:
            option = bot(Seen(playing, playing.decision))
            self.made.append((playing.decision.ask, option.key))
            playing.choose(option)
            assert bot.step_bot is not None
            self.reasons = [*bot.step_bot.why()]

    def of(self, ask: str) -> list[str]:
        return [key for asked_, key in self.made if asked_ == ask]

    def why(self, reason: str) -> list[Message]:
        return [message for message in self.reasons if message.key == f"why.{reason}"]


def bought(playing: Table[State]) -> list[str]:
    """The units and assets that were paid for."""
    return [str(event.params["unit"]) for event in logged(playing, "moved") if event.rule == "11.2"]
