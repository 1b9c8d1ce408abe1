"""The files by which iOS and Android learn that an app belongs to this host."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from mock_server import MockServer, Response

Start = Callable[..., MockServer]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

APPLE = "/.well-known/apple-app-site-association"
ANDROID = "/.well-known/assetlinks.json"
APP_ID = "ABCDE12345.com.example.interspace"
PACKAGE = "com.example.interspace"


def fingerprint(certificate: bytes) -> str:
    """As Android's tools print it: 32 pairs of capital digits with colons between."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


def read(answer: Response) -> Any:
    """The JSON of a file, which both platforms want under this type and at once."""
    assert answer.status == 200, answer
    assert answer.headers["content-type"].partition(";")[0] == "application/json"
    return answer.json()


@pytest.mark.parametrize("path", [APPLE, ANDROID])
def test_without_options_there_is_nothing(start: Start, path: str) -> None:
    assert start().request("GET", path).status == 404


def test_ios_apps(start: Start) -> None:
    server = start("--app-id", APP_ID)
    association = read(server.request("GET", APPLE))
    assert association["webcredentials"] == {"apps": [APP_ID]}
    [details] = association["applinks"]["details"]
    assert details["appIDs"] == [APP_ID]
    assert all(isinstance(component, dict) for component in details["components"])
    assert server.request("GET", ANDROID).status == 404


def test_several_ios_apps(start: Start) -> None:
    apps = [APP_ID, "ABCDE12345.com.example.interspace.beta"]
    association = read(start("--app-id", ",".join(apps)).request("GET", APPLE))
    assert association["webcredentials"]["apps"] == apps


def test_android_apps(start: Start) -> None:
    server = start("--android-app", f"{PACKAGE}:{fingerprint(b'debug')}")
    [statement] = read(server.request("GET", ANDROID))
    assert statement["target"] == {
        "namespace": "android_app",
        "package_name": PACKAGE,
        "sha256_cert_fingerprints": [fingerprint(b"debug")],
    }
    # Passkeys need this one, links the other.
    assert "delegate_permission/common.get_login_creds" in statement["relation"]
    assert "delegate_permission/common.handle_all_urls" in statement["relation"]
    assert server.request("GET", APPLE).status == 404


def test_several_android_apps(start: Start) -> None:
    apps = [(PACKAGE, fingerprint(b"debug")), (f"{PACKAGE}.beta", fingerprint(b"release"))]
    option = ",".join(f"{package}:{digest}" for package, digest in apps)
    targets = [
        statement["target"] for statement in read(start("--android-app", option).request("GET", ANDROID))
    ]
    found = [(target["package_name"], *target["sha256_cert_fingerprints"]) for target in targets]
    assert found == apps


def test_a_fingerprint_in_small_letters_is_shown_in_capitals(start: Start) -> None:
    server = start("--android-app", f"{PACKAGE}:{fingerprint(b'debug').lower()}")
    [statement] = read(server.request("GET", ANDROID))
    assert statement["target"]["sha256_cert_fingerprints"] == [fingerprint(b"debug")]


def test_the_environment_names_apps(start: Start) -> None:
    variables = {"MOCK_API_APP_ID": APP_ID, "MOCK_API_ANDROID_APP": f"{PACKAGE}:{fingerprint(b'debug')}"}
    server = start(variables=variables)
    assert read(server.request("GET", APPLE))["webcredentials"]["apps"] == [APP_ID]
    assert read(server.request("GET", ANDROID))[0]["target"]["package_name"] == PACKAGE


@pytest.mark.parametrize("headers", [{}, {"Accept": "*/*", "User-Agent": "swcd (unknown version) CFNetwork"}])
def test_the_files_come_without_redirection_or_token(start: Start, headers: dict[str, str]) -> None:
    server = start("--app-id", APP_ID, "--android-app", f"{PACKAGE}:{fingerprint(b'debug')}")
    for path in (APPLE, ANDROID):
        read(server.request("GET", path, headers=headers))
        assert server.request("HEAD", path, headers=headers).status == 200


WRONG = {
    "no team": ("--app-id", "interspace"),
    "no fingerprint": ("--android-app", PACKAGE),
    "a short fingerprint": ("--android-app", f"{PACKAGE}:AB:CD"),
    "a fingerprint that is none": ("--android-app", f"{PACKAGE}:{'XY:' * 31}XY"),
    "no package": ("--android-app", f":{fingerprint(b'debug')}"),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_an_app_that_is_none_is_a_usage_error(run: Run, arguments: tuple[str, str]) -> None:
    done = run("serve", "--port", "0", *arguments)
    assert done.returncode == 2
    assert arguments[0] in done.stderr
