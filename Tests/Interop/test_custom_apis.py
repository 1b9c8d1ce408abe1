"""An API that is served from its document: the example shop, as an app of it would use it."""

from __future__ import annotations

import json
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, launch

SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop"
DOCUMENT = SHOP / "openapi.yaml"
ADA = "5f0c1c9e-6d0e-4c1e-8f57-0a5f8e1f2b01"


@pytest.fixture(scope="module")
def shop(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """The shop, with its overlay and the customers of its data folder."""
    options = [
        "--port", "0", "--rate-limit", "off", "--api", f"shop={DOCUMENT}", "--overlay", f"shop={SHOP / 'overlay.yaml'}",
        "--data", f"shop={SHOP / 'data'}",
    ]  # fmt: skip
    running = launch(binary, tmp_path_factory.mktemp("shop"), options, {})
    yield running
    running.stop()


def ask(server: MockServer, method: str, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
    """What an answer holds, whose status must be the one expected."""
    answer = server.request(method, path, body=body, token="any", **more)
    assert answer.status == status, answer.body
    return answer.json() if answer.body else None


def bread(**members: Any) -> dict[str, Any]:
    """A product as an app sends it."""
    return {"name": "Sourdough", "price": 4.5, "category": "bread", **members}


def test_what_was_created_is_read_listed_changed_and_deleted(shop: MockServer) -> None:
    answer = shop.request("POST", "/v1/products", body=bread(), token="any")
    assert answer.status == 201
    made = answer.json()
    assert made["name"] == "Sourdough" and made["price"] == 4.5 and made["inStock"] is True
    location = answer.headers["location"]
    assert location == f"{shop.base_url}/v1/products/{made['id']}"
    path = f"/v1/products/{made['id']}"
    assert ask(shop, "GET", path) == made
    assert made in ask(shop, "GET", "/v1/products?per_page=100")["data"]
    changed = ask(shop, "PATCH", path, {"price": 5.25})
    assert changed["price"] == 5.25 and changed["name"] == "Sourdough"
    assert ask(shop, "GET", path) == changed
    ask(shop, "DELETE", path, status=204)
    gone = ask(shop, "GET", path, status=404)
    message = f'products has no record "{made["id"]}"'
    fields: list[Any] = []
    assert gone == {"error": {"code": "not_found", "message": message, "fields": fields}}
    ask(shop, "DELETE", path, status=404)


def test_pages_count_true_and_hold_each_record_once(shop: MockServer) -> None:
    first = ask(shop, "GET", "/v1/products?per_page=15")
    pages = [ask(shop, "GET", f"/v1/products?per_page=15&page={page}")["data"] for page in (1, 2, 3, 4)]
    ids = [product["id"] for page in pages for product in page]
    assert len(ids) == len(set(ids)) == first["total"] >= 40
    assert pages[0] == first["data"]


def test_lists_are_filtered_sorted_and_searched(shop: MockServer) -> None:
    drinks = ask(shop, "GET", "/v1/products?category=drinks&per_page=100")
    assert drinks["data"] and {product["category"] for product in drinks["data"]} == {"drinks"}
    assert drinks["total"] == len(drinks["data"])
    falling = ask(shop, "GET", "/v1/products?sort=-price&per_page=100")["data"]
    prices = [product["price"] for product in falling]
    assert prices == sorted(prices, reverse=True)
    ask(shop, "POST", "/v1/products", bread(name="Quince marmalade"), status=201)
    found = ask(shop, "GET", "/v1/products?q=QUINCE")["data"]
    assert [product["name"] for product in found] == ["Quince marmalade"]


def test_records_of_ones_own_are_there_and_others_refer_to_them(shop: MockServer) -> None:
    customers = ask(shop, "GET", "/v1/customers")
    assert [customer["name"] for customer in customers] == ["Ada Moreno", "Ben Fischer"]
    page = ask(shop, "GET", f"/v1/customers/{ADA}/orders")
    assert page["orders"] and {order["customerId"] for order in page["orders"]} == {ADA}
    products = {product["id"] for product in ask(shop, "GET", "/v1/products?per_page=100")["data"]}
    assert {order["productId"] for order in page["orders"]} <= products


def test_children_need_their_parent(shop: MockServer) -> None:
    order = ask(shop, "POST", f"/v1/customers/{ADA}/orders", {"productId": 2}, status=201)
    assert order["customerId"] == ADA and order["quantity"] == 1 and order["status"] == "open"
    assert ask(shop, "GET", f"/v1/orders/{order['id']}") == order
    assert order in ask(shop, "GET", f"/v1/customers/{ADA}/orders?limit=50")["orders"]
    ask(shop, "POST", f"/v1/customers/{uuid.uuid4()}/orders", {"productId": 2}, status=404)


def test_pages_go_on_behind_a_record(shop: MockServer) -> None:
    for _ in range(3):
        ask(shop, "POST", f"/v1/customers/{ADA}/orders", {"productId": 2}, status=201)
    seen: list[str] = []
    after = ""
    while True:
        page = ask(shop, "GET", f"/v1/customers/{ADA}/orders?limit=2{after}")
        seen += [order["id"] for order in page["orders"]]
        if not page["has_more"]:
            break
        after = f"&starting_after={seen[-1]}"
    whole = ask(shop, "GET", f"/v1/customers/{ADA}/orders?limit=50")["orders"]
    assert seen == [order["id"] for order in whole] and len(seen) >= 6


def test_an_action_changes_the_state_of_its_record(shop: MockServer) -> None:
    order = ask(shop, "POST", f"/v1/customers/{ADA}/orders", {"productId": 1, "quantity": 3}, status=201)
    cancelled = ask(shop, "POST", f"/v1/orders/{order['id']}/cancel")
    assert cancelled == order | {"status": "cancelled"}
    assert ask(shop, "GET", f"/v1/orders/{order['id']}") == cancelled
    ask(shop, "POST", "/v1/orders/ord_nothing0/cancel", status=404)


def test_a_single_thing_is_kept(shop: MockServer) -> None:
    assert "email" in ask(shop, "GET", "/v1/me")
    mine = {"name": "Kim", "email": "kim@example.com", "newsletter": False}
    assert ask(shop, "PUT", "/v1/me", mine) == mine
    assert ask(shop, "GET", "/v1/me") == mine


def test_a_call_answers_the_same_to_the_same_request(shop: MockServer) -> None:
    first = shop.request("POST", "/v1/quote", body={"weight": 2})
    again = shop.request("POST", "/v1/quote", body={"weight": 2})
    other = shop.request("POST", "/v1/quote", body={"weight": 3})
    assert first.status == 200 and first.body == again.body != other.body


def test_what_is_wrong_is_reported_by_member_in_the_documents_shape(shop: MockServer) -> None:
    refused = ask(shop, "POST", "/v1/products", {"name": "", "price": -1}, status=422)
    assert {entry["field"] for entry in refused["error"]["fields"]} == {"name", "price", "category"}
    # This document has no response for it there, so that it has the shape of the document's other errors.
    answer = shop.request("GET", "/v1/products?per_page=1000", token="any")
    assert answer.status == 400 and answer.headers["content-type"].startswith("application/json")
    assert [entry["field"] for entry in answer.json()["error"]["fields"]] == ["per_page"]
    broken = shop.request(
        "POST", "/v1/products", token="any", headers={"Content-Type": "application/json"}, body={"a": 1}
    )
    assert broken.status == 422


def test_json_that_curl_calls_a_form_is_json(shop: MockServer) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ask(shop, "POST", "/v1/products", bread(name="Brioche"), status=201, headers=form)["name"] == "Brioche"


def test_credentials_are_needed_where_the_document_says_so(shop: MockServer) -> None:
    assert shop.request("GET", "/v1/products").status == 401
    assert shop.request("GET", "/v1/products", token="whatever").status == 200
    assert shop.request("POST", "/v1/quote", body={"weight": 1}).status == 200


def test_clients_may_prefer_another_response(shop: MockServer) -> None:
    missing = shop.request("GET", "/v1/products/1", token="any", headers={"Prefer": "code=404"})
    assert missing.status == 404 and "message" in missing.json()["error"]
    assert shop.request("GET", "/v1/products/1", token="any", headers={"Prefer": "code=418"}).status == 404


def test_it_is_reached_by_path_name_and_host(shop: MockServer) -> None:
    whole = ask(shop, "GET", "/v1/products/1")
    assert ask(shop, "GET", "/shop/v1/products/1") == whole
    assert ask(shop, "GET", "/shop/products/1") == whole
    by_host = shop.request("GET", "/v1/products/1", token="any", headers={"Host": "api.cornershop.example"})
    assert by_host.json()["name"] == whole["name"]


def test_built_in_apis_stay_beside_it(shop: MockServer) -> None:
    assert shop.request("GET", "/posts/1").json()["id"] == 1
    assert shop.request("POST", "/v1/auth/login", body={"email": "x@example.com", "password": "y"}).status == 401


def test_worlds_do_not_share_its_records(shop: MockServer) -> None:
    ask(shop, "POST", "/_mock/worlds", {"id": "other"}, status=201)
    made = ask(shop, "POST", "/_w/other/v1/products", bread(), status=201)
    assert ask(shop, "GET", f"/_w/other/v1/products/{made['id']}") == made
    ids = [product["id"] for product in ask(shop, "GET", "/v1/products?per_page=100")["data"]]
    mine = ask(shop, "POST", "/v1/products", bread(name="Mine"), status=201)
    assert mine["id"] not in ids
    ask(shop, "POST", "/_mock/reset", status=204)
    assert "Mine" not in json.dumps(ask(shop, "GET", "/v1/products?per_page=100"))


def test_two_starts_have_the_same_records(start: Callable[..., MockServer]) -> None:
    options = ("--api", f"shop={DOCUMENT}", "--only", "shop")
    first, second = start(*options), start(*options)
    paths = ("/v1/products", "/v1/customers", "/v1/me")
    for path in paths:
        one, other = (
            ask(server, "GET", path, headers={"X-Mock-Time": "2027-01-01T00:00:00Z"}) for server in (first, second)
        )
        without = [
            json.loads(json.dumps(value).replace(str(first.port), "0").replace(str(second.port), "0"))
            for value in (one, other)
        ]
        names = [[entry.get("name") for entry in entries(value)] for value in without]
        assert names[0] == names[1]


def entries(value: Any) -> list[dict[str, Any]]:
    """The records in an answer."""
    if isinstance(value, dict):
        value = value.get("data", [value])
    return list(value)


def test_records_survive_a_restart_with_a_data_folder(start: Callable[..., MockServer], tmp_path: Path) -> None:
    options = ("--api", f"shop={DOCUMENT}", "--only", "shop", "--data-dir", str(tmp_path / "kept"))
    first = start(*options)
    made = ask(first, "POST", "/v1/products", bread(name="Kept"), status=201)
    first.stop()
    assert ask(start(*options), "GET", f"/v1/products/{made['id']}")["name"] == "Kept"


def test_only_the_named_apis_are_served(start: Callable[..., MockServer]) -> None:
    server = start("--api", f"shop={DOCUMENT}", "--only", "shop")
    assert server.request("GET", "/posts/1").status == 404
    assert "AgroBridge" not in server.stderr
    assert "shop: 14 operations, 3 resources, 0 unsure" in server.stderr


def test_the_contract_is_that_of_its_document(start: Callable[..., MockServer]) -> None:
    server = start("--api", f"shop={DOCUMENT}", "--contract", "strict", "--check-answers", "on", "--rate-limit", "off")
    ask(server, "GET", "/v1/products?colour=red", status=400)
    for path in ("/v1/products", "/v1/products/1", "/v1/customers", "/v1/me"):
        ask(server, "GET", path)
    document = server.request("GET", "/openapi/shop.json").json()
    assert document["info"]["title"] == "Corner Shop" and document["openapi"].startswith("3.1")
    listed = server.request("GET", "/openapi").json()["documents"]
    assert "shop" in json.dumps(listed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello: 1", ['broken.yaml:1: #: this is not an API document: it has neither "openapi" nor "swagger"']),
        (
            "openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {/a: {get: {responses: {'200': {$ref: '#/no'}}}}}",
            ['broken.yaml:3: #/paths/~1a/get/responses/200/$ref: the reference "#/no" leads nowhere'],
        ),
        ("openapi: 3.1.0\ninfo: [\n", ["broken.yaml:2: this is not YAML: "]),
        ("", ["broken.yaml:1: the file is empty"]),
    ],
    ids=["no document", "lost reference", "half-written", "empty"],
)  # fmt: skip
def test_a_document_that_cannot_be_used_is_reported(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, text: str, words: list[str]
) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(text)
    for command in (["serve", "--port", "0", "--api", f"shop={file}"], ["explain", str(file)]):
        ended = run(*command, "--documents", "strict")
        assert ended.returncode == 2, ended.stderr
        assert len(ended.stderr) < 2000
        assert all(word in ended.stderr for word in words), ended.stderr


def test_wrong_records_are_reported_by_file_record_and_place(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (tmp_path / "products.json").write_text(json.dumps([bread(id=1), bread(id=2, price="dear")]))
    ended = run("serve", "--port", "0", "--api", f"shop={DOCUMENT}", "--data", f"shop={tmp_path}")
    assert ended.returncode == 2
    assert "products.json" in ended.stderr and "record 1, /price" in ended.stderr
    (tmp_path / "products.json").rename(tmp_path / "product.json")
    ended = run("serve", "--port", "0", "--api", f"shop={DOCUMENT}", "--data", f"shop={tmp_path}")
    assert ended.returncode == 2 and '"product" is not a resource' in ended.stderr and "products" in ended.stderr


def test_explain_says_what_was_understood(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    text = run("explain", str(DOCUMENT))
    assert text.returncode == 0 and "14 operations, 3 resources, 0 unsure" in text.stdout
    understood = json.loads(run("explain", "--json", str(DOCUMENT)).stdout)
    kinds = {operation["operationId"]: operation["kind"] for operation in understood["operations"]}
    assert kinds["listProducts"] == "list" and kinds["cancelOrder"] == "action" and kinds["quote"] == "call"


def test_names_that_no_api_has_are_wrong_usage(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    for options in (["--only", "shp"], ["--overlay", f"shp={SHOP / 'overlay.yaml'}"]):
        ended = run("serve", "--port", "0", "--api", f"shop={DOCUMENT}", *options)
        assert ended.returncode == 2 and "shp" in ended.stderr and "shop" in ended.stderr


REPOSITORIES = {
    "openapi": "3.1.0",
    "info": {"title": "Repositories", "version": "1"},
    "paths": {
        "/repos": {"post": {"operationId": "create"}},
        "/repos/batch": {"post": {"operationId": "createMany"}},
        "/repos/{name}": {
            "parameters": [{"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"operationId": "read"},
            "patch": {"operationId": "update"},
        },
    },
}


def repositories(folder: Path) -> Path:
    """A document whose records are named by a member that clients may change, and may come many at once."""
    record = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    many = {"type": "array", "items": record}
    document = json.loads(json.dumps(REPOSITORIES))
    for path, methods in document["paths"].items():
        schema = many if path.endswith("batch") else record
        content = {"content": {"application/json": {"schema": schema}}}
        for method in methods.keys() & {"get", "post", "patch"}:
            methods[method]["responses"] = {"201" if method == "post" else "200": {"description": "", **content}}
            if method != "get":
                methods[method]["requestBody"] = content
    document["paths"]["/repos/batch"]["post"] |= {"x-mock-resource": "repos", "x-mock-kind": "create"}
    file = folder / "repositories.json"
    file.write_text(json.dumps(document))
    return file


def test_no_record_takes_the_id_of_another(start: Callable[..., MockServer], tmp_path: Path) -> None:
    server = start("--api", f"repos={repositories(tmp_path)}", "--only", "repos")
    for name in ("one", "two"):
        ask(server, "POST", "/repos", {"name": name}, status=201)
    ask(server, "PATCH", "/repos/one", {"name": "two"}, status=409)
    ask(server, "PATCH", "/repos/one", {"name": "three"})
    assert ask(server, "GET", "/repos/three") == {"name": "three"}
    ask(server, "GET", "/repos/one", status=404)


def test_many_records_are_all_kept_or_refused(start: Callable[..., MockServer], tmp_path: Path) -> None:
    server = start("--api", f"repos={repositories(tmp_path)}", "--only", "repos")
    names = [{"name": f"r{number}"} for number in range(1001)]
    ask(server, "POST", "/repos/batch", names, status=400)
    ask(server, "GET", "/repos/r0", status=404)
    assert ask(server, "POST", "/repos/batch", names[:1000], status=201) == names[:1000]
    assert ask(server, "GET", "/repos/r999") == {"name": "r999"}
