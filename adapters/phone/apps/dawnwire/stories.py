"""What Dawnwire prints on the morning of 17 November 2026, the newest first."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Story:
    """One article. `published` is local time; in `body` an empty line ends a paragraph."""

    key: str
    title: str
    section: str
    author: str
    source: str
    published: str
    minutes: int
    art: Art
    lead: str
    body: str
    topics: tuple[str, ...] = ()
    tag: str = ""
    likes: int = 0

    @property
    def text(self) -> tuple[str, ...]:
        """The paragraphs."""
        return tuple(" ".join(part.split("\n")) for part in self.body.strip("\n").split("\n\n"))


STORIES = (
    Story(
        "river-tram",
        "River tram opens a year early, and the first week rides are free",
        "City", "Ines Kallow", "Alder City Post", "2026-11-17T09:06", 4, Art("press:tram", 5),
        "Line 9 crossed the Alder at 05:12 this morning with forty-one passengers, one dog and a brass trio.",
        """
The bridge was promised for the autumn of next year. A mild winter, a second crane and a builder who hates
meetings brought it forward by eleven months.

Until Sunday nobody needs a ticket between Mill Lane and Kestrel Bay. After that a ride costs as much as one
on any other line, and the ferry keeps its evening boats at least until March.

“I have waited for this since I was nine,” said Tariq Osei, who took the first car with his bicycle and got
off one stop later to ride it again.

The city expects eleven thousand passengers a day. At eight o’clock it had counted four thousand.
""",
        ("River tram", "Alder Cross"), "LIVE", 842,
    ),
    Story(
        "kilns",
        "Quiet kilns: why a pottery town is going electric after three hundred years of fire",
        "Money", "Marguerite Sole", "Field & Forge", "2026-11-17T08:21", 7, Art("press:pots", 3),
        "In Ashgate the last gas kiln goes cold in spring. Not everyone mourns it.",
        """
Hollis & Daughters has fired stoneware in Ashgate since 1719. The new kiln is the size of a wardrobe, hums
like a refrigerator and paid for itself, says Ana Hollis, in nineteen months.

What is lost is harder to put on a bill. Wood and gas leave marks that no thermostat makes twice, and a glaze
called Ashgate blue has so far refused to turn blue without smoke.

The town’s answer is a compromise that smells of both: electricity for the week, one wood firing each month,
and a waiting list for what comes out of it.
""",
        ("Energy", "Craft"), "", 311,
    ),
    Story(
        "passes",
        "Early snow closes two passes as hikers turn back and buses stop at the lake",
        "World", "Adaeze Obi", "North Ledger", "2026-11-17T07:15", 3, Art("land:mist:peaks", 21),
        "Sixty centimetres fell in nine hours. The road office hopes to open the lower pass on Thursday.",
        """
Buses from Lindmoor end at the lake, where the boathouse has been turned into a waiting room with soup.

Eleven hikers came down on foot from the Gable hut in the night. All are well; one has lost a boot.

More snow is due on Wednesday evening. Whoever has to cross should take the tunnel, which is free of charge
until the passes are open.
""",
        ("Weather", "Mountains"), "", 128,
    ),
    Story(
        "telescope",
        "The small telescope that found a second ring around a dwarf world",
        "Science", "Tomasz Weir", "Open Orbit", "2026-11-17T06:30", 6, Art("press:planet", 12),
        "It stands on the roof of a school, has a mirror of forty centimetres, and was looking for something else.",
        """
The class of Lantern Square School meant to time how long a star would vanish behind a dwarf planet. It
blinked twice more than the textbook allows.

Three observatories have since confirmed a second, fainter ring, farther out than gravity should let one last.

“Either the ring is young or we are wrong about ice,” says Mira Okonedo’s sister Ada, who teaches the class.
“Both would make a good exam question.”
""",
        ("Space", "Schools"), "", 967,
    ),
    Story(
        "late-goal",
        "Ferrymen draw in the last minute, again, and nobody is surprised any more",
        "Sport", "Jonas Feld", "Second Serve", "2026-11-16T23:04", 3, Art("press:pitch", 4),
        "Quarry Park 2, Alder Ferrymen 2. It is the sixth equaliser after the ninetieth minute this season.",
        """
The coach calls it patience, the bench calls it terror, and the club shop has started to sell watches.

