"""Seatmint's page of a show, with every time on a day or its zones, and the page of a house."""

from datetime import date, timedelta

from adapters.phone.apps.seatmint import catalogue
from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import DAYS_AHEAD, FILM, SHOWS, USUAL_CINEMA, Screening, Show, Venue, Zone
from adapters.phone.apps.seatmint.model import State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import assign, go, share
from adapters.phone.framework.dates import DAYS, day_and_time
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node

_FIRST_HIDDEN_DAY, _DAY_WIDTH = 5, 68.0


@app.screen("show")
def show_page(state: State, view: View, key: str = "") -> Screen:
    """One show."""
    show = catalogue.show_of(key)
    if show.soon:
        rest: list[Node | None] = [p.card(w.text("Not on sale yet", "titleM"), p.quiet(show.about), gap=2)]
    elif show.kind == FILM:
        rest = _programme(state, show, view)
    else:
        rest = _live(show)
    about = w.text(show.about, "15,22,Regular,0.1", "on_surface_variant", pad=(20, 4, 20, 8))
    send = share(f"{show.title} ({show.genre}) on Seatmint: {show.about}")
    top = p.bar(show.kind, w.action("share", "Share", send, color="on_surface"))
    return Screen(w.page(_title(show), about, rest), top=top, bottom=_choose_places(show), title=show.title)


def _title(show: Show) -> Node:
    picture = node("image", art=show.poster, width=132, height=190, radius=p.SOFT, desc=f"Poster of {show.title}")
    about = words(
        w.text(show.title, "24,30,Bold,0", lines=4),
        p.quiet(show.facts, lines=2),
        p.rating(show),
        w.text(show.maker, "15,20,Medium,0.1", "primary", lines=2, pad=(0, 6, 0, 0)),
        p.quiet(show.cast, lines=3),
        gap=4,
    )
    return line(picture, about, pad=(20, 8, 20, 12), gap=16)


def _choose_places(show: Show) -> Node | None:
    """Concerts and plays have one way to their places; films have their times."""
    if not show.zones:
        return None
    lowest = p.sum_text(money(min(zone.cents for zone in show.zones)))
    price = node("column", p.note("From"), lowest, width=110)
    return p.foot(price, p.main_button("Choose places", ev("zones", show=show.key)))


def _programme(state: State, show: Show, view: View) -> list[Node | None]:
    """A strip of days, and each house with its times on the chosen one; the usual house comes first."""
    today = view.now.date()
    chosen = date.fromisoformat(state.ui.day) if state.ui.day else today
    days = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD)]
    ahead = (chosen - today).days
    start = max(0.0, ahead * _DAY_WIDTH - 150) if ahead >= _FIRST_HIDDEN_DAY else 0
    strip = p.strip([_day(day, day == chosen, today) for day in days], "days", 76, value=start)
    houses = sorted(
        map(catalogue.venue_of, show.venues), key=lambda venue: (venue.name != USUAL_CINEMA, venue.distance)
    )
    return [p.head("Times", top=8), strip, w.space(6), *(_house(show, venue, chosen, view) for venue in houses)]


def _day(day: date, chosen: bool, today: date) -> Node:
    soft, ink = ("on_primary", "on_primary") if chosen else ("on_surface_variant", "on_surface")
    return node(
        "column",
        w.text("Today" if day == today else DAYS[day.weekday()], "labelM", soft),
        w.text(str(day.day), "20,24,Bold,0", ink),
        w.text(f"{day:%b}", "labelS", soft),
        on=assign("ui.day", day.isoformat()), id="day", cls=p.RADIO, selected=chosen, checked=chosen,
        desc=f"{day:%A}, {day.day} {day:%B}", width=60, height=76, radius=p.SOFT,
        bg="primary" if chosen else "container", align="center", justify="center",
    )  # fmt: skip


