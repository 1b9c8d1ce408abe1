"""Sentences about cooking and gardening."""

from __future__ import annotations

from .topic import topic

COOKING = topic(
    """
    lentil soup | Lentil soup for a whole week | A spoonful of vinegar at the end beats any spice.
    onion tart | An onion tart worth the tears | Six large onions cook down to nothing, so now I start with eight.
    flatbread | Flatbread in a cast-iron pan | It has four ingredients, and the pan must be hotter than seems wise.
    plum cake | Plum cake from a borrowed recipe | I halved the sugar, and nobody at the table noticed.
    bean stew | Bean stew on a slow Sunday | Soaking the beans overnight is dull advice, and it is right.
    pumpkin curry | Pumpkin curry, second attempt | The first was far too sweet; lime juice and chillies fixed that.
    noodle salad | A noodle salad to take to work | Keep the dressing in a separate jar, or it will be glue by noon.
    potato gratin | Potato gratin without guesswork | Slices as thin as a coin are done in an hour; thicker ones never.
    apple chutney | Twelve jars of apple chutney | The kitchen smelled of cloves for three days, which is a bonus.
    """,
    openings="""
    There was a free evening and a basket to use up, so I tried the {name} at last.
    My neighbour asked how I make the {name}, so here is the long answer.
    The {name} was meant for four people, and two of us finished it.
    I made the {name} for friends on Friday and promised to write it down.
    """,
    middles="""
    The recipe card is now so stained that I had to copy it out.
    Most of the work is waiting, and the radio helps with that.
    I weigh everything now, after years of guessing with a tea cup.
    """,
    endings="""
    If you try it, tell me what you changed.
    It tasted even better the next day.
    The washing-up is still waiting as I write this.
    Next time I will make twice as much and hide half of it.
    """,
    questions="""
    What would you serve alongside the {name}?
    Could I leave out the salt entirely, or does it need a little?
    How long did you need from start to finish?
    """,
    tips="""
    Taste it ten minutes before you think it is ready.
    A pinch of salt at the very end makes more difference than you would think.
    Write the date on the lid if you keep any for later.
    """,
    stories="""
    My grandmother made it every autumn and never measured anything.
    Mine went wrong the first time because I answered the telephone.
    We made it for twenty people once, and only the bowls were too small.
    """,
)

GARDENING = topic(
    """
    herb box | The herb box on the balcony | The mint has to live in a pot of its own, or it eats the parsley.
    tomato bed | Too many tomatoes again | Nine plants are enough for four people, and I had put in twenty.
    compost heap | In praise of the compost heap | It steams on cold mornings, which the robin seems to enjoy.
    apple tree | Pruning the old apple tree | Take out the branches that cross, then stop, then take out one more.
    rose hedge | A hedge of roses and thorns | Two pairs of gloves lost the argument before I did.
    rain barrel | The rain barrel after a dry May | One good storm fills it, and it lasts for eleven days of watering.
    bean trellis | A trellis made of hazel sticks | By July nobody can see that it leans.
    wildflower strip | Leaving a strip for the wildflowers | Half of what came up had not been in the seed mix at all.
    cold frame | A cold frame from old windows | The lettuce was ready three weeks before everybody else's.
    garden pond | The first frog in the pond | It was dug in March, and by June something had moved in.
    """,
    openings="""
    Between two showers I got around to the {name} at last.
    The {name} looks better this year than it has any right to.
    I spent the whole of Sunday on the {name} and felt it on Monday.
    Nobody believed me when I said what I had planned for the {name}.
    """,
    middles="""
    The slugs were there before me, as always.
    My knees remind me that a kneeling mat is not a luxury.
    I keep a notebook with the dates, and it is more honest than my memory.
    """,
    endings="""
    Now it needs rain and a little luck.
    I will report back in autumn.
    There is soil in the kitchen, and nobody has complained yet.
    If you have seeds to swap, let me know.
    """,
    questions="""
    How often do you have to look after the {name} in a dry week?
    Would the {name} do well in half shade?
    What did the neighbours say?
    """,
    tips="""
    Coffee grounds keep the slugs away, at least for a day or two.
    Do it late in the evening, when the soil is cool.
    Leave a corner untidy; the hedgehogs will thank you.
    """,
    stories="""
    We tried the same on a north-facing terrace, and it worked against all advice.
    My first attempt was ruined in one night by a very happy badger.
    The children built a scarecrow for ours, and now they are afraid of it.
    """,
)
