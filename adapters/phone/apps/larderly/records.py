"""Larderly's records: orders, one order with what its picker offers, cancelling, asking money back."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly import till as t
from adapters.phone.apps.larderly.catalogue import BY_NAME, money
from adapters.phone.apps.larderly.model import Line, Order, Refund, State, Swap, count, each, find
from adapters.phone.apps.larderly.terms import CANCEL_REASONS, REASONS, REPAID, day_name
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

STATUSES = ("Confirmed", "Being picked", "Delivered", "Cancelled")
GLYPHS = ("receipt_long", "shopping_basket", "home", "cancel")
TABS = ("Coming", "Past")


def moment(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`."""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return day_name(then)


def orders(state: State, place: Route, view: View) -> Screen:
    """The orders that come, or those that came, the newest first."""
    tab = place.get("tab", TABS[0])
    coming = ("Confirmed", "Being picked")
    shown = [order for order in reversed(state.orders) if (order.status in coming) == (tab == TABS[0])]
    rows = [_order_card(order, view.now) for order in shown]
    if not rows:
        rows = [w.empty("receipt_long", "Nothing on its way", "Your next order shows up here.")]
    bought = [line.item for order in reversed(state.orders) if order.status == "Delivered" for line in order.lines]
    keys = [BY_NAME[name].key for name in dict.fromkeys(bought) if name in BY_NAME][:8]
    again = [p.section("Bought lately"), p.strip(state, keys, "bought")] if tab == TABS[0] and keys else None
    body = w.page(w.space(4), rows, again)
    made = p.page("Orders", body)
    top = node("column", made.top, w.tabs(TABS, tab, "tab"), width="fill", bg=p.PAGE, align="stretch")
    return Screen(body, top=top, bg="container", bar=p.PAGE, title="Orders")


def _order_card(order: Order, now: datetime) -> Node:
    pictures = [p.picture(line.item, 52, 14) for line in order.lines[:5]]
    if len(order.lines) > 5:
        pictures.append(w.text(f"+{len(order.lines) - 5}", "labelL", "on_surface_variant", width=34))
    ask = any(not one.answer for one in order.swaps) and order.status == "Being picked"
    live = order.status in ("Confirmed", "Being picked")
    inner = node(
        "column",
        node(
            "row",
            w.text(f"{order.day}, {order.hours}", "titleM/Bold", grow=1, lines=1, id="when"),
            p.tag(order.status) if live else p.tag(order.status, "highest", "on_surface_variant"),
            width="fill",
            gap=8,
            align="center",
        ),
        w.text(f"{order.number}  ·  {order.place}  ·  {moment(order.placed, now)}", "bodyS", "on_surface_variant",
               lines=1, id="number"),
        node("row", pictures, gap=6, align="center", pad=(0, 6, 0, 4)),
        node(
            "row",
            w.text(count(order.lines), "bodyM", "on_surface_variant", grow=1),
            p.tag("Your picker asks", p.AMBER, p.BROWN) if ask else None,
            w.text(order.total, "titleM/Bold", id="total"),
            width="fill",
            gap=10,
            align="center",
        ),
        on=ev("order", number=order.number),
        id="row_order",
        cls=w.GROUP,
        width="fill",
        bg=p.CARD,
        radius=p.ROUND,
        pad=(16, 12, 16, 12),
        gap=2,
        align="stretch",
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(12, 5, 12, 5), align="stretch")


