"""Framelet's state: whom one follows, what one likes, keeps, says, sends and posts; plain data."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.apps.framelet.people import ME, NEWS
from adapters.phone.apps.framelet.posts import COMMENTS, MINE, OLDER, POSTS, Comment, Post

AUDIENCES = ("Followers", "Close friends", "Everyone", "Only me")
FILTERS = ("Original", "Salt", "Ember", "Fjord", "Mono", "Dusk")
CROPS = ("Square", "Portrait", "Landscape")
WHO_COMMENTS = ("Everyone", "People you follow", "No one")
NOTIFY = ("Off", "Highlights", "All posts")
MUTES = ("Posts", "Stories", "Posts and stories")
BLOCKS = ("This account", "This account and new ones")
REASONS = ("I just don't like it", "It's spam", "False information", "Bullying", "Someone else's work")
COLLECTIONS = ("All saved", "Kitchen ideas", "Day trips")
WHO_WRITES = ("Everyone", "People you follow", "No one")
NO_PLACE = "No location"
PLACES = (NO_PLACE, "Alder Cross Pier", "Ferry Street", "River Bridge", "Quarry Park", "Alder Cross Library",
          "Tram Shed", "Low Tide Kitchen", "Kestrel Bay", "Port Meridian")  # fmt: skip
ROLL = ("land:dusk:city", "cat", "food:donut", "land:gold:sea", "bike", "press:tram", "food:pizza", "lighthouse",
        "land:mist:forest", "plants", "books", "food:salad", "door", "land:day:peaks", "press:pots",
        "bridge")  # fmt: skip
"""What the camera took, the newest first."""
CAPTION_LENGTH = 220


@dataclass(frozen=True, slots=True)
class Following:
    """An account that is followed or, with `requested`, asked to be."""

    handle: str
    name: str
    notify: str = NOTIFY[0]
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A post that was liked, and when, as `2026-11-17T09:24`."""

    post: str
    author: str
    at: str


@dataclass(frozen=True, slots=True)
class Saved:
    """A post that was put into a collection."""

    post: str
    author: str
    collection: str
    at: str


@dataclass(frozen=True, slots=True)
class Said:
    """A comment of one's own below `author`'s post; `answers` and `to` if it replies to another comment."""

    id: str
    post: str
    author: str
    text: str
    at: str
    answers: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class CommentMark:
    """Somebody's comment that was liked."""

    comment: str
    author: str
    at: str


@dataclass(frozen=True, slots=True)
class Own:
    """A post of one's own with all that was chosen for it."""

    number: str
    photo: str
    filter: str
    crop: str
    caption: str
    audience: str
    place: str
    tagged: tuple[str, ...]
    comments: str
    hide_likes: bool
    story: bool
    at: str
    shot: int = 1
    """Which photo of the camera roll it is; the newest is 1."""


@dataclass(frozen=True, slots=True)
class Message:
    """A direct message, to or (`mine` off) from somebody; `post` is what it shares."""

    number: str
    who: str
    text: str
    at: str
    post: str = ""
    mine: bool = True


@dataclass(frozen=True, slots=True)
class Muted:
    """An account of which one sees less, without it knowing."""

    handle: str
    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """An account that neither sees nor is seen."""

    handle: str
    reach: str
    at: str


