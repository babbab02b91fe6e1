"""The looks in which a test sees the page: language, theme and size of the window."""

from __future__ import annotations

from typing import Any

import pytest

#: What a visitor is made with.
Look = dict[str, Any]

ENGLISH_DESKTOP: Look = {"locale": "en-GB", "theme": "light"}
ITALIAN_DESKTOP: Look = {"locale": "it-IT", "theme": "dark"}
ITALIAN_PHONE: Look = ITALIAN_DESKTOP | {"width": 390, "height": 844}

#: Each language, theme and size once.
looks = pytest.mark.parametrize("look", [ENGLISH_DESKTOP, ITALIAN_PHONE], ids=["en-light-desktop", "it-dark-phone"])
#: For what a phone does not have: a pointer at rest, keys, room beside the map.
desktops = pytest.mark.parametrize(
    "look", [ENGLISH_DESKTOP, ITALIAN_DESKTOP], ids=["en-light-desktop", "it-dark-desktop"]
)
