"""Drizzlecast's skies: a place now and in the days to come, and one day by the hour."""

from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.drizzlecast import parts, weather
from adapters.phone.apps.drizzlecast.app import app
from adapters.phone.apps.drizzlecast.content import KINDS, WARNINGS, place_named
from adapters.phone.apps.drizzlecast.model import State, Units, degrees, fall, high_and_low, speed, weight
from adapters.phone.apps.drizzlecast.parts import RAIN, SOFT, WHITE
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import go, share
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@app.screen("home", activity=".SkyActivity")
def home(state: State, view: View, place: str = "") -> Screen:
    """A place: now, the next hours, ten days, and what else is measured. Without a place the chosen first one."""
    name = place or state.home
    spot = place_named(name)
    if spot is None:
        return nowhere(name)
    now, today = weather.now(name, view.now), weather.day(name, view.now.date())
    hour = view.now.replace(minute=0)  # the forecast changes with the hour: what it is drawn from is made once for each
    if name in state.places:
        actions = [_bar_action("notifications_none", "Weather warnings", go("warnings"), "warnings"),
                   _bar_action("settings", "Settings", go("settings"), "settings")]  # fmt: skip
    else:
        actions = [_bar_action("add", "Save this place", ev("save", place=name), "save_place")]
    menu = None if place else _bar_action("menu", "Saved places", go("places"), "places")
    return parts.sky_page(
        now.kind,
        parts.sky_bar(name, *actions, leading=menu, support=spot.region),
        _now(state.units, now, today),
        _warning(name),
        _hours(state.units, name, hour),
        _days(state.units, name, hour),
        _tiles(state.units, now, today),
        _share_row(state.units, name, view),
        title=name,
    )


def _bar_action(icon: str, desc: str, on: Ev, rid: str) -> Node:
    return w.action(icon, desc, on, rid=rid, color=WHITE)


def nowhere(name: str) -> Screen:
    """A place that nobody measures."""
    hint = "Check how it is written, or pick one nearby."
    body = w.page(w.empty("wrong_location", f"No weather for {name}", hint))
    return Screen(body, top=w.app_bar("Drizzlecast"), title="Not found")


def _now(units: Units, now: weather.Hour, today: weather.Day) -> Node:
    felt = degrees(units, weather.feels(now.temp, now.wind))
    return column(
        w.space(20),
        parts.white(degrees(units, now.temp), "96,104,Thin,-2", id="temperature"),
        parts.condition(now.kind, 28, "headlineS", gap=10),
        parts.white(f"{high_and_low(units, today)}  ·  feels like {felt}", "bodyL", SOFT, id="range"),
        w.space(34),
        align="start",
        pad=(4, 0),
        gap=4,
    )


def _warning(name: str) -> Node | None:
    warning = next((warning for warning in WARNINGS if warning.place == name), None)
    if warning is None:
        return None
    texts = words(
        parts.white(warning.title, "titleM"), parts.white(f"{warning.level}  ·  {warning.span}", "bodyM", SOFT, lines=1)
    )
    banner = line(
        w.icon("warning_amber", 24, "#FFC24A"), texts, w.icon("chevron_right", 24, SOFT), pad=(16, 12, 12, 12), gap=14
    )
    return parts.panel(banner, on=go("warning", key=warning.key), rid="row_warning")


@lru_cache(maxsize=32)
def _hours(units: Units, name: str, when: datetime) -> Node:
    """The coming 24 hours, side by side."""
    cells = [_hour_cell(units, "Now", weather.now(name, when))]
    for ahead in range(1, 24):
        at = (when + timedelta(hours=ahead)).replace(minute=0)
        cells.append(_hour_cell(units, f"{at:%H}:00", weather.hour(name, at)))
    strip = node("scroll", cells, horizontal=True, id="hours", width="fill", gap=4, pad=(8, 4, 8, 12))
    return parts.panel(strip, title="Next 24 hours", icon="schedule")


def _hour_cell(units: Units, label: str, hour: weather.Hour) -> Node:
    return node(
        "column",
        parts.white(label, "labelM", SOFT),
        parts.weather_icon(hour.kind, 24, described=True),
        parts.white(degrees(units, hour.temp), "titleM"),
        parts.white(parts.rain_chance(hour.chance, " "), "labelS", RAIN),
        align="center",
        gap=5,
        width=54,
        pad=(0, 4, 0, 2),
        id="hour",
        cls=w.GROUP,
    )


