"""Larderly's basket, and the window in which it comes."""

from __future__ import annotations

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.catalogue import BY_NAME, money
from adapters.phone.apps.larderly.model import Line, State, Till, address, chosen, count, each, goods, missing
from adapters.phone.apps.larderly.terms import (
    COLLECTION,
    DELIVERY,
    FREE_FROM,
    POINTS,
    SUBSTITUTE_WORDS,
    SUBSTITUTES,
    WAYS,
    Window,
    days,
    first_free,
    windows,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def settled(state: State, view: View) -> Window:
    """The window that the order would come in: the chosen one, or the first that is free."""
    till = state.till
    every = windows(view.now, till.way)
    known = [one for one in every if (one.day, one.hours) == (till.day, till.hours) and one.free]
    return known[0] if known else first_free(view.now, till.way)


def basket(state: State, place: Route, view: View) -> Screen:
    """What is in it, each with its stepper and what happens if it runs out."""
    if not state.basket:
        again = p.block("Browse the aisles", ev("shop"), rid="browse", variant="tonal", grow=0)
        gone = w.page(
            w.empty("shopping_basket", "Nothing in it yet", "What you add in the aisles shows up here.", again)
        )
        return p.page("Basket", gone)
    sums = goods(state.basket)
    body = w.page(
        _free_bar(state) if state.till.way == DELIVERY else None,
        p.card([_line(line, index) for index, line in enumerate(state.basket)]),
        _clash(state),
        p.section("You buy often"),
        p.strip(state, ("eggs", "spinach", "oil", "yogurt", "coffee", "blue"), "usual"),
    )
    lacks = missing(state)
    label = f"{money(lacks)} more for delivery" if lacks else f"Go to checkout   {money(sums)}"
    bottom = p.foot(p.block(label, ev("checkout"), rid="checkout", enabled=not lacks))
    clear = w.action("delete_sweep", "Empty the basket", ev("ask_empty"), rid="empty", color="on_surface")
    return p.page("Basket", body, clear, bottom=bottom, support=count(state.basket))


def _free_bar(state: State) -> Node:
    """How much is still needed until the delivery costs nothing."""
    sums = goods(state.basket)
    left = max(0, FREE_FROM - sums)
    words = f"{money(left)} more and delivery is free" if left else "Delivery is free"
    done = max(8.0, 347 * min(1.0, sums / FREE_FROM))
    track = node(
        "stack",
        node("spacer", width=347, height=8, radius=4, bg="highest"),
        node("spacer", width=done, height=8, radius=4, bg="primary"),
        width=347,
        height=8,
    )
    head = node("row", w.icon("moped", 20, "primary"), w.text(words, "titleS", lines=1), gap=10, align="center")
    return p.card(node("column", head, track, pad=(16, 4, 16, 6), gap=8, id="free_delivery"))


def _line(line: Line, index: int) -> Node:
    one = BY_NAME.get(line.item)
    less, more = ev("line", index=index, by=-1), ev("line", index=index, by=1)
    steps = node(
        "row",
        w.action("delete_outline" if line.quantity == 1 else "remove", f"Remove one {line.item}", less, rid="minus"),
        w.text(str(line.quantity), "16,24,Bold,0", id="qty", text_align="center", width=24),
        w.action("add", f"Add one {line.item}", more, rid="plus"),
        height=40,
        radius=20,
        bg="container",
        align="center",
    )
    swap = node(
        "row",
        w.icon("swap_horiz", 18, "primary"),
        w.text(line.substitute, "labelL", "primary", lines=1, id="substitute"),
        on=ev("ask_substitute", index=index),
        id="row_substitute",
        cls=w.ROW,
        desc="",
        height=40,
        gap=6,
        align="center",
    )
    price = w.text(money(each(line) * line.quantity), "15,20,Bold,0", id="price")
    words = node(
        "column",
        node("row", w.text(line.item, "15,20,Medium,0.1", lines=2, id="name", grow=1), price, width="fill", gap=10),
        w.text(chosen(line), "bodyS", "on_surface_variant", lines=1, id="choices"),
        w.text(f"“{line.note}”", "bodyS", "on_surface_variant", lines=1, id="note") if line.note else None,
        node("row", swap, w.push(), steps, width="fill", align="center"),
        grow=1,
    )
    return node(
        "row",
        p.picture(line.item, 64),
        words,
        on=ev("open", key=one.key) if one else None,
        id="row_line",
        cls=w.GROUP,
        width="fill",
        pad=(14, 8, 14, 4),
        gap=12,
    )


def _clash(state: State) -> Node | None:
    """A hint where somebody may not be asked what they want to be asked."""
    if not any(line.substitute == SUBSTITUTES[1] for line in state.basket):
        return None
    words = "You want to be asked about some things. Keep the app’s notifications on while your order is picked."
    return p.card(
        node(
            "row",
            w.icon("notifications_active", 22, "primary"),
            w.text(words, "bodyM", "on_surface_variant", grow=1),
            width="fill",
            pad=(16, 6, 16, 6),
            gap=14,
            align="center",
        )
    )


def substitute(state: State, place: Route, view: View) -> Screen:
    """What happens if a line of the basket runs out, as a sheet."""
    below = basket(state, place, view)
    index = place.get("index", 0)
    if not 0 <= index < len(state.basket):
        return below
    line = state.basket[index]
    rows = [
        c.radio_row(value, ev("substitute", index=index, value=value), value == line.substitute,
                    rid="substitute_option", support=words, inset=20, height=64)
        for value, words in zip(SUBSTITUTES, SUBSTITUTE_WORDS, strict=True)
    ]  # fmt: skip
    every = c.button("Use this for the whole basket", ev("substitute_all", value=line.substitute), rid="for_all",
                     variant="text", height=48)  # fmt: skip
    window = p.sheet(
        "If it runs out",
        w.text(line.item, "bodyM", "on_surface_variant", pad=(20, 0, 20, 6)),
        p.radios(rows, "substitute_group"),
        node("column", every, width="fill", pad=(12, 4, 12, 0), align="stretch"),
    )
    return p.over(below, window)


def empty(state: State, place: Route, view: View) -> Screen:
    """Really empty it?"""
    window = c.dialog(
        "Empty the basket?",
        w.text(f"{count(state.basket)} will be removed.", "bodyM", "on_surface_variant", pad=(24, 0, 24, 0)),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Empty", ev("empty"))),
    )
    below = basket(state, place, view)
    return Screen(below.body, below.top, below.bottom, None, Overlay("dialog", window), below.bg, below.bar, "Basket")


def slot(state: State, place: Route, view: View) -> Screen:
    """How and when: delivery or collection, where, the day, the hours."""
    till = state.till
    when = settled(state, view)
    shown = place.get("day", when.day)
    known = days(view.now)
    shown = shown if shown in known else known[0]
    ways = [
        c.option_card(name, words, ev("way", value=name), name == till.way, rid="way_option", height=60)
        for name, words in zip(WAYS, ("From $1.50, free from $60", "Free, three points"), strict=True)
    ]
    strip = node(
        "scroll", [_day(name, name == shown) for name in known], horizontal=True, id="days", width="fill", height=84,
        gap=8, pad=(16, 6, 16, 6),
    )  # fmt: skip
    cells = [_window(one, one == when) for one in windows(view.now, till.way) if one.day == shown]
    body = w.page(
        node("row", ways, width="fill", gap=10, pad=(16, 8, 16, 4), id="way_group", cls=p.RADIO_GROUP),
        p.card(_where(state)),
        p.section("When?", top=10),
        strip,
        p.card(p.radios(cells, "hours_group")),
        w.text("Windows close three hours before they begin. A cheaper one with a van sign is near another stop.",
               "bodyS", "on_surface_variant", pad=(20, 6, 20, 0)),
    )  # fmt: skip
    bottom = p.foot(p.block("Done", w.UP, rid="done"))
    return p.page("Delivery and collection", body, bottom=bottom)


def _day(name: str, here: bool) -> Node:
    """A day of the strip: its name over its number."""
    week, day = name.split(", ")
    ink, soft = ("on_primary", "on_primary") if here else ("on_surface", "on_surface_variant")
    return node(
        "column",
        w.text(week, "labelM", soft),
        w.text(day.split(" ")[0], "20,26,Bold,0", ink),
        w.text(day.split(" ")[1], "labelS", soft),
        on=ev("day", day=name), id="day", cls="android.widget.RadioButton", desc=name, checked=here, selected=here,
        width=60, height=72, radius=20, bg="primary" if here else "lowest", align="center", justify="center",
    )  # fmt: skip


def _window(one: Window, here: bool) -> Node:
    say = "Full" if one.full else "Closed" if one.late else money(one.cents) if one.cents else "Free"
    if not one.free:
        return node(
            "row",
            w.icon("block", 20, "outline"),
            w.text(one.hours, "bodyL", "outline", grow=1, lines=1),
            w.text(say, "bodyM", "outline"),
            id="hours_option", cls=w.ROW, enabled=False, width="fill", height=52, pad=(16, 0, 16, 0), gap=16,
            align="center",
        )  # fmt: skip
    sign = w.icon("local_shipping", 18, "primary", desc="A van is near") if one.near else None
    return c.radio_row(one.hours, ev("window", day=one.day, hours=one.hours), here, rid="hours_option", trailing=say,
                       inset=16, height=52, leading=sign)  # fmt: skip


def _where(state: State) -> list[Node]:
    till = state.till
    if till.way == COLLECTION:
        return [
            c.radio_row(name, ev("fill", field="point", value=name), name == till.point, rid="point_option",
                        support=words, inset=16, height=60)
            for name, words, _ in POINTS
        ]  # fmt: skip
    here = address(state, till.address)
    words = ", ".join(part for part in (here.street, here.city) if part)
    return [
        p.fact("Deliver to", f"{here.label}: {here.name}", "home", rid="row_address", on=ev("go", to="pick_address"),
               support=words)
    ]  # fmt: skip


def pick_address(state: State, place: Route, view: View) -> Screen:
    """The addresses, as a sheet over what asked for them."""
    rows = [
        c.radio_row(one.label, ev("settle", field="address", value=one.label), one.label == state.till.address,
                    rid="address_option", support=f"{one.name}, {one.street}, {one.city}", inset=20, height=64)
        for one in state.addresses
    ]  # fmt: skip
    window = p.sheet("Deliver to", p.radios(rows, "address_group"))
    return p.over(slot(state, place, view), window)


def receiver(state: State, till: Till) -> str:
    """The label of the address, or the name of the point, that an order goes to."""
    return till.address if till.way == DELIVERY else till.point
