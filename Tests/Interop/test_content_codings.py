"""Compressed content: answers in gzip's format for clients that take it, and requests whose content came so."""

from __future__ import annotations

import gzip
import http.client
import json
import zlib
from collections.abc import Callable, Iterator

import pytest

from mock_server import EMAIL, PASSWORD, MockServer, Response

TIMEOUT_S = 60.0
LONG = "/posts"
SHORT = "/posts/1"
# Scripts and style sheets are compressed from 1 KiB on.
SCRIPT = "/_mock/page/dashboard/rows.js"
# Rendered anew for each request.
OWN = "/_mock/requests?limit=100"


@pytest.fixture
def ask(start: Callable[..., MockServer]) -> Iterator[Callable[..., Response]]:
    """Sends requests to a server of the test's own on one connection, as it is told and with nothing added."""
    server = start("--rate-limit", "off")
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)

    def send(method: str, path: str, body: bytes | None = None, **headers: str) -> Response:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in fields.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return Response(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())

    yield send
    connection.close()


@pytest.mark.parametrize("path", [LONG, "/openapi/invernaderos.json", "/comments?_limit=100", SCRIPT])
def test_long_responses_are_compressed_when_asked_for(ask: Callable[..., Response], path: str) -> None:
    plain = ask("GET", path)
    assert plain.status == 200
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["vary"]
    for _ in range(2):
        coded = ask("GET", path, Accept_Encoding="gzip, deflate, br")
        assert coded.headers["content-encoding"] == "gzip"
        assert len(coded.body) < len(plain.body) / 2
        assert gzip.decompress(coded.body) == plain.body
        assert {**coded.headers, "date": ""}.keys() == {**plain.headers, "content-encoding": ""}.keys()
        assert coded.headers["vary"] == plain.headers["vary"]


def test_what_is_made_for_one_request_is_compressed_too(ask: Callable[..., Response]) -> None:
    for _ in range(40):
        ask("GET", SHORT)
    coded = ask("GET", OWN, Accept_Encoding="gzip")
    assert coded.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(coded.body))


@pytest.mark.parametrize(
    ("accepted", "is_coded"),
    [
        *[("gzip", True), ("GZIP;Q=0.5", True), ("x-gzip", True), ("*", True), ("br, gzip;q=0.1", True)],
        *[("gzip;q=0", False), ("gzip;q=0.000, *", False), ("br", False), ("", False), ("identity", False)],
        *[("identity;q=1, gzip;q=0.5", False), ("identity;q=0.5, gzip;q=1.0", True), ("*;q=0", False)],
        *[("gzip;q=x", False), (",;,gzip;;", True), ("deflate", False)],
    ],
)
def test_weights_are_heeded(ask: Callable[..., Response], accepted: str, is_coded: bool) -> None:
    answer = ask("GET", LONG, Accept_Encoding=accepted)
    assert answer.status == 200
    assert ("content-encoding" in answer.headers) == is_coded


@pytest.mark.parametrize("path", [SHORT, "/media/placeholder/1200x675/2f6fde.png", "/favicon.ico", "/no/such"])
def test_short_responses_and_pictures_are_left_as_they_are(ask: Callable[..., Response], path: str) -> None:
    answer = ask("GET", path, Accept_Encoding="gzip")
    assert "content-encoding" not in answer.headers
    assert "Accept-Encoding" not in answer.headers.get("vary", "")


def test_each_form_has_its_own_tag_and_both_are_known(ask: Callable[..., Response]) -> None:
    path = "/openapi/invernaderos.json"
    plain = ask("GET", path)
    coded = ask("GET", path, Accept_Encoding="gzip")
    tags = [plain.headers["etag"], coded.headers["etag"]]
    assert tags[0] != tags[1]
    assert not any(tag.startswith("W/") for tag in tags)
    for tag in tags:
        for accepted in ["gzip", "identity"]:
            again = ask("GET", path, Accept_Encoding=accepted, If_None_Match=f'"other", {tag}')
            assert (again.status, again.body) == (304, b"")
            assert again.headers["etag"] == tag
    assert ask("GET", path, Accept_Encoding="gzip", If_None_Match='"other.gzip"').status == 200


