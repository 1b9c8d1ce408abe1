"""Chains over documents of platforms of many kinds: written before any of them was served."""

from __future__ import annotations

from collections.abc import Callable

from custom_api_business_chains import WRONG, first, ids
from custom_api_chains import GONE, NEW, OK, REMOVED, Steps, dig


def headless(steps: Steps) -> None:
    """A headless CMS: `data.attributes`, `pagination[page]`, `filters[a][$eq]`."""
    v = steps.take("create", "POST", "/articles", NEW, lambda v: v["data"]["id"] and v["data"]["attributes"]["title"] == "Zither" and v["data"]["attributes"]["views"] == 7,
                   body={"data": {"title": "Zither", "views": 7, "state": "draft"}})  # fmt: skip
    i = dig(v, "data", "id")
    own = f"/articles/{i}"
    steps.take("read", "GET", own, OK, lambda v: v["data"]["id"] == i and v["data"]["attributes"]["state"] == "draft")
    steps.take(
        "list",
        "GET",
        "/articles?pagination[pageSize]=100",
        OK,
        lambda v: i in ids(v, "data") and v["meta"]["pagination"]["total"] == len(v["data"]),
    )
    steps.take("another", "POST", "/articles", NEW, body={"data": {"title": "Aulos", "views": 3}})
    steps.take(
        "page",
        "GET",
        "/articles?pagination[page]=2&pagination[pageSize]=1",
        OK,
        lambda v: (
            len(v["data"]) == 1 and v["meta"]["pagination"]["page"] == 2 and v["meta"]["pagination"]["pageSize"] == 1
        ),
    )
    steps.take("start", "GET", "/articles?pagination[start]=1&pagination[limit]=1", OK, lambda v: len(v["data"]) == 1)
    steps.take(
        "sort",
        "GET",
        "/articles?sort=title:desc&pagination[pageSize]=100",
        OK,
        lambda v: (
            [x["attributes"]["title"] for x in v["data"]]
            == sorted((x["attributes"]["title"] for x in v["data"]), reverse=True)
        ),
    )
    steps.take(
        "filter",
        "GET",
        "/articles?filters[title][$eq]=Zither&pagination[pageSize]=100",
        OK,
        lambda v: ids(v, "data") == [i],
    )
    steps.take(
        "update",
        "PUT",
        own,
        OK,
        lambda v: v["data"]["attributes"]["state"] == "live" and v["data"]["id"] == i,
        body={"data": {"title": "Zither", "state": "live"}},
    )
    steps.take("read again", "GET", own, OK, lambda v: v["data"]["attributes"]["state"] == "live")
    steps.take("wrong", "POST", "/articles", WRONG, lambda v: v["error"], body={"data": {"views": 1}})
    steps.take("no data", "POST", "/articles", WRONG, body={"title": "Bare"})
    v = steps.take(
        "category",
        "POST",
        "/categories",
        NEW,
        lambda v: v["data"]["attributes"]["name"] == "Music",
        body={"data": {"name": "Music"}},
    )
    c = dig(v, "data", "id")
    steps.take("categories", "GET", "/categories?pagination[pageSize]=100", OK, lambda v: c in ids(v, "data"))
    steps.take("delete", "DELETE", own, REMOVED)
    steps.take("gone", "GET", own, GONE, lambda v: v["error"])
    steps.take("list without it", "GET", "/articles?pagination[pageSize]=100", OK, lambda v: i not in ids(v, "data"))


