"""The pictures that answers link to: sound PNG files, the same each time, and kept by clients for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mock_server import MockServer, Response
from png_file import parse_png

# Of each kind, with its size.
PICTURES = [
    ("/media/placeholder/600/92c952.png", (600, 600)),
    ("/media/placeholder/150/92c952.png", (150, 150)),
    ("/media/placeholder/1/000000.png", (1, 1)),
    ("/media/placeholder/39x300/ffffff.png", (39, 300)),
    ("/media/placeholder/2048x1/123.png", (2048, 1)),
    ("/media/placeholder/7/FfAa00.png", (7, 7)),
    ("/media/pictures/1200x675/us-general-1.png", (1200, 675)),
    ("/media/pictures/320/anything.png", (320, 320)),
    ("/media/pictures/1x2/anything.png", (1, 2)),
    ("/media/avatars/johndoe.png", (256, 256)),
    ("/media/avatars/64/johndoe.png", (64, 64)),
    ("/media/avatars/1/johndoe.png", (1, 1)),
    ("/media/icons/defi-app.png", (256, 256)),
    ("/media/icons/512/defi-app.png", (512, 512)),
    ("/media/icons/3/defi-app.png", (3, 3)),
]
ADDRESSES = [path for path, _ in PICTURES]


def picture(server: MockServer, path: str) -> Response:
    answer = server.request("GET", path)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png"), (path, answer.status)
    return answer


@pytest.mark.parametrize(("path", "size"), PICTURES, ids=ADDRESSES)
def test_a_picture(server: MockServer, path: str, size: tuple[int, int]) -> None:
    assert parse_png(picture(server, path).body).size == size


@pytest.mark.parametrize("first", range(0, 5000, 500))
def test_photos(server: MockServer, first: int) -> None:
    """JSONPlaceholder's photos have the colour that their names say, with their size written in the middle."""
    [photo] = server.request("GET", f"/photos?_start={first}&_limit=1").json()
    for member, side in [("url", 600), ("thumbnailUrl", 150)]:
        path = photo[member].removeprefix(server.base_url)
        png = parse_png(picture(server, path).body)
        colour = tuple(bytes.fromhex(path.rpartition("/")[2].removesuffix(".png")))
        assert png.size == (side, side) and png.corners == {colour}
        assert len({png.colour(x, side // 2) for x in range(side)}) > 1


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("f80", (255, 136, 0)),
        ("F80", (255, 136, 0)),
        ("0a0B0c", (10, 11, 12)),
        ("000", (0, 0, 0)),
        ("ffffff", (255, 255, 255)),
    ],
)
def test_colours(server: MockServer, name: str, colour: tuple[int, int, int]) -> None:
    assert parse_png(picture(server, f"/media/placeholder/60x44/{name}.png").body).corners == {colour}


@pytest.mark.parametrize("kind", ["pictures/64", "avatars", "icons", "avatars/48", "icons/48"])
def test_names_distinguish_pictures(server: MockServer, kind: str) -> None:
    names = ["a", "b", "A", "ab", "ba", "a b", "%C3%A9", "%E2%82%AC"]
    bodies = [picture(server, f"/media/{kind}/{name.replace(' ', '%20')}.png").body for name in names]
    assert len(set(bodies)) == len(names)


def test_another_server_draws_the_same(server: MockServer, start: Callable[..., MockServer]) -> None:
    other = start("--random-seed", "2", "--dataset", "minimal")
    for path in ADDRESSES:
        mine, theirs = picture(server, path), picture(other, path)
        assert mine.body == theirs.body and mine.headers["etag"] == theirs.headers["etag"], path


@pytest.mark.parametrize("path", ADDRESSES)
def test_clients_keep_pictures(server: MockServer, path: str) -> None:
    answer = picture(server, path)
    directives = dict(part.strip().partition("=")[::2] for part in answer.headers["cache-control"].split(","))
    assert int(directives["max-age"]) >= 31_536_000 and "public" in directives
    tag = answer.headers["etag"]
    for condition in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        unchanged = server.request("GET", path, headers={"If-None-Match": condition})
        assert (unchanged.status, unchanged.body) == (304, b"")
        assert unchanged.headers["etag"] == tag
        assert unchanged.headers["cache-control"] == answer.headers["cache-control"]
    assert server.request("GET", path, headers={"If-None-Match": '"other"'}).body == answer.body


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_head(server: MockServer, path: str) -> None:
    answer, head = picture(server, path), server.request("HEAD", path)
    assert (head.status, head.body) == (200, b"")
    for name in ("content-type", "content-length", "etag", "cache-control"):
        assert head.headers[name] == answer.headers[name]
    assert int(head.headers["content-length"]) == len(answer.body)


SIZES = ["0", "2049", "-1", "x", "600x", "x600", "0x5", "5x0", "2049x5", "1x2x3", "1.5", "99999999999999999999", "6OO"]
SIZES += ["600X600", "%20600", "600%20", "+600", "%2B600", "600x+600", "%D9%A6%D9%A0%D9%A0", "%F0%9F%8C%B1"]
COLOURS = ["", "f", "ff", "ffff", "fffff", "fffffff", "ffffffff", "ggg", "red", "%23fff", "+ff", "-ff", "0xf"]
COLOURS += ["%EF%BC%91" * 3, "%D9%A1" * 6]

KINDS = ["placeholder", "pictures", "avatars", "icons"]

MISSING = [f"/media/{kind}/{size}/fff.png" for size in SIZES for kind in KINDS]
MISSING += [f"/media/placeholder/60/{colour}.png" for colour in COLOURS]
MISSING += [f"/media/{kind}/60/fff{ending}" for kind in KINDS for ending in ("", ".jpg", ".PNG", ".png.gif", "png")]
MISSING += ["/media/avatars/fff", "/media/avatars/fff.jpg", "/media/icons/fff", "/media/icons/fff.PNG"]
MISSING += ["/media", "/media/", "/media/nada/60/fff.png", "/media/placeholder/fff.png", "/media/avatars/64/a/b.png"]


@pytest.mark.parametrize("path", MISSING)
def test_no_such_picture(server: MockServer, path: str) -> None:
    answer = server.request("GET", path)
    assert (answer.status, answer.headers["content-type"]) == (404, "application/json; charset=utf-8")
    assert answer.json() and "max-age" not in answer.headers.get("cache-control", "")


NAMES = ["%C3%BC", "%E5%9B%BE%E7%89%87", "a%20b", "a%2Fb", "%2E%2E", "..%2F..%2Fetc%2Fpasswd", "%22%3Cb%3E"]
NAMES += ["%F0%9F%8C%B1", "%25", "%2525", "a+b", "a.png", ".", "~", "a;b=c", "a,b", "a:b@c", "e%CC%81"]
NAMES += ["a" * 255, "%E5%9B%BE" * 300]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["avatars", "icons/32", "pictures/8"])
def test_any_name_will_do(server: MockServer, kind: str, name: str) -> None:
    parse_png(picture(server, f"/media/{kind}/{name}.png").body)


