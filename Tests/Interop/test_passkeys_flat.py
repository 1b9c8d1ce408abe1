"""Passkeys in the documented flat bodies: placeholders, real keys in every form, strictness."""

from __future__ import annotations

import subprocess
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fido2.utils import websafe_encode
from fido2.webauthn import CollectedClientData

from interspace_client import Account, assert_refused, current_user, signed_in, verified
from mock_server import MockServer, Response
from passkey_app import PasskeyApp, assert_signs_in, assert_unauthorized
from software_authenticator import Ceremony, Ed25519Key, P256Key, Passkey, PrivateKey, RSAKey, cose_bytes

Start = Callable[..., MockServer]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
MakePasskey = Callable[..., Passkey]
MakeKey = Callable[[str], PrivateKey]
Encode = Callable[[bytes], str]

DOCUMENTED_REGISTRATION = {
    "challenge": "server_challenge",
    "credentialId": "credential_id",
    "publicKey": "public_key_data",
}
DOCUMENTED_SIGN_IN = {
    "credentialId": "credential_id",
    "signature": "auth_signature",
    "clientData": "client_data_json",
}


def base64(data: bytes) -> str:
    """Base64 with the ordinary alphabet."""
    return b64encode(data).decode()


def padded_base64url(data: bytes) -> str:
    """Base64 with the alphabet for addresses, and padding."""
    return urlsafe_b64encode(data).decode()


ENCODINGS: dict[str, Encode] = {
    "base64": base64,
    "base64url": websafe_encode,
    "padded base64url": padded_base64url,
}

every_algorithm = pytest.mark.parametrize("kind", [P256Key, Ed25519Key], ids=["ES256", "EdDSA"])
every_encoding = pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())


def registration(
    passkey: Passkey, public_key: str | None = None, challenge: str = "server_challenge"
) -> dict[str, str]:
    """The documented body."""
    return {
        "challenge": challenge,
        "credentialId": websafe_encode(passkey.id),
        "publicKey": public_key or base64(passkey.key.spki),
    }


def client_data(ceremony: Ceremony) -> bytes:
    """Client data in which the alphabets of base64 differ."""
    data = CollectedClientData.create(
        ceremony.type, ceremony.challenge, ceremony.origin, ceremony.cross_origin, tail="??????>>>>>>"
    )
    assert {"+", "/"} <= set(base64(data))
    return data


def sign_in(passkey: Passkey, ceremony: Ceremony) -> dict[str, str]:
    """The documented body, with a signature over the client data."""
    data = client_data(ceremony)
    return {
        "credentialId": websafe_encode(passkey.id),
        "signature": websafe_encode(passkey.key.sign(data)),
        "clientData": websafe_encode(data),
    }


@pytest.fixture
def registered(app: PasskeyApp, make_passkey: MakePasskey) -> Passkey:
    """A passkey whose real key is registered, by the documented body."""
    passkey = make_passkey()
    assert app.register(registration(passkey)).status == 201
    return passkey


# The documentation's placeholders


def test_the_documented_bodies_sign_in_unverified(app: PasskeyApp, account: Account) -> None:
    answer = app.register(DOCUMENTED_REGISTRATION, account.token)
    assert answer.status == 201, answer
    assert verified(answer) == "false"
    assert answer.json().keys() == {"credentialId", "createdAt"}
    assert answer.json()["credentialId"] == "credential_id"
    again = app.authenticate(DOCUMENTED_SIGN_IN)
    assert again.status == 200, again
    assert verified(again) == "false"
    assert current_user(app.server, signed_in(again).token)["id"] == account.id


def test_the_documented_bodies_make_an_account(app: PasskeyApp) -> None:
    answer = app.register(DOCUMENTED_REGISTRATION)
    assert answer.status == 201, answer
    assert verified(answer) == "false"
    made = signed_in(answer)
    assert current_user(app.server, made.token)["id"] == made.id
    again = app.authenticate(DOCUMENTED_SIGN_IN)
    assert (again.status, signed_in(again).id) == (200, made.id)


