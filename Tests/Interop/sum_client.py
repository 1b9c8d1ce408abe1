"""Asks the math service, with content of any type."""

from __future__ import annotations

import contextlib
import http.client

from mock_server import MockServer, Response

FORM = "application/x-www-form-urlencoded"
# The verbs that carry content.
METHODS = ["POST", "PUT", "PATCH", "DELETE"]


def send(server: MockServer, method: str, query: str = "", body: bytes | str = b"", kind: str | None = None) -> Response:
    """Sends any bytes as the content, of any type."""
    content = body.encode() if isinstance(body, str) else body
    headers = {} if kind is None else {"Content-Type": kind}
    connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
    with contextlib.closing(connection):
        connection.request(method, "/math/sum" + (f"?{query}" if query else ""), content or None, headers)
        response = connection.getresponse()
        return Response(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())


def multipart(fields: list[tuple[str, str]], boundary: str, quoted: bool = True) -> bytes:
    """A form's fields as `multipart/form-data` (RFC 7578)."""
    mark = '"' if quoted else ""
    parts = [
        f"--{boundary}\r\nContent-Disposition: form-data; name={mark}{name}{mark}\r\n\r\n{value}\r\n"
        for name, value in fields
    ]
    return f"{''.join(parts)}--{boundary}--\r\n".encode()