@dataclass(frozen=True, slots=True)
class Report:
    """A post that was reported."""

    number: str
    post: str
    author: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class Settings:
    """Who may do what with the account, and what rings."""

    private: bool = False
    online: bool = True
    messages: str = WHO_WRITES[0]
    comments: str = WHO_COMMENTS[0]
    likes: bool = True
    followers: bool = True
    saver: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A post in the making."""

    photo: int = 0
    filter: str = FILTERS[0]
    crop: str = CROPS[0]
    caption: str = ""
    audience: str = AUDIENCES[0]
    place: str = NO_PLACE
    tagged: tuple[str, ...] = ()
    comments: str = WHO_COMMENTS[0]
    hide_likes: bool = False
    story: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    comment: str = ""
    answers: str = ""
    message: str = ""
    picked: str = ""
    send_to: tuple[str, ...] = ()
    slides: tuple[tuple[str, int], ...] = ()
    collection: str = ""


def _mark(key: str, author: str, at: str) -> Mark:
    return Mark(key, author, f"2026-11-{at}")


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Framelet remembers; what was done last stands last."""

    following: tuple[Following, ...] = (
        Following("noor.haddad", "Noor Haddad", NOTIFY[2]),
        Following("mira.draws", "Mira Okonedo"),
        Following("sam_lindqvist", "Sam Lindqvist"),
        Following("xiaoyu.lin", "林晓雨", NOTIFY[1]),
        Following("jose.arriaga", "José Arriaga"),
        Following("t.osei", "Tariq Osei"),
        Following("quarry.park.runners", "Quarry Park Runners"),
        Following("ferrystreet.cats", "The cats of Ferry Street"),
        Following("alder.cross.daily", "Alder Cross Daily"),
        Following("hanne.vold", "Hanne Vold", requested=True),
    )
    liked: tuple[Mark, ...] = (
        _mark("spring", "t.osei", "16T08:20"),
        _mark("varnish", "jose.arriaga", "16T17:58"),
        _mark("bridge", "alder.cross.daily", "16T22:11"),
    )
    saved: tuple[Saved, ...] = (
        Saved("clams", "lowtide.kitchen", COLLECTIONS[1], "2026-11-14T21:00"),
        Saved("steps", "kestrel.bay.light", COLLECTIONS[2], "2026-11-14T21:04"),
        Saved("returned", "sam_lindqvist", COLLECTIONS[0], "2026-11-15T19:30"),
    )
    collections: tuple[str, ...] = COLLECTIONS
    comments: tuple[Said, ...] = ()
    liked_comments: tuple[CommentMark, ...] = ()
    posts: tuple[Own, ...] = ()
    deleted: tuple[str, ...] = ()
    messages: tuple[Message, ...] = (
        Message("M-60", "mira.draws", "Two of the prints are yours if you still want them", "2026-11-15T20:12",
        mine=False),
        Message("M-61", "mira.draws", "I do! I will come by on Thursday", "2026-11-15T20:40"),
        Message("M-62", "noor.haddad", "", "2026-11-16T18:44", post="bridge", mine=False),
        Message("M-63", "noor.haddad", "We should walk over it on Saturday", "2026-11-16T18:45", mine=False),
        Message("M-64", "xiaoyu.lin", "胶卷洗好了，发你", "2026-11-17T08:09", mine=False),
    )  # fmt: skip
    muted: tuple[Muted, ...] = (Muted("night.tram", MUTES[0], "2026-11-10T23:50"),)
    blocked: tuple[Blocked, ...] = ()
    reports: tuple[Report, ...] = ()
    hidden: tuple[str, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def follows(state: State, handle: str) -> Following | None:
    """How this account is followed, or asked for, if at all."""
    return next((one for one in state.following if one.handle == handle), None)


def likes(state: State, key: str) -> bool:
    """Whether this post is liked."""
    return any(one.post == key for one in state.liked)


def kept(state: State, key: str) -> Saved | None:
    """Where this post is saved, if it is."""
    return next((one for one in state.saved if one.post == key), None)


def mute_of(state: State, handle: str) -> str:
    """What of this account is muted; empty if nothing is."""
    return next((one.what for one in state.muted if one.handle == handle), "")


def is_blocked(state: State, handle: str) -> bool:
    """Whether this account is blocked."""
    return any(one.handle == handle for one in state.blocked)


def roll_seed(photo: str) -> int:
    """The seed of a picture from the camera roll, by its name with the filter."""
    return ROLL.index(photo.split(":", 2)[2])


def mine(state: State) -> tuple[Post, ...]:
    """What the owner has posted, the newest first."""
    own = [
        Post(one.number, ME, (one.photo,), one.caption, one.at, 0, "" if one.place == NO_PLACE else one.place, (),
             roll_seed(one.photo), one.crop)
        for one in reversed(state.posts)
    ]  # fmt: skip
    return tuple(one for one in (*own, *MINE) if one.key not in state.deleted)


def post_of(state: State, key: str) -> Post | None:
    """The post with this key; none if it was deleted or its author is blocked."""
    found = next((one for one in (*mine(state), *POSTS, *OLDER) if one.key == key), None)
    return None if found is not None and is_blocked(state, found.author) else found


def by(state: State, handle: str) -> tuple[Post, ...]:
    """All posts of an account, the newest first."""
    if handle == ME:
        return mine(state)
    return tuple(
        sorted((one for one in (*POSTS, *OLDER) if one.author == handle), key=lambda one: one.at, reverse=True)
    )


def feed(state: State) -> tuple[Post, ...]:
    """What home shows: posts of those who are followed and the owner's own, the newest first."""
    authors = {one.handle for one in state.following if not one.requested}
    authors -= {one.handle for one in state.muted if one.what != MUTES[1]}
    shown = [one for one in POSTS if one.author in authors]
    shown += [one for one in mine(state) if one.at >= "2026-11-16"]
    visible = [one for one in shown if one.key not in state.hidden and not is_blocked(state, one.author)]
    return tuple(sorted(visible, key=lambda one: one.at, reverse=True))


def open_posts(state: State) -> tuple[Post, ...]:
    """What anybody may find: no private, blocked, hidden or paid posts."""
    closed = {"hanne.vold", "bea_kowal", "cragline.outdoor"}
    return tuple(
        one
        for one in POSTS
        if one.author not in closed and one.key not in state.hidden and not is_blocked(state, one.author)
    )


def said(state: State, key: str) -> tuple[Comment, ...]:
    """All comments below a post, the owner's among them, in order of time."""
    own = [Comment(one.id, one.post, ME, one.text, one.at, 0, one.answers) for one in state.comments if one.post == key]
    others = [one for one in COMMENTS if one.post == key and not is_blocked(state, one.author)]
    return tuple(sorted([*others, *own], key=lambda one: one.at))


def like_count(state: State, one: Post) -> int:
    """How many like a post, with the owner."""
    return one.likes + likes(state, one.key)


def next_number(state: State) -> str:
    """The number of the next post: `FR-318` for the first one."""
    return f"FR-{318 + len(state.posts)}"


def slide(state: State, key: str) -> int:
    """Which picture of a post is looked at."""
    return next((index for post, index in state.ui.slides if post == key), 0)


def news_count(state: State) -> int:
    """How much of the news is of today."""
    return sum(one.at >= "2026-11-17" for one in NEWS)


def chats(state: State) -> tuple[str, ...]:
    """Whom one has written with, the latest first."""
    return tuple(dict.fromkeys(one.who for one in reversed(state.messages)))


def record(state: State, key: str) -> Own | None:
    """What was chosen for a post of one's own."""
    return next((one for one in state.posts if one.number == key), None)
