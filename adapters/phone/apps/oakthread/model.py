"""Oakthread's state: what the owner joined, voted, followed, kept, asked and answered; plain data."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.apps.oakthread.groves import ME, grove, person
from adapters.phone.apps.oakthread.threads import KINDS, REPLIES, THREADS, Reply, Thread

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


@dataclass(frozen=True, slots=True)
class Joined:
    """A grove that one belongs to, and how loudly it rings."""

    grove: str
    alerts: str = JOIN_ALERTS[0]


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote for (1) or against (-1) a `thread` or a `reply`."""

    kind: str
    id: str
    author: str
    value: int
    at: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A thread whose replies one is told about."""

    thread: str
    alerts: str
    at: str


@dataclass(frozen=True, slots=True)
class Saved:
    """A `thread` or `reply` that was put into a folder."""

    kind: str
    id: str
    title: str
    folder: str
    at: str


@dataclass(frozen=True, slots=True)
class Posted:
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
class Muted:
    """A `person` or a `grove` that is not shown for a while."""

    kind: str
    name: str
    time: str
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


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Oakthread remembers; what was done last stands last."""

    joined: tuple[Joined, ...] = (
        Joined("square"), Joined("repair", JOIN_ALERTS[1]), Joined("bread"), Joined("quiet"), Joined("trams",
        JOIN_ALERTS[2]),
        Joined("gardens"), Joined("books"), Joined("corner"),
    )  # fmt: skip
    votes: tuple[Vote, ...] = (
        Vote("thread", "library", "shelfmark", 1, "2026-11-14T10:01"),
        Vote("thread", "pigeon", "hollow_oak", 1, "2026-11-16T20:30"),
        Vote("reply", "pigeon.1", "hollow_oak", 1, "2026-11-16T20:31"),
    )
    watched: tuple[Watched, ...] = (
        Watched("ferry", WATCH[1], "2026-11-17T07:45"), Watched("rye", WATCH[0], "2026-11-15T13:25"),
    )  # fmt: skip
    saved: tuple[Saved, ...] = (
        Saved("thread", "timetable", "Winter timetable, annotated", FOLDERS[0], "2026-11-14T23:00"),
        Saved("reply", "rye.0", "crumbshot: 78% is a lot for that rye.", FOLDERS[2], "2026-11-15T14:30"),
        Saved("thread", "glue", "Which glue for a chair that has been glued before, badly, by me?", FOLDERS[1],
              "2026-11-12T18:20"),
    )  # fmt: skip
    threads: tuple[Posted, ...] = ()
    answers: tuple[Answer, ...] = ()
    polls: tuple[Polled, ...] = ()
    muted: tuple[Muted, ...] = (Muted("grove", "quick", MUTES[2], "2026-11-02T19:00"),)
    blocked: tuple[Blocked, ...] = ()
    reports: tuple[Report, ...] = ()
    settings: Settings = Settings()
    draft: Draft = Draft()
    ui: Ui = Ui()


def joined(state: State, key: str) -> Joined | None:
    """How one belongs to a grove, if at all."""
    return next((one for one in state.joined if one.grove == key), None)


def vote_of(state: State, kind: str, key: str) -> int:
    """1, -1 or 0."""
    return next((one.value for one in state.votes if (one.kind, one.id) == (kind, key)), 0)


def watched(state: State, key: str) -> Watched | None:
    """How a thread is followed, if it is."""
    return next((one for one in state.watched if one.thread == key), None)


def kept(state: State, kind: str, key: str) -> Saved | None:
    """Where something is saved, if it is."""
    return next((one for one in state.saved if (one.kind, one.id) == (kind, key)), None)


def is_blocked(state: State, handle: str) -> bool:
    """Whether somebody is blocked."""
    return any(one.handle == handle for one in state.blocked)


def muted(state: State, kind: str, name: str) -> Muted | None:
    """Whether and for how long a person or grove is muted."""
    return next((one for one in state.muted if (one.kind, one.name) == (kind, name)), None)