def _house(show: Show, venue: Venue, day: date, view: View) -> Node | None:
    times = catalogue.screenings(show.key, day.isoformat(), venue.name)
    if not times or (day - view.now.date()).days >= DAYS_AHEAD:
        return None
    begun = f"{view.now:%H:%M}" if day == view.now.date() else ""
    names = words(
        w.text(venue.name, "16,22,Bold,0.1", lines=1),
        p.note(f"{venue.far}  ·  {venue.street}, {venue.city}", lines=1),
    )
    to_house = go("venue", name=venue.name)
    head = line(names, w.icon("chevron_right", 20), on=to_house, id="row_venue", cls=w.GROUP, min_height=48)
    pills = [_time(screening, gone=screening.full or screening.time < begun) for screening in times]
    return p.card(head, node("row", pills, width="fill", gap=8, wrap=True, pad=(0, 6, 0, 2)))


def _time(screening: Screening, *, gone: bool) -> Node:
    ink, soft = ("outline", "outline") if gone else ("on_surface", "on_surface_variant")
    price = "Over" if gone else money(screening.cents)
    return node(
        "column",
        w.text(screening.time, "18,24,Bold,0", ink),
        w.text(f"{screening.format}  ·  {screening.spoken}", "labelS", soft, lines=1),
        w.text("Full" if screening.full else price, "labelS", soft, lines=1),
        on=None if gone else p.choose_seats(screening), id="time", cls="android.widget.Button", enabled=not gone,
        desc=f"{screening.time}, {screening.format}, {screening.spoken}, {screening.hall}", width=108, height=72,
        radius=12, outline="outline_variant" if gone else "primary", align="center", justify="center",
    )  # fmt: skip


def _live(show: Show) -> list[Node | None]:
    """A concert or a play: once, in one house, by zones."""
    day, venue = date.fromisoformat(show.day), catalogue.venue_of(show.venues[0])
    return [
        p.list_card(
            p.fact("When", f"{day:%A}, {day.day} {day:%B}, {show.time}", "event"),
            p.fact("Where", venue.name, "place", on=go("venue", name=venue.name), support=venue.about),
        ),
        p.head("Zones", top=12),
        p.list_card(map(_zone, show.zones)),
    ]


def _zone(zone: Zone) -> Node:
    price = w.text(money(zone.cents) if zone.free else "Sold out", "titleS", "primary" if zone.free else "outline")
    return line(words(p.name_text(zone.name), p.note(zone.about)), price, min_height=52, pad=(16, 4))


@app.screen("venue", distractor="its times look like those of a show, but lead to no seats")
def venue_page(view: View, name: str = "") -> Screen:
    """A house and what it shows today."""
    venue = catalogue.venue_of(name)
    shown = [(show, _shown_in(show, venue.name, view)) for show in SHOWS]
    rows = [p.show_row(show, times) for show, times in shown if times]
    if not rows:
        rows = [p.nothing("event_busy", "Dark today", "No shows are on sale for this house.")]
    name_text = w.text(venue.name, "26,32,Bold,-0.2", lines=2)
    body = w.page(
        node("image", art=venue.view, width="fill", height=150),
        column(name_text, p.quiet(venue.about), pad=(20, 14, 20, 8), gap=2, align="start"),
        p.list_card(
            p.fact("Address", f"{venue.street}, {venue.city}", "place", support=f"{venue.far} from here"),
            p.fact("Halls", ", ".join(venue.halls) or "One house", "weekend"),
        ),
        p.head("On sale here", top=14),
        rows,
    )
    return Screen(body, top=p.bar("Venue"), title=venue.name)


def _shown_in(show: Show, house: str, view: View) -> str:
    """When a show can be seen in a house: `Today  14:45  ·  16:00`, `Sat, 21 Nov, 20:00`; empty for never."""
    if show.zones:
        return day_and_time(f"{show.day}T{show.time}", view.now) if house in show.venues else ""
    today = catalogue.screenings(show.key, f"{view.now:%Y-%m-%d}", house)
    times = [screening.time for screening in today if not screening.full]
    return f"Today  {'  ·  '.join(times[:4])}" if times else ""