def fieldwork(steps: Steps) -> None:
    """Items of collections: `data`, `meta`, `filter` as JSON, `sort=-x`."""
    v = steps.take(
        "bed",
        "POST",
        "/items/beds",
        NEW,
        lambda v: v["data"]["label"] == "North" and v["data"]["id"],
        body={"label": "North", "soil": "loam"},
    )
    b = dig(v, "data", "id")
    steps.take("read the bed", "GET", f"/items/beds/{b}", OK, lambda v: v["data"]["soil"] == "loam")
    v = steps.take(
        "create",
        "POST",
        "/items/plants",
        (200,),
        lambda v: v["data"]["name"] == "Tomatillo" and v["data"]["bed"] == b,
        body={"name": "Tomatillo", "height_cm": 41, "bed": b},
    )
    i = dig(v, "data", "id")
    own = f"/items/plants/{i}"
    steps.take("read", "GET", own, OK, lambda v: v["data"]["id"] == i and v["data"]["height_cm"] == 41)
    steps.take("default", "GET", own, OK, lambda v: v["data"]["status"] == "draft")
    steps.take("list", "GET", "/items/plants?limit=100", OK, lambda v: i in ids(v, "data"))
    steps.take("another", "POST", "/items/plants", (200,), body={"name": "Acanthus", "height_cm": 3})
    steps.take("sort", "GET", "/items/plants?sort=-height_cm&limit=100", OK,
               lambda v: (hs := [x["height_cm"] for x in v["data"] if x.get("height_cm") is not None]) == sorted(hs, reverse=True) and 41 in hs)  # fmt: skip
    v = steps.take("page", "GET", "/items/plants?limit=1&page=1", OK, lambda v: len(v["data"]) == 1)
    seen = ids(v, "data")
    steps.take(
        "next page", "GET", "/items/plants?limit=1&page=2", OK, lambda v: len(v["data"]) == 1 and ids(v, "data") != seen
    )
    steps.take(
        "offset", "GET", "/items/plants?limit=1&offset=1", OK, lambda v: len(v["data"]) == 1 and ids(v, "data") != seen
    )
    steps.take("search", "GET", "/items/plants?search=tomatillo", OK, lambda v: ids(v, "data") == [i])
    steps.take("filter", "GET", "/items/plants?filter[name][_eq]=Tomatillo", OK, lambda v: ids(v, "data") == [i])
    steps.take("count", "GET", "/items/plants?limit=1&meta=total_count", OK, lambda v: v["meta"]["total_count"] >= 2)
    steps.take(
        "update",
        "PATCH",
        own,
        OK,
        lambda v: v["data"]["status"] == "published" and v["data"]["name"] == "Tomatillo",
        body={"status": "published"},
    )
    steps.take(
        "wrong",
        "POST",
        "/items/plants",
        WRONG,
        lambda v: v["errors"][0]["message"],
        body={"name": "X", "status": "sleeping"},
    )
    steps.take("delete", "DELETE", own, (204,))
    steps.take("gone", "GET", own, GONE, lambda v: v["errors"])
    steps.take("left", "GET", "/items/plants?limit=100", OK, lambda v: v["data"] and i not in ids(v, "data"))


def chat(steps: Steps) -> None:
    """Methods instead of resources: `POST /channels.create`, `GET /channels.info?channel=`."""
    v = steps.take(
        "create",
        "POST",
        "/channels.create",
        (200,),
        lambda v: v["ok"] is True and v["channel"]["name"] == "lunch" and v["channel"]["is_archived"] is False,
        body={"name": "lunch"},
    )
    c = dig(v, "channel", "id")
    steps.take(
        "info",
        "GET",
        f"/channels.info?channel={c}",
        OK,
        lambda v: v["ok"] is True and v["channel"]["id"] == c and v["channel"]["name"] == "lunch",
    )
    steps.take("list", "GET", "/channels.list?limit=200", OK, lambda v: v["ok"] is True and c in ids(v, "channels"))
    steps.take(
        "rename",
        "POST",
        "/channels.rename",
        OK,
        lambda v: v["channel"]["id"] == c and v["channel"]["name"] == "dinner",
        body={"channel": c, "name": "dinner"},
    )
    steps.take("renamed", "GET", f"/channels.info?channel={c}", OK, lambda v: v["channel"]["name"] == "dinner")
    v = steps.take(
        "post",
        "POST",
        "/chat.postMessage",
        OK,
        lambda v: v["ok"] is True and v["channel"] == c and v["message"]["text"] == "Soup?" and v["ts"],
        body={"channel": c, "text": "Soup?"},
    )
    ts = dig(v, "ts")
    steps.take(
        "history",
        "GET",
        f"/channels.history?channel={c}",
        OK,
        lambda v: [m["text"] for m in v["messages"]] == ["Soup?"],
    )
    steps.take(
        "delete the message", "POST", "/chat.delete", OK, lambda v: v["ok"] is True, body={"channel": c, "ts": ts}
    )
    steps.take("empty history", "GET", f"/channels.history?channel={c}", OK, lambda v: v["messages"] == [])
    v = steps.take(
        "page",
        "GET",
        "/channels.list?limit=1",
        OK,
        lambda v: len(v["channels"]) == 1 and v["response_metadata"]["next_cursor"],
    )
    seen = ids(v, "channels")
    steps.take(
        "next page",
        "GET",
        f"/channels.list?limit=1&cursor={dig(v, 'response_metadata', 'next_cursor')}",
        OK,
        lambda v: len(v["channels"]) == 1 and ids(v, "channels") != seen,
    )
    steps.take("archive", "POST", "/channels.archive", OK, lambda v: v["ok"] is True, body={"channel": c})
    steps.take("archived", "GET", f"/channels.info?channel={c}", OK, lambda v: v["channel"]["is_archived"] is True)
    v = steps.take("users", "GET", "/users.list", OK, lambda v: v["ok"] is True and v["members"])
    u = first(ids(v, "members"))
    steps.take("user", "GET", f"/users.info?user={u}", OK, lambda v: v["user"]["id"] == u)
    steps.take(
        "no channel", "GET", "/channels.info?channel=CNOBODY4711", (200, 404), lambda v: v["ok"] is False and v["error"]
    )
    steps.take(
        "wrong",
        "POST",
        "/channels.create",
        (200, 400, 422),
        lambda v: v["ok"] is False and v["error"],
        body={"is_private": True},
    )


