"""Oakthread's state: what the owner joined, voted for, followed, saved, asked and answered; plain data."""

from dataclasses import dataclass

from adapters.phone.apps.oakthread.content import KINDS, ME, REPLIES, THREADS, Reply, Thread
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.state_paths import find

AUDIENCES = ("Everyone", "Grove members", "Followers only")
WHO_REPLIES = ("Everyone", "Members", "Nobody")
WATCH = ("All replies", "Direct replies", "Off")
NAMES = ("Own name", "Anonymous")
FOLDERS = ("Reading list", "How-to", "Recipes")
JOIN_ALERTS = ("Highlights", "Every thread", "Off")
MUTES = ("1 day", "1 week", "Until I unmute")
BLOCKS = ("Hide and refuse messages", "Hide only")
REASONS = ("Off-topic", "Unkind", "Advertising", "Wrong on purpose")
SORTS = ("Lively", "New", "Top")
REPLY_SORTS = ("Best", "New", "Old")
TEXT_SIZES = ("Small", "Standard", "Large")
TITLE_LENGTH, TEXT_LENGTH = 120, 900
TODAY = "2026-11-17"
PINNED = "rules"
"""The thread that stands first in its grove."""


@content
class Joined:
    """A grove that one belongs to, and how loudly it rings."""

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
    """A `thread` or `reply` that was put into a folder."""

    kind: str
    id: str
    title: str
    folder: str
    at: str


@content
class Muted:
    """A `person` or a `grove` that is not shown for a while."""

    kind: str
    name: str
    time: str
    at: str


@content
class Start:
    """What is there after a reset."""

    joined: tuple[Joined, ...]
    votes: tuple[Vote, ...]
    watched: tuple[Watched, ...]
    saved: tuple[Saved, ...]
    muted: tuple[Muted, ...]


@dataclass(frozen=True, slots=True)
class OwnThread:
    """A thread of one's own with all that was chosen for it; `name` is what others see."""

    number: str
    grove: str
    kind: str
    title: str
    text: str
    audience: str
    replies: str
    watch: str
    name: str
    spoiler: bool
    at: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply of one's own: to the thread, or with `parent` to the reply of `to`; `quote` is what it quotes."""

    number: str
    thread: str
    parent: str
    to: str
    text: str
    quote: str
    alerts: bool
    at: str


@dataclass(frozen=True, slots=True)
class Polled:
    """What was chosen in a thread's poll."""

    thread: str
    option: str
    at: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody whom one does not want to meet."""

    handle: str
    how: str
    at: str


@dataclass(frozen=True, slots=True)
class Report:
    """A thread or reply that was shown to the moderators."""

    number: str
    kind: str
    id: str
    author: str
    reason: str
    at: str


@dataclass(frozen=True, slots=True)
class Settings:
    """How threads look and what rings."""

    sort: str = SORTS[0]
    reply_sort: str = REPLY_SORTS[0]
    text_size: str = TEXT_SIZES[1]
    previews: bool = True
    low: bool = True
    mentions: bool = True
    replies: bool = True
    votes: bool = False
    digest: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """A thread in the making."""

    grove: str = "square"
    kind: str = KINDS[0]
    title: str = ""
    text: str = ""
    audience: str = AUDIENCES[0]
    replies: str = WHO_REPLIES[0]
    watch: str = WATCH[0]
    name: str = NAMES[0]
    spoiler: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and half-made choices."""

    query: str = ""
    picked: str = ""
    answer: str = ""
    quote: bool = False
    alerts: bool = True
    collapsed: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    sort: str = ""
    reply_sort: str = ""
    hidden: tuple[str, ...] = ()


