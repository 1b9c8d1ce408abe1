"""What requests ask for and say in other forms than records have: pages in place of an array, marks before a collection, the id
that a record is to have, properties that a record shows inside of an object, actions for several records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, serving, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Trails, version: '1' }
paths:
  /trails:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: offset, in: query, schema: { type: integer } }
        - { name: in_parts, in: query, description: Returns the list in pages, schema: { type: boolean } }
        - { name: difficulty, in: query, description: minimum difficulty (1-5), schema: { type: integer } }
      responses: { '200': { description: all, content: { application/json: { schema: { oneOf: [
        { type: array, items: { $ref: '#/components/schemas/Trail' } },
        { type: object, properties: { collection: { type: array, items: { $ref: '#/components/schemas/Trail' } },
          next_href: { type: string } } } ] } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: {
        title: { type: string }, customSlug: { type: string }, maxHikers: { type: integer }, difficulty: { type: integer },
        closed: { type: boolean } } } } } }
      responses: { '200': &trail { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Trail' } } } }, '400': { description: wrong } }
  /trails/{trail_code}:
    parameters: &code [ { name: trail_code, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': *trail, '404': { description: none, content: { application/json: { schema: { type: object,
      required: [message], properties: { object: { type: string, example: error }, message: { type: string },
      trail_code: { type: string } } } } } } } }
    delete: { responses: { '200': { description: gone } } }
  /likes/trails/{trail_code}:
    parameters: *code
    post: { summary: Likes a trail., responses: { '200': { description: done } } }
    delete: { summary: Takes it back., responses: { '200': { description: done } } }
  /me/likes/trails:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Trail' } } } } } } }
  /batch/trails/delete:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { trails: { type: array,
      items: { type: string } } } } } } }, responses: { '200': { description: done } } }
  /batch/trails/closed:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { trails: { type: array,
      items: { type: string } } } } } } }, responses: { '200': { description: done } } }
  /trails/{trail_code}/freeze:
    parameters: *code
    post: { responses: { '200': { description: done, content: { application/json: { schema: { type: object, required: [data],
      properties: { data: { type: object, required: [surface], properties: { surface: {
      $ref: '#/components/schemas/Surface' } } } } } } } } } }
components:
  schemas:
    Surface: { type: object, required: [status], properties: { status: { type: string, enum: [DRY, FROZEN, MUDDY] },
      width: { type: integer } } }
    Trail:
      type: object
      required: [trailCode, title, limits, hikesSummary, hasShelters, surface]
      properties:
        trailCode: { type: string }
        title: { type: string }
        difficulty: { type: integer, minimum: 1, maximum: 5 }
        closed: { type: boolean }
        viewer_favorite: { type: boolean }
        favoritings_count: { type: integer }
        limits: { type: object, required: [maxHikers, maxDogs], properties: { maxHikers: { type: integer, nullable: true },
          maxDogs: { type: integer } } }
        hikesSummary: { type: object, required: [total, alone], properties: { total: { type: integer }, alone: {
          type: integer } } }
        hasShelters: { type: boolean }
        surface: { $ref: '#/components/schemas/Surface' }
"""

