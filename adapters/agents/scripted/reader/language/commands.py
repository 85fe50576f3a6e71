"""What the labels of buttons begin with, and which deed each kind of them helps to do. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_GOODS = r"(?:order|basket|cart|tray|bag|trolley)"
_LONGEST = 5
"""Words of the longest label that is still a command; a headline may begin with a verb as well."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Labels that begin so. `deeds`: only for whoever asked for one of them; nothing: for everybody."""

    begins: re.Pattern[str]
    deeds: frozenset[str] = frozenset()
    ends: bool = False
    """Whether something is done after this."""


def _kind(begins: str, deeds: str = "", ends: bool = False) -> Kind:
    return Kind(re.compile(rf"(?:{begins})(?!\w)(?![:,])", re.IGNORECASE), frozenset(deeds.split()), ends)


KINDS = (
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
    _kind("(?:give|hand|send)(?: them| it)? back|return (?:it|this|item|order|ticket)s?$", "refund", True),
    _kind("turn o(?:n|ff)(?! (?:by|at|after|when|automatically))|confirm", "", True),
    _kind("save|create|start(?! (?:date|time|day|week|page|screen|of|at|on))", "make keep", True),
    _kind(r"add(?: (?!to\b|one$|another$|more$)\w+)?$", "make", True),
    _kind("buy(?! again)", "buy"),
    _kind(
        f"go to checkout|checkout|(?:view|go to) (?:the |my )?(?!order){_GOODS}",
        "buy",
    ),
    _kind(
        f"add (?:(?:all|everything|both|these)(?: items)? )?to (?:the |my )?{_GOODS}",
        "buy",
    ),
    _kind("view (?:the |my )?order", "send"),
    _kind("get (?:a |my )?refund", "refund"),
    _kind("ok$|done$|finish$"),
    _kind(r"continue|next(?:, \d+ \w+)?$|review|preview|proceed"),
    _kind(
        "(?:choose|select|pick|get|see|view) (?:your |a |the )?(?:seat|place|ticket|date|time|room|option|size)s?$",
        "buy",
    ),
    _kind("find|show results"),
)
"""In the order in which they are taken where several go on: what ends something, then what is nearest to that."""


def kind_of(role: str, texts: tuple[str, ...]) -> Kind | None:
    """What a text of a control begins with; a row of content, with many texts, may begin like a button."""
    if role not in ("button", "row") or len(texts) > 3:
        return None
    kinds = [kind for text in texts if (kind := _begun(text)) is not None]
    return min(kinds, key=KINDS.index, default=None)


@lru_cache(maxsize=1 << 12)
def _begun(text: str) -> Kind | None:
    """What the text begins with, if it is short enough for a command."""
    return next((kind for kind in KINDS if kind.begins.match(text)), None) if len(text.split()) <= _LONGEST else None
