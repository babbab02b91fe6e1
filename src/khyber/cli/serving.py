"""The commands that run a server and copy its database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

PORT = 8470

Database = Annotated[str, typer.Option(
    metavar="URL", help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.", envvar="KHYBER_DATABASE",
    show_default="SQLite in the user's data folder")]


def serve_command(
        host: Annotated[str, typer.Option(metavar="H", help="0.0.0.0: for everybody on the network.")] = "127.0.0.1",
        port: Annotated[int, typer.Option(metavar="P", min=1, max=65535)] = PORT,
        database: Database = "",
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
        workers: Annotated[int, typer.Option(
            metavar="N", min=1, max=64, help="Processes that serve; more than one needs PostgreSQL.")] = 1,
        bots: Annotated[int, typer.Option(
            metavar="N", min=1, max=64, help="Processes in which bots think, for each worker.")] = 1,
        sync: Annotated[bool, typer.Option(
            "--sync", help="SQLite: write each choice through to the disk before it is acknowledged.")] = False,
        proxy: Annotated[str, typer.Option(
            metavar="ADDRESS", help="A proxy in front, whose word on who calls is taken.", show_default=False)] = "",
        https: Annotated[bool, typer.Option("--https", help="That proxy speaks HTTPS.")] = False) -> None:
    """Serve tables to browsers: play against bots, or with friends by link."""
    check_names(host, database)
    from khyber.server.running import serve
    from khyber.server.settings import Settings

    settings = Settings(database=database, bots=bots, sync=sync, https=https)

    def ready(address: str) -> None:
        typer.echo(f"Khyber is at {address} (stop it with Ctrl-C)", err=True)

    serve(settings, host, port, workers=workers, proxies=proxy, browser=browser, ready=ready)


def check_names(host: str, database: str) -> None:
    """Raises BadSetup for a host or the URL of a database that no program could take apart."""
    try:
        host.encode("idna")
    except UnicodeError as problem:
        raise BadSetup(f"--host: {quoted(host)} is not the name or address of a host") from problem
    try:
        port = urlsplit(database).port
    except ValueError as problem:  # the URL may hold a password: it is not shown
        raise BadSetup("--database: the URL's port is not a number from 1 to 65535") from problem
    if port == 0:
        raise BadSetup("--database: the URL's port is not a number from 1 to 65535")


def backup_command(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; it must not be there yet.")],
        database: Database = "") -> None:
    """Copy a server's database while it serves.

    A copy of SQLite is a database like the original; of PostgreSQL, a dump for pg_restore.
    """
    check_names("localhost", database)
    from khyber.server.backup import backup
    from khyber.server.settings import default_database

    size = backup(database or default_database(), file)
    typer.echo(f"{file}: {size:,} bytes")
