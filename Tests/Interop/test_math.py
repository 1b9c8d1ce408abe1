"""The math service: `/math/sum` by every verb and content type, exact in decimals."""

from __future__ import annotations

import json
import random
import re
from decimal import Decimal, localcontext
from urllib.parse import quote, urlencode

import pytest

from mock_server import MockServer, Response
from sum_client import FORM, METHODS, multipart, send


def assert_sum(answer: Response, text: str) -> None:
    """The content is the number alone."""
    assert (answer.status, answer.body.decode()) == (200, text), answer
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


# RFC 8259, section 6.
JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")

SUMS = [
    (["1", "2"], "3"),
    (["0", "0"], "0"),
    (["-0", "0"], "0"),
    (["1.0", "2.0"], "3"),
    (["1.50", "1.50"], "3"),
    (["0.1", "0.2"], "0.3"),
    (["0.10", "0.00"], "0.1"),
    (["1.1", "2.2"], "3.3"),
    (["-5", "3"], "-2"),
    (["-1.5", "-2.25"], "-3.75"),
    (["5", "-5"], "0"),
    (["0.5", "-0.5"], "0"),
    (["+5", "+6"], "11"),
    (["+1.5", "-0.5"], "1"),
    (["1e3", "0"], "1000"),
    (["1E3", "1e-3"], "1000.001"),
    (["2.5e+2", "-1e2"], "150"),
    (["1e-10", "0"], "0.0000000001"),
    (["1e20", "1"], "100000000000000000001"),
    ([" 1 ", "2 "], "3"),
    (["9007199254740993", "0"], "9007199254740993"),
    (["9223372036854775807", "1"], "9223372036854775808"),
    (["99999999999999999999", "1"], "100000000000000000000"),
    (["0.12345678901234567890123456789012345678", "0"], "0.12345678901234567890123456789012345678"),
    (["12345678901234567890.123456789", "0.000000001"], "12345678901234567890.12345679"),
    ([".5", "5."], "5.5"),
    (["00012", "-007.50"], "4.5"),
    (["+.25e1", "-0"], "2.5"),
]


def as_json(values: list[str]) -> list[str]:
    """Those that JSON has, bare; the others as strings."""
    return [value if JSON_NUMBER.fullmatch(value) else json.dumps(value) for value in values]


@pytest.mark.parametrize(("values", "text"), SUMS, ids=["+".join(values) for values, _ in SUMS])
def test_a_sum(server: MockServer, values: list[str], text: str) -> None:
    """However the arguments come, the sum is the same."""
    pairs = list(zip("ab", values))
    for query in (urlencode(pairs), urlencode(pairs, quote_via=quote), urlencode(list(reversed(pairs)))):
        assert_sum(send(server, "GET", query), text)
    bare = as_json(values)
    texts = [json.dumps(value) for value in values]
    for method in METHODS:
        assert_sum(send(server, method, urlencode(pairs)), text)
        assert_sum(send(server, method, "", urlencode(pairs), FORM), text)
        assert_sum(send(server, method, "", urlencode(pairs), f"{FORM}; charset=UTF-8"), text)
        assert_sum(send(server, method, "", multipart(pairs, "X"), "multipart/form-data; boundary=X"), text)
        for a, b in (bare, texts):
            assert_sum(send(server, method, "", f'{{"a": {a}, "b": {b}}}', "application/json"), text)
            assert_sum(send(server, method, "", f'{{"values": [{a}, {b}]}}', "application/json"), text)


@pytest.mark.parametrize("name", ["values", "values[]"])
@pytest.mark.parametrize("numbers", [["7"], ["1", "2", "3.5"], ["0.1"] * 10, [str(number) for number in range(100)]])
def test_any_number_of_values(server: MockServer, name: str, numbers: list[str]) -> None:
    pairs = [(name, number) for number in numbers]
    text = f"{sum(map(Decimal, numbers)).normalize():f}"
    assert_sum(send(server, "GET", urlencode(pairs)), text)
    assert_sum(send(server, "GET", "&".join(f"{name}={number}" for number in numbers)), text)
    for method in METHODS:
        assert_sum(send(server, method, "", urlencode(pairs), FORM), text)
        assert_sum(send(server, method, "", multipart(pairs, "mark"), "multipart/form-data; boundary=mark"), text)


@pytest.mark.parametrize(
    ("kind", "boundary"),
    [
        ("multipart/form-data; boundary=X;charset=UTF-8", "X"),
        ("multipart/form-data;boundary=X; charset=utf-8", "X"),
        ("multipart/form-data; charset=UTF-8; boundary=X", "X"),
        ('multipart/form-data; boundary="X y"', "X y"),
        ("Multipart/Form-Data; BOUNDARY=X", "X"),
        ("multipart/form-data; boundary=----FormBoundary7aB0", "----FormBoundary7aB0"),
    ],
)
def test_boundaries(server: MockServer, kind: str, boundary: str) -> None:
    for quoted in (True, False):
        body = multipart([("a", "1.5"), ("b", "+2")], boundary, quoted)
        assert_sum(send(server, "POST", "", body, kind), "3.5")


def test_the_content_comes_before_the_query(server: MockServer) -> None:
    """An argument may come from either; of two of a name, the content's counts."""
    assert_sum(send(server, "POST", "b=2", "a=1", FORM), "3")
    assert_sum(send(server, "POST", "a=10&b=2", "a=1", FORM), "3")
    assert_sum(send(server, "POST", "b=2", '{"a": 1}', "application/json"), "3")


def decimal(chance: random.Random, whole: int, part: int) -> str:
    """A number with as many digits before and after its point, if they are not zeros."""
    sign = chance.choice(["", "-", "+"])
    return f"{sign}{chance.randrange(10**whole)}.{chance.randrange(10**part):0{max(1, part)}}"


def test_random_decimals(server: MockServer) -> None:
    """Sums of numbers with up to 18 digits on each side need no more than 38 digits, so that they are exact."""
    chance = random.Random(7)
    for _ in range(200):
        digits = [chance.randrange(19) for _ in range(4)]
        values = [decimal(chance, *digits[:2]), decimal(chance, *digits[2:])]
        with localcontext() as context:
            context.prec = 60
            expected = Decimal(values[0]) + Decimal(values[1])
        answer = send(server, "GET", urlencode(dict(zip("ab", values))))
        assert answer.status == 200
        text = answer.body.decode()
        assert Decimal(text) == expected, values
        assert "e" not in text.lower() and ("." not in text or text[-1] not in "0."), text


@pytest.mark.parametrize(
    "values",
    [
        ["1e100", "1"],
        ["1e38", "0.1"],
        ["1e-60", "1"],
        ["1e127", "1e127"],
        ["1" * 60, "0"],
        ["0." + "3" * 60, "0"],
        ["-652875387.509631614", "2324886425023642850.307e15"],
    ],
)
def test_many_digits(server: MockServer, values: list[str]) -> None:
    """A sum is exact, however many digits it has."""
    answer = send(server, "GET", urlencode(dict(zip("ab", values))))
    with localcontext() as context:
        context.prec = 300
        expected, found = sum(map(Decimal, values)), Decimal(answer.body.decode())
    assert answer.status == 200 and found == expected
