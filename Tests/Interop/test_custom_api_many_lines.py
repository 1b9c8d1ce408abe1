"""Requests that list the lines of a cart, answered with the cart; a path in the singular that makes what the plural lists;
paths that say what a property becomes; and single records in lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.1.0
info: { title: Bakery, version: '1' }
paths:
  /loaf:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Loaf' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Loaf' } } } }, responses: {
      '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Loaf' } } } } } }
  /loaf/{loafId}:
    parameters: &loaf [ { name: loafId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Loaf' } } } } } }
  /loaf/{loafId}/review:
    parameters: *loaf
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title],
      properties: { title: { type: string }, points: { type: integer } } } } } }, responses: { '200': {
      description: It was saved. } } }
  /loaf/{loafId}/reviews:
    parameters: *loaf
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Review' } } } } } } }
  /oven:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { ovens: {
      type: array, items: { $ref: '#/components/schemas/Oven' } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } },
      responses: { '200': &oven { description: one, content: { application/json: { schema: { type: object, properties: { oven: {
      $ref: '#/components/schemas/Oven' } } } } } }, default: { description: no } } }
  /oven/{name}:
    parameters: [ { name: name, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': *oven, default: { description: no } } }
  /oven/{oldName}/rename/{newName}:
    parameters:
      - { name: oldName, in: path, required: true, schema: { type: string } }
      - { name: newName, in: path, required: true, schema: { type: string } }
    post: { responses: { '200': *oven, default: { description: no } } }
  /tray:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { trays: {
      type: array, items: { $ref: '#/components/schemas/Tray' } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { oven: { type: string } } } } } },
      responses: { '200': &tray { description: one, content: { application/json: { schema: { type: object, properties: { tray: {
      $ref: '#/components/schemas/Tray' } } } } } } } }
  /tray/{id}: { parameters: &tray_id [ { name: id, in: path, required: true, schema: { type: string } } ], get: { responses: {
    '200': *tray } } }
  /tray/{id}/state/{state}: { parameters: [ { name: id, in: path, required: true, schema: { type: string } }, { name: state,
    in: path, required: true, schema: { type: string } } ], put: { responses: { '200': *tray } } }
  /tray/{id}/tags: { parameters: *tray_id, post: { requestBody: { content: { application/json: { schema: { type: object,
    properties: { tags: { type: array, items: { type: string } } } } } } }, responses: { '200': *tray } } }
  /recipes:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { link: { type: string }, title: {
      type: string }, visible: { type: boolean } } } } } }, responses: { '201': &recipes { description: one, content: {
      application/json: { schema: { type: object, properties: { recipes: { type: array, items: {
      $ref: '#/components/schemas/Recipe' } }, took: { type: number } } } } } } } }
  /recipes/{recipe}:
    parameters: [ { name: recipe, in: path, required: true, schema: { type: string }, example: 'https://bread.example/rye' } ]
    get: { responses: { '200': *recipes } }
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string }, visible: {
      type: boolean } } } } } }, responses: { '200': *recipes } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
  /recipes:batchDelete: { post: { requestBody: { required: true, content: { application/json: { schema: { type: array, items: {
    type: object, required: [item], properties: { item: { type: string } } } } } } }, responses: { '204': {
    description: gone } } } }
  /checkout/cart:
    get: { responses: { '200': &cart { description: The cart, content: { application/json: { schema: {
      $ref: '#/components/schemas/Cart' } } } } } }
  /checkout/cart/line-item:
    post: &sent { requestBody: { content: { application/json: { schema: { type: object, required: [items], properties: {
      items: { type: array, items: { $ref: '#/components/schemas/LineItem' } } } } } } }, responses: { '200': *cart } }
    patch: *sent
components:
  schemas:
    Loaf: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string },
      price: { $ref: '#/components/schemas/Price', properties: { taxes: { type: object } } } } }
    Price: { type: object, required: [total, taxes], properties: { total: { type: number }, taxes: { type: array, items: {
      type: number } } } }
    Review: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string }, points: {
      type: integer } } }
    Oven: { type: object, properties: { id: { type: string }, name: { type: string } } }
    Tray: { type: object, properties: { id: { type: string }, oven: { $ref: '#/components/schemas/Oven' }, state: { type: string,
      enum: [cold, hot] }, forcedTags: { type: array, items: { type: string } }, validTags: { type: array, items: {
      type: string } } } }
    Recipe: { type: object, properties: { id: { type: integer, readOnly: true }, link: { type: string,
      example: 'https://bread.example/rye' }, title: { type: string, example: Rye }, visible: { type: string, enum: [enabled,
      disabled] } } }
    Cart: { type: object, properties: { name: { type: string }, lineItems: { type: array, items: {
      $ref: '#/components/schemas/LineItem' } } } }
    LineItem: { type: object, required: [id, quantity], properties: { id: { type: string }, quantity: { type: integer } } }
"""


