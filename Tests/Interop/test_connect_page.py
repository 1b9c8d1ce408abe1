"""The page at /_mock/connect in a real browser of a phone's size."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from headless_browser import Browser, read_json, running_browser
from mock_server import MockServer, launch
from qr_code import read_png

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


@pytest.fixture(scope="module")
def authority(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a CA that a server made."""
    folder = tmp_path_factory.mktemp("authority")
    options = ["--port", "0", "--tls-port", "0", "--tls-dir", str(folder)]
    launch(binary, tmp_path_factory.mktemp("maker"), options, {}).stop()
    return folder


@pytest.fixture(scope="module")
def trusting(authority: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose user trusts that CA."""
    with running_browser(tmp_path_factory.mktemp("trusting"), authority / "ca.pem") as running:
        yield running


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


def own_certificate(folder: Path) -> list[str]:
    """The options for a certificate that vouches for itself."""
    certificate, key = folder / "own.pem", folder / "own-key.pem"
    name = ["-subj", "/CN=own", "-addext", "subjectAltName=IP:127.0.0.1"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(
        ["openssl", "req", "-x509", *kind, *name, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    return ["--tls-cert", str(certificate), "--tls-key", str(key)]


@pytest.mark.parametrize(("ours", "words"), [(True, "does not trust the certificate yet"), (False, "or it is not for")])
def test_a_certificate_without_trust_is_explained(
    browser: Browser, start: Start, authority: Path, tmp_path: Path, ours: bool, words: str
) -> None:
    server = start("--tls-port", "0", *(["--tls-dir", str(authority)] if ours else own_certificate(tmp_path)))
    browser.look(*PHONE)
    browser.open(f"{server.base_url}/_mock/connect", CHECKED)
    assert browser.value(STATES) == {"http": "ok", "ws": "ok", "https": "failed", "wss": "failed"}
    assert words in reason(browser, "https")
    assert "same reason" in reason(browser, "wss")
    links = browser.value("[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))")
    assert ("/_mock/ca.mobileconfig" in links) == ours


@pytest.mark.parametrize("cors", ["any", "off"])
def test_a_trusted_certificate_turns_everything_green(
    trusting: Browser, start: Start, authority: Path, cors: str
) -> None:
    server = start("--cors", cors, "--tls-port", "0", "--tls-dir", str(authority))
    trusting.look(*PHONE)
    trusting.open(f"{server.base_url}/_mock/connect", CHECKED)
    assert trusting.value(STATES) == dict.fromkeys(PLAIN_ONLY, "ok")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_page_over_tls_says_that_it_may_not_call_http(
    trusting: Browser, start: Start, authority: Path, host: str
) -> None:
    server = start("--tls-port", "0", "--tls-dir", str(authority))
    port = read_json(server.base_url, "/_mock/connect.json")["tls"]["port"]
    trusting.look(*PHONE)
    trusting.open(f"https://{host}:{port}/_mock/connect", CHECKED)
    assert trusting.value("isSecureContext")
    assert trusting.value(STATES) == {"http": "off", "ws": "off", "https": "ok", "wss": "ok"}
    assert f"open http://{host}:{server.port}/_mock/connect" in reason(trusting, "http")


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
            browser.wait_for(f"document.documentElement.scrollWidth === {width}")
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
