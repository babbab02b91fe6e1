"""Endpoints for reference material: rules and their search, aids, glossary, tutorial."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import Response

import khyber
from khyber import catalogue
from khyber.agents.driver import PERSON
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Facts
from khyber.engine.reference import AidLine, Found, Reference, Tutorial, search
from khyber.server.api.calls import Call, Endpoint
from khyber.server.errors import Refused
from khyber.server.messages import games as messages
from khyber.server.messages.base import Lang
from khyber.server.messages.tables import Branched, ImportTable, NewTable
from khyber.server.tables.frames import printed
from khyber.server.tables.seats import ME


async def rules(call: Call) -> messages.RulesReply:
    game = call.game
    texts, tables = call.server.games.rules(game, call.lang), call.server.games.tables(game, call.lang)
    if call.query.q.strip():
        found = await asyncio.to_thread(search, texts, call.query.q)
    else:
        found = [Found(rule, "") for number in texts.numbers() if (rule := texts.find(number)) is not None]
    return messages.RulesReply(
        rules=[
            messages.FoundRule(
                number=one.rule.number,
                title=one.rule.title,
                text=one.rule.text,
                snippet=one.snippet,
                tables=printed(tables, one.rule.number),
            )
            for one in found
        ]
    )


async def aid(call: Call) -> messages.AidReply:
    read, lang = _reference(call)
    try:
        found = read.aid(call.path["seat"], lang)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong
    sections = [
        messages.AidSectionReply(
            id=section.id,
            group=group.id,
            title=section.title,
            rule=section.rule,
            lines=[_line(line) for line in section.lines],
        )
        for group in found.groups
        for section in group.sections
    ]
    return messages.AidReply(
        seat=found.seat,
        title=found.title,
        source=found.source,
        legend=found.legend,
        sections=sections,
        groups=[messages.AidGroupReply(id=group.id, title=group.title) for group in found.groups],
    )


def _line(line: AidLine) -> messages.AidLineReply:
    return messages.AidLineReply(
        id=line.id,
        label=line.label,
        text=line.text,
        pieces=[messages.AidPieceReply(id=piece.id, name=piece.name) for piece in line.pieces],
    )


async def glossary(call: Call) -> messages.GlossaryReply:
    read, lang = _reference(call)
    return messages.GlossaryReply(
        terms=[
            messages.TermReply(id=term.id, name=term.name, text=term.text, rule=term.rule)
            for term in read.glossary(lang)
        ]
    )


async def tutorial(call: Call) -> messages.TutorialReply:
    read, lang = _reference(call)
    guide = read.tutorial(lang)
    return messages.TutorialReply(
        seat=guide.seat,
        title=guide.title,
        intro=guide.intro,
        end_title=guide.end_title,
        end=guide.end,
        steps=[
            messages.TutorialStepReply(
                n=step.n,
                title=step.title,
                text=step.text,
                otherwise=step.otherwise,
                ask=step.ask,
                key=step.key,
                lights=list(step.lights),
            )
            for step in guide.steps
        ],
    )


async def begin_tutorial(call: Call) -> Branched:
    """Create a sandbox, where everything can be undone, with fixed dice and opponents."""
    read, lang = _reference(call)
    guide = read.tutorial(lang)
    if guide.opening:
        text = await asyncio.to_thread(_opened, call.game, guide)
        begun = ImportTable(text=text, game=call.game, seats={**guide.seats, guide.seat: ME})
        return Branched(id=(await call.server.seats.import_(call.user, begun)).id)
    made = await call.server.seats.create(
        call.user,
        NewTable(
            game=call.game,
            scenario=guide.scenario,
            seats={**guide.seats, guide.seat: ME},
            sandbox=True,
            seed=guide.seed,
        ),
    )
    return Branched(id=made.id)


def _opened(game: str, guide: Tutorial) -> str:
    """Return the record of a tutorial's table after its opening."""
    seats = {**guide.seats, guide.seat: PERSON}
    table = khyber.new(game, scenario=guide.scenario, seed=guide.seed, seats=seats)
    for key in guide.opening:
        khyber.advance(table)
        table.choose(key)
    khyber.advance(table)
    return table.save()


async def facts(call: Call) -> Response:
    found = Facts.of(call.server.games.find(call.game)).facts()
    return Response(msgspec.json.encode(found), media_type="application/json")


def has_reference(game: str) -> bool:
    """Return whether a game has aids, a glossary and a tutorial."""
    try:
        catalogue.reference(game)
    except BadSetup:
        return False
    return True


def _reference(call: Call) -> tuple[Reference, str]:
    """Return the game's reference and the language to read it in. Raises Refused if it has none."""
    game = call.game
    try:
        return catalogue.reference(game), call.server.games.language(game, call.lang)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong


REFERENCE_ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/facts/{game}",
        facts,
        "Printed facts for a board and an editor of positions: goals, tracks, spaces; none for some games.",
        dict,
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/rules/{game}",
        rules,
        "The rules in our own words: all, or the results of a search.",
        messages.RulesReply,
        query=messages.RulesQuery,
        errors=(404,),
    ),
    Endpoint(
        "GET", "/api/aids/{game}/{seat}", aid, "The aid of one seat.", messages.AidReply, query=Lang, errors=(404,)
    ),
    Endpoint(
        "GET",
        "/api/glossary/{game}",
        glossary,
        "Every piece, marker, box, track and term in a sentence.",
        messages.GlossaryReply,
        query=Lang,
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/tutorials/{game}",
        tutorial,
        "The steps of the tutorial.",
        messages.TutorialReply,
        query=Lang,
        errors=(404,),
    ),
    Endpoint(
        "POST",
        "/api/tutorials/{game}",
        begin_tutorial,
        "A sandbox to play the tutorial in.",
        Branched,
        query=Lang,
        limit="make",
        signed_in=True,
        errors=(404, 409),
    ),
)
