"""Endpoints for the server, its games and tables; and the list of all endpoints."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

import khyber
from khyber.engine.errors import BadSetup, Error
from khyber.engine.optional import Layout, Sources
from khyber.engine.text import Catalogue
from khyber.server.api import people_endpoints
from khyber.server.api.account_endpoints import ACCOUNT_ENDPOINTS, record_of
from khyber.server.api.calls import Call, Endpoint
from khyber.server.api.guards import MAX_RECORD
from khyber.server.api.lobby_endpoints import LOBBY_ENDPOINTS
from khyber.server.api.reference_endpoints import REFERENCE_ENDPOINTS, has_reference
from khyber.server.api.study_endpoints import STUDY_ENDPOINTS
from khyber.server.errors import Refused, Unavailable
from khyber.server.library import agents_for, goes_without_network
from khyber.server.messages.base import Done, Lang, Reply
from khyber.server.messages.games import Described, GameInfo, Named, RuleReply, Texts
from khyber.server.messages.people import AccountRequest, GuestRequest, Me, NewRecoveryRequest, RecoverRequest
from khyber.server.messages.tables import (
    ImportTable,
    NewTable,
    NoteReply,
    NoteRequest,
    PauseRequest,
    SeatInfo,
    SeatRequest,
    TableInfo,
    TableList,
    TableMade,
)
from khyber.server.storage import people_store, table_store
from khyber.server.storage.room import Full
from khyber.server.tables import frames
from khyber.server.tables.engine_help import is_between_people
from khyber.server.tables.frames import table_info

#: Tables in a list.
MAX_LISTED = 200


class Health(Reply):
    ok: bool
    version: str
    #: What has no room for new tables, imports, guests, accounts, chat and notes, if anything.
    full: Full


class ListQuery(Lang):
    """`?mine` (the default) or `?watch`."""

    mine: str | None = None
    watch: str | None = None


class BoardQuery(Lang):
    """`step`: the board after that many finished steps, instead of the current one."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


# -- the server and its games ---------------------------------------------------------------------------


async def health(call: Call) -> Health:
    """Check that the database can be written: a full or read-only disk can still be read."""
    database = call.server.database
    try:
        await database.run(people_store.write_health)
    except Unavailable as problem:
        raise Refused("unavailable", str(problem)) from problem
    if trouble := database.trouble():
        raise Refused("unavailable", trouble)
    room = call.server.room
    return Health(ok=True, version=khyber.__version__, full=room.full(await room.measure()))


async def games(call: Call) -> Response:
    library = call.server.games
    found = []
    for key in library.ids():
        game, words = library.find(key), library.words(key, call.lang)
        found.append(
            GameInfo(
                id=key,
                name=library.name(key),
                bots=list(agents_for(game)),
                player_counts=list(game.player_counts),
                languages=list(library.languages(key)),
                rules_version=game.rules_version,
                seats=[Named(id=seat, name=words.called("seat", seat)) for seat in game.seats],
                about=about(words, "game"),
                scenarios=[
                    Described(id=one, name=words.called("scenario", one), about=about(words, f"scenario-{one}"))
                    for one in game.scenarios
                ],
                options=[
                    Described(id=one, name=words.called("option", one), about=about(words, f"option-{one}"))
                    for one in game.options
                ],
                board=isinstance(game, Layout),
                aids=has_reference(key),
                reconstructed=about(words, "reconstructed"),
            )
        )
    return Response(msgspec.json.encode(found), media_type="application/json")


def about(words: Catalogue, what: str) -> str:
    """Return the one-line description of something; "" if the game has none."""
    key = f"about.{what}"
    known = words.keys()
    return words.word(key) if key in known else ""


async def texts(call: Call) -> Texts:
    words = _words(call)
    labels = {
        key: words.word(key)
        for key in sorted(words.keys())
        if key.startswith(("label.", "view.", "help.", "term.")) and not words.params(key)
    }
    rules = call.server.games.rules(call.game, words.language)
    labels |= {f"rule.{number}": rule.title for number in rules.numbers() if (rule := rules.find(number)) is not None}
    marked = Sources.of(call.server.games.find(call.game)).provenance().marked
    return Texts(
        language=words.language,
        words=words.glossary(),
        labels=labels,
        reconstructed={param: sorted(values) for param, values in marked.items() if values},
    )


