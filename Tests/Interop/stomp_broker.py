"""A small STOMP broker over TCP, written from the specification of STOMP 1.2, for tests of `--stomp-relay`.

It keeps what it receives, so that tests look at frames as they arrived. Topics go to all subscribers, everything else to one.
"""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from mock_server import WAIT_S

ESCAPES = {"\\n": "\n", "\\c": ":", "\\r": "\r", "\\\\": "\\"}


@dataclass(frozen=True)
class Received:
    """A frame as it arrived: headers in their order, as they were written."""

    command: str
    lines: tuple[str, ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first value of a header, without escapes."""
        for line in self.lines:
            found, _, value = line.partition(":")
            if found == name:
                return unescape(value)
        return None


def unescape(value: str) -> str:
    """A value without escapes (STOMP 1.2, Value Encoding)."""
    pieces, rest = [], value
    while rest:
        pair = rest[:2]
        pieces.append(ESCAPES.get(pair, rest[0]))
        rest = rest[2:] if pair in ESCAPES else rest[1:]
    return "".join(pieces)


@dataclass(eq=False)
class Peer:
    """A connection."""

    link: socket.socket
    frames: list[Received] = field(default_factory=list)
    subscriptions: dict[str, Received] = field(default_factory=dict)
    transactions: dict[str, list[Received]] = field(default_factory=dict)
    beats: int = 0
    is_gone: bool = False

    @property
    def login(self) -> Received | None:
        """Its CONNECT."""
        return next((one for one in self.frames if one.command in ("CONNECT", "STOMP")), None)

    def sent(self, command: str) -> list[Received]:
        """What it has sent of one command."""
        return [one for one in self.frames if one.command == command]


class StompBroker:
    """The broker. `server` is its name in CONNECTED; `interval_ms` its heartbeats; `forbidden` a destination with an ERROR."""

    forbidden = "/topic/forbidden"

    def __init__(self, port: int = 0, *, server: str = "fake/1.0", interval_ms: int = 0) -> None:
        self.server, self.interval_ms = server, interval_ms
        self.peers: list[Peer] = []
        self.sends_beats = True
        self._changed = threading.Condition()
        self._numbers = itertools.count(1)
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        self._ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()
        if interval_ms:
            threading.Thread(target=self._beat, daemon=True).start()

    @property
    def url(self) -> str:
        """The address for `--stomp-relay`."""
        return f"stomp://relay:secr%2Fet@127.0.0.1:{self.port}/test"

    @property
    def system(self) -> Any:
        """The server's own connection: the newest of those that offer no version 1.0."""
        return self.wait(lambda: self.peer(lambda peer: peer.login.header("accept-version") == "1.1,1.2"))

    @property
    def clients(self) -> list[Peer]:
        """The connections of clients, the oldest first."""
        return [one for one in self.peers if one.login and one.login.header("accept-version") != "1.1,1.2"]

    def peer(self, fits: Callable[[Peer], bool]) -> Peer | None:
        """The newest open connection that fits."""
        return next((one for one in reversed(self.peers) if one.login and not one.is_gone and fits(one)), None)

    def wait(self, what: Callable[[], Any], seconds: float = WAIT_S) -> Any:
        """Waits until something is there, and gives it."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not (found := what()):
                left = deadline - time.monotonic()
                assert left > 0, [(peer.frames, peer.beats, peer.is_gone) for peer in self.peers]
                self._changed.wait(min(left, 0.2))
        return found

    def write(self, peer: Peer, command: str, body: bytes = b"", **headers: str) -> None:
        """Sends a frame to a connection; underscores in names stand for hyphens."""
        lines = "".join(f"{name.replace('_', '-')}:{value}\n" for name, value in headers.items())
        with contextlib.suppress(OSError):
            peer.link.sendall(f"{command}\n{lines}\n".encode() + body + b"\0\n")

    def lose_all(self) -> None:
        """Ends every connection without a word."""
        for peer in list(self.peers):
            with contextlib.suppress(OSError):
                peer.link.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        """Ends everything."""
        self._ended.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.lose_all()

    # What it does

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[Peer(link)], daemon=True).start()

    def _beat(self) -> None:
        while not self._ended.wait(self.interval_ms / 1000):
            for peer in list(self.peers) if self.sends_beats else []:
                if peer.login and not peer.is_gone:
                    with contextlib.suppress(OSError):
                        peer.link.sendall(b"\n")

    def _serve(self, peer: Peer) -> None:
        with self._changed:
            self.peers.append(peer)
        with contextlib.suppress(OSError, EOFError), peer.link.makefile("rb") as stream:
            while True:
                first = stream.readline()
                if not first:
                    break
                if first in (b"\n", b"\r\n"):
                    with self._changed:
                        peer.beats += 1
                        self._changed.notify_all()
                    continue
                frame = self._read(first, stream)
                with self._changed:
                    peer.frames.append(frame)
                    alive = self._handle(peer, frame)
                    self._changed.notify_all()
                if not alive:
                    break
        with self._changed:
            peer.is_gone = True
            self._changed.notify_all()
        with contextlib.suppress(OSError):
            peer.link.shutdown(socket.SHUT_RDWR)
        peer.link.close()

    @staticmethod
    def _read(first: bytes, stream: BinaryIO) -> Received:
        lines = []
        while (line := stream.readline().rstrip(b"\r\n")) != b"":
            lines.append(line.decode())
        frame = Received(first.decode().rstrip(), tuple(lines), b"")
        length = frame.header("content-length")
        if length is not None:
            body = stream.read(int(length))
            assert stream.read(1) == b"\0"
        else:
            pieces = []
            while (byte := stream.read(1)) != b"\0":
                if not byte:
                    raise EOFError
                pieces.append(byte)
            body = b"".join(pieces)
        return Received(frame.command, frame.lines, body)

    def _handle(self, peer: Peer, frame: Received) -> bool:
        """Does what a frame asks for; false when the connection ends."""
        match frame.command:
            case "CONNECT" | "STOMP":
                if (frame.header("login"), frame.header("passcode")) != ("relay", "secr/et"):
                    self.write(peer, "ERROR", b"wrong credentials", message="Bad CONNECT")
                    return False
                wanted = (frame.header("heart-beat") or "0,0").split(",")
                beats = f"{self.interval_ms},{self.interval_ms}" if wanted != ["0", "0"] else "0,0"
                versions = (frame.header("accept-version") or "1.0").split(",")
                self.write(
                    peer, "CONNECTED", version=max(versions), heart_beat=beats, server=self.server,
                    session=f"s{next(self._numbers)}",
                )  # fmt: skip
            case "SUBSCRIBE":
                peer.subscriptions[frame.header("id") or ""] = frame
            case "UNSUBSCRIBE":
                peer.subscriptions.pop(frame.header("id") or "", None)
            case "BEGIN":
                peer.transactions[frame.header("transaction") or ""] = []
            case "ABORT":
                peer.transactions.pop(frame.header("transaction") or "", None)
            case "COMMIT":
                for one in peer.transactions.pop(frame.header("transaction") or "", []):
                    self._publish(one)
            case "SEND" if frame.header("destination") == self.forbidden:
                self.write(peer, "ERROR", b"not here", message="access refused", receipt_id=frame.header("receipt") or "")
                return False
            case "SEND" if frame.header("transaction") in peer.transactions:
                peer.transactions[frame.header("transaction") or ""].append(frame)
            case "SEND":
                self._publish(frame)
        if (receipt := frame.header("receipt")) and frame.command not in ("CONNECT", "STOMP"):
            self.write(peer, "RECEIPT", receipt_id=receipt)
        return frame.command != "DISCONNECT"

    def _publish(self, frame: Received) -> None:
        destination = frame.header("destination") or ""
        for peer in self.peers:
            for id, subscription in peer.subscriptions.items():
                if peer.is_gone or subscription.header("destination") != destination:
                    continue
                number = next(self._numbers)
                own = {"subscription": id, "message-id": f"m{number}"}
                if subscription.header("ack") not in (None, "auto"):
                    own["ack"] = f"a{number}"
                dropped = ("receipt:", "transaction:", "content-length:")
                lines = [line for line in frame.lines if not line.startswith(dropped)]
                lines += [f"{name}:{value}" for name, value in own.items()]
                lines.append(f"content-length:{len(frame.body)}")
                head = "MESSAGE\n" + "".join(f"{line}\n" for line in lines) + "\n"
                with contextlib.suppress(OSError):
                    peer.link.sendall(head.encode() + frame.body + b"\0\n")
                if not destination.startswith("/topic/"):
                    return


@contextlib.contextmanager
def running(port: int = 0, **options: Any) -> Iterator[StompBroker]:
    """A broker that is stopped in the end."""
    broker = StompBroker(port, **options)
    try:
        yield broker
    finally:
        broker.stop()
