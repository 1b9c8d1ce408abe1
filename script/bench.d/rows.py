"""What the benchmark measures: one Row for each line of its table. A new measurement is a new Row."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Account:
    """How to sign in to an API; the answer holds the access token under `token_key`."""

    path: str
    body: str
    token_key: str = "token"


@dataclass(frozen=True)
class Row:
    """One request, sent over and over."""

    name: str
    title: str
    path: str
    method: str = "GET"
    body: str | None = None
    # The account whose token goes along, a key of ACCOUNTS.
    account: str | None = "agrobridge"
    # The variant of the server to measure, a key of SERVERS.
    server: str = "defaults"
    # Sends the entity tag of the content, so that the answer is 304.
    conditional: bool = False
    # What else is measured, run by run: nginx with a file of the same bytes, or another variant of the server.
    rival: str | None = None
    # For a request that creates: the list whose `total` must grow by the requests that succeeded. Such a row
    # gets a freshly started server for each run.
    grows: str | None = None
    # What to reach: a share of the rival's requests per second, or requests per second. None informs only.
    target_ratio: float | None = None
    target_rate: float | None = None
    # How many times the rival's processor time a request may take.
    target_processor_ratio: float | None = None


@dataclass(frozen=True)
class BrokerRow:
    """Messages to one topic of the STOMP broker, each of which must reach every subscriber."""

    name: str
    subscribers: int
    # Messages under way at a time: the next is sent when the oldest has reached everybody.
    outstanding: int
    # What to reach: so many times RabbitMQ's deliveries per second.
    target_ratio: float
    target_p50_ms: float | None = None

    @property
    def title(self) -> str:
        """How the table names the row."""
        return f"{self.subscribers} subscribers, {self.outstanding} under way"


NGINX = "nginx"
CONNEXION = "connexion"

TLS_FOLDER = "{tls}"

HERE = Path(__file__).resolve().parent
SHOP = HERE.parents[1] / "Seeds" / "examples" / "shop" / "openapi.yaml"
NOTES = HERE / "notes.yaml"
COURIER = HERE.parents[1] / "Seeds" / "examples" / "courier"

# Options of `mock-api serve` besides the port.
BASE_OPTIONS = ("--rate-limit", "off", "--dataset", "demo")
SERVERS: dict[str, tuple[str, ...]] = {
    # As users have it: journal, contract and log are on, a line on standard error for each request.
    "defaults": BASE_OPTIONS,
    # Without a line for each request, as in CI.
    "quiet": (*BASE_OPTIONS, "--log-level", "warning"),
    # Requests are not compared with the documents, which is done otherwise.
    "unchecked": (*BASE_OPTIONS, "--log-level", "warning", "--contract", "off"),
    # Requests are not kept in the journal, which is done otherwise.
    "unrecorded": (*BASE_OPTIONS, "--log-level", "warning", "--journal", "off"),
    # Requests go over TLS; TLS_FOLDER becomes a folder of the run's own.
    "tls": (*BASE_OPTIONS, "--log-level", "warning", "--tls-port", "0", "--tls-dir", TLS_FOLDER),
    # An API that is served from its document, with as many records as a long list needs.
    "own": (*BASE_OPTIONS, "--api", f"shop={SHOP}", "--overlay", f"shop={HERE / 'shop-overlay.yaml'}"),
    # The same for a document that other mock servers can read.
    "notes": (*BASE_OPTIONS, "--api", f"notes={NOTES}"),
    # An API with channels and webhooks.
    "courier": (
        *BASE_OPTIONS, "--log-level", "warning", "--only", "courier", "--api", f"courier={COURIER / 'openapi.yaml'}",
        "--api", f"courier={COURIER / 'asyncapi.yaml'}",
    ),
    # Nothing but the measured messages goes through the broker.
    "broker": (*BASE_OPTIONS, "--log-level", "warning", "--sensor-interval", "1h"),
}

LOGIN_BODY = '{"email":"usuario@example.com","password":"password123"}'
LOTE_BODY = (
    '{"nombre":"Lote Nuevo","ubicacion":"Zona Norte","tipoCultivo":"Café",'
    '"areaHectareas":10.0,"notas":"Lote experimental"}'
)

INVERNADEROS_LOGIN_BODY = '{"username":"admin","password":"password123"}'
INTERSPACE_LOGIN_BODY = '{"email":"account@example.com","password":"secure_password"}'

ACCOUNTS = {
    "agrobridge": Account("/v1/auth/login", LOGIN_BODY),
    "interspace": Account("/api/v1/auth/login", INTERSPACE_LOGIN_BODY, "accessToken"),
    # Shares its path with Interspace; the body's fields tell them apart.
    "invernaderos": Account("/api/v1/auth/login", INVERNADEROS_LOGIN_BODY),
}

LOTE = "/v1/lotes/lote_1"
LOTES = "/v1/lotes"
PROFILES = "/api/v1/profiles"
ME = "/api/v1/users/me"
POSTS = "/posts?userId=1"
HEADLINES = "/v2/top-headlines?country=us&category=general&apiKey=any"
RECENT = "/api/v1/greenhouse/messages/recent?limit=100"

# An API of its document takes any credentials.
PRODUCT = "/shop/products/1"
PRODUCTS = "/shop/products"
PRODUCT_BODY = '{"name":"Rye bread","price":4.5,"category":"bread"}'

COURIER_ORDERS = "/courier/v1/orders"
COURIER_CHANNEL = "/courier/v1/orders/live"
# By subscribers: how long half of them may wait for the message of a write, and all but one of a hundred.
WRITE_TARGETS_MS = {100: (2, 6), 1_000: (15, 40)}
DELIVERY_TARGETS = {"WebSocket": 400_000, "SSE": 150_000}
# KiB of each idle subscriber, and the share of a core of 5,000.
SUBSCRIBER_TARGETS = (40, 0.01)

ROWS: tuple[Row, ...] = (
    # What users get: journal, contract and log as they are unless told otherwise.
    Row("lote", f"GET {LOTE}", LOTE, rival=NGINX, target_ratio=1.0, target_processor_ratio=1.3),
    Row("lotes", f"GET {LOTES}", LOTES, rival=NGINX, target_ratio=0.6),
    Row("lote-304", f"GET {LOTE}, If-None-Match", LOTE, conditional=True, rival=NGINX),
    Row("create-lote", f"POST {LOTES}", LOTES, "POST", LOTE_BODY, grows=LOTES, target_rate=15_000),
    Row("profiles", f"GET {PROFILES}", PROFILES, account="interspace", rival=NGINX, target_ratio=0.7),
    Row("me", f"GET {ME}", ME, account="interspace", rival=NGINX, target_ratio=0.7),
    Row(
        "profiles-304",
        f"GET {PROFILES}, If-None-Match",
        PROFILES,
        account="interspace",
        conditional=True,
        rival=NGINX,
        target_ratio=0.8,
    ),
    Row(
        "recent",
        f"GET {RECENT}",
        RECENT,
        account="invernaderos",
        server="broker",
        rival=NGINX,
        target_ratio=0.5,
    ),
    Row(
        "post", "GET /posts/1", "/posts/1", account=None, rival=NGINX, target_ratio=1.0, target_processor_ratio=1.3
    ),
    Row("users", "GET /users", "/users", account=None, rival=NGINX, target_ratio=0.8),
    Row("photos", "GET /photos, 5,000 records", "/photos", account=None, rival=NGINX, target_ratio=0.5),
    Row("posts", f"GET {POSTS}", POSTS, account=None, rival=NGINX, target_ratio=0.6),
    Row("headlines", "GET /v2/top-headlines", HEADLINES, account=None, rival=NGINX, target_ratio=0.5),
    Row("own", "GET a record of a custom API", PRODUCT, server="own", rival=NGINX, target_ratio=0.7),
    Row(
        "owns", "GET 100 records of a custom API", f"{PRODUCTS}?per_page=100", server="own", rival=NGINX, target_ratio=0.5
    ),
    Row(
        "create-own", "POST to a custom API", PRODUCTS, "POST", PRODUCT_BODY, server="own", grows=PRODUCTS,
        target_rate=15_000,
    ),  # fmt: skip
    Row("own-connexion", "GET a record of a custom API", "/notes-api/notes/1", account=None, server="notes", rival=CONNEXION),
    # What each of the defaults costs.
    Row("lote-logged", f"GET {LOTE}, with the log", LOTE, rival="quiet"),
    Row("create-quiet", f"POST {LOTES}, no log", LOTES, "POST", LOTE_BODY, server="quiet", grows=LOTES, target_rate=20_000),
    Row("lote-checked", f"GET {LOTE}", LOTE, server="quiet", rival="unchecked", target_ratio=0.9),
    Row("lotes-checked", f"GET {LOTES}", LOTES, server="quiet", rival="unchecked", target_ratio=0.9),
    Row("posts-checked", f"GET {POSTS}", POSTS, account=None, server="quiet", rival="unchecked", target_ratio=0.9),
    Row(
        "headlines-checked",
        "GET /v2/top-headlines",
        HEADLINES,
        account=None,
        server="quiet",
        rival="unchecked",
        target_ratio=0.9,
    ),
    Row("lote-recorded", f"GET {LOTE}", LOTE, server="quiet", rival="unrecorded", target_ratio=0.95),
    Row("lotes-recorded", f"GET {LOTES}", LOTES, server="quiet", rival="unrecorded", target_ratio=0.95),
    Row("posts-recorded", f"GET {POSTS}", POSTS, account=None, server="quiet", rival="unrecorded", target_ratio=0.95),
    Row("lote-tls", f"GET {LOTE}, over TLS", LOTE, server="tls", rival="quiet", target_ratio=0.7),
    # The 38 KB of this one are mostly decrypted by the one thread of wrk, so it only informs.
    Row("lotes-tls", f"GET {LOTES}, over TLS", LOTES, server="tls", rival="quiet"),
    Row("login", "POST /v1/auth/login", "/v1/auth/login", "POST", LOGIN_BODY, account=None),
)

BROKER_PATH = "/ws/greenhouse"
BROKER_ROWS: tuple[BrokerRow, ...] = (
    BrokerRow("stomp-100-1", 100, 1, target_ratio=4, target_p50_ms=0.6),
    BrokerRow("stomp-100-20", 100, 20, target_ratio=8),
    BrokerRow("stomp-1000-1", 1000, 1, target_ratio=4),
    BrokerRow("stomp-1000-20", 1000, 20, target_ratio=4),
)

OTHER_WORLD_TARGET_MS = 20.0
WORLD_COST_TARGET_MS = 5.0
KIT_GAIN_TARGET = 6.0
STARTUP_TARGET_MS = 30.0
MEMORY_TARGET_MIB = 32.0
# How much the memory may grow over the second half of mixed requests, which leave as many records as they find.
MIXED_GROWTH_TARGET_MIB = 2.0
SOCKET_TARGET_KIB = 20.0
FAN_OUT_TARGET_MS = 50.0
IDLE_SUBSCRIBER_TARGET_KIB = 20.0
# The live page: the server's rows that an open page must not cost more than a share, and the figures of the page itself.
DASHBOARD_ROWS = ("lote", "lotes", "post")
DASHBOARD_COST_TARGET = 0.03
DASHBOARD_MEDIAN_TARGET_MS = 100.0
DASHBOARD_P95_TARGET_MS = 250.0
# How many times the memory of a full history the page may take after as much has come again.
DASHBOARD_HEAP_TARGET = 1.1
DASHBOARD_INPUT_TARGET_MS = 100.0
DASHBOARD_FRAME_TARGET_MS = 34.0
DASHBOARD_BYTES_TARGET = 150 * 1024
DASHBOARD_PAINT_TARGET_MS = 300.0
