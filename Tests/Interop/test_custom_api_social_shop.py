"""An app with posts, likes, followers, a shop, carts, chats and groups, as two people use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from at_once import Crew, encoded
from journey import DOCUMENTS, PICTURE, Person, ids, serving
from mock_server import MockServer

PREFIX = "/shop/api/v1"


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document alone."""
    with serving(binary, tmp_path_factory.mktemp("social-shop"), "shop", DOCUMENTS / "social_shop.yaml") as running:
        yield running


def sign_up(server: MockServer, name: str) -> Person:
    """Somebody new."""
    body = {"email": f"{name}@x.com", "username": name, "password": "Secret123!"}
    session = Person(server, PREFIX).post("/auth/register", body)
    return Person(server, PREFIX, session["accessToken"], session["user"]["id"])


@pytest.fixture(scope="module")
def ada(server: MockServer) -> Person:
    """One of two people."""
    return sign_up(server, "ada")


@pytest.fixture(scope="module")
def bob(server: MockServer) -> Person:
    """The other one."""
    return sign_up(server, "bob")


def test_posts_are_their_authors(ada: Person, bob: Person) -> None:
    post = ada.post("/posts", {"text": "hello world", "tags": ["x1"]})
    assert post["author"]["id"] == ada.id and (post["likesCount"], post["isLiked"]) == (0, False)
    assert ids(ada.get("/me/posts")["items"]) == [post["id"]] and bob.get("/me/posts")["items"] == []
    assert ids(bob.get(f"/users/{ada.id}/posts")["items"]) == [post["id"]]
    assert ada.get("/me")["postsCount"] == 1
    assert ids(bob.get("/posts?tag=x1")["items"]) == [post["id"]]
    assert bob.get("/feed")["items"][0]["id"] == post["id"]
    assert bob.status("PATCH", f"/posts/{post['id']}", {"text": "mine"}) == 403


def test_likes_are_of_each_account(ada: Person, bob: Person) -> None:
    post = f"/posts/{ada.post('/posts', {'text': 'likes'})['id']}"
    liked = bob.post(f"{post}/like")
    assert (liked["isLiked"], liked["likesCount"]) == (True, 1)
    assert bob.post(f"{post}/like")["likesCount"] == 1
    seen = ada.get(post)
    assert (seen["isLiked"], seen["likesCount"]) == (False, 1)
    assert ada.post(f"{post}/like")["likesCount"] == 2
    assert sorted(ids(ada.get(f"{post}/likes")["items"])) == sorted([ada.id, bob.id])
    left = bob.send("DELETE", f"{post}/like")
    assert (left["isLiked"], left["likesCount"]) == (False, 1)


def test_comments_are_counted_and_replied_to(ada: Person, bob: Person) -> None:
    post = ada.post("/posts", {"text": "comments"})["id"]
    comment = bob.post(f"/posts/{post}/comments", {"text": "nice"})
    assert (comment["author"]["id"], comment["postId"]) == (bob.id, post)
    reply = ada.post(f"/posts/{post}/comments", {"text": "thanks", "parentId": comment["id"]})
    assert reply["parentId"] == comment["id"] and ada.get(f"/posts/{post}")["commentsCount"] == 2
    ada.send("DELETE", f"/posts/{post}/comments/{reply['id']}")
    assert ada.get(f"/posts/{post}")["commentsCount"] == 1


def test_followers_follow_from_who_follows(ada: Person, bob: Person) -> None:
    followed = bob.post(f"/users/{ada.id}/follow")
    assert (followed["following"], followed["followersCount"]) == (True, 1)
    seen = bob.get(f"/users/{ada.id}")
    assert (seen["followersCount"], seen["isFollowing"]) == (1, True)
    assert bob.get("/me")["followingCount"] == 1
    assert ids(ada.get(f"/users/{ada.id}/followers")["items"]) == [bob.id]
    assert ids(ada.get(f"/users/{bob.id}/following")["items"]) == [ada.id]
    left = bob.send("DELETE", f"/users/{ada.id}/follow")
    assert (left["following"], left["followersCount"]) == (False, 0)
    assert ada.get(f"/users/{ada.id}/followers")["items"] == []


