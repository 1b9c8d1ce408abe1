"""What documents tell beside the names of operations: the order of a list, values to choose from, by what paths name records,
how moments and flags are written, and where a token goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import PICTURE, Person, serving, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Orchard, version: '1' }
paths:
  /trees/kinds: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    type: string, enum: [APPLE, PEAR, PLUM, QUINCE] } } } } } } } }
  /regions: { get: { description: Returns regions ordered by name., responses: { '200': { description: all, content: {
    application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Region' } } } } } } } }
  /trees:
    get:
      description: All trees. They can be sorted by name.
      parameters:
        - { name: n, in: query, description: The number of objects to return., schema: { type: integer, default: 60 } }
        - { name: offset, in: query, schema: { type: integer } }
        - { name: before, in: query, description: An epoch timestamp, schema: { type: integer } }
        - { name: after, in: query, description: An epoch timestamp, schema: { type: integer } }
        - { name: leafStatus, in: query, schema: { $ref: '#/components/schemas/Leaves' } }
        - { name: includeDeactivated, in: query, schema: { type: boolean } }
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { trees: {
        type: array, items: { $ref: '#/components/schemas/Tree' } }, pagination: { type: object, properties: { results: {
        type: integer } } } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: {
        name: { type: string }, planted: { type: string, format: date-time }, lastPruned: { type: string, format: date-time },
        leafStatus: { $ref: '#/components/schemas/Leaves' }, grafted: { type: integer }, isActive: { type: boolean } } } } } }
      responses: { '201': &tree { description: one, content: { application/json: { schema: {
        $ref: '#/components/schemas/Tree' } } } } }
  /trees/{treeId}:
    parameters: &treeId [ { name: treeId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': *tree } }
  /trees/{treeId}/addTags:
    parameters: *treeId
    post: &tags { requestBody: { content: { application/json: { schema: { type: object, properties: { tags: { type: array,
      items: { type: string } } } } } } }, responses: { '200': *tree } }
  /trees/{treeId}/removeTags: { parameters: *treeId, post: *tags }
  /trees/{treeId}/nests:
    parameters: *treeId
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { bird: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Nest' } } } } } }
    get: { responses: { '200': &nests { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Nest' } } } } } } }
  /trees/{treeId}/nests/{nestId}:
    parameters: [ { name: treeId, in: path, required: true, schema: { type: integer } }, { name: nestId, in: path,
      required: true, schema: { type: integer } } ]
    delete: { description: Deletes a nest and returns the remaining ones., responses: { '200': *nests } }
  /tree_images/{tree_id}:
    parameters: [ { name: tree_id, in: path, required: true, schema: { type: integer } } ]
    post:
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { file: {
        type: string, format: binary } } } } } }
      responses: { '200': &image { description: replaced, content: { application/json: { schema: { type: object, properties: {
        id: { type: integer }, alt: { type: string, nullable: true }, image_url: { type: string } } } } } },
        '201': { description: the first one, content: { application/json: { schema: { type: object, properties: { id: {
        type: integer }, alt: { type: string, nullable: true }, image_url: { type: string } } } } } } }
  /favorites:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Favorite' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [favoriteId],
      properties: { favoriteId: { type: string }, kind: { type: string } } } } } }, responses: { '400': { description:
      The tree is a favorite already }, '200': { description: made,
      content: { application/json: { schema: { $ref: '#/components/schemas/Favorite' } } } } } }
  /favorites/{favoriteId}:
    parameters: [ { name: favoriteId, in: path, required: true, schema: { type: string } } ]
    delete: { responses: { '404': { description: none }, '200': { description: done, content: { application/json: { schema: {
      type: object, properties: { success: { type: object, properties: { message: { type: string } } } } } } } } } }
  /baskets:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Basket' } } } } } } }
  /baskets/{id}:
    parameters: [ { name: id, in: path, required: true, description: Basket number (e.g. B123), schema: { type: string } } ]
    get: { responses: { '200': { description: one, content: { application/json: { schema: {
      $ref: '#/components/schemas/Basket' } } } } } }
  /baskets/{basket_id}/fruits:
    parameters: [ { name: basket_id, in: path, required: true, description: Basket number, schema: { type: string } } ]
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [kind], properties: {
      kind: { type: string } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Fruit' } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Fruit' } } } } } } }
  /harvests/place/{harvestId}: { parameters: &harvestId [ { name: harvestId, in: path, required: true, schema: {
    type: integer } } ], post: { responses: { '200': { description: done, content: { application/json: { schema: {
    type: object } } } } } } }
  /harvests/{harvestId}: { parameters: *harvestId, get: { responses: { '200': { description: one, content: { application/json: {
    schema: { $ref: '#/components/schemas/Harvest' } } } } } } }
  /harvests: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { day: { type: string,
    format: date } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
    $ref: '#/components/schemas/Harvest' } } } } } } }
  /office/update-orchard-infos:
    post: { parameters: &orchard [ { name: orchard-id, in: query, required: true, schema: { type: string } } ], requestBody: {
      content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: {
      '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/OrchardDTO' } } } } } }
  /office/add-hive: { post: { parameters: *orchard, requestBody: { content: { application/json: { schema: { type: object,
    properties: { bees: { type: integer } } } } } }, responses: { '200': { description: one, content: { application/json: {
    schema: { $ref: '#/components/schemas/OrchardDTO' } } } } } } }
  /orchards: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/OrchardDTO' } } } } } } } }
  /orchards/hives: { get: { parameters: *orchard, responses: { '200': { description: all, content: { application/json: { schema: {
    type: array, items: { $ref: '#/components/schemas/Hive' } } } } } } } }
  /clubs:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Club'
      } } } } } }
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Club' } } } } } } }
  /clubs/{clubId}/members: &people
    parameters: [ { name: clubId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
      $ref: '#/components/schemas/Membership' } } } } } } }
  /clubs/{clubId}/bans:
    <<: *people
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [personId], properties: { personId: {
      type: string } } } } } }, responses: { '200': { description: made, content: { application/json: { schema: {
      $ref: '#/components/schemas/Membership' } } } } } }
  /clubs/{clubId}/members/{memberId}: &person
    parameters: [ { name: clubId, in: path, required: true, schema: { type: integer } }, { name: memberId, in: path,
      required: true, schema: { type: string } } ]
    delete: { responses: { '204': { description: gone } } }
  /clubs/{clubId}/bans/{memberId}: *person
  /paths/starred: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Path' } } } } } } } }
  /paths/{id}: { parameters: &pathId [ { name: id, in: path, required: true, schema: { type: integer } } ], get: { responses: {
    '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Path' } } } } } } }
  /paths/{id}/starred: { parameters: *pathId, put: { requestBody: { content: { application/json: { schema: { type: object,
    required: [starred], properties: { starred: { type: boolean } } } } } }, responses: { '200': { description: one, content: {
    application/json: { schema: { $ref: '#/components/schemas/Path' } } } } } } }
components:
  schemas:
    Club: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Membership: { type: object, properties: { id: { type: string }, personId: { type: string }, standing: { type: string },
      memberStatus: { type: string, enum: [banned, inactive, member], default: inactive } } }
    Path: { type: object, properties: { id: { type: integer }, starred: { type: boolean } } }
    Region: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Leaves: { type: string, enum: [all, green, bare] }
    Tree: { type: object, properties: { id: { type: integer }, name: { type: string }, planted: { type: string,
      format: date-time }, lastPruned: { type: string, format: date }, leafStatus: { $ref: '#/components/schemas/Leaves' },
      grafted: { type: boolean }, isActive: { type: boolean }, tags: { type: array, items: { type: string } } } }
    Nest: { type: object, properties: { id: { type: integer }, bird: { type: string } } }
    Favorite: { type: object, required: [id, favoriteId], properties: { id: { type: string }, favoriteId: { type: string },
      kind: { type: string } } }
    Basket: { type: object, properties: { id: { type: integer }, number: { type: string, example: B123 }, weight: {
      type: number } } }
    Fruit: { type: object, properties: { id: { type: integer }, kind: { type: string } } }
    Harvest: { type: object, properties: { id: { type: integer }, day: { type: string, format: date }, status: {
      type: string } } }
    OrchardDTO: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Hive: { type: object, properties: { id: { type: integer }, bees: { type: integer } } }
"""


