"""Connections with TLS under strain: WebSockets and requests, both ways at once, ended in every way there is.

Also a program: `tls_load.py --binary PATH --sockets 500 --seconds 600` soaks a server and tells what it took, half of the
connections being requests.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import ssl
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from process_facts import comes_to_rest, descriptors, resident_mib, wait_until

SIZES = (1, 20, 200, 2_000, 20_000, 100_000)
HANDSHAKE = (
    b"GET /_mock/echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# So many descriptors may stay open.
KEPT = 10
# A binary frame of 65,535 zeros, masked with zeros.
LARGE_FRAME = b"\x82\xfe\xff\xff\0\0\0\0" + bytes(65_535)


@dataclass
class Load:
    """Sockets to one server."""

    port: int
    context: ssl.SSLContext
    counts: Counter[str] = field(default_factory=Counter)

    def open(self) -> connect:
        """A socket that sends back what it gets."""
        return connect(
            f"wss://localhost:{self.port}/_mock/echo",
            ssl=self.context,
            max_size=None,
            open_timeout=120,
            ping_interval=None,
            compression=None,
        )

    async def talk(self, number: int, until: float) -> None:
        """Sends messages of all sizes, several at a time, and wants each back as it was."""
        chance = random.Random(number)
        async with self.open() as socket:
            while time.monotonic() < until:
                messages = [chance.randbytes(chance.choice(SIZES)) for _ in range(chance.randint(1, 4))]
                for message in messages:
                    await socket.send(message)
                for message in messages:
                    assert await asyncio.wait_for(socket.recv(), 120) == message
                    self.counts["messages"] += 1
                    self.counts["bytes"] += len(message)

    async def ask(self, number: int, until: float) -> None:
        """Opens connections one after another, asks some things on each, and ends it in one of the ways there are."""
        chance = random.Random(-number)
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection("localhost", self.port, ssl=self.context)
            for _ in range(chance.randint(0, 5)):
                writer.write(b"GET /users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 120)
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                assert (await reader.readexactly(int(length.split(b":")[1]))).startswith(b"{")
                self.counts["answers"] += 1
            if chance.random() < 0.3:
                writer.transport.abort()
            writer.close()
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()
            self.counts["connections"] += 1

    async def vanish(self, number: int) -> None:
        """Opens a socket, sends something and is gone without a word."""
        socket: ClientConnection = await self.open()
        await socket.send(os.urandom((10, 50_000, 900_000)[number % 3]))
        socket.transport.abort()

    async def deafen(self) -> asyncio.StreamWriter:
        """Opens a socket that sends and never reads, until the server reads no more either."""
        reader, writer = await asyncio.open_connection("localhost", self.port, ssl=self.context, limit=1024)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        try:
            for _ in range(200):
                writer.write(LARGE_FRAME)
                await asyncio.wait_for(writer.drain(), 1)
        except (TimeoutError, ConnectionError):
            self.counts["deaf"] += 1
        return writer

    async def run(self, sockets: int, seconds: float, vanishing: int, deaf: int, asking: int = 0) -> None:
        """All at once, then those that vanish."""
        until = time.monotonic() + seconds
        deafened = [asyncio.create_task(self.deafen()) for _ in range(deaf)]
        asked = [asyncio.create_task(self.ask(number, until)) for number in range(asking)]
        await asyncio.gather(*(self.talk(number, until) for number in range(sockets)), *asked)
        for start in range(0, vanishing, 100):
            await asyncio.gather(*(self.vanish(number) for number in range(start, min(start + 100, vanishing))))
        for task in deafened:
            (await task).transport.abort()


def main() -> int:
    """Soaks a server round by round; fails when it keeps descriptors or never rests."""
    from mock_server import free_port, launch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        quiet = ["--port", "0", "--log-level", "warning", "--sensor-interval", "off", "--rate-limit", "off"]
        tls = ["--tls-port", str(port), "--tls-dir", f"{folder}/tls"]
        server = launch(options.binary.resolve(), Path(folder), [*quiet, *tls], {})
        try:
            pid, context = server.process.pid, ssl.create_default_context(cafile=f"{folder}/tls/ca.pem")
            end, first, left = time.monotonic() + options.seconds, descriptors(pid), 0
            while time.monotonic() < end:
                load = Load(port, context)
                asyncio.run(load.run(options.sockets - options.sockets // 2, 20, 200, 10, options.sockets // 2))
                wait_until(lambda: descriptors(pid) <= first + KEPT)
                left = descriptors(pid) - first
                print(f"{dict(load.counts)}, {left} descriptors more, {resident_mib(pid):.1f} MiB", flush=True)
            rests = comes_to_rest(pid)
            print("it comes to rest" if rests else "it does not come to rest")
            server.stop()
            return 0 if rests and left <= KEPT else 1
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