def test_an_unknown_credential_is_refused(app: PasskeyApp) -> None:
    answer = app.authenticate({**DOCUMENTED_SIGN_IN, "credentialId": "never_registered"})
    assert_unauthorized(answer, "registered")


@pytest.mark.parametrize("field", DOCUMENTED_REGISTRATION.keys())
def test_a_registration_lacks_no_field(app: PasskeyApp, field: str) -> None:
    body = {name: value for name, value in DOCUMENTED_REGISTRATION.items() if name != field}
    assert assert_refused(app.register(body), 400, "VALIDATION_ERROR", field)["field"] == field


@pytest.mark.parametrize("field", DOCUMENTED_SIGN_IN.keys())
def test_a_sign_in_lacks_no_field(app: PasskeyApp, field: str) -> None:
    body = {name: value for name, value in DOCUMENTED_SIGN_IN.items() if name != field}
    assert assert_refused(app.authenticate(body), 400, "VALIDATION_ERROR", field)["field"] == field


# Real keys

KEY_FORMS: dict[str, tuple[MakeKey, Callable[[Any], bytes]]] = {
    "P-256 SPKI": (P256Key, lambda key: key.spki),
    "P-256 COSE": (P256Key, cose_bytes),
    "P-256 X9.63": (P256Key, lambda key: key.point),
    "P-256 X9.63 compressed": (P256Key, lambda key: key.compressed_point),
    "P-256 x and y": (P256Key, lambda key: key.point[1:]),
    "Ed25519 SPKI": (Ed25519Key, lambda key: key.spki),
    "Ed25519 COSE": (Ed25519Key, cose_bytes),
    "Ed25519 raw": (Ed25519Key, lambda key: key.raw),
}


@every_encoding
@pytest.mark.parametrize(("kind", "form"), KEY_FORMS.values(), ids=KEY_FORMS.keys())
def test_a_key_of_any_form_verifies(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, kind: MakeKey, form: Any, encode: Encode
) -> None:
    # One whose text shows which alphabet it is in.
    key = next(key for key in map(kind, map(str, count())) if {"+", "/"} & set(base64(form(key))))
    passkey = replace(make_passkey(), key=key)
    answer = app.register(registration(passkey, encode(form(key))), account.token)
    assert answer.status == 201, answer
    assert_signs_in(app.authenticate(sign_in(passkey, app.request())), account.id)
    forged = replace(passkey, key=kind("somebody else"))
    assert_signs_in_unverified(app.authenticate(sign_in(forged, app.request())))


@every_algorithm
def test_a_key_in_pem_verifies(app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey) -> None:
    passkey = make_passkey(kind)
    assert app.register(registration(passkey, passkey.key.pem)).status == 201
    assert_signs_in(app.authenticate(sign_in(passkey, app.request())))
    forged = replace(passkey, key=kind("somebody else"))
    assert_signs_in_unverified(app.authenticate(sign_in(forged, app.request())))


def test_a_key_that_nothing_is_verified_with_is_refused_in_both_bodies(
    app: PasskeyApp, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey(RSAKey)
    flat = app.register(registration(passkey))
    assert assert_refused(flat, 400, "VALIDATION_ERROR", "RSA")["field"] == "publicKey"
    in_cose = app.register(registration(passkey, base64(cose_bytes(passkey.key))))
    assert_refused(in_cose, 400, "VALIDATION_ERROR", "RS256")
    assert_unauthorized(app.register(passkey.register(app.creation())), "RS256")
    assert_unauthorized(app.sign_in(passkey), "registered")


BROKEN_KEYS: dict[str, Callable[[P256Key], bytes]] = {
    "a point off the curve": lambda key: key.spki[:-1] + bytes([key.spki[-1] ^ 1]),
    "truncated": lambda key: key.spki[:-1],
    "with more behind it": lambda key: key.spki + b"\x00",
}


@pytest.mark.parametrize("damage", BROKEN_KEYS.values(), ids=BROKEN_KEYS.keys())
def test_a_broken_key_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, damage: Callable[[P256Key], bytes]
) -> None:
    passkey = make_passkey()
    assert isinstance(passkey.key, P256Key)
    answer = app.register(registration(passkey, base64(damage(passkey.key))))
    assert assert_refused(answer, 400, "VALIDATION_ERROR", "public key")["field"] == "publicKey"
    assert_unauthorized(app.authenticate(sign_in(passkey, app.request())), "registered")


