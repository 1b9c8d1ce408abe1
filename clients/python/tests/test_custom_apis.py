"""Servers with custom APIs: options of the marker, of the fixture and of `MockServer`, and signing in."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import requests
from kit_server import PYTEST_OPTIONS, started

from mock_api_testing import CallRefusedError, MockServer, ServerEndedError, ServerTooOldError, World

EXAMPLES = Path(__file__).resolve().parents[3] / "Seeds" / "examples"
POTLUCK = {"potluck": EXAMPLES / "potluck" / "openapi.yaml"}
SHOP = """
openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /products:
    get:
      responses:
        '200':
          description: The products.
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Product'}}
components:
  schemas:
    Product:
      type: object
      properties: {id: {type: integer}, name: {type: string}}
"""


@pytest.fixture(scope="module")
def potluck() -> MockServer:
    return MockServer.shared("", apis=POTLUCK, accounts="strict")


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    Path(pytester.path, "api").mkdir()
    Path(pytester.path, "api/openapi.yaml").write_text(SHOP)
    Path(pytester.path, "api/products.json").write_text('[{"id": 1, "name": "Cup"}]')
    # The app's own configuration, which must not reach the kit's server.
    Path(pytester.path, "mock-api.yaml").write_text("admin-token: secret\ndata-dir: app-data\n")
    pytester.makepyfile(source)
    return pytester.runpytest_subprocess("-q", *PYTEST_OPTIONS, "--strict-markers", *options)


def test_marker_and_fixture_serve_custom_apis(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCK_API_URL", raising=False)
    monkeypatch.setenv("MOCK_API_DATA_DIR", str(pytester.path / "app-data"))
    pytester.makeconftest(
        """
        import pytest

        @pytest.fixture(scope="session")
        def mock_api_options():
            return {"apis": {"shop": "api/openapi.yaml"}}
        """
    )
    result = run(
        pytester,
        """
        import pytest, requests

        def names(world):
            return [one["name"] for one in requests.get(world.url("shop") + "/products", timeout=10).json()]

        def test_fixture(mock_world):
            assert names(mock_world)

        @pytest.mark.mock_api(data={"shop": "api"})
        def test_marker_adds_to_it(mock_world):
            assert names(mock_world) == ["Cup"]

        @pytest.mark.mock_api(apis={"store": ["api/openapi.yaml"]}, accounts="strict", arguments=["--dataset", "empty"])
        @pytest.mark.mock_api(frozen_at="2026-06-01T08:00:00Z")
        def test_other_server(mock_world):
            assert requests.get(mock_world.url("store") + "/products", timeout=10).json() == []
            with pytest.raises(KeyError, match="store, agrobridge"):
                mock_world.url("shop")
        """,
    )
    result.assert_outcomes(passed=3)
    assert not (pytester.path / "app-data").exists()


def test_wrong_options_are_told(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.mock_api(apis={"shop": "nowhere.yaml"})
        def test_file(mock_world): pass

        @pytest.mark.mock_api(api={"shop": "api/openapi.yaml"})
        def test_name(mock_world): pass
        """,
    )
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(
        [
            "*apis?'shop'?: there is no */nowhere.yaml*",
            "*the marker mock_api: *unexpected keyword argument 'api'*",
        ]
    )


def test_server_of_the_url_is_used_if_it_has_the_apis(potluck: MockServer) -> None:
    assert MockServer.shared(potluck.url, apis=POTLUCK).url == potluck.url
    assert MockServer.shared(potluck.url).url == potluck.url
    other = MockServer.shared(potluck.url, apis={"other": POTLUCK["potluck"]})
    assert other.url != potluck.url and "other" in other.apis
    other.close()


@pytest.mark.parametrize(
    ("api", "account", "signed_in", "path"),
    [
        ("agrobridge", None, "user_123", "/lotes"),
        ("agrobridge", "comprador@example.com", "user_124", "/lotes"),
        ("interspace", None, "account_1", "/profiles"),
        ("invernaderos", None, "admin@example.com", "/sensors/latest"),
        ("potluck", None, "1", "/me"),
        ("potluck", "amelia.jensen@example.com", "2", "/me"),
    ],
)
def test_sign_in(potluck: MockServer, api: str, account: str | None, signed_in: str, path: str) -> None:
    with potluck.worlds.make("signing in") as world:
        session = world.sign_in(api, account=account)
        assert (session.api, session.account) == (api, signed_in)
        assert session.headers == {"Authorization": f"Bearer {session.token}"}
        response = requests.get(world.url(api) + path, headers=session.headers, timeout=10)
        assert response.status_code == 200
        if path == "/me":
            assert str(response.json()["id"]) == signed_in
        [entry] = world.requests.verify()
        assert entry.account == signed_in
        world.requests.verify_no_other()


def test_sign_in_is_refused(potluck: MockServer) -> None:
    with potluck.worlds.make("refused") as world:
        for api in ("potluck", "agrobridge"):
            with pytest.raises(CallRefusedError, match=f"signIn .* {api} has no account with this id"):
                world.sign_in(api, account="nobody@example.com")
        with pytest.raises(CallRefusedError, match="api must be one of"):
            world.sign_in("newsapi")


def test_server_that_died_is_told_and_started_again() -> None:
    with started() as server:
        world = server.worlds.make("dies")
        assert server._process is not None
        os.kill(server._process.pid, signal.SIGKILL)
        with pytest.raises(ServerEndedError, match=r"(?s)ended \(signal SIGKILL\); its last lines:.*Listening on"):
            world.clock.get()
        with server.worlds.make("lives") as another:
            assert another.clock.get().rate == 1
        with pytest.raises(ServerEndedError, match="SIGKILL"):
            world.close()


def test_program_that_is_too_old_is_told(tmp_path: Path) -> None:
    program = tmp_path / "mock-api"
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo 0.1.3; exit 0; }\nexit 2\n')
    program.chmod(0o755)
    with pytest.raises(ServerTooOldError, match=r"0\.1\.3, and this kit needs"):
        MockServer.start(str(program))


def test_paths_are_those_of_the_app(mock_world: World) -> None:
    requests.get(f"{mock_world.base_url}/posts/1?_embed=comments", timeout=10)
    [entry] = mock_world.requests.wait(path="/posts/1")
    assert (entry.path, entry.query) == ("/posts/1", "_embed=comments")
    texts = [repr(entry), mock_world.report(), str(mock_world.requests.har()), str(mock_world.sockets.list())]
    with mock_world.requests.follow(timeout="10s") as events:
        requests.get(f"{mock_world.base_url}/posts/2", timeout=10)
        texts.append(repr(next(events)))
    assert not [text for text in texts if "/_w/" in text]
    assert mock_world.info().base_path == f"/_w/{mock_world.id}"
