"""The reader's rules for looking for what was told by the app's own search: names first, then rare words. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.words import content, is_date, stem, words
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision


def search(mind: Mind, seen: Seen) -> Decision | None:
    """What was told by name and is not here may be found by the app's own search."""
    if not mind.travel.believed or mind.has_commit(seen):
        return None
    live = mind.ear.live
    names = [
        name
        for name in mind.seeking.names(mind.request)
        if mind.at(name) <= live and not all(map(is_date, words(name)))
    ]
    first = [name for name in names if mind.at(name) & mind.object]
    if not first and any(one.role == "field" and mind.seeking.is_box(one) for one in seen.controls):
        aims = {at for one in mind.request.phrases if one.aim or one.prep in ("to", "with") for at in one.places}
        first = [name for name in names if mind.at(name) <= aims] if not mind.travel.at_home else []
    return mind.seeking.search(seen, first[:1], mind.request)


def dig(mind: Mind, seen: Seen) -> Decision | None:
    """What has no name is searched for by the words that the page has not: for "the pigeon thread" the pigeon."""
    if not mind.travel.believed or mind.has_commit(seen) or mind.request.latest or mind.request.device:
        return None
    if mind.changed or mind.forwarded:
        return None
    if mind.sought:
        return mind.seeking.search(seen, [mind.sought], mind.request)
    if any(mind.at(name) & mind.object for name in mind.seeking.names(mind.request)):
        return None
    ear = mind.ear
    here = {stem(word) for one in seen.controls for word in words(one.label)} | content(seen.head)
    found = []
    for one in mind.request.phrases:
        own = [at for at in one.places if at in ear.live & mind.object and ear.worth(at)]
        rare = [ear.said[at] for at in own if stem(ear.said[at]) not in here]
        if rare:
            found.append((len(rare) == len(own), one.prep not in ("of", "about"), rare[-2:]))
    decision = mind.seeking.search(seen, [" ".join(min(found)[2])], mind.request) if found else None
    mind.sought = " ".join(min(found)[2]) if decision is not None else ""
    return decision