# Signatures and client data

SIGNATURES: dict[str, tuple[MakeKey, Callable[[Any, bytes], bytes]]] = {
    "ES256 in DER": (P256Key, P256Key.sign),
    "ES256 as r and s": (P256Key, P256Key.sign_raw),
    "EdDSA": (Ed25519Key, Ed25519Key.sign),
}


@every_encoding
@pytest.mark.parametrize(("kind", "sign"), SIGNATURES.values(), ids=SIGNATURES.keys())
def test_a_signature_of_any_form_is_verified(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey, sign: Any, encode: Encode
) -> None:
    passkey = make_passkey(kind)
    assert app.register(registration(passkey)).status == 201
    for _ in range(4):
        ceremony = app.request()
        signature = encode(sign(passkey.key, client_data(ceremony)))
        assert_signs_in(app.authenticate({**sign_in(passkey, ceremony), "signature": signature}))
    other = encode(sign(passkey.key, client_data(app.request())))
    assert_signs_in_unverified(app.authenticate({**sign_in(passkey, app.request()), "signature": other}))


@pytest.mark.parametrize(
    "encode", [*ENCODINGS.values(), bytes.decode], ids=[*ENCODINGS.keys(), "JSON as it is"]
)
def test_client_data_of_any_form_are_verified(app: PasskeyApp, registered: Passkey, encode: Encode) -> None:
    ceremony = app.request()
    body = {**sign_in(registered, ceremony), "clientData": encode(client_data(ceremony))}
    assert_signs_in(app.authenticate(body))
    later = app.request()
    altered = encode(client_data(later)[:-1] + b" }")
    assert_signs_in_unverified(app.authenticate({**sign_in(registered, later), "clientData": altered}))


LIES = {
    "type": ({"type": "webauthn.create"}, "type"),
    "challenge": ({"challenge": b"never given out by the server"}, "challenge"),
    "origin": ({"origin": "https://evil.example"}, "origin"),
    "a frame": ({"cross_origin": True}, "frame|cross.?origin"),
}


@pytest.mark.parametrize(("lie", "words"), LIES.values(), ids=LIES.keys())
def test_client_data_that_lie_are_refused(
    app: PasskeyApp, registered: Passkey, lie: dict[str, Any], words: str
) -> None:
    body = sign_in(registered, replace(app.request(), **lie))
    assert_unauthorized(app.authenticate(body), words)
    assert_signs_in(app.authenticate(sign_in(registered, app.request())))


def test_a_flat_sign_in_is_good_once(app: PasskeyApp, registered: Passkey) -> None:
    body = sign_in(registered, app.request())
    assert_signs_in(app.authenticate(body))
    assert_unauthorized(app.authenticate(body), "challenge")


def authenticators(passkey: Passkey, ceremony: Ceremony) -> dict[str, str]:
    """The documented body, with what an authenticator signed."""
    assertion = passkey.sign_in(ceremony).response
    return {
        "credentialId": websafe_encode(passkey.id),
        "signature": websafe_encode(assertion.signature),
        "clientData": websafe_encode(assertion.client_data),
    }


