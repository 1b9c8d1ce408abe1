"""Paths that mean one record, several, or one that is asked for: settings with an id, editors of several records, requests
for a record, paths of which no schema tells, and what responses keep although the document's alternatives overlap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Harbour, version: '1' }
paths:
  /settings/lights:
    get: { responses: { '200': &lights { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Lights' } } } } } }
  /settings/lights/{id}:
    parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': *lights } }
    put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Lights' } } } },
      responses: { '200': *lights } }
  /ships:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: pageSize, in: query, schema: { type: integer } }
        - { name: sortKey, in: query, schema: { type: string } }
        - { name: sortDirection, in: query, schema: { type: string, enum: [ascending, descending] } }
        - { name: 'filter[created_at]', in: query, description: A range of dates, schema: { type: string } }
      responses: { '200': { description: a page, content: { application/json: { schema: { type: object, properties: {
        page: { type: integer }, pageSize: { type: integer }, sortKey: { type: string }, sortDirection: { type: string },
        totalRecords: { type: integer }, records: { type: array, items: { $ref: '#/components/schemas/Ship' } } } } } } } }
    post: { requestBody: &shipRequest { required: true, content: { application/json: { schema: {
      $ref: '#/components/schemas/Ship' } } } }, responses: { '201': &ship { description: one, content: {
      application/json: { schema: { $ref: '#/components/schemas/Ship' } } } } } }
  /ships/{id}:
    parameters: *id
    get: { responses: { '200': *ship, '404': { description: none } } }
    put: { requestBody: *shipRequest, responses: { '200': *ship } }
    delete: { description: Archives the ship., parameters: [ { name: addScrappedHull, in: query, schema: { type: boolean } } ],
      responses: { '200': *ship } }
  /scrapped-hulls:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Hull' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Hull' } } } }, responses: { '201': {
      description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Hull' } } } } } }
  /signals:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Signal' } } } }, responses: { '201':
      &signal { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Signal' } } } } } }
  /signals/{id}: { get: { parameters: *id, responses: { '200': *signal } } }
  /signals/{id}/reactions: { post: { parameters: *id, description: Toggles a reaction., requestBody: { content: { application/json: {
    schema: { type: object, required: [emoji], properties: { emoji: { type: string } } } } } }, responses: { '204': {
    description: done } } } }
  /ships/editor:
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { shipIds: { type: array, items: {
      type: integer } }, docked: { type: boolean }, tags: { type: array, items: { type: integer } }, applyTags: { type: string,
      enum: [add, remove, replace] } } } } } }, responses: { '200': { description: done } } }
    delete: { requestBody: { content: { application/json: { schema: { type: object, properties: { shipIds: { type: array, items: {
      type: integer } } } } } } }, responses: { '200': { description: done } } }
  /shed/lamps: { post: { parameters: [ { name: name, in: query, required: true, schema: { type: string } } ], responses: { '201': {
    description: done } } } }
  /shed/lamps/{lamp}: { delete: { parameters: [ { name: lamp, in: path, required: true, schema: { type: string } } ], responses: {
    '204': { description: gone } } } }
  /lamps/search: { get: { parameters: [ { name: query, in: query, required: true, schema: { type: string } } ], responses: { '200': {
    description: done } } } }
  /lamps/{lamp}: { get: { parameters: [ { name: lamp, in: path, required: true, schema: { type: string } } ], responses: { '200': {
    description: done } } } }
  /watch/naps:
    post: { parameters: [ { name: date, in: query, required: true, schema: { type: string } }, { name: minutes, in: query,
      schema: { type: integer } } ], responses: { '200': { description: done } } }
  /watch/naps/{nap}: { delete: { parameters: [ { name: nap, in: path, required: true, schema: { type: string } } ], responses: {
    '204': { description: gone } } } }
  /watch/naps/date/{date}: { get: { parameters: [ { name: date, in: path, required: true, schema: { type: string } } ],
    responses: { '200': { description: done } } } }
  /watch/favorite: { get: { responses: { '200': { description: done } } } }
  /watch/favorite/{lamp}:
    parameters: [ { name: lamp, in: path, required: true, schema: { type: string } } ]
    post: { responses: { '201': { description: new }, '200': { description: there } } }
    delete: { responses: { '204': { description: gone } } }
  /ships/{id}/crew/{pilotId}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } }, { name: pilotId, in: path, required: true,
      schema: { type: integer } } ]
    get: { responses: { '200': &crew { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/CrewMember' } } } }, '404': { description: none } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { canSteer: { type: boolean } } } } }
      }, responses: { '204': { description: done } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
  /ships/{id}/crew: { get: { parameters: *id, responses: { '200': { description: all, content: { application/json: { schema: {
    type: array, items: { $ref: '#/components/schemas/CrewMember' } } } } } } } }
  /pilots:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Pilot' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pilot' } } } }, responses: {
      '201': &pilot { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Pilot' } } } } } }
  /pilots/{id}: { get: { parameters: *id, responses: { '200': *pilot } } }
  /pilots/alerts: { post: { parameters: [ { name: pilotId, in: query, schema: { type: integer } } ], requestBody: { content: {
    application/json: { schema: { $ref: '#/components/schemas/Alerts' } } } }, responses: { '204': { description: done } } } }
  /moorings: { get: { parameters: [ { name: 'filter[created_at]', in: query, schema: { type: string } } ], responses: { '200': {
    description: all, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: {
    $ref: '#/components/schemas/Mooring' } } } } } } } } } }
  /moorings/request: { post: { requestBody: { content: { application/json: { schema: { type: object, required: [berth, nights],
    properties: { berth: { type: string }, nights: { type: integer } } } } } }, responses: { '200': { description: done } } } }
  /statistics: { get: { responses: { '200': { description: numbers, content: { application/json: { schema: { type: object,
    properties: { moorings: { type: integer }, ship_fees: { type: integer, example: '' } } } } } } } } }
  /watch/goal:
    get: { responses: { '200': { description: done } } }
    post: { parameters: [ { name: hours, in: query, required: true, schema: { type: integer } } ], responses: { '201': {
      description: done } } }
  /watch/goals/{season}:
    parameters: [ { name: season, in: path, required: true, schema: { type: string } } ]
    get: { responses: { '200': { description: done } } }
    post: { parameters: [ { name: trips, in: query, required: true, schema: { type: integer } } ], responses: { '200': {
      description: done } } }
  /crates:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Crate' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } } }, responses: {
      '201': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } } } } }
  /crates/{id}: { get: { parameters: *id, responses: { '200': { description: one, content: { application/json: { schema: {
    $ref: '#/components/schemas/Crate' } } } }, '404': { description: none } } } }
  /crates/add: { post: &changed { requestBody: { required: true, content: { application/json: { schema: {
    $ref: '#/components/schemas/Crates' } } } }, responses: { '201': { description: done } } } }
  /crates/remove: { post: *changed }
  /crates/transfer: { post: *changed }
  /gate/challenges: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { app: {
    type: string } } } } } }, responses: { '201': { description: asked, content: { application/json: { schema: { type: object,
    properties: { challenge_id: { type: string } } } } } } } } }
  /gate/keys: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { challenge_id: {
    type: string }, code: { type: string } } } } } }, responses: { '201': { description: given, content: { application/json: {
    schema: { type: object, properties: { api_key: { type: string } } } } } }, '400': { description: wrong } } } }
  /oauth2/token: { post: { parameters: [ { name: client_id, in: query, required: true, schema: { type: string } }, {
    name: grant_type, in: query, schema: { type: string } } ], responses: { '200': { description: done } } } }
  /oauth2/introspect: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: {
    token: { type: string } } } } } }, responses: { '200': { description: done } } } }
  /gate/session: { get: { security: [ { key: [] } ], responses: { '401': { description: signed out, content: { application/json: { schema: { type: object,
    required: [status, meta], properties: { status: { type: integer, enum: [401] }, meta: { type: object, required:
    [is_authenticated], properties: { is_authenticated: { type: boolean } } } } } } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Lights: { type: object, properties: { id: { type: integer }, colour: { type: string }, isBright: { type: boolean } } }
    Ship: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string },
      docked: { type: boolean }, tags: { type: array, items: { type: integer } }, archived: { type: boolean }, flag: {
      $ref: '#/components/schemas/Flag' } } }
    Flag: { nullable: true, type: object, oneOf: [ { type: object, properties: { kind: { type: string }, colour: { type: string } } },
      { type: object, properties: { kind: { type: string }, motif: { type: string } } } ] }
    CrewMember: { type: object, properties: { pilotId: { type: integer }, canSteer: { type: boolean } } }
    Alerts: { type: object, properties: { fog: { type: boolean }, ice: { type: boolean } } }
    Pilot: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, alerts: {
      $ref: '#/components/schemas/Alerts' } } }
    Crate: { type: object, required: [pk, goods, quantity], properties: { pk: { type: integer, readOnly: true }, goods: {
      type: string }, quantity: { type: number }, quay: { type: integer, nullable: true } } }
    Crates: { type: object, required: [items], properties: { items: { type: array, items: { type: object, required: [pk],
      properties: { pk: { type: integer }, quantity: { type: string }, goods: { type: string } } } }, quay: { type: integer } } }
    Hull: { type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
    Signal: { type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string }, reactions: {
      type: object, additionalProperties: { type: array, items: { type: string } } } } }
    Mooring: { type: object, properties: { id: { type: integer }, berth: { type: string }, nights: { type: integer } } }
"""


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A harbour, used without an account."""
    with using(binary, tmp_path_factory.mktemp("harbour"), "harbour", DOCUMENT) as person:
        yield person


def test_one_record_is_read_without_its_id_and_changed_by_it(app: Person) -> None:
    """`/settings/lights` shows what `/settings/lights/{id}` changes."""
    lights = app.get("/settings/lights")
    app.send("PUT", f"/settings/lights/{lights['id']}", {**lights, "colour": "amber"})
    assert app.get("/settings/lights")["colour"] == "amber"
    assert app.get(f"/settings/lights/{lights['id']}")["colour"] == "amber"


def test_an_editor_changes_and_deletes_the_records_whose_ids_it_lists(app: Person) -> None:
    """Lists change in the way that another property says."""
    first, second = (app.post("/ships", {"name": name, "docked": True, "tags": [1]})["id"] for name in ("Gull", "Tern"))
    app.send("PUT", "/ships/editor", {"shipIds": [first], "docked": False, "tags": [2], "applyTags": "add"})
    changed, other = app.get(f"/ships/{first}"), app.get(f"/ships/{second}")
    assert (changed["docked"], changed["tags"], changed["name"]) == (False, [1, 2], "Gull")
    assert (other["docked"], other["tags"]) == (True, [1])
    app.send("PUT", "/ships/editor", {"shipIds": [first, second], "tags": [1], "applyTags": "remove"})
    assert (app.get(f"/ships/{first}")["tags"], app.get(f"/ships/{second}")["tags"]) == ([2], [])
    app.send("PUT", "/ships/editor", {"shipIds": [first], "tags": [7], "applyTags": "replace"})
    assert app.get(f"/ships/{first}")["tags"] == [7]
    app.send("DELETE", "/ships/editor", {"shipIds": [second]})
    assert app.status("GET", f"/ships/{second}") == 404


def test_a_page_repeats_what_it_was_asked_for(app: Person) -> None:
    """The envelope has properties with the names of the parameters."""
    page = app.get("/ships?page=1&pageSize=3&sortKey=name&sortDirection=descending")
    assert (page["sortKey"], page["sortDirection"], page["page"], page["pageSize"]) == ("name", "descending", 1, 3)


def test_a_deletion_that_archives_shows_an_archived_record(app: Person) -> None:
    """The description says that it archives."""
    ship = app.post("/ships", {"name": "Skua", "archived": False})["id"]
    assert app.send("DELETE", f"/ships/{ship}")["archived"] is True


def test_what_overlapping_alternatives_allow_is_shown(app: Person) -> None:
    """Any flag matches both schemas of a flag."""
    flag = {"kind": "plain", "colour": "red"}
    ship = app.post("/ships", {"name": "Petrel", "flag": flag})
    assert (ship["flag"], app.get(f"/ships/{ship['id']}")["flag"]) == (flag, flag)


def test_a_record_below_another_comes_to_be_by_a_post_to_its_path(app: Person) -> None:
    """Nothing else makes one."""
    ship = app.post("/ships", {"name": "Fulmar"})["id"]
    app.send("POST", f"/ships/{ship}/crew/412", {"canSteer": True})
    assert app.get(f"/ships/{ship}/crew/412")["canSteer"] is True
    app.send("DELETE", f"/ships/{ship}/crew/412")
    assert app.status("GET", f"/ships/{ship}/crew/412") == 404


def test_a_part_of_a_record_is_changed_by_its_name_and_an_id_in_the_query(app: Person) -> None:
    """`/pilots/alerts?pilotId=` changes the pilot's `alerts`."""
    pilot = app.post("/pilots", {"name": "Ada"})["id"]
    app.send("POST", f"/pilots/alerts?pilotId={pilot}", {"fog": True, "ice": False})
    assert app.get(f"/pilots/{pilot}")["alerts"] == {"fog": True, "ice": False}


