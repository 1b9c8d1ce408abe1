"""Changes that depend on what was before: `If-Match` (RFC 9110 §13.1.1), and requests that a client sends again."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import Answer, MockServer

Start = Callable[..., MockServer]
SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop" / "openapi.yaml"
LOTE = {"nombre": "Lote Nuevo", "ubicacion": "Zona Norte", "tipoCultivo": "Café", "areaHectareas": 10.0}


class App:
    """An app that is signed in at AgroBridge."""

    def __init__(self, server: MockServer) -> None:
        self.server = server
        login = {"email": "usuario@example.com", "password": "password123"}
        self.token = server.request("POST", "/v1/auth/login", body=login).json()["token"]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.server.request(method, path, token=self.token, body=body, headers=fields)

    def total(self) -> int:
        return self.send("GET", "/v1/lotes?limit=1").json()["total"]


@pytest.fixture
def app(start: Start) -> App:
    return App(start("--rate-limit", "off"))


def test_a_change_of_what_the_client_knows_is_made(app: App) -> None:
    tag = app.send("GET", "/v1/lotes/lote_1").headers["etag"]
    changed = app.send("PUT", "/v1/lotes/lote_1", LOTE | {"nombre": "Uno"}, If_Match=f'"other", {tag}')
    assert (changed.status, changed.json()["nombre"]) == (200, "Uno")
    assert app.send("PUT", "/v1/lotes/lote_1", LOTE | {"nombre": "Dos"}, If_Match="*").status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_change_of_what_has_changed_meanwhile_is_refused(app: App, method: str) -> None:
    tag = app.send("GET", "/v1/lotes/lote_1").headers["etag"]
    assert app.send("PUT", "/v1/lotes/lote_1", LOTE | {"nombre": "Otro"}).status == 200
    body = LOTE | {"nombre": "Mío"} if method == "PUT" else None
    refused = app.send(method, "/v1/lotes/lote_1", body, If_Match=tag)
    now = app.send("GET", "/v1/lotes/lote_1")
    assert (refused.status, refused.headers["etag"]) == (412, now.headers["etag"])
    assert "If-Match" in refused.body.decode()
    assert now.json()["nombre"] == "Otro"
    weak = app.send(method, "/v1/lotes/lote_1", body, If_Match="W/" + now.headers["etag"])
    assert weak.status == 412
    assert app.send("DELETE", "/v1/lotes/lote_none", If_Match=tag).status == 404


def test_an_own_api_heeds_it_too(start: Start) -> None:
    server = start("--api", f"shop={SHOP}")
    read = server.request("GET", "/shop/products/1", token="any")
    changed = {"price": 3.5}
    known = {"If-Match": read.headers["etag"]}
    assert server.request("PATCH", "/shop/products/1", token="any", body=changed, headers=known).status == 200
    refused = server.request("PATCH", "/shop/products/1", token="any", body={"price": 9}, headers=known)
    assert refused.status == 412
    assert server.request("GET", "/shop/products/1", token="any").json()["price"] == 3.5


def test_what_is_sent_again_is_not_done_again(app: App) -> None:
    before = app.total()
    first = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    again = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")
    assert app.total() == before + 1
    assert app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-2").json()["id"] != first.json()["id"]
    other = app.send("POST", "/v1/lotes", LOTE | {"nombre": "Otro"}, Idempotency_Key="k-1")
    assert other.status == 422 and "Idempotency-Key" in other.body.decode()
    assert app.total() == before + 2


def test_a_key_ends_after_a_day_and_with_the_world(app: App) -> None:
    first = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1").json()["id"]
    assert app.server.request("PUT", "/_mock/clock", body={"advance": "PT25H"}).status == 200
    app = App(app.server)
    assert app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1").json()["id"] != first
    assert app.server.request("POST", "/_mock/reset").status == 204
    app = App(app.server)
    renewed = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    assert (renewed.status, "idempotent-replayed" in renewed.headers) == (201, False)


def test_an_answer_that_was_lost_is_given_again(app: App) -> None:
    """What keys are for: the client saw a broken connection, and does not know that its request was carried out."""
    fault = {"fault": {"type": "truncate", "after": 5}, "match": {"method": "POST"}, "times": 1}
    assert app.server.request("POST", "/_mock/faults", body=fault).status == 201
    before = app.total()
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    again = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    assert (again.status, again.headers["idempotent-replayed"], app.total()) == (201, "true", before + 1)


PATHS = [("/v1/lotes/lote_1", LOTE), ("/posts/1", {"title": "Other"}), ("/photos/1", {"title": "Other"})]


@pytest.mark.parametrize(("path", "body"), PATHS)
def test_a_put_that_must_make_something_new_replaces_nothing(app: App, path: str, body: Any) -> None:
    before = app.send("GET", path)
    tag = before.headers["etag"]
    for condition in ["*", tag, f'"other", W/{tag}']:
        refused = app.send("PUT", path, body, If_None_Match=condition)
        assert (refused.status, refused.headers["etag"]) == (412, tag), refused
    now = app.send("GET", path)
    assert (now.body, now.headers["etag"]) == (before.body, tag)
    assert app.send("PUT", path, body, If_None_Match='"other"').status == 200


def test_what_is_not_there_does_not_match(app: App) -> None:
    assert app.send("PUT", "/v1/lotes/lote_none", LOTE, If_None_Match="*").status == 404
    assert app.send("POST", "/v1/lotes", LOTE, If_None_Match="*").status == 201


@pytest.mark.parametrize(("path", "body"), PATHS)
def test_the_answer_to_a_put_has_the_tag_that_a_get_shows(app: App, path: str, body: Any) -> None:
    before = app.send("GET", path).headers["etag"]
    put = app.send("PUT", path, body)
    assert put.status == 200
    assert put.headers["etag"] == app.send("GET", path).headers["etag"] != before
    # So the client can change it again.
    assert app.send("PUT", path, body, If_Match=put.headers["etag"]).status == 200
    assert app.send("PUT", path, body, If_Match=before).status == 412


def test_tags_are_the_same_under_all_hosts(start: Start) -> None:
    server = start("--rate-limit", "off", "--api", f"shop={SHOP}")
    paths = ["/photos/1", "/photos?_limit=3", "/db", "/v2/top-headlines?country=us&apiKey=x", "/v2/sources?apiKey=x"]
    for path in [*paths, "/shop/products", "/shop/products/1", "/openapi/newsapi.json", "/openapi/shop.json"]:
        tags, bodies = set(), set()
        for host in ["localhost:3000", "10.0.2.2:3000", "[::1]:80"]:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            connection.request("GET", path, headers={"Host": host, "Authorization": "Bearer any", "X-API-Key": "any"})
            answer = connection.getresponse()
            bodies.add(answer.read())
            assert answer.status == 200, path
            tags.add(answer.getheader("ETag"))
            connection.close()
        assert len(tags) == 1 and tags != {None}, (path, tags)
        if not path.startswith("/shop"):
            assert len(bodies) == 3, path
