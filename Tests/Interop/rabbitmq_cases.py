"""What RabbitMQ 3.10.8 answers over its Web-STOMP plug-in: frames, and the frames that come for them.

Each case is a list of steps: who sends (a session, which connects when it is first named), the frame, and who is sent what for
it, in any order. `@` in frames and answers is the case's own part of names, so that cases share no queues.
"""

from __future__ import annotations

Step = tuple[str, str, list[str]]


def frame(command: str, body: str = "", **headers: str) -> str:
    """A frame; an underscore in a header's name stands for a hyphen."""
    lines = "".join(
        f"{name.replace('_', '-')}:{value}\n" for name, value in headers.items()
    )
    return f"{command}\n{lines}\n{body}\0"


def subscribe(destination: str, session: str = "a", **headers: str) -> Step:
    """SUBSCRIBE with an id, which succeeds."""
    return (
        session,
        frame("SUBSCRIBE", id="s", destination=destination, receipt="r", **headers),
        [f"{session} RECEIPT r"],
    )


def refused(command: str, session: str = "a", body: str = "", **headers: str) -> Step:
    """A frame that is answered by ERROR alone, whatever receipt it asks for."""
    return (session, frame(command, body, receipt="r", **headers), [f"{session} ERROR"])


def is_queue(written: str, name: str) -> list[Step]:
    """A destination that is a queue of another name."""
    sent = frame("SEND", "x", destination=written)
    return [
        subscribe(written),
        (
            "a",
            sent,
            [f"a MESSAGE destination={name} redelivered=false subscription=s|x"],
        ),
    ]


RPC = "a MESSAGE destination=/queue/* redelivered=false subscription=/temp-queue/foo|answer"
ANSWERED = RPC.replace("redelivered", "receipt=sent redelivered")
ASKED = "b MESSAGE destination=/queue/@ redelivered=false reply-to=/reply-queue/* subscription=s|ask"
INVALID = [
    "/user/queue/a",
    "/app/status/request",
    "/elsewhere/a",
    "topic/a",
    "//topic/a",
    "/topic//a",
    "/topic/a/",
    "/topic",
]
INVALID += [
    "/topic/",
    "/queue",
    "/queue/",
    "/queue//a",
    "/queue/a/b",
    "/amq/queue/",
    "/exchange/",
    "/exchange//k",
    "/",
    "",
]

