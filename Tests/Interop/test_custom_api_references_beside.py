"""What records say of others: objects beside ids, titles, keys in place of ids, counts, lists of ids, and places in trees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journey import Person, ids, using


def collection(path: str, schema: str, *, sent: str | None = None) -> str:
    """The paths of a resource with all that clients do with its records."""
    (one, body) = (f"$ref: '#/components/schemas/{schema}'", f"$ref: '#/components/schemas/{sent or schema}'")
    request = f"requestBody: {{ required: true, content: {{ application/json: {{ schema: {{ {body} }} }} }} }}"
    shown = f"{{ description: one, content: {{ application/json: {{ schema: {{ {one} }} }} }} }}"
    return f"""
  /{path}:
    get: {{ responses: {{ '200': {{ description: all, content: {{ application/json: {{ schema: {{ type: array, items: {{
      {one} }} }} }} }} }} }} }}
    post: {{ {request}, responses: {{ '201': {shown} }} }}
  /{path}/{{id}}:
    parameters: [ {{ name: id, in: path, required: true, schema: {{ type: integer }} }} ]
    get: {{ responses: {{ '200': {shown}, '404': {{ description: none }} }} }}
    patch: {{ {request}, responses: {{ '200': {shown} }} }}
"""


DOCUMENT = f"""
openapi: 3.0.3
info: {{ title: Boatyard, version: '1' }}
paths:
{collection("yards", "Yard")}
{collection("river-boats", "RiverBoat")}
{collection("berths", "WinterBerth")}
{collection("rigs", "Rig")}
{collection("orders", "RefitOrder")}
{collection("order-lines", "RefitLine")}
{collection("docks", "Dock")}
{collection("pennants", "Pennant")}
{collection("repairs", "Repair", sent="RepairRequest")}
  /buoys:
    get: {{ parameters: [ {{ name: dock, in: query, schema: {{ type: integer }} }}, {{ name: cascade, in: query, schema: {{
      type: boolean }} }} ], responses: {{ '200': {{ description: all, content: {{ application/json: {{ schema: {{ type: array,
      items: {{ $ref: '#/components/schemas/Buoy' }} }} }} }} }} }} }}
    post: {{ requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Buoy' }} }} }} }},
      responses: {{ '201': {{ description: one, content: {{ application/json: {{ schema: {{
      $ref: '#/components/schemas/Buoy' }} }} }} }} }} }}
  /pennants/detail/{{id}}:
    get:
      parameters: [ {{ name: id, in: path, required: true, schema: {{ type: integer }} }} ]
      responses: {{ '200': {{ description: one, content: {{ application/json: {{ schema: {{
        $ref: '#/components/schemas/PennantDetails' }} }} }} }} }}
  /paint-kinds:
    get: {{ responses: {{ '200': {{ description: all, content: {{ application/json: {{ schema: {{ type: array, items: {{
      $ref: '#/components/schemas/PaintKind' }} }} }} }} }} }} }}
components:
  schemas:
    Yard: {{ type: object, required: [name, boats_delivered], properties: {{ id: {{ type: integer, readOnly: true }}, name: {{
      type: string }}, boats_delivered: {{ type: integer, readOnly: true }}, boat_count: {{ type: integer, readOnly: true }} }} }}
    YardBrief: {{ type: object, properties: {{ id: {{ type: integer }}, name: {{ type: string }} }} }}
    Rig: {{ type: object, required: [code, name], properties: {{ id: {{ type: integer, readOnly: true }}, code: {{
      type: string, description: 'The code; it will be converted to snake_case' }}, name: {{ type: string }} }} }}
    WinterBerth: {{ type: object, required: [name], properties: {{ id: {{ type: integer, readOnly: true }}, name: {{ type: string }} }} }}
    RiverBoat: {{ type: object, required: [name], properties: {{ id: {{ type: integer, readOnly: true }}, name: {{ type: string }},
      builder: {{ type: integer, nullable: true }}, builder_detail: {{ allOf: [ {{ $ref: '#/components/schemas/YardBrief' }} ],
      readOnly: true, nullable: true }}, builder_name: {{ type: string, readOnly: true }}, place: {{ type: integer, nullable: true,
      title: Winter berth }}, place_detail: {{ type: object, readOnly: true, properties: {{ id: {{ type: integer }}, name: {{
      type: string }} }} }}, rig: {{ $ref: '#/components/schemas/Rig' }}, launch_date: {{ type: string, format: date,
      readOnly: true, nullable: true }}, pennants: {{ type: array, items: {{ type: integer }} }} }} }}
    Pennant: {{ type: object, required: [label], properties: {{ id: {{ type: integer }}, label: {{ type: string }} }} }}
    PennantDetails: {{ type: object, properties: {{ id: {{ type: integer }}, label: {{ type: string }}, riverBoatIds: {{ type: array,
      items: {{ type: integer }} }} }} }}
    RefitOrder: {{ type: object, required: [title], properties: {{ id: {{ type: integer, readOnly: true }}, title: {{ type: string }},
      line_items: {{ type: integer, readOnly: true }} }} }}
    RefitLine: {{ type: object, required: [order, work], properties: {{ id: {{ type: integer, readOnly: true }}, order: {{
      type: integer }}, order_detail: {{ allOf: [ {{ $ref: '#/components/schemas/RefitOrder' }} ], readOnly: true }}, work: {{
      type: string }} }} }}
    Dock: {{ type: object, required: [name, level, pathstring], properties: {{ id: {{ type: integer, readOnly: true }}, name: {{
      type: string }}, parent: {{ type: integer, nullable: true }}, level: {{ type: integer, readOnly: true }}, pathstring: {{
      type: string, readOnly: true }} }} }}
    Buoy: {{ type: object, properties: {{ id: {{ type: integer, readOnly: true }}, dock: {{ type: integer }}, colour: {{
      type: string }} }} }}
    PaintKind: {{ type: object, required: [id, name], properties: {{ id: {{ type: integer }}, name: {{ type: string }} }} }}
    Repair: {{ type: object, properties: {{ id: {{ type: integer, readOnly: true }}, note: {{ type: string }}, paint_kind: {{
      $ref: '#/components/schemas/PaintKind' }} }} }}
    RepairRequest: {{ type: object, required: [note], properties: {{ note: {{ type: string }}, paint_kind_id: {{ type: integer }} }} }}
