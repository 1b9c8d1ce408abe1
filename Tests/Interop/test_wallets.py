"""Wallets that sign: `personal_sign` (EIP-191) by eth-account against `/wallets/connect`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from interspace_client import BASE, Account, assert_refused, new_account, verified
from mock_server import MockServer, Response

# Loaded where it is used: it takes a second, which every process that collects tests would spend.
if TYPE_CHECKING:
    from eth_account.signers.local import LocalAccount

Spell = Callable[[str], str]

# The order of secp256k1: the largest private key is one less.
CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

KEYS = {
    "the smallest": 1,
    "the largest": CURVE_ORDER - 1,
    "any": int.from_bytes(hashlib.sha256(b"a wallet").digest(), "big"),
    "another": int.from_bytes(hashlib.sha256(b"another wallet").digest(), "big"),
}

MESSAGES = {
    "ASCII": "Sign in to Interspace",
    "Unicode": "Connexion à Interspace – ¡hola! 你好 🦊👩‍👩‍👧‍👦",
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "a full stop": ".",
    "a zero": "0",
    "a zero width space": "\u200b",
    "spaces around": "  Interspace \t",
    "newlines": "one\ntwo\r\nthree\rfour\u2028five\n\n",
    "control characters": "a\x01b\x1f\x7f",
    "like hexadecimal": "0x68656c6c6f",
    "like the prefix": "\x19Ethereum Signed Message:\n5hello",
    "JSON": '{"nonce":"8f2c\\u00e9","path":"\\\\"}',
    "9 bytes": "n" * 9,
    "10 bytes": "n" * 10,
    "99 bytes": "n" * 99,
    "100 bytes": "n" * 100,
    "long": "Interspace " * 909,
    "long Unicode": "é" * 10_000,
    "EIP-4361": "interspace.fi wants you to sign in with your Ethereum account:\n"
    "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf\n\nSign in.\n\nURI: https://interspace.fi/login\n"
    "Version: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2026-01-01T00:00:00Z",
}

SPELLINGS: dict[str, Spell] = {
    "checksum": str,
    "lower case": str.lower,
    "upper case": lambda address: "0x" + address[2:].upper(),
}


def wallet(key: int) -> LocalAccount:
    """The wallet of a private key."""
    from eth_account import Account as Ethereum

    return Ethereum.from_key(key.to_bytes(32, "big"))


def signature(signer: LocalAccount, message: str) -> str:
    """What a wallet answers to `personal_sign`."""
    from eth_account.messages import encode_defunct

    return signer.sign_message(encode_defunct(text=message)).signature.to_0x_hex()


def connect(server: MockServer, token: str, address: str, signed: str, message: str) -> Response:
    """Connects a wallet as documented."""
    body = {"address": address, "signature": signed, "message": message, "walletType": "metamask"}
    return server.request("POST", f"{BASE}/wallets/connect", body=body, token=token)


def wallets(server: MockServer, token: str) -> list[str]:
    """The addresses of an account's wallets, in small letters."""
    answer = server.request("GET", f"{BASE}/wallets", token=token)
    assert answer.status == 200, answer
    return [wallet["address"].lower() for wallet in answer.json()["wallets"]]


def assert_signature_refused(answer: Response) -> None:
    """Asserts that the signature is what is wrong."""
    details = assert_refused(answer, 400, "VALIDATION_ERROR", "sign")
    assert details["field"] == "signature"


# Signatures that are right


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES.keys())
def test_a_signed_message_is_verified(server: MockServer, account: Account, message: str) -> None:
    signer = wallet(KEYS["any"])
    answer = connect(server, account.token, signer.address, signature(signer, message), message)
    assert answer.status == 201, answer
    assert verified(answer) == "true"


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS.keys())
@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_an_address_counts_in_any_case(server: MockServer, account: Account, key: int, spell: Spell) -> None:
    signer = wallet(key)
    signed = signature(signer, "Sign in")
    answer = connect(server, account.token, spell(signer.address), signed, "Sign in")
    assert answer.status == 201, answer
    assert verified(answer) == "true"
    assert answer.json()["address"].lower() == signer.address.lower()
    assert wallets(server, account.token) == [signer.address.lower()]


