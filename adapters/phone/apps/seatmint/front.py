"""Seatmint's front: posters to leaf through, what is on today, the drawer, search, codes."""

from adapters.phone.apps.seatmint import catalogue
from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import SHOWS, TERMS, TUESDAY_CODE, USUAL_CINEMA, Code, Screening, Show
from adapters.phone.apps.seatmint.model import State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.drawers import drawer_entry
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import copy, focus, go, switch_to, then
from adapters.phone.framework.dates import day_and_time
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, node

OWNER, OWNER_FACE = "Robin Vale", 21
POSTER = (236, 350)
CAROUSEL_START = POSTER[0] + 16 - (w.SCREEN_DP - POSTER[0]) / 2 + 20
"""Where the carousel opens: at its second poster, so that another one looks out at either side."""
ROWS_TODAY, TIMES_TODAY = 4, 4


@app.screen("home", activity=".MainActivity")
def home(view: View) -> Screen:
    """Posters to leaf through, today's times in the usual cinema, concerts and plays, what comes soon."""
    usual = catalogue.venue_of(USUAL_CINEMA)
    code_word = w.text(TUESDAY_CODE.code, "22,28,Black,1.5", "primary")
    live = [_live_card(show, view) for show in SHOWS if show.zones]
    body = w.page(
        line(w.text("Now showing", "28,34,Bold,-0.2", grow=1), pad=(20, 8, 20, 12), align="start"),
        p.strip([_poster(film) for film in catalogue.FILMS], "carousel", POSTER[1], gap=16, value=CAROUSEL_START),
        p.head(f"Today at {usual.name}", "All times", go("venue", name=usual.name)),
        _today(view, usual.name),
        p.head("Concerts and plays", "Search", go("search")),
        p.strip(live, "live", 214, gap=12),
        p.head("Soon"),
        [p.show_row(show, show.about) for show in SHOWS if show.soon],
        p.head("A code for today"),
        p.card(code_word, w.text(TUESDAY_CODE.title, "titleM"), p.quiet(TUESDAY_CODE.about), gap=3),
    )
    search = w.action("search", "Search", go("search"), color="on_surface")
    wallet = w.action("confirmation_number", "My tickets", go("tickets"), color="on_surface")
    day = f"{usual.city}  ·  Today, {view.now.day} {view.now:%B}"
    return Screen(body, top=p.bar("Seatmint", search, wallet, support=day, drawer=True), title="Seatmint")


def _poster(film: Show) -> Node:
    art = p.poster(film, *POSTER)
    return node("column", art, on=p.open_show(film.key), id="poster", cls=w.GROUP, desc=film.title)


def _today(view: View, house: str) -> list[Node]:
    """What begins today: a film in each row with its times."""
    today, now = f"{view.now:%Y-%m-%d}", f"{view.now:%H:%M}"
    rows: list[Node] = []
    for film in catalogue.FILMS:
        times = [screening for screening in catalogue.screenings(film.key, today, house) if screening.time >= now]
        if times and len(rows) < ROWS_TODAY:
            pills = [_time(film, screening) for screening in times[:TIMES_TODAY]]
            name = p.name_text(film.title, lines=1)
            about = words(name, node("row", pills, gap=8, width="fill", wrap=True), gap=8)
            rows.append(line(p.thumb(film, 56, 80), about, pad=(20, 8, 16, 8), gap=14, align="start"))
    return rows or [p.quiet("Nothing more today.", pad=(20, 4, 20, 8))]


def _time(film: Show, screening: Screening) -> Node:
    full = screening.full
    return node(
        "column",
        w.text(screening.time, "15,20,Bold,0.1", "outline" if full else "on_surface"),
        w.text("Full" if full else screening.format, "labelS", "on_surface_variant"),
        on=None if full else p.choose_seats(screening), enabled=not full,
        id="time", cls="android.widget.Button", desc=f"{film.title} at {screening.time}",
        width=72, height=48, radius=12, outline="outline_variant", align="center", justify="center",
    )  # fmt: skip


