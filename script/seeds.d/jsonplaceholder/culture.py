"""Sentences about books and music."""

from __future__ import annotations

from .topic import topic

BOOKS = topic(
    """
    sea novel | Three weeks with a sea novel | The first hundred pages are all weather, and I would not lose one.
    story collection | Short stories on the train | Each is exactly as long as the ride between two stations.
    cookery book | Reading a cookery book in bed | I have not made a single dish from it and know half of it by heart.
    detective story | A detective story without a murder | Somebody steals a church bell, and it is quite gripping.
    field guide | The field guide in my coat pocket | It has taught me eleven kinds of moss and a good deal of patience.
    family saga | A family saga and its family tree | I drew the tree on the bookmark and needed both sides.
    poetry volume | One poem a day | Read aloud in the kitchen, even the difficult ones begin to make sense.
    travel diary | A travel diary with no destination | The author misses every boat and adores the waiting rooms.
    science primer | A science primer for grown-ups | The chapter on tides alone was worth the library fee.
    fairy-tale book | The fairy-tale book from the attic | Somebody corrected the endings in pencil, long ago.
    """,
    openings="""
    I finished the {name} last night, far too late on a working day.
    Our reading group chose the {name}, and I was the one who grumbled.
    The {name} had been on the pile for two years, under better-known titles.
    A friend pressed the {name} into my hands and refused to explain why.
    """,
    middles="""
    I gave up marking good lines after ten pages, because there were too many.
    The cover does it no favours at all.
    I read the last chapter twice to make sure.
    """,
    endings="""
    Now I do not know what to read next.
    It will stay within easy reach.
    I will give it a year and then start again.
    You really should try it.
    """,
    questions="""
    Is the {name} still in print, or did you find it second-hand?
    How many pages does the {name} have?
    Would it suit somebody who hardly reads any more?
    """,
    tips="""
    Try the audiobook as well; the reader has a lovely voice.
    Skip the foreword until you have finished.
    There is a second volume, which is a little shorter and just as good.
    """,
    stories="""
    I left my copy on a bench, and a stranger had started it when I came back.
    My aunt read from it to us for a whole winter, a little every evening.
    I gave it away twice and bought it again both times.
    """,
)

MUSIC = topic(
    """
    village choir | A bass short in the village choir | Four altos took turns at our low notes, and it almost worked.
    cello | Learning the cello at forty-six | My teacher says that the first year is for the neighbours.
    record player | My uncle's record player | The crackle before the first note is half the pleasure.
    brass band | Rehearsal night with the brass band | The trombones sit by the door because of the slides.
    practice room | A practice room in the cellar | Egg boxes on the wall do nothing; heavy curtains do a lot.
    upright piano | The upright piano up four flights | Five people carried it, and one of them only gave directions.
    folk evening | The folk evening in the back room | You may join in as soon as you know how the tune ends.
    open stage | Two songs on the open stage | I forgot the second verse and sang the first one again with conviction.
    summer concert | A summer concert in the rain | The audience shared umbrellas with people they had never met.
    """,
    openings="""
    For years I kept music for the car, and then came the {name}.
    Several people have asked how I got on with the {name}, so here it is.
    Nothing has cheered me up this winter like the {name}.
    I looked in on the {name} out of curiosity and stayed until the end.
    """,
    middles="""
    I hum the same eight bars all day.
    The neighbours have been very kind about it.
    My ears were happy for the rest of the week.
    """,
    endings="""
    I did not look at a screen all evening.
    I have not been in such a good mood for weeks.
    Everyone at work has heard of it by now.
    Slow scales are next, with the window closed.
    """,
    questions="""
    What was the first piece you heard or played?
    Could a complete beginner enjoy the {name} as well?
    What do the neighbours say to the {name}?
    """,
    tips="""
    Keep an old jumper at hand; cold fingers spoil the fun.
    Take a cushion; you will be sitting for longer than you expect.
    Stop while you still enjoy it, and you will be back tomorrow.
    """,
    stories="""
    I played the triangle for six years and missed one entry, the only one.
    My grandfather sang louder than the loudspeakers and was moved to the back.
    Our cat leaves the room at the first note and returns for the applause.
    """,
)
