"""Values that follow from other records, and from what was sent: counts by state, balances, moments of flags, and what only the
server knows; and lists that are asked for in short words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journey import Person, ids, using

DOCUMENT = """
openapi: 3.0.3
info: { title: Theatre, version: '1' }
paths:
  /houses:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/House' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/House' } } } } } }
  /houses/{houseId}/plays:
    parameters: &house [ { name: houseId, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Play' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Play' } } } } } }
  /houses/{houseId}/plays/{playId}:
    get: { parameters: [ { name: houseId, in: path, required: true, schema: { type: integer } }, { name: playId, in: path, required: true, schema: { type: integer } } ],
      responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Play' } } } } } }
  /houses/{houseId}/chores:
    parameters: *house
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Chore' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string }, playId: { type: integer },
      state: { type: string, enum: [open, done] } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Chore' } } } } } }
  /purses:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Purse' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, balance: { type: number } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Purse' } } } } } }
  /purses/{id}: { get: { parameters: &id [ { name: id, in: path, required: true, schema: { type: integer } } ], responses: { '200': { description: one, content: { application/json: {
    schema: { $ref: '#/components/schemas/Purse' } } } } } } }
  /entries:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Entry' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [purseId, amount, type], properties: { purseId: { type: integer },
      amount: { type: number }, type: { type: string, enum: [income, expense] } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Entry' } } } } } }
  /entries/{id}: { delete: { parameters: *id, responses: { '204': { description: gone } } } }
  /props:
    get:
      parameters: [ { name: status, in: query, schema: { type: string } }, { name: type, in: query, schema: { type: string, enum: [mended, unmended] } },
        { name: page, in: query, schema: { type: string, default: '0' } }, { name: NumberOfProps, in: query, schema: { type: integer } } ]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Prop' } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, loan_status: { type: string },
      mended: { type: boolean } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Prop' } } } } } }
  /props/{id}: { patch: { parameters: *id, requestBody: { content: { application/json: { schema: { type: object, properties: { mended: { type: boolean } } } } } },
    responses: { '200': { description: changed, content: { application/json: { schema: { $ref: '#/components/schemas/Prop' } } } } } } }
  /props/search:
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { condition: { type: object } } } } } }, responses: { '200': { description: found,
      content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Prop' } } } } } } }
  /critics: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Critic' } } } } } } },
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Critic' } } } } } } }
  /verdicts:
    get:
      parameters: [ { name: criticId, in: query, required: true, schema: { type: number } } ]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Verdict' } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [toCriticId, rating], properties: { toCriticId: { type: number },
      rating: { type: number }, kind: { type: string, enum: [praise, blame] } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Verdict' } } } } } }
  /verdicts/summary:
    get:
      parameters: [ { name: criticId, in: query, required: true, schema: { type: number } } ]
      responses: { '200': { description: numbers, content: { application/json: { schema: { type: object, required: [count, average, blames], properties: {
        count: { type: number }, average: { type: number }, blames: { type: number }, distribution: { type: object } } } } } } }
  /suppers:
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [dishes], properties: { dishes: { type: array, items: {
      $ref: '#/components/schemas/Dish' } } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Supper' } } } } } }
  /suppers/{id}: { put: { parameters: *id, requestBody: { content: { application/json: { schema: { type: object, required: [dishes], properties: { dishes: {
    type: array, items: { $ref: '#/components/schemas/Dish' } } } } } } }, responses: { '200': { description: changed, content: { application/json: { schema: {
    $ref: '#/components/schemas/Supper' } } } } } } }
  /plaudits/{id}/like: { post: { parameters: *id, responses: { '200': { description: done, content: { application/json: { schema: { $ref: '#/components/schemas/Plaudit' } } } } } } }
  /plaudits: { get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Plaudit' } } } } } } },
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } },
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Plaudit' } } } } } } }
  /seatings:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Seating' } } } } } } }
    post: { responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Seating' } } } } } }
  /keys: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } },
    responses: { '200': { description: made, content: { application/json: { schema: { type: object, properties: { apiKey: { type: string } } } } } } } },
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, properties: { apiKeys: { type: array, items: {
      type: object, properties: { id: { type: integer }, note: { type: string } } } } } } } } } } } }
components:
  schemas:
    House: { type: object, properties: { id: { type: integer }, name: { type: string }, plays: { type: integer } } }
    Play: { type: object, properties: { id: { type: integer }, title: { type: string }, open_chores: { type: integer }, doneChoresCount: { type: integer } } }
    Chore: { type: object, properties: { id: { type: integer }, title: { type: string }, playId: { type: integer }, state: { type: string, enum: [open, done] } } }
    Purse: { type: object, properties: { id: { type: integer }, name: { type: string }, balance: { type: number } } }
    Entry: { type: object, properties: { id: { type: integer }, purseId: { type: integer }, amount: { type: number }, type: { type: string, enum: [income, expense] } } }
    Critic: { type: object, properties: { id: { type: number }, name: { type: string } } }
    Verdict: { type: object, properties: { id: { type: number }, rating: { type: number }, kind: { type: string, enum: [praise, blame] } } }
    Dish: { type: object, properties: { name: { type: string }, calories: { type: number } } }
    Supper: { type: object, properties: { id: { type: integer }, dishes: { type: array, items: { $ref: '#/components/schemas/Dish' } }, totalCalories: { type: number } } }
    Plaudit: { type: object, properties: { id: { type: number }, text: { type: string }, likesCount: { type: number }, isLiked: { type: boolean } } }
    Seating: { type: object, properties: { id: { type: integer }, party: { type: integer }, confirmation_number: { type: integer } } }
    Prop: { type: object, properties: { id: { type: integer }, name: { type: string }, loan_status: { type: string }, mended: { type: boolean },
      mendedAt: { type: string, format: date-time, nullable: true } } }
