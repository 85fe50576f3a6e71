"""Bunwright behind the counter: basket, checkout, orders and branches."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.bunwright.catalogue import BRANCHES, DAYS, TIMES, Branch, branch, money, named
from adapters.phone.apps.bunwright.model import (
    Line,
    Order,
    State,
    cents,
    choices_of,
    extras_of,
    find,
    pieces,
    total,
)
from adapters.phone.apps.bunwright.shop import basket_action, nav
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def _count(lines: tuple[Line, ...]) -> str:
    count = pieces(lines)
    return "1 item" if count == 1 else f"{count} items"


def _sums(label: str, amount: str, *, strong: bool = False) -> Node:
    style, color = ("titleM/Bold", "on_surface") if strong else ("bodyM", "on_surface_variant")
    return node(
        "row",
        w.text(label, style, color, grow=1),
        w.text(amount, style, color),
        width="fill",
        pad=(20, 4, 20, 4),
        align="center",
        id="row_total" if strong else "row_sum",
        cls=w.GROUP,
    )


def basket(state: State, place: Route, view: View) -> Screen:
    """What will be ordered, to be changed line by line."""
    top = w.app_bar("Basket", support=_count(state.basket) if state.basket else "")
    if not state.basket:
        back = c.button("Browse the menu", ev("nav", to="menu"), rid="browse", variant="tonal", width="wrap", height=40)
        return Screen(
            w.page(
                w.empty("shopping_bag", "Your basket is empty", "What you add from the menu waits for you here.", back)
            ),
            top=top,
            title="Basket",
        )
    rows = [_basket_line(line, index) for index, line in enumerate(state.basket)]
    more = c.button(
        "Add more items", ev("nav", to="menu"), rid="add_more", variant="text", width="wrap", height=40, icon_name="add"
    )
    body = w.page(
        rows,
        node("row", more, pad=(8, 4, 8, 12), width="fill"),
        w.divider(),
        w.space(12),
        _sums("Items", total(state.basket)),
        _sums("Pickup", "Free"),
        _sums("Total", total(state.basket), strong=True),
    )
    go = c.button(f"Go to checkout   {total(state.basket)}", ev("checkout"), rid="checkout", height=52)
    return Screen(body, top=top, bottom=w.sticky(go), title="Basket")


def _basket_line(line: Line, index: int) -> Node:
    item = named(line.item)
    words = node(
        "column",
        w.text(line.item, "16,24,Bold,0.1", id="name", lines=2),
        w.text(choices_of(line), "bodyM", "on_surface_variant", id="choices"),
        w.text(extras_of(line), "bodyM", "on_surface_variant", id="extras", lines=2),
        w.text(f"“{line.note}”", "bodyM", "on_surface_variant", id="note", lines=2) if line.note else None,
        node(
            "row",
            c.stepper(line.quantity, ev("line", index=index, by=-1), ev("line", index=index, by=1), compact=True),
            w.action("delete_outline", f"Remove {line.item}", ev("remove", index=index), rid="remove"),
            w.push(),
            w.text(money(cents(line)), "16,24,Bold,0", id="price"),
            width="fill",
            gap=4,
            align="center",
            pad=(0, 8, 0, 0),
        ),
        grow=1,
        align="stretch",
    )
    picture = node("image", art=item.art, width=72, height=72, radius=16) if item else w.disc("lunch_dining", 72)
    return node("row", picture, words, id="row_line", cls=w.GROUP, width="fill", pad=(20, 12, 20, 12), gap=16)


def checkout(state: State, place: Route, view: View) -> Screen:
    """Branch, time and a last look at the lines."""
    chosen = state.checkout
    shops = [
        c.radio_row(
            one.name,
            ev("branch", value=one.name),
            one.name == chosen.branch,
            rid="branch_option",
            support=one.address,
            height=64,
        )
        for one in BRANCHES
    ]
    times = [c.chip(time, ev("time", value=time), time == chosen.time, rid="chip_time", single=True) for time in TIMES]
    body = w.form(
        w.space(8),
        w.head("Pickup branch", "Where you collect your order"),
        node(
            "column",
            shops,
            id="branch_group",
            cls="android.widget.RadioGroup",
            width="fill",
            align="stretch",
            pad=(0, 0, 0, 14),
        ),
        w.head("Pickup time", "Today, ready in about 12 min"),
        c.chips(times, rid="time_group", cls="android.widget.RadioGroup"),
        w.space(20),
        w.head("Payment", "Nothing is charged now"),
        w.row("Pay at the counter", "Card or cash", leading=w.icon("payments"), rid="row_payment", height=64, inset=20),
        w.space(8),
        w.head("Your order", _count(state.basket)),
        [line_row(line) for line in state.basket],
        w.divider(),
        w.space(8),
        _sums("Total", total(state.basket), strong=True),
    )
    place_it = c.button(
        f"Place order   {total(state.basket)}", ev("place"), rid="place_order", height=52, enabled=bool(state.basket)
    )
    return Screen(body, top=w.app_bar("Checkout"), bottom=w.sticky(place_it), title="Checkout")


def line_row(line: Line) -> Node:
    """One order line with all that was chosen, in one row."""
    words = node(
        "column",
        w.text(line.item, "16,24,Medium,0.1", id="name", lines=2),
        w.text(choices_of(line), "bodyM", "on_surface_variant", id="choices"),
        w.text(extras_of(line), "bodyM", "on_surface_variant", id="extras", lines=2),
        w.text(f"“{line.note}”", "bodyM", "on_surface_variant", id="note", lines=2) if line.note else None,
        grow=1,
    )
    count = w.text(
        f"{line.quantity} ×",
        "labelL/Bold",
        "on_primary_container",
        id="qty",
        bg="primary_container",
        radius=12,
        width=44,
        height=32,
        text_align="center",
        pad=(0, 6, 0, 6),
    )
    return node(
        "row",
        count,
        words,
        w.text(money(cents(line)), "16,24,Medium,0", id="price"),
        id="row_line",
        cls=w.GROUP,
        width="fill",
        pad=(20, 10, 20, 10),
        gap=14,
    )


def _facts(order: Order) -> list[Node]:
    """Branch and time, a row each with its value."""
    shop = branch(order.branch)
    return [
        w.row(
            "Pickup branch",
            order.branch,
            shop.address,
            leading=w.icon("storefront"),
            rid="row_branch",
            inset=20,
            on=ev("view_branch", branch=order.branch),
            trailing=w.icon("chevron_right"),
        ),
        w.row("Pickup time", order.time, leading=w.icon("schedule"), rid="row_time", inset=20),
    ]


def _receipt(order: Order) -> list[Node]:
    return [
        w.head("Your order", _count(order.lines)),
        *[line_row(line) for line in order.lines],
        w.space(6),
        w.divider(),
        w.space(8),
        _sums("Total", order.total, strong=True),
    ]


def placed(state: State, place: Route, view: View) -> Screen:
    """The confirmation of a new order."""
    order = find(state, place.get("number", ""))
    banner = node(
        "column",
        w.disc("check", 72, "primary", "on_primary"),
        w.space(14),
        w.text("Thank you!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number", text_align="center", pad=(0, 4, 0, 0)),
        w.text(
            "Show this number at the counter.", "bodyM", "on_surface_variant", text_align="center", pad=(0, 4, 0, 0)
        ),
        width="fill",
        align="center",
        pad=(20, 16, 20, 20),
    )
    bottom = w.sticky(
        c.button(
            "View order", ev("order", number=order.number), rid="view_order", variant="outlined", width="wrap", grow=1
        ),
        c.button("Back to menu", ev("nav", to="menu"), rid="done", width="wrap", grow=1),
    )
    return Screen(
        w.page(banner, _facts(order), w.space(10), _receipt(order)),
        top=w.app_bar("Order placed"),
        bottom=bottom,
        title="Order placed",
    )


def orders(state: State, place: Route, view: View) -> Screen:
    """All orders, the newest first."""
    rows = [
        w.row(
            order.number,
            ", ".join(f"{line.quantity} × {line.item}" for line in order.lines),
            f"{_when(order.placed, view.now)}  ·  {order.branch}",
            on=ev("order", number=order.number),
            rid="row_order",
            leading=_thumb(order),
            trailing=w.text(order.total, "titleM"),
            style="titleM",
            inset=20,
        )
        for order in reversed(state.orders)
    ]
    body = w.page(rows) if rows else w.page(w.empty("receipt_long", "No orders yet", "Your orders show up here."))
    top = w.app_bar("Orders", basket_action(state), up=False, style="22,28,Bold,0")
    return Screen(body, top=top, bottom=nav("Orders"), title="Orders")


def _thumb(order: Order) -> Node:
    item = named(order.lines[0].item) if order.lines else None
    return node("image", art=item.art, width=56, height=56, radius=16) if item else w.disc("lunch_dining", 56)


def order_page(state: State, place: Route, view: View) -> Screen:
    """One order, to look at, share or repeat."""
    order = find(state, place.get("number", ""))
    status = "Preparing" if order.placed[:10] == view.now.strftime("%Y-%m-%d") else "Picked up"
    top = w.app_bar(f"Order {order.number}", support=_when(order.placed, view.now))
    band = w.row(
        status,
        "We call your number" if status == "Preparing" else "Hope you liked it",
        rid="row_status",
        inset=20,
        leading=w.disc("outdoor_grill" if status == "Preparing" else "check", 40),
        style="titleM",
    )
    bottom = w.sticky(
        c.button(
            "Share",
            ev("share", number=order.number),
            rid="share_order",
            variant="outlined",
            icon_name="share",
            width="wrap",
            grow=1,
        ),
        c.button("Order again", ev("again", number=order.number), rid="order_again", width="wrap", grow=1),
    )
    return Screen(w.page(band, _facts(order), w.space(10), _receipt(order)), top=top, bottom=bottom, title="Order")


def _when(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 21 Nov`."""
    if not stamp:
        return ""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def branches(state: State, place: Route, view: View) -> Screen:
    """The shops."""
    cards = [_branch_card(one, DAYS[view.now.weekday()]) for one in BRANCHES]
    top = w.app_bar("Branches", basket_action(state), up=False, style="22,28,Bold,0")
    return Screen(w.page(w.space(4), cards), top=top, bottom=nav("Branches"), title="Branches")


