"""Published documents served as they are: each must load, answer as it says, and keep what it is given.

They are not in this repository: `OPENAPI_CORPUS` names a folder with them, each packed with gzip, and those of OpenAPI
3.1 as `openapi-3.1.tar.gz`. Without it these tests are skipped, and say so.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, Response, launch
from custom_api_chains import CHAINS, Steps
from custom_api_later_chains import LATER_CHAINS

CORPUS = os.environ.get("OPENAPI_CORPUS")
IS_THOROUGH = os.environ.get("MOCK_API_THOROUGH") == "1"
EXPLAIN_TIMEOUT_S = 20.0
SCHEMATHESIS_TIMEOUT_S = 600.0
# Of each operation in each phase.
EXAMPLES = "5"
# Files of the folder that hold no OpenAPI document.
OTHER_FILES = {"conduit.postman_collection.json"}
ONLY_WEBHOOKS = 'the document has no "paths", only webhooks'
IDS_OF_A_LIST = 5
LEAST_IDS, LEAST_STEPS, MOST_LEFT = 0.99, 0.95, 0.001
# What the documents themselves rule out: no value fulfils the schema of the answer.
IMPOSSIBLE = re.compile(r"no valid answer can be made")

pytestmark = pytest.mark.skipif(CORPUS is None, reason="OPENAPI_CORPUS does not name the folder of the documents")


@dataclass
class Document:
    """A document that is served, and what was understood of it."""

    name: str
    path: Path
    explained: dict[str, Any]


@dataclass
class Corpus:
    """All documents, served by one server."""

    server: MockServer
    documents: list[Document]

    def get(self, document: Document, path: str) -> Response:
        """The answer of one of a document's paths, below its server's."""
        headers = {"Accept": "*/*", "api_key": "x", "X-API-Key": "x"}
        return self.server.request("GET", f"/{document.name}{path}", token="any", headers=headers)


def unpack(corpus: Path, folder: Path) -> list[Path]:
    """The documents as files of their own."""
    documents: list[Path] = []
    for packed in sorted(corpus.glob("*.gz")):
        if packed.name.endswith(".tar.gz"):
            with tarfile.open(packed) as archive:
                archive.extractall(folder / packed.name, filter="data")
            documents += sorted(path for path in (folder / packed.name).rglob("*") if path.is_file())
        elif packed.stem not in OTHER_FILES:
            (folder / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
            documents.append(folder / packed.stem)
    return documents


def serve(binary: Path, folder: Path, apis: dict[str, Path]) -> MockServer:
    """A server of these documents only. Answers that leave their document are 500."""
    options = ["--port", "0", "--rate-limit", "off", "--contract", "off", "--log-level", "warning"]
    options += ["--only", ",".join(apis)]
    for name, path in apis.items():
        options += ["--api", f"{name}={path}"]
    return launch(binary, folder, options, {})


@pytest.fixture(scope="module")
def corpus(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Every document of the folder: under its file's name, those of the archive under numbers."""
    assert CORPUS is not None
    folder = tmp_path_factory.mktemp("corpus")
    documents: list[Document] = []
    for number, path in enumerate(unpack(Path(CORPUS), folder)):
        told = subprocess.run(
            [binary, "explain", "--json", path], capture_output=True, text=True, timeout=EXPLAIN_TIMEOUT_S, check=False
        )
        if ONLY_WEBHOOKS in told.stderr:
            # It describes requests that others are to take, and is refused for that.
            assert told.returncode == 2 and "paths" not in json.loads(path.read_bytes()), told.stderr
            continue
        assert told.returncode == 0, f"{path.name} does not load: {told.stderr}"
        name = path.stem.replace(".", "") if path.parent == folder else f"n{number}"
        documents.append(Document(name, path, json.loads(told.stdout)))
    running = serve(binary, folder / "server", {document.name: document.path for document in documents})
    yield Corpus(running, documents)
    running.stop()


def server_path(document: dict[str, Any]) -> str:
    """The path of a document's first server."""
    servers = document.get("servers") or [{"url": ""}]
    return urllib.parse.urlsplit(servers[0]["url"]).path.rstrip("/")


