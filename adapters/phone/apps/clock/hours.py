"""The world clock: the time here and in other cities, a city's page, and the search for more."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.clock.content import CITIES, HOME_CITY, OFTEN
from adapters.phone.apps.clock.model import State, cities_found, next_alarm, there
from adapters.phone.apps.clock.parts import big_button, bottom, card, line, tab_bar
from adapters.phone.apps.clock.times import day_of, full_day, shown, span
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def clock(state: State, place: Route, view: View) -> Screen:
    """The time here, the next alarm, and a card for each city."""
    coming = next_alarm(state, view.now)
    alarm = None
    if coming is not None:
        told = f"{day_of(coming[1].date().isoformat(), view.now)}, {shown(coming[0].time, view)}"
        alarm = node("row", w.icon("alarm", 18, "primary"), w.text(told, "labelL", "primary", id="next_alarm"), gap=6,
                     align="center", desc="Next alarm")  # fmt: skip
    here = node(
        "column",
        w.text(shown(f"{view.now:%H:%M}", view), "84,96,Light,-2", id="digital_clock", lines=1),
        node("row", w.text(full_day(view.now.date()), "bodyL", "on_surface_variant", id="date"), alarm, gap=14,
             align="center"),
        width="fill", pad=(24, 0, 24, 24),
    )  # fmt: skip
    cards = [_city(state, name, view) for name in shown_cities(state)]
    if not cards:
        cards = [w.empty("public", "No other cities", "Add one to see what time it is there.")]
    body = w.page(here, cards, w.space(108))
    fab = big_button("public", "Add city", ev("find"))
    return Screen(body, top=tab_bar("Clock"), bottom=bottom("Clock"), fab=fab, title="Clock")


def shown_cities(state: State) -> tuple[str, ...]:
    """The chosen cities; before them the home city, if that is another one and the settings want its clock."""
    home = state.prefs.home
    away = state.prefs.auto_home and home not in (HOME_CITY, *state.cities)
    return (home, *state.cities) if away else state.cities


def ahead(name: str, now: datetime) -> str:
    """`Tomorrow, 9 hours ahead`."""
    minutes = CITIES.get(name, ("", 0))[1]
    day = day_of(there(name, now).date().isoformat(), now)
    if not minutes:
        return f"{day}, same time"
    return f"{day}, {span(abs(minutes))} {'ahead' if minutes > 0 else 'behind'}"


def _city(state: State, name: str, view: View) -> Node:
    time = shown(f"{there(name, view.now):%H:%M}", view)
    home = w.icon("home", 18, "primary", desc="Home") if name == state.prefs.home else None
    names = node(
        "column",
        node("row", w.text(name, "titleM", lines=1, id="city_name"), home, gap=6, align="center"),
        w.text(ahead(name, view.now), "bodyM", "on_surface_variant", lines=2, id="city_day"),
        grow=1,
    )
    row = node("row", names, w.text(time, "34,42,Light,-0.5", id="city_time", lines=1), width="fill", gap=12,
               align="center", height=64)  # fmt: skip
    return card(row, bg="container", on=ev("city", name=name), rid="row_city")


def city(state: State, place: Route, view: View) -> Screen:
    """One city: its time, its day, and whether it is kept."""
    name = place.get("name", "Beirut")
    if name not in CITIES:
        gone = w.empty("travel_explore", "No such city", "Look for another one.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("City"), title="City")
    then = there(name, view.now)
    kept, home = name in state.cities, name == state.prefs.home
    face = node(
        "column",
        w.text(shown(f"{then:%H:%M}", view), "72,84,Light,-1", "primary", id="digital_clock", lines=1),
        w.text(full_day(then.date()), "bodyL", "on_surface_variant"),
        width="fill", bg="container", radius=28, pad=(16, 20, 16, 22), align="center",
    )  # fmt: skip
    body = w.form(
        node("column", face, width="fill", pad=(16, 4, 16, 12), align="stretch"),
        line("public", "Country", CITIES[name][0], rid="row_country"),
        line("schedule", "Difference", ahead(name, view.now), rid="row_difference"),
        line("bedtime" if not 7 <= then.hour < 19 else "wb_sunny", "There it is",
             "Night" if not 7 <= then.hour < 19 else "Day", rid="row_light"),
        line("home", "Home city", "Yes" if home else f"Now {state.prefs.home}", rid="row_home"),
        node("column",
             c.button("This is your home city" if home else "Set as home city", ev("home", name=name), rid="set_home",
                      variant="tonal", icon_name="home", enabled=not home),
             c.button("Remove from clock" if kept else "Add to clock", ev("remove" if kept else "add_city", name=name),
                      rid="keep", variant="outlined", icon_name="delete_outline" if kept else "add"),
             width="fill", gap=10, pad=(20, 16, 20, 12), align="stretch"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar(name), title=name)


def search(state: State, place: Route, view: View) -> Screen:
    """Cities by name or country; a tap adds one."""
    query = state.ui.query
    hits = cities_found(query)
    if query.strip() and not hits:
        body = w.page(w.empty("search_off", f"No city for “{query}”", "Look for its English name or its country."))
    elif hits:
        many = "1 city" if len(hits) == 1 else f"{len(hits)} cities"
        count = w.text(many, "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count")
        body = w.page(count, [_found(state, name, view) for name in hits])
    else:
        body = w.page(
            w.text("Often looked for", "titleS", "primary", pad=(20, 14, 20, 4)),
            [_found(state, name, view) for name in OFTEN],
            w.text("All cities", "titleS", "primary", pad=(20, 18, 20, 4)),
            [_found(state, name, view) for name in sorted(CITIES)],
        )
    return Screen(body, top=c.search_bar(query, "Search for a city"), title="Search")


def _found(state: State, name: str, view: View) -> Node:
    kept = name in state.cities
    time = w.text(shown(f"{there(name, view.now):%H:%M}", view), "bodyL", "on_surface_variant")
    mark = w.icon("check", 22, "primary", desc="Added") if kept else None
    return w.row(
        name, CITIES[name][0], on=ev("city" if kept else "add_city", name=name), rid="row_found",
        trailing=(mark, time), inset=20,
    )  # fmt: skip
