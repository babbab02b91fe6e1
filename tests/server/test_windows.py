"""The server imports on systems that lack Unix's own modules and signals."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import khyber.server

#: What Windows does not have.
MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
SIGNALS = ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "ITIMER_VIRTUAL", "setitimer")

BLOCKED = f"""
import importlib, os, signal, sys
for name in {MODULES!r}:
    sys.modules[name] = None
for name in {SIGNALS!r}:
    delattr(signal, name)
for name in ("O_CLOEXEC", "sysconf", "fork", "getuid", "geteuid"):
    delattr(os, name)
for name in sys.argv[1:]:
    importlib.import_module(name)

from khyber.server.api import connections
from khyber.server.workers.budget import cpu_budget
connections.raise_descriptor_limit()
assert connections.room() > 1000
with cpu_budget(1.0):
    pass
"""


def test_every_module_of_the_server_imports_without_unix() -> None:
    found = [
        module.name
        for module in pkgutil.walk_packages(khyber.server.__path__, "khyber.server.")
        if not module.name.endswith("__main__")
    ]
    assert len(found) > 40
    done = subprocess.run([sys.executable, "-c", BLOCKED, *found], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
