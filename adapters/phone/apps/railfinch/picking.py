"""What is picked for Railfinch's form, each in a place of its own: station, day, hour, who travels."""

from __future__ import annotations

from datetime import date

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.front import home
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import DISTANCES, NEAR, STATIONS, Station, find
from adapters.phone.apps.railfinch.terms import AFTER, CARD_WORDS, CARDS, MOST, PEOPLE
from adapters.phone.apps.railfinch.trip import back_day, counts, out_day, travellers
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.pickers import date_picker

TITLES = {"origin": "From where?", "destination": "Where to?", "live": "Which station?"}


def stations(state: State, place: Route, view: View) -> Screen:
    """All stations, those nearby first, or those that the words find."""
    field = place.get("field", "origin")
    query = state.ui.query
    chosen = state.ui.live if field == "live" else str(getattr(state.search, field, ""))
    found = find(query)
    if query and not found:
        body = w.page(w.empty("wrong_location", f"No station “{query}”", "Check the spelling, or try a part of it."))
    elif query:
        body = w.page([_station(one, one.about, field, chosen) for one in found])
    else:
        near = [one for name in NEAR for one in STATIONS if one.name == name]
        rest = sorted((one for one in STATIONS if one.name not in NEAR), key=lambda one: one.name)
        body = w.page(
            p.section("Near you", top=4),
            [_station(one, far, field, chosen, "near_me") for one, far in zip(near, DISTANCES, strict=True)],
            p.section("All stations"),
            [_station(one, one.about, field, chosen) for one in rest],
        )
    box = c.field(query, "Search stations", "search_src_text", change=ev("query"), submit=ev("done_typing"),
                  leading="search", height=48, radius=8, bg=p.CARD)  # fmt: skip
    top = node(
        "column",
        p.bar(TITLES.get(field, "From where?")),
        node("column", box, width="fill", pad=(16, 0, 16, 12), align="stretch"),
        width="fill",
        bg=p.NAVY,
        align="stretch",
    )
    return Screen(body, top=top, bg=p.PAGE, bar=p.NAVY, title="Stations")


def _station(one: Station, words: str, field: str, chosen: str, glyph: str = "directions_railway") -> Node:
    here = one.name == chosen
    return w.row(
        one.name, words, on=ev("station", field=field, value=one.name), rid="row_station", leading=w.icon(glyph),
        trailing=w.icon("check", 22, "primary") if here else None, selected=here, height=64, inset=20,
    )  # fmt: skip


def pick_date(state: State, place: Route, view: View) -> Screen:
    """The calendar, over the form."""
    field = place.get("field", "day")
    today = view.now.date()
    out = out_day(state.search, today)
    first = out if field == "back_day" else today
    now = back_day(state.search, today) if field == "back_day" else out
    chosen = state.ui.day or now.isoformat()
    window = date_picker(
        chosen,
        state.ui.month or chosen[:7],
        today.isoformat(),
        pick=ev("mark_day"),
        turn=ev("turn_month", month=state.ui.month or chosen[:7]),
        ok=ev("take_day", field=field),
        title="Day of the way back" if field == "back_day" else "Day of travel",
        first=date.isoformat(first),
    )
    return p.over(home(state, place, view), "dialog", window)


def pick_after(state: State, place: Route, view: View) -> Screen:
    """From which hour on, as a sheet of chips."""
    field = place.get("field", "after")
    chosen = str(getattr(state.search, field, AFTER[0]))
    cells = [
        c.chip(one, ev("after", field=field, value=one), one == chosen, rid="after_option", single=True, radius=8)
        for one in AFTER
    ]
    title = "Leave after, on the way back" if field == "back_after" else "Leave after"
    return p.over(
        home(state, place, view), "sheet", p.sheet(title, c.chips(cells, rid="after_group", cls=p.RADIO_GROUP))
    )


def people(state: State, place: Route, view: View) -> Screen:
    """Who travels, and with which railcard."""
    search = state.search
    heads = counts(search.group)
    rows = [
        _count(name, ages, many, index, sum(heads))
        for index, ((name, ages, _), many) in enumerate(zip(PEOPLE, heads, strict=True))
    ]
    cards = [
        c.radio_row(name, ev("card", value=name), name == search.card, rid="card_option", support=words, inset=20,
                    height=56 if words else 44)
        for name, words in zip(CARDS, CARD_WORDS, strict=True)
    ]  # fmt: skip
    window = p.sheet(
        "Who travels?",
        rows,
        w.text("Railcard", "titleM/Bold", pad=(20, 12, 20, 2)),
        p.radios(cards, "card_group"),
        bottom=p.foot(p.go("Done", w.UP, rid="done")),
        support=f"{travellers(search.group)}. Children under four travel free.",
    )
    return p.over(home(state, place, view), "sheet", window)


def _count(name: str, ages: str, many: int, index: int, heads: int) -> Node:
    least = 1 if heads == many else 0
    return node(
        "row",
        node("column", w.text(name, "bodyL", lines=1), w.text(ages, "bodyS", "on_surface_variant"), grow=1),
        _round("remove", f"One less: {name}", ev("count", index=index, by=-1), enabled=many > least),
        w.text(str(many), "18,24,Bold,0", id="qty", width=36, text_align="center"),
        _round("add", f"One more: {name}", ev("count", index=index, by=1), enabled=heads < MOST),
        id="row_people", cls=w.GROUP, width="fill", height=60, pad=(20, 0, 14, 0), align="center",
    )  # fmt: skip


def _round(glyph: str, desc: str, on: object, *, enabled: bool) -> Node:
    rid = "plus" if glyph == "add" else "minus"
    return node(
        "icon_button", icon=glyph, desc=desc, on=on if enabled else None, id=rid, width=44, height=44, size=20,  # type: ignore[arg-type]
        radius=22, outline="outline" if enabled else "outline_variant", color="primary", enabled=enabled,
        alpha=1.0 if enabled else 0.38,
    )  # fmt: skip
