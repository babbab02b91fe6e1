"""Log formats, also for uvicorn: text or, with `--log-format json`, one JSON object per line.

A line may name a table and a user's id, but never names, addresses or secrets of a game.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

FORMATS: Final = ("text", "json")


def about(event: str, **fields: str | float) -> dict[str, dict[str, str | float]]:
    """Return the `extra` of a log line: a fixed event name, and fields; empty ones are omitted.

    Fields are `table`, `user` (an id), `duration_ms`, `endpoint`, `status`, `task`.
    """
    return {"about": {"event": event, **{name: value for name, value in fields.items() if value != ""}}}


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return getattr(record, "about", None) or {"event": record.name}


def _one_line(text: str) -> str:
    """Escape control characters, so that no input can forge log lines."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


class CallersFault(logging.Filter):
    """Takes the traceback from what uvicorn logs of bytes that a caller should not have sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return True


class Text(logging.Formatter):
    """Time, level, message, and the fields that the message does not mention; then any traceback."""

    def format(self, record: logging.LogRecord) -> str:
        message = _one_line(record.getMessage().strip())
        more = " ".join(
            f"{name}={_one_line(str(value))}"
            for name, value in _fields(record).items()
            if name != "event" and not _mentioned(value, message)
        )
        line = f"{_time(record):%Y-%m-%d %H:%M:%S} {record.levelname.lower():7} {message}{f' [{more}]' if more else ''}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _mentioned(value: object, message: str) -> bool:
    return str(value) in message or (isinstance(value, float) and f"{value:.0f} ms" in message)


class Json(logging.Formatter):
    """One JSON object per line: time, level, event, message, process, and the fields of `about`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            **_fields(record),
            "message": record.getMessage().strip(),
            "process": record.process,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def config(log_format: str) -> dict[str, Any]:
    """Return the configuration for `dictConfig`: everything goes to standard error in one format."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"khyber": {"()": f"khyber.server.monitor.logs.{'Json' if log_format == 'json' else 'Text'}"}},
        "handlers": {"khyber": {"class": "logging.StreamHandler", "formatter": "khyber", "stream": "ext://sys.stderr"}},
        "filters": {"callers-fault": {"()": "khyber.server.monitor.logs.CallersFault"}},
        "root": {"handlers": ["khyber"], "level": "WARNING"},
        "loggers": {
            "khyber": {"level": "INFO"},
            "uvicorn": {"level": "WARNING"},
            "uvicorn.error": {"filters": ["callers-fault"]},
        },
    }