HARBOUR = """
openapi: 3.0.3
info: { title: Harbour, version: '1' }
paths:
  /register:
    post:
      operationId: register
      description: |
        Creates a crew. Crew symbols will be cast to uppercase characters.

        Each crew will be granted a token, an errand, two boats and 1,500 coins.
      requestBody: { content: { application/json: { schema: { type: object, required: [symbol, port], properties: {
        symbol: { type: string }, port: { type: string }, email: { type: string } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object, properties: { data: {
        type: object, required: [token, crew, port, errand, boats], properties: { token: { type: string },
        crew: { $ref: '#/components/schemas/Crew' }, port: { $ref: '#/components/schemas/Port' },
        errand: { $ref: '#/components/schemas/Errand' }, boats: { type: array, items: { $ref: '#/components/schemas/Boat' } }
        } } } } } } } }
  /my/crew:
    get: { security: [ { token: [] } ], responses: { '200': { description: own, content: { application/json: { schema: {
      type: object, properties: { data: { $ref: '#/components/schemas/Crew' } } } } } } } }
  /crews:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { data: {
      type: array, items: { $ref: '#/components/schemas/Crew' } } } } } } } } }
  /crews/{crewSymbol}:
    get: { parameters: [ { name: crewSymbol, in: path, required: true, schema: { type: string } } ], responses: { '200': {
      description: one, content: { application/json: { schema: { type: object, properties: { data: {
      $ref: '#/components/schemas/Crew' } } } } } } } }
  /ports:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { data: {
      type: array, items: { $ref: '#/components/schemas/Port' } } } } } } } } }
  /ports/{portSymbol}:
    get: { parameters: [ { name: portSymbol, in: path, required: true, schema: { type: string } } ], responses: { '200': {
      description: one, content: { application/json: { schema: { type: object, properties: { data: {
      $ref: '#/components/schemas/Port' } } } } } } } }
  /my/errands:
    get: { security: [ { token: [] } ], responses: { '200': { description: all, content: { application/json: { schema: {
      type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Errand' } } } } } } } } }
  /my/errands/{errandId}:
    get: { security: [ { token: [] } ], parameters: &errand [ { name: errandId, in: path, required: true, schema: {
      type: string } } ], responses: { '200': { description: one, content: { application/json: { schema: { type: object,
      properties: { data: { $ref: '#/components/schemas/Errand' } } } } } } } }
  /my/errands/{errandId}/accept:
    post: { security: [ { token: [] } ], parameters: *errand, responses: { '200': { description: one, content: {
      application/json: { schema: { type: object, properties: { data: { type: object, required: [errand, crew], properties: {
      errand: { $ref: '#/components/schemas/Errand' }, crew: { $ref: '#/components/schemas/Crew' } } } } } } } } } }
  /my/boats:
    get: { security: [ { token: [] } ], responses: { '200': { description: all, content: { application/json: { schema: {
      type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } } } } } }
  /my/boats/{boatId}:
    get: { security: [ { token: [] } ], parameters: [ { name: boatId, in: path, required: true, schema: { type: string } } ],
      responses: { '200': { description: one, content: { application/json: { schema: { type: object, properties: { data: {
      $ref: '#/components/schemas/Boat' } } } } } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Crew: { type: object, required: [symbol, homePort, coins], properties: { symbol: { type: string }, homePort: {
      type: string }, coins: { type: integer } } }
    Port: { type: object, required: [symbol, name], properties: { symbol: { type: string, enum: [NORTH, SOUTH, WEST] },
      name: { type: string } } }
    Errand: { type: object, required: [id, accepted], properties: { id: { type: string }, accepted: { type: boolean,
      default: false } } }
    Boat: { type: object, required: [id, length], properties: { id: { type: string }, length: { type: integer } } }
"""

PLAYS = """
openapi: 3.0.3
info: { title: Stage, version: '1' }
paths:
  /scenes:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Scene' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Scene' } } } }, responses: {
      '201': &scene { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Scene' } } } } } }
  /scenes/{id}:
    get: { parameters: &id [ { name: id, in: path, required: true, schema: { type: string } } ], responses: { '200': *scene } }
  /plays:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Play' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string },
      scenes: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } }, responses: {
      '201': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Play' } } } } } }
  /plays/{id}:
    get: { parameters: [ { name: id, in: path, required: true, schema: { type: string } }, { name: show_scenes, in: query,
      schema: { type: boolean } } ], responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Play' } } } } } }
  /plays/{id}/scenes:
    get: { parameters: *id, responses: { '200': { description: all, content: { application/json: { schema: { type: array,
      items: { $ref: '#/components/schemas/Scene' } } } } } } }
components:
  schemas:
    Scene: { type: object, properties: { id: { type: string, readOnly: true }, title: { type: string } } }
    Play: { type: object, properties: { id: { type: string, readOnly: true }, title: { type: string },
      scene_count: { type: integer }, scenes: { type: array, items: { $ref: '#/components/schemas/Scene' } } } }
"""

