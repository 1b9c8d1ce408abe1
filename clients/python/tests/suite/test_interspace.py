"""Interspace, tests 7 to 11 of the suite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import requests

from mock_api_testing import World


@dataclass(frozen=True)
class Profile:
    id: str
    username: str
    display_name: str

    @classmethod
    def read(cls, json: dict[str, Any]) -> Profile:
        return cls(json["id"], json["username"], json["displayName"])


class Interspace:
    """The networking code of an app for Interspace."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._session = requests.Session()
        self.refresh_token = ""

    def use_token(self, token: str) -> None:
        self._session.headers["Authorization"] = f"Bearer {token}"

    def sign_in(self, email: str = "account@example.com", password: str = "secure_password") -> None:
        self._take(self._call("POST", "/auth/login", {"email": email, "password": password}))

    def refresh(self) -> str:
        return self._take(self._call("POST", "/auth/refresh", {"refreshToken": self.refresh_token}))

    def profiles(self) -> list[Profile]:
        return [Profile.read(one) for one in self._call("GET", "/profiles")["profiles"]]

    def create_profile(self, username: str, display_name: str, **further: str) -> Profile:
        body = {"username": username, "displayName": display_name, **further}
        return Profile.read(self._call("POST", "/profiles", body))

    def delete_profile(self, profile: Profile) -> None:
        self._call("DELETE", f"/profiles/{profile.id}")

    def close(self) -> None:
        self._session.close()

    def _take(self, response: dict[str, str]) -> str:
        self.use_token(response["accessToken"])
        self.refresh_token = response["refreshToken"]
        return response["accessToken"]

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        response = self._session.request(method, self._base_url + path, json=body, timeout=10)
        response.raise_for_status()
        return response.json() if response.content else None


@pytest.fixture
def app(mock_world: World) -> Iterator[Interspace]:
    app = Interspace(mock_world.url("interspace"))
    yield app
    app.close()


def test_lists_profiles_after_sign_in(app: Interspace) -> None:
    app.sign_in()
    assert [one.username for one in app.profiles()][:1] == ["johndoe"]


@pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
def test_refresh_gives_a_new_access_token(app: Interspace, mock_world: World) -> None:
    app.sign_in()
    mock_world.clock.advance("PT1H")
    with pytest.raises(requests.HTTPError, match="401"):
        app.profiles()
    token = app.refresh()
    assert mock_world.tokens.inspect(token).valid
    assert app.profiles()


def test_profile_comes_and_goes(app: Interspace) -> None:
    app.sign_in()
    profile = app.create_profile("maker", "The Maker")
    assert profile in app.profiles()
    app.delete_profile(profile)
    assert profile not in app.profiles()


def test_minted_token_needs_no_sign_in(app: Interspace, mock_world: World) -> None:
    app.use_token(mock_world.tokens.mint("interspace", "account_1").token)
    assert len(app.profiles()) == 3
    mock_world.requests.verify(path="/api/v1/auth/login", exactly=0)


def test_undocumented_field_is_a_deviation(app: Interspace, mock_world: World) -> None:
    app.sign_in()
    app.create_profile("maker", "The Maker", biography="Builds small things")
    mock_world.requests.wait(has_deviations=True)
    [request] = mock_world.requests.list(has_deviations=True)
    assert request.operation_id == "createProfile"
    assert any("biography" in deviation.location for deviation in request.deviations)
