"""Sentences about work and the town, and those about the text of the documented posts."""

from __future__ import annotations

from .topic import topic

WORK = topic(
    """
    stand-up meeting | A stand-up meeting that ends on time | We hung the clock where everybody can see it.
    release checklist | The checklist that saved a release | Item seven looked pointless until the day it was not.
    code review | Kinder words in a code review | A question gets a better answer than a verdict.
    quiet Friday | One quiet Friday a week | Without calls or chat, more is done by noon than all Thursday.
    onboarding guide | An onboarding guide by the newest colleague | Only she could see which steps we had forgotten.
    shared calendar | Cleaning up the shared calendar | Eleven weekly meetings had no owner, and nobody missed them.
    status report | The status report in five sentences | It says what changed, what is late and what we need.
    support rota | A fairer support rota | Handing over at lunch instead of at midnight changed everything.
    retrospective | A retrospective without slides | We drew the month as a coastline, and agreed on the rocks at once.
    style guide | A style guide that fits on one page | Anything longer was admired and ignored.
    """,
    openings="""
    Our team changed the {name} in January, and I want to note what came of it.
    Nobody liked the {name}, so we gave ourselves a month to make it better.
    I used to think that the {name} was a waste of time.
    A colleague asked me to explain the {name}, and I found that I could not.
    """,
    middles="""
    There was some grumbling in the first week and none in the third.
    The team has nine people in three cities, so small habits matter.
    We measured nothing, but the evenings became longer.
    """,
    endings="""
    We will look at it again in the summer.
    Perhaps it only works for us, but it does work.
    I would not go back.
    Tell me how you do it where you work.
    """,
    questions="""
    How did you win over the sceptics?
    Does the {name} still work when half the team is away?
    Who looks after the {name} when you are on holiday?
    """,
    tips="""
    Write down the reason next to the rule; it saves the same debate next year.
    Put somebody else in charge of it every month.
    Try it for two weeks before you ask for opinions.
    """,
    stories="""
    We tried it in a team of thirty, and it only worked once we had split up.
    My manager was against it and is now its greatest friend.
    Ours lasted until the first busy week, and then we started over.
    """,
)

TOWN = topic(
    """
    Saturday market | Early at the Saturday market | The cheese van sells out by nine, and the queue knows it.
    night bus | Notes from the night bus | The driver greets every passenger, even those who are asleep.
    public library | A new chair in the public library | It stands by the south window and is never free.
    open-air pool | Last week of the open-air pool | On the final day they let the dogs in.
    corner bakery | The corner bakery changes hands | The new baker kept the old recipes and moved the clock.
    old cinema | Forty seats in the old cinema | The projector is louder than the film, and nobody minds.
    street festival | A street festival with one rule | Every house brings a table, and nobody sits at their own.
    swap shelf | The swap shelf by the town hall | I left a toaster and came home with a globe.
    town museum | A rainy hour in the town museum | The best room is about buttons, and I am not joking.
    railway bridge | The railway bridge gets a coat of paint | The whole town voted, and green won by six votes.
    """,
    openings="""
    In eight years here I have hardly ever written about the {name}.
    Everybody in town has a story about the {name}; this is mine.
    If you only have one free hour here, spend it at the {name}.
    The {name} was in the local paper, so I went to see for myself.
    """,
    middles="""
    I met three people I knew and one I had owed a letter.
    It is the smallest things that make a place feel like home.
    The lady at the entrance knew my name, and I still do not know how.
    """,
    endings="""
    I will be back next week with a bigger bag.
    Some things may stay exactly as they are.
    You should come and see for yourself.
    Go on a weekday, when it is quiet.
    """,
    questions="""
    Is the {name} easy to reach with a pram?
    When is the {name} at its quietest?
    Was it very crowded?
    """,
    tips="""
    Come early; half an hour makes all the difference.
    Bring small change, to be on the safe side.
    Take somebody from out of town along; you will see it with new eyes.
    """,
    stories="""
    I met my wife there, on a day when we were both lost.
    We moved away and still come back for it once a year.
    As a child I thought that it belonged to my grandmother.
    """,
)

# The documented posts are in Latin of a sort, so their comments are about just that.
LATIN = topic(
    """
    placeholder text
    Latin paragraph
    """,
    questions="""
    Does the {name} mean anything, or is it only there to fill the page?
    Will there be a version of the {name} in plain English?
    """,
    tips="""
    Read it aloud slowly, and it sounds almost like a poem.
    It is handy for testing how a layout copes with long lines.
    """,
    stories="""
    Our printer once delivered four hundred flyers full of it.
    At school I would have been asked to translate it on the spot.
    """,
)
