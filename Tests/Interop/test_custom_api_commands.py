"""APIs whose paths are commands: settings that one path shows and another one sets, records that requests describe in place of
an id, creations whose paths hold values, and responses that name a record rather than show it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

BAKERY = """
openapi: 3.0.3
info: { title: Bakery, version: '1' }
paths:
  /oven/resource/kiln:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { allOf: [ {
      $ref: '#/components/schemas/Answer' }, { type: object, properties: { data: { type: array, items: {
      $ref: '#/components/schemas/Kiln' } } } } ] } } } } } }
    post:
      requestBody: &sent { required: true, content: { application/json: { schema: { type: object, properties: { heat: {
        type: integer, maximum: 900 }, lid: { type: object, properties: { open: { type: boolean } } } } } } } }
      responses: &named { '200': { description: done, content: { application/json: { schema: { allOf: [ {
        $ref: '#/components/schemas/Answer' }, { type: object, properties: { data: { type: array, items: {
        $ref: '#/components/schemas/Reference' } } } } ] } } } } }
  /oven/resource/kiln/{kilnId}:
    parameters: [ { name: kilnId, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      allOf: [ { $ref: '#/components/schemas/Answer' }, { type: object, properties: { data: { type: array, items: {
      $ref: '#/components/schemas/Kiln' } } } } ] } } } } } }
    put: { requestBody: *sent, responses: *named }
    delete: { responses: *named }
  /loaves:
    get: { responses: { '200': { description: all, content: { application/json: { schema: {
      $ref: '#/components/schemas/LoafPage' }, example: { loaves: [ { id: l-1, flour: rye, baked_at: '2026-01-05T10:00:00Z' },
      { id: l-2, flour: oat, baked_at: '2026-01-06T10:00:00Z' } ], next: l-2 } } } } } }
  /loaves/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Loaf' }, example: { id: l-1, flour: rye, baked_at: '2026-01-05T10:00:00Z' } } } } } }
  /steam_info: { get: { responses: { '200': { description: now, content: { application/json: { schema: { allOf: [ {
    $ref: '#/components/schemas/Steam' }, { type: object, properties: { boiler: { type: string } } } ] } } } } } } }
  /steam_config: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Steam' } } } },
    responses: { '200': { description: set } } } }
  /fan/status: { get: { responses: { '200': { description: now, content: { application/json: { schema: { type: object,
    properties: { enabled: { type: boolean } } } } } } } } }
  /fan/enable: { post: { responses: { '200': { description: done } } } }
  /fan/disable: { post: { responses: { '200': { description: done } } } }
  /status: { get: { responses: { '200': { description: now, content: { application/json: { schema: { type: object, properties: {
    alarm_enabled: { type: boolean }, shop: { type: string } } } } } } } } }
  /alarm: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [enabled], properties: {
    enabled: { type: boolean } } } } } }, responses: { '200': { description: set } } } }
  /route/list: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Route' } } } } } } } }
  /route/add: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Route' } } } },
    responses: { '200': { description: made } } } }
  /route/update: { put: { requestBody: { content: { application/json: { schema: { type: object, properties: { target: {
    $ref: '#/components/schemas/Route' }, update: { $ref: '#/components/schemas/Route' } } } } } }, responses: { '200': {
    description: changed } } } }
  /route/delete: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Route' } } } },
    responses: { '200': { description: gone } } } }
  /shop/{shop}/opening_settings:
    parameters: [ { name: shop, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: { type: object, properties: { data: {
      type: array, items: { type: object, properties: { id: { type: string }, from: { type: string }, late: { type: boolean } } }
      } } } } } } } }
    post: { summary: Update the opening settings, requestBody: { content: { application/json: { schema: { type: object,
      properties: { from: { type: string }, late: { type: boolean } } } } } }, responses: { '200': { description: done, content: {
      application/json: { schema: { type: object, properties: { success: { type: boolean } } } } } } } }
  /batches: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Batch' } } } } } } } }
  /batches/{batch_id}:
    parameters: [ { name: batch_id, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '404': { description: none }, '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Batch' } } } } } }
  /batches/{oven_name}/{dough}/create:
    parameters:
      - { name: oven_name, in: path, required: true, schema: { type: string } }
      - { name: dough, in: path, required: true, schema: { type: string } }
    post: { summary: Create a batch by hand, requestBody: { content: { application/json: { schema: { type: object, properties: {
      pieces: { type: integer } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
      type: object, required: [success, batch_id], properties: { success: { type: boolean }, message: { type: string },
      batch_id: { type: string } } } } } } } }
  /bakers:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Baker' } } } } } } }
    post: { description: Adds a baker. Pass phrase must be at least 9 characters long., requestBody: { content: {
      application/json: { schema: { type: object, required: [name, pass_phrase], properties: { name: { type: string },
      pass_phrase: { type: string }, motto: { type: string, description: 'A minimum of 3 characters.' } } } } } },
      responses: { '400': { description: wrong }, '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Baker' } } } } } }
