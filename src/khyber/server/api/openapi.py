"""The documentation of the API, generated from its endpoints: as OpenAPI, and as a page."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import Any, get_args

import msgspec
from msgspec import UnsetType

import khyber
from khyber.server.api.calls import Endpoint
from khyber.server.messages import live as messages
from khyber.server.messages.base import ErrorReply, Reply

#: The comment on a field, and the field's name.
COMMENTED = re.compile(r"((?:^ +#:.*\n)+)^ +(\w+):", re.MULTILINE)
REF = "#/components/schemas/{name}"
MEANING = {
    400: "Bad request",
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Not possible now",
    413: "Too large",
    415: "Not JSON",
    429: "Too many requests",
    503: "Database or workers not available",
}
#: Messages of the WebSocket: OpenAPI has no paths for them, so their schemas are listed beside the others.
SOCKET = {"ServerMessage": messages.ServerMessage, "ClientMessage": messages.ClientMessage}
SENT, RECEIVED = (", ".join(kind.__name__ for kind in get_args(union)) for union in SOCKET.values())


def document(endpoints: Sequence[Endpoint]) -> bytes:
    """Return the OpenAPI document."""
    kinds = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if _described(kind)]
    queries = [endpoint.query for endpoint in endpoints if endpoint.query is not None]
    wanted = [*kinds, *queries, *SOCKET.values(), ErrorReply]
    schemas, components = msgspec.json.schema_components(wanted, ref_template=REF)
    found = dict(zip(map(id, wanted), schemas, strict=True))
    components |= {name: found[id(union)] for name, union in SOCKET.items()}
    for kind in _structs(wanted):
        _complete(components[kind.__name__], kind)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, found, components)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Khyber",
                "version": khyber.__version__,
                "description": "Tables over HTTP. The live table is a WebSocket at /api/tables/{id}/live: it sends "
                f"{SENT}; it receives {RECEIVED} (schemas below).",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "khyber"}},
            },
        }
    )


def _structs(kinds: Sequence[Any]) -> Iterator[type[msgspec.Struct]]:
    """Yield every message type that these types mention."""
    left, seen = [*kinds], set[Any]()
    while left:
        kind = left.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in seen:
                continue
            seen.add(kind)
            left += [field.type for field in msgspec.structs.fields(kind)]
            yield kind
        else:
            left += [arg for arg in get_args(kind) if not isinstance(arg, str)]


def _complete(schema: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    """Add what msgspec leaves out: comments on fields, and that a reply always has its fields with a default."""
    comments = _comments(kind)
    for field in msgspec.structs.fields(kind):
        described = schema["properties"][field.encode_name]
        if comment := comments.get(field.name):
            described["description"] = comment
        if issubclass(kind, Reply) and UnsetType not in get_args(field.type):
            described.pop("default", None)
            if field.encode_name not in schema.setdefault("required", []):
                schema["required"].append(field.encode_name)


def _comments(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the `#:` comment above each field, as the source has it."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("khyber."):
            for comment, name in COMMENTED.findall(_class_sources(base.__module__)[base.__name__]):
                found[name] = " ".join(line.strip().removeprefix("#:").strip() for line in comment.splitlines())
    return found


@cache
def _class_sources(module: str) -> dict[str, str]:
    """Return the source of each class of a module; `inspect.getsource` would parse it for every class."""
    source = inspect.getsource(sys.modules[module])
    lines = source.splitlines(keepends=True)
    classes = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return {node.name: "".join(lines[node.lineno - 1 : node.end_lineno]) for node in classes}


def _described(kind: Any) -> bool:
    return kind is not None and kind not in (str, dict)


def _operation(endpoint: Endpoint, found: dict[int, dict[str, Any]], components: dict[str, Any]) -> dict[str, Any]:
    schema = found.get(id(endpoint.reply), {"type": "string" if endpoint.reply is str else "object"})
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint.path), *_query_parameters(endpoint, found, components)],
        "responses": {
            "200": {"description": "Done", "content": {endpoint.media: {"schema": schema}}},
            **{str(code): _error(code) for code in _errors(endpoint)},
        },
    }
    if endpoint.signed_in:
        operation["security"] = [{"cookie": []}]
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": found[id(endpoint.body)]}},
        }
    return operation


def _errors(endpoint: Endpoint) -> list[int]:
    codes = {*endpoint.errors, 405, 429, 503}
    if endpoint.body is not None:
        codes |= {400, 413, 415}
    if endpoint.query is not None:
        codes.add(400)
    if endpoint.method != "GET":
        codes.add(403)
    if endpoint.signed_in:
        codes.add(401)
    if "{" in endpoint.path:
        codes.add(404)
    return sorted(codes)


def _error(code: int) -> dict[str, Any]:
    return {
        "description": MEANING[code],
        "content": {"application/json": {"schema": {"$ref": REF.format(name="ErrorReply")}}},
    }


def _path_parameters(path: str) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"\{(\w+)\}", path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _query_parameters(
    endpoint: Endpoint, found: dict[int, dict[str, Any]], components: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if endpoint.query is None:
        return
    described = components[found[id(endpoint.query)]["$ref"].rpartition("/")[2]]
    for name, schema in described["properties"].items():
        # a query is text: it may be absent but never null
        kinds = [kind for kind in schema.get("anyOf", []) if kind != {"type": "null"}]
        schema = kinds[0] if kinds else {key: value for key, value in schema.items() if key != "default"}
        yield {"name": name, "in": "query", "required": name in described.get("required", []), "schema": schema}


# -- for people ---------------------------------------------------------------------------------------


def docs_page(endpoints: Sequence[Endpoint]) -> str:
    """Return the documentation as a page without scripts."""
    rows = "".join(
        f"<tr><td><code>{endpoint.method}</code><td><code>{escape(endpoint.path)}</code>"
        f"<td>{escape(endpoint.summary)}{' <i>(signed in)</i>' if endpoint.signed_in else ''}"
        f"<td>{_link(endpoint.body)}<td>{_link(endpoint.reply)}"
        for endpoint in endpoints
    )
    _, components = msgspec.json.schema_components(
        [kind for e in endpoints for kind in (e.body, e.reply) if _described(kind)] + [ErrorReply, *SOCKET.values()],
        ref_template="#{name}",
    )
    kinds = "".join(
        f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{escape(described.get('description', ''))}</p>"
        f"<pre>{escape(msgspec.json.format(msgspec.json.encode(described.get('properties', {})), indent=1).decode())}"
        "</pre>"
        for name, described in sorted(components.items())
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Khyber: the API</title>"
        "<meta name='viewport' content='width=device-width'>"
        "<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td{padding:.2rem .6rem;vertical-align:top}pre{background:#8881;padding:.6rem;overflow:auto}</style>"
        f"<h1>Khyber {escape(khyber.__version__)}: the API</h1><p>For programs: <a href='/openapi.json'>/openapi.json"
        '</a>. Errors are <code>{"error": {"code", "message"}}</code>.</p>'
        f"<table><tr><th>Method<th>Path<th>What<th>Body<th>Answer{rows}</table>"
        "<h2>The live table</h2><p>WebSocket <code>/api/tables/{id}/live?lang=en&amp;since=0&amp;epoch=0</code>. It "
        f"sends {SENT}; it receives {RECEIVED}.</p><h2>Schemas</h2>{kinds}</html>"
    )


def _link(kind: Any) -> str:
    name = getattr(kind, "__name__", "")
    return f"<a href='#{escape(name)}'>{escape(name)}</a>" if isinstance(kind, type) and _described(kind) else ""
