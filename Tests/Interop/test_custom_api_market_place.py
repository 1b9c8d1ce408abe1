"""An app with restaurants, orders, rides, listings, habits, music and events, as several people use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from journey import DOCUMENTS, PICTURE, Person, serving
from mock_server import MockServer

DOCUMENT = DOCUMENTS / "market_place.yaml"
PREFIX = "/market"


def ids(page: Any) -> list[str]:
    """The ids of the records of a page, or of a list."""
    return [str(each["_id"]) for each in (page["docs"] if isinstance(page, dict) else page)]


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document alone."""
    with serving(binary, tmp_path_factory.mktemp("market-place"), "market", DOCUMENT) as running:
        yield running


def sign_up(server: MockServer, name: str, role: str, phone: str) -> Person:
    """Somebody new."""
    body = {"email": f"{name}@x.com", "name": name, "phone": phone, "password": "Secret123!", "role": role}
    session = Person(server, PREFIX).post("/auth/register", body)
    assert session["user"]["role"] == role
    return Person(server, PREFIX, session["accessToken"], session["user"]["_id"])


@pytest.fixture(scope="module")
def ada(server: MockServer) -> Person:
    """A customer."""
    return sign_up(server, "ada", "customer", "+4911111111")


@pytest.fixture(scope="module")
def bob(server: MockServer) -> Person:
    """A driver."""
    return sign_up(server, "bob", "driver", "+4922222222")


@pytest.fixture(scope="module")
def rosa(server: MockServer) -> Person:
    """Who has a restaurant."""
    return sign_up(server, "rosa", "restaurant", "+4933333333")


@pytest.fixture(scope="module")
def restaurant(rosa: Person) -> dict[str, Any]:
    """A new restaurant with two dishes."""
    made = rosa.post("/restaurants", {"name": "Zed Diner", "cuisine": "zedish", "deliveryFee": 3})
    assert (made["ownerId"], made["ratingsCount"]) == (rosa.id, 0)
    path = f"/restaurants/{made['_id']}/menu"
    rosa.post(path, {"name": "Soup", "price": 5.5, "category": "starters"})
    rosa.post(path, {"name": "Steak", "price": 20, "category": "mains"})
    found: dict[str, Any] = rosa.get(f"/restaurants/{made['_id']}")
    return found


def test_a_code_signs_in(server: MockServer) -> None:
    anybody = Person(server, PREFIX)
    anybody.post("/auth/send-otp", {"phone": "+4912345"})
    session = anybody.post("/auth/verify-otp", {"phone": "+4912345", "otp": "123456"})
    me = Person(server, PREFIX, session["accessToken"]).get("/users/me")
    assert (me["phone"], me["_id"]) == ("+4912345", session["user"]["_id"])


def test_restaurants_are_found(ada: Person, restaurant: dict[str, Any]) -> None:
    soup, steak = restaurant["menu"]
    page = ada.get("/restaurants?cuisine=zedish")
    assert ids(page) == [restaurant["_id"]] and (page["totalDocs"], page["hasNextPage"]) == (1, False)
    assert ids(ada.get(f"/restaurants/{restaurant['_id']}/menu?category=mains")) == [steak["_id"]]
    assert soup["restaurantId"] == restaurant["_id"]
    assert ada.status("PATCH", f"/restaurants/{restaurant['_id']}", {"isOpen": False}) == 403


