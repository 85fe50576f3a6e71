"""Oakthread's state: what the owner joined, voted for, followed, saved, asked and answered; plain data."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from adapters.phone.apps.oakthread.content import KINDS, ME, REPLIES, THREADS, Reply, Thread
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.state_paths import find

AUDIENCES = ("Everyone", "Grove members", "Followers only")
WHO_REPLIES = EVERYONE, MEMBERS, NOBODY = ("Everyone", "Members", "Nobody")
WATCH = ALL_REPLIES, DIRECT_REPLIES, OFF = ("All replies", "Direct replies", "Off")
FOLDERS = READING_LIST, HOW_TO, RECIPES = ("Reading list", "How-to", "Recipes")
JOIN_ALERTS = ("Highlights", "Every thread", "Off")
SORTS = LIVELY, NEW, TOP = ("Lively", "New", "Top")
REPLY_SORTS = ("Best", "New", "Old")
TITLE_LENGTH, TEXT_LENGTH = 120, 900


@content
class Joined:
    """A grove that one belongs to, and its alerts."""

    grove: str
    alerts: str = JOIN_ALERTS[0]


@content
class Vote:
    """A vote for (1) or against (-1) a `thread` or a `reply`."""

    kind: str
    id: str
    author: str
    value: int
    at: str


@content
class Watched:
    """A thread whose replies one is told about."""

    thread: str
    alerts: str
    at: str


@content
class Saved:
    """A thread that was put into a folder."""

    thread: str
    title: str
    folder: str
    at: str


@content
class Start:
    """What is there after a reset."""

    joined: tuple[Joined, ...]
    votes: tuple[Vote, ...]
    watched: tuple[Watched, ...]
    saved: tuple[Saved, ...]


@dataclass(frozen=True, slots=True)
class OwnThread:
    """A thread of one's own with all that was chosen for it."""

    number: str
    grove: str
    kind: str
    title: str
    text: str
    audience: str
    replies: str
    watch: str
    at: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply of one's own: to the thread, or with `parent` to the reply of `to`."""

    number: str
    thread: str
    parent: str
    to: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A thread in the making."""

    grove: str = "square"
    kind: str = KINDS[0]
    title: str = ""
    text: str = ""
    audience: str = AUDIENCES[0]
    replies: str = EVERYONE
    watch: str = ALL_REPLIES


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    folder: str = READING_LIST
    answer: str = ""
    collapsed: tuple[str, ...] = ()
    sort: str = LIVELY
    reply_sort: str = REPLY_SORTS[0]


_START = read_content(__package__, "start.yaml", Start)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Oakthread remembers; what was done last stands last. `muted` has handles, `hidden` threads."""

    joined: tuple[Joined, ...] = _START.joined
    votes: tuple[Vote, ...] = _START.votes
    watched: tuple[Watched, ...] = _START.watched
    saved: tuple[Saved, ...] = _START.saved
    threads: tuple[OwnThread, ...] = ()
    answers: tuple[Answer, ...] = ()
    muted: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    draft: Draft = Draft()
    ui: Ui = Ui()


def joined(state: State, key: str) -> Joined | None:
    """How one belongs to a grove, if at all."""
    return find(state.joined, grove=key)


def vote_of(state: State, kind: str, key: str) -> int:
    """1, -1 or 0."""
    vote = find(state.votes, kind=kind, id=key)
    return vote.value if vote else 0


def watched(state: State, key: str) -> str:
    """Which notifications come about a thread; empty if it is not followed."""
    watch = find(state.watched, thread=key)
    return watch.alerts if watch else ""


def saved_in(state: State, key: str) -> str:
    """The folder that a thread is saved in; empty if it is not saved."""
    saved = find(state.saved, thread=key)
    return saved.folder if saved else ""


def all_threads(state: State) -> tuple[Thread, ...]:
    """All threads; first those that were begun on this phone, the newest of them first."""
    own_threads = [
        Thread(
            own.number, own.grove, ME, own.kind, own.title, own.text, own.at, 1, locked=own.replies == NOBODY
        )
        for own in reversed(state.threads)
    ]  # fmt: skip
    return (*own_threads, *THREADS)


def thread_of(state: State, key: str) -> Thread | None:
    """The thread with this key, if there is one."""
    return find(all_threads(state), key=key)


def in_grove(state: State, key: str) -> tuple[Thread, ...]:
    """A grove's threads, the newest first."""
    return _highest_first((thread for thread in all_threads(state) if thread.grove == key), lambda thread: thread.at)


def front(state: State) -> tuple[Thread, ...]:
    """What home shows: threads of joined groves and one's own, without those that are hidden or of muted people."""
    groves = {member.grove for member in state.joined}
    own = {thread.number for thread in state.threads}
    shown = [
        thread
        for thread in all_threads(state)
        if (thread.grove in groves or thread.key in own)
        and thread.author not in state.muted
        and thread.key not in state.hidden
    ]
    if state.ui.sort == NEW:
        return _highest_first(shown, lambda thread: thread.at)
    if state.ui.sort == TOP:
        return _highest_first(shown, lambda thread: (thread.score, thread.at))
    return _highest_first(shown, lambda thread: (thread.at[:10], len(replies(state, thread.key)), thread.score))


def _highest_first(threads: Iterable[Thread], rank: Callable[[Thread], Any]) -> tuple[Thread, ...]:
    return tuple(sorted(threads, key=rank, reverse=True))


def _all_replies(state: State) -> list[Reply]:
    own = [Reply(own.number, own.thread, ME, own.text, own.at, 1, own.parent) for own in state.answers]
    return [*REPLIES, *own]


def replies(state: State, key: str) -> tuple[Reply, ...]:
    """All replies of a thread, one's own among them, in order of time."""
    found = [reply for reply in _all_replies(state) if reply.thread == key]
    return tuple(sorted(found, key=lambda reply: reply.at))


def reply_of(state: State, key: str) -> Reply | None:
    """The reply with this id, if there is one."""
    return find(_all_replies(state), id=key)


def answer_of(state: State, number: str) -> Answer | None:
    """One's own reply as it was written."""
    return find(state.answers, number=number)


def next_number(numbers: Iterable[str], first: int) -> int:
    """One after the highest number of these posts, such as OT-5521; without any, the first."""
    return max((int(number.partition("-")[2]) + 1 for number in numbers), default=first)


def record(state: State, number: str) -> OwnThread | None:
    """What was chosen for a thread of one's own."""
    return find(state.threads, number=number)


def score(state: State, item: Thread | Reply) -> int:
    """Votes for less votes against, with one's own."""
    kind, key = ("thread", item.key) if isinstance(item, Thread) else ("reply", item.id)
    return item.score + vote_of(state, kind, key)
