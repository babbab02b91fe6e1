"""The documentation of the API, generated from its endpoints: as OpenAPI, and as a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec

import khyber
from khyber.server.api.calls import Endpoint
from khyber.server.messages import live as messages
from khyber.server.messages.base import ErrorReply

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
SOCKET = (
    messages.Frame,
    messages.Ack,
    messages.ErrorFrame,
    messages.ChatFrame,
    messages.PresenceFrame,
    messages.AwayFrame,
    messages.AsidesFrame,
    messages.PreviewFrame,
    messages.Pong,
    messages.ClientMessage,
)
SENT = "Frame, Ack, ErrorFrame, ChatFrame, PresenceFrame, AwayFrame, AsidesFrame, PreviewFrame and Pong"
RECEIVED = "Choose, Undo, Agree, Chat, Ping, AsidesRequest, StateRequest, PreviewRequest and AskPlayer"


def document(endpoints: Sequence[Endpoint]) -> bytes:
    """Return the OpenAPI document."""
    kinds = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if _described(kind)]
    queries = [endpoint.query for endpoint in endpoints if endpoint.query is not None]
    schemas, components = msgspec.json.schema_components([*kinds, *queries, ErrorReply, *SOCKET], ref_template=REF)
    found = dict(zip([*map(id, [*kinds, *queries])], schemas, strict=False))
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
    """Return a page that needs no script."""
    rows = "".join(
        f"<tr><td><code>{endpoint.method}</code><td><code>{escape(endpoint.path)}</code>"
        f"<td>{escape(endpoint.summary)}{' <i>(signed in)</i>' if endpoint.signed_in else ''}"
        f"<td>{_link(endpoint.body)}<td>{_link(endpoint.reply)}"
        for endpoint in endpoints
    )
    _, components = msgspec.json.schema_components(
        [kind for e in endpoints for kind in (e.body, e.reply) if _described(kind)] + [ErrorReply, *SOCKET],
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
