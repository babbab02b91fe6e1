"""The commands `serve`, `think` and `backup`."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

PORT = 8470

Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
        envvar="KHYBER_DATABASE",
        show_default="SQLite in the user's data folder",
    ),
]


def serve_command(
    host: Annotated[
        str, typer.Option(metavar="H", help="Address to listen on; 0.0.0.0: for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="P", min=1, max=65535)] = PORT,
    database: Database = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Server processes; more than one needs PostgreSQL.")
    ] = 1,
    bots: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Processes for bots, for each worker.", envvar="KHYBER_BOTS")
    ] = 1,
    sync: Annotated[
        bool, typer.Option("--sync", help="SQLite: flush each choice to disk before it is acknowledged.")
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="A trusted proxy in front, which reports the addresses of clients.",
            show_default=False,
        ),
    ] = "",
    https: Annotated[bool, typer.Option("--https", help="The proxy serves HTTPS.")] = False,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A host name of this server, besides localhost and addresses; repeatable. "
            "`*.NAME` allows all its subdomains.",
            show_default=False,
        ),
    ] = None,
    per_address: Annotated[
        int | None, typer.Option(metavar="N", min=1, show_default="64", help="Open connections for one address.")
    ] = None,
    header_timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0.1, show_default="10", help="Time for the header of a request to arrive."),
    ] = None,
    body_timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0.1, show_default="30", help="Time for the body of a request to arrive."),
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(metavar="F", show_default="text", help="text, or json: one object a line.")
    ] = None,
    slow_ms: Annotated[
        float | None,
        typer.Option(
            metavar="MS", min=0, show_default="100", help="Log requests that take this long or longer; 0: none."
        ),
    ] = None,
) -> None:
    """Serve tables to browsers: play against bots, or with friends by link.

    All settings can also come from the environment: docs/server.md lists the names.
    """
    check_names(host, database)
    import msgspec

    from khyber.server.monitor.logs import FORMATS, about
    from khyber.server.serve import serve
    from khyber.server.settings import from_environment

    if log_format not in (None, *FORMATS):
        raise BadSetup(f"unknown log format {log_format!r}; --log-format takes {' or '.join(FORMATS)}")
    base = from_environment()
    # the token for metrics is not an option: others on the machine can read a process's arguments
    given = {
        "database": database or None,
        "bots": bots,
        "allowed_hosts": ",".join(allowed_host or ()) or None,
        "per_address": per_address,
        "header_timeout": header_timeout,
        "body_timeout": body_timeout,
        "log_format": log_format,
        "slow_ms": slow_ms,
    }
    settings = msgspec.structs.replace(
        base,
        sync=sync or base.sync,
        https=https or base.https,
        **{name: value for name, value in given.items() if value is not None},
    )

    def ready(address: str) -> None:
        if settings.log_format == "json":
            logging.getLogger("khyber.server").info("Khyber is at %s", address, extra=about("ready"))
        else:
            typer.echo(f"Khyber is at {address} (stop it with Ctrl-C)", err=True)

    serve(settings, host, port, workers=workers, proxies=proxy, browser=browser, ready=ready)


def check_names(host: str, database: str) -> None:
    """Raise BadSetup for a malformed host or database URL."""
    try:
        host.encode("idna")
    except UnicodeError as problem:
        raise BadSetup(f"--host: {quoted(host)} is not a host name or address") from problem
    try:
        port = urlsplit(database).port
    except ValueError as problem:  # do not show the URL: it may hold a password
        raise BadSetup("--database: the URL's port is not a number from 1 to 65535") from problem
    if port == 0:
        raise BadSetup("--database: the URL's port is not a number from 1 to 65535")


def think_command(
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The server's database: postgresql://USER:PASSWORD@HOST/NAME.",
            envvar="KHYBER_DATABASE",
            show_default=False,
        ),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=64,
            help="Long searches at a time, each in a process; one more process is for short ones.",
            show_default="one for each core, at most 4",
        ),
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(metavar="F", show_default="text", help="text, or json: one object a line.")
    ] = None,
) -> None:
    """Think for a server on another machine: searches of agents, hints, analyses and puzzles.

    It needs nothing but the database and the same release as the server. Start as many as you like.

    If it is stopped, others take over its jobs at once; if it is killed, after 15 seconds.
    """
    check_names("localhost", database)
    import msgspec

    from khyber.server.monitor.logs import FORMATS
    from khyber.server.settings import from_environment
    from khyber.server.think import think

    if log_format not in (None, *FORMATS):
        raise BadSetup(f"unknown log format {log_format!r}; --log-format takes {' or '.join(FORMATS)}")
    base = from_environment()
    settings = msgspec.structs.replace(
        base, database=database or base.database, log_format=log_format or base.log_format
    )
    think(settings, jobs or 0)


def backup_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Copy a server's database while it is running.

    The copy of an SQLite database is a database; that of PostgreSQL is a dump for pg_restore.
    """
    check_names("localhost", database)
    from khyber.server.settings import default_database
    from khyber.server.storage.backup import backup

    size = backup(database or default_database(), file)
    typer.echo(f"{file}: {size:,} bytes")
