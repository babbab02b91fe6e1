"""Think for a server on another machine: run jobs of the queue in its database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import logging.config
import signal
from typing import Final

from khyber.engine.errors import BadSetup
from khyber.server.errors import Unavailable
from khyber.server.monitor import logs
from khyber.server.monitor.logs import about
from khyber.server.settings import Settings
from khyber.server.storage.migrations import check
from khyber.server.storage.urls import open_database, parse_url
from khyber.server.study.shared import shared_jobs
from khyber.server.workers.pool import thinkers_of
from khyber.server.workers.shared import MOMENT, THINKING, SharedPool, SharedQueue, release_of
from khyber.server.workers.supervisor import Supervisor

log = logging.getLogger("khyber.server")

#: Seconds between lines that say what was done.
REPORTED_EVERY: Final = 60.0


def think(settings: Settings, jobs: int = 0) -> None:
    """Run jobs of a server's queue until stopped, as many long searches at a time; 0: one for each core, at most 4.

    Raises BadSetup.
    """
    if not settings.database:
        raise BadSetup("which server? Give its --database postgresql://USER:PASSWORD@HOST/NAME")
    if not open_database(settings.database).shared:
        raise BadSetup(
            "khyber think needs a server's PostgreSQL database: with SQLite the server does all its thinking itself"
        )
    logging.config.dictConfig(logs.config(settings.log_format))
    asyncio.run(_think(settings, thinkers_of(jobs)))


async def _think(settings: Settings, jobs: int) -> None:
    database = open_database(settings.database)
    shared = SharedQueue(database, shared_jobs(), release_of(settings.games))
    # a short search never waits for a long one, here neither
    pools = [SharedPool(shared, THINKING, settings.games, jobs), SharedPool(shared, MOMENT, settings.games, 1)]
    try:
        try:
            await database.start(shared.on_notification, check)
            await shared.start()
        except Unavailable as problem:
            raise BadSetup(str(problem)) from problem
        shown = parse_url(settings.database).render_as_string(hide_password=True)
        log.info(
            "thinking for %s: %d long and 1 short search at a time (stop with Ctrl-C)",
            shown,
            jobs,
            extra=about("ready"),
        )
        supervisor = Supervisor()
        for name, work in (("taking jobs", shared.serve), ("renewing leases of jobs", shared.renew)):
            supervisor.keep_running(name, work)
        supervisor.keep_running("reporting", lambda: _report(shared))
        await _stopped()
        given_back = shared.running
        await supervisor.stop()
        await shared.stop()
        log.info("stopped; searches given back to the queue: %d", given_back, extra=about("stopped"))
    finally:
        for pool in pools:
            pool.stop()
        await database.close()


async def _stopped() -> None:
    """Wait for the signal to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C interrupts the loop instead
            loop.add_signal_handler(one, stop.set)
    await stop.wait()


async def _report(shared: SharedQueue) -> None:
    """Log now and then what was done, and other releases whose jobs wait."""
    ended, seconds, known = 0, 0.0, set[str]()
    while True:
        await asyncio.sleep(REPORTED_EVERY)
        if shared.ended > ended:
            log.info(
                "%d searches in the last minute, %.0f seconds of computing",
                shared.ended - ended,
                shared.seconds - seconds,
                extra=about("searched"),
            )
        ended, seconds = shared.ended, shared.seconds
        with contextlib.suppress(Unavailable):
            for release in set(await shared.foreign_releases()) - known:
                known.add(release)
                log.warning(
                    "jobs of another release wait (%s): run `khyber think` of that release",
                    release.partition(" ")[0],
                    extra=about("other-release"),
                )
