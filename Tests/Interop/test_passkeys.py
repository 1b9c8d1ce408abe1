"""Passkeys: ceremonies whose frames come from python-fido2, against the server's verification."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fido2.attestation import PackedAttestation
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestationObject,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
)

from interspace_client import (
    BASE,
    EMAIL,
    Account,
    current_user,
    documented_account,
    signed_in,
    verified,
)
from mock_server import MockServer
from passkey_app import PasskeyApp, as_json, assert_signs_in, assert_unauthorized
from software_authenticator import (
    ANDROID_SCHEME,
    PASSKEY_FLAGS,
    Ceremony,
    Ed25519Key,
    Flag,
    P256Key,
    Passkey,
    PrivateKey,
)

Start = Callable[..., MockServer]
MakePasskey = Callable[..., Passkey]
MakeKey = Callable[[str], PrivateKey]

ALGORITHMS = {"ES256": P256Key, "EdDSA": Ed25519Key}
ATTESTATIONS = ["none", "packed"]
ANDROID_ORIGIN = ANDROID_SCHEME + websafe_encode(hashlib.sha256(b"certificate").digest())

every_algorithm = pytest.mark.parametrize("kind", ALGORITHMS.values(), ids=ALGORITHMS.keys())
every_attestation = pytest.mark.parametrize("attestation", ATTESTATIONS)


# The authenticator of these tests


@every_attestation
@every_algorithm
def test_the_software_authenticator_satisfies_the_library(
    make_passkey: MakePasskey, kind: MakeKey, attestation: str
) -> None:
    passkey = make_passkey(kind)
    attested: list[str] = []

    def check(found: AttestationObject, client_data_hash: bytes) -> None:
        attested.append(found.fmt)
        if found.fmt == "packed":
            PackedAttestation().verify(found.att_stmt, found.auth_data, client_data_hash)

    party = Fido2Server(
        PublicKeyCredentialRpEntity(name="Interspace", id="localhost"),
        AttestationConveyancePreference.DIRECT,
        verify_attestation=check,
    )
    user = PublicKeyCredentialUserEntity(id=b"user", name="User")
    creation, state = party.register_begin(user)
    response = passkey.register(Ceremony.of(creation.public_key, "http://localhost"), attestation)
    registered = party.register_complete(state, as_json(response)).credential_data
    assert registered is not None
    assert attested == [attestation]
    request, state = party.authenticate_begin([registered])
    assertion = passkey.sign_in(Ceremony.of(request.public_key, "http://localhost"))
    assert party.authenticate_complete(state, [registered], as_json(assertion)) == registered


# Options


@pytest.mark.parametrize("body", [None, {}], ids=["no body", "an empty object"])
def test_creation_options(app: PasskeyApp, body: Any) -> None:
    answer = app.post("register-options", body)
    assert answer.status == 200, answer
    plain = answer.json()
    assert plain["challenge"] == plain["publicKey"]["challenge"]
    [es256, eddsa] = plain["publicKey"]["pubKeyCredParams"]
    assert (es256, eddsa) == ({"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -8})
    options = app.creation_options()
    assert (options.rp.id, options.rp.name) == ("localhost", "Interspace")
    assert (options.timeout, options.attestation) == (60_000, "none")
    assert options.authenticator_selection is not None
    assert options.exclude_credentials == []
    assert options.user.name
    assert options.user.display_name
    assert 1 <= len(options.user.id) <= 64
    assert len(options.challenge) >= 16


@pytest.mark.parametrize("body", [None, {}], ids=["no body", "an empty object"])
def test_request_options(app: PasskeyApp, body: Any) -> None:
    answer = app.post("authenticate-options", body)
    assert answer.status == 200, answer
    plain = answer.json()
    assert plain["challenge"] == plain["publicKey"]["challenge"]
    options = app.request_options()
    assert (options.rp_id, options.timeout) == ("localhost", 60_000)
    assert options.user_verification == "preferred"
    assert options.allow_credentials == []
    assert len(options.challenge) >= 16


def test_challenges_differ(app: PasskeyApp) -> None:
    challenges = [app.creation_options().challenge for _ in range(20)]
    challenges += [app.request_options().challenge for _ in range(20)]
    assert len(set(challenges)) == 40


def test_creation_options_are_of_the_account(app: PasskeyApp, account: Account) -> None:
    first, second = app.creation_options(account.token), app.creation_options(account.token)
    assert first.user.name == account.email
    assert first.user.id == second.user.id
    assert first.user.id != app.creation_options().user.id


def test_options_name_the_passkeys_of_the_account(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    passkeys = [make_passkey(kind, name) for name, kind in ALGORITHMS.items()]
    for passkey in passkeys:
        app.enroll(passkey, account.token)
    expected = {passkey.id for passkey in passkeys}
    excluded = app.creation_options(account.token).exclude_credentials or []
    allowed = app.request_options(account.email).allow_credentials or []
    assert {descriptor.id for descriptor in excluded} == expected
    assert {descriptor.id for descriptor in allowed} == expected
    assert app.request_options().allow_credentials == []


def test_options_for_an_unknown_address_name_no_passkey(app: PasskeyApp) -> None:
    assert app.request_options("nobody@example.org").allow_credentials == []


# Whole ceremonies


@every_attestation
@every_algorithm
def test_an_account_gets_a_passkey(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, kind: MakeKey, attestation: str
) -> None:
    passkey = make_passkey(kind)
    registered = app.enroll(passkey, account.token, attestation)
    assert verified(registered) == "true"
    assert registered.json().keys() == {"credentialId", "createdAt"}
    assert websafe_decode(registered.json()["credentialId"]) == passkey.id
    fresh = assert_signs_in(app.sign_in(passkey), account.id)
    assert current_user(app.server, fresh.token)["id"] == account.id


@every_attestation
@every_algorithm
def test_a_passkey_makes_an_account(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey, attestation: str
) -> None:
    passkey = make_passkey(kind)
    registered = app.enroll(passkey, attestation=attestation)
    assert verified(registered) == "true"
    made = signed_in(registered)
    user = current_user(app.server, made.token)
    assert (user["id"], user["email"]) == (made.id, made.email)
    fresh = assert_signs_in(app.sign_in(passkey), made.id)
    assert current_user(app.server, fresh.token)["id"] == made.id


def test_a_passkeys_refresh_token_is_good(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    for answer in (app.enroll(passkey), app.sign_in(passkey)):
        body = {"refreshToken": answer.json()["refreshToken"]}
        refreshed = app.server.request("POST", f"{BASE}/auth/refresh", body=body)
        assert refreshed.status == 200, refreshed
        current_user(app.server, refreshed.json()["accessToken"])


def test_each_passkey_without_an_account_makes_its_own(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    first, second = make_passkey(name="first"), make_passkey(name="second")
    accounts = [signed_in(app.enroll(passkey)).id for passkey in (first, second)]
    assert accounts[0] != accounts[1]
    assert [assert_signs_in(app.sign_in(passkey)).id for passkey in (first, second)] == accounts


def test_the_documented_account_gets_a_passkey(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    documented = documented_account(app.server)
    passkey = make_passkey()
    app.enroll(passkey, documented.token)
    allowed = app.request_options(EMAIL).allow_credentials or []
    assert passkey.id in [descriptor.id for descriptor in allowed]
    assert_signs_in(app.sign_in(passkey), documented.id)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "10.0.2.2", "api.interspace.com"])
def test_the_relying_party_is_the_host_of_the_request(
    server: MockServer, make_passkey: MakePasskey, host: str
) -> None:
    app = PasskeyApp(server, host)
    assert (app.creation_options().rp.id, app.request_options().rp_id) == (host, host)
    passkey = make_passkey()
    app.enroll(passkey)
    assert_signs_in(app.sign_in(passkey))


def test_an_android_app_is_an_origin(server: MockServer, make_passkey: MakePasskey) -> None:
    app = PasskeyApp(server, "10.0.2.2", ANDROID_ORIGIN)
    passkey = make_passkey()
    app.enroll(passkey)
    assert_signs_in(app.sign_in(passkey))


def test_a_page_of_another_local_port_is_an_origin(server: MockServer, make_passkey: MakePasskey) -> None:
    app = PasskeyApp(server, app_origin="http://localhost:5173")
    passkey = make_passkey()
    app.enroll(passkey)
    assert_signs_in(app.sign_in(passkey))


def test_a_passkey_without_user_handle_signs_in(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    passkey.user_handle = None
    assert_signs_in(app.sign_in(passkey))


@pytest.mark.parametrize("length", [1, 16, 64, 1023])
def test_credential_ids_of_any_length(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey, length: int
) -> None:
    passkey = make_passkey()
    passkey.id = hashlib.shake_256(f"{account.id} {length}".encode()).digest(length)
    app.enroll(passkey, account.token)
    assert_signs_in(app.sign_in(passkey), account.id)


def test_registering_a_credential_again_replaces_its_key(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    old = make_passkey()
    new = replace(old, key=P256Key(account.id))
    for passkey in (old, new):
        app.enroll(passkey, account.token)
    assert_unauthorized(app.sign_in(old), "signature")
    assert_signs_in(app.sign_in(new), account.id)


# Whose it is


def test_a_challenge_for_an_account_serves_no_other(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    ours, theirs = make_passkey(name="ours"), make_passkey(name="theirs")
    app.enroll(ours, account.token)
    app.enroll(theirs)
    assert_unauthorized(app.authenticate(theirs.sign_in(app.request(account.email))), "another account")
    assert_signs_in(app.authenticate(ours.sign_in(app.request(account.email))), account.id)
    assert_signs_in(app.sign_in(theirs))


def test_a_registration_for_an_account_makes_nobody_elses_passkey(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    documented = documented_account(app.server)
    for token in (None, documented.token):
        body = make_passkey(name=f"taken by {token}").register(app.creation(account.token))
        assert_unauthorized(app.register(body, token), "another account")


def test_a_user_handle_is_that_of_the_passkey(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    ours, new = make_passkey(name="ours"), make_passkey(name="new")
    app.enroll(ours, account.token)
    app.enroll(new)
    for passkey in (ours, new):
        assert_signs_in(app.sign_in(passkey))
        for handle in (b"account_1", b"nobody", bytes(16)):
            assert_unauthorized(app.sign_in(replace(passkey, user_handle=handle)), "user handle")


def test_a_credential_id_belongs_to_one_account(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey()
    app.enroll(passkey, account.token)
    thief = replace(passkey, key=P256Key("a thief"))
    for token in (None, documented_account(app.server).token):
        answer = app.register(thief.register(app.creation(token)), token)
        assert answer.status == 400 and "another account" in answer.json()["error"]["message"], answer
    assert_signs_in(app.sign_in(passkey), account.id)


# The counter


def test_a_counter_that_stands_at_0_is_no_counter(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    for _ in range(3):
        assert_signs_in(app.sign_in(passkey))


@every_algorithm
def test_a_counter_that_grows_is_followed(app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey) -> None:
    passkey = make_passkey(kind, counts=True, counter=40)
    app.enroll(passkey)
    for step in (0, 1, 1000, 2**31):
        passkey.counter += step
        assert_signs_in(app.sign_in(passkey))


@pytest.mark.parametrize("behind", [0, 1, 5], ids=["stands still", "goes back", "goes back to 0"])
@every_algorithm
def test_a_counter_that_does_not_grow_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey, behind: int
) -> None:
    passkey = make_passkey(kind, counts=True, counter=3)
    app.enroll(passkey)
    assert_signs_in(app.sign_in(passkey))
    assert passkey.counter == 5
    copied = replace(passkey, counts=False, counter=5 - behind)
    for _ in range(2):
        assert_unauthorized(app.sign_in(copied), "counter")
    assert_signs_in(app.sign_in(passkey))


def test_the_counter_of_the_registration_counts(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey(counts=True, counter=7)
    app.enroll(passkey)
    assert_unauthorized(app.sign_in(replace(passkey, counts=False)), "counter")
    assert_signs_in(app.sign_in(passkey))


def test_a_counter_under_a_wrong_signature_is_not_believed(
    app: PasskeyApp, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey(counts=True)
    app.enroll(passkey)
    forged = replace(passkey, key=P256Key("somebody else"), counter=1000)
    assert_unauthorized(app.sign_in(forged), "signature")
    assert_signs_in(app.sign_in(passkey))


# Challenges


def test_a_sign_in_is_good_once(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    body = passkey.sign_in(app.request())
    assert_signs_in(app.authenticate(body))
    assert_unauthorized(app.authenticate(body), "challenge")


def test_a_registration_is_good_once(app: PasskeyApp, account: Account, make_passkey: MakePasskey) -> None:
    body = make_passkey().register(app.creation(account.token))
    assert app.register(body, account.token).status == 201
    assert_unauthorized(app.register(body, account.token), "challenge")


def test_a_challenge_serves_one_passkey(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkeys = [make_passkey(name=name) for name in ("first", "second")]
    for passkey in passkeys:
        app.enroll(passkey)
    ceremony = app.request()
    answers = [app.authenticate(passkey.sign_in(ceremony)) for passkey in passkeys]
    assert_signs_in(answers[0])
    assert_unauthorized(answers[1], "challenge")


def test_a_challenge_serves_one_purpose(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    for_sign_in = replace(app.creation(), challenge=app.request_options().challenge)
    assert_unauthorized(app.register(passkey.register(for_sign_in)), "challenge")
    app.enroll(passkey)
    for_registration = replace(app.request(), challenge=app.creation_options().challenge)
    assert_unauthorized(app.authenticate(passkey.sign_in(for_registration)), "challenge")


def test_challenges_may_be_answered_in_any_order(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    ceremonies = [app.request() for _ in range(3)]
    for ceremony in reversed(ceremonies):
        assert_signs_in(app.authenticate(passkey.sign_in(ceremony)))


def test_challenges_do_not_come_again_after_a_restart(
    start: Start, tmp_path: Path, make_passkey: MakePasskey
) -> None:
    options = ("--data-dir", str(tmp_path / "data"), "--rate-limit", "off")
    first = start(*options)
    app, passkey = PasskeyApp(first), make_passkey()
    app.enroll(passkey)
    used = passkey.sign_in(app.request())
    assert_signs_in(app.authenticate(used))
    before = {app.request_options().challenge for _ in range(10)} | {used.response.client_data.challenge}
    first.stop()
    again = PasskeyApp(start(*options), app_origin=app.origin)
    after = {again.request_options().challenge for _ in range(20)}
    assert len(after) == 20
    assert not before & after
    assert_unauthorized(again.authenticate(used), "challenge")
    assert_signs_in(again.sign_in(passkey))


def age_challenges(folder: Path, seconds: int) -> None:
    """Makes the challenges in a stopped server's data folder older, in place of waiting."""
    with closing(sqlite3.connect(folder / "default.sqlite")) as database, database:
        aged = database.execute("UPDATE interspace_challenge SET expires_at = expires_at - ?", [seconds])
        assert aged.rowcount > 0


