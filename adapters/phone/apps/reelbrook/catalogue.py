"""What is on Reelbrook and what the phone has filmed, read from videos.yaml, and what can be chosen."""

from adapters.phone.framework.content import Picture, content, read_content

ME, OWN = "Robin Vale", "robin"
"""The user's name, and the key of the user's channel."""
ALERTS = HIGHLIGHTS, EVERY_VIDEO, OFF = ("Highlights", "Every video", "Off")
QUALITIES = ("Auto", "1080p", "720p", "480p")
DOWNLOADS = ("360p", "720p", "1080p")
DOWNLOAD = "720p"
AUDIENCES = {
    "Public": ("public", "Anybody can find and watch it"),
    "Followers": ("group", "Only the 48 who follow you"),
    "With link": ("link", "Whoever has the link"),
    "Private": ("lock", "Only you"),
}
"""Who can watch an upload, each with an icon and what it means."""
COMMENTING = ("On", "Checked first", "Off")
NOW = "Now"
WHEN = (NOW, "Today, 20:00", "Tomorrow, 08:00", "Saturday, 10:00")
COMMENT_SORTS = TOP, NEWEST = ("Top", "Newest")
LATER = "Watch later"
ALL = "All"
CATEGORIES = ("Cooking", "Making", "Music", "Trams", "Outdoors", "Science", "Reading")
KINDS = (ALL, *CATEGORIES)
TITLE_LENGTH = 90


@content
class Channel:
    """Who makes videos. `face` is a portrait's seed; without one `art` is the picture."""

    key: str
    name: str
    about: str
    followers: int
    face: int = 0
    art: str = ""


@content
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
    art: Picture


@content
class Comment:
    """What somebody said below a video; `answers` is the comment that it replies to."""

    id: str
    video: str
    author: str
    text: str
    at: str
    likes: int = 0
    answers: str = ""


@content
class Clip:
    """What the phone has filmed."""

    name: str
    art: Picture
    seconds: int


@content
class Catalogue:
    """All of it. `faces` are portraits of those who comment, by name."""

    channels: tuple[Channel, ...]
    videos: tuple[Video, ...]
    comments: tuple[Comment, ...]
    faces: dict[str, int]
    clips: tuple[Clip, ...]


_CATALOGUE = read_content(__package__, "videos.yaml", Catalogue)
CHANNELS, VIDEOS, COMMENTS = _CATALOGUE.channels, _CATALOGUE.videos, _CATALOGUE.comments
FACES, CLIPS = _CATALOGUE.faces, _CATALOGUE.clips
_BY_KEY = {channel.key: channel for channel in CHANNELS}


def channel_of(key: str) -> Channel | None:
    """The channel with this key."""
    return _BY_KEY.get(key)


def channel_name(key: str) -> str:
    """A channel's name; its key if there is none."""
    return _BY_KEY[key].name if key in _BY_KEY else key


def clip_of(name: str) -> Clip:
    """A filmed clip by its name."""
    return next((clip for clip in CLIPS if clip.name == name), CLIPS[0])
