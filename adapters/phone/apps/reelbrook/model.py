"""Reelbrook's state: whom one follows, what one likes, keeps, has seen, is watching and has uploaded; plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adapters.phone.apps.reelbrook.videos import COMMENTS, KINDS, ME, VIDEOS, Comment, Video
from adapters.phone.ui.node import Art

ALERTS = ("Highlights", "Every video", "Off")
SPEEDS = ("0.5×", "0.75×", "Normal", "1.25×", "1.5×", "2×")
QUALITIES = ("Auto", "1080p", "720p", "480p")
CAPTIONS = ("Off", "English", "Español", "中文")
DOWNLOADS = ("360p", "720p", "1080p")
DOWNLOAD = DOWNLOADS[1]
VISIBILITIES = ("Private", "With link", "Public")
AUDIENCES = ("Public", "Followers", "With link", "Private")
COMMENTING = ("On", "Checked first", "Off")
WHEN = ("Now", "Today, 20:00", "Tomorrow, 08:00", "Saturday, 10:00")
REASONS = ("Not interested in it", "Misleading title", "Harmful", "Copied from somebody")
COMMENT_SORTS = ("Top", "Newest")
LATER = "Watch later"
CATEGORIES = KINDS[1:]
CLIPS: tuple[tuple[str, str, int], ...] = (
    ("chair_final_FINAL", "photo:salt:books", 214), ("VID_20261116_1640", "photo:original:bridge", 37),
    ("first loaf", "food:cookie", 431), ("VID_20261114_0911", "land:dawn:sea", 62), ("面馆", "food:ramen", 95),
    ("tram window", "press:tram", 128),
)  # fmt: skip
"""What the phone has filmed: name, picture and length in seconds."""
TITLE_LENGTH = 90


@dataclass(frozen=True, slots=True)
class Followed:
    """A channel that is followed, and how loudly."""

    channel: str
    alerts: str
    at: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A video that was liked (1) or disliked (-1)."""

    video: str
    value: int
    at: str


@dataclass(frozen=True, slots=True)
class Saved:
    """A video on a playlist."""

    video: str
    playlist: str
    at: str


@dataclass(frozen=True, slots=True)
class Playlist:
    """A playlist and who may see it."""

    name: str
    visibility: str = VISIBILITIES[0]


@dataclass(frozen=True, slots=True)
class Seen:
    """A video that was begun: how far it was watched, in seconds."""

    video: str
    seconds: int
    at: str


@dataclass(frozen=True, slots=True)
class Said:
    """A comment of one's own; `answers` and `to` if it replies to another one."""

    number: str
    video: str
    text: str
    answers: str
    to: str
    at: str


@dataclass(frozen=True, slots=True)
class CommentMark:
    """Somebody's comment that was liked."""

    comment: str
    author: str


@dataclass(frozen=True, slots=True)
class Download:
    """A video kept on the phone."""

    number: str
    video: str
    quality: str
    at: str


@dataclass(frozen=True, slots=True)
class Upload:
    """A video of one's own with all that was chosen for it."""

    number: str
    clip: str
    title: str
    about: str
    audience: str
    category: str
    comments: str
    when: str
    kids: bool
    captions: str
    at: str


@dataclass(frozen=True, slots=True)
class Report:
    """A video that was reported."""

    number: str
    video: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class Player:
    """What is in the player: the second at which it stood at `since`, and how it plays on from there."""

    video: str = ""
    seconds: int = 0
    since: str = ""
    playing: bool = False
    speed: str = SPEEDS[2]
    quality: str = QUALITIES[0]
    captions: str = CAPTIONS[0]