def library(steps: Steps) -> None:
    """Spring Data REST: `_embedded`, `_links`, `page`."""
    v = steps.take(
        "create",
        "POST",
        "/api/books",
        (201,),
        lambda v: v["title"] == "Zeno" and v["pages"] == 437 and isinstance(v["id"], int),
        body={"title": "Zeno", "author": "Svevo", "pages": 437, "genre": "NOVEL"},
    )
    i = dig(v, "id")
    own = f"/api/books/{i}"
    steps.take("read", "GET", own, OK, lambda v: v["id"] == i and v["author"] == "Svevo" and v["genre"] == "NOVEL")
    steps.take(
        "list",
        "GET",
        "/api/books?size=200",
        OK,
        lambda v: i in ids(v, "_embedded", "books") and v["page"]["totalElements"] == len(v["_embedded"]["books"]),
    )
    steps.take("another", "POST", "/api/books", (201,), body={"title": "Amok", "author": "Zweig"})
    v = steps.take(
        "first page",
        "GET",
        "/api/books?size=1&page=0",
        OK,
        lambda v: len(v["_embedded"]["books"]) == 1 and v["page"]["number"] == 0 and v["page"]["size"] == 1,
    )
    seen = ids(v, "_embedded", "books")
    steps.take(
        "second page",
        "GET",
        "/api/books?size=1&page=1",
        OK,
        lambda v: (
            len(v["_embedded"]["books"]) == 1 and ids(v, "_embedded", "books") != seen and v["page"]["number"] == 1
        ),
    )
    steps.take(
        "sort",
        "GET",
        "/api/books?size=200&sort=title,desc",
        OK,
        lambda v: (
            ids(v, "_embedded", "books", key="title") == sorted(ids(v, "_embedded", "books", key="title"), reverse=True)
        ),
    )
    steps.take(
        "find", "GET", "/api/books/search/findByAuthor?author=Svevo", OK, lambda v: ids(v, "_embedded", "books") == [i]
    )
    steps.take("patch", "PATCH", own, OK, lambda v: v["pages"] == 440 and v["title"] == "Zeno", body={"pages": 440})
    steps.take(
        "replace",
        "PUT",
        own,
        OK,
        lambda v: v["title"] == "Zeno's Conscience" and v["id"] == i,
        body={"title": "Zeno's Conscience", "author": "Svevo"},
    )
    steps.take("read again", "GET", own, OK, lambda v: v["title"] == "Zeno's Conscience")
    steps.take("wrong", "POST", "/api/books", WRONG, body={"author": "Nobody"})
    steps.take("a wrong genre", "POST", "/api/books", WRONG, body={"title": "X", "genre": "COOKING"})
    v = steps.take(
        "member",
        "POST",
        "/api/members",
        (201,),
        lambda v: v["name"] == "Ada",
        body={"name": "Ada", "email": "ada@example.org"},
    )
    m = dig(v, "id")
    steps.take("members", "GET", "/api/members?size=200", OK, lambda v: m in ids(v, "_embedded", "members"))
    steps.take("delete", "DELETE", own, (204,))
    steps.take("gone", "GET", own, GONE)


