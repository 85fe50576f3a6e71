"""Thriftloom's records: what was bought, what is being bargained over."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom import till
from adapters.phone.apps.thriftloom.catalogue import BY_KEY
from adapters.phone.apps.thriftloom.model import PROBLEMS, Offer, Purchase, State, offer, purchase
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def moment(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`."""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def _row(key: str, head: str, title: str, line: str, price: str, status: str, on: str, number: str) -> Node:
    words = node(
        "column",
        node("row", p.caps(head, "on_surface", lines=1, grow=1), p.state_mark(status), width="fill", gap=8,
             align="center"),
        w.text(title, "16,22,Regular,0.1", lines=2, id="name"),
        w.text(line, "13,18,Regular,0.1", "on_surface_variant", lines=2),
        w.text(price, "16,24,Medium,0", id="price", pad=(0, 4, 0, 0)),
        grow=1, gap=2,
    )  # fmt: skip
    return node("row", p.thumb(BY_KEY.get(key), title, 76, 94), words, on=ev(on, number=number), id=f"row_{on}",
    cls=w.GROUP,
                width="fill", pad=(p.EDGE, 10, p.EDGE, 10), gap=16)  # fmt: skip


def purchases(state: State, place: Route, view: View) -> Screen:
    """Everything bought, the newest first."""
    rows = [
        _row(one.key, one.brand, one.piece, f"{one.number}  ·  {moment(one.placed, view.now)}  ·  {one.seller}",
             one.total, one.status, "purchase", one.number)
        for one in reversed(state.purchases)
    ]  # fmt: skip
    return Screen(w.page(w.space(6), rows), top=p.bar("Purchases"), title="Purchases")


def purchase_page(state: State, place: Route, view: View) -> Screen:
    """One purchase, and what can still be done about it."""
    made = purchase(state, place.get("number", ""))
    if made is None:
        return Screen(w.page(p.nothing("receipt_long", "No such purchase", "It may be an old link.")),
                      top=p.bar("Purchase"), title="Purchase")  # fmt: skip
    head = node("column", p.state_mark(made.status),
                w.text(_news(made), p.TITLE), w.text(moment(made.placed, view.now), "bodyM", "on_surface_variant"),
                width="fill", pad=(p.EDGE, 20, p.EDGE, 16), gap=6)  # fmt: skip
    trouble = p.fact("Problem", made.problem, rid="row_problem") if made.problem else None
    return Screen(w.page(head, w.divider(), trouble, till.facts(made)), top=p.bar(made.number), bottom=_doings(made),
                  title=made.number)  # fmt: skip


def _news(made: Purchase) -> str:
    return {
        "Paid": f"{made.seller} is packing it",
        "Posted": "On its way to you",
        "Received": "You have it",
        "Cancelled": "Cancelled, the money is on its way back",
        "In dispute": "We are looking into it",
    }.get(made.status, made.status)


def _doings(made: Purchase) -> Node | None:
    if made.status == "Paid":
        return p.foot(p.block("CANCEL PURCHASE", ev("ask_cancel", number=made.number), rid="cancel", filled=False))
    if made.status == "Posted":
        ask = p.block("PROBLEM", ev("ask_problem", number=made.number), rid="problem", filled=False)
        return p.foot(ask, p.block("I HAVE IT", ev("received", number=made.number), rid="received"))
    return None


def cancel(state: State, place: Route, view: View) -> Screen:
    """Really?"""
    number = place.get("number", "")
    window = p.sheet(
        "Cancel purchase",
        w.text("The piece goes back on the rail and somebody else may take it.", "15,22,Regular,0.1",
               pad=(p.EDGE, 18, p.EDGE, 6)),
        bottom=p.foot(p.block("KEEP IT", w.UP, rid="keep", filled=False),
                      p.block("CANCEL", ev("cancel", number=number), rid="confirm_cancel")),
    )  # fmt: skip
    return p.over(purchase_page(state, place, view), window, "Cancel purchase")


def problem(state: State, place: Route, view: View) -> Screen:
    """What is wrong with it."""
    number = place.get("number", "")
    rows = [p.option(one, "", ev("problem", value=one), one == state.ui.problem, rid="problem_option")
            for one in PROBLEMS]  # fmt: skip
    window = p.sheet(
        "What is wrong?", w.space(10), node("column", rows, id="problem_group", cls=p.RADIO_GROUP, width="fill"),
        bottom=p.foot(p.block("REPORT", ev("report", number=number), rid="report")),
    )  # fmt: skip
    return p.over(purchase_page(state, place, view), window, "What is wrong?")


def offers(state: State, place: Route, view: View) -> Screen:
    """This user's offers, the newest first."""
    rows = [
        _row(one.key, one.brand, one.piece, _line(one), one.price, one.status, "offer", one.number)
        for one in reversed(state.offers)
    ]
    none = p.nothing("handshake", "No offers made", "Prices are where a conversation begins.")
    return Screen(w.page(rows or none), top=p.bar("Offers", up=False), bottom=p.nav(state, "offers"), title="Offers")


def _line(one: Offer) -> str:
    base = f"{one.number}  ·  {one.seller}"
    return f"{base}  ·  they say {one.counter}" if one.status == "Countered" else f"{base}  ·  asked {one.asked}"


def offer_page(state: State, place: Route, view: View) -> Screen:
    """One offer, what became of it, and what can be said next."""
    made = offer(state, place.get("number", ""))
    if made is None:
        return Screen(w.page(p.nothing("handshake", "No such offer", "It may be an old link.")),
                      top=p.bar("Offer"), title="Offer")  # fmt: skip
    head = node(
        "column", p.state_mark(made.status),
        w.text(made.counter if made.status == "Countered" else made.price, "44,52,Light,-0.5", id="amount"),
        w.text(_said(made), "15,22,Regular,0.1", "on_surface_variant"), width="fill", pad=(p.EDGE, 20, p.EDGE, 18),
        gap=6,
    )  # fmt: skip
    one = BY_KEY.get(made.key)
    body = w.page(
        head, w.divider(), p.slim(one, ev("open", key=made.key)) if one else None, w.divider(),
        p.fact("Your offer", made.price, rid="row_price"), p.fact("Asked", made.asked, rid="row_asked"),
        p.fact("Seller", made.seller, rid="row_seller"), p.fact("Holds for", made.valid, rid="row_valid"),
        p.fact("Words", made.message or "None", rid="row_message"),
        p.fact("Made", moment(made.made, view.now), rid="row_made"),
    )  # fmt: skip
    return Screen(body, top=p.bar(made.number), bottom=_answers(made), title=made.number)


def _said(made: Offer) -> str:
    return {
        "Waiting": f"{made.seller} has not answered yet",
        "Accepted": f"{made.seller} agrees. Pay within a day.",
        "Countered": f"{made.seller} says so, instead of your {made.price}",
        "Declined": f"{made.seller} said no, kindly",
        "Withdrawn": "You took it back",
        "Bought": "You bought it at this price",
    }.get(made.status, "")


def _answers(made: Offer) -> Node | None:
    number = made.number
    if made.status == "Waiting":
        return p.foot(p.block("WITHDRAW", ev("withdraw", number=number), rid="withdraw", filled=False))
    if made.status == "Accepted":
        return p.foot(p.block(f"BUY FOR {made.price}", ev("settle", number=number), rid="settle"))
    if made.status == "Countered":
        no = p.block("DECLINE", ev("refuse", number=number), rid="refuse", filled=False)
        return p.foot(no, p.block(f"ACCEPT {made.counter}", ev("agree", number=number), rid="agree"))
    return None
