"""`mock-api ctl`: a running server controlled from the command line."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server import MockServer, environment, free_port

Start = Callable[..., MockServer]


class Control:
    """Runs `mock-api ctl` against one server."""

    def __init__(self, binary: Path, url: str) -> None:
        self.binary = binary
        self.url = url

    def run(
        self, *arguments: str, code: int = 0, stdin: str = "", variables: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command, which must end with the code."""
        done = subprocess.run(
            [self.binary, "ctl", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=30,
            env=environment(**{"MOCK_API_URL": self.url} | (variables or {})),
            check=False,
        )
        assert done.returncode == code, (arguments, done)
        return done

    def text(self, *arguments: str, **options: Any) -> str:
        """What a command prints."""
        return self.run(*arguments, **options).stdout.rstrip("\n")

    def json(self, *arguments: str, **options: Any) -> Any:
        """The JSON that a command prints."""
        return json.loads(self.text("--json", *arguments, **options))

    def lines(self, *arguments: str, **options: Any) -> dict[str, str]:
        """What a command prints as `name: value`."""
        lines = [line for line in self.text(*arguments, **options).splitlines() if not line.startswith(" ")]
        return dict(line.split(":", 1)[0:1] + [line.split(":", 1)[1].strip()] for line in lines)


@pytest.fixture
def server(start: Start) -> MockServer:
    """A server of the test's own, since a test bends all of it."""
    return start()


@pytest.fixture
def ctl(binary: Path, server: MockServer) -> Control:
    """Commands to the test's server."""
    return Control(binary, server.base_url)


# Where the server is


def test_health_of_a_server_that_serves(ctl: Control) -> None:
    assert ctl.lines("health")["status"] == "ok"
    assert ctl.json("health")["status"] == "ok"


def test_health_where_no_server_is(ctl: Control) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    done = ctl.run("health", "--url", url, code=4)
    assert url in done.stderr and done.stdout == ""


def test_what_answers_there_is_no_http_server(ctl: Control) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        done = ctl.run("health", "--url", f"http://127.0.0.1:{listener.getsockname()[1]}", code=4)
        thread.join()
    assert "does not speak HTTP" in done.stderr


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6;x=y\r\n{\"stat\r\nA\r\nus\":\"ok\"}\n\r\n0\r\nX: y\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}",
        b"HTTP/1.0 200 OK\r\n\r\n{\"status\":\"ok\"}",
    ],
    ids=["chunks", "an interim answer", "until the end"],
)
@pytest.mark.parametrize("step", [1, 7, 1000])
def test_responses_are_read_however_they_come(ctl: Control, answer: bytes, step: int) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.recv(1000)
                for begin in range(0, len(answer), step):
                    connection.sendall(answer[begin : begin + step])

        thread = threading.Thread(target=serve)
        thread.start()
        lines = ctl.lines("health", "--url", f"http://127.0.0.1:{listener.getsockname()[1]}")
        thread.join()
    assert lines == {"status": "ok"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["health", "--url", "localhost:3000"],
        ["health", "--url", "https://localhost:3000"],
        ["health", "--url", "http://localhost:0"],
        ["health", "--world", "a\r\nX-Other: b"],
        ["nonsense"],
        ["clock", "advance"],
        ["clock", "advance", "soon"],
        ["clock", "rate", "fast"],
        ["data", "delete", "agrobridge_lote"],
        ["data", "change", "agrobridge_lote", "--all"],
        ["data", "add", "agrobridge_lote", "{"],
        ["sockets", "kick"],
        ["limits", "set", "agrobridge", "many"],
        ["limits", "exhaust", "agrobridge"],
        ["faults", "add", "@/nonexistent/file"],
        ["faults", "add", "status", "--set", "503"],
        ["requests", "list", "--body", "a=1"],
        ["call", "GET", "/a b"],
    ],
)
def test_wrong_usage(ctl: Control, arguments: list[str]) -> None:
    assert ctl.run(*arguments, code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["faults", "add", "offlin"], "offline"),
        (["worlds", "show", "nope"], "nope"),
        (["--world", "nope", "clock"], "nope"),
        (["clock", "set", "tomorrow"], "ISO 8601"),
        (["snapshots", "restore", "nope"], "nope"),
        (["worlds", "delete", "default"], "reset"),
        (["data", "list", "agrobridge_loto"], "no table"),
        (["requests", "--status", "fine"], "status"),
        (["call", "GET", "/_mock/nothing"], "/_mock/nothing"),
    ],
)
def test_a_refusal_says_why(ctl: Control, arguments: list[str], hint: str) -> None:
    assert hint in ctl.run(*arguments, code=1).stderr


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["wrolds"], "mock-api ctl worlds"),
        (["--world", "checkout", "clok", "advance", "1h"], "mock-api ctl clock"),
        (["faults", "ad", "offline"], "mock-api ctl faults add"),
    ],
)
def test_a_misspelt_command_is_reported_with_the_right_one(ctl: Control, arguments: list[str], meant: str) -> None:
    assert f"Did you mean '{meant}'?" in ctl.run(*arguments, code=2).stderr


