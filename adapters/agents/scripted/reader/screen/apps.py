"""Which app knows what was asked: one that was named, else the stock app for matters of the kind. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from adapters.agents.scripted.reader.language.request import Request
from adapters.agents.scripted.reader.language.words import spans, stem, words
from adapters.agents.scripted.reader.screen.screen import Control

_SETTINGS = (
    "wifi wi network bluetooth battery storage brightness screen display volume ringtone timeout theme hotspot"
    " airplane sim permission app android version update notification font wallpaper language data"
)
_MATTERS: tuple[tuple[str, str], ...] = (
    ("contacts", "contact birthday number phone address email blocked surname nickname"),
    ("calendar", "calendar appointment event meeting birthday holiday agenda schedule"),
    ("clock", "alarm timer stopwatch bedtime snooze"),
    ("files", "file folder download document storage bin pdf"),
    ("messages", "message sms text call caller texted wrote called"),
    ("gallery", "photo picture album screenshot selfie video"),
    ("camera", "selfie"),
    ("settings", _SETTINGS),
)
"""Apps that every phone has by these plain names, and what they know about."""
_TOLD, _OWN = 10.0, 1.5
_LEAST = 1.0


def choose(icons: Sequence[Control], request: Request, visited: Collection[str], drawn: bool) -> Control | None:
    """The icon of the likeliest app that was not looked into; without a hint only once all icons were seen."""
    fresh = [
        one
        for one in icons
        if one.role in ("row", "button", "tab") and one.label and one.label not in visited
        if not one.label.startswith("Search")
    ]
    if not fresh:
        return None
    if not drawn and not any(named(one.label, request) for one in fresh) and not visited and _sited(request):
        return None
    worth = [(_worth(one.label, request), -index) for index, one in enumerate(fresh)]
    best, index = max(worth)
    return fresh[-index] if best >= (_LEAST if not drawn else 0.0) else None


def _sited(request: Request) -> bool:
    """Whether a name was told that may be the app's, which only the list of all apps shows."""
    return any(
        start > 0 and request.said[start - 1] in ("on", "in", "from")
        for name in request.objects
        for start, _ in request.places(name)
    )


def named(label: str, request: Request) -> bool:
    """Whether the app was told by its name, and not as one that another app is asked about."""
    own = words(label)
    return bool(own) and any(
        at == 0 or request.said[at - 1] not in ("app", *(("my",) if len(own) == 1 else ()))
        for at, _ in spans(own, request.said)
    )


def _worth(label: str, request: Request) -> float:
    """How much the request speaks of the app; to be told by name outweighs everything."""
    own = words(label)
    if named(label, request):
        return _TOLD
    if len(own) == 1 and ("app", *own) in pairwise(request.said):
        return 0.0
    plain = label.casefold()
    matters = frozenset(next((about for name, about in _MATTERS if name == plain), "").split())
    said = {word for word in request.said if word != "|"}
    hits = {word for word in (*said, *map(stem, said)) if word in matters}
    phone = any(pair in (("my", "phone"), ("this", "phone"), ("the", "phone")) for pair in pairwise(request.said))
    mine = _OWN * 1.1 * (phone and "number" not in said and plain == "settings")
    return _OWN * len({stem(word) for word in hits}) + mine + _OWN * 2 * bool(spans(own, request.said))
