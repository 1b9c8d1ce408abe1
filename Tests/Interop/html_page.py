"""HTML pages as a strict reader sees them: every element closed where it must be, every address noted."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = set("area base br col embed hr img input link meta source track wbr".split())
ADDRESSES = {"href", "src", "action", "srcset", "poster", "data", "formaction", "content"}


class Page(HTMLParser):
    """A page taken apart; making one fails when its elements do not balance."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        assert html.lower().startswith("<!doctype html>")
        self.feed(html)
        self.close()
        assert not self._open, f"left open: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"an attribute twice in <{tag}>"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise AssertionError(f"<{tag}/> closes itself, which HTML does not know")

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1] == tag, f"</{tag}> within {self._open}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        # Text belongs to all elements around it.
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def attributes(self, tag: str) -> list[dict[str, str]]:
        """The attributes of each element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, tag: str) -> str:
        """The text of the only element of a kind."""
        [text] = self.texts.get(tag, [])
        return text

    @property
    def addresses(self) -> list[str]:
        """Whatever would be fetched or gone to, from attributes and styles."""
        values = [(name, value) for _, attributes in self.elements for name, value in attributes.items()]
        styles = [value for name, value in values if name == "style"] + self.texts.get("style", [])
        found = [value for name, value in values if name in ADDRESSES and (name != "content" or "//" in value)]
        for style in styles:
            found += re.findall(r"url\(\s*['\"]?([^'\")]*)", style) + re.findall(r"@import\s+['\"]([^'\"]*)", style)
        return found
