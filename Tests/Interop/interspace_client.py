"""Interspace as its clients see it: accounts, and the error body."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mock_server import MockServer, Response

BASE = "/api/v1"
EMAIL = "account@example.com"
PASSWORD = "secure_password"


@dataclass(frozen=True)
class Account:
    """Somebody who is signed in."""

    id: str
    email: str
    token: str


def signed_in(answer: Response) -> Account:
    """The account of an answer that signs in, whatever else the answer says."""
    body = answer.json()
    assert body["refreshToken"]
    return Account(body["account"]["id"], body["account"]["email"], body["accessToken"])


def documented_account(server: MockServer) -> Account:
    """The account that every data set has."""
    answer = server.request("POST", f"{BASE}/auth/login", body={"email": EMAIL, "password": PASSWORD})
    assert answer.status == 200, answer
    return signed_in(answer)


def new_account(server: MockServer, name: str) -> Account:
    """An account of its own for each name, with nothing in it."""
    answer = server.request("POST", f"{BASE}/auth/google", body={"idToken": name})
    assert answer.status == 200, answer
    return signed_in(answer)


def current_user(server: MockServer, token: str) -> dict[str, Any]:
    """Whom a token belongs to."""
    answer = server.request("GET", f"{BASE}/users/me", token=token)
    assert answer.status == 200, answer
    return answer.json()


def verified(answer: Response) -> str | None:
    """Whether the server says that it verified something."""
    return answer.headers.get("x-mock-verified")


def assert_refused(answer: Response, status: int, code: str, words: str = "") -> dict[str, str]:
    """Asserts the documented error body, whose message has a match of `words`; gives its details."""
    assert answer.status == status, answer
    error = answer.json()["error"]
    assert error["code"] == code, error
    assert re.search(words, error["message"], re.IGNORECASE), error["message"]
    return error.get("details", {})
