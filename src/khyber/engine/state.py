"""The base of every game's state: typed, slotted, flat, cheap to copy and to pack."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from inspect import get_annotations
from typing import ClassVar, Self, cast

from khyber.engine.errors import BadRecord

#: Code that copies a field, by the first word of its annotation; `copy()` is faster than `[:]`.
_COPIES = {
    "bytearray": "{}.copy()",
    "list": "{}.copy()",
    "bytes": "{}",
    "int": "{}",
    "str": "{}",
    "bool": "{}",
    "tuple": "{}",
}
#: Types allowed inside a list or a tuple.
_INSIDE = frozenset({"int", "str", "bool", "tuple"})
#: Maximum nesting of tuples in a field.
MAX_DEPTH = 4
#: Type of a field as JSON returns it.
_STORED: dict[str, type] = {"int": int, "str": str, "bool": bool, "list": list, "tuple": list}


def _writer() -> Callable[[object], str]:
    """Return a compact JSON encoder, created once; `json.dumps` creates one at every call."""
    plain = json.JSONEncoder(separators=(",", ":"))
    make: Callable[..., Callable[[object, int], tuple[str, ...]]] | None = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    encode = make(None, plain.default, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
    return lambda value: "".join(encode(value, 0))


write_json = _writer()


class BaseState:
    """Base of every game's State.

    A subclass declares annotated fields and `__slots__`; `copy`, `pack` and `unpack` are compiled from the
    annotations once, as in dataclasses, for speed. Allowed fields: `bytearray`, `bytes`, `int`, `str`, `bool`, and
    `list[...]` or `tuple[...]` of `int`, `str`, `bool` and tuples of those. Copies share the items of a list, which
    are immutable.
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()
    _arrays: ClassVar[frozenset[str]] = frozenset()
    _binary: ClassVar[tuple[str, ...]] = ()
    _other: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init_subclass__(cls) -> None:
        annotations: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            if issubclass(base, BaseState) and base is not BaseState:
                annotations.update((name, str(kind)) for name, kind in get_annotations(base).items())
        kinds = {name: annotation.split("[")[0] for name, annotation in annotations.items()}
        for name, kind in kinds.items():
            if kind not in _COPIES or not set(re.findall(r"\w+", annotations[name])[1:]) <= _INSIDE:
                raise TypeError(f"{cls.__name__}.{name}: a state field cannot be {annotations[name]}")
        cls.fields = tuple(kinds)
        cls._arrays = frozenset(n for n, k in kinds.items() if k == "bytearray")
        cls._binary = tuple(n for n, k in kinds.items() if k in ("bytearray", "bytes"))
        cls._other = tuple((n, k) for n, k in kinds.items() if k not in ("bytearray", "bytes"))
        cls.copy = _compiled(  # type: ignore[method-assign,assignment]
            "copy",
            [
                "new = object.__new__(type(self))",
                *(f"new.{name} = " + _COPIES[kind].format(f"self.{name}") for name, kind in kinds.items()),
                "return new",
            ],
        )
        cls.restore = _compiled(  # type: ignore[method-assign,assignment]
            "restore",
            [
                f"self.{name}[:] = other.{name}" if kind in ("bytearray", "list") else f"self.{name} = other.{name}"
                for name, kind in kinds.items()
            ],
            "other",
        )
        lengths = ", ".join(f"len(self.{name})" for name in cls._binary)
        others = ", ".join(f"self.{name}" for name, _ in cls._other)
        parts = ", ".join(f"self.{name}" for name in cls._binary)
        cls.pack = _compiled(  # type: ignore[method-assign,assignment]
            "pack",
            [
                f"head = write_json([[{lengths}], {others}])",
                f"return head.encode() + zero + b''.join(({parts}{',' if parts else ''}))",
            ],
        )

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError  # compiled for each subclass

    def pack(self) -> bytes:
        """Return the state as bytes; equal states give equal bytes."""
        raise NotImplementedError  # compiled for each subclass

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Return the state that `pack` wrote. Raises BadRecord if it is damaged."""
        new = object.__new__(cls)
        try:
            text, rest = data.split(b"\0", 1)
            head = cast(list[object], json.loads(text))
            lengths = cast(list[int], head[0])
            if (
                len(lengths) != len(cls._binary)
                or len(head) != len(cls._other) + 1
                or not all(type(length) is int and length >= 0 for length in lengths)
                or sum(lengths) != len(rest)
            ):
                raise ValueError("wrong shape")
        except (ValueError, TypeError, LookupError, RecursionError) as problem:
            raise BadRecord("a stored state is damaged") from problem
        at = 0
        for name, length in zip(cls._binary, lengths, strict=True):
            part = rest[at : at + length]
            setattr(new, name, bytearray(part) if name in cls._arrays else part)
            at += length
        for (name, kind), value in zip(cls._other, head[1:], strict=True):
            if type(value) is not _STORED[kind]:
                raise BadRecord(f"a stored state is damaged: {name!r} should be {kind}, not {type(value).__name__}")
            if kind == "tuple":
                value = _tuples(value)
            elif kind == "list":
                value = [_tuples(item) for item in cast(list[object], value)]
            setattr(new, name, value)
        return new

    def restore(self, other: Self) -> None:
        """Become equal to another state in place, keeping this object and its lists."""
        raise NotImplementedError  # compiled for each subclass

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.pack() == other.pack()

    __hash__ = None  # type: ignore[assignment]


def _compiled(name: str, lines: list[str], *parameters: str) -> Callable[..., object]:
    """Return a method compiled from its lines."""
    scope: dict[str, object] = {"write_json": write_json, "zero": b"\0"}
    exec("\n    ".join([f"def {name}({', '.join(('self', *parameters))}):", *lines]), scope)
    return cast(Callable[..., object], scope[name])


def _tuples(value: object, depth: int = 0) -> object:
    """Return nested lists, as JSON returns them, as nested tuples."""
    if depth > MAX_DEPTH:
        raise BadRecord("a stored state is damaged: a field is nested too deeply")
    return tuple(_tuples(item, depth + 1) for item in value) if isinstance(value, list) else value


class StepState(BaseState):
    """The fields that the engine needs: the next step ("" at the end), the draws so far."""

    __slots__ = ("draws", "step")

    step: str
    draws: int
