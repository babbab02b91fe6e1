"""The attacks: each sends its requests from addresses of its own and checks what the server answers."""

from __future__ import annotations

import base64
import json
import random
import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import khyber
from khyber.engine.asides import MAX_ASIDES
from khyber.engine.record import StepRecord
from tests.attacks.target import Caller, Target, next_frame, say

Attack = Callable[[Target], None]


def _record(**fields: Any) -> str:
    """A record of a game just begun, with some fields replaced."""
    return json.dumps({**json.loads(khyber.new("distant-plain", seed=1).save()), **fields})


def _packed(size: int) -> str:
    """Zeros of that size, packed to a thousandth, as a record holds them."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(1 << 20)) for _ in range(size // (1 << 20))]
    return base64.b64encode(b"".join(parts) + packer.flush()).decode()


def _bring(attacker: Caller, text: str, game: str = "distant-plain", **more: Any) -> tuple[int, str]:
    body = {"game": game, "text": text, "sandbox": True, **more}
    return attacker.attempt("POST", "/api/tables/import", json=body)


def states_that_unpack_a_thousandfold(target: Target) -> None:
    with Caller(target, "Bomber", f"{target.net}.2.1") as attacker:
        for size in (64 << 20, 350 << 20):
            step = [["x", ["a"], ["coalition"], "2"]]
            assert _bring(attacker, _record(states=_packed(size), steps=step))[0] == 400


def logs_that_unpack_a_thousandfold(target: Target) -> None:
    with Caller(target, "Bomber", f"{target.net}.2.2") as attacker:
        step = [["x", ["a"], ["coalition"], "2"]]
        assert _bring(attacker, _record(events=_packed(400 << 20), steps=step))[0] == 400
        assert _bring(attacker, _record(start=_packed(400 << 20)))[0] == 400


def steps_and_entries_without_end(target: Target) -> None:
    with Caller(target, "Bomber", f"{target.net}.2.3") as attacker:
        many = {"now": ["pass"] * 250_000, "now-by": ["coalition"] * 250_000}
        assert _bring(attacker, _record(**many))[0] == 400
        assert _bring(attacker, _record(now=["x" * 4_000_000], **{"now-by": ["coalition"]}))[0] == 400
        assert _bring(attacker, _record(steps=[["x", [], [], "2"]] * 100_000))[0] == 400


def a_step_of_thousands_of_gifts(target: Target) -> None:
    """Thousands are refused. As many as are allowed may be brought in, opened, undone and made again."""
    table = khyber.new("distant-plain", seed=3)
    table.choose("rally")
    with Caller(target, "Giver", f"{target.net}.2.4") as attacker:
        for pairs, expected in ((2_400, (400, 429)), (MAX_ASIDES // 2, (200, 429))):
            told = json.loads(table.save())
            told["now"] += ["@taliban give warlords 1", "@warlords give taliban 1"] * pairs
            told["now-by"] += ["taliban", "warlords"] * pairs
            assert _bring(attacker, json.dumps(told))[0] in expected
        for row in attacker.get("/api/tables?mine")["tables"]:
            for _ in range(5):
                with attacker.live(row["id"]) as socket:
                    _undo_and_choose(socket, next_frame(socket))
                attacker.attempt("GET", f"/api/tables/{row['id']}/replay?step=1&choice=4000")
                attacker.attempt("GET", f"/api/tables/{row['id']}/timeline")


def _undo_and_choose(socket: Any, frame: dict[str, Any]) -> None:
    """Undo a gift and make it again, a few times."""
    for _ in range(4):
        assert say(socket, frame, type="undo", seat="warlords")["type"] == "ack"
        frame = next_frame(socket)
        assert say(socket, frame, type="choose", seat="warlords", key="give taliban 1")["type"] == "ack"
        frame = next_frame(socket)


def the_longest_records(target: Target) -> None:
    """Records as long as any that is accepted: charted and downloaded, many times at once."""
    with Caller(target, "Archivist", f"{target.net}.2.11") as attacker:
        many, wide = long_record(4_900, 0), long_record(1_000, 10)
        for text in (many, wide):
            assert _bring(attacker, text, "enduring-freedom")[0] in (200, 429)
        rows = [row["id"] for row in attacker.get("/api/tables?mine")["tables"]]

        def ask(number: int) -> None:
            path = f"/api/tables/{rows[number % len(rows)]}/{'timeline' if number % 4 < 2 else 'record'}"
            assert attacker.attempt("GET", path)[0] in (200, 429)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(32)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


@cache
def long_record(steps: int, entries: int) -> str:
    """A record with that many more steps, each with that many entries of text that cannot be packed."""
    table, source = khyber.new("enduring-freedom", seed=3, seats="person"), random.Random(1)
    while len(table.steps) < 12:
        assert table.decision is not None
        table.choose(source.randrange(len(table.decision.values)))
    record = table.record()
    last = record.steps[-1]
    by = "\n".join(["coalition"] * entries)
    more = [
        StepRecord(
            last.name,
            by,
            "\n".join("".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=380)) for _ in range(entries)),
            b"[]",
            last.after,
            last.rules,
        )
        for _ in range(steps)
    ]
    return replace(record, steps=[*record.steps, *more], now=[], now_by=[], version=steps * 20).dumps()


def numbers_beyond_reason(target: Target) -> None:
    huge = "9" * 400
    with Caller(target, "Counter", f"{target.net}.2.5") as attacker:
        for field in ("version", "branch", "seed"):
            text = _record().replace(f'"{field}": ', f'"{field}": 1', 1)
            told = json.loads(text)
            text = json.dumps({**told, field: -1}).replace(f'"{field}": -1', f'"{field}": {huge}')
            assert _bring(attacker, text)[0] in (400, 429), field


def deep_nesting(target: Target) -> None:
    with Caller(target, "Digger", f"{target.net}.2.6") as attacker:
        for text in (
            "a = " + "[" * 100_000,
            "a" + ".a" * 100_000 + " = 1",
            "a = " + "{a = " * 50_000,
            "[" * 100_000,
            '{"a":' * 100_000,
            "[" + "a." * 50_000 + "a]",
        ):
            assert _bring(attacker, text)[0] in (400, 422, 429)
            assert attacker.attempt("POST", "/api/positions/check", json={"game": "zurmat", "text": text})[0] in (
                200,
                400,
                422,
                429,
            )


def seats_and_paths_that_are_none(target: Target) -> None:
    with Caller(target, "Wanderer", f"{target.net}.2.7") as attacker:
        assert _bring(attacker, _record(seats={}))[0] == 400
        assert _bring(attacker, _record(seats={"nobody": "person"}))[0] == 400
        for path in (
            f"/api/tables/{'x' * 300}",
            f"/api/tables/{'x' * 300}/record",
            f"/api/rules/{'x' * 300}",
            f"/api/rules/zurmat/{'9.' * 200}",
            f"/api/{'../' * 100}",
            f"/{'x' * 300}",
            f"/assets/{'y' * 300}",
            "/%00",
            "/api/tables/%ff%fe",
        ):
            assert attacker.attempt("GET", path)[0] in (200, 400, 404, 414)


def unbounded_positions(target: Target) -> None:
    """Numbers in a position that would make a choice loop for minutes."""
    with Caller(target, "Hanger", f"{target.net}.2.8") as attacker:
        text = khyber.new("enduring-freedom", seed=1).position()
        for name in ("intel", "left", "hits"):
            changed = "\n".join(
                f"{name} = 999999999" if line.startswith(f"{name} = ") else line for line in text.splitlines()
            )
            assert _bring(attacker, changed, "enduring-freedom")[0] in (400, 429) or changed == text


def searching_for_every_letter(target: Target) -> None:
    letters = " ".join("abcdefghijklmnopqrstuvwxyz" * 4)[:199]
    with Caller(target, "Reader", f"{target.net}.2.9") as attacker:
        for _ in range(60):
            status, _ = attacker.attempt("GET", "/api/rules/distant-plain", params={"q": letters})
            assert status in (200, 429)


def everything_at_once(target: Target) -> None:
    """As many callers as an attacker has addresses."""

    def shout(number: int) -> None:
        with Caller(target, "Shouter", f"{target.net}.1.{number}") as attacker:
            for _ in range(40):
                attacker.attempt("GET", "/api/games")
                attacker.attempt("GET", "/api/rules/distant-plain", params={"q": "base of the"})
            _bring(attacker, _record(events=_packed(64 << 20), steps=[["x", ["a"], ["coalition"], "2"]]))

    threads = [threading.Thread(target=shout, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def bodies_of_all_shapes(target: Target) -> None:
    with Caller(target, "Shaper", f"{target.net}.2.10") as attacker:
        for body in (
            b"",
            b"{",
            b"[" * 60_000,
            b'{"game":' * 9_000,
            b"\xff" * 1_000,
            b'{"game": "zurmat", "text": 1}',
            json.dumps({"game": "zurmat", "text": "\ud800"}).encode(),
            b'{"seed": 1e999}',
        ):
            for path in ("/api/tables", "/api/tables/import", "/api/login", "/api/positions/check"):
                status, _ = attacker.attempt("POST", path, content=body, headers={"content-type": "application/json"})
                assert status in (400, 401, 413, 422, 429)


ATTACKS: Mapping[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        states_that_unpack_a_thousandfold,
        logs_that_unpack_a_thousandfold,
        steps_and_entries_without_end,
        a_step_of_thousands_of_gifts,
        the_longest_records,
        numbers_beyond_reason,
        deep_nesting,
        seats_and_paths_that_are_none,
        unbounded_positions,
        searching_for_every_letter,
        everything_at_once,
        bodies_of_all_shapes,
    )
}