def test_asking_for_a_record_makes_it(app: Person) -> None:
    """Nothing else makes moorings; lists are filtered by when they were made, although they do not show it."""
    app.post("/moorings/request", {"berth": "K-77", "nights": 3})

    def berths(query: str) -> list[str]:
        return [one["berth"] for one in app.get("/moorings" + query)["data"]]

    assert "K-77" in berths("") and "K-77" in berths("?filter[created_at]=2020-01-01,2099-12-31")
    assert "K-77" not in berths("?filter[created_at]=2018-01-01,2018-12-31")


def test_a_dashboard_shows_all_its_numbers(app: Person) -> None:
    """Those that count what is kept, and the others."""
    numbers = app.get("/statistics")
    assert numbers["moorings"] == len(app.get("/moorings")["data"])
    assert isinstance(numbers["ship_fees"], int)


def test_what_no_schema_describes_is_kept_where_it_is_read_and_written(app: Person) -> None:
    """A goal, and one goal for each season."""
    app.post("/watch/goal?hours=1234")
    assert app.get("/watch/goal")["hours"] == 1234
    app.post("/watch/goals/spring?trips=4321")
    assert app.get("/watch/goals/spring")["trips"] == 4321
    assert "trips" not in app.get("/watch/goals/autumn")


def test_a_refusal_says_that_nobody_is_signed_in(app: Person) -> None:
    """A flag of the error tells it."""
    status, body = app.call("GET", "/gate/session")
    assert (status, body) == (401, {"status": 401, "meta": {"is_authenticated": False}})


