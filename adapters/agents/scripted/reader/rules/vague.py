"""The reader's rules for requests that name no thing: which of those on the screen, and under which words. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.language.questions import values
from adapters.agents.scripted.reader.language.words import words
from adapters.agents.scripted.reader.rules.survey import is_picker, named_rows, searches
from adapters.agents.scripted.reader.screen.buttons import goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.asking import bears_name
from adapters.agents.scripted.reader.state.mind import Mind
from adapters.agents.scripted.reader.state.seeking import typing
from runtime.core.actions import Decision

_FEW = 3
"""Rows of the shortest list that is worth a question."""
_INDEFINITE = frozenset(("something", "somebody", "someone", "some", "anything", "any", "one", "friend"))
_WORDS = 2
"""Telling words that would say what is meant."""
_LISTS = 1
"""Lists that are asked about though nothing says that they hold what is meant."""
_NAMED = frozenset(("title", "name", "subject", "headline"))
"""Words of labels of fields that nobody but the user can fill."""
_NOTED = frozenset(("note", "notes", "instructions", "optional", "remark", "word"))
"""Words of hints of fields for what may be said besides."""
_MAKES = frozenset(("make", "post"))


def which_of_these(mind: Mind, seen: Seen) -> Decision | None:
    """Where nothing is told by name and here is a list of things, the user may mean one of them."""
    request = mind.request
    if not mind.curious or not mind.travel.believed or request.informational or request.device or mind.is_form(seen):
        return None
    if is_picker(seen) or searches(seen) or any(goes_on(one, request) for one in seen.buttons) or not _open(mind):
        return None
    # Bare words are sections or menus; people are known by their names alone.
    if not _INDEFINITE & set(request.said) and any(
        mind.at(name) & mind.trail.passed & mind.object for name in mind.seeking.names(request)
    ):
        # What is on the page of a thing that was told is part of it.
        return None
    bare = 1 if "send" in request.deeds else 2
    found = [one for one in named_rows(mind, seen) if bears_name(one) and len(one.texts) >= bare]
    if len(found) < _FEW or mind.listed >= _LISTS:
        return None
    if (question := mind.asking.once(f"{seen.title}/things", "", found, True)) is not None:
        mind.listed += 1
    return question


def _open(mind: Mind) -> bool:
    """Whether the thing itself is left open: by an indefinite word, by none, or by none for who gets it."""
    request = mind.request
    if any(not mind.served & mind.at(name) for name in mind.seeking.names(request)):
        return False
    if _INDEFINITE & set(request.said) or "send" in request.deeds:
        return True
    told = [name for name in mind.seeking.names(request) if name not in mind.replies]
    return not told and not request.latest and len(mind.nouns) < _WORDS


def ask_name(mind: Mind, seen: Seen) -> Decision | None:
    """What is made anew gets the name that the user says; it is asked for before anything is made."""
    if not mind.curious or any(one.firm for one in mind.request.texts) or not mind.request.deeds & _MAKES:
        return None
    field = _nameless(mind, seen)
    if field is None:
        return None
    about = next((word for word in words(field.label) if word in _NAMED), "title")
    mind.asking.field = about
    return mind.asking.openly(f"name/{about}", about)


def write_name(mind: Mind, seen: Seen) -> Decision | None:
    """The name just told goes into the field that it was asked for."""
    about, mind.asking.field = mind.asking.field, ""
    field = _nameless(mind, seen) if about in _NAMED else _noted(mind, seen) if about else None
    told = values(mind.asking.reply)
    if field is None or not told:
        return None
    mind.placed |= mind.at(told[0])
    return Decision(typing(field, told[0]), thought="So the user put it.")


def ask_note(mind: Mind, seen: Seen) -> Decision | None:
    """What may be written beside what is chosen: only the user knows."""
    if not mind.curious or not mind.is_form(seen) or mind.request.informational or mind.seeking.written(mind.request):
        return None
    if not mind.request.deeds - {"send", "answer", "post"} or _noted(mind, seen) is None:
        return None
    question = mind.asking.openly("text/note", "note")
    mind.asking.field = "note" if question is not None else ""
    return question


def _noted(mind: Mind, seen: Seen) -> Control | None:
    """An empty field for a remark."""
    fields = [one for one in seen.controls if one.role == "field" and not mind.seeking.is_box(one)]
    return next((one for one in fields if _NOTED & set(words(one.label)) and not mind.seeking.wrote(one.label)), None)


def _nameless(mind: Mind, seen: Seen) -> Control | None:
    fields = [one for one in seen.controls if one.role == "field" and not mind.seeking.is_box(one)]
    named = next((one for one in fields if _NAMED & set(words(one.label))), None)
    # What is new begins with what it is about, whatever the field is called.
    making = mind.begun and "make" in mind.request.deeds and bool(_INDEFINITE & set(mind.request.said))
    return named or (fields[0] if fields and making and mind.has_commit(seen) else None)


def first(mind: Mind, seen: Seen) -> Decision | None:
    """Of a list that going on led to and of which nothing was told: the first row."""
    open_ = mind.ear.named & mind.ear.live & mind.object
    latest = mind.request.latest and not mind.topped and not open_
    if open_ or not (mind.arrived or latest):
        return None
    told_ = any(mind.at(row.label) & mind.object for one in seen.lists for row in one.rows)
    if not latest and (told_ or mind.at(mind.pressed) & mind.object):
        # What was told of it was taken already.
        return None
    rows = [one.rows[0] for one in sorted(seen.lists, key=lambda one: -len(one.rows)) if mind.fresh(one.rows[0])]
    if latest:
        rows += [one for one in seen.controls if one.role == "row" and one.texts[1:] and mind.useful(one)]
        mind.topped = bool(rows)
    return mind.touch(rows[0], "any of them", places=frozenset()) if rows else None