"""


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A boatyard, used without an account."""
    with using(binary, tmp_path_factory.mktemp("boatyard"), "boatyard", DOCUMENT) as person:
        yield person


def test_an_object_beside_an_id_says_and_shows_whose_id_it_is(app: Person) -> None:
    """`builder_detail` has the schema of a yard in short, so that `builder` is a yard, which both it and the name show."""
    yard = app.post("/yards", {"name": "Brandt"})["id"]
    boat = app.post("/river-boats", {"name": "Ilex", "builder": yard})
    assert (boat["builder_detail"], boat["builder_name"]) == ({"id": yard, "name": "Brandt"}, "Brandt")
    app.send("PATCH", f"/yards/{yard}", {"name": "Brandt & Co"})
    assert app.get(f"/river-boats/{boat['id']}")["builder_name"] == "Brandt & Co"
    assert app.status("POST", "/river-boats", {"name": "Lost", "builder": 987654}) == 400


def test_a_title_says_what_an_id_names(app: Person) -> None:
    """The title "Winter berth" is the name of a schema."""
    berth = app.post("/berths", {"name": "Hall 3"})["id"]
    boat = app.post("/river-boats", {"name": "Alder", "place": berth})
    assert boat["place_detail"]["name"] == "Hall 3"


def test_records_are_named_by_their_keys_which_are_written_as_the_document_says(app: Person) -> None:
    """`rig_code` names the rig whose code it is; codes are converted to snake_case."""
    rig = app.post("/rigs", {"code": "gaffCutter", "name": "Cutter"})
    assert rig["code"] == "gaff_cutter"
    boat = app.post("/river-boats", {"name": "Rowan", "rig_code": "gaff_cutter"})
    assert (boat["rig"]["id"], boat["rig"]["name"]) == (rig["id"], "Cutter")


def test_numbers_count_what_names_the_record(app: Person) -> None:
    """A new yard has delivered nothing; `boat_count` counts the river boats, `line_items` the lines of an order."""
    yard = app.post("/yards", {"name": "Kestrel"})
    assert (yard["boats_delivered"], yard["boat_count"]) == (0, 0)
    app.post("/river-boats", {"name": "Teasel", "builder": yard["id"]})
    assert app.get(f"/yards/{yard['id']}")["boat_count"] == 1
    order = app.post("/orders", {"title": "New keel"})["id"]
    for work in ("saw", "glue"):
        app.post("/order-lines", {"order": order, "work": work})
    assert app.get(f"/orders/{order}")["line_items"] == 2


def test_a_list_of_ids_has_the_records_that_name_it(app: Person) -> None:
    """Boats list their pennants, and the details of a pennant its boats."""
    pennant = app.post("/pennants", {"label": "Blue"})["id"]
    boat = app.post("/river-boats", {"name": "Sorrel", "pennants": [pennant]})["id"]
    assert app.get(f"/pennants/detail/{pennant}")["riverBoatIds"] == [boat]
    app.send("PATCH", f"/river-boats/{boat}", {"name": "Sorrel", "pennants": []})
    assert app.get(f"/pennants/detail/{pennant}")["riverBoatIds"] == []


def test_places_in_a_tree_follow_from_the_parent(app: Person) -> None:
    """The level is one more than the parent's, and the path has the parent's before the name."""
    first = app.post("/docks", {"name": "East"})
    second = app.post("/docks", {"name": "Slip", "parent": first["id"]})
    assert (first["level"], second["level"]) == (0, 1)
    assert (first["pathstring"], second["pathstring"]) == ("East", "East/Slip")


def test_what_the_server_dates_later_is_open_at_first(app: Person) -> None:
    """Nobody has launched a new boat yet."""
    assert app.post("/river-boats", {"name": "Bracken"}).get("launch_date") is None


def test_what_there_is_to_choose_from_must_be_there(app: Person) -> None:
    """Repairs show the kind of paint, which clients can only choose."""
    kinds: list[Any] = app.get("/paint-kinds")
    assert app.post("/repairs", {"note": "Hull", "paint_kind_id": kinds[0]["id"]})["paint_kind"] == kinds[0]
    assert 987654 not in ids(kinds)
    assert app.status("POST", "/repairs", {"note": "Deck", "paint_kind_id": 987654}) == 400


def test_a_filter_takes_what_is_below_a_record_of_a_tree_where_that_is_asked_for(app: Person) -> None:
    """`cascade=true` asks for the docks below a dock, too."""
    top = app.post("/docks", {"name": "West"})["id"]
    middle = app.post("/docks", {"name": "Basin", "parent": top})["id"]
    end = app.post("/docks", {"name": "Steps", "parent": middle})["id"]
    buoys = [app.post("/buoys", {"dock": dock, "colour": "red"})["id"] for dock in (top, end)]
    assert ids(app.get(f"/buoys?dock={top}")) == buoys[:1]
    assert ids(app.get(f"/buoys?dock={top}&cascade=true")) == buoys
    assert ids(app.get(f"/buoys?dock={middle}&cascade=true")) == buoys[1:]
