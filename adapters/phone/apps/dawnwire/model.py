"""Dawnwire's state: whom and what its reader follows, likes, saves and comments; named as the screen names it."""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.phone.apps.dawnwire.paper import COMMENTS, Comment, Story, story_of
from adapters.phone.framework.state_paths import find

READER = "Robin Vale"
FACE = 61
EDITIONS = ("Alder Cross", "Port Meridian", "Kestrel Bay", "International")
BRIEFING_TIMES = ("06:30", "07:00", "08:00", "18:00")
BREAKING = ("Everything", "Major news only", "Off")
ALERTS = EVERY_ARTICLE, HIGHLIGHTS, OFF = ("Every article", "Highlights", "Off")
"""What a followed author's alerts are about; `Highlights` where nobody picks."""
SORTS = TOP, NEWEST, OLDEST = ("Top", "Newest", "Oldest")
LISTS = READ_LATER, WEEKEND, BOOK_CLUB = ("Read later", "Weekend", "Book club")
COMMENT_LENGTH = 400


@dataclass(frozen=True, slots=True)
class Following:
    """An author that is followed, and the alerts."""

    name: str
    alerts: str = HIGHLIGHTS


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
class Preferences:
    """The edition and the alerts."""

    edition: str = EDITIONS[0]
    briefing: bool = True
    briefing_time: str = "07:00"
    breaking: str = "Major news only"


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices; `answers` is the comment that is being answered."""

    query: str = ""
    list: str = LISTS[0]
    comment: str = ""
    answers: str = ""
    hide_ad: bool = False


def like_record(key: str, time: str) -> Mark:
    """The record of an article that is liked."""
    return Mark(key, _title_of(key), time)


def saved_record(key: str, chosen: str, time: str) -> Saved:
    """The record of an article on a list."""
    return Saved(key, _title_of(key), chosen, time)


def _title_of(key: str) -> str:
    story = story_of(key)
    return story.title if story else ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Dawnwire remembers; what was done last stands last."""

    authors: tuple[Following, ...] = (Following("Tomasz Weir", EVERY_ARTICLE), Following("Dara Quill"))
    topics: tuple[str, ...] = ("Alder Cross", "Space", "Food")
    liked: tuple[Mark, ...] = (
        like_record("archive", "2026-11-12T20:16"),
        like_record("noodles", "2026-11-15T12:40"),
        like_record("heat-pumps", "2026-11-16T12:50"),
    )
    saved: tuple[Saved, ...] = (
        saved_record("archive", READ_LATER, "2026-11-12T20:15"),
        saved_record("chess", READ_LATER, "2026-11-13T21:30"),
        saved_record("strait", WEEKEND, "2026-11-16T10:02"),
    )
    comments: tuple[Comment, ...] = (
        Comment(
            "m1", "noodles", READER, "The cloudy one by the harbour, always. Bring your own chilli.",
            "2026-11-15T13:02", face=FACE,
        ),
    )  # fmt: skip
    liked_comments: tuple[str, ...] = ()
    prefs: Preferences = Preferences()
    ui: Ui = Ui()


def following_of(state: State, name: str) -> Following | None:
    """How this author is followed, if at all."""
    return find(state.authors, name=name)


def is_liked(state: State, key: str) -> bool:
    """Whether this article is liked."""
    return find(state.liked, story=key) is not None


def saved_of(state: State, key: str) -> Saved | None:
    """Where this article is saved, if it is."""
    return find(state.saved, story=key)


def like_count(state: State, story: Story) -> str:
    """`842`, `2.3k`, with the reader's own."""
    count = story.likes + is_liked(state, story.key)
    return str(count) if count < 1000 else f"{count / 1000:.1f}k"


def comments_on(state: State, key: str) -> tuple[Comment, ...]:
    """All comments on an article, the reader's own among them, in the order in which they were written."""
    found = [comment for comment in (*COMMENTS, *state.comments) if comment.story == key]
    return tuple(sorted(found, key=lambda comment: comment.time))


def comment_likes(state: State, comment: Comment) -> int:
    """How many like a comment, with the reader."""
    return comment.likes + (comment.id in state.liked_comments)


def sorted_comments(state: State, comments: Sequence[Comment], sort: str) -> list[Comment]:
    """Comments in the chosen order; they are given from the oldest on."""
    if sort == TOP:
        return sorted(comments, key=lambda comment: -comment_likes(state, comment))
    return list(comments[::-1] if sort == NEWEST else comments)
