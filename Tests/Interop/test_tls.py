"""The TLS port, as clients see it that verify what it presents."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import plistlib
import shutil
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from mock_server import MockServer, free_port
from process_facts import comes_to_rest, descriptors, wait_until
from tls_load import HANDSHAKE, Load

TALKERS = 30
Start = Callable[..., MockServer]
Run = Callable[..., subprocess.CompletedProcess[str]]


@dataclass
class TLSServer:
    """A running server and its TLS port."""

    plain: MockServer
    port: int
    folder: Path

    @property
    def authority(self) -> Path:
        """The CA's certificate."""
        return self.folder / "ca.pem"

    @property
    def context(self) -> ssl.SSLContext:
        """As strict as Python can be."""
        context = ssl.create_default_context(cafile=self.authority)
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context

    def get(self, path: str, host: str = "localhost", headers: dict[str, str] | None = None) -> Any:
        """The JSON that is answered over TLS."""
        connection = http.client.HTTPSConnection(host, self.port, timeout=10, context=self.context)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers or {})
            response = connection.getresponse()
            assert response.status == 200
            return json.loads(response.read())

    def logs(self, text: str) -> bool:
        """Whether the log has a text, or gets it soon."""
        return wait_until(lambda: text in self.plain.stderr)


@pytest.fixture
def secure(start: Start, tmp_path: Path) -> Callable[..., TLSServer]:
    """Starts a server with a TLS port, and a CA in a folder of the test's own."""

    def start_one(*options: str, folder: str = "tls") -> TLSServer:
        port, place = free_port(), tmp_path / folder
        plain = start("--tls-port", str(port), "--tls-dir", str(place), "--rate-limit", "off", *options)
        return TLSServer(plain, port, place)

    return start_one


def is_served(server: TLSServer) -> bool:
    """Whether a request on a connection of its own gets its answer."""
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        return server.get("/_mock/health")["status"] == "ok"
    return False


