"""Chains over documents that nobody had looked at when the engine was made: written first, run afterwards."""

from __future__ import annotations

from custom_api_chains import GONE, NEW, OK, REMOVED, Steps, dig


# As the document has it.
DOMAIN_CREATED = 'mport("/vercel/path0/utils/webhooks/webhooks/types").WebhookName.DomainCreate'


def ids(records: list[dict[str, object]]) -> list[object]:
    """The ids of records."""
    return [record["id"] for record in records]


def vercel(steps: Steps) -> None:
    """Vercel: one resource below paths of several versions."""
    steps.take("a wrong project", "POST", "/v9/projects", (400, 422), body={"framework": None})
    project = steps.take("project", "POST", "/v9/projects", NEW, lambda it: it["name"] == "site", body={"name": "site"})
    own = f"/v9/projects/{dig(project, 'id')}"
    steps.take("read", "GET", own, OK, lambda it: it["id"] == project["id"] and it["name"] == "site")
    steps.take("list", "GET", "/v9/projects", OK, lambda it: project["id"] in ids(it["projects"]))
    steps.take("update", "PATCH", own, OK, lambda it: it["devCommand"] == "npm run x", body={"devCommand": "npm run x"})
    steps.take("read again", "GET", own, OK, lambda it: (it["name"], it["devCommand"]) == ("site", "npm run x"))
    steps.take("by its name", "GET", "/v9/projects/site", OK, lambda it: it["id"] == project["id"])
    steps.take("delete", "DELETE", own, REMOVED)
    steps.take("gone", "GET", own, GONE)
    body = {"url": "https://x.org/h", "events": [DOMAIN_CREATED]}
    hook = steps.take("webhook", "POST", "/v1/webhooks", NEW, lambda it: it["url"] == body["url"], body=body)
    own = f"/v1/webhooks/{dig(hook, 'id')}"
    steps.take("read the webhook", "GET", own, OK, lambda it: it["url"] == body["url"])
    steps.take("list webhooks", "GET", "/v1/webhooks", OK, lambda it: dig(hook, "id") in ids(it))
    steps.take("delete the webhook", "DELETE", own, REMOVED)
    steps.take("no webhook", "GET", own, GONE)
    # The pattern of slugs allows nothing but the letter w, dashes and backslashes.
    config = steps.take("config", "POST", "/v1/edge-config", NEW, lambda it: it["slug"] == "w", body={"slug": "w"})
    own = f"/v1/edge-config/{dig(config, 'id')}"
    steps.take("read the config", "GET", own, OK, lambda it: it["slug"] == "w")
    steps.take("replace the config", "PUT", own, OK, lambda it: it["slug"] == "w-w", body={"slug": "w-w"})
    steps.take("list configs", "GET", "/v1/edge-config", OK)
    steps.take("delete the config", "DELETE", own, REMOVED)
    steps.take("no config", "GET", own, GONE)
    team = steps.take("team", "POST", "/v1/teams", NEW, lambda it: it["id"], body={"slug": "blue", "name": "Blue"})
    own = f"/v2/teams/{dig(team, 'id')}"
    steps.take("read the team", "GET", own, OK)
    steps.take("list teams", "GET", "/v2/teams", OK, lambda it: dig(team, "id") in ids(it["teams"]))


