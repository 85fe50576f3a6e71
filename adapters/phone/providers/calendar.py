"""`content://com.android.calendar`: calendars and events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adapters.phone.providers.rows import Row, Table
from adapters.phone.providers.source import (
    ContentProvider,
    Path,
    ProviderContext,
    Unsupported,
    Values,
    app_with,
    number,
    text,
)
from adapters.phone.providers.timestamps import millis, moment
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.records import ONCE, WEEKDAYS, Event

APP: Final = "calendar"
CALENDARS: Final = (
    "_id", "account_name", "account_type", "name", "calendar_displayName", "calendar_color", "calendar_access_level",
    "visible", "sync_events", "ownerAccount", "isPrimary", "deleted",
)  # fmt: skip
EVENTS: Final = (
    "_id", "calendar_id", "title", "description", "eventLocation", "dtstart", "dtend", "duration", "allDay",
    "eventTimezone", "rrule", "hasAlarm", "availability", "accessLevel", "organizer", "deleted", "calendar_displayName",
    "account_name",
)  # fmt: skip
_RULES: Final = {
    "Every day": "FREQ=DAILY",
    WEEKDAYS: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "Every week": "FREQ=WEEKLY",
    "Every 2 weeks": "FREQ=WEEKLY;INTERVAL=2",
    "Every month": "FREQ=MONTHLY",
    "Every year": "FREQ=YEARLY",
}


def _held(world: ProviderContext) -> Any:
    return world.state.apps.get(APP)


def _numbered(held: Any) -> dict[str, int]:
    return {item.name: at for at, item in enumerate(getattr(held, "calendars", ()), 1)}


def _calendars(held: Any) -> list[Row]:
    return [
        dict(
            zip(
                CALENDARS,
                (at, cal.account, "LOCAL", cal.name, cal.name, None, 700 if cal.writable else 200, int(cal.shown), 1,
                 cal.account, int(at == 1), 0),
                strict=True,
            )
        )
        for at, cal in enumerate(getattr(held, "calendars", ()), 1)
    ]  # fmt: skip


def _event(item: Any, calendars: dict[str, int], account: str) -> Row:
    until = f";UNTIL={item.until.replace('-', '')}T235959Z" if item.until else ""
    rule = f"{_RULES[item.repeat]}{until}" if item.repeat in _RULES else None
    long = f"P{max((millis(item.end) - millis(item.start)) // 1000, 0)}S" if rule else None
    values = (
        int(item.id), calendars.get(item.calendar, 0), item.title, item.notes or None, item.place or None,
        millis(item.start), None if rule else millis(item.end), long, int(item.all_day), "UTC", rule,
        int(item.reminder != "None"), int(item.shown_as == "Free"), 0, item.organiser, 0, item.calendar, account,
    )  # fmt: skip
    return dict(zip(EVENTS, values, strict=True))


def _look(world: ProviderContext, path: Path) -> Table | None:
    held = _held(world)
    if path == ("calendars",):
        return Table(CALENDARS, tuple(_calendars(held)))
    if path[:1] != ("events",) or len(path) > 2:
        return None
    numbers = _numbered(held)
    accounts = {item.name: item.account for item in getattr(held, "calendars", ())}
    rows = [
        _event(item, numbers, accounts.get(item.calendar, ""))
        for item in getattr(held, "events", ())
        if item.id.isdigit() and path[1:] in ((), (item.id,))
    ]
    return Table(EVENTS, tuple(rows))


def _given(world: ProviderContext, values: Values) -> dict[str, object]:
    names = {at: name for name, at in _numbered(_held(world)).items()}
    given: dict[str, object] = {}
    for column, field in (("title", "title"), ("description", "notes"), ("eventLocation", "place")):
        if column in values:
            given[field] = text(values, column)
    for column, field in (("dtstart", "start"), ("dtend", "end")):
        if column in values:
            given[field] = moment(number(values, column), world.state)
    if "allDay" in values:
        given["all_day"] = bool(number(values, "allDay"))
    if "calendar_id" in values:
        name = names.get(number(values, "calendar_id"))
        if name is None:
            raise Unsupported(f"java.lang.IllegalArgumentException: no calendar {text(values, 'calendar_id')}")
        given["calendar"] = name
    if "rrule" in values:
        rule = text(values, "rrule").partition(";UNTIL")[0]
        given["repeat"] = next((label for label, known in _RULES.items() if known == rule), ONCE)
    return given


def _put(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    held = _held(world)
    if path != ("events",) or held is None:
        raise Unsupported(f"java.lang.IllegalArgumentException: Unknown URI: {'/'.join(path)}")
    for column in ("calendar_id", "dtstart"):
        if column not in values:
            raise Unsupported(f"java.lang.IllegalArgumentException: {column} missing from new event")
    given = _given(world, values)
    given.setdefault("end", given["start"])
    key = str(1 + max((int(event.id) for event in held.events if event.id.isdigit()), default=0))
    made = replace(Event(key), **given)  # type: ignore[arg-type]
    return app_with(world.state, APP, replace(held, events=(*held.events, made)))


def _change(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    held = _held(world)
    if path[:1] != ("events",):
        raise Unsupported(f"java.lang.IllegalArgumentException: Unknown URI: {'/'.join(path)}")
    given = _given(world, values)
    changed = tuple(replace(event, **given) if event.id in keys else event for event in held.events)
    return app_with(world.state, APP, replace(held, events=changed))


def _drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    held = _held(world)
    if path[:1] != ("events",):
        raise Unsupported(f"java.lang.IllegalArgumentException: Unknown URI: {'/'.join(path)}")
    remaining = tuple(event for event in held.events if event.id not in keys)
    return app_with(world.state, APP, replace(held, events=remaining))


CALENDAR = ContentProvider(_look, _put, _change, _drop)
