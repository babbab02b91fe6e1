"""Endpoints for managing a table: invitations, settings, resignation, rematch."""

from __future__ import annotations

import ipaddress
import socket

from khyber.server.api.calls import Call, Endpoint
from khyber.server.messages.base import Done, Lang, Reply
from khyber.server.messages.tables import (
    Handover,
    HandoverAnswer,
    HandoverRequest,
    Invitation,
    InvitationRequest,
    Invite,
    InviteRequest,
    Joined,
    JoinRequest,
    Rematch,
    RematchQuery,
    Resigned,
    TableSettings,
)

#: Addresses of a server that everybody on its networks can reach.
EVERYWHERE = ("0.0.0.0", "::", "*")


class Reach(Reply):
    """Who can open links to this server; shown only to a browser on the same machine, empty for others."""

    #: Whether the server listens on this machine only.
    this_machine_only: bool
    #: Its address in the local network, such as http://192.168.1.7:8000, once it listens there; empty if unknown.
    lan: str


async def reach(call: Call) -> Reach:
    settings = call.server.settings
    if not settings.listen or settings.https or not _loopback(call.address):
        return Reach(this_machine_only=False, lan="")
    host, _, port = settings.listen.rpartition(":")
    address = lan_address() if host in EVERYWHERE or _loopback(host) else ""
    return Reach(this_machine_only=_loopback(host), lan=f"http://{address}:{port}" if address else "")


def _loopback(address: str) -> bool:
    """Return whether an address (for IPv6 a network, as in `Call.address`) is this machine."""
    if address in ("localhost", "::/64"):
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """Return this machine's address in the local network, or "". Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737): only the route is looked up
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if _loopback(address) else address


async def join(call: Call) -> Joined:
    return await call.server.seats.invitations.join(call.table, call.user, call.body.token, knowing=call.body.knowing)


async def invite(call: Call) -> Invite:
    return await call.server.seats.invitations.invite(call.table, call.user, call.body.seat)


async def invitation(call: Call) -> Invitation:
    return await call.server.seats.invitations.invitation(call.table, call.user_, call.body.token, call.lang)


async def change_settings(call: Call) -> Done:
    await call.server.seats.change_settings(call.table, call.user, call.body)
    return Done()


async def ask_handover(call: Call) -> Handover:
    return await call.server.seats.handovers.ask(call.table, call.user, call.body.seat)


async def answer_handover(call: Call) -> Done:
    await call.server.seats.handovers.answer(call.table, call.user, agree=call.body.agree)
    return Done()


async def resign(call: Call) -> Resigned:
    return await call.server.seats.resign(call.table, call.user)


async def rematch(call: Call) -> Rematch:
    return await call.server.seats.rematch(call.table, call.user, call.lang, knowing=call.query.knowing)


LOBBY_ENDPOINTS = (
    Endpoint("GET", "/api/reach", reach, "Whether links to this server work on other machines.", Reach),
    Endpoint(
        "POST",
        "/api/tables/{id}/join",
        join,
        "Take the seat of an invitation.",
        Joined,
        body=JoinRequest,
        limit="write",
        signed_in=True,
        errors=(404,),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/invite",
        invite,
        "A new invitation to an empty seat (host).",
        Invite,
        body=InviteRequest,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/invitation",
        invitation,
        "What an invitation is to: host, game, seat.",
        Invitation,
        query=Lang,
        body=InvitationRequest,
        limit="write",
        errors=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/handover",
        ask_handover,
        "Ask the other players whether a seat that somebody has seen may be handed on (host).",
        Handover,
        body=HandoverRequest,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/handover/answer",
        answer_handover,
        "Agree or refuse that a seat is handed on; false withdraws my own request.",
        Done,
        body=HandoverAnswer,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "PATCH",
        "/api/tables/{id}",
        change_settings,
        "Rename a table, or open it to spectators (host).",
        Done,
        body=TableSettings,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/resign",
        resign,
        "Resign: bots take my seats, or the game is over.",
        Resigned,
        limit="write",
        signed_in=True,
        errors=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/rematch",
        rematch,
        "Another game like this finished one: begin it, or take my seats in it.",
        Rematch,
        query=RematchQuery,
        limit="make",
        signed_in=True,
        errors=(403, 404, 409),
    ),
)