def test_unread_notifications_are_counted(ada: Person) -> None:
    def unread() -> int:
        return int(ada.get("/notifications/unread-count")["count"])

    waiting = [each for each in ada.get("/notifications")["items"] if not each.get("isRead")]
    assert waiting and unread() == len(waiting)
    assert ada.send("PATCH", f"/notifications/{waiting[0]['id']}/read")["isRead"]
    assert unread() == len(waiting) - 1 == len(ada.get("/notifications?unreadOnly=true")["items"])
    ada.post("/notifications/read-all")
    assert unread() == 0


@pytest.fixture(scope="module")
def lamp(ada: Person) -> dict[str, Any]:
    """A new product."""
    category = ada.get("/categories")[0]["id"]
    product: dict[str, Any] = ada.post(
        "/products", {"name": "Zed lamp", "price": 12.5, "stock": 5, "categoryId": category}
    )
    assert (product["rating"], product["reviewsCount"]) == (0, 0)
    return product


def test_products_are_found(ada: Person, lamp: dict[str, Any]) -> None:
    found = ada.get(f"/products?category={lamp['categoryId']}")["items"]
    assert lamp["id"] in ids(found) and {each["categoryId"] for each in found} == {lamp["categoryId"]}
    assert lamp["id"] in ids(ada.get(f"/categories/{lamp['categoryId']}/products"))
    prices = [each["price"] for each in ada.get("/products?sort=price_desc&limit=50")["items"]]
    assert prices == sorted(prices, reverse=True)
    assert all(12 <= each["price"] <= 13 for each in ada.get("/products?minPrice=12&maxPrice=13")["items"])


def test_ratings_are_averages(ada: Person, bob: Person, lamp: dict[str, Any]) -> None:
    review = bob.post(f"/products/{lamp['id']}/reviews", {"rating": 4, "comment": "good"})
    assert (review["rating"], review["user"]["id"]) == (4, bob.id)
    ada.post(f"/products/{lamp['id']}/reviews", {"rating": 2})
    seen = ada.get(f"/products/{lamp['id']}")
    assert (seen["rating"], seen["reviewsCount"]) == (3, 2)


def test_favorites_are_of_each_account(ada: Person, bob: Person, lamp: dict[str, Any]) -> None:
    ada.post(f"/favorites/{lamp['id']}")
    assert ids(ada.get("/favorites")) == [lamp["id"]] and bob.get("/favorites") == []
    path = f"/products/{lamp['id']}"
    assert (ada.get(path)["isFavorite"], bob.get(path)["isFavorite"]) == (True, False)
    ada.send("DELETE", f"/favorites/{lamp['id']}")
    assert ada.get("/favorites") == []


def test_an_order_comes_of_the_cart(ada: Person, bob: Person, lamp: dict[str, Any]) -> None:
    cart = ada.get("/cart")
    assert (cart["items"], cart["total"]) == ([], 0)
    cart = ada.post("/cart/items", {"productId": lamp["id"], "quantity": 2})
    [line] = cart["items"]
    assert (line["product"]["id"], line["price"], line["subtotal"], cart["total"]) == (lamp["id"], 12.5, 25, 25)
    cart = ada.send("PATCH", f"/cart/items/{line['id']}", {"quantity": 3})
    assert (cart["items"][0]["quantity"], cart["total"]) == (3, 37.5)
    assert ada.status("POST", "/cart/items", {"productId": "none", "quantity": 1}) == 404
    assert bob.get("/cart")["items"] == []
    order = ada.post("/orders", {"paymentMethod": "card"})
    assert (order["status"], order["userId"], order["total"]) == ("pending", ada.id, 37.5)
    assert [(each["productId"], each["quantity"]) for each in order["items"]] == [(lamp["id"], 3)]
    assert ada.get("/cart")["items"] == []
    assert ids(ada.get("/orders")["items"]) == [order["id"]] and bob.get("/orders")["items"] == []
    assert bob.status("GET", f"/orders/{order['id']}") == 404
    cancelled = ada.post(f"/orders/{order['id']}/cancel")
    assert cancelled["status"] == "cancelled" and cancelled["cancelledAt"]
    assert ids(ada.get("/orders?status=cancelled")["items"]) == [order["id"]]
    assert ada.status("POST", f"/orders/{order['id']}/cancel") == 409


def test_a_conversation_shows_who_is_in_it_and_its_last_message(ada: Person, bob: Person) -> None:
    conversation = ada.post("/conversations", {"participantIds": [bob.id]})
    assert bob.id in ids(conversation["participants"])
    path = f"/conversations/{conversation['id']}"
    message = ada.post(f"{path}/messages", {"text": "hi bob"})
    assert (message["senderId"], message["conversationId"], message["isRead"]) == (ada.id, conversation["id"], False)
    assert ids(bob.get(f"{path}/messages")["items"]) == [message["id"]]
    assert bob.get(path)["lastMessage"]["id"] == message["id"]


