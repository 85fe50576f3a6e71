"""What was asked and told on Oakthread until the morning of 17 November 2026."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art

KINDS = ("Discussion", "Question", "Offer", "Event")


@dataclass(frozen=True, slots=True)
class Thread:
    """The first post of a thread. `votes` of a poll stand in the order of its options."""

    key: str
    grove: str
    author: str
    kind: str
    title: str
    text: str
    at: str
    score: int = 0
    art: Art | None = None
    poll: tuple[str, ...] = ()
    votes: tuple[int, ...] = ()
    pinned: bool = False
    locked: bool = False


def _thread(
    key: str,
    grove: str,
    author: str,
    kind: str,
    at: str,
    score: int,
    title: str,
    text: str,
    art: str = "",
    seed: int = 0,
) -> Thread:
    picture = Art(art, seed) if art else None
    return Thread(key, grove, author, kind, title, text, f"2026-11-{at}", score, picture)


THREADS: tuple[Thread, ...] = (
    _thread("tap", "repair", "noor_h", "Question", "17T08:12", 214,
          "My tap sings in B flat. Is it dangerous or just musical?",
          "Only the cold one, only between a quarter and half open, and only when the neighbour above "
          "showers. It is quite a "
          "steady note. I have changed the washer. The plumber said “huh” and went home.\n\nWhat do I look at next?"),
    _thread("ferry", "square", "stairwell4", "Discussion", "17T07:40", 486,
          "The first ferry should leave after the bakery opens, not before",
          "The bakery on the pier opens at 06:45. The first ferry leaves at 06:40. This has been so since "
          "1998 and I believe it "
          "explains the mood of the whole island.\n\nI have written to both. Neither will move first. Sign below?",
          "land:dawn:sea", 4),
    _thread("starter", "bread", "crumbshot", "Question", "17T06:55", 92,
          "Starter smells of nail polish after the holidays",
          "Fed once in nine days, 1:1:1, about 19 degrees. It still doubles, but nobody wants to be in the "
          "kitchen with it. "
          "Throw it away, or feed it and apologise?"),
    _thread("sketch", "corner", "晓雨", "Event", "17T05:30", 61, "周六上午去渡口写生，有人一起吗？",
          "九点在渡口集合，画到十二点，然后去吃面。带一个小板凳，风有点大。新手也欢迎，我可以借你颜料。",
          "land:mist:sea", 9),
    _thread("chain", "quiet", "torque_and_tea", "Discussion", "16T21:18", 338,
          "Wax your chain in the evening, ride silently in the morning: a short guide",
          "1. Clean it until the rag stays white.\n2. Hot wax, ten minutes, swing it about.\n3. Hang it on a "
          "hook over night.\n"
          "4. Break it in by hand.\n\nThat is all. It lasts 300 km in the dry. Questions welcome.",
          "photo:original:bike", 11),
    _thread("pigeon", "gardens", "hollow_oak", "Discussion", "16T19:05", 701,
          "A pigeon has moved into my thyme. Day 4.",
          "She has stopped pretending to be a visitor. Two eggs since this morning. The thyme is flat. I have "
          "moved the chair so "
          "that she does not have to look at me while I eat.", "photo:ember:plants", 17),
    _thread("watts", "quick", "quarryloop", "Question", "16T18:20", 45, "Quarry hill in under four minutes: gearing?",
          "I keep running out of gears at the second bend. 50/34 and 11-28. Do I need another cassette or "
          "another body?"),
    _thread("cello", "trams", "line9_last_car", "Discussion", "16T23:49", 512,
          "Line 9, last car: a cello had its own seat tonight",
          "It had a ticket as well. The driver checked it. I have nothing to add, I only wanted it on record.",
          "press:tram", 21),
    _thread("seven", "swim", "cold_toes", "Event", "16T16:00", 128,
          "7.2 degrees. Sunday at 07:30, usual steps, bring a hat",
          "Tea is on me, cake is on whoever comes last. Nobody swims alone, nobody swims long."),
    _thread("chair", "give", "sunday_roast", "Offer", "16T14:32", 33, "Four kitchen chairs, one has opinions",
          "Pine, about forty years old. Three are solid. The fourth holds if you lean left. Pick up on Ferry "
          "Street any "
          "evening this week."),
    _thread("winter", "books", "shelfmark", "Discussion", "16T12:10", 240,
          "What do we read this winter? Vote until Sunday",
          "Same rules as always: one vote, no bribes, and whoever suggested the winner brings the biscuits.",
          "photo:original:books", 2),
    _thread("comet", "sky", "flat_white_dwarf", "Question", "16T11:45", 57, "Was that a comet or my neighbour's drone?",
          "South-west, 05:20, greenish, did not blink, did not move for two minutes, then was a cloud."),
    _thread("rules", "square", "stairwell4", "Discussion", "01T09:00", 1_020,
          "Read this first: what belongs here and what does not",
          "Everything in town that has no grove of its own. Lost keys: yes. Lost causes: also yes. Selling: no."),
    _thread("zip", "repair", "lowtide", "Question", "15T20:44", 76,
          "Zip of a forty-year-old tent: new slider or new zip?",
          "The teeth are fine. The slider has given up. All shops tell me to buy a tent.", "land:gold:peaks", 5),
    _thread("balcony", "gardens", "hollow_oaks", "Question", "15T18:02", 18,
          "What survives on a north balcony in wind?",
          "Third floor, Ferry Street, sun for forty minutes in June. So far: one fern, resentful."),
    _thread("rye", "bread", "robin_vale", "Question", "15T13:25", 27,
          "Rye stays gummy in the middle, 98 degrees inside",
          "Baked 60 minutes, 250 falling to 200, left alone for a day before cutting. 80% rye, 78% water. What now?"),
    _thread("drill", "give", "varnish_and_rope", "Question", "15T10:15", 12,
          "Could I borrow a drill with a long bit until Thursday?",
          "For the boat. I will return it with varnish on it, it cannot be avoided."),
    _thread("timetable", "trams", "line9_last_car", "Discussion", "14T22:31", 166, "Winter timetable, annotated",
          "I have marked the four connections that exist on paper only. Print it, fold it, keep it near your heart."),
    _thread("roof", "sky", "flat_white_dwarf", "Event", "14T19:10", 49, "Roof open on Friday if the clouds agree",
          "Gasworks Yard, stairs at the back, bring something warm and no torches.", "press:planet", 4),
    _thread("tandem", "quiet", "torque_and_tea", "Offer", "14T16:40", 205,
          "A tandem that nobody claims, free to two who get along",
          "Found behind the gasworks, put back together on six Tuesdays. Test ride required, with each other."),
    _thread("library", "square", "shelfmark", "Discussion", "14T09:20", 377,
          "Somebody returned a book thirty years late with a pressed leaf on every page that mentions rain",
          "There is no fine. There never was going to be a fine. I only want to know who you are."),
    _thread("swap", "corner", "晓雨", "Offer", "13T20:00", 38, "中文换西语，每周三晚上，茶我请",
          "图书馆二楼，六点半。水平不限，聊天为主。"),
    _thread("tide", "swim", "noor_h", "Question", "13T12:12", 22, "Is there anywhere warm to change after nine?",
          "The kiosk closes at nine and the wind does not."),
    _thread("glue", "repair", "sunday_roast", "Question", "12T17:55", 41,
          "Which glue for a chair that has been glued before, badly, by me?",
          "It has had wood glue, hot glue and hope."),
)  # fmt: skip

POLLS: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    "winter": (
        ("The Lighthouse Ledger", "Salt, and Other Weather", "A Short History of Waiting", "雨夜书店"),
        (41, 58, 37, 22),
    ),
    "ferry": (("Move the ferry", "Move the bakery", "Leave them, it builds character"), (122, 310, 54)),
}
"""Questions with options inside a thread: the options and how many chose each."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody answered: to the thread, or to the reply `parent`."""

    id: str
    thread: str
    author: str
    text: str
    at: str
    score: int = 0
    parent: str = ""