@pytest.mark.parametrize(("seconds", "is_good"), [(240, True), (301, False)], ids=["4 minutes", "5 minutes"])
def test_a_challenge_lives_for_five_minutes(
    start: Start, tmp_path: Path, make_passkey: MakePasskey, seconds: int, is_good: bool
) -> None:
    folder = tmp_path / "data"
    first = start("--data-dir", str(folder))
    app = PasskeyApp(first)
    known, new = make_passkey(name="known"), make_passkey(name="new")
    app.enroll(known)
    sign_in, registration = known.sign_in(app.request()), new.register(app.creation())
    first.stop()
    age_challenges(folder, seconds)
    again = PasskeyApp(start("--data-dir", str(folder)))
    answers = again.authenticate(sign_in), again.register(registration)
    if is_good:
        assert [answer.status for answer in answers] == [200, 201]
    else:
        for answer in answers:
            assert_unauthorized(answer, "challenge.*(minutes|expired)")


# Registrations that lie

LIES_AT_REGISTRATION = {
    "type": ({"type": "webauthn.get"}, "type"),
    "an unknown type": ({"type": "payment.get"}, "type"),
    "challenge": ({"challenge": b"never given out by the server"}, "challenge"),
    "origin": ({"origin": "https://evil.example"}, "origin"),
    "an origin that looks alike": ({"origin": "https://localhost.evil.example"}, "origin"),
    "an origin with a user": ({"origin": "https://localhost@evil.example"}, "origin"),
    "an opaque origin": ({"origin": "null"}, "origin"),
    "an app whose key hash is short": ({"origin": ANDROID_SCHEME + "AAAA"}, "origin"),
    "a frame": ({"cross_origin": True}, "frame|cross.?origin"),
    "relying party": ({"rp_id": "evil.example"}, "rp id"),
    "nobody there": ({"flags": Flag.UV}, "presen"),
    "a backup of what cannot have one": ({"flags": PASSKEY_FLAGS & ~Flag.BE}, "back"),
}

