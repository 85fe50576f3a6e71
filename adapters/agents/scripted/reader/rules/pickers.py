"""The reader's rules for pickers: clock faces, calendars, steppers. Pure."""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.days import WEEKDAYS
from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.rating import UNITS
from adapters.agents.scripted.reader.language.words import content, stem, telling, words
from adapters.agents.scripted.reader.screen.counters import shown_number, steps_up
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Tap

_HOUR = re.compile(r"(\d{1,2})(?:\s*(?:hours?|h|o['’]clock))?$", re.IGNORECASE)
_MINUTE = re.compile(r"(?::(\d{2})|(\d{1,2})\s*(?:minutes?|min))$", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})$")
_WEEK = frozenset(WEEKDAYS)
_FACE = 5
"""Numbers from which a page is a clock face."""


def is_clock(seen: Seen) -> bool:
    """Whether the page shows hours and minutes to choose from."""
    hours = sum(_HOUR.fullmatch(one.label) is not None for one in seen.controls)
    return hours >= _FACE and any(_MINUTE.fullmatch(one.label) for one in seen.controls)


def clock(mind: Mind, seen: Seen) -> Decision | None:
    """The hour and the minute of a time that was told, on a page that shows hours and minutes to choose from."""
    ear = mind.ear
    told = [(at, found) for at in sorted(ear.live) if (found := _CLOCK.fullmatch(ear.said[at])) is not None]
    if not told:
        return None
    hours = [(one, int(found[1])) for one in seen.controls if (found := _HOUR.fullmatch(one.label)) is not None]
    minutes = [
        (one, int(found[1] or found[2])) for one in seen.controls if (found := _MINUTE.fullmatch(one.label)) is not None
    ]
    if len(hours) < _FACE:
        return None
    at, time = told[0]
    for faces, wanted in ((hours, int(time[1])), (minutes, int(time[2]))):
        fitting = next((one for one, number in faces if number == wanted), None)
        if fitting is not None and not fitting.on and mind.fresh(fitting, f"clock/{wanted}"):
            last = faces is minutes or not minutes
            places = frozenset({at}) if last else frozenset[int]()
            return _pick(mind, fitting, f"clock/{wanted}", places)
    mind.placed.add(at)
    return None


def _pick(mind: Mind, control: Control, page: str, places: frozenset[int]) -> Decision:
    decision = mind.touch(control, "the time that was told", page, places=frozenset())
    mind.placed |= places
    return decision


_FAR, _TOP, _MANY = 7, 4, 9
"""Words after a number that may say of what, texts at the top of a page, and the most that is counted one by one."""


def calendar(mind: Mind, seen: Seen) -> Decision | None:
    """The day that was told by its weekday or from today, on a page that shows a month."""
    days = [one for one in seen.controls if not _WEEK.isdisjoint(words(one.label))]
    cells = [one for one in days if _number(one.label) is not None]
    if len(cells) < 2 * len(WEEKDAYS):
        return None
    ear = mind.ear
    start = next((index for index, one in enumerate(cells) if _is_today(mind, one)), 0)
    for at in sorted(ear.live):
        word = ear.said[at]
        if word == "tomorrow" and start + 1 < len(cells):
            return _day(mind, cells[start + 1], at)
        if word in WEEKDAYS:
            later = [one for one in cells[start + 1 :] if word in words(one.label)]
            if later:
                return _day(mind, later[0], at)
    return None


def _day(mind: Mind, cell: Control, at: int) -> Decision | None:
    mind.placed.add(at)
    return None if cell.on else mind.touch(cell, "the day that was told", places=frozenset())


def _is_today(mind: Mind, cell: Control) -> bool:
    day = mind.today
    return (
        day is not None
        and _number(cell.label) == day.day
        and any(word.startswith(day.month) for word in words(cell.label))
    )


def _number(label: str) -> int | None:
    return next((int(word) for word in words(label) if word.isdigit()), None)


def stepper(mind: Mind, seen: Seen) -> Decision | None:
    """`+` or `-` beside the name of what a number was told of, until the number stands there."""
    ear = mind.ear
    # A request may begin with it: "Three plum cakes, please."
    for at in sorted(ear.live | ({0} - mind.placed)):
        number = numeral(ear.said[at])
        noun = ear.said[at + 1] if at + 1 < len(ear.said) else ""
        if not number.isdigit() or not telling(noun):
            continue
        whole = _whole(mind, seen, at)
        lone = whole or _lone(mind, seen, at)
        for control in seen.controls:
            up = steps_up(control)
            if whole and "to" in words(control.label):
                # "Add to bag" ends the counting.
                continue
            if up is None or (
                not lone and not any(likeness(one, noun) for one in content(" ".join((control.label, *control.near))))
            ):
                continue
            shown = shown_number(control.near, noun)
            if shown is None or shown == int(number):
                if shown is not None:
                    # "Two large teas": large is chosen as well.
                    size = any(one.role == "choice" and words(one.label) == (noun,) for one in seen.controls)
                    mind.placed |= {at} if size else {at, at + 1}
                break
            if up == (shown < int(number)):
                mind.travel.touches += 1
                return Decision((Tap(*control.center),), thought=f"{number} {noun} were told; {shown} are chosen.")
    return None


def counter(mind: Mind, seen: Seen) -> Decision | None:
    """`+` beside the name of what was told without a number, where there is none of it yet: one."""
    for control in seen.controls:
        if steps_up(control) is not True or not control.near or not mind.fresh(control, "one"):
            continue
        name = control.near[0]
        rating = mind.ear.rate(name, (name,), strict=True)
        if rating.places and rating.share >= 1 and not rating.partial and shown_number(control.near, "") == 0:
            return mind.touch(control, "one of those", "one", places=rating.places)
    return None


def _whole(mind: Mind, seen: Seen, at: int) -> bool:
    """Whether the page is about what the number was told of, "two bags of Blue Tea", and counts but one thing."""
    counters = [one for one in seen.controls if steps_up(one) is not None and "to" not in words(one.label)]
    shown = {shown_number(one.near, "") for one in counters}
    if not 0 < len(counters) <= 2 or len(shown) != 1 or None in shown:
        return False
    told: list[str] = []
    for word in mind.request.said[at + 1 : at + 1 + _FAR]:
        if word != "of" and not telling(word):
            break
        told += [] if word == "of" else [word]
    about = content(" ".join((seen.title, seen.head, *seen.free[:_TOP])))
    # What covers the page of a thing is about it, whatever its own title.
    there = {stem(mind.request.said[one]) for one in mind.trail.passed & mind.object}
    return bool(told) and stem(told[-1]) in about | there and int(numeral(mind.request.said[at])) <= _MANY


def _lone(mind: Mind, seen: Seen, at: int) -> bool:
    """Whether the page has but one thing to count, and the number says for how many: "for 3 adults"."""
    counters = [one for one in seen.controls if steps_up(one) is not None]
    if not 0 < len(counters) <= 2 or len({shown_number(one.near, "") for one in counters}) != 1:
        return False
    return mind.request.said[at - 1 : at] == ("for",) and stem(mind.request.said[at + 1]) not in UNITS