def fitness(steps: Steps) -> None:
    """Workouts, the sets inside of them, a summary, a profile."""
    v = steps.take(
        "start",
        "POST",
        "/workouts",
        (201,),
        lambda v: v["type"] == "strength" and v["status"] == "in_progress" and v["title"] == "Push day",
        body={"type": "strength", "title": "Push day", "started_at": "2026-05-02T07:30:00Z"},
    )
    w = dig(v, "id")
    own = f"/workouts/{w}"
    steps.take("read", "GET", own, OK, lambda v: v["id"] == w and v["sets"] == [] and v["title"] == "Push day")
    v = steps.take(
        "set",
        "POST",
        f"{own}/sets",
        (201,),
        lambda v: v["reps"] == 8 and v["weight_kg"] == 62.5,
        body={"exercise": "Bench press", "reps": 8, "weight_kg": 62.5},
    )
    s = dig(v, "id")
    steps.take(
        "sets", "GET", f"{own}/sets", OK, lambda v: [(x["id"], x["exercise"]) for x in v] == [(s, "Bench press")]
    )
    steps.take("set inside", "GET", own, OK, lambda v: ids(v, "sets") == [s])
    steps.take(
        "replace the set",
        "PUT",
        f"{own}/sets/{s}",
        OK,
        lambda v: v["reps"] == 9 and v["id"] == s,
        body={"exercise": "Bench press", "reps": 9},
    )
    steps.take(
        "a wrong set", "POST", f"{own}/sets", (422,), lambda v: v["detail"], body={"exercise": "Squat", "reps": 0}
    )
    steps.take("sets of no workout", "GET", "/workouts/987654321/sets", GONE)
    steps.take(
        "edit",
        "PATCH",
        own,
        OK,
        lambda v: v["notes"] == "Felt light" and v["title"] == "Push day",
        body={"notes": "Felt light"},
    )
    steps.take("finish", "POST", f"{own}/finish", OK, lambda v: v["id"] == w and v["status"] == "finished")
    steps.take("finished", "GET", own, OK, lambda v: v["status"] == "finished" and v["notes"] == "Felt light")
    steps.take(
        "strength",
        "GET",
        "/workouts?type=strength&limit=200",
        OK,
        lambda v: (
            w in ids(v, "workouts")
            and {x["type"] for x in v["workouts"]} == {"strength"}
            and v["count"] == len(v["workouts"])
        ),
    )
    steps.take(
        "later", "GET", "/workouts?from=2200-01-01T00:00:00Z", OK, lambda v: v["workouts"] == [] and v["count"] == 0
    )
    steps.take(
        "summary",
        "GET",
        "/summary?period=month",
        OK,
        lambda v: v["period"] == "month" and isinstance(v["workouts"], int),
    )
    steps.take("a wrong period", "GET", "/summary?period=decade", WRONG)
    steps.take(
        "profile",
        "PUT",
        "/profile",
        OK,
        lambda v: v["units"] == "metric",
        body={"display_name": "Kim", "units": "metric", "height_cm": 171},
    )
    steps.take(
        "read the profile", "GET", "/profile", OK, lambda v: v["display_name"] == "Kim" and v["height_cm"] == 171
    )
    steps.take("delete the set", "DELETE", f"{own}/sets/{s}", (204,))
    steps.take("delete", "DELETE", own, (204,))
    steps.take("gone", "GET", own, GONE, lambda v: v["detail"])


