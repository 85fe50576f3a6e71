"""Thriftloom's front: today's pages, the search with its filters, what is saved."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.catalogue import (
    ANY,
    CAPS,
    CONDITIONS,
    KINDS,
    ONE_SIZE,
    PIECES,
    SELLERS,
    SHOE_SIZES,
    SIZES,
    SORTS,
    TIPS,
    Filters,
    Piece,
    filtered,
    piece,
    search,
    since,
)
from adapters.phone.apps.thriftloom.model import State
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
AISLE = "Everything"


def home(state: State, place: Route, view: View) -> Screen:
    """Today's edition: one piece after the other, each as wide as the page."""
    kind = place.get("tab", AISLE)
    shown = [one for one in PIECES if kind in (AISLE, one.kind)]
    rows: list[Node | None] = [_cover(view, kind, len(shown))]
    for at, one in enumerate(shown):
        rows.append(p.plate(state, one, _mark(one)))
        if at == 1 and kind == AISLE:
            rows.append(_interlude())
        if at == 4 and kind == AISLE:
            rows.append(_new_sellers())
    tabs = node(
        "scroll",
        [_tab(label, label == kind) for label in (AISLE, *KINDS)],
        horizontal=True, id="tabs", cls="android.widget.HorizontalScrollView", width="fill", height=48, gap=22,
        pad=(p.EDGE, 0, p.EDGE, 0),
    )  # fmt: skip
    top = node("column", p.masthead(state), tabs, w.divider(), width="fill", bg="surface", align="stretch")
    body = w.page(rows) if shown else w.page(p.nothing("checkroom", "An empty rail", "Nothing of this kind today."))
    return Screen(body, top=top, bottom=p.nav(state, "home"), title="Thriftloom")


def _tab(label: str, on: bool) -> Node:
    words = p.underlined(label, "on_surface" if on else "outline", "on_surface" if on else "")
    return node("column", words, on=ev("aisle", tab=label), id="tab", desc=label, selected=on, height=48,
                justify="center", cls=w.ROW)  # fmt: skip


def _cover(view: View, kind: str, many: int) -> Node:
    title = f"{DAYS[view.now.weekday()]}’s rail" if kind == AISLE else kind
    count = f"{view.now.day} {view.now:%B}  ·  {many} pieces, each of them once"
    return node("column", w.text(title, "34,42,Light,-0.3", lines=1),
                w.text(count, "13,18,Regular,0.2", "on_surface_variant", lines=1), width="fill",
                pad=(p.EDGE, 22, p.EDGE, 20), gap=2)  # fmt: skip


def _mark(one: Piece) -> str:
    if one.condition == CONDITIONS[0]:
        return "Tags on"
    return "New today" if one.hours < 6 else ""


def _interlude() -> Node:
    """A page of words between the pictures."""
    return node(
        "column",
        p.caps("From the mending table", "on_tertiary_container", p.TINY),
        w.text("“A moth hole is a place to put a flower.”", "24,33,Light,0", "on_tertiary_container"),
        w.text("Mira Okonedo, who has sold 112 pieces", "13,18,Regular,0.2", "on_tertiary_container"),
        p.link("See her rail", ev("seller", name="Mira Okonedo"), rid="read", color="on_tertiary_container"),
        width="fill", bg="tertiary_container", pad=(p.EDGE, 34, p.EDGE, 22), gap=8,
    )  # fmt: skip


def _new_sellers() -> Node:
    faces = [
        node(
            "column", w.avatar(face, 72).styled(radius=0), p.caps(name.split()[0], "on_surface", p.TINY, lines=1),
            on=ev("seller", name=name), id="seller", cls=w.GROUP, desc=name, align="center", gap=6, width=80,
        )
        for name, face in ((who.name, who.face) for who in SELLERS[1:])
    ]  # fmt: skip
    strip = node("scroll", faces, horizontal=True, id="faces", width="fill", height=104, gap=10,
                 pad=(p.EDGE, 0, p.EDGE, 0))  # fmt: skip
    return node("column", p.section("Good sellers", top=4), strip, w.space(26), width="fill", align="stretch")


