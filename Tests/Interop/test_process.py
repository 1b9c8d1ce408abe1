"""The command line and the process, from outside: options, exit codes, signals, files, the log."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import LISTENING, PASSWORD, MockServer, free_port

Start = Callable[..., MockServer]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

LOTE = {
    "nombre": "Lote Nuevo",
    "ubicacion": "Zona Norte",
    "tipoCultivo": "Café",
    "areaHectareas": 10.0,
    "notas": "Lote experimental",
}


def create_lote(server: MockServer, token: str) -> str:
    """Creates a lote and gives its id as soon as the answer is there."""
    answer = server.request("POST", "/v1/lotes", body=LOTE, token=token)
    assert answer.status == 201, answer
    return answer.json()["id"]


# Starting


def test_says_once_where_it_listens_and_then_answers(start: Start) -> None:
    server = start()
    assert server.request("GET", "/v1/lotes").status == 401
    server.stop()
    assert len(LISTENING.findall(server.stdout)) == 1


def test_a_busy_port_is_named(run: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("serve", "--port", str(port))
    assert done.returncode == 3
    assert re.search(rf"\b{port}\b", done.stderr)
    assert "Listening" not in done.stdout


def test_ipv4_loopback_answers(server: MockServer) -> None:
    assert server.request("GET", "/v1/lotes", host="127.0.0.1").status == 401


def test_ipv6_loopback_answers(server: MockServer) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6 loopback address ::1")
    assert server.request("GET", "/v1/lotes", host="::1").status == 401


# Standard streams that cannot be written


UNWRITABLE = {
    "output closed": ">&- 2>/dev/null",
    "error closed": "2>&- >/dev/null",
    "all closed": "<&- >&- 2>&-",
    "no reader": "2>&1 | true",
}
if Path("/dev/full").exists():
    UNWRITABLE["a full device"] = ">/dev/full 2>/dev/full"


@pytest.mark.parametrize("streams", UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_it_serves_without_streams_that_can_be_written(binary: Path, tmp_path: Path, streams: str) -> None:
    port = free_port()
    pid = tmp_path / "pid"
    # The shell writes its own number, which the server then takes over.
    command = f'(echo $BASHPID > "$1"; exec "$0" serve --port {port}) {streams}'
    with subprocess.Popen(["bash", "-c", command, binary, pid], cwd=tmp_path) as shell:
        deadline = time.monotonic() + 30
        status = None
        while status is None and time.monotonic() < deadline:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/posts/1")
                status = connection.getresponse().status
            except OSError:
                time.sleep(0.05)
        number = int(pid.read_text())
        # What is logged fails as well.
        time.sleep(0.1)
        os.kill(number, signal.SIGTERM)
        ended = shell.wait(timeout=20)
    assert status == 200
    assert ended == 0


@pytest.mark.parametrize("arguments", [["routes"], ["serve", "--print-config"], ["--help"], ["--version"]])
@pytest.mark.parametrize("stream", [">&-", ">/dev/full"])
def test_a_command_that_cannot_say_its_response_fails_plainly(binary: Path, arguments: list[str], stream: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = subprocess.run(
        ["bash", "-c", f'"$0" "$@" {stream}', binary, *arguments],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("mock-api: standard output cannot be written: ")


def test_an_attached_server_ends_with_its_standard_input(binary: Path) -> None:
    command = [binary, "serve", "--port", "0", "--attached"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdin and server.stdout
        assert server.stdout.readline().startswith(b"Listening on http://127.0.0.1:")
        server.stdin.write(b"what comes means nothing\n" * 1000)
        server.stdin.flush()
        assert server.poll() is None
        server.stdin.close()
        assert server.wait(timeout=20) == 0


def test_a_server_goes_with_the_process_that_it_is_attached_to(binary: Path, tmp_path: Path) -> None:
    script = (
        "import subprocess, sys\n"
        "server = subprocess.Popen([sys.argv[1], 'serve', '--port', '0', '--attached'],\n"
        "                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.stdout.readline().decode().split(':')[-1], flush=True)\n"
        "server.wait()\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, binary], stdout=subprocess.PIPE, cwd=tmp_path) as owner:
        assert owner.stdout
        port = int(owner.stdout.readline())
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            owner.kill()
            connection.settimeout(20)
            # The connection ends with the server; with a reset when it was not even begun with.
            with contextlib.suppress(ConnectionResetError):
                assert connection.recv(1) == b""


# More connections than there may be


def fill(port: int, count: int) -> tuple[list[http.client.HTTPConnection], int]:
    """Opens connections that stay, until one is refused; gives those that are served, and the refusal's status."""
    served: list[http.client.HTTPConnection] = []
    while len(served) < count:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", "/posts/1")
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            return served, answer.status
        served.append(connection)
    raise AssertionError(f"{count} connections are served")