def test_groups_have_members(ada: Person, bob: Person) -> None:
    group = ada.post("/groups", {"name": "Zed group"})
    path = f"/groups/{group['id']}"
    joined = bob.post(f"{path}/join")
    assert (group["ownerId"], joined["isMember"], joined["memberCount"]) == (ada.id, True, 1)
    assert bob.id in ids(ada.get(f"{path}/members")) and not ada.get(path)["isMember"]
    left = bob.post(f"{path}/leave")
    assert (left["isMember"], left["memberCount"]) == (False, 0)


def test_one_address_is_the_default(ada: Person, bob: Person) -> None:
    ada.post("/addresses", {"street": "First", "isDefault": True})
    second = ada.post("/addresses", {"street": "Second"})
    ada.send("PUT", f"/addresses/{second['id']}/default")
    assert ids([each for each in ada.get("/addresses") if each["isDefault"]]) == [second["id"]]
    assert bob.get("/addresses") == []


def test_a_picture_of_oneself_comes_back(server: MockServer, ada: Person) -> None:
    boundary = "b0undary"
    body = b'--b0undary\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": f"multipart/form-data; boundary={boundary}"}
    answer = server.request(
        "POST", f"{PREFIX}/me/avatar", raw=body + PICTURE + b"\r\n--b0undary--\r\n", headers=headers
    )
    assert answer.status == 200 and answer.json()["id"] == ada.id
    address = answer.json()["avatarUrl"]
    assert ada.get("/me")["avatarUrl"] == address
    picture = server.request("GET", urlsplit(address).path, headers={"Authorization": f"Bearer {ada.token}"})
    assert picture.body == PICTURE


def test_accounts_change_their_password_and_go(server: MockServer) -> None:
    eve, anybody = sign_up(server, "eve"), Person(server, PREFIX)
    change = {"currentPassword": "wrong", "newPassword": "New12345!"}
    assert eve.status("PUT", "/me/password", change) in (400, 401)
    eve.send("PUT", "/me/password", change | {"currentPassword": "Secret123!"})
    assert anybody.status("POST", "/auth/login", {"email": "eve@x.com", "password": "Secret123!"}) == 401
    assert anybody.status("POST", "/auth/login", {"email": "eve@x.com", "password": "New12345!"}) == 200
    eve.send("DELETE", "/me")
    assert anybody.status("POST", "/auth/login", {"email": "eve@x.com", "password": "New12345!"}) == 401



def at_once(server: MockServer, calls: list[tuple[Person, str, str, Any]]) -> None:
    """Each person's request at the same moment."""
    requests = [
        encoded(method, PREFIX + path, body, Authorization=f"Bearer {person.token}")
        for person, method, path, body in calls
    ]
    answers = Crew(server.port, len(requests)).send(requests)
    assert all(200 <= answer.status < 300 for answer in answers), answers


def test_likes_and_follows_at_once_are_all_counted(server: MockServer) -> None:
    people = [sign_up(server, f"fan{number}") for number in range(8)]
    author = sign_up(server, "author")
    for attempt in range(20):
        post = f"/posts/{author.post('/posts', {'text': f'popular {attempt}'})['id']}"
        for method, count in [("POST", len(people)), ("DELETE", 0)]:
            at_once(server, [(fan, method, f"{post}/like", None) for fan in people])
            assert author.get(post)["likesCount"] == count
    stars = [sign_up(server, f"star{number}") for number in range(8)]
    for method, count in [("POST", len(stars)), ("DELETE", 0)] * 10:
        at_once(server, [(author, method, f"/users/{star.id}/follow", None) for star in stars])
        assert author.get("/me")["followingCount"] == count
        assert {fan["followersCount"] for fan in (author.get(f"/users/{star.id}") for star in stars)} == {count // 8}


def test_a_cart_becomes_one_order(server: MockServer, lamp: dict[str, Any]) -> None:
    for attempt in range(20):
        buyer = sign_up(server, f"buyer{attempt}")
        buyer.post("/cart/items", {"productId": lamp["id"], "quantity": 1})
        at_once(server, [(buyer, "POST", "/orders", {"paymentMethod": "card"})] * 6)
        assert sum(len(order["items"]) for order in buyer.get("/orders")["items"]) == 1