every_lie_at_registration = pytest.mark.parametrize(
    ("lie", "words"), LIES_AT_REGISTRATION.values(), ids=LIES_AT_REGISTRATION.keys()
)


@every_attestation
@every_lie_at_registration
def test_a_registration_that_lies_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, lie: dict[str, Any], words: str, attestation: str
) -> None:
    passkey = make_passkey()
    body = passkey.register(replace(app.creation(), **lie), attestation)
    assert_unauthorized(app.register(body), words)
    assert_unauthorized(app.sign_in(passkey), "registered")


def test_a_refused_registration_changes_nothing(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey()
    app.enroll(passkey, account.token)
    thief = replace(passkey, key=P256Key("somebody else"))
    lie = replace(app.creation(account.token), origin="https://evil.example")
    assert_unauthorized(app.register(thief.register(lie), account.token), "origin")
    assert_unauthorized(app.sign_in(thief), "signature")
    assert_signs_in(app.sign_in(passkey), account.id)


@every_algorithm
def test_a_self_attestation_of_another_key_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey
) -> None:
    passkey = make_passkey(kind)
    body = passkey.register(app.creation(), "packed")
    attested = body.response.attestation_object
    signature = kind("somebody else").sign(attested.auth_data + body.response.client_data.hash)
    forged = AttestationObject.create("packed", attested.auth_data, {**attested.att_stmt, "sig": signature})
    assert_unauthorized(app.register(with_attestation(body, forged)), "attestation")
    assert_unauthorized(app.sign_in(passkey), "registered")


