"""Comments: on every post somebody agrees, asks, advises, remembers and gives thanks."""

from __future__ import annotations

from common import Record

from . import posts
from .remarks import CLOSINGS, KINDS, SIGN_OFFS, Kind
from .topic import Topic, words

# Two lists without a common factor, so that walking along both at once pairs everything before it repeats a pair.
HANDLE_ADJECTIVES = words(
    """amber, brisk, calm, curious, early, gentle, hidden, jolly, keen, lively, mellow, nimble, patient, polite, quiet,
    rapid, silver, sleepy, steady, sunny, tidy, upbeat, wandering"""
)
HANDLE_NOUNS = words(
    """badger, beacon, cedar, comet, compass, ferry, finch, heron, kettle, lantern, magpie, maple, otter, pebble,
    pigeon, plover, sparrow, thistle, walnut"""
)
DOMAINS = ("example.com", "example.org", "example.net")


def generate() -> list[Record]:
    """Every comment, in order of `id`."""
    plan = list(posts.plan())
    return [
        comment(post * len(KINDS) + nth, post, KINDS[(post + nth) % len(KINDS)], *plan[post])
        for post in range(len(plan))
        for nth in range(len(KINDS))
    ]


def comment(number: int, post: int, kind: Kind, topic: Topic, place: int) -> Record:
    """The comment of a kind on the post about the subject in that place of the topic; numbers count from zero."""
    name = topic.subjects[place].name
    cores = getattr(topic, kind.cores) if isinstance(kind.cores, str) else kind.cores
    sentences = [kind.openings[(post + place) % len(kind.openings)], cores[place % len(cores)]]
    if number % 3:
        sentences.append(CLOSINGS[number // 3 % len(CLOSINGS)])
    if number % 4 == 0:
        sentences.append(SIGN_OFFS[number // 4 % len(SIGN_OFFS)])
    return {
        "postId": post + 1,
        "id": number + 1,
        "name": kind.headings[(post + post // 10) % len(kind.headings)].format(name=name),
        "email": email(number),
        "body": "\n".join(sentences).format(name=name),
    }


def email(number: int) -> str:
    """An address that belongs to nobody; the first ones return towards the end, as regular readers do."""
    handle = number % (len(HANDLE_ADJECTIVES) * len(HANDLE_NOUNS))
    adjective = HANDLE_ADJECTIVES[handle % len(HANDLE_ADJECTIVES)]
    noun = HANDLE_NOUNS[handle % len(HANDLE_NOUNS)]
    return f"{adjective}.{noun}@{DOMAINS[handle % len(DOMAINS)]}"
