"""Lost passwords in the ways in which apps have them: by a token, by a code, by a code that yields a token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving
from mock_server import MockServer

DOCUMENT = """
openapi: 3.0.3
info: { title: Lost passwords, version: '1' }
paths:
  /auth/register: { post: { requestBody: &credentials { content: { application/json: { schema: { type: object,
      required: [email, password], properties: { email: { type: string }, password: { type: string } } } } } },
      responses: { '201': &session { description: in, content: { application/json: { schema: { type: object,
        properties: { token: { type: string }, user: { $ref: '#/components/schemas/User' } } } } } } } } }
  /auth/login: { post: { requestBody: *credentials, responses: { '200': *session } } }
  /me: { get: { responses: { '200': { description: me, content: { application/json: { schema:
      { $ref: '#/components/schemas/User' } } } } } } }
  /auth/forgot-password: { post: { requestBody: &email { content: { application/json: { schema: { type: object,
      required: [email], properties: { email: { type: string } } } } } }, responses: { '200': &said { description: ok,
      content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } } } } } }
  /auth/reset-password: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [token, password], properties: { token: { type: string }, password: { type: string },
      password_confirmation: { type: string } } } } } }, responses: { '200': *said, '400': *said } } }
  /v2/password/reset/request: { post: { requestBody: *email, responses: { '200': *said } } }
  /v2/password/reset/verify-otp: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [email, otp], properties: { email: { type: string }, otp: { type: string } } } } } }, responses: {
      '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: {
        type: object, properties: { resetToken: { type: string } } } } } } } }, '400': *said } } }
  /v2/password/reset/confirm: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [resetToken, newPassword], properties: { resetToken: { type: string }, newPassword: { type: string } } }
      } } }, responses: { '200': *said, '400': *said } } }
  /v3/reset-password: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [email, code, newPassword], properties: { email: { type: string }, code: { type: string },
      newPassword: { type: string } } } } } }, responses: { '200': *said, '400': *said } } }
  /v4/password_resets: { post: { requestBody: *email, responses: { '202': *said } } }
  /v4/password_resets/{token}: { patch: { parameters: [ { name: token, in: path, required: true,
      schema: { type: string } } ], requestBody: { content: { application/json: { schema: { type: object,
      required: [password], properties: { password: { type: string } } } } } }, responses: { '200': *session,
      '422': *said } } }
  /auth/verify-email: { post: { requestBody: { content: { application/json: { schema: { type: object,
      required: [email, code], properties: { email: { type: string }, code: { type: string } } } } } },
      responses: { '200': *said } } }
  /auth/check-email: { get: { parameters: [ { name: email, in: query, required: true, schema: { type: string } } ],
      responses: { '200': { description: free, content: { application/json: { schema: { type: object, properties: {
        data: { type: object, properties: { available: { type: boolean } } } } } } } } } } }
  /users/exists/{email}: { get: { parameters: [ { name: email, in: path, required: true, schema: { type: string } } ],
      responses: { '200': { description: taken, content: { application/json: { schema: { type: object, properties: {
        exists: { type: boolean } } } } } } } } }
components:
  schemas:
    User: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string },
      emailVerified: { type: boolean } } }
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document in a file."""
    path = tmp_path_factory.mktemp("recovery") / "lost.yaml"
    path.write_text(DOCUMENT)
    return path


@pytest.fixture(scope="module")
def server(binary: Path, document: Path) -> Iterator[MockServer]:
    """A server that takes any code."""
    with serving(binary, document.parent / "out", "lost", document) as running:
        yield running


class Account(Person):
    """Somebody who registers, and signs in with one password or another."""

    def __init__(self, server: MockServer, name: str) -> None:
        super().__init__(server, "/lost")
        self.email = f"{name}@x.com"
        body = {"email": self.email, "password": "first-Secret1"}
        self.token = self.post("/auth/register", body)["token"]

    def signs_in(self, password: str) -> bool:
        """Whether the password is the account's."""
        return self.status("POST", "/auth/login", {"email": self.email, "password": password}) == 200


