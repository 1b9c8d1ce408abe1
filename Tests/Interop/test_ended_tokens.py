"""Tokens that stop being good: their account is gone, or a deploy has changed the keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mock_server import MockServer, Response

Start = Callable[..., MockServer]

ADMIN = {"username": "admin", "password": "password123"}


def register(server: MockServer) -> str:
    """Makes an account of Invernaderos that no data set has, and gives its access token."""
    account = {"username": "nueva", "email": "nueva@example.com", "password": "Secreto-123"}
    answer = server.request("POST", "/api/v1/auth/register", body=account)
    assert answer.status in (200, 201), answer
    signed_in = {"username": "nueva", "password": "Secreto-123"}
    return server.request("POST", "/api/v1/auth/login", body=signed_in).json()["token"]


def test_a_token_of_an_account_that_is_gone_is_refused(start: Start) -> None:
    server = start("--rate-limit", "off")
    token = register(server)
    path = "/api/v1/sensors/latest"
    assert server.request("GET", path, token=token).status == 200
    assert server.request("POST", "/_mock/reset").status in (200, 204)
    answer = server.request("GET", path, token=token)
    assert answer.status == 401
    assert "account is gone" in answer.body.decode()
    # One of an account that a reset leaves stays good.
    kept = server.request("POST", "/api/v1/auth/login", body=ADMIN).json()["token"]
    server.request("POST", "/_mock/reset")
    assert server.request("GET", path, token=kept).status == 200


def test_an_account_that_a_test_removes_is_gone(start: Start) -> None:
    server = start("--rate-limit", "off")
    token = server.login()
    assert server.request("GET", "/v1/lotes", token=token).status == 200
    assert server.request("DELETE", "/_mock/data/agrobridge_usuario", body={"where": {"id": "user_123"}}).status == 200
    answer = server.request("GET", "/v1/lotes", token=token)
    assert answer.status == 401
    assert answer.json()["error"]["code"] == "AUTH_FAILED"


def refreshed(server: MockServer, body: dict[str, Any] | None, token: str | None = None) -> Response:
    return server.request("POST", "/v1/auth/refresh", body=body, token=token)


@pytest.mark.parametrize("isBearer", [False, True])
def test_a_deploy_ends_refresh_tokens(start: Start, isBearer: bool) -> None:
    server = start("--rate-limit", "off")
    server.request("PUT", "/_mock/clock", body={"freeze": True})
    account = {"email": "usuario@example.com", "password": "password123"}

    def signed_in() -> str:
        return server.request("POST", "/v1/auth/login", body=account).json()["refreshToken"]

    def renewal(token: str) -> Response:
        return refreshed(server, None, token) if isBearer else refreshed(server, {"refreshToken": token})

    old = signed_in()
    server.request("PUT", "/_mock/fault-sets/backend-deploy")
    assert renewal(old).status == 503
    server.request("PUT", "/_mock/clock", body={"advance": "PT21S"})
    assert renewal(old).status == 401
    assert renewal(signed_in()).status == 200


def test_a_day_that_is_none_is_reported(server: MockServer) -> None:
    token = server.request("POST", "/api/v1/auth/login", body=ADMIN).json()["token"]
    path = "/api/v1/greenhouse/messages/range?from=2026-02-30T10:00:00Z&to=2026-03-01T00:00:00Z"
    answer = server.request("GET", path, token=token)
    assert answer.status == 400
    assert 'a day that its month has not: \\"2026-02-30T10:00:00Z' in answer.body.decode()