@pytest.mark.parametrize("again", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_the_same_wallet_again_is_not_a_new_one(server: MockServer, account: Account, again: Spell) -> None:
    signer = wallet(KEYS["any"])
    first = connect(server, account.token, signer.address, signature(signer, "one"), "one")
    second = connect(server, account.token, again(signer.address), signature(signer, "two"), "two")
    assert (first.status, second.status) == (201, 200)
    assert verified(second) == "true"
    assert second.json()["id"] == first.json()["id"]
    assert wallets(server, account.token) == [signer.address.lower()]


def test_wallets_of_several_keys_are_several(server: MockServer, account: Account) -> None:
    signers = [wallet(key) for key in KEYS.values()]
    for signer in signers:
        assert connect(server, account.token, signer.address, signature(signer, "Hi"), "Hi").status == 201
    assert sorted(wallets(server, account.token)) == sorted(signer.address.lower() for signer in signers)


def test_two_accounts_may_connect_the_same_wallet(server: MockServer, account: Account) -> None:
    signer = wallet(KEYS["any"])
    other = new_account(server, f"{account.id}'s neighbour")
    for token in (account.token, other.token):
        assert connect(server, token, signer.address, signature(signer, "Hi"), "Hi").status == 201


def test_a_signature_without_0x_is_verified(server: MockServer, account: Account) -> None:
    signer = wallet(KEYS["any"])
    signed = signature(signer, "Hi").removeprefix("0x")
    assert verified(connect(server, account.token, signer.address, signed, "Hi")) == "true"


@pytest.mark.parametrize("message", ["Hi", "Hello", "Good morning", "Good night"])
def test_v_may_be_0_or_1(server: MockServer, account: Account, message: str) -> None:
    signer = wallet(KEYS["any"])
    signed = bytes.fromhex(signature(signer, message)[2:])
    ledger = "0x" + (signed[:64] + bytes([signed[64] - 27])).hex()
    assert verified(connect(server, account.token, signer.address, ledger, message)) == "true"


# Signatures that are wrong


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES.keys())
def test_the_signature_of_another_key_is_refused(server: MockServer, account: Account, message: str) -> None:
    signer, other = wallet(KEYS["any"]), wallet(KEYS["another"])
    answer = connect(server, account.token, signer.address, signature(other, message), message)
    assert_signature_refused(answer)
    assert wallets(server, account.token) == []


ALTERED = {
    "a letter": ("Send 10 ETH", "Send 90 ETH"),
    "the case": ("sign in", "Sign in"),
    "a newline at the end": ("sign in", "sign in\n"),
    "CR LF for LF": ("one\ntwo", "one\r\ntwo"),
    "a space less": ("sign in ", "sign in"),
    "composed for decomposed": ("cafe\u0301", "caf\u00e9"),
    "a zero width space more": ("sign in", "sign in\u200b"),
    "the hexadecimal of it": ("hello", "0x68656c6c6f"),
}


@pytest.mark.parametrize(("signed", "sent"), ALTERED.values(), ids=ALTERED.keys())
def test_an_altered_message_is_refused(server: MockServer, account: Account, signed: str, sent: str) -> None:
    signer = wallet(KEYS["any"])
    answer = connect(server, account.token, signer.address, signature(signer, signed), sent)
    assert_signature_refused(answer)
    assert wallets(server, account.token) == []


@pytest.mark.parametrize("byte", [0, 31, 32, 63])
def test_an_altered_signature_is_refused(server: MockServer, account: Account, byte: int) -> None:
    signer = wallet(KEYS["any"])
    altered = bytearray.fromhex(signature(signer, "Hi")[2:])
    altered[byte] ^= 1
    assert_signature_refused(connect(server, account.token, signer.address, "0x" + altered.hex(), "Hi"))


IMPOSSIBLE = {
    "r and s are zero": bytes(64) + b"\x1b",
    "r and s are too large": b"\xff" * 64 + b"\x1b",
    "v is 29": b"\x01" * 64 + b"\x1d",
    "v is 255": b"\x01" * 64 + b"\xff",
}