Line = tuple[str, str, int, str] | tuple[str, str, int, str, int]


def _replies(thread: str, *lines: Line) -> tuple[Reply, ...]:
    """The replies of one thread: author, time, score, text, and the place of what is answered."""
    return tuple(
        Reply(f"{thread}.{i}", thread, line[0], line[3], f"2026-11-{line[1]}", line[2],
              f"{thread}.{line[4]}" if len(line) == 5 else "")
        for i, line in enumerate(lines)
    )  # fmt: skip


REPLIES: tuple[Reply, ...] = (
    *_replies("tap",
        ("torque_and_tea", "17T08:20", 96,
        ("That is the ballcock of the cistern above you, not your tap. When they shower the pressure "
         "drops, the valve opens a little and hums. Your tap is only the loudspeaker.")),
        ("noor_h", "17T08:26", 31, "So I have changed the washer of a loudspeaker.", 0),
        ("torque_and_tea", "17T08:29", 54, "Everybody has, once.", 1),
        ("stairwell4", "17T08:41", 18, "Fourth floor here. We hear it too. We thought it was somebody practising.", 0),
        ("line9_last_car", "17T08:33", 40, "B flat is also the note of the old trams braking. I would keep it."),
        ("hollow_oaks", "17T08:50", 3, "Have you tried turning it off"),
        ("sunday_roast", "17T08:55", 22, "@hollow_oaks it is a tap. That is all one does with it.", 5),
        ("varnish_and_rope", "17T09:01", 9,
        ("A water hammer arrester costs eleven and a half and takes ten minutes. Turn the main off first, "
         "ask me how I know.")),
        ("lowtide", "17T09:10", 5, "How do you know?", 7)),
    *_replies("ferry",
        ("noor_h", "17T07:44", 88, "Signed, hungry."), ("cold_toes", "17T07:52", 41,
        "Move the bakery. The tide will not wait for croissants."),
        ("stairwell4", "17T07:58", 63, "The tide has never had to sit in that ferry.", 1),
        ("shelfmark", "17T08:05", 27, "There was a petition in 2004. I can find it, it has coffee on it."),
        ("quarryloop", "17T08:30", 12, "I run past both at 06:42 every day and feel nothing but power.")),
    *_replies("starter",
        ("hollow_oak", "17T07:10", 35, "It is only hungry. Two feeds at 1:5:5 and it will be sorry."),
        ("crumbshot", "17T07:16", 11, "And the smell?", 0), ("hollow_oak", "17T07:20", 19,
        ("Goes with the second feed. Open a window for "
         "the first."), 1), ("robin_vale", "17T07:48", 4, "Mine did this. I called it character.")),
    *_replies("sketch",
        ("robin_vale", "17T06:40", 6, "我想去！可以带朋友吗？"), ("晓雨", "17T06:52", 8, "当然，人越多越好。", 0),
        ("noor_h", "17T08:00", 3, "I will come for the noodles and pretend to draw")),
    *_replies("chain",
        ("quarryloop", "16T21:40", 21, "What about rain?"), ("torque_and_tea", "16T21:44", 33,
        ("Rinse, dry, wax again. Or ride in the dry "
         "like a person with a calendar."), 0), ("robin_vale", "16T22:02", 7,
         "Step 3 is where the cat comes in, in my house"),
        ("hollow_oaks", "16T22:30", -4, "Just spray oil on it"), ("torque_and_tea", "16T22:33", 58, "No.", 3)),
    *_replies("pigeon",
        ("stairwell4", "16T19:12", 140, "What is her name?"), ("hollow_oak", "16T19:14", 260,
        "Rosemary. I know. She chose the wrong pot.", 0),
        ("sunday_roast", "16T19:40", 44, "Forty days from egg to eviction. Buy more thyme."), ("lowtide", "16T20:05",
        38, "May I draw her?"),
        ("hollow_oak", "16T20:09", 29, "She says mornings.", 3), ("flat_white_dwarf", "16T21:20", 8,
        "Day 4 of 40. We are all invested now.")),
    *_replies("winter",
        ("lowtide", "16T12:30", 14, "Salt, for the title alone"), ("hollow_oak", "16T12:48", 22,
        "If Waiting wins I propose we take two seasons"),
        ("shelfmark", "16T12:51", 31, "It is 140 pages long.", 1), ("hollow_oak", "16T12:55", 45, "Exactly.", 2)),
    *_replies("cello", ("shelfmark", "17T00:10", 77, "Was it asleep?"), ("line9_last_car", "17T00:14", 120,
          "Upright and very dignified.", 0)),
    *_replies("rye",
        ("crumbshot", "15T14:00", 19, "78% is a lot for that rye. Try 72 and a longer proof, not a longer bake."),
        ("robin_vale", "15T14:20", 3, "Will do on Sunday, thank you", 0), ("sunday_roast", "15T15:10", 6,
        "Wait two days. I know. Wait two days.")),
    *_replies("seven", ("noor_h", "16T16:20", 9, "In, in a hat"), ("quarryloop", "16T17:00", 5,
          "I will watch the towels")),
    *_replies("chair", ("robin_vale", "16T15:00", 2, "I could take the one with opinions"), ("sunday_roast",
          "16T15:05", 4, "It is yours. Lean left.", 0)),
    *_replies("zip", ("torque_and_tea", "15T21:00", 28, "New slider, always. Bring the tent on Tuesday and 2.40.")),
    *_replies("tandem", ("varnish_and_rope", "14T17:10", 16, "My wife and I cannot fold a sheet together. So no."),
              ("noor_h", "14T18:22", 8, "@robin_vale ?")),
)  # fmt: skip


