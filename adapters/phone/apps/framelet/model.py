"""Framelet's state: whom one follows, what one likes, saves, writes, sends and posts; plain data."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.framelet.content import COMMENTS, ME, MINE, NEWS, OLDER, PEOPLE, POSTS, Comment, Post
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.dates import days_ago
from adapters.phone.framework.state_paths import find

AUDIENCES = ("Followers", "Close friends", "Everyone", "Only me")
FILTERS = ("Original", "Salt", "Ember", "Fjord", "Mono", "Dusk")
CROPS = ("Square", "Portrait", "Landscape")
WHO_COMMENTS = ("Everyone", "People you follow", "No one")
COLLECTIONS = ALL_SAVED, KITCHEN_IDEAS, DAY_TRIPS = ("All saved", "Kitchen ideas", "Day trips")
NO_PLACE = "No location"
PLACES = (
    NO_PLACE, "Alder Cross Pier", "Ferry Street", "River Bridge", "Quarry Park", "Alder Cross Library", "Tram Shed",
    "Low Tide Kitchen", "Kestrel Bay", "Port Meridian",
)  # fmt: skip
ROLL = (
    "land:dusk:city", "cat", "food:donut", "land:gold:sea", "bike", "press:tram", "food:pizza", "lighthouse",
    "land:mist:forest", "plants", "books", "food:salad", "door", "land:day:peaks", "press:pots", "bridge",
)  # fmt: skip
"""What the camera took, the newest first."""
CAPTION_LENGTH = 220
FIRST_NUMBER = 318


@content
class Following:
    """An account that is followed or, with `requested`, asked to be."""

    handle: str
    name: str
    requested: bool = False


@content
class Mark:
    """A post that was liked, and when, as `2026-11-17T09:24`."""

    post: str
    author: str
    at: str


@content
class Saved:
    """A post that was put into a collection."""

    post: str
    author: str
    collection: str
    at: str


@content
class Message:
    """A direct message, to or (`mine` off) from somebody; `post` is what it shares."""

    number: str
    who: str
    text: str
    at: str
    post: str = ""
    mine: bool = True


@content
class Start:
    """What is there after a reset."""

    following: tuple[Following, ...]
    liked: tuple[Mark, ...]
    saved: tuple[Saved, ...]
    messages: tuple[Message, ...]
    muted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnPost:
    """A post of one's own with all that was chosen for it; `shot` is its place in the camera roll, the newest is 1."""

    number: str
    photo: str
    filter: str
    crop: str
    caption: str
    audience: str
    place: str
    comments: str
    at: str
    shot: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """Who sees the account, and who may comment on a new post if nothing else is chosen for it."""

    private: bool = False
    comments: str = WHO_COMMENTS[0]


@dataclass(frozen=True, slots=True)
class Draft:
    """A post in the making."""

    photo: int = 0
    filter: str = FILTERS[0]
    crop: str = CROPS[0]
    caption: str = ""
    audience: str = AUDIENCES[0]
    place: str = NO_PLACE
    comments: str = WHO_COMMENTS[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    comment: str = ""
    answers: str = ""
    message: str = ""
    collection: str = ALL_SAVED
    send_to: tuple[str, ...] = ()


_START = read_content(__package__, "start.yaml", Start)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Framelet remembers; what was done last stands last. Accounts are named by their handles."""

    following: tuple[Following, ...] = _START.following
    liked: tuple[Mark, ...] = _START.liked
    saved: tuple[Saved, ...] = _START.saved
    comments: tuple[Comment, ...] = ()
    liked_comments: tuple[str, ...] = ()
    posts: tuple[OwnPost, ...] = ()
    deleted: tuple[str, ...] = ()
    messages: tuple[Message, ...] = _START.messages
    muted: tuple[str, ...] = _START.muted
    blocked: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def follows(state: State, handle: str) -> Following | None:
    """How this account is followed, or asked for, if at all."""
    return find(state.following, handle=handle)


def followed_handles(state: State) -> tuple[str, ...]:
    """The accounts that are followed, without those that have only been asked."""
    return tuple(followed.handle for followed in state.following if not followed.requested)


def likes(state: State, key: str) -> bool:
    """Whether this post is liked."""
    return find(state.liked, post=key) is not None


def saved_in(state: State, key: str) -> str:
    """The collection that this post is saved in; empty if it is not saved."""
    return next((saved.collection for saved in state.saved if saved.post == key), "")


def roll_seed(photo: str) -> int:
    """The seed of a picture from the camera roll, by its name with the filter."""
    return ROLL.index(photo.split(":", 2)[2])


def own_posts(state: State) -> tuple[Post, ...]:
    """What the owner has posted, the newest first."""
    made = [
        Post(
            own.number, ME, own.photo, own.caption, own.at, 0, "" if own.place == NO_PLACE else own.place, (),
            roll_seed(own.photo), own.crop,
        )
        for own in reversed(state.posts)
    ]  # fmt: skip
    return tuple(post for post in (*made, *MINE) if post.key not in state.deleted)


def post_of(state: State, key: str) -> Post | None:
    """The post with this key; none if it was deleted or its author is blocked."""
    found = find((*own_posts(state), *POSTS, *OLDER), key=key)
    return None if found is not None and found.author in state.blocked else found


def by(state: State, handle: str) -> tuple[Post, ...]:
    """All posts of an account, the newest first."""
    if handle == ME:
        return own_posts(state)
    return _newest_first(post for post in (*POSTS, *OLDER) if post.author == handle)


def feed(state: State) -> tuple[Post, ...]:
    """What home shows: posts of those who are followed and the owner's own, the newest first."""
    authors = {*followed_handles(state)} - {*state.muted, *state.blocked}
    shown = [post for post in POSTS if post.author in authors and post.key not in state.hidden]
    return _newest_first([*shown, *(post for post in own_posts(state) if post.at >= "2026-11-16")])


def _newest_first(posts: Iterable[Post]) -> tuple[Post, ...]:
    return tuple(sorted(posts, key=lambda post: post.at, reverse=True))


def open_posts(state: State) -> tuple[Post, ...]:
    """What anybody may find: no posts that are private, blocked or hidden."""
    closed = {account.handle for account in PEOPLE if account.private} | {*state.blocked}
    return tuple(post for post in POSTS if post.author not in closed and post.key not in state.hidden)


def comments_of(state: State, key: str) -> tuple[Comment, ...]:
    """All comments below a post, the owner's among them, in order of time."""
    found = [
        comment
        for comment in (*COMMENTS, *state.comments)
        if comment.post == key and comment.author not in state.blocked
    ]
    return tuple(sorted(found, key=lambda comment: comment.at))


def record(state: State, key: str) -> OwnPost | None:
    """What was chosen for a post of one's own."""
    return find(state.posts, number=key)


def has_news(now: datetime) -> bool:
    """Whether some of the news is of today."""
    return any(days_ago(news.at, now) < 1 for news in NEWS)


def is_unread(message: Message, now: datetime) -> bool:
    """Whether a message came from somebody today."""
    return not message.mine and days_ago(message.at, now) < 1


def chats(state: State) -> tuple[str, ...]:
    """Whom one has written with, the latest first."""
    return tuple(dict.fromkeys(message.who for message in reversed(state.messages)))


def with_message(state: State, who: str, text: str, at: str, post: str = "") -> State:
    """Send a message; nothing stays typed."""
    message = Message(f"M-{60 + len(state.messages)}", who, text, at, post)
    return replace(state, messages=(*state.messages, message), ui=replace(state.ui, message=""))
