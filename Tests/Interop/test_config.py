"""`mock-api.yaml`: found, written, shown, refused, and watched while the server runs."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from websockets.sync.client import connect

from mock_server import MockServer, environment, launch, until

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., MockServer]

SEEDS = Path(__file__).parents[2] / "Seeds"
WAIT_S = 20.0


@pytest.fixture
def here(binary: Path, tmp_path: Path) -> Run:
    """Runs the program in a folder of the test's own: `here("init", MOCK_API_PORT="1")`."""

    def run_here(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        known = {name: value for name, value in environment().items() if not name.startswith("MOCK_API_")}
        return subprocess.run(
            [binary, *arguments],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=20,
            env=known | variables,
            check=False,
        )

    return run_here


def shown(done: subprocess.CompletedProcess[str]) -> dict[str, tuple[str, str]]:
    """What --print-config printed: the value and the origin of each option, both as texts."""
    assert done.returncode == 0, done.stderr
    rows = {}
    for line in done.stdout.splitlines():
        found = re.fullmatch(r"([a-z-]+):(.*?)\s+# (.*)", line)
        assert found, line
        rows[found[1]] = (found[2].strip().strip('"'), found[3])
    return rows


# Finding, showing, writing


def test_each_source_wins_over_the_next(here: Run, tmp_path: Path) -> None:
    (tmp_path / "mock-api.yaml").write_text("port: 1\ncors: off\nrate-limit: 5/5\ndataset: minimal\n")
    rows = shown(here("serve", "--print-config", "--port", "3", MOCK_API_PORT="2", MOCK_API_CORS="any", PORT="9"))
    assert rows["port"] == ("3", "--port")
    assert rows["cors"] == ("any", "MOCK_API_CORS")
    assert rows["rate-limit"] == ("5/5", "mock-api.yaml, line 3")
    assert rows["log-level"] == ("info", "default")
    assert shown(here("serve", "--print-config", PORT="9"))["port"] == ("9", "PORT")


def test_a_named_file_is_read_instead(here: Run, tmp_path: Path) -> None:
    (tmp_path / "mock-api.yaml").write_text("port: 1\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.yaml").write_text("port: 2\nseeds: here\n")
    rows = shown(here("serve", "--print-config", "--config", "sub/other.yaml"))
    assert rows["port"] == ("2", "sub/other.yaml, line 1")
    assert rows["seeds"] == ("sub/here", "sub/other.yaml, line 2")
    assert shown(here("serve", "--print-config", MOCK_API_CONFIG="sub/other.yaml"))["port"][0] == "2"


def test_what_is_shown_can_be_read_again(here: Run, tmp_path: Path) -> None:
    text = "rate-limit: off\napp-id: [A.b, C.d]\ncors: 'http://a:1'\nno-admin: true\n"
    (tmp_path / "mock-api.yaml").write_text(text)
    first = here("serve", "--print-config")
    (tmp_path / "again.yaml").write_text(first.stdout)
    again = shown(here("serve", "--print-config", "--config", "again.yaml"))
    assert {name: value for name, (value, _) in again.items()} == {
        name: value for name, (value, _) in shown(first).items()
    }
    assert list(yaml.safe_load(first.stdout)) == list(again)


def test_a_secret_is_masked(here: Run) -> None:
    done = here("serve", "--print-config", MOCK_API_ADMIN_TOKEN="s3cret")
    assert "s3cret" not in done.stdout + done.stderr
    assert shown(done)["admin-token"] == ("********", "MOCK_API_ADMIN_TOKEN")


def test_init_writes_every_option_with_its_default(here: Run, tmp_path: Path) -> None:
    plain = shown(here("serve", "--print-config"))
    assert here("init").returncode == 0
    file = tmp_path / "mock-api.yaml"
    text = file.read_text()
    assert shown(here("serve", "--print-config")) == plain
    file.write_text(re.sub(r"^#(?! )", "", text, flags=re.MULTILINE))
    written = shown(here("serve", "--print-config"))
    assert {name: value for name, (value, _) in written.items()} == {
        name: value for name, (value, _) in plain.items()
    }
    assert list(yaml.safe_load(file.read_text())) == list(plain)
    assert [name for name, (_, origin) in written.items() if "line" in origin] == [
        name for name, (value, _) in plain.items() if value
    ]


def test_init_replaces_nothing_unasked(here: Run, tmp_path: Path) -> None:
    file = tmp_path / "mock-api.yaml"
    file.write_text("port: 1\n")
    done = here("init")
    assert done.returncode == 1
    assert "--force" in done.stderr
    assert file.read_text() == "port: 1\n"
    assert here("init", "--force").returncode == 0
    assert "#port: 3000" in file.read_text()
    assert here("init", "none/mock-api.yaml").returncode == 1


# Refusing

MALFORMED = {
    "an unknown name": (b"rate-limt: off\n", 'line 1, column 1: there is no option "rate-limt"; did you mean "rate'),
    "a name twice": (b"port: 1\n\nport: 2\n", "line 3, column 1"),
    "a wrong type": (b"port: [1]\n", "line 1, column 7"),
    "a value out of range": (b"# x\nport: 70000\n", "line 2, column 7"),
    "no UTF-8": (b"port: 1\ncors: \xff\n", "line 2, column 7"),
    "a NUL": (b"port: \x001\n", "line 1, column 7"),
    "UTF-16": ("port: 1\n".encode("utf-16"), "UTF-8"),
    "an alias bomb": (b"a: &a [x, x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (n, n) for n in range(50)), "anchors"),
    "an alias as a key": (b"port: 1\n*a : 1\n", "line 2, column 1"),
    "deep nesting": (b"app-id: " + b"[" * 500_000, "list of lists"),
    "a program": (b"\x7fELF\x02\x01\x01\x00", "line 1"),
    "too much": (b"#" * ((1 << 20) + 1), "larger than 1048576 bytes"),
}


@pytest.mark.parametrize(("content", "reason"), MALFORMED.values(), ids=MALFORMED.keys())
@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["exec", "--", "true"]], ids=["serve", "exec"])
def test_a_bad_file_is_a_usage_error(
    here: Run, tmp_path: Path, command: list[str], content: bytes, reason: str
) -> None:
    (tmp_path / "mock-api.yaml").write_bytes(content)
    done = here(*command)
    assert done.returncode == 2, done.stderr
    assert "mock-api.yaml" in done.stderr
    assert reason in done.stderr
    assert "Listening" not in done.stdout


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def make_dangling(path: Path) -> None:
    path.symlink_to(path.with_name("gone"))