CASES: dict[str, list[Step]] = {
    **{
        f"no-destination-{number}": [
            refused("SUBSCRIBE", id="s", destination=one),
            refused("SEND", destination=one, body="x"),
        ]
        for number, one in enumerate(INVALID)
    },
    "temporary-queue": [
        refused("SUBSCRIBE", id="s", destination="/temp-queue/a"),
        refused("SEND", destination="/temp-queue/a", body="x"),
        refused("SUBSCRIBE", id="/temp-queue/a", destination="/queue/@"),
        refused("UNSUBSCRIBE", id="/temp-queue/a"),
    ],
    "refused-frames": [
        refused("SEND", body="x"),
        refused("SUBSCRIBE", id="s"),
        refused("SUBSCRIBE", id="s", destination="/queue/@", ack="often"),
        refused("UNSUBSCRIBE"),
        refused("UNSUBSCRIBE", id="unknown"),
        refused("UNSUBSCRIBE", destination="/queue/unknown"),
        refused("ACK", id="unknown"),
        refused("ACK"),
        refused("NACK", id="unknown"),
        refused("BEGIN"),
        refused("COMMIT", transaction="unknown"),
        refused("ABORT", transaction="unknown"),
        refused("SEND", destination="/queue/@", transaction="unknown", body="x"),
        # The session goes on.
        subscribe("/queue/@"),
        (
            "a",
            frame("SEND", "x", destination="/queue/@"),
            ["a MESSAGE destination=/queue/@ redelivered=false subscription=s|x"],
        ),
    ],
    "name-without-slash": is_queue("plain-@", "/queue/plain-@"),
    "reply-queue": [
        subscribe("/queue/@"),
        (
            "a",
            frame("SEND", "x", destination="/reply-queue/@"),
            ["a MESSAGE destination=/queue/@ redelivered=false subscription=s|x"],
        ),
    ],
    "queue-of-amq": [
        subscribe("/queue/@"),
        (
            "a",
            frame("SEND", "x", destination="/amq/queue/@"),
            ["a MESSAGE destination=/queue/@ redelivered=false subscription=s|x"],
        ),
    ],
    "escaped-slash": is_queue("/queue/a%2F@", "/queue/a%2F@"),
    "per-cent": is_queue("/queue/a%41@", "/queue/a%2541@"),
    "not-ascii": is_queue("/queue/é@", "/queue/%C3%A9@"),
    "default-exchange-of-topics": is_queue("/exchange/amq.topic/@", "/topic/@"),
    "answers": [
        subscribe("/queue/@", "b"),
        (
            "a",
            frame("SEND", "ask", destination="/queue/@", reply_to="/temp-queue/foo"),
            [ASKED],
        ),
        (
            "b",
            frame("SEND", "answer", destination="$reply", receipt="sent"),
            ["b RECEIPT sent", ANSWERED],
        ),
        (
            "a",
            frame("SEND", "ask", destination="/queue/@", reply_to="/temp-queue/foo"),
            [ASKED],
        ),
        ("b", frame("SEND", "answer", destination="$reply"), [RPC]),
        (
            "a",
            frame("SEND", "ask", destination="/queue/@", reply_to="/queue/other"),
            [
                "b MESSAGE destination=/queue/@ redelivered=false reply-to=/queue/other subscription=s|ask"
            ],
        ),
        (
            "a",
            frame("SEND", "ask", destination="/queue/@", reply_to="other"),
            [
                "b MESSAGE destination=/queue/@ redelivered=false reply-to=/reply-queue/other subscription=s|ask"
            ],
        ),
        refused("SEND", destination="/queue/@", reply_to="/temp-queue/a/b", body="x"),
        refused("SEND", destination="/queue/@", reply_to="/temp-queue/", body="x"),
        ("a", frame("DISCONNECT"), ["a CLOSED"]),
        # Nobody has that queue any more.
        (
            "b",
            frame("SEND", "late", destination="$reply", receipt="late"),
            ["b RECEIPT late"],
        ),
    ],
    "no-id": [
        ("a", frame("SUBSCRIBE", destination="/queue/@", receipt="r"), ["a RECEIPT r"]),
        (
            "a",
            frame("SEND", "x", destination="/queue/@"),
            ["a MESSAGE destination=/queue/@ redelivered=false|x"],
        ),
        (
            "a",
            frame("UNSUBSCRIBE", destination="/queue/@", receipt="u"),
            ["a RECEIPT u"],
        ),
        refused("UNSUBSCRIBE", destination="/queue/@"),
    ],
    "destination-of-an-id": [
        subscribe("/queue/@"),
        refused("UNSUBSCRIBE", destination="/queue/@"),
    ],
    "bodies-where-none-belong": [
        (
            "a",
            frame("SUBSCRIBE", "body", id="s", destination="/queue/@", receipt="r"),
            ["a RECEIPT r"],
        ),
        (
            "a",
            frame(
                "SUBSCRIBE",
                "body",
                id="t",
                destination="/topic/@",
                receipt="r",
                content_length="4",
            ),
            ["a RECEIPT r"],
        ),
        ("a", frame("BEGIN", "body", transaction="t", receipt="b"), ["a RECEIPT b"]),
        (
            "a",
            frame("SEND", "x", destination="/queue/@"),
            ["a MESSAGE destination=/queue/@ redelivered=false subscription=s|x"],
        ),
    ],
    "receipt-in-message": [
        subscribe("/queue/@"),
        (
            "a",
            frame("SEND", "x", destination="/queue/@", receipt="sent", mood="good"),
            [
                "a RECEIPT sent",
                "a MESSAGE destination=/queue/@ mood=good receipt=sent redelivered=false subscription=s|x",
            ],
        ),
    ],
    "transaction-in-message": [
        subscribe("/queue/@"),
        ("a", frame("BEGIN", transaction="t", receipt="b"), ["a RECEIPT b"]),
        (
            "a",
            frame("SEND", "x", destination="/queue/@", transaction="t", receipt="sent"),
            [],
        ),
        refused("SEND", destination="/elsewhere/a", transaction="t", body="y"),
        (
            "a",
            frame("COMMIT", transaction="t", receipt="c"),
            [
                "a RECEIPT c",
                "a RECEIPT sent",
                "a MESSAGE destination=/queue/@ receipt=sent redelivered=false subscription=s transaction=t|x",
            ],
        ),
        refused("COMMIT", transaction="t"),
    ],
    "second-begin": [
        subscribe("/queue/@"),
        ("a", frame("BEGIN", transaction="t", receipt="b"), ["a RECEIPT b"]),
        ("a", frame("SEND", "x", destination="/queue/@", transaction="t"), []),
        ("a", frame("BEGIN", transaction="t", receipt="b"), ["a RECEIPT b"]),
        ("a", frame("SEND", "y", destination="/queue/@", transaction="t"), []),
        (
            "a",
            frame("COMMIT", transaction="t", receipt="c"),
            [
                "a RECEIPT c",
                "a MESSAGE destination=/queue/@ redelivered=false subscription=s transaction=t|y",
            ],
        ),
    ],
    "expired": [
        (
            "a",
            frame("SEND", "old", destination="/queue/@", expiration="0", receipt="1"),
            ["a RECEIPT 1"],
        ),
        (
            "a",
            frame(
                "SEND",
                "stays",
                destination="/queue/@",
                expiration="600000",
                receipt="2",
            ),
            ["a RECEIPT 2"],
        ),
        (
            "a",
            frame("SUBSCRIBE", id="s", destination="/queue/@"),
            [
                "a MESSAGE destination=/queue/@ expiration=600000 receipt=2 redelivered=false subscription=s|stays"
            ],
        ),
        # Who waits for it gets it, however short it may wait.
        (
            "a",
            frame("SEND", "now", destination="/queue/@", expiration="0"),
            [
                "a MESSAGE destination=/queue/@ expiration=0 redelivered=false subscription=s|now"
            ],
        ),
    ],
    "large-body": [
        subscribe("/queue/@"),
        (
            "a",
            frame("SEND", "x" * 300_000, destination="/queue/@", receipt="sent"),
            [
                "a RECEIPT sent",
                "a MESSAGE destination=/queue/@ receipt=sent redelivered=false subscription=s|"
                + "x" * 300_000,
            ],
        ),
    ],
    "second-id": [
        subscribe("/queue/@"),
        ("a", frame("SUBSCRIBE", id="s", destination="/topic/@"), ["a CLOSED"]),
    ],
}