def sent_token(server: MockServer, path: str, email: str) -> str:
    """What a message would have said."""
    answer = server.request("POST", "/lost" + path, body={"email": email})
    assert answer.status in {200, 202}
    return answer.headers["x-mock-reset-token"]


def test_a_token_resets_the_password_once(server: MockServer) -> None:
    ada, bob = Account(server, "ada1"), Account(server, "bob1")
    token = sent_token(server, "/auth/forgot-password", ada.email)
    wrong = {"token": token, "password": "second-Secret2", "password_confirmation": "another-Secret3"}
    assert bob.status("POST", "/auth/reset-password", wrong) == 400
    body = {"token": token, "password": "second-Secret2", "password_confirmation": "second-Secret2"}
    assert bob.status("POST", "/auth/reset-password", body) == 200
    assert ada.signs_in("second-Secret2") and not ada.signs_in("first-Secret1") and bob.signs_in("first-Secret1")
    assert bob.status("POST", "/auth/reset-password", body) == 400


def test_a_code_is_checked_and_yields_a_token(server: MockServer) -> None:
    ada = Account(server, "ada2")
    code = sent_token(server, "/v2/password/reset/request", ada.email)
    assert len(code) == 6 and code.isdigit()
    checked = ada.post("/v2/password/reset/verify-otp", {"email": ada.email, "otp": code})
    token = checked["data"]["resetToken"]
    assert token not in ("", code)
    assert ada.status("POST", "/v2/password/reset/verify-otp", {"email": "nobody@x.com", "otp": code}) == 400
    ada.post("/v2/password/reset/confirm", {"resetToken": token, "newPassword": "second-Secret2"})
    assert ada.signs_in("second-Secret2") and not ada.signs_in("first-Secret1")


def test_any_code_is_good_for_the_account_that_is_named(server: MockServer) -> None:
    ada, bob = Account(server, "ada3"), Account(server, "bob3")
    sent_token(server, "/auth/forgot-password", bob.email)
    ada.post("/v3/reset-password", {"email": ada.email, "code": "123456", "newPassword": "second-Secret2"})
    assert ada.signs_in("second-Secret2") and bob.signs_in("first-Secret1")


def test_any_token_is_good_for_the_account_that_asked_last(server: MockServer) -> None:
    ada = Account(server, "ada4")
    sent_token(server, "/v4/password_resets", ada.email)
    session = ada.send("PATCH", "/v4/password_resets/of-a-mail", {"password": "second-Secret2"})
    assert session["user"]["email"] == ada.email
    ada.token = session["token"]
    assert ada.get("/me")["email"] == ada.email
    assert ada.signs_in("second-Secret2") and not ada.signs_in("first-Secret1")


def test_a_code_verifies_an_address(server: MockServer) -> None:
    ada = Account(server, "ada5")
    assert ada.get("/me")["emailVerified"] is False
    ada.post("/auth/verify-email", {"email": ada.email, "code": "123456"})
    assert ada.get("/me")["emailVerified"] is True


def test_names_are_free_until_somebody_has_them(server: MockServer) -> None:
    anybody = Person(server, "/lost")
    assert anybody.get("/auth/check-email?email=ada6@x.com")["data"]["available"] is True
    assert anybody.get("/users/exists/ada6@x.com")["exists"] is False
    Account(server, "ada6")
    assert anybody.get("/auth/check-email?email=ada6@x.com")["data"]["available"] is False
    assert anybody.get("/users/exists/ada6@x.com")["exists"] is True


def test_strict_accounts_take_only_what_was_sent(binary: Path, document: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, "lost", document, "--accounts", "strict") as server:
        ada = Account(server, "ada")
        token = sent_token(server, "/auth/forgot-password", ada.email)
        assert ada.status("POST", "/auth/reset-password", {"token": "x", "password": "second-Secret2"}) == 400
        assert ada.status("POST", "/auth/reset-password", {"token": token, "password": "second-Secret2"}) == 200
        assert ada.signs_in("second-Secret2")