def test_a_self_attestation_of_another_algorithm_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey
) -> None:
    body = make_passkey().register(app.creation(), "packed")
    attested = body.response.attestation_object
    forged = AttestationObject.create("packed", attested.auth_data, {**attested.att_stmt, "alg": -8})
    assert_unauthorized(app.register(with_attestation(body, forged)), "attestation.*alg|EdDSA")


def test_client_data_altered_under_a_self_attestation_are_refused(
    app: PasskeyApp, make_passkey: MakePasskey
) -> None:
    body = as_json(make_passkey().register(app.creation(), "packed"))
    body["response"]["clientDataJSON"] = padded_json(body["response"]["clientDataJSON"])
    assert_unauthorized(app.register(body), "attestation")


def test_no_attestation_has_no_statement(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    body = make_passkey().register(app.creation())
    forged = AttestationObject.create("none", body.response.attestation_object.auth_data, {"sig": b"0"})
    assert_unauthorized(app.register(with_attestation(body, forged)), "attestation")


def test_authenticator_data_without_a_credential_are_refused(
    app: PasskeyApp, make_passkey: MakePasskey
) -> None:
    ceremony = app.creation()
    body = make_passkey().register(ceremony)
    bare = AttestationObject.create("none", ceremony.authenticator_data(0), {})
    assert_unauthorized(app.register(with_attestation(body, bare)), "credential")


def test_another_raw_id_than_the_attested_one_is_refused(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    body = as_json(make_passkey().register(app.creation()))
    body["id"] = body["rawId"] = websafe_encode(b"another credential")
    assert_unauthorized(app.register(body), "rawId")


@pytest.mark.parametrize("dropped", [1, 20, 100])
def test_a_truncated_attestation_object_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, dropped: int
) -> None:
    body = as_json(make_passkey().register(app.creation()))
    attestation = websafe_decode(body["response"]["attestationObject"])
    body["response"]["attestationObject"] = websafe_encode(attestation[:-dropped])
    answer = app.register(body)
    assert answer.status in (400, 401), answer
    assert "attestation object" in answer.json()["error"]["message"]


def with_attestation(body: Any, forged: AttestationObject) -> dict[str, Any]:
    """The registration with another attestation object."""
    changed = as_json(body)
    changed["response"]["attestationObject"] = websafe_encode(forged)
    return changed


def padded_json(encoded: str) -> str:
    """Client data that mean the same, in other bytes."""
    return websafe_encode(websafe_decode(encoded)[:-1] + b" }")


# Sign-ins that lie

LIES_AT_SIGN_IN = {**LIES_AT_REGISTRATION, "type": ({"type": "webauthn.create"}, "type")}


@pytest.mark.parametrize(("lie", "words"), LIES_AT_SIGN_IN.values(), ids=LIES_AT_SIGN_IN.keys())
@every_algorithm
def test_a_sign_in_that_lies_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey, lie: dict[str, Any], words: str
) -> None:
    passkey = make_passkey(kind)
    app.enroll(passkey)
    assert_unauthorized(app.authenticate(passkey.sign_in(replace(app.request(), **lie))), words)
    assert_signs_in(app.sign_in(passkey))