_START = read_content(__package__, "start.yaml", Start)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Oakthread remembers; what was done last stands last."""

    joined: tuple[Joined, ...] = _START.joined
    votes: tuple[Vote, ...] = _START.votes
    watched: tuple[Watched, ...] = _START.watched
    saved: tuple[Saved, ...] = _START.saved
    threads: tuple[OwnThread, ...] = ()
    answers: tuple[Answer, ...] = ()
    polls: tuple[Polled, ...] = ()
    muted: tuple[Muted, ...] = _START.muted
    blocked: tuple[Blocked, ...] = ()
    reports: tuple[Report, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def joined(state: State, key: str) -> Joined | None:
    """How one belongs to a grove, if at all."""
    return find(state.joined, grove=key)


def vote_of(state: State, kind: str, key: str) -> int:
    """1, -1 or 0."""
    return next((vote.value for vote in state.votes if (vote.kind, vote.id) == (kind, key)), 0)


def watched(state: State, key: str) -> str:
    """Which notifications come about a thread; empty if it is not followed."""
    return next((watch.alerts for watch in state.watched if watch.thread == key), "")


def saved_in(state: State, kind: str, key: str) -> str:
    """The folder that something is saved in; empty if it is not saved."""
    return next((saved.folder for saved in state.saved if (saved.kind, saved.id) == (kind, key)), "")


def is_blocked(state: State, handle: str) -> bool:
    """Whether somebody is blocked."""
    return find(state.blocked, handle=handle) is not None


def muted(state: State, kind: str, name: str) -> str:
    """For how long a person or grove is muted; empty if it is not."""
    return next((muted.time for muted in state.muted if (muted.kind, muted.name) == (kind, name)), "")


def own_threads(state: State) -> tuple[Thread, ...]:
    """The threads that were begun on this phone, the newest first."""
    return tuple(
        Thread(
            own.number, own.grove, ME if own.name == NAMES[0] else "anonymous", own.kind, own.title, own.text, own.at,
            1, locked=own.replies == WHO_REPLIES[2],
        )
        for own in reversed(state.threads)
    )  # fmt: skip


def visible_threads(state: State) -> tuple[Thread, ...]:
    """All threads that may be seen."""
    return tuple(thread for thread in (*own_threads(state), *THREADS) if not is_blocked(state, thread.author))


def thread_of(state: State, key: str) -> Thread | None:
    """The thread with this key, if it may be seen."""
    return find(visible_threads(state), key=key)


def in_grove(state: State, key: str) -> tuple[Thread, ...]:
    """A grove's threads, the pinned one first, then the newest."""
    threads = [thread for thread in visible_threads(state) if thread.grove == key]
    return tuple(sorted(threads, key=lambda thread: (thread.key == PINNED, thread.at), reverse=True))


def front(state: State, sort: str) -> tuple[Thread, ...]:
    """What home shows: threads of joined groves, without muted groves and people."""
    groves = {member.grove for member in state.joined if not muted(state, "grove", member.grove)}
    own = {thread.number for thread in state.threads}
    left_out = {PINNED, *state.ui.hidden}
    shown = [
        thread
        for thread in visible_threads(state)
        if (thread.grove in groves or thread.key in own)
        and not muted(state, "person", thread.author)
        and thread.key not in left_out
    ]
    if sort == "New":
        return tuple(sorted(shown, key=lambda thread: thread.at, reverse=True))
    if sort == "Top":
        return tuple(sorted(shown, key=lambda thread: (thread.score, thread.at), reverse=True))
    return tuple(sorted(shown, key=lambda thread: _liveliness(state, thread), reverse=True))


def _liveliness(state: State, thread: Thread) -> tuple[str, int, int]:
    return thread.at[:10], len(replies(state, thread.key)), thread.score


def _own_replies(state: State) -> list[Reply]:
    return [
        Reply(answer.number, answer.thread, ME, answer.text, answer.at, 1, answer.parent) for answer in state.answers
    ]


def replies(state: State, key: str) -> tuple[Reply, ...]:
    """All replies of a thread that may be seen, one's own among them, in order of time."""
    found = [
        reply
        for reply in (*REPLIES, *_own_replies(state))
        if reply.thread == key and not is_blocked(state, reply.author)
    ]
    return tuple(sorted(found, key=lambda reply: reply.at))


def reply_of(state: State, key: str) -> Reply | None:
    """The reply with this id, if it may be seen."""
    found = find((*REPLIES, *_own_replies(state)), id=key)
    return None if found is None or is_blocked(state, found.author) else found


def answer_of(state: State, number: str) -> Answer | None:
    """One's own reply as it was written."""
    return find(state.answers, number=number)


def record(state: State, number: str) -> OwnThread | None:
    """What was chosen for a thread of one's own."""
    return find(state.threads, number=number)


def score(state: State, item: Thread | Reply) -> int:
    """Votes for less votes against, with one's own."""
    kind, key = ("thread", item.key) if isinstance(item, Thread) else ("reply", item.id)
    return item.score + vote_of(state, kind, key)