def devices(steps: Steps) -> None:
    """Devices with a shadow, commands and telemetry by time."""
    body = {"serialNumber": "FH-900001", "model": "SoilSense 9", "label": "Greenhouse"}
    v = steps.take(
        "register",
        "POST",
        "/devices",
        (201,),
        lambda v: v["serialNumber"] == "FH-900001" and v["deviceId"] and v["connection"] == "never",
        body=body,
    )
    d = dig(v, "deviceId")
    own = f"/devices/{d}"
    steps.take("describe", "GET", own, OK, lambda v: v["deviceId"] == d and v["label"] == "Greenhouse")
    steps.take("list", "GET", "/devices?maxResults=250", OK, lambda v: d in ids(v, "devices", key="deviceId"))
    steps.take(
        "by model", "GET", "/devices?model=SoilSense%209", OK, lambda v: ids(v, "devices", key="deviceId") == [d]
    )
    steps.take("another", "POST", "/devices", (201,), body={"serialNumber": "FH-900002", "model": "SoilSense 2"})
    v = steps.take("page", "GET", "/devices?maxResults=1", OK, lambda v: len(v["devices"]) == 1 and v["nextToken"])
    seen = ids(v, "devices", key="deviceId")
    steps.take(
        "next page",
        "GET",
        f"/devices?maxResults=1&nextToken={dig(v, 'nextToken')}",
        OK,
        lambda v: len(v["devices"]) == 1 and ids(v, "devices", key="deviceId") != seen,
    )
    steps.take(
        "a wrong serial number",
        "POST",
        "/devices",
        WRONG,
        lambda v: v["fault"]["reason"],
        body={"serialNumber": "900003", "model": "X"},
    )
    steps.take(
        "shadow",
        "PATCH",
        f"{own}/shadow",
        OK,
        lambda v: v["desired"]["interval"] == 60,
        body={"desired": {"interval": 60, "led": "on"}},
        content_type="application/merge-patch+json",
    )
    steps.take(
        "merge the shadow",
        "PATCH",
        f"{own}/shadow",
        OK,
        lambda v: v["desired"]["led"] == "off",
        body={"desired": {"led": "off"}},
        content_type="application/merge-patch+json",
    )
    steps.take(
        "read the shadow",
        "GET",
        f"{own}/shadow",
        OK,
        lambda v: (v["desired"]["interval"], v["desired"]["led"]) == (60, "off"),
    )
    v = steps.take(
        "command",
        "POST",
        f"{own}/commands",
        (202,),
        lambda v: v["name"] == "reboot" and v["status"] == "queued",
        body={"name": "reboot"},
    )
    c = dig(v, "commandId")
    steps.take(
        "read the command", "GET", f"{own}/commands/{c}", OK, lambda v: v["commandId"] == c and v["name"] == "reboot"
    )
    steps.take("commands", "GET", f"{own}/commands", OK, lambda v: ids(v, "commands", key="commandId") == [c])
    for hour, value in ((6, 11.5), (9, 14.25)):
        steps.take(
            f"point at {hour}",
            "POST",
            f"{own}/telemetry",
            (201,),
            lambda v, value=value: v["value"] == value,
            body={"metric": "temperature", "value": value, "time": f"2026-04-01T0{hour}:00:00Z"},
        )
    steps.take(
        "later points",
        "GET",
        f"{own}/telemetry?from=2026-04-01T08:00:00Z",
        OK,
        lambda v: [p["value"] for p in v["points"]] == [14.25],
    )
    steps.take(
        "earlier points",
        "GET",
        f"{own}/telemetry?metric=temperature&to=2026-04-01T08:00:00Z",
        OK,
        lambda v: [p["value"] for p in v["points"]] == [11.5],
    )
    steps.take("unregister", "DELETE", own, (204,))
    steps.take("gone", "GET", own, GONE, lambda v: v["fault"]["code"])


def beginner(steps: Steps) -> None:
    """A first API: verbs in paths, 200 for all that works, `success` and `data`."""
    v = steps.take(
        "create",
        "POST",
        "/createUser",
        (200,),
        lambda v: v["success"] is True and v["data"]["name"] == "Zed" and v["data"]["_id"],
        body={"name": "Zed", "email": "zed@test.com", "age": 44, "role": "cook"},
    )
    u = dig(v, "data", "_id")
    steps.take(
        "read",
        "GET",
        f"/user/{u}",
        OK,
        lambda v: v["data"]["_id"] == u and v["data"]["email"] == "zed@test.com" and v["data"]["age"] == 44,
    )
    steps.take("list", "GET", "/getUsers", OK, lambda v: v["success"] is True and u in ids(v, "data", key="_id"))
    steps.take("by role", "GET", "/getUsers?role=cook", OK, lambda v: ids(v, "data", key="_id") == [u])
    steps.take(
        "update",
        "PUT",
        f"/updateUser/{u}",
        OK,
        lambda v: v["success"] is True and v["data"]["name"] == "Zelda" and v["data"]["_id"] == u,
        body={"name": "Zelda", "email": "zed@test.com"},
    )
    steps.take("read again", "GET", f"/user/{u}", OK, lambda v: v["data"]["name"] == "Zelda")
    steps.take("wrong", "POST", "/createUser", (400,), lambda v: v["success"] is False, body={"age": 3})
    v = steps.take(
        "post",
        "POST",
        "/addPost",
        (200,),
        lambda v: v["data"]["text"] == "hi all" and v["data"]["userId"] == u,
        body={"userId": u, "text": "hi all"},
    )
    p = dig(v, "data", "_id")
    steps.take(
        "read the post", "GET", f"/post/{p}", OK, lambda v: v["data"]["_id"] == p and v["data"]["text"] == "hi all"
    )
    steps.take("posts of the user", "GET", f"/user/{u}/posts", OK, lambda v: ids(v, "data", key="_id") == [p])
    steps.take(
        "like",
        "POST",
        f"/likePost/{p}",
        OK,
        lambda v: v["success"] is True and v["data"]["_id"] == p and v["data"]["text"] == "hi all",
    )
    steps.take("delete", "DELETE", f"/deleteUser/{u}", (200,), lambda v: v["success"] is True)
    steps.take("gone", "GET", f"/user/{u}", GONE, lambda v: v["success"] is False)
    steps.take("list without it", "GET", "/getUsers", OK, lambda v: u not in ids(v, "data", key="_id"))


