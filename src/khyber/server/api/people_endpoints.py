"""Endpoints for people: guests, recovery codes, accounts, signing in and out."""

from __future__ import annotations

from khyber.server.api.calls import Call
from khyber.server.messages.base import Done
from khyber.server.messages.people import Me
from khyber.server.people.accounts import shown
from khyber.server.storage.people_store import User


async def me(call: Call) -> Me:
    if call.user_ is not None and call.user_.login is None:
        call.cookie = call.own_cookie  # renew it: browsers delete old cookies, and a guest may have nothing else
    return shown(call.user_)


async def guest(call: Call) -> Me:
    people = call.server.people
    if call.user_ is not None:
        return shown(await people.rename(call.user_, call.body.name))
    user, code = await people.guest(call.body.name, call.address)
    call.cookie = await people.start_session(user, call.device)
    return shown(user, code)


async def recover(call: Call) -> Me:
    user = await call.server.people.recover(call.body.code)
    call.cookie = await call.server.people.start_session(user, call.device)
    if user.login is not None:
        call.device_cookie = call.server.people.device_cookie(user, call.known_device)
    return shown(user)


async def new_recovery(call: Call) -> Me:
    return shown(call.user, await call.server.people.new_recovery(call.user, call.body.password))


async def end_others(call: Call, user: User) -> None:
    """End all sessions of the user but this one, and close their sockets."""
    for session in await call.server.people.end_other_sessions(user, call.session):
        call.server.disconnect(user, session)


async def account(call: Call) -> Me:
    name, password = call.body.name, call.body.password
    user, ended = await call.server.people.account(name, password, call.user_, call.session, call.address)
    if call.user_ is None:
        call.cookie = await call.server.people.start_session(user, call.device)
    for session in ended:
        call.server.disconnect(user, session)
    call.device_cookie = call.server.people.device_cookie(user, call.known_device)
    return shown(user)


async def log_in(call: Call) -> Me:
    people = call.server.people
    user = await people.log_in(call.body.name, call.body.password, call.address, call.known_device)
    call.cookie = await people.start_session(user, call.device)
    call.device_cookie = people.device_cookie(user, call.known_device)
    return shown(user)


async def log_out(call: Call) -> Done:
    if call.session and call.user_ is not None:
        await call.server.people.end_session(call.session)
        call.server.disconnect(call.user_, call.session)
    call.cookie = ""
    return Done()


async def forget_me(call: Call) -> Done:
    await call.server.delete_user(call.user)
    call.cookie = call.device_cookie = ""
    return Done()