components:
  schemas:
    Answer: { type: object, required: [errors, data], properties: { errors: { type: array, items: { type: object, properties: {
      description: { type: string } } } }, data: { type: array, items: { type: object } } } }
    Reference: { type: object, required: [rid, rtype], properties: { rid: { type: string }, rtype: { type: string, enum: [oven,
      kiln] } } }
    Kiln: { type: object, properties: { type: { type: string }, id: { type: string, format: uuid }, heat: { type: integer }, lid: {
      type: object, properties: { open: { type: boolean } } } } }
    LoafPage: { $ref: 'https://bakery.example/schemas.yaml#/LoafPage' }
    Loaf: { $ref: 'https://bakery.example/schemas.yaml#/Loaf' }
    Steam: { type: object, properties: { pressure: { type: integer }, nozzles: { type: array, items: { type: string } } } }
    Route: { type: object, properties: { stop: { type: string }, street: { type: string }, active: { type: boolean, default: true
      } } }
    Batch: { type: object, required: [id, oven, dough], properties: { id: { type: string }, oven: { type: string }, dough: {
      type: string }, pieces: { type: integer } } }
    Baker: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, motto: {
      type: string } } }
"""


@pytest.fixture(scope="module")
def bakery(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with using(binary, tmp_path_factory.mktemp("bakery"), "bakery", BAKERY) as person:
        yield person


def test_responses_name_records_and_reads_show_one_in_a_list(bakery: Person) -> None:
    made = bakery.post("/oven/resource/kiln", {"heat": 300, "lid": {"open": True}})
    assert made["errors"] == [] and len(made["data"]) == 1, made
    ident = made["data"][0]["rid"]
    assert made["data"][0] == {"rid": ident, "rtype": "kiln"}
    shown = bakery.get(f"/oven/resource/kiln/{ident}")["data"]
    assert [(kiln["id"], kiln["heat"], kiln["lid"]) for kiln in shown] == [(ident, 300, {"open": True})]
    changed = bakery.send("PUT", f"/oven/resource/kiln/{ident}", {"heat": 450})
    assert changed["data"] == [{"rid": ident, "rtype": "kiln"}]
    assert bakery.get(f"/oven/resource/kiln/{ident}")["data"][0]["heat"] == 450
    assert bakery.send("DELETE", f"/oven/resource/kiln/{ident}")["data"] == [{"rid": ident, "rtype": "kiln"}]
    assert bakery.status("GET", f"/oven/resource/kiln/{ident}") == 404


def test_examples_say_what_a_definition_elsewhere_would(bakery: Person) -> None:
    page = bakery.get("/loaves")
    assert len(page["loaves"]) > 1 and all({"id", "flour", "baked_at"} <= loaf.keys() for loaf in page["loaves"]), page
    loaf = page["loaves"][1]
    assert bakery.get(f"/loaves/{loaf['id']}") == loaf
    assert bakery.status("GET", "/loaves/none-of-these") == 404


def test_one_path_sets_what_another_one_shows(bakery: Person) -> None:
    bakery.post("/steam_config", {"pressure": 7, "nozzles": ["left"]})
    shown = bakery.get("/steam_info")
    assert (shown["pressure"], shown["nozzles"]) == (7, ["left"]) and "boiler" in shown
    for verb, enabled in [("enable", True), ("disable", False), ("enable", True)]:
        bakery.post(f"/fan/{verb}")
        assert bakery.get("/fan/status")["enabled"] is enabled
    for enabled in (False, True):
        bakery.post("/alarm", {"enabled": enabled})
        assert bakery.get("/status")["alarm_enabled"] is enabled


def test_settings_in_a_list_are_one_thing(bakery: Person) -> None:
    assert bakery.post("/shop/mill/opening_settings", {"from": "06:30", "late": True})["success"] is True
    data = bakery.get("/shop/mill/opening_settings")["data"]
    assert [(one["from"], one["late"]) for one in data] == [("06:30", True)]


def test_requests_describe_records_without_ids(bakery: Person) -> None:
    old, new = {"stop": "Mill", "street": "Long Row 1"}, {"stop": "Mill", "street": "Long Row 2"}
    bakery.post("/route/add", old)
    assert [route for route in bakery.get("/route/list") if route["stop"] == "Mill"] == [{**old, "active": True}]
    bakery.send("PUT", "/route/update", {"target": old, "update": new})
    assert [route["street"] for route in bakery.get("/route/list") if route["stop"] == "Mill"] == ["Long Row 2"]
    assert bakery.status("POST", "/route/delete", old) == 404
    bakery.post("/route/delete", new)
    assert not [route for route in bakery.get("/route/list") if route["stop"] == "Mill"]


def test_paths_hold_values_of_new_records(bakery: Person) -> None:
    made = bakery.post("/batches/north/rye/create", {"pieces": 12})
    assert made["success"] is True, made
    batch = bakery.get(f"/batches/{made['batch_id']}")
    assert batch == {"id": made["batch_id"], "oven": "north", "dough": "rye", "pieces": 12}


def test_descriptions_say_how_long_texts_must_be(bakery: Person) -> None:
    status = lambda phrase, motto: bakery.status("POST", "/bakers", {"name": "Ida", "pass_phrase": phrase, "motto": motto})
    assert (status("short", "Knead"), status("long enough", "No")) == (400, 400)
    assert status("long enough", "Knead") == 201


ROOMS = """
openapi: 3.0.3
info: { title: Rooms, version: '1' }
paths:
  /getRoom: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [room_id], properties: {
    room_id: { type: integer } } } } } }, responses: { '200': { description: one, content: { application/json: { schema: {
    type: object, required: [ok, result], properties: { ok: { type: boolean }, result: { $ref: '#/components/schemas/Room' } } } }
    } }, default: &error { description: wrong, content: { application/json: { schema: { type: object, required: [ok, reason],
    properties: { ok: { type: boolean }, reason: { type: string } } } } } } } } }
  /setRoomTitle: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [room_id, title],
    properties: { room_id: { type: integer }, title: { type: string } } } } } }, responses: { '200': &done { description: done,
    content: { application/json: { schema: { type: object, properties: { ok: { type: boolean }, result: { type: boolean } } } } }
    }, default: *error } } }
  /getTags: { post: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: {
    ok: { type: boolean }, result: { type: array, items: { $ref: '#/components/schemas/Tag' } } } } } } }, default: *error } } }
  /setTags: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [tags], properties: { tags: {
    type: array, items: { $ref: '#/components/schemas/Tag' } } } } } } }, responses: { '200': *done, default: *error } } }
components:
  schemas:
    Room: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
    Tag: { type: object, required: [word], properties: { word: { type: string }, hint: { type: string } } }
"""


@pytest.fixture(scope="module")
def rooms(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with using(binary, tmp_path_factory.mktemp("rooms"), "rooms", ROOMS) as person:
        yield person


def test_commands_change_what_they_name(rooms: Person) -> None:
    rooms.post("/setRoomTitle", {"room_id": 7, "title": "Kitchen"})
    assert rooms.post("/getRoom", {"room_id": 7})["result"]["title"] == "Kitchen"
    for tags in ([{"word": "flour", "hint": "dry"}, {"word": "milk"}], [{"word": "salt"}]):
        rooms.post("/setTags", {"tags": tags})
        assert [tag["word"] for tag in rooms.post("/getTags")["result"]] == [tag["word"] for tag in tags]
