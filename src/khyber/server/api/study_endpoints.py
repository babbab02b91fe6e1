"""Endpoints for studying a game."""

from __future__ import annotations

from khyber.engine.errors import BadSetup
from khyber.server.api.calls import Call, Endpoint
from khyber.server.api.guards import MAX_RECORD
from khyber.server.errors import Refused
from khyber.server.messages.base import Lang
from khyber.server.messages.study import (
    Analysis,
    BranchRequest,
    Cards,
    CheckRequest,
    Explanations,
    HintQuery,
    HintReply,
    PositionChecked,
    PositionQuery,
    PositionReply,
    PuzzlePosition,
    Puzzles,
    Replayed,
    ReplayQuery,
    Solution,
    SolutionQuery,
    Timeline,
    WhyQuery,
)
from khyber.server.messages.tables import Branched


async def replay(call: Call) -> Replayed:
    wanted = call.query
    return await call.server.study.replay(
        call.table, call.user_, wanted.step, wanted.choice, wanted.since, call.lang, call.claim
    )


async def timeline(call: Call) -> Timeline:
    return await call.server.study.timeline(call.table, call.user_, call.lang)


async def why(call: Call) -> Explanations:
    wanted = call.query
    return await call.server.study.why(call.table, call.user_, wanted.step, wanted.since, call.lang, call.claim)


async def hint(call: Call) -> HintReply:
    wanted = call.query
    if wanted.level:  # a search takes seconds, the game's own bot an instant
        call.server.limits.check("think", call.address)
    return await call.server.study.hint(call.table, call.user_, wanted.seat, call.lang, call.claim, wanted.level)


async def analysis(call: Call) -> Analysis:
    return await call.server.analyses.show(call.table, call.user_, call.lang, call.claim)


async def puzzles(call: Call) -> Puzzles:
    return call.server.puzzles.listed(call.lang)


async def puzzle(call: Call) -> PuzzlePosition:
    return call.server.puzzles.position(call.path["puzzle"], call.lang)


async def solution(call: Call) -> Solution:
    return await call.server.puzzles.solve(call.path["puzzle"], call.query.table, call.user, call.lang, call.claim)


async def branch(call: Call) -> Branched:
    return await call.server.seats.branch(call.table, call.user, call.body)


async def position(call: Call) -> PositionReply:
    return await call.server.study.position(call.table, call.user_, call.query.step, call.claim)


async def check_position(call: Call) -> PositionChecked:
    try:
        wanted = call.body
        return await call.server.study.check_position(call.user, wanted.game, wanted.text, call.lang, call.claim)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong


async def scenario(call: Call) -> PositionReply:
    try:
        return call.server.study.scenario(call.path["game"], call.path["scenario"])
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong


async def cards(call: Call) -> Cards:
    try:
        return call.server.study.cards(call.path["game"], call.lang)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong


STUDY_ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{id}/replay",
        replay,
        "A moment of the game: the end of a step, or within it.",
        Replayed,
        query=ReplayQuery,
        limit="study",
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/timeline",
        timeline,
        "Every step, with the values of its chart.",
        Timeline,
        query=Lang,
        limit="study",
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/why",
        why,
        "Why bots chose what they did in a step, or in several: those of a turn.",
        Explanations,
        query=WhyQuery,
        limit="think",
        errors=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/hint",
        hint,
        "What the game's first bot, or a search, would do in my seat.",
        HintReply,
        query=HintQuery,
        limit="hint",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/analysis",
        analysis,
        "Winning chances after each step and the costliest turns, as far as they are judged.",
        Analysis,
        query=Lang,
        limit="study",
        errors=(403, 404),
    ),
    Endpoint("GET", "/api/puzzles", puzzles, "All puzzles.", Puzzles, query=Lang),
    Endpoint(
        "GET",
        "/api/puzzles/{puzzle}",
        puzzle,
        "A puzzle as a position to import, and how its solution begins.",
        PuzzlePosition,
        query=Lang,
        limit="study",
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/puzzles/{puzzle}/solution",
        solution,
        "The solution of a puzzle, and how a turn compares with it.",
        Solution,
        query=SolutionQuery,
        limit="think",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/branch",
        branch,
        "A sandbox from any moment: drawn from what I may know, or exact once the game is over.",
        Branched,
        body=BranchRequest,
        limit="import",
        signed_in=True,
        errors=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/position",
        position,
        "The position as text, drawn from what I may know until the game is over.",
        PositionReply,
        query=PositionQuery,
        limit="study",
        errors=(404,),
    ),
    Endpoint(
        "POST",
        "/api/positions/check",
        check_position,
        "Check a position, and show it.",
        PositionChecked,
        body=CheckRequest,
        query=Lang,
        limit="check",
        signed_in=True,
        most_bytes=MAX_RECORD,
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/positions/{game}/{scenario}",
        scenario,
        "The starting position of a scenario.",
        PositionReply,
        limit="study",
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/cards/{game}",
        cards,
        "What the cards do, in our own words, with sources.",
        Cards,
        query=Lang,
        errors=(404,),
    ),
)
