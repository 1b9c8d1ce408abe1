"""`mock-api exec`: a command runs against a fresh server and is judged by what it did."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from mock_server import environment

BINARY = os.environ.get("MOCK_API_BINARY", "")

# What an app with four mistakes does; it uses nothing but the standard library and the variables it is given.
WRONG_CLIENT = """
import json, os, urllib.error, urllib.request

def call(method, path, body=None, headers=()):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["MOCK_API_URL"] + path, data, dict(headers), method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code

JSON = {"Content-Type": "application/json"}
token = call("POST", "/v1/auth/login", {"email": "usuario@example.com", "password": "password123"}, JSON)["token"]
known = JSON | {"Authorization": "Bearer " + token}
lote = {"nombre": "Lote Uno", "ubicacion": "Norte", "tipoCultivo": "Café", "areaHectareas": 2.5}
call("POST", "/v1/lotes", lote, known)
MISTAKES
"""

MISTAKES = """
call("POST", "/v1/lotes", lote | {"nombe": "Lote Dos"}, known)
call("GET", "/v1/lots", headers=known)
call("POST", "/v1/lotes", lote | {"areaHectareas": "dos"}, known)
call("GET", "/v1/lotes")
"""


def execute(*arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs `mock-api exec` with the arguments."""
    return subprocess.run(
        [BINARY, "exec", *arguments], capture_output=True, text=True, timeout=timeout, env=environment(), check=False
    )


def client(mistakes: str) -> list[str]:
    """The command of a client."""
    return ["--", sys.executable, "-c", WRONG_CLIENT.replace("MISTAKES", mistakes)]


def test_a_right_client_passes() -> None:
    done = execute("--fail-on", "unknown-route,contract-violation,server-error", *client(""))
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("PASSED") and "Contract violations" not in done.stderr


def test_a_wrong_client_learns_its_four_mistakes(tmp_path: Path) -> None:
    junit, report = tmp_path / "junit.xml", tmp_path / "report.json"
    options = ["--fail-on", "unknown-route,contract-violation", "--junit", str(junit), "--report", str(report)]
    done = execute(*options, *client(MISTAKES))
    assert done.returncode == 1, done.stderr
    findings = json.loads(report.read_text())["findings"]
    told = {(found["kind"], found["operation"], found["location"], found["message"]) for found in findings}
    assert told == {
        ("contract-violation", "POST /v1/lotes", "body /nombe", '"nombe" is not documented; did you mean "nombre"?'),
        ("unknown-route", "GET /v1/lots", "", "unknown route; did you mean GET /v1/lotes?"),
        ("contract-violation", "POST /v1/lotes", "body /areaHectareas", "must be a number, but is a string"),
        ("contract-violation", "GET /v1/lotes", "header Authorization", "is required and missing"),
    }
    for _, operation, _, message in told:
        assert operation in done.stderr and message in " ".join(done.stderr.split())
    root = ElementTree.parse(junit).getroot()
    assert int(root.get("failures", "")) == 4 == len(root.findall(".//failure"))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--fail-on", "none"], 0),
        (["--fail-on", "unknown-route"], 1),
        ([], 0),
        (["--covers", "agrobridge", "--min-coverage", "5"], 0),
        (["--covers", "agrobridge", "--min-coverage", "60"], 1),
        (["--covers", "agrobridge,newsapi", "--min-coverage", "15"], 1),
        (["--fail-on", "nonsense"], 2),
        (["--covers", "nonsense"], 2),
        (["--min-coverage", "101"], 2),
        (["--contract", "off", "--fail-on", "unknown-route"], 1),
    ],
)
def test_the_verdict_follows_the_options(options: list[str], code: int) -> None:
    assert execute(*options, *client(MISTAKES)).returncode == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["true"], 0),
        (["false"], 1),
        (["sh", "-c", "exit 42"], 42),
        (["sh", "-c", "kill -TERM $$"], 143),
        (["/nonexistent/program"], 127),
        (["/etc/passwd"], 126),
    ],
)
def test_the_commands_own_exit_code(command: list[str], code: int) -> None:
    assert execute("--fail-on", "none", "--", *command).returncode == code


