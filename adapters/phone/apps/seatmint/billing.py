"""The page of a show: what it is, and for films every time on a day, for the rest its zones."""

from __future__ import annotations

from datetime import date

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.catalogue import (
    DAYS_AHEAD,
    FILM,
    Screening,
    Show,
    date_of,
    screenings,
    show,
    venue,
)
from adapters.phone.apps.seatmint.model import State
from adapters.phone.apps.seatmint.terms import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def page(state: State, place: Route, view: View) -> Screen:
    """One show."""
    one = show(place.get("key", ""))
    today = view.now.date()
    rest: list[Node | None] = []
    if one.soon:
        rest = [p.card(w.text("Not on sale yet", "titleM"), w.text(one.about, "bodyM", "on_surface_variant"), gap=2)]
    elif one.kind == FILM:
        rest = _programme(state, one, view)
    else:
        rest = _live(one, today)
    body = w.page(_top(one), _about(one), rest)
    share = w.action("share", "Share", ev("share", key=one.key), color="on_surface")
    return Screen(body, top=p.bar(one.kind, share), bottom=_lead(one), title=one.title)


def _top(one: Show) -> Node:
    words = node(
        "column", w.text(one.title, "24,30,Bold,0", lines=4), w.text(p.facts(one), "bodyM", "on_surface_variant",
        lines=2),
        p.rating(one),
        w.text(one.maker, "15,20,Medium,0.1", "primary", lines=2, pad=(0, 6, 0, 0)),
        w.text(one.cast, "bodyM", "on_surface_variant", lines=3), grow=1, gap=4,
    )  # fmt: skip
    return node("row", node("image", art=one.poster, width=132, height=190, radius=p.SOFT,
    desc=f"Poster of {one.title}"),
                words, width="fill", pad=(20, 8, 20, 12), gap=16, align="center")  # fmt: skip


def _about(one: Show) -> Node:
    return w.text(one.about, "15,22,Regular,0.1", "on_surface_variant", pad=(20, 4, 20, 8))


def _programme(state: State, one: Show, view: View) -> list[Node | None]:
    """A strip of days, and each house with its times on the chosen one; the usual house comes first."""
    today = view.now.date()
    chosen = p.day_of(state.ui.day, today)
    days = [p.plus(today, ahead) for ahead in range(DAYS_AHEAD)]
    cells = [_day(day, day == chosen, today) for day in days]
    at = (chosen - today).days
    value = max(0.0, at * 68.0 - 150) if at > 4 else 0
    strip = p.strip(cells, "days", 76, gap=8, value=value)
    usual = state.preferences.venue
    houses = sorted(one.venues, key=lambda name: (name != usual, venue(name).far))
    cards = [_house(one, name, chosen, view) for name in houses]
    return [p.head("Times", top=8), strip, w.space(6), *cards]


def _day(day: date, on: bool, today: date) -> Node:
    soft, ink = ("on_primary", "on_primary") if on else ("on_surface_variant", "on_surface")
    name = "Today" if day == today else p.DAYS[day.weekday()]
    return node(
        "column", w.text(name, "labelM", soft), w.text(str(day.day), "20,24,Bold,0", ink),
        w.text(f"{day:%b}", "labelS", soft), on=ev("day", day=day.isoformat()), id="day", cls=p.RADIO, selected=on,
        checked=on, desc=f"{p.LONG_DAYS[day.weekday()]}, {day.day} {day:%B}", width=60, height=76, radius=p.SOFT,
        bg="primary" if on else "container", align="center", justify="center",
    )  # fmt: skip


def _house(one: Show, name: str, day: date, view: View) -> Node | None:
    this, key = venue(name), day.isoformat()
    times = screenings(one.key, key, name) if day < p.plus(view.now.date(), DAYS_AHEAD) else ()
    if not times:
        return None
    late = key == view.now.date().isoformat()
    pills = [_time(at, gone=at.full or (late and at.time < f"{view.now:%H:%M}")) for at in times]
    head = node(
        "row", node("column", w.text(this.name, "16,22,Bold,0.1", lines=1),
                    w.text(f"{this.far / 10:.1f} km  ·  {this.street}, {this.city}", "bodyS", "on_surface_variant",
                           lines=1), grow=1),
        w.icon("chevron_right", 20), on=ev("venue", name=name), id="row_venue", cls=w.GROUP, width="fill",
        min_height=48, align="center",
    )  # fmt: skip
    return p.card(head, node("row", pills, width="fill", gap=8, wrap=True, pad=(0, 6, 0, 2)))


def _time(at: Screening, *, gone: bool) -> Node:
    ink, soft = ("outline", "outline") if gone else ("on_surface", "on_surface_variant")
    price = "Full" if at.full else "Over" if gone else money(at.cents)
    return node(
        "column", w.text(at.time, "18,24,Bold,0", ink),
        w.text(f"{at.format}  ·  {at.spoken}", "labelS", soft, lines=1), w.text(price, "labelS", soft, lines=1),
        on=None if gone else ev("seats", show=at.show, day=at.day, venue=at.venue, time=at.time), id="time",
        cls="android.widget.Button", enabled=not gone, desc=f"{at.time}, {at.format}, {at.spoken}, {at.hall}",
        width=108, height=72, radius=12, outline="outline_variant" if gone else "primary", align="center",
        justify="center",
    )  # fmt: skip


def _live(one: Show, today: date) -> list[Node | None]:
    """A concert or a play: once, in one house, by zones."""
    day, house = date_of(one, today), venue(one.venues[0])
    when = f"{p.LONG_DAYS[day.weekday()]}, {day.day} {day:%B}"
    rows = [
        node(
            "row", node("column", w.text(zone.name, "16,22,Medium,0.1"),
                        w.text(zone.about, "bodyS", "on_surface_variant"), grow=1),
            w.text(money(zone.cents) if zone.left else "Sold out", "titleS", "primary" if zone.left else "outline"),
            width="fill", min_height=52, pad=(16, 4, 16, 4), align="center",
        )
        for zone in one.zones
    ]  # fmt: skip
    return [
        p.card(p.fact("When", f"{when}, {one.time}", "event"),
               p.fact("Where", house.name, "place", on=ev("venue", name=house.name), support=house.about),
               pad=(0, 4, 0, 4)),
        p.head("Zones", top=12), p.card(rows, pad=(0, 4, 0, 4)),
    ]  # fmt: skip


def _lead(one: Show) -> Node | None:
    """Concerts and plays have one way to their places; films have their times."""
    if not one.zones:
        return None
    low = min(zone.cents for zone in one.zones)
    words = node("column", w.text("From", "bodyS", "on_surface_variant"), w.text(money(low), "20,26,Bold,0"), width=110)
    return p.foot(words, p.mint("Choose places", ev("zones", show=one.key)))
