"""An API that is served from its document has what the built-in ones have: watching, coverage, checks, limits, worlds."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from mock_server import MockServer, environment, launch, until

SHOP = Path(__file__).parents[2] / "Seeds" / "examples" / "shop"
DOCUMENT = SHOP / "openapi.yaml"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example shop, to be changed."""
    return Path(shutil.copytree(SHOP, tmp_path / "shop"))


@pytest.fixture
def serve(binary: Path, tmp_path: Path) -> Iterator[Callable[..., MockServer]]:
    """Starts servers with options, and ends them."""
    running: list[MockServer] = []

    def start(*options: str) -> MockServer:
        folder = tmp_path / f"server{len(running)}"
        # What the server itself refuses need not be in an own document.
        running.append(launch(binary, folder, ["--port", "0", *options], {"MOCK_API_CHECK_ANSWERS": "off"}))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def run(binary: Path) -> Run:
    """Runs the program."""

    def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [binary, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=environment(), check=False,
        )  # fmt: skip

    return run_program


def ask(server: MockServer, method: str, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
    """What an answer holds, whose status must be the one expected."""
    more.setdefault("token", "any")
    answer = server.request(method, path, body=body, **more)
    assert answer.status == status, (answer.status, answer.body)
    return answer.json() if answer.body else None


def timeless(listed: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of a list without their times."""
    return [{name: value for name, value in each.items() if not name.endswith("At")} for each in listed["data"]]


def change(file: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    """Changes a document in one step, as an editor does."""
    document = yaml.safe_load(file.read_text())
    edit(document)
    put(file, yaml.safe_dump(document, sort_keys=False))


def put(file: Path, text: str) -> None:
    """Replaces a file in one step."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(text)
    fresh.replace(file)


def add_suppliers(document: dict[str, Any]) -> None:
    """Gives the shop another resource."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Supplier"}}}
    made = {"description": "A supplier.", "content": content}
    listed = {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Supplier"}}}}
    identifier = {"name": "supplierId", "in": "path", "required": True, "schema": {"type": "integer"}}
    document["components"]["schemas"]["Supplier"] = {
        "type": "object",
        "required": ["id", "name"],
        "properties": {"id": {"type": "integer", "readOnly": True}, "name": {"type": "string"}},
    }
    document["paths"]["/suppliers"] = {
        "get": {
            "operationId": "listSuppliers",
            "responses": {"200": {"description": "All suppliers.", "content": listed}},
        },
        "post": {
            "operationId": "createSupplier",
            "requestBody": {"content": content},
            "responses": {"201": made},
        },
    }
    document["paths"]["/suppliers/{supplierId}"] = {
        "get": {
            "operationId": "getSupplier",
            "parameters": [identifier],
            "responses": {"200": made, "404": {"description": "There is none."}},
        }
    }


def watched(serve: Callable[..., MockServer], project: Path, *options: str) -> MockServer:
    """A server that follows the files of the shop."""
    return serve(
        "--watch", "--rate-limit", "off", "--api", f"shop={project / 'openapi.yaml'}",
        "--overlay", f"shop={project / 'overlay.yaml'}", "--data", f"shop={project / 'data'}", *options,
    )  # fmt: skip


def test_a_changed_document_is_taken_over_and_records_stay(serve: Callable[..., MockServer], project: Path) -> None:
    server = watched(serve, project)
    made = ask(server, "POST", "/v1/products", {"name": "Sourdough", "price": 4.5, "category": "bread"}, 201)
    world = ask(server, "POST", "/_mock/worlds", status=201)["id"]
    ask(server, "PUT", "/_mock/snapshots/before", status=201)
    assert server.request("GET", "/v1/suppliers", token="any").status == 404
    change(project / "openapi.yaml", add_suppliers)
    until(lambda: server.request("GET", "/v1/suppliers", token="any").status == 200, server)
    assert ask(server, "GET", f"/v1/products/{made['id']}") == made
    supplier = ask(server, "POST", "/v1/suppliers", {"name": "Mill"}, 201)
    assert ask(server, "GET", f"/v1/suppliers/{supplier['id']}")["name"] == "Mill"
    # Worlds that were there, new ones, and ones that go back to an earlier moment have the new resource, too.
    assert ask(server, "GET", "/v1/suppliers", headers={"X-Mock-World": world})
    fresh = ask(server, "POST", "/_mock/worlds", status=201)["id"]
    assert ask(server, "GET", "/v1/suppliers", headers={"X-Mock-World": fresh})
    ask(server, "POST", "/_mock/snapshots/before/restore")
    assert supplier not in ask(server, "GET", "/v1/suppliers")
    server.request("POST", "/_mock/reset")
    assert ask(server, "GET", "/v1/suppliers")
    # Names and documents follow.
    faults = {"match": {"operationId": "listSuppliers"}, "fault": {"type": "status", "status": 418}}
    ask(server, "POST", "/_mock/faults", faults, 201)
    assert server.request("GET", "/v1/suppliers", token="any").status == 418
    assert "/suppliers" in ask(server, "GET", "/openapi/shop.json")["paths"]


def test_a_broken_document_leaves_everything_as_it_was(serve: Callable[..., MockServer], project: Path) -> None:
    server = watched(serve, project)
    file = project / "openapi.yaml"
    good = file.read_text()
    before = ask(server, "GET", "/v1/products")
    put(file, good.replace("paths:", "paths: ["))
    until(lambda: "not applied; nothing changed" in server.stderr, server)
    assert "openapi.yaml" in server.stderr
    assert ask(server, "GET", "/v1/products") == before
    put(file, good.replace("Corner Shop", "Corner Shop of Old"))
    until(lambda: ask(server, "GET", "/openapi/shop.json")["info"]["title"] == "Corner Shop of Old", server)
    assert ask(server, "GET", "/v1/products") == before


def test_changed_records_replace_those_of_their_resource(serve: Callable[..., MockServer], project: Path) -> None:
    server = watched(serve, project)
    made = ask(server, "POST", "/v1/products", {"name": "Sourdough", "price": 4.5, "category": "bread"}, 201)
    file = project / "data" / "customers.json"
    customers = json.loads(file.read_text())
    customers[0]["name"] = "Ada of Analytical"
    put(file, json.dumps(customers))
    path = f"/v1/customers/{customers[0]['id']}"
    # Without a pause, so that requests come while the file is read again: none of them may bring the old records back.
    until(lambda: ask(server, "GET", path)["name"] == "Ada of Analytical", server, pause=0)
    assert ask(server, "GET", f"/v1/products/{made['id']}") == made
    put(file, json.dumps([{"id": 7}]))
    until(lambda: "not applied; nothing changed" in server.stderr, server)
    assert "customers.json" in server.stderr
    assert ask(server, "GET", path)["name"] == "Ada of Analytical"


def test_an_overlay_is_followed(serve: Callable[..., MockServer], project: Path) -> None:
    server = watched(serve, project)
    assert ask(server, "GET", "/v1/products")["total"] == 40
    overlay = project / "overlay.yaml"
    put(overlay, overlay.read_text().replace("actions:", "actions:\n  - target: $.info\n    update: { title: Overlaid }"))
    until(lambda: ask(server, "GET", "/openapi/shop.json")["info"]["title"] == "Overlaid", server)


def test_limits_of_a_custom_api(serve: Callable[..., MockServer], run: Run) -> None:
    server = serve("--api", f"shop={DOCUMENT}", "--rate-limit", "documented,shop=5/2")
    assert [server.request("GET", "/v1/products").status for _ in range(3)] == [401, 401, 429]
    statuses = [server.request("GET", "/v1/products", token="a").status for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    assert server.request("GET", "/v1/products", token="b").headers["x-ratelimit-limit"] == "5"
    assert "secret" not in server.request("GET", "/_mock/rate-limits/shop").body.decode()
    free = serve("--api", f"shop={DOCUMENT}")
    assert "x-ratelimit-limit" not in free.request("GET", "/v1/products", token="a").headers
    assert "x-ratelimit-limit" in free.request("GET", "/v1/lotes").headers
    wrong = run("serve", "--port", "0", "--api", f"shop={DOCUMENT}", "--rate-limit", "shp=5/2")
    assert wrong.returncode != 0 and '"shp"' in wrong.stderr and "shop" in wrong.stderr
    for text in ["shop=5", "shop=documented", "=5/2", "off,documented", "shop=0/0"]:
        assert run("serve", "--rate-limit", text).returncode == 2, text


def test_coverage_of_exec_counts_the_operations_of_the_document(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    call = (
        'import os, urllib.request as r; r.urlopen(r.Request(os.environ["MOCK_API_URL"] + "/v1/products",'
        ' headers={"Authorization": "Bearer x"}))'
    )
    options = ["exec", "--api", f"shop={DOCUMENT}", "--covers", "shop", "--report", str(report)]
    done = run(*options, "--", "python3", "-c", call)
    assert done.returncode == 0, done.stderr
    coverage = json.loads(report.read_text())["coverage"]
    assert "listProducts" in json.dumps(coverage) and "createProduct" in json.dumps(coverage)
    assert run(*options, "--min-coverage", "90", "--", "python3", "-c", call).returncode == 1
    wrong = run("exec", "--covers", "shop", "--", "true")
    assert wrong.returncode == 2 and "--covers" in wrong.stderr


def test_a_backend_is_checked_against_an_own_document(
    serve: Callable[..., MockServer], run: Run, project: Path
) -> None:
    server = serve("--api", f"shop={DOCUMENT}", "--rate-limit", "off")
    url = server.base_url
    good = run("check", "--api", f"shop={DOCUMENT}", "--token", "any", url)
    assert good.returncode == 0, good.stderr
    assert run("check", "--api", f"shop={DOCUMENT}", "--token", "any", f"{url}/v1").returncode == 0

    def want_more(document: dict[str, Any]) -> None:
        document["components"]["schemas"]["Product"]["required"].append("weight")

    change(project / "openapi.yaml", want_more)
    bad = run("check", "--api", f"shop={project / 'openapi.yaml'}", "--token", "any", url)
    assert bad.returncode == 1 and "weight" in bad.stderr
    nothing = run("check", "--api", "shop=/nowhere.yaml", url)
    assert nothing.returncode == 2 and "/nowhere.yaml" in nothing.stderr


def test_routes_lists_custom_apis_too(run: Run) -> None:
    lines = json.loads(run("routes", "--json", "--api", f"shop={DOCUMENT}").stdout)
    line = {"method": "GET", "path": "/v1/products/{productId}", "api": "shop", "operationId": "getProduct"}
    assert line in lines
    assert any(line["api"] == "agrobridge" for line in lines)
    assert run("routes", "--api", "shop=/nowhere.yaml").returncode == 2


@pytest.fixture(scope="module")
def shop(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """The shop as it stands."""
    options = ["--port", "0", "--rate-limit", "off", "--api", f"shop={DOCUMENT}"]
    running = launch(binary, tmp_path_factory.mktemp("tools"), options, {})
    yield running
    running.stop()


def test_worlds_share_no_records_and_reset_brings_them_back(shop: MockServer) -> None:
    world = ask(shop, "POST", "/_mock/worlds", status=201)["id"]
    headers = {"X-Mock-World": world}
    first = ask(shop, "GET", "/v1/products", headers=headers)
    path = f"/v1/products/{first['data'][0]['id']}"
    ask(shop, "DELETE", path, status=204, headers=headers)
    ask(shop, "GET", path, status=404, headers=headers)
    assert ask(shop, "GET", path)["id"] == first["data"][0]["id"]
    assert shop.request("POST", "/_mock/reset", headers=headers).status < 300
    # Times follow the clock, which has gone on.
    assert timeless(ask(shop, "GET", "/v1/products", headers=headers)) == timeless(first)


def test_a_snapshot_holds_records(shop: MockServer) -> None:
    headers = {"X-Mock-World": ask(shop, "POST", "/_mock/worlds", status=201)["id"]}
    body = {"name": "Rye", "price": 3, "category": "bread"}
    made = ask(shop, "POST", "/v1/products", body, 201, headers=headers)
    ask(shop, "PUT", "/_mock/snapshots/with-rye", status=201, headers=headers)
    ask(shop, "DELETE", f"/v1/products/{made['id']}", status=204, headers=headers)
    ask(shop, "POST", "/_mock/snapshots/with-rye/restore", headers=headers)
    assert ask(shop, "GET", f"/v1/products/{made['id']}", headers=headers) == made


def test_tables_show_the_records(shop: MockServer) -> None:
    ask(shop, "GET", "/v1/products")
    rows = ask(shop, "GET", "/_mock/data/shop_products")["rows"]
    assert rows and {"id", "record"} <= set(rows[0])
    assert "shop_products" in [table["name"] for table in ask(shop, "GET", "/_mock/data")["tables"]]


def test_faults_by_api_and_by_operation(shop: MockServer) -> None:
    headers = {"X-Mock-World": ask(shop, "POST", "/_mock/worlds", status=201)["id"]}
    fault = {"match": {"api": "shop"}, "fault": {"type": "status", "status": 503}}
    ask(shop, "POST", "/_mock/faults", fault, 201, headers=headers)
    ask(shop, "GET", "/v1/products", status=503, headers=headers)
    assert shop.request("GET", "/users", headers=headers).status == 200
    wrong = ask(shop, "POST", "/_mock/faults", {"match": {"operationId": "listProduct"}, "fault": fault["fault"]}, 422,
                headers=headers)  # fmt: skip
    assert "listProducts" in json.dumps(wrong)


def test_journal_and_verify_know_the_operations(shop: MockServer) -> None:
    headers = {"X-Mock-World": ask(shop, "POST", "/_mock/worlds", status=201)["id"]}
    ask(shop, "GET", "/v1/products", headers=headers)
    entries = ask(shop, "GET", "/_mock/requests?operationId=listProducts&api=shop", headers=headers)
    assert "listProducts" in json.dumps(entries)
    wanted = {"match": {"api": "shop", "operationId": "listProducts"}, "exactly": 1}
    assert ask(shop, "POST", "/_mock/requests/verify", wanted, headers=headers)["satisfied"] is True


def test_control_calls_below_the_alias(shop: MockServer) -> None:
    assert ask(shop, "GET", "/shop/_mock/health")["status"] == "ok"
    assert ask(shop, "GET", "/shop/v1/products") == ask(shop, "GET", "/shop/products")


def test_documents_list_custom_apis(shop: MockServer) -> None:
    names = [document["name"] for document in ask(shop, "GET", "/openapi")["documents"]]
    assert "shop" in names and "agrobridge" in names
    assert ask(shop, "GET", "/openapi/shop.json")["info"]["title"] == "Corner Shop"
    assert "Corner Shop" in shop.request("GET", "/openapi/shop.yaml").body.decode()