def test_an_action_changes_the_records_that_it_lists_with_their_values(app: Person) -> None:
    """Amounts follow the verb; what stands beside the list holds for all of its records."""
    first, second = (app.post("/crates", {"goods": goods, "quantity": 10, "quay": 1})["pk"] for goods in ("tea", "rope"))
    app.post("/crates/add", {"items": [{"pk": first, "quantity": "5"}, {"pk": second, "quantity": "1"}]})
    app.post("/crates/remove", {"items": [{"pk": second, "quantity": "4"}]})
    app.post("/crates/transfer", {"items": [{"pk": first, "goods": "green tea"}], "quay": 3})
    one, other = app.get(f"/crates/{first}"), app.get(f"/crates/{second}")
    assert (one["quantity"], one["goods"], one["quay"]) == (15, "green tea", 3)
    assert (other["quantity"], other["goods"], other["quay"]) == (7, "rope", 1)


def test_a_call_needs_what_another_response_gave_out(app: Person) -> None:
    """Nobody was given the challenge of another name."""
    given = app.post("/gate/challenges", {"app": "notes"})["challenge_id"]
    assert app.status("POST", "/gate/keys", {"challenge_id": "none-of-these", "code": "1234"}) == 400
    assert app.status("POST", "/gate/keys", {"challenge_id": given, "code": "1234"}) == 201


