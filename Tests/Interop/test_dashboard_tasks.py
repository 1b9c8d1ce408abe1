"""Seven tasks of a developer at the live page, done as a person does them: by what is to be read, with mouse and keys.

Each asserts what an app notices of it, by a client of its own, and counts the interactions: a click, a key, or a text
that is typed into a field. `pytest -rP` shows the counts.
"""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Callable

import pytest

from browser_page import Page
from dashboard_page import control, open_live, open_socket
from interspace_client import documented_account
from mock_server import MockServer, Response
from page_user import User
from stomp_socket import opened

Start = Callable[..., MockServer]

VIEWS = ("navigation", "Views")


def report(user: User, task: str) -> None:
    """Says how many interactions a task took, for who runs the tests."""
    print(f"{task}: {user.count} interactions: {', '.join(user.steps)}")


class App:
    """An app as its makers write them: it signs in, and when its token has expired it refreshes it and asks again."""

    def __init__(self, server: MockServer, agent: str = "Field/2.1 (Android 17)") -> None:
        self.server = server
        self.headers = {"User-Agent": agent}
        self.refreshes = 0
        body = {"email": "usuario@example.com", "password": "password123"}
        answer = server.request("POST", "/v1/auth/login", body=body, headers=self.headers).json()
        self.token, self.refresh_token = answer["token"], answer["refreshToken"]

    def ask(self, method: str, path: str, body: object = None) -> Response:
        """A request, sent once more with a new token when the server says that the first has expired."""
        answer = self.server.request(method, path, body=body, token=self.token, headers=self.headers)
        if answer.status != 401:
            return answer
        self.refreshes += 1
        renewed = self.server.request(
            "POST", "/v1/auth/refresh", body={"refreshToken": self.refresh_token}, headers=self.headers
        ).json()
        self.token, self.refresh_token = renewed["token"], renewed.get("refreshToken", self.refresh_token)
        return self.server.request(method, path, body=body, token=self.token, headers=self.headers)


def is_offline(server: MockServer) -> bool:
    """Whether an app gets no answer at all."""
    try:
        server.request("GET", "/posts/1")
    except (OSError, http.client.HTTPException):
        return True
    return False