def test_a_run_without_requests_proves_nothing() -> None:
    done = execute("--", "true")
    assert done.returncode == 1 and "no request came" in done.stderr
    # What a script asks of the control plane is no request of the app's.
    health = ["sh", "-c", 'curl -s "$MOCK_API_URL/_mock/health"']
    assert execute("--", *health).returncode == 1
    assert execute("--fail-on", "no-requests", "--", *health).returncode == 1
    assert execute("--fail-on", "server-error", "--", *health).returncode == 0


def test_requests_have_the_numbers_of_their_order(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    mistake = 'call("POST", "/v1/lotes", lote | {"nombe": "Lote"}, known)\n'
    done = execute("--report", str(report), *client('call("GET", "/users")\n' + mistake * 3))
    assert done.returncode == 0, done.stderr
    [found] = json.loads(report.read_text())["findings"]
    assert (found["count"], found["firstRequest"]) == (3, 4)


def test_refused_calls_cover_nothing(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    script = 'for path in lotes lotes dashboard/estadisticas; do curl -s "$MOCK_API_URL/v1/$path" > /dev/null; done'
    execute("--covers", "agrobridge", "--report", str(report), "--", "sh", "-c", script)
    coverage = json.loads(report.read_text())["coverage"]
    assert coverage["used"] == []
    assert {use["refusedCount"] for use in coverage["unused"] if use["path"] == "/v1/lotes" and use["method"] == "GET"} == {2}


def test_each_run_begins_anew_whatever_the_shell_exports(tmp_path: Path) -> None:
    variables = os.environ | {"MOCK_API_DATA_DIR": str(tmp_path / "data"), "MOCK_API_LAN": "true", "MOCK_API_PORT": "1"}
    for _ in range(2):
        script = 'curl -s -X POST -d title=a "$MOCK_API_URL/posts"'
        done = subprocess.run(
            [BINARY, "exec", "--", "sh", "-c", script], capture_output=True, text=True, timeout=60, check=True,
            env=variables,
        )
        assert json.loads(done.stdout)["id"] == 101
    assert not (tmp_path / "data").exists()


def test_a_hang_up_still_gives_a_verdict(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    script = 'curl -s "$MOCK_API_URL/users/1" > /dev/null; echo asked; exec sleep 60'
    command = [BINARY, "exec", "--report", str(report), "--", "sh", "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "asked\n"
        process.send_signal(signal.SIGHUP)
        assert process.wait(timeout=20) == 128 + signal.SIGHUP
    assert json.loads(report.read_text())["requestCount"] == 1


def test_without_a_command_the_usage_is_reported() -> None:
    done = execute()
    assert done.returncode == 2 and "--" in done.stderr


def test_the_command_gets_the_servers_addresses_and_its_own_streams() -> None:
    done = subprocess.run(
        [BINARY, "exec", "--fail-on", "none", "--", "sh", "-c", 'echo "$MOCK_API_URL $MOCK_API_WS_URL $PORT"; cat; echo oops >&2'],
        input="typed\n", capture_output=True, text=True, timeout=60, check=True,
    )
    url, sockets, port = done.stdout.splitlines()[0].split()
    assert url == f"http://127.0.0.1:{port}" and sockets == f"ws://127.0.0.1:{port}"
    assert done.stdout.splitlines()[1] == "typed" and "oops" in done.stderr


def test_a_signal_reaches_the_command_and_the_server_ends_with_it() -> None:
    script = 'trap "echo stopped; exit 7" TERM; echo "$PORT"; while :; do sleep 0.1; done'
    with subprocess.Popen([BINARY, "exec", "--", "sh", "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        port = process.stdout.readline().strip()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "stopped\n"
        assert process.wait(timeout=20) == 7
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        probe = ["curl", "-s", "-o", "/dev/null", f"http://127.0.0.1:{port}/users"]
        if subprocess.run(probe, check=False).returncode == 7:
            return
    pytest.fail("the server is still there")


def test_a_report_that_cannot_be_written_is_an_error() -> None:
    for option in ["--junit", "--report"]:
        done = execute(option, "/nonexistent/folder/file", "--", "echo", "ran")
        assert done.returncode == 2 and "/nonexistent/folder/file" in done.stderr
        assert "ran" not in done.stdout, "the command ran before"


FAULTS = [
    {"id": "busy", "match": {"path": "/v1/lotes"}, "fault": {"type": "status", "status": 503}, "times": 1},
    {"id": "lost", "match": {"method": "GET", "path": "/v1/nothing"}, "fault": {"type": "reset"}},
]


def run_with_faults(faults: list[dict[str, object]], script: str, folder: Path) -> tuple[int, dict[str, object]]:
    """The exit code and the report of a script that fails when a fault goes unused; `$ctl` is the command line."""
    (folder / "faults.json").write_text(json.dumps(faults))
    report = folder / "report.json"
    options = ["--fail-on", "unused-fault", "--faults", str(folder / "faults.json"), "--report", str(report)]
    script = f'ctl="{BINARY} ctl"; get() {{ curl -s -o "{folder}/answer" "$MOCK_API_URL$1" || true; }}\n{script}'
    done = execute(*options, "--", "sh", "-ec", script)
    return done.returncode, json.loads(report.read_text())


@pytest.mark.parametrize(
    ("faults", "script", "unused"),
    [
        (FAULTS[:1], "get /v1/lotes", []),
        (FAULTS, "get /v1/lotes", ["the fault lost (reset) never happened: nothing matched it"]),
        # What a world of the file's faults met, the others need not meet, though it is gone by now.
        (
            FAULTS[:1],
            "$ctl worlds create --id a; $ctl worlds create --id b; get /_w/a/v1/lotes; $ctl worlds delete a",
            [],
        ),
        ([], "$ctl faults add reset --path /none; $ctl faults clear", ["the fault fault-1 (reset) never happened"]),
        (
            [],
            "$ctl worlds create --id a; $ctl faults add reset --world a; $ctl worlds delete a",
            ["the fault fault-1 (reset) of the world a never happened"],
        ),
        ([], "$ctl faults use hostile; $ctl faults drop hostile", ["the fault set hostile never happened"]),
        ([], "$ctl faults use tunnel; get /v1/lotes; $ctl faults drop tunnel", []),
        ([], "$ctl faults add reset --times 1; get /v1/lotes; $ctl reset; $ctl faults", []),
    ],
)
def test_faults_that_never_happened_are_reported(
    tmp_path: Path, faults: list[dict[str, object]], script: str, unused: list[str]
) -> None:
    code, report = run_with_faults(faults, script, tmp_path)
    assert isinstance(report["findings"], list)
    told = [found["message"] for found in report["findings"] if found["kind"] == "unused-fault"]
    assert len(told) == len(unused) and all(message.startswith(begin) for message, begin in zip(told, unused))
    assert code == (1 if unused else 0)


def test_the_verdict_is_about_all_worlds(tmp_path: Path) -> None:
    script = "$ctl worlds create --id a; get /_w/a/v1/lots; get /_w/a/users; $ctl worlds delete a; get /v1/lots"
    _, report = run_with_faults([], script, tmp_path)
    assert isinstance(report["findings"], list)
    [lots] = [found for found in report["findings"] if found["kind"] == "unknown-route"]
    assert (lots["operation"], lots["count"]) == ("GET /v1/lots", 2)
    assert "listUsers" in json.dumps(report["coverage"])


def test_a_finding_names_the_world_of_its_test(tmp_path: Path) -> None:
    script = (
        "import json, os, urllib.error, urllib.request\n"
        "base = os.environ['MOCK_API_URL']\n"
        "body = json.dumps({'id': 'w-1', 'name': 'Checkout shows the total'}).encode()\n"
        "urllib.request.urlopen(base + '/_mock/worlds', body)\n"
        "for world in ['w-1', 'w-1']:\n"
        "    try: urllib.request.urlopen(base + '/_w/' + world + '/v1/lots')\n"
        "    except urllib.error.HTTPError: pass\n"
    )
    report = tmp_path / "report.json"
    done = execute("--fail-on", "unknown-route", "--report", str(report), "--", sys.executable, "-c", script)
    assert done.returncode == 1
    assert "first in request 1 of the world Checkout shows the total" in " ".join(done.stderr.split())
    findings = json.loads(report.read_text())["findings"]
    # No operation was called either.
    assert {each["kind"] for each in findings} == {"unknown-route", "no-requests"}
    [finding] = [each for each in findings if each["kind"] == "unknown-route"]
    assert (finding["firstWorld"], finding["count"]) == ("Checkout shows the total", 2)


def test_each_worker_gets_a_world_of_its_own() -> None:
    script = (
        "import json, os, urllib.request\n"
        "def posts(number, body=None):\n"
        "    url = os.environ['MOCK_API_URL_%d' % number] + '/posts'\n"
        "    request = urllib.request.Request(url, body, {'Content-Type': 'application/json'})\n"
        "    with urllib.request.urlopen(request) as answer: return json.load(answer)\n"
        "posts(1, b'{}')\n"
        "print(os.environ['MOCK_API_WORKERS'], len(posts(1)), len(posts(2)), 'MOCK_API_URL_3' in os.environ)\n"
        "url = os.environ['MOCK_API_URL']\n"
        "assert os.environ['MOCK_API_WS_URL_2'] == url.replace('http', 'ws') + '/_w/worker-2'\n"
        "request = urllib.request.Request(url + '/_mock/worlds')\n"
        "request.add_header('X-Mock-Admin-Token', os.environ['MOCK_API_ADMIN_TOKEN'])\n"
        "worlds = json.load(urllib.request.urlopen(request))['worlds']\n"
        "print([(world['id'], world.get('name')) for world in worlds])\n"
    )
    # A world that nobody uses is gone after a second; those of workers, which were there before, stay.
    options = ["--workers", "2", "--admin-token", "let-me-in", "--world-ttl", "1s", "--dataset", "minimal"]
    waiting = (
        "import json, os, time, urllib.request\n"
        "token = {'X-Mock-Admin-Token': os.environ['MOCK_API_ADMIN_TOKEN']}\n"
        "address = os.environ['MOCK_API_URL'] + '/_mock/worlds'\n"
        "urllib.request.urlopen(urllib.request.Request(address, b'{\"id\": \"unused\"}', token))\n"
        "def worlds(): return json.load(urllib.request.urlopen(urllib.request.Request(address, headers=token)))['worlds']\n"
        "until = time.monotonic() + 60\n"
        "while any(world['id'] == 'unused' for world in worlds()) and time.monotonic() < until: time.sleep(0.05)\n"
    )
    done = execute(*options, "--", sys.executable, "-c", waiting + script)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "2 3 2 False",
        "[('default', None), ('worker-1', 'worker 1 of 2'), ('worker-2', 'worker 2 of 2')]",
    ]


@pytest.mark.parametrize(
    "options", [["--workers", "-1"], ["--workers", "257"], ["--workers", "3", "--max-worlds", "2"]], ids=" ".join
)
def test_workers_that_cannot_have_a_world_are_a_usage_error(options: list[str]) -> None:
    done = execute(*options, "--", "true")
    assert done.returncode == 2
    assert "--workers" in done.stderr


OWN_API = """
openapi: 3.1.0
info: {title: Files, version: '1'}
paths:
  /files:
    get: {operationId: listFiles, responses: {'200': {description: All.}}}
    post:
      operationId: addFile
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [name, content]
              properties: {name: {type: string}, content: {type: string, format: binary}}
      responses: {'201': {description: Stored.}}
"""

MULTIPART = r"""
import os, urllib.error, urllib.request
def send(method, path, parts=None):
    body = None
    headers = {}
    if parts is not None:
        headers["Content-Type"] = "multipart/form-data; boundary=X"
        lines = [f'--X\r\nContent-Disposition: form-data; {name}\r\n\r\n{value}\r\n' for name, value in parts]
        body = ("".join(lines) + "--X--\r\n").encode()
    request = urllib.request.Request(os.environ["MOCK_API_URL"] + path, body, headers, method=method)
    try:
        urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as error:
        error.read()
send("POST", "/files", [('name="name"', "a"), ('name="content"; filename="a.bin"', "x")])
send("POST", "/files", [('name="name"', "a")])
send("DELETE", "/v2/sources")
"""


def test_wrong_methods_and_missing_parts_are_findings(tmp_path: Path) -> None:
    document = tmp_path / "files.yaml"
    document.write_text(OWN_API)
    report = tmp_path / "report.json"
    arguments = ["--api", f"files={document}", "--report", str(report)]
    command = ["--", sys.executable, "-c", MULTIPART]
    for kind, code in [("unknown-route", 1), ("contract-violation", 1), ("server-error", 0)]:
        assert execute("--fail-on", kind, *arguments, *command).returncode == code, kind
    findings = json.loads(report.read_text())["findings"]
    found = {(each["kind"], each["operation"], each["location"], each["message"]) for each in findings}
    assert ("unknown-route", "DELETE /v2/sources", "", "the route has no such method; it has GET, HEAD") in found or (
        "unknown-route", "DELETE /v2/sources", "", "the route has no such method; it has GET",
    ) in found
    missing = [each for each in findings if each["kind"] == "contract-violation"]
    assert [(each["operation"], each["location"], each["count"]) for each in missing] == [("POST /files", "body", 1)]
    assert missing[0]["message"] == 'must have the member "content", but has no such member'


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--contract", "off", "--fail-on", "contract-violation"], "--contract off turns that off"),
        (["--contract", "off", "--fail-on", "server-error,contract-violation"], "--contract off turns that off"),
        (["--fail-on", "note"], "--fail-on note has no effect"),
    ],
)
def test_options_that_contradict_one_another_are_refused(options: list[str], words: str, tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    done = execute(*options, "--", "touch", str(proof))
    assert done.returncode == 2 and words in done.stderr, done
    assert not proof.exists()


PAGES = """
import os, urllib.error, urllib.request
for method, path in [("GET", "/"), ("GET", "/docs"), ("GET", "/openapi"), ("GET", "/openapi/agrobridge.yaml"),
    ("GET", "/media/avatars/bret.png"), ("OPTIONS", "/v1/lotes"), ("OPTIONS", "/users"), ("GET", "/nothing")]:
    try:
        urllib.request.urlopen(urllib.request.Request(os.environ["MOCK_API_URL"] + path, method=method)).read()
    except urllib.error.HTTPError as error:
        error.read()
MORE
"""


def test_a_run_of_pages_and_preflights_tests_nothing() -> None:
    done = execute("--", sys.executable, "-c", PAGES.replace("MORE", ""))
    assert done.returncode == 1 and "no operation of an API was called" in done.stderr, done
    one = 'urllib.request.urlopen(os.environ["MOCK_API_URL"] + "/users/1").read()'
    assert execute("--", sys.executable, "-c", PAGES.replace("MORE", one)).returncode == 0


SOCKETS = r"""
import json, os
from websockets.sync.client import connect
base = os.environ["MOCK_API_WS_URL"]
with connect(base + "/ws", proxy=None) as socket:
    socket.send(json.dumps({"type": "subscrbe", "channels": ["wallet_updates"]}))
    assert json.loads(socket.recv(10))["type"] == "error"
with connect(base + "/ws/greenhouse", subprotocols=["v12.stomp"], proxy=None) as socket:
    socket.send("CONNECT\naccept-version:1.2\nhost:localhost\n\n\0")
    assert socket.recv(10).startswith("CONNECTED")
    socket.send("SUBSCRIBE\nid:0\ndestination:DESTINATION\nreceipt:1\n\n\0")
    while not socket.recv(10).startswith("RECEIPT"):
        pass
"""


def test_mistakes_on_sockets_are_findings(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    script = SOCKETS.replace("DESTINATION", "/topic/greenhouse/mesages")
    command = ["--", sys.executable, "-c", script]
    done = execute("--fail-on", "contract-violation", "--report", str(report), *command)
    assert done.returncode == 1, done
    found = {each["location"]: each for each in json.loads(report.read_text())["findings"]}
    assert found["message invalid-message"]["operation"] == "GET /ws"
    assert "subscrbe" in found["message invalid-message"]["message"]
    assert "/topic/greenhouse/messages" in found["message unknown-destination"]["message"]
    assert {each["kind"] for each in found.values()} == {"contract-violation"}
