"""Documents that frameworks make of code which says little: responses of any object, paths of admins, local times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import DOCUMENTS, Person, ids, serving


@pytest.fixture(scope="module")
def client(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who calls such an API."""
    with serving(binary, tmp_path_factory.mktemp("open"), "corner", DOCUMENTS / "open_backend.yaml") as server:
        yield Person(server, "/corner", "any")


def test_an_open_object_holds_the_record(client: Person) -> None:
    made = client.post("/products", {"name": "Lamp", "price": 3})
    assert made["success"] is True
    product = made["data"]
    assert (product["name"], product["price"]) == ("Lamp", 3)
    path = f"/products/{product['id']}"
    assert client.get(path)["data"] == product and product["id"] in ids(client.get("/products")["data"])
    assert client.send("PATCH", path, {"price": 4})["data"]["price"] == 4
    client.send("DELETE", path)
    assert client.status("GET", path) == 404


def test_admins_see_the_same_records(client: Person) -> None:
    product = client.post("/products", {"name": "Desk"})["data"]["id"]
    for path in ("/products/admin/all", "/admin/products"):
        assert {"id": product, "name": "Desk"}.items() <= by_id(client.get(path)["data"])[product].items()
    client.send("DELETE", f"/products/admin/{product}")
    assert client.status("GET", f"/products/{product}") == 404


def test_what_is_added_without_a_word_is_in_the_list(client: Person) -> None:
    def wanted() -> list[int]:
        wishlist = client.get("/wishlist")
        assert wishlist["itemCount"] == len(wishlist["items"])
        return [each["productId"] for each in wishlist["items"]]

    product = client.post("/products", {"name": "Chair"})["data"]["id"]
    assert product not in wanted()
    client.post("/wishlist/items", {"productId": product})
    assert wanted().count(product) == 1
    client.send("DELETE", f"/wishlist/product/{product}")
    assert product not in wanted() and client.get(f"/products/{product}")["data"]["name"] == "Chair"


def test_the_path_says_who_registers_and_teams_show_their_members(client: Person) -> None:
    body = {"email": "mia@x.com", "password": "Secret123!", "name": "Mia Stone"}
    mia = client.post("/auth/register-driver", body)["user"]
    assert (mia["role"], mia["name"]) == ("driver", "Mia Stone")
    team = client.post("/teams", {"name": "Night shift"})
    assert not team.get("members")
    client.send("POST", f"/teams/{team['id']}/members", {"userId": mia["id"], "duty": "lead"})
    members = client.get(f"/teams/{team['id']}")["members"]
    assert members == [{"id": mia["id"], "name": "Mia Stone", "duty": "lead"}]


def test_nobody_needs_a_token_to_sign_in(client: Person) -> None:
    nobody = Person(client.server, "/corner")
    assert nobody.status("GET", "/me") == 401
    nobody.post("/auth/register-driver", {"email": "zoe@x.com", "password": "Secret123!"})

    def sign_in(password: str) -> tuple[int, Any]:
        form = f"grant_type=password&username=zoe%40x.com&password={password}".encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = client.server.request("POST", "/corner/auth/token", raw=form, headers=headers)
        return answer.status, answer.json()

    status, session = sign_in("Secret123%21")
    assert status == 200 and session["token_type"] == "bearer"
    nobody.token = session["access_token"]
    assert nobody.get("/me")["email"] == "zoe@x.com"
    # What the document says of wrong content is not meant for a wrong password.
    assert sign_in("wrong")[0] == 401


def test_local_times_are_taken(client: Person) -> None:
    made = client.post("/visits", {"startsAt": "2031-05-01T10:00:00", "opens": "09:30"})
    assert (made["startsAt"], made["opens"]) == ("2031-05-01T10:00:00Z", "09:30")
    assert made in client.get("/visits")
    for wrong in ({"startsAt": "2031-05-41T10:00:00", "opens": "09:30"}, {"startsAt": "2031-05-01T10:00", "opens": "25:30"}):
        assert client.status("POST", "/visits", wrong) == 422


def by_id(records: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Records by their ids."""
    return {record["id"]: record for record in records}