Quarry Park led twice, hit the bar once and should have had a penalty. Then the goalkeeper came forward for a
corner, as he does, and headed it in, as he also does.
""",
        ("Ferrymen", "Football"), "", 504,
    ),
    Story(
        "library",
        "渡口新图书馆周六开放",
        "Culture", "林晓雨", "The Tideline", "2026-11-17T05:50", 2, Art("land:dawn:city", 41),
        "三层楼，一座屋顶花园，还有全城最早亮灯的阅览室。",
        """
新馆设在旧渡口仓库里，红砖墙保留了原来的船号。

周六上午九点开门，前一百位读者可以在墙上写下自己的名字。儿童区的滑梯从二楼通到一楼，大人也可以用。

Readers without Chinese will find the English edition of this column on Thursday.
""",
        ("Libraries", "Alder Cross"), "", 73,
    ),
    Story(
        "rates",
        "The bank keeps its rate and blames the weather, more or less",
        "Money", "Priya Raman", "Harbour Herald", "2026-11-16T18:40", 4, Art("press:chart", 4),
        "Food prices rose for the fourth month. Rents did not.",
        """
The rate stays at 2.75 percent. The bank expects the price of vegetables to calm down when the harvest from
the south arrives in January.

Two of the nine members wanted to lower it at once. They are, as always, not named, and, as always, everybody
in the building knows.
""",
        ("Economy",), "", 58,
    ),
    Story(
        "night-bus",
        "Night buses come back to the hill, with a driver who never left",
        "City", "Ines Kalloway", "Alder City Post", "2026-11-16T17:05", 5, Art("land:night:city", 33),
        "Number 62 runs every forty minutes from midnight. It has the same man at the wheel as in 2019.",
        """
When the line was cut, Piet Marran drove bread. He kept the route in his head and the cap in a drawer.

The hill has voted for him to announce the stops himself. He does, with opinions.
""",
        ("Alder Cross", "Transport"), "", 219,
    ),
    Story(
        "choir",
        "A choir of two hundred rehearses in a car park because that is where the echo is",
        "Culture", "Dara Quill", "The Tideline", "2026-11-16T15:20", 4, Art("press:stage", 3),
        "Level 3, seven seconds. Level 4 is too wet.",
        """
The concert hall has been a building site since the summer. The choir tried a swimming pool, a church and a
tunnel before the caretaker of the Depot Hall car park hummed something into the ramp.

Tickets are sold by parking space. Blankets are advised.
""",
        ("Music",), "", 176,
    ),
    Story(
        "heat-pumps",
        "What a street learned from sharing one heat pump",
        "Science", "Tomasz Weir", "Field & Forge", "2026-11-16T12:00", 8, Art("land:gold:hills", 18),
        "Fourteen houses, one hole in the ground, no quarrel so far.",
        """
The hole is 180 metres deep and stands under the bowling green. From there a loop of warm water runs through
the gardens of Quarry Road.

Each house pays for what it takes. Whoever takes least has, for three winters now, been the same retired
engineer, who will not say how he does it.

The street saved 38 percent against its gas bills. It spent some of that on a party for the driller.
""",
        ("Energy", "Alder Cross"), "", 402,
    ),
    Story(
        "strait",
        "Pilots of the strait: a day with the people who park ships",
        "World", "Adaeze Obi", "North Ledger", "2026-11-16T09:30", 11, Art("land:day:sea", 27),
        "They climb aboard at sea, by rope ladder, in any weather, and are home for lunch.",
        """
A container ship needs two kilometres to stop. The strait at Kestrel Bay is, at its narrowest, six hundred
metres wide.

“You do not steer,” says the pilot Johanna Brandt. “You suggest, and then you wait.”

There are nineteen of them. Eleven will retire within five years, and for the first time the school that
trains them has more applicants than ladders.
""",
        ("Sea", "Long read"), "Long read", 655,
    ),
    Story(
        "marathon",
        "The winter marathon gets a new route and loses its hill",
        "Sport", "Joan Field", "Second Serve", "2026-11-16T08:10", 2, Art("land:dusk:hills", 29),
        "Runners asked for it. Spectators are less happy.",
        """
The race on 6 December goes along the river instead of over Observatory Hill. It will be faster by about four
minutes and duller by all accounts.