def test_too_many_connections_are_refused_and_reported(start: Start) -> None:
    server = start("--max-connections", "5", "--rate-limit", "off")
    # One of IPv6 counts as well.
    with socket.create_connection((server.host, server.port), 5):
        served, status = fill(server.port, 20)
        assert (len(served), status) == (4, 503)
        for connection in served:
            connection.close()
    server.stop()
    assert re.search(r"warning 5 connections are open.*--max-connections", server.stderr)


def test_the_want_of_descriptors_is_refused_and_reported(binary: Path, tmp_path: Path) -> None:
    port = free_port()
    command = f'ulimit -n 120; exec "$0" serve --port {port} --rate-limit off'
    with subprocess.Popen(
        ["bash", "-c", command, binary], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        served, status = fill(port, 120)
        assert status == 503
        assert served
        for connection in served:
            connection.close()
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=20)
    assert process.returncode == 0
    assert re.search(r"warning nearly all of the 120 files and sockets.*ulimit -n", log)


# The command line


@pytest.mark.parametrize("arguments", [["serve", "--no-such-option"], ["--no-such-option"]])
def test_an_unknown_option_is_a_usage_error(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "--no-such-option" in done.stderr


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.returncode == 0
    assert re.search(r"\d+\.\d+", done.stdout)


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"]])
def test_help(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    assert "serve" in done.stdout


def test_the_help_of_serve_is_short_and_can_have_every_option(run: Run) -> None:
    short, whole = run("serve", "--help"), run("serve", "--help-all")
    assert (short.returncode, whole.returncode) == (0, 0)
    assert "--port" in short.stdout and "--help-all" in short.stdout and "--stomp-max-queue" not in short.stdout
    assert len(short.stdout.splitlines()) <= 100
    options = [set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text.stdout, re.M)) for text in (short, whole)]
    assert options[0] < options[1] and {"port", "stomp-max-queue", "journal-bytes"} <= options[1]
    assert run("help", "serve").stdout == short.stdout


def test_routes_as_json(run: Run) -> None:
    done = run("routes", "--json")
    assert done.returncode == 0
    routes = json.loads(done.stdout)
    assert routes
    for route in routes:
        assert {"method", "path", "api", "operationId"} <= route.keys()
    [lotes] = [route for route in routes if (route["method"], route["path"]) == ("GET", "/v1/lotes")]
    assert lotes["api"] and lotes["operationId"]


# Where the port comes from


@pytest.mark.parametrize("name", ["MOCK_API_PORT", "PORT"])
def test_the_environment_gives_the_port(start: Start, name: str) -> None:
    port = free_port()
    assert start(port=None, variables={name: str(port)}).port == port


def test_our_variable_wins_over_the_common_one(start: Start) -> None:
    ours, common = free_port(), free_port()
    server = start(port=None, variables={"MOCK_API_PORT": str(ours), "PORT": str(common)})
    assert server.port == ours


def test_the_option_wins_over_the_environment(start: Start) -> None:
    option, ours, common = free_port(), free_port(), free_port()
    server = start(port=option, variables={"MOCK_API_PORT": str(ours), "PORT": str(common)})
    assert server.port == option


# Ending