def test_tokens_of_oauth_are_those_of_the_standard_where_the_document_says_nothing(app: Person) -> None:
    """RFC 6749 and RFC 7662 say what the responses hold."""
    token = app.post("/oauth2/token?client_id=7&grant_type=authorization_code")
    assert (token["token_type"], token["expires_in"]) == ("Bearer", 3600)
    other = app.post("/oauth2/token?client_id=7&grant_type=client_credentials")
    assert other["access_token"] != token["access_token"] and "refresh_token" not in other
    answer = app.server.request(
        "POST",
        "/harbour/oauth2/introspect",
        raw=f"token={token['access_token']}".encode(),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.json()["active"] is True


def test_ids_in_a_list_are_shown_although_no_schema_tells_of_it(app: Person) -> None:
    """Lamps become favorites by their ids."""
    assert app.get("/watch/favorite") == []
    assert [app.status("POST", "/watch/favorite/90009") for _ in range(2)] == [201, 200]
    assert [one["id"] for one in app.get("/watch/favorite")] == [90009]
    app.send("DELETE", "/watch/favorite/90009")
    assert app.get("/watch/favorite") == []


def test_what_is_written_down_is_listed_by_its_day(app: Person) -> None:
    """No schema tells of naps."""
    app.post("/watch/naps?date=2031-03-14&minutes=271")
    assert [one["minutes"] for one in app.get("/watch/naps/date/2031-03-14")] == [271]
    assert app.get("/watch/naps/date/2031-03-15") == []


def test_what_is_made_by_a_query_alone_is_shown_and_found(app: Person) -> None:
    """No schema tells of lamps, and other paths than those that make and delete them read them."""
    lamp = app.post("/shed/lamps?name=Kerosene+lantern")
    assert lamp["name"] == "Kerosene lantern"
    assert [one["id"] for one in app.get("/lamps/search?query=kerosene")] == [lamp["id"]]
    assert app.get(f"/lamps/{lamp['id']}")["name"] == "Kerosene lantern"
    app.send("DELETE", f"/shed/lamps/{lamp['id']}")
    assert app.get("/lamps/search?query=kerosene") == []


def test_a_deletion_makes_what_the_query_asks_for(app: Person) -> None:
    """The new record has what both kinds of records have."""
    ship = app.post("/ships", {"name": "Dunlin"})["id"]
    app.send("DELETE", f"/ships/{ship}?addScrappedHull=true")
    assert "Dunlin" in [hull["name"] for hull in app.get("/scrapped-hulls")]


def test_reactions_are_kept_by_what_somebody_reacts_with(app: Person) -> None:
    """A second request takes the reaction back, as the document says."""
    signal = app.post("/signals", {"text": "Fog"})["id"]
    for emoji in ("⚓", "🌫", "⚓"):
        app.send("POST", f"/signals/{signal}/reactions", {"emoji": emoji})
    assert {emoji: len(people) for emoji, people in app.get(f"/signals/{signal}")["reactions"].items()} == {"🌫": 1}
