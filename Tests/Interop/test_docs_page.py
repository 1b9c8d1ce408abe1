"""The page at /docs in a real browser.

MOCK_API_DOCS_URL names a page that is served elsewhere, to try a change of it without a build.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from headless_browser import Browser, read_json
from mock_server import MockServer
from png_file import read_chunks

# The bytes of an even colour's pixels, compressed rows and filters aside, are very few.
BLANK_BYTES = 16
METHODS = {"get", "head", "post", "put", "patch", "delete", "options", "trace"}

# Of the operations one in four is opened, all of them with MOCK_API_THOROUGH=1: a browser takes 20 seconds for all.
STEP = 1 if os.environ.get("MOCK_API_THOROUGH") == "1" else 4

OPERATIONS = "document.querySelector('.operation')"
SHOP = Path(__file__).parents[2] / "Seeds/examples/shop/openapi.yaml"
LOGIN = "document.querySelector('.session button')"
LOTES = "document.querySelector('[data-operation=listLotes]')"


@pytest.fixture(scope="module")
def docs_url(request: pytest.FixtureRequest) -> str:
    """The address of the page."""
    return os.environ.get("MOCK_API_DOCS_URL") or f"{request.getfixturevalue('server').base_url}/docs"


@pytest.fixture(scope="module")
def documents(docs_url: str) -> dict[str, Any]:
    """The documents by name."""
    index = read_json(docs_url, "/openapi")
    assert index["documents"]
    return {each["name"]: read_json(docs_url, each["url"]) for each in index["documents"]}


def operation_ids(document: dict[str, Any]) -> list[str]:
    """The operations of a document, sorted."""
    items = document["paths"].values()
    return sorted(item[method]["operationId"] for item in items for method in item if method in METHODS)


def test_loads_without_complaints_and_from_its_own_server_only(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(docs_url, OPERATIONS)
    assert browser.complaints() == []
    parts = urlsplit(docs_url)
    own = (f"{parts.scheme}://{parts.netloc}/", "data:", "blob:")
    asked = browser.requests()
    assert docs_url in asked
    assert [address for address in asked if not address.startswith(own)] == []


def test_lists_every_operation_of_every_document(
    browser: Browser, docs_url: str, documents: dict[str, Any]
) -> None:
    browser.look(1280, 900)
    browser.open(docs_url, OPERATIONS)
    for name, document in documents.items():
        browser.value(f"location.hash = '#{name}'")
        browser.wait_for(f"document.querySelector('#apis [aria-current]').dataset.name === '{name}'")
        listed = browser.value("[...document.querySelectorAll('.operation')].map((row) => row.dataset.operation)")
        assert sorted(listed) == operation_ids(document), name


def test_signs_in_and_tries_an_operation(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge/listLotes", OPERATIONS)
    browser.wait_for(f"{LOTES}.querySelector('h3 button[aria-expanded=true]') && {LOTES}.querySelector('form')")
    browser.value(f"{LOGIN}.click()")
    browser.wait_for("document.querySelector('.session').innerText.includes('Signed in as ')")
    assert "Authorization: Bearer " in browser.value(f"{LOTES}.querySelector('form').innerText")
    browser.value(f"{LOTES}.querySelector('button[type=submit]').click()")
    browser.wait_for(f"{LOTES}.querySelector('.response pre')")
    assert browser.value(f"{LOTES}.querySelector('.response .status').innerText") == "200"
    assert json.loads(browser.value(f"{LOTES}.querySelector('.response pre').innerText"))["lotes"]
    browser.value(f"{LOGIN}.click()")
    browser.wait_for("document.querySelector('.session').innerText.includes('Not signed in.')")
    assert "Bearer" not in browser.value(f"{LOTES}.querySelector('form').innerText")
    assert browser.complaints() == []


def test_reports_that_a_body_is_not_json(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge/login", OPERATIONS)
    browser.wait_for("document.querySelector('textarea.editor')")
    browser.value("document.querySelector('textarea.editor').value = '{\"email\": '")
    browser.value("document.querySelector('.operation.open button[type=submit]').click()")
    browser.wait_for("document.querySelector('[role=alert]').innerText.includes('not valid JSON')")


def test_tries_a_custom_api(browser: Browser, start: Callable[..., MockServer]) -> None:
    """Below the path of its server, with content that its schema allows."""
    server = start("--api", f"shop={SHOP}")
    browser.look(1280, 900)
    browser.open(f"{server.base_url}/docs", "document.querySelector('[data-operation=createProduct]')")
    operation = "document.querySelector('[data-operation=createProduct]')"
    browser.value(f"{operation}.querySelector('button').click()")
    browser.wait_for(f"{operation}.querySelector('form')")
    sent = json.loads(browser.value(f"{operation}.querySelector('textarea').value"))
    assert isinstance(sent["price"], int) and sent["category"] == "bread" and "id" not in sent
    browser.value(f"{operation}.querySelector('form').requestSubmit()")
    browser.wait_for(f"{operation}.querySelector('.result').innerText.includes('201')")
    assert f"{server.base_url}/v1/products" in browser.value(f"{operation}.innerText")
    created = json.loads(browser.value(f"{operation}.querySelector('.response pre').innerText"))
    answer = server.request("GET", f"/v1/products/{created['id']}", headers={"Authorization": "Bearer any"})
    assert answer.json()["name"] == sent["name"]


def test_the_filter_keeps_what_matches(browser: Browser, docs_url: str) -> None:
    browser.look(1280, 900)
    browser.open(f"{docs_url}#agrobridge", OPERATIONS)
    browser.value("document.querySelector('#filter').focus()")
    browser.call("Input.insertText", text="POST refresh")
    shown = "[...document.querySelectorAll('.operation:not([hidden])')].map((row) => row.dataset.operation)"
    assert browser.value(shown) == ["refresh"]


def test_operations_open_and_phones_never_scroll_sideways(
    browser: Browser, docs_url: str, documents: dict[str, Any]
) -> None:
    browser.look(360, 800)
    for name in [*documents, "asyncapi"]:
        browser.open(f"{docs_url}#{name}", OPERATIONS)
        assert browser.value("document.documentElement.scrollWidth") == 360, name
        buttons = f"[...document.querySelectorAll('.operation h3 button')].filter((_, place) => place % {STEP} === 0)"
        browser.value(f"{buttons}.forEach((button) => button.click())")
        empty = "[...document.querySelectorAll('.details')].filter((row) => !row.hidden && !row.innerText).length"
        assert browser.value(empty) == 0, name
        # Opening renders further disclosures, which are opened in turn.
        for _ in range(3):
            browser.value("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            browser.value("new Promise((done) => setTimeout(done, 100))")
        assert browser.value("document.documentElement.scrollWidth") == 360, name
        assert browser.complaints() == [], name


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1280, 900)])
def test_light_and_dark_differ_and_show_something(
    browser: Browser, docs_url: str, width: int, height: int
) -> None:
    pictures = {}
    for scheme in ("light", "dark"):
        browser.look(width, height, scheme)
        browser.open(docs_url, OPERATIONS)
        pictures[scheme] = browser.screenshot()
        pixels = zlib.decompress(b"".join(data for kind, data in read_chunks(pictures[scheme]) if kind == b"IDAT"))
        assert len(set(pixels)) > BLANK_BYTES, f"{scheme} is blank"
    assert pictures["light"] != pictures["dark"]