HALF_SENT = {
    "half a head": b"GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"email":',
}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
@pytest.mark.parametrize("piece", HALF_SENT.values(), ids=HALF_SENT.keys())
def test_a_signal_ends_it_during_a_slow_request(start: Start, number: signal.Signals, piece: bytes) -> None:
    server = start()
    with socket.create_connection((server.host, server.port), 5) as slow:
        slow.sendall(piece)
        # The server has surely read the piece once it has answered somebody who came later.
        server.request("GET", "/v1/lotes")
        server.stop(number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_it_during_an_idle_connection(start: Start, number: signal.Signals) -> None:
    server = start()
    idle = http.client.HTTPConnection(server.host, server.port, timeout=5)
    with contextlib.closing(idle):
        idle.request("GET", "/v1/lotes")
        response = idle.getresponse()
        response.read()
        assert not response.will_close
        server.stop(number)


# What a data directory keeps


def test_a_data_directory_keeps_records_over_a_restart(start: Start, tmp_path: Path) -> None:
    options = ("--data-dir", str(tmp_path / "data"), "--rate-limit", "off")
    first = start(*options)
    lote = create_lote(first, first.login())
    first.stop()
    second = start(*options)
    answer = second.request("GET", f"/v1/lotes/{lote}", token=second.login())
    assert answer.status == 200
    assert answer.json().items() >= LOTE.items()


def test_being_killed_right_after_a_response_loses_nothing(start: Start, tmp_path: Path) -> None:
    options = ("--data-dir", str(tmp_path / "data"), "--rate-limit", "off")
    first = start(*options)
    token = first.login()
    lotes = [create_lote(first, token) for _ in range(20)]
    first.kill()
    second = start(*options)
    token = second.login()
    assert [second.request("GET", f"/v1/lotes/{lote}", token=token).status for lote in lotes] == [200] * 20


@pytest.mark.parametrize(("dataset", "count"), [("minimal", 2), ("empty", 0)])
def test_data_sets(start: Start, dataset: str, count: int) -> None:
    server = start("--dataset", dataset)
    answer = server.request("GET", "/v1/lotes", token=server.login()).json()
    assert answer["total"] == count
    assert len(answer["lotes"]) == count


# The request log

WRONG_PASSWORD = "not-the-password-9f2c"


def make_requests(server: MockServer) -> tuple[list[tuple[str, str, int]], list[str]]:
    """Sends a few requests; gives what the log must tell of them, and what it must not tell."""
    login = {"email": "usuario@example.com", "password": PASSWORD}
    signed_in = server.request("POST", "/v1/auth/login", body=login).json()
    token, refresh = signed_in["token"], signed_in["refreshToken"]
    answers = [("POST", "/v1/auth/login", 200)]

    def send(method: str, path: str, **options: Any) -> None:
        answers.append((method, path.partition("?")[0], server.request(method, path, **options).status))

    send("GET", "/v1/lotes/lote_1", token=token)
    send("GET", "/v1/lotes/lote_none", token=token)
    send("POST", "/v1/lotes", token=token, body=LOTE)
    send("GET", f"/v1/lotes?token={token}&password={PASSWORD}", token=token)
    send("POST", "/v1/auth/login", body=login | {"password": WRONG_PASSWORD})
    send("POST", "/v1/auth/refresh", body={"refreshToken": refresh})
    return answers, [WRONG_PASSWORD, token, token.rpartition(".")[2], refresh]


def test_the_log_has_a_line_for_each_request_and_no_secret(start: Start) -> None:
    server = start()
    answers, secrets = make_requests(server)
    server.stop()
    for answer in answers:
        [line] = lines_about(server.stderr, *answer)
        # Elsewhere the log may name it: the account of the documents is public, and shown at the start.
        assert PASSWORD not in line
    for secret in secrets:
        assert secret not in server.stderr


def lines_about(log: str, method: str, path: str, status: int) -> list[str]:
    """The lines of a text log that have the three as words; the path may go on with a query."""
    found = []
    for line in log.splitlines():
        words = re.split(r"[\s=\"'|,]+", line)
        if method in words and str(status) in words and any(word.partition("?")[0] == path for word in words):
            found.append(line)
    return found


def test_the_json_log_has_an_object_on_each_line(start: Start) -> None:
    server = start("--log-format", "json")
    greeting = server.stderr
    answers, secrets = make_requests(server)
    server.stop()
    entries = [json.loads(line) for line in server.stderr.removeprefix(greeting).splitlines()]
    requests = [entry for entry in entries if "path" in entry]
    for entry in requests:
        assert {"method", "path", "status", "api", "account"} <= entry.keys()
        [duration] = [value for name, value in entry.items() if "duration" in name.lower()]
        assert isinstance(duration, (int, float)) and duration >= 0
        assert PASSWORD not in json.dumps(entry)
    logged = [(entry["method"], entry["path"].partition("?")[0], int(entry["status"])) for entry in requests]
    assert sorted(logged) == sorted(answers)
    [lote] = [entry for entry in requests if entry["path"] == "/v1/lotes/lote_1"]
    assert lote["api"] and lote["account"]
    for secret in secrets:
        assert secret not in server.stderr
