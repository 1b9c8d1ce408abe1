"""Changes that depend on what was before: `If-Match` (RFC 9110 §13.1.1), and requests that a client sends again."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, Response

Start = Callable[..., MockServer]
SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop" / "openapi.yaml"
LOTE = {"nombre": "Lote Nuevo", "ubicacion": "Zona Norte", "tipoCultivo": "Café", "areaHectareas": 10.0}


class App:
    """An app that is signed in at AgroBridge."""

    def __init__(self, server: MockServer) -> None:
        self.server = server
        login = {"email": "usuario@example.com", "password": "password123"}
        self.token = server.request("POST", "/v1/auth/login", body=login).json()["token"]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Response:
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


def test_a_custom_api_heeds_it_too(start: Start) -> None:
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


def test_a_response_that_was_lost_is_given_again(app: App) -> None:
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
def test_the_response_to_a_put_has_the_tag_that_a_get_shows(app: App, path: str, body: Any) -> None:
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


SIGN_INS = [
    ("/v1/auth", {"email": "usuario@example.com", "password": "password123"}, "token", "/v1/usuarios/me"),
    ("/api/v1/auth", {"email": "account@example.com", "password": "secure_password"}, "accessToken", "/api/v1/users/me"),
    ("/api/v1/auth", {"username": "admin", "password": "password123"}, "token", "/api/v1/sensors/latest"),
]


def replayed(answer: Response) -> bool:
    return "idempotent-replayed" in answer.headers


@pytest.mark.parametrize("path", ["/v1//lotes", "/v1/lotes/", "//v1/lot%65s", "/agrobridge/v1/lotes"])
def test_a_path_is_the_same_however_it_is_written(app: App, path: str) -> None:
    first = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1")
    again = app.send("POST", path, LOTE, Idempotency_Key="k-1")
    assert (again.status, again.body, replayed(again)) == (201, first.body, True)


def test_a_key_is_for_the_method_that_is_meant(app: App) -> None:
    def change(method: str, override: str | None = None) -> Response:
        headers = {"X_HTTP_Method_Override": override} if override else {}
        return app.send(method, "/posts/5", Idempotency_Key="k-1", **headers)

    assert (change("POST", "PATCH").status, replayed(change("PATCH"))) == (200, True)
    deleted = change("POST", "DELETE")
    assert (deleted.status, replayed(deleted), replayed(change("DELETE"))) == (200, False, True)
    assert app.send("GET", "/posts/5").status == 404


def test_a_query_is_content_where_there_is_no_other(app: App) -> None:
    assert app.send("PUT", "/posts/5?title=a", Idempotency_Key="k-1").json()["title"] == "a"
    assert app.send("PUT", "/posts/5?title=b", Idempotency_Key="k-1").status == 422
    assert app.send("GET", "/posts/5").json()["title"] == "a"
    assert replayed(app.send("PUT", "/posts/5?title=a", Idempotency_Key="k-1"))
    body = {"title": "c"}
    assert app.send("POST", "/posts?_=1", body, Idempotency_Key="k-2").status == 201
    assert replayed(app.send("POST", "/posts?_=2", body, Idempotency_Key="k-2"))


def test_a_query_is_content_in_a_custom_api(start: Start) -> None:
    server = start("--api", f"shop={SHOP}")

    def change(query: str) -> Response:
        headers = {"Idempotency-Key": "k-1"}
        return server.request("PATCH", f"/shop/products/1{query}", token="any", body={"price": 2}, headers=headers)

    assert [change("?a=1").status, change("?a=2").status, replayed(change("?a=1"))] == [200, 422, True]


def test_a_key_is_its_clients_own(start: Start) -> None:
    server = start("--rate-limit", "off", "--api", f"shop={SHOP}")
    product = {"name": "Rye", "price": 1.5, "category": "bread"}
    ids = []
    for token in ["one", "two", "one"]:
        headers = {"Idempotency-Key": "k-1"}
        answer = server.request("POST", "/shop/products", token=token, body=product, headers=headers)
        ids.append(answer.json()["id"])
    assert ids[0] == ids[2] != ids[1]


def test_a_key_may_be_long(app: App) -> None:
    key = "k" * 2000
    first = app.send("POST", "/v1/lotes", LOTE, Idempotency_Key=key)
    assert (first.status, replayed(app.send("POST", "/v1/lotes", LOTE, Idempotency_Key=key))) == (201, True)
    assert not replayed(app.send("POST", "/v1/lotes", LOTE, Idempotency_Key=key + "k"))


def test_long_responses_are_kept_and_longer_ones_not_made_twice(start: Start) -> None:
    server = start("--max-body", "4M")

    def post(key: str, length: int) -> Response:
        return server.request("POST", "/posts", body={"title": "x" * length}, headers={"Idempotency-Key": key})

    first, again = post("k-1", 200_000), post("k-1", 200_000)
    assert (again.status, again.body == first.body, replayed(again)) == (201, True, True)
    first, again = post("k-2", 2 << 20), post("k-2", 2 << 20)
    assert (first.status, again.status) == (201, 409)
    assert "Idempotency-Key" in again.body.decode() or "kept" in again.body.decode()
    assert len(server.request("GET", "/posts").json()) == 102


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/v1/lotes", {"nombre": "x"}, 422), ("DELETE", "/v1/lotes/lote_none", None, 404),
        ("DELETE", "/posts/999999", None, 404), ("POST", "/shop/products", {"name": ""}, 422),
        ("DELETE", "/shop/products/999999", None, 404), ("POST", "/api/v1/auth/register", {"email": "x"}, 400),
    ],
)
def test_refusals_are_given_again_in_every_api(
    start: Start, method: str, path: str, body: Any, status: int
) -> None:
    app = App(start("--rate-limit", "off", "--api", f"shop={SHOP}"))
    first = app.send(method, path, body, Idempotency_Key="k-1")
    again = app.send(method, path, body, Idempotency_Key="k-1")
    assert (first.status, again.status, again.body) == (status, status, first.body)
    assert (replayed(first), replayed(again)) == (False, True)


def test_who_is_not_let_in_may_come_again(start: Start) -> None:
    server = start("--rate-limit", "off", "--api", f"shop={SHOP}")
    headers = {"Idempotency-Key": "k-1"}
    wrong = {"email": "usuario@example.com", "password": "wrong"}
    for path, body in [("/v1/lotes", LOTE), ("/shop/products", {}), ("/v1/auth/login", wrong)]:
        answers = [server.request("POST", path, body=body, headers=headers) for _ in range(2)]
        assert [(answer.status, replayed(answer)) for answer in answers] == [(401, False)] * 2


def test_what_a_fault_answered_is_carried_out_when_it_comes_again(app: App) -> None:
    fault = {"fault": {"type": "status", "status": 503}, "match": {"method": "POST"}, "times": 1}
    assert app.server.request("POST", "/_mock/faults", body=fault).status == 201
    before = app.total()
    answers = [app.send("POST", "/v1/lotes", LOTE, Idempotency_Key="k-1") for _ in range(3)]
    assert [(answer.status, replayed(answer)) for answer in answers] == [(503, False), (201, False), (201, True)]
    assert app.total() == before + 1


@pytest.mark.parametrize(("base", "login", "member", "own"), SIGN_INS)
def test_a_sign_in_is_given_again_while_its_session_lasts(
    app: App, base: str, login: dict[str, str], member: str, own: str
) -> None:
    server = app.server

    def sign_in() -> Response:
        return server.request("POST", f"{base}/login", body=login, headers={"Idempotency-Key": "k-1"})

    first, again = sign_in(), sign_in()
    assert (again.body, replayed(again)) == (first.body, True)
    token = first.json()[member]
    assert server.request("POST", f"{base}/logout", token=token).status == 204
    renewed = sign_in()
    assert (renewed.status, replayed(renewed)) == (200, False)
    assert server.request("GET", own, token=token).status == 401
    assert server.request("GET", own, token=renewed.json()[member]).status == 200
    assert replayed(sign_in())
    # Nor is it given again when all tokens were invalidated.
    assert server.request("POST", "/_mock/tokens/invalidate").status == 204
    assert server.request("GET", own, token=sign_in().json()[member]).status == 200


@pytest.mark.parametrize(
    ("base", "body", "member"),
    [
        ("/v1/auth", {"nombre": "Ana", "email": "ana@example.com", "password": "cosecha1"}, "token"),
        ("/api/v1/auth", {"email": "ana@example.com", "password": "cosecha1"}, "accessToken"),
        ("/api/v1/auth", {"username": "ana", "password": "cosecha1"}, "token"),
    ],
)
def test_a_registration_makes_no_second_account(app: App, base: str, body: dict[str, str], member: str) -> None:
    def register() -> Response:
        return app.server.request("POST", f"{base}/register", body=body, headers={"Idempotency-Key": "k-1"})

    first, again = register(), register()
    assert (again.body, replayed(again)) == (first.body, True)
    assert app.server.request("POST", f"{base}/logout", token=first.json()[member]).status == 204
    assert register().status == 409