@pytest.mark.parametrize("name", ["%00", "%FF", "%C3", "%", "%zz", "%0D%0A", "a" * 5000, "a" * 100_000, "", "%2F" * 40])
@pytest.mark.parametrize("kind", ["avatars", "avatars/32", "icons", "pictures/8", "placeholder/8", "placeholder"])
def test_a_hostile_name_is_no_failure(server: MockServer, kind: str, name: str) -> None:
    answer = server.request("GET", f"/media/{kind}/{name}.png")
    if answer.status == 200:
        parse_png(answer.body)
    else:
        assert answer.status in (400, 404, 414, 431)


@pytest.mark.parametrize("kind", ["avatars", "icons"])
@pytest.mark.parametrize("is_slash_first", [True, False])
def test_a_slash_in_a_name_is_no_size(server: MockServer, kind: str, is_slash_first: bool) -> None:
    """An encoded slash belongs to the name, so that these are different pictures, whichever is asked for first."""
    name = f"slash-{is_slash_first}.png"
    pictures = [(f"/media/{kind}/64%2F{name}", (256, 256)), (f"/media/{kind}/64/{name}", (64, 64))]
    for path, size in pictures if is_slash_first else reversed(pictures):
        assert parse_png(picture(server, path).body).size == size


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_another_method(server: MockServer, method: str) -> None:
    assert server.request(method, ADDRESSES[0]).status == 405
