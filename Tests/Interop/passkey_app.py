"""An app that signs people in with passkeys: Interspace's four calls, read and written by python-fido2."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fido2.webauthn import (
    CredentialCreationOptions,
    CredentialRequestOptions,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
)

from interspace_client import BASE, Account, assert_refused, signed_in, verified
from mock_server import MockServer, Response
from software_authenticator import Ceremony, Passkey


@dataclass(frozen=True)
class PasskeyApp:
    """The app, which reaches the server by some host name and comes from an origin."""

    server: MockServer
    host: str = "localhost"
    app_origin: str | None = None

    @property
    def origin(self) -> str:
        """Who the client says it is; unless told, a page of the server."""
        if self.app_origin:
            return self.app_origin
        scheme = "http" if self.host == "localhost" else "https"
        return f"{scheme}://{self.host}:{self.server.port}"

    def post(self, call: str, body: Any = None, token: str | None = None) -> Response:
        """Makes a call by its name."""
        return self.server.request(
            "POST",
            f"{BASE}/auth/passkey/{call}",
            body=body,
            token=token,
            headers={"Host": f"{self.host}:{self.server.port}"},
        )

    def creation_options(self, token: str | None = None) -> PublicKeyCredentialCreationOptions:
        """The options that begin a registration."""
        answer = self.post("register-options", {}, token)
        assert answer.status == 200, answer
        return CredentialCreationOptions.from_dict(answer.json()).public_key

    def request_options(self, email: str | None = None) -> PublicKeyCredentialRequestOptions:
        """The options that begin a sign-in."""
        answer = self.post("authenticate-options", {"email": email} if email else {})
        assert answer.status == 200, answer
        return CredentialRequestOptions.from_dict(answer.json()).public_key

    def creation(self, token: str | None = None) -> Ceremony:
        """A registration that has begun."""
        return Ceremony.of(self.creation_options(token), self.origin)

    def request(self, email: str | None = None) -> Ceremony:
        """A sign-in that has begun."""
        return Ceremony.of(self.request_options(email), self.origin)

    def register(self, body: Mapping[str, Any], token: str | None = None) -> Response:
        """Sends a registration."""
        return self.post("register", as_json(body), token)

    def authenticate(self, body: Mapping[str, Any]) -> Response:
        """Sends a sign-in."""
        return self.post("authenticate", as_json(body))

    def enroll(self, passkey: Passkey, token: str | None = None, attestation: str = "none") -> Response:
        """A whole registration, which must succeed."""
        options = self.creation_options(token)
        passkey.user_handle = options.user.id
        answer = self.register(passkey.register(Ceremony.of(options, self.origin), attestation), token)
        assert answer.status == 201, answer
        return answer

    def sign_in(self, passkey: Passkey) -> Response:
        """A whole sign-in."""
        return self.authenticate(passkey.sign_in(self.request()))


def as_json(response: Mapping[str, Any]) -> dict[str, Any]:
    """A body as the JSON that goes over the wire, free to be altered."""
    return json.loads(json.dumps(dict(response)))


def assert_signs_in(answer: Response, account: str | None = None) -> Account:
    """Asserts a sign-in that was verified, by that account if one is named."""
    assert answer.status == 200, answer
    assert verified(answer) == "true"
    found = signed_in(answer)
    assert account in (None, found.id)
    return found


def assert_unauthorized(answer: Response, words: str) -> None:
    """Asserts that the check failed that the words name."""
    assert_refused(answer, 401, "UNAUTHORIZED", words)