"""


@pytest.fixture
def app(binary: Path, tmp_path: Path) -> Iterator[Person]:
    """Somebody who uses the app."""
    with using(binary, tmp_path, "theatre", DOCUMENT) as somebody:
        yield somebody


def test_numbers_count_what_is_below_and_in_which_state(app: Person) -> None:
    """Also what stands beside a record, and names it."""
    house = app.post("/houses", {"name": "Globe"})["id"]
    play = app.post(f"/houses/{house}/plays", {"title": "Comedy"})["id"]
    app.post(f"/houses/{house}/plays", {"title": "Tragedy"})
    assert [one["plays"] for one in app.get("/houses") if one["id"] == house] == [2]
    for state in ("open", "open", "done"):
        app.post(f"/houses/{house}/chores", {"title": "Sweep", "playId": play, "state": state})
    shown = app.get(f"/houses/{house}/plays/{play}")
    assert (shown["open_chores"], shown["doneChoresCount"]) == (2, 1)


def test_a_balance_follows_from_what_comes_in_and_goes_out(app: Person) -> None:
    """And from what is taken back."""
    purse = app.post("/purses", {"name": "Travel", "balance": 100})["id"]
    app.post("/entries", {"purseId": purse, "amount": 50, "type": "income"})
    spent = app.post("/entries", {"purseId": purse, "amount": 20.5, "type": "expense"})["id"]
    assert app.get(f"/purses/{purse}")["balance"] == 129.5
    app.send("DELETE", f"/entries/{spent}")
    assert app.get(f"/purses/{purse}")["balance"] == 150


def test_a_flag_has_the_moment_at_which_it_was_set(app: Person) -> None:
    """And none while it is not."""
    sword, crown = (app.post("/props", {"name": name, "mended": is_mended}) for name, is_mended in (("sword", True), ("crown", False)))
    assert sword["mendedAt"] and not crown.get("mendedAt")
    assert app.send("PATCH", f"/props/{crown['id']}", {"mended": True})["mendedAt"]
    assert not app.send("PATCH", f"/props/{sword['id']}", {"mended": False}).get("mendedAt")


def test_lists_are_asked_for_in_short_words(app: Person) -> None:
    """By the end of a property's name, by the opposite of a flag, and by so many records, from page 0 on."""
    lent, kept = (app.post("/props", {"name": "skull", "loan_status": status, "mended": status == "lent"})["id"] for status in ("lent", "kept"))
    assert ids(app.get("/props?status=lent&NumberOfProps=100")) == [lent]
    unmended = app.get("/props?type=unmended&NumberOfProps=100")
    assert kept in ids(unmended) and lent not in ids(unmended) and not any(prop.get("mended") for prop in unmended)
    first, second = (app.get(f"/props?page={page}&NumberOfProps=3") for page in (0, 1))
    assert len(first) == len(second) == 3 and not set(ids(first)) & set(ids(second))


def test_a_search_compares_as_its_operators_say(app: Person) -> None:
    """A value, and anything but that."""
    lent, kept = (app.post("/props", {"name": "ghost", "loan_status": status})["id"] for status in ("lent out", "kept in"))

    def found(operator: str, value: str) -> list[int]:
        return ids(app.post("/props/search", {"condition": {"propLoanStatus": {"operator": operator, "value": value}}}))

    assert found("is", "lent out") == [lent] and found("contains", "kept") == [kept]
    others = found("isNot", "lent out")
    assert kept in others and lent not in others


def test_a_creation_gives_out_what_only_the_server_knows(app: Person) -> None:
    """A key, although the document does not require one."""
    keys = {app.post("/keys", {"note": "door"})["apiKey"] for _ in range(2)}
    assert len(keys) == 2 and all(keys)
    seating = app.post("/seatings", {"party": 3})
    assert seating["party"] == 3 and isinstance(seating["confirmation_number"], int)


def test_a_summary_counts_the_records_that_its_query_chooses(app: Person) -> None:
    """Of whom they are about, whatever requests call that, with their average."""
    ours, other = (app.post("/critics", {"name": name})["id"] for name in ("Ines", "Olaf"))
    for critic, rating, kind in ((ours, 5, "praise"), (ours, 2, "blame"), (other, 1, "blame")):
        app.post("/verdicts", {"toCriticId": critic, "rating": rating, "kind": kind})
    assert sorted(verdict["rating"] for verdict in app.get(f"/verdicts?criticId={ours}")) == [2, 5]
    summary = app.get(f"/verdicts/summary?criticId={ours}")
    assert (summary["count"], summary["average"], summary["blames"]) == (2, 3.5, 1)
    assert summary.get("distribution", {}).get("5", 1) == 1


def test_a_total_is_the_sum_of_what_is_listed(app: Person) -> None:
    """Also after a change."""
    dishes = [{"name": "soup", "calories": 160}, {"name": "pear", "calories": 90}]
    supper = app.post("/suppers", {"dishes": dishes})
    assert supper["totalCalories"] == 250
    assert app.send("PUT", f"/suppers/{supper['id']}", {"dishes": dishes[:1]})["totalCalories"] == 160


def test_likes_are_counted_in_whatever_number_the_document_has(app: Person) -> None:
    """Documents that are made of code call whole numbers `number`."""
    plaudit = app.post("/plaudits", {"text": "Bravo"})["id"]
    app.post(f"/plaudits/{plaudit}/like")
    assert [(one["likesCount"], one["isLiked"]) for one in app.get("/plaudits") if one["id"] == plaudit] == [(1, True)]
