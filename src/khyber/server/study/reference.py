"""What there is to read about a game: its rules searched, aids, a glossary, the first game. No game is known here."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta

from khyber import catalogue
from khyber.engine.errors import BadSetup
from khyber.engine.reference import AidLine, Found, Reference, search
from khyber.server.api.calls import Call, Endpoint, Lang
from khyber.server.api.frames import printed
from khyber.server.api.messages import Branched, NewTable, Reply, TableReply
from khyber.server.api.refusals import Refused
from khyber.server.tables.seating import ME


class RulesQuery(Lang):
    """`q`: words, or the number of a rule or a chapter; without it, all rules."""

    q: Annotated[str, Meta(max_length=200)] = ""


class FoundRule(Reply):
    number: str
    title: str
    text: str
    #: Where in the text the words sought are.
    snippet: str
    #: The printed tables that it needs.
    tables: list[TableReply]


class RulesReply(Reply):
    rules: list[FoundRule]


class AidPieceReply(Reply):
    id: str
    name: str


class AidLineReply(Reply):
    #: The kind of line (where, cost, ...), and the word for it; "" if it needs none.
    id: str
    label: str
    text: str
    #: Pieces to picture before the text: the legend's.
    pieces: list[AidPieceReply]


class AidSectionReply(Reply):
    id: str
    group: str
    title: str
    rule: str
    lines: list[AidLineReply]


class AidGroupReply(Reply):
    id: str
    title: str


class AidReply(Reply):
    seat: str
    title: str
    source: str
    #: What the mark of reconstructed facts means; "" where there is none.
    legend: str
    groups: list[AidGroupReply]
    sections: list[AidSectionReply]


class TermReply(Reply):
    id: str
    name: str
    text: str
    rule: str


class GlossaryReply(Reply):
    terms: list[TermReply]


class TutorialStepReply(Reply):
    n: int
    title: str
    text: str
    #: What is said to whoever chooses something else.
    otherwise: str
    ask: str
    key: str
    #: Spaces that the page lights up.
    lights: list[str]


class TutorialReply(Reply):
    seat: str
    title: str
    intro: str
    end_title: str
    end: str
    steps: list[TutorialStepReply]


async def rules(call: Call) -> RulesReply:
    game = _game(call)
    texts, tables = call.server.games.rules(game, call.lang), call.server.games.tables(game, call.lang)
    if call.query.q.strip():
        found = await asyncio.to_thread(search, texts, call.query.q)
    else:
        found = [Found(rule, "") for number in texts.numbers() if (rule := texts.find(number)) is not None]
    return RulesReply(rules=[
        FoundRule(number=one.rule.number, title=one.rule.title, text=one.rule.text, snippet=one.snippet,
                  tables=printed(tables, one.rule.number)) for one in found])


async def aid(call: Call) -> AidReply:
    read, lang = _reading(call)
    try:
        found = read.aid(call.path["seat"], lang)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong
    sections = [
        AidSectionReply(id=section.id, group=group.id, title=section.title, rule=section.rule,
                        lines=[_line(line) for line in section.lines])
        for group in found.groups for section in group.sections]
    return AidReply(seat=found.seat, title=found.title, source=found.source, legend=found.legend, sections=sections,
                    groups=[AidGroupReply(id=group.id, title=group.title) for group in found.groups])


def _line(line: AidLine) -> AidLineReply:
    return AidLineReply(id=line.id, label=line.label, text=line.text,
                        pieces=[AidPieceReply(id=piece.id, name=piece.name) for piece in line.pieces])


async def glossary(call: Call) -> GlossaryReply:
    read, lang = _reading(call)
    return GlossaryReply(terms=[TermReply(id=term.id, name=term.name, text=term.text, rule=term.rule)
                                for term in read.glossary(lang)])


async def tutorial(call: Call) -> TutorialReply:
    read, lang = _reading(call)
    told = read.tutorial(lang)
    return TutorialReply(
        seat=told.seat, title=told.title, intro=told.intro, end_title=told.end_title, end=told.end,
        steps=[TutorialStepReply(n=step.n, title=step.title, text=step.text, otherwise=step.otherwise, ask=step.ask,
                                 key=step.key, lights=list(step.lights)) for step in told.steps])


async def begin_tutorial(call: Call) -> Branched:
    """A sandbox, so that everything can be taken back; its dice and its opponents are always the same."""
    read, lang = _reading(call)
    told = read.tutorial(lang)
    made = await call.server.seating.make(call.user, NewTable(
        game=_game(call), scenario=told.scenario, seats={**told.seats, told.seat: ME}, sandbox=True, seed=told.seed))
    return Branched(id=made.id)


def _game(call: Call) -> str:
    try:
        return str(call.server.games.find(call.path["game"]).id)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong


def _reading(call: Call) -> tuple[Reference, str]:
    """What the game has to read, and in which language. Raises Refused where it has nothing."""
    game = _game(call)
    try:
        found = catalogue.reference(game)
    except BadSetup as wrong:
        raise Refused("not-found", str(wrong)) from wrong
    languages = call.server.games.languages(game)
    return found, call.lang if call.lang in languages else languages[0]


READING = (
    Endpoint("GET", "/api/rules/{game}", rules, "The rules in our own words: all, or those that answer a search.",
             RulesReply, query=RulesQuery, errors=(404,)),
    Endpoint("GET", "/api/aids/{game}/{seat}", aid, "All that one seat needs at hand.", AidReply, query=Lang,
             errors=(404,)),
    Endpoint("GET", "/api/glossary/{game}", glossary, "Every piece, marker, box, track and term in a sentence.",
             GlossaryReply, query=Lang, errors=(404,)),
    Endpoint("GET", "/api/tutorials/{game}", tutorial, "A first game: its guided choices.", TutorialReply,
             query=Lang, errors=(404,)),
    Endpoint("POST", "/api/tutorials/{game}", begin_tutorial, "A sandbox to play the first game in.", Branched,
             query=Lang, limit="make", signed_in=True, errors=(404, 409)),
)