def flip(position: int) -> Callable[[str], str]:
    """Alters one bit of one byte."""

    def altered(encoded: str) -> str:
        decoded = bytearray(websafe_decode(encoded))
        decoded[position] ^= 1
        return websafe_encode(bytes(decoded))

    return altered


ALTERATIONS = {
    "the hash of the relying party": ("authenticatorData", flip(0), "rp id"),
    "the user presence flag": ("authenticatorData", flip(32), "presen"),
    "the counter": ("authenticatorData", flip(36), "signature"),
    "a space in the client data": ("clientDataJSON", padded_json, "signature"),
    "a bit of the signature": ("signature", flip(-1), "signature"),
    "the first byte of the signature": ("signature", flip(0), "signature"),
    "the end of the signature": (
        "signature",
        lambda text: websafe_encode(websafe_decode(text)[:-1]),
        "signature",
    ),
    "the signature of nothing": ("signature", lambda text: websafe_encode(bytes(64)), "signature"),
}


@pytest.mark.parametrize(("field", "alter", "words"), ALTERATIONS.values(), ids=ALTERATIONS.keys())
@every_algorithm
def test_an_altered_sign_in_is_refused(
    app: PasskeyApp,
    make_passkey: MakePasskey,
    kind: MakeKey,
    field: str,
    alter: Callable[[str], str],
    words: str,
) -> None:
    passkey = make_passkey(kind)
    app.enroll(passkey)
    body = as_json(passkey.sign_in(app.request()))
    body["response"][field] = alter(body["response"][field])
    assert_unauthorized(app.authenticate(body), words)
    assert_signs_in(app.sign_in(passkey))