@dataclass(frozen=True, slots=True)
class Draft:
    """An upload in the making."""

    clip: int = 0
    title: str = ""
    about: str = ""
    audience: str = AUDIENCES[0]
    category: str = CATEGORIES[1]
    comments: str = COMMENTING[0]
    when: str = WHEN[0]
    kids: bool = False
    captions: str = CAPTIONS[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    comment: str = ""
    answers: str = ""
    picked: str = ""
    playlist: str = ""
    visibility: str = VISIBILITIES[0]
    sort: str = COMMENT_SORTS[0]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Reelbrook remembers; what was done last stands last."""

    followed: tuple[Followed, ...] = (
        Followed("slowhouse", ALERTS[1], "2026-08-02T19:20"), Followed("lowtide", ALERTS[0], "2026-09-14T12:40"),
        Followed("xiaoyu", ALERTS[0], "2026-10-03T09:12"), Followed("lastcar", ALERTS[2], "2026-10-20T23:05"),
        Followed("okonedo", ALERTS[0], "2026-11-01T20:16"),
    )  # fmt: skip
    liked: tuple[Mark, ...] = (Mark("stairs", 1, "2026-11-09T12:20"), Mark("ferry", 1, "2026-11-14T09:20"))
    playlists: tuple[Playlist, ...] = (Playlist(LATER), Playlist("Sunday bread"), Playlist("For Noor", VISIBILITIES[1]))
    saved: tuple[Saved, ...] = (
        Saved("rye", "Sunday bread", "2026-11-11T07:30"), Saved("starter", "Sunday bread", "2026-11-11T07:31"),
        Saved("noodle", "For Noor", "2026-11-12T18:00"), Saved("snow", LATER, "2026-11-13T22:12"),
        Saved("winter", LATER, "2026-11-15T15:20"),
    )  # fmt: skip
    history: tuple[Seen, ...] = (
        Seen("stairs", 1904, "2026-11-09T12:22"), Seen("rye", 1320, "2026-11-11T07:28"), Seen("ferry", 576,
        "2026-11-14T09:14"),
        Seen("clams", 402, "2026-11-15T19:50"), Seen("line9", 1730, "2026-11-16T23:10"),
    )  # fmt: skip
    comments: tuple[Said, ...] = ()
    liked_comments: tuple[CommentMark, ...] = ()
    downloads: tuple[Download, ...] = (Download("D-17", "fog", "720p", "2026-11-13T13:00"),)
    uploads: tuple[Upload, ...] = (
        Upload("RB-905", "first loaf", "My first rye, honest edition", "It is a brick. I love it.", "With link",
        "Cooking", "Off",
               "Now", False, "Off", "2026-11-02T17:40"),
    )  # fmt: skip
    reports: tuple[Report, ...] = ()
    hidden: tuple[str, ...] = ()
    player: Player = Player()
    draft: Draft = Draft()
    ui: Ui = Ui()


def follows(state: State, key: str) -> Followed | None:
    """How a channel is followed, if at all."""
    return next((one for one in state.followed if one.channel == key), None)


def opinion(state: State, key: str) -> int:
    """1 if a video is liked, -1 if disliked, else 0."""
    return next((one.value for one in state.liked if one.video == key), 0)


def clip_of(name: str) -> tuple[str, str, int]:
    """A filmed clip by its name."""
    return next((one for one in CLIPS if one[0] == name), CLIPS[0])


def own_videos(state: State) -> tuple[Video, ...]:
    """What was uploaded from this phone, the newest first."""
    out = []
    for one in reversed(state.uploads):
        _, kind, seconds = clip_of(one.clip)
        out.append(Video(one.number, "robin", one.title, seconds, one.at, 0, 0, one.category, Art(kind, 3), one.about))
    return tuple(out)


def video_of(state: State, key: str) -> Video | None:
    """The video with this key."""
    return next((one for one in (*own_videos(state), *VIDEOS) if one.key == key), None)


def home(state: State, kind: str) -> tuple[Video, ...]:
    """What home offers, in an order that mixes new and old."""
    shown = [
        one for one in VIDEOS
        if one.key not in state.hidden and kind in (KINDS[0], one.kind)
    ]  # fmt: skip
    return tuple(shown)


def from_followed(state: State) -> tuple[Video, ...]:
    """Videos of channels that are followed, the newest first."""
    keys = {one.channel for one in state.followed}
    shown = [one for one in VIDEOS if one.channel in keys and one.key not in state.hidden]
    return tuple(sorted(shown, key=lambda one: one.at, reverse=True))


def of_channel(state: State, key: str) -> tuple[Video, ...]:
    """A channel's videos, the newest first."""
    every = own_videos(state) if key == "robin" else tuple(one for one in VIDEOS if one.channel == key)
    return tuple(sorted(every, key=lambda one: one.at, reverse=True))


def said(state: State, key: str) -> tuple[Comment, ...]:
    """All comments below a video, with one's own, in order of time."""
    own = [
        Comment(one.number, one.video, ME, 61, one.text, one.at, 0, one.answers)
        for one in state.comments
        if one.video == key
    ]
    return tuple(sorted([*(one for one in COMMENTS if one.video == key), *own], key=lambda one: one.at))


def saved_in(state: State, key: str) -> tuple[str, ...]:
    """The playlists that hold a video."""
    return tuple(one.playlist for one in state.saved if one.video == key)


def on_list(state: State, name: str) -> tuple[Video, ...]:
    """A playlist's videos, the latest first."""
    keys = [one.video for one in reversed(state.saved) if one.playlist == name]
    return tuple(one for key in keys if (one := video_of(state, key)) is not None)


def seen_of(state: State, key: str) -> int:
    """How many seconds of a video were watched."""
    return next((one.seconds for one in state.history if one.video == key), 0)


def speed(label: str) -> float:
    """The factor of a speed's label."""
    return 1.0 if label == SPEEDS[2] else float(label.removesuffix("×"))


def position(state: State, now: datetime) -> int:
    """Where the player stands now, in seconds."""
    player = state.player
    known = video_of(state, player.video)
    if known is None:
        return 0
    at = player.seconds
    if player.playing and player.since:
        gone = (now.replace(tzinfo=None) - datetime.fromisoformat(player.since)).total_seconds()
        at += int(max(0.0, gone) * speed(player.speed))
    return min(at, known.seconds)


def record(state: State, number: str) -> Upload | None:
    """What was chosen for an upload."""
    return next((one for one in state.uploads if one.number == number), None)


def clock(seconds: int) -> str:
    """`3:33`, `1:42:18`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def count(number: int) -> str:
    """`842`, `4.3k`, `214k`."""
    if number < 1000:
        return str(number)
    return f"{number / 1000:.1f}k" if number < 100_000 else f"{number // 1000}k"