@pytest.mark.parametrize("signature", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_impossible_signature_is_refused(server: MockServer, account: Account, signature: bytes) -> None:
    answer = connect(server, account.token, wallet(KEYS["any"]).address, "0x" + signature.hex(), "Hi")
    assert_signature_refused(answer)


def test_the_other_v_is_refused(server: MockServer, account: Account) -> None:
    signer = wallet(KEYS["any"])
    signed = bytes.fromhex(signature(signer, "Hi")[2:])
    other = signed[:64] + bytes([27 + 28 - signed[64]])
    assert_signature_refused(connect(server, account.token, signer.address, "0x" + other.hex(), "Hi"))


def test_a_signature_over_typed_data_is_no_signature_over_a_message(
    server: MockServer, account: Account
) -> None:
    signer = wallet(KEYS["any"])
    types = {"Login": [{"name": "text", "type": "string"}]}
    signed = signer.sign_typed_data({"name": "Interspace"}, types, {"text": "Hi"}).signature.to_0x_hex()
    answer = connect(server, account.token, signer.address, signed, "Hi")
    assert_signature_refused(answer)


def test_a_connected_wallet_is_no_excuse_for_a_wrong_signature(server: MockServer, account: Account) -> None:
    signer, other = wallet(KEYS["any"]), wallet(KEYS["another"])
    assert connect(server, account.token, signer.address, signature(signer, "Hi"), "Hi").status == 201
    assert_signature_refused(connect(server, account.token, signer.address, signature(other, "Hi"), "Hi"))


# A wallet signs these too, but the server takes blank text for none and no U+0000 anywhere.
REFUSED_MESSAGES = {"none": "", "a space": " ", "a line feed": "\n", "U+0000": "sign\x00in"}


@pytest.mark.parametrize("message", REFUSED_MESSAGES.values(), ids=REFUSED_MESSAGES.keys())
def test_a_blank_or_broken_message_is_refused_by_name(
    server: MockServer, account: Account, message: str
) -> None:
    signer = wallet(KEYS["any"])
    answer = connect(server, account.token, signer.address, signature(signer, message), message)
    assert assert_refused(answer, 400, "VALIDATION_ERROR", "message")["field"] == "message"
    assert wallets(server, account.token) == []


# Signatures that other software would refuse


def with_high_s(signed: str) -> str:
    """The second spelling of a signature (EIP-2): n - s, and the other v."""
    signature = bytes.fromhex(signed[2:])
    s = CURVE_ORDER - int.from_bytes(signature[32:64], "big")
    return "0x" + (signature[:32] + s.to_bytes(32, "big") + bytes([27 + 28 - signature[64]])).hex()


def with_wrong_checksum(address: str) -> str:
    """The address with one of its letters in the other case (EIP-55)."""
    place = next(index for index, letter in enumerate(address[2:], 2) if letter.isalpha())
    return address[:place] + address[place].swapcase() + address[place + 1 :]


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_what_other_software_refuses_is_not_called_verified(
    server: MockServer, account: Account, key: int
) -> None:
    signer = wallet(key)
    signed = signature(signer, "Hi")
    answer = connect(server, account.token, with_wrong_checksum(signer.address), signed, "Hi")
    assert (answer.status, verified(answer)) == (201, "false"), answer
    answer = connect(server, account.token, signer.address, with_high_s(signed), "Hi")
    assert (answer.status, verified(answer)) == (200, "false"), answer
    answer = connect(server, account.token, signer.address, signed, "Hi")
    assert (answer.status, verified(answer)) == (200, "true"), answer


def test_a_strict_server_refuses_what_is_not_verified(start: Callable[..., MockServer]) -> None:
    server = start("--wallets", "strict", "--rate-limit", "off")
    account, signer = new_account(server, "strict"), wallet(KEYS["any"])
    signed = signature(signer, "Hi")
    attempts = [
        (with_wrong_checksum(signer.address), signed, "checksum"),
        (signer.address, with_high_s(signed), "s is above"),
        (signer.address, "signed_message", "65 bytes"),
        ("0x...", signed, "40 hexadecimal digits"),
    ]
    for address, sent, words in attempts:
        answer = connect(server, account.token, address, sent, "Hi")
        details = assert_refused(answer, 400, "VALIDATION_ERROR", words)
        assert details["field"] == "signature"
    assert wallets(server, account.token) == []
    assert verified(connect(server, account.token, signer.address, signed, "Hi")) == "true"


# Connecting again


def test_a_wallet_that_is_connected_again_has_the_chain_that_was_named(
    server: MockServer, account: Account
) -> None:
    signer = wallet(KEYS["any"])
    body = {
        "address": signer.address,
        "signature": signature(signer, "Hi"),
        "message": "Hi",
        "walletType": "metamask",
    }

    def again(**changes: str) -> tuple[int, str, str]:
        path = f"{BASE}/wallets/connect"
        answer = server.request("POST", path, body={**body, **changes}, token=account.token)
        [listed] = server.request("GET", f"{BASE}/wallets", token=account.token).json()["wallets"]
        assert listed == answer.json()
        return answer.status, listed["chain"], listed["type"]

    assert again() == (201, "ethereum", "metamask")
    assert again(chain="polygon") == (200, "polygon", "metamask")
    assert again(walletType="ledger") == (200, "polygon", "ledger")
    assert again(chain="base") == (200, "base", "metamask")
    assert again() == (200, "base", "metamask")


# What cannot be verified


def test_the_documented_placeholder_is_connected_unverified(server: MockServer, account: Account) -> None:
    answers = [
        connect(server, account.token, "0x...", "signed_message", "original_message") for _ in range(2)
    ]
    assert [answer.status for answer in answers] == [201, 200]
    assert [verified(answer) for answer in answers] == ["false", "false"]
    assert wallets(server, account.token) == ["0x..."]


def test_a_placeholder_beside_a_real_address_is_connected_unverified(
    server: MockServer, account: Account
) -> None:
    answer = connect(server, account.token, wallet(KEYS["any"]).address, "signed_message", "original_message")
    assert answer.status == 201, answer
    assert verified(answer) == "false"


def test_a_wallet_needs_an_account(server: MockServer) -> None:
    signer = wallet(KEYS["any"])
    answer = connect(server, "no-token", signer.address, signature(signer, "Hi"), "Hi")
    assert_refused(answer, 401, "UNAUTHORIZED")
