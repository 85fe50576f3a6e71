"""Railfinch's own look: a navy header, white cards on it, yellow for what leads on, times in bold digits."""

from typing import Any

from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import duration
from adapters.phone.apps.railfinch.trip import Leg, group_text, step_of, total, train_of_leg
from adapters.phone.components.bars import title_bar
from adapters.phone.components.booking import step_bars
from adapters.phone.components.bottom_sheets import grip, sheet_head, sheet_window
from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.components.shop_rows import fact_row, sum_row
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import switch_to
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some

WHITE, PAGE, CARD, NAVY = "#FFFFFF", "surface", "lowest", "#0A3D91"
YELLOW, DARK, PALE = "#FFD166", "#2B2205", "#B9CBEE"
CORNER = 12.0
TABS = (("home", "Tickets"), ("live", "Live times"), ("trips", "My trips"))

note = text_style("bodyS", "on_surface_variant")
quiet = text_style("bodyM", "on_surface_variant")
card_title = text_style("titleM/Bold", pad=(16, 6, 16, 4), lines=1)
big_time = text_style("22,28,Bold,0")


def tab_page(chosen: str, body: Node, title: str) -> Screen:
    """One of the three tabs, below the navy header."""
    logo = w.text("Railfinch", "22,28,Bold,0", WHITE, heading=True, grow=1, lines=1)
    bar = line(w.icon("train", 26, YELLOW), logo, id="toolbar", cls=w.GROUP, height=64, pad=(18, 0, 4, 0), gap=12)
    tabs = node("row", [_tab(to, label, label == chosen) for to, label in TABS], width="fill", height=48, id="tabs")
    return Screen(body, top=column(bar, tabs, bg=NAVY), bg=PAGE, bar=NAVY, title=title)


