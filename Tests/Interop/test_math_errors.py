"""What the math service refuses, and that it names the argument; hostile content is never its own failure."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from mock_server import MockServer, Response
from sum_client import FORM, METHODS, multipart, send

UNREADABLE = ["x", "one", "NaN", "nan", "inf", "Infinity", "-Infinity", "0x10", "1_000", "1,5", "1e", "e5", "--1"]
UNREADABLE += ["-+1", "1.2.3", "1 2", "1+1", "-", "+", "null", "true", "1;2", "0b1", "1L"]
UNREADABLE += ["\uff11\uff12", "\u0663", "\u00bd", "1\u00a0", "\U0001f331"]
TOO_LARGE = ["1e401", "1e999", "-1e500", "9" * 402, "1e99999999999999999999"]


def assert_blamed(answer: Response, argument: str) -> None:
    assert (answer.status, answer.headers["content-type"]) == (400, "application/json; charset=utf-8"), answer
    refusal = answer.json()
    assert refusal["argument"] == argument and argument in refusal["error"]


@pytest.mark.parametrize("value", ["", " ", *UNREADABLE, *TOO_LARGE], ids=ascii)
def test_an_argument_is_refused(server: MockServer, value: str) -> None:
    """The answer names the one that cannot be added, wherever it came from."""
    for argument, other in ("ab", "ba"):
        pairs = [(argument, value), (other, "1")]
        assert_blamed(send(server, "GET", urlencode(pairs)), argument)
        assert_blamed(send(server, "POST", "", urlencode(pairs), FORM), argument)
        assert_blamed(send(server, "PUT", "", multipart(pairs, "X"), "multipart/form-data; boundary=X"), argument)
        assert_blamed(send(server, "PATCH", "", json.dumps(dict(pairs)), "application/json"), argument)
    assert_blamed(send(server, "GET", urlencode([("values", "1"), ("values", value)])), "values")


@pytest.mark.parametrize("value", ["null", "true", "{}", '{"x": 1}', '""', '"x"'])
def test_a_value_that_is_no_number(server: MockServer, value: str) -> None:
    assert_blamed(send(server, "POST", "", f'{{"a": 1, "b": {value}}}', "application/json"), "b")
    assert_blamed(send(server, "POST", "", f'{{"values": [1, {value}]}}', "application/json"), "values")


@pytest.mark.parametrize("method", ["GET", *METHODS])
def test_an_argument_is_missing(server: MockServer, method: str) -> None:
    assert_blamed(send(server, method, "a=1"), "b")
    assert_blamed(send(server, method, "b=1"), "a")
    assert_blamed(send(server, method, "a=1&B=2"), "b")
    nothing = send(server, method)
    assert nothing.status == 400 and nothing.json()["error"]


HOSTILE = [
    (FORM, b"a=%&b=%zz"),
    (FORM, b"a=%FF&b=%00"),
    (FORM, b"&&&==&=1&a"),
    (FORM, b"a=" + b"9" * 100_000 + b"&b=1"),
    (FORM, b"values=1&" * 20_000),
    (FORM, b"\xff\xfe\x00"),
    ("application/json", b"[1, 2]"),
    ("application/json", b"3"),
    ("application/json", b"{"),
    ("application/json", b'{"a": 1, "b": .5}'),
    ("application/json", b'{"a": 1, "b": 01}'),
    ("application/json", b'{"a": 1, "b": "\xff"}'),
    ("application/json", b'{"values": []}'),
    ("application/json", b'{"values": [[[1]], {"a": 2}]}'),
    ("application/json", b"[" * 10_000),
    ("text/plain", b"a=1&b=2"),
    ("multipart/form-data", b"--X\r\n"),
    ("multipart/form-data; boundary=", b"--\r\n"),
    ("multipart/form-data; boundary=X", b""),
    ("multipart/form-data; boundary=X", b"--X"),
    ("multipart/form-data; boundary=X", b"--X--"),
    ("multipart/form-data; boundary=X", b"--X\r\nContent-Disposition: form-data\r\n\r\n1\r\n--X--"),
    ("multipart/form-data; boundary=X", b'--X\r\nContent-Disposition: form-data; name="a\r\n\r\n1\r\n'),
    ("multipart/form-data; boundary=" + "y" * 500, b"--y"),
    ("\x01;;=;", b"a=1"),
]


@pytest.mark.parametrize(("kind", "body"), HOSTILE, ids=[f"{kind[:30]} {body[:30]!r}" for kind, body in HOSTILE])
def test_hostile_content_is_no_failure(server: MockServer, kind: str, body: bytes) -> None:
    answer = send(server, "POST", "", body, kind)
    assert answer.status == 200 or 400 <= answer.status < 500 and answer.json()["error"]


@pytest.mark.parametrize(
    "value", [".5", "5.", "01", "1e+", "%", "%FF", "%00", "'--", "<b>", "9" * 4000, "-" * 4000, "1e-200"]
)
def test_a_hostile_number_is_no_failure(server: MockServer, value: str) -> None:
    for query in (f"a={value}&b=1", f"values={value}&values=1", f"{value}={value}"):
        assert send(server, "GET", query).status in (200, 400)