def find(state: State, place: Route, view: View) -> Screen:
    """The search: words and filters together; tips while there are neither."""
    query, by = state.ui.query, state.ui.filters
    box = node(
        "row",
        w.icon("search", 22, "on_surface"),
        node("field", text=query, hint="Brand, piece, size, seller", id="query",
             on={"change": ev("query"), "submit": ev("searched")}, grow=1, height=48, type="16,24,Regular,0.1",
             color="on_surface"),
        w.action("close", "Clear", ev("query", text=""), rid="clear", color="on_surface") if query else None,
        w.action("tune", "Filters", ev("filters"), rid="tune", color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(p.EDGE, 0, 6, 0), gap=10, align="center",
    )  # fmt: skip
    set_ = [value for value in (by.kind, by.size, by.condition, by.price) if value != ANY]
    top = node("column", box, w.divider(), width="fill", bg="surface", align="stretch")
    bottom = p.nav(state, "search")
    if not query.strip() and not set_ and by.sort == SORTS[0]:
        return Screen(w.page(_tips()), top=top, bottom=bottom, title="Search")
    found = filtered(search(query), by)
    head = node(
        "row",
        node("column", p.caps("1 piece" if len(found) == 1 else f"{len(found)} pieces", "on_surface", lines=1),
             w.text("  ·  ".join((*set_, by.sort)), "bodyS", "on_surface_variant", lines=1), grow=1, gap=2),
        p.link("Reset", ev("reset"), rid="reset") if set_ or by.sort != SORTS[0] else None,
        width="fill", min_height=60, pad=(p.EDGE, 8, p.EDGE - 4, 4), align="center",
    )  # fmt: skip
    if not found:
        none = p.nothing("search", "Not on any rail", "Take a filter away, or look again tomorrow.",
                         p.link("Reset filters", ev("reset"), rid="reset_all"))  # fmt: skip
        return Screen(w.page(head, none), top=top, bottom=bottom, title="Search")
    rows = [p.slim(one, ev("open", key=one.key), extra=f"{one.seller}, {since(one.hours)}") for one in found]
    return Screen(w.page(head, rows), top=top, bottom=bottom, title="Search")


def _tips() -> list[Node]:
    def row(word: str) -> Node:
        return node(
            "row", w.text(word, "20,28,Light,0.1", grow=1, lines=1), w.icon("north_west", 20, "outline"),
            on=ev("tip", text=word), id="tip", cls=w.GROUP, width="fill", height=52, pad=(p.EDGE, 0, p.EDGE, 0),
            align="center",
        )  # fmt: skip

    kinds = [
        node(
            "stack",
            node("image", art=next(one.picture for one in PIECES if one.kind == kind), place=("fill", "fill"),
                 height=150),
            p.caps(kind, "#2A2526", p.TINY, bg="#F7F2EF", pad=(8, 4, 8, 4), place=("start", "end")),
            on=ev("only", kind=kind), id="tile", cls=w.GROUP, width="fill", height=150,
        )
        for kind in KINDS
    ]  # fmt: skip
    return [
        p.section("Others look for", top=16),
        *(row(word) for word in TIPS),
        p.section("By kind"),
        node("grid", kinds, columns=2, width="fill", gap=2, align="stretch"),
    ]


def filters(state: State, place: Route, view: View) -> Screen:
    """Kind, size, condition, price and order; what is chosen holds at once."""
    by = state.ui.filters
    sizes = (ANY, *SIZES, *SHOE_SIZES, ONE_SIZE)
    found = len(filtered(search(state.ui.query), by))

    def group(title: str, name: str, options: tuple[str, ...], chosen: str) -> list[Node]:
        cells = [p.square(one, ev("filter", name=name, value=one), one == chosen, rid=f"{name}_option")
                 for one in options]  # fmt: skip
        return [p.section(title, top=20), p.squares(cells, f"{name}_group")]

    body = w.page(
        group("Kind", "kind", (ANY, *KINDS), by.kind),
        group("Size", "size", sizes, by.size),
        group("Condition", "condition", (ANY, *CONDITIONS), by.condition),
        group("Price", "price", CAPS, by.price),
        group("Order", "sort", SORTS, by.sort),
    )
    show = p.block(f"SHOW {found} PIECE{'' if found == 1 else 'S'}", ev("show"), rid="show")
    wipe = p.link("Reset", ev("reset"), rid="reset", enabled=by != Filters())
    return Screen(body, top=p.bar("Filters"), bottom=p.foot(wipe, show), title="Filters")


def saved(state: State, place: Route, view: View) -> Screen:
    """What has a heart."""
    rows = []
    for key in state.saved:
        one = piece(key)
        heart = w.action("favorite", f"Remove {one.brand} {one.size} from saved", ev("save", key=key), rid="save",
                         color="on_surface")  # fmt: skip
        rows.append(p.slim(one, ev("open", key=key), extra=f"{one.hearts} others like it", more=heart))
    if not rows:
        rows = [p.nothing("favorite_border", "No hearts yet", "What you like waits here until somebody buys it.",
                          p.link("To the rail", ev("nav", to="home"), rid="browse"))]  # fmt: skip
    else:
        note = w.text("A heart doesn’t reserve a piece. The one before you is always faster.", "bodyM",
                      "on_surface_variant", pad=(p.EDGE, 18, p.EDGE, 8))  # fmt: skip
        more = [
            p.slim(one, ev("open", key=one.key)) for one in PIECES if one.hearts > 50 and one.key not in state.saved
        ]
        rows = [*rows, note, p.section("Others have hearts for"), *more]
    return Screen(w.page(rows), top=p.bar("Saved"), title="Saved")
