"""Every error that newsapi documents, with its status and shape, and where the key may stand."""

from __future__ import annotations

import pytest

from mock_server import MockServer, Response
from news_client import NewsClient, error

PATHS = ["/v2/top-headlines", "/v2/everything", "/v2/top-headlines/sources", "/v2/sources"]

KEYS = [
    ("invalid", 401, "apiKeyInvalid"),
    ("disabled", 401, "apiKeyDisabled"),
    ("exhausted", 429, "apiKeyExhausted"),
    ("ratelimited", 429, "rateLimited"),
    ("servererror", 500, "unexpectedError"),
]


def assert_refused(answer: Response, status: int, code: str) -> None:
    refusal = error(answer)
    assert (answer.status, refusal.code) == (status, code), answer


@pytest.mark.parametrize(("key", "status", "code"), KEYS)
@pytest.mark.parametrize("path", PATHS)
def test_a_key_that_stands_for_an_error(server: MockServer, path: str, key: str, status: int, code: str) -> None:
    places = [("", {"X-Api-Key": key}), ("", {"Authorization": key}), ("", {"Authorization": f"Bearer {key}"})]
    for query, headers in [(f"&apiKey={key}", {}), *places]:
        assert_refused(server.request("GET", f"{path}?q=library{query}", headers=headers), status, code)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {}),
        ("&apiKey", {}),
        ("&apiKey=", {}),
        ("&apiKey=%20", {}),
        ("&apikey=", {}),
        ("", {"X-Api-Key": ""}),
        ("", {"X-Api-Key": "  "}),
        ("", {"Authorization": ""}),
        ("", {"Authorization": "Bearer"}),
        ("", {"Authorization": "Bearer  "}),
    ],
)
def test_no_key(server: MockServer, path: str, query: str, headers: dict[str, str]) -> None:
    assert_refused(server.request("GET", f"{path}?q=library{query}", headers=headers), 401, "apiKeyMissing")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("&apiKey=0123456789abcdef0123456789abcdef", {}),
        ("&apiKey=%C3%A9%20%22x%22", {}),
        ("&apiKey=INVALID-not", {}),
        ("", {"X-Api-Key": "anything"}),
        ("", {"x-api-key": "anything"}),
        ("", {"Authorization": "anything"}),
        ("", {"Authorization": "Bearer anything"}),
        ("", {"Authorization": "bearer anything"}),
        ("&apiKey=", {"X-Api-Key": "anything"}),
        ("&apiKey=", {"X-Api-Key": " ", "Authorization": "anything"}),
    ],
)
def test_any_other_key_will_do(server: MockServer, path: str, query: str, headers: dict[str, str]) -> None:
    answer = server.request("GET", f"{path}?q=library{query}", headers=headers)
    assert (answer.status, answer.json()["status"]) == (200, "ok")


@pytest.mark.parametrize(
    ("page_size", "page", "is_allowed"),
    [
        (100, 1, True),
        (100, 2, False),
        (50, 2, True),
        (50, 3, False),
        (20, 5, True),
        (20, 6, False),
        (1, 100, True),
        (1, 101, False),
        (100, 9223372036854775807, False),
    ],
)
def test_a_developer_sees_100_results(server: MockServer, page_size: int, page: int, is_allowed: bool) -> None:
    query = f"q=library&pageSize={page_size}&page={page}"
    answer = NewsClient(server, key="developer").ask("/v2/everything", query)
    if is_allowed:
        assert answer.status == 200 and len(answer.json()["articles"]) == page_size
    else:
        assert_refused(answer, 426, "maximumResultsReached")
    assert NewsClient(server).ask("/v2/everything", query).status == 200


HEADLINES, EVERYTHING = "/v2/top-headlines", "/v2/everything"
HUGE = "99999999999999999999"
TOO_MANY = ",".join(f"source-{number}" for number in range(21))