def _live_card(show: Show, view: View) -> Node:
    """A concert or a play as a wide card."""
    picture = node("image", art=show.poster, width=256, height=120, radius=(p.SOFT, p.SOFT, 0, 0))
    about = column(
        w.text(show.title, "16,22,Bold,0", lines=1),
        w.text(day_and_time(f"{show.day}T{show.time}", view.now), "bodyM", "primary", lines=1),
        p.note(f"{show.venues[0]}  ·  {show.genre}", lines=1),
        pad=(14, 10, 14, 12), gap=2, align="start",
    )  # fmt: skip
    return node(
        "column", picture, about,
        on=p.open_show(show.key), id="card_show", cls=w.GROUP, width=256, height=206, radius=p.SOFT, bg="container",
    )  # fmt: skip


@app.drawer("drawer", over="home", title="Menu")
def drawer(state: State) -> Node:
    """Everywhere, in a drawer."""
    coming = sum(booking.status == "Booked" for booking in state.bookings)
    name = w.text(OWNER, "titleM", heading=True)
    about = words(name, p.note(f"{len(state.bookings)} bookings since 2024"))
    close = w.action("close", "Close", w.UP, color="on_surface")
    return column(
        w.space(28),
        line(w.avatar(OWNER_FACE, 48), about, close, gap=12, pad=(16, 8, 0, 16)),
        _entry("local_activity", "What’s on", switch_to("home"), here=True),
        _entry("confirmation_number", "My tickets", then(switch_to("home"), go("tickets")), coming),
        w.space(6),
        w.divider(),
        w.space(6),
        _entry("redeem", "Codes", then(switch_to("home"), go("codes"))),
        w.push(),
        p.note("Seatmint 3.8.2  ·  No seat is ever sold twice", pad=(16, 8, 16, 24)),
        width=308, height="fill", bg="low", radius=(0, 24, 24, 0), pad=(10, 0),
    )  # fmt: skip


def _entry(icon: str, label: str, on: Ev, count: int = 0, *, here: bool = False) -> Node:
    return drawer_entry(icon, label, on, here=here, count=count, height=52, radius=26, gap=14)


@app.screen("search")
def search(state: State) -> Screen:
    """Search by title, people, genre or house."""
    query, kind = bind(state, "ui.query"), bind(state, "ui.kind")
    chips = [p.chip(label, kind.to(label), label == kind.value) for label in catalogue.KINDS]
    top = column(line(_search_field(query), pad=(12, 8, 12, 4), align="start"), p.strip(chips, "kinds", 48))
    word = query.value.strip()
    found = catalogue.search(word, kind.value)
    if not word:
        shown = [show for show in SHOWS if kind.value in ("All", show.kind) and not show.soon]
        rows = [p.head("Everything on sale", top=6), *map(p.show_row, shown)]
    elif found:
        count = "1 show" if len(found) == 1 else f"{len(found)} shows"
        rows = [p.quiet(count, pad=(20, 6, 20, 4)), *map(p.show_row, found)]
    else:
        rows = [p.nothing("search", f"Nothing called “{word}”", "Try a name or a genre.")]
    return Screen(w.page(rows), top=top, title="Search")


def _search_field(query: Bound[str]) -> Node:
    clear = w.action("close", "Clear", query.to(""), color="on_surface") if query.value else None
    field = plain_field(
        query.value, "Title, people, venue", rid="query", change=query.changed, submit=focus(None),
        type="16,24,Regular,0.1",
    )  # fmt: skip
    back = w.action("arrow_back", "Navigate up", w.UP, color="on_surface")
    return line(back, field, clear, height=56, radius=28, bg="high", pad=(4, 0), gap=4)


@app.screen("codes")
def codes(state: State) -> Screen:
    """What takes something off the price."""
    used = {booking.code for booking in state.bookings if booking.status != "Refunded"}
    hint = "Type a code in the last step of a booking. One code for each booking."
    cards = [_code_card(code, code.code in used) for code in TERMS.codes]
    return Screen(w.page(p.quiet(hint, pad=(20, 8)), cards), top=p.bar("Codes"), title="Codes")


def _code_card(code: Code, used: bool) -> Node:
    word = w.text(code.code, "20,26,Black,1.5", "primary", grow=1)
    copy_button = node(
        "button", text="Copy", on=copy(code.code), id="copy", desc=f"Copy {code.code}", variant="text", height=48,
        icon="content_copy",
    )  # fmt: skip
    return p.card(
        line(word, p.tag("Used") if used else p.tag(code.title, strong=True)),
        p.quiet(code.about),
        line(w.push(), copy_button, align="start"),
        gap=4,
    )