@pytest.fixture(scope="module")
def baker(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who uses the bakery's app."""
    with using(binary, tmp_path_factory.mktemp("bakery"), "bakery", DOCUMENT) as person:
        yield person


def test_lines_that_a_request_lists_are_added_and_changed(baker: Person) -> None:
    """The response is the cart, which shows them."""
    cart = baker.post("/checkout/cart/line-item", {"items": [{"id": "rye", "quantity": 2}, {"id": "bun", "quantity": 6}]})
    assert {"rye": 2, "bun": 6}.items() <= {line["id"]: line["quantity"] for line in cart["lineItems"]}.items()
    changed = baker.send("PATCH", "/checkout/cart/line-item", {"items": [{"id": "rye", "quantity": 3}]})
    expected = {"rye": 3, "bun": 6}.items()
    assert expected <= {line["id"]: line["quantity"] for line in changed["lineItems"]}.items()
    assert expected <= {line["id"]: line["quantity"] for line in baker.get("/checkout/cart")["lineItems"]}.items()


def test_a_path_in_the_singular_makes_what_the_plural_lists(baker: Person) -> None:
    """Although `review` may be something that is done."""
    loaf = baker.post("/loaf", {"name": "Rye"})["id"]
    baker.post(f"/loaf/{loaf}/review", {"title": "Crusty", "points": 5})
    assert any(row["title"] == "Crusty" and row["points"] == 5 for row in baker.get(f"/loaf/{loaf}/reviews"))


def test_properties_beside_a_reference_that_contradict_it_are_left_out(baker: Person) -> None:
    """Else no loaf could be shown with its price."""
    made = baker.post("/loaf", {"name": "Bun", "price": {"total": 1.5, "taxes": [0.1]}})
    assert baker.get(f"/loaf/{made['id']}")["price"] == {"total": 1.5, "taxes": [0.1]}


def test_a_path_renames_what_paths_call_by_that_name(baker: Person) -> None:
    """The record is found by the new name alone, and no other one has it already."""
    oven = baker.post("/oven", {"name": "north"})["oven"]
    renamed = baker.post("/oven/north/rename/south")["oven"]
    assert renamed == {**oven, "name": "south"}
    assert baker.get("/oven/south")["oven"]["id"] == oven["id"]
    assert baker.status("GET", "/oven/north") == 404
    baker.post("/oven", {"name": "west"})
    assert baker.status("POST", "/oven/west/rename/south") == 409


def test_a_path_says_what_a_property_becomes(baker: Person) -> None:
    """Only what the property may be."""
    baker.post("/oven", {"name": "big"})
    tray = baker.post("/tray", {"oven": "big"})["tray"]
    assert tray["oven"]["name"] == "big"
    assert baker.send("PUT", f"/tray/{tray['id']}/state/hot")["tray"]["state"] == "hot"
    assert baker.get(f"/tray/{tray['id']}")["tray"]["state"] == "hot"
    tagged = baker.post(f"/tray/{tray['id']}/tags", {"tags": ["seeds"]})["tray"]
    assert tagged["forcedTags"] == ["seeds"] and "seeds" not in tagged["validTags"]


def test_a_record_is_the_only_element_of_a_list(baker: Person) -> None:
    """It is found by the property that the parameter has the example of; a list without elements says that there is none."""
    made = baker.post("/recipes", {"link": "spelt", "title": "Spelt", "visible": True})["recipes"]
    assert [(row["title"], row["visible"]) for row in made] == [("Spelt", "enabled")]
    assert baker.get("/recipes/spelt")["recipes"] == made
    changed = baker.send("PUT", "/recipes/spelt", {"title": "Spelt loaf", "visible": False})["recipes"]
    assert changed == [{**made[0], "title": "Spelt loaf", "visible": "disabled"}]
    assert baker.get("/recipes/oat")["recipes"] == []
    baker.post("/recipes", {"link": "oat", "title": "Oat"})
    baker.post("/recipes:batchDelete", [{"item": "oat"}, {"item": "spelt"}])
    assert baker.get("/recipes/oat")["recipes"] == [] and baker.status("DELETE", "/recipes/spelt") == 404
