"""A passkey in software: keys of this process, frames of python-fido2.

What it is told about a ceremony it signs, true or not, so that tests can lie about one thing at a time under
a signature that is right.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fido2 import cbor
from fido2.client import DefaultClientDataCollector
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.rpid import verify_rp_id
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    RegistrationResponse,
)

Flag = AuthenticatorData.FLAG
# What a synchronized passkey says: somebody was there and was verified, and there is a backup.
PASSKEY_FLAGS = Flag.UP | Flag.UV | Flag.BE | Flag.BS
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
ANDROID_SCHEME = "android:apk-key-hash:"


class PrivateKey(Protocol):
    """The key of a credential."""

    @property
    def cose(self) -> CoseKey:
        """The public key as authenticators write it."""

    @property
    def spki(self) -> bytes:
        """The public key as platforms write it: DER SubjectPublicKeyInfo."""

    @property
    def pem(self) -> str:
        """The same as text."""

    def sign(self, message: bytes) -> bytes:
        """Signs as authenticators do."""


class P256Key:
    """A key for ES256, the same one for the same seed."""

    def __init__(self, seed: str) -> None:
        secret = int.from_bytes(hashlib.sha256(f"P-256 {seed}".encode()).digest(), "big")
        self._key = ec.derive_private_key(secret % (P256_ORDER - 1) + 1, ec.SECP256R1())

    @property
    def cose(self) -> CoseKey:
        return ES256.from_cryptography_key(self._key.public_key())

    @property
    def spki(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    @property
    def pem(self) -> str:
        return self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    @property
    def point(self) -> bytes:
        """The public key in X9.63: 04, x and y."""
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def compressed_point(self) -> bytes:
        """The public key in X9.63: 02 or 03, and x."""
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)

    def sign(self, message: bytes) -> bytes:
        """A signature in DER."""
        return self._key.sign(message, ec.ECDSA(hashes.SHA256()))

    def sign_raw(self, message: bytes) -> bytes:
        """A signature as r and s, 32 bytes each."""
        r, s = decode_dss_signature(self.sign(message))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


class Ed25519Key:
    """A key for EdDSA, the same one for the same seed."""

    def __init__(self, seed: str) -> None:
        secret = hashlib.sha256(f"Ed25519 {seed}".encode()).digest()
        self._key = ed25519.Ed25519PrivateKey.from_private_bytes(secret)

    @property
    def cose(self) -> CoseKey:
        return EdDSA.from_cryptography_key(self._key.public_key())

    @property
    def spki(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    @property
    def pem(self) -> str:
        return self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    @property
    def raw(self) -> bytes:
        """The public key's 32 bytes."""
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, message: bytes) -> bytes:
        """A signature of 64 bytes."""
        return self._key.sign(message)


class RSAKey:
    """A key for RS256, another one each time."""

    def __init__(self, _seed: str) -> None:
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    @property
    def cose(self) -> CoseKey:
        return RS256.from_cryptography_key(self._key.public_key())

    @property
    def spki(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    @property
    def pem(self) -> str:
        return self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    def sign(self, message: bytes) -> bytes:
        """A signature as long as the key."""
        return self._key.sign(message, padding.PKCS1v15(), hashes.SHA256())


Options = PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions


@dataclass(frozen=True, kw_only=True)
class Ceremony:
    """What client and authenticator say of a ceremony; `dataclasses.replace` makes it a lie."""

    type: str
    challenge: bytes
    origin: str
    rp_id: str
    cross_origin: bool = False
    flags: Flag = PASSKEY_FLAGS

    @classmethod
    def of(cls, options: Options, origin: str) -> Ceremony:
        """What an honest client says, which refuses options whose relying party is not the origin's."""
        collector = DefaultClientDataCollector(origin, verify=_is_usable)
        client_data, rp_id = collector.collect_client_data(options)
        return cls(
            type=client_data.type, challenge=client_data.challenge, origin=client_data.origin, rp_id=rp_id
        )

    @property
    def client_data(self) -> CollectedClientData:
        """The client data, byte for byte as they are signed."""
        return CollectedClientData.create(self.type, self.challenge, self.origin, self.cross_origin)

    def authenticator_data(self, count: int, credential: bytes = b"") -> AuthenticatorData:
        """The authenticator data; a credential goes with the flag that announces it."""
        rp_id_hash = hashlib.sha256(self.rp_id.encode()).digest()
        flags = self.flags | Flag.AT if credential else self.flags
        return AuthenticatorData.create(rp_id_hash, flags, count, credential)


def _is_usable(rp_id: str, origin: str) -> bool:
    """Whether a relying party's id may be used: an Android app answers for that itself."""
    return origin.startswith(ANDROID_SCHEME) or verify_rp_id(rp_id, origin)


@dataclass
class Passkey:
    """A credential of an authenticator. A synchronized one does not count: its counter stays at 0."""

    key: PrivateKey
    id: bytes
    counts: bool = False
    counter: int = 0
    user_handle: bytes | None = None

    def register(self, ceremony: Ceremony, attestation: str = "none") -> RegistrationResponse:
        """Attests to the key: not at all, or (`packed`) with the key itself."""
        credential = AttestedCredentialData.create(Aaguid.NONE, self.id, self.key.cose)
        data = ceremony.authenticator_data(self._count(), credential)
        statement: dict[str, object] = {}
        if attestation == "packed":
            signature = self.key.sign(data + ceremony.client_data.hash)
            statement = {"alg": self.key.cose.ALGORITHM, "sig": signature}
        attested = AttestationObject.create(attestation, data, statement)
        response = AuthenticatorAttestationResponse(
            client_data=ceremony.client_data, attestation_object=attested
        )
        return RegistrationResponse(raw_id=self.id, response=response)

    def sign_in(self, ceremony: Ceremony) -> AuthenticationResponse:
        """Signs an assertion."""
        data = ceremony.authenticator_data(self._count())
        response = AuthenticatorAssertionResponse(
            client_data=ceremony.client_data,
            authenticator_data=data,
            signature=self.key.sign(data + ceremony.client_data.hash),
            user_handle=self.user_handle,
        )
        return AuthenticationResponse(raw_id=self.id, response=response)

    def _count(self) -> int:
        if self.counts:
            self.counter += 1
        return self.counter


def cose_bytes(key: PrivateKey) -> bytes:
    """The public key as the bytes of a COSE_Key."""
    return cbor.encode(key.cose)