def order_page(state: State, place: Route, view: View) -> Screen:
    """One order: where it is, what is asked, what is in it, and what can still be done."""
    order = find(state, place.get("number", ""))
    if order is None:
        return t.missing()
    ask = [_swap(order, one) for one in order.swaps]
    back = [_refund(one) for one in reversed(state.refunds) if one.order == order.number]
    body = w.page(
        p.card(_progress(order)),
        p.card(p.small("Your picker offers"), ask) if ask and order.status == "Being picked" else None,
        p.card(p.small("Refunds"), back) if back else None,
        p.card(t.facts(state, order, order.day, order.hours)),
        p.card(p.small(count(order.lines)), [p.line_row(line) for line in order.lines]),
        p.card(p.bill(t.bill_of(order))),
    )
    number = order.number
    second = None
    if order.status == "Confirmed":
        second = p.block("Cancel order", ev("ask_cancel", number=number), rid="cancel_order", variant="outlined")
    elif order.status == "Delivered":
        second = p.block("Get a refund", ev("ask_refund", number=number), rid="ask_refund", variant="outlined")
    bottom = p.foot(second, p.block("Order again", ev("again", number=number), rid="order_again"))
    share = w.action("share", "Share", ev("share_order", number=number), rid="share", color="on_surface")
    return p.page(f"Order {number}", body, share, bottom=bottom, support=moment(order.placed, view.now))


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.fact("Status", "Cancelled", "cancel", rid="row_status", support=order.reason)
    at = STATUSES.index(order.status) if order.status in STATUSES else 0
    steps = []
    for index, (label, glyph) in enumerate(zip(STATUSES[:3], GLYPHS[:3], strict=True)):
        done = index <= at
        ground, ink = ("primary", "on_primary") if done else ("highest", "on_surface_variant")
        name = w.text(label, "labelM/Bold" if index == at else "labelM", lines=1)
        steps.append(node("column", w.disc(glyph, 40, ground, ink), name, selected=index == at, align="center", gap=4))
        if index < 2:
            line = node("spacer", height=4, width="fill", bg="primary" if index < at else "highest", radius=2)
            steps.append(node("column", line, grow=1, pad=(4, 18, 4, 0)))
    return node("row", steps, width="fill", pad=(16, 8, 16, 6), id="row_status", cls=w.GROUP)


def _swap(order: Order, one: Swap) -> Node:
    """Two things side by side in one row, and yes or no."""
    old, new = BY_NAME.get(one.item), BY_NAME.get(one.offer)
    line = next((each_ for each_ in order.lines if each_.item == one.item), Line(one.item))
    saved = each(line) - (new.cents if new else 0)
    cheaper = f"{money(abs(saved))} {'less' if saved > 0 else 'more, not charged'}" if saved else "Same price"
    pictures = node(
        "row",
        p.picture(old.name if old else "", 56),
        w.icon("arrow_forward", 20),
        p.picture(new.name if new else "", 56),
        gap=8,
        align="center",
    )
    words = node(
        "column",
        w.text(one.offer, "15,20,Medium,0.1", lines=2, id="offer"),
        w.text(f"for {one.item}", "bodyS", "on_surface_variant", lines=2, id="name"),
        w.text(cheaper, "bodyS", "primary", lines=1),
        grow=1,
    )
    args = {"number": order.number, "item": one.item}
    if one.answer:
        say = "check_circle" if one.answer == "Accepted" else "cancel"
        answer: Node = node("row", w.icon(say, 20, "primary"), w.text(one.answer, "labelL", id="answer"), gap=8,
                            align="center", pad=(0, 8, 0, 4))  # fmt: skip
    else:
        answer = node(
            "row",
            c.button(
                "Refuse", ev("swap", answer="Refused", **args), rid="refuse", variant="outlined", height=40, grow=1
            ),
            c.button("Accept", ev("swap", answer="Accepted", **args), rid="accept", height=40, grow=1),
            width="fill",
            gap=10,
            pad=(0, 4, 0, 4),
        )
    top = node("row", pictures, words, width="fill", gap=14, align="center")
    return node("column", top, answer, id="row_swap", cls=w.GROUP, width="fill", pad=(16, 6, 16, 6), gap=4,
                align="stretch")  # fmt: skip


def _refund(one: Refund) -> Node:
    return w.row(one.item, f"{one.reason}  ·  {one.repaid}", rid="row_refund", leading=w.disc("currency_exchange", 36),
                 trailing=w.text(one.amount, "titleM", "primary", id="amount"))  # fmt: skip