@lru_cache(maxsize=32)
def _days(units: Units, name: str, when: datetime) -> Node:
    """Ten days, a row each that opens it."""
    days = {at: weather.day(name, at) for at in weather.ten_days(when)}
    least, most = min(day.low for day in days.values()), max(day.high for day in days.values())
    rows = [
        line(
            parts.white(day_name(at, when.date()), "bodyL", width=92, lines=1),
            parts.weather_icon(day.kind, 22, described=True),
            parts.white(parts.rain_chance(day.chance), "labelM", RAIN, width=34, lines=1),
            w.push(),
            parts.white(degrees(units, day.low), "bodyL", SOFT, width=36, text_align="end", lines=1),
            parts.span(day.low, day.high, least, most),
            parts.white(degrees(units, day.high), "bodyL", width=36, text_align="end", lines=1),
            on=go("day", place=name, date=at.isoformat()), id="row_day", cls=w.GROUP, height=48, pad=(16, 0), gap=6,
        )
        for at, day in days.items()
    ]  # fmt: skip
    return parts.panel(rows, w.space(6), title="Ten days", icon="event")


def day_name(when: date, today: date) -> str:
    """`Today`, `Tomorrow`, else the weekday."""
    ahead = (when - today).days
    return ("Today", "Tomorrow")[ahead] if ahead in (0, 1) else DAYS[when.weekday()]


def _tiles(units: Units, now: weather.Hour, today: weather.Day) -> Node:
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
    texts = column(
        parts.white(value, "24,30,Medium,0", lines=1), parts.white(about, "bodyS", SOFT, lines=2),
        align="start", pad=(16, 2, 12, 14), gap=4, min_height=84,
    )  # fmt: skip
    return parts.panel(texts, title=title, icon=icon, rid="tile")


def _share_row(units: Units, name: str, view: View) -> Node:
    row = line(
        w.icon("share", 22, SOFT), parts.white("Share the forecast", "bodyL", grow=1),
        on=share(forecast_text(units, name, view.now)), id="share", cls=w.GROUP, height=54, pad=(16, 0, 12, 0), gap=16,
    )  # fmt: skip
    return parts.panel(row)


def forecast_text(units: Units, name: str, now: datetime) -> str:
    """What "Share the forecast" hands over: three days, a line each."""
    lines = [f"Weather in {name}"]
    for at in weather.ten_days(now)[:3]:
        day = weather.day(name, at)
        figures = f"{degrees(units, day.low)} to {degrees(units, day.high)}"
        lines.append(f"{at:%a} {at.day} {at:%b}: {KINDS[day.kind].label.lower()}, {figures}, {day.chance}% rain")
    return "\n".join(lines)


@app.screen("day")
def day_page(state: State, view: View, place: str = "", date: str = "") -> Screen:
    """One day by three hours, with what is measured over all of it."""
    name, units = place or state.home, state.units
    if place_named(name) is None:
        return nowhere(name)
    at = _date(date, view)
    day = weather.day(name, at)
    starts = [datetime(at.year, at.month, at.day, start, tzinfo=view.now.tzinfo) for start in range(0, 24, 3)]
    hours = [_hour_row(units, start, weather.hour(name, start)) for start in starts]
    about = f"{high_and_low(units, day)}  ·  {day.chance}% chance of rain"
    head = column(
        parts.condition(day.kind, 40, "headlineM", gap=12),
        parts.white(about, "bodyL", SOFT, id="range"),
        align="start",
        pad=(4, 12, 4, 14),
        gap=6,
    )
    title = f"{day_name(at, view.now.date())}, {at.day} {at:%B}"
    return parts.sky_page(
        day.kind,
        parts.sky_bar(title, support=name),
        head,
        parts.panel(hours, w.space(6), title="By the hour", icon="schedule"),
        parts.panel(_facts(units, day), w.space(6), title="All day", icon="event"),
        title=title,
    )


def _date(text: str, view: View) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return view.now.date()


def _hour_row(units: Units, at: datetime, hour: weather.Hour) -> Node:
    return line(
        parts.white(f"{at:%H}:00", "bodyL", SOFT, width=56),
        parts.weather_icon(hour.kind),
        parts.white(KINDS[hour.kind].label, "bodyM", grow=1, lines=1),
        parts.white(f"{hour.chance}%", "bodyM", RAIN, width=40, text_align="end"),
        parts.white(degrees(units, hour.temp), "titleM", width=44, text_align="end"),
        id="row_hour", cls=w.GROUP, height=48, pad=(16, 0), gap=12,
    )  # fmt: skip


def _facts(units: Units, day: weather.Day) -> list[Node]:
    facts = (
        ("air", "Wind", f"{speed(units, day.wind)} from {day.direction}"),
        ("wind_power", "Gusts", speed(units, day.gust)),
        ("umbrella", "Snow" if day.kind == "snow" else "Rain", fall(units, day.rain)),
        ("water_drop", "Humidity", f"{day.humidity}%"),
        ("compress", "Pressure", weight(units, day.pressure)),
        ("wb_twilight", "Sunrise", day.sunrise),
        ("nights_stay", "Sunset", day.sunset),
    )
    return [
        line(
            w.icon(icon, 20, SOFT), parts.white(label, "bodyL", SOFT, grow=1), parts.white(value, "bodyL", id="value"),
            id="row_fact", cls=w.GROUP, desc=f"{label}, {value}", height=44, pad=(16, 0), gap=14,
        )
        for icon, label, value in facts
    ]  # fmt: skip