def test_an_order_costs_what_its_lines_cost(
    ada: Person, bob: Person, rosa: Person, restaurant: dict[str, Any]
) -> None:
    soup, steak = restaurant["menu"]
    lines = [{"menuItemId": soup["_id"], "quantity": 2}, {"menuItemId": steak["_id"], "quantity": 1}]
    order = ada.post("/orders", {"restaurantId": restaurant["_id"], "items": lines, "deliveryAddress": "Here"})
    assert (order["status"], order["paymentStatus"], order["customer"]["_id"]) == ("PLACED", "UNPAID", ada.id)
    assert order["restaurant"]["_id"] == restaurant["_id"]
    assert not order.get("deliveredAt") and not order.get("cancelReason")
    assert [(each["name"], each["price"], each["quantity"]) for each in order["items"]] == [
        ("Soup", 5.5, 2),
        ("Steak", 20, 1),
    ]
    assert (order["subtotal"], order["total"]) == (31, 31 + order["deliveryFee"])
    path = f"/orders/{order['_id']}"
    nowhere = {"restaurantId": "64a7f0c2e4b0a1b2c3d4e5ff", "items": lines}
    assert ada.status("POST", "/orders", nowhere) == 404
    assert ids(ada.get("/orders")) == [order["_id"]] and bob.get("/orders")["docs"] == []
    assert ids(rosa.get(f"/restaurants/{restaurant['_id']}/orders")) == [order["_id"]]
    assert rosa.post(f"{path}/assign-driver", {"driverId": bob.id})["driver"]["_id"] == bob.id
    assert ada.post(f"{path}/pay", {})["paymentStatus"] == "PAID"
    delivered = rosa.send("PATCH", f"{path}/status", {"status": "DELIVERED"})
    assert delivered["status"] == "DELIVERED" and delivered["deliveredAt"]


def test_each_account_reviews_once(ada: Person, bob: Person, restaurant: dict[str, Any]) -> None:
    path = f"/restaurants/{restaurant['_id']}"
    assert ada.post(f"{path}/reviews", {"rating": 4})["user"]["_id"] == ada.id
    assert ada.status("POST", f"{path}/reviews", {"rating": 5}) == 409
    bob.post(f"{path}/reviews", {"rating": 3})
    seen = ada.get(path)
    assert (seen["rating"], seen["ratingsCount"]) == (3.5, 2)


def test_who_accepts_a_ride_drives(ada: Person, bob: Person) -> None:
    ride = ada.post("/rides", {"pickup": {"lat": 1.5, "lng": 2.5}, "dropoff": {"lat": 3, "lng": 4}})
    assert (ride["status"], ride["riderId"], ride["pickup"]["lat"]) == ("requested", ada.id, 1.5)
    assert not ride.get("driverId") and not ride.get("rating")
    path = f"/rides/{ride['_id']}"
    assert ada.get("/rides/current")["_id"] == ride["_id"] and bob.status("GET", "/rides/current") == 404
    accepted = bob.post(f"{path}/accept")
    assert (accepted["status"], accepted["driverId"]) == ("accepted", bob.id)
    assert bob.post(f"{path}/start")["status"] == "in_progress"
    done = bob.post(f"{path}/complete")
    assert done["status"] == "completed" and done["completedAt"]
    assert ada.post(f"{path}/rate", {"rating": 5})["rating"] == 5
    assert ada.status("GET", "/rides/current") == 404


def test_listings_are_their_sellers(server: MockServer, ada: Person, bob: Person) -> None:
    sent = {"title": "Zed bike", "price": 99.5, "category": "bikes", "condition": "used"}
    listing = ada.post("/listings", sent)
    assert (listing["seller"]["_id"], listing["status"], listing["views"]) == (ada.id, "active", 0)
    for query in ["q=zed%20bike", f"sellerId={ada.id}", "category=bikes&minPrice=90&maxPrice=100&condition=used"]:
        assert ids(bob.get(f"/listings?{query}")) == [listing["_id"]], query
    assert ids(ada.get("/listings/mine")) == [listing["_id"]] and bob.get("/listings/mine")["docs"] == []
    path = f"/listings/{listing['_id']}"
    assert bob.status("PATCH", path, {"price": 1}) == 403
    assert bob.post(f"{path}/save") == {"saved": True}
    assert ids(bob.get("/listings/saved")) == [listing["_id"]] and ada.get("/listings/saved")["docs"] == []
    assert (bob.get(path)["isSaved"], ada.get(path)["isSaved"]) == (True, False)
    bob.send("DELETE", f"{path}/save")
    assert bob.get("/listings/saved")["docs"] == []
    own = {"Authorization": f"Bearer {ada.token}"}
    body = b'--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    headers = own | {"Content-Type": "multipart/form-data; boundary=x"}
    answer = server.request("POST", f"{PREFIX}{path}/images", raw=body + PICTURE + b"\r\n--x--\r\n", headers=headers)
    [image] = answer.json()["images"]
    assert server.request("GET", urlsplit(image).path, headers=own).body == PICTURE
    offer = bob.post(f"{path}/offers", {"amount": 80})
    assert (offer["buyer"]["_id"], offer["listingId"], offer["status"]) == (bob.id, listing["_id"], "pending")
    assert ada.post(f"/offers/{offer['_id']}/accept")["status"] == "accepted"
    assert [each["status"] for each in ada.get(f"{path}/offers")] == ["accepted"]
    assert ada.post(f"{path}/sold")["status"] == "sold"