def _tab(to: str, label: str, chosen: bool) -> Node:
    style, ink = ("titleS/Bold", WHITE) if chosen else ("titleS", PALE)
    name = node("row", w.text(label, style, ink), height=43, align="center")
    mark = node("spacer", height=4, width=len(label) * 7.8, radius=(3, 3, 0, 0), bg=YELLOW if chosen else "")
    return node(
        "column", name, mark,
        on=switch_to(to), id=f"nav_{to}", desc=label, selected=chosen, cls=w.ROW, height=48, align="center", grow=1,
    )  # fmt: skip


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The navy bar of a page below the tabs."""
    return title_bar(title, *actions, support=support, ink=WHITE, soft=PALE, bg=NAVY)


def page(title: str, body: Node, *actions: Node, bottom: Node | None = None, support: str = "") -> Screen:
    """A page below the tabs."""
    return Screen(body, top=bar(title, *actions, support=support), bottom=bottom, bg=PAGE, bar=NAVY, title=title)


def steps(state: State, name: str) -> Node:
    """How far a booking is on its page of this name."""
    return step_bars(*step_of(state.search, name), done=YELLOW, ahead="#3D63AC")


def step_page(state: State, name: str, title: str, body: Node, bottom: Node) -> Screen:
    """A page on the way to a booking: its bar says how far one is."""
    top = column(bar(title), steps(state, name), bg=NAVY)
    return Screen(body, top=top, bottom=bottom, bg=PAGE, bar=NAVY, title=title)


def continue_foot(state: State, on: Ev) -> Node:
    """The foot of such a page: what the group pays so far, and the way on."""
    cents, group = total(state.search, state.draft), group_text(state.search.group)
    return price_foot(cents, "Continue", on, rid="continue", about=group)


def no_train_page() -> Screen:
    """A page for a step of a booking for which no train was chosen."""
    return page("Booking", w.page(w.empty("train", "No train chosen", "Find a train first.", find_button())))


def no_booking_page() -> Screen:
    """A page for the number of a booking that there is not."""
    gone = w.empty("confirmation_number", "No such booking", "It may belong to another account.")
    return page("Booking", w.page(gone))


def find_button() -> Node:
    """The button of an empty page that leads to the form."""
    return c.button("Find trains", switch_to("home"), rid="find_trains", variant="tonal", width="wrap", height=40)


def card(*children: Some, pad: Pad = (0, 8), level: int = 0, **look: Any) -> Node:
    """A white card with a hairline around it, or raised."""
    outline = "" if level else "outline_variant"
    inner = column(*children, bg=CARD, radius=CORNER, pad=pad, outline=outline, elevation=level, **look)
    return column(inner, pad=(16, 6))


def section(title: str, *, top: float = 16) -> Node:
    """The heading of a group."""
    return line(w.text(title, "titleM/Bold", grow=1, lines=1), pad=(16, top, 8, 2), min_height=40)


def main_button(label: str, on: Ev, *, rid: str, enabled: bool = True) -> Node:
    """The yellow button that leads on."""
    if not enabled:
        return c.button(label, on, rid=rid, height=48, width="wrap", enabled=False, grow=1).styled(radius=8)
    return node(
        "button", text=label, on=on, id=rid, variant="filled", height=48, width="wrap", grow=1, radius=8,
        type="15,20,Bold,0.1", bg=YELLOW, color=DARK,
    )  # fmt: skip


def second_button(label: str, on: Ev, *, rid: str) -> Node:
    """A button beside it."""
    button = c.button(label, on, rid=rid, variant="outlined", height=48, width="wrap", grow=1)
    return button.styled(radius=8, type="15,20,Medium,0.1")


def foot(*children: Some, elevation: int = 2) -> Node:
    """The bar at the lower edge with the price and what leads on."""
    return line(*children, bg=CARD, pad=(16, 12, 16, 10), gap=12, elevation=elevation)


def price_foot(cents: int, label: str, on: Ev, *, rid: str, enabled: bool = True, about: str = "in all") -> Node:
    """The sum so far at the left, the way on at the right."""
    price = w.text(money(cents), "20,26,Bold,0", id="price")
    return foot(
        node("column", price, note(about, lines=1), width=116), main_button(label, on, rid=rid, enabled=enabled)
    )


def tag(label: str, bg: str = "secondary_container", color: str = "on_secondary_container") -> Node:
    """A small tag."""
    return w.text(label, "labelS", color, bg=bg, radius=4, pad=(6, 1), height=18, lines=1)


def fact(label: str, value: str, glyph: str, *, rid: str, support: str = "") -> Node:
    """A row that says what was chosen."""
    return fact_row(
        label, value, w.icon(glyph, 24, "primary"), rid=rid, support=support, label_lines=1, lines=3,
        pad=(16, 8, 12, 8), gap=16,
    )  # fmt: skip


def times(departs: str, arrives: str, minutes: int, changes: int) -> Node:
    """Departure, a line with the time between, arrival."""

    def dot(color: str) -> Node:
        return node("spacer", width=7, height=7, radius=3.5, bg=color)

    track = node("spacer", height=2, grow=1, bg="outline_variant")
    change = [dot("tertiary"), track] if changes else None
    route = line(dot("primary"), track, change, dot("primary"), height=9)
    middle = words(note(duration(minutes), lines=1), route, align="center", gap=2, pad=(0, 0, 0, 6))
    return line(big_time(departs, id="departs"), middle, big_time(arrives, id="arrives"), gap=12)


def legs(out: Leg, back: Leg | None) -> list[Node]:
    """The ride or both of them."""
    rows = [leg_row(out, is_return=back is not None)]
    return [*rows, w.divider(16), _leg_row(back, "Way back")] if back else rows


def leg_row(out: Leg, *, is_return: bool) -> Node:
    """The ride of the way out."""
    return _leg_row(out, "Way out" if is_return else "Your train")


def _leg_row(leg: Leg, label: str) -> Node:
    """A ride in a card: day, times, both ends, the train; all in one row for whoever reads the tree."""
    head = line(
        w.text(label, "labelM", "primary", lines=1), w.push(), w.text(leg.day, "labelL/Bold", id="day", lines=1)
    )
    if not leg.train:
        about = quiet(f"{leg.origin} – {leg.destination}, any train within a month")
        return column(head, about, id="row_leg", cls=w.GROUP, pad=(16, 8), gap=4)
    train = train_of_leg(leg)
    changes, minutes = (train.changes, train.minutes) if train else (0, 0)
    station = text_style("bodyM", lines=1)
    start, end = station(leg.origin, id="origin"), station(leg.destination, id="destination")
    kind = "direct" if not changes else f"change at {train.via}" if train else ""
    return column(
        head,
        times(leg.departs, leg.arrives, minutes, changes),
        line(start, w.push(), end, gap=8, align="start"),
        note(f"{leg.train}  ·  {kind}", lines=1, id="train"),
        id="row_leg", cls=w.GROUP, pad=(16, 8), gap=2,
    )  # fmt: skip


def bill(parts: dict[str, str], amount_id: str = "") -> list[Node]:
    """The lines of a bill; the last one is its total, whose amount has an id."""
    *rows, (label_of_total, amount_of_total) = parts.items()
    last = sum_row(
        label_of_total, amount_of_total, strong=True, strong_style="17,24,Bold,0", pad=(16, 3), amount_id=amount_id
    )
    return [*(sum_row(label, amount, pad=(16, 3)) for label, amount in rows), last]


def prices(parts: dict[str, int]) -> dict[str, str]:
    """Amounts as a bill shows them."""
    return {label: money(cents) for label, cents in parts.items()}


def banner(icon: str, *texts: Node) -> Node:
    """The navy head of a page that says thanks."""
    disc = w.disc(icon, 64, YELLOW, DARK)
    return column(disc, w.space(6), *texts, bg=NAVY, align="center", pad=(16, 8, 16, 24), gap=2)


def sheet(title: str, *children: Some, bottom: Node | None = None, support: str = "") -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    name = words(w.text(title, "20,26,Bold,0", lines=2), quiet(support, lines=2) if support else None)
    head = sheet_head(name, close_color="on_surface", pad=(20, 0, 8, 6))
    return sheet_window(grip(22), head, *children, w.space(10), bottom, bg=CARD, radius=20)