async def rule(call: Call) -> RuleReply:
    game = call.game
    found = call.server.games.rules(game, call.lang).find(call.path["number"])
    if found is None:
        raise Refused("not-found", "there is no rule with that number")
    tables = call.server.games.tables(game, call.lang)
    return RuleReply(
        number=found.number, title=found.title, text=found.text, tables=frames.printed(tables, found.number)
    )


def _words(call: Call) -> Catalogue:
    game = call.game
    if call.path["lang"] not in call.server.games.languages(game):
        raise Refused("not-found", f"the languages are {', '.join(call.server.games.languages(game))}")
    return call.server.games.view_words(game, call.path["lang"])


# -- tables -------------------------------------------------------------------------------------------


async def make_table(call: Call) -> TableMade:
    wanted, games = call.body, call.server.games
    try:
        return await call.server.seats.create(call.user, wanted)
    except BadSetup as wrong:
        if not wrong.key:
            raise
        raise Refused("bad-setup", games.view_words(wanted.game, call.lang).word(f"setup.{wrong.key}")) from wrong


async def import_table(call: Call) -> TableMade:
    return await call.server.seats.import_(call.user, call.body)


async def list_tables(call: Call) -> TableList:
    user, mine = call.user_, call.query.watch is None
    if mine and user is None:
        return TableList(tables=[])
    found = await call.server.database.run(
        lambda connection: table_store.list_tables(
            connection, user.id if user is not None else None, mine=mine, most=MAX_LISTED
        )
    )
    listed = []
    for row, seats in found:
        words = call.server.games.words(row.game, call.lang)
        shown_ = [
            SeatInfo(
                seat=s.seat,
                name=words.called("seat", s.seat),
                agent=s.agent,
                player=s.name or None,
                mine=user is not None and s.user == user.id,
                here=False,
                invited=s.invited,
                without_network=goes_without_network(call.server.games.find(row.game), s.agent),
            )
            for s in seats
        ]
        listed.append(
            table_info(
                row,
                shown_,
                user,
                between_people=is_between_people(row, seats),
                version=row.version,
                steps=row.steps,
                status=row.status,
                asked=row.asked,
            )
        )
    return TableList(tables=listed)


async def table(call: Call) -> TableInfo:
    async with call.server.tables.at(call.table) as live:
        live.check_access(call.user_)
        info = live.info(call.user_, call.lang)
        info.help_now = (await call.server.tables.help.allowed(live, call.user_)).told()
        return info


async def remove_table(call: Call) -> Done:
    await call.server.seats.delete(call.table, call.user)
    return Done()


async def sit(call: Call) -> Done:
    await call.server.seats.sit(call.table, call.user, call.body.seat, call.body.agent)
    return Done()


async def pause(call: Call) -> Done:
    await call.server.seats.pause(call.table, call.user, paused=call.body.paused)
    return Done()


