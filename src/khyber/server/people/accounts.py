"""Guests, accounts, passwords, and the cookies that identify them."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection

from khyber.server.errors import Conflict, Refused
from khyber.server.messages.people import Me, Person
from khyber.server.people.limits import Limits
from khyber.server.people.names import checked_name, login_of, old_login_of
from khyber.server.people.sources import Sources
from khyber.server.settings import Settings
from khyber.server.storage import people_store
from khyber.server.storage.database import WRONG_PASSWORD, Database
from khyber.server.storage.people_store import Lifetimes, SessionRow, User
from khyber.server.storage.room import Room

COOKIE, DEVICE_COOKIE = "khyber", "khyber-device"
#: Seconds for which browsers keep the cookie.
COOKIE_AGE = 400 * 24 * 3600
#: Letters of a recovery code: none that look alike.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
#: Accounts that a browser is known to; more would make its cookie too long.
MAX_OWNERS = 5
#: Threads that hash passwords at the same time; each takes its share of memory.
_AT_ONCE = 2
#: Pairs of account and address kept in memory.
MAX_PLACES = 20_000
DAY = 24 * 3600.0


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def shown(user: User | None, code: str | None = None) -> Me:
    """Return what users see of themselves."""
    person = None if user is None else Person(id=user.id, name=user.name, guest=user.login is None)
    return Me(user=person) if code is None else Me(user=person, recovery_code=code)


def new_code() -> str:
    """Return a recovery code: eighty bits, in groups that are easy to write down."""
    drawn = "".join(secrets.choice(LETTERS) for _ in range(16))
    return "-".join(drawn[at : at + 4] for at in range(0, 16, 4))


def _plain(code: str) -> str:
    """Return a code for comparison: people leave out hyphens and use capitals."""
    return "".join(letter for letter in code.lower() if letter in LETTERS)


class People:
    """Identifies people by cookie, recovery code or password."""

    def __init__(self, database: Database, settings: Settings, limits: Limits, room: Room, sources: Sources) -> None:
        self._database = database
        self._limits = limits
        self._room = room
        self._sources = sources
        self._most_arrivals = settings.most_address_people if settings.limits else None
        self.lifetimes = Lifetimes(settings.session_idle_days * DAY, settings.session_days * DAY)
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._hashing = asyncio.Semaphore(_AT_ONCE)
        self._signer = self._device_signer = Signer("not yet started")
        #: Accounts that have logged in, with their address; the least recent is evicted first.
        self._places: dict[tuple[str, str], None] = {}
        #: Verified when there is no such user, so that a refusal takes equally long.
        self._nobody = self._hasher.hash(secrets.token_hex())

    async def start(self) -> None:
        fresh = secrets.token_hex(32)
        while True:
            try:
                key = await self._database.run(lambda connection: people_store.secret(connection, fresh))
                break
            except Conflict:
                continue  # another worker has just created it
        self._signer = Signer(key, salt="khyber.session")
        self._device_signer = Signer(key, salt="khyber.device")
        self._sources.start(key)

    # -- cookies ------------------------------------------------------------------------------------

    async def known(self, cookie: str | None) -> tuple[User | None, str]:
        """Return the user and the session of a cookie; (None, "") if it is invalid or its session has ended."""
        if not cookie or len(cookie) > 200:
            return None, ""
        try:
            session = digest(self._signer.unsign(cookie.encode()).decode())
        except (BadSignature, UnicodeError):
            return None, ""
        user = await self._database.run(
            lambda connection: people_store.user_of_session(connection, session, self.lifetimes)
        )
        return user, session if user is not None else ""

    async def start_session(self, user: User, device: str) -> str:
        """Start a session on that device; return the cookie."""
        token = secrets.token_urlsafe(32)
        await self._database.run(
            lambda connection: people_store.insert_session(connection, digest(token), user.id, device)
        )
        return self._signer.sign(token.encode()).decode()

    async def end_session(self, session: str) -> None:
        await self._database.run(lambda connection: people_store.delete_session(connection, session))

    async def sessions(self, user: User) -> list[SessionRow]:
        return await self._database.run(
            lambda connection: people_store.sessions_of(connection, user.id, self.lifetimes)
        )

    async def end_other_sessions(self, user: User, session: str) -> list[str]:
        """End all other sessions of the user; return which."""
        return await self._database.run(
            lambda connection: people_store.end_other_sessions(connection, user.id, session)
        )

    # -- devices ------------------------------------------------------------------------------------

    def device_cookie(self, user: User, before: str | None) -> str:
        """Return a cookie that only proves that this browser has logged in to the account before.

        It keeps the last accounts of the cookie `before`: people share browsers.
        """
        device, owners = self._unsigned(before)
        kept = [owner for owner in owners if owner != user.id][1 - MAX_OWNERS :]
        told = ".".join([device or secrets.token_urlsafe(12), *kept, user.id])
        return self._device_signer.sign(told.encode()).decode()

    def _device(self, cookie: str | None, user: User) -> str:
        """Return the id of a device of the user; empty if the cookie is not theirs."""
        device, owners = self._unsigned(cookie)
        return device if user.id in owners else ""

    def device_owner(self, cookie: str | None) -> str:
        """Return the id of the user who logged in with this device last; empty if it is unknown."""
        return next(reversed(self._unsigned(cookie)[1]), "")

    def _unsigned(self, cookie: str | None) -> tuple[str, list[str]]:
        """Return the device and its owners, the last one last; nothing if the cookie is not ours."""
        if not cookie or len(cookie) > 200:
            return "", []
        try:
            device, *owners = self._device_signer.unsign(cookie.encode()).decode().split(".")
        except (BadSignature, UnicodeError):
            return "", []
        return device, owners

    # -- guests -------------------------------------------------------------------------------------

    async def guest(self, name: str, address: str) -> tuple[User, str]:
        """Create a guest; return it with the recovery code for other devices. Raises Refused."""
        user, code = User(secrets.token_urlsafe(9), checked_name(name), None), new_code()
        await self._insert(user, address, password=None, recovery=digest(_plain(code)))
        return user, code

    async def _insert(self, user: User, address: str, *, password: str | None, recovery: str | None) -> None:
        """Store a new user. Raises Conflict if the login is taken, Refused if too many came from the address."""
        await self._room.check()
        source = self._sources.of(address)

        def work(connection: Connection) -> None:
            people_store.insert_user(connection, user, password=password, recovery=recovery, source=source)
            most = self._most_arrivals
            if source and most is not None and people_store.count_arrivals(connection, source) > most:
                raise Refused(
                    "too-many-here", f"{most} guests and accounts were made from your address today, the maximum"
                )

        await self._database.run(work)

    async def rename(self, user: User, name: str) -> User:
        renamed = User(user.id, checked_name(name), user.login)
        await self._database.run(lambda connection: people_store.rename(connection, user.id, renamed.name))
        return renamed

    async def recover(self, code: str) -> User:
        plain = digest(_plain(code))
        user = await self._database.run(lambda connection: people_store.user_by_recovery(connection, plain))
        if user is None:
            raise Refused("wrong-password", "unknown recovery code")
        return user

    async def new_recovery(self, user: User, password: str) -> str:
        """Replace the recovery code and return the new one; an account must give its password or its old code.

        A code opens the account for good: whoever finds a device signed in must not get one.
        """
        if user.login is not None:
            await self._check_secret(user, password)
        code = new_code()
        await self._database.run(
            lambda connection: people_store.set_recovery(connection, user.id, digest(_plain(code)))
        )
        return code

    # -- accounts -----------------------------------------------------------------------------------

    async def account(
        self, name: str, password: str, guest: User | None, session: str, address: str
    ) -> tuple[User, list[str]]:
        """Create an account, or turn the guest of this session into one, keeping all games.

        Return the user, and the sessions that were ended: all others of the guest.
        """
        if guest is not None and guest.login is not None:
            raise Refused("taken", "you already have an account")
        name = checked_name(name)
        login = login_of(name)
        async with self._hashing:
            hashed = await asyncio.to_thread(self._hasher.hash, password)
        user = User(guest.id if guest is not None else secrets.token_urlsafe(9), name, login)
        ended: list[str] = []
        try:
            if guest is None:
                await self._insert(user, address, password=hashed, recovery=None)
            else:
                ended = await self._database.run(
                    lambda connection: people_store.make_account(connection, user.id, login, name, hashed, session)
                )
        except Conflict as problem:
            raise Refused("taken", f"the name {name!r} is taken") from problem
        return user, ended

    async def log_in(self, name: str, password: str, address: str, device: str | None) -> User:
        """Return the user with that name and password. Raises Refused.

        Wrong passwords are counted by account and address together, by account, and by address. The last two do not
        apply to a device or an address that has logged in to the account before, so that neither strangers nor people
        behind the same address can lock anyone out.
        """
        login = login_of(name)
        found = await self._database.run(
            lambda connection: people_store.user_by_login(connection, login, old_login_of(name))
        )
        known = self._device(device, found[0]) if found is not None else ""
        counted = [("login-device", known)] if known else [("login-pair", f"{login} {address}")]
        if not known and (login, address) not in self._places:
            counted += [("login-account", login), ("login-address", address)]
        self._limits.check_all(
            counted, "too many wrong passwords: wait a few minutes, or log in with a device that you have used before"
        )
        hashed = found[1] if found is not None else self._nobody
        right = await self._is_right(hashed, password)
        if found is None or not right:
            self._share(counted)
            raise Refused("wrong-password", "wrong name or password")
        self._limits.refund(counted)
        self._places.pop((login, address), None)
        self._places[login, address] = None
        if len(self._places) > MAX_PLACES:
            del self._places[next(iter(self._places))]
        user = found[0]
        if self._hasher.check_needs_rehash(hashed):
            async with self._hashing:
                fresh = await asyncio.to_thread(self._hasher.hash, password)
            await self._database.run(lambda connection: people_store.set_password(connection, user.id, fresh))
        return user

    async def change_password(self, user: User, session: str, old: str, new: str) -> tuple[str | None, list[str]]:
        """Change the password, given the old one or the recovery code.

        Return the new recovery code, if there was one, and the sessions that were ended: all others.
        """
        if user.login is None:
            raise Refused("forbidden", "guests have no password: create an account first")
        has_code = await self._check_secret(user, old)
        async with self._hashing:
            fresh = await asyncio.to_thread(self._hasher.hash, new)
        code = new_code() if has_code else None
        ended = await self._database.run(
            lambda connection: people_store.change_password(
                connection, user.id, fresh, None if code is None else digest(_plain(code)), session
            )
        )
        return code, ended

    async def _check_secret(self, user: User, given: str) -> bool:
        """Check an account's password or recovery code; return whether it has such a code. Raises Refused."""
        counted = [("password", user.id)]
        self._limits.check_all(counted, "too many wrong passwords: wait a few minutes")
        hashed, recovery = await self._database.run(lambda connection: people_store.secrets_of(connection, user.id))
        if not secrets.compare_digest(recovery, digest(_plain(given))) and not await self._is_right(hashed, given):
            self._share(counted)
            raise Refused("wrong-password", "the password is wrong")
        self._limits.refund(counted)
        return bool(recovery)

    def _share(self, counted: Sequence[tuple[str, str]]) -> None:
        """Let the other workers count a wrong password too: otherwise each of them would allow as many."""
        notification = self._database.notification("", WRONG_PASSWORD)
        notification.choices = list(counted)
        self._database.publish(notification)

    async def _is_right(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(self._right, hashed, password)

    def _right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def delete(self, user: User) -> tuple[list[str], list[str]]:
        """Delete all data about a user; return deleted tables, and those that others keep."""
        return await self._database.run(lambda connection: people_store.delete_user(connection, user.id))
