"""Sentences about repairs and handicraft."""

from __future__ import annotations

from .topic import topic

REPAIRS = topic(
    """
    kitchen tap | The tap that dripped for a year | The washer cost next to nothing; finding the size took three shops.
    garden gate | Why the garden gate sagged | The hinge was fine and the post was leaning, so I had been fixing air.
    desk lamp | A new cord for the desk lamp | Photograph the wiring before you take it apart, then take it apart.
    wooden chair | Glueing a wooden chair | Old glue has to come off completely, and warm vinegar is good at that.
    wall clock | The wall clock runs again | A single hair was caught in the movement, too thin to see at first.
    front door | A quieter front door | A strip of felt along the frame put an end to the slamming.
    bookshelf | A bookshelf that no longer leans | One bracket was screwed into plaster and nothing else.
    coffee grinder | Inside the coffee grinder | Behind the second screw were grounds that were older than the cat.
    window latch | The stubborn window latch | Graphite from a soft pencil works better here than oil.
    rain gutter | Up the ladder for the rain gutter | A tennis ball had been damming the corner since the summer.
    """,
    openings="""
    I looked at the {name} every morning for months before I fetched the toolbox.
    It took one evening to repair the {name}, and most of it went on looking for tools.
    The {name} was about to be thrown away, so there was nothing to lose.
    Everybody in the house had an opinion on the {name}; I had the screwdriver.
    """,
    middles="""
    A dish for the small parts saves an hour on your knees.
    I made a drawing first, and for once I followed it.
    The video I watched made it look like five minutes' work.
    """,
    endings="""
    Two screws were left over, and I have decided not to think about them.
    It has held for three weeks now.
    The whole repair cost less than a sandwich.
    The next thing on the list is the cellar light.
    """,
    questions="""
    Which tool did you miss most while you worked on the {name}?
    Would you do the {name} yourself again, or call somebody?
    Did you have to buy anything that you will never use again?
    """,
    tips="""
    Put the screws on a strip of tape in the order they came out.
    A drop of candle wax makes a tight screw turn easily.
    Wear gloves, even if it is only for five minutes.
    """,
    stories="""
    I did the same last winter and broke two fingernails and no parts.
    My father kept every screw in jam jars, and now I do as well.
    Ours lasted another nine years after a repair like that.
    """,
)

HANDICRAFT = topic(
    """
    patchwork quilt | A patchwork quilt from old shirts | There are twenty-eight shirts in it, and I know who wore each.
    wool jumper | Unravelling a wool jumper | The sleeves would have fitted two people, so I started all over.
    linen apron | A linen apron with deep pockets | Wash the cloth before you cut it, or the pockets will wander.
    canvas bag | The canvas bag that carries everything | The strap is an old seat belt and will outlive me.
    clay bowl | My first clay bowl | It leans to the left, like everything I make.
    willow basket | Two days for one willow basket | The rods soak for a week, and the bathtub was the only place.
    paper lantern | A paper lantern for the parade | Thin paper glows better; thick paper survives the way home.
    wooden spoon | Carving a wooden spoon | Birch forgives a blunt knife, and pear wood does not.
    winter coat | Turning a winter coat | The inside of the cloth had never seen the sun and looked like new.
    table loom | The table loom from a flea market | One shaft was missing, and a broom handle fitted perfectly.
    """,
    openings="""
    The {name} is finished, eleven months later than I had said.
    I took on the {name} because the evenings were long and the radio was good.
    The {name} was going to be a present, and now I want to keep it.
    I had wanted to make a {name} ever since I saw one at a market.
    """,
    middles="""
    There are scraps on every chair in the house.
    My hands knew what to do before my head did.
    I measured twice and still had to start over once.
    """,
    endings="""
    It is not perfect, and that is how you know who made it.
    The second one will be better.
    I will show it to the group in March.
    Now I only have to find a place for it.
    """,
    questions="""
    Where did you find the material for the {name}?
    How many evenings went into the {name}?
    Is it something that a beginner can try?
    """,
    tips="""
    Good light is worth more than good tools.
    Work on it for ten minutes every day, and it grows by itself.
    Finish the edges first; they are what people touch.
    """,
    stories="""
    Mine took three winters and then turned out too small.
    My mother undid her mistakes and never said a word; I say many.
    I gave my first one to a friend, who still shows it to every visitor.
    """,
)