def needs_parameters(document: dict[str, Any], path: str, beside: str = "") -> bool:
    """Whether a GET of the path lacks something without parameters, those at a place left out."""
    parameters = document["paths"][path].get("parameters", []) + document["paths"][path]["get"].get("parameters", [])
    for parameter in parameters:
        while "$ref" in parameter:
            found: Any = document
            for token in parameter["$ref"].removeprefix("#/").split("/"):
                found = found[urllib.parse.unquote(token).replace("~1", "/").replace("~0", "~")]
            parameter = found
        if parameter.get("required") and parameter.get("in") != beside:
            return True
    return "?" in path or "#" in path


def test_each_document_answers_as_it_says(corpus: Corpus) -> None:
    asked, wrong = 0, []
    for document in corpus.documents:
        answer = corpus.server.request("GET", f"/openapi/{document.name}.json")
        assert answer.status == 200, document.path
        served = answer.json()
        for path, item in served["paths"].items():
            if "get" not in item or needs_parameters(served, path):
                continue
            answer = corpus.get(document, server_path(served) + path)
            asked += 1
            if answer.status >= 500:
                wrong.append(f"{document.path.name} GET {path}: {answer.status} {answer.body[:300]!r}")
    impossible = [line for line in corpus.server.stderr.splitlines() if IMPOSSIBLE.search(line)]
    unexplained = [each for each in wrong if not any(f"GET {path_of(each)}:" in line for line in impossible)]
    assert asked > 100
    assert not unexplained, "\n".join(unexplained)
    assert len(wrong) <= asked * MOST_LEFT * 10, "\n".join(wrong)


def path_of(message: str) -> str:
    """The path in a message of the test above."""
    return message.split(" GET ", 1)[1].split(":", 1)[0]


def ids_of_lists(corpus: Corpus, document: Document) -> Iterator[tuple[str, bool]]:
    """For the first records of each list without parents: where its id leads, and whether it is there."""
    resources = {resource["name"]: resource for resource in document.explained["resources"]}
    operations = document.explained["operations"]
    served = corpus.server.request("GET", f"/openapi/{document.name}.json").json()
    base = server_path(served)
    for operation in operations:
        if operation["kind"] != "list" or "{" in operation["path"]:
            continue
        member = resources[operation["resource"]].get("idMember")
        reads = [
            read["path"]
            for read in operations
            if (read["kind"], read["method"], read.get("resource")) == ("read", "GET", operation["resource"])
            and read["path"].count("{") == 1
            and not needs_parameters(served, read["path"], beside="path")
        ]
        answer = corpus.get(document, base + operation["path"])
        if answer.status != 200 or not member or not reads:
            continue
        rows = answer.json()
        for name in operation.get("envelope", []):
            rows = rows.get(name) if isinstance(rows, dict) else None
        for row in (rows if isinstance(rows, list) else [])[:IDS_OF_A_LIST]:
            # Some lists show the id under a shorter name.
            names = [name for name in (member, "id", "uid", "uuid") if isinstance(row, dict) and name in row]
            value = row[names[0]] if names else None
            path = base + re.sub(r"\{[^}]*\}", urllib.parse.quote(str(value), safe=""), reads[0])
            found = corpus.get(document, path)
            yield path, found.status == 200 and (not found.body.startswith(b"{") or contains(found.json(), value))


def contains(value: Any, wanted: Any) -> bool:
    """Whether a value stands anywhere inside of another one."""
    if isinstance(value, dict):
        return any(contains(each, wanted) for each in value.values())
    if isinstance(value, list):
        return any(contains(each, wanted) for each in value)
    return value == wanted


def test_ids_that_lists_show_lead_to_their_records(corpus: Corpus) -> None:
    found = [each for document in corpus.documents for each in ids_of_lists(corpus, document)]
    astray = [path for path, is_there in found if not is_there]
    print(f"{len(found) - len(astray)} of {len(found)} ids lead to their records")
    assert len(found) > 100
    assert len(astray) <= len(found) * (1 - LEAST_IDS), "\n".join(astray)


def test_what_is_created_is_read_listed_changed_and_deleted(corpus: Corpus) -> None:
    taken, failed = 0, []
    chains = list(CHAINS.items())
    for place, chain_of_it in LATER_CHAINS.items():
        chains += [(one.name, chain_of_it) for one in corpus.documents if str(one.path).endswith(f"/{place}")]
    for name, (path, chain) in chains:
        steps = Steps(f"{corpus.server.base_url}/{name}{path}")
        chain(steps)
        taken += steps.taken
        failed += [f"{name}: {each}" for each in steps.failed]
    print(f"{taken - len(failed)} of {taken} steps hold")
    assert taken > 100
    assert len(failed) <= taken * (1 - LEAST_STEPS), "\n".join(failed)


