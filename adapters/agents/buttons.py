"""Buttons that go on: what their labels begin with, and which deed each helps to do. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from adapters.agents.request import Request
from adapters.agents.screen import Control
from adapters.agents.words import deeds_of, words

_GOODS = r"(?:order|basket|cart|tray|bag|trolley)"
_AT_ONCE = frozenset(("follow", "like", "claim", "keep", "vote", "dislike", "call"))
"""Deeds that a single touch does."""
_LONGEST = 5
"""Words of the longest label that is still a command; a headline may begin with a verb as well."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Labels that begin so. `deeds`: only for whoever asked for one of them; nothing: for everybody."""

    begins: re.Pattern[str]
    deeds: frozenset[str] = frozenset()
    ends: bool = False
    """Whether something is done after this."""


def _kind(begins: str, deeds: str = "", ends: bool = False) -> _Kind:
    return _Kind(re.compile(rf"(?:{begins})(?!\w)(?![:,])", re.IGNORECASE), frozenset(deeds.split()), ends)


_KINDS = (
    _kind("place (?:the |my )?order|pay|book(?! again)|confirm (?:the )?(?:order|booking|purchase)", "buy", True),
    _kind("send(?: now| it| message| mail| here| sms| text)?$", "send answer", True),
    _kind("schedule(?: (?:it|send|message|mail|post))?$", "send answer post", True),
    _kind(r"(?:post|publish|upload)(?! as)(?: \w+)?$|share now|put it up", "post make", True),
    _kind("mute", "quiet", True),
    _kind("delete|remove|move to (?:bin|trash|the bin)", "drop", True),
    _kind("(?:move|copy) here", "move copy", True),
    _kind(
        "confirm (?:the )?refund|refund$|request (?:a |the )?refund|ask for|(?:send|submit) (?:the |my )?request"
        "|submit",
        "refund",
        True,
    ),
    _kind("turn on|turn off|confirm", "", True),
    _kind("save|create|start", "make keep", True),
    _kind(r"add(?: (?!to |one$|another$|more$)\w+)?$", "make", True),
    _kind("buy(?! again)", "buy"),
    _kind(
        f"go to checkout|checkout|(?:view|go to) (?:the |my )?(?!order){_GOODS}"
        f"|add (?:(?:all|everything|both|these)(?: items)? )?to (?:the |my )?{_GOODS}",
        "buy",
    ),
    _kind("view (?:the |my )?order", "send"),
    _kind("get (?:a |my )?refund", "refund"),
    _kind("ok$|done$|finish$"),
    _kind("continue|next$|review|preview|proceed"),
    _kind(
        "(?:choose|select|pick|get|see|view) (?:your |a |the )?(?:seat|place|ticket|date|time|room|option|size)s?$",
        "buy",
    ),
    _kind("find|show results"),
)
"""In the order in which they are taken where several go on: what ends something, then what is nearest to that."""


def goes_on(control: Control, request: Request) -> bool:
    """Whether a touch leads on, and to nothing but what was asked for: nobody who wants to tell a friend orders."""
    kind = _which(control)
    if kind is None or words(control.label)[:2] == ("turn", "on" if request.off else "off"):
        return False
    if not kind.deeds:
        return True
    anything = not request.deeds and not request.informational and "make" in kind.deeds
    return anything or bool(kind.deeds & request.deeds)


def commits(control: Control, request: Request) -> bool:
    """Whether a touch ends it: after this something is done."""
    kind = _which(control)
    return kind is not None and kind.ends and goes_on(control, request)


def closes(control: Control, request: Request) -> bool:
    """Whether a touch leaves the page with what was filled in on it."""
    kind = _which(control)
    return kind is not None and goes_on(control, request) and (kind.ends or not kind.deeds)


def does(control: Control) -> bool:
    """Whether a touch helps to do something, whoever asked for it."""
    kind = _which(control)
    return kind is not None and (kind.ends or bool(kind.deeds))


def deeds(control: Control) -> frozenset[str]:
    """The deeds that a touch may help to do; none if it is not bound to any."""
    kind = _which(control)
    return frozenset() if kind is None else kind.deeds


def ends(control: Control, request: Request) -> bool:
    """Whether one touch is all of the deed."""
    own = set(words(control.label)) & request.imperatives
    return bool(deeds_of((*words(control.label), "")[0]) & _AT_ONCE & request.deeds) or bool(own - request.known)


def rank(control: Control) -> int:
    """Where several go on, the lowest is taken."""
    kind = _which(control)
    return len(_KINDS) if kind is None else _KINDS.index(kind)


def _which(control: Control) -> _Kind | None:
    """What a text of the control begins with; a row of content, with many texts, may begin like a button."""
    if control.role not in ("button", "row") or len(control.texts) > 3:
        return None
    kinds = [kind for text in control.texts if (kind := _begun(text)) is not None]
    return min(kinds, key=_KINDS.index, default=None)


@lru_cache(maxsize=1 << 12)
def _begun(text: str) -> _Kind | None:
    """What the text begins with, if it is short enough for a command."""
    return next((kind for kind in _KINDS if kind.begins.match(text)), None) if len(text.split()) <= _LONGEST else None
