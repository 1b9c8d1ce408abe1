"""A person at a page: finds things by what they are called, and uses mouse and keyboard. Each use is counted."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from browser_page import Page

# An expression that gives a function.
FIND = Path(__file__).parent.joinpath("js/find-element.js").read_text(encoding="utf-8").strip()

Place = tuple[str, str | None]
MOST_TABS = 150


class Found(NamedTuple):
    """An element that was found."""

    x: float
    y: float
    facts: dict[str, Any]


class User:
    """Clicks, keys and texts of one person; a text that is typed into a field counts once, as a click or a key does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps: list[str] = []

    @property
    def count(self) -> int:
        """The interactions so far."""
        return len(self.steps)

    def look_for(
        self, role: str, name: str | None, within: Place | None = None, *, scroll: bool = False
    ) -> Found | None:
        """What is there now."""
        arguments = ", ".join(json.dumps(each) for each in (role, name, within, scroll))
        told = self.page.value(f"{FIND}({arguments})")
        return Found(told["x"], told["y"], told) if told else None

    def find(self, role: str, name: str | None, within: Place | None = None) -> Found:
        """Waits until it is there, stays where it is, can be used, and nothing lies over it."""
        deadline = time.monotonic() + self.page.patience_s
        found = None
        while time.monotonic() < deadline:
            last, found = found, self.look_for(role, name, within, scroll=True)
            if found and found.facts["isFree"] and not found.facts["isDisabled"] and last and last[:2] == found[:2]:
                return found
            time.sleep(0.03)
        shown = self.page.value("document.body.innerText")
        raise AssertionError(f"no {role} {name!r} in {within}: {found and found.facts}; after {self.steps}; {shown}")

    def sees(self, text: str, role: str = "main", name: str | None = None, within: Place | None = None) -> str:
        """Waits until a text stands in an element, and gives all that it says."""
        deadline = time.monotonic() + self.page.patience_s
        while True:
            found = self.look_for(role, name, within)
            if found and text.lower() in found.facts["text"].lower():
                return str(found.facts["text"])
            if time.monotonic() > deadline:
                shown = self.page.value("document.body.innerText")
                raise AssertionError(f"{text!r} is not in {role} {name!r} in {within}; after {self.steps}; {shown}")
            time.sleep(0.03)

    def sees_status(self, text: str) -> None:
        """Waits until the page's status line says something."""
        said = "document.getElementById('said').innerText.toLowerCase()"
        self.page.wait_for(f"{said}.includes({json.dumps(text.lower())})")

    def click(self, role: str, name: str | None, within: Place | None = None) -> None:
        """Clicks something in its middle."""
        found = self.find(role, name, within)
        self.steps.append(f"click {role} {found.facts['name'][:60]!r}")
        self.page.click(found.x, found.y)

    def click_to_see(self, role: str, name: str, text: str) -> None:
        """Clicks something that others may push away meanwhile, again until a text is seen."""
        deadline = time.monotonic() + self.page.patience_s
        while True:
            self.click(role, name)
            pause = time.monotonic() + 3
            while time.monotonic() < pause:
                found = self.look_for("main", None, None)
                if found and text.lower() in found.facts["text"].lower():
                    return
                time.sleep(0.03)
            if time.monotonic() > deadline:
                self.sees(text)
                return

    def fill(self, name: str, text: str, within: Place | None = None, role: str = "textbox") -> None:
        """Clicks into a field and types in place of what is there."""
        found = self.find(role, name, within)
        self.page.click(found.x, found.y)
        self.page.press("a", "Control")
        self.page.type(text)
        self.steps.append(f"type {text[:60]!r} into {found.facts['name']!r}")

    def choose(self, name: str, option: str, within: Place | None = None) -> None:
        """Chooses an option of a list by its first letters.

        The label is clicked, or Tab pressed until the list has the focus: headless browsers show no pop-up.
        """
        found = self.find("combobox", name, within)
        # A list may be filled by what the server answers.
        self.page.wait_for("[...document.querySelectorAll('select')].every((list) => list.options.length > 0)")
        before = len(self.steps)
        if found.facts["beside"]:
            self.page.click(*found.facts["beside"])
        else:
            self.tab_to("combobox", name, within)
        self.page.type(option)
        self.page.press("Enter")
        # A person opens the list and clicks.
        self.steps[before:] = [f"choose {option!r} of {found.facts['name']!r}"]
        after = self.find("combobox", name, within)
        assert str(after.facts["chosen"]).lower().startswith(option.lower()), after

    def press(self, key: str, *modifiers: str) -> None:
        """Presses a key."""
        self.page.press(key, *modifiers)
        self.steps.append("+".join([*modifiers, key]))

    def type(self, text: str) -> None:
        """Types into what has the focus."""
        self.page.type(text)
        self.steps.append(f"type {text[:60]!r}")

    def tab_to(self, role: str, name: str | None, within: Place | None = None) -> None:
        """Presses Tab until something has the focus, which must be in sight."""
        self.find(role, name, within)
        for _ in range(MOST_TABS):
            found = self.look_for(role, name, within)
            if found and found.facts["isFocused"]:
                return
            self.page.press("Tab")
            self.steps.append("Tab")
        raise AssertionError(f"Tab does not lead to {role} {name!r} in {within}")