def cancel(state: State, place: Route, view: View) -> Screen:
    """Why, and then really."""
    number = place.get("number", "")
    rows = [
        c.radio_row(one, ev("cancel_reason", value=one), one == state.ui.cancel, rid="reason_option", inset=24,
                    height=48)
        for one in CANCEL_REASONS
    ]  # fmt: skip
    yes = p.block(f"Cancel {number}", ev("cancel", number=number), rid="confirm_cancel")
    keep = p.block("Keep it", w.UP, rid="keep", variant="outlined")
    window = p.sheet("Why do you cancel?", p.radios(rows, "reason_group"), bottom=p.foot(keep, yes))
    return p.over(order_page(state, place, view), window)


def refund(state: State, place: Route, view: View) -> Screen:
    """Which item, what is wrong with it, and where the money goes."""
    order = find(state, place.get("number", ""))
    if order is None:
        return t.missing()
    form = state.ui.complaint
    asked = {one.item for one in state.refunds if one.order == order.number}
    things = [_thing(line, form.item, line.item in asked) for line in order.lines]
    why = [c.chip(one, ev("complain", field="reason", value=one), one == form.reason, rid="reason_option", single=True)
           for one in REASONS]  # fmt: skip
    where = [
        c.radio_row(one, ev("complain", field="repaid", value=one), one == form.repaid, rid="repaid_option",
                    support=words, inset=16, height=60)
        for one, words in zip(REPAID, (f"{order.payment}, in 3–5 days", "At once, for your next order"), strict=True)
    ]  # fmt: skip
    box = c.field(form.note, "What happened? (optional)", "note", change=ev("complaint_note"),
                  submit=ev("done_typing"), leading="edit_note", radius=16)  # fmt: skip
    body = w.form(
        p.card(p.small("What is it about?"), p.radios(things, "item_group")),
        p.card(p.small("What is wrong?"), c.chips(why, inset=16, rid="reason_group", cls=p.RADIO_GROUP), w.space(6)),
        p.card(node("column", box, width="fill", pad=(12, 4, 12, 4), align="stretch")),
        p.card(p.small("Where should it go?"), p.radios(where, "repaid_group")),
    )
    picked = next((line for line in order.lines if line.item == form.item), None)
    label = f"Ask for {money(each(picked) * picked.quantity)}" if picked else "Choose an item"
    go = p.block(label, ev("refund", number=order.number), rid="send_refund", enabled=picked is not None)
    return p.page("Get a refund", body, bottom=p.foot(go), support=f"Order {order.number}")


def _thing(line: Line, chosen: str, asked: bool) -> Node:
    if asked:
        return w.row(line.item, "Refund asked for", rid="item_done", leading=p.picture(line.item, 40, 12))
    return c.radio_row(line.item, ev("complain", field="item", value=line.item), line.item == chosen, rid="item_option",
                       trailing=money(each(line) * line.quantity), inset=16, height=60,
                       leading=p.picture(line.item, 40, 12))  # fmt: skip


def refunded(state: State, place: Route, view: View) -> Screen:
    """What was asked for, with its number."""
    one = next((each_ for each_ in state.refunds if each_.number == place.get("number")), None)
    if one is None:
        return p.page(
            "Refund", w.page(w.empty("currency_exchange", "No such refund", "It may belong to another order."))
        )
    head = node(
        "column",
        w.disc("currency_exchange", 72, "primary", "on_primary"),
        w.space(8),
        w.text(one.amount, "32,40,Bold,0", id="amount"),
        w.text(f"Refund {one.number}", "titleM", "primary", id="refund_number"),
        width="fill",
        align="center",
        pad=(16, 12, 16, 12),
        gap=2,
    )
    body = w.page(
        p.card(head),
        p.card(
            p.fact("Item", one.item, "eco", rid="row_item", support=f"Order {one.order}"),
            p.fact("Reason", one.reason, "report_problem", rid="row_reason", support=one.note),
            p.fact("Paid", one.repaid, "savings", rid="row_repaid"),
            p.fact("Asked", moment(one.at, view.now), "schedule", rid="row_asked"),
        ),
        w.text("Refunds up to $20 are granted at once. For more somebody looks at it first and writes to you.", "bodyS",
               "on_surface_variant", pad=(24, 8, 24, 0)),
    )  # fmt: skip
    bottom = p.foot(p.block("Done", w.UP, rid="done"))
    return p.page("Refund", body, bottom=bottom)