def with_data(passkey: Passkey, ceremony: Ceremony) -> dict[str, str]:
    """The same with the data that the signature is over as well."""
    assertion = passkey.sign_in(ceremony).response
    return {
        "credentialId": websafe_encode(passkey.id),
        "signature": websafe_encode(assertion.signature),
        "clientData": websafe_encode(assertion.client_data),
        "authenticatorData": websafe_encode(assertion.authenticator_data),
    }


def assert_signs_in_unverified(answer: Response) -> None:
    """A sign-in of which it is said that nothing was verified."""
    assert (answer.status, verified(answer)) == (200, "false"), answer
    assert signed_in(answer)


def test_an_authenticators_signature_without_its_data_is_accepted_unverified(
    app: PasskeyApp, registered: Passkey
) -> None:
    """The documented body has no place for what it is over."""
    assert_signs_in_unverified(app.authenticate(authenticators(registered, app.request())))


@every_algorithm
def test_an_authenticators_signature_with_its_data_is_verified(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, kind: MakeKey
) -> None:
    passkey = make_passkey(kind)
    assert app.register(registration(passkey), account.token).status == 201
    assert_signs_in(app.authenticate(with_data(passkey, app.request())), account.id)
    forged = replace(passkey, key=kind("somebody else"))
    assert_unauthorized(app.authenticate(with_data(forged, app.request())), "signature")
    elsewhere = replace(app.request(), rp_id="evil.example")
    assert_unauthorized(app.authenticate(with_data(passkey, elsewhere)), "rp id")
    body = {**with_data(passkey, app.request()), "authenticatorData": "%%%"}
    assert_refused(app.authenticate(body), 400, "VALIDATION_ERROR", "authenticatorData")
    body = {**with_data(passkey, app.request()), "userHandle": websafe_encode(b"account_1")}
    assert_unauthorized(app.authenticate(body), "user handle")