def own_threads(state: State) -> tuple[Thread, ...]:
    """The threads that were begun on this phone, the newest first."""
    return tuple(
        Thread(one.number, one.grove, ME if one.name == NAMES[0] else "anonymous", one.kind, one.title, one.text,
        one.at,
               1, locked=one.replies == WHO_REPLIES[2])
        for one in reversed(state.threads)
    )  # fmt: skip


def every(state: State) -> tuple[Thread, ...]:
    """All threads that may be seen."""
    return tuple(one for one in (*own_threads(state), *THREADS) if not is_blocked(state, one.author))


def thread_of(state: State, key: str) -> Thread | None:
    """The thread with this key, if it may be seen."""
    return next((one for one in every(state) if one.key == key), None)


def in_grove(state: State, key: str) -> tuple[Thread, ...]:
    """A grove's threads, pinned ones first, then the newest."""
    mine = [one for one in every(state) if one.grove == key]
    return tuple(sorted(mine, key=lambda one: (one.key == "rules", one.at), reverse=True))


def front(state: State, sort: str) -> tuple[Thread, ...]:
    """What home shows: threads of joined groves, without muted groves and people."""
    groves = {one.grove for one in state.joined if muted(state, "grove", one.grove) is None}
    own = {one.number for one in state.threads}
    shown = [
        one for one in every(state)
        if (one.grove in groves or one.key in own)
        and muted(state, "person", one.author) is None
        and one.key not in state.ui.hidden
        and one.key != "rules"
    ]  # fmt: skip
    if sort == "New":
        return tuple(sorted(shown, key=lambda one: one.at, reverse=True))
    if sort == "Top":
        return tuple(sorted(shown, key=lambda one: (one.score, one.at), reverse=True))
    return tuple(sorted(shown, key=lambda one: (one.at[:10], len(replies(state, one.key)), one.score), reverse=True))


def replies(state: State, key: str) -> tuple[Reply, ...]:
    """All replies of a thread that may be seen, one's own among them, in order of time."""
    own = [
        Reply(one.number, one.thread, ME, one.text, one.at, 1, one.parent) for one in state.answers if one.thread == key
    ]
    others = [one for one in REPLIES if one.thread == key and not is_blocked(state, one.author)]
    return tuple(sorted([*others, *own], key=lambda one: one.at))


def reply_of(state: State, key: str) -> Reply | None:
    """The reply with this id, if it may be seen."""
    own = [Reply(one.number, one.thread, ME, one.text, one.at, 1, one.parent) for one in state.answers]
    found = next((one for one in (*REPLIES, *own) if one.id == key), None)
    return None if found is None or is_blocked(state, found.author) else found


def answer_of(state: State, number: str) -> Answer | None:
    """One's own reply as it was written."""
    return next((one for one in state.answers if one.number == number), None)


def record(state: State, number: str) -> Posted | None:
    """What was chosen for a thread of one's own."""
    return next((one for one in state.threads if one.number == number), None)


def score(state: State, one: Thread | Reply) -> int:
    """Votes for less votes against, with one's own."""
    kind, key = ("thread", one.key) if isinstance(one, Thread) else ("reply", one.id)
    return one.score + vote_of(state, kind, key)


def grove_name(key: str) -> str:
    """A grove's name; its key if there is none."""
    known = grove(key)
    return known.name if known is not None else key


def face(handle: str) -> int:
    """Somebody's picture."""
    known = person(handle)
    return known.face if known is not None else 5


def trouble(draft: Draft) -> str:
    """Why a thread cannot be posted yet; empty if it can."""
    if len(draft.title) > TITLE_LENGTH:
        return f"At most {TITLE_LENGTH} characters in the title"
    if len(draft.text) > TEXT_LENGTH:
        return f"At most {TEXT_LENGTH} characters"
    if "http" in draft.text.casefold():
        return "Links are not allowed in first posts"
    return ""
