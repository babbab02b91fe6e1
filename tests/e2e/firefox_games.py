"""What the looks in Firefox (web/firefox/looks.mjs) start from: positions, whole games, and the page's words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.screens import campaign_at, half_played, under_way

import khyber
from khyber.engine.turns import turns
from tests.e2e.browsing import BOT
from tests.e2e.test_memory import taking_turn
from tests.e2e.test_study_turns import played
from tests.e2e.test_undo import with_undone_chance
from tests.e2e.words import words


def _table(text: str, game: str, seats: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"text": text, "game": game, "seats": seats, **more}


def _of_bots(**seats: str) -> dict[str, str]:
    return dict.fromkeys(khyber.new("distant-plain").seats, BOT) | seats


def positions() -> dict[str, dict[str, Any]]:
    """Return what to import, by the name that the looks use."""
    half, coalition = half_played().save(), {"coalition": "me"}
    return {
        "distant-plain": _table(half, "distant-plain", {"taliban": "me"}),
        "zurmat": _table(under_way("zurmat", 60), "zurmat", coalition),
        "enduring-freedom": _table(under_way("enduring-freedom", 120), "enduring-freedom", coalition),
        "turn": _table(half, "distant-plain", _of_bots(taliban="me"), sandbox=False),
        "together": _table(half, "distant-plain", _of_bots(coalition="me", taliban="open"), sandbox=False),
        "mobilize": _table(campaign_at("mobilize", turn=1), "enduring-freedom", coalition),
        "declare": _table(taking_turn(), "zurmat", coalition),
        "undone": _table(with_undone_chance(), "distant-plain", _of_bots(coalition="me"), sandbox=False),
        **{
            f"played-{game}": {"text": played(game).save(), "sandbox": False, "public": True}
            for game in ("zurmat", "enduring-freedom")
        },
    }


def studies() -> dict[str, dict[str, Any]]:
    """Return what the study must say of the games played."""
    last = played("enduring-freedom").state.turn
    return {
        "zurmat": {"turns": len(turns(played("zurmat"))), "first": ["Start", "Set-up", "March: Event and population"]},
        "enduring-freedom": {"turns": [f"Turn {number}" for number in range(1, last + 1)]},
    }


def written(folder: Path, address: str) -> Path:
    """Write all of it to a file for the looks at a server."""
    file = folder / "given.json"
    given = {"address": address, "words": words("en"), "positions": positions(), "studies": studies()}
    file.write_text(json.dumps(given), encoding="utf-8")
    return file