def thread(key: str) -> Thread | None:
    """The thread with this key, of those that others began."""
    return next((one for one in THREADS if one.key == key), None)


@dataclass(frozen=True, slots=True)
class News:
    """Something that concerns the owner of the phone."""

    who: str
    what: str
    text: str
    at: str
    thread: str


NEWS: tuple[News, ...] = (
    News("晓雨", "replied to you", "当然，人越多越好。", "2026-11-17T06:52", "sketch"),
    News(
        "stairwell4",
        "pinned a thread you follow",
        "The first ferry should leave after the bakery opens",
        "2026-11-17T07:41",
        "ferry",
    ),
    News("sunday_roast", "replied to you", "It is yours. Lean left.", "2026-11-16T15:05", "chair"),
    News(
        "torque_and_tea",
        "and 6 others voted for your reply",
        "Step 3 is where the cat comes in",
        "2026-11-16T23:10",
        "chain",
    ),
    News("crumbshot", "replied to your thread", "78% is a lot for that rye.", "2026-11-15T14:00", "rye"),
    News("noor_h", "mentioned you", "@robin_vale ?", "2026-11-14T18:22", "tandem"),
    News("hollow_oak", "now follows you", "Balcony facing north. Growing things regardless.", "2026-11-13T21:02", ""),
)
