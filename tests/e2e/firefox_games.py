"""Scripts in Firefox (web/firefox), and what they start from: positions, whole games, the page's words."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.pages.screens import campaign_at, half_played, under_way
from tools.release.page import npm

import khyber
from khyber.catalogue import GAMES
from khyber.engine.turns import turns
from tests.asked import Question
from tests.e2e.browsing import BOT, ROOT
from tests.e2e.sights import SIZES
from tests.e2e.test_memory import taking_turn
from tests.e2e.test_study_turns import played
from tests.e2e.test_undo import with_undone_chance
from tests.e2e.words import words

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox") or ""
WEB = ROOT / "web"
#: Positions in which hints are asked for.
HINTS = ("turn", "zurmat", "mobilize")
#: Seconds for one script: a game takes about 20, the looks about 130.
LONGEST = 400


def drive(script: str, *words: str, longest: int = LONGEST) -> dict[str, Any]:
    """Run a script in Node, which starts Firefox; return what it found."""
    _, environment = npm()
    node = shutil.which("node", path=environment["PATH"])
    assert node is not None
    command = [node, f"firefox/{script}", FIREFOX, *words]
    done = subprocess.run(
        command, cwd=WEB, env=environment, capture_output=True, text=True, timeout=longest, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _table(text: str, game: str, seats: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"text": text, "game": game, "seats": seats, **more}


def _of_bots(**seats: str) -> dict[str, str]:
    return dict.fromkeys(khyber.new("distant-plain").seats, BOT) | seats


def positions() -> dict[str, dict[str, Any]]:
    """Return what to import, by the name that the looks use."""
    half, coalition = half_played().save(), {"coalition": "me"}
    everything = dict.fromkeys(khyber.new("distant-plain").seats, "me")
    return {
        "distant-plain": _table(half, "distant-plain", {"taliban": "me"}),
        "zurmat": _table(under_way("zurmat", 60), "zurmat", coalition),
        "enduring-freedom": _table(under_way("enduring-freedom", 120), "enduring-freedom", coalition),
        "turn": _table(half, "distant-plain", _of_bots(taliban="me"), sandbox=False),
        "together": _table(half, "distant-plain", _of_bots(coalition="me", taliban="open"), sandbox=False),
        "alone": _table(half, "distant-plain", everything | {"taliban": "open"}, sandbox=False),
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
        "zurmat": {
            "turns": len(turns(played("zurmat"))),
            "part": "Discs",
            "first": ["Start", "Set-up", "March: Event and population"],
            "round": "March",
        },
        "enduring-freedom": {
            "headings": [f"Turn {number}" for number in range(1, last + 1)],
            "chosen": "Turn 2, J-1 and J-2",
            "round": "Turn 1",
        },
    }


def _written(folder: Path, address: str, **given: Any) -> Path:
    file = folder / "given.json"
    file.write_text(json.dumps({"address": address, "words": words("en"), **given}), encoding="utf-8")
    return file


def written(folder: Path, address: str) -> Path:
    """Write all of it to a file for the looks at a server."""
    return _written(folder, address, games=GAMES, hints=HINTS, positions=positions(), studies=studies())


def written_questions(folder: Path, address: str, questions: Sequence[Question]) -> Path:
    """Write the positions of questions to a file; each is looked at in a window of another size than the one before."""
    named = {f"{question.game} {question.ask}": question for question in questions}
    tables = {
        name: _table(question.text, question.game, dict.fromkeys(khyber.new(question.game).seats, "me"), sandbox=True)
        for name, question in named.items()
    }
    looks = {
        name: {"ask": question.ask, "choices": question.choices, "size": SIZES[nth % len(SIZES)]}
        for nth, (name, question) in enumerate(named.items())
    }
    return _written(folder, address, positions=tables, questions=looks)
