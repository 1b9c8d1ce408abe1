"""The page at /_mock/connect in a real browser of a phone's size."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from headless_browser import Browser, read_json
from mock_server import MockServer
from qr_code import read_png
from tls_front import tls_front

Start = Callable[..., MockServer]

PHONE = (390, 844)
CHECKED = """document.querySelectorAll('.probe').length === 4
    && !document.querySelector('.probe[data-state=waiting]') && !document.querySelector('button').disabled"""
STATES = "Object.fromEntries([...document.querySelectorAll('.probe')].map((row) => [row.dataset.probe, row.dataset.state]))"
PLAIN_ONLY = {"http": "ok", "ws": "ok", "https": "off", "wss": "off"}


def reason(browser: Browser, probe: str) -> str:
    """What a row of the check says."""
    return browser.value(f"document.querySelector('[data-probe={probe}]').innerText")


@pytest.fixture
def page(start: Start) -> str:
    """The page's address as a phone has it; that of loopback where the machine is in no network."""
    server = start("--lan")
    return read_json(server.base_url, "/_mock/connect.json")["page"] or f"{server.base_url}/_mock/connect"


@pytest.fixture
def settings(browser: Browser) -> Iterator[Callable[..., None]]:
    """Makes the next pages see other addresses than the server's, or the browser trust every certificate."""
    scripts: list[str] = []

    def change(*, told: dict[str, Any] | None = None, trusts: bool = False) -> None:
        browser.call("Security.setIgnoreCertificateErrors", ignore=trusts)
        if told is None:
            return
        source = f"""const original = fetch;
            globalThis.fetch = async (url, ...rest) => {{
              const answer = await original(url, ...rest);
              if (url !== '/_mock/connect.json') return answer;
              return new Response(JSON.stringify({{...await answer.json(), ...{json.dumps(told)}}}));
            }};"""
        added = browser.call("Page.addScriptToEvaluateOnNewDocument", source=source)
        scripts.append(added["identifier"])

    yield change
    browser.call("Security.setIgnoreCertificateErrors", ignore=False)
    for script in scripts:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def with_tls(port: int, *, own: bool = True) -> dict[str, Any]:
    """What a server with TLS tells besides."""
    authority = {"pem": "/_mock/ca.pem", "der": "/_mock/ca.der", "mobileconfig": "/_mock/ca.mobileconfig"}
    return {"tls": {"port": port, "authority": authority if own else None}}


def test_the_check_turns_green_and_says_that_tls_is_off(browser: Browser, page: str) -> None:
    browser.look(*PHONE)
    browser.open(page, CHECKED)
    assert browser.value(STATES) == PLAIN_ONLY
    assert "ms" in reason(browser, "http") and "ms" in reason(browser, "ws")
    assert "TLS is off" in reason(browser, "https") and "--tls-port" in reason(browser, "https")
    assert browser.complaints() == []
    own = urlsplit(page).netloc
    assert [url for url in browser.requests() if urlsplit(url).netloc not in {own, ""}] == []


def test_the_check_notices_that_the_server_is_gone(browser: Browser, start: Start) -> None:
    server = start()
    browser.look(*PHONE)
    browser.open(f"{server.base_url}/_mock/connect", CHECKED)
    server.stop()
    browser.value("document.querySelector('button').click()")
    browser.wait_for(f"({CHECKED}) && document.querySelector('.probe[data-state=failed]')")
    assert browser.value(STATES) == PLAIN_ONLY | {"http": "failed", "ws": "failed"}
    assert "server has stopped, or this device has left its network" in reason(browser, "http")


@pytest.mark.parametrize(("own", "words"), [(True, "does not trust the certificate yet"), (False, "or it is not for")])
def test_a_certificate_without_trust_is_explained(
    browser: Browser, start: Start, settings: Callable[..., None], tmp_path: Path, own: bool, words: str
) -> None:
    server = start()
    with tls_front(server.base_url, tmp_path) as port:
        settings(told=with_tls(port, own=own))
        browser.look(*PHONE)
        browser.open(f"{server.base_url}/_mock/connect", CHECKED)
    assert browser.value(STATES) == {"http": "ok", "ws": "ok", "https": "failed", "wss": "failed"}
    assert words in reason(browser, "https")
    assert "same reason" in reason(browser, "wss")
    links = browser.value("[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))")
    assert ("/_mock/ca.mobileconfig" in links) == own


def test_a_trusted_certificate_turns_everything_green(
    browser: Browser, start: Start, settings: Callable[..., None], tmp_path: Path
) -> None:
    server = start("--cors", "off")
    with tls_front(server.base_url, tmp_path) as port:
        settings(told=with_tls(port), trusts=True)
        browser.look(*PHONE)
        browser.open(f"{server.base_url}/_mock/connect", CHECKED)
        assert browser.value(STATES) == dict.fromkeys(PLAIN_ONLY, "ok")


def test_a_page_over_tls_says_that_it_may_not_call_http(
    browser: Browser, start: Start, settings: Callable[..., None], tmp_path: Path
) -> None:
    server = start()
    with tls_front(server.base_url, tmp_path) as port:
        settings(told=with_tls(port), trusts=True)
        browser.look(*PHONE)
        browser.open(f"https://127.0.0.1:{port}/_mock/connect", CHECKED)
        assert browser.value(STATES) == {"http": "off", "ws": "off", "https": "ok", "wss": "ok"}
        assert f"open {server.base_url}/_mock/connect" in reason(browser, "http")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_can_be_read_from_the_screen(browser: Browser, page: str, scheme: str) -> None:
    browser.look(*PHONE, scheme)
    browser.open(page, CHECKED)
    if browser.value("document.querySelector('.code img') === null"):
        pytest.skip("this machine has no address but loopback")
    browser.wait_for("document.querySelector('.code img').complete")
    browser.value("document.querySelector('.code').scrollIntoView()")
    assert read_png(browser.screenshot()) == [page]


def test_light_and_dark_differ_and_phones_never_scroll_sideways(browser: Browser, page: str) -> None:
    pictures = []
    for scheme in ("light", "dark"):
        for width in (320, 390):
            browser.look(width, PHONE[1], scheme)
            browser.open(page, CHECKED)
            assert browser.value("document.documentElement.scrollWidth") == width
        pictures.append(browser.screenshot())
    assert pictures[0] != pictures[1]


def test_a_server_on_loopback_says_how_phones_reach_it(browser: Browser, start: Start) -> None:
    server = start()
    browser.look(*PHONE)
    browser.open(f"{server.base_url}/_mock/connect", CHECKED)
    text = browser.value("document.querySelector('main').innerText")
    assert "Start it with --lan" in text
    assert f"http://10.0.2.2:{server.port}" in text
    assert browser.value("document.querySelector('.code') === null")
    assert browser.complaints() == []
