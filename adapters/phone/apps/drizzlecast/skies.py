"""Drizzlecast's skies: a place now and in the days to come, and one day by the hour."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.drizzlecast import air
from adapters.phone.apps.drizzlecast import glass as g
from adapters.phone.apps.drizzlecast.model import State, Units, degrees, fall, speed, weight
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_name(when: date, today: date) -> str:
    """`Today`, `Tomorrow`, else the weekday."""
    ahead = (when - today).days
    return ("Today", "Tomorrow")[ahead] if ahead in (0, 1) else DAYS[when.weekday()]


def home(state: State, place: Route, view: View) -> Screen:
    """A place: now, the next hours, ten days, and what else is measured. Without a place the chosen first one."""
    name = place.get("place") or state.home
    spot = air.place(name)
    if spot is None:
        return nowhere(name)
    now, today = air.now(name, view.now), air.day(name, view.now.date())
    hour = view.now.replace(minute=0)  # the forecast changes with the hour: what it is drawn from is made once for each
    saved = name in state.places
    menu = w.action("menu", "Saved places", ev("go", to="places"), rid="places", color=g.WHITE)
    actions = [
        w.action("notifications_none", "Weather warnings", ev("go", to="warnings"), rid="warnings", color=g.WHITE),
        w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color=g.WHITE),
    ]
    if not saved:
        actions = [w.action("add", "Save this place", ev("save", place=name), rid="save_place", color=g.WHITE)]
    return g.page(
        "night" if now.kind == "night" else now.kind,
        g.bar(name, *actions, up="place" in dict(place.args), leading=menu, support=spot.region),
        _now(state, name, now, today),
        _caution(name),
        _hours(state.units, name, hour),
        _days(state.units, name, hour),
        _tiles(state, name, now, today),
        _more(name),
        title=name,
    )


def nowhere(name: str) -> Screen:
    """A place that nobody measures."""
    line = "Check how it is written, or pick one nearby."
    return Screen(
        w.page(w.empty("wrong_location", f"No weather for {name}", line)),
        top=w.app_bar("Drizzlecast"),
        title="Not found",
    )


def _now(state: State, name: str, now: air.Hour, today: air.Day) -> Node:
    units = state.units
    felt = degrees(units, air.feels(now.temp, now.wind))
    return node(
        "column",
        w.space(20),
        g.words(degrees(units, now.temp), "96,104,Thin,-2", id="temperature"),
        node(
            "row",
            g.glyph(now.kind, 28),
            g.words(air.WORDS[now.kind], "headlineS", id="condition"),
            gap=10,
            align="center",
        ),
        g.words(
            f"High {degrees(units, today.high)}  ·  low {degrees(units, today.low)}  ·  feels like {felt}",
            "bodyL",
            g.SOFT,
            id="range",
        ),
        w.space(34),
        width="fill",
        pad=(4, 0, 4, 0),
        gap=4,
    )


def _caution(name: str) -> Node | None:
    found = next((one for one in air.WARNINGS if one.place == name), None)
    if found is None:
        return None
    row = node(
        "row",
        w.icon("warning_amber", 24, "#FFC24A"),
        node(
            "column",
            g.words(found.title, "titleM"),
            g.words(f"{found.level}  ·  {found.span}", "bodyM", g.SOFT, lines=1),
            grow=1,
        ),
        w.icon("chevron_right", 24, g.SOFT),
        width="fill",
        pad=(16, 12, 12, 12),
        gap=14,
        align="center",
    )
    return g.panel(row, on=ev("go", to="warning", key=found.key), rid="row_warning")


@lru_cache(maxsize=32)
def _hours(units: Units, name: str, when: datetime) -> Node:
    """The coming 24 hours, side by side."""
    cells = []
    for ahead in range(24):
        at = (when + timedelta(hours=ahead)).replace(minute=0)
        one = air.now(name, when) if ahead == 0 else air.hour(name, at)
        cells.append(
            node(
                "column",
                g.words("Now" if ahead == 0 else f"{at:%H}:00", "labelM", g.SOFT),
                g.glyph(one.kind, 24, desc=air.WORDS[one.kind]),
                g.words(degrees(units, one.temp), "titleM"),
                g.words(f"{one.chance}%" if one.chance >= 20 else " ", "labelS", "#9FD4FF"),
                align="center",
                gap=5,
                width=54,
                pad=(0, 4, 0, 2),
                id="hour",
                cls=w.GROUP,
            )
        )
    return g.panel(g.strip(cells, "hours"), title="Next 24 hours", icon="schedule")


@lru_cache(maxsize=32)
def _days(units: Units, name: str, when: datetime) -> Node:
    """Ten days, a row each that opens it."""
    days = [(at, air.day(name, at)) for at in air.ten_days(when)]
    least, most = min(one.low for _, one in days), max(one.high for _, one in days)
    rows: list[Node] = []
    for at, one in days:
        rows.append(
            node(
                "row",
                g.words(day_name(at, when.date()), "bodyL", width=92, lines=1),
                g.glyph(one.kind, 22, desc=air.WORDS[one.kind]),
                g.words(f"{one.chance}%" if one.chance >= 20 else "", "labelM", "#9FD4FF", width=34, lines=1),
                w.push(),
                g.words(degrees(units, one.low), "bodyL", g.SOFT, width=36, text_align="end", lines=1),
                g.span(one.low, one.high, least, most),
                g.words(degrees(units, one.high), "bodyL", width=36, text_align="end", lines=1),
                on=ev("go", to="day", place=name, date=at.isoformat()),
                id="row_day",
                cls=w.GROUP,
                width="fill",
                height=48,
                pad=(16, 0, 16, 0),
                gap=6,
                align="center",
            )
        )
    return g.panel(rows, w.space(6), title="Ten days", icon="event")


def _tiles(state: State, name: str, now: air.Hour, today: air.Day) -> Node:
    units = state.units
    dry = "No rain expected" if today.rain == 0 else "Over the whole day"
    cells = [
        _tile("Wind", "air", speed(units, now.wind), f"From {today.direction}, gusts {speed(units, today.gust)}"),
        _tile("Rain today" if today.kind != "snow" else "Snow today", "umbrella", fall(units, today.rain), dry),
        _tile("Humidity", "water_drop", f"{today.humidity}%", "Damp" if today.humidity > 85 else "Comfortable"),
        _tile("Pressure", "compress", weight(units, today.pressure), "Falling" if today.chance > 50 else "Steady"),
        _tile("Sun", "wb_twilight", today.sunrise, f"Sets at {today.sunset}"),
        _tile("Sight", "visibility", f"{today.sight} km", f"UV index {today.uv}"),
    ]
    return node("grid", cells, columns=2, gap=12, width="fill")


def _tile(title: str, icon: str, value: str, about: str) -> Node:
    words = node(
        "column", g.words(value, "24,30,Medium,0", lines=1), g.words(about, "bodyS", g.SOFT, lines=2), width="fill",
        pad=(16, 2, 12, 14), gap=4, min_height=84,
    )  # fmt: skip
    return g.panel(words, title=title, icon=icon, rid="tile")


def _more(name: str) -> Node:
    def line(icon: str, label: str, event: str, rid: str) -> Node:
        return node(
            "row",
            w.icon(icon, 22, g.SOFT),
            g.words(label, "bodyL", grow=1),
            w.icon("chevron_right", 22, g.SOFT),
            on=ev(event, place=name),
            id=rid,
            cls=w.GROUP,
            width="fill",
            height=54,
            pad=(16, 0, 12, 0),
            gap=16,
            align="center",
        )

    return g.panel(
        line("add_alert", "Warn me here", "new_alert", "new_alert"),
        line("edit_note", "Report the weather", "new_report", "new_report"),
        line("share", "Share the forecast", "share", "share"),
    )


def day_page(state: State, place: Route, view: View) -> Screen:
    """One day by three hours, with what is measured over all of it."""
    name = place.get("place") or state.home
    try:
        when = date.fromisoformat(str(place.get("date", "")))
    except ValueError:
        when = view.now.date()
    if air.place(name) is None:
        return nowhere(name)
    one, units = air.day(name, when), state.units
    rows = []
    for start in range(0, 24, 3):
        at = datetime(when.year, when.month, when.day, start, tzinfo=view.now.tzinfo)
        part = air.hour(name, at)
        rows.append(
            node(
                "row",
                g.words(f"{start:02d}:00", "bodyL", g.SOFT, width=56),
                g.glyph(part.kind, 24),
                g.words(air.WORDS[part.kind], "bodyM", grow=1, lines=1),
                g.words(f"{part.chance}%", "bodyM", "#9FD4FF", width=40, text_align="end"),
                g.words(degrees(units, part.temp), "titleM", width=44, text_align="end"),
                id="row_hour",
                cls=w.GROUP,
                width="fill",
                height=48,
                pad=(16, 0, 16, 0),
                gap=12,
                align="center",
            )
        )
    head = node(
        "column",
        node(
            "row",
            g.glyph(one.kind, 40),
            g.words(air.WORDS[one.kind], "headlineM", id="condition"),
            gap=12,
            align="center",
        ),
        g.words(
            f"High {degrees(units, one.high)}  ·  low {degrees(units, one.low)}  ·  {one.chance}% chance of rain",
            "bodyL",
            g.SOFT,
            id="range",
        ),
        width="fill",
        pad=(4, 12, 4, 14),
        gap=6,
    )
    facts = [
        ("air", "Wind", f"{speed(units, one.wind)} from {one.direction}"),
        ("wind_power", "Gusts", speed(units, one.gust)),
        ("umbrella", "Snow" if one.kind == "snow" else "Rain", fall(units, one.rain)),
        ("water_drop", "Humidity", f"{one.humidity}%"),
        ("compress", "Pressure", weight(units, one.pressure)),
        ("wb_twilight", "Sunrise", one.sunrise),
        ("nights_stay", "Sunset", one.sunset),
    ]
    told = [
        node(
            "row",
            w.icon(icon, 20, g.SOFT),
            g.words(label, "bodyL", g.SOFT, grow=1),
            g.words(value, "bodyL", id="value"),
            id="row_fact",
            cls=w.GROUP,
            desc=f"{label}, {value}",
            width="fill",
            height=44,
            pad=(16, 0, 16, 0),
            gap=14,
            align="center",
        )
        for icon, label, value in facts
    ]
    title = f"{day_name(when, view.now.date())}, {when.day} {when:%B}"
    return g.page(
        one.kind, g.bar(title, support=name), head, g.panel(rows, w.space(6), title="By the hour", icon="schedule"),
        g.panel(told, w.space(6), title="All day", icon="event"), title=title,
    )  # fmt: skip
