"""The description of the API: it is true, and whatever is made from it meets no failure of the server."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, cast, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.api.openapi import document
from khyber.server.messages import live
from tests.server.serving import Player, Running

#: Requests made up for each operation.
EXAMPLES = 12


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Player, str]]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('api') / 'khyber.db'}") as server:
        ann = server.player("Ann")
        yield server, ann, ann.table("distant-plain", sandbox=True)["id"]


API = schemathesis.openapi.from_dict(msgspec.json.decode(document(ENDPOINTS)))
OPERATIONS: dict[str, Any] = {
    f"{operation.method.upper()} {operation.path}": operation
    for found in API.get_all_operations()
    if (operation := cast(Any, found).ok())
}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_makes_the_server_fail(name: str, mode: GenerationMode, served: tuple[Running, Player, str]) -> None:
    server, ann, table = served
    own = server.player("Mayfly") if name == "DELETE /api/me" else ann

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if "id" in case.path_parameters and len(str(case.path_parameters["id"])) % 2:
            case.path_parameters["id"] = table  # now and then a table that is there
        answer = case.call(base_url=server.address, headers={"Cookie": own.cookie})
        assert answer.status_code < 500, answer.content
        case.validate_response(answer, checks=conformance())

    with contextlib.suppress(Unsatisfiable):  # there is nothing wrong to be sent to some
        ask()


def conformance() -> list[Any]:
    """What is answered is as described."""
    from schemathesis.specs.openapi import checks

    return [checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance]


def test_every_endpoint_is_described(served: tuple[Running, Player, str]) -> None:
    described = served[1].get("/openapi.json")
    assert described["openapi"].startswith("3.1")
    assert {(method.upper(), path) for path, methods in described["paths"].items() for method in methods} == {
        (endpoint.method, endpoint.path) for endpoint in ENDPOINTS
    }


def test_every_message_of_the_socket_is_described() -> None:
    schemas = msgspec.json.decode(document(ENDPOINTS))["components"]["schemas"]
    for union, kinds in (("ServerMessage", live.ServerMessage), ("ClientMessage", live.ClientMessage)):
        named = [one["$ref"].rpartition("/")[2] for one in schemas[union]["anyOf"]]
        assert named == [kind.__name__ for kind in get_args(kinds)]
        for name in named:
            assert schemas[name]["properties"]["type"]["enum"], "a client tells messages apart by their type"


def test_the_description_says_what_a_reply_always_has_and_what_its_fields_mean() -> None:
    frame = msgspec.json.decode(document(ENDPOINTS))["components"]["schemas"]["Frame"]
    assert set(frame["required"]) == set(frame["properties"]), "even fields with a default are sent"
    assert frame["properties"]["trouble"] == {"type": "string", "description": "Why a bot cannot play, if it cannot."}


def test_there_is_a_page_for_people(served: tuple[Running, Player, str]) -> None:
    page = served[1].http.get("/api/docs").text
    for endpoint in ENDPOINTS:
        assert endpoint.path in page
    assert "<script" not in page
