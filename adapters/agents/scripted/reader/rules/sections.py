"""The reader's rules for the part of an app where things of a kind are kept: settings, what was bought. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.agents.scripted.reader.language.days import WEEKDAYS
from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.words import content, is_time, stem, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision

_HUBS = (frozenset(("drawer", "navigation", "menu")), frozenset(("account", "profile", "you", "me")))
"""Words of labels behind which the sections of an app are, the surest first."""
_WAYS = (
    ("settings", "preferences"),
    ("options", "menu", "drawer"),
    ("account", "profile", "you", "me", "library"),
    ("alerts", "notifications", "appearance", "display"),
)
"""What leads to the settings of an app, the straightest way first."""
_SETTINGS = frozenset(("settings", "preferences"))
_BOUGHT = frozenset(("order", "purchase", "booking", "trip", "ticket", "journey"))
"""What the things are called, without plural, that were ordered before."""
_AGAIN = re.compile(
    r"\b(?:order|buy|book|get|have|purchase)\b[^.,;]*? again\b|\b(?:re-?order|repeat|rebook)\b"
    r"|\bthe same (?:again|order|as (?:last|before|on|I))",
    re.IGNORECASE,
)
_OVER = frozenset(("past", "history", "previous", "delivered", "completed"))
_USES = frozenset(("use", "enable", "allow", "on"))
"""Words of labels of switches that turn on all that a page is about."""
_ONESELF = frozenset((
    "address", "card", "profile", "password", "traveller", "traveler", "passenger", "allergy", "allergen", "diet",
    "membership", "subscription", "payment",
))  # fmt: skip
"""What is said about oneself in any app, and kept with the account."""
_MORE = frozenset(("options", "more"))
_LIBRARY = frozenset(("library", "saved"))
_PERSON = frozenset(("account", "profile", "you", "me"))
_GRAMMAR = frozenset(("my", "your", "and", "open", "library", "user"))
"""Words of labels of the part of an app that is about its user, beside those."""
_DAYS = frozenset(("weekday", "weekend", *WEEKDAYS))
_SHORT = 3
"""Words of the longest label of a section."""


def leads_to(label: str, names: frozenset[str]) -> bool:
    """Whether the label, without what it adds after a comma, is one of a section called so: not "Ann, me" ."""
    own = words(label.partition(",")[0])
    if not 0 < len(own) <= _SHORT or not names & set(own) or own[0] in ("search", "find"):
        return False
    if names & _LIBRARY and not names & _PERSON:
        # "Return library books" is no library.
        return set(own) <= _LIBRARY | _GRAMMAR | _SETTINGS
    return not names & _PERSON or set(own) <= _PERSON | _SETTINGS | _GRAMMAR


def hub(mind: Mind, seen: Seen) -> Decision | None:
    """Where it is said how something is to be from now on: the settings, or what leads to them."""
    if not mind.request.setting or not mind.travel.believed or mind.settling or mind.is_form(seen):
        return None
    if mind.request.device:
        return None
    ways = [one for one in seen.controls if one.role in ("row", "button") and mind.useful(one)]
    ways = [one for one in ways if not one.near or one.fixed or one.role == "row"]
    for names in _WAYS:
        for one in ways:
            if leads_to(one.label, frozenset(names)) and one.label not in mind.known_of:
                mind.known_of.add(one.label)
                return mind.touch(one, "that may lead to the settings", places=frozenset())
    return None


def settings(mind: Mind, seen: Seen) -> Decision | None:
    """What is to be so from now on is among the app's settings."""
    if not mind.travel.believed or mind.request.device or not (mind.request.preference or _toggles(mind)):
        return None
    control = _way(mind, seen, (_SETTINGS, *_HUBS, _MORE) if mind.travel.at_home else (_SETTINGS, *_HUBS))
    return mind.touch(control, "the settings are behind it", places=frozenset()) if control is not None else None


def plain_settings(mind: Mind, seen: Seen) -> Decision | None:
    """The settings themselves, where they stand on the page, before what is only called like what is to be set."""
    request = mind.request
    named = any(mind.at(name) & mind.ear.live for name in mind.seeking.names(request))
    if (
        not mind.travel.believed
        or request.device
        or named
        or mind.changed
        or not (request.preference or request.setting)
    ):
        return None
    for one in seen.controls:
        if words(one.label) in (("settings",), ("preferences",)) and one.role in ("row", "button") and mind.useful(one):
            return mind.touch(one, "how the app is to be is said there", places=frozenset())
    return None


def beside_sections(mind: Mind, seen: Seen) -> Decision | None:
    """Where the settings stand below sections, such as in a drawer, a section called like what is to be set is none."""
    return plain_settings(mind, seen) if seen.groups and not mind.is_form(seen) else None


