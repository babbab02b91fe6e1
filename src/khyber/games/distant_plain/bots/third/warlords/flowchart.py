"""8.9: the flowchart of the Non-player Warlords."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from khyber.engine.decision import Message
from khyber.games.distant_plain.board import WARLORDS
from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart, condition
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.responses import SHARED
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords import terror
from khyber.games.distant_plain.bots.third.warlords.activities import ACTIVITIES, after_operation
from khyber.games.distant_plain.bots.third.warlords.march import no_player_is_winning, walk_last_resort, walk_march
from khyber.games.distant_plain.bots.third.warlords.rally import builds_base, walk_rally
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule

ORDER: Final = ("rally", "march", "terror", "attack")
#: W.Loop: which box follows one that fails; if that has been tried, the first untried of all (R-W1, R-W2).
PREFERRED: Final = {"rally": "march", "march": "rally", "terror": "attack", "attack": "terror"}


class Loop:
    """W.Loop: one decision. The Rally is walked once, for its condition and perhaps as the Operation."""

    __slots__ = ("bot", "messages", "open_to_it", "play", "rally")

    def __init__(self, bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> None:
        self.bot = bot
        self.play = play
        self.open_to_it = open_to_it
        self.rally: Walk | None = None
        #: The trace of the Rally's walk, kept in case it becomes the Operation.
        self.messages: list[Message] = []

    def walk_rally_once(self) -> None:
        trace = self.bot.trace
        since = len(trace.messages) if trace is not None else 0
        self.rally = walk_rally(self.bot, self.play) if "rally" in self.open_to_it else None
        if trace is not None:
            self.messages = trace.messages[since:]
            del trace.messages[since:]

    def first(self) -> str:
        """Return the first box whose condition holds."""
        state = self.play.state
        if condition(self.bot, "W.Rally.0", self.rally is not None and builds_base(self.rally)):
            return "rally"
        if condition(self.bot, "W.March.0", no_player_is_winning(state)):
            return "march"
        if condition(self.bot, "W.Terror.0", terror.terror_hurts_player(state)):
            return "terror"
        return "attack"

    def walk(self, op: str) -> Walk | None:
        """Walk one box from bullet one."""
        if op not in self.open_to_it:
            return None
        if op != "rally":
            return WALK_OF[op](self.bot, self.play)
        if self.bot.trace is not None:
            self.bot.trace.messages += self.messages
        return self.rally

    def run(self) -> Plan | None:
        self.walk_rally_once()
        op = first = self.first()
        tried: list[str] = []
        while len(tried) < len(ORDER):
            walk = self.walk(op)
            if walk is not None:
                if op == first != "attack":
                    walk.plan.follow(f"W.{op.title()}.0")
                return finished(walk)
            self.bot.abandon(self.play, op)
            tried.append(op)
            op = next((other for other in (PREFERRED[op], *ORDER) if other not in tried), "")
        last = walk_last_resort(self.bot, self.play) if "march" in self.open_to_it else None
        if last is None:
            if not self.play.state.op_free:
                self.bot.follow("W.March.5b")
            return None
        return finished(last)


WALK_OF: Final = {"rally": walk_rally, "march": walk_march, "terror": terror.walk_terror, "attack": terror.walk_attack}


def finished(walk: Walk) -> Plan:
    """Return the plan of the Operation; its Special Activity follows from the resulting position (W.SA)."""
    walk.plan.afterwards = after_operation
    return walk.plan


@rule("8.9.3", "8.9.4", "8.9.5", "8.9.6")
def operation(bot: NonPlayer, play: Play, open_to_it: Collection[str]) -> Plan | None:
    """W.Loop: plan an Operation; None to Pass (W.March.5b)."""
    return Loop(bot, play, open_to_it).run()


def box(bot: NonPlayer, play: Play, op: str) -> Plan | None:
    """Plan one Operation from bullet one."""
    walk = WALK_OF[op](bot, play)
    return finished(walk) if walk is not None else None


#: Questions of an Event to the owner of pieces get the answers of every Non-player.
RESPONSES: Final[dict[str, Response]] = {
    **SHARED,
    "remove-enemy": terror.remove_enemy,
    "elders-level": terror.level_by_elders,
}
WARLORDS_CHART: Final = Flowchart(WARLORDS, operation, box, ACTIVITIES, RESPONSES)
