"""What was posted on Framelet until the morning of 17 November 2026, and what was said about it."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Post:
    """A post. `photos` are kinds of pictures; `seed` is that of the first one; `crop` its shape."""

    key: str
    author: str
    photos: tuple[str, ...]
    caption: str
    at: str
    likes: int = 0
    place: str = ""
    tags: tuple[str, ...] = ()
    seed: int = 0
    crop: str = "Square"

    def art(self, index: int = 0) -> Art:
        """The picture at this place."""
        return Art(self.photos[index % len(self.photos)], self.seed + index)


def _post(
    key: str, author: str, at: str, likes: int, seed: int, photos: str, caption: str, place: str = "", tags: str = "",
    crop: str = "Square",
) -> Post:  # fmt: skip
    kinds = tuple(f"photo:{one}" for one in photos.split())
    return Post(key, author, kinds, caption, f"2026-11-{at}", likes, place, tuple(tags.split()), seed, crop)


POSTS: tuple[Post, ...] = (
    _post("pier", "noor.haddad", "17T08:47", 64, 12,
          "original:land:gold:sea original:food:coffee ember:land:gold:hills",
          "The first ferry leaves before the bakery opens. A design flaw in this city, and I have written to both.",
          "Alder Cross Pier", "ferry morning"),
    _post("tide", "mira.draws", "17T07:58", 2314, 4, "original:press:pots",
          "Glaze tests for the harbour series. Left to right: yes, no, maybe, absolutely not, and the one I dropped.",
          "Studio 4, Quarry Lane", "print clay"),
    _post("noodles", "xiaoyu.lin", "17T07:10", 588, 8, "original:food:ramen fjord:land:mist:city",
          "雨天，一碗热面就够了。", "Low Tide Kitchen", "noodles film"),
    _post("sill", "ferrystreet.cats", "16T21:05", 5120, 6, "original:cat",
          "Number 11 has new curtains. We will be taking measurements.", "Ferry Street", "cats"),
    _post("loop", "quarry.park.runners", "16T19:30", 243, 3, "original:land:dusk:forest",
          "Loop done, 14 of us, one lost glove. Wednesday again, 18:45 at the gate.", "Quarry Park", "running"),
    _post("lastcar", "night.tram", "16T23:41", 1207, 21, "dusk:press:tram original:bridge",
          "Line 9, 23:38, one passenger and a cello.", "River Bridge", "tram night"),
    _post("varnish", "jose.arriaga", "16T17:20", 41, 2, "salt:land:day:sea",
          "Last time out before she goes under the tarpaulin", "Kestrel Bay", "boats", "Landscape"),
    _post("spring", "t.osei", "16T08:02", 118, 5, "mono:land:dawn:hills",
          "Hill repeats. The hill is winning 9 to 0.", "Quarry Park", "running morning"),
    _post("returned", "sam_lindqvist", "15T18:26", 77, 9, "ember:books",
          "Somebody returned a book with a pressed leaf on every page that mentions rain. Not even a fine for that.",
          "Alder Cross Library", "books"),
    _post("bowl", "noor.haddad.clay", "15T14:12", 962, 14, "original:food:matcha original:press:pots",
          "Friday's batch: 31 tea bowls, 30 of them round. Shop opens at ten, link in the profile.", "Port Meridian",
          "clay tea"),
    _post("blue", "doors.of.meridian", "15T11:47", 3480, 33, "original:door original:door original:door",
          "No. 212 to 214, Anchor Row. Repainted every spring by three brothers who do not speak to each other.",
          "Anchor Row, Port Meridian", "doors colour", "Portrait"),
    _post("bridge", "alder.cross.daily", "15T07:00", 11_860, 7, "original:bridge",
          "4,337 of 4,337 days. River Bridge, a little after five.", "River Bridge", "night city"),
    _post("clams", "lowtide.kitchen", "14T20:15", 1730, 26, "original:food:poke original:food:curry",
          "Back on until Sunday: clams, black vinegar, far too much dill.", "Low Tide Kitchen", "noodles kestrelbay"),
    _post("tandem", "slowspokes", "14T16:33", 640, 11, "original:bike",
          "Found behind the gasworks, now it goes. Free to whoever can name every part.", "Gasworks Yard", "bikes"),
    _post("shelf", "pagesandpots", "14T10:09", 2055, 17, "original:plants salt:books",
          "Repotted everything. Read nothing. A good Saturday.", "", "plants books", "Portrait"),
    _post("steps", "kestrel.bay.light", "13T16:58", 884, 19, "original:lighthouse",
          "Fog signal tested at noon. Sorry about the wedding.", "Kestrel Bay Light", "coast kestrelbay"),
    _post("green", "doors.of.meridian", "12T12:30", 2790, 51, "ember:door",
          "Number 9. The pots are older than the door.",
          "Vinegar Hill, Port Meridian", "doors"),
    _post("scooter", "slowspokes", "11T17:45", 402, 64, "fjord:bike", "She squeaks in B flat and that is staying.",
          "Gasworks Yard", "bikes"),
    _post("mist", "alder.cross.daily", "14T07:00", 9_204, 23, "original:land:mist:city",
          "4,336 of 4,336. No visibility, very good bread.", "Ferry Street", "city morning"),
    _post("roof", "ferrystreet.cats", "13T19:22", 4417, 40, "dusk:cat", "The moon is late. We have noted it.",
          "Ferry Street", "cats night"),
    _post("storm", "kestrel.bay.light", "09T06:40", 1502, 29, "fjord:lighthouse", "Force nine, tea in a closed cup.",
          "Kestrel Bay Light", "coast"),
    _post("cake", "lowtide.kitchen", "10T15:00", 1188, 36, "original:food:cake", "Wednesday is plum day.",
          "Low Tide Kitchen", "cake kestrelbay"),
    _post("fern", "pagesandpots", "08T13:11", 1730, 72, "fjord:plants", "It has a new leaf. I have told everyone.", "",
          "plants"),
    _post("station", "noor.haddad", "08T18:04", 102, 44, "salt:press:tram", "Platform 2, as always on the wrong one",
          "Port Meridian Central", "tram"),
    _post("print", "mira.draws", "07T20:00", 3120, 58, "original:land:dusk:sea",
          "Low tide II, edition of 40, two are gone.",
          "Studio 4, Quarry Lane", "print"),
    _post("roast", "hanne.vold", "15T13:30", 23, 61, "original:food:chicken", "Six hours. Eleven minutes to eat.", "",
          "roast"),
    _post("sponsored", "cragline.outdoor", "17T06:00", 0, 15, "original:land:day:peaks",
          "Boots that have already been to the lake and back.", "Sponsored", ""),
)  # fmt: skip

MINE: tuple[Post, ...] = (
    _post("FR-317", "robin.vale", "16T16:44", 38, 5, "original:bridge", "The bench, the bridge, the cold tea.",
          "River Bridge", "city"),
    _post("FR-316", "robin.vale", "15T12:20", 51, 7, "original:plants",
          "Landlord says no pets. He said nothing of these.",
          "Ferry Street", "plants"),
    _post("FR-315", "robin.vale", "12T21:15", 26, 2, "ember:food:latte", "Third one. Do not tell Dr. Amadi.", "",
          "coffee"),
    _post("FR-314", "robin.vale", "06T15:03", 44, 13, "salt:land:dawn:hills", "Quarry Park before the runners",
          "Quarry Park", "morning"),
    _post("FR-313", "robin.vale", "02T10:30", 19, 21, "mono:press:stage", "Very loud, very good", "Tram Shed", ""),
)  # fmt: skip
"""What the owner of the phone has posted so far."""


_OLDER = {
    "noor.haddad": "salt:press:tram original:food:croissant original:land:dawn:sea fjord:bridge original:food:sushi",
    "noor.haddad.clay": "original:press:pots salt:press:pots original:food:matcha ember:food:latte mono:press:pots "
    "original:plants original:food:iced salt:plants",
    "mira.draws": "original:land:dusk:sea fjord:land:mist:sea original:press:pots mono:bridge original:lighthouse "
    "salt:door original:land:gold:city",
    "sam_lindqvist": "original:books salt:food:coffee ember:books original:cat",
    "xiaoyu.lin": "fjord:food:ramen original:land:mist:city mono:bike original:food:curry salt:land:dawn:sea "
    "original:press:tram",
    "jose.arriaga": "original:land:day:sea original:land:gold:sea salt:lighthouse",
    "t.osei": "mono:land:dawn:hills original:land:mist:forest original:food:shake original:land:day:hills",
    "quarry.park.runners": "original:land:dawn:hills original:land:mist:forest mono:land:dusk:forest "
    "original:food:cake "
    "original:land:gold:hills",
    "alder.cross.daily": "original:land:dawn:city original:bridge mono:press:tram original:land:night:city "
    "original:door "
    "salt:land:day:city original:land:gold:city fjord:bridge original:press:stage",
    "ferrystreet.cats": "original:cat salt:cat ember:cat mono:cat original:plants dusk:cat original:door",
    "night.tram": "dusk:press:tram original:press:tram mono:bridge fjord:press:tram original:land:night:city",
    "lowtide.kitchen": "original:food:ramen original:food:fishbun original:food:salad original:food:curry "
    "original:food:taco original:food:sushi ember:food:pizza original:food:donut",
    "kestrel.bay.light": "original:lighthouse dusk:lighthouse mono:lighthouse original:land:day:sea "
    "fjord:land:night:sea",
    "doors.of.meridian": "original:door salt:door original:door ember:door original:door dusk:door fjord:door "
    "mono:door",
    "slowspokes": "original:bike mono:bike salt:bike ember:bike original:bike",
    "pagesandpots": "original:books original:plants salt:plants ember:books original:food:cookie original:plants",
}
"""What else an account has posted in October, by pictures."""


def _older(handle: str, kinds: str) -> tuple[Post, ...]:
    base = sum(map(ord, handle))
    return tuple(
        Post(f"{handle}/{i}", handle, (f"photo:{kind}",), "",
             f"2026-10-{29 - 3 * i:02d}T{7 + (base + 5 * i) % 14:02d}:{(base * 7 + 13 * i) % 60:02d}",
             20 + (base * (i + 3)) % 900, "", (), base % 90 + 7 * i)
        for i, kind in enumerate(kinds.split())
    )  # fmt: skip


OLDER: tuple[Post, ...] = tuple(one for handle, kinds in _OLDER.items() for one in _older(handle, kinds))
"""Posts that stand on their authors' pages only."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody said below a post; `answers` is the comment that it replies to."""

    id: str
    post: str
    author: str
    text: str
    at: str
    likes: int = 0
    answers: str = ""


