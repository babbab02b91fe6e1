"""Input lines: from a terminal with line editing, or from a pipe, echoed as they are read."""

from __future__ import annotations

import contextlib
import io
import sys

from rich.console import Console
from rich.text import Text

PROMPT = "> "


class Keyboard:
    """Asks for a line; None when there are no more."""

    def __init__(self, console: Console) -> None:
        self._console = console
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # arrows and history
        elif isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def line(self) -> str | None:
        try:
            if sys.stdin.isatty():
                return input(PROMPT)
            read = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            return None
        if not read:
            return None
        self._console.print(Text(f"{PROMPT}{read.rstrip()}", "bold"))
        return read
