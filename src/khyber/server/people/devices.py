"""Short names for browsers and systems, to tell a user's sessions apart."""

from __future__ import annotations

#: In this order: browsers also name those they descend from.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "Python"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def described(agent: str) -> str:
    """Return browser and system of a User-Agent header; empty if neither is known."""
    return " · ".join(
        next((name for mark, name in known if mark in agent), "")
        for known in (_BROWSERS, _SYSTEMS)
        if any(mark in agent for mark, _ in known)
    )