def make_unreadable(path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path.write_text("port: 1\n")
    path.chmod(0)


UNREADABLE = {
    "a folder": (Path.mkdir, "this is a folder"),
    "a pipe": (make_pipe, "not a regular file"),
    "a socket": (make_socket, "not a regular file"),
    "a loop of links": (make_loop, "loop of symbolic links"),
    "a link to nothing": (make_dangling, "does not exist"),
    "a file of somebody else's": (make_unreadable, "permission denied"),
}


@pytest.mark.parametrize(("make", "reason"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_a_usage_error(
    here: Run, tmp_path: Path, make: Callable[[Path], None], reason: str
) -> None:
    make(tmp_path / "mock-api.yaml")
    done = here("serve", "--port", "0")
    assert done.returncode == 2, done.stderr
    assert reason in done.stderr


@pytest.mark.parametrize("path", ["gone.yaml", "/dev/null", "/dev/zero", "a" * 5000])
def test_a_named_file_must_be_a_file(here: Run, path: str) -> None:
    done = here("serve", "--port", "0", "--config", path)
    assert done.returncode == 2
    assert path in done.stderr


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [("--delay", "11m", "at most 10m"), ("--delay", "600001ms", "at most 10m"), ("--sockjs-client", "x", "a URL such as"),
     ("--sockjs-client", "https://", "a URL such as"), ("--sockjs-client", "//host/x.js", "a URL such as")],
)  # fmt: skip
def test_a_value_out_of_range_is_a_usage_error(here: Run, option: str, value: str, reason: str) -> None:
    done = here("serve", "--port", "0", option, value)
    assert done.returncode == 2, done.stderr
    assert reason in done.stderr


def test_exec_has_a_port_and_rows_of_its_own(here: Run, tmp_path: Path) -> None:
    (tmp_path / "mock-api.yaml").write_text("port: 1\ndata-dir: kept\nrate-limit: off\n")
    done = here("exec", "--fail-on", "none", "--", "sh", "-c", "echo $PORT")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1
    assert not (tmp_path / "kept").exists()


# Watching


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a configuration, and seeds of its own."""
    shutil.copytree(SEEDS, tmp_path / "seeds")
    (tmp_path / "mock-api.yaml").write_text("rate-limit: off\nseeds: seeds\nsensor-interval: off\n")
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    """Changes a file as editors do: by another one that takes its place."""
    text = file.read_text()
    assert old in text
    copy = file.with_name(f".{file.name}.new")
    copy.write_text(text.replace(old, new))
    copy.replace(file)


def watching(start: Start, project: Path, *options: str) -> MockServer:
    return start("--config", str(project / "mock-api.yaml"), "--watch", *options)


def test_a_socket_stays_open_while_new_seeds_come(start: Start, project: Path) -> None:
    server = watching(start, project)
    assert server.request("GET", "/users/1").json()["name"] == "Leanne Graham"
    with connect(f"ws://127.0.0.1:{server.port}/ws") as live:
        live.send('{"type":"subscribe","channels":["profile_updates"]}')
        assert "subscribed" in live.recv(10)
        edit(project / "seeds/interspace/demo/profiles.json", "John Doe", "John Roe")
        edit(project / "seeds/jsonplaceholder/demo/users.json", "Leanne Graham", "Leandra Graham")
        assert "John Roe" in live.recv(WAIT_S)
        live.send('{"type":"ping"}')
        assert "pong" in live.recv(10)
    assert server.request("GET", "/users/1").json()["name"] == "Leandra Graham"
    until(lambda: "what clients wrote there is gone" in server.stderr, server)


def test_what_a_data_folder_keeps_outlives_new_seeds(start: Start, project: Path) -> None:
    server = watching(start, project, "--data-dir", str(project / "data"))
    created = server.request("POST", "/posts", body={"title": "Kept", "userId": 1}).json()
    edit(project / "seeds/interspace/demo/profiles.json", "John Doe", "John Roe")
    until(lambda: "records in the data folder stay until a reset" in server.stderr, server)
    assert server.request("GET", f"/posts/{created['id']}").json()["title"] == "Kept"


def test_settings_change_and_others_want_a_restart(start: Start, project: Path) -> None:
    server = watching(start, project)
    file = project / "mock-api.yaml"
    assert "x-ratelimit-limit" not in server.request("GET", "/v1/lotes").headers
    edit(file, "rate-limit: off", "rate-limit: 70/7\ncors: off\nlog-level: notice\nmax-worlds: 1\nadmin-token: s3cret")
    until(lambda: "x-ratelimit-limit" in server.request("GET", "/v1/lotes").headers, server)
    answer = server.request("GET", "/v1/lotes")
    assert answer.headers["x-ratelimit-limit"] == "7"
    assert "access-control-allow-origin" not in answer.headers
    assert server.request("GET", "/_mock/clock").status == 200
    until(lambda: "max-worlds was changed" in server.stderr, server)
    assert "restarted" in server.stderr
    assert "s3cret" not in server.stderr
    before = server.stderr.count("GET /v1/lotes")
    server.request("GET", "/v1/lotes")
    # Lines come in order: what the request had would stand before this one.
    edit(file, "cors: off", "cors: of")
    until(lambda: "not applied; nothing changed" in server.stderr, server)
    assert server.stderr.count("GET /v1/lotes") == before


def test_a_broken_file_changes_nothing_and_is_explained(start: Start, project: Path) -> None:
    server = watching(start, project)
    file = project / "mock-api.yaml"
    edit(file, "rate-limit: off", "rate-limit: 70/7\ncorse: off")
    until(lambda: 'did you mean "cors"?' in server.stderr, server)
    assert "not applied; nothing changed" in server.stderr
    assert "x-ratelimit-limit" not in server.request("GET", "/v1/lotes").headers
    edit(file, "corse", "cors")
    until(lambda: "x-ratelimit-limit" in server.request("GET", "/v1/lotes").headers, server)
    seeds = project / "seeds/jsonplaceholder/demo/users.json"
    edit(seeds, "[", "{")
    until(lambda: "is not valid JSON" in server.stderr, server)
    assert server.request("GET", "/users/1").status == 200


def test_a_file_that_vanishes_for_a_moment_changes_nothing(start: Start, project: Path) -> None:
    file = project / "mock-api.yaml"
    edit(file, "rate-limit: off", "rate-limit: 70/7")
    server = watching(start, project, "--log-level", "debug")
    text = file.read_text()
    file.unlink()
    until(lambda: "is missing; it may come back" in server.stderr, server)
    assert server.request("GET", "/v1/lotes").headers["x-ratelimit-limit"] == "7"
    file.write_text(text.replace("70/7", "70/8"))
    until(lambda: server.request("GET", "/v1/lotes").headers["x-ratelimit-limit"] == "8", server)
    assert "is gone" not in server.stderr


def test_faults_follow_their_file(start: Start, project: Path) -> None:
    faults = project / "faults.json"
    faults.write_text("[]")
    edit(project / "mock-api.yaml", "rate-limit: off", "faults: faults.json")
    server = watching(start, project)
    faults.write_text('[{"match": {"path": "/users"}, "fault": {"type": "status", "status": 418}}]')
    until(lambda: server.request("GET", "/users").status == 418, server)
    faults.write_text("[]")
    until(lambda: server.request("GET", "/users").status == 200, server)


def test_what_cannot_be_read_keeps_nobody_waiting(start: Start, project: Path) -> None:
    (project / "faults.json").write_text("[]")
    edit(project / "mock-api.yaml", "rate-limit: off", "faults: faults.json")
    server = watching(start, project)
    (project / "faults.json").unlink()
    os.mkfifo(project / "faults.json")
    until(lambda: "not a regular file" in server.stderr, server)
    os.mkfifo(project / "seeds" / "pipe.json")
    (project / "faults.json").unlink()
    (project / "faults.json").write_text("[]")
    until(lambda: "pipe.json: this is not a regular file" in server.stderr, server)
    assert server.request("GET", "/users/1").status == 200
    server.stop()


def test_a_file_may_come_and_go(binary: Path, tmp_path: Path) -> None:
    file = tmp_path / "mock-api.yaml"
    server = launch(binary, tmp_path / "out", ["--port", "0", "--watch"], {}, cwd=tmp_path)
    try:
        assert "access-control-allow-origin" in server.request("GET", "/users/1").headers
        file.write_text("cors: off\n")
        until(lambda: "access-control-allow-origin" not in server.request("GET", "/users/1").headers, server)
        file.unlink()
        until(lambda: "access-control-allow-origin" in server.request("GET", "/users/1").headers, server)
        server.stop()
    finally:
        server.kill()


def test_a_data_folder_that_cannot_be_written_is_reported(binary: Path, tmp_path: Path) -> None:
    """A file stands where the folder should be: also for root, who may write anywhere else."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "default.sqlite").mkdir()
    (tmp_path / "file").write_text("")
    for name, reason in (("file", "cannot be made"), ("folder", "cannot be used")):
        done = subprocess.run(
            [binary, "serve", "--port", "0", "--data-dir", str(tmp_path / name)],
            capture_output=True, text=True, timeout=20, check=False, env=environment(),
        )  # fmt: skip
        assert done.returncode != 0
        assert reason in done.stderr
        assert name in done.stderr