def test_what_one_has_is_ones_own(ada: Person, bob: Person) -> None:
    card = ada.post("/cards", {"number": "4242424242424242", "expMonth": 12, "expYear": 2031, "cvc": "123"})
    assert card["expYear"] == 2031 and not {"number", "cvc"} & set(card)
    assert ids(ada.get("/cards")) == [card["_id"]] and bob.get("/cards") == []
    habit = ada.post("/habits", {"title": "Run", "frequency": "daily"})
    assert habit["streak"] == 0 and ids(ada.get("/habits")) == [habit["_id"]]


def test_playlists_hold_tracks(ada: Person, bob: Person) -> None:
    playlist = ada.post("/playlists", {"name": "Zed list", "isPublic": False})
    assert (playlist["tracks"], playlist["tracksCount"], playlist["owner"]["_id"]) == ([], 0, ada.id)
    track = ada.get("/tracks")["docs"][0]["_id"]
    path = f"/playlists/{playlist['_id']}"
    filled = ada.post(f"{path}/tracks", {"trackId": track})
    assert ids(filled["tracks"]) == [track] and filled["tracksCount"] == 1
    assert ids(ada.get(path)["tracks"]) == [track]
    emptied = ada.send("DELETE", f"{path}/tracks/{track}")
    assert (emptied["tracks"], emptied["tracksCount"]) == ([], 0)
    assert ada.status("PUT", f"/tracks/{track}/like") == 204
    assert ada.get(f"/tracks/{track}")["liked"] and ids(ada.get("/me/liked-tracks")) == [track]
    assert bob.get("/me/liked-tracks") == []


def test_events_have_attendees_and_tickets(ada: Person, bob: Person) -> None:
    event = ada.post("/events", {"title": "Zed party", "startsAt": "2031-05-01T18:00:00Z", "capacity": 2})
    assert (event["organizer"]["_id"], event["attendeesCount"]) == (ada.id, 0)
    path = f"/events/{event['_id']}"
    coming = bob.post(f"{path}/rsvp")
    assert (coming["isAttending"], coming["attendeesCount"]) == (True, 1)
    assert ids(ada.get(f"{path}/attendees")) == [bob.id]
    staying = bob.send("DELETE", f"{path}/rsvp")
    assert (staying["isAttending"], staying["attendeesCount"]) == (False, 0)
    assert ids(ada.get("/events?from=2031-01-01T00:00:00Z")) == [event["_id"]]
    ticket = bob.post(f"{path}/tickets")
    assert (ticket["eventId"], ticket["userId"], ticket["status"]) == (event["_id"], bob.id, "valid")
    assert bob.post(f"/tickets/{ticket['_id']}/use")["status"] == "used"
    assert ids(bob.get("/tickets")) == [ticket["_id"]] and ada.get("/tickets") == []


def test_own_records_of_a_data_file_are_the_first_accounts(binary: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/habits.json").write_text('[{"_id": "h1", "title": "Swim", "streak": 3}]')
    with serving(binary, tmp_path / "out", "market", DOCUMENT, "--data", f"market={tmp_path / 'data'}") as running:
        anybody = Person(running, PREFIX, "any")
        assert ids(anybody.get("/habits")) == ["h1"]
        assert sign_up(running, "new", "customer", "+4944444444").get("/habits") == []
        anybody.send("DELETE", "/habits/h1")
        assert anybody.get("/habits") == []


def test_strict_accounts_are_those_that_there_are(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path / "out", "market", DOCUMENT, "--accounts", "strict") as running:
        anybody = Person(running, PREFIX)
        assert anybody.status("POST", "/auth/verify-otp", {"phone": "+4955555555", "otp": "1"}) == 400
        sign_up(running, "new", "customer", "+4955555555")
        assert anybody.status("POST", "/auth/verify-otp", {"phone": "+4955555555", "otp": "1"}) == 200