@pytest.fixture(scope="module")
def app(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path_factory.mktemp("orchard"), "orchard", DOCUMENT) as somebody:
        yield somebody


def test_a_list_of_documented_values_has_all_of_them(app: Person) -> None:
    assert app.get("/trees/kinds") == ["APPLE", "PEAR", "PLUM", "QUINCE"]


def test_a_list_has_the_order_that_its_description_says(app: Person) -> None:
    names = [region["name"] for region in app.get("/regions")]
    assert len(names) > 2 and names == sorted(names)


def test_pages_are_asked_for_by_n_and_their_results_are_counted(app: Person) -> None:
    for number in range(4):
        app.post("/trees", {"name": f"Row {number}", "isActive": True})
    page = app.get("/trees?n=3&offset=0")
    assert len(page["trees"]) == 3 and page["pagination"]["results"] >= 4
    # What can be sorted is not.
    ids = [tree["id"] for tree in app.get("/trees?n=100")["trees"]]
    assert ids == sorted(ids)


def test_moments_are_compared_by_the_seconds_since_1970(app: Person) -> None:
    old = app.post("/trees", {"name": "Old", "isActive": True, "planted": "2001-03-01T08:00:00Z"})["id"]
    new = app.post("/trees", {"name": "New", "isActive": True, "planted": "2030-03-01T08:00:00Z"})["id"]
    before = [tree["id"] for tree in app.get("/trees?before=1000000000&n=100")["trees"]]
    assert old in before and new not in before
    after = [tree["id"] for tree in app.get("/trees?after=1000000000&n=100")["trees"]]
    assert new in after and old not in after


