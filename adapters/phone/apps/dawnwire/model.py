"""Dawnwire's state: whom and what its reader follows, likes, saves and comments; named as the screen names it."""

from dataclasses import dataclass

from adapters.phone.apps.dawnwire.paper import COMMENTS, Comment, Story, story_of

READER = "Robin Vale"
FACE = 61
EDITIONS = ("Alder Cross", "Port Meridian", "Kestrel Bay", "International")
TEXT_SIZES = ("Small", "Standard", "Large", "Largest")
BRIEFING_TIMES = ("06:30", "07:00", "08:00", "18:00")
BRIEFING_DAYS = ("Every day", "Weekdays", "Weekend")
BREAKING = ("Everything", "Major news only", "Off")
PICTURES = ("Always", "On Wi-Fi only", "Never")
ALERTS = ("Every article", "Highlights", "Off")
"""What a followed author's alerts are about; `Highlights` where nobody picks."""
SIGNED = ("Full name", "First name", "Anonymous")
REASONS = ("Off-topic", "Insult or hate", "Advertising", "Not true")
SORTS = ("Top", "Newest", "Oldest")
LISTS = ("Read later", "Weekend", "Book club")
COMMENT_LENGTH = 400


@dataclass(frozen=True, slots=True)
class Following:
    """An author that is followed, and the alerts."""

    name: str
    alerts: str = ALERTS[1]


@dataclass(frozen=True, slots=True)
class Mark:
    """An article that was liked, and when, as `2026-11-17T09:24`."""

    story: str
    title: str
    time: str


@dataclass(frozen=True, slots=True)
class Saved:
    """An article on a reading list."""

    story: str
    title: str
    list: str
    time: str


@dataclass(frozen=True, slots=True)
class CommentMark:
    """Somebody's comment that was liked, or reported with a reason."""

    comment: str
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    """A comment of the reader's own. `signed` is the choice, `name` what others see."""

    id: str
    story: str
    title: str
    text: str
    signed: str
    name: str
    replies: bool
    time: str
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The edition, the alerts, and how articles look."""

    edition: str = EDITIONS[0]
    text_size: str = TEXT_SIZES[1]
    briefing: bool = True
    briefing_time: str = BRIEFING_TIMES[1]
    briefing_days: str = BRIEFING_DAYS[0]
    breaking: str = BREAKING[1]
    pictures: str = PICTURES[0]
    offline: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A comment that is being written, for one article (and one comment that it answers)."""

    story: str = ""
    parent: str = ""
    text: str = ""
    signed: str = SIGNED[0]
    replies: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, and half-made choices of dialogs."""

    query: str = ""
    list: str = LISTS[0]
    reason: str = REASONS[0]
    hide_ad: bool = False


def title_of(key: str) -> str:
    """An article's title; empty for a key without one."""
    story = story_of(key)
    return story.title if story else ""


def _mark(key: str, time: str) -> Mark:
    return Mark(key, title_of(key), time)


def _saved(key: str, chosen: str, time: str) -> Saved:
    return Saved(key, title_of(key), chosen, time)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Dawnwire remembers; what was done last stands last."""

    authors: tuple[Following, ...] = (Following("Tomasz Weir", ALERTS[0]), Following("Dara Quill"))
    topics: tuple[str, ...] = ("Alder Cross", "Space", "Food")
    liked: tuple[Mark, ...] = (
        _mark("archive", "2026-11-12T20:16"),
        _mark("noodles", "2026-11-15T12:40"),
        _mark("heat-pumps", "2026-11-16T12:50"),
    )
    saved: tuple[Saved, ...] = (
        _saved("archive", LISTS[0], "2026-11-12T20:15"),
        _saved("chess", LISTS[0], "2026-11-13T21:30"),
        _saved("strait", LISTS[1], "2026-11-16T10:02"),
    )
    comments: tuple[Posted, ...] = (
        Posted(
            "m1", "noodles", title_of("noodles"), "The cloudy one by the harbour, always. Bring your own chilli.",
            SIGNED[1], "Robin", True, "2026-11-15T13:02",
        ),
    )  # fmt: skip
    liked_comments: tuple[CommentMark, ...] = ()
    reports: tuple[CommentMark, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def following_of(state: State, name: str) -> Following | None:
    """How this author is followed, if at all."""
    return next((author for author in state.authors if author.name == name), None)


def is_liked(state: State, key: str) -> bool:
    """Whether this article is liked."""
    return any(mark.story == key for mark in state.liked)


def saved_of(state: State, key: str) -> Saved | None:
    """Where this article is saved, if it is."""
    return next((saved for saved in state.saved if saved.story == key), None)


def like_count(state: State, story: Story) -> str:
    """`842`, `2.3k`, with the reader's own."""
    count = story.likes + is_liked(state, story.key)
    return str(count) if count < 1000 else f"{count / 1000:.1f}k"


def signature(signed: str) -> str:
    """The name that others see."""
    return {SIGNED[0]: READER, SIGNED[1]: READER.split()[0]}.get(signed, "A reader")


def comments_on(state: State, key: str) -> tuple[Comment, ...]:
    """All comments on an article, the reader's own among them, in the order in which they were written."""
    own = [
        Comment(posted.id, posted.story, posted.name, posted.text, posted.time, face=FACE, parent=posted.parent)
        for posted in state.comments
        if posted.story == key
    ]
    others = [comment for comment in COMMENTS if comment.story == key]
    return tuple(sorted(others + own, key=lambda comment: comment.time))


def comment_likes(state: State, comment: Comment) -> int:
    """How many like a comment, with the reader."""
    return comment.likes + any(mark.comment == comment.id for mark in state.liked_comments)


def problem_of(text: str) -> str:
    """Why a comment cannot be posted; empty if it can."""
    if "http" in text.casefold() or "www." in text.casefold():
        return "Links are not allowed in comments"
    if len(text) > COMMENT_LENGTH:
        return f"At most {COMMENT_LENGTH} characters"
    return ""
