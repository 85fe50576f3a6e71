"""Reelbrook's state: whom one follows, what one likes, keeps, has seen, is watching and has uploaded; plain data."""

from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.reelbrook.catalogue import (
    ALL,
    AUDIENCES,
    COMMENT_SORTS,
    COMMENTING,
    COMMENTS,
    DOWNLOAD,
    ME,
    OWN,
    QUALITIES,
    VIDEOS,
    WHEN,
    Comment,
    Video,
    clip_of,
)
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.playback import position_at
from adapters.phone.framework.state_paths import find


@content
class Followed:
    """A channel that is followed, and how loudly."""

    channel: str
    alerts: str
    at: str


@content
class Mark:
    """A video that was liked."""

    video: str
    at: str


@content
class Saved:
    """A video on a playlist."""

    video: str
    playlist: str
    at: str


@content
class Playlist:
    """A playlist and who may see it."""

    name: str
    visibility: str


@content
class Seen:
    """A video that was begun: how far it was watched, in seconds."""

    video: str
    seconds: int
    at: str


@content
class Download:
    """A video kept on the phone."""

    number: str
    video: str
    quality: str
    at: str


@content
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
    at: str


@content
class Library:
    """What the user has made of Reelbrook so far; what was done last stands last."""

    followed: tuple[Followed, ...]
    liked: tuple[Mark, ...]
    playlists: tuple[Playlist, ...]
    saved: tuple[Saved, ...]
    history: tuple[Seen, ...]
    downloads: tuple[Download, ...]
    uploads: tuple[Upload, ...]


LIBRARY = read_content(__package__, "library.yaml", Library)


@dataclass(frozen=True, slots=True)
class OwnComment:
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
class Player:
    """What is in the player: the second at which it stood at `since`."""

    video: str = ""
    seconds: int = 0
    since: str = ""
    playing: bool = False
    quality: str = QUALITIES[0]


@dataclass(frozen=True, slots=True)
class Draft:
    """An upload in the making."""

    clip: int = 0
    title: str = ""
    about: str = ""
    audience: str = next(iter(AUDIENCES))
    category: str = "Making"
    comments: str = COMMENTING[0]
    when: str = WHEN[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    comment: str = ""
    answers: str = ""
    quality: str = DOWNLOAD
    """Of the download that is being asked for."""
    sort: str = COMMENT_SORTS[0]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Reelbrook remembers; what was done last stands last."""

    followed: tuple[Followed, ...] = LIBRARY.followed
    liked: tuple[Mark, ...] = LIBRARY.liked
    playlists: tuple[Playlist, ...] = LIBRARY.playlists
    saved: tuple[Saved, ...] = LIBRARY.saved
    history: tuple[Seen, ...] = LIBRARY.history
    comments: tuple[OwnComment, ...] = ()
    liked_comments: tuple[CommentMark, ...] = ()
    downloads: tuple[Download, ...] = LIBRARY.downloads
    uploads: tuple[Upload, ...] = LIBRARY.uploads
    hidden: tuple[str, ...] = ()
    player: Player = Player()
    draft: Draft = Draft()
    ui: Ui = Ui()


def follows(state: State, key: str) -> bool:
    """Whether a channel is followed."""
    return find(state.followed, channel=key) is not None


def is_liked(state: State, key: str) -> bool:
    """Whether a video is liked."""
    return find(state.liked, video=key) is not None


def _own_video(upload: Upload) -> Video:
    clip = clip_of(upload.clip)
    return Video(upload.number, OWN, upload.title, clip.seconds, upload.at, 0, 0, upload.category, clip.art)


def video_of(state: State, key: str) -> Video | None:
    """The video with this key."""
    upload = find(state.uploads, number=key)
    return _own_video(upload) if upload else find(VIDEOS, key=key)


def home(state: State, kind: str) -> list[Video]:
    """What home offers, in an order that mixes new and old."""
    return [video for video in VIDEOS if video.key not in state.hidden and kind in (ALL, video.kind)]


def from_followed(state: State) -> list[Video]:
    """Videos of channels that are followed, the newest first."""
    keys = {item.channel for item in state.followed}
    shown = [video for video in VIDEOS if video.channel in keys and video.key not in state.hidden]
    return sorted(shown, key=lambda video: video.at, reverse=True)


def of_channel(state: State, key: str) -> list[Video]:
    """A channel's videos, the newest first."""
    if key == OWN:
        videos = [_own_video(upload) for upload in reversed(state.uploads)]
    else:
        videos = [video for video in VIDEOS if video.channel == key]
    return sorted(videos, key=lambda video: video.at, reverse=True)


def comments_on(state: State, key: str) -> list[Comment]:
    """All comments below a video, with one's own, in order of time."""
    own = [
        Comment(item.number, item.video, ME, item.text, item.at, 0, item.answers)
        for item in state.comments
        if item.video == key
    ]
    others = [comment for comment in COMMENTS if comment.video == key]
    return sorted([*others, *own], key=lambda comment: comment.at)


def lists_of(state: State, key: str) -> tuple[str, ...]:
    """The playlists that hold a video."""
    return tuple(item.playlist for item in state.saved if item.video == key)


def on_list(state: State, name: str) -> list[Video]:
    """A playlist's videos, the latest first."""
    keys = [item.video for item in reversed(state.saved) if item.playlist == name]
    return [video for key in keys if (video := video_of(state, key)) is not None]


def with_saved(state: State, key: str, name: str, now: datetime) -> State:
    """The state with a video on a playlist."""
    return replace(state, saved=(*state.saved, Saved(key, name, now.strftime(TIME_FORMAT))))


def without_saved(state: State, key: str, *names: str) -> State:
    """The state without a video on these playlists."""
    others = (item for item in state.saved if item.video != key or item.playlist not in names)
    return replace(state, saved=tuple(others))


def seen_of(state: State, key: str) -> int:
    """How many seconds of a video were watched."""
    seen = find(state.history, video=key)
    return seen.seconds if seen else 0


def position(state: State, now: datetime) -> int:
    """Where the player stands now, in seconds."""
    player = state.player
    video = video_of(state, player.video)
    if video is None:
        return 0
    since = player.since if player.playing else ""
    return min(video.seconds, position_at(player.seconds, since, now))


def short_count(number: int) -> str:
    """`842`, `4.3k`, `214k`."""
    if number < 1000:
        return str(number)
    return f"{number / 1000:.1f}k" if number < 100_000 else f"{number // 1000}k"
