"""A page in Chromium, with Playwright for Python: pip install mock-api-testing pytest playwright."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mock_api_testing import World
from playwright.sync_api import Page, expect, sync_playwright

PAGE = Path(__file__).with_name("index.html").as_uri()


@pytest.fixture(scope="session")
def page() -> Iterator[Page]:
    # Without a path, Playwright takes the browser that `playwright install chromium` brought.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def test_posts_are_shown(mock_world: World, page: Page) -> None:
    mock_world.answer("GET /posts", patch=[{"op": "replace", "path": "/0/title", "value": "Hello"}])
    page.goto(f"{PAGE}?api={mock_world.url('jsonplaceholder')}")
    expect(page.get_by_role("listitem")).to_have_count(10)
    expect(page.get_by_role("listitem").first).to_have_text("Hello")
    mock_world.requests.verify(method="GET", path="/posts", query={"userId": "1"}, exactly=1)


def test_an_error_is_shown_and_the_next_try_succeeds(mock_world: World, page: Page) -> None:
    mock_world.answer("GET /posts", status=503, once=True)
    page.goto(f"{PAGE}?api={mock_world.url('jsonplaceholder')}")
    expect(page.get_by_role("alert")).to_have_text(re.compile("503"))
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("listitem")).to_have_count(10)
    mock_world.requests.verify(method="GET", path="/posts", exactly=2)
