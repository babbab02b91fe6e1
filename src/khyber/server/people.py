"""People: guests, accounts, and the cookies by which a server knows them again."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer

from khyber.server import people_stored
from khyber.server.database import Conflict, Database
from khyber.server.messages import Me, Person
from khyber.server.people_stored import User
from khyber.server.refusing import Refused

COOKIE = "khyber"
#: Seconds that a browser keeps the cookie.
COOKIE_AGE = 400 * 24 * 3600
#: Letters of a recovery code: none that are mistaken for one another.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
#: Passwords are worked on by so many threads at once, each with its share of memory.
_AT_ONCE = 2


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def shown(user: User | None, code: str | None = None) -> Me:
    """A user as told to themself."""
    person = None if user is None else Person(id=user.id, name=user.name, guest=user.login is None)
    return Me(user=person) if code is None else Me(user=person, recovery_code=code)


def new_code() -> str:
    """A recovery code: eighty bits, in groups that a person can write down."""
    drawn = "".join(secrets.choice(LETTERS) for _ in range(16))
    return "-".join(drawn[at : at + 4] for at in range(0, 16, 4))


def _plain(code: str) -> str:
    """A code as it is compared: people leave out hyphens and write large letters."""
    return "".join(letter for letter in code.lower() if letter in LETTERS)


class People:
    """Who somebody is, by cookie, code or password."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._hashing = asyncio.Semaphore(_AT_ONCE)
        self._signer = Signer("not yet started")
        #: Compared with when there is no such user, so that it takes as long.
        self._nobody = self._hasher.hash(secrets.token_hex())

    async def start(self) -> None:
        fresh = secrets.token_hex(32)
        while True:
            try:
                key = await self._database.run(lambda connection: people_stored.secret(connection, fresh))
                break
            except Conflict:
                continue  # another worker has just made it
        self._signer = Signer(key, salt="khyber.session")

    # -- cookies ------------------------------------------------------------------------------------

    async def known(self, cookie: str | None) -> tuple[User | None, str]:
        """The user of a cookie and the session's id; (None, "") if it is not one of ours or its session is over."""
        if not cookie or len(cookie) > 200:
            return None, ""
        try:
            session = digest(self._signer.unsign(cookie.encode()).decode())
        except (BadSignature, UnicodeError):
            return None, ""
        user = await self._database.run(lambda connection: people_stored.user_of_session(connection, session))
        return user, session if user is not None else ""

    async def begin(self, user: User) -> str:
        """A new session; returns the cookie."""
        token = secrets.token_urlsafe(32)
        await self._database.run(lambda connection: people_stored.insert_session(connection, digest(token), user.id))
        return self._signer.sign(token.encode()).decode()

    async def end(self, session: str) -> None:
        await self._database.run(lambda connection: people_stored.delete_session(connection, session))

    # -- guests -------------------------------------------------------------------------------------

    async def guest(self, name: str) -> tuple[User, str]:
        """A new guest, and the code with which the same person comes in from elsewhere."""
        user, code = User(secrets.token_urlsafe(9), _tidy(name), None), new_code()
        await self._database.run(lambda connection: people_stored.insert_user(
            connection, user, password=None, recovery=digest(_plain(code))))
        return user, code

    async def rename(self, user: User, name: str) -> User:
        renamed = User(user.id, _tidy(name), user.login)
        await self._database.run(lambda connection: people_stored.rename(connection, user.id, renamed.name))
        return renamed

    async def recover(self, code: str) -> User:
        plain = digest(_plain(code))
        user = await self._database.run(lambda connection: people_stored.user_by_recovery(connection, plain))
        if user is None:
            raise Refused("wrong-password", "there is nobody with this code")
        return user

    async def new_recovery(self, user: User) -> str:
        code = new_code()
        await self._database.run(
            lambda connection: people_stored.set_recovery(connection, user.id, digest(_plain(code))))
        return code

    # -- accounts -----------------------------------------------------------------------------------

    async def account(self, name: str, password: str, guest: User | None) -> User:
        """A new account; a guest who is here becomes it, with all games."""
        if guest is not None and guest.login is not None:
            raise Refused("taken", "you have an account already")
        name = _tidy(name)
        login = _login(name)
        async with self._hashing:
            hashed = await asyncio.to_thread(self._hasher.hash, password)
        user = User(guest.id if guest is not None else secrets.token_urlsafe(9), name, login)
        try:
            if guest is None:
                await self._database.run(lambda connection: people_stored.insert_user(
                    connection, user, password=hashed, recovery=None))
            else:
                await self._database.run(lambda connection: people_stored.make_account(
                    connection, user.id, login, name, hashed))
        except Conflict as problem:
            raise Refused("taken", f"the name {name!r} is taken") from problem
        return user

    async def log_in(self, name: str, password: str) -> User:
        login = _login(_tidy(name))
        found = await self._database.run(lambda connection: people_stored.user_by_login(connection, login))
        hashed = found[1] if found is not None else self._nobody
        async with self._hashing:
            right = await asyncio.to_thread(self._right, hashed, password)
        if found is None or not right:
            raise Refused("wrong-password", "name or password are wrong")
        user = found[0]
        if self._hasher.check_needs_rehash(hashed):
            async with self._hashing:
                fresh = await asyncio.to_thread(self._hasher.hash, password)
            await self._database.run(lambda connection: people_stored.set_password(connection, user.id, fresh))
        return user

    def _right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def forget(self, user: User) -> tuple[list[str], list[str]]:
        """Delete all that is stored of a user: returns the tables that are gone, and those that go on."""
        return await self._database.run(lambda connection: people_stored.forget(connection, user.id))


def _tidy(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())[:40] or "?"


def _login(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
