"""Paths that name what they do: `/products/getAllProducts`, `/category/add`, `/order/findById/{id}`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import DOCUMENTS, Person, ids, serving


@pytest.fixture(scope="module")
def client(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who calls an API with such paths."""
    with serving(binary, tmp_path_factory.mktemp("verbs"), "verbs", DOCUMENTS / "verb_names.yaml") as server:
        yield Person(server, "/verbs")


def test_names_that_repeat_the_collection(client: Person) -> None:
    made = client.post("/api/products/createProduct", {"name": "Lamp", "price": 3})
    path = f"/{made['id']}"
    assert made["id"] in ids(client.get("/api/products/getAllProducts"))
    assert client.get("/api/products/getProduct" + path) == made
    changed = client.send("PUT", "/api/products/updateProduct" + path, {"name": "Lamp", "price": 4})
    assert changed["price"] == client.get("/api/products/getProduct" + path)["price"] == 4
    client.send("DELETE", "/api/products/deleteProduct" + path)
    assert client.status("GET", "/api/products/getProduct" + path) == 404


def test_verbs_behind_the_collection(client: Person) -> None:
    def listed() -> dict[str, int]:
        return {each["name"]: each["categoryId"] for each in client.get("/api/category/list")["data"]}

    client.post("/api/category/add", {"name": "Zeppelins", "price": 1})
    number = listed()["Zeppelins"]
    detail = f"/api/category/detail?categoryId={number}"
    assert client.get(detail)["data"]["name"] == "Zeppelins"
    client.post("/api/category/update", {"categoryId": number, "name": "Airships", "price": 2})
    assert client.get(detail)["data"]["name"] == "Airships" and "Zeppelins" not in listed()
    client.get(f"/api/category/delete?categoryId={number}")
    assert client.status("GET", detail) == 404 and "Airships" not in listed()


def test_names_without_capitals(client: Person) -> None:
    made = client.post("/order/saveOrder", {"name": "First", "price": 5})
    assert made["orderId"] in [each["orderId"] for each in client.get("/order/getorder")]
    assert client.get(f"/order/findById/{made['orderId']}")["name"] == "First"
    client.send("DELETE", f"/order/removeOrder?orderId={made['orderId']}")
    assert client.status("GET", f"/order/findById/{made['orderId']}") == 404
