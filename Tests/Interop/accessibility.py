"""What axe-core finds wrong with a page by the rules of WCAG 2.2, A and AA."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from browser_page import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Rules that a change of colours alone can break.
COLOURS = ["color-contrast", "link-in-text-block"]
# The script that the package carries; the package's own classes are for Playwright, which nobody needs here.
SOURCE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, rules: Sequence[str] = (), within: str = "html") -> list[str]:
    """A line for each element that breaks a rule: of all rules, or of the given ones; within what a selector finds.

    The script goes in by the browser's protocol: the page's Content-Security-Policy allows no other way, and is left as
    it is.
    """
    if not page.value("typeof axe === 'object'"):
        page.run(f"{SOURCE}; undefined")
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
    found: list[dict[str, Any]] = page.value(
        f"axe.run({json.dumps(within)}, {json.dumps(options)}).then((it) => it.violations)"
    )
    return [line(rule, node) for rule in found for node in rule["nodes"]]


def line(rule: dict[str, Any], node: dict[str, Any]) -> str:
    """What is wrong with an element."""
    reasons = [check["message"] for check in node["any"] + node["all"] + node["none"]]
    place = " ".join(map(str, node["target"]))
    return f"{rule['id']} at {place}: {'; '.join(reasons) or rule['help']} in {node['html'][:200]}"