def its_time(mind: Mind, seen: Seen) -> Decision | None:
    """Among settings: the row that shows a time of the day, or is called so, where a time was told; so for days."""
    request, ear = mind.request, mind.ear
    if not mind.travel.believed or not (request.preference or request.setting) or mind.is_form(seen):
        return None
    time = any(is_time(ear.said[at]) for at in ear.live)
    days = any(stem(ear.said[at]) in _DAYS for at in ear.live)
    for one in seen.controls if time or days else ():
        shown = time and any(is_time(text) for text in one.texts[1:])
        shown = shown or (time and content(one.label) == {"time"}) or (days and content(one.label) == {"day"})
        if one.role == "row" and mind.useful(one) and len(one.texts) <= _SHORT and shown:
            return mind.touch(one, "a time is set there", places=frozenset())
    return None


_PHONE = frozenset(("phone", "device", "tablet", "altogether", "completely", "entirely"))


def main_switch(mind: Mind, seen: Seen) -> Decision | None:
    """On the page of what is turned on or off and of nothing else: the switch for all of it."""
    ear = mind.ear
    rest = [at for at in ear.live if ear.worth(at) and stem(ear.said[at]) not in _PHONE]
    if not mind.request.toggles or not mind.travel.touches or rest:
        return None
    about = content(" ".join((seen.title, mind.pressed)))
    told = {stem(mind.request.said[at]) for at in mind.object} & about
    for one in seen.controls:
        if one.role == "switch" and mind.useful(one) and (content(one.label) - told) <= _USES and told:
            return mind.touch(one, "the switch for all of it", commit=True, places=frozenset())
    return None


def _toggles(mind: Mind) -> bool:
    """Whether a matter of the whole app is turned on or off, not of a thing in it."""
    request = mind.request
    named = any(mind.at(name) & mind.object & mind.ear.live for name in mind.seeking.names(request))
    return request.toggles and not named and not mind.changed


def about_oneself(mind: Mind, seen: Seen) -> Decision | None:
    """One's addresses, cards and fellow travellers are kept with the account."""
    if not mind.travel.believed or mind.request.informational or mind.changed or mind.begun or mind.request.device:
        return None
    request, live = mind.request, mind.ear.live
    aims = {at for one in request.phrases if one.object or one.whither for at in one.places}
    kept = [at for at in aims & live - mind.ear.named if stem(request.said[at]) in _ONESELF]
    if not kept or request.kind or request.deeds & {"buy", "send", "post", "refund"}:
        return None
    control = _way(mind, seen, _HUBS)
    return mind.touch(control, "that is kept with the account", places=frozenset()) if control is not None else None


def own(mind: Mind, seen: Seen) -> Decision | None:
    """What is one's own ("my trip to the coast") is among one's own things, before all of its kind are searched."""
    if not mind.travel.believed or not mind.travel.at_home or mind.request.informational or mind.changed:
        return None
    request, live = mind.request, mind.ear.live
    if request.setting:
        return None
    mine = [
        at
        for one in request.phrases
        if one.object and not mind.waits(one)
        for at in one.places
        if request.said[at] == "my" and at + 1 in live and at + 1 not in mind.ear.named
    ]
    if not mine or request.kind or request.deeds & {"buy", "send", "post"}:
        return None
    control = _way(mind, seen, (_LIBRARY, *_HUBS))
    return mind.touch(control, "one's own things are behind it", places=frozenset()) if control is not None else None


def of_its_kind(mind: Mind, seen: Seen) -> Decision | None:
    """What has a name and a kind ("my album Summer") is in the section of its kind, which is beside the others."""
    if not mind.travel.believed or mind.changed or mind.begun or mind.request.informational:
        return None
    ear = mind.ear
    live = mind.object & ear.live
    plain = {mind.request.said[at] for at in live - ear.named}
    if not live & ear.named or not plain:
        return None
    for one in seen.controls:
        own = words(one.label)
        aside = one.fixed and one.role in ("row", "tab", "button") and not one.on and mind.fresh(one)
        if (
            aside
            and len(own) == 1
            and one.label not in mind.known_of
            and any(likeness(own[0], other) >= 1 for other in plain)
        ):
            mind.known_of.add(one.label)
            return mind.touch(one, "that is the section for such things", places=frozenset())
    return None


def bought(mind: Mind, seen: Seen) -> Decision | None:
    """What money is asked back for was bought before: it is among the orders, not on the shelf."""
    if not ("refund" in mind.request.deeds or _own_purchase(mind)) or not mind.travel.believed or mind.found_section:
        return None
    for one in seen.controls:
        label = content(one.label) - {"my", "your"}
        option = one.role == "choice" and "refund" not in mind.request.deeds
        if _leads(mind, one) and label and label <= _BOUGHT and not (option or mind.foreign(one)):
            return _enter(mind, seen, one)
    control = _way(mind, seen, _HUBS)
    return mind.touch(control, "the orders are behind it", places=frozenset()) if control is not None else None


def _own_purchase(mind: Mind) -> bool:
    """Whether something is done with what one bought before: "my ticket to the coast", "my last order"."""
    request = mind.request
    if request.informational:
        return False
    if request.deeds & {"buy"}:
        return _AGAIN.search(mind.instruction) is not None
    for one in request.phrases:
        told = [request.said[at] if at not in mind.ear.named else "" for at in one.places]
        if one.object and "my" in told and any(stem(word) in _BOUGHT for word in told[told.index("my") + 1 :]):
            return True
    return False


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
