"""JSONPlaceholder's reads, asked over HTTP and compared with a model of json-server.

A row may also say what must come: a number of records, or their ids in order. So the model and the server
cannot be wrong together. `{users/3/email}` in a row stands for that value of the data, percent-encoded.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest

from json_server_oracle import RESOURCES, Oracle, assert_same, flattened, js_text, read_json, seeded_oracle, value_at
from mock_server import MockServer, Response

Literal = None | int | list[int] | range

ROUTES: list[tuple[str, Literal]] = [
    ("/users", range(1, 11)),
    ("/posts", range(1, 101)),
    ("/comments", range(1, 501)),
    ("/albums", range(1, 101)),
    ("/todos", range(1, 201)),
    ("/photos", range(1, 5001)),
    ("/users/1", None),
    ("/posts/100", None),
    ("/comments/500", None),
    ("/albums/7", None),
    ("/photos/5000", None),
    ("/todos/200", None),
    ("/posts/0", None),
    ("/posts/01", None),
    ("/posts/-1", None),
    ("/posts/101", None),
    ("/posts/one", None),
    ("/posts/1.0", None),
    ("/users/99999999999999999999", None),
    ("/nada", None),
    ("/post", None),
    ("/nada/1", None),
    ("/posts/1/nada", None),
    ("/posts/1/comments/1", None),
]

NESTED: list[tuple[str, Literal]] = [
    ("/posts/1/comments", range(1, 6)),
    ("/posts/100/comments", range(496, 501)),
    ("/albums/2/photos", range(51, 101)),
    ("/users/3/albums", range(21, 31)),
    ("/users/10/todos", range(181, 201)),
    ("/users/2/posts", range(11, 21)),
    ("/posts/999/comments", []),
    ("/posts/01/comments", []),
    ("/users/0/todos", []),
    ("/posts/1/comments?id=3", [3]),
    ("/posts/1/comments?_sort=id&_order=desc", [5, 4, 3, 2, 1]),
    ("/posts/2/comments?_page=2&_limit=2", [8, 9]),
    ("/users/1/posts?_embed=comments&_limit=2", [1, 2]),
    ("/users/4/todos?completed=true&_sort=title", None),
]

EQUALITY: list[tuple[str, Literal]] = [
    ("/posts?userId=1", range(1, 11)),
    ("/posts?userId=0", []),
    ("/posts?userId=01", []),
    ("/posts?userId=1.0", []),
    ("/posts?userId=%201", []),
    ("/posts?userId=+1", []),
    ("/posts?userId=", []),
    ("/posts?userId", []),
    ("/posts?userId=%31", range(1, 11)),
    ("/posts?user%49d=2", range(11, 21)),
    ("/posts?id=99999999999999999999", []),
    ("/posts?id=1&id=5&id=3", [1, 3, 5]),
    ("/posts?id[]=7&id[]=8", [7, 8]),
    ("/posts?id%5B%5D=9&id%5B%5D=2", [2, 9]),
    ("/posts?id=5&userId=1", [5]),
    ("/posts?id=5&userId=2", []),
    ("/posts?userId=1&userId=2&id=10&id=11&id=21", [10, 11]),
    ("/posts?foo=1", range(1, 101)),
    ("/posts?foo=1&userId=10&bar=", range(91, 101)),
    ("/posts?ID=1", range(1, 101)),
    ("/posts?address.city=x", range(1, 101)),
    ("/posts?_=1700000000000&id=4", [4]),
    ("/todos?completed=true", None),
    ("/todos?completed=false&userId=3", None),
    ("/todos?completed=true&completed=false", range(1, 201)),
    ("/todos?completed=1", []),
    ("/todos?completed=True", []),
    ("/users?address=%5Bobject+Object%5D", range(1, 11)),
    ("/users?address.geo=%5Bobject%20Object%5D", range(1, 11)),
    ("/users?address.geo.alt=1", range(1, 11)),
    ("/users?username={users/2/username}", [2]),
    ("/users?email={users/3/email}", [3]),
    ("/users?name={+users/4/name}", [4]),
    ("/users?name={users/4/name}", [4]),
    ("/users?address.street={+users/5/address.street}&id=5", [5]),
    ("/users?address.geo.lat={users/6/address.geo.lat}", None),
    ("/users?company.name={+users/7/company.name}&username={users/7/username}", [7]),
    ("/users?id=8&address.zipcode={users/8/address.zipcode}", [8]),
    ("/posts?title={posts/9/title}", None),
    ("/posts?title={+posts/9/title}&title={posts/42/title}", None),
    ("/posts?body={posts/10/body}", None),
    ("/photos?title={photos/77/title}&_limit=5", None),
    ("/photos?url={photos/78/url}&_limit=5", None),
    ("/photos?albumId=100&id=4951", [4951]),
    ("/posts?title=%22quoted%22%20%27text%27", []),
    ("/posts?title=%E6%97%A5%E6%9C%AC%20%F0%9F%8C%B1", []),
]

OPERATORS: list[tuple[str, Literal]] = [
    ("/posts?id_gte=99", [99, 100]),
    ("/posts?id_lte=2", [1, 2]),
    ("/posts?id_gte=10&id_lte=12", [10, 11, 12]),
    ("/posts?id_gte=98&id_gte=99", [98, 99, 100]),
    ("/posts?id_lte=2&id_lte=1", [1, 2]),
    ("/posts?id_gte=9.5&id_lte=1e1", [10]),
    ("/posts?id_gte=0x63", [99, 100]),
    ("/posts?id_gte=+99+", [99, 100]),
    ("/posts?id_gte=", 100),
    ("/posts?id_lte=", []),
    ("/posts?id_gte=abc", []),
    ("/posts?id_lte=abc", []),
    ("/posts?id_lte=99999999999999999999", 100),
    ("/posts?id_gte=-1e400", 100),
    ("/todos?completed_gte=1", None),
    ("/todos?completed_lte=1", 200),
    ("/users?username_gte=M", None),
    ("/users?username_lte=m", None),
    ("/users?address.geo.lat_gte=0", None),
    ("/posts?title_gte=z&title_gte=e", None),
    ("/posts?id_ne=1", range(2, 101)),
    ("/users?id_ne=1&id_ne=10", range(2, 10)),
    ("/users?id_ne=01", range(1, 11)),
    ("/users?name_ne=", range(1, 11)),
    ("/todos?completed_ne=true", None),
    ("/posts?foo_ne=1", []),
    ("/posts?foo_gte=1", []),
    ("/posts?foo_lte=1", []),
    ("/posts?foo_like=1", []),
    ("/posts?id_like=%5E9.%24", range(90, 100)),
    ("/posts?id_like=%5E1%24&id_like=%5E100%24", [1, 100]),
    ("/posts?title_like=", 100),
    ("/comments?email_like=%40&_limit=3", [1, 2, 3]),
    ("/posts?title_like=QUI%7Cthe", None),
    ("/posts?body_like=%5Ba-m%5D%2Bs%5Cb", None),
    ("/users?address.city_like=%5E%5BA-M%5D", None),
    ("/users?address_like=%5BO%5D", range(1, 11)),
    ("/todos?completed_like=TRU", None),
    ("/posts?title_like=%5B", None),
    ("/posts?title_like=%28", None),
    ("/posts?title_like=*a", None),
]

SEARCH: list[tuple[str, Literal]] = [
    ("/posts?q=", 100),
    ("/posts?q=zzzzqqqq", []),
    ("/posts?q={posts/3/title}", None),
    ("/users?q={users/3/email}", [3]),
    ("/users?q={users/5/address.street}", None),
    ("/users?q=catchPhrase", []),
    ("/todos?q=completed", None),
    ("/todos?q=true", None),
    ("/todos?q=FALSE", None),
    ("/posts?q=100", None),
    ("/comments?q=%40&_limit=2", [1, 2]),
    ("/posts?q=E&userId=4&_sort=id&_order=desc", None),
]

SORTING: list[tuple[str, Literal]] = [
    ("/users?_sort=id&_order=desc", range(10, 0, -1)),
    ("/users?_sort=id", range(1, 11)),
    ("/users?_sort=id&_order=DESC", range(10, 0, -1)),
    ("/users?_sort=id&_order=down", range(1, 11)),
    ("/users?_order=desc", range(1, 11)),
    ("/users?_sort=", range(1, 11)),
    ("/users?_sort=foo", range(1, 11)),
    ("/users?_sort=foo&_order=desc", range(1, 11)),
    ("/users?_sort=-id", range(10, 0, -1)),
    ("/posts?_sort=-userId,id&_limit=3", [91, 92, 93]),
    ("/posts?_sort=userId,id&_order=desc,desc&_limit=3", [100, 99, 98]),
    ("/posts?_sort=userId&_order=desc&_limit=3", [91, 92, 93]),
    ("/posts?_sort=userId,id&_order=desc&_limit=3", [91, 92, 93]),
    ("/users?_sort=address.geo.lat", None),
    ("/users?_sort=address.city,name&_order=desc,asc", None),
    ("/users?_sort=company.name", None),
    ("/users?_sort=address", range(1, 11)),
    ("/posts?_sort=title", None),
    ("/comments?_sort=email,id&_order=asc,desc", None),
    ("/todos?_sort=completed,title&_order=desc,asc", None),
    ("/todos?_sort=completed", None),
]

SLICES: list[tuple[str, Literal]] = [
    ("/posts?_start=10&_end=12", [11, 12]),
    ("/posts?_end=3", [1, 2, 3]),
    ("/posts?_start=10&_limit=2", [11, 12]),
    ("/posts?_limit=3", [1, 2, 3]),
    ("/posts?_limit=0", []),
    ("/posts?_limit=", 100),
    ("/posts?_start=95", 100),
    ("/posts?_start=&_end=2", [1, 2]),
    ("/posts?_start=98&_end=200", [99, 100]),
    ("/posts?_start=5&_end=5", []),
    ("/posts?_start=7&_end=5", []),
    ("/posts?_start=-3&_end=100", [98, 99, 100]),
    ("/posts?_start=-5&_limit=2", [96, 97]),
    ("/posts?_start=0&_end=-98", [1, 2]),
    ("/posts?_limit=abc", []),
    ("/posts?_start=abc&_end=2", [1, 2]),
    ("/posts?_end=abc", []),
    ("/posts?_limit=2.9", [1, 2]),
    ("/posts?_limit=2x", [1, 2]),
    ("/posts?_limit=99999999999999999999", 100),
    ("/posts?_start=99999999999999999999&_limit=5", []),
    ("/posts?_start=1&_end=3&_limit=50", [2, 3]),
    ("/posts?userId=2&_start=8&_limit=5", [19, 20]),
]

PAGES: list[tuple[str, Literal]] = [
    ("/posts?_page=1", range(1, 11)),
    ("/posts?_page=5&_limit=20", range(81, 101)),
    ("/posts?_page=2&_limit=30", range(31, 61)),
    ("/posts?_limit=30&_page=4", range(91, 101)),
    ("/posts?_page=11", []),
    ("/posts?_page=99999999999999999999", []),
    ("/posts?_page=", 100),
    ("/posts?_page=1&_limit=100", 100),
    ("/posts?_page=1&_limit=99999999999999999999", 100),
    ("/users?_page=0", 10),
    ("/users?_page=-2", 10),
    ("/users?_page=abc", 10),
    ("/users?_page=2", []),
    ("/photos?_page=250&_limit=20", range(4981, 5001)),
    ("/comments?email_like=%40&_page=3&_limit=7&foo=%C3%A9+%27", range(15, 22)),
    ("/posts?_page=2&_limit=3&userId=3&_sort=id&_order=desc&_embed=comments", [27, 26, 25]),
]

JOINS: list[tuple[str, Literal]] = [
    ("/posts/1?_embed=comments", None),
    ("/posts?_embed=comments&_limit=2", [1, 2]),
    ("/posts/1?_expand=user", None),
    ("/comments?_expand=post&_start=4&_limit=2", [5, 6]),
    ("/users/1?_embed=posts&_embed=albums", None),
    ("/users?_embed=todos&id=2", [2]),
    ("/albums/3?_embed=photos&_expand=user", None),
    ("/posts/2?_embed=comments&_expand=user", None),
    ("/posts/1?_embed=nada", None),
    ("/posts/1?_expand=nada", None),
    ("/posts/1?_embed=photos", None),
    ("/posts/1?_embed=user", None),
    ("/posts?_embed=user&_limit=1", [1]),
    ("/posts/1?_expand=album", None),
    ("/posts/999?_embed=comments", None),
]

V1_FORMS: list[tuple[str, Literal]] = [
    ("/posts?id:gte=99", [99, 100]),
    ("/posts?id:gt=99", [100]),
    ("/posts?id:lt=3", [1, 2]),
    ("/posts?id:lte=3&id:gt=1", [2, 3]),
    ("/posts?id:eq=5", [5]),
    ("/posts?id:eq=05", [5]),
    ("/posts?id:eq=abc", []),
    ("/users?id:ne=1", range(2, 11)),
    ("/users?id:ne=abc", range(1, 11)),
    ("/posts?id:in=1,5,3", [1, 3, 5]),
    ("/posts?id%3Ain=2%2C4", [2, 4]),
    ("/todos?completed:eq=true", None),
    ("/todos?completed:ne=true", None),
    ("/todos?completed:eq=1", []),
    ("/users?name:eq={users/2/name}", [2]),
    ("/users?address.city:contains=A", None),
    ("/users?email:endsWith={users/9/email}", [9]),
    ("/posts?title:startsWith=S", None),
    ("/posts?id:contains=1", []),
    ("/posts?foo:ne=1", []),
    ("/posts?foo:eq=null", []),
]

TABLE = ROUTES + NESTED + EQUALITY + OPERATORS + SEARCH + SORTING + SLICES + PAGES + JOINS + V1_FORMS


@pytest.fixture(scope="module")
def oracle(server: MockServer) -> Oracle:
    """The model, with the photos that the server made."""
    return seeded_oracle(f"{server.host}:{server.port}", server.request("GET", "/photos").body)


def ask(server: MockServer, oracle: Oracle, target: str, method: str = "GET") -> Response:
    """Sends a request to the server and to the model, and compares what comes back."""
    answer = server.request(method, target)
    assert_same(answer.status, answer.headers, answer.body, oracle.answer(method, target))
    return answer


def filled(row: str, oracle: Oracle) -> str:
    """The row with its `{users/3/email}` replaced by values, with `+` for spaces in `{+users/3/email}`."""

    def value(found: re.Match[str]) -> str:
        plus, name, number, path = found.groups()
        [record] = [each for each in oracle.records[name] if each["id"] == int(number)]
        text = quote(js_text(value_at(record, path)), safe="")
        return text.replace("%20", "+") if plus else text

    return re.sub(r"\{(\+?)(\w+)/(\d+)/([\w.]+)\}", value, row)


@pytest.mark.parametrize(("row", "literal"), TABLE, ids=[row for row, _ in TABLE])
def test_a_read(server: MockServer, oracle: Oracle, row: str, literal: Literal) -> None:
    answer = ask(server, oracle, filled(row, oracle))
    if isinstance(literal, int):
        assert len(answer.json()) == literal
    elif literal is not None:
        assert [record["id"] for record in answer.json()] == list(literal)


@pytest.mark.parametrize(
    ("target", "status", "names"),
    [
        ("/todos/1", 200, ["userId", "id", "title", "completed"]),
        ("/comments/1", 200, ["postId", "id", "name", "email", "body"]),
        ("/photos/1", 200, ["albumId", "id", "title", "url", "thumbnailUrl"]),
        ("/posts/1?_embed=comments&_expand=user", 200, ["userId", "id", "title", "body", "comments", "user"]),
        ("/posts/1?_embed=nada&_expand=nada", 200, ["userId", "id", "title", "body", "nada"]),
        ("/posts/0", 404, []),
        ("/posts/01", 404, []),
        ("/nada", 404, []),
        ("/posts?title_like=%5B", 400, ["error", "field", "value"]),
    ],
)
def test_members(server: MockServer, target: str, status: int, names: list[str]) -> None:
    answer = server.request("GET", target)
    assert (answer.status, list(answer.json())) == (status, names)


def test_links_and_total(server: MockServer) -> None:
    headers = server.request("GET", "/posts?_page=2&_limit=20&userId_ne=10").headers
    pages = [("first", 1), ("prev", 1), ("next", 3), ("last", 5)]
    url = server.base_url + "/posts?_page={}&_limit=20&userId_ne=10"
    assert headers["link"] == ", ".join(f'<{url.format(page)}>; rel="{name}"' for name, page in pages)
    assert headers["x-total-count"] == "90"


V1_PAGES = {
    "/posts?_page=2&_per_page=25": [1, 1, 3, 4, 4, 100],
    "/posts?_page=1&_per_page=25": [1, None, 2, 4, 4, 100],
    "/posts?_page=99&_per_page=40": [1, 2, None, 3, 3, 100],
    "/posts?_page=0&_per_page=100": [1, None, None, 1, 1, 100],
    "/posts?userId=1&_page=2&_per_page=4&_sort=-id&_embed=comments": [1, 1, 3, 3, 3, 10],
}


@pytest.mark.parametrize(("target", "numbers"), V1_PAGES.items(), ids=V1_PAGES.keys())
def test_a_page_of_version_1(server: MockServer, oracle: Oracle, target: str, numbers: list[Any]) -> None:
    page = ask(server, oracle, target).json()
    assert list(page) == ["first", "prev", "next", "last", "pages", "items", "data"]
    assert list(page.values())[:6] == numbers


CALLBACKS = {
    "/posts/1?callback=cb": "cb",
    "/posts?_limit=2&callback=jQuery_123&_=1700000000000": "jQuery_123",
    "/users?callback=app.on%5B0%5D.%24done&_sort=-id": "app.on[0].$done",
    "/users/3?callback=a-b%28c%29%3B+d": "abcd",
    "/posts?userId=2&_page=1&_limit=5&callback=cb": "cb",
}


@pytest.mark.parametrize(("target", "name"), CALLBACKS.items(), ids=CALLBACKS.keys())
def test_a_callback(server: MockServer, oracle: Oracle, target: str, name: str) -> None:
    body = ask(server, oracle, target).body.decode()
    assert body.startswith(f"/**/ typeof {name} === 'function' && {name}(") and body.endswith(");")


def test_an_empty_callback_is_none(server: MockServer, oracle: Oracle) -> None:
    ask(server, oracle, "/posts/1?callback=")


@pytest.mark.parametrize(
    "target", ["/posts", "/posts/1", "/posts/999", "/nada", "/posts?_page=2&userId=1&userId=2", "/comments?_limit=3"]
)
def test_a_head(server: MockServer, oracle: Oracle, target: str) -> None:
    ask(server, oracle, target, "HEAD")


def test_the_whole_database(server: MockServer, oracle: Oracle) -> None:
    answer = server.request("GET", "/db")
    everything = read_json(answer.body)
    assert answer.status == 200 and everything.keys() == set(RESOURCES)
    for name in RESOURCES:
        assert list(flattened(everything[name])) == list(flattened(oracle.records[name]))


def test_photos(server: MockServer) -> None:
    photos = server.request("GET", "/photos").json()
    assert [photo["id"] for photo in photos] == list(range(1, 5001))
    assert Counter(photo["albumId"] for photo in photos) == {album: 50 for album in range(1, 101)}
    for photo in photos:
        assert list(photo) == ["albumId", "id", "title", "url", "thumbnailUrl"]
        assert photo["title"] and isinstance(photo["title"], str)
        address = re.escape(f"{server.base_url}/media/placeholder/")
        found = re.fullmatch(rf"{address}600/([0-9a-f]{{6}})\.png", photo["url"])
        assert found and photo["thumbnailUrl"] == f"{server.base_url}/media/placeholder/150/{found[1]}.png"


@pytest.mark.parametrize(
    ("name", "owner", "per_owner"),
    [("posts", "userId", 10), ("albums", "userId", 10), ("todos", "userId", 20), ("comments", "postId", 5)],
)
def test_records_per_owner(server: MockServer, name: str, owner: str, per_owner: int) -> None:
    records = server.request("GET", f"/{name}").json()
    assert [record[owner] for record in records] == [index // per_owner + 1 for index in range(len(records))]