def game(steps: Steps) -> None:
    """A game: players, inventories, matches, guilds that players join and leave."""
    v = steps.take(
        "register",
        "POST",
        "/players",
        (201,),
        lambda v: v["player"]["nickname"] == "Vexa" and v["player"]["playerId"] and v["player"]["level"] == 1,
        body={"nickname": "Vexa", "region": "sa"},
    )
    p = dig(v, "player", "playerId")
    own = f"/players/{p}"
    steps.take("read", "GET", own, OK, lambda v: v["player"]["playerId"] == p and v["player"]["region"] == "sa")
    steps.take(
        "of the region",
        "GET",
        "/players?region=sa&limit=100",
        OK,
        lambda v: p in ids(v, "players", key="playerId") and {x["region"] for x in v["players"]} == {"sa"},
    )
    steps.take(
        "update",
        "PATCH",
        own,
        OK,
        lambda v: v["player"]["title"] == "Ashwalker" and v["player"]["nickname"] == "Vexa",
        body={"title": "Ashwalker"},
    )
    steps.take("too short", "POST", "/players", WRONG, lambda v: v["errorMessage"], body={"nickname": "V"})
    v = steps.take(
        "grant",
        "POST",
        f"{own}/inventory",
        (201,),
        lambda v: v["sku"] == "sword.iron" and v["quantity"] == 2,
        body={"sku": "sword.iron", "quantity": 2},
    )
    i = dig(v, "itemId")
    steps.take(
        "equip",
        "PATCH",
        f"{own}/inventory/{i}",
        OK,
        lambda v: v["equipped"] is True and v["quantity"] == 2,
        body={"equipped": True},
    )
    steps.take(
        "inventory",
        "GET",
        f"{own}/inventory",
        OK,
        lambda v: [(x["itemId"], x["equipped"]) for x in v["items"]] == [(i, True)],
    )
    steps.take("discard", "DELETE", f"{own}/inventory/{i}", (204,))
    steps.take("empty", "GET", f"{own}/inventory", OK, lambda v: v["items"] == [])
    v = steps.take(
        "match",
        "POST",
        "/matches",
        (201,),
        lambda v: v["mode"] == "duel" and v["hostId"] == p and v["status"] == "waiting",
        body={"mode": "duel", "hostId": p},
    )
    m = dig(v, "matchId")
    steps.take(
        "abandon", "POST", f"/matches/{m}/abandon", OK, lambda v: v["matchId"] == m and v["status"] == "abandoned"
    )
    steps.take("abandoned", "GET", f"/matches/{m}", OK, lambda v: v["status"] == "abandoned" and v["mode"] == "duel")
    steps.take(
        "leaderboard",
        "GET",
        "/leaderboards/ranked",
        OK,
        lambda v: v["board"] == "ranked" and isinstance(v["entries"], list),
    )
    v = steps.take(
        "guild",
        "POST",
        "/guilds",
        (201,),
        lambda v: v["tag"] == "ASH" and v["guildId"],
        body={"name": "Ashwalkers", "tag": "ASH"},
    )
    g = dig(v, "guildId")
    steps.take("join", "PUT", f"/guilds/{g}/members/{p}", (204,))
    steps.take("members", "GET", f"/guilds/{g}/members", OK, lambda v: p in ids(v, "members", key="playerId"))
    steps.take("leave", "DELETE", f"/guilds/{g}/members/{p}", (204,))
    steps.take("left", "GET", f"/guilds/{g}/members", OK, lambda v: p not in ids(v, "members", key="playerId"))
    steps.take("disband", "DELETE", f"/guilds/{g}", (204,))


# By the files of the documents: the path of the first server, and the chain.
CHAINS: dict[str, tuple[str, Callable[[Steps], None]]] = {
    "headless.json": ("/api", headless),
    "fieldwork.yaml": ("", fieldwork),
    "chat.yaml": ("/api", chat),
    "library-hal.yaml": ("", library),
    "fitness.yaml": ("/api/v1", fitness),
    "devices.yaml": ("/iot", devices),
    "beginner.yaml": ("", beginner),
    "game.yaml": ("/v5", game),
}