def _said(post: str, *lines: tuple[str, str, str, int] | tuple[str, str, str, int, int]) -> tuple[Comment, ...]:
    """The comments of one post: author, time, text, likes, and of an answer the place of what it answers."""
    return tuple(
        Comment(f"{post}-{i}", post, line[0], line[2], f"2026-11-{line[1]}", line[3],
                f"{post}-{line[4]}" if len(line) > 4 else "")
        for i, line in enumerate(lines)
    )  # fmt: skip


COMMENTS: tuple[Comment, ...] = (
    *_said("pier", ("sam_lindqvist", "17T08:51", "The bakery opens at six for librarians. Just saying.", 7),
           ("noor.haddad", "17T08:53", "@sam_lindqvist this is corruption", 12, 0),
           ("jose.arriaga", "17T08:58", "That light!", 3),
           ("xiaoyu.lin", "17T09:02", "周六见！带上相机", 2),
           ("noor.haddad.clay", "17T09:10", "People keep writing to me about the ferry. Wrong Noor, nice photo.", 21)),
    *_said("tide", ("pagesandpots", "17T08:03", "Team maybe.", 44), ("noor.haddad.clay", "17T08:11",
           "The dropped one is the best one, it always is", 61),
           ("mira.draws", "17T08:15", "@noor.haddad.clay you say that because you have a shelf of them", 38, 1),
           ("slowspokes", "17T08:40", "Absolutely not is my favourite colour", 9)),
    *_said("noodles", ("lowtide.kitchen", "17T07:31", "下雨天多送一个蛋。", 15), ("noor.haddad", "17T07:44",
          "Saving me a seat?", 2)),
    *_said("sill", ("bea_kowal", "16T21:30", "Those are MY curtains", 212), ("ferrystreet.cats", "16T21:34",
           "@bea_kowal we know", 380, 0), ("t.osei", "16T22:02", "The tail says everything", 19)),
    *_said("loop", ("t.osei", "16T19:41", "The glove is mine. Left one. Sentimental.", 6),
           ("quarry.park.runners", "16T19:50", "@robin.vale bring the knee", 4), ("mira.draws", "16T20:15",
           "I was the one at the back", 8)),
    *_said("lastcar", ("sam_lindqvist", "17T00:05", "Was the cello asleep?", 30), ("night.tram", "17T00:12",
          "@sam_lindqvist in its own seat", 47, 0)),
    *_said("varnish", ("robin.vale", "16T18:00", "Varnish is a lifestyle", 5), ("hanne.vold", "16T18:31",
          "Bring the keys back please", 1)),
    *_said("blue", ("alder.cross.daily", "15T12:05", "Which brother is the green one?", 18),
           ("doors.of.meridian", "15T12:20", "@alder.cross.daily the middle one, naturally", 25, 0)),
    *_said("bridge", ("night.tram", "15T07:10", "We are the small light on the left", 90),
           ("kestrel.bay.light", "15T07:30", "And we are the small light far behind it.", 133), ("xiaoyu.lin",
           "15T08:02", "每天都看", 12)),
    *_said("clams", ("bea_kowal", "14T20:40", "There is no such thing as too much dill", 11)),
    *_said("returned", ("pagesandpots", "15T18:40", "Please tell me you kept the leaves in", 14),
           ("sam_lindqvist", "15T18:52", "@pagesandpots catalogued them", 33, 0)),
    *_said("FR-317", ("noor.haddad", "17T07:55", "Is that the bench by the ferry?", 1)),
    *_said("FR-316", ("xiaoyu.lin", "16T19:33", "光线真好", 2)),
)  # fmt: skip