def test_the_server_is_the_one_of_this_folder(binary: Path, start: Start, tmp_path: Path) -> None:
    """By its port and its token, as `serve` has them there; variables win, and so does --url."""
    server = start("--admin-token", "s3cret")
    file = tmp_path / "mock-api.yaml"

    def worlds(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [binary, "ctl", "worlds", *options],
            cwd=tmp_path, env=environment(**variables), capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip

    assert worlds(MOCK_API_PORT=str(server.port), MOCK_API_ADMIN_TOKEN="s3cret").returncode == 0
    file.write_text(f"port: {server.port}\nadmin-token: s3cret\n")
    assert "default" in worlds().stdout
    assert worlds(MOCK_API_ADMIN_TOKEN="wrong").returncode == 1
    nowhere = free_port()
    refused = worlds(MOCK_API_PORT=str(nowhere))
    assert (refused.returncode, f"http://localhost:{nowhere}" in refused.stderr) == (4, True)
    assert worlds("--url", server.base_url, "--admin-token", "s3cret", MOCK_API_PORT=str(nowhere)).returncode == 0
    file.write_text("prot: 4000\n")
    told = worlds()
    assert (told.returncode, 'did you mean "port"' in told.stderr) == (2, True)


# Worlds, time, state


def test_options_stand_anywhere_and_win_over_the_environment(ctl: Control) -> None:
    assert ctl.text("worlds", "create", "--id", "a") == "a"
    variables = {"MOCK_API_WORLD": "a"}
    assert ctl.json("health", variables=variables)["world"] == "a"
    assert ctl.json("--world", "default", "health", variables=variables)["world"] == "default"
    assert ctl.json("health", "--world", "default", variables=variables)["world"] == "default"
    assert ctl.json("health", "--url", f"{ctl.url}/_w/a/")["world"] == "a"


def test_worlds(ctl: Control) -> None:
    assert ctl.text("worlds", "create") == "w1"
    ctl.run("worlds", "create", "--id", "b", "--from", "world:w1", "--clock", "2026-01-01T00:00:00Z", "--freeze")
    assert ctl.lines("worlds", "show", "b")["clock.now"] == "2026-01-01T00:00:00Z"
    header, *rows = ctl.text("worlds").splitlines()
    assert header.split()[0] == "ID" and [row.split()[0] for row in rows] == ["default", "b", "w1"]
    assert ctl.text("worlds", "delete", "b", "w1") == "deleted b\ndeleted w1"
    ctl.run("worlds", "create", "--id", "c", "--name", "Checkout shows the total")
    assert "Checkout shows the total" in ctl.text("worlds")
    assert ctl.lines("worlds", "show", "c")["name"] == "Checkout shows the total"
    ctl.run("worlds", "delete", "c")
    assert len(ctl.json("worlds")["worlds"]) == 1


def test_the_clock(ctl: Control) -> None:
    ctl.run("clock", "set", "2026-01-01T00:00:00Z")
    ctl.run("clock", "freeze")
    ctl.run("clock", "set", "2026-01-01T00:00:00Z")
    for step in ["90s", "PT1M30S", "1h"]:
        ctl.run("clock", "advance", step)
    assert ctl.json("clock") == {"frozen": True, "now": "2026-01-01T01:03:00Z", "rate": 1}
    assert ctl.json("clock", "rate", "60")["rate"] == 60
    assert ctl.json("clock", "unfreeze")["frozen"] is False
    assert ctl.json("clock", "reset") ["rate"] == 1


def test_snapshots_and_rows(ctl: Control) -> None:
    ctl.run("snapshots", "take", "before")
    changed = ctl.json(
        "data", "change", "agrobridge_lote", "--where", "id=lote_1", "--set", "nombre=Otro", "--set", "area_hectareas=2"
    )
    assert changed == {"changed": 1}
    [lote] = ctl.json("data", "list", "agrobridge_lote", "--where", "id=lote_1")["rows"]
    assert (lote["nombre"], lote["area_hectareas"]) == ("Otro", 2)
    assert ctl.json("data", "delete", "agrobridge_lote", "--where", "id=lote_2") == {"deleted": 1}
    total = ctl.json("data", "list", "agrobridge_lote", "--limit", "1")["total"]
    assert "before" in ctl.text("snapshots")
    ctl.run("snapshots", "restore", "before")
    assert ctl.json("data", "list", "agrobridge_lote", "--limit", "1", "--offset", "1")["total"] == total + 1
    assert ctl.text("snapshots", "delete", "before") == "deleted before"
    assert ctl.text("snapshots") == "no snapshots"


def test_state_goes_to_a_file_and_back(binary: Path, start: Start, tmp_path: Path) -> None:
    ctl = Control(binary, start("--max-body", "16M").base_url)
    file = tmp_path / "state.json"
    ctl.run("state", "export", str(file))
    ctl.run("data", "change", "agrobridge_lote", "--where", "id=lote_1", "--set", "nombre=Otro")
    ctl.run("state", "import", str(file))
    [lote] = ctl.json("data", "list", "agrobridge_lote", "--where", "id=lote_1")["rows"]
    assert lote["nombre"] != "Otro"
    ctl.run("state", "import", "-", stdin=file.read_text())
    assert json.loads(file.read_text())["tables"].keys() == ctl.json("state", "export")["tables"].keys()


# Faults and the journal


def test_faults(ctl: Control, server: MockServer, tmp_path: Path) -> None:
    added = ctl.json("faults", "add", "status", "--set", "status=418", "--path", "/v1/**", "--times", "1")
    assert (added["fault"], added["match"], added["times"]) == ({"type": "status", "status": 418}, {"path": "/v1/**"}, 1)
    file = tmp_path / "fault.json"
    file.write_text('{"id": "slow", "fault": {"type": "delay", "milliseconds": 1}, "match": {"api": "agrobridge"}}')
    ctl.run("faults", "add", f"@{file}", "--header", "X-Slow", "--probability", "0.5", "--for", "10m")
    shown = ctl.json("faults", "show", "slow")
    assert shown["match"] == {"api": "agrobridge", "header": {"X-Slow": True}}
    assert (shown["probability"], shown["forSeconds"]) == (0.5, 600)
    assert [server.request("GET", "/v1/lotes").status for _ in range(2)] == [418, 401]
    assert ctl.text("faults").splitlines()[1].split()[-4:] == ["1", "1", "1", "true"]
    assert ctl.text("faults", "delete", "slow") == "removed slow"
    ctl.run("faults", "clear")
    assert ctl.text("faults") == "no faults"


def test_faults_for_a_query_a_body_and_an_account(ctl: Control, server: MockServer) -> None:
    """The account by the address that its user knows; its token must be a valid one."""
    lotes = ["faults", "add", "status", "--api", "agrobridge"]
    ctl.run(*lotes, "--set", "status=503", "--query", "page=2", "--account", "usuario@example.com")
    ctl.run(*lotes, "--set", "status=507", "--body", "/nombre=Norte")
    added = ctl.json(*lotes, "--set", "status=500", "--query", "late", "--after-seconds", "1h30m")
    assert (added["match"]["query"], added["afterSeconds"]) == ({"late": True}, 5400)
    login = {"email": "usuario@example.com", "password": "password123"}
    token = server.request("POST", "/v1/auth/login", body=login).json()["token"]

    def status(query: str) -> int:
        return server.request("GET", f"/v1/lotes{query}", token=token).status

    assert [status(query) for query in ["?page=2", "?page=1", "", "?late=1"]] == [503, 200, 200, 200]
    assert server.request("GET", "/v1/lotes?page=2").status == 401
    assert server.request("POST", "/v1/lotes", token=token, body={"nombre": "Norte"}).status == 507
    ctl.run("clock", "advance", "1.5h")
    token = server.request("POST", "/v1/auth/login", body=login).json()["token"]
    assert status("?late=1") == 500


def test_fault_types_and_sets(ctl: Control) -> None:
    assert {"status", "offline", "halfOpen"} <= {line.split()[0] for line in ctl.text("faults", "types").splitlines()}
    ctl.run("faults", "use", "tunnel", "--api", "agrobridge")
    [fault] = ctl.json("faults")["faults"]
    assert (fault["set"], fault["match"]) == ("tunnel", {"api": "agrobridge"})
    assert ctl.text("faults", "drop", "tunnel") == "dropped tunnel"
    assert all(not entry["active"] for entry in ctl.json("faults", "sets")["sets"])


def test_requests(ctl: Control, server: MockServer, tmp_path: Path) -> None:
    server.login()
    server.request("GET", "/v1/lots?x=1", headers={"X-Try": "2"})
    assert [line.split()[2:5] for line in ctl.text("requests").splitlines()[1:]] == [
        ["POST", "/v1/auth/login", "200"],
        ["GET", "/v1/lots", "x=1"],
    ]
    assert ctl.text("requests", "count", "--header", "X-Try:2", "--query", "x:1", "--status", "4xx") == "1"
    assert ctl.text("requests", "count", "--body", "email=usuario@example.com") == "1"
    assert ctl.lines("requests", "show", "2")["status"] == "404"
    file = tmp_path / "run.har"
    ctl.run("requests", "har", str(file))
    assert len(json.loads(file.read_text())["log"]["entries"]) == 2
    ctl.run("requests", "clear")
    assert ctl.text("requests") == "no requests"


def test_verify_is_an_exit_code(ctl: Control, server: MockServer) -> None:
    server.request("GET", "/v1/lotes")
    lotes = ["--method", "GET", "--path", "/v1/lotes"]
    for limit in [["--exactly", "1"], ["--at-least", "1"], ["--at-most", "2"], []]:
        assert ctl.text("requests", "verify", *lotes, *limit).startswith("satisfied: 1 found")
    missed = ctl.text("requests", "verify", "--method", "POST", "--path", "/v1/lotes", code=1)
    assert missed.splitlines()[1:] == [
        "  nearest: GET /v1/lotes 401 (request 1)",
        '    method was "GET", expected "POST"',
    ]
    assert ctl.json("requests", "verify", *lotes, "--exactly", "3", code=1)["satisfied"] is False


def test_what_the_journal_forgot_is_not_known(binary: Path, start: Start) -> None:
    server = start("--journal", "5")
    ctl = Control(binary, server.base_url)
    for _ in range(20):
        server.request("GET", "/posts/1")
    posts = ["--path", "/posts/1"]
    done = ctl.run("requests", "verify", *posts, "--exactly", "5", code=1)
    assert done.stdout.startswith("not known: 15 exchanges were dropped"), done
    assert "undecided: 5 found, expected exactly 5" in done.stdout
    assert ctl.text("requests", "verify", *posts, "--at-least", "5").startswith("satisfied")
    assert ctl.text("requests", "verify", *posts, "--at-most", "4", code=1).startswith("not satisfied")
    counted = ctl.run("requests", "count", *posts, code=1)
    assert counted.stdout == "at least 5\n"
    assert "15 exchanges were dropped" in counted.stderr


def test_names_that_there_are_not_are_refused(ctl: Control) -> None:
    for condition in [["--api", "agrobrige"], ["--operation-id", "listLots"], ["--status", "9xx"]]:
        assert ctl.run("requests", "verify", *condition, "--exactly", "0", code=1).stdout == ""
        ctl.run("requests", *condition, code=1)
    refused = ctl.run("faults", "add", "status", "--set", "status=500", "--api", "newsap", code=1)
    assert "newsapi" in refused.stderr


def test_waiting_for_what_the_app_calls(ctl: Control, server: MockServer) -> None:
    assert ctl.text("requests", "wait", "--path", "/v1/lotes", "--timeout", "10ms", code=1).startswith("not satisfied")
    timer = threading.Timer(0.2, lambda: server.request("GET", "/v1/lotes"))
    timer.start()
    assert ctl.text("requests", "wait", "--path", "/v1/lotes", "--timeout", "20s").startswith("satisfied")
    timer.join()


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_the_journal_is_followed(ctl: Control, server: MockServer, options: list[str]) -> None:
    command = [ctl.binary, "ctl", "--url", ctl.url, *options, "events", "tail", "--path", "/v1/**", "--count", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as tail:
        assert tail.stdout
        lines: list[str] = []
        # The tail says nothing when it begins to listen, so there is something to hear until it has heard enough.
        stop = threading.Event()

        def call() -> None:
            while not stop.wait(0.05):
                server.request("GET", "/users/1")
                server.request("GET", "/v1/lotes")

        caller = threading.Thread(target=call)
        caller.start()
        lines = tail.stdout.readlines()
        assert tail.wait(20) == 0
        stop.set()
        caller.join()
    assert len(lines) == 2
    for line in lines:
        assert json.loads(line)["status"] == 401 if options else line.split()[1:] == ["GET", "/v1/lotes", "401"]


# Tokens, streams, limits


def test_tokens(ctl: Control, server: MockServer) -> None:
    account = ["--api", "agrobridge", "--account", "user_123"]
    token = ctl.json("tokens", "mint", *account, "--claim", "rol=admin", "--claim", "n=1")["token"]
    assert ctl.json("tokens", "inspect", token)["claims"]["n"] == 1
    assert server.request("GET", "/v1/lotes", token=token).status == 200
    ended = ctl.json("tokens", "mint", *account, "--expires-in", "-5")["token"]
    assert server.request("GET", "/v1/lotes", token=ended).status == 401
    assert ctl.text("tokens", "invalidate") == "invalidated all tokens"
    assert server.request("GET", "/v1/lotes", token=token).status == 401
    assert ctl.lines("tokens", "inspect", token)["valid"] == "false"


def test_streams(ctl: Control) -> None:
    assert ctl.text("sockets") == "no open sockets"
    assert ctl.text("publish", "/queue/orders", '{"id":1}') == "published to /queue/orders"
    [queue] = ctl.json("broker")["queues"]
    assert (queue["destination"], queue["waiting"]) == ("/queue/orders", 1)
    ctl.run("simulations", "pause", "sensor readings")
    assert [entry["paused"] for entry in ctl.json("simulations")["simulations"]] == [False, True]
    ctl.run("simulations", "step", "sensor readings")
    assert all(not entry["paused"] for entry in ctl.json("simulations", "resume")["simulations"])


def test_limits(ctl: Control, server: MockServer) -> None:
    ctl.run("limits", "set", "agrobridge", "500/50")
    assert ctl.lines("limits", "show", "agrobridge")["authenticated"] == "500"
    ctl.run("limits", "exhaust", "agrobridge", "--address", "127.0.0.1")
    assert server.request("GET", "/v1/lotes").status == 429
    ctl.run("limits", "reset", "agrobridge")
    assert server.request("GET", "/v1/lotes").status == 401
    ctl.run("limits", "off", "agrobridge")
    assert ctl.lines("limits", "show", "agrobridge")["authenticated"] == "none"


def test_any_call(ctl: Control) -> None:
    assert json.loads(ctl.text("call", "get", "health"))["status"] == "ok"
    answer = ctl.text("call", "POST", "/_mock/worlds", "-", stdin='{"id":"made"}')
    assert json.loads(answer)["id"] == "made"
    assert ctl.text("call", "DELETE", "/_mock/worlds/made") == ""
    assert "mock_api_requests_total" in ctl.text("metrics")
    assert ctl.text("reset") == "reset"


# The options that go with it


def test_the_token_of_the_control_plane(binary: Path, start: Start) -> None:
    ctl = Control(binary, start("--admin-token", "s3cret").base_url)
    assert ctl.lines("health")["status"] == "ok"
    assert "X-Mock-Admin-Token" in ctl.run("worlds", code=1).stderr
    ctl.run("worlds", "--admin-token", "wrong", code=1)
    ctl.run("worlds", "--admin-token", "s3cret")
    ctl.run("worlds", variables={"MOCK_API_ADMIN_TOKEN": "s3cret"})


@pytest.mark.parametrize(("options", "variables"), [(["--no-admin"], {}), ([], {"MOCK_API_NO_ADMIN": "1"})])
def test_no_control_plane(binary: Path, start: Start, options: list[str], variables: dict[str, str]) -> None:
    ctl = Control(binary, start(*options, variables=variables).base_url)
    assert ctl.lines("health")["status"] == "ok"
    ctl.run("worlds", code=1)


def test_how_many_worlds_and_how_much_journal(binary: Path, start: Start) -> None:
    # The option wins over the environment.
    variables = {"MOCK_API_MAX_WORLDS": "5", "MOCK_API_JOURNAL": "off"}
    server = start("--max-worlds", "1", "--journal", "2", variables=variables)
    ctl = Control(binary, server.base_url)
    ctl.run("worlds", "create")
    assert "--max-worlds" in ctl.run("worlds", "create", code=1).stderr
    for _ in range(3):
        server.request("GET", "/v1/lotes")
    # There were three.
    assert ctl.text("requests", "count", code=1) == "at least 2"
    quiet = Control(binary, start(variables=variables).base_url)
    assert "the journal is off" in quiet.run("requests", "count", code=1).stderr
    for _ in range(2):
        quiet.run("worlds", "create")


def test_unused_worlds_are_gone(binary: Path, start: Start) -> None:
    ctl = Control(binary, start("--world-ttl", "1s").base_url)
    ctl.run("worlds", "create", "--id", "short")
    # Waits without using the world itself.
    ctl.run("requests", "wait", "--path", "/nothing", "--timeout", "3s", code=1)
    assert [world["id"] for world in ctl.json("worlds")["worlds"]] == ["default"]


@pytest.mark.parametrize(
    "options",
    [
        ["--max-worlds", "10001"],
        ["--max-worlds", "-1"],
        ["--world-ttl", "10ms"],
        ["--world-ttl", "30"],
        ["--heart-beats", "slow"],
        ["--journal", "-1"],
        ["--journal-bytes", "2048M"],
        ["--admin-token", "two words"],
    ],
)
def test_options_that_are_refused(run: Callable[..., Any], options: list[str]) -> None:
    done = run("serve", "--port", "0", *(f"{options[0]}={value}" for value in options[1:]))
    assert done.returncode == 2 and options[0] in done.stderr


def test_faults_from_a_file_are_in_every_world(binary: Path, start: Start, tmp_path: Path) -> None:
    file = tmp_path / "faults.json"
    file.write_text('[{"id": "down", "match": {"path": "/v1/**"}, "fault": {"type": "status", "status": 503}}]')
    server = start("--faults", str(file))
    ctl = Control(binary, server.base_url)
    ctl.run("worlds", "create", "--id", "a")
    ctl.run("faults", "clear", "--world", "a")
    assert server.request("GET", "/v1/lotes", headers={"X-Mock-World": "a"}).status == 401
    ctl.run("reset", "--world", "a")
    for world in ["a", "default"]:
        assert server.request("GET", "/v1/lotes", headers={"X-Mock-World": world}).status == 503


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{}", "must be a JSON array"),
        ("[1]", "fault 1"),
        ('[{"fault":{"type":"rest"}}]', 'did you mean "reset"?'),
        ('[{"id":"a","fault":{"type":"reset"}},{"id":"a","fault":{"type":"reset"}}]', "fault 2"),
        ("[", "not valid JSON"),
        (None, "cannot be read"),
    ],
)
def test_files_of_faults_that_are_refused(
    run: Callable[..., Any], tmp_path: Path, content: str | None, reason: str
) -> None:
    file = tmp_path / "faults.json"
    if content is not None:
        file.write_text(content)
    done = run("serve", "--port", "0", "--faults", str(file))
    assert done.returncode == 1 and reason in done.stderr and str(file) in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_offers_kinds_and_sets_of_faults(run: Callable[..., subprocess.CompletedProcess[str]], shell: str) -> None:
    done = run("--generate-completion-script", shell)
    assert done.returncode == 0, done.stderr
    for word in ("invalidToken", "muteHeartBeats", "backend-deploy", "flaky-3g", "heatWave"):
        assert word in done.stdout
