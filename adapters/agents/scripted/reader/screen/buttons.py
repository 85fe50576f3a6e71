"""Buttons that go on: which of them lead on, end it, or do something that nobody asked for. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.commands import KINDS
from adapters.agents.scripted.reader.language.request import Request
from adapters.agents.scripted.reader.language.words import deeds_of, words
from adapters.agents.scripted.reader.screen.screen import Control

_AT_ONCE = frozenset(
    (
        "follow",
        "like",
        "claim",
        "keep",
        "vote",
        "dislike",
        "call",
        "unfollow",
        "unblock",
        "archive",
        "pin",
        "join",
        "empty",
        "restore",
        "block",
        "report",
    )
)
"""Deeds that a single touch does."""


_BARE = frozenset(("changes", "it", "and", "now", "settings", "setting", "as", "all"))
"""Second words of labels that keep what was changed, not another thing."""


def goes_on(control: Control, request: Request) -> bool:
    """Whether a touch leads on, and to nothing but what was asked for: nobody who wants to tell a friend orders."""
    kind = control.kind
    if kind is None or words(control.label)[:2] == ("turn", "on" if request.off else "off"):
        return False
    if not kind.deeds:
        return True
    own = words(control.label)
    bare = len(own) == 1 or own[1] in _BARE
    anything = bare and not request.deeds and not request.informational and "make" in kind.deeds
    return anything or bool(kind.deeds & request.deeds)


def commits(control: Control, request: Request) -> bool:
    """Whether a touch ends it: after this something is done."""
    kind = control.kind
    if kind is None or not goes_on(control, request):
        return False
    # Who only wants something in the basket pays for nothing.
    return kind.ends or (request.fills and kind.begins.match("add to basket") is not None)


def closes(control: Control, request: Request) -> bool:
    """Whether a touch leaves the page with what was filled in on it."""
    kind = control.kind
    return kind is not None and goes_on(control, request) and (kind.ends or not kind.deeds)


def does(control: Control) -> bool:
    """Whether a touch helps to do something, whoever asked for it."""
    kind = control.kind
    return kind is not None and (kind.ends or bool(kind.deeds))


def deeds(control: Control) -> frozenset[str]:
    """The deeds that a touch may help to do; none if it is not bound to any."""
    kind = control.kind
    return frozenset() if kind is None else kind.deeds


def ends(control: Control, request: Request) -> bool:
    """Whether one touch is all of the deed."""
    said = words(control.label)
    own = set(said) & request.imperatives
    if said[:1] == ("add",) and any(said[-1].startswith(verb) for verb in request.imperatives - request.known):
        # `Add to starred` stars.
        return True
    return bool(deeds_of((*words(control.label), "")[0]) & _AT_ONCE & request.deeds) or bool(own - request.known)


def rank(control: Control) -> int:
    """Where several go on, the lowest is taken."""
    kind = control.kind
    return len(KINDS) if kind is None else KINDS.index(kind)


def bare(label: str) -> str:
    """The label of a switch without what it stands at: `Early train, off`."""
    return label.removesuffix(", off").removesuffix(", on")