@every_algorithm
def test_the_signature_of_another_key_is_refused(
    app: PasskeyApp, make_passkey: MakePasskey, kind: MakeKey
) -> None:
    passkey = make_passkey(kind)
    app.enroll(passkey)
    assert_unauthorized(app.sign_in(replace(passkey, key=kind("somebody else"))), "signature")


def test_a_signature_over_other_client_data_is_refused(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    one, other = (as_json(passkey.sign_in(app.request())) for _ in range(2))
    one["response"]["signature"] = other["response"]["signature"]
    assert_unauthorized(app.authenticate(one), "signature")


def test_the_passkey_of_somebody_else_is_refused(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    mine, yours = make_passkey(name="mine"), make_passkey(name="yours")
    for passkey in (mine, yours):
        app.enroll(passkey)
    assert_unauthorized(app.sign_in(replace(mine, id=yours.id)), "signature")


def test_an_unknown_credential_is_refused(app: PasskeyApp, make_passkey: MakePasskey) -> None:
    assert_unauthorized(app.sign_in(make_passkey()), "registered")


def test_the_user_handle_of_another_account_is_refused(
    app: PasskeyApp, account: Account, make_passkey: MakePasskey
) -> None:
    passkey = make_passkey()
    app.enroll(passkey, account.token)
    other = app.creation_options(documented_account(app.server).token).user.id
    assert_unauthorized(app.sign_in(replace(passkey, user_handle=other)), "user ?handle")
    assert_signs_in(app.sign_in(passkey), account.id)


REQUIRED = ["authenticatorData", "clientDataJSON", "signature"]


@pytest.mark.parametrize("broken", [None, "", "%%%", 7], ids=["absent", "empty", "not base64", "a number"])
@pytest.mark.parametrize("field", REQUIRED)
def test_a_broken_field_of_a_sign_in_is_named(
    app: PasskeyApp, make_passkey: MakePasskey, field: str, broken: Any
) -> None:
    passkey = make_passkey()
    app.enroll(passkey)
    body = as_json(passkey.sign_in(app.request()))
    body["response"] |= {field: broken}
    answer = app.authenticate(body)
    assert answer.status in (400, 401), answer
    message = answer.json()["error"]["message"].lower().replace(" ", "")
    assert field.removesuffix("JSON").lower() in message