def test_no_record_is_in_all_states(app: Person) -> None:
    tree = app.post("/trees", {"name": "Bare", "isActive": True, "leafStatus": "bare"})["id"]
    assert tree in [one["id"] for one in app.get("/trees?leafStatus=all&n=100")["trees"]]
    assert tree not in [one["id"] for one in app.get("/trees?leafStatus=green&n=100")["trees"]]


def test_what_is_inactive_is_listed_on_demand(app: Person) -> None:
    tree = app.post("/trees", {"name": "Stump", "isActive": False})["id"]
    assert tree not in [one["id"] for one in app.get("/trees?n=100")["trees"]]
    assert tree in [one["id"] for one in app.get("/trees?n=100&includeDeactivated=true")["trees"]]


def test_flags_and_dates_are_taken_as_requests_write_them(app: Person) -> None:
    tree = app.post("/trees", {"name": "Twin", "grafted": 1, "lastPruned": "2031-02-03T10:00:00Z"})
    assert (tree["grafted"], tree["lastPruned"]) == (True, "2031-02-03")


def test_tags_are_added_and_removed(app: Person) -> None:
    tree = app.post("/trees", {"name": "Tagged"})["id"]
    app.post(f"/trees/{tree}/addTags", {"tags": ["tall", "old"]})
    added = app.post(f"/trees/{tree}/addTags", {"tags": ["old", "hollow"]})
    assert (added["id"], added["tags"]) == (tree, ["tall", "old", "hollow"])
    assert app.post(f"/trees/{tree}/removeTags", {"tags": ["tall"]})["tags"] == ["old", "hollow"]
    assert app.get(f"/trees/{tree}")["tags"] == ["old", "hollow"]


def test_a_deletion_that_answers_with_a_list_shows_what_is_left(app: Person) -> None:
    tree = app.post("/trees", {"name": "Home"})["id"]
    nests = [app.post(f"/trees/{tree}/nests", {"bird": bird})["id"] for bird in ("Jay", "Tit")]
    assert [nest["id"] for nest in app.send("DELETE", f"/trees/{tree}/nests/{nests[0]}")] == nests[1:]


