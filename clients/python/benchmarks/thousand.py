"""The tests of the benchmark: each in a world of its own, or on the default world with a reset before it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import requests

from mock_api_testing import MockServer, World


@pytest.fixture(scope="session")
def app() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


@pytest.fixture
def world(request: pytest.FixtureRequest, mock_server: MockServer) -> World:
    if os.environ.get("KIT_BENCH_SERIAL"):
        mock_server.default_world.reset()
        return mock_server.default_world
    made: World = request.getfixturevalue("mock_world")
    return made


@pytest.mark.parametrize("number", range(int(os.environ.get("KIT_BENCH_TESTS", "1000"))))
def test_lote_is_kept(world: World, app: requests.Session, number: int) -> None:
    url = world.url("agrobridge")
    account = {"email": "usuario@example.com", "password": "password123"}
    token = app.post(f"{url}/auth/login", json=account).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    record = {"nombre": f"Lote {number}", "ubicacion": "Zona Norte", "tipoCultivo": "Café", "areaHectareas": 10}
    lote = app.post(f"{url}/lotes", json=record, headers=headers).json()
    assert lote["id"] == "lote_165"
    assert app.get(f"{url}/lotes/{lote['id']}", headers=headers).json() == lote
    world.requests.verify(method="POST", path="/v1/lotes", body={"nombre": f"Lote {number}"}, exactly=1)
