"""The kinds of comments and their sentences; `{name}` stands for the name of the post's subject."""

from __future__ import annotations

from typing import NamedTuple

from .topic import lines


class Kind(NamedTuple):
    """A kind of comment: its headings and first lines, and what follows them."""

    headings: tuple[str, ...]
    openings: tuple[str, ...]
    cores: tuple[str, ...] | str  # sentences that suit every topic, or the name of the topic's own


AGREEMENT = Kind(
    lines("""
        The {name}: I feel the same
        Agreed, every word about the {name}
        So true of the {name}
        """),
    lines("""
        This is exactly what I think about the {name}.
        I nodded all the way through, above all at the part about the {name}.
        Good to know that I am not the only one who feels this way about the {name}.
        You have put into words what I always thought about the {name}.
        """),
    lines("""
        It is the small details that make it worth reading.
        I would not change a word of it.
        It took me years to come to the same conclusion.
        """),
)
QUESTION = Kind(
    lines("""
        A question about the {name}
        Can you say more about the {name}?
        May I ask something about the {name}?
        """),
    lines("""
        Thank you for writing about the {name}.
        I have read this twice, and there is one thing I still wonder about.
        The {name} has made me curious.
        One thing I could not find in your post.
        """),
    "questions",
)
ADVICE = Kind(
    lines("""
        A small tip to go with the {name}
        Something to add about the {name}
        For anyone interested in the {name}
        """),
    lines("""
        Here is something I learned late.
        Nicely told; let me add one thing about the {name}.
        I have some experience with this.
        If I may add a little advice:
        """),
    "tips",
)
MEMORY = Kind(
    lines("""
        The {name} brings back memories
        The {name} and a story of my own
        What the {name} reminds me of
        """),
    lines("""
        The {name} takes me back a long way.
        I had to laugh, because this sounds so familiar.
        When I read about the {name}, I had to think of an episode of my own.
        Everyone seems to have a tale of this sort, so here is mine.
        """),
    "stories",
)
THANKS = Kind(
    lines("""
        Thanks for the post about the {name}
        I enjoyed reading about the {name}
        More posts like the one about the {name}, please
        """),
    lines("""
        I came here by chance and stayed because of the {name}.
        What a pleasant read about the {name}.
        I never expected to be so taken with the {name}.
        I saved the post about the {name} for my lunch break, and it was worth the wait.
        """),
    lines("""
        I have sent it to my sister, who will like it even more.
        It was the best thing I have read this week.
        There should be more people who write like this.
        """),
)
KINDS: tuple[Kind, ...] = (AGREEMENT, QUESTION, ADVICE, MEMORY, THANKS)

CLOSINGS: tuple[str, ...] = lines("""
    I look forward to your next post.
    All the best to you and yours.
    Thanks again for sharing.
    I will look in again next week.
    """)
SIGN_OFFS: tuple[str, ...] = lines("""
    Greetings from the coast!
    Have a good weekend!
    Kind regards from a rainy town.
    Take care!
    Cheers!
    """)