def test_the_first_file_makes_the_record_that_the_second_replaces(app: Person) -> None:
    tree = app.post("/trees", {"name": "Photographed"})["id"]
    boundary = "a-boundary"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    body = head.encode() + PICTURE + f"\r\n--{boundary}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    path = f"/orchard/tree_images/{tree}"
    answers = [app.server.request("POST", path, raw=body, headers=kind) for _ in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    assert answers[0].json()["image_url"]


def test_what_clients_send_by_the_name_of_the_path_is_not_the_id(app: Person) -> None:
    made = [app.post("/favorites", {"favoriteId": tree, "kind": "shade"}) for tree in ("tree_1", "tree_2")]
    assert made[0]["id"] != made[1]["id"] and made[0]["favoriteId"] == "tree_1"
    assert app.status("POST", "/favorites", {"favoriteId": "tree_2"}) == 400
    app.send("DELETE", f"/favorites/{made[0]['id']}")
    assert app.status("DELETE", f"/favorites/{made[0]['id']}") == 404
    assert made[1]["id"] in [favorite["id"] for favorite in app.get("/favorites")]


def test_paths_name_records_by_what_their_description_says(app: Person) -> None:
    basket = app.get("/baskets")[2]
    assert app.get(f"/baskets/{basket['number']}") == basket
    assert app.get(f"/baskets/{basket['id']}") == basket
    fruit = app.post(f"/baskets/{basket['number']}/fruits", {"kind": "plum"})
    assert fruit["id"] in [one["id"] for one in app.get(f"/baskets/{basket['id']}/fruits")]
    assert app.status("GET", "/baskets/B-none") == 404


def test_what_is_placed_is_in_another_state(app: Person) -> None:
    harvest = app.post("/harvests", {"day": "2031-09-01"})
    app.post(f"/harvests/place/{harvest['id']}")
    assert app.get(f"/harvests/{harvest['id']}")["status"] == "placed" != harvest["status"]


def test_the_query_names_parents_by_the_path_that_lists_them(app: Person) -> None:
    (one, other) = [orchard["id"] for orchard in app.get("/orchards")[:2]]
    assert app.post(f"/office/add-hive?orchard-id={one}", {"bees": 31_337})["id"] == one
    assert 31_337 in [hive["bees"] for hive in app.get(f"/orchards/hives?orchard-id={one}")]
    assert 31_337 not in [hive["bees"] for hive in app.get(f"/orchards/hives?orchard-id={other}")]
    assert app.status("GET", "/orchards/hives?orchard-id=99999999") == 404
    assert app.status("POST", "/office/add-hive?orchard-id=99999999", {"bees": 1}) == 404


def test_who_is_made_in_a_list_of_a_state_is_in_that_state(app: Person) -> None:
    club = app.post("/clubs", {"name": "Grafters"})["id"]
    ban = app.post(f"/clubs/{club}/bans", {"personId": "p_7"})
    assert (ban["personId"], ban["memberStatus"]) == ("p_7", "banned")
    assert [one["id"] for one in app.get(f"/clubs/{club}/bans")] == [ban["id"]]


def test_some_records_are_marked_where_nothing_else_lists_them(app: Person) -> None:
    path = app.get("/paths/starred")[0]["id"]
    assert app.send("PUT", f"/paths/{path}/starred", {"starred": False})["starred"] is False
    assert path not in [one["id"] for one in app.get("/paths/starred")]
    app.send("PUT", f"/paths/{path}/starred", {"starred": True})
    assert path in [one["id"] for one in app.get("/paths/starred")]


TOKENS = """
swagger: '2.0'
info: { title: Ferry, version: '1' }
paths:
  /signup: { post: { description: Registers a passenger, parameters: [ { name: email, in: formData, type: string }, {
    name: password, in: formData, type: string }, { name: confrm_password, in: formData, type: string } ], responses: {
    '200': { description: '' } } } }
  /login: { get: { description: Login and token generation, parameters: [ { name: email, in: query, type: string }, {
    name: password, in: query, type: string } ], responses: { '200': { description: '' } } } }
  /crossings: { get: { parameters: &token [ { name: token, in: query, type: string } ], responses: { '200': {
    description: '' } } } }
  /tickets: { get: { parameters: *token, responses: { '200': { description: '' } } } }
  /timetable: { get: { parameters: *token, responses: { '200': { description: '' } } } }
"""


KINDS = """
openapi: 3.0.3
info: { title: Ferries, version: '1' }
paths:
  /captain/signup: { post: &signup { requestBody: { required: true, content: { application/json: { schema: { type: object,
    required: [email, password], properties: { email: { type: string }, password: { type: string } } } } } }, responses: {
    '409': { description: taken }, '201': { description: made, content: { application/json: { schema: {
    $ref: '#/components/schemas/Person' } } } } } } }
  /passenger/signup: { post: *signup }
  /captain/login: { post: &login { requestBody: { required: true, content: { application/json: { schema: { type: object,
    required: [email, password], properties: { email: { type: string }, password: { type: string } } } } } }, responses: {
    '401': { description: wrong }, '200': { description: a token, content: { application/json: { schema: { type: object,
    required: [token], properties: { token: { type: string } } } } } } } } }
  /passenger/login: { post: *login }
  /users: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: {
    $ref: '#/components/schemas/Person' } } } } } } } }
components:
  schemas:
    Person: { type: object, properties: { id: { type: integer }, email: { type: string } } }
"""


def test_accounts_of_one_kind_do_not_sign_in_as_another(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, "ferries", KINDS) as server:
        person = Person(server, "/ferries")
        account = {"email": "kim@example.org", "password": "gangway1"}
        person.post("/passenger/signup", account)
        assert person.status("POST", "/passenger/signup", account) == 409
        assert person.post("/passenger/login", account)["token"]
        assert person.status("POST", "/captain/login", account) == 401
        person.post("/captain/signup", account)
        assert person.post("/captain/login", account)["token"]


def test_a_token_in_the_query_is_needed_where_most_operations_take_one(binary: Path, tmp_path: Path) -> None:
    with serving(binary, tmp_path, "ferry", TOKENS) as server:
        form = {"Content-Type": "application/x-www-form-urlencoded"}

        def register(content: bytes) -> int:
            return server.request("POST", "/ferry/signup", raw=content, headers=form).status

        assert 400 <= register(b"email=a@example.org&password=gangway1&confrm_password=other") < 500
        assert register(b"email=a@example.org&password=gangway1&confrm_password=gangway1") == 200
        person = Person(server, "/ferry")
        token = person.get("/login?email=a@example.org&password=gangway1")["token"]
        assert person.status("GET", "/crossings") == 401
        assert server.request("GET", f"/ferry/crossings?token={token}").status == 200
