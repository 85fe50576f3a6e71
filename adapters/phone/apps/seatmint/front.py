"""Seatmint's front: the carousel, what is on, search, the drawer, and what this user keeps an eye on."""

from __future__ import annotations

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.catalogue import (
    CONCERT,
    KINDS,
    SHOWS,
    STAGE,
    Show,
    date_of,
    running,
    screenings,
    search,
    venue,
)
from adapters.phone.apps.seatmint.model import State
from adapters.phone.apps.seatmint.terms import CODES
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

OWNER, OWNER_FACE = "Robin Vale", 21
POSTER = (236, 350)
TIPS = ("Night tram", "jazz", "Karim Adjei", "Harbour Choir", "science fiction")


def home(state: State, place: Route, view: View) -> Screen:
    """Posters to leaf through, today's times in the usual cinema, concerts and plays, what comes soon."""
    today = view.now.date()
    usual = venue(state.preferences.venue)
    films = running()
    posters = [
        node("column", p.poster(one, *POSTER), on=ev("open", key=one.key), id="poster", cls=w.GROUP, desc=one.title)
        for one in films
    ]
    # The carousel opens at its second poster, so that one looks out at either side.
    leaf = p.strip(posters, "carousel", POSTER[1], gap=16, value=POSTER[0] + 16 - (w.SCREEN_DP - POSTER[0]) / 2 + 20)
    body = w.page(
        node("row", w.text("Now showing", "28,34,Bold,-0.2", grow=1), width="fill", pad=(20, 8, 20, 12)),
        leaf,
        p.head(f"Today at {usual.name}", "All times", ev("venue", name=usual.name)),
        _today(state, view, usual.name),
        p.head("Concerts and plays", "Search", ev("visit", to="search")),
        p.strip([_ticket(one, view) for one in SHOWS if one.kind in (CONCERT, STAGE)], "live", 214, gap=12),
        p.head("Soon"),
        [p.row(one, ev("open", key=one.key), line=one.about) for one in SHOWS if one.soon],
        p.head("A code for today"),
        p.card(w.text(CODES[1].code, "22,28,Black,1.5", "primary"), w.text(CODES[1].title, "titleM"),
               w.text(CODES[1].about, "bodyM", "on_surface_variant"), gap=3),
    )  # fmt: skip
    look = w.action("search", "Search", ev("visit", to="search"), color="on_surface")
    wallet = w.action("confirmation_number", "My tickets", ev("visit", to="tickets"), color="on_surface")
    top = p.bar("Seatmint", look, wallet, support=f"{usual.city}  ·  {p.spoken(today, today)}, {today.day} {today:%B}",
                drawer=True)  # fmt: skip
    return Screen(body, top=top, title="Seatmint")


def _today(state: State, view: View, house: str) -> list[Node]:
    """What begins today: a film in each row with its times."""
    today = view.now.date().isoformat()
    rows = []
    for one in running():
        times = [this for this in screenings(one.key, today, house) if this.time >= f"{view.now:%H:%M}"]
        if not times:
            continue
        pills = [
            node("column", w.text(this.time, "15,20,Bold,0.1", "on_surface" if not this.full else "outline"),
                 w.text("Full" if this.full else this.format, "labelS", "on_surface_variant"),
                 on=None if this.full else ev("seats", show=one.key, day=today, venue=house, time=this.time),
                 id="time", cls="android.widget.Button", desc=f"{one.title} at {this.time}", enabled=not this.full,
                 width=72, height=48, radius=12, outline="outline_variant", align="center", justify="center")
            for this in times[:4]
        ]  # fmt: skip
        words = node("column", w.text(one.title, "16,22,Medium,0.1", lines=1),
                     node("row", pills, gap=8, width="fill", wrap=True), grow=1, gap=8)  # fmt: skip
        rows.append(node("row", p.thumb(one, 56, 80), words, width="fill", pad=(20, 8, 16, 8), gap=14))
        if len(rows) == 4:
            break
    return rows or [w.text("Nothing more today.", "bodyM", "on_surface_variant", pad=(20, 4, 20, 8))]


def _ticket(one: Show, view: View) -> Node:
    """A concert or a play as a wide card."""
    day = date_of(one, view.now.date())
    picture = node("image", art=one.poster, width=256, height=120, radius=(p.SOFT, p.SOFT, 0, 0))
    words = node(
        "column", w.text(one.title, "16,22,Bold,0", lines=1),
        w.text(f"{p.spoken(day, view.now.date())}, {one.time}", "bodyM", "primary", lines=1),
        w.text(f"{one.venues[0]}  ·  {one.genre}", "bodyS", "on_surface_variant", lines=1), width="fill",
        pad=(14, 10, 14, 12), gap=2,
    )  # fmt: skip
    return node("column", picture, words, on=ev("open", key=one.key), id="card_show", cls=w.GROUP, width=256,
                height=206, radius=p.SOFT, bg="container")  # fmt: skip