def discourse(steps: Steps) -> None:
    """Discourse: every path ends in `.json`, and every record has an envelope."""
    steps.take("a wrong post", "POST", "/posts.json", (400, 422), body={"title": "No text"})
    post = steps.take("post", "POST", "/posts.json", NEW, lambda it: it["raw"] == "Hello", body={"raw": "Hello", "title": "T"})
    own = f"/posts/{dig(post, 'id')}.json"
    steps.take("read", "GET", own, OK, lambda it: it["raw"] == "Hello" and it["id"] == post["id"])
    steps.take("list", "GET", "/posts.json", OK, lambda it: dig(post, "id") in ids(it["latest_posts"]))
    steps.take("update", "PUT", own, OK, lambda it: it["post"]["raw"] == "Bye", body={"post": {"raw": "Bye"}})
    steps.take("read again", "GET", own, OK, lambda it: it["raw"] == "Bye")
    steps.take("delete", "DELETE", own, REMOVED, body={})
    steps.take("gone", "GET", own, GONE)
    made = steps.take("group of tags", "POST", "/tag_groups.json", NEW, lambda it: it["tag_group"]["name"] == "Colours",
                      body={"name": "Colours"})  # fmt: skip
    own = f"/tag_groups/{dig(made, 'tag_group', 'id')}.json"
    steps.take("read the group", "GET", own, OK, lambda it: it["tag_group"]["name"] == "Colours")
    steps.take("list groups", "GET", "/tag_groups.json", OK, lambda it: made["tag_group"]["id"] in ids(it["tag_groups"]))
    steps.take("rename", "PUT", own, OK, lambda it: it["tag_group"]["name"] == "Shapes", body={"name": "Shapes"})
    steps.take("renamed", "GET", own, OK, lambda it: it["tag_group"]["name"] == "Shapes")
    made = steps.take("category", "POST", "/categories.json", NEW, lambda it: it["category"]["name"] == "News",
                      body={"name": "News", "color": "ff0000"})  # fmt: skip
    number = dig(made, "category", "id")
    steps.take("list categories", "GET", "/categories.json", OK, lambda it: number in ids(it["category_list"]["categories"]))
    steps.take("change the category", "PUT", f"/categories/{number}.json", OK,
               lambda it: it["category"]["name"] == "Olds", body={"name": "Olds"})  # fmt: skip
    steps.take("read the category", "GET", f"/c/{number}/show.json", OK, lambda it: it["category"]["name"] == "Olds")
    made = steps.take("badge", "POST", "/admin/badges.json", NEW, lambda it: it["badge"]["name"] == "Star",
                      body={"name": "Star", "badge_type_id": 1})  # fmt: skip
    number = dig(made, "badge", "id")
    steps.take("list badges", "GET", "/admin/badges.json", OK, lambda it: number in ids(it["badges"]))
    steps.take("change the badge", "PUT", f"/admin/badges/{number}.json", OK, lambda it: it["badge"]["name"] == "Sun",
               body={"name": "Sun", "badge_type_id": 1})  # fmt: skip
    steps.take("delete the badge", "DELETE", f"/admin/badges/{number}.json", REMOVED)
    steps.take("no badge", "GET", "/admin/badges.json", OK, lambda it: number not in ids(it["badges"]))


def legal_entities(steps: Steps) -> None:
    """Adyen's legal entities: what belongs to one names it in its content."""
    person = {"name": {"firstName": "Ada", "lastName": "L"}, "residentialAddress": {"country": "NL"}}
    body = {"type": "individual", "individual": person}
    steps.take("a wrong entity", "POST", "/legalEntities", (400, 422), body={"type": "x"})
    made = steps.take("entity", "POST", "/legalEntities", NEW, lambda it: it["individual"]["name"]["firstName"] == "Ada",
                      body=body)  # fmt: skip
    entity = dig(made, "id")
    own = f"/legalEntities/{entity}"
    steps.take("read", "GET", own, OK, lambda it: it["type"] == "individual")
    steps.take("update", "PATCH", own, OK, lambda it: it["reference"] == "r7", body={"reference": "r7"})
    steps.take("read again", "GET", own, OK, lambda it: it["reference"] == "r7" and it["individual"]["name"]["lastName"] == "L")
    steps.take("none", "GET", "/legalEntities/nobody-4711", GONE)
    line = {"industryCode": "4531", "legalEntityId": entity, "service": "banking"}
    made = steps.take("line", "POST", "/businessLines", NEW, lambda it: it["legalEntityId"] == entity, body=line)
    own = f"/businessLines/{dig(made, 'id')}"
    steps.take("read the line", "GET", own, OK, lambda it: it["industryCode"] == "4531")
    steps.take("lines of the entity", "GET", f"/legalEntities/{entity}/businessLines", OK,
               lambda it: made["id"] in ids(it["businessLines"]))  # fmt: skip
    steps.take("change the line", "PATCH", own, OK, lambda it: it["industryCode"] == "99", body={"industryCode": "99"})
    steps.take("delete the line", "DELETE", own, REMOVED)
    steps.take("no line", "GET", own, GONE)
    body = {"type": "bankAccount", "legalEntityId": entity, "bankAccount": {"countryCode": "NL"}}
    made = steps.take("instrument", "POST", "/transferInstruments", NEW, lambda it: it["legalEntityId"] == entity, body=body)
    own = f"/transferInstruments/{dig(made, 'id')}"
    steps.take("read the instrument", "GET", own, OK, lambda it: it["bankAccount"]["countryCode"] == "NL")
    steps.take("delete the instrument", "DELETE", own, REMOVED)
    steps.take("no instrument", "GET", own, GONE)


