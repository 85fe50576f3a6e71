"""The reader's rules for the part of an app where things of a kind are kept: settings, what was bought. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.agents.mind import Mind
from adapters.agents.screen import Control, Seen
from adapters.agents.words import content, words
from runtime.actions import Decision

_HUBS = (frozenset(("drawer", "navigation")), frozenset(("account", "profile", "you", "me")))
"""Words of labels behind which the sections of an app are, the surest first."""
_SETTINGS = frozenset(("settings", "preferences"))
_BOUGHT = frozenset(("order", "purchase", "booking", "trip", "ticket", "journey"))
"""What the things are called, without plural, that were ordered before."""
_OVER = frozenset(("past", "history", "previous", "delivered", "completed"))
_PERSON = frozenset(("account", "profile", "you", "me"))
_GRAMMAR = frozenset(("my", "your", "and", "open", "library", "user"))
"""Words of labels of the part of an app that is about its user, beside those."""
_SHORT = 3
"""Words of the longest label of a section."""


def leads_to(label: str, names: frozenset[str]) -> bool:
    """Whether the label, without what it adds after a comma, is one of a section called so: not "Ann, me" ."""
    own = words(label.partition(",")[0])
    if not 0 < len(own) <= _SHORT or not names & set(own) or own[0] in ("search", "find"):
        return False
    return not names & _PERSON or set(own) <= _PERSON | _SETTINGS | _GRAMMAR


def settings(mind: Mind, seen: Seen) -> Decision | None:
    """What is to be so from now on is among the app's settings."""
    if not mind.travel.believed or mind.request.device or not (mind.request.preference or _toggles(mind)):
        return None
    control = _way(mind, seen, (_SETTINGS, *_HUBS))
    return mind.touch(control, "the settings are behind it", places=frozenset()) if control is not None else None


def _toggles(mind: Mind) -> bool:
    """Whether a matter of the whole app is turned on or off, not of a thing in it."""
    request = mind.request
    named = any(mind.at(name) & mind.object & mind.ear.live for name in mind.seeking.names(request))
    return request.toggles and not named and not mind.changed


def bought(mind: Mind, seen: Seen) -> Decision | None:
    """What money is asked back for was bought before: it is among the orders, not on the shelf."""
    if "refund" not in mind.request.deeds or not mind.travel.believed or mind.found_section:
        return None
    for one in seen.controls:
        label = content(one.label) - {"my", "your"}
        if _leads(mind, one) and label and label <= _BOUGHT and not mind.foreign(one):
            return _enter(mind, seen, one)
    control = _way(mind, seen, _HUBS)
    return mind.touch(control, "the orders are behind it", places=frozenset()) if control is not None else None


def over(mind: Mind, seen: Seen) -> Decision | None:
    """Of what was bought, the part that is over, if it is about the last that came."""
    if "refund" not in mind.request.deeds or not mind.found_section or not mind.request.latest:
        return None
    tab = next((one for one in seen.controls if _leads(mind, one) and set(words(one.label)) & _OVER), None)
    return mind.touch(tab, "it has come already", places=frozenset()) if tab is not None else None


def _enter(mind: Mind, seen: Seen, control: Control) -> Decision:
    mind.found_section = True
    return mind.touch(control, "what was bought is in there", places=frozenset())


def _leads(mind: Mind, control: Control) -> bool:
    return (
        control.role in ("row", "button", "tab", "choice")
        and not control.on
        and (len(words(control.label.partition(",")[0])) <= _SHORT and mind.fresh(control))
    )


def _way(mind: Mind, seen: Seen, kinds: Sequence[frozenset[str]]) -> Control | None:
    """The control behind which the surest of the kinds is."""
    found = [
        (rank, index)
        for index, one in enumerate(seen.controls)
        for rank, names in enumerate(kinds)
        if _leads(mind, one) and one.role != "choice" and leads_to(one.label, names)
    ]
    return seen.controls[min(found)[1]] if found else None