def schemathesis_report(base_url: str, url: str, folder: Path) -> Path:
    """What schemathesis makes of a document, an event in each line; only what the document allows is sent."""
    configuration = folder / "schemathesis.toml"
    configuration.write_text(
        "continue-on-failure = true\nwarnings = false\ncache.enabled = false\n", encoding="utf-8"
    )
    # How data is made is told here, since all phases leave it out when it stands in the file.
    made = ["--mode", "positive", "--generation-deterministic", "--generation-allow-x00", "false"]
    made += ["--no-shrink", "--max-examples", EXAMPLES]
    checks = ["not_a_server_error", "status_code_conformance", "content_type_conformance"]
    checks += ["response_schema_conformance", "response_headers_conformance"]
    report = folder / "report.ndjson"
    subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", configuration, "run", url, "--url", base_url]
        + ["--phases", "examples,fuzzing,stateful", "--checks", ",".join(checks), *made]
        + ["--suppress-health-check", "all", "--report", "ndjson", "--report-ndjson-path", report]
        + ["-H", "Authorization:Bearer x", "-H", "api_key:x", "-H", "X-API-Key:x"],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=SCHEMATHESIS_TIMEOUT_S,
        check=False,
    )
    return report


def is_left(failure: dict[str, Any], status: int, mode: str) -> bool:
    """Whether a failed check tells of an answer that leaves its document.

    A record that is not there is told with 404, and what goes well with the status of that, whether or not the document
    has them. So is a wrong request with 400: steps that follow on others send some that schemathesis itself calls
    negative, such as one id for a list of them. JSON Schema counts more than the name of a discriminator.
    """
    if mode == "negative" and status == 400:
        return False
    if failure.get("type") == "UndefinedStatusCode":
        documented = [each.strip() for each in failure["message"].split("Documented:")[-1].split(",")]
        is_silent = not any(each.startswith("2") or each == "default" for each in documented)
        return status != 404 and not (status < 300 and is_silent)
    return failure.get("title") != "Unknown discriminator value"


def answers_that_left(report: Path, impossible: str) -> tuple[int, list[str], int]:
    """How many requests there were, what is wrong with the answers to some of them, and how many were 5XX.

    Left out are operations that only a fragment tells apart, which is not sent, and those of which the server told that
    their schema allows nothing.
    """
    asked, left, failed = 0, [], 0
    with report.open(encoding="utf-8") as lines:
        for line in lines:
            recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
            for number, exchange in recorder.get("interactions", {}).items():
                asked += 1
                case = recorder["cases"][number]["value"]
                mode = ((case.get("meta") or {}).get("generation") or {}).get("mode", "positive")
                operation = f"{case['method']} {case['path']}"
                if "#" in operation or f" {operation}: " in impossible:
                    continue
                response = exchange.get("response") or {"status_code": 0}
                failed += response["status_code"] >= 500
                for check in recorder.get("checks", {}).get(number, []):
                    failure = (check.get("failure_info") or {}).get("failure")
                    if failure and is_left(failure, response["status_code"], mode):
                        body = base64.b64decode((response.get("content") or {}).get("$base64", ""))[:300]
                        message = failure.get("message", "")[:300]
                        left.append(f"{operation} -> {response['status_code']} {message} {body!r}")
                        break
    return asked, left, failed


@pytest.mark.skipif(not IS_THOROUGH, reason="takes minutes: only with --thorough")
def test_no_response_leaves_its_document(corpus: Corpus, tmp_path: Path) -> None:
    asked, left, failed = 0, [], 0
    for document in corpus.documents:
        folder = tmp_path / document.name
        folder.mkdir()
        url = f"{corpus.server.base_url}/openapi/{document.name}.json"
        base = server_path(corpus.server.request("GET", f"/openapi/{document.name}.json").json())
        report = schemathesis_report(f"{corpus.server.base_url}/{document.name}{base}", url, folder)
        impossible = [line for line in corpus.server.stderr.splitlines() if IMPOSSIBLE.search(line)]
        count, wrong, broken = answers_that_left(report, "\n".join(impossible))
        asked += count
        failed += broken
        left += [f"{document.path.name}: {each}" for each in wrong]
        print(f"{document.path.name}: {count} requests, {len(wrong)} answers left the document, {broken} with 5XX")
    assert asked > 1000
    assert failed == 0
    assert len(left) <= asked * MOST_LEFT, "\n".join(left)
