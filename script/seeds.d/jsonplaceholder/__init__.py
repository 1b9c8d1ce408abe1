"""The seed data of the JSONPlaceholder API."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from common import Record, render

from . import albums, comments, posts, rules, todos, users

README = """\
# JSONPlaceholder seed data

| file | records | what it is |
|---|---:|---|
| `minimal/users.json` | {minimal_users} | the user of the API's documentation |
| `minimal/posts.json` | {minimal_posts} | the two posts of the API's documentation |
| `demo/users.json` | {users} | users; the first one is that of `minimal` |
| `demo/posts.json` | {posts} | posts; the first two are those of `minimal` |
| `demo/comments.json` | {comments} | comments on the posts |
| `demo/albums.json` | {albums} | albums |
| `demo/todos.json` | {todos} | to-dos, {completed} of them completed |
| `demo/photos.json` | – | no records but parts of photo titles: {photo_parts} |

A data set is the files of its folder, so `empty`, which has no folder, holds nothing.
Apart from the documented records everything is fictional: the e-mail addresses and websites are at example.com,
example.org and example.net, and the telephone numbers are from the range 555-0100 to 555-0199.

## How the data agree

- A resource's `id` counts up from 1 without a gap, and the file is in that order.
- Each user has {posts_each} posts, {albums_each} albums and {todos_each} to-dos, in order of `userId`;
  each post has {comments_each} comments, in order of `postId`.
- Titles are distinct within a resource, and so is the `name` of a comment, which is its heading.
  The {comments} comments come from {commenters} e-mail addresses.
- A user writes about two interests by turns, and a comment is about the subject of its post.
- One adjective, subject and place, such as "{photo_title}", make the title of a photo;
  there are {photo_titles:,} such titles, enough for every photo to have its own.

## Regenerating

The files are generated, this one included; change `script/seeds.d/jsonplaceholder/` instead of editing them.

    script/seeds           # writes them; the same bytes on every run
    script/seeds --check   # writes nothing; exits with 1 if a file is missing or differs
"""


def files() -> dict[str, str]:
    """The content of every file under Seeds/jsonplaceholder, by relative path."""
    data = {
        "users": users.generate(),
        "posts": posts.generate(),
        "comments": comments.generate(),
        "albums": albums.generate(),
        "todos": todos.generate(),
    }
    rules.check(data)
    return {
        "README.md": readme(data),
        "minimal/users.json": render(data["users"][:1]),
        "minimal/posts.json": render(posts.DOCUMENTED),
        **{f"demo/{resource}.json": render(records) for resource, records in data.items()},
        "demo/photos.json": albums.photo_title_parts(),
    }


def readme(data: dict[str, Sequence[Record]]) -> str:
    """The README, with every figure counted."""
    counts = {resource: len(records) for resource, records in data.items()}
    parts = albums.PHOTO_TITLE_PARTS
    return README.format(
        **counts,
        minimal_users=1,
        minimal_posts=len(posts.DOCUMENTED),
        completed=sum(record["completed"] for record in data["todos"]),
        posts_each=counts["posts"] // counts["users"],
        albums_each=counts["albums"] // counts["users"],
        todos_each=counts["todos"] // counts["users"],
        comments_each=counts["comments"] // counts["posts"],
        commenters=len({record["email"] for record in data["comments"]}),
        photo_parts=", ".join(f"{len(items)} `{name}`" for name, items in parts.items()),
        photo_title=" ".join(items[0] for items in parts.values()),
        photo_titles=prod(len(items) for items in parts.values()),
    )
