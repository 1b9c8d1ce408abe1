"""An API as Django's frameworks describe theirs: profiles around accounts, one schema for requests and responses, tokens
that no schema shows, and a schema that requires itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import DOCUMENTS, Person, serving
from mock_server import MockServer

PARCELS = DOCUMENTS / "parcels.yaml"
COURIER = {"user": {"email": "ada@example.com", "password": "pw12345678", "first_name": "Ada"}, "vehicle": "bike"}


@pytest.fixture
def server(binary: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server of the document."""
    with serving(binary, tmp_path / "out", "parcels", PARCELS) as running:
        yield running


@pytest.fixture
def ada(server: MockServer) -> Person:
    """Somebody who signed up as a courier, and in."""
    ada = Person(server, "/parcels")
    made = ada.post("/accounts/couriers/signup/", COURIER)
    assert made["user"]["email"] == "ada@example.com"
    assert made["vehicle"] == "bike", "what is sent around the account is shown around it"
    assert "password" not in made["user"], "a property that only requests have"
    ada.id = made["user"]["id"]
    ada.token = sign_in(ada)["access"]
    return ada


def sign_in(person: Person, password: str = "pw12345678") -> Any:
    """The tokens of Ada."""
    return person.post("/accounts/login/", {"email": "ada@example.com", "password": password})


def test_a_response_whose_schema_only_requests_use_shows_tokens(ada: Person) -> None:
    """They have the names that the operation which renews them gives them, and no cookie comes beside them."""
    answer = ada.server.request(
        "POST", "/parcels/accounts/login/", body={"email": "ada@example.com", "password": "pw12345678"}
    )
    tokens = answer.json()
    assert tokens["access"] and tokens["refresh"]
    assert "set-cookie" not in answer.headers
    assert "pw12345678" not in answer.body.decode()
    renewed = ada.post("/accounts/token/refresh/", {"refresh": tokens["refresh"]})
    assert renewed["access"] != tokens["access"]
    wrong = {"email": "ada@example.com", "password": "another"}
    assert ada.status("POST", "/accounts/login/", wrong) == 401


def test_a_token_that_is_put_on_the_blacklist_ends_the_session(ada: Person) -> None:
    """`POST /token/blacklist/` is sign-out."""
    refresh = sign_in(ada)["refresh"]
    ada.post("/accounts/token/blacklist/", {"refresh": refresh})
    assert ada.status("POST", "/accounts/token/refresh/", {"refresh": refresh}) == 401


def test_a_scheme_that_is_not_defined_is_a_bearer_token(ada: Person) -> None:
    """`bearerAuth` stands beside a definition of `jwtAuth`."""
    assert ada.status("GET", "/parcels/") == 200
    answer = ada.server.request("GET", "/parcels/parcels/")
    assert answer.status == 401
    assert "Bearer" in answer.headers["www-authenticate"]


def test_a_verb_after_a_collection_that_sends_a_whole_record_makes_one(ada: Person) -> None:
    """`POST /parcels/send/` is a creation, whose read-only id is not that of a record to change."""
    before = len(ada.get("/parcels/"))
    body = {"address": "Main St 1", "sender_id": ada.id, "price": "12.50", "status": "Pending"}
    made = ada.post("/parcels/send/", body)
    assert made["address"] == "Main St 1"
    assert made["sender"]["id"] == ada.id
    assert "sender_id" not in made, "a property that only requests have"
    read = ada.get(f"/parcels/{made['id']}/")
    assert read == made, "what a response must show beside what was sent is the same each time"
    listed = ada.get("/parcels/")
    assert len(listed) == before + 1 and read in listed
    assert ada.status("POST", "/parcels/send/", {**body, "courier_id": 987654}) in (400, 404, 422)
    assert len(ada.get("/parcels/")) == before + 1


def test_the_sole_time_that_the_server_sets_is_that_of_the_creation(ada: Person) -> None:
    """`sent_at` of a new record is the clock's time."""
    assert ada.server.request("PUT", "/_mock/clock", body={"advance": "P3D", "freeze": True}).status == 200
    now = ada.server.request("GET", "/_mock/clock").json()["now"]
    ada.token = sign_in(ada)["access"]
    made = ada.post("/parcels/send/", {"address": "Main St 1", "sender_id": ada.id})
    assert made["sent_at"][:19] == now[:19]


def test_a_property_that_makes_a_schema_endless_is_optional(server: MockServer, binary: Path) -> None:
    """`explain` names the place, and records of the schema are shown all the same."""
    explained = subprocess.run([binary, "explain", PARCELS], capture_output=True, text=True, check=True).stdout
    assert '#/components/schemas/Nested/required: "user" is required, and requires "Nested" again' in explained
    listed = Person(server, "/parcels", "any").get("/parcels/")
    assert listed and all(parcel["sender"]["created_on"] for parcel in listed)