async def record(call: Call) -> Response:
    """Return the record as the caller may keep it; in full after the game, or for a sandbox's host."""
    async with call.server.tables.at(call.table) as live:
        live.check_access(call.user_)
        text = await record_of(call, live)
        name = f"{live.row.game}-{live.table.version}.khyber.json"
    return Response(
        text, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def board(call: Call) -> Response:
    async with call.server.tables.at(call.table) as live:
        live.check_access(call.user_)
        lang = call.server.games.language(live.row.game, call.lang)
        step = call.query.step
        seats = live.seats_of(call.user_) if step is None else live.past_seats(call.user_)
        if step is not None and step > len(live.table.steps):
            raise Refused("not-found", f"there are {len(live.table.steps)} finished steps")
        try:
            drawn = live.table.svg(*seats, language=lang, step=step)
        except Error as problem:
            raise Refused("not-found", str(problem)) from problem
    return Response(drawn, media_type="image/svg+xml")


async def note(call: Call) -> NoteReply:
    user, key = call.user, call.table
    await _check_seated(call)
    return NoteReply(
        text=await call.server.database.run(lambda connection: people_store.read_note(connection, key, user.id))
    )


async def write_note(call: Call) -> Done:
    user, key, text = call.user, call.table, call.body.text
    await _check_seated(call)
    await call.server.room.check()
    await call.server.database.run(lambda connection: people_store.write_note(connection, key, user.id, text))
    return Done()


async def _check_seated(call: Call) -> None:
    async with call.server.tables.at(call.table) as live:
        live.check_access(call.user)
        if not live.seats_of(call.user) and live.row.host != call.user.id:
            raise Refused("forbidden", "only players have notes")


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/health",
        health,
        "Whether the server answers and its database accepts writes.",
        Health,
        anonymous=True,
        errors=(503,),
    ),
    Endpoint(
        "GET", "/api/games", games, "The games, with their scenarios, options and bots.", list[GameInfo], query=Lang
    ),
    Endpoint("GET", "/api/texts/{game}/{lang}", texts, "The names of everything in a game.", Texts, errors=(404,)),
    Endpoint(
        "GET", "/api/rules/{game}/{number}", rule, "A rule in our own words.", RuleReply, query=Lang, errors=(404,)
    ),
    Endpoint("GET", "/api/me", people_endpoints.me, "The signed-in user.", Me),
    Endpoint(
        "DELETE",
        "/api/me",
        people_endpoints.forget_me,
        "Delete all data stored about me.",
        Done,
        limit="write",
        signed_in=True,
    ),
    Endpoint(
        "POST",
        "/api/me/recovery",
        people_endpoints.new_recovery,
        "A new recovery code, which replaces the old one; an account gives its password.",
        Me,
        body=NewRecoveryRequest,
        limit="sign-in",
        signed_in=True,
        errors=(401,),
    ),
    Endpoint(
        "POST",
        "/api/guests",
        people_endpoints.guest,
        "Sign in as a guest, or rename the guest who is signed in.",
        Me,
        body=GuestRequest,
        limit="sign-in",
    ),
    Endpoint(
        "POST",
        "/api/recover",
        people_endpoints.recover,
        "Sign in with a recovery code.",
        Me,
        body=RecoverRequest,
        limit="sign-in",
        errors=(401,),
    ),
    Endpoint(
        "POST",
        "/api/accounts",
        people_endpoints.account,
        "Create an account; a guest keeps all games.",
        Me,
        body=AccountRequest,
        limit="sign-in",
        errors=(409,),
    ),
    Endpoint(
        "POST",
        "/api/login",
        people_endpoints.log_in,
        "Log in with name and password.",
        Me,
        body=AccountRequest,
        limit="log-in",
        errors=(401,),
    ),
    Endpoint("POST", "/api/logout", people_endpoints.log_out, "Log out on this device.", Done, limit="write"),
    Endpoint(
        "POST",
        "/api/tables",
        make_table,
        "A new table.",
        TableMade,
        query=Lang,
        body=NewTable,
        limit="make",
        signed_in=True,
        errors=(409,),
    ),
    Endpoint(
        "POST",
        "/api/tables/import",
        import_table,
        "A table from a record or a position.",
        TableMade,
        body=ImportTable,
        limit="import",
        signed_in=True,
        most_bytes=MAX_RECORD,
        errors=(409,),
    ),
    Endpoint("GET", "/api/tables", list_tables, "My tables, or public ones.", TableList, query=ListQuery),
    Endpoint(
        "GET",
        "/api/tables/{id}",
        table,
        "A table: its players, and whose turn it is.",
        TableInfo,
        query=Lang,
        errors=(404,),
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{id}",
        remove_table,
        "Delete a table of mine; a finished game stays with its other players.",
        Done,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seat",
        sit,
        "Put in a bot, give a seat back, or take an empty one.",
        Done,
        body=SeatRequest,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/pause",
        pause,
        "Pause or resume the game (host).",
        Done,
        body=PauseRequest,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/record",
        record,
        "The record: whole once the game is over, before that as I may know it.",
        dict,
        limit="check",
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/svg",
        board,
        "The board as I see it.",
        str,
        query=BoardQuery,
        media="image/svg+xml",
        errors=(404,),
    ),
    Endpoint(
        "GET", "/api/tables/{id}/notes", note, "My notes on a table.", NoteReply, signed_in=True, errors=(403, 404)
    ),
    Endpoint(
        "PUT",
        "/api/tables/{id}/notes",
        write_note,
        "Replace my notes on a table.",
        Done,
        body=NoteRequest,
        limit="write",
        signed_in=True,
        errors=(403, 404),
    ),
    *ACCOUNT_ENDPOINTS,
    *REFERENCE_ENDPOINTS,
    *STUDY_ENDPOINTS,
    *LOBBY_ENDPOINTS,
)