def test_find_the_failing_request(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    app = App(server)
    for number in range(40):
        app.ask("GET", f"/v1/lotes/lote_{number % 5 + 1}")
    app.ask("GET", "/v1/lote/lote_1")
    for _ in range(40):
        app.ask("GET", "/v1/lotes")
    open_live(page, server)
    user.fill("Filter", "404")
    user.click("option", "/v1/lote/lote_1")
    # Why nothing matched, with what it is nearest to.
    user.sees("/v1/lotes/{id}")
    assert page.complaints() == []
    report(user, "find the failing request")


@pytest.mark.parametrize("way", ["fault", "clock"])
def test_make_the_token_expire_and_see_the_refresh(page: Page, user: User, start: Start, way: str) -> None:
    server = start("--rate-limit", "off")
    app = App(server)
    open_live(page, server)
    if way == "fault":
        user.click("link", "Faults", VIEWS)
        user.click("button", "Token expires")
        user.sees_status("Token expires: active")
    else:
        user.click("link", "Clock", VIEWS)
        user.click("button", "Advance to next expiry")
        user.sees_status("The clock shows")
        user.sees("passed: Access tokens expire: 1")
    assert app.ask("GET", "/v1/lotes").status == 200
    assert app.refreshes == 1
    user.click("link", "Traffic", VIEWS)
    user.sees("401", "option", "/v1/lotes")
    user.sees("200", "option", "/v1/auth/refresh")
    assert app.ask("GET", "/v1/lotes").status == 200
    assert app.refreshes == 1
    assert page.complaints() == []
    report(user, f"make the token expire and see the refresh, by the {way}")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_put_the_app_offline_and_back(page: Page, user: User, start: Start, by: str) -> None:
    server = start("--rate-limit", "off")
    open_live(page, server)
    assert not is_offline(server)
    if by == "mouse":
        user.click("link", "Faults", VIEWS)
        user.click("button", "Offline")
    else:
        user.tab_to("link", "Faults", VIEWS)
        user.press("Enter")
        user.tab_to("button", "Offline")
        user.press("Enter")
    user.sees_status("Offline: active")
    assert is_offline(server)
    user.sees("triggered 1×", "button", "Offline")
    if by == "mouse":
        user.click("button", "Offline")
    else:
        user.tab_to("button", "Offline")
        user.press(" ")
    user.sees_status("Offline: over")
    assert not is_offline(server)
    assert page.complaints() == []
    report(user, f"put the app offline and back, by {by}")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_restore_a_snapshot(page: Page, user: User, start: Start, by: str) -> None:
    server = start("--rate-limit", "off")
    app = App(server)
    open_live(page, server)
    card = ("region", "Snapshots of default")
    if by == "mouse":
        user.click("link", "Worlds", VIEWS)
        user.sees("no spaces", *card)
        user.fill("Name", "before that", card)
        user.click("button", "Take a snapshot")
        user.sees("This name is too long or has other characters", *card)
        user.fill("Name", "before", card)
        user.click("button", "Take a snapshot")
    else:
        user.tab_to("link", "Worlds", VIEWS)
        user.press("Enter")
        user.tab_to("textbox", "Name", card)
        user.type("before")
        user.press("Enter")
    user.sees_status("The snapshot before is taken")
    # The field is empty for the next one, which is no mistake.
    field = "document.querySelector('.snapshot-form input')"
    assert page.value(f"[{field}.value, {field}.ariaInvalid, {field}.validity.valid]") == ["", "false", True]
    assert app.ask("DELETE", "/v1/lotes/lote_1").status == 204
    assert app.ask("GET", "/v1/lotes/lote_1").status == 404
    if by == "mouse":
        user.click("button", "Restore: before")
        user.click("button", "Restore", ("dialog", "Restore before?"))
    else:
        user.tab_to("button", "Restore: before")
        user.press("Enter")
        user.sees("what it has now is lost", "dialog", "Restore before?")
        user.press("Enter")
    user.sees_status("default has the state of before")
    assert app.ask("GET", "/v1/lotes/lote_1").status == 200
    assert page.complaints() == []
    report(user, f"restore a snapshot, by {by}")


def test_change_a_row_and_see_the_frame(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    documented_account(server)
    with open_socket(server, "/ws") as socket:
        socket.send(json.dumps({"type": "subscribe", "channels": ["profile_updates"]}))
        assert json.loads(socket.recv(20))["type"] == "subscribed"
        open_live(page, server)
        user.click("link", "Data", VIEWS)
        user.choose("What is shown", "profiles")
        user.click("cell", "John Doe", ("row", "profile_1"))
        user.press("Enter")
        user.press("a", "Control")
        user.type("Changed by hand")
        user.press("Enter")
        message = json.loads(socket.recv(20))
        assert message["channel"] == "profile_updates" and "Changed by hand" in json.dumps(message), message
        # The page says who has heard it, and leads there.
        user.click("link", "profile_updated", ("main", None))
        user.sees("Changed by hand", "region", "Detail")
    assert page.complaints() == []
    report(user, "change a row and see the frame")


def test_find_the_bad_stomp_frame(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    with opened(server) as good, opened(server) as bad:
        good.connect()
        good.subscribe("/topic/greenhouse/messages")
        bad.connect()
        with contextlib.suppress(Exception):
            bad.send_raw("SEND\ndestination:/topic/x\nno colon here\n\nhello\0")
            bad.receive("ERROR")
    open_live(page, server)
    user.click("button", "violations")
    user.click("option", "SEND /topic/x")
    # The line without a colon begins at its octet.
    user.sees("byte 26")
    user.sees("no colon here")
    assert page.complaints() == []
    report(user, "find the bad STOMP frame")


def test_follow_one_device_of_two(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    ana, ben = App(server, "Field/2.1 (Pixel 9)"), App(server, "Field/2.1 (iPhone 17)")
    for number in range(1, 6):
        ana.ask("GET", f"/v1/lotes/lote_{number}")
        ben.ask("GET", "/v1/productores")
    open_live(page, server)
    user.click("link", "Devices", VIEWS)
    user.click("button", "Name", ("row", "Pixel 9"))
    user.fill("Name", "Ana's phone")
    user.press("Enter")
    user.click("link", "Requests", ("row", "Ana's phone"))
    user.sees("/v1/lotes/lote_5", "listbox")
    # What comes now is sifted, too.
    ben.ask("GET", "/v1/bloques")
    ana.ask("GET", "/v1/usuarios/me")
    shown = user.sees("/v1/usuarios/me", "listbox")
    assert "/v1/bloques" not in shown and "/v1/productores" not in shown
    assert "Ana's phone" in shown
    assert len(control(server, "GET", "/_mock/devices")["devices"]) == 2
    assert page.complaints() == []
    report(user, "follow one device of two")


def test_one_device_alone_goes_offline(page: Page, user: User, start: Start) -> None:
    server = start("--rate-limit", "off")
    ana, ben = App(server, "Field/2.1 (Pixel 9)"), App(server, "Field/2.1 (iPhone 17)")
    open_live(page, server)
    user.choose("Device", "Field/2.1, iPhone 17")
    user.click("link", "Faults", VIEWS)
    user.sees("Only for Field/2.1, iPhone 17")
    user.click("button", "Offline")
    user.sees_status("Offline: active for Field/2.1, iPhone 17")
    user.sees("Offline: device Field/2.1, iPhone 17", "region", "Status")
    assert ana.ask("GET", "/v1/lotes").status == 200
    with pytest.raises((OSError, http.client.HTTPException)):
        ben.ask("GET", "/v1/lotes")
    user.click("button", "Go online")
    user.sees_status("Online again")
    assert ben.ask("GET", "/v1/lotes").status == 200
    assert page.complaints() == []


def test_a_token_of_one_session_expires(page: Page, user: User, start: Start) -> None:
    """Of two phones with one account, only the chosen one has to refresh."""
    server = start("--rate-limit", "off")
    ana, ben = App(server, "Field/2.1 (Pixel 9)"), App(server, "Field/2.1 (iPhone 17)")
    for app in (ana, ben):
        app.ask("GET", "/v1/lotes")
    open_live(page, server, "limits")
    user.click("button", "Expire once")
    dialog = ("dialog", "Expire once")
    user.sees("2 valid sessions", *dialog)
    user.choose("Device", "Field/2.1, iPhone 17", dialog)
    user.click("button", "Expire once", dialog)
    user.sees_status("from Field/2.1, iPhone 17 is refused as expired")
    assert [app.ask("GET", "/v1/lotes").status for app in (ana, ben)] == [200, 200]
    assert (ana.refreshes, ben.refreshes) == (0, 1)
    assert page.complaints() == []
