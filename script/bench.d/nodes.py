"""Several servers: requests per second of one server and of three nodes behind HAProxy, and what HAProxy takes."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

import balancer
import server
import wrk
from effort import Effort
from processes import Failure
from rows import SERVERS
from wrk import Load

NODES = ("n0", "n1", "n2")
# Worlds that take turns, as many on each node.
WORLDS_OF_A_NODE = 4
PATH = "/posts/1"


def measure(binary: Path, effort: Effort) -> dict:
    """Measures one server directly, one node behind HAProxy, and three nodes behind HAProxy, in rounds.

    The load is the same each time: wrk's connections ask the same record of twelve worlds in turn. Load, HAProxy and
    nodes share the machine's processors, so the figures of three nodes say what they cost rather than what they gain
    on machines of their own.
    """
    if reason := balancer.missing(balancer.HAPROXY):
        return {"missing": reason}
    rates: dict[str, list[float]] = {"direct": [], "one": [], "three": []}
    with contextlib.ExitStack() as stack:
        started = {name: stack.enter_context(server.running(binary, (*SERVERS["quiet"], "--node", name))) for name in NODES}
        ports = [each.port for each in started.values()]
        front, _ = stack.enter_context(balancer.running(balancer.HAPROXY, ports))
        worlds = {name: [create(each.port) for _ in range(len(NODES) * WORLDS_OF_A_NODE)] for name, each in started.items()}
        spread = [world for each in worlds.values() for world in each[:WORLDS_OF_A_NODE]]
        sides = {"direct": (ports[0], worlds["n0"]), "one": (front, worlds["n0"]), "three": (front, spread)}
        load = Load(effort.connections, effort.seconds)
        for number in range(effort.rounds):
            for name, (port, asked) in sides.items():
                print(f"round {number + 1} of {effort.rounds}: nodes, {name}", file=sys.stderr)
                rates[name].append(rate(port, asked, load))
    return {
        "worlds": len(spread),
        "processors": os.cpu_count(),
        **{f"{name}_rate": sorted(all_runs)[len(all_runs) // 2] for name, all_runs in rates.items()},
        "runs": rates,
    }


def create(port: int) -> str:
    """Creates a world at a node, and reads there what will be asked."""
    created = server.ask(port, "POST", "/_mock/worlds", {"Content-Type": "application/json"}, "{}")
    if created.status != 201:
        raise Failure(f"POST /_mock/worlds was answered {created.status}: {created.body[:300]!r}")
    return str(json.loads(created.body)["id"])


def rate(port: int, worlds: list[str], load: Load) -> float:
    """Successful requests per second of one run."""
    run = wrk.run_in_turn(port, [f"/_w/{world}{PATH}" for world in worlds], load)
    if run.refused or run.broken or not run.requests:
        raise Failure(f"nodes: {run.requests} answers, {run.refused} of them refusals, and {run.broken} failures")
    return run.rate


def lines(result: dict) -> list[str]:
    """The result for people."""
    if "missing" in result:
        return [f"several nodes were not measured: {result['missing']}"]
    return [
        f"{result['worlds']} worlds on {result['processors']} processors, wrk included: "
        f"one server {result['direct_rate']:.0f} req/s, one node behind HAProxy {result['one_rate']:.0f} req/s, "
        f"three nodes behind HAProxy {result['three_rate']:.0f} req/s"
    ]