def test_a_change_may_name_the_tag_of_either_form(start: Callable[..., MockServer]) -> None:
    server = start("--rate-limit", "off")
    login = {"email": EMAIL, "password": PASSWORD}
    token = server.request("POST", "/v1/auth/login", body=login).json()["token"]
    path = "/v1/lotes/lote_1"
    long = {"nombre": "Lote", "ubicacion": "Norte", "tipoCultivo": "Café", "areaHectareas": 1.0, "notas": "🌱" * 2000}

    def tag(accepted: str) -> str:
        answer = server.request("GET", path, token=token, headers={"Accept-Encoding": accepted})
        assert ("content-encoding" in answer.headers) == (accepted == "gzip")
        return answer.headers["etag"]

    assert server.request("PUT", path, token=token, body=long).status == 200
    for number, accepted in enumerate(["gzip", "identity"]):
        stale = server.request("PUT", path, token=token, body=long, headers={"If-Match": '"other.gzip"'})
        assert stale.status == 412
        changed = {**long, "nombre": f"Lote {number}"}
        answer = server.request("PUT", path, token=token, body=changed, headers={"If-Match": tag(accepted)})
        assert answer.status == 200, answer


def test_head_has_the_headers_of_get(ask: Callable[..., Response]) -> None:
    for accepted in ["gzip", "identity"]:
        get, head = ask("GET", LONG, Accept_Encoding=accepted), ask("HEAD", LONG, Accept_Encoding=accepted)
        assert head.body == b""
        for name in ["content-length", "content-encoding", "etag", "vary", "content-type"]:
            assert head.headers.get(name) == get.headers.get(name), name


def test_it_can_be_switched_off(start: Callable[..., MockServer]) -> None:
    answer = start("--gzip", "off").request("GET", LONG, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert "Accept-Encoding" not in answer.headers["vary"]


def test_the_journal_has_the_plain_content(start: Callable[..., MockServer]) -> None:
    server = start()
    assert server.request("GET", LONG, headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    [entry] = server.request("GET", "/_mock/requests?path=/posts").json()["requests"]
    whole = server.request("GET", f"/_mock/requests/{entry['id']}").json()
    assert "sunt aut facere" in json.dumps(whole)


def test_what_a_fault_changes_goes_out_as_it_is(start: Callable[..., MockServer]) -> None:
    server = start()
    added = server.request("POST", "/_mock/faults", body={"match": {"path": LONG}, "fault": {"type": "malformed"}})
    assert added.status == 201, added
    answer = server.request("GET", LONG, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.body.endswith(b"{]")


# Requests

POST = json.dumps({"userId": 1, "title": "é" * 50, "body": "x" * 5000}).encode()
RAW = zlib.compressobj(wbits=-15)
CODED = {
    "gzip": gzip.compress(POST),
    "x-gzip": gzip.compress(POST[:10]) + gzip.compress(POST[10:]),
    "deflate": zlib.compress(POST),
    "Deflate": RAW.compress(POST) + RAW.flush(),
    "identity": POST,
}


@pytest.mark.parametrize("coding", CODED)
def test_compressed_content_is_read(ask: Callable[..., Response], coding: str) -> None:
    answer = ask("POST", "/posts", CODED[coding], Content_Type="application/json", Content_Encoding=coding)
    assert answer.status == 201, answer
    made = json.loads(answer.body)
    assert {**made, "id": None} == {**json.loads(POST), "id": None}


@pytest.mark.parametrize("coding", ["br", "gzip, gzip", "compress", "zstd"])
def test_other_codings_are_415(ask: Callable[..., Response], coding: str) -> None:
    for path in ["/posts", "/v1/auth/login", "/api/v1/auth/google"]:
        answer = ask("POST", path, POST, Content_Type="application/json", Content_Encoding=coding)
        assert answer.status == 415, answer
        assert answer.headers["accept-encoding"] == "gzip, deflate"
        assert json.loads(answer.body)
    # Of no content the coding does not matter.
    assert ask("GET", SHORT, Content_Encoding=coding).status == 200


def test_content_that_is_not_what_it_says_is_400(ask: Callable[..., Response]) -> None:
    for body in [POST, CODED["gzip"][:-1], CODED["gzip"] + b"{}", b"\x1f\x8b"]:
        answer = ask("POST", "/posts", body, Content_Type="application/json", Content_Encoding="gzip")
        assert answer.status == 400, answer
        assert b"Content-Encoding" in answer.body
        assert ask("GET", SHORT).status == 200


def test_a_bomb_is_413(ask: Callable[..., Response]) -> None:
    bomb = gzip.compress(b" " * (64 << 20))
    assert len(bomb) < 1 << 17
    answer = ask("POST", "/posts", bomb, Content_Type="application/json", Content_Encoding="gzip")
    assert answer.status == 413, answer
    assert ask("GET", SHORT).status == 200


def test_the_journal_has_the_plain_request(start: Callable[..., MockServer]) -> None:
    server = start()
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIMEOUT_S)
    fields = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    connection.request("POST", "/posts", gzip.compress(b'{"title":"found"}'), fields)
    assert connection.getresponse().status == 201
    [entry] = server.request("GET", "/_mock/requests?bodyContains=found").json()["requests"]
    assert entry["path"] == "/posts"