def curl(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs curl."""
    return subprocess.run(
        ["curl", "-sS", "--max-time", "10", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
@pytest.mark.parametrize("version", ["--tlsv1.2 --tls-max 1.2", "--tlsv1.3"])
def test_curl_trusts_it_by_every_name(secure: Callable[..., TLSServer], host: str, version: str) -> None:
    """With the CA, and with nothing else."""
    server = secure()
    done = curl(
        *version.split(), "--cacert", str(server.authority), f"https://{host}:{server.port}/_mock/health"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "ok"


def test_it_is_what_strict_verifiers_want(secure: Callable[..., TLSServer]) -> None:
    """OpenSSL's strict rules, and its eyes for names."""
    server = secure()
    verify = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", str(server.authority)]
    for name in ["-verify_hostname localhost", "-verify_ip 10.0.2.2", "-verify_ip ::1"]:
        done = subprocess.run(
            [*verify, *name.split(), str(server.folder / "server.pem")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def issue(server: TLSServer, tmp_path: Path, names: str) -> Path:
    """A certificate that a thief of the CA's key makes."""
    key, request, extension, leaf = (tmp_path / name for name in ("k.pem", "r.pem", "e.cnf", "l.pem"))
    extension.write_text(f"subjectAltName={names}\nbasicConstraints=critical,CA:FALSE\n")
    ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    making = [
        ["req", "-new", *ec, "-keyout", key, "-subj", "/O=thief", "-out", request],
        ["x509", "-req", "-in", request, "-CA", server.authority, "-CAkey", server.folder / "ca-key.pem"]
        + ["-CAcreateserial", "-CAserial", tmp_path / "serial", "-days", "30", "-extfile", extension, "-out", leaf],
    ]
    for arguments in making:
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)
    return leaf


@pytest.mark.parametrize(
    ("names", "is_good"),
    [
        ("DNS:bank.example", False),
        ("IP:1.1.1.1", False),
        ("DNS:localhost,IP:1.1.1.1", False),
        ("IP:172.32.0.1", False),
        ("IP:2606:4700:4700::1111", False),
        ("DNS:a.test,IP:192.168.7.7,IP:10.1.2.3,IP:172.31.255.1,IP:100.100.0.1,IP:fd00::7,IP:::1", True),
    ],
)
def test_the_ca_is_of_use_for_local_names_and_addresses_only(
    secure: Callable[..., TLSServer], tmp_path: Path, names: str, is_good: bool
) -> None:
    """Whoever gets hold of its key cannot be a bank, nor its address."""
    server = secure()
    leaf = issue(server, tmp_path, names)
    done = subprocess.run(
        ["openssl", "verify", "-CAfile", server.authority, leaf], capture_output=True, text=True, check=False
    )
    assert (done.returncode == 0) == is_good, done.stderr
    assert is_good or "permitted subtree violation" in done.stderr


def test_a_ca_of_an_earlier_version_is_used_on_and_that_is_said(
    secure: Callable[..., TLSServer], tmp_path: Path
) -> None:
    """Devices trust it; that it vouches for every address is told, and how to get another."""
    folder = tmp_path / "tls"
    folder.mkdir(mode=0o700)
    constraints = ",".join(f"permitted;DNS:{name}" for name in ("localhost", "local", "test", "internal"))
    ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3000"]
    extensions = [
        "basicConstraints=critical,CA:TRUE,pathlen:0",
        "keyUsage=critical,keyCertSign,cRLSign",
        f"nameConstraints=critical,{constraints}",
    ]
    added = [part for extension in extensions for part in ("-addext", extension)]
    files = ["-keyout", folder / "ca-key.pem", "-out", folder / "ca.pem"]
    config = tmp_path / "req.cnf"
    config.write_text("[req]\ndistinguished_name=dn\n[dn]\n")
    subprocess.run(
        ["openssl", "req", "-x509", "-config", config, *ec, "-subj", "/O=mock-api/CN=old CA", *added, *files],
        check=True,
        capture_output=True,
    )
    authority = (folder / "ca.pem").read_bytes()
    server = secure()
    assert server.get("/_mock/health", host="127.0.0.1")["status"] == "ok"
    assert server.authority.read_bytes() == authority
    assert server.logs("was made by an earlier version and vouches for every address")
    assert server.logs("remove the folder for a new one")


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_session_is_resumed(secure: Callable[..., TLSServer], version: ssl.TLSVersion) -> None:
    """By a ticket, again and again, for requests and for WebSockets."""
    server = secure()
    context = server.context
    context.minimum_version = context.maximum_version = version
    session = None
    request = b"GET /_mock/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    upgrade = (
        b"GET /_mock/echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for turn, sent in enumerate([request, request, upgrade, request]):
        with (
            socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain,
            context.wrap_socket(plain, server_hostname="localhost", session=session) as client,
        ):
            client.sendall(sent)
            assert client.recv(4096).startswith(b"HTTP/1.1 101" if sent == upgrade else b"HTTP/1.1 200")
            assert client.session_reused == (turn > 0)
            session = client.session


@pytest.mark.parametrize("version", ["-tls1_2", "-tls1_3"])
def test_a_handshake_takes_no_round_trip_too_many(secure: Callable[..., TLSServer], version: str) -> None:
    """Keys are agreed on by X25519, for which clients send one unasked."""
    server = secure()
    done = subprocess.run(
        ["openssl", "s_client", "-msg", version, "-connect", f"127.0.0.1:{server.port}"],
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert "Server Temp Key: X25519" in done.stdout
    # A second one would be the answer to a HelloRetryRequest, which looks the same (RFC 8446 §4.1.4).
    assert done.stdout.count(", ServerHello\n") == 1
    groups = subprocess.run(
        ["openssl", "s_client", version, "-groups", "P-256", "-connect", f"127.0.0.1:{server.port}"],
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert "Server Temp Key: ECDH, prime256v1" in groups.stdout, "clients without X25519 go on"


def test_what_was_said_last_reaches_a_client_that_still_sends(secure: Callable[..., TLSServer]) -> None:
    """The ERROR and the close code, in every run; one that never closes is let go."""
    server = secure()

    def frame(text: str) -> bytes:
        payload = text.encode()
        head = bytes([0x81, 0x80 | len(payload)]) if len(payload) < 126 else b"\x81\xfe" + len(payload).to_bytes(2)
        return head + bytes(4) + payload

    upgrade = (
        b"GET /ws/greenhouse HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for closes in [True] * 20 + [False]:
        with (
            socket.create_connection(("127.0.0.1", server.port), timeout=20) as plain,
            server.context.wrap_socket(plain, server_hostname="localhost") as client,
        ):
            client.sendall(upgrade)
            assert client.recv(4096).startswith(b"HTTP/1.1 101")
            client.sendall(frame("CONNECT\naccept-version:1.2\n\n\0"))
            assert b"CONNECTED" in client.recv(4096)
            client.sendall(frame("BOGUS\n\n\0"))
            for _ in range(60):
                client.sendall(frame("SEND\ndestination:/topic/x\n\n" + "x" * 300 + "\0"))
            received = b""
            while piece := client.recv(4096):
                received += piece
                if closes and b"\x88" in received:
                    client.sendall(b"\x88\x82\0\0\0\0\x03\xea")
                    closes = False
            assert b"ERROR\n" in received
            assert b"\x03\xea" in received[received.rindex(b"\x88") :]


def test_links_are_of_the_scheme_that_was_used(secure: Callable[..., TLSServer]) -> None:
    """Over TLS they begin with https."""
    server = secure()
    path = "/v2/top-headlines?country=se&pageSize=1&apiKey=any"
    assert server.get(path)["articles"][0]["url"].startswith(f"https://localhost:{server.port}/")
    plain = server.plain.request("GET", path).json()
    assert plain["articles"][0]["url"].startswith(f"http://127.0.0.1:{server.plain.port}/")
    hidden = server.get(path, headers={"X-Forwarded-Proto": "http"})
    assert hidden["articles"][0]["url"].startswith("http://")


def test_the_start_is_reported_as_ever(secure: Callable[..., TLSServer]) -> None:
    """One line on standard output, for the plain port; the TLS port stands in the banner."""
    server = secure()
    assert server.plain.stdout == f"Listening on http://127.0.0.1:{server.plain.port}\n"
    assert f"  TLS: https://127.0.0.1:{server.port}" in server.plain.stderr


def test_the_ca_can_be_had_in_three_forms(secure: Callable[..., TLSServer]) -> None:
    """On the plain port, without the admin token."""
    server = secure("--admin-token", "secret")
    pem = server.plain.request("GET", "/_mock/ca.pem")
    assert pem.headers["content-type"] == "application/x-pem-file"
    assert pem.body == server.authority.read_bytes()
    der = server.plain.request("GET", "/_mock/ca.der")
    assert der.headers["content-type"] == "application/pkix-cert"
    assert der.body == ssl.PEM_cert_to_DER_cert(pem.body.decode())
    profile = server.plain.request("GET", "/_mock/ca.mobileconfig")
    assert profile.headers["content-type"] == "application/x-apple-aspen-config"
    assert plistlib.loads(profile.body)["PayloadContent"][0]["PayloadContent"] == der.body


def test_without_tls_there_is_no_ca(server: MockServer) -> None:
    """Which is said, with what to do."""
    answer = server.request("GET", "/_mock/ca.pem")
    assert answer.status == 404
    assert "--tls-port 3443" in answer.json()["error"]["message"]


def test_sockets_work_as_without_tls(secure: Callable[..., TLSServer]) -> None:
    """Messages of all sizes, subprotocols, closing by either side, and a cut by a fault."""
    server = secure("--sensor-interval", "200ms")

    async def talk() -> None:
        base = f"wss://localhost:{server.port}"
        async with connect(f"{base}/_mock/echo", ssl=server.context, max_size=None) as client:
            for size in (0, 1, 125, 126, 65_535, 65_536, 1_000_000):
                await client.send(bytes(size))
                assert await client.recv() == bytes(size)
            await client.ping()
            await client.close(4000, "enough")
            assert client.close_code == 4000
        async with connect(
            f"{base}/ws/greenhouse", ssl=server.context, subprotocols=["v12.stomp"]
        ) as client:
            assert client.subprotocol == "v12.stomp"
            await client.send("CONNECT\naccept-version:1.2\n\n\0")
            assert (await client.recv()).startswith("CONNECTED")
            await client.send("SUBSCRIBE\nid:a\ndestination:/topic/greenhouse/messages\n\n\0")
            assert "HUMEDAD" in await asyncio.wait_for(client.recv(), 10)
        async with connect(f"{base}/_mock/echo", ssl=server.context) as client:
            await client.send("a")
            await client.recv()
            identifier = server.get("/_mock/sockets")["sockets"][0]["id"]
            await asyncio.to_thread(server.plain.request, "DELETE", f"/_mock/sockets/{identifier}?abort=true")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(client.recv(), 10)

    asyncio.run(talk())


def test_requests_in_one_segment_are_all_answered(secure: Callable[..., TLSServer]) -> None:
    """Whether they come as one record of TLS or as many, and at once or byte by byte."""
    server = secure()
    request = b"GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\n"
    for pieces in [[request * 20], [request] * 20, [bytes([byte]) for byte in request * 3]]:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        session = server.context.wrap_bio(incoming, outgoing, server_hostname="localhost")
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:

            def step(action: Callable[[], Any]) -> Any:
                while True:
                    try:
                        return action()
                    except ssl.SSLWantReadError:
                        client.sendall(outgoing.read())
                        incoming.write(client.recv(65_536))

            step(session.do_handshake)
            client.sendall(outgoing.read())
            # The first request ends the watch over the handshake.
            session.write(request)
            client.sendall(outgoing.read())
            answers, wanted = b"", 1 + b"".join(pieces).count(b"GET")
            while answers.count(b"HTTP/1.1 200") < 1:
                answers += step(lambda: session.read(65_536))
            for piece in pieces:
                session.write(piece)
            client.sendall(outgoing.read())
            while answers.count(b"HTTP/1.1 200") < wanted:
                answers += step(lambda: session.read(65_536))


def test_a_connection_is_kept_alive_and_never_stalls(secure: Callable[..., TLSServer]) -> None:
    """A missed readiness of its socket would cost each request until the next look at idle connections."""
    server = secure()
    connection = http.client.HTTPSConnection("localhost", server.port, timeout=10, context=server.context)
    with contextlib.closing(connection):
        for _ in range(200):
            connection.request("GET", "/users/1")
            # Within the time-out of the connection.
            assert len(connection.getresponse().read()) > 100


def test_faults_meet_clients_as_without_tls(secure: Callable[..., TLSServer]) -> None:
    """Answers that are late, cut and reset; sockets that open late and are cut."""
    server = secure("--sensor-interval", "200ms")

    def add(fault: dict[str, Any], path: str) -> None:
        answer = server.plain.request(
            "POST", "/_mock/faults", body={"match": {"path": path}, "fault": fault, "times": 1}
        )
        assert answer.status == 201, answer

    url = f"https://localhost:{server.port}/users"
    add({"type": "delay", "milliseconds": 300}, "/users")
    assert curl("--cacert", str(server.authority), url).returncode == 0
    for kind in ["reset", "empty", "truncate"]:
        add({"type": kind}, "/users")
        assert curl("--cacert", str(server.authority), url).returncode in (18, 35, 52, 55, 56), kind

    async def talk() -> None:
        add({"type": "delay", "milliseconds": 300}, "/ws/greenhouse")
        async with connect(f"wss://localhost:{server.port}/ws/greenhouse", ssl=server.context) as client:
            await client.send("CONNECT\naccept-version:1.2\n\n\0")
            assert (await client.recv()).startswith("CONNECTED")
            await asyncio.to_thread(add, {"type": "offline", "seconds": 60}, "/**")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(client.recv(), 10)

    asyncio.run(talk())


def test_many_sockets_leave_nothing_behind(secure: Callable[..., TLSServer]) -> None:
    """Traffic both ways, clients that vanish and clients that never read: no descriptor stays, and no thread spins."""
    server = secure("--log-level", "warning", "--sensor-interval", "off")
    pid = server.plain.process.pid
    server.get("/_mock/health")
    before = descriptors(pid)
    load = Load(server.port, server.context)
    asyncio.run(load.run(sockets=60, seconds=4, vanishing=60, deaf=4, asking=60))
    assert load.counts["messages"] > 60
    assert load.counts["answers"] > 60
    assert wait_until(lambda: descriptors(pid) <= before + 4)
    assert comes_to_rest(pid)


def test_it_stops_while_in_use(secure: Callable[..., TLSServer]) -> None:
    """Sockets are told by 1001, whatever else is going on."""
    server = secure("--log-level", "warning")

    async def use() -> list[int | None]:
        load = Load(server.port, server.context)
        talking = asyncio.Event()
        echoes = Counter[int]()

        async def talk(number: int) -> int | None:
            async with load.open() as client:
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await client.send(bytes(5_000))
                        await client.recv()
                        echoes[number] += 1
                        if len(echoes) == TALKERS:
                            talking.set()
                return client.close_code

        deaf = [asyncio.create_task(load.deafen()) for _ in range(3)]
        talkers = [asyncio.create_task(talk(number)) for number in range(TALKERS)]
        await asyncio.wait_for(talking.wait(), 60)
        await asyncio.to_thread(server.plain.stop)
        for task in deaf:
            (await task).transport.abort()
        return await asyncio.gather(*talkers)

    assert set(asyncio.run(use())) == {1001}


def test_a_refusal_of_the_ca_is_explained(secure: Callable[..., TLSServer]) -> None:
    """By the client's alert, in TLS 1.2 and 1.3, with its address."""
    for version in ["1.2", "1.3"]:
        server = secure()
        assert curl("--tls-max", version, f"https://localhost:{server.port}/").returncode == 60
        assert server.logs("the client refused our CA: install it with mock-api trust ios")
        assert server.logs("alert=CA is unknown from=127.0.0.1") or server.logs("from=::1")
        server.plain.stop()


@pytest.mark.parametrize(
    ("sent", "explanation"),
    [
        (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "speaks plain HTTP to the TLS port"),
        (b"\x80\x2e\x01\x00\x02" + bytes(60), "does not speak TLS"),
        (bytes.fromhex("1603010032") + bytes.fromhex("0100002e0301") + bytes(44), "TLS is too old"),
    ],
)
def test_what_is_no_handshake_is_explained(
    secure: Callable[..., TLSServer], sent: bytes, explanation: str
) -> None:
    """And ends the connection."""
    server = secure()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(sent)
        with contextlib.suppress(ConnectionError):
            while client.recv(1000):
                pass
    assert server.logs(explanation)
    assert server.get("/_mock/health")["status"] == "ok"


def test_tls_to_the_plain_port_is_explained(secure: Callable[..., TLSServer]) -> None:
    """Whatever is in the handshake, and at once; the client gets an answer in plain HTTP."""
    server = secure()
    for _ in range(10):
        # Not 28: the answer comes long before the time-out.
        assert curl(f"https://localhost:{server.plain.port}/").returncode == 35
    assert server.logs("was https:// or wss:// meant for it?")
    with socket.create_connection(("127.0.0.1", server.plain.port), timeout=10) as client:
        client.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500))
        answer = b""
        while piece := client.recv(4096):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"does not speak TLS" in answer


def test_tls_without_a_tls_port_is_reported(start: Start) -> None:
    """The client gets an answer in plain HTTP, and the log says what to do, once."""
    server = start("--rate-limit", "off")
    for _ in range(20):
        assert curl(f"https://localhost:{server.port}/").returncode == 35
    assert wait_until(lambda: "--tls-port offers them" in server.stderr)
    assert server.stderr.count("was https:// or wss:// meant? --tls-port offers them") <= 2, server.stderr
    assert server.request("GET", "/_mock/health").status == 200


def test_the_plain_port_works_beside_it(secure: Callable[..., TLSServer]) -> None:
    """Byte by byte, for clients that say nothing at first, and for those that leave without a word."""
    server = secure()
    pid = server.plain.process.pid
    server.get("/_mock/health")
    before = descriptors(pid)
    silent = [socket.create_connection(("127.0.0.1", server.plain.port), timeout=10) for _ in range(20)]
    for client in silent[:10]:
        client.close()
    for client in silent[10:]:
        for byte in b"GET /users/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n":
            client.sendall(bytes([byte]))
        answer = b""
        while piece := client.recv(4096):
            answer += piece
        assert answer.startswith(b"HTTP/1.1 200 ")
        client.close()
    assert wait_until(lambda: descriptors(pid) <= before)


def test_what_comes_behind_a_handshake_is_not_lost(secure: Callable[..., TLSServer]) -> None:
    """A client that sends its first frames without waiting for the answer (RFC 6455 §4.1 forbids it)."""
    server = secure()
    for count in [1, 3, 200]:
        frames = b"\x81\x85\0\0\0\0hello" * count
        with (
            socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain,
            server.context.wrap_socket(plain, server_hostname="localhost") as client,
        ):
            client.sendall(HANDSHAKE + frames)
            received = b""
            while received.count(b"\x81\x05hello") < count:
                piece = client.recv(4096)
                assert piece, received
                received += piece


def test_a_client_that_ends_its_half_gets_its_response(secure: Callable[..., TLSServer]) -> None:
    """With close_notify (RFC 8446 §6.1), and without."""
    server = secure()
    for says_bye in [True, False]:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        session = server.context.wrap_bio(incoming, outgoing, server_hostname="localhost")
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
            while True:
                try:
                    session.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    client.sendall(outgoing.read())
                    incoming.write(client.recv(65_536))
            session.write(b"GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\n")
            if says_bye:
                with contextlib.suppress(ssl.SSLError):
                    session.unwrap()
            client.sendall(outgoing.read())
            client.shutdown(socket.SHUT_WR)
            records = b""
            while piece := client.recv(65_536):
                records += piece
            # Records of application data: session tickets, and the answer behind them.
            assert len(records) > 400, (says_bye, records)


def test_faults_end_connections_as_without_tls(secure: Callable[..., TLSServer]) -> None:
    """A reset is one, and an answer that does not come is the orderly end of a connection."""
    server = secure()
    for kind, is_reset in [("reset", True), ("empty", False)]:
        fault = {"match": {"path": "/users"}, "fault": {"type": kind}, "times": 1}
        assert server.plain.request("POST", "/_mock/faults", body=fault).status == 201
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
            client = server.context.wrap_socket(plain, server_hostname="localhost")
            client.sendall(b"GET /users HTTP/1.1\r\nHost: a\r\n\r\n")
            if not is_reset:
                assert client.recv(4096) == b""
                continue
            # OpenSSL takes a reset for the end; the socket itself tells them apart.
            with socket.socket(fileno=client.detach()) as below, pytest.raises(ConnectionResetError):
                below.settimeout(10)
                while below.recv(4096):
                    pass


def test_a_slow_reader_gets_all_of_a_long_response(secure: Callable[..., TLSServer]) -> None:
    """Also when the server has closed its end long before."""
    server = secure("--sensor-interval", "off")
    with socket.socket() as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        plain.settimeout(20)
        plain.connect(("127.0.0.1", server.port))
        with server.context.wrap_socket(plain, server_hostname="localhost") as client:
            client.sendall(b"GET /photos HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            time.sleep(1)
            answer = b""
            while piece := client.recv(16_384):
                answer += piece
                if len(answer) < 100_000:
                    time.sleep(0.05)
    assert len(json.loads(answer.split(b"\r\n\r\n", 1)[1])) == 5000


def test_open_connections_cost_nothing_at_rest(secure: Callable[..., TLSServer]) -> None:
    """Requests answered and kept alive, sockets, handshakes that never begin and some that stop halfway."""
    server = secure("--log-level", "warning", "--sensor-interval", "off")
    pid = server.plain.process.pid
    with contextlib.ExitStack() as stack:
        for number in range(30):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            if number % 3 == 0:
                continue
            if number % 3 == 1:
                plain.sendall(b"\x16\x03\x01\x02\x00\x01")
                continue
            client = stack.enter_context(server.context.wrap_socket(plain, server_hostname="localhost"))
            client.sendall(HANDSHAKE if number % 2 else b"GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\n")
            assert client.recv(4096).startswith(b"HTTP/1.1 ")
        # The watches over handshakes, requests and sockets look a few times a second.
        assert comes_to_rest(pid, at_most=20)


def test_too_many_connections_are_refused_in_words(secure: Callable[..., TLSServer]) -> None:
    """Those with TLS count as any others, and once."""
    server = secure("--max-connections", "4")
    request = b"GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\n"
    with contextlib.ExitStack() as stack:
        statuses = []
        for _ in range(5):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            client = stack.enter_context(server.context.wrap_socket(plain, server_hostname="localhost"))
            client.sendall(request)
            statuses.append(client.recv(4096)[:12])
        assert statuses == [b"HTTP/1.1 200"] * 4 + [b"HTTP/1.1 503"]
    # There is room again as soon as the server has seen that they are closed.
    assert wait_until(lambda: is_served(server))


def test_the_ca_outlives_the_server(secure: Callable[..., TLSServer]) -> None:
    """And its keys are nobody else's."""
    first = secure()
    authority = first.authority.read_bytes()
    first.plain.stop()
    second = secure()
    assert second.authority.read_bytes() == authority
    assert second.get("/_mock/health")["status"] == "ok"
    assert second.folder.stat().st_mode & 0o777 == 0o700
    for name in ["ca-key.pem", "server-key.pem"]:
        assert (second.folder / name).stat().st_mode & 0o777 == 0o600


def test_servers_that_start_at_once_share_a_ca(binary: Path, tmp_path: Path) -> None:
    """None finds half of what another writes."""
    processes = [
        subprocess.Popen(
            [binary, "serve", "--port", "0", "--tls-port", "0", "--tls-dir", tmp_path / "tls"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]
    try:
        for process in processes:
            assert process.stdout
            assert process.stdout.readline().startswith(b"Listening on")
    finally:
        for process in processes:
            process.terminate()
            process.wait(10)
    assert sorted(path.name for path in (tmp_path / "tls").iterdir() if path.name != ".lock") == [
        "ca-key.pem", "ca.pem", "server-key.pem", "server.pem",
    ]  # fmt: skip


@pytest.mark.skipif(os.environ.get("MOCK_API_THOROUGH") != "1", reason="waits up to a minute for the server to look")
def test_a_certificate_is_renewed_while_it_serves(secure: Callable[..., TLSServer]) -> None:
    """Connections that are open keep on, and new ones see the new one, by the same CA."""
    server = secure("--sensor-interval", "off")
    request = b"GET /users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def talk() -> None:
        async with connect(f"wss://localhost:{server.port}/_mock/echo", ssl=server.context) as client:
            reader, writer = await asyncio.open_connection("localhost", server.port, ssl=server.context)
            first = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
            (server.folder / "server.pem").unlink()
            for _ in range(750):
                await client.send("still there")
                assert await client.recv() == "still there"
                writer.write(request)
                answer = await reader.readuntil(b"\r\n\r\n")
                assert answer.startswith(b"HTTP/1.1 200 ")
                length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.split(b":")[1]))
                if "another certificate is presented from now on" in server.plain.stderr:
                    break
                await asyncio.sleep(0.1)
            assert server.logs("another certificate is presented from now on")
            await client.send("after that")
            assert await client.recv() == "after that"
            writer.write(request)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            _, other = await asyncio.open_connection("localhost", server.port, ssl=server.context)
            second = other.get_extra_info("ssl_object").getpeercert(binary_form=True)
            assert second != first
            assert second == ssl.PEM_cert_to_DER_cert((server.folder / "server.pem").read_text().split("-----END")[0]
                                                      + "-----END CERTIFICATE-----\n")
            for stream in (writer, other):
                stream.close()

    asyncio.run(talk())


def test_an_own_certificate_is_used(secure: Callable[..., TLSServer], start: Start, tmp_path: Path) -> None:
    """RSA as well; there is no CA of ours then, and a refusal is told of otherwise."""
    certificate, key, port = tmp_path / "own.pem", tmp_path / "own-key.pem", free_port()
    name = ["-subj", "/CN=own", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", *name]
        + ["-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    own = start("--tls-port", str(port), "--tls-cert", str(certificate), "--tls-key", str(key))
    assert curl("--cacert", str(certificate), f"https://localhost:{port}/_mock/health").returncode == 0
    assert "your certificate" in own.request("GET", "/_mock/ca.pem").json()["error"]["message"]
    curl(f"https://localhost:{port}/")
    assert TLSServer(own, port, tmp_path).logs("the client refused the certificate of --tls-cert")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--tls-cert", "a.pem", "--tls-key", "b.pem"], "needs --tls-port"),
        (["--tls-port", "1443", "--tls-cert", "a.pem"], "go together"),
        (["--tls-port", "1443", "--tls-key", "a.pem"], "go together"),
        (["--tls-port", "70000"], "from 0 to 65535"),
        (["--tls-port", "x"], "from 0 to 65535"),
        (["--port", "1443", "--tls-port", "1443"], "must be another port"),
    ],
)
def test_options_that_make_no_sense_are_wrong_usage(run: Run, options: list[str], reason: str) -> None:
    """Each with its reason."""
    done = run("serve", *options)
    assert done.returncode == 2
    assert reason in done.stderr


def test_files_that_cannot_be_used_are_reported(run: Run, tmp_path: Path) -> None:
    """At start, in one line."""
    nothing, text = tmp_path / "nothing", tmp_path / "text"
    text.write_text("hello")
    for path, reason in [(nothing, "cannot be read"), (text, "is not PEM"), (tmp_path, "cannot be read")]:
        done = run("serve", "--port", "0", "--tls-port", "0", "--tls-cert", str(path), "--tls-key", str(path))
        assert done.returncode == 1
        assert reason in done.stderr
        assert done.stderr.count("\n") == 1
    done = run("serve", "--port", "0", "--tls-port", "0", "--tls-dir", str(text))
    assert done.returncode == 1
    assert str(text) in done.stderr


def test_a_busy_tls_port_is_reported(secure: Callable[..., TLSServer], run: Run, tmp_path: Path) -> None:
    """By the name of its option."""
    port = str(secure().port)
    done = run("serve", "--port", "0", "--tls-port", port, "--tls-dir", str(tmp_path / "other"))
    assert done.returncode == 3
    assert f"--tls-port {int(port) + 1}" in done.stderr


TARGETS = {
    "ios-simulator": "xcrun simctl keychain booted add-root-cert",
    "ios": "Certificate Trust Settings",
    "android-emulator": "https://10.0.2.2:4443",
    "android": "adb reverse tcp:4443 tcp:4443",
    "macos": "security add-trusted-cert",
    "linux": "update-ca-certificates",
}


@pytest.mark.parametrize(("target", "step"), TARGETS.items())
def test_trust_says_what_to_do(
    secure: Callable[..., TLSServer], run: Run, target: str, step: str
) -> None:
    """For the CA, the ports and this machine."""
    server = secure()
    done = run("trust", target, "--tls-dir", str(server.folder), "--tls-port", "4443", "--port", "4000")
    assert done.returncode == 0, done.stderr
    assert step in done.stdout
    assert str(server.authority) in done.stdout
    fingerprint = subprocess.run(
        ["openssl", "x509", "-in", server.authority, "-noout", "-fingerprint", "-sha256"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert fingerprint.strip().split("=")[1] in done.stdout


def test_trust_without_a_ca_says_how_to_get_one(run: Run, tmp_path: Path) -> None:
    """And makes none."""
    done = run("trust", "--tls-dir", str(tmp_path / "none"))
    assert done.returncode == 1
    assert "mock-api serve --tls-port 3443 creates one" in done.stderr
    assert not (tmp_path / "none").exists()
    assert run("trust", "toaster").returncode == 2


def test_a_command_finds_the_tls_port(binary: Path, tmp_path: Path) -> None:
    """In its environment."""
    done = subprocess.run(
        [binary, "exec", "--tls-port", "0", "--tls-dir", tmp_path / "tls", "--"]
        + ["sh", "-c", f'{shutil.which("curl")} -sS --cacert "$0" "$MOCK_API_TLS_URL/posts/1"', tmp_path / "tls/ca.pem"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"userId":' in done.stdout
