"""8.8.7: the Non-player Taliban in the Propaganda Round: Sharia, Redeploy and Sabotage."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import T_BASE, TALIBAN
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.taliban.redeploy import stays
from khyber.games.distant_plain.bots.common.taliban.sharia import sharia_response
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.choice import choose
from khyber.games.distant_plain.bots.machinery.decisions import numbers
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, guerrillas

_sharia = sharia_response("T.Sharia", "8.8.7")


@rule("8.8.7")
def sharia(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Sharia: one space after another, as far as possible; Terror only on the way to a shift."""
    return _sharia(bot, play, decision)


@rule("8.8.7")
def redeploy_from(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Redeploy: one Guerrilla at a time from each LoC and Province without a Base."""
    bot.cite("T.Redeploy.P", "8.8.7")
    return next((value for value in decision.values if isinstance(value, int) and not stays(play.state, value)), "done")


@rule("8.8.7")
def redeploy_to(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """T.Redeploy.1: a Base without Guerrillas, Afghanistan first. T.Redeploy.2: else the fewest Guerrillas."""
    state = play.state
    spaces = numbers(decision)
    empty = [space for space in spaces if count(state, space, T_BASE) and not guerrillas(state, TALIBAN, space)]
    if empty:
        return choose(bot, play, "T.Redeploy.1", "8.8.7", empty, (ranks.AFGHAN,))
    return choose(bot, play, "T.Redeploy.2", "8.8.7", spaces, (ranks.MIN_TALIBAN, ranks.AFGHAN))


@rule("8.4.1")
def sabotage_loc(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """6.3.1, 8.4.1: if markers are short, the LoCs with the highest Economic value."""
    bot.cite_guide("loc")
    return random_space(bot.dice, numbers(decision))
