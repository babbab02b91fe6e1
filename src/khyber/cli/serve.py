"""The commands that run a server and copy its database."""

from __future__ import annotations

import logging
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
            metavar="N", min=1, max=64, help="Processes in which bots think, for each worker.",
            envvar="KHYBER_BOTS")] = 1,
        sync: Annotated[bool, typer.Option(
            "--sync", help="SQLite: write each choice through to the disk before it is acknowledged.")] = False,
        proxy: Annotated[str, typer.Option(
            metavar="ADDRESS", help="A proxy in front, whose word on who calls is taken.", show_default=False)] = "",
        https: Annotated[bool, typer.Option("--https", help="That proxy speaks HTTPS.")] = False,
        allowed_host: Annotated[list[str] | None, typer.Option(
            metavar="NAME", help="A name this server has, besides localhost and its addresses; may be repeated, and "
            "`*.NAME` stands for all below it.", show_default=False)] = None,
        per_address: Annotated[int | None, typer.Option(
            metavar="N", min=1, show_default="64", help="Connections that one address may hold open.")] = None,
        header_timeout: Annotated[float | None, typer.Option(
            metavar="SECONDS", min=0.1, show_default="10", help="Time for the header of a request to arrive.")] = None,
        body_timeout: Annotated[float | None, typer.Option(
            metavar="SECONDS", min=0.1, show_default="30", help="Time for the body of a request to arrive.")] = None,
        log_format: Annotated[str | None, typer.Option(
            metavar="F", show_default="text", help="text, or json: one object a line.")] = None,
        slow_ms: Annotated[float | None, typer.Option(
            metavar="MS", min=0, show_default="100", help="Log requests that take this long; 0: none.")] = None,
) -> None:
    """Serve tables to browsers: play against bots, or with friends by link.

    What is not given here may be set in the environment: see docs/server.md for the names.
    """
    check_names(host, database)
    import msgspec

    from khyber.server.monitor.logs import FORMATS, about
    from khyber.server.serve import serve
    from khyber.server.settings import from_environment

    if log_format not in (None, *FORMATS):
        raise BadSetup(f"unknown log format {log_format!r}; --log-format takes {' or '.join(FORMATS)}")
    base = from_environment()
    # the token for metrics is no option: everybody on the machine can read the arguments of a process
    given = {"database": database or None, "bots": bots, "allowed_hosts": ",".join(allowed_host or ()) or None,
             "per_address": per_address, "header_timeout": header_timeout, "body_timeout": body_timeout,
             "log_format": log_format, "slow_ms": slow_ms}
    settings = msgspec.structs.replace(base, sync=sync or base.sync, https=https or base.https,
                                       **{name: value for name, value in given.items() if value is not None})

    def ready(address: str) -> None:
        if settings.log_format == "json":
            logging.getLogger("khyber.server").info("Khyber is at %s", address, extra=about("ready"))
        else:
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
    from khyber.server.settings import default_database
    from khyber.server.storage.backup import backup

    size = backup(database or default_database(), file)
    typer.echo(f"{file}: {size:,} bytes")