DOORS = """
openapi: 3.0.3
info: { title: Doors, version: '1' }
paths:
  /doors:
    get: { parameters: [ { name: 'excludeColours[]', in: query, schema: { type: array, items: { type: string } } },
      { name: open, in: query, description: excludes locked doors, schema: { type: boolean } } ], responses: { '200': {
      description: all, content: { application/json: { schema: { type: object, properties: { doors: { type: array, items: {
      $ref: '#/components/schemas/Door' } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [longUrl], properties: { longUrl: {
      type: string }, colours: { type: array, items: { type: string } }, locked: { type: boolean } } } } } }, responses: {
      '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Door' } } } } } }
  /doors/{doorCode}:
    get: { parameters: &code [ { name: doorCode, in: path, required: true, schema: { type: string } } ], responses: { '200': {
      description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Door' } } } } } }
  /colours:
    get: { parameters: [ { name: searchTerm, in: query, schema: { type: string } } ], responses: { '200': { description: all,
      content: { application/json: { schema: { type: object, properties: { colours: { type: array, items: { type: string } } }
      } } } } } }
    put: { requestBody: { content: { application/json: { schema: { type: object, required: [oldName, newName], properties: {
      oldName: { type: string }, newName: { type: string } } } } } }, responses: { '204': { description: done }, '404': {
      description: none }, '409': { description: taken } } }
    delete: { parameters: [ { name: 'colours[]', in: query, required: true, schema: { type: array, items: { type: string } } } ],
      responses: { '204': { description: done } } }
  /doors/{doorCode}/clicks:
    get: { parameters: *code, responses: { '200': { description: all, content: { application/json: { schema: { type: object,
      properties: { clicks: { type: array, items: { type: object, properties: { date: { type: string, format: date-time },
      referer: { type: string } } } } } } } } } } }
    delete: { parameters: [ { name: doorCode, in: path, required: true, schema: { type: string } }, { name: street, in: query,
      schema: { type: string } } ], responses: { '200': { description: done, content: { application/json: { schema: { type: object,
      properties: { deletedClicks: { type: integer } } } } } } } }
  /{doorCode}:
    get: { parameters: *code, responses: { '302': { description: leads to the long address }, '404': { description: none } } }
components:
  schemas:
    Door: { type: object, required: [doorCode, longUrl], properties: { doorCode: { type: string }, longUrl: { type: string },
      visits: { type: integer }, locked: { type: boolean }, colours: { type: array, items: { type: string } },
      clicksSummary: { type: object, properties: { total: { type: integer }, human: { type: integer } } } } }
"""


