"""A TLS front for a server, with a certificate that nobody trusts: passes calls on, echoes messages of sockets."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

TIMEOUT_S = 10.0
KEPT = ("content-type", "cache-control", "etag")


def certificate(folder: Path) -> Path:
    """A file with a key and a certificate for 127.0.0.1 that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "front.pem"
    path.write_bytes(private + signed.public_bytes(serialization.Encoding.PEM))
    return path


@contextlib.contextmanager
def tls_front(base_url: str, folder: Path) -> Iterator[int]:
    """Runs a front of the server at an address, and gives its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def pass_on(connection: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Upgrade"):
            return None
        try:
            answer = opener.open(base_url + request.path, timeout=TIMEOUT_S)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = answer.read()
            headers = Headers({name: answer.headers[name] for name in KEPT if answer.headers[name]})
            headers["Content-Length"] = str(len(body))
            headers["Connection"] = "close"
            return Response(answer.status, HTTPStatus(answer.status).phrase, headers, body)

    def echo(connection: ServerConnection) -> None:
        for message in connection:
            connection.send(message)

    with serve(echo, "127.0.0.1", 0, ssl=context, process_request=pass_on) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.socket.getsockname()[1]
        finally:
            server.shutdown()
            thread.join()
