"""Interspace's avatars and icons: addresses at the server itself, by the name that it was asked by, with pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from interspace_client import BASE, EMAIL, PASSWORD
from mock_server import MockServer, Response
from png_file import parse_png

HOSTS = ["localhost:{port}", "10.0.2.2:{port}", "api.interspace.test"]
PROFILE = f"{BASE}/profiles/profile_1"


def addresses(value: Any, name: str) -> Iterator[str]:
    """The members of a name, however deep they stand."""
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from addresses(part, name)
    if isinstance(value, dict) and name in value:
        yield value[name]


class Visitor:
    """Somebody who is signed in and says one host all the time."""

    def __init__(self, server: MockServer, host: str | None) -> None:
        self.server = server
        host = host and host.format(port=server.port)
        self.origin = f"http://{host}" if host else server.base_url
        self._headers = {"Host": host} if host else {}
        self.login = self.ask("POST", f"{BASE}/auth/login", {"email": EMAIL, "password": PASSWORD})
        self._headers["Authorization"] = f"Bearer {self.login.json()['accessToken']}"

    def ask(self, method: str, path: str, body: Any = None) -> Response:
        answer = self.server.request(method, path, body=body, headers=self._headers)
        assert answer.status == 200, answer
        return answer

    def assert_picture(self, address: str) -> None:
        assert address.startswith(f"{self.origin}/"), address
        answer = self.ask("GET", address.removeprefix(self.origin))
        assert answer.headers["content-type"] == "image/png" and parse_png(answer.body).size == (256, 256)


ANSWERS: list[tuple[str, str, Callable[[Visitor], Response]]] = [
    ("the login's account", "avatar", lambda visitor: visitor.login),
    ("the user", "avatar", lambda visitor: visitor.ask("GET", f"{BASE}/users/me")),
    ("the profiles", "avatar", lambda visitor: visitor.ask("GET", f"{BASE}/profiles")),
    ("a profile", "avatar", lambda visitor: visitor.ask("GET", PROFILE)),
    ("a changed profile", "avatar", lambda visitor: visitor.ask("PATCH", PROFILE, {"bio": "Likes maps"})),
    ("the apps", "icon", lambda visitor: visitor.ask("GET", f"{PROFILE}/apps")),
]


@pytest.mark.parametrize(("member", "ask"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
@pytest.mark.parametrize("host", [None, *HOSTS])
def test_pictures(start: Callable[..., MockServer], host: str | None, member: str, ask: Callable[..., Response]) -> None:
    visitor = Visitor(start("--rate-limit", "off"), host)
    found = list(addresses(ask(visitor).json(), member))
    assert found
    for address in found:
        visitor.assert_picture(address)


def test_each_host_gets_its_own_addresses(start: Callable[..., MockServer]) -> None:
    """What one client was answered must not be kept for another that says another host."""
    server = start("--rate-limit", "off")
    visitors = [Visitor(server, host) for host in (*HOSTS, None, *HOSTS)]
    for path, member in [(f"{BASE}/users/me", "avatar"), (f"{BASE}/profiles", "avatar"), (f"{PROFILE}/apps", "icon")]:
        for visitor in visitors:
            found = list(addresses(visitor.ask("GET", path).json(), member))
            assert found and all(address.startswith(f"{visitor.origin}/media/") for address in found)


def test_a_change_by_one_host_is_seen_by_another(start: Callable[..., MockServer]) -> None:
    """An avatar that a client sends back as it got it is not tied to that client's host."""
    server = start("--rate-limit", "off")
    one, other = Visitor(server, HOSTS[0]), Visitor(server, HOSTS[1])
    avatar = one.ask("GET", PROFILE).json()["avatar"]
    assert one.ask("PATCH", PROFILE, {"avatar": avatar}).json()["avatar"] == avatar
    other.assert_picture(other.ask("GET", PROFILE).json()["avatar"])


@pytest.mark.parametrize("dataset", ["demo", "minimal"])
def test_no_address_is_left_as_it_is_stored(start: Callable[..., MockServer], dataset: str) -> None:
    visitor = Visitor(start("--rate-limit", "off", "--dataset", dataset), None)
    for path in (f"{BASE}/users/me", f"{BASE}/profiles", PROFILE, f"{PROFILE}/apps"):
        assert b"media:" not in visitor.ask("GET", path).body
    assert b"media:" not in visitor.login.body
