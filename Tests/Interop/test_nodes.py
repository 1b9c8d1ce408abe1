"""Several servers: `--node`, and three nodes behind the load balancers of docker/nodes, with the Python kit unchanged."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from mock_server import RESPONSE_TIMEOUT_S, WAIT_S, MockServer, launch
from stomp_socket import opened

REPOSITORY = Path(__file__).parents[2]
sys.path.append(str(REPOSITORY / "script" / "bench.d"))
sys.path.append(str(REPOSITORY / "clients" / "python" / "src"))
import balancer
import mock_api_testing
from mock_api_testing.errors import CallRefusedError

NODES = ("n0", "n1", "n2")
OPTIONS = ["--rate-limit", "off", "--sensor-interval", "off", "--log-level", "warning"]


@pytest.fixture(scope="module")
def node(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """One node, asked directly."""
    running = launch(binary, tmp_path_factory.mktemp("node"), ["--port", "0", "--node", "b", *OPTIONS], {})
    yield running
    running.stop()


def create(server: MockServer, **body: Any) -> str:
    """Creates a world and gives its id."""
    response = server.request("POST", "/_mock/worlds", body=body)
    assert response.status == 201, response
    world = response.json()
    assert world["basePath"] == f"/_w/{world['id']}"
    return str(world["id"])


# The option


def test_ids_of_worlds_begin_with_the_name_of_their_node(node: MockServer) -> None:
    assert create(node).startswith("b-w")
    assert create(node, id="checkout") == "b-checkout"
    assert create(node, id="b-ready") == "b-ready"
    assert create(node, id="a-test-of-mine") == "b-a-test-of-mine"
    taken = node.request("POST", "/_mock/worlds", body={"id": "checkout"})
    assert (taken.status, taken.json()["error"]["message"]) == (409, "there is a world of that name already")
    assert node.request("POST", "/_mock/worlds", body={"id": "default"}).status == 409
    assert create(node, id="x" * 62) == "b-" + "x" * 62
    too_long = node.request("POST", "/_mock/worlds", body={"id": "x" * 63})
    assert too_long.status == 422 and "that includes its beginning b-" in too_long.json()["error"]["message"]


def test_a_world_of_another_node_is_refused_with_advice(node: MockServer) -> None:
    elsewhere = "a-checkout"
    answers = {
        "path": node.request("GET", f"/_w/{elsewhere}/posts/1"),
        "header": node.request("GET", "/posts/1", headers={"X-Mock-World": elsewhere}),
        "control call": node.request("GET", f"/_w/{elsewhere}/_mock/clock"),
        "world": node.request("GET", f"/_mock/worlds/{elsewhere}"),
        "deletion": node.request("DELETE", f"/_mock/worlds/{elsewhere}"),
        "copy": node.request("POST", "/_mock/worlds", body={"from": f"world:{elsewhere}"}),
        "stream": node.request("GET", f"/_mock/stream?world={elsewhere}"),
    }
    for place, answer in answers.items():
        text = answer.body.decode()
        assert answer.status in (400, 404), (place, text)
        assert 'this is the node \\"b\\"' in text and 'begin with \\"b-\\"' in text, (place, text)
        assert "load balancer must route" in text and elsewhere in text, (place, text)
    assert {answers[place].status for place in ("path", "header", "control call")} == {400}


def test_an_ended_world_of_this_node_is_no_matter_of_routing(node: MockServer) -> None:
    message = node.request("GET", "/_w/b-long-gone/v1/lotes").json()["error"]["message"]
    assert "does not exist" in message and "load balancer" not in message


def test_a_token_of_another_node_is_refused_with_advice(start: Callable[..., MockServer], node: MockServer) -> None:
    other = start("--node", "a", "--rate-limit", "off")
    world = create(other, id="signed-in")
    scoped = {"X-Mock-World": world}
    credentials = {"email": "usuario@example.com", "password": "password123"}
    token = other.request("POST", "/v1/auth/login", body=credentials, headers=scoped).json()["token"]
    assert other.request("GET", "/v1/lotes", token=token).status == 200
    misrouted = node.request("GET", "/v1/lotes", token=token)
    assert misrouted.status == 400 and 'this is the node \\"b\\"' in misrouted.body.decode(), misrouted


def test_health_names_the_node(node: MockServer, server: MockServer) -> None:
    assert node.request("GET", "/_mock/health").json()["node"] == "b"
    assert "node" not in server.request("GET", "/_mock/health").json()


@pytest.mark.parametrize("name", ["", "a-b", "a.b", "ñ", "x" * 17])
def test_a_name_is_letters_and_digits(run: Callable[..., subprocess.CompletedProcess[str]], name: str) -> None:
    refused = run("serve", "--port", "0", "--node", name)
    assert refused.returncode == 2
    assert "--node must be 1 to 16 letters and digits" in refused.stderr, refused.stderr


def test_the_configuration_file_names_the_node(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    file = tmp_path / "mock-api.yaml"
    file.write_text("node: 7\n", encoding="utf-8")
    shown = run("serve", "--config", str(file), "--print-config")
    assert shown.returncode == 0 and yaml.safe_load(shown.stdout)["node"] == 7, shown
    # exec starts a server of its own, which stands alone.
    listed = run("exec", "--config", str(file), "--workers", "1", "--", "sh", "-c", "echo $MOCK_API_URL_1")
    assert listed.stdout.strip().endswith("/_w/worker-1"), listed


# Three nodes behind a load balancer


class Cluster:
    """Three nodes, each of which can be lost and come back."""

    def __init__(self, binary: Path, folder: Path) -> None:
        self.binary, self.folder = binary, folder
        self.nodes = {name: self._launch(name, 0) for name in NODES}

    def _launch(self, name: str, port: int) -> MockServer:
        options = ["--port", str(port), "--node", name, *OPTIONS]
        return launch(self.binary, self.folder / name, options, {})

    def lose(self, name: str) -> None:
        """Ends a node without warning."""
        self.nodes[name].kill()

    def bring_back(self, name: str) -> None:
        """Starts a lost node again, at the same address."""
        self.nodes[name] = self._launch(name, self.nodes[name].port)

    def stop(self) -> None:
        """Ends all."""
        for each in self.nodes.values():
            each.stop()


class Balanced(NamedTuple):
    """The nodes, and the load balancer in front of them, asked as if it were a server."""

    kind: str
    cluster: Cluster
    front: MockServer


@pytest.fixture(scope="module", params=[balancer.HAPROXY, balancer.NGINX])
def balanced(
    binary: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Balanced]:
    """The nodes behind each of the load balancers."""
    if reason := balancer.missing(request.param):
        pytest.skip(reason)
    cluster = Cluster(binary, tmp_path_factory.mktemp(request.param))
    with balancer.running(request.param, [each.port for each in cluster.nodes.values()]) as (port, _):
        yield Balanced(request.param, cluster, replace(cluster.nodes["n0"], port=port))
    cluster.stop()


@pytest.fixture
def cluster(balanced: Balanced) -> Cluster:
    """The nodes."""
    return balanced.cluster


@pytest.fixture
def front(balanced: Balanced) -> MockServer:
    """The load balancer."""
    return balanced.front


@pytest.fixture
def kit(front: MockServer) -> mock_api_testing.MockServer:
    """The Python kit at the load balancer."""
    return mock_api_testing.MockServer(front.base_url)


def node_of(world: str) -> str:
    """The node that the id of a world begins with."""
    name, separator, _ = world.partition("-")
    assert separator and name in NODES, world
    return name


def test_64_worlds_are_spread_over_the_nodes_and_share_nothing(
    cluster: Cluster, front: MockServer, kit: mock_api_testing.MockServer
) -> None:
    with ThreadPoolExecutor(16) as pool, contextlib.ExitStack() as ends:
        worlds = list(pool.map(lambda number: kit.worlds.make(f"test {number}"), range(64)))
        for world in worlds:
            ends.callback(world.close)

        def use(world: mock_api_testing.World) -> None:
            title = {"title": world.id, "body": "-", "userId": 1}
            made = front.request("POST", f"/_w/{world.id}/posts", body=title)
            assert (made.status, made.json()["id"]) == (201, 101), made
            if len(world.id) % 2:
                read = front.request("GET", "/posts/101", headers={"X-Mock-World": world.id})
            else:
                read = front.request("GET", f"/_w/{world.id}/posts/101")
            assert read.json()["title"] == world.id
            assert len(world.requests.list()) == 2
            world.clock.freeze("2026-06-01T08:00:00Z")
            assert world.clock.get().frozen and world.info().id == world.id

        list(pool.map(use, worlds))
        counts = Counter(node_of(world.id) for world in worlds)
        assert set(counts) == set(NODES), counts
        for world in worlds:
            own = cluster.nodes[node_of(world.id)]
            assert own.request("GET", f"/_mock/worlds/{world.id}").json()["requests"] == 2
        assert front.request("GET", "/posts/101").status == 404
    assert all(each.request("GET", "/_mock/health").json()["worlds"] == 1 for each in cluster.nodes.values())


def end(world: mock_api_testing.World) -> None:
    """Deletes a world, which may have ended with its node."""
    with contextlib.suppress(CallRefusedError):
        world.close("ignore")


def worlds_of_all_nodes(kit: mock_api_testing.MockServer, ends: contextlib.ExitStack) -> dict[str, mock_api_testing.World]:
    """A world of each node."""
    found: dict[str, mock_api_testing.World] = {}
    deadline = time.monotonic() + WAIT_S
    while len(found) < len(NODES):
        assert time.monotonic() < deadline, f"new worlds are on {sorted(found)} only"
        try:
            world = kit.worlds.make("of a node")
        except CallRefusedError as error:
            # All nodes were lost until now.
            assert error.status == 503, error
            continue
        if found.setdefault(node_of(world.id), world) is world:
            ends.callback(end, world)
        else:
            world.close()
    return found


def test_sockets_and_streams_reach_the_node_of_their_world(front: MockServer, kit: mock_api_testing.MockServer) -> None:
    with contextlib.ExitStack() as ends:
        for name, world in worlds_of_all_nodes(kit, ends).items():
            sides = {"path": {"path": f"/_w/{world.id}/ws/greenhouse"}}
            sides["header"] = {"path": "/ws/greenhouse", "additional_headers": world.headers}
            for side in sides.values():
                with opened(front, **side) as socket:
                    socket.connect()
                    socket.subscribe("/topic/news")
                    world.messages.publish("/topic/news", {"of": name})
                    assert json.loads(socket.receive("MESSAGE").body) == {"of": name}
                    [listed] = world.sockets.list()
                    assert listed.path.endswith("/ws/greenhouse")
            # An event comes while the response is under way, so nothing holds it back.
            connection = http.client.HTTPConnection(front.host, front.port, timeout=RESPONSE_TIMEOUT_S)
            with contextlib.closing(connection):
                connection.request("GET", f"/_w/{world.id}/_mock/stream")
                stream = connection.getresponse()
                assert stream.getheader("Content-Type") == "text/event-stream"
                assert front.request("GET", f"/_w/{world.id}/posts/7").status == 200
                while "/posts/7" not in (line := stream.readline().decode()):
                    assert line, "the stream ended"


def test_control_calls_find_worlds_by_every_way_to_name_them(front: MockServer, kit: mock_api_testing.MockServer) -> None:
    with contextlib.ExitStack() as ends:
        for world in worlds_of_all_nodes(kit, ends).values():
            assert front.request("GET", f"/_mock/worlds/{world.id}").json()["id"] == world.id
            by_header = front.request("GET", "/_mock/health", headers=world.headers).json()
            assert (by_header["world"], by_header["node"]) == (world.id, node_of(world.id))
            copy = front.request("POST", "/_mock/worlds", body={"from": f"world:{world.id}"}, headers=world.headers)
            assert copy.status == 201, copy
            assert node_of(copy.json()["id"]) == node_of(world.id)
            assert front.request("DELETE", f"/_mock/worlds/{copy.json()['id']}").status == 204
    assert front.request("GET", "/_mock/worlds").json()["worlds"][0]["id"] == "default"
    unknown = front.request("GET", "/_w/checkout/posts/1")
    assert unknown.status == 400 and 'this is the node \\"n0\\"' in unknown.body.decode()


def test_haproxy_finds_the_world_of_a_token(balanced: Balanced, kit: mock_api_testing.MockServer) -> None:
    if balanced.kind != balancer.HAPROXY:
        pytest.skip("only HAProxy reads tokens")
    front = balanced.front
    with contextlib.ExitStack() as ends:
        for world in worlds_of_all_nodes(kit, ends).values():
            credentials = {"email": "usuario@example.com", "password": "password123"}
            token = front.request("POST", f"/_w/{world.id}/v1/auth/login", body=credentials).json()["token"]
            assert front.request("GET", "/v1/lotes", token=token).status == 200
            assert "/v1/lotes" in {entry.path for entry in world.requests.list()}


def test_a_node_is_lost_and_comes_back(cluster: Cluster, front: MockServer, kit: mock_api_testing.MockServer) -> None:
    with contextlib.ExitStack() as ends:
        worlds = worlds_of_all_nodes(kit, ends)
        cluster.lose("n1")
        lost = front.request("GET", f"/_w/{worlds['n1'].id}/posts/1")
        assert lost.status == 503 and lost.headers["retry-after"] == "2", lost
        assert lost.json()["error"]["code"] == "NODE_UNAVAILABLE"
        assert "does not respond" in lost.json()["error"]["message"]
        with pytest.raises(CallRefusedError, match="NODE_UNAVAILABLE"):
            worlds["n1"].clock.get()
        for name in ("n0", "n2"):
            assert front.request("GET", f"/_w/{worlds[name].id}/posts/1").status == 200
        made = [kit.worlds.make(f"meanwhile {number}") for number in range(6)]
        assert {node_of(world.id) for world in made} == {"n0", "n2"}
        for world in made:
            world.close()
        cluster.bring_back("n1")
        again = worlds_of_all_nodes(kit, ends)["n1"]
        assert front.request("GET", f"/_w/{again.id}/posts/1").status == 200
        gone = front.request("GET", f"/_w/{worlds['n1'].id}/posts/1")
        assert gone.status == 400 and "does not exist" in gone.body.decode()


def test_without_the_node_of_the_default_world_kits_go_on(
    cluster: Cluster, front: MockServer, kit: mock_api_testing.MockServer
) -> None:
    cluster.lose("n0")
    try:
        assert front.request("GET", "/posts/1").status == 503
        world = mock_api_testing.MockServer(front.base_url).worlds.make("without n0")
        assert node_of(world.id) in ("n1", "n2")
        assert front.request("GET", f"/_w/{world.id}/posts/1").status == 200
        world.close()
        cluster.lose("n1")
        cluster.lose("n2")
        nobody = front.request("POST", "/_mock/worlds", body={})
        assert (nobody.status, nobody.json()["error"]["message"]) == (503, "no node responds")
    finally:
        for name in NODES:
            if cluster.nodes[name].process.poll() is not None:
                cluster.bring_back(name)
    with contextlib.ExitStack() as ends:
        worlds_of_all_nodes(kit, ends)


# The files


def test_the_files_of_kubernetes_and_compose_agree() -> None:
    folder = balancer.FOLDER
    objects = list(yaml.safe_load_all((folder / "kubernetes.yaml").read_text(encoding="utf-8")))
    assert all(each["apiVersion"] and each["metadata"]["name"] for each in objects)
    by_kind = {(each["kind"], each["metadata"]["name"]): each for each in objects}
    nodes = by_kind["StatefulSet", "mock-api"]["spec"]
    front = by_kind["Deployment", "mock-api-balancer"]["spec"]
    assert nodes["replicas"] == len(NODES)
    for service, workload in ((nodes["serviceName"], nodes), ("mock-api", front)):
        labels = workload["template"]["metadata"]["labels"]
        assert by_kind["Service", service]["spec"]["selector"] == workload["selector"]["matchLabels"] == labels
    [container] = front["template"]["spec"]["containers"]
    given = {each["name"]: each["value"] for each in container["env"]}
    assert given == {f"NODE_{number}": f"mock-api-{number}.{nodes['serviceName']}:3000" for number in range(len(NODES))}
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    [generated] = kustomization["configMapGenerator"]
    [volume] = front["template"]["spec"]["volumes"]
    assert volume["configMap"]["name"] == generated["name"] and generated["files"] == ["haproxy.cfg"]
    assert all((folder / name).exists() for name in kustomization["resources"])
    services = yaml.safe_load((folder / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert {name: services[name]["environment"]["MOCK_API_NODE"] for name in NODES} == {name: name for name in NODES}
    assert services["balancer"]["environment"] == {f"NODE_{number}": f"n{number}:3000" for number in range(len(NODES))}


def test_kubernetes_accepts_the_form_of_its_file() -> None:
    file = balancer.FOLDER / "kubernetes.yaml"
    commands = {
        "kubeconform": ["-strict", str(file)],
        "kubernetes-validate": ["--strict", "--kubernetes-version", "1.30", str(file)],
    }
    for name, arguments in commands.items():
        if program := shutil.which(name):
            checked = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked
            return
    pytest.skip("neither kubeconform nor kubernetes-validate is installed")