REFUSED = [
    (HEADLINES, "", "parametersMissing"),
    (HEADLINES, "pageSize=20&page=1", "parametersMissing"),
    (HEADLINES, "country=&category=&q=%20&sources=,", "parametersMissing"),
    (HEADLINES, "language=xx", "parameterInvalid"),
    (EVERYTHING, "", "parametersMissing"),
    (EVERYTHING, "q=", "parametersMissing"),
    (EVERYTHING, "q=%20%20", "parametersMissing"),
    (EVERYTHING, "language=en&sortBy=popularity", "parametersMissing"),
    (EVERYTHING, "excludeDomains=cnn.com&from=2024-11-01", "parametersMissing"),
    (EVERYTHING, "sources=,&domains=", "parametersMissing"),
    (HEADLINES, "sources=cnn&country=us", "parametersIncompatible"),
    (HEADLINES, "sources=cnn&category=sports", "parametersIncompatible"),
    (HEADLINES, "sources=cnn&country=us&category=general&q=library", "parametersIncompatible"),
    (HEADLINES, f"sources={TOO_MANY}", "sourcesTooMany"),
    (EVERYTHING, f"sources={TOO_MANY}", "sourcesTooMany"),
    (HEADLINES, "sources=nada", "sourceDoesNotExist"),
    (HEADLINES, "sources=cnn,nada", "sourceDoesNotExist"),
    (HEADLINES, "sources=%22%3Cb%3E", "sourceDoesNotExist"),
    (EVERYTHING, "q=library&sources=nada", "sourceDoesNotExist"),
    (EVERYTHING, f"q={'a' * 501}", "parameterInvalid"),
    (EVERYTHING, f"q={'%E5%9B%BE' * 501}", "parameterInvalid"),
    (HEADLINES, f"q={'a' * 501}", "parameterInvalid"),
    (EVERYTHING, "q=library&sortBy=date", "parameterInvalid"),
    (EVERYTHING, "q=library&sortBy=popularity,relevancy", "parameterInvalid"),
    (EVERYTHING, "q=library&language=xx", "parameterInvalid"),
    (EVERYTHING, "q=library&language=english", "parameterInvalid"),
    (EVERYTHING, "q=library&searchIn=author", "parameterInvalid"),
    (EVERYTHING, "q=library&searchIn=title,body", "parameterInvalid"),
]
NUMBERS = [f"pageSize={value}" for value in ("0", "101", "x", "-1", "1.5", "1e1", HUGE)]
NUMBERS += [f"page={value}" for value in ("0", "x", "-1", "1.0", HUGE)]
MOMENTS = ["yesterday", "2024-13-01", "2024-02-30", "2024-11-01T25:00:00Z", "01.11.2024", "1730419200", "2024-11-01T"]

REFUSED += [(path, f"q=library&{number}", "parameterInvalid") for path in (HEADLINES, EVERYTHING) for number in NUMBERS]
REFUSED += [(EVERYTHING, f"q=library&from={moment}", "parameterInvalid") for moment in MOMENTS]
REFUSED += [(EVERYTHING, f"q=library&to={moment}", "parameterInvalid") for moment in MOMENTS]


@pytest.mark.parametrize(("path", "query", "code"), REFUSED, ids=[f"{path}?{query:.60}" for path, query, _ in REFUSED])
def test_a_parameter_is_refused(server: MockServer, path: str, query: str, code: str) -> None:
    assert_refused(NewsClient(server).ask(path, query), 400, code)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (HEADLINES, "country=us&pageSize=1"),
        (HEADLINES, "country=us&pageSize=100"),
        (HEADLINES, "country=us&unknown=x"),
        (EVERYTHING, f"q={'a' * 500}"),
        (EVERYTHING, f"q={'%E5%9B%BE' * 500}"),
        (EVERYTHING, f"q=library&sources={','.join(['cnn'] * 20)}"),
        (EVERYTHING, "q=library&language=&sortBy=&from=&to=&searchIn=&domains="),
    ],
)
def test_a_parameter_at_its_limit(server: MockServer, path: str, query: str) -> None:
    assert NewsClient(server).ask(path, query).status == 200


@pytest.mark.parametrize(
    "query", ["AND", "NOT", "OR", "()", '"', '""', "-", "%2B", "((((", "%00", "%F0%9F%8C%B1", "*", "a*"]
)
def test_a_search_for_nothing_is_no_failure(server: MockServer, query: str) -> None:
    answer = NewsClient(server).ask(EVERYTHING, f"q={query}")
    if answer.status != 200:
        assert_refused(answer, 400, "parameterInvalid")


@pytest.mark.parametrize(
    "query", [f"q={'(' * 499}a", f"q={'-' * 499}a", f"q={'NOT%20' * 100}a", "q=%FF", "q=%", "q=%zz"]
)
def test_a_hostile_search_is_no_failure(server: MockServer, query: str) -> None:
    answer = NewsClient(server).ask(EVERYTHING, query)
    assert answer.status == 200 or error(answer).code == "parameterInvalid" and answer.status == 400


@pytest.mark.parametrize(
    "path", ["/v2/nada", "/v2", "/v2/", "/v2/top-headlines/nada", "/v2/everything/1", "/v2/Everything"]
)
def test_an_unknown_route(server: MockServer, path: str) -> None:
    assert NewsClient(server).ask(path).status == 404
    error(NewsClient(server).ask(path))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_another_method(server: MockServer, path: str, method: str) -> None:
    answer = server.request(method, f"{path}?q=library&apiKey=any-key", body={})
    assert answer.status == 405 and "GET" in answer.headers["allow"]
    error(answer)


def test_a_refusal_is_not_cached(server: MockServer) -> None:
    """An app that repeats a request with a good key must not get the refusal again."""
    for key, status in [("ratelimited", 429), ("any-key", 200), ("invalid", 401), ("any-key", 200)]:
        answer = NewsClient(server, key=key).ask(HEADLINES, country="us")
        assert answer.status == status
        assert status == 200 or "max-age" not in answer.headers.get("cache-control", "")