@pytest.fixture(scope="module")
def person(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with using(binary, tmp_path_factory.mktemp("trails"), "trails", DOCUMENT) as somebody:
        yield somebody


def test_a_flag_asks_for_pages_in_place_of_an_array(person: Person) -> None:
    whole = person.get("/trails")
    assert isinstance(whole, list) and len(whole) >= 3
    page = person.get("/trails?in_parts=true&limit=2")
    assert page["collection"] == whole[:2]
    assert "in_parts=true" in page["next_href"] and "offset=2" in page["next_href"]
    assert person.get("/trails?in_parts=false&limit=2") == whole[:2]


def test_a_request_says_the_id_of_its_record_by_another_name(person: Person) -> None:
    made = person.post("/trails", {"title": "Ridge", "customSlug": "north-ridge", "maxHikers": 12})
    assert made["trailCode"] == "north-ridge"
    assert person.get("/trails/north-ridge")["title"] == "Ridge"
    assert person.status("POST", "/trails", {"title": "Other", "customSlug": "north-ridge"}) == 400


def test_what_is_sent_beside_the_rest_stands_inside_of_the_record(person: Person) -> None:
    made = person.post("/trails", {"title": "Gorge", "maxHikers": 8})
    assert made["limits"]["maxHikers"] == 8
    assert person.post("/trails", {"title": "Moor"})["limits"]["maxHikers"] is None, "nothing was sent"
    assert made["hikesSummary"] == {"total": 0, "alone": 0}, "nobody was there yet"
    assert made["hasShelters"] is False


def test_a_minimum_bounds_the_number_of_its_name(person: Person) -> None:
    person.post("/trails", {"title": "Steep", "difficulty": 5})
    person.post("/trails", {"title": "Flat", "difficulty": 1})
    steep = person.get("/trails?difficulty=3&limit=100")
    assert steep and all(one["difficulty"] >= 3 for one in steep)
    assert "Flat" in [one["title"] for one in person.get("/trails?difficulty=1&limit=100")]


def test_a_mark_before_the_collection_marks_its_record(person: Person) -> None:
    code = person.post("/trails", {"title": "Lake"})["trailCode"]
    person.send("POST", f"/likes/trails/{code}")
    liked = person.get(f"/trails/{code}")
    assert (liked["viewer_favorite"], liked["favoritings_count"]) == (True, 1)
    assert [one["trailCode"] for one in person.get("/me/likes/trails")] == [code]
    person.send("DELETE", f"/likes/trails/{code}")
    assert person.get("/me/likes/trails") == []
    assert person.get(f"/trails/{code}")["title"] == "Lake", "only the mark is gone"


def test_an_error_shows_what_the_path_names_and_what_all_errors_are_called(person: Person) -> None:
    status, body = person.call("GET", "/trails/nowhere")
    assert status == 404
    assert (body["trail_code"], body["object"]) == ("nowhere", "error")


def test_actions_for_several_records_stand_behind_the_collection(person: Person) -> None:
    codes = [person.post("/trails", {"title": title})["trailCode"] for title in ("One", "Two", "Three")]
    person.post("/batch/trails/closed", {"trails": codes[:1]})
    assert person.get(f"/trails/{codes[0]}")["closed"] is True
    person.post("/batch/trails/delete", {"trails": codes[1:]})
    assert [person.status("GET", f"/trails/{code}") for code in codes] == [200, 404, 404]


def test_an_action_sets_the_state_of_an_object_in_the_record(person: Person) -> None:
    code = person.post("/trails", {"title": "Glacier"})["trailCode"]
    shown = person.post(f"/trails/{code}/freeze")
    assert shown["data"]["surface"]["status"] == "FROZEN"
    assert person.get(f"/trails/{code}")["surface"] == shown["data"]["surface"]


def test_who_registers_by_a_name_has_it_with_all_that_the_response_shows(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, "harbour", HARBOUR) as server:
        anybody = Person(server, "/harbour")
        shown = anybody.post("/register", {"symbol": "heron", "port": "SOUTH"})["data"]
        assert (shown["crew"]["symbol"], shown["crew"]["coins"]) == ("HERON", 1500)
        assert (shown["crew"]["homePort"], shown["port"]["symbol"]) == ("SOUTH", "SOUTH")
        assert anybody.status("POST", "/register", {"symbol": "HERON", "port": "WEST"}) == 409
        heron = Person(server, "/harbour", shown["token"])
        assert heron.get("/my/crew")["data"] == shown["crew"]
        assert anybody.get("/crews/HERON")["data"]["symbol"] == "HERON"
        assert shown["errand"] in heron.get("/my/errands")["data"]
        assert len(shown["boats"]) == 2 and all(one in heron.get("/my/boats")["data"] for one in shown["boats"])
        accepted = heron.post(f"/my/errands/{shown['errand']['id']}/accept")["data"]
        assert (accepted["errand"]["accepted"], accepted["crew"]["symbol"]) == (True, "HERON")
        other = Person(server, "/harbour", anybody.post("/register", {"symbol": "gull", "port": "WEST"})["data"]["token"])
        assert shown["errand"]["id"] not in [one["id"] for one in other.get("/my/errands")["data"]]


def test_records_that_are_sent_by_their_ids_are_shown_counted_and_listed(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, "stage", PLAYS) as server:
        person = Person(server, "/stage")
        scene = person.post("/scenes", {"title": "Storm"})
        play = person.post("/plays", {"title": "Island", "scenes": [{"id": scene["id"]}]})
        assert (play["scenes"], play["scene_count"]) == ([scene], 1)
        assert person.get(f"/plays/{play['id']}")["scenes"] == [scene]
        assert "scenes" not in person.get(f"/plays/{play['id']}?show_scenes=false")
        assert person.get(f"/plays/{play['id']}/scenes") == [scene]


def test_short_addresses_lead_on_and_are_counted(binary: Path, tmp_path: Path) -> None:
    document = tmp_path / "doors.yaml"
    document.write_text(DOORS)
    with serving(binary, tmp_path / "out", "gate", document) as server:
        person = Person(server, "/gate")
        code = person.post("/doors", {"longUrl": "https://hall.example.com/east"})["doorCode"]
        answer = server.request("GET", f"/gate/{code}")
        assert (answer.status, answer.headers["location"]) == (302, "https://hall.example.com/east")
        door = person.get(f"/doors/{code}")
        assert (door["visits"], door["clicksSummary"]["total"]) == (1, 1)
        clicks = person.get(f"/doors/{code}/clicks")["clicks"]
        assert len(clicks) == 1 and clicks[0]["date"]
        person.send("DELETE", f"/doors/{code}/clicks?street=main")
        assert len(person.get(f"/doors/{code}/clicks")["clicks"]) == 1, "what the street chooses is not known"
        assert person.send("DELETE", f"/doors/{code}/clicks")["deletedClicks"] == 1
        assert person.get(f"/doors/{code}")["clicksSummary"]["total"] == 0
        assert person.status("GET", "/nothing") == 404


def test_lists_leave_out_what_is_excluded_and_texts_of_records_are_listed(binary: Path, tmp_path: Path) -> None:
    document = tmp_path / "doors.yaml"
    document.write_text(DOORS)
    with serving(binary, tmp_path / "out", "gate", document) as server:
        person = Person(server, "/gate")
        red = person.post("/doors", {"longUrl": "https://a.example.com", "colours": ["red", "umber"], "locked": True})
        blue = person.post("/doors", {"longUrl": "https://b.example.com", "colours": ["blue", "umber"], "locked": False})
        others = [one["doorCode"] for one in person.get("/doors?excludeColours[]=red")["doors"]]
        assert blue["doorCode"] in others and red["doorCode"] not in others
        unlocked = [one["doorCode"] for one in person.get("/doors?open=true")["doors"]]
        assert blue["doorCode"] in unlocked and red["doorCode"] not in unlocked
        colours = person.get("/colours")["colours"]
        assert {"red", "blue", "umber"} <= set(colours) and colours.count("umber") == 1
        assert person.get("/colours?searchTerm=UMB")["colours"] == ["umber"]
        person.send("PUT", "/colours", {"oldName": "red", "newName": "rust"})
        assert person.get(f"/doors/{red['doorCode']}")["colours"] == ["rust", "umber"]
        assert person.status("PUT", "/colours", {"oldName": "rust", "newName": "blue"}) == 409
        assert person.status("PUT", "/colours", {"oldName": "nowhere", "newName": "any"}) == 404
        person.send("DELETE", "/colours?colours[]=umber")
        assert "umber" not in person.get("/colours")["colours"]