def find(state: State, place: Route, view: View) -> Screen:
    """Search by title, people, genre or house."""
    ui = state.ui
    box = node(
        "row", w.action("arrow_back", "Navigate up", w.UP, color="on_surface"),
        node("field", text=ui.query, hint="Title, people, venue", id="query",
             on={"change": ev("query"), "submit": ev("searched")}, grow=1, height=48, type="16,24,Regular,0.1",
             color="on_surface"),
        w.action("close", "Clear", ev("query", text=""), color="on_surface") if ui.query else None,
        width="fill", height=56, radius=28, bg="high", pad=(4, 0, 4, 0), gap=4, align="center",
    )  # fmt: skip
    chips = [p.chip(one, ev("kind", value=one), one == ui.kind) for one in KINDS]
    top = node("column", node("row", box, width="fill", pad=(12, 8, 12, 4)), p.strip(chips, "kinds", 48), width="fill",
               align="stretch")  # fmt: skip
    if not ui.query.strip():
        rows: list[Node | None] = [p.head("You looked for", "Clear", ev("forget"), top=6) if ui.recent else None]
        rows += [_tip(word, "history") for word in ui.recent]
        rows += [p.head("Try"), *(_tip(word, "search") for word in TIPS)]
        all_ = [one for one in SHOWS if ui.kind in ("All", one.kind) and not one.soon]
        rows += [p.head("Everything on sale"), *(p.row(one, ev("open", key=one.key)) for one in all_)]
        return Screen(w.page(rows), top=top, title="Search")
    found = search(ui.query, ui.kind)
    if not found:
        return Screen(w.page(p.nothing("search", f"Nothing called “{ui.query.strip()}”", "Try a name or a genre.")),
                      top=top, title="Search")  # fmt: skip
    many = w.text("1 show" if len(found) == 1 else f"{len(found)} shows", "bodyM", "on_surface_variant",
                  pad=(20, 6, 20, 4))  # fmt: skip
    return Screen(w.page(many, [p.row(one, ev("open", key=one.key)) for one in found]), top=top, title="Search")


def _tip(word: str, glyph: str) -> Node:
    return node("row", w.icon(glyph, 20), w.text(word, "bodyL", grow=1, lines=1), on=ev("tip", text=word), id="row_tip",
                cls=w.GROUP, width="fill", height=48, pad=(20, 0, 20, 0), gap=16, align="center")  # fmt: skip


def drawer(state: State, place: Route, view: View) -> Screen:
    """Everywhere, in a drawer."""
    coming = sum(one.status == "Booked" for one in state.bookings)

    def entry(glyph: str, label: str, to: str, count: int = 0, here: bool = False) -> Node:
        ink = "on_secondary_container" if here else "on_surface"
        on: Ev = ev("leave", to=to)
        return node(
            "row", w.icon(glyph, 24, ink if here else "on_surface_variant"), w.text(label, "titleS", ink, grow=1,
            lines=1),
            w.text(str(count), "labelL", "on_surface_variant") if count else None, on=on, id="drawer_item", cls=w.GROUP,
            selected=here, width="fill", height=52, radius=26, bg="secondary_container" if here else "",
            pad=(16, 0, 20, 0), gap=14, align="center",
        )  # fmt: skip

    owner = node(
        "row", w.avatar(OWNER_FACE, 48),
        node("column", w.text(OWNER, "titleM", heading=True),
             w.text(f"{len(state.bookings)} bookings since 2024", "bodyS", "on_surface_variant"), grow=1),
        w.action("close", "Close", w.UP, color="on_surface"), width="fill", gap=12, align="center", pad=(16, 8, 0, 16),
    )  # fmt: skip
    root = node(
        "column", w.space(28), owner,
        entry("local_activity", "What’s on", "home", here=True),
        entry("confirmation_number", "My tickets", "tickets", coming),
        w.space(6), w.divider(), w.space(6),
        entry("redeem", "Codes", "codes"),
        entry("settings", "Settings", "settings"),
        w.push(),
        w.text("Seatmint 3.8.2  ·  No seat is ever sold twice", "bodyS", "on_surface_variant", pad=(16, 8, 16, 24)),
        width=308, height="fill", bg="low", radius=(0, 24, 24, 0), pad=(10, 0, 10, 0), align="stretch",
    )  # fmt: skip
    return p.over(home(state, place, view), Overlay("drawer", root), "Menu")


def codes(state: State, place: Route, view: View) -> Screen:
    """What takes something off the price."""
    used = {one.code for one in state.bookings if one.code and one.status != "Refunded"}
    cards = [
        p.card(
            node("row", w.text(one.code, "20,26,Black,1.5", "primary", grow=1),
                 p.tag("Used") if one.code in used else p.tag(one.title, strong=True), width="fill", align="center"),
            w.text(one.about, "bodyM", "on_surface_variant"),
            node("row", w.push(), node("button", text="Copy", on=ev("copy", code=one.code), id="copy",
                                       desc=f"Copy {one.code}", variant="text", height=48, icon="content_copy"),
                 width="fill"),
            gap=4,
        )
        for one in CODES
    ]  # fmt: skip
    note = w.text("Type a code in the last step of a booking. One code for each booking.", "bodyM",
    "on_surface_variant",
                  pad=(20, 8, 20, 8))  # fmt: skip
    return Screen(w.page(note, cards), top=p.bar("Codes"), title="Codes")
