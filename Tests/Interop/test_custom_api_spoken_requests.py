"""What lists are asked for in the words of an app: an order by its name, what is near a place, pages that the document speaks
of in prose; and what responses show beside a record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Market, version: '1' }
paths:
  /stalls:
    get:
      parameters:
        - { name: sortBy, in: query, schema: { type: string, enum: [alphabetical, alphabeticalDesc, mostLiked, recentlyAdded] } }
        - { name: categoryOneOf, in: query, schema: { type: string } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: {
        stalls: { type: array, items: { $ref: '#/components/schemas/Stall' } }, open_count: { type: integer }, meta: {
        type: object, properties: { total: { type: integer }, per_page: { type: integer }, current_page: { type: integer }
        } } } } } } } }
    post:
      requestBody: &sent { required: true, content: { application/json: { schema: { type: object, required: [name],
        properties: { name: { type: string }, likesCount: { type: integer }, latitude: { type: number }, longitude: {
        type: number }, open: { type: boolean }, category: { type: integer } } } } } }
      responses: { '201': &stall { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Stall' } } } } }
  /fish:
    get:
      description: All fish, sorted alphabetically by name.
      parameters:
        - { name: weight, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [data], properties: {
        data: { type: array, items: { $ref: '#/components/schemas/Fish' } }, links: { type: object, properties: { next: {
        type: string, nullable: true } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Fish' } } } }, responses: { '201': {
      description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Fish' } } } } } }
  /catches:
    get:
      description: Catches are ordered newest first.
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Catch' } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { place: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Catch' } } } } } }
  /stalls/near:
    get:
      parameters:
        - { name: lat, in: query, required: true, schema: { type: number } }
        - { name: lng, in: query, required: true, schema: { type: number } }
        - { name: radiusKm, in: query, schema: { type: number } }
      responses: { '200': { description: near, content: { application/json: { schema: { type: array, items: {
        $ref: '#/components/schemas/Stall' } } } } } }
  /stalls/{id}:
    parameters: &id [ { name: id, in: path, required: true, schema: { oneOf: [ { type: integer }, { type: string } ] } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      type: object, properties: { data: { type: object, properties: { stall: { $ref: '#/components/schemas/Stall' }, offers: {
      type: array, items: { $ref: '#/components/schemas/Offer' } } } } } } } } } } }
  /stalls/{id}/pause: { parameters: *id, post: { responses: { '200': *stall } } }
  /stalls/{id}/offers:
    parameters: *id
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Offer' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: {
      type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Offer' } } } } } }
  /stalls/{id}/rename:
    parameters: *id
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: {
      type: string } } } } } }, responses: { '200': { description: done, content: { application/json: { schema: { type: object,
      properties: { success: { type: boolean }, message: { enum: [stall renamed] } } } } } } } }
components:
  schemas:
    Fish: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, weight: {
      type: integer } } }
    Catch: { type: object, properties: { id: { type: integer }, place: { type: string }, createdAt: { type: string, format: date-time } } }
    Stall:
      type: object
      properties: { id: { type: integer }, uuid: { type: string, format: uuid, example: 9c9de5e8-0a1e-484a-b099-e80766180a6d },
        name: { type: string }, likesCount: { type: integer }, latitude: { type: number }, longitude: { type: number },
        open: { type: boolean }, enabled: { type: boolean }, distanceKm: { type: number, nullable: true }, category: {
        type: object, properties: { id: { type: integer }, label: { type: string } } } }
    Offer: { type: object, properties: { id: { type: integer }, title: { type: string } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "market", DOCUMENT) as somebody:
        yield somebody


def make(app: Person, name: str, **values: Any) -> dict[str, Any]:
    """A new stall."""
    return app.post("/stalls", {"name": name, **values})


def names(stalls: list[dict[str, Any]]) -> list[str]:
    """What stalls are called."""
    return [stall["name"] for stall in stalls]


def test_orders_are_understood_by_their_names(app: Person) -> None:
    """The alphabet, what was added last, and what is liked most."""
    for name, likes in (("Zebra", 9001), ("Aardvark", 9003), ("Mole", 9002)):
        make(app, name, likesCount=likes)
    ours = {"Zebra", "Aardvark", "Mole"}

    def order(by: str) -> list[str]:
        return [name for name in names(app.get(f"/stalls?sortBy={by}&per_page=100")["stalls"]) if name in ours]

    assert order("alphabetical") == ["Aardvark", "Mole", "Zebra"]
    assert order("alphabeticalDesc") == ["Zebra", "Mole", "Aardvark"]
    assert order("mostLiked") == ["Aardvark", "Mole", "Zebra"]
    assert order("recentlyAdded") == ["Mole", "Aardvark", "Zebra"]


def test_a_list_has_the_order_that_its_description_states(app: Person) -> None:
    """By a property, or the newest first by the time that records show."""
    for name in ("zander", "asp", "mullet"):
        app.post("/fish", {"name": name, "weight": 3})
    shown = [fish["name"] for fish in app.get("/fish?limit=100")["data"]]
    assert [name for name in shown if name in ("zander", "asp", "mullet")] == ["asp", "mullet", "zander"]
    app.post("/catches", {"place": "pier"})
    catches = app.get("/catches")
    times = [each["createdAt"] for each in catches]
    assert times == sorted(times, reverse=True) and catches[0]["place"] == "pier" and len(catches) > 3


def test_a_range_is_the_values_between_two(app: Person) -> None:
    """Both included, and one of them may be missing."""
    for weight in (900_001, 900_005, 900_009):
        app.post("/fish", {"name": f"carp {weight}", "weight": weight})

    def weights(text: str) -> list[int]:
        return [fish["weight"] for fish in app.get(f"/fish?limit=100&weight={text}")["data"]]

    assert weights("900001..900005") == [900_001, 900_005]
    assert weights("900005..") == [900_005, 900_009]
    assert 900_001 in weights("..900001") and 900_005 not in weights("..900001")


def test_the_address_of_the_next_page_leads_through_all(app: Person) -> None:
    """Although the document has no parameter for the position."""
    whole = [fish["id"] for fish in app.get("/fish?limit=100")["data"]]
    seen: list[int] = []
    page = app.get("/fish?limit=3")
    while True:
        seen += [fish["id"] for fish in page["data"]]
        if not (address := page["links"]["next"]):
            break
        page = app.get(address.split("/market", 1)[1])
    assert seen == whole and len(whole) > 3


def test_lists_have_pages_that_their_responses_speak_of(app: Person) -> None:
    """No parameter is documented, but the response says which page it is; and a count beside the list follows the records."""
    for number in range(5):
        make(app, f"Stall {number}", open=number == 0)
    page = app.get("/stalls?page=2&per_page=3")
    assert len(page["stalls"]) == 3 and (page["meta"]["current_page"], page["meta"]["per_page"]) == (2, 3)
    whole = app.get("/stalls?per_page=100")
    assert whole["open_count"] == sum(stall.get("open") is True for stall in whole["stalls"])


def test_what_is_near_is_listed_the_nearest_first(app: Person) -> None:
    """With how far away it is; what is farther than asked for is left out, and values of enumerations are shown as objects."""
    make(app, "Two streets away", latitude=45.51, longitude=-73.57, category=4)
    make(app, "Next door", latitude=45.501, longitude=-73.57)
    make(app, "Another city", latitude=46.81, longitude=-71.21)
    near = app.get("/stalls/near?lat=45.5&lng=-73.57&radiusKm=10")
    assert names(near) == ["Next door", "Two streets away"]
    assert 0.05 < near[0]["distanceKm"] < 0.2 and 1 < near[1]["distanceKm"] < 1.3
    assert near[1]["category"]["id"] == 4
    assert names(app.get("/stalls?categoryOneOf=4&per_page=100")["stalls"]) == ["Two streets away"]


def test_a_record_is_shown_with_what_is_below_it(app: Person) -> None:
    """Beside it, where the response has a list of that; it is found by its other name, which is its own."""
    stall = make(app, "Corner")
    offer = app.post(f"/stalls/{stall['id']}/offers", {"title": "Plums"})
    shown = app.get(f"/stalls/{stall['uuid']}")["data"]
    assert shown["stall"]["id"] == stall["id"] and [each["id"] for each in shown["offers"]] == [offer["id"]]
    assert stall["uuid"] != make(app, "Other corner")["uuid"] != "9c9de5e8-0a1e-484a-b099-e80766180a6d"


def test_actions_end_what_is_enabled_and_say_that_they_are_done(app: Person) -> None:
    """The only text that a response may have is there although it need not be."""
    stall = make(app, "Corner")
    assert app.post(f"/stalls/{stall['id']}/pause", {})["enabled"] is False
    assert app.post(f"/stalls/{stall['id']}/rename", {"name": "Edge"})["message"] == "stall renamed"
    assert app.get(f"/stalls/{stall['id']}")["data"]["stall"]["name"] == "Edge"
