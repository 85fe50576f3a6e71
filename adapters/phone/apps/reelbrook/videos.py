"""What is on Reelbrook until the morning of 17 November 2026: channels, videos and what was said below them."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art

ME = "Robin Vale"


@dataclass(frozen=True, slots=True)
class Channel:
    """Who makes videos. `face` is a portrait's seed; without one `art` is the picture."""

    key: str
    name: str
    about: str
    followers: int
    face: int = 0
    art: str = ""


CHANNELS: tuple[Channel, ...] = (
    Channel("robin", ME, "Chairs, bread and the odd tram.", 48, 61),
    Channel("torque", "Torque & Tea", "Bicycles that someone has given up on, one bench, one kettle.", 84_200, 57),
    Channel("lowtide", "Low Tide Kitchen", "Noodles, clams and arguments about vinegar, from Kestrel Bay.", 412_000,
            art="food:ramen"),
    Channel("okonedo", "Mira Okonedo", "Printmaking without hurry. New pull every other Thursday.", 61_500, 14),
    Channel("xiaoyu", "晓雨的周末", "在路上：渡口、面条、胶片。每周六更新。", 128_000, 59),
    Channel("loop", "Quarry Loop", "Runs, recoveries and bad jokes with Tariq Osei.", 23_900, 16),
    Channel("loops", "Quarry Loops", "Loop pedals, tape and a cold studio.", 5_310, art="press:stage"),
    Channel("lastcar", "Night Tram", "Line 9 from end to end, no talking.", 302_000, art="press:tram"),
    Channel("library", "Alder Cross Library", "Sam Lindqvist reads, repairs and recommends.", 12_400, 9),
    Channel("dwarf", "Roof & Telescope", "The sky over Port Meridian, clouds included.", 37_800, art="press:planet"),
    Channel("slowhouse", "The Slow House", "One room a month, by hand, by two people who still like each other.",
    690_000, 22),
    Channel("varnish", "Varnish and Rope", "José and a boat that does not want to be finished.", 9_870, 48),
    Channel("crumb", "Crumbshot", "Bread in real time. Bring a chair.", 254_000, 88),
    Channel("keeper", "Keeper of Kestrel Bay", "A lighthouse, its 57 steps and whoever lives in it.", 44_100,
            art="photo:original:lighthouse"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Video:
    """One video. `seconds` is its length; `at` when it came out."""

    key: str
    channel: str
    title: str
    seconds: int
    at: str
    views: int
    likes: int
    kind: str
    art: Art
    about: str = ""


def _video(
    key: str, channel: str, at: str, length: str, views: int, likes: int, kind: str, art: str, seed: int, title: str,
    about: str = "",
) -> Video:  # fmt: skip
    seconds = 0
    for part in length.split(":"):
        seconds = seconds * 60 + int(part)
    return Video(key, channel, title, seconds, f"2026-{at}", views, likes, kind, Art(art, seed), about)


KINDS = ("All", "Cooking", "Making", "Music", "Trams", "Outdoors", "Science", "Reading")

VIDEOS: tuple[Video, ...] = (
    _video("wax", "torque", "11-16T18:00", "12:47", 48_200, 3_120, "Making", "photo:original:bike", 11,
           "Hot wax: the silent chain, from filthy to finished in one evening",
           "Everything that I do to a chain before winter. 2:10 cleaning, 6:30 wax, 10:55 the hook."),
    _video("broth", "lowtide", "11-16T11:30", "24:09", 214_000, 18_400, "Cooking", "food:ramen", 8,
           "The ten-hour broth that you may leave alone for nine of them",
           "Bones, kelp, patience. The written recipe is pinned below. No, you cannot use a stock cube. Yes, I have."),
    _video("line9", "lastcar", "11-15T23:59", "58:31", 96_300, 7_040, "Trams", "press:tram", 21,
           "Line 9, last car, rain: the whole line without a word"),
    _video("pull", "okonedo", "11-12T17:00", "17:22", 12_900, 1_480, "Making", "press:pots", 4,
           "Pulling “Low tide II”: forty prints, thirty-eight good ones"),
    _video("ferry", "xiaoyu", "11-14T09:00", "9:36", 71_500, 6_220, "Outdoors", "land:mist:sea", 9,
           "渡口清晨｜一碗面，一卷胶片，一只不肯走的海鸥", "周六早上六点的渡口。器材和路线写在置顶评论里。"),
    _video("hill", "loop", "11-16T07:15", "6:58", 4_310, 402, "Outdoors", "land:dawn:hills", 5,
           "Nine times up the quarry hill. The hill won."),
    _video("tape", "loops", "11-13T21:30", "4:12", 1_980, 301, "Music", "press:stage", 3,
          "Loop no. 31, for two tapes and a radiator"),
    _video("leaf", "library", "11-15T15:00", "11:05", 28_700, 3_960, "Reading", "photo:original:books", 2,
           "A book came back thirty years late. This is what was in it."),
    _video("comet", "dwarf", "11-16T22:40", "8:20", 15_600, 1_210, "Science", "press:planet", 4,
           "Comet, drone or neighbour? How to tell before breakfast"),
    _video("stairs", "slowhouse", "11-09T10:00", "31:44", 530_000, 41_200, "Making", "photo:original:door", 33,
           "Month 14: we take out the stairs and cannot get to bed"),
    _video("tarp", "varnish", "11-16T17:45", "14:03", 2_240, 188, "Making", "land:day:sea", 2,
           "Last coat before the tarpaulin, and why it was not the last coat"),
    _video("rye", "crumb", "11-11T06:00", "1:42:18", 88_400, 9_030, "Cooking", "food:croissant", 7,
           "Bake with me in real time: rye, 80%, nothing is cut",
           "No music. You will hear a fridge. Weights on the screen at 3:15."),
    _video("fog", "keeper", "11-13T12:10", "3:33", 19_500, 2_870, "Outdoors", "photo:original:lighthouse", 19,
           "Testing the fog signal (sorry about the wedding)"),
    _video("clams", "lowtide", "11-10T11:30", "15:51", 176_000, 12_050, "Cooking", "food:curry", 26,
          "Clams, black vinegar, far too much dill"),
    _video("tandem", "torque", "11-08T18:00", "21:16", 63_900, 5_200, "Making", "photo:salt:bike", 64,
           "We fixed a tandem and then had to ride it together"),
    _video("snow", "lastcar", "11-06T23:30", "1:06:02", 121_000, 9_980, "Trams", "photo:dusk:press:tram", 44,
          "First snow on line 4, filmed from the front"),
    _video("press", "okonedo", "10-29T17:00", "22:40", 9_410, 990, "Making", "land:dusk:city", 14,
          "Restoring a proofing press that arrived in a bath"),
    _video("noodle", "xiaoyu", "11-07T09:00", "13:28", 102_000, 8_730, "Cooking", "food:poke", 30,
          "在 Kestrel Bay 吃了七家面馆，只有一家让我想搬过去"),
    _video("cats", "slowhouse", "10-25T10:00", "12:12", 402_000, 39_800, "Making", "photo:original:cat", 6,
          "A window seat for a cat who has not agreed to it"),
    _video("bridge", "dwarf", "11-02T21:00", "10:59", 22_300, 1_760, "Science", "photo:original:bridge", 7,
          "Why bridges hum: River Bridge, a microphone and a cold night"),
    _video("starter", "crumb", "11-04T06:00", "9:48", 143_000, 11_600, "Cooking", "food:cookie", 12,
          "Your starter is not dead, it is sulking"),
    _video("winter", "library", "11-01T15:00", "18:30", 8_120, 870, "Reading", "photo:ember:books", 17,
          "Five books for people who do not like winter"),
    _video("storm", "keeper", "11-09T06:50", "7:07", 52_800, 6_900, "Outdoors", "photo:fjord:lighthouse", 29,
          "Force nine from the gallery, tea in a closed cup"),
    _video("knees", "loop", "10-31T07:15", "8:44", 6_020, 540, "Outdoors", "land:mist:forest", 3,
          "Knees: a talk with Dr. Amadi while walking"),
    _video("plants", "slowhouse", "10-11T10:00", "27:55", 611_000, 45_000, "Making", "photo:original:plants", 17,
          "Month 13: a conservatory, if you squint"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody said below a video; `answers` is the comment that it replies to."""

    id: str
    video: str
    author: str
    face: int
    text: str
    at: str
    likes: int = 0
    answers: str = ""


_FACES = {"Noor Haddad": 17, "Sam Lindqvist": 9, "Mira Okonedo": 14, "林晓雨": 59, "José Arriaga": 48, "Hanne Vold": 38,
          "Tariq Osei": 16, "Bea Kowal": 34, "Elif Demir": 88, "Dara Quill": 57, "Otto Brandt": 66}  # fmt: skip


def _said(video: str, *lines: tuple[str, str, int, str] | tuple[str, str, int, str, int]) -> tuple[Comment, ...]:
    return tuple(
        Comment(f"{video}.{i}", video, line[0], _FACES[line[0]], line[3], f"2026-11-{line[1]}", line[2],
                f"{video}.{line[4]}" if len(line) == 5 else "")
        for i, line in enumerate(lines)
    )  # fmt: skip


COMMENTS: tuple[Comment, ...] = (
    *_said("wax", ("Tariq Osei", "16T18:40", 212, "Watched this with a filthy chain in my lap. Felt seen."),
           ("Dara Quill", "16T18:52", 148, "Get it off the sofa, Tariq.", 0),
           ("Elif Demir", "16T19:30", 65, "10:55 “the hook” is the best chapter name on this whole site"),
           ("Hanne Vold", "16T21:02", 12, "Which wax? The shop has four and they all have wolves on them"),
           ("Otto Brandt", "17T06:10", 9, "Trams do this with graphite. Just saying.")),
    *_said("broth", ("Noor Haddad", "16T12:02", 820, "Left it alone for nine hours. Came back. Cried."),
           ("林晓雨", "16T12:40", 301, "海带那一步太关键了！"), ("Bea Kowal", "16T13:15", 95,
           "The whole stairwell smells of this. It is not me. Who is it?"),
           ("Noor Haddad", "16T13:20", 140, "It is me.", 2)),
    *_said("line9", ("Otto Brandt", "16T00:20", 410, "31:04 he takes the curve at 14 km/h. Beautiful."),
           ("Sam Lindqvist", "16T08:00", 77, "I fell asleep at Quarry Gate and woke up at Quarry Gate")),
    *_said("ferry", ("José Arriaga", "14T09:30", 33, "The gull is called Ernesto. He does not leave."),
           ("Noor Haddad", "14T10:10", 58, "下次带我！"), ("林晓雨", "14T10:15", 61, "周六九点，别迟到", 1)),
    *_said("leaf", ("Elif Demir", "15T15:40", 188, "Every page that mentions rain. I am not well."), ("Hanne Vold",
          "15T16:20", 40, "It was my aunt. I am almost sure.")),
    *_said("hill", ("Mira Okonedo", "16T08:00", 21, "You waved at me on lap six like a drowning man"),),
    *_said("stairs", ("Bea Kowal", "09T11:00", 1_904, "The ladder to bed era begins"), ("Dara Quill", "09T11:30", 730,
          "Square your stringers first!")),
)  # fmt: skip


def channel(key: str) -> Channel | None:
    """The channel with this key."""
    return next((one for one in CHANNELS if one.key == key), None)


def channel_name(key: str) -> str:
    """A channel's name; its key if there is none."""
    known = channel(key)
    return known.name if known is not None else key
