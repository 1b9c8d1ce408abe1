"""The broker with SockJS's own client in a browser, by each of its transports, from a page of another origin.

The client is that of Debian's package, unpacked below `.build/node/`. Where it cannot be had, the tests are skipped by
name.
"""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headless_browser import Browser
from javascript_client import unpacked
from mock_server import MockServer
from stomp_frames import BROKER

CLIENT = "usr/share/nodejs/sockjs-client/dist/sockjs.min.js"
TRANSPORTS = [
    *["websocket", "xhr-streaming", "eventsource", "iframe-eventsource", "iframe-htmlfile"],
    *["xhr-polling", "iframe-xhr-polling", "jsonp-polling"],
]
PAGE = """<!DOCTYPE html>
<title>SockJS</title>
<body><script src="sockjs.js"></script>
<script>
// A conversation over one transport: the commands that came, the bodies of messages, and the transport that was used.
function talk(url, transport, count, body) {
  return new Promise((resolve) => {
    const socket = new SockJS(url, null, {transports: [transport], timeout: 60000});
    const heard = {transport: null, commands: [], bodies: []};
    const send = (...lines) => socket.send(lines.join("\\n") + "\\0");
    const steps = {
      CONNECTED: () => send("SUBSCRIBE", "id:1", "destination:/topic/" + transport, "receipt:r", "", ""),
      RECEIPT: () => {
        if (heard.bodies.length > 0) return socket.close(3001, "enough");
        for (let number = 0; number < count; number += 1)
          send("SEND", "destination:/topic/" + transport, "", body + number);
      },
      MESSAGE: (frame) => {
        heard.bodies.push(frame.slice(frame.indexOf("\\n\\n") + 2, -1));
        if (heard.bodies.length == count) send("DISCONNECT", "receipt:end", "", "");
      },
    };
    socket.onopen = () => {
      heard.transport = socket.transport;
      send("CONNECT", "accept-version:1.2", "", "");
    };
    socket.onmessage = (event) => {
      const command = event.data.split("\\n")[0];
      if (heard.commands.at(-1) != command) heard.commands.push(command);
      steps[command]?.(event.data);
    };
    socket.onclose = (event) => resolve({...heard, code: event.code, reason: event.reason});
  });
}
</script>
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The origin of a page with the client."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "sockjs.js").write_bytes(unpacked("node-sockjs-client", CLIENT).read_bytes())
    (folder / "page.html").write_text(PAGE, encoding="utf-8")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    with site:
        yield f"http://localhost:{site.server_address[1]}"
        site.shutdown()
        thread.join()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_client(browser: Browser, start: Callable[..., MockServer], pages: str, transport: str) -> None:
    server = start("--sensor-interval", "off", "--sockjs-client", f"{pages}/sockjs.js")
    browser.open(f"{pages}/page.html", "window.SockJS && document.readyState == 'complete'")
    body = "“ñ</script>\u2028" + "x" * 20_000
    arguments = [f"{server.base_url}{BROKER}", transport, 12, body]
    heard = browser.value(f"talk(...{json.dumps(arguments)})")
    assert heard["transport"] == transport, heard
    assert heard["commands"] == ["CONNECTED", "RECEIPT", "MESSAGE", "RECEIPT"]
    assert heard["bodies"] == [f"{body}{number}" for number in range(12)]
    assert heard["code"] in (1000, 3001), heard
