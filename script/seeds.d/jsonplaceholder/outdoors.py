"""Sentences about hiking and cycling."""

from __future__ import annotations

from .topic import topic

HIKING = topic(
    """
    ridge path | The ridge path in fog | The cairns appear one at a time, and you learn to trust them.
    lake loop | Once around the lake | It is eleven kilometres and flat, so nobody has an excuse.
    gorge trail | Down the gorge trail | The handrail ends exactly where you begin to want one.
    lighthouse walk | A walk to the lighthouse | The lamp needs no keeper now, but his garden is still in bloom.
    forest track | Lost and found on the forest track | Two of the five signposts point the wrong way since the storms.
    drovers' road | The old drovers' road | It runs between stone walls that are older than any house in the valley.
    waterfall path | Wet feet on the waterfall path | In spring the stepping stones are under water, and you wade.
    moor crossing | A moor crossing in October | The heather was past its best, and the light made up for it.
    summit trail | Turning back on the summit trail | An hour from the top the wind rose, and going down was right.
    coastal path | Low tide on the coastal path | You can cut across the sand, but only for an hour or so.
    """,
    openings="""
    We set off on the {name} at six, with two flasks of tea and a paper map.
    The {name} had been on my list for years, and on Saturday it finally happened.
    I did the {name} alone this time, slower than usual and with more stops.
    The forecast promised sun for the {name}, and we packed for rain anyway.
    """,
    middles="""
    My boots have seen four summers and are beginning to show it.
    In the whole day we met one person, who was going the other way.
    Lunch was bread and cheese on a flat stone out of the wind.
    """,
    endings="""
    The last bus left three minutes after I had reached the stop.
    I slept like a stone that night.
    Next time I will take a second pair of socks.
    I can recommend it to anyone with sound shoes and patience.
    """,
    questions="""
    How long did the {name} take you, with breaks?
    Is there water on the way, or do you carry it all?
    Would you take a nine-year-old along on the {name}?
    """,
    tips="""
    Start at the far end, and the wind is behind you most of the day.
    Take a spare pair of laces; they weigh nothing.
    The café by the bus stop sells good soup until four.
    """,
    stories="""
    I did it thirty years ago, in borrowed boots that were a size too small.
    Our dog refused to go on after the first stile, and we turned around.
    We had hail there in June and laughed about it all the way home.
    """,
)

CYCLING = topic(
    """
    gravel bike | A gravel bike, second-hand | The previous owner had ridden it twice and polished it weekly.
    towpath ride | A towpath ride to the next town | It is thirty kilometres without a single traffic light.
    cargo bike | What fits on a cargo bike | It takes four crates of apples, or one sofa cushion and a patient child.
    night ride | A night ride under a full moon | After midnight even the main road belongs to the owls.
    folding bike | The folding bike on the train | It fits under the seat if you turn the handlebar before you sit down.
    mountain pass | Up the mountain pass in first gear | There are twenty-two bends, and each has a painted number.
    wheel rebuild | A wheel rebuild at the kitchen table | Thirty-two spokes make for thirty-two small arguments.
    rain cape | In defence of the rain cape | It looks like a tent, and underneath everything is dry.
    winter commute | A winter commute by bike | Two thin pairs of gloves are warmer than one thick pair.
    tandem tour | Three hundred kilometres on a tandem | The person behind decides nothing and sees everything.
    """,
    openings="""
    It began as a sensible idea: the {name} would get me out of the car.
    The whole club talked about the {name} so often that I had to try it.
    I had doubts about the {name} and kept them for about an hour.
    My friends laughed about the {name} until they had seen it for themselves.
    """,
    middles="""
    The chain was clean when I started and is not any more.
    I counted nine herons and one flat tyre.
    Somehow there was a headwind in both directions.
    """,
    endings="""
    I should have done it years ago.
    I would do it again, though not tomorrow.
    The car has not moved for three weeks.
    The next trip is already marked in the calendar.
    """,
    questions="""
    What did the {name} cost you in the end, in time and in money?
    Would you choose the {name} again?
    Which tyres do you use?
    """,
    tips="""
    Let a little air out of the tyres when the road is wet.
    Carry a pair of thin gloves for chain trouble.
    Check every bolt again after the first fifty kilometres.
    """,
    stories="""
    My own attempt ended with a broken saddle and a lift from a farmer.
    I started the same way ten years ago and have not paid for parking since.
    My son overtook me halfway and has talked of nothing else since then.
    """,
)
