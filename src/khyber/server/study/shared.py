"""The jobs that cross the database: other workers of the server, and thinkers elsewhere, may run them."""

from __future__ import annotations

from khyber.server.study.analysis import chances_after, judge_one, tell_turn
from khyber.server.study.jobs import explain_steps, give_hint
from khyber.server.study.puzzles import compare_turn
from khyber.server.tables.jobs import play_turn
from khyber.server.workers.wire import Kinds, kinds


def shared_jobs() -> Kinds:
    return kinds(play_turn, give_hint, explain_steps, judge_one, tell_turn, chances_after, compare_turn)
