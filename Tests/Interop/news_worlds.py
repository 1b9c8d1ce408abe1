"""Worlds whose clock stands still, to compare the news that they find."""

from __future__ import annotations

import json

from mock_server import MockServer


class World:
    """A world of its own, at a moment that stands still."""

    def __init__(self, server: MockServer, name: str, moment: str) -> None:
        self.server, self.name = server, name
        assert server.request("POST", "/_mock/worlds", body={"id": name}).status == 201
        self.set_clock(moment)

    def set_clock(self, moment: str) -> None:
        for change in ({"freeze": True}, {"set": moment}):
            self.control("PUT", "/_mock/clock", change)

    def control(self, method: str, path: str, body: object = None) -> bytes:
        answer = self.server.request(method, path, body=body, headers={"X-Mock-World": self.name})
        assert 200 <= answer.status < 300, answer
        return answer.body

    def get(self, target: str) -> bytes:
        return self.control("GET", target)

    def stored(self, **columns: str) -> int:
        """How many articles of those values the world has stored."""
        query = "&".join(["_limit=0", *(f"{name}={value}" for name, value in columns.items())])
        return json.loads(self.get(f"/_mock/data/newsapi_article?{query}"))["total"]

    def delete(self) -> None:
        self.control("DELETE", f"/_mock/worlds/{self.name}")


def store_all(world: World, country: str) -> None:
    """Makes an edit that no answer shows. The world then stores all articles itself, and searches them with SQLite."""
    world.get(f"/v2/top-headlines?apiKey=any&country={country}&category=health")
    rows = json.loads(world.get(f"/_mock/data/newsapi_article?country={country}&_limit=1"))["rows"]
    edit = {"where": {"number": rows[0]["number"]}, "set": {"paragraphs": "[]"}}
    world.control("PATCH", "/_mock/data/newsapi_article", edit)
