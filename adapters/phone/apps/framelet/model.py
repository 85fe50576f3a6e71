"""Framelet's state: whom one follows, what one likes, saves, writes, sends and posts; plain data."""

from dataclasses import dataclass, replace

from adapters.phone.apps.framelet.content import COMMENTS, ME, MINE, NEWS, OLDER, POSTS, Comment, Post
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.state_paths import find

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
TODAY = "2026-11-17"
FIRST_NUMBER = 318


@content
class Following:
    """An account that is followed or, with `requested`, asked to be."""

    handle: str
    name: str
    notify: str = NOTIFY[0]
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
class Muted:
    """An account of which one sees less, without it knowing."""

    handle: str
    what: str
    at: str


@content
class Start:
    """What is there after a reset."""

    following: tuple[Following, ...]
    liked: tuple[Mark, ...]
    saved: tuple[Saved, ...]
    messages: tuple[Message, ...]
    muted: tuple[Muted, ...]


@dataclass(frozen=True, slots=True)
class OwnComment:
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
class OwnPost:
    """A post of one's own with all that was chosen for it; `shot` is its place in the camera roll, the newest is 1."""

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


_START = read_content(__package__, "start.yaml", Start)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Framelet remembers; what was done last stands last."""

    following: tuple[Following, ...] = _START.following
    liked: tuple[Mark, ...] = _START.liked
    saved: tuple[Saved, ...] = _START.saved
    collections: tuple[str, ...] = COLLECTIONS
    comments: tuple[OwnComment, ...] = ()
    liked_comments: tuple[CommentMark, ...] = ()
    posts: tuple[OwnPost, ...] = ()
    deleted: tuple[str, ...] = ()
    messages: tuple[Message, ...] = _START.messages
    muted: tuple[Muted, ...] = _START.muted
    blocked: tuple[Blocked, ...] = ()
    reports: tuple[Report, ...] = ()
    hidden: tuple[str, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def follows(state: State, handle: str) -> Following | None:
    """How this account is followed, or asked for, if at all."""
    return find(state.following, handle=handle)


def likes(state: State, key: str) -> bool:
    """Whether this post is liked."""
    return find(state.liked, post=key) is not None


def saved_in(state: State, key: str) -> str:
    """The collection that this post is saved in; empty if it is not saved."""
    return next((saved.collection for saved in state.saved if saved.post == key), "")


def mute_of(state: State, handle: str) -> str:
    """What of this account is muted; empty if nothing is."""
    return next((muted.what for muted in state.muted if muted.handle == handle), "")


def is_blocked(state: State, handle: str) -> bool:
    """Whether this account is blocked."""
    return find(state.blocked, handle=handle) is not None


def roll_seed(photo: str) -> int:
    """The seed of a picture from the camera roll, by its name with the filter."""
    return ROLL.index(photo.split(":", 2)[2])


def own_posts(state: State) -> tuple[Post, ...]:
    """What the owner has posted, the newest first."""
    made = [
        Post(
            own.number, ME, (own.photo,), own.caption, own.at, 0, "" if own.place == NO_PLACE else own.place, (),
            roll_seed(own.photo), own.crop,
        )
        for own in reversed(state.posts)
    ]  # fmt: skip
    return tuple(post for post in (*made, *MINE) if post.key not in state.deleted)


def post_of(state: State, key: str) -> Post | None:
    """The post with this key; none if it was deleted or its author is blocked."""
    found = find((*own_posts(state), *POSTS, *OLDER), key=key)
    return None if found is not None and is_blocked(state, found.author) else found


def by(state: State, handle: str) -> tuple[Post, ...]:
    """All posts of an account, the newest first."""
    if handle == ME:
        return own_posts(state)
    posts = [post for post in (*POSTS, *OLDER) if post.author == handle]
    return tuple(sorted(posts, key=lambda post: post.at, reverse=True))


def feed(state: State) -> tuple[Post, ...]:
    """What home shows: posts of those who are followed and the owner's own, the newest first."""
    authors = {followed.handle for followed in state.following if not followed.requested}
    authors -= {muted.handle for muted in state.muted if muted.what != MUTES[1]}
    shown = [post for post in POSTS if post.author in authors]
    shown += [post for post in own_posts(state) if post.at >= "2026-11-16"]
    visible = [post for post in shown if post.key not in state.hidden and not is_blocked(state, post.author)]
    return tuple(sorted(visible, key=lambda post: post.at, reverse=True))


def open_posts(state: State) -> tuple[Post, ...]:
    """What anybody may find: no private, blocked, hidden or paid posts."""
    closed = {"hanne.vold", "bea_kowal", "cragline.outdoor", *(blocked.handle for blocked in state.blocked)}
    return tuple(post for post in POSTS if post.author not in closed and post.key not in state.hidden)


def comments_of(state: State, key: str) -> tuple[Comment, ...]:
    """All comments below a post, the owner's among them, in order of time."""
    own = [Comment(own.id, key, ME, own.text, own.at, 0, own.answers) for own in state.comments if own.post == key]
    others = [comment for comment in COMMENTS if comment.post == key and not is_blocked(state, comment.author)]
    return tuple(sorted([*others, *own], key=lambda comment: comment.at))


def record(state: State, key: str) -> OwnPost | None:
    """What was chosen for a post of one's own."""
    return find(state.posts, number=key)


def slide(state: State, key: str) -> int:
    """Which picture of a post is looked at."""
    return next((index for post, index in state.ui.slides if post == key), 0)


def news_count() -> int:
    """How much of the news is of today."""
    return sum(news.at >= TODAY for news in NEWS)


def chats(state: State) -> tuple[str, ...]:
    """Whom one has written with, the latest first."""
    return tuple(dict.fromkeys(message.who for message in reversed(state.messages)))


def with_message(state: State, who: str, text: str, at: str, post: str = "") -> State:
    """Send a message; nothing stays typed."""
    message = Message(f"M-{60 + len(state.messages)}", who, text, at, post)
    return replace(state, messages=(*state.messages, message), ui=replace(state.ui, message=""))
