"""An API is added to the configuration file of a running server, and removed from it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mock_server import MockServer, launch, until

SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a configuration file, and two documents."""
    folder = Path(shutil.copytree(SHOP, tmp_path / "project"))
    text = (folder / "openapi.yaml").read_text()
    (folder / "market.yaml").write_text(text.replace("cornershop", "market").replace("/v1", "/market/v7"))
    (folder / "mock-api.yaml").write_text("rate-limit: off\napi:\n  - shop=openapi.yaml\n")
    return folder


@pytest.fixture
def server(binary: Path, project: Path, tmp_path: Path) -> Iterator[MockServer]:
    """A server that watches the file."""
    options = ["--port", "0", "--watch", "--config", str(project / "mock-api.yaml")]
    running = launch(binary, tmp_path / "server", options, {"MOCK_API_CHECK_ANSWERS": "off"})
    yield running
    running.stop()


def status(server: MockServer, path: str) -> int:
    """The status of a GET."""
    return server.request("GET", path, token="any").status


def test_apis_come_and_go(server: MockServer, project: Path) -> None:
    file = project / "mock-api.yaml"
    assert status(server, "/v1/products") == 200
    assert status(server, "/market/v7/products") == 404
    made = server.request("POST", "/v1/products", body={"name": "Rye", "price": 3, "category": "bread"}, token="any").json()
    file.write_text("rate-limit: off\napi:\n  - shop=openapi.yaml\n  - market=market.yaml\n")
    until(lambda: status(server, "/market/v7/products") == 200, server)
    assert server.request("GET", "/openapi/market.json").status == 200
    assert server.request("GET", f"/v1/products/{made['id']}", token="any").json() == made
    created = server.request(
        "POST", "/market/v7/products", body={"name": "Rye", "price": 3, "category": "bread"}, token="any")  # fmt: skip
    assert created.status == 201
    # A document that cannot be used leaves all as it is.
    file.write_text("rate-limit: off\napi:\n  - shop=openapi.yaml\n  - other=nowhere.yaml\n")
    until(lambda: "not applied; nothing changed" in server.stderr, server)
    assert status(server, "/market/v7/products") == 200
    file.write_text("rate-limit: off\napi:\n  - market=market.yaml\n")
    until(lambda: status(server, "/shop/products") == 404, server)
    assert status(server, "/market/v7/products") == 200
    assert server.request("GET", f"/market/v7/products/{created.json()['id']}", token="any").json()["name"] == "Rye"
