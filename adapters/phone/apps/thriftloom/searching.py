"""Thriftloom's search with its filters."""

from collections.abc import Iterable

from adapters.phone.apps.thriftloom import catalogue
from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import (
    ANY,
    CAPS,
    CONDITIONS,
    KINDS,
    ONE_SIZE,
    PIECES,
    SHOE_SIZES,
    SIZES,
    SORTS,
    TIPS,
    Filters,
)
from adapters.phone.apps.thriftloom.model import State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, node

QUERY_LENGTH = 60
RESET = assign("ui.filters", Filters())


@app.screen("search", activity=".RailActivity")
def find(state: State) -> Screen:
    """The search: words and filters together; tips while there are neither."""
    top = column(_bar(state), w.divider(), bg="surface")
    body = w.page(_tips()) if _is_idle(state) else _results(state)
    return Screen(body, top=top, bottom=p.main_pages("search"), title="Search")


def _is_idle(state: State) -> bool:
    return not state.ui.query.strip() and state.ui.filters == Filters()


def _bar(state: State) -> Node:
    query = bind(state, "ui.query")
    return line(
        w.icon("search", 22, "on_surface"),
        plain_field(
            query.value, "Brand, piece, size, seller", rid="query", change=query.limited(QUERY_LENGTH),
            submit=focus(None), type="16,24,Regular,0.1",
        ),
        w.action("close", "Clear", query.to(""), rid="clear", color="on_surface") if query.value else None,
        w.action("tune", "Filters", then(focus(None), go("filters")), rid="tune", color="on_surface"),
        id="toolbar", cls=w.GROUP, height=60, pad=(p.EDGE, 0, 6, 0), gap=10,
    )  # fmt: skip


def _results(state: State) -> Node:
    filters = state.ui.filters
    found = catalogue.search(state.ui.query, filters)
    chosen = [name for name in (filters.kind, filters.size, filters.condition, filters.price) if name != ANY]
    count = "1 piece" if len(found) == 1 else f"{len(found)} pieces"
    head = line(
        words(
            p.caps(count, "on_surface", lines=1), p.small("  ·  ".join((*chosen, filters.sort)), lines=1), gap=2
        ),
        p.link("Reset", RESET, rid="reset") if filters != Filters() else None,
        min_height=60, pad=(p.EDGE, 8, p.EDGE - 4, 4),
    )  # fmt: skip
    if not found:
        reset = p.link("Reset filters", RESET, rid="reset_all") if filters != Filters() else None
        return w.page(head, p.empty("search", "Not on any rail", "Look for less, or look again tomorrow.", reset))
    return w.page(
        head, [p.piece_row(piece, support=f"{piece.seller}, {catalogue.since(piece.hours)}") for piece in found]
    )


def _tips() -> list[Node]:
    """What others look for, and the kinds of pieces."""
    tips = [
        line(
            w.text(tip, "20,28,Light,0.1", grow=1, lines=1), w.icon("north_west", 20, "outline"),
            on=then(assign("ui.query", tip), focus(None)), id="tip", cls=w.GROUP, height=52, pad=(p.EDGE, 0),
        )
        for tip in TIPS
    ]  # fmt: skip
    kinds = node("grid", [_kind(kind) for kind in KINDS], columns=2, width="fill", gap=2, align="stretch")
    return [p.section("Others look for", top=16), *tips, p.section("By kind"), kinds]


def _kind(kind: str) -> Node:
    first = next(piece for piece in PIECES if piece.kind == kind)
    return node(
        "stack",
        node("image", art=first.photo(), place=("fill", "fill"), height=150),
        p.caps(kind, p.INK, p.TINY, bg=p.PAPER, pad=(8, 4, 8, 4), place=("start", "end")),
        on=assign("ui.filters", Filters(kind=kind)), id="tile", cls=w.GROUP, width="fill", height=150,
    )  # fmt: skip


@app.screen("filters", activity=".FilterActivity")
def filters_page(state: State) -> Screen:
    """Kind, size, condition, price and order; what is chosen holds at once."""
    groups: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("Kind", "kind", (ANY, *KINDS)),
        ("Size", "size", (ANY, *SIZES, *SHOE_SIZES, ONE_SIZE)),
        ("Condition", "condition", (ANY, *CONDITIONS)),
        ("Price", "price", CAPS),
        ("Order", "sort", SORTS),
    )
    rows = [
        (p.section(title, top=20), p.square_choice(bind(state, f"ui.filters.{name}"), options, name))
        for title, name, options in groups
    ]
    found = len(catalogue.search(state.ui.query, state.ui.filters))
    show = p.block(f"SHOW {found} PIECE{'' if found == 1 else 'S'}", switch_to("search"), rid="show")
    reset = p.link("Reset", RESET, rid="reset", enabled=state.ui.filters != Filters())
    return Screen(w.page(*rows), top=p.bar("Filters"), bottom=p.foot(reset, show), title="Filters")
