"""Posts: the two documented ones, and 98 on what interests their authors."""

from __future__ import annotations

from collections.abc import Iterator

from common import Record

from .culture import BOOKS, MUSIC
from .everyday import LATIN, TOWN, WORK
from .kitchen_and_garden import COOKING, GARDENING
from .outdoors import CYCLING, HIKING
from .topic import Subject, Topic
from .users import USERS
from .workshop import HANDICRAFT, REPAIRS

POSTS_PER_USER = 10
# Each user writes about the topic in the same place of this list and the one seven places on, by turns.
TOPICS: tuple[Topic, ...] = (
    COOKING, HIKING, REPAIRS, BOOKS, GARDENING, WORK, CYCLING, MUSIC, HANDICRAFT, TOWN,
)
SECOND_INTEREST = 7

# The posts of the API's documentation, to the letter.
DOCUMENTED: tuple[Record, ...] = (
    {
        "userId": 1,
        "id": 1,
        "title": "sunt aut facere repellat provident occaecati excepturi optio reprehenderit",
        "body": "quia et suscipit\nsuscipit recusandae consequuntur expedita et cum\n"
                "reprehenderit molestiae ut ut quas totam\nnostrum rerum est autem sunt rem eveniet architecto",
    },
    {
        "userId": 1,
        "id": 2,
        "title": "qui est esse",
        "body": "est rerum tempore vitae\nsequi sint nihil reprehenderit dolor beatae ea dolores neque\n"
                "fugiat blanditiis voluptate porro vel nihil molestiae ut reiciendis\n"
                "qui aperiam non debitis possimus qui neque nisi nulla",
    },
)


def plan() -> Iterator[tuple[Topic, int]]:
    """The topic of every post and the place of its subject among those of the topic, in order of the posts."""
    for place in range(len(DOCUMENTED)):
        yield LATIN, place
    used = [0] * len(TOPICS)
    for post in range(len(DOCUMENTED), len(USERS) * POSTS_PER_USER):
        user, nth = divmod(post, POSTS_PER_USER)
        interest = (user + SECOND_INTEREST * (nth % 2)) % len(TOPICS)
        yield TOPICS[interest], used[interest]
        used[interest] += 1


def generate() -> list[Record]:
    """Every post, in order of `id`."""
    written = [
        {
            "userId": post // POSTS_PER_USER + 1,
            "id": post + 1,
            "title": topic.subjects[place].title,
            "body": body(topic, place, is_long=post % 3 != 0),
        }
        for post, (topic, place) in enumerate(plan())
        if topic is not LATIN
    ]
    return [*DOCUMENTED, *written]


def body(topic: Topic, place: int, is_long: bool) -> str:
    """Three or four lines; the steps differ so that no two posts on a topic share more than one sentence."""
    subject: Subject = topic.subjects[place]
    opening = topic.openings[place % len(topic.openings)]
    middle = topic.middles[place % len(topic.middles)]
    ending = topic.endings[(place // 3 + place % 3 * 2) % len(topic.endings)]
    sentences = [opening.format(name=subject.name), subject.detail, *([middle] if is_long else []), ending]
    return "\n".join(sentences)