The hill’s residents have announced a marathon of their own, one kilometre long, straight up.
""",
        ("Running",), "", 141,
    ),
    Story(
        "noodles",
        "Eleven bowls in one day: in search of the broth that Port Meridian argues about",
        "Culture", "Dara Quill", "Harbour Herald", "2026-11-15T11:45", 9, Art("food:ramen", 5),
        "Our critic ate so that you know where to.",
        """
The rule was one bowl an hour and no favourites before noon. The rule held until the second bowl.

Clear broth wins on Lantern Square, cloudy broth wins by the harbour, and the best noodles are served in a
laundry on Depot Street, between the third machine and the fourth.

It opens at half past eleven. Bring coins; they are also for the dryer.
""",
        ("Food",), "", 1203,
    ),
    Story(
        "bees",
        "Beekeepers count more winter swarms than ever and ask for a little cold",
        "Science", "Adaeze Obi", "Field & Forge", "2026-11-15T09:05", 3, Art("land:dawn:hills", 52),
        "Warm Novembers keep the bees awake, and hungry.",
        """
In an ordinary year a hive sleeps from October. This year’s have been out on sixteen days of the past thirty.

Whoever sees a swarm should leave it alone and call the association, which has a van and, since Friday, a
second van.
""",
        ("Nature", "Weather"), "", 89,
    ),
    Story(
        "court",
        "Court rules that a neighbour’s rooster may crow, though not at the traffic light",
        "City", "Ines Kallow", "Alder City Post", "2026-11-14T16:30", 3, Art("land:gold:city", 61),
        "The bird took the verdict calmly.",
        """
The judge visited Stairwell 4 at dawn, twice. She measured 61 decibels in the yard and 74 at the crossing,
where the rooster answers the beeping of the pedestrian light.

It may stay in the yard. At the crossing it has to be carried.
""",
        ("Alder Cross",), "", 2310,
    ),
    Story(
        "chips",
        "A factory for very old computer chips is suddenly the busiest in the valley",
        "Money", "Priya Raman", "Field & Forge", "2026-11-14T10:15", 6, Art("press:chart", 9),
        "Trams, lifts and dialysis machines depend on parts from 1994.",
        """
Nobody designs them any more. Everybody needs them.

Corvane Works runs its oldest line around the clock. Its youngest engineer is 58; its apprentices have started
to learn a programming language that was declared dead before they were born.
""",
        ("Economy", "Technology"), "", 233,
    ),
    Story(
        "chess",
        "The board in the park: a year of one very slow game of chess",
        "Sport", "Joan Field", "The Tideline", "2026-11-13T14:00", 5, Art("land:day:forest", 35),
        "One move a day, played by whoever comes by at noon.",
        """
White is the left bank of the river, black the right. Nobody may move twice in a month.

After 341 days black is a bishop up and has, by all signs, no plan.
""",
        ("Games", "Alder Cross"), "", 318,
    ),
    Story(
        "archive",
        "Ten thousand letters that were never delivered find a reading room",
        "World", "Marguerite Sole", "North Ledger", "2026-11-12T08:50", 8, Art("cover", 14),
        "They lay behind a false wall of the old post office in Lindmoor.",
        """
Most are about money, weather and love, in that order.

Descendants can ask for theirs. Four hundred have, and a retired postman has offered to deliver them by hand.
""",
        ("History", "Long read"), "", 771,
    ),
)  # fmt: skip
SECTIONS = ("For you", "World", "City", "Science", "Money", "Sport", "Culture")
BY_KEY = {one.key: one for one in STORIES}


def story(key: str) -> Story | None:
    """The article with this key, if there is one."""
    return BY_KEY.get(key)


def in_section(section: str) -> tuple[Story, ...]:
    """The articles of a section; "For you" has all of them."""
    return tuple(one for one in STORIES if section in ("For you", one.section))


def on_topic(topic: str) -> tuple[Story, ...]:
    """The articles that carry a topic."""
    return tuple(one for one in STORIES if topic in one.topics)


def by(author: str) -> tuple[Story, ...]:
    """The articles that somebody wrote."""
    return tuple(one for one in STORIES if one.author == author)


def search(query: str) -> tuple[Story, ...]:
    """Articles with every word of the query in title, lead, text, author or topics; none for an empty query."""
    words = query.casefold().split()
    return tuple(one for one in STORIES if words and all(word in _words(one) for word in words))


def _words(one: Story) -> str:
    return " ".join((one.title, one.lead, one.author, one.section, *one.topics, *one.text)).casefold()
