"""Accounts of custom APIs: registration, tokens, what belongs to whom; the journey of docs/custom-apis.md."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from mock_server import MockServer, launch

POTLUCK = Path(__file__).parents[2] / "Seeds/examples/potluck/openapi.yaml"
ADA = {"email": "ada@example.com", "password": "analytical", "displayName": "Ada"}
BEN = {"email": "ben@example.com", "password": "sourdough1", "displayName": "Ben"}
TIMEOUT_S = 10.0
Start = Callable[..., "Person"]


class Person:
    """Somebody who uses the API, with a token or without one."""

    def __init__(self, server: MockServer, token: str | None = None) -> None:
        self.server, self.token = server, token

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        url = f"{self.server.base_url}/potluck{path}"
        return requests.request(method, url, json=body, headers=headers, timeout=TIMEOUT_S)

    def registered(self, who: dict[str, str]) -> Person:
        response = self.send("POST", "/auth/register", who)
        assert response.status_code == 201, response.text
        return Person(self.server, response.json()["accessToken"])


@pytest.fixture
def start(binary: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts a server of the example."""
    running: list[MockServer] = []

    def begin(*more: str) -> Person:
        options = ["--port", "0", "--rate-limit", "off", "--only", "potluck", "--api", f"potluck={POTLUCK}", *more]
        running.append(launch(binary, tmp_path, options, {}))
        return Person(running[-1])

    yield begin
    for server in running:
        server.stop()


def test_a_journey_with_two_accounts(start: Start) -> None:
    nobody = start()
    ada, ben = nobody.registered(ADA), nobody.registered(BEN)
    assert ada.send("GET", "/me").json()["email"] == ADA["email"]

    recipe = ada.send("POST", "/recipes", {"title": "Lentil soup"}).json()
    assert recipe["authorId"] == ada.send("GET", "/me").json()["id"]
    assert recipe["id"] in [one["id"] for one in ben.send("GET", "/recipes").json()]
    assert [one["title"] for one in ada.send("GET", "/me/recipes").json()] == ["Lentil soup"]
    assert ben.send("GET", "/me/recipes").json() == []

    item = ada.send("POST", "/me/shopping-items", {"name": "Lentils"}).json()
    assert item["done"] is False
    assert [one["name"] for one in ada.send("GET", "/me/shopping-items").json()] == ["Lentils"]
    assert ben.send("GET", "/me/shopping-items").json() == []
    assert ben.send("DELETE", f"/me/shopping-items/{item['id']}").status_code == 404
    assert ben.send("DELETE", f"/recipes/{recipe['id']}").status_code == 403
    assert ada.send("DELETE", f"/recipes/{recipe['id']}").status_code == 204


def test_a_password_signs_in_and_another_does_not(start: Start) -> None:
    nobody = start()
    nobody.registered(ADA)
    signed = nobody.send("POST", "/auth/login", {"email": ADA["email"], "password": ADA["password"]}).json()
    assert signed["user"]["email"] == ADA["email"]
    assert signed["expiresIn"] > 0
    assert nobody.send("POST", "/auth/login", {"email": ADA["email"], "password": "wrong"}).status_code == 401
    assert nobody.send("POST", "/auth/login", {"email": "nobody@example.com", "password": "x"}).status_code == 401


def test_a_name_is_taken_once_and_a_password_repeated_alike(start: Start) -> None:
    nobody = start()
    nobody.registered(ADA)
    assert nobody.send("POST", "/auth/register", ADA).status_code == 409
    response = nobody.send("POST", "/auth/register", {**BEN, "passwordConfirm": "another"})
    assert response.status_code == 400
    assert "passwordConfirm" in response.text or "password" in response.json()["message"]


def test_no_response_contains_a_password(start: Start) -> None:
    nobody = start()
    response = nobody.send("POST", "/auth/register", ADA)
    ada = Person(nobody.server, response.json()["accessToken"])
    for text in (response.text, ada.send("GET", "/me").text):
        assert ADA["password"] not in text


def test_signing_out_ends_the_tokens(start: Start) -> None:
    nobody = start()
    tokens = nobody.send("POST", "/auth/register", ADA).json()
    ada = Person(nobody.server, tokens["accessToken"])
    assert ada.send("POST", "/auth/logout").status_code == 204
    assert ada.send("GET", "/me").status_code == 401
    assert nobody.send("POST", "/auth/refresh", {"refreshToken": tokens["refreshToken"]}).status_code == 401


def test_a_refresh_gives_new_tokens(start: Start) -> None:
    nobody = start()
    tokens = nobody.send("POST", "/auth/register", ADA).json()
    renewed = nobody.send("POST", "/auth/refresh", {"refreshToken": tokens["refreshToken"]}).json()
    assert renewed["refreshToken"] != tokens["refreshToken"]
    assert Person(nobody.server, renewed["accessToken"]).send("GET", "/me").json()["email"] == ADA["email"]


def test_a_token_expires_by_the_clock(start: Start) -> None:
    nobody = start()
    ada = nobody.registered(ADA)
    seconds = ada.send("POST", "/auth/login", {"email": ADA["email"], "password": ADA["password"]}).json()["expiresIn"]
    url = f"{nobody.server.base_url}/_mock/clock"
    assert requests.put(url, json={"advance": f"PT{seconds + 1}S"}, timeout=TIMEOUT_S).ok
    assert ada.send("GET", "/me").status_code == 401


def test_a_password_is_changed(start: Start) -> None:
    nobody = start()
    ada = nobody.registered(ADA)
    wrong = {"currentPassword": "wrong", "newPassword": "difference"}
    assert ada.send("PUT", "/me/password", wrong).status_code == 401
    right = {"currentPassword": ADA["password"], "newPassword": "difference"}
    assert ada.send("PUT", "/me/password", right).status_code == 204
    assert nobody.send("POST", "/auth/login", {"email": ADA["email"], "password": ADA["password"]}).status_code == 401
    assert nobody.send("POST", "/auth/login", {"email": ADA["email"], "password": "difference"}).status_code == 200


def test_an_unknown_token_acts_as_the_first_account(start: Start) -> None:
    nobody = start()
    anybody = Person(nobody.server, "whatever")
    first = anybody.send("GET", "/me").json()
    assert anybody.send("PATCH", "/me", {"bio": "Baker"}).json()["bio"] == "Baker"
    assert nobody.send("GET", "/me").status_code == 401
    signed = nobody.send("POST", "/auth/login", {"email": first["email"], "password": "password"}).json()
    assert signed["user"]["id"] == first["id"]


def test_strict_accounts_refuse_an_unknown_token(start: Start) -> None:
    nobody = start("--accounts", "strict")
    assert Person(nobody.server, "whatever").send("GET", "/me").status_code == 401
    assert nobody.registered(ADA).send("GET", "/me").status_code == 200


def test_a_reset_forgets_accounts(start: Start) -> None:
    nobody = start()
    nobody.registered(ADA)
    assert requests.post(f"{nobody.server.base_url}/_mock/reset", timeout=TIMEOUT_S).ok
    assert nobody.send("POST", "/auth/login", {"email": ADA["email"], "password": ADA["password"]}).status_code == 401
    nobody.registered(ADA)


def test_explain_and_the_banner_say_how_to_sign_in(start: Start, binary: Path) -> None:
    server = start().server
    told = subprocess.run(
        [binary, "explain", POTLUCK], capture_output=True, text=True, timeout=TIMEOUT_S, check=True
    ).stdout
    assert "Sign in by POST /auth/login" in told
    assert 'accounts have the password "password"' in server.stderr
