"""The recipes for test tools: those for tools that Linux has are run, the others are read."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from mock_server import MockServer

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "clients/recipes"
# Maestro's scripts know `http` and `output`, and wait for each response.
MAESTRO = """
const { execFileSync } = require('node:child_process');
const call = (method, url, body) => {
  const sent = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', body];
  const out = execFileSync('curl', ['-s', '-X', method, '-w', '\\n%{http_code}', ...sent, url]).toString();
  const end = out.lastIndexOf('\\n');
  const status = Number(out.slice(end + 1));
  return { ok: status < 300, status, body: out.slice(0, end) };
};
globalThis.http = { post: (url, given) => call('POST', url, given.body), delete: (url) => call('DELETE', url) };
globalThis.output = JSON.parse(process.argv[2]);
Object.assign(globalThis, { MOCK: process.argv[3], APP_HOST: process.argv[4] });
require('node:vm').runInThisContext(require('node:fs').readFileSync(process.argv[5], 'utf8'));
console.log(JSON.stringify(output));
"""


def test_playwright() -> None:
    pytest.importorskip("playwright")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mock_api_testing.plugin", "-p", "no:cacheprovider",
               "-o", "addopts=", str(RECIPES / "playwright")]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "clients/python/src"), "CHROMIUM": chromium}
    environment.pop("MOCK_API_URL", None)
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout


def maestro(server: MockServer, script: str, output: dict[str, str], tmp_path: Path) -> dict[str, str]:
    runner = tmp_path / "runner.js"
    runner.write_text(MAESTRO, encoding="utf-8")
    command = ["node", str(runner), json.dumps(output), server.base_url, f"localhost:{server.port}"]
    run = subprocess.run([*command, str(RECIPES / "maestro" / script)], capture_output=True, text=True, check=False)
    if run.returncode:
        raise AssertionError(run.stderr)
    return dict(json.loads(run.stdout))


def test_the_scripts_of_maestro(server: MockServer, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    output = maestro(server, "world.js", {}, tmp_path)
    assert output["baseUrl"] == f"http://localhost:{server.port}/_w/{output['world']}"
    with pytest.raises(AssertionError, match="nearest"):
        maestro(server, "verify.js", output, tmp_path)
    output = maestro(server, "world.js", {}, tmp_path)
    path = f"/_w/{output['world']}/posts"
    assert server.request("GET", path).status == 503
    assert server.request("GET", path).json()[0]["title"] == "Hello"
    maestro(server, "verify.js", output, tmp_path)
    worlds = server.request("GET", "/_mock/worlds").json()["worlds"]
    assert output["world"] not in [world["id"] for world in worlds]


def test_the_other_files_are_well_formed() -> None:
    for file in RECIPES.rglob("*.py"):
        ast.parse(file.read_text(encoding="utf-8"))
    for file in RECIPES.rglob("*.y*ml"):
        documents = list(yaml.safe_load_all(file.read_text(encoding="utf-8")))
        assert all(documents), file
    if shutil.which("node"):
        for file in [*RECIPES.rglob("*.js"), *RECIPES.rglob(".*.js")]:
            subprocess.run(["node", "--check", str(file)], check=True)
    if shutil.which("swiftc"):
        subprocess.run(["swiftc", "-parse", str(RECIPES / "xcuitest/PostsUITests.swift")], check=True)


def test_every_recipe_is_in_the_guide() -> None:
    guide = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\(\.\./clients/recipes/([\w-]+)\)", guide))
    assert linked == {folder.name for folder in RECIPES.iterdir() if folder.is_dir()}