def balance_platform(steps: Steps) -> None:
    """Adyen's balance accounts: records below records."""
    holder = steps.take("holder", "POST", "/accountHolders", NEW, lambda it: it["legalEntityId"] == "LE1",
                        body={"legalEntityId": "LE1", "description": "d"})  # fmt: skip
    number = dig(holder, "id")
    steps.take("read", "GET", f"/accountHolders/{number}", OK, lambda it: it["description"] == "d")
    steps.take("update", "PATCH", f"/accountHolders/{number}", OK, lambda it: it["description"] == "e",
               body={"description": "e"})  # fmt: skip
    steps.take("a wrong account", "POST", "/balanceAccounts", (400, 422), body={"description": "of nobody"})
    account = steps.take("account", "POST", "/balanceAccounts", NEW, lambda it: it["accountHolderId"] == number,
                         body={"accountHolderId": number, "defaultCurrencyCode": "EUR"})  # fmt: skip
    own = f"/balanceAccounts/{dig(account, 'id')}"
    steps.take("read the account", "GET", own, OK, lambda it: it["defaultCurrencyCode"] == "EUR")
    steps.take("accounts of the holder", "GET", f"/accountHolders/{number}/balanceAccounts", OK,
               lambda it: account["id"] in ids(it["balanceAccounts"]))  # fmt: skip
    steps.take("close it", "PATCH", own, OK, lambda it: it["status"] == "closed", body={"status": "closed"})
    body = {"counterparty": {"merchantAccount": "m"}, "currency": "EUR", "schedule": {"type": "daily"}}
    sweep = steps.take("sweep", "POST", f"{own}/sweeps", NEW, lambda it: it["currency"] == "EUR", body=body)
    steps.take("sweeps", "GET", f"{own}/sweeps", OK, lambda it: dig(sweep, "id") in ids(it["sweeps"]))
    path = f"{own}/sweeps/{dig(sweep, 'id')}"
    steps.take("read the sweep", "GET", path, OK, lambda it: it["schedule"]["type"] == "daily")
    steps.take("change the sweep", "PATCH", path, OK, lambda it: it["description"] == "x", body={"description": "x"})
    steps.take("delete the sweep", "DELETE", path, REMOVED)
    steps.take("no sweep", "GET", path, GONE)
    steps.take("no account", "GET", "/balanceAccounts/nobody-4711", GONE)


# By where the documents stand in the archive: the path of the API's first server, and the chain.
LATER_CHAINS = {
    "vercel.com/0.0.1.json": ("", vercel),
    "discourse.local/latest.json": ("", discourse),
    "adyen.com/LegalEntityService/3.json": ("/lem/v3", legal_entities),
    "adyen.com/BalancePlatformService/2.json": ("/bcl/v2", balance_platform),
}