def _branch_card(one: Branch, today: str) -> Node:
    words = node(
        "column",
        w.text(one.name, "titleM/Bold", id="name"),
        w.text(one.address, "bodyM", "on_surface_variant", id="address"),
        w.text(f"{one.open_on(today)} today" if one.hours[DAYS.index(today)] else "Closed today", "bodyM", "primary"),
        width="fill",
        pad=(16, 12, 16, 14),
        gap=2,
    )
    card = node(
        "column",
        node("image", art=one.art, width="fill", height=152, radius=(20, 20, 0, 0)),
        words,
        on=ev("view_branch", branch=one.name),
        id="row_branch",
        cls=w.GROUP,
        width="fill",
        bg="low",
        radius=20,
        align="stretch",
        outline="outline_variant",
    )
    return node("column", card, width="fill", pad=(16, 4, 16, 8), align="stretch")


def branch_page(state: State, place: Route, view: View) -> Screen:
    """One shop with its hours by day."""
    shop = branch(place.get("branch", ""))
    day = place.get("day") or DAYS[view.now.weekday()]
    cells = [
        c.option_card(one, "", ev("day", branch=shop.name, day=one), one == day, rid="chip_day", height=40)
        for one in DAYS
    ]
    body = w.form(
        node("image", art=shop.art, desc=f"{shop.name} branch", width="fill", height=168, id="photo"),
        w.text(shop.name, "24,32,Bold,0", pad=(20, 16, 20, 0)),
        w.text(shop.about, "bodyM", "on_surface_variant", pad=(20, 2, 20, 16)),
        w.head("Opening hours", "Kitchen closes 30 min earlier"),
        node("row", cells, width="fill", gap=4, pad=(20, 2, 20, 6), id="day_group", cls="android.widget.RadioGroup"),
        node(
            "row",
            w.icon("schedule"),
            w.text(shop.open_on(day), "bodyL", id="hours", grow=1),
            id="row_hours",
            cls=w.GROUP,
            width="fill",
            pad=(20, 0, 20, 0),
            gap=16,
            align="center",
            height=56,
        ),
        w.row(shop.address, "Address", leading=w.icon("location_on"), rid="row_address", inset=20),
        w.row(shop.phone, "Phone", leading=w.icon("call"), rid="row_phone", inset=20),
        w.head("Good to know"),
        [w.row(line, leading=w.icon("info"), rid="row_note", inset=20, height=52) for line in shop.notes],
    )
    return Screen(body, top=w.app_bar(f"{shop.name} branch"), title=shop.name)