def test_the_counter_counts_in_flat_bodies(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey(counts=True, counter=3)
    app.enroll(passkey)
    assert_signs_in(app.authenticate(with_data(passkey, app.request())))
    copied = replace(passkey, counts=False, counter=3)
    assert_unauthorized(app.authenticate(with_data(copied, app.request())), "counter")


def test_a_strict_server_wants_the_data(strict: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    strict.enroll(passkey)
    assert_unauthorized(
        strict.authenticate(authenticators(passkey, strict.request())), "authenticatorData"
    )
    assert_signs_in(strict.authenticate(with_data(passkey, strict.request())))


def test_placeholders_stay_out_of_options(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    """A platform gives up on all descriptors when it cannot decode one."""
    passkey = make_passkey()
    app.enroll(passkey, account.token)
    for placeholder in ("not base64url!", "a", "pass.key", "passkey=of=john"):
        body = {**DOCUMENTED_REGISTRATION, "credentialId": placeholder}
        assert app.register(body, account.token).status == 201
    assert [each.id for each in app.request_options(account.email).allow_credentials or []] == [passkey.id]
    assert [each.id for each in app.creation_options(account.token).exclude_credentials or []] == [passkey.id]


def test_a_placeholder_does_not_take_the_place_of_a_real_key(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey()
    app.enroll(passkey, account.token)
    for body in (registration(passkey, "placeholder_key"), registration(passkey)):
        answer = app.register(body)
        assert assert_refused(answer, 400, "VALIDATION_ERROR", "another account")["field"] == "credentialId"
    assert_signs_in(app.sign_in(passkey), account.id)
    # As with clients that always send the documentation's bodies.
    ours = {**DOCUMENTED_REGISTRATION, "credentialId": f"placeholder_{account.id}"}
    assert app.register(ours, account.token).status == 201
    assert verified(app.register(ours)) == "false"


@pytest.mark.parametrize("text", ["auth_signature", "%%%", "AAAA"])
def test_a_placeholder_is_no_signature_of_a_real_key(app: PasskeyApp, registered: Passkey, text: str) -> None:
    body = {**sign_in(registered, app.request()), "signature": text}
    assert_unauthorized(app.authenticate(body), "signature")


@pytest.mark.parametrize("text", ["client_data_json", "%%%", "{", "[]", '{"type":"webauthn.get"}'])
def test_a_placeholder_is_no_client_data_of_a_real_key(
    app: PasskeyApp, registered: Passkey, text: str
) -> None:
    answer = app.authenticate({**sign_in(registered, app.request()), "clientData": text})
    assert_unauthorized(answer, "client data")


# Both kinds of body


@every_algorithm
def test_a_flat_registration_serves_a_standard_sign_in(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, kind: MakeKey
) -> None:
    passkey = make_passkey(kind)
    assert app.register(registration(passkey), account.token).status == 201
    assert_signs_in(app.sign_in(passkey), account.id)


@every_algorithm
def test_a_standard_registration_serves_a_flat_sign_in(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, kind: MakeKey
) -> None:
    passkey = make_passkey(kind)
    app.enroll(passkey, account.token)
    assert_signs_in(app.authenticate(sign_in(passkey, app.request())), account.id)


@every_encoding
def test_a_credential_id_is_the_same_in_every_encoding(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, encode: Encode
) -> None:
    passkey = replace(make_passkey(), id=account.id.encode() + b"\xff\xef\xfe\x00")
    body = {**registration(passkey), "credentialId": encode(passkey.id)}
    assert app.register(body, account.token).status == 201
    assert_signs_in(app.sign_in(passkey), account.id)
    flat = {**sign_in(passkey, app.request()), "credentialId": encode(passkey.id)}
    assert_signs_in(app.authenticate(flat), account.id)


# Strictness


@pytest.fixture
def strict(start: Start) -> PasskeyApp:
    """An app at a server that takes no placeholder."""
    return PasskeyApp(start("--passkeys", "strict", "--rate-limit", "off"))


def test_a_strict_server_refuses_the_placeholder(strict: PasskeyApp) -> None:
    answers = [
        strict.register(DOCUMENTED_REGISTRATION),
        strict.register(
            {**DOCUMENTED_REGISTRATION, "challenge": websafe_encode(strict.creation().challenge)}
        ),
        strict.authenticate(DOCUMENTED_SIGN_IN),
    ]
    assert {answer.status for answer in answers} <= {400, 401}, answers
    assert not any("accessToken" in answer.json() for answer in answers)


def test_a_strict_server_refuses_a_challenge_of_nobodys(
    strict: PasskeyApp, make_passkey: MakePasskey
) -> None:
    assert_unauthorized(strict.register(registration(make_passkey())), "challenge")


def test_a_strict_server_takes_what_it_can_verify(strict: PasskeyApp, make_passkey: MakePasskey) -> None:
    standard, flat = make_passkey(name="standard"), make_passkey(name="flat")
    strict.enroll(standard, attestation="packed")
    challenge = websafe_encode(strict.creation().challenge)
    assert strict.register(registration(flat, challenge=challenge)).status == 201
    assert_signs_in(strict.sign_in(standard))
    assert_signs_in(strict.authenticate(sign_in(flat, strict.request())))


def test_strictness_reaches_placeholders_of_before(start: Start, tmp_path: Path) -> None:
    options = ("--data-dir", str(tmp_path / "data"))
    first = start(*options)
    lenient = PasskeyApp(first)
    assert lenient.register(DOCUMENTED_REGISTRATION).status == 201
    assert lenient.authenticate(DOCUMENTED_SIGN_IN).status == 200
    first.stop()
    second = start(*options, variables={"MOCK_API_PASSKEYS": "strict"})
    assert_unauthorized(PasskeyApp(second).authenticate(DOCUMENTED_SIGN_IN), "key")


def test_another_strictness_is_a_usage_error(run: Run) -> None:
    done = run("serve", "--port", "0", "--passkeys", "loose")
    assert done.returncode == 2
    assert "passkeys" in done.stderr
